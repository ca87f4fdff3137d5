"""Fields of learning: marks in a log, what is practiced, teachers, roots of a skill, categories of skills."""

import functools
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Annotated

from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import practice
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind
from engine.games.burning_wheel.rules.practice import MOST_HOURS, Times
from engine.option import Option


class Category(Option):
    """What the skill belongs to, as far as the later edition asks. The values are ids of the practice table."""

    OTHER = "other", "any other"
    SCHOOL = "school", "School of Thought"
    ARTIST = "artist", "Artist"
    MEDICINAL = "medicinal", "Medicinal"
    MILITARY = "military", "Military"
    SORCEROUS = "sorcerous", "Sorcerous"
    SPECIAL = "special", "Special/Misc"


QUICK = ("B3", "B4", "B5", "B6")


ROOT = Ability(Shade.BLACK, 4)


@row("root")
class RootRow:
    """A further stat that the skill is rooted in, as a row of the form."""

    stat: Annotated[Ability, Asked("Root stat", quick=QUICK), sheet("root")] = ROOT
    began: Annotated[Ability | None, Asked("What it was at the first test", "Empty: the same.")] = None


Others = tuple[RootRow, ...]


MARKS = Between(0, 20)
EXPONENT = Between(0, CAP)
WILL = Between(1, 10)
HOURS = Between(1, MOST_HOURS)

RoutineMarked = Annotated[int, MARKS, Asked("Routine tests marked", more=True), sheet("routine")]
DifficultMarked = Annotated[int, MARKS, Asked("Difficult tests marked", more=True), sheet("difficult")]
ChallengingMarked = Annotated[int, MARKS, Asked("Challenging tests marked", more=True), sheet("challenging")]
ItsRoot = Annotated[Ability, Asked("Its root", quick=QUICK)]
FurtherRoots = Annotated[Others, Asked("Further roots")]
YourWill = Annotated[int, WILL, Asked("Your Will", more=True), sheet("will")]
MayHaveExponent = Annotated[int | None, EXPONENT, Asked("Its exponent", "Empty: not told."), sheet("exponent")]


@dataclass(frozen=True, slots=True)
class Subject(Times):
    """What is practiced: a row of the table, or one that the table lacks, with the GM's numbers."""

    name: Annotated[str, Asked("Name")] = ""
    months: Annotated[int, Between(1, 60), Asked("Months of a cycle", gm=True, quick=(1, 3, 6, 12))] = 1
    routine: Annotated[int, HOURS, Asked("Routine: hours a day", gm=True)] = 2
    difficult: Annotated[int, HOURS, Asked("Difficult: hours a day", gm=True)] = 4
    challenging: Annotated[int, HOURS, Asked("Challenging: hours a day", gm=True)] = 8
    advances: Annotated[Kind, Asked("Advances like")] = Kind.SKILL

    @staticmethod
    @functools.cache
    def table() -> Mapping[str, "Subject"]:
        """All rows by id, in the order of the book."""
        return {key: Subject(*astuple(times)) for key, times in practice.TIMES.items()}

    @property
    def words(self) -> str:
        """The name of the category, stat or attribute."""
        return self.name

    @property
    def group(self) -> str:
        """The half of the table in which it stands."""
        return "Skills" if self.advances is Kind.SKILL else "Stats and attributes"

    @property
    def id(self) -> str:
        """The id of its row; empty for one of the reader's own."""
        return next((key for key, listed in Subject.table().items() if listed == self), "")


MARTIAL = Subject.table()["martial"]
