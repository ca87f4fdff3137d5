"""Burden: what is too much, and how it is shed (BSC-24, BSC-25, BSC-28)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from engine import tables
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.size import Size
from engine.option import Option


@dataclass(frozen=True, slots=True)
class Increment:
    """What a point of strength and constitution carries; of the smallest the whole increment. Source: BSC-24."""

    times: Fraction
    flat: bool


INCREMENTS: Mapping[Size, Increment] = dict(
    tables.rows(
        __file__,
        "burden.toml",
        "increment",
        ("size", "times", "flat"),
        lambda row: (Size.of(row["size"]), Increment(Fraction(row["times"]), row["flat"])),
    )
)


def increment(size: Size, strength: int, constitution: int) -> Fraction:
    """What someone carries without a penalty; 0 where both attributes are 0. Source: BSC-24.

    >>> increment(Size.MEDIUM, 2, 3), increment(Size.LITTLE, 2, 3), increment(Size.MINUSCULE, 1, 1)
    (Fraction(15, 1), Fraction(1, 2), Fraction(1, 1000))
    """
    one = INCREMENTS[size]
    return one.times if one.flat else one.times * (strength + constitution)


@dataclass(frozen=True, slots=True)
class Load:
    """So much burden on someone with such an increment, more than 0. Source: BSC-25."""

    burden: Fraction
    increment: Fraction

    @property
    def passed(self) -> int:
        """How many times the increment is passed; the multiple itself is not passed yet."""
        return max(0, ceil(self.burden / self.increment) - 1)

    @property
    def malus(self) -> int:
        """Successes off every roll."""
        return rung(self.passed)

    @property
    def room(self) -> Fraction:
        """How much more goes without a higher malus."""
        return (self.passed + 1) * self.increment - self.burden

    @property
    def too_much(self) -> Fraction:
        """How much has to go before the malus is lower; 0 where there is none."""
        return max(Fraction(0), self.burden - self.passed * self.increment) if self.passed else Fraction(0)


class Shed(Option):
    """How a load sits, and is shed in a fight. Source: BSC-28."""

    HANDS = "hands", "in the hands"
    SHOULDER = "shoulder", "over one shoulder"
    STRAPPED = "strapped", "on the back or across the torso"
    BELT = "belt", "on the belt"


@dataclass(frozen=True, slots=True)
class Shedding:
    """A row of the table: what it takes to shed such a load; `action` is empty where the source does not say."""

    key: str
    words: str
    action: str
    difficulty: int


SHEDDING: Mapping[Shed, Shedding] = {
    Shed.of(one.key): one
    for one in tables.rows(
        __file__, "burden.toml", "shed", ("key", "words", "action", "difficulty"), lambda row: Shedding(**row)
    )
}
