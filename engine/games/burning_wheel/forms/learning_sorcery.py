"""Learning sorcery as forms ask for it."""

from typing import Annotated

from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.forms.sustained import SustainedRow
from engine.games.burning_wheel.rules.ability import Ability

EXTRA = Between(0, 20)
DAYS = Between(0, 3650)

YourPerception = Annotated[Ability, Asked("Perception", quick=("B3", "B4", "B5", "B6")), sheet("perception")]
ReadCarefully = Annotated[bool, Asked("You work carefully")]
MoreDice = Annotated[int, EXTRA, Asked("Dice from FoRKs and help", quick=(0, 1, 2, 3))]
ArthaDice = Annotated[int, EXTRA, Asked("Dice from artha", "From Persona, or Deeds.", more=True, quick=(0, 1, 2, 3))]
DaysBetween = Annotated[int, DAYS, Asked("Days that each Practical takes", gm=True, quick=(0, 7, 30))]


@row("test of Will")
class TestedRow(SustainedRow):
    """A sustained spell that Will was tested for."""

    dropped: Annotated[bool, Asked("It dropped")] = True
