"""Locks, getting out of them, and tackles (MEL-27 to MEL-29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.words import logged
from engine.games.melee.calculators.attacking.maneuver import Attempt, attempt, no_hand
from engine.games.melee.forms.foe import (
    PLAINLY,
    QUICK_STATS,
    STANDS,
    STAT,
    Bigger,
    Fell,
    FreeHand,
    OfTarget,
    OfYours,
    PowerOrSkill,
    Shield,
    ShieldLost,
    Untaught,
    YourPower,
)
from engine.games.melee.forms.people import B4, B5, B6, QUICK, Speed
from engine.games.melee.readings import special as read
from engine.games.melee.readings import turn as turns
from engine.games.melee.rules import damage, lock, prone, shields, special
from engine.games.melee.rules.shields import Kind
from engine.games.melee.rules.special import Edge, Maneuver
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

MOST_PRESSURE = 20
ROUNDS = 6
PRESSURE = Between(0, MOST_PRESSURE)
STRIDE = Between(1, 20)


# --- Lock ---


@dataclass(frozen=True, slots=True)
class Held:
    """Whoever is to be held: what pressure takes dice from, a group of fields. Source: MEL-27."""

    agility: Annotated[int, STAT, Asked("Their Agility", quick=QUICK_STATS)] = 4
    speed: Annotated[int, STAT, Asked("Their Speed", quick=QUICK_STATS)] = 4
    forte: Annotated[int, STAT, Asked("Their Forte", quick=QUICK_STATS)] = 4
    skill: Annotated[int, STAT, Asked("Their best martial or sorcerous skill", quick=QUICK_STATS)] = 4
    lost: Annotated[int, Between(0, 20), Asked("Dice they have lost to wounds", quick=(0, 1, 2))] = 0

    def stats(self, power: int) -> Mapping[Stat, int]:
        """The physical stats, whole."""
        return {Stat.POWER: power, Stat.FORTE: self.forte, Stat.AGILITY: self.agility, Stat.SPEED: self.speed}

    def needed(self, power: int) -> int:
        """The pressure at which they pass out, at least 1. Source: MEL-27."""
        return max(1, min(self.stats(power).values()) - self.lost)


@branch("nothing else")
class Arms:
    """Margin becomes pressure."""


@branch("a bite: Savage Attack and jaws that crush")
class Jaws:
    """Margin may be spent with the teeth."""

    power: Annotated[int, Between(-5, 20), Asked("Weapon Power of the teeth", quick=(0, 1, 2))] = 1
    own: Annotated[YourPower, Asked("Your Power")] = B4


HOLDING: tuple[Block, ...] = (
    Note("Neither of you may Move; from next round an attack on either of you is Ob 1.", rule="MEL-27"),
    Note("When the Lock breaks, you are staggered: +1 Ob on your next action.", rule="MEL-27"),
)


@calculator("mel-lock", rules="MEL-27")
def lock_them(
    ability: PowerOrSkill = B6,
    their_power: Annotated[int, STAT, Asked("Their Power", quick=QUICK_STATS)] = 4,
    pressure: Annotated[int, PRESSURE, Asked("Pressure they are under already", quick=(0, 1, 2))] = 0,
    shield: Shield = Kind.NONE,
    bigger: Bigger = 0,
    successes: Fell = None,
    free: FreeHand = True,
    held: Annotated[Held, Asked("Whom you hold", more=True)] = Held(),
    jaws: Annotated[Arms | Jaws, Asked("Margin may also go into", more=True)] = Arms(),
    lost: ShieldLost = 0,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you get hold of them, and when do they pass out?"""
    if not free:
        return no_hand(Maneuver.LOCK)
    kept = shields.cover(max(0, shield.rating - lost))

    def under(now: int) -> Attempt:
        power = read.resists(their_power, now, ask)
        return attempt(Maneuver.LOCK, ability, power, Edge(bigger), target, yours, wounds, ask, shield=kept)

    one = under(pressure)
    if one.gone:
        return no_test(one.gone)
    needed = held.needed(their_power)
    notes: list[Block] = [*([_bites(one, jaws, ask)] if isinstance(jaws, Jaws) else []), *HOLDING]
    if successes is not None:
        return _gripped(one, successes, pressure, held, their_power, jaws, notes, ask)

    def gains(now: int) -> Mapping[int, Fraction]:
        made = under(now)
        found = {gain: made.just(gain) for gain in range(1, max(0, made.most) + 1)}
        return {0: 1 - sum(found.values(), Fraction(0)), **found}

    by = lock.squeezed(gains, pressure, needed, ROUNDS)
    mean = lock.locks_needed(gains, pressure, needed)
    rows = tuple((number, chance) for number, chance in enumerate(by) if number)
    values: dict[str, Any] = {
        "needed": needed,
        "out": list(by[1:]),
        "locks": mean,
        "chances": {str(gain): chance for gain, chance in gains(pressure).items()},
        **_left(held, their_power, pressure),
    }
    lasting = "never" if mean is None else wording.decimal(mean)
    said = f"You hold them {wording.often(one.chance)}. They pass out at pressure {needed}: "
    said += "these dice never get there." if mean is None else f"{lasting} Locks on average, if they do not struggle."
    blocks: list[Block] = [
        Table("They pass out, if they do not struggle", ("By Lock number", "Chance"), rows, mark=Mark.DERIVED),
        _pressure(one, pressure, needed),
        *([_body(held, their_power, pressure)] if pressure else []),
        *notes,
    ]
    return one.answer("ability", said, (Fact(lasting, "Locks until they pass out"),), *blocks, **values)


