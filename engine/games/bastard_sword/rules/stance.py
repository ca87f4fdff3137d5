"""A defensive stance: successes that are kept to cancel attacks (BSR-67)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.dice import Distribution


def meet(kept: int, attack: int) -> tuple[int, int]:
    """The hits that an attack of so many successes scores on a stance that cancels what it can, and what is left of it.

    Source: BSR-67.

    >>> meet(7, 5), meet(2, 3), meet(2, -1)
    ((0, 2), (1, 0), (0, 2))
    """
    cancelled = min(kept, max(0, attack))
    return max(0, attack - cancelled), kept - cancelled


def through(kept: Distribution, attacks: Sequence[Distribution]) -> list[Fraction]:
    """The hits that each of these attacks scores on average on a stance of `kept` successes, 0 or more."""
    left = {number: chance for number, chance in kept if chance}
    found = []
    for attack in attacks:
        after: dict[int, Fraction] = {}
        mean = Fraction(0)
        for held, share in left.items():
            for number, chance in attack:
                hits, rest = meet(held, number)
                mean += share * chance * hits
                after[rest] = after.get(rest, Fraction(0)) + share * chance
        left = after
        found.append(mean)
    return found
