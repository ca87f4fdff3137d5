"""Steps, running and terrain (BSR-35 to BSR-37)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import tables
from engine.games.bastard_sword.dice import Die
from engine.option import Option

FALL = Die(4)
"""The die of a runner's fall. Source: BSR-36."""
CRAWL = 2
"""How many steps one costs while prone. Source: BSR-74."""


class Terrain(Option):
    """Kinds of ground. Source: BSR-37."""

    NORMAL = "normal", "normal"
    INCONVENIENT = "inconvenient", "inconvenient"
    DIFFICULT = "difficult", "difficult"
    IMPRACTICABLE = "impracticable", "impracticable"

    @property
    def ground(self) -> "Ground":
        """What it costs."""
        return GROUND[self]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a step costs there, the malus on running, and examples. Source: BSR-37."""

    key: str
    words: str
    cost: int
    malus: int
    such: str


GROUND: Mapping[Terrain, Ground] = {
    Terrain.of(row.key): row
    for row in tables.rows(
        __file__, "terrain.toml", "terrain", ("key", "words", "cost", "malus", "such"), lambda row: Ground(**row)
    )
}


def run(speed: int, result: int, *, each: bool = False) -> int:
    """The steps that a run adds: half the speed for each success, rounded down in all, or for `each` by itself.

    Source: BSR-36.

    >>> run(12, 2), run(9, 3), run(9, 3, each=True)
    (12, 13, 12)
    """
    if result <= 0:
        return 0
    return speed // 2 * result if each else speed * result // 2


@dataclass(frozen=True, slots=True)
class Fall:
    """What comes of a run that fails: prone at 0 or less, and a d4 of bludgeoning damage for each success below 0."""

    prone: bool
    dice: int


def fall(result: int) -> Fall:
    """Whether a runner falls, and how hard. Source: BSR-36."""
    return Fall(result <= 0, max(0, -result))


def price(terrain: Terrain, *, prone: bool = False) -> int:
    """What one step costs on this ground, and crawling. Source: BSR-37, BSR-74."""
    return terrain.ground.cost * (CRAWL if prone else 1)


def covered(steps: int, terrain: Terrain, *, prone: bool = False) -> int:
    """How far so many steps go over this ground. Source: BSR-37, BSR-74.

    >>> covered(24, Terrain.DIFFICULT), covered(24, Terrain.DIFFICULT, prone=True)
    (8, 4)
    """
    return steps // price(terrain, prone=prone)


def metres(steps: int, height: int) -> Fraction:
    """So many steps in metres, for a body of this height in centimetres: a step is half of it. Source: BSR-35."""
    return Fraction(steps * height, 200)
