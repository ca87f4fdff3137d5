"""Learning a spell and the skill: readings, Practicals, what Will learns of it (SOR-50 to SOR-55).

How one step leads to the next, and how long all of them take, is in `spell_study`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import tables
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import aptitude, times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.practice import TIMES, Times
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.rules.times import Span, Unit
from engine.option import Option
from engine.working import Line, Worked

CAREFUL_DICE = 1
"""The die that working carefully adds to a reading. Source: HUB-19."""


class Reading(Option):
    """The two readings of a spell. Source: SOR-51, SOR-53."""

    FIRST = "first", "First Reading"
    SECOND = "second", "Second Reading"

    def time(self, obstacle: int) -> Span:
        """The time of it before care and speed: the obstacle (1 or more) in months, or in weeks. SOR-51, SOR-53.

        >>> Reading.FIRST.time(3).unit.words, Reading.SECOND.time(3).unit.words
        ('months', 'weeks')
        """
        return Span(obstacle, UNITS[self])


UNITS: Mapping[Reading, Unit] = dict(
    tables.rows(
        __file__,
        "learning_sorcery.toml",
        "reading",
        ("id", "unit"),
        lambda row: (Reading.of(row["id"]), Unit.of(row["unit"])),
    )
)
"""The unit of each reading. Source: SOR-51, SOR-53."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: Sorcery alone, and what is added to its dice, each 0 or more. No die opens. Source: SOR-51.

    `other` are FoRKs, help and the like, `artha` the dice that artha brings; `lost` are those that wounds take.
    """

    sorcery: Ability
    careful: bool = False
    other: int = 0
    artha: int = 0
    lost: int = 0

    @property
    def dice(self) -> Worked:
        """The dice, line by line; never below none."""
        own = self.sorcery.exponent
        return Worked(
            (
                Line(own, "Sorcery", "SOR-51"),
                Line(-min(own, self.lost), "Wounds", "HUB-18"),
                Line(CAREFUL_DICE if self.careful else 0, "Working carefully", "HUB-19"),
                Line(self.other, "FoRKs, help and other dice", "SOR-51"),
                Line(self.artha, "Artha", "SOR-54"),
            )
        )

    @property
    def pool(self) -> Pool:
        """The dice on the table, not open-ended. Source: SOR-51.

        >>> str(Reader(Ability.parse("B5"), careful=True).pool)
        'B6'
        """
        return Pool.of(self.dice.total, self.sorcery.shade)

    @property
    def counted(self) -> int:
        """The dice that count for the log: all but those of artha. Source: SOR-54, HUB-36."""
        return self.dice.total - self.artha

    def above(self, obstacle: int) -> bool:
        """Whether the spell's own obstacle is higher than the exponent. Source: SOR-54."""
        return obstacle > self.sorcery.exponent

    def may(self, obstacle: int, *, narrow: bool = False) -> bool:
        """Whether such a spell may be read: if `narrow`, above the exponent only carefully or with artha. SOR-54.

        >>> Reader(Ability.parse("B3"), other=2).may(5), Reader(Ability.parse("B3"), other=2).may(5, narrow=True)
        (True, False)
        """
        return not (narrow and self.above(obstacle)) or self.careful or self.artha > 0


def takes(
    reading: Reading, obstacle: int, *, careful: bool, quick: int = 0, floor: bool = True, of_stated: bool = False
) -> int:
    """The seconds of a reading: `quick` extra successes save a tenth each; one that fails takes its whole time.

    `floor` and `of_stated` as for `times.working`. Source: SOR-51, SOR-53, HUB-28.

    >>> takes(Reading.FIRST, 4, careful=False, quick=3) / times.DAY
    84.0
    """
    percent = times.working(careful, quick, floor=floor, of_stated=of_stated).total
    return times.part_of(reading.time(obstacle).seconds, percent)


def practicals(perception: Ability, *, least: int | None = 1) -> Worked:
    """How often the spell is cast before the Second Reading: the aptitude of Perception. Source: SOR-52, HUB-54.

    >>> practicals(Ability.parse("B4")).total, practicals(Ability.parse("G4")).total
    (6, 5)
    """
    return aptitude.aptitude([perception], least=least)


def own_practice() -> Times:
    """The row of the practice table that Sorcery is in: a year, and 5, 10 or 15 hours a day. Source: SOR-55, HUB-50."""
    return TIMES["sorcerous"]


@dataclass(frozen=True, slots=True)
class WillTest:
    """A test of Will for a sustained spell: the `dice` that were rolled, its obstacle, its class. Source: SOR-50."""

    dice: int
    obstacle: int
    classes: Classes


def hardest(tests: Sequence[WillTest]) -> int:
    """The place of the one test of an event that is noted: of the hardest class, then the highest obstacle. SOR-50.

    There is at least one test; the first of several alike.
    """
    order = tuple(TestClass)
    return max(
        range(len(tests)),
        key=lambda at: (
            max((order.index(one) for one in tests[at].classes), default=-1),
            tests[at].obstacle,
            -at,
        ),
    )
