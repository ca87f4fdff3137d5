"""Crowns, stallions and pawns, and what a price comes to (BSC-29, BSC-30)."""

from dataclasses import dataclass

from engine.wording import NO_BREAK

STALLION, CROWN = 10, 200
"""Pawns in a silver and in a golden coin. Source: BSC-29."""


def said(pawns: int) -> str:
    """An amount of pawns, 0 or more, in the fewest coins. Source: BSC-29.

    >>> [said(pawns).split() for pawns in (15, 437, 200, 0)]
    [['1s', '5p'], ['2c', '3s', '7p'], ['1c'], ['0p']]
    """
    crowns, left = divmod(pawns, CROWN)
    stallions, left = divmod(left, STALLION)
    parts = [f"{number}{letter}" for number, letter in ((crowns, "c"), (stallions, "s"), (left, "p")) if number]
    return NO_BREAK.join(parts) or "0p"


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin: the letter behind its number, its metal, what it is worth in pawns, and how many come to 1 burden.

    Source: BSC-29.
    """

    name: str
    letter: str
    metal: str
    pawns: int
    each: int


COINS = (
    Coin("Crown", "c", "gold", CROWN, 50),
    Coin("Stallion", "s", "silver", STALLION, 20),
    Coin("Pawn", "p", "copper", 1, 40),
)


@dataclass(frozen=True, slots=True)
class Price:
    """What something usually costs, in pawns: of local make, and brought from far. Source: BSC-30."""

    low: int
    high: int

    @property
    def words(self) -> str:
        """As in "1s 5p to 3s"."""
        return said(self.low) if self.low == self.high else f"{said(self.low)} to {said(self.high)}"

    def __add__(self, other: "Price") -> "Price":
        return Price(self.low + other.low, self.high + other.high)


NOTHING = Price(0, 0)
