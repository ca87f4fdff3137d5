"""Experience, ranks and families (BSR-23 to BSR-26)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

TIMES, IN_A_FAMILY = 4, 3


def cost(rank: int) -> int:
    """The experience that lifts a rank by one; a skill's rank is counted with its family's. Source: BSR-25.

    >>> [cost(rank) for rank in range(5)]
    [4, 8, 12, 16, 20]
    """
    return TIMES * (rank + 1)


@dataclass(frozen=True, slots=True)
class Raised:
    """What experience makes of a rank: the rank, what is left, and how often it rose."""

    rank: int
    left: int
    times: int


def raised(rank: int, xp: int, *, carry: bool = False) -> Raised:
    """What so much experience lifts a rank to; what is over is lost, unless the table lets it `carry`. Source: BSR-25.

    >>> raised(3, 15), raised(3, 18), raised(0, 13, carry=True)
    (Raised(rank=3, left=15, times=0), Raised(rank=4, left=0, times=1), Raised(rank=2, left=1, times=2))
    """
    times = 0
    while xp >= cost(rank):
        xp = xp - cost(rank) if carry else 0
        rank, times = rank + 1, times + 1
    return Raised(rank, xp, times)


def eligible(ranks: Sequence[int]) -> list[int]:
    """The places of the skills that can lift their family: those with a rank of their own. Source: BSR-26."""
    return [at for at, rank in enumerate(ranks) if rank >= 1]


def lifted_on(family: int, ranks: Sequence[int], chosen: Collection[int] = ()) -> tuple[int, list[int], int]:
    """A family lifted as often as three of its skills have a rank, the ranks then, and how often that was.

    The first time by those `chosen`, where any are; else by the first three that can. Source: BSR-26.

    >>> lifted_on(0, [2, 2, 3, 0]), lifted_on(0, [1, 1, 0])
    ((2, [0, 0, 1, 0], 2), (0, [1, 1, 0], 0))
    """
    now, times = list(ranks), 0
    while len(able := eligible(now)) >= IN_A_FAMILY:
        family, now = lifted(family, now, chosen or able[:IN_A_FAMILY])
        chosen, times = (), times + 1
    return family, now, times


def lifted(family: int, ranks: Sequence[int], chosen: Collection[int]) -> tuple[int, list[int]]:
    """A family and the ranks of its skills once three of them, by their places, have lifted it. Source: BSR-26.

    >>> lifted(1, [2, 2, 0, 1, 0], [0, 1, 3])
    (2, [1, 1, 0, 0, 0])
    """
    return family + 1, [rank - (at in chosen) for at, rank in enumerate(ranks)]
