"""Too close to shoot, riding at a hill, losing one's nerve, giving up a volley (RNC-32, 33, 35, 36, 37)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine.answer import CHANCE, Answer, Block, Entry, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.steel import by_margin
from engine.games.burning_wheel.rules import fight_positioning, range_shot
from engine.games.burning_wheel.rules import range_endings as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind as Logs
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.maneuver_odds import Contender
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, Means, Result
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.range_dice import Category, Kind
from engine.games.burning_wheel.rules.range_endings import HANDOFF, Last, LastShot, Moment, Mount
from engine.games.burning_wheel.rules.steel import BEHAVIORS, Conflict, Reaction, lost_there
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability(Shade.BLACK, 4)
B7 = Ability(Shade.BLACK, 7)
QUICK = ("B3", "B4", "B5", "B6")
EXTRA = Between(0, 20)


class Melees(Option):
    """How the test for position in melee went. Source: RNC-33."""

    OPEN = "open", "not rolled yet"
    WIN = "win", "you won it"
    TIE = "tie", "a tie"
    LOSE = "lose", "they won it"

    @property
    def result(self) -> Result | None:
        """The result, None before the dice fall."""
        return None if self is Melees.OPEN else Result.of(self.value)


@calculator("last-arrow", rules="RNC-32 RNC-33")
def last_arrow(
    result: Annotated[Result, Asked("The range test that brought you together")] = Result.TIE,
    weapon: Annotated[Kind, Asked("Your weapon is a"), sheet("weapons", at_once=True)] = Kind.BOW,
    skill: Annotated[Ability, Asked("Your skill with it", quick=QUICK), sheet("ability")] = B4,
    melee: Annotated[Melees, Asked("The melee test")] = Melees.OPEN,
    cover: Annotated[Cover, Asked("They are in", more=True, gm=True)] = Cover.OPEN,
    aim: Annotated[int, EXTRA, Asked("Dice of aim and others", more=True, quick=(0, 1, 2, 3))] = 0,
    steel: Annotated[bool, Asked("They used Steel", more=True)] = False,
    empty: Annotated[bool, Asked("It is not loaded", more=True)] = False,
    held: Annotated[bool, Asked("You keep your shot", more=True)] = False,
    other: Annotated[int, EXTRA, Asked("Light, weather: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """They reach me: do I have one more shot, and what then?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    loaded = not (empty and weapon.slow)
    found = rules.last(result, weapon, loaded=loaded, shoots=not held, steel=steel)
    more = (Line(other, "Light and weather", "RNC-38"), hurt.obstacle)
    against = range_shot.obstacle(Category.OPTIMAL, cover, more=more)
    # What aim was held is gone with a lost test, even where Steel gives a shot.
    aimed = aim if result is not Result.LOSE else 0
    test = Test.of(skill.shade, skill.exponent + aimed - hurt.lost, against.total, ask, at="aim")
    shoots = found.shot is not LastShot.NONE and not held
    ready = _readiness(found, melee.result)
    dice = _melee_dice(found, weapon, result, ask)
    values = {
        "shot": found.shot.value,
        "obstacle": test.obstacle if shoots else None,
        "probability": test.chance if shoots else None,
        "ready": ready,
        "dictates": rules.dictates(found, melee.result) if melee.result else None,
        "melee_dice": dice,
    }
    facts = [Fact(Obstacle(test.obstacle), "obstacle"), Fact(test.chance, CHANCE)] if shoots else []
    facts += [Fact(f"+{dice}D", "in the melee test")] if dice else []
    facts.append(Fact(READY[ready], "as the fight begins"))
    sentence = f"{_shot_words(found, held=held)} {_melee_words(found, melee.result)}"
    figure = found.shot.words if not held else "you hold your shot"
    blocks: list[Block] = [Verdict(figure[:1].upper() + figure[1:], tuple(facts), sentence)]
    if shoots:
        blocks += [Working(against.lines, against.total, "Obstacle of the last shot"), test.odds()]
    blocks += ledger(hurt, skill.exponent + aimed)
    blocks.append(_branches(weapon, loaded=loaded, steel=steel, shoots=not held))
    blocks.append(Steps(tuple(one.words for one in HANDOFF), "Then, in this order", tuple(one.rule for one in HANDOFF)))
    if result is Result.LOSE and aim:
        blocks.append(Note("What you aimed is lost with the test.", rule="RNC-14"))
    return Answer(values, tuple(blocks), test.marks("skill", Logs.SKILL) if shoots else ())


