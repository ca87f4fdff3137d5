"""Fields of learning: marks in a log, roots of a skill, categories of skills."""

from typing import Annotated

from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
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
    began: Annotated[Ability | None, Asked("It was, at the first test", "Empty: the same.")] = None


Others = tuple[RootRow, ...]


MARKS = Between(0, 20)

RoutineMarked = Annotated[int, MARKS, Asked("Routine tests marked", more=True), sheet("routine")]
DifficultMarked = Annotated[int, MARKS, Asked("Difficult tests marked", more=True), sheet("difficult")]
ChallengingMarked = Annotated[int, MARKS, Asked("Challenging tests marked", more=True), sheet("challenging")]
FurtherRoots = Annotated[Others, Asked("Further roots")]
