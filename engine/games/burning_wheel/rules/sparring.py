"""A partner to practice a conflict against: how strong it plays, its luck, and what a choice gave away.

What it may know is what it is given: the choices of a side with what each is worth, never a script. Its luck comes from
a seed, so that a session that is undone, sent or replayed has the same partner. Any conflict with a practice room can
use it: the duel of wits (DOW-15), Range and Cover (RNC-27), Fight! (FGT-72).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Generic, TypeVar

from engine.option import Option

T = TypeVar("T")
FINE = 10**9


class Strength(Option):
    """How a partner chooses."""

    RANDOM = "random", "anything lawful"
    MIX = "mix", "the safest mix, volley by volley"
    PLAN = "plan", "the safest mix, with the exchange in mind"


def luck(seed: str, *turn: object) -> Random:
    """The luck of a partner in one turn: the same for the same seed and turn, on every device."""
    return Random("/".join((seed, *(str(part) for part in turn))))


def pick(mix: Sequence[tuple[T, Fraction]], chance: Random) -> T:
    """A choice, each as often as its share of 1. Raises `ValueError` where there is none."""
    if not mix:
        raise ValueError("There is nothing to choose from.")
    left = Fraction(chance.randrange(FINE), FINE)
    for choice, share in mix:
        left -= share
        if left < 0:
            return choice
    return mix[-1][0]


@dataclass(frozen=True, slots=True)
class Afterword(Generic[T]):
    """What a choice was worth and which was the best, by the practice room; `gave_up` is 0 or more."""

    best: T
    gave_up: Fraction


def afterword(choices: Sequence[T], worth: Sequence[Fraction], chosen: Sequence[T]) -> Afterword[T] | None:
    """What was given up by someone who did one of `chosen`, the best of them; None where none was to be had."""
    own = [value for choice, value in zip(choices, worth, strict=True) if choice in chosen]
    if not own:
        return None
    best = max(range(len(choices)), key=lambda place: worth[place])
    return Afterword(choices[best], worth[best] - max(own))