def _gripped(
    one: Attempt,
    successes: int,
    pressure: int,
    held: Held,
    their_power: int,
    jaws: Arms | Jaws,
    notes: Sequence[Block],
    ask: Rulings,
) -> Answer:
    """A Lock that has been rolled."""
    margin = one.margin(successes)
    after = pressure + max(0, margin)
    out = lock.passes_out(held.stats(their_power), after, held.lost)
    values: dict[str, Any] = {"pressure": after, "passed_out": bool(out), **_left(held, their_power, after)}
    if isinstance(jaws, Jaws):
        values["bite"] = _bite(jaws, margin, ask) if margin >= 0 else ""
    facts = (Fact("they pass out"),) if out else (Fact(after, "pressure"),)
    figures = ("Out cold" if out else "Held", "They slip away" if not pressure else "No tighter")
    shown = (_body(held, their_power, after), *notes) if margin >= 0 or pressure else ()
    return one.rolled(successes, figures, "ability", facts, *shown, **values)


def _pressure(one: Attempt, pressure: int, needed: int) -> Table:
    """The pressure after this Lock."""
    rows: list[tuple[Entry, ...]] = [
        (pressure + gain, one.just(gain), "they pass out" if pressure + gain >= needed else None)
        for gain in range(max(0, one.most) + 1)
    ]
    return Table("Pressure after this Lock, if it works", ("Pressure", "Chance", ""), tuple(rows), mark=Mark.DERIVED)


def _left(held: Held, power: int, pressure: int) -> dict[str, int]:
    """What pressure and wounds leave, for programs."""
    stats = {stat.value: dice for stat, dice in held.stats(power).items()} | {"skill": held.skill}
    return {name: lock.pressed(max(0, dice - held.lost), pressure) for name, dice in stats.items()}


def _body(held: Held, power: int, pressure: int) -> Table:
    """What pressure leaves of whoever is held."""
    left = _left(held, power, pressure)
    rows: list[tuple[Entry, ...]] = [
        (stat.words, DiceCount(dice), DiceCount(left[stat.value]), None if left[stat.value] else "they pass out")
        for stat, dice in held.stats(power).items()
    ]
    rows.append(("Martial and sorcerous skills", DiceCount(held.skill), DiceCount(left["skill"]), None))
    return Table(f"Under pressure {pressure}", ("", "Whole", "Now", ""), tuple(rows))


