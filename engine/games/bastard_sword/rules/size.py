"""Nine categories of size, and what a difference means for strength (BSR-28, BSR-29)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option


class Size(Option):
    """The categories, from the smallest up. Source: BSR-28."""

    MINUSCULE = "minuscule", "minuscule"
    TINY = "tiny", "tiny"
    LITTLE = "little", "little"
    SMALL = "small", "small"
    MEDIUM = "medium", "medium"
    LARGE = "large", "large"
    HUGE = "huge", "huge"
    COLOSSAL = "colossal", "colossal"
    MONUMENTAL = "monumental", "monumental"

    @property
    def place(self) -> int:
        """Its place, from 0."""
        return list(Size).index(self)


@dataclass(frozen=True, slots=True)
class About:
    """How long and how heavy something of a size is, with examples."""

    key: str
    about: str
    mass: str
    such: str


ABOUT: Mapping[Size, About] = {
    Size.of(row.key): row
    for row in tables.rows(__file__, "size.toml", "size", ("key", "about", "mass", "such"), lambda row: About(**row))
}
TWO, BY_SIX = 2, 6


def larger(mine: Size, theirs: Size) -> int:
    """By how many categories I am larger than they are; below 0 smaller. Source: BSR-28."""
    return mine.place - theirs.place


def more_strength(apart: int, *, two_is_six: bool = False) -> int:
    """What a difference of so many categories adds to the strength of the larger one. Source: BSR-29.

    >>> [more_strength(apart) for apart in range(6)], more_strength(2, two_is_six=True)
    ([0, 1, 3, 10, 30, 100], 6)
    """
    return BY_SIX if two_is_six and apart == TWO else rung(apart)
