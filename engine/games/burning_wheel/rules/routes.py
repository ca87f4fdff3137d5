"""Play, practice and instruction on one calendar: which way to a set of marks takes the fewest days (HUB-45 to 57)."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.option import Option

PLAY_DAYS = 30
"""The days of game time for which play's tests are counted."""


class Way(Option):
    """The ways to a mark."""

    PLAY = "play", "play"
    PRACTICE = "practice", "practice"
    INSTRUCTION = "instruction", "instruction"


@dataclass(frozen=True, slots=True)
class Means:
    """How one class of mark can be had: each None or 0 where it cannot.

    `rate` are tests in 30 days of play. `hours` a day are practiced for a `cycle` of days; `beside` play or only apart
    from it. `lesson` are the days that a teacher takes.
    """

    rate: int = 0
    hours: int | None = None
    cycle: int = 0
    beside: bool = False
    lesson: int | None = None

    def has(self, way: Way) -> bool:
        """Whether a mark of this class can come this way."""
        return {
            Way.PLAY: self.rate > 0,
            Way.PRACTICE: self.hours is not None,
            Way.INSTRUCTION: self.lesson is not None,
        }[way]

    def played(self, marks: int) -> int:
        """The days until play has brought so many."""
        return -(-PLAY_DAYS * marks // self.rate) if marks else 0


Split = Mapping[Way, Marks]


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to every mark: `split` says which come from where, and the days that each phase takes.

    Instruction takes all free time, so nothing runs beside it; practice runs `beside` play where its hours fit into a
    day of play, and `apart` from it otherwise. `hours` are all hours of practice.
    """

    split: Split
    lessons: int
    play: int
    beside: int
    apart: int
    hours: int

    @property
    def days(self) -> int:
        return self.lessons + max(self.play, self.beside) + self.apart

    @property
    def ways(self) -> frozenset[Way]:
        """The ways that bring at least one mark."""
        return frozenset(way for way, marks in self.split.items() if marks.total)

    @property
    def cost(self) -> tuple[int, int, int, int]:
        """What makes one plan better than another: fewer days, then ways, hours of practice, lessons."""
        return (self.days, len(self.ways), self.hours, self.split[Way.INSTRUCTION].total)


def plan(split: Split, means: Mapping[TestClass, Means]) -> Plan:
    """The days that a split takes. Every mark of it can be had in its way."""
    play = max(means[one].played(split[Way.PLAY].of(one)) for one in TestClass)
    lessons = beside = apart = hours = 0
    for one in TestClass:
        own = means[one]
        lessons += (own.lesson or 0) * split[Way.INSTRUCTION].of(one)
        days = own.cycle * split[Way.PRACTICE].of(one)
        hours += days * (own.hours or 0)
        if own.beside:
            beside += days
        else:
            apart += days
    return Plan(split, lessons, play, beside, apart, hours)


def _splits(missing: Marks, means: Mapping[TestClass, Means]) -> Iterator[Split]:
    """Every way to share the missing marks out among the ways that can bring them."""
    shares = []
    for one in TestClass:
        ways = [way for way in Way if means[one].has(way)]
        shares.append(list(_shares(missing.of(one), ways)))
    for taken in itertools.product(*shares):
        yield {way: Marks(*(share.get(way, 0) for share in taken)) for way in Way}


def _shares(wanted: int, ways: Sequence[Way]) -> Iterator[dict[Way, int]]:
    if not ways:
        if not wanted:
            yield {}
        return
    first, *rest = ways
    if not rest:
        yield {first: wanted}
        return
    for count in range(wanted + 1):
        for others in _shares(wanted - count, rest):
            yield {first: count, **others}


def best(missing: Sequence[Marks], means: Mapping[TestClass, Means]) -> dict[frozenset[Way], Plan]:
    """The quickest plan for each set of ways that may be used; sets that cannot bring every mark are left out.

    `missing` are the marks still wanted by each route; a set of ways may use fewer ways than it holds.
    """
    found: dict[frozenset[Way], Plan] = {}
    for gap in missing:
        for split in _splits(gap, means):
            new = plan(split, means)
            if new.ways not in found or new.cost < found[new.ways].cost:
                found[new.ways] = new
    sets = [frozenset(ways) for count in (1, 2, 3) for ways in itertools.combinations(Way, count)]
    within = {ways: [own for used, own in found.items() if used <= ways] for ways in sets}
    return {ways: min(plans, key=lambda own: own.cost) for ways, plans in within.items() if plans}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the calendar: its days, both counted from 1, what is done, and the mark that it brings."""

    first: int
    last: int
    way: Way
    test_class: TestClass
    marks: int = 1


def timeline(plan: Plan, means: Mapping[TestClass, Means]) -> tuple[Stretch, ...]:
    """A plan day by day: lessons first, then play with practice beside it, then practice that leaves no time for play.

    The harder marks come first within a phase, and stretches are in the order in which they end.
    """
    stretches = []
    day = 0
    for one in reversed(TestClass):
        for _ in range(plan.split[Way.INSTRUCTION].of(one)):
            days = means[one].lesson or 0
            stretches.append(Stretch(day + 1, day + days, Way.INSTRUCTION, one))
            day += days
    for one in TestClass:
        marks = plan.split[Way.PLAY].of(one)
        stretches += [Stretch(day + 1, day + means[one].played(count), Way.PLAY, one) for count in range(1, marks + 1)]
    at = day
    for beside in (True, False):
        for one in reversed(TestClass):
            if means[one].beside is beside:
                for _ in range(plan.split[Way.PRACTICE].of(one)):
                    stretches.append(Stretch(at + 1, at + means[one].cycle, Way.PRACTICE, one))
                    at += means[one].cycle
        at = max(at, day + plan.play)
    return tuple(sorted(stretches, key=lambda one: (one.last, one.first)))