def _bites(one: Attempt, jaws: Jaws, ask: Rulings) -> Table:
    """What each margin is worth to the teeth. Source: MEL-27."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (margin, margin, margin + damage.SPECIAL, _bite(jaws, margin, ask) or None)
        for margin in range(max(0, one.most) + 1)
    )
    columns = ("Margin", "Pressure", "Or off disposition", "Or a bite")
    return Table("Spend the margin", columns, rows, mark=Mark.RULING)


def _bite(jaws: Jaws, margin: int, ask: Rulings) -> str:
    """The bite that a margin buys: "Mark B5"; nothing where it is too little."""
    landed = special.struck(margin, direct=read.direct(ask))
    hits = special.bitten(jaws.own.exponent, jaws.power, jaws.own.shade)
    return "" if landed is Stage.MISS else f"{landed.words} {hits.at(landed)}"


# --- Getting out of it ---


class By(Option):
    """What gets someone out of a Lock. Source: MEL-28."""

    BEST = "best", "whichever is best"
    AGILITY = "agility", "Agility"
    SPEED = "speed", "Speed"
    POWER = "power", "Power"
    FORTE = "forte", "Forte"
    BRAWLING = "brawling", "Brawling"
    MARTIAL_ARTS = "martial_arts", "Martial Arts"
    ESCAPE_ARTIST = "escape_artist", "Escape Artist"


STATS = (By.AGILITY, By.SPEED, By.POWER, By.FORTE)
FISTS = (By.BRAWLING, By.MARTIAL_ARTS)
SKILLS = (*FISTS, By.ESCAPE_ARTIST)


@calculator("mel-escape", rules="MEL-28")
def escape(
    pressure: Annotated[int, PRESSURE, Asked("Pressure you are under", quick=(0, 1, 2, 3))] = 2,
    agility: Annotated[Ability, Asked("Agility", quick=QUICK), sheet("agility")] = B4,
    speed: Speed = B4,
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = B5,
    forte: Annotated[Ability, Asked("Forte", quick=QUICK), sheet("forte")] = B4,
    brawling: Annotated[Untaught, Asked("Brawling"), sheet("skill", at_once=False)] = None,
    martial_arts: Annotated[Untaught, Asked("Martial Arts"), sheet("skill", at_once=False)] = None,
    escape_artist: Annotated[Untaught, Asked("Escape Artist"), sheet("skill", at_once=False)] = None,
    bigger: Bigger = 0,
    by: Annotated[By, Asked("You test")] = By.BEST,
    successes: Fell = None,
    lying: Annotated[bool, Asked("You are on the ground", more=True)] = False,
    staggered: Annotated[bool, Asked("You are staggered", more=True)] = False,
    splinters: Annotated[bool, Asked("A destroyed shield hangs on your arm", more=True)] = False,
    bonus: Annotated[int, Between(-10, 10), Asked("Other dice", gm=True, quick=(0, 1, 2), more=True)] = 0,
    other: Annotated[int, Between(0, 12), Asked("Other obstacle", gm=True, quick=(0, 1, 2), more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you get free, and with what?"""
    tested = (agility, speed, power, forte, brawling, martial_arts, escape_artist)
    known = dict(zip((*STATS, *SKILLS), tested, strict=True))
    abilities = {one: ability for one, ability in known.items() if ability is not None}
    stats = {Stat.of(one.value): abilities[one].exponent for one in STATS}
    out = lock.passes_out(stats, pressure, wounds.dice)
    if out:
        names = wording.listed(stat.words for stat in out)
        said = f"Pressure leaves no die of {names}: you are unconscious until the Lock breaks."
        return Answer({"possible": False}, (Verdict("Out cold", (Fact(pressure, "pressure"),), said),))
    if by is not By.BEST and by not in abilities:
        raise Unusable("by", f"{by.words} is empty here; say what you have of it, or test something else.")
    hurt = {one: feels(wounds, ability, ask) for one, ability in abilities.items()}
    if gone := next((hurt[one].gone for one in STATS if hurt[one].gone), ""):
        return no_test(gone)
    hampers = _Hampers(lying, staggered, splinters, hurt[By.POWER].added, other)
    tries = {
        one: _Try(
            one,
            ability,
            pressure,
            hampers.of(one, ask),
            _dice(one, ability, hurt[one].lost, pressure, bigger, bonus),
            ask,
        )
        for one, ability in abilities.items()
        if not hurt[one].gone
    }
    if by is not By.BEST and by not in tries:
        return no_test(hurt[by].gone)
    best = max(tries, key=lambda one: (tries[one].free, tries[one].law.mean))
    used = tries[best if by is By.BEST else by]
    if successes is not None:
        return _struggled(used, successes, pressure)
    return _free(used, best, tries)


