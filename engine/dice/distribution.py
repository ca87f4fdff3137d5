"""Exact chances of whole numbers, kept as integers over one common denominator."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Distribution:
    """How likely each number is. `weights[i]` out of `denominator` is the chance of `first + i`.

    `tail` is the weight of everything above the last listed number: 0 where the list is complete, and more where it
    was cut, as it must be for dice that can open without end. `sum(weights) + tail == denominator`.
    `mean` counts the tail in, exactly.
    """

    weights: tuple[int, ...]
    denominator: int
    mean: Fraction
    first: int = 0
    tail: int = 0

    @classmethod
    def of(cls, chances: Mapping[int, Fraction]) -> "Distribution":
        """The distribution with these chances, which add up to 1. Raises ``ValueError`` where they do not."""
        if sum(chances.values()) != 1:
            raise ValueError(f"Chances add up to 1; these add up to {sum(chances.values())}.")
        shared, first = lcm(*(chance.denominator for chance in chances.values())), min(chances)
        weights = [0] * (max(chances) - first + 1)
        for number, chance in chances.items():
            weights[number - first] = chance.numerator * (shared // chance.denominator)
        mean = sum((number * chance for number, chance in chances.items()), Fraction(0))
        return cls(tuple(weights), shared, mean, first)

    def mapped(self, make: Callable[[int], int]) -> "Distribution":
        """What becomes of each number under `make`: ``law.mapped(lambda number: number // 2)``. Has to be complete."""
        found: dict[int, Fraction] = {}
        for number, chance in self:
            found[make(number)] = found.get(make(number), Fraction(0)) + chance
        return Distribution.of(found)

    @property
    def last(self) -> int:
        """The highest number listed; what lies above it has the weight `tail`."""
        return self.first + len(self.weights) - 1

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """The listed numbers, lowest first, each with its chance."""
        for number, weight in enumerate(self.weights, self.first):
            yield number, Fraction(weight, self.denominator)

    def exactly(self, number: int) -> Fraction:
        """The chance of just this number. Raises `ValueError` for one that the tail swallowed."""
        if number > self.last:
            self._must_reach(number)
        inside = self.first <= number <= self.last
        return Fraction(self.weights[number - self.first] if inside else 0, self.denominator)

    def at_least(self, number: int) -> Fraction:
        """The chance of this number or more. Raises `ValueError` where it would have to divide the tail."""
        if number > self.last + 1:
            self._must_reach(number)
        return Fraction(sum(self.weights[max(0, number - self.first) :]) + self.tail, self.denominator)

    def below(self, number: int) -> Fraction:
        """The chance of less than this number. Raises `ValueError` where it would have to divide the tail."""
        return 1 - self.at_least(number)

    def plus(self, number: int) -> "Distribution":
        """The same with a whole number added to whatever comes out, or taken off where it is below 0."""
        return replace(self, first=self.first + number, mean=self.mean + number)

    def floored(self, least: int) -> "Distribution":
        """The same with everything below `least` counted as `least`."""
        below = least - self.first
        if below <= 0:
            return self
        weights = (sum(self.weights[: below + 1]), *self.weights[below + 1 :])
        lifted = sum((below - at) * weight for at, weight in enumerate(self.weights[:below]))
        return replace(self, weights=weights, first=least, mean=self.mean + Fraction(lifted, self.denominator))

    def _must_reach(self, number: int) -> None:
        if self.tail:
            raise ValueError(f"This table lists numbers up to {self.last}; {number} lies beyond it.")


def likeliest(chances: Mapping[Key, Fraction]) -> tuple[Key, ...]:
    """All outcomes that no other is likelier than, in the order given; none where nothing can happen."""
    most = max(chances.values(), default=Fraction(0))
    return tuple(outcome for outcome, chance in chances.items() if chance == most and most)
