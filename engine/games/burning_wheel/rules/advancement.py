"""Tests needed for the next exponent, by every route, and which tests are marked (HUB-37 to HUB-41, HUB-44, 45, 49)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.elements import Element, Nature
from engine.games.burning_wheel.rules.test_class import Classes, TestClass, classes
from engine.option import Option

CAP = 10
"""The highest exponent; the tables end below it."""


class Table(Option):
    """The two tables of tests needed. Sources: HUB-37, HUB-38."""

    SKILL = "skill", "the skill table"
    STAT = "stat", "the stat table"


class Kind(Option):
    """What advances, as far as it makes a difference. Sources: HUB-37 to HUB-41."""

    SKILL = "skill", "a skill"
    STAT = "stat", "a stat"
    PERCEPTION = "perception", "Perception"
    HEALTH = "health", "Health"
    STEEL = "steel", "Steel"
    CIRCLES = "circles", "Circles"
    RESOURCES = "resources", "Resources"
    FAITH = "faith", "Faith"
    EMOTION = "emotion", "Greed, Grief or Hate"
    REFLEXES = "reflexes", "Reflexes"
    MORTAL_WOUND = "mortal-wound", "Mortal Wound"

    @property
    def success_only(self) -> bool:
        """Whether only passed tests are marked. Source: HUB-39."""
        return self in (Kind.PERCEPTION, Kind.RESOURCES, Kind.FAITH)

    @property
    def emotional(self) -> bool:
        """Whether it is an emotional attribute, whose advancement stands in another book. Source: HUB-40."""
        return self in (Kind.FAITH, Kind.EMOTION)

    @property
    def parents(self) -> tuple[str, ...]:
        """The stats whose average it follows, if it has no log of its own. Source: HUB-40."""
        if self is Kind.REFLEXES:
            return ("Perception", "Agility", "Speed")
        return ("Power", "Forte") if self is Kind.MORTAL_WOUND else ()

    def table(self, *, later: bool = False, printed: bool = False) -> Table | None:
        """The table that it advances by; None for what has no log and for what another book rules.

        In the `later` edition the emotional attributes advance like skills. With `printed` the labels over its two
        tables hold, which are taken for exchanged otherwise. Sources: HUB-37, HUB-38, HUB-40, HUB-41, HUB-102.
        """
        if self.parents or (self.emotional and not later):
            return None
        return Table.STAT if (self in (Kind.STAT, Kind.PERCEPTION)) is not printed else Table.SKILL


def kind_of(element: Element) -> Kind:
    """As what an element advances: as itself where that has a rule, else as a stat or a skill. Source: HUB-37 to 41."""
    own = next((kind for kind in Kind if kind.value == element.id), None)
    return own or (Kind.STAT if element.nature is Nature.STAT else Kind.SKILL)


@dataclass(frozen=True, slots=True)
class Marks:
    """Tests of each class: those made, those needed, or those missing. Each is 0 or more."""

    routine: int = 0
    difficult: int = 0
    challenging: int = 0

    def of(self, test_class: TestClass) -> int:
        """How many of one class."""
        return {
            TestClass.ROUTINE: self.routine,
            TestClass.DIFFICULT: self.difficult,
            TestClass.CHALLENGING: self.challenging,
        }[test_class]

    def plus(self, test_class: TestClass) -> "Marks":
        """With one more of a class."""
        name = test_class.value.lower()
        return replace(self, **{name: self.of(test_class) + 1})

    def short_of(self, needed: "Marks") -> "Marks":
        """What is still missing; what is spare stands in for nothing else. Source: HUB-45."""
        return Marks(
            max(0, needed.routine - self.routine),
            max(0, needed.difficult - self.difficult),
            max(0, needed.challenging - self.challenging),
        )

    @property
    def total(self) -> int:
        return self.routine + self.difficult + self.challenging


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table of tests needed. With `either`, Difficult or Challenging tests do beside the Routine ones.

    `challenging` is what the table prints, `worded` what the sentence above it would give. Sources: HUB-37, HUB-38.
    """

    exponent: int
    routine: int
    difficult: int
    challenging: int
    worded: int
    either: bool

    def needs_challenging(self, *, worded: bool) -> int:
        """The Challenging tests under the printed table, or under the sentence above it."""
        return self.worded if worded else self.challenging

    def routes(self, *, worded: bool = False, alike: bool = False) -> tuple[Marks, ...]:
        """Every set of tests that is enough; with `alike` a Challenging test stands for one Difficult."""
        challenging = self.needs_challenging(worded=worded)
        if self.either and alike:
            return tuple(Marks(self.routine, self.difficult - some, some) for some in range(self.difficult + 1))
        if self.either:
            return (Marks(self.routine, self.difficult, 0), Marks(self.routine, 0, challenging))
        return (Marks(self.routine, self.difficult, challenging),)


