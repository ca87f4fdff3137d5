"""Lanterns on the Tideway, a game in which nothing is like Burning Wheel: what any game may bring, unknown to the core.

Dice of four to twenty sides, faces worth several successes or less than none, a sheet of three fields with an effect of
its own, one ruling, one session, and one block with its drawing and style.
"""

from engine.games import Accent, Game
from engine.sheet import Sheet
from tests.second_game.lamp import Lamp, lamp
from tests.second_game.sheet import EFFECTS

GAME = Game(
    "lanterns",
    "Lanterns on the Tideway",
    __name__,
    Sheet("lantern-sheet", EFFECTS, kind="keeper", starts={"New ferryman": {"name": "Ferryman", "hand": "2d20"}}),
    {Lamp: lamp},
    books="is made up for tests, and has no books.",
    spelling={"armo": "armou", "draft": "draught", "maneu": "manoeu"},
    units=("Fathom",),
    accent=Accent("#7a5c00", "#e8c14a"),
)
