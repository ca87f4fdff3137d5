"""What weapons are besides sharp: traits, reloading, noise, shields (BSR-93 to BSR-102)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from engine import tables
from engine.games.bastard_sword.rules.long_tasks import Course
from engine.games.bastard_sword.rules.shooting import Grade

MOST_X = 30
"""The highest number of a trait that forms take."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A property of weapons: whether a number goes with it, whether it is a good one, and what it does."""

    key: str
    words: str
    number: bool
    good: bool
    does: str
    rule: str


TRAITS = tables.rows(
    __file__,
    "weapon_traits.toml",
    "trait",
    ("key", "words", "number", "good", "does", "rule"),
    lambda row: Trait(**row),
)


def again_and_again(attempt: Sequence[Course]) -> list[Fraction]:
    """The chance that a rolling test is done within so many rolls where a failed attempt begins anew, from 0 rolls on.

    `attempt` is the course of one attempt. Source: BSR-96.
    """
    fails = [after.failed - before.failed for before, after in pairwise(attempt)]
    found = [Fraction(0)]
    for rolls in range(1, len(attempt)):
        later = sum((fails[at - 1] * found[rolls - at] for at in range(1, rolls + 1)), Fraction(0))
        found.append(attempt[rolls].done + later)
    return found


def each_time(chance: Fraction, rolls: int) -> list[Fraction]:
    """The chance that one test of several succeeds, from 0 tests to so many. Source: BSR-95."""
    return [1 - (1 - chance) ** count for count in range(rolls + 1)]


def cover(shield: int, *, partial: bool = True) -> Grade:
    """The cover that a shield gives against one archer; what is `partial` is read as limited. Source: BSR-101.

    >>> [cover(shield).value for shield in (1, 2, 3, 7)], cover(2, partial=False).value
    (['none', 'limited', 'adequate', 'adequate'], 'none')
    """
    if shield >= 3:
        return Grade.ADEQUATE
    return Grade.LIMITED if shield == 2 and partial else Grade.NONE


def heard(stealth: int, noise: int) -> tuple[int, int]:
    """The stealth that is left after a noise, and the bonus dice for those who listen. Source: BSR-98.

    >>> heard(5, 3), heard(2, 5)
    ((2, 0), (0, 3))
    """
    return max(0, stealth - noise), max(0, noise - max(0, stealth))
