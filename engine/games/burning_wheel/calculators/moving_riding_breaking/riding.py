"""Riding: the test, the mount's maneuver, rolls and collisions, pursuits, untrained fights (RID-01 to RID-10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.moving_riding_breaking.chase_fields import (
    Act,
    ActOb,
    Animals,
    Called,
    Doubled,
    Forks,
    Hides,
    Mounted,
    Other,
    Reflexes,
    Role,
    Smaller,
    TheirAnimals,
    TheirForks,
    TheirHides,
    TheirOther,
    TheirReflexes,
    TheirRiding,
    TheSmaller,
    Through,
)
from engine.games.burning_wheel.calculators.moving_riding_breaking.chases import chased
from engine.games.burning_wheel.calculators.moving_riding_breaking.common import made_up, riding_test_of
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob, successes
from engine.games.burning_wheel.forms.mounts import HORSE, TheirMount, YourMount
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead, OpenRolled
from engine.games.burning_wheel.forms.saddle import B4, QUICK, Difficult, Gear, MountLost, OtherDice, Riding
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings import riding as read
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.linked import house_of
from engine.games.burning_wheel.rules import linked, steel, throws
from engine.games.burning_wheel.rules import mounts as beasts
from engine.games.burning_wheel.rules import riding as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.chase import Where, Who, floored
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage, ims
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.linked import Link
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.riding import Botched, Pace, Task, Terrain
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.versus import CallOn
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked


@calculator("riding-test", rules="RID-01 RID-02 RID-03 RID-04")
def riding_test(
    riding: Riding = B4,
    mount: YourMount = HORSE,
    gear: Gear = True,
    difficult: Difficult = 0,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does it do what you want?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    test, ledgers = riding_test_of(riding, rules.obstacle(beast, difficult), ask, felt, gear=gear, other=other)
    blocks: list[Block] = [test.verdict(), *ledgers, test.odds()]
    if not beast.trained:
        blocks.append(Note("Without Rider Training it throws its rider at the first chance.", rule="RID-02"))
    return Answer(
        {**test.values, "trained": beast.trained}, (*blocks, *made_up(beast)), test.marks("riding", Kind.SKILL)
    )


@table("mounts")
def mounts() -> Table:
    """The mounts with their numbers."""
    names = ("will", "speed", "power", "forte", "reflexes", "steel")
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            f"{one.words} (not printed)" if one.made_up else one.words,
            *(str(getattr(one, name)) for name in names),
            one.multiplier.words,
            "yes" if one.trained else "no",
            "yes" if one.fights else "no",
        )
        for one in MOUNTS.values()
    )
    columns = ("Mount", *(name.capitalize() for name in names), "Multiplier", "Rider Training", "Mounted Combat")
    return Table("Mounts", columns, rows)


# The mount's own maneuver


@table("maneuver-obstacles")
def maneuver_obstacles() -> Table:
    """The obstacles of a mount's Speed test."""
    rows: list[tuple[Entry, ...]] = [(_up(one.words), ob(one.amount or 0)) for one in Task if one is not Task.NONE]
    added: list[tuple[str, int]] = [(one.words, one.amount or 0) for one in (*Pace, *Terrain)]
    rows += [(_up(words), wording.signed(amount) if amount else None) for words, amount in added]
    return Table("The mount’s Speed against", ("What", "Obstacle"), tuple(rows))


