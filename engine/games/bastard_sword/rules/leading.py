"""Lifting friends, and scaring foes (BSR-71, BSR-72, BSR-80, BSR-81)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution


@dataclass(frozen=True, slots=True)
class Ally:
    """A friend within earshot: the spirit left, the most it can be, and the dice that they would roll next."""

    spirit: int
    most: int
    dice: int

    @property
    def lacks(self) -> int:
        """The spirit that they lack to roll all of their dice. Source: BSR-18."""
        return max(0, min(self.dice, self.most) - self.spirit)


def shared_out(points: int, allies: Sequence[Ally]) -> list[int]:
    """So many points of spirit among friends, nobody above their most. Source: BSR-71.

    First to those who cannot roll all of their dice, the smallest lack first, so that most of them can again; then a
    point at a time to whoever has least.

    >>> shared_out(5, [Ally(1, 20, 4), Ally(10, 20, 4)])
    [5, 0]
    """
    given = [0] * len(allies)
    for at in sorted(range(len(allies)), key=lambda at: allies[at].lacks):
        given[at] = min(points, allies[at].lacks)
        points -= given[at]
    for _ in range(max(0, points)):
        room = [at for at, one in enumerate(allies) if one.spirit + given[at] < one.most]
        if not room:
            break
        given[min(room, key=lambda at: allies[at].spirit + given[at])] += 1
    return given


def scared(before: int, hits: int, *, highest: bool = False) -> int:
    """The malus of those who are scared again: added up, or the `highest` alone. Source: BSR-72, BSR-81.

    >>> scared(1, 2), scared(1, 2, highest=True), scared(3, -1)
    (3, 2, 3)
    """
    more = max(0, hits)
    return max(before, more) if highest else before + more


def shaken(malus: int, result: int) -> int:
    """The malus that is left after a test to shake it off, against the malus. Source: BSR-72, BSR-81.

    >>> shaken(2, 3), shaken(2, 2), shaken(2, 9)
    (1, 2, 0)
    """
    return max(0, malus - max(0, result - malus))


def shaken_law(malus: int, law: Distribution) -> dict[int, Fraction]:
    """How likely each malus is after such a test, `law` being that of its result."""
    found: dict[int, Fraction] = {}
    for result, chance in law:
        left = shaken(malus, result)
        found[left] = found.get(left, Fraction(0)) + chance
    return dict(sorted(found.items()))
