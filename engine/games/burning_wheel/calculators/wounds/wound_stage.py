"""How the wounded stand, as a stage: who is up, what each wound does now, and what comes next."""

from collections.abc import Iterator
from fractions import Fraction

from engine import wording
from engine.answer import Bar, Block, Entry, Fact, Stage, Table, Told
from engine.games.burning_wheel.blocks import bleeding as blood
from engine.games.burning_wheel.blocks.wounds import strip
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool
from engine.games.burning_wheel.readings.bleeding import pain_again
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import elsewhere
from engine.games.burning_wheel.rules import recovery
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import Event, State, What
from engine.games.burning_wheel.rules.recovery import HOURS, LONG, End
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.wound_tracker import Patient, Scene
from engine.games.burning_wheel.rules.wounded import Condition
from engine.games.burning_wheel.rules.wounds import Level
from engine.rulings import Rulings
from engine.working import Mark

MOST_CLOCKS = 6
"""How many wounds are drawn as clocks, of everyone who bleeds; of more, the table says what comes next."""


def takes(one: Patient) -> str:
    """What the wounds of someone take now: "−2D, +1 Ob", "nothing"."""
    dice = [f"{wording.signed(-one.lost)}D"] if one.lost else []
    obstacle = [f"+{one.obstacle}{wording.NO_BREAK}Ob"] if one.obstacle else []
    return ", ".join([*dice, *obstacle]) or "nothing"


def stands(one: Patient) -> str:
    """How someone stands, in a word or two."""
    return "Dead" if one.dead else one.condition.words


def stage(scene: Scene) -> Stage:
    """Everyone between two steps."""
    bars = tuple(_bar(one) for one in scene.people)
    if len(scene.people) == 1:
        return _of_one(scene.people[0], bars)
    up = sum(not one.dead and one.condition is Condition.UP for one in scene.people)
    counts = {
        "down": sum(not one.dead and one.condition in (Condition.DOWN, Condition.UNCONSCIOUS) for one in scene.people),
        "dying": sum(one.dying for one in scene.people),
        "dead": sum(one.dead for one in scene.people),
    }
    facts = [Fact(count, words) for words, count in counts.items() if count]
    figure = f"{up} of {len(scene.people)} up"
    said = wording.listed(f"{count} {words}" for words, count in counts.items() if count)
    sentence = f"{up} of {len(scene.people)} are on their feet{f': {said}' if said else ''}."
    return Stage(figure, (*facts, Fact(_since(scene.now))), sentence, bars=bars)


def _of_one(one: Patient, bars: tuple[Bar, ...]) -> Stage:
    facts = [Fact(takes(one), "from wounds")] if not one.dead else []
    if coming := _next(one):
        facts.append(Fact(coming))
    facts.append(Fact(_since(one.now)))
    sentence = f"{one.name}: {stands(one).lower()}, wounds take {takes(one)}."
    return Stage(stands(one), tuple(facts), sentence, bars=bars)


def _since(minutes: Fraction) -> str:
    return f"{blood.said(minutes)} in" if minutes else "at the start"


def _bar(one: Patient) -> Bar:
    """The dice that someone may still lose before they collapse."""
    left = 0 if one.dead else one.collapse.left
    words = f"{wording.count(left, 'die', 'dice')} to collapse" if left else stands(one)
    worst = next(iter(one.levels), Level.NONE)
    said = [worst.words] if len(one.levels) == 1 else [f"{len(one.levels)} wounds"] if one.levels else []
    carries = ": ".join([*said, *([takes(one)] if one.lost or one.obstacle else [])])
    return Bar(one.name, one.name, words, left, min(one.body.stats.values()), carries, team=0)


def _next(one: Patient) -> str:
    """What comes next by itself, soonest first, in a few words."""
    if one.dead:
        return ""
    event, back = one.clock.next, next(iter(one.returning), None)
    if event is not None and (back is None or event.at <= back):
        return f"{_event(event)} in {blood.said(event.at - one.now)}"
    return f"a die back in {recovery.in_words(int((back - one.now) * 60))}" if back is not None else ""


def _event(event: Event) -> str:
    """What the blood does next."""
    match event.what:
        case What.DIES:
            return "dead"
        case What.RESUMES:
            return "bleeds again"
    return event.level.words


def under(scene: Scene, health: Ability, ask: Rulings) -> Iterator[Block]:
    """What stands under the stage: the grayscales, the wounds with their numbers, clocks, and the tests that wait."""
    for one in scene.people:
        if not one.dead:
            marked = [(injury.hit, one.level(at)) for at, injury in enumerate(one.injuries) if not injury.healed]
            whose = f"The strip of {one.name}." if len(scene.people) > 1 else ""
            yield strip(one.body.tolerances, whose, wounds=marked)
    if any(one.levels for one in scene.people if not one.dead):
        yield _wounds(scene)
    bleeding = [at for at, one in enumerate(scene.people) if one.clock.next]
    if bleeding and sum(len(scene.people[at].injuries) for at in bleeding) <= MOST_CLOCKS:
        yield blood.together([blood.clocks(scene.people[at].clock, _names(scene, at)) for at in bleeding])
    if tests := _tests(scene, health, ask):
        yield tests
    if len(scene.people) == 1 and (one := scene.people[0]).levels:
        rows = tuple((stat.words, one.body.stats[stat], max(0, one.stats[stat] - one.lost)) for stat in Stat)
        yield Table("What is left of the stats", ("Stat", "Unhurt", "Now"), rows, folded=True)


