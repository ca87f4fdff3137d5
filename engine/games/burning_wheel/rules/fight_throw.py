"""Throwing an opponent: down, away, and into walls (FGT-48, ARM-36)."""

from dataclasses import dataclass

from engine import wording
from engine.games.burning_wheel.rules import throws
from engine.games.burning_wheel.rules.damage import Stage

AWAY = 2
"""Successes beyond the first that toss someone one fighting distance. Source: FGT-48."""
PLACED = 1
"""What it costs to choose where on the body the wall meets them, who fall on their back otherwise. Source: ARM-36."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One way to spend the net of a throw: distances `away`, whether the thrower `placed` the fall, and how hard it is.

    `wall` is a Miss where nothing is left for it. Source: FGT-48, ARM-36.
    """

    away: int
    placed: bool
    wall: Stage

    @property
    def words(self) -> str:
        """ "down, 1 distance away"."""
        away = f", {wording.count(self.away, 'distance')} away" if self.away else ""
        return f"down{away}{', where you want' if self.placed else ''}"


def farthest(net: int) -> int:
    """The most distances that a net of so many tosses someone: 0 for a net of 1 or 2. Source: FGT-48.

    >>> farthest(1), farthest(3), farthest(5)
    (0, 1, 2)
    """
    return max(0, net - 1) // AWAY


def ways(net: int, *, twice: bool = False) -> tuple[Thrown, ...]:
    """Every way to spend so many net successes, the least far first; none for 0 or fewer.

    The first success throws them down and counts for the wall too. What tosses them farther or places the fall is lost
    to the wall, unless the table counts successes `twice`, for the toss and the wall. Source: FGT-48, ARM-36.
    """
    if net < 1:
        return ()
    found = []
    for away in range(farthest(net) + 1):
        for placed in (False, True):
            spent = AWAY * away
            if placed and net - (0 if twice else spent) <= PLACED:
                continue
            left = net - (0 if twice else spent) - PLACED * placed
            found.append(Thrown(away, placed, throws.landed(left)))
    return tuple(found)