@dataclass(frozen=True, slots=True)
class _Hampers:
    """What makes it harder to get free, whatever is tested: by the state of whoever tries."""

    lying: bool
    staggered: bool
    splinters: bool
    wounds: int
    other: int

    def of(self, by: By, ask: Rulings) -> Worked:
        """The obstacle that it makes for one way. Source: MEL-15, MEL-22, MEL-28, MEL-50."""
        grounded = turns.ground_counts(self.lying, ask) if by in STATS else self.lying
        return Worked(
            (
                Line(prone.HAMPERED if grounded else 0, "You are on the ground", "MEL-15"),
                Line(int(self.staggered), "Staggered", "MEL-22"),
                Line(int(self.splinters and by in FISTS), "A destroyed shield on your arm", "MEL-50"),
                Line(self.wounds, "Superficial wounds", "HUB-18"),
                Line(self.other, "Something else", "MEL-28"),
            )
        )


def _free(used: "_Try", best: By, tries: Mapping[By, "_Try"]) -> Answer:
    """The way out that is tried, beside all others, before it is rolled."""
    rows: list[tuple[Entry, ...]] = [
        (one.words, it.test.dice, it.free, wording.decimal(it.left), it.over) for one, it in tries.items()
    ]
    columns = ("You test", "Dice", "Free", "Pressure left on average", "Free, with some to counter-lock")
    at = list(tries).index(used.by)
    facts = (
        Fact(used.free, "free"),
        Fact(DiceCount(used.test.dice), "dice"),
        Fact(wording.decimal(used.left), "pressure left on average"),
        logged(used.test.classes),
    )
    said = f"With {used.by.words} you are free {wording.often(used.free)}."
    blocks: list[Block] = [
        Verdict(used.by.words, facts, said, Mark.DERIVED),
        Table("Each way out", columns, tuple(rows), at, Mark.DERIVED),
    ]
    if counter := tuple((number, used.enough(number)) for number in range(1, max(0, used.test.dice - used.need) + 1)):
        blocks.append(Table("A counter-lock", ("Pressure on them, or more", "Chance"), counter, mark=Mark.DERIVED))
    blocks += [*FREED, *used.ledgers, used.test.odds()]
    values = {
        "best": best.value,
        **used.test.values,
        "free": {one.value: it.free for one, it in tries.items()},
        "dice_of": {one.value: it.test.dice for one, it in tries.items()},
        "counter": used.over,
        "left": used.left,
    }
    return Answer(values, tuple(blocks), used.test.marks(used.by.value))


FREED = (
    Note("Every success takes 1 off the pressure, whether or not it frees you.", rule="MEL-28"),
    Note("Free, you may move away and nobody strikes at you for it, or counter-lock with what is left.", rule="MEL-28"),
    Note("Whoever held you is staggered then: +1 Ob on their next action.", rule="MEL-27"),
)


def _dice(one: By, ability: Ability, lost: int, pressure: int, bigger: int, bonus: int) -> Worked:
    """The dice of one way out. Source: MEL-28."""
    left = max(0, ability.exponent - lost)
    squeezed = 0 if one is By.ESCAPE_ARTIST else lock.pressed(left, pressure) - left
    lines = (
        Line(ability.exponent, one.words, "MEL-28"),
        Line(left - ability.exponent, "Wounds", "HUB-18"),
        Line(squeezed, "Pressure", "MEL-27"),
        Line(special.stature(bigger, 0, Maneuver.LOCK), "Greater stature", "MEL-28"),
        Line(bonus, "Other dice", "MEL-28"),
    )
    below = -Worked(lines).total
    return Worked((*lines, Line(max(0, below), "Never below 0", "HUB-01")))


