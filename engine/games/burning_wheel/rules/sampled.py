"""What a sample says of the chance behind it."""

import math
from fractions import Fraction

Span = tuple[Fraction, Fraction]


def interval(found: int, of: int) -> Span:
    """Wilson’s 95 % interval of a share: `found` of `of` runs sampled, of 1 or more."""
    z = 1.959964
    share = found / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Fraction(round(low * 10_000), 10_000), Fraction(round(high * 10_000), 10_000)
