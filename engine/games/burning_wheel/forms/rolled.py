"""How far a roll has come: nobody has rolled, the dice fall here, or they were counted."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Asked, Between
from engine.games.burning_wheel.dice import MOST_OBSTACLE

COUNTED = Between(0, MOST_OBSTACLE)
QUICK_SUCCESSES = (0, 1, 2, 3, 4, 5)
MOST_SEED = 999_999_999


@dataclass(frozen=True, slots=True)
class Ahead:
    """Nobody has rolled."""

    words: ClassVar[str] = "Not rolled yet"


@dataclass(frozen=True, slots=True)
class OpenRolled:
    """The dice have been rolled and counted."""

    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2

    words: ClassVar[str] = "I have rolled"


@dataclass(frozen=True, slots=True)
class Seeded:
    """Dice that fall here. The same seed gives the same faces, so that a link shows the same roll."""

    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more rolls them anew")] = 1

    words: ClassVar[str] = "Roll for me"
