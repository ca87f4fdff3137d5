"""Half-orders of magnitude: 1, 3, 10, 30, 100 (BSR-09)."""

from engine import tables

HIGHEST_RUNG = 12


def rung(number: int) -> int:
    """The value of a rung: 0 for none, then 1, 3, 10, 30 and on. Source: BSR-09.

    >>> [rung(number) for number in range(6)]
    [0, 1, 3, 10, 30, 100]
    """
    if number <= 0:
        return 0
    tens, half = divmod(number - 1, 2)
    return int(10**tens * (3 if half else 1))


def rungs(value: int) -> int:
    """How many rungs a value reaches: the highest that is no more than it. Source: BSR-09.

    >>> [rungs(value) for value in (0, 2, 3, 29, 30)]
    [0, 1, 2, 3, 4]
    """
    number = 0
    while rung(number + 1) <= value:
        number += 1
    return number


def nearest(value: int) -> int:
    """The rung that lies nearest to an estimate, by how many times larger or smaller it is. Source: BSR-09.

    >>> nearest(25), nearest(250), nearest(17)
    (4, 6, 3)
    """
    low = rungs(value)
    return low + 1 if low == 0 or value * value > rung(low) * rung(low + 1) else low


PLACES = tables.rows(
    __file__, "half-orders.toml", "place", ("where", "counts", "gives", "rule"), lambda row: tuple(row.values())
)
"""Where the ladder is used: what is counted, what it gives, and by which rule. Source: BSR-09."""
