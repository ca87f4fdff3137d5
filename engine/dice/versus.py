"""Two totals with each other or against each other, each known in full."""

from dataclasses import dataclass
from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.dice.law import multiply


@dataclass(frozen=True, slots=True)
class Versus:
    """The exact chances that the first side has more, as much, or less. They add up to 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def together(first: Distribution, second: Distribution) -> Distribution:
    """The sum of two totals that are independent. Raises ``ValueError`` where either is cut off."""
    if first.tail or second.tail:
        raise ValueError("A sum is listed of totals that are known to their ends; one of these is cut off.")
    weights = tuple(multiply(first.weights, second.weights))
    return Distribution(
        weights, first.denominator * second.denominator, first.mean + second.mean, first.first + second.first
    )


def margin(first: Distribution, second: Distribution) -> Distribution:
    """How far the first total lies above the second, from as low as it can come.

    Raises ``ValueError`` where either is cut off, because such a margin has no end to be listed from.
    """
    if first.tail or second.tail:
        raise ValueError("A margin is listed between totals that are known to their ends; one of these is cut off.")
    weights = tuple(multiply(first.weights, second.weights[::-1]))
    lowest = first.first - second.last
    return Distribution(weights, first.denominator * second.denominator, first.mean - second.mean, lowest)


def versus(first: Distribution, second: Distribution) -> Versus:
    """The chances of a contest between two totals. Raises as `margin` does."""
    apart = margin(first, second)
    win, reached = apart.at_least(1), apart.at_least(0)
    return Versus(win, reached - win, 1 - reached)
