"""Recovery: the Health test, how long a wound takes to close, which dice come back when, and what is lost for good.

Source: INJ-21 to INJ-23 for what goes well, INJ-27 to INJ-30 for what does not.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.times import Span, Unit
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level
from engine.option import Option
from engine.refused import Refused

MOST_EXTRA = 9
"""Extra successes of Health that shorten the time: 90 percent is the most. Source: INJ-22."""
CAPPED_AT = 5
"""The exponent that a stat never passes again after a Mortal wound that healed badly. Source: INJ-30."""
SCARS = ("Frail", "Lame", "Missing Limb", "Blind", "Deaf", "Sickly")
"""The traits of which such a wound leaves one. Source: INJ-30."""
STAGES = (Level.MORTAL, Level.TRAUMATIC, Level.SEVERE, Level.MIDI, Level.LIGHT, Level.SUPERFICIAL)
"""What a Mortal wound heals through, in order. Source: INJ-23."""


@dataclass(frozen=True, slots=True)
class Hours:
    """The recovery of a wound that heals by itself: `less_forte` hours less the Forte exponent. Source: INJ-21."""

    level: Level
    obstacle: int
    less_forte: int


@dataclass(frozen=True, slots=True)
class Long:
    """The recovery of a wound that needs treatment: `least` to `most` of a unit, or so many `dice` with `sides`.

    Source: INJ-21; the dice are ours: the book leaves the time to the GM or to a roll of any kind.
    """

    level: Level
    obstacle: int
    unit: Unit
    least: int
    most: int
    dice: int
    sides: int

    @property
    def usual(self) -> int:
        """What the roll brings on average; a whole number in every row."""
        return self.dice * (self.sides + 1) // 2

    @property
    def words(self) -> str:
        """ "2 to 12 weeks"."""
        return f"{self.least} to {self.most} {self.unit.words}"

    def fell(self, faces: Sequence[int]) -> int:
        """The time that so many six-sided dice bring; a d3 is half of one, rounded up."""
        return sum(-(-face * self.sides // SIDES) for face in faces)

    @property
    def rolled(self) -> str:
        """ "2d6 weeks"."""
        return f"{self.dice}d{self.sides} {self.unit.words}"


def _hours(row: Mapping[str, Any]) -> Hours:
    return Hours(Level.of(row["level"]), row["obstacle"], row["less_forte"])


def _long(row: Mapping[str, Any]) -> Long:
    return Long(Level.of(row["level"]), row["obstacle"], Unit.of(row["unit"]), *(row[column] for column in _LONG[3:]))


_LONG = tuple(Long.__dataclass_fields__)
HOURS: Mapping[Level, Hours] = {
    one.level: one for one in tables.rows(__file__, "recovery.toml", "hours", tuple(Hours.__dataclass_fields__), _hours)
}
LONG: Mapping[Level, Long] = {one.level: one for one in tables.rows(__file__, "recovery.toml", "long", _LONG, _long)}
RECOVERIES: Mapping[Level, Hours | Long] = {**HOURS, **LONG}


def obstacle(level: Level) -> int:
    """The obstacle of the Health test. Source: INJ-21."""
    return RECOVERIES[level].obstacle


def natural(level: Level, forte: int, amount: int | None = None) -> Span:
    """The full time that a wound takes, from the Forte exponent or, from Midi on, of the `amount` that was set.

    Without one it is what the roll brings on average. A Forte beyond the hours leaves none. Raises `Refused` for an
    amount outside the book's range. Source: INJ-21.

    >>> natural(Level.LIGHT, 4).amount, natural(Level.SEVERE, 4).amount, natural(Level.SUPERFICIAL, 12).amount
    (20, 2, 0)
    """
    found = RECOVERIES[level]
    if isinstance(found, Hours):
        return Span(max(0, found.less_forte - forte), Unit.HOURS)
    if amount is not None and not found.least <= amount <= found.most:
        raise Refused(f"A {level.wound} takes {found.words} to heal; this says {amount}.")
    return Span(found.usual if amount is None else amount, found.unit)


def shortened(seconds: int, extra: int) -> int:
    """A recovery time after so many extra successes of Health: a tenth less for each, at most nine. Source: INJ-22."""
    return times.part_of(seconds, 100 - times.STEP * min(max(0, extra), MOST_EXTRA))


def lasts(level: Level) -> int:
    """The dice that a wound takes, and that come back. Source: INJ-06, INJ-21."""
    return EFFECTS[level].dice


class Care(Option):
    """What became of the treatment. Source: INJ-27."""

    PASSED = "passed", "treated"
    FAILED = "failed", "treatment failed"
    NONE = "none", "nobody treats it"


class End(Option):
    """What becomes of a wound. Source: INJ-27."""

    AT_ONCE = "at-once", "the penalty is gone at once"
    FULL_TIME = "full-time", "the penalty stays for the full time, and a scar after it"
    MENDING = "mending", "every die comes back"
    HALF = "half", "some dice come back, the others are lost for good"
    ONE_LOST = "one-lost", "one die is lost for good, the other comes back"
    BOTH_LOST = "both-lost", "both dice are lost for good"
    BLEEDING = "bleeding", "it still bleeds: better help, or death"
    WAITING = "waiting", "it cannot heal before it is treated"
    NEXT_STAGE = "next-stage", "the next stage begins"
    SCARRED = "scarred", "a trait for good and a stat capped; then the next stage"
    DEAD = "dead", "death"

    @property
    def whole(self) -> bool:
        """Whether nothing is lost for good."""
        return self in (End.AT_ONCE, End.FULL_TIME, End.MENDING, End.NEXT_STAGE)

    @property
    def tested(self) -> bool:
        """Whether Health was tested."""
        return self not in (End.BLEEDING, End.WAITING)


class Half(Option):
    """How many of the three dice of a Severe wound come back when Health fails. Source: INJ-29."""

    ONE = "one", "one", 1
    TWO = "two", "two", 2


@dataclass(frozen=True, slots=True)
class House:
    """How a table reads recovery; the defaults are the readings that stand first.

    `first_on_health`: the first die comes back with the Health test, not with the treatment. `midi_lost`: after a
    failed treatment of a Midi wound a failed Health test takes the second die too. `soft`: a failed Health test for a
    Mortal wound leaves a trait instead of killing. `each_stage`: every stage of a Mortal wound down to Midi takes a
    treatment of its own. Source: INJ-21, INJ-23, INJ-28 to INJ-30.
    """

    first_on_health: bool = False
    midi_lost: bool = False
    severe: Half = Half.ONE
    soft: bool = False
    each_stage: bool = False


PRINTED = House()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one wound: after how many seconds each die is `back`, how many are `lost`, how long it takes.

    `seconds` is counted from the Health test, 0 where the penalty goes at once or nothing heals. Source: INJ-27.
    """

    end: End
    level: Level
    seconds: int = 0
    back: tuple[int, ...] = ()
    lost: int = 0


