"""Generating functions of successes, and how their coefficients are read off. Everything here is whole numbers.

The coefficient of z^k is the chance of k successes. A plain die gives a polynomial. Where the highest of s faces
succeeds and is rolled on, the *chain* is a geometric series with the sum 1 / (s - z): so whatever dice do here is a
polynomial over a power of (s - z), and nothing has to be cut at any depth.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import gcd, lcm
from operator import mul

from engine.dice.distribution import Distribution


@dataclass(frozen=True, slots=True)
class Law:
    """The generating function ``numerator(z) / (denominator * (sides - z)**chains)``; `numerator[k]` belongs to z^k.

    `sides` are those of the dice that chain, 0 where none does. Laws add (either happens) and multiply (both happen,
    successes together); ``ValueError`` says where dice of different sides chain. The law of a whole die has the value
    1 at z = 1, and a die that may fail has `numerator[0]` above 0.
    """

    numerator: tuple[int, ...]
    denominator: int = 1
    chains: int = 0
    sides: int = 0

    def __add__(self, other: "Law") -> "Law":
        denominator = lcm(self.denominator, other.denominator)
        chains, sides = max(self.chains, other.chains), self._sides(other)
        tops = []
        for law in (self, other):
            top: Sequence[int] = [weight * (denominator // law.denominator) for weight in law.numerator]
            for _ in range(chains - law.chains):
                top = multiply(top, (sides, -1))
            tops.append(top)
        return lowest([sum(pair) for pair in zip_longest(*tops, fillvalue=0)], denominator, chains, sides)

    def __mul__(self, other: "Law") -> "Law":
        numerator = multiply(self.numerator, other.numerator)
        chains = self.chains + other.chains
        return lowest(numerator, self.denominator * other.denominator, chains, self._sides(other))

    def _sides(self, other: "Law") -> int:
        if self.sides and other.sides and self.sides != other.sides:
            raise ValueError(f"Dice that chain have the same sides here; these have {self.sides} and {other.sides}.")
        return self.sides or other.sides

    @property
    def mean(self) -> Fraction:
        """The mean of a law whose value at z = 1 is 1, from its derivative there: no sum without end."""
        slope = sum(number * weight for number, weight in enumerate(self.numerator))
        tail = Fraction(self.chains, self.sides - 1) if self.chains else 0
        return Fraction(slope, sum(self.numerator)) + tail


def lowest(numerator: Sequence[int], denominator: int, chains: int = 0, sides: int = 0) -> Law:
    """A law in its lowest terms, which keeps everything made from it small."""
    shared = gcd(denominator, *numerator)
    return Law(tuple(weight // shared for weight in numerator), denominator // shared, chains, sides)


def multiply(one: Sequence[int], other: Sequence[int], upto: int | None = None) -> list[int]:
    """The product of two polynomials, lowest coefficients first, up to z^upto where that is given."""
    last = len(one) + len(other) - 2
    if upto is not None:
        last = min(last, upto)
    backwards = other[::-1]
    product = []
    for k in range(last + 1):
        low = max(0, k - len(other) + 1)
        start = len(other) - 1 - k + low
        product.append(sum(map(mul, one[low : k + 1], backwards[start:])))
    return product


def power(law: Law, count: int, upto: int) -> tuple[list[int], int]:
    """The coefficients of ``law**count`` up to z^upto as whole numbers, and the denominator that they share.

    A polynomial's list ends where it ends. `law.numerator[0]` must not be 0. For y = N^n (s - z)^-c the logarithmic
    derivative says (s - z) N y' = (n (s - z) N' + c N) y: each coefficient follows from the few before it, as many as
    N has, where convolving would take all of them n times over.
    """
    chains = law.chains * count
    left: Sequence[int] = law.numerator
    right: Sequence[int] = [count * number * weight for number, weight in enumerate(law.numerator)][1:] or [0]
    last, scale = upto, 1
    if chains:
        rest = (law.sides, -1)
        right = [a + chains * b for a, b in zip_longest(multiply(right, rest), left, fillvalue=0)]
        left = multiply(left, rest)
        scale = law.sides**upto
    else:
        last = min(upto, count * (len(left) - 1))
    pairs = enumerate(zip_longest(right, left[1:], fillvalue=0))
    steps = [(back, grow + shrink * back, shrink) for back, (grow, shrink) in pairs]
    weights = [law.numerator[0] ** count * scale]
    for k in range(last):
        known = 0
        for back, grow, shrink in steps[: k + 1]:
            known += (grow - shrink * k) * weights[k - back]
        weights.append(known // (left[0] * (k + 1)))
    return weights, law.denominator**count * law.sides**chains * scale


def distribution(laws: Iterable[tuple[Law, int]], upto: int) -> Distribution:
    """The total of independent dice, so many of each law, listed from 0 to `upto` or as far as it can come.

    Raises `ValueError` when `upto` is negative.
    """
    if upto < 0:
        raise ValueError(f"A table of successes reaches up to 0 or more; this says {upto}.")
    weights, denominator, mean = [1], 1, Fraction(0)
    for law, count in laws:
        more, scale = power(law, count, upto)
        weights = multiply(weights, more, upto) if len(weights) > 1 else [weights[0] * weight for weight in more]
        denominator *= scale
        mean += count * law.mean
    return Distribution(tuple(weights), denominator, mean, tail=denominator - sum(weights))