READY = {True: "ready", False: "not ready", None: "ready if you win or tie"}


def _readiness(found: Last, melee: Result | None) -> bool | None:
    return found.ready if melee is None else rules.ready(found, melee)


def _melee_dice(found: Last, weapon: Kind, result: Result, ask: Rulings) -> int:
    """The dice that the missile gives in the melee positioning test. Source: RNC-33, FGT-14."""
    counts = found.ready is True
    if found.ready is None and result is Result.LOSE:
        counts = ask["range.ready-missile"] == "ready"
    if not counts:
        return 0
    wields = Wields.THROWN if weapon in (Kind.THROWN, Kind.BOMB) else Wields.LOADED
    return fight_positioning.length_dice(wields, Wields.LONG, None).amount


def _shot_words(found: Last, *, held: bool) -> str:
    if found.shot is LastShot.NONE:
        return "You have no shot."
    how = "for one success of your margin" if found.shot is LastShot.BOUGHT else "for nothing"
    return f"You hold the shot that you have {how}." if held else f"You may shoot once more, {how}."


def _melee_words(found: Last, melee: Result | None) -> str:
    """What the test for position in melee decides, or decided."""
    if melee is None:
        if not found.dictates:
            return "Whoever wins the melee test says at which distance you fight."
        prize = "set the distance and are ready to shoot" if found.ready is None else "set the distance"
        return f"Win or tie the melee test, and you {prize}."
    whose = {True: "You set the distance", False: "They set the distance", None: "The tie is settled as in Fight!"}
    armed = "your missile is ready" if rules.ready(found, melee) else "your missile is not ready"
    return f"{whose[rules.dictates(found, melee)]}, and {armed}."


def _branches(weapon: Kind, *, loaded: bool, steel: bool, shoots: bool) -> Table:
    """Every way in which it can come out."""
    rows: list[tuple[Entry, ...]] = []
    for result in Result:
        found = rules.last(result, weapon, loaded=loaded, shoots=shoots, steel=steel)
        for melee in Result:
            whose = {True: "you", False: "they", None: "as in Fight!"}[rules.dictates(found, melee)]
            rows.append((result.words, found.shot.words, melee.words, READY[rules.ready(found, melee)], whose))
    columns = ("Range test", "Last shot", "Melee test", "Your missile", "Who sets the distance")
    return Table("How it can come out", columns, tuple(rows), folded=True)


