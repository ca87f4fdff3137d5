"""A spell under blows (BSR-65)."""

from collections.abc import Sequence

from engine.games.bastard_sword.rules.half_orders import rung


def malus(boxes: Sequence[int], *, by_hit: bool = False) -> int:
    """The malus on the next roll for injuries of so many boxes each: of all boxes, or summed `by_hit`. Source: BSR-65.

    >>> malus([2]), malus([1, 2]), malus([1, 2], by_hit=True), malus([])
    (3, 10, 4, 0)
    """
    return sum(map(rung, boxes)) if by_hit else rung(sum(boxes))