def _names(scene: Scene, at: int) -> list[str]:
    """What the wounds of someone are called: by their number, in a group by whose they are too."""
    own = range(len(scene.people[at].injuries))
    numbers = [f"wound {1 + scene.order.index((at, one))}" for one in own]
    if len(scene.people) == 1:
        return [number.capitalize() for number in numbers]
    return [f"{scene.people[at].name}, {number}" for number in numbers]


def _wounds(scene: Scene) -> Table:
    """Every wound with its number."""
    many = len(scene.people) > 1
    rows: list[tuple[Entry, ...]] = []
    for number, (at, own) in enumerate(scene.order, 1):
        one = scene.people[at]
        injury, level = one.injuries[own], one.level(own)
        if injury.healed or one.dead:
            continue
        where = f"{injury.hit}, {injury.location.words.lower()}" if injury.location else str(injury.hit)
        who = (one.name,) if many else ()
        rows.append((number, *who, where, level, one.stands(own), _coming(one, own)))
    columns = ("No.", *(("Who",) if many else ()), "At", "Is", "Care", "Next")
    return Table("Wounds", columns, tuple(rows))


def _coming(one: Patient, number: int) -> str | None:
    """What comes of a wound by itself."""
    injury, wound = one.injuries[number], one.clock.wounds[number]
    if injury.healed or one.dead:
        return None
    if injury.outcome is not None:
        to_come = [at for at in injury.due if at > one.now]
        closes = injury.closes or one.now
        if to_come and to_come[0] < closes:
            return f"a die in {_days(to_come[0] - one.now)}"
        return f"closed in {_days(closes - one.now)}"
    if number in one.waits:
        return "Health test"
    left = one.clock.left(number)
    if left is not None:
        return f"worse in {blood.said(left)}"
    return f"held for {blood.said(wound.until - one.now)}" if wound.state is State.STAUNCHED else None


def _days(minutes: Fraction) -> str:
    return recovery.in_words(int(minutes * 60))


def _tests(scene: Scene, health: Ability, ask: Rulings) -> Table | None:
    """The Health tests that are open, with their odds."""
    rows = []
    for number, (at, own) in enumerate(scene.order, 1):
        one = scene.people[at]
        if one.dead or one.dying or own not in one.waits:
            continue
        level, dice = one.heals_as(own), health.exponent + one.injuries[own].bonus
        asked = one.asks(own) + elsewhere(one.obstacle, ask)
        chance = law_of(Pool.of(dice, health.shade), ask, asked).at_least(asked)
        rows.append((number, level.words, Obstacle(asked), DiceCount(dice), chance, _failure(one, own)))
    if not rows:
        return None
    columns = ("No.", "Heals as", "Health", "Dice", "Chance", "Full time; a failure")
    return Table("Health tests that wait", columns, tuple(rows), mark=Mark.DERIVED)


def _failure(one: Patient, number: int) -> str:
    """How long a wound takes to heal at most, and what a failed Health test costs besides. Source: INJ-21, INJ-27."""
    level, care = one.heals_as(number), one.injuries[number].care
    full = str(recovery.natural(level, one.body.blood.forte.exponent)) if level in HOURS else LONG[level].words
    found = recovery.outcome(level, care, False, 0, house=one.body.house)
    if found.lost:
        return f"{full}; {found.lost}D lost for good"
    costs = {End.DEAD: "death", End.SCARRED: "a bad trait, a stat capped"}.get(found.end, "")
    return f"{full}; {costs}" if costs else full


def fates(before: Scene, after: Scene, ask: Rulings) -> Iterator[Told]:
    """What came by itself in a step: what the blood did, what healed, who fell and who rose."""
    for at, (then, now) in enumerate(zip(before.people, after.people, strict=True)):
        for event in now.clock.events[len(then.clock.events) :]:
            number = 1 + after.order.index((at, event.wound))
            if event.what in (What.WORSENS, What.DRIES, What.RESUMES):
                worse = event.what is not What.RESUMES
                words = f"is a {event.level.wound} now" if worse else "bleeds again"
                steel = " It tests Steel." if pain_again(worse and event.level is not Level.MORTAL, ask) else ""
                yield Told(0, f"{now.name}: wound {number} {words}.{steel}", "INJ-16")
        for own, injury in enumerate(then.injuries):
            if now.injuries[own].healed and not injury.healed:
                yield Told(0, f"{now.name}: wound {1 + after.order.index((at, own))} is healed.", "INJ-21")
            elif (now.injuries[own].stage or 0) > (injury.stage or 0):
                yield Told(0, f"{now.name}: the {now.level(own).words} stage begins.", "INJ-23")
        if now.dead != then.dead:
            yield Told(0, f"{now.name} is dead.", "INJ-16")
        elif now.condition is not then.condition:
            yield Told(0, f"{now.name}: {now.condition.words.lower()}.", "INJ-12")