def _up(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


@dataclass(frozen=True, slots=True)
class Course:
    """A maneuver: both linked tests, what came of them, and by how much a mount falls short that falls.

    `by_state` has the mount's dice and obstacle after each outcome of the Riding test, with the chance of that.
    """

    by_state: Mapping[Before, tuple[Pool, int, Fraction]]
    ends: Mapping[Botched, Fraction]
    stages: Mapping[Stage, Fraction]

    @property
    def rider(self) -> Fraction:
        """The chance that the Riding test passes."""
        return sum((chance for state, (*_, chance) in self.by_state.items() if state in linked.PASSED), Fraction(0))


def _course(links: tuple[Link, Link], speed: int, rolled: int | None, ask: Rulings) -> Course:
    """Both tests through to the end. Source: RID-05, RID-06."""
    house = house_of(links, Before.NONE, ask)
    by_state = {}
    ends = dict.fromkeys(Botched, Fraction(0))
    stages = dict.fromkeys(LANDED, Fraction(0))
    for state, chance in linked.outcomes(links[0], Before.NONE, house).items():
        if not chance:
            continue
        pool, needed = linked.modified(links[1], state, house)
        by_state[state] = (pool, needed, chance)
        falls = read.falls(needed, speed, ask)
        law = dict(rules.short_by(successes(pool), needed))
        if rolled is not None:
            law = {needed - rolled: Fraction(1)} if rolled < needed else {}
        ends[Botched.DONE] += chance * (1 - sum(law.values(), Fraction(0)))
        for short, share in law.items():
            ends[Botched.FALLS if falls else Botched.BALKS] += chance * share
            if falls:
                stages[rules.stage(short)] += chance * share
    return Course(by_state, ends, stages)


@calculator("mount-maneuver", rules="RID-05 RID-06")
def mount_maneuver(
    riding: Riding = B4,
    mount: YourMount = HORSE,
    task: Annotated[Task, Asked("It must")] = Task.TURN,
    pace: Annotated[Pace, Asked("It goes at")] = Pace.QUICK,
    terrain: Annotated[frozenset[Terrain], Asked("Over", gm=True)] = frozenset(),
    gear: Gear = True,
    difficult: Difficult = 0,
    ridden: Annotated[int | None, COUNTED, Asked("Your successes, once rolled", quick=QUICK_SUCCESSES)] = None,
    ran: Annotated[int | None, COUNTED, Asked("The mount’s, once rolled", quick=QUICK_SUCCESSES)] = None,
    other: OtherDice = 0,
    mount_lost: MountLost = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the mount make it?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    test, ledgers = riding_test_of(riding, rules.obstacle(beast, difficult), ask, felt, gear=gear, other=other)
    own = rules.maneuver(task, pace, terrain)
    links = rules.chain(test.pool, test.obstacle, beast.speed.pool(-mount_lost), own.total, ridden)
    found = _course(links, beast.speed.exponent, ran, ask)
    values = {
        "obstacle": test.obstacle,
        "dice": test.dice,
        "needed": own.total,
        "rider": found.rider,
        **{one.value: found.ends[one] for one in Botched},
        **{f"fall_{stage.value}": chance for stage, chance in found.stages.items()},
    }
    after: tuple[tuple[Entry, ...], ...] = tuple(
        (_STATES[state], DiceCount(pool.dice), Obstacle(needed), chance)
        for state, (pool, needed, chance) in found.by_state.items()
    )
    blocks: list[Block] = [
        _makes(found, own.total, settled=ridden is not None and ran is not None),
        Table("The mount’s Speed test", ("Your Riding", "Its dice", "Against", "Chance"), after, mark=Mark.DERIVED),
    ]
    if found.ends[Botched.FALLS]:
        rows: tuple[tuple[Entry, ...], ...] = tuple((stage, chance or None) for stage, chance in found.stages.items())
        blocks.append(Table("If it rolls or collides, how hard", ("Stage", "Chance"), rows, mark=Mark.DERIVED))
    blocks += [Working(own.lines, own.total, "Obstacle of the mount"), *ledgers, *made_up(beast)]
    passed = None if ridden is None else ridden >= test.obstacle
    return Answer(values, tuple(blocks), test.marks("riding", Kind.SKILL, passed=passed))


_STATES = {Before.EXCEEDED: "exceeded", Before.MET: "met", Before.FAILED: "failed"}


def _makes(found: Course, needed: int, *, settled: bool) -> Verdict:
    done, balks, falls = (found.ends[one] for one in Botched)
    if settled:
        end = next(one for one in Botched if found.ends[one])
        return Verdict(_up(end.words), (Fact(ob(needed), "for the mount"),), f"{_up(end.words)}.")
    shown = wording.percent(done)
    facts = (
        Fact(found.rider, "you pass Riding"),
        *((Fact(balks, "it balks"),) if balks else ()),
        *((Fact(falls, "rolls or collides"),) if falls else ()),
    )
    return Verdict(shown, facts, f"It makes it {often(done)}.", Mark.DERIVED)


# Rolls and collisions


class Under(Option):
    """What a mount rolls on. Source: RID-07."""

    MUD = Ground.MUD.value, Ground.MUD.words, Ground.MUD.amount
    GRASS = Ground.GRASS.value, Ground.GRASS.words, Ground.GRASS.amount
    ROAD = Ground.ROAD.value, Ground.ROAD.words, Ground.ROAD.amount
    ROCKS = Ground.ROCKS.value, Ground.ROCKS.words, Ground.ROCKS.amount


@branch("It rolls")
class Rolls:
    """The mount rolls, with its rider or over them."""

    ground: Annotated[Under, Asked("On", gm=True)] = Under.ROAD


@branch("It runs into something")
class Collides:
    """The mount collides with something."""

    what: Annotated[Ground, Asked("With", gm=True)] = Ground.BRICK


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall: the Power behind it, and how hard it hits by each margin."""

    worked: Worked
    damage: Damage
    va: int

    @classmethod
    def of(cls, beast: beasts.Mount, how: Rolls | Collides) -> "Fall":
        """That of a mount. Source: RID-07, RID-08."""
        if isinstance(how, Rolls):
            worked, power = rules.rolls(beast, Ground.of(how.ground.value)), beast.power.exponent
        else:
            worked, power = rules.collides(beast, how.what), beast.speed.exponent
        return cls(worked, ims(worked.total), throws.va(power))


@calculator("mount-falls", rules="RID-07 RID-08")
def mount_falls(
    mount: YourMount = HORSE,
    how: Annotated[Rolls | Collides, Asked("What happens")] = Rolls(),
    short: Annotated[int, Between(1, 20), Asked("Successes it was short", quick=(1, 2, 3, 5))] = 1,
    riding: Riding = B4,
    roll: Annotated[Ahead | OpenRolled, Asked("To stay on")] = Ahead(),
    tolerances: Annotated[Preset | Own, Asked("Your tolerances"), sheet("tolerances")] = Preset(),
    gear: Gear = True,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How badly do you fall?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    fall = Fall.of(beast, how)
    base = Worked((Line(rules.STAY_ON, "To stay on", "RID-07"),))
    test, ledgers = riding_test_of(riding, base, ask, felt, gear=gear, other=other)
    rolled = roll.successes if isinstance(roll, OpenRolled) else None
    rolls = isinstance(how, Rolls)
    stays = None if rolled is None else rolled >= test.obstacle
    stage = rules.stage(short)
    by_riding = rolls and read.by_riding(ask)
    if by_riding and rolled is not None:
        stage = rules.stage(max(0, test.obstacle - rolled))
    spared = bool(rolls and stays and read.stays_unhurt(ask))
    hurts = [] if spared or stage is Stage.MISS else ["rider", *_too(rolls, ask)]
    hit = fall.damage.at(stage) if stage in LANDED else None
    level = tolerances.placed.level(hit) if hit is not None else None
    values: dict[str, Any] = {
        "stage": Stage.MISS.value if spared else stage.value,
        "hit": "" if spared or hit is None else str(hit),
        "level": level.value if level is not None and "rider" in hurts else "none",
        "hurt": hurts,
        "va": fall.va,
        "power": fall.worked.total,
        "stays": test.chance if rolls else None,
    }
    said = (str(hit) if hit else None, level.wound if level else None)
    known = not by_riding or rolled is not None
    blocks: list[Block] = [
        _fallen(stage, said, test, rolls=rolls, stays=stays, spared=spared) if known else _open(test),
        *(() if known else (_by_riding(test),)),
        _stages(fall, stage if known else None, tolerances.placed, beast.tolerances if _too(rolls, ask) else None),
        Working(fall.worked.lines, fall.worked.total, "Power behind it"),
        *(ledgers if rolls else ledger(felt, test.dice, None)),
        Note(f"Only plates and helmets help against it, at VA {fall.va}.", rule="MAT-05"),
        *made_up(beast),
    ]
    wound = (AddRow("wounds", {"hit": str(hit)}),) if "rider" in hurts and (not rolls or stays is not None) else ()
    marks = test.marks("riding", Kind.SKILL, passed=stays) if rolls else ()
    return Answer(values, tuple(blocks), (*marks, *wound))


def _too(rolls: bool, ask: Rulings) -> list[str]:
    """Who else than the rider is hurt. Source: RID-08."""
    return ["mount"] if not rolls and read.beast_too(ask) else []


def _open(test: Test) -> Verdict:
    """Nobody has rolled, and it is the roll that says how hard."""
    shown = wording.percent(test.chance)
    said = f"You stay on {often(test.chance)}. If not, it hits the harder the more you fall short."
    return Verdict(shown, (Fact(ob(test.obstacle), "Riding"), Fact("you stay on")), said, Mark.DERIVED)


def _by_riding(test: Test) -> Table:
    """How hard a mount rolls over a rider who did not stay on, where the Riding test says so. Source: RID-07."""
    chances = dict.fromkeys(LANDED, Fraction(0))
    for short, chance in rules.short_by(test.law, test.obstacle).items():
        chances[rules.stage(short)] += chance
    rows: tuple[tuple[Entry, ...], ...] = tuple((stage, chance or None) for stage, chance in chances.items())
    return Table("How far you fall short of staying on", ("Stage", "Chance"), rows, mark=Mark.DERIVED)


def _stages(fall: Fall, stage: Stage | None, yours: Tolerances, beast: Tolerances | None) -> Table:
    """Where each stage lands, and what wound that is for the rider, and for the mount where it is hurt as well."""
    rows: list[tuple[Entry, ...]] = []
    for place, one in enumerate(LANDED):
        hit = fall.damage.at(one)
        wounds = (yours.level(hit), *((beast.level(hit),) if beast else ()))
        rows.append((one, 1 + 2 * place, str(hit), *wounds))
    columns = ("Stage", "Short by", "Lands at", "You", *(("The mount",) if beast else ()))
    return Table("At each stage", columns, tuple(rows), LANDED.index(stage) if stage in LANDED else None)


def _fallen(
    stage: Stage, said: tuple[str | None, str | None], test: Test, *, rolls: bool, stays: bool | None, spared: bool
) -> Verdict:
    """How it ends for the rider; `said` are the place of the hit and the wound."""
    hit, wound = said
    if spared or hit is None:
        return Verdict("You stay on", (Fact("unhurt"),), "You stay in the saddle, and are not hurt.")
    figure = f"{stage.words} {hit}"
    if rolls and stays is None:
        facts = (Fact(test.chance, "you stay on"), Fact(ob(test.obstacle), "Riding"), Fact(wound or "", "if not"))
        return Verdict(figure, facts, f"You stay on {often(test.chance)}. If not, it hits you with {hit}: {wound}.")
    on = ("you stay on",) if rolls and stays else ("thrown",) if rolls else ()
    return Verdict(figure, (Fact(wound or ""), *map(Fact, on)), f"{figure}: {wound}.")


# Pursuit


@calculator("mounted-pursuit", rules="RID-09")
def mounted_pursuit(
    who: Role = Who.PURSUER,
    riding: Riding = B4,
    mount: YourMount = HORSE,
    reflexes: Reflexes = 4,
    their_riding: TheirRiding = B4,
    their_mount: TheirMount = HORSE,
    their_reflexes: TheirReflexes = 4,
    where: Through = Where.ANYWHERE,
    act: Act = None,
    act_obstacle: ActOb = Obstacle(1),
    animals: Animals = False,
    their_animals: TheirAnimals = False,
    hides: Hides = False,
    their_hides: TheirHides = False,
    smaller: TheSmaller = Smaller.NEITHER,
    doubled: Doubled = False,
    forks: Forks = 0,
    their_forks: TheirForks = 0,
    other: Other = 0,
    their_other: TheirOther = 0,
    call_on: Called = CallOn.NONE,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who is the better rider, on the better mount?"""
    ride = Mounted(
        riding,
        mount,
        reflexes,
        their_riding,
        their_mount,
        their_reflexes,
        where,
        animals,
        their_animals,
        hides,
        their_hides,
        smaller,
        doubled,
        forks,
        their_forks,
        other,
        their_other,
        wounds,
    )
    sides = ride.sides(who, call_on, ask)
    if sides.felt.gone:
        return no_test(sides.felt.gone)
    found = chased(sides, act, act_obstacle, ask)
    return Answer(found.values, (*found.blocks, *made_up(mount.mount, their_mount.mount)))


# A fight without training


@calculator("untrained-saddle", rules="RID-10")
def untrained_saddle(
    trained: Annotated[bool, Asked("You have Mounted Combat training"), sheet("mounted-combat-training")] = False,
    skill: Annotated[Ability, Asked("Your weapon skill", quick=QUICK), sheet("skill")] = B4,
    obstacle: Annotated[Obstacle, Asked("Obstacle on foot", gm=True, quick=(1, 2, 3))] = Obstacle(1),
    mount: YourMount = HORSE,
    exchanges: Annotated[int, Between(1, 12), Asked("Exchanges", quick=(1, 2, 3, 5))] = 3,
    harder: Annotated[int, Between(0, 10), Asked("What frightens it adds", gm=True, more=True, quick=(0, 1, 2))] = 0,
    mount_lost: MountLost = 0,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost to fight from the saddle untrained?"""
    felt = feels(wounds, skill, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    against = Worked(
        (
            Line(obstacle, "On foot", "WPN-04"),
            Line(0 if trained else rules.UNTRAINED, "No Mounted Combat training", "RID-10"),
            felt.obstacle,
        )
    )
    dice = floored([Line(skill.exponent, "Skill", "WPN-04")], other, felt.lost, "HUB-10")
    test = Test.of(skill.shade, dice.total, against.total, ask)
    nerve = _nerve(beast, mount_lost, harder, ask)
    holds = Fraction(1) if beast.fights else nerve.chance**exchanges
    facts = (
        *test.facts,
        Fact(holds, f"mount holds {wording.count(exchanges, 'exchange')}"),
    )
    through = wording.count(exchanges, "exchange")
    said = f"You fight at {ob(test.obstacle)}. The mount holds through {through} {often(holds)}."
    values = {
        **test.values,
        "tests_steel": not beast.fights,
        "hesitation": nerve.obstacle,
        "steel": Fraction(1) if beast.fights else nerve.chance,
        "holds": holds,
    }
    blocks: list[Block] = [
        Verdict(ob(test.obstacle), facts, said, Mark.DERIVED),
        Working(against.lines, against.total, "Obstacle of a melee maneuver"),
        Working(dice.lines, dice.total, "Dice", "D"),
        *_by_exchange(beast, nerve, exchanges),
        *made_up(beast),
    ]
    return Answer(values, tuple(blocks), test.marks("skill"))


def _nerve(beast: beasts.Mount, lost: int, harder: int, ask: Rulings) -> Test:
    """The Steel test of a mount that has never learned to fight. Source: RID-10, STE-02."""
    pool = beast.steel.pool(-lost, open_ended(ELEMENTS["steel"], ask))
    return Test(pool, steel.hesitation(beast.will).total + harder, ask)


def _by_exchange(beast: beasts.Mount, nerve: Test, exchanges: int) -> Sequence[Block]:
    if beast.fights:
        return (Note("It has learned to fight, and tests no Steel for it.", rule="RID-10"),)
    rows: tuple[tuple[Entry, ...], ...] = tuple((number, nerve.chance**number) for number in range(1, exchanges + 1))
    said = f"Each exchange begins with its Steel: {nerve.dice} dice against its hesitation, {nerve.obstacle}."
    return (
        Note(said, rule="RID-10"),
        Table("Still steady at the start of", ("Exchange", "Chance"), rows, mark=Mark.DERIVED),
    )
