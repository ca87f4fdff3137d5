"""Tax, Overtax and the Sickness: what a spell takes from Forte, and when it comes back (SOR-13 to SOR-15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.refused import Refused

STANDARD_HOURS = 10
LEAST_HOURS = 1


@dataclass(frozen=True, slots=True)
class Taxed:
    """What one Tax did: the Forte `before`, the dice `lost` (0 or more), and the obstacle of the `spell`.

    Source: SOR-13, SOR-14.
    """

    before: int
    lost: int
    spell: int

    @property
    def after(self) -> int:
        """The Forte that is left, 0 where it went to 0 or below."""
        return max(0, self.before - self.lost)

    @property
    def below(self) -> int:
        """How far below 0 it went. Source: SOR-14."""
        return max(0, self.lost - self.before)

    @property
    def unconscious(self) -> bool:
        """Whether the caster drops. Source: SOR-13."""
        return self.lost > 0 and self.lost >= self.before

    @property
    def pips(self) -> int:
        """The one wound of Overtax, in pips on the grayscale: the spell's obstacle for each point below 0. SOR-14.

        >>> [Taxed(3, lost, 4).pips for lost in (3, 4, 5, 6)]
        [0, 4, 8, 12]
        """
        return self.below * self.spell

    @property
    def wound(self) -> Coordinate | None:
        """Where that wound lies, beyond B16 in the next shade; None where there is none. Source: SOR-14, HER-13."""
        return Coordinate.of(Shade.BLACK, self.pips) if self.pips else None


def taxed(forte: int, successes: int, obstacle: int, spell: int | None = None) -> Taxed:
    """What so many successes of Forte against the Tax leave; `spell` is the spell's own obstacle where Tax is higher.

    Raises `Refused` for a Forte of 0: whoever is unconscious casts nothing. Source: SOR-13.

    >>> taxed(6, 2, 3).after
    5
    """
    if forte < 1:
        raise Refused("With a Forte of 0 you are unconscious and cast nothing.")
    return Taxed(forte, max(0, obstacle - successes), obstacle if spell is None else spell)


def hours(health: int, successes: int = 0) -> int:
    """The hours until one lost die is back, for a Health exponent (0 or more) and the successes of its test.

    Never below one. Source: SOR-15.

    >>> hours(5), hours(6, 2), hours(10)
    (5, 2, 1)
    """
    return max(LEAST_HOURS, STANDARD_HOURS - health - successes)


def back(each: Sequence[int], *, together: bool = False) -> tuple[int, ...]:
    """When each lost die is back, in hours from now: one after another, or with `together` side by side. SOR-15.

    >>> back((4, 2, 3)), back((4, 2, 3), together=True)
    ((4, 6, 9), (4, 2, 3))
    """
    return tuple(each) if together else tuple(accumulate(each))


def lost_chances(law: Mapping[int, Fraction], obstacle: int) -> Mapping[int, Fraction]:
    """The chance of each number of Forte dice lost, from that of each number of successes. Source: SOR-13."""
    found: dict[int, Fraction] = {}
    for successes, chance in law.items():
        lost = max(0, obstacle - successes)
        found[lost] = found.get(lost, Fraction(0)) + chance
    return dict(sorted(found.items()))
