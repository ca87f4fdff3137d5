"""The shade of a die: the only thing that changes what it must show (HUB-02)."""

import enum
from fractions import Fraction

SIDES = 6


class Shade(enum.Enum):
    """Black, gray or white; the value is the letter that stands before an exponent. Source: HUB-02."""

    BLACK = "B"
    GRAY = "G"
    WHITE = "W"

    @property
    def target(self) -> int:
        """The lowest face that succeeds: 4, 3 or 2."""
        return {Shade.BLACK: 4, Shade.GRAY: 3, Shade.WHITE: 2}[self]

    @property
    def words(self) -> str:
        """The shade as a word: black, gray, white."""
        return self.name.lower()

    @property
    def hits(self) -> int:
        """How many of the six faces succeed: 3, 4 or 5."""
        return SIDES + 1 - self.target

    @property
    def misses(self) -> int:
        """How many of the six faces are traitors: 3, 2 or 1."""
        return SIDES - self.hits

    @property
    def chance(self) -> Fraction:
        """The chance that one die succeeds: 1/2, 2/3 or 5/6."""
        return Fraction(self.hits, SIDES)
