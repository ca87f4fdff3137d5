"""Time: how long tests take, what each way of working makes of it, and what comes when (HUB-19 to 22, HUB-26 to 29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.rules.practice import DAYS_A_MONTH, MONTHS_A_YEAR
from engine.option import Option
from engine.working import Line, Mark, Worked


class Unit(Option):
    """Units of time. The book does not count days: a month has 30, a year twelve months. Source: HUB-52."""

    MINUTES = "minutes", "minutes"
    HOURS = "hours", "hours"
    DAYS = "days", "days"
    WEEKS = "weeks", "weeks"
    MONTHS = "months", "months"
    YEARS = "years", "years"

    @property
    def seconds(self) -> int:
        return SECONDS[self.value]

    @property
    def smaller(self) -> str:
        """The unit in which the rest of it is said; a month has no whole number of weeks, so its rest is in days."""
        return SMALLER[self.value]


HOUR = 60 * 60
DAY = 24 * HOUR
SECONDS = {
    "seconds": 1,
    "minutes": 60,
    "hours": HOUR,
    "days": DAY,
    "weeks": 7 * DAY,
    "months": DAYS_A_MONTH * DAY,
    "years": MONTHS_A_YEAR * DAYS_A_MONTH * DAY,
}
SMALLER = {
    "minutes": "seconds",
    "hours": "minutes",
    "days": "hours",
    "weeks": "days",
    "months": "days",
    "years": "months",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A time as the table says it: `amount` (0 or more) of a unit."""

    amount: int
    unit: Unit

    @property
    def seconds(self) -> int:
        return self.amount * self.unit.seconds

    def part(self, percent: int) -> str:
        """So many percent of it, in words of its own unit and the next smaller one."""
        return in_words(part_of(self.seconds, percent), self.unit)

    def __str__(self) -> str:
        return in_words(self.seconds, self.unit)


def in_words(seconds: int, largest: Unit) -> str:
    """A time in at most two units, none above `largest`: "10 days 12 hours". What had to be rounded says "about"."""
    if seconds <= 0:
        return "no time at all"
    fitting = [unit for unit in Unit if unit.seconds <= min(seconds, largest.seconds)]
    if not fitting:
        return wording.count(seconds, "second")
    unit = fitting[-1]
    step = SECONDS[unit.smaller]
    steps = (2 * seconds + step) // (2 * step)
    whole, rest = divmod(steps, unit.seconds // step)
    said = _count(whole, unit.value) + (f" {_count(rest, unit.smaller)}" if rest else "")
    return said if steps * step == seconds else f"about {said}"


def _count(amount: int, unit: str) -> str:
    return wording.count(amount, unit.removesuffix("s"))


@dataclass(frozen=True, slots=True)
class Length:
    """How long tests with one kind of ability take. Source: HUB-26.

    `short` and `long` say what such a use is; the units between which its time lies go with them, none where something
    else than a clock says it, which `note` names. `like` are the kinds under which to look instead.
    """

    id: str
    name: str
    short: str
    short_units: Sequence[str]
    long: str
    long_units: Sequence[str]
    like: Sequence[str]
    note: str


COLUMNS = ("id", "name", "short", "short_units", "long", "long_units", "like", "note")
SCALE = ("instant", "moments", *(unit.value for unit in Unit))
SAID = {"instant": "an instant", "moments": "a few moments"}


def _length(row: Mapping[str, Any]) -> Length:
    unknown = [unit for unit in (*row["short_units"], *row["long_units"]) if unit not in SCALE]
    if unknown:
        raise ValueError(f"A unit is one of {wording.listed(SCALE, 'or')}; this says {wording.listed(unknown)}.")
    return Length(**row)


LENGTHS: Mapping[str, Length] = {
    length.id: length for length in tables.rows(__file__, "times.toml", "length", COLUMNS, _length)
}


def usual(units: Sequence[str]) -> str:
    """The usual time in words: "an instant", "weeks", "days to years"; nothing where no clock says it."""
    return " to ".join(SAID.get(unit, unit) for unit in units)


STEP = 10
CAREFUL = 50
MOST_STEPS = 9
"""In percent of the time: what an extra success takes off, what care adds; and how many steps a reading allows."""


def working(careful: bool, quick: int, *, floor: bool = True, of_stated: bool = False) -> Worked:
    """The time of a passed test in percent of the time that was stated, with `quick` extra successes put into speed.

    `floor` stops after nine steps, a tenth above nothing; without it ten take the whole time away. A step is a tenth
    of the time as it is then, carefully half as long again; `of_stated`: of the time that was stated. Source: HUB-19,
    HUB-21, HUB-22.
    """
    added = CAREFUL if careful else 0
    step = STEP if of_stated else (100 + added) * STEP // 100
    steps = min(quick, MOST_STEPS if floor else MOST_STEPS + 1)
    faster = f"{wording.count(steps, 'extra success', 'extra successes')} for speed"
    return Worked(
        (
            Line(100, "The time as stated", "HUB-26"),
            Line(added, "Working carefully", "HUB-19"),
            Line(-step * steps, faster, "HUB-21", Mark.RULING if careful and steps else None),
        )
    )


def part_of(seconds: int, percent: int) -> int:
    """So many percent of a time, in whole seconds: exact for every time in minutes and every multiple of 5 percent."""
    return seconds * percent // 100


class Miss(Option):
    """By how much a test was missed, as the GM sees it: the book gives no number. Source: HUB-28."""

    UNSAID = "unsaid", "not said"
    NEAR = "near", "by a hair"
    FAR = "far", "by a lot"


def may_stop(miss: Miss, *, near: bool = False) -> bool:
    """Whether the miss is noticed at once, so that the rest of the time is saved: a wide one, or in the other
    reading a `near` one. Source: HUB-28.
    """
    return miss is (Miss.NEAR if near else Miss.FAR)


def due(elapsed: int, total: int, parts: int) -> int:
    """How many of `parts` equal parts are due after `elapsed` of `total` seconds. Source: HUB-27."""
    return min(parts, elapsed * parts // total)


def due_after(part: int, total: int, parts: int) -> int:
    """After how many seconds a part (from 1) is due: the first second at which `due` counts it. Source: HUB-27."""
    return -(-part * total // parts)


MOST_ROLLS = 2
"""Downtime is filled with what "a roll or two" settle. Source: HUB-29."""


def practice_hours(left: int, a_day: int) -> int:
    """Whole hours for practice in `left` seconds, with at most so many `a_day`; a day that is begun counts as far as
    it goes. Source: HUB-29, HUB-51.
    """
    days, rest = divmod(left, DAY)
    return days * a_day + min(a_day, rest // HOUR)


@dataclass(frozen=True, slots=True)
class Spare:
    """What is left of a time: seconds, whole hours of them for practice, or seconds that something takes too long.

    `fits` says that it fills the time without being a scene of its own. Source: HUB-29.
    """

    left: int
    hours: int
    over: int
    fits: bool


def spare(whole: Span, taken: Span, rolls: int, a_day: int) -> Spare:
    """What is left of the `whole` time to someone busy for a part of it, with so many rolls. Source: HUB-29."""
    left = whole.seconds - taken.seconds
    hours = practice_hours(max(0, left), a_day)
    return Spare(max(0, left), hours, max(0, -left), left >= 0 and rolls <= MOST_ROLLS)
