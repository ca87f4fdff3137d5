"""How far a roll has come: nobody has rolled, the dice fall here, or they were counted."""

from typing import Annotated

from engine import wording
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.dice import MOST_OBSTACLE

COUNTED = Between(0, MOST_OBSTACLE)
QUICK_SUCCESSES = (0, 1, 2, 3, 4, 5)
MOST_SEED = 999_999_999
FACES = (1, 2, 3, 4, 5, 6)


@branch("Not rolled yet")
class Ahead:
    """Nobody has rolled."""


@branch("I have rolled")
class OpenRolled:
    """The dice have been rolled and counted."""

    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2


@branch("Roll for me")
class Seeded:
    """Dice that fall here. The same seed gives the same faces, so that a link shows the same roll."""

    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more rolls them anew")] = 1


def faces_of(said_faces: str, at: str) -> list[int]:
    """The faces that were typed into the field `at`. Raises `Unusable` where it holds anything else."""
    digits = said_faces.replace(",", " ").replace(" ", "")
    if not (digits.isascii() and digits.isdecimal()) or set(digits) - set("123456"):
        raise Unusable(at, f"Faces are numbers from 1 to 6, such as 6 5 2 1; this says {wording.quoted(said_faces)}.")
    return [int(digit) for digit in digits]
