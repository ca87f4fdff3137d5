"""Practice: hours a day for a test, how much a day bears, part cycles, and time spent away (HUB-50 to HUB-52)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.advancement import Kind, Log, Marks, filled
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.working import Line, Worked

MONTHS_A_YEAR = 12
DAYS_A_MONTH = 30
DAYS_A_YEAR = 365
MOST_HOURS = 20
"""Nobody practices longer in a day, whatever his Will (HUB-51)."""
USUAL_HOURS = 8
"""What most people bear in a day (HUB-51)."""
HOURS_BY_WILL = 4


@dataclass(frozen=True, slots=True)
class Times:
    """A row of the practice table: months of a cycle, and hours a day by class. Source: HUB-50."""

    name: str = ""
    months: int = 1
    routine: int = 2
    difficult: int = 4
    challenging: int = 8
    advances: Kind = Kind.SKILL

    @property
    def hours(self) -> Mapping[TestClass, int]:
        """Hours a day for each class."""
        return dict(zip(TestClass, (self.routine, self.difficult, self.challenging), strict=True))


def _times(row: Mapping[str, Any]) -> tuple[str, Times]:
    held = {**row, "advances": Kind.of(row["advances"])}
    return held.pop("id"), Times(**held)


COLUMNS = ("id", "name", "months", "routine", "difficult", "challenging", "advances")
TIMES: Mapping[str, Times] = dict(tables.rows(__file__, "practice.toml", "times", COLUMNS, _times))


def cycle(months: int, *, by_year: bool = False) -> int:
    """The days of a cycle of so many months, 1 or more: 30 each, or `by_year` their share of 365, rounded up.

    Source: HUB-50; the book does not say how long a month is.
    """
    return -(-DAYS_A_YEAR * months // MONTHS_A_YEAR) if by_year else DAYS_A_MONTH * months


def daily_limit(will: int, *, bound: bool = True) -> Worked:
    """The most hours of practice in a day: four for each point of Will, and never more than 20.

    Not `bound` by Will, only the 20 hours hold. Source: HUB-51.
    """
    if not bound:
        return Worked((Line(MOST_HOURS, "The most in a day", "HUB-51"),))
    own = HOURS_BY_WILL * will
    return Worked(
        (
            Line(own, f"Four hours for each point of Will {will}", "HUB-51"),
            Line(min(0, MOST_HOURS - own), "Never more than 20", "HUB-51"),
        )
    )


@dataclass(frozen=True, slots=True)
class Regimen:
    """So many hours every day for so many days, both 1 or more; `ability` is empty where it clashes with none."""

    hours: int
    days: int
    ability: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A regimen on the calendar: it starts after `start` days and has ended after `end` days."""

    regimen: Regimen
    start: int

    @property
    def end(self) -> int:
        return self.start + self.regimen.days


def place(regimen: Regimen, placed: Sequence[Placed], daily: int) -> Placed | None:
    """The earliest start beside what is `placed` at which the `daily` hours hold a regimen to its end, if any.

    Two regimens of one ability never share a day: it is practiced for one class at a time. Source: HUB-51.
    """
    if regimen.hours > daily:
        return None
    for start in sorted({0, *(one.end for one in placed)}):
        new = Placed(regimen, start)
        beside = [one for one in placed if one.start < new.end and one.end > start]
        clash = regimen.ability and any(one.regimen.ability == regimen.ability for one in beside)
        if not clash and most_hours([*beside, new]) <= daily:
            return new
    return None


def schedule(regimens: Sequence[Regimen], daily: int) -> tuple[Placed | None, ...]:
    """The calendar of regimens, the first of them placed first. None for one whose hours no day holds."""
    found: list[Placed | None] = []
    for regimen in regimens:
        found.append(place(regimen, [one for one in found if one], daily))
    return tuple(found)


def fit(cycle: Regimen, most: int, placed: Sequence[Placed], span: int, daily: int) -> Placed | None:
    """As many cycles as fit into a `span` of days beside what is `placed`, up to `most`; None if not one does."""
    for count in range(most, 0, -1):
        one = place(Regimen(cycle.hours, cycle.days * count, cycle.ability), placed, daily)
        if one and one.end <= span:
            return one
    return None


def most_hours(placed: Sequence[Placed]) -> int:
    """The hours of the fullest day."""
    return max(
        (sum(one.regimen.hours for one in placed if one.start <= day < one.end) for day in {p.start for p in placed}),
        default=0,
    )


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of practice of one ability for one class: days, 1 or more, at so many hours each. Source: HUB-52."""

    test_class: TestClass
    days: int
    hours: int


@dataclass(frozen=True, slots=True)
class Bank:
    """What segments of one class add up to: tests earned, and days still missing to the next. Source: HUB-52.

    `days` are those that count, `lost` those whose hours were too few.
    """

    test_class: TestClass
    days: int
    lost: int
    earned: int
    missing: int


def banks(
    segments: Sequence[Segment], times: Times, days: int, *, by_hours: bool = False, downward: bool = False
) -> tuple[Bank, ...]:
    """The banks of one ability, one for each class practiced, the harder first; `days` make a cycle.

    A day counts if it had the hours of its class; `by_hours` all hours are added up instead, and days are what they
    come to. `downward`, what is left in a harder bank joins the next easier one. Source: HUB-52.
    """
    found: list[Bank] = []
    carried = 0
    for test_class in reversed(TestClass):
        own = [segment for segment in segments if segment.test_class is test_class]
        if not own:
            continue
        need = times.hours[test_class]
        spent = sum(segment.days for segment in own)
        if by_hours:
            counted = sum(segment.days * segment.hours for segment in own) // need
            lost = 0
        else:
            counted = sum(segment.days for segment in own if segment.hours >= need)
            lost = spent - counted
        whole = counted + (carried if downward else 0)
        earned, carried = divmod(whole, days)
        found.append(Bank(test_class, whole, lost, earned, days - carried))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Returned:
    """An ability after its holder was away: exponent, marks, and which of the tests were marked."""

    exponent: int
    marks: Marks
    marked: Classes


def after_absence(
    log: Log, tests: Sequence[TestClass], needed: Sequence[Marks], above: Sequence[Marks], *, keep: bool = True
) -> Returned:
    """What practice while away makes of a log: no ability rises by more than one exponent.

    `needed` are the routes to the next exponent, `above` those to the one after it. Tests left after a rise are
    marked as long as they fill no route; without `keep` they are not marked at all. Source: HUB-52.
    """
    at, marked = log, []
    for test_class in tests:
        if at.exponent == log.exponent:
            at = at.after(test_class, needed)
        elif keep and not filled(above, at.marks.plus(test_class)):
            at = Log(at.exponent, at.marks.plus(test_class))
        else:
            continue
        marked.append(test_class)
    return Returned(at.exponent, at.marks, Classes(marked))
