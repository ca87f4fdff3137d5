"""Spirit: how much there is, and the dice that it buys (BSR-18, BSR-19)."""

from engine.games.bastard_sword.rules.half_orders import rung, rungs

TIMES = 4
MOST_SPIRIT, MOST_BOUGHT = 500, 6
"""More than any score gives that this works with, and the most dice that so much buys."""


def most(constitution: int, persona: int) -> int:
    """The spirit of a rested character. Source: BSR-18."""
    return TIMES * (constitution + persona)


def cost(dice: int, *, extended: bool = False, surcharge: int = 0) -> int:
    """What so many bonus dice cost: their rung, one rung more for an extended task, and `surcharge` rungs more.

    No dice cost nothing. Source: BSR-19.

    >>> [cost(dice) for dice in range(5)], cost(2, extended=True)
    ([0, 1, 3, 10, 30], 10)
    """
    return rung(dice + extended + surcharge) if dice > 0 else 0


def bought(spirit: int, *, extended: bool = False, surcharge: int = 0) -> int:
    """The most dice that so much spirit buys. Source: BSR-19."""
    return max(0, rungs(spirit) - extended - surcharge)
