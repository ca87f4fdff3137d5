"""The wound tracker: someone's wounds, or a group's, from the blow to the last day in bed, as a session (INJ-35)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Told
from engine.effects import Effect
from engine.forms import Asked
from engine.games.burning_wheel.calculators.wounds.wound_stage import fates, stage, under
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.fall import throw
from engine.games.burning_wheel.forms.healing import Healer, Skilled
from engine.games.burning_wheel.forms.wound_tracker import (
    Blow,
    By,
    ClearCobwebs,
    EndScene,
    GritTeeth,
    Hit,
    LetGo,
    OneCharacter,
    Opponents,
    StopBleeding,
    TestHealth,
    TimePasses,
    TreatWound,
    Whose,
    WillToLive,
)
from engine.games.burning_wheel.forms.wounds import WoundRow
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings import bleeding, healing
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import elsewhere
from engine.games.burning_wheel.rules import staunching, times, treatment
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.recovery import LONG
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.treatment import Medic
from engine.games.burning_wheel.rules.wound_tracker import Body, Patient, Scene
from engine.games.burning_wheel.rules.wounded import Relief
from engine.games.burning_wheel.rules.wounds import Level, NewWound
from engine.games.burning_wheel.sheet.effects import KeepWounds, SetAbility, Spend
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session

TABLE = "table"
B7 = Coordinate(7)
RULINGS = (
    "healing.hands",
    "wounds.obstacle-scope",
    "wounds.steel-on-bleeding",
    "learning.mixed-bonus",
    "advancement.no-dice",
    "edition",
)


@dataclass(frozen=True, slots=True)
class Kept:
    """Everyone's wounds, the blow that lands, how the table reads the rules, and what the last step brought."""

    whose: Whose
    scene: Scene
    blow: Coordinate
    ask: Rulings
    told: tuple[Told, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether it is one character, with a sheet."""
        return isinstance(self.whose, OneCharacter)


def start(
    whose: Annotated[Whose, Asked("Who is hurt")] = OneCharacter(),
    *,
    ask: Rulings,
) -> Kept:
    """What becomes of these wounds?"""
    once = ask["wounds.shrug-again"] == "no"
    body = Body(whose.stats, whose.placed, bleeding.tracked(whose.forte, whose.health, ask), healing.tracked(ask), once)
    people = [Patient.whole(name, body) for name in whose.names]
    if isinstance(whose, OneCharacter):
        for row in whose.wounds:
            people[0] = people[0].borne(row.hit, row.back)
    blow = whose.blow if isinstance(whose, Opponents) else B7
    return Kept(whose, Scene.of(*people), blow, Rulings(NAME, {name: ask[name] for name in RULINGS}))


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What may happen now; each of a group has a button for the blow that hits them."""
    people = state.scene.people
    if all(one.dead for one in people):
        return {}
    found: dict[str, Sequence[Any]] = {}
    if not state.alone:
        for one in people:
            if one.may_hit:
                hit = Offer(Blow(state.blow), f"{one.name} is hit", words=one.name, more="Where, and how hard")
                found[one.name] = (hit,)
    found[TABLE] = tuple(_open_now(state))
    return found


def _open_now(state: Kept) -> Iterator[Any]:
    """What the table may do: of all, only what is open now, and its form begins with whom or what it is open to."""
    scene, living = state.scene, [(at, one) for at, one in enumerate(state.scene.people) if not one.dead]
    if state.alone and living[0][1].may_hit:
        yield Hit(state.blow)
    yield TimePasses()
    if who := _first(living, lambda one: bool(one.unsaid)):
        yield WillToLive(who)
    if wound := _number(scene, lambda one: one.bleeding):
        yield StopBleeding(wound)
    if wound := _number(scene, lambda one: one.tendable):
        at, own = scene.whose(wound - 1)
        yield TreatWound(wound, Skilled(_able(scene.people[at].heals_as(own))))
    if wound := _number(scene, lambda one: () if one.dying else one.waits):
        yield TestHealth(wound)
    if who := _first(living, lambda one: bool(one.obstacle) and Level.MORTAL not in one.levels):
        yield ClearCobwebs(who=who)
    if who := _first(living, lambda one: one.may_grit):
        yield GritTeeth(who=who)
    if any(one.shrugged or one.gritted for _, one in living):
        yield EndScene
    if who := _first(living, lambda one: one.dying):
        yield LetGo(who)


def _first(living: Sequence[tuple[int, Patient]], fits: Callable[[Patient], bool]) -> int:
    """The number of the first person whom something fits, 0 where it fits nobody."""
    return next((at + 1 for at, one in living if fits(one)), 0)


def _number(scene: Scene, of: Callable[[Patient], Sequence[int]]) -> int:
    """The number of the first wound among those of each person, 0 where there is none."""
    for number, (at, own) in enumerate(scene.order, 1):
        if own in of(scene.people[at]):
            return number
    return 0


def _able(level: Level) -> Medic:
    """The first skill that can treat such a wound."""
    return next(medic for medic in Medic if treatment.obstacle(level, medic) is not None)


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """Everyone's wounds after one step."""
    before = state.scene
    match move:
        case Hit() | Blow():
            after = _hit(state, side, move)
        case TimePasses(amount, unit):
            words = f"{wording.count(amount, unit.words.removesuffix('s'))} later."
            minutes = Fraction(amount * unit.seconds, times.Unit.MINUTES.seconds)
            after = _told(state, before.later(minutes), words, "INJ-16")
        case EndScene():
            after = _told(state, before.scene_ends(), "The scene ends: all pain is back.", "INJ-20")
        case ClearCobwebs():
            after = _shaken_off(state, Relief.SHRUG, move, dice)
        case GritTeeth():
            after = _shaken_off(state, Relief.GRIT, move, dice)
        case StopBleeding() | TreatWound():
            after = _tended(state, move, dice)
        case TestHealth():
            after = _health(state, move, dice)
        case WillToLive(who):
            at = _person(state, who)
            scene = before.becomes(at, before.people[at].will(lives=True))
            after = _told(
                state, scene, f"{before.people[at].name} has the will to live.", "INJ-17", Spend("persona", 1)
            )
        case LetGo(who):
            at = _person(state, who)
            scene = before.becomes(at, before.people[at].will(lives=False))
            after = _told(state, scene, f"{before.people[at].name} does not have the will to live.", "INJ-17")
        case _:
            return state
    return replace(
        after,
        told=(*after.told, *fates(before, after.scene, state.ask)),
        effects=(*_kept(after), *after.effects, *_losses(state, after)),
    )


def _told(state: Kept, scene: Scene, text: str, rule: str, *effects: Effect) -> Kept:
    """The state after a step with its line, and what the sheet of a single character is told."""
    return replace(state, scene=scene, told=(Told(0, text, rule),), effects=effects if state.alone else ())


def _person(state: Kept, who: int) -> int:
    """Whom a number means. Raises `Refused` where there is nobody of that number."""
    if who > len(state.scene.people):
        raise Refused(f"There {'is' if state.alone else 'are'} {len(state.scene.people)} here; this says {who}.")
    return who - 1


def _hit(state: Kept, side: str, move: Hit | Blow) -> Kept:
    """A blow lands on whoever's button it was."""
    at = 0 if state.alone else [one.name for one in state.scene.people].index(side)
    person = state.scene.people[at]
    level = person.body.tolerances.level(move.hit)
    scene = state.scene.becomes(at, person.hit(move.hit, move.part.location))
    state = replace(state, blow=move.hit)
    where = f" in the {move.part.words.lower()}" if move.part.location else ""
    if level is Level.NONE:
        return _told(state, scene, f"{person.name}: {move.hit}{where} is no wound.", "INJ-07")
    alone = sum(one is Level.SUPERFICIAL for one in scene.people[at].levels)
    wound = NewWound(level, alone)
    steel = " It tests Steel." if wound.steel_test else ""
    text = f"{person.name}: {move.hit}{where}, a {level.wound}, {wound.taken.takes}.{steel}"
    return _told(state, scene, text, "INJ-04")


def _shaken_off(state: Kept, way: Relief, move: ClearCobwebs | GritTeeth, dice: Dice) -> Kept:
    """Pain is shaken off, by a Health test or for a point."""
    at = _person(state, move.who)
    person, rule = state.scene.people[at], "INJ-18" if way is Relief.SHRUG else "INJ-19"
    won = "the +1 Ob is gone" if way is Relief.SHRUG else "a die is back"
    if (move.by if isinstance(move, ClearCobwebs) else move.way) is By.ARTHA:
        spent = Spend("fate", 1) if way is Relief.SHRUG else Spend("persona", 1)
        text = f"{person.name} spends 1 {spent.what.capitalize()}: {won} until the scene ends."
        return _told(state, state.scene.becomes(at, person.shake_off(way)), text, rule, spent)
    person.shake_off(way)  # refused before any die falls
    added = elsewhere(person.obstacle, state.ask)
    health = state.whose.health
    rolled = throw(dice, f"Health of {person.name}", move.successes)(health.pool())
    passed = rolled >= way.obstacle + added
    said = f"{won} until the scene ends" if passed else "it does not help"
    text = f"{person.name}: Health against {ob(way.obstacle + added)}, {_successes(rolled)}: {said}."
    scene = state.scene.becomes(at, person.shake_off(way, rolled - added))
    marks = marks_of("whose.health", classes_of(health.exponent, way.obstacle + added, state.ask), Kind.HEALTH)
    return _told(state, scene, text, rule, *marks)


def _successes(count: int) -> str:
    return wording.count(count, "success", "successes")


def _hands(healer: Healer, ask: Rulings) -> tuple[Medic | None, Ability]:
    """The skill that helps, and its dice."""
    if isinstance(healer, Skilled):
        return healer.medic, healer.skill
    return None, healing.hands_of(healer.perception, healer.agility, ask)


def _tended(state: Kept, move: StopBleeding | TreatWound, dice: Dice) -> Kept:
    """Someone stops the bleeding of a wound, or treats it."""
    at, number = state.scene.whose(move.wound - 1)
    person = state.scene.people[at]
    treats = isinstance(move, TreatWound)
    medic, own = _hands(move.healer if isinstance(move, TreatWound) else move.hands, state.ask)
    level = person.heals_as(number) if treats else person.level(number)
    asked = treatment.asked(level, medic) if treats else staunching.obstacle(level, medic)
    person.treat(number, medic, asked) if treats else person.staunch(number, medic, asked)
    words = f"{treatment.SKILLS[medic].words} on wound {move.wound}"
    rolled = throw(dice, words, move.successes)(own.pool(move.helping))
    speed = min(move.speed, max(0, rolled - asked))
    percent = times.working(False, speed).total
    if treats:
        after, rule = person.treat(number, medic, rolled, speed, percent), "INJ-24"
    else:
        after, rule = person.staunch(number, medic, rolled, percent), "INJ-31"
    did = "treated" if treats else f"staunched for {shown_hours(person)}"
    came = did if rolled >= asked else "it fails"
    lasted = times.in_words(int((after.now - person.now) * 60), times.Unit.HOURS)
    extra = rolled - asked - speed
    dice_left = f", +{extra}D for Health" if treats and extra > 0 else ""
    text = f"{words}, {person.name}: {ob(asked)}, {_successes(rolled)}, {lasted}: {came}{dice_left}."
    return _told(state, state.scene.becomes(at, after), text, rule)


def shown_hours(person: Patient) -> str:
    """How long a stop holds."""
    return wording.count(person.body.blood.health, "hour")


def _health(state: Kept, move: TestHealth, dice: Dice) -> Kept:
    """Health is tested for a wound; where nobody says how long it takes, that is rolled too."""
    at, number = state.scene.whose(move.wound - 1)
    person = state.scene.people[at]
    asked = person.asks(number) + elsewhere(person.obstacle, state.ask)
    level, health = person.heals_as(number), state.whose.health
    counted = health.exponent + person.injuries[number].bonus
    amount = move.time
    if level in LONG and amount is not None:
        person.heal(number, asked, amount, move.stat)  # refused before any die falls
    pool = health.pool(person.injuries[number].bonus + move.artha)
    rolled = throw(dice, f"Health of {person.name}, wound {move.wound}", move.successes)(pool)
    if level in LONG and amount is None:
        long = LONG[level]
        amount = long.fell(dice.roll(f"Time to heal, {long.rolled}", long.dice))
    after = person.heal(number, rolled - asked + person.asks(number), amount, move.stat)
    found = after.injuries[number].outcome
    ends = "death" if found is None and after.dead else found.end.words if found else "the next stage begins"
    text = f"{person.name}, wound {move.wound}: Health against {ob(asked)}, {_successes(rolled)}: {ends}."
    marks = marks_of("whose.health", classes_of(counted, asked, state.ask), Kind.HEALTH)
    spent = (Spend("persona", move.artha, "whose.health"),) if move.artha else ()
    return _told(state, state.scene.becomes(at, after), text, "INJ-21", *marks, *spent)


def _kept(state: Kept) -> tuple[Effect, ...]:
    """The wounds as a sheet keeps them: each where it lies as it is now, with the dice that are back."""
    if not state.alone:
        return ()
    one = state.scene.people[0]
    rows = []
    for number, injury in enumerate(one.injuries):
        if (level := one.level(number)) is Level.NONE:
            continue
        stays = one.body.tolerances.level(injury.hit) is level
        hit = injury.hit if stays else one.body.tolerances.places[level]
        rows.append(WoundRow(hit, one.back(number)))
    return (KeepWounds.of(rows),)


def _losses(state: Kept, after: Kept) -> tuple[Effect, ...]:
    """What a wound that has closed takes off the stats of a sheet for good. Source: INJ-29, INJ-30."""
    whose = state.whose
    if not isinstance(whose, OneCharacter):
        return ()
    then, now = state.scene.people[0].stats, after.scene.people[0].stats
    found = []
    for stat in Stat:
        if now[stat] != then[stat]:
            ability: Ability = getattr(whose, stat.value)
            left = Ability(ability.shade, now[stat])
            found.append(SetAbility(f"whose.{stat.value}", {"ability": str(left)}))
    return tuple(found)


def show(state: Kept) -> Answer:
    """How everyone stands."""
    scene = state.scene
    people = [
        {
            "name": one.name,
            "condition": "dead" if one.dead else one.condition.value,
            "lost": one.lost,
            "obstacle": one.obstacle,
            "wounds": [level.value for level in one.levels],
            "left": 0 if one.dead else one.collapse.left,
        }
        for one in scene.people
    ]
    first = people[0]
    blocks: list[Block] = [stage(scene), *under(scene, state.whose.health, state.ask)]
    return Answer(
        {**first, "people": people, "minutes": scene.now, "standing": sum(one["condition"] == "up" for one in people)},
        tuple(blocks),
        state.effects,
    )


session("wound-tracker", rules="INJ-35", start=start, moves=moves, step=step, show=show)
