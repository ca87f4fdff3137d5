"""The total of dice whose faces carry numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.dice.distribution import Distribution
from engine.dice.law import Law, distribution

MOST_DICE = 60
"""The most dice that are rolled together."""

MOST_SIDES = 100
"""The most sides that a die may have, and as far from 0 as the number on a face may lie."""


def total(sides: Sequence[int]) -> Distribution:
    """The sum of dice with so many sides each, numbered from 1: ``total([6, 6, 20])`` is 2d6 + d20.

    Raises `ValueError` above 60 dice, and for a die with fewer than 1 or more than 100 sides.
    """
    for count in sides:
        if not 1 <= count <= MOST_SIDES:
            raise ValueError(f"A die has 1 to {MOST_SIDES} sides; this says {count}.")
    return total_of([range(1, count + 1) for count in sides])


def total_of(dice: Sequence[Sequence[int]]) -> Distribution:
    """The sum of what dice show, each die given by the numbers on its faces: ``[0, 0, 0, 1, 1, 1, 1, 2]``.

    Numbers may repeat and may be negative. Raises `ValueError` above 60 dice, for a die without faces or with more
    than 100, and for a number beyond 100 either way.
    """
    if len(dice) > MOST_DICE:
        raise ValueError(f"A total has at most {MOST_DICE} dice; this has {len(dice)}.")
    kinds = Counter(tuple(sorted(faces)) for faces in dice)
    laws, first = [], 0
    for faces, count in kinds.items():
        if not 1 <= len(faces) <= MOST_SIDES:
            raise ValueError(f"A die has 1 to {MOST_SIDES} sides; this has {len(faces)}.")
        lowest, highest = faces[0], faces[-1]
        if max(-lowest, highest) > MOST_SIDES:
            raise ValueError(f"A face shows -{MOST_SIDES} to {MOST_SIDES}; this die shows {lowest} to {highest}.")
        shown = Counter(faces)
        laws.append((Law(tuple(shown[number] for number in range(lowest, highest + 1)), len(faces)), count))
        first += lowest * count
    highest_sum = sum(count * (len(law.numerator) - 1) for law, count in laws)
    above = distribution(laws, highest_sum)
    return replace(above, first=first, mean=above.mean + first)
