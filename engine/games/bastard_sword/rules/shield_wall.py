"""A shield wall: every shield beside yours makes yours larger (BSR-77)."""

from collections.abc import Sequence

LEAST_SHIELD = 2
"""The shield that takes part in a wall. Source: BSR-77."""


def beside(places: Sequence[Sequence[bool]], rank: int, file: int) -> int:
    """The members immediately beside a place, corner to corner too. Source: BSR-77.

    >>> block = [[True, True], [True, True], [True, True]]
    >>> beside(block, 1, 0), beside(block, 0, 0)
    (5, 3)
    """
    return sum(
        places[row][at]
        for row in range(max(0, rank - 1), min(len(places), rank + 2))
        for at in range(max(0, file - 1), min(len(places[row]), file + 2))
        if (row, at) != (rank, file)
    )


def ratings(places: Sequence[Sequence[bool]], shield: int) -> list[list[int | None]]:
    """The shield of each member of a wall, each having one of this rating; None where nobody stands. Source: BSR-77."""
    return [
        [shield + beside(places, rank, file) if here else None for file, here in enumerate(row)]
        for rank, row in enumerate(places)
    ]
