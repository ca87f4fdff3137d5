"""The artha that someone has, and the rolls that it is spent on, as fields of a form."""

from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.rules.ability import Ability

POINTS = Between(0, 99)
MOST_ASKED = 40

PersonaHeld = Annotated[int, POINTS, Asked("Persona you have", quick=(0, 1, 2, 3)), sheet("persona")]
FateHeld = Annotated[int, POINTS, Asked("Fate you have", quick=(0, 1, 2, 3)), sheet("fate")]
DeedsHeld = Annotated[int, POINTS, Asked("Deeds you have", quick=(0, 1, 2)), sheet("deeds")]

RollsWith = Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "G4")), sheet("ability")]
RollsAgainst = Annotated[int, Between(0, MOST_ASKED), Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)]
WoundsBorne = Annotated[Borne, Asked("Wounds", more=True)]
Equipment = Annotated[bool, Asked("These are armor, shield or gun dice", more=True)]