@calculator("mounted-assault", rules="RNC-35")
def mounted_assault(
    reached: Annotated[Category, Asked("Their weapon has you at")] = Category.OPTIMAL,
    speed: Annotated[Ability, Asked("Your own Speed", quick=QUICK), sheet("speed")] = B4,
    mount: Annotated[Ability, Asked("The mount’s Speed", quick=("B5", "B6", "B7", "B8"))] = B7,
    theirs: Annotated[
        Pool, Asked("The defenders’ dice", "Their defenses included", quick=("B6", "B8", "B10"))
    ] = Pool.of(8),
    fixed: Annotated[bool, Asked("They hold a fixed position", more=True, gm=True)] = True,
    extra: Annotated[int, EXTRA, Asked("Your other dice", more=True, quick=(0, 1, 2, 3))] = 2,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """We ride at their hill: whose Speed do I roll?"""
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    try:
        legs = rules.legs(reached, fixed=fixed)
    except Refused as error:
        raise Unusable("reached", str(error)) from None
    rows: list[tuple[Entry, ...]] = []
    values: dict[str, Any] = {}
    for at in (Category.OUT, Category.EXTREME, Category.OPTIMAL):
        whose = rules.legs(at, fixed=fixed)
        # A rider's wounds take nothing from the legs of the mount.
        own = whose is Mount.OWN
        ability = speed if own else mount
        checked(ability.exponent + extra, 0, "extra")
        pool = ability.pool(extra - (hurt.lost if own else 0))
        volley = readings.volley_of(Contender(pool, penalty=hurt.added if own else 0), Contender(theirs), ask)
        chance = volley.ahead(1)
        rows.append((at, whose, DiceCount(pool.dice), chance))
        if at is reached:
            values = {"legs": whose.value, "dice": pool.dice, "win": chance}
    here = (Category.OUT, Category.EXTREME, Category.OPTIMAL).index(reached)
    figure = "Ride on" if legs is Mount.MOUNT else "Dismount"
    facts = (Fact(DiceCount(values["dice"]), "dice"), Fact(values["win"], "to close in"), Fact(legs, "counts"))
    sentence = (
        "You close in with the mount’s Speed."
        if legs is Mount.MOUNT
        else "The ground stops the horses: from here you run with your own Speed, or charge with Steel."
    )
    columns = ("Their weapon has you at", "You roll", "Dice", "You win")
    blocks: tuple[Block, ...] = (
        Verdict(figure, facts, sentence),
        Table("Step by step up the hill", columns, tuple(rows), here, Mark.DERIVED),
        *ledger(hurt, speed.exponent + extra, 0, words="Your dice on foot", against="Your own +Ob on foot"),
    )
    return Answer(values, blocks)


class Spotter(Option):
    """With what someone looks for a swooner. Source: RNC-36."""

    PERCEPTION = "perception", "Perception"
    OBSERVATION = "observation", "Observation"


@calculator("hesitating-at-range", rules="RNC-36")
def hesitating_at_range(
    reaction: Annotated[Reaction, Asked("You")] = Reaction.SWOON,
    short: Annotated[int, Between(1, 30), Asked("Your Steel test fell short by", quick=(1, 2, 3))] = 2,
    maneuver: Annotated[bool, Asked("It was a Steel maneuver")] = False,
    ability: Annotated[
        Ability, Asked("Your Stealthy, or your Speed", "To swoon, or to run.", quick=QUICK), sheet("ability")
    ] = B4,
    successes: Annotated[
        int | None, Between(0, 30), Asked("Stealthy rolled", "Empty: not yet", more=True, quick=(0, 1, 2, 3))
    ] = None,
    spotter: Annotated[Spotter, Asked("They look with", more=True)] = Spotter.OBSERVATION,
    looks: Annotated[Ability, Asked("Their Perception or Observation", more=True, quick=QUICK)] = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """I lost my nerve under fire: what now?"""
    try:
        lost = rules.reaction(reaction)
    except Refused as error:
        raise Unusable("reaction", str(error)) from None
    margin = by_margin(Conflict.RANGE, short > 1, maneuver, ask)
    volleys = lost_there(Conflict.RANGE, short, by_margin=margin)
    units = Conflict.RANGE.units(volleys)
    values: dict[str, Any] = {
        "volleys": volleys,
        "loses": lost.loses,
        "target": lost.target,
        "cover_after": lost.cover,
    }
    needs = "skill" if lost.hides else "speed" if lost.maneuvers else ""
    hurt = feels(wounds, ability, ask, ELEMENTS[needs]) if needs else Felt()
    if hurt.gone:
        return no_test(hurt.gone, **values)
    more = Told((), (), {})
    if lost.hides:
        more = _swoons(ability, hurt, successes, (spotter, looks), ask)
    elif lost.maneuvers:
        more = _runs(ability, hurt)
    target = more.values.get("target", lost.target)
    facts = (
        *more.facts,
        Fact("positioning is lost" if lost.loses else "you may withdraw"),
        Fact("a target" if target else "no target once hidden"),
    )
    does = BEHAVIORS[Conflict.RANGE, reaction].does
    blocks = (
        Verdict(f"{units} lost", facts, f"{reaction.words} for {units}. {does}"),
        *more.blocks,
        _all_reactions(reaction),
        Note("Aim, cover and range dice are gone at once.", rule="RNC-36"),
    )
    return Answer(values | more.values, blocks, more.marks)


@dataclass(frozen=True, slots=True)
class Told:
    """What one reaction adds to the answer."""

    facts: tuple[Fact, ...]
    blocks: tuple[Block, ...]
    values: dict[str, Any]
    marks: tuple[LogTest, ...] = ()


def _swoons(
    ability: Ability, hurt: Felt, successes: int | None, looking: tuple[Spotter, Ability], ask: Rulings
) -> Told:
    """Dropping out of sight, and being found."""
    test = Test.of(ability.shade, ability.exponent - hurt.lost, 1 + hurt.added, ask)
    note = Note("One success of Stealthy, and nobody can shoot you.", rule="RNC-36")
    borne = ledger(hurt, ability.exponent, 1)
    if successes is None:
        values: dict[str, Any] = {"hidden": test.chance, "spot": None}
        return Told(
            (Fact(test.chance, "to drop out of sight"),),
            (note, test.odds(), *borne),
            values,
            test.marks("ability", Logs.SKILL),
        )
    marks = test.marks("ability", Logs.SKILL, passed=successes >= test.obstacle)
    hidden = successes - hurt.added
    if hidden < 1:
        return Told((Fact("in plain sight"),), (note, *borne), {"hidden": 0, "spot": None, "target": True}, marks)
    found = _spotted(hidden, *looking, ask)
    values = {"hidden": 1, "spot": found.obstacle, "found": found.chance}
    return Told(
        (Fact(Obstacle(found.obstacle), "to spot you"), Fact(found.chance, "to be found")),
        (note, found.odds(), *borne),
        values,
        marks,
    )


def _runs(ability: Ability, hurt: Felt) -> Told:
    """Running with Speed: no dice for range and cover."""
    running = CARDS[Maneuver.SPEED_WITHDRAW].dice
    dice = max(0, ability.exponent + running - hurt.lost)
    lines = (Line(ability.exponent, "Speed", "RNC-18"), Line(running, "Speed Withdraw", "RNC-22"), hurt.dice)
    worked = Working(lines, dice, "Run: no dice for range or cover", "D")
    borne = ledger(replace(hurt, lost=0), dice, 0, against="Your own +Ob")
    return Told((Fact(DiceCount(dice), "to run with Speed"),), (worked, *borne), {"dice": dice})


def _spotted(hidden: int, spotter: Spotter, looks: Ability, ask: Rulings) -> Test:
    """The test of someone who stands over a swooner hidden by so many successes, 1 or more. Source: RNC-36."""
    perception = spotter is Spotter.PERCEPTION
    doubled = perception and ask["range.swoon-perception"] == "double"
    obstacle = rules.spotting(hidden, perception=perception, doubled=doubled)
    opens = perception and open_ended(ELEMENTS["perception"], ask)
    return Test.of(looks.shade, looks.exponent, obstacle, ask, opens=opens, at="successes")


def _all_reactions(chosen: Reaction) -> Table:
    """The four reactions side by side."""
    every: list[Reaction] = [one for one in Reaction if one is not Reaction.OPEN]
    rows = tuple((one, BEHAVIORS[Conflict.RANGE, one].does) for one in every)
    return Table("The four reactions", ("You", "What happens"), rows, every.index(chosen))


@calculator("range-forfeit", rules="RNC-37")
def range_forfeit(
    second: Annotated[Maneuver, Asked("Your second volley was")] = Maneuver.SPEED_CLOSE,
    instead: Annotated[Maneuver, Asked("You want instead")] = Maneuver.PERCEPTION_MAINTAIN,
    when: Annotated[Moment, Asked("You say so")] = Moment.BETWEEN,
    first: Annotated[Maneuver, Asked("Your first volley", more=True)] = Maneuver.SPEED_CLOSE,
    third: Annotated[Maneuver, Asked("Your third volley was", more=True)] = Maneuver.SPEED_CLOSE,
    stealthy: Annotated[bool, Asked("You have the skill Stealthy", more=True)] = True,
    observation: Annotated[bool, Asked("You have Observation", more=True)] = True,
) -> Answer:
    """May I change my second volley?"""
    owned = [means for means, has in ((Means.STEALTHY, stealthy), (Means.OBSERVATION, observation)) if has]
    try:
        found = rules.forfeit((first, second, third), instead, owned, when)
    except Refused as error:
        verdict = Verdict("No", (Fact("the script stands"),), str(error))
        return Answer({"allowed": False, "script": [first.value, second.value, third.value]}, (verdict,))
    words = [one.words if one else Reaction.DROOL.words for one in found.volleys]
    verdict = Verdict(
        "Yes",
        (Fact(instead, "in the second volley"), Fact(Reaction.DROOL, "in the third")),
        f"You play {instead.words} instead of {second.words}; in the third volley you Stand and Drool.",
    )
    rows = tuple(
        (str(number), before.words, after)
        for number, (before, after) in enumerate(zip((first, second, third), words, strict=True), 1)
    )
    blocks: tuple[Block, ...] = (
        verdict,
        Table("Your script", ("Volley", "Before", "Now"), rows, 1),
        Note("In the third volley they win without a test, you may be shot, and you do nothing.", rule="RNC-36"),
    )
    return Answer({"allowed": True, "script": [one.value if one else "drool" for one in found.volleys]}, blocks)