@dataclass(frozen=True, slots=True)
class _Try:
    """One way out of a Lock."""

    by: By
    ability: Ability
    pressure: int
    hampered: Worked
    dice: Worked
    ask: Rulings

    @property
    def need(self) -> int:
        """The successes that free: the pressure, at least 1, and what hampers. Source: MEL-28."""
        return max(1, self.pressure) + self.hampered.total

    @property
    def test(self) -> Test:
        return Test.of(self.ability.shade, self.dice.total, self.need, self.ask, at="bonus")

    @property
    def law(self) -> Distribution:
        """Successes that count."""
        return self.test.law.plus(-self.hampered.total).floored(0)

    @property
    def free(self) -> Fraction:
        """The chance to break it."""
        return self.test.chance

    def enough(self, over: int) -> Fraction:
        """The chance to break it with so many successes over, or more."""
        return self.test.law.at_least(self.need + over)

    @property
    def over(self) -> Fraction:
        return self.enough(1)

    @property
    def left(self) -> Fraction:
        """The pressure left on average."""
        return self.law.mapped(lambda good: lock.struggle(self.pressure, good).pressure).mean

    @property
    def ledgers(self) -> tuple[Block, ...]:
        against = Worked((Line(max(1, self.pressure), "Pressure, at least 1", "MEL-28"), *self.hampered.lines))
        return (
            Working(self.dice.lines, self.dice.total, "Dice", "D"),
            Working(against.lines, against.total, "Successes to be free"),
        )


def _struggled(used: _Try, successes: int, pressure: int) -> Answer:
    """What the dice on the table do."""
    if sentence := too_many(successes, used.test.dice):
        raise Unusable("successes", sentence)
    after = lock.struggle(pressure, max(0, successes - used.hampered.total))
    values = {**used.test.values, "pressure": after.pressure, "freed": after.free, "over": after.over}
    marks = used.test.marks(used.by.value)
    rest = (*by_artha(successes, used.test.dice), *used.ledgers)
    if not after.free:
        facts = (Fact(after.pressure, "pressure left"), Fact(pressure - after.pressure, "dice back"))
        said = f"Still held: pressure {after.pressure} is left."
        return Answer(values, (Verdict("Still held", facts, said), FREED[0], *rest), marks)
    counter = f"or counter-lock them with pressure {after.over}" if after.over else "or hold them with pressure 0"
    said = f"You are free: move away and nobody strikes at you for it, {counter}."
    return Answer(
        values, (Verdict("Free", (Fact(after.over, "left for a counter-lock"),), said), FREED[2], *rest), marks
    )


# --- Tackle ---


@branch("someone right next to you")
class Beside:
    """No run-up."""


@branch("someone you leap at after a move")
class Leap:
    """Move and Tackle in one turn."""

    stride: Annotated[int, STRIDE, Asked("Your Stride", quick=(5, 7, 11))] = 7
    their_stride: Annotated[int, STRIDE, Asked("Their Stride", quick=(5, 7, 11))] = 7


@calculator("mel-tackle", rules="MEL-29")
def tackle(
    ability: Annotated[Ability, Asked("Your Power or Martial Arts", quick=QUICK), sheet("ability")] = B5,
    forte: Annotated[int, STAT, Asked("Their Forte", quick=QUICK_STATS)] = 4,
    leap: Annotated[Beside | Leap, Asked("You tackle")] = Beside(),
    horns: Annotated[bool, Asked("You have horns, or the like")] = False,
    bigger: Bigger = 0,
    successes: Fell = None,
    free: Annotated[bool, Asked("You have a hand free, or a shield", more=True)] = True,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you bring them down, and who gets up first?"""
    if not free:
        said = "A Tackle takes a free hand, or a shield."
        return Answer({"possible": False}, (Verdict("No Tackle", (Fact("no hand free"),), said),))
    edge = Edge(bigger, horns=horns)
    if isinstance(leap, Leap):
        edge = Edge(bigger, horns=horns, charge=True, stride=leap.stride, their_stride=leap.their_stride)
    one = attempt(Maneuver.TACKLE, ability, forte, edge, target, yours, wounds, ask)
    if one.gone:
        return no_test(one.gone)
    if successes is not None:
        stays = one.margin(successes) >= special.BY_THREE
        figures = ("They are down" if stays else "Both down", "You miss")
        return one.rolled(successes, figures, "ability", ())
    three = one.by(special.BY_THREE)
    said = f"They go down {wording.often(one.chance)}; you stay on your feet {wording.often(three)}."
    return one.answer("ability", said, (Fact(three, "to stay on your feet"),), by_three=three)
