"""Positioning dice for higher Reflexes and a higher Speed multiplier, of two sides or more (RNC-08, FGT-11)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.refused import Refused
from engine.working import Line, Worked

USUAL = Fraction(7, 2)
"""The Speed multiplier of Men, Elves, Orcs, Trolls and Roden. Source: RNC-08."""
SPIDER = Fraction(4)
"""That of a Great Spider. Source: RNC-08."""
HORSE = Fraction(8)
"""That of a horse. Source: RNC-08."""
REFLEXES = "Higher Reflexes"
MULTIPLIER = "Higher Speed multiplier"


def dice(
    reflexes: Sequence[int], multipliers: Sequence[Fraction], *, doubled: bool = False, rule: str = "RNC-08"
) -> tuple[Worked, ...]:
    """The dice of each side, a line for Reflexes and one for the multiplier; lines of 0 where it has neither.

    `reflexes` are exponents after wounds, 0 or more, `multipliers` above 0; both list the sides in the same order.
    `doubled` says that the GM grants two dice for a multiplier more than twice as high. Raises `Refused` for other
    numbers. Source: RNC-08, FGT-11.

    >>> [side.total for side in dice((5, 4), (HORSE, USUAL), doubled=True)]
    [3, 0]
    """
    pairs = zip(by_reflexes(reflexes), by_multiplier(multipliers, doubled=doubled), strict=True)
    return tuple(Worked((Line(one, REFLEXES, rule), Line(other, MULTIPLIER, rule))) for one, other in pairs)


def by_reflexes(reflexes: Sequence[int]) -> tuple[int, ...]:
    """One die for the highest Reflexes, none where all are alike; of several sides those who share it all have it.

    Raises `Refused` for a number below 0. Source: RNC-08.
    """
    if any(one < 0 for one in reflexes):
        raise Refused(f"Reflexes are 0 or more; this says {min(reflexes)}.")
    return _ranked(reflexes)


def by_multiplier(multipliers: Sequence[Fraction], *, doubled: bool = False) -> tuple[int, ...]:
    """One die for the higher multiplier; of three or more different ones two for the highest, one for the next.

    With `doubled` the highest gives two where it is more than twice the other. Raises `Refused` for a number that is
    not above 0. Source: RNC-08.

    >>> by_multiplier((Fraction(4), USUAL, HORSE))
    (1, 0, 2)
    """
    if any(one <= 0 for one in multipliers):
        raise Refused(f"A Speed multiplier is above 0; this says {min(multipliers)}.")
    known = sorted(set(multipliers), reverse=True)
    if len(known) > 2:
        worth = {known[0]: 2, known[1]: 1}
        return tuple(worth.get(one, 0) for one in multipliers)
    far = doubled and len(known) == 2 and known[0] > 2 * known[1]
    return tuple(die * (2 if far else 1) for die in _ranked(multipliers))


def _ranked(numbers: Sequence[Fraction] | Sequence[int]) -> tuple[int, ...]:
    return tuple(int(one == max(numbers) and one > min(numbers)) for one in numbers)