def returns(level: Level, seconds: int) -> tuple[int, ...]:
    """After how many seconds each die of a treated wound comes back: the first at once, the last at the close.

    Source: INJ-21.

    >>> [Span(one // 86400, Unit.DAYS).amount for one in returns(Level.TRAUMATIC, 90 * 86400)]
    [0, 30, 60, 90]
    """
    dice = lasts(level)
    return (
        tuple(times.due_after(number, seconds, dice - 1) for number in range(dice)) if dice > 1 else (seconds,) * dice
    )


def half(level: Level, house: House = PRINTED) -> int:
    """How many dice come back where Health failed: half, rounded down. Source: INJ-29."""
    if level is Level.SEVERE:
        return house.severe.amount or 0
    return lasts(level) // 2


def outcome(level: Level, care: Care, passed: bool, seconds: int, extra: int = 0, house: House = PRINTED) -> Outcome:
    """What becomes of a wound: `care`, whether Health `passed` with how many `extra` successes, and its full time.

    Source: INJ-27 to INJ-30.
    """
    if level is Level.MORTAL:
        return _mortal(care, passed, seconds, extra, house)
    if level in HOURS:
        if passed:
            return Outcome(End.AT_ONCE, level, 0, (0,) * lasts(level))
        return Outcome(End.FULL_TIME, level, seconds, (seconds,) * lasts(level))
    if care is Care.NONE:
        return Outcome(End.WAITING, level)
    if care is Care.FAILED:
        return _failed(level, passed, seconds, extra, house)
    if passed:
        time = shortened(seconds, extra)
        return Outcome(End.MENDING, level, time, returns(level, time))
    kept = half(level, house)
    back = (seconds,) * kept if house.first_on_health else returns(level, seconds)[:kept]
    return Outcome(End.HALF, level, seconds, back, lasts(level) - kept)


def _failed(level: Level, passed: bool, seconds: int, extra: int, house: House) -> Outcome:
    """A treatment that failed, Midi to Traumatic. Source: INJ-28."""
    if level is not Level.MIDI:
        return Outcome(End.BLEEDING, level)
    if passed:
        time = shortened(seconds, extra)
        return Outcome(End.ONE_LOST, level, time, (time,), 1)
    if house.midi_lost:
        return Outcome(End.BOTH_LOST, level, seconds, (), lasts(level))
    return Outcome(End.ONE_LOST, level, seconds, (seconds,), 1)


