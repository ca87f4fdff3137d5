"""Melee!, a hack of Burning Wheel for fights with many: its rules and calculators; dice and sheet are shared."""

from engine.games import Accent, Game
from engine.games.burning_wheel import GAME as BURNING_WHEEL
from engine.games.melee.name import NAME

GAME = Game(
    NAME,
    "Melee!",
    __name__,
    BURNING_WHEEL.sheet,
    books="belongs to its author.",
    units=("Ob",),
    accent=Accent("#6b3fa0", "#b99be6"),
    rests_on=BURNING_WHEEL.name,
)
