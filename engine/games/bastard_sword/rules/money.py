"""Crowns, stallions and pawns, and what a price comes to (BSC-29, BSC-30)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from engine import tables
from engine.refused import Refused
from engine.wording import NO_BREAK, quoted

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


PURSE = re.compile(r"(?:([0-9]{1,6})c)?(?:([0-9]{1,6})s)?(?:([0-9]{1,6})p)?")


@dataclass(frozen=True, slots=True)
class Purse:
    """So many crowns, stallions and pawns, as coins: "2c3s7p". Source: BSC-29.

    >>> Purse.parse("1s 5p").pawns, str(Purse.parse("2c3s7p")), Purse.of(437).coins
    (15, '2c3s7p', (2, 3, 7))
    """

    coins: tuple[int, int, int]

    steps: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read crowns, stallions and pawns in this order, each with its letter. Raises `Refused` for anything else."""
        said = "".join(text.split()).lower()
        found = PURSE.fullmatch(said)
        if not found or not said or not said.isascii():
            raise Refused(f"Money is crowns, stallions and pawns, as in “2c3s7p” or “15p”; this says {quoted(text)}.")
        return cls((int(found[1] or 0), int(found[2] or 0), int(found[3] or 0)))

    @classmethod
    def of(cls, pawns: int) -> Self:
        """The fewest coins of an amount."""
        crowns, left = divmod(pawns, CROWN)
        return cls((crowns, *divmod(left, STALLION)))

    @classmethod
    def lightest(cls, pawns: int) -> Self:
        """The coins of an amount that weigh least, and of those the fewest. Source: BSC-23, BSC-29.

        Smaller coins weigh nothing up to 19 stallions and 39 pawns; changing more than that weighs more than it saves.
        """
        few = cls.of(pawns)
        best = few
        for crowns in range(max(0, few.coins[0] - 2), few.coins[0] + 1):
            most, rest = divmod(pawns - crowns * CROWN, STALLION)
            for stallions in range(max(0, most - COINS[1].each), most + 1):
                one = cls((crowns, stallions, rest + (most - stallions) * STALLION))
                best = min(best, one, key=lambda purse: (purse.burden, sum(purse.coins)))
        return best

    def __str__(self) -> str:
        return (
            "".join(f"{number}{coin.letter}" for number, coin in zip(self.coins, COINS, strict=True) if number) or "0p"
        )

    @property
    def words(self) -> str:
        """As in "2c 3s 7p"."""
        parts = (f"{number}{coin.letter}" for number, coin in zip(self.coins, COINS, strict=True) if number)
        return NO_BREAK.join(parts) or "0p"

    @property
    def pawns(self) -> int:
        """What they are worth."""
        return sum(number * coin.pawns for number, coin in zip(self.coins, COINS, strict=True))

    @property
    def weighs(self) -> Sequence[int]:
        """What each kind weighs. Source: BSC-23, BSC-29."""
        return [number // coin.each for number, coin in zip(self.coins, COINS, strict=True)]

    @property
    def burden(self) -> int:
        """What all of them weigh."""
        return sum(self.weighs)


@dataclass(frozen=True, slots=True)
class Price:
    """What something usually costs, in pawns: of local make, and brought from far. Source: BSC-30."""

    low: int
    high: int

    @property
    def words(self) -> str:
        """As in "1s 5p to 3s"."""
        return said(self.low) if self.low == self.high else f"{said(self.low)} to {said(self.high)}"

    @property
    def short(self) -> str:
        """As in "1s 5p–3s", for a narrow cell."""
        return said(self.low) if self.low == self.high else f"{said(self.low)}–{said(self.high)}"

    def at(self, percent: int) -> int:
        """What it costs so far between local make (0) and imported (100), in whole pawns, half up. Source: BSC-30.

        >>> [Price(5, 8).at(percent) for percent in (0, 50, 100)]
        [5, 7, 8]
        """
        return int(self.low + Fraction((self.high - self.low) * percent, 100) + Fraction(1, 2))

    def times(self, number: int) -> "Price":
        """What so many cost."""
        return Price(self.low * number, self.high * number)

    def __add__(self, other: "Price") -> "Price":
        return Price(self.low + other.low, self.high + other.high)


NOTHING = Price(0, 0)


@dataclass(frozen=True, slots=True)
class Wage:
    """What an occupation earns in a week, with the group it stands in. Source: BSC-31."""

    key: str
    name: str
    group: str
    pay: Price

    def weeks(self, pawns: int) -> tuple[int, int | None]:
        """The whole weeks in which the best and the worst pay come to so much; None where that never does.

        >>> WAGES["soldier"].weeks(5000), WAGES["hermit"].weeks(6)
        ((250, 834), (2, None))
        """
        return -(-pawns // self.pay.high), -(-pawns // self.pay.low) if self.pay.low else None


WAGES: Mapping[str, Wage] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "wages.toml",
        "wage",
        ("key", "name", "group", "low", "high"),
        lambda row: Wage(row["key"], row["name"], row["group"], Price(row["low"], row["high"])),
    )
}