def _mortal(care: Care, passed: bool, seconds: int, extra: int, house: House) -> Outcome:
    """The Mortal stage. Source: INJ-23, INJ-30."""
    if care is not Care.PASSED:
        return Outcome(End.DEAD, Level.MORTAL)
    if passed:
        return Outcome(End.NEXT_STAGE, Level.MORTAL, shortened(seconds, extra))
    return Outcome(End.SCARRED, Level.MORTAL, seconds) if house.soft else Outcome(End.DEAD, Level.MORTAL)


HealthLaw = Callable[[int], Distribution]
"""The chances of the Health test with so many dice from the treatment."""


@dataclass(frozen=True, slots=True)
class Cared:
    """One way in which a treatment can go: what became of it, the dice it gives Health, and its chance."""

    care: Care
    dice: int
    chance: Fraction


def cared(law: Distribution, obstacle: int, most: int) -> tuple[Cared, ...]:
    """All ways of a treatment whose successes follow `law`, up to `most` dice for Health. Source: INJ-25."""
    listed = [Cared(Care.FAILED, 0, law.below(obstacle))]
    listed += [Cared(Care.PASSED, extra, law.exactly(obstacle + extra)) for extra in range(most)]
    listed.append(Cared(Care.PASSED, most, law.at_least(obstacle + most)))
    return tuple(one for one in listed if one.chance)


UNTENDED = (Cared(Care.NONE, 0, Fraction(1)),)


def chances(
    level: Level, ways: Sequence[Cared], health: HealthLaw, house: House = PRINTED, *, against: int | None = None
) -> Mapping[End, Fraction]:
    """How likely each end of a wound is, over the treatment and the Health test; ends that cannot come are left out.

    `against` is the obstacle of Health where something has changed it. Source: INJ-27.
    """
    asked = obstacle(level) if against is None else against
    passes = functools.cache(lambda dice: health(dice).at_least(asked))
    found: dict[End, Fraction] = {}
    for way in ways:
        for passed, chance in ((True, passes(way.dice)), (False, 1 - passes(way.dice))):
            end = outcome(level, way.care, passed, 0, 0, house).end
            found[end] = found.get(end, Fraction(0)) + way.chance * chance
    return {end: found[end] for end in End if found.get(end)}


def mean_seconds(law: Distribution, asked: int, seconds: int) -> Fraction:
    """How long the wound takes on average: the full time where Health fails, a tenth less for each extra success.

    Source: INJ-22.
    """
    whole = Fraction(seconds)
    off = sum((law.at_least(asked + extra) for extra in range(1, MOST_EXTRA + 1)), Fraction(0))
    return whole - whole * off / times.STEP


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a Mortal wound: its Health test, the chance to pass it, its full and its mean time in seconds."""

    level: Level
    obstacle: int
    dice: int
    chance: Fraction
    seconds: int
    mean: Fraction


def stages(
    spans: Mapping[Level, int], health: HealthLaw, exponent: int, bonus: Mapping[Level, int] | None = None
) -> tuple[Stage, ...]:
    """The six stages of a Mortal wound, with the full time of each in seconds and the dice that treatment gives it.

    Source: INJ-23.
    """
    found = []
    for level in STAGES:
        more = (bonus or {}).get(level, 0)
        law, asked = health(more), obstacle(level)
        chance = law.at_least(asked)
        mean = spans[level] * (1 - chance) if level in HOURS else mean_seconds(law, asked, spans[level])
        found.append(Stage(level, asked, exponent + more, chance, spans[level], Fraction(mean)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Loss:
    """A stat after dice that never come back: what is left, and whether its bearer is `comatose`. Source: INJ-29."""

    before: Ability
    lost: int

    @property
    def after(self) -> Ability:
        """The stat now; never below 0."""
        return Ability(self.before.shade, max(0, self.before.exponent - self.lost))

    @property
    def comatose(self) -> bool:
        """Whether nothing is left of it: its bearer never wakes again."""
        return bool(self.lost) and not self.after.exponent


def capped(stat: Ability) -> Ability:
    """A stat that can never pass 5 again. Source: INJ-30."""
    return Ability(stat.shade, min(stat.exponent, CAPPED_AT))


def in_words(seconds: int) -> str:
    """A time of healing as one says it, in the largest unit that it fills."""
    return times.in_words(seconds, Unit.MONTHS) if seconds else "at once"