COLUMNS = ("exponent", "routine", "difficult", "challenging", "worded", "either")
ROWS: Mapping[Table, tuple[Row, ...]] = {
    table: tables.rows(__file__, "advancement.toml", table.value, COLUMNS, lambda row: Row(**row)) for table in Table
}


def row_of(table: Table, exponent: int) -> Row | None:
    """The row of a table, or None at 0 and from 10 up, where it has none."""
    return next((row for row in ROWS[table] if row.exponent == exponent), None)


def routes(
    kind: Kind,
    exponent: int,
    *,
    worded: bool = False,
    later: bool = False,
    printed: bool = False,
    lift_from_0: bool = False,
    alike: bool = False,
) -> tuple[Marks, ...]:
    """Every set of tests that lifts the exponent by 1; empty where no log leads on.

    At exponent 0 one test of any class lifts Resources, and with `lift_from_0` everything else that has a log (of a
    stat, Routine tests never count). `worded` takes the sentence above the table for the Challenging tests of skills,
    `later` and `printed` choose the table (see `Kind.table`), and `alike` counts Difficult and Challenging together
    where the table joins them. Sources: HUB-37, HUB-38, HUB-40, HUB-41, HUB-102, STE-08.
    """
    table = kind.table(later=later, printed=printed)
    if table is None:
        return ()
    if exponent == 0 and (kind is Kind.RESOURCES or lift_from_0):
        one = tuple(Marks().plus(test_class) for test_class in TestClass)
        return one[1:] if table is Table.STAT else one
    row = row_of(table, exponent)
    return row.routes(worded=worded and table is Table.SKILL, alike=alike) if row else ()


def filled(needed: Sequence[Marks], marks: Marks) -> bool:
    """Whether one of the routes is full: then the exponent rises at once and all marks go. Source: HUB-45."""
    return any(marks.short_of(route).total == 0 for route in needed)


def best(classes: Sequence[TestClass], marks: Marks, needed: Sequence[Marks]) -> TestClass:
    """Of the classes that one test may be marked as, 1 or more, the one that leaves the least to be done.

    Source: HUB-45.
    """
    return min(classes, key=lambda one: min((marks.plus(one).short_of(way).total for way in needed), default=0))


def useful(needed: Sequence[Marks], marks: Marks, test_class: TestClass) -> bool:
    """Whether a mark of this class is still missing by any route. Source: HUB-45."""
    return any(marks.plus(test_class).short_of(route) != marks.short_of(route) for route in needed)


def tests_to_rise(needed: Sequence[Marks], marks: Marks, test_class: TestClass) -> int | None:
    """How many more tests of one class fill a route, 0 if one is full; None where that class alone fills none.

    Source: HUB-45.
    """
    gaps = [marks.short_of(route) for route in needed]
    return min((gap.of(test_class) for gap in gaps if gap.total == gap.of(test_class)), default=None)


