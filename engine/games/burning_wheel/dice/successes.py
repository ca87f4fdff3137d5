"""How many successes a pool rolls (HUB-03, HUB-07, HUB-08)."""

import enum
from functools import cache

from engine.dice.distribution import Distribution
from engine.dice.law import Law, distribution, lowest
from engine.games.burning_wheel.dice.numbers import MOST_OBSTACLE
from engine.games.burning_wheel.dice.pool import Pool
from engine.games.burning_wheel.dice.shade import SIDES, Shade


class Chain(enum.Enum):
    """Whether an extra die that shows a six begets another. It decides nothing below three successes (HUB-07)."""

    CHAIN = "chain"
    """Every six begets a die, those on extra dice too."""

    ONCE = "once"
    """Only a six on one of the pool's own dice does."""


@cache
def die(shade: Shade, open_ended: bool, chain: Chain) -> Law:
    """The law of one die with its extra dice. Source: HUB-02, HUB-07."""
    hits, misses = shade.hits, shade.misses
    plain = lowest((misses, hits), SIDES)
    if not open_ended:
        return plain
    if chain is Chain.CHAIN:
        # Sixes are rolled on until another face ends the chain: `misses` of the five others fail, the rest succeed.
        return Law((misses, hits - 1), chains=1, sides=SIDES)
    return Law((misses, hits - 1), SIDES) + Law((0, 1), SIDES) * plain


def successes(pool: Pool, *, chain: Chain = Chain.CHAIN, upto: int = MOST_OBSTACLE) -> Distribution:
    """The exact distribution of the successes of a pool.

    `upto` is the highest number listed; what open-ended dice do beyond it is the tail. Raises `ValueError` when it is
    negative. Source: HUB-07, HUB-08.
    """
    return distribution([(die(group.shade, group.open_ended, chain), group.count) for group in pool], upto)
