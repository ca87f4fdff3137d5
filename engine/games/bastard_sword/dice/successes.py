"""Exact chances of successes, and of hits (BSR-05, BSR-08)."""

from functools import lru_cache

from engine.dice import Distribution, total_of
from engine.games.bastard_sword.dice.pool import Pool


@lru_cache(maxsize=512)
def successes(pool: Pool) -> Distribution:
    """How likely each number of successes is, from 0 to all that can fall.

    Kept, because a pool is asked about again and again with a die more or fewer. Source: BSR-05.

    >>> from engine.games.bastard_sword.dice.pool import Pool
    >>> successes(Pool.parse("4d8w")).at_least(1)
    Fraction(1695, 4096)
    """
    return total_of([tuple(group.die) for group in pool for _ in range(group.count)])


def hits(result: int, difficulty: int) -> int:
    """What a result has beyond what was needed; none where it falls short. Source: BSR-08."""
    return max(0, result - difficulty)