@dataclass(frozen=True, slots=True)
class Log:
    """An exponent with its marks. `routes` finds what is needed at an exponent. Source: HUB-42, HUB-45."""

    exponent: int
    marks: Marks = Marks()

    def after(self, test_class: TestClass, needed: Sequence[Marks]) -> "Log":
        """The log with one more test; when that fills a route, one exponent higher and empty. Source: HUB-45."""
        marks = self.marks.plus(test_class)
        return Log(self.exponent + 1) if filled(needed, marks) else Log(self.exponent, marks)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll of a series: the dice that count, the obstacle, and whether it passed."""

    dice: int
    obstacle: int
    passed: bool


@dataclass(frozen=True, slots=True)
class Logged:
    """What a series earns: the roll (its place in the series) and its class, or None; and whether it advances.

    `classes` holds two where the player chooses.
    """

    roll: int | None = None
    classes: Classes = Classes()
    advances: bool = False


def logged(
    rolls: Sequence[Rolled],
    marks: Marks,
    needed: Sequence[Marks],
    *,
    success_only: bool = False,
    by_class: bool = False,
    class_of: Callable[[int, int], Classes] = classes,
) -> Logged:
    """The one test that a series of rolls of one ability earns; `class_of` dice and an obstacle is the table's.

    The first roll of a class that fills the last gap in a route is marked when it falls. Otherwise the roll with the
    highest obstacle is, among equals the one of the harder class; with `by_class` it goes the other way round.
    Source: HUB-44.
    """
    counting = [
        (place, roll)
        for place, roll in enumerate(rolls)
        if (roll.passed or not success_only) and class_of(roll.dice, roll.obstacle)
    ]
    for place, roll in counting:
        for test_class in class_of(roll.dice, roll.obstacle):
            if filled(needed, marks.plus(test_class)):
                return Logged(place, Classes((test_class,)), advances=True)
    if not counting:
        return Logged()
    order = list(TestClass)

    def height(entry: tuple[int, Rolled]) -> tuple[int, int, int]:
        place, roll = entry
        hardness = order.index(class_of(roll.dice, roll.obstacle)[-1])
        return (hardness, roll.obstacle, -place) if by_class else (roll.obstacle, hardness, -place)

    place, roll = max(counting, key=height)
    return Logged(place, class_of(roll.dice, roll.obstacle))


def expected(
    mix: Sequence[int], tests: int, dice: int, *, choice: bool = True, hardest: bool = False
) -> tuple[Fraction, ...]:
    """How many Routine, Difficult and Challenging tests to expect of `tests` rolled with `dice`.

    `mix` are shares of obstacles 1, 2, 3 …, of which at least one is above 0. One die against Ob 1 is taken as
    Routine where the player has the choice, or as the `hardest` that it may be. Source: HUB-49.
    """
    whole = sum(mix)
    of_class = dict.fromkeys(TestClass, 0)
    for obstacle, share in enumerate(mix, 1):
        of_class[classes(dice, obstacle, choice=choice)[-1 if hardest else 0]] += share
    return tuple(Fraction(tests * share, whole) for share in of_class.values())


def sessions(needed: Sequence[Marks], rates: Sequence[Fraction]) -> Fraction | None:
    """After how many sessions the quickest route is full if every session brings `rates`; None if never.

    Source: HUB-49.
    """
    lengths = []
    for route in needed:
        asked = [(route.of(test_class), rate) for test_class, rate in zip(TestClass, rates, strict=True)]
        if all(rate for count, rate in asked if count):
            lengths.append(max((count / rate for count, rate in asked if count), default=Fraction(0)))
    return min(lengths, default=None)


def average(parents: Sequence[int], *, up: bool = False) -> int:
    """The average of parent stats, rounded down, or `up`. The book does not say how it rounds here. Source: HUB-40."""
    whole = sum(parents)
    return -(-whole // len(parents)) if up else whole // len(parents)


def as_values(marks: Marks) -> dict[str, Any]:
    """Marks for programs."""
    return {test_class.value.lower(): marks.of(test_class) for test_class in TestClass}
