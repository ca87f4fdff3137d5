"""What +Ob does to a roll that has no obstacle of its own: each takes one of its successes (FGT-09).

Positioning, Avoid, Block, the defending half of a Counterstrike and Natural Defenses are rolled against another roll,
so there is nothing that +Ob could raise. A Lock, Throw, Push, Beat or Charge pays its +Ob in the same way, and before
anybody answers: what is not left over needs no Natural Defenses.
"""

from fractions import Fraction
from functools import lru_cache

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool, successes
from engine.refused import Refused
from engine.working import Line, Worked


def left(successes: int, penalty: int) -> int:
    """What `penalty` of +Ob (0 or more) leaves of so many successes, never below 0. Source: FGT-09.

    >>> left(3, 1), left(4, 5)
    (2, 0)
    """
    return max(0, successes - penalty)


def answered(successes: int, penalty: int) -> bool:
    """Whether an attack against another roll has to be answered at all: it rolled more than its +Ob. Source: FGT-09.

    >>> answered(4, 5), answered(6, 5)
    (False, True)
    """
    return left(successes, penalty) > 0


def worked(successes: int, penalty: int, words: str = "Successes") -> Worked:
    """What is left, line by line. Source: FGT-09."""
    lines = [Line(successes, words, "FGT-09")]
    if penalty:
        lines.append(Line(left(successes, penalty) - successes, f"+{penalty} Ob eats successes", "FGT-09"))
    return Worked(tuple(lines))


@lru_cache(maxsize=512)
def law(pool: Pool, penalty: int = 0) -> Distribution:
    """The exact distribution of the successes that are left of a roll, from 0 to as many as it has dice.

    Raises `Refused` for open-ended dice, which no maneuver of Fight! rolls. Source: FGT-09.
    """
    if pool.open_ended:
        raise Refused(f"Dice of Fight! do not open; this is {pool}.")
    rolled = successes(pool)
    weights = [0] * (max(0, rolled.last - penalty) + 1)
    for number, weight in enumerate(rolled.weights):
        weights[left(number, penalty)] += weight
    total = sum(number * weight for number, weight in enumerate(weights))
    return Distribution(tuple(weights), rolled.denominator, Fraction(total, rolled.denominator))
