"""A long rest, and what missing sleep costs (BSR-20)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution
from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option

A_REST = 8
"""Hours of a long rest."""


class Condition(Option):
    """What disturbs sleep, an hour each. Source: BSR-20."""

    NO_SHELTER = "no-shelter", "no shelter"
    COLD = "cold", "cold, without a fire"
    HEAT = "heat", "great heat"
    NOISE = "noise", "noise"
    LIGHT = "light", "bright light"
    WET = "wet", "wet clothes or bedding"
    ARMOUR = "armour", "rigid armour"
    UNCOMFORTABLE = "uncomfortable", "a hard, cramped or moving bed"
    EXCITED = "excited", "straight from great excitement"
    INTERRUPTED = "interrupted", "a long break, or many small ones"


def missing(hours: int, conditions: Collection[Condition]) -> int:
    """The hours of sleep that are missing to a long rest, all eight of them at most. Source: BSR-20.

    >>> missing(6, [Condition.UNCOMFORTABLE, Condition.NOISE]), missing(10, [Condition.UNCOMFORTABLE, Condition.NOISE])
    (4, 0)
    """
    return min(A_REST, max(0, A_REST - (hours - len(conditions))))


@dataclass(frozen=True, slots=True)
class Night:
    """What a night brings: spirit regained, or lost below 0, and whether it was a complete rest. Source: BSR-20."""

    spirit: int
    complete: bool


def night(short: int, successes: int, most: int, left: int) -> Night:
    """A night with so many hours `short`, of someone with `left` of `most` spirit, who made up some by `successes`.

    Source: BSR-20.

    >>> night(0, 0, 24, 5), night(2, 1, 24, 5), night(2, 3, 24, 5)
    (Night(spirit=9, complete=True), Night(spirit=-1, complete=False), Night(spirit=9, complete=True))
    """
    still = short - max(0, successes)
    if still <= 0:
        return Night((most - left) // 2, complete=True)
    return Night(-min(left, rung(still)), complete=False)


def nights(short: int, law: Distribution, most: int, left: int) -> dict[Night, Fraction]:
    """How likely each outcome of a night is, `law` being that of the test against fatigue."""
    found: dict[Night, Fraction] = {}
    for successes, chance in law:
        if chance:
            end = night(short, successes, most, left)
            found[end] = found.get(end, Fraction(0)) + chance
    return dict(sorted(found.items(), key=lambda pair: pair[0].spirit))


def in_a_row(count: int, most: int, left: int) -> list[int]:
    """The spirit after each of so many complete rests, the first being before them. Source: BSR-20.

    >>> in_a_row(6, 24, 5)
    [5, 14, 19, 21, 22, 23, 23]
    """
    found = [left]
    for _ in range(count):
        found.append(found[-1] + (most - found[-1]) // 2)
    return found
