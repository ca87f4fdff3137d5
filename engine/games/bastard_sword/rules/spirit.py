"""Spirit: how much there is, and the dice that it buys (BSR-18, BSR-19)."""

from dataclasses import dataclass

from engine.games.bastard_sword.rules.half_orders import rung, rungs

TIMES = 4
MOST_SPIRIT, MOST_BOUGHT = 500, 6
"""More than any score gives that this works with, and the most dice that so much buys."""


def most(constitution: int, persona: int) -> int:
    """The spirit of a rested character. Source: BSR-18."""
    return TIMES * (constitution + persona)


def cost(dice: int, *, extended: bool = False) -> int:
    """What so many bonus dice cost: their rung, and one rung more for an extended task. None cost nothing.

    Source: BSR-19.

    >>> [cost(dice) for dice in range(5)], cost(2, extended=True)
    ([0, 1, 3, 10, 30], 10)
    """
    return rung(dice + extended) if dice > 0 else 0


def bought(spirit: int, *, extended: bool = False) -> int:
    """The most dice that so much spirit buys, without a burden. Source: BSR-19."""
    return max(0, rungs(spirit) - extended)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a load that `passed` its increment so many times does to spirit: its rung on top of every loss and price.

    `each`: on top of every point; on a `ladder` dice are as dear as so many dice more. Source: BSC-25, BSR-19.

    >>> [Weighed(1).price(dice) for dice in range(4)], Weighed(1, ladder=True).price(2), Weighed(2).loss(5)
    ([0, 2, 4, 11], 10, 8)
    """

    passed: int = 0
    ladder: bool = False
    each: bool = False

    def price(self, dice: int, *, extended: bool = False) -> int:
        """What so many bonus dice cost."""
        if self.ladder:
            return cost(dice + self.passed, extended=extended) if dice > 0 else 0
        return self.loss(cost(dice, extended=extended))

    def loss(self, points: int) -> int:
        """What a loss or an expense of so much spirit becomes."""
        return points + rung(self.passed) * (points if self.each else 1) if points > 0 else 0


UNBURDENED = Weighed()
