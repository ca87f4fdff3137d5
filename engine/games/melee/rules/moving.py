"""Ground covered in a round, and getting away (MEL-13, MEL-14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution

DASH = 2
"""How many times the ground of a Move a dash covers. Source: MEL-14."""


def paces(speed: int, stride: int, *, dash: bool = False) -> int:
    """Paces covered in a round. Source: MEL-13.

    >>> paces(4, 7), paces(4, 7, dash=True)
    (28, 56)
    """
    return speed * stride * (DASH if dash else 1)


@dataclass(frozen=True, slots=True)
class Caught:
    """How a dash ended: whether the runner is `away`, and the disposition that the chasers took off."""

    away: bool
    damage: int


def chased(runner: int, chasers: Sequence[int], *, tie_escapes: bool = False) -> Caught:
    """A dash with so many successes against those of everyone who gave chase; nobody may have.

    The runner has to beat all of them; each who beats the runner deals what they are ahead. Source: MEL-14.

    >>> chased(3, [5]), chased(4, [2]), chased(4, [4])
    (Caught(away=False, damage=2), Caught(away=True, damage=0), Caught(away=False, damage=0))
    """
    behind = [one for one in chasers if one < runner or (tie_escapes and one == runner)]
    return Caught(len(behind) == len(chasers), sum(max(0, one - runner) for one in chasers))


@dataclass(frozen=True, slots=True)
class Chances:
    """Before the dice fall: the chance to get away, and how likely each loss of disposition is. Source: MEL-14."""

    away: Fraction
    damage: Distribution


def chances(runner: Distribution, chasers: Sequence[Distribution], *, tie_escapes: bool = False) -> Chances:
    """The same as `chased` over all rolls, exactly; the laws are complete, as those of dice that stay closed."""
    away, damage = Fraction(0), dict[int, Fraction]()
    for number, chance in runner:
        lost = {0: Fraction(1)}
        behind = Fraction(1)
        for law in chasers:
            behind *= law.below(number + tie_escapes)
            each = law.plus(-number).floored(0)
            sums: dict[int, Fraction] = {}
            for before, its in lost.items():
                for more, likely in each:
                    sums[before + more] = sums.get(before + more, Fraction(0)) + its * likely
            lost = sums
        away += chance * behind
        for number_lost, its in lost.items():
            damage[number_lost] = damage.get(number_lost, Fraction(0)) + chance * its
    return Chances(away, Distribution.of(damage))
