"""What a sample says of the chance, or of the mean, behind it."""

import math
from collections.abc import Mapping
from fractions import Fraction

Span = tuple[Fraction, Fraction]
Z = 1.959964
"""Standard errors to either side that hold 95 % of a normal law."""


def interval(found: int, of: int) -> Span:
    """Wilson’s 95 % interval of a share: `found` of `of` runs sampled, of 1 or more."""
    share = found / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z / (1 + Z * Z / of) * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Fraction(round(low * 10_000), 10_000), Fraction(round(high * 10_000), 10_000)


def mean_interval(found: Mapping[int, int]) -> Span:
    """The 95 % interval of a mean: how often each number, none below 0, came up in 2 runs or more.

    >>> [float(end) for end in mean_interval({1: 50, 3: 50})]
    [1.803, 2.197]
    """
    of = sum(found.values())
    mean = sum(number * count for number, count in found.items()) / of
    spread = sum((number - mean) ** 2 * count for number, count in found.items()) / (of - 1)
    reach = Z * math.sqrt(spread / of)
    return Fraction(round(max(0.0, mean - reach) * 1000), 1000), Fraction(round((mean + reach) * 1000), 1000)
