"""The artha that someone has, as fields of a form."""

from typing import Annotated

from engine.forms import Asked, Between, sheet

POINTS = Between(0, 99)

PersonaHeld = Annotated[int, POINTS, Asked("Persona you have", quick=(0, 1, 2, 3)), sheet("persona")]
FateHeld = Annotated[int, POINTS, Asked("Fate you have", quick=(0, 1, 2, 3)), sheet("fate")]
DeedsHeld = Annotated[int, POINTS, Asked("Deeds you have", quick=(0, 1, 2)), sheet("deeds")]
