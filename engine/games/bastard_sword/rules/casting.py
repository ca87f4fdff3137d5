"""A spell under blows (BSR-65)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.games.bastard_sword.rules.half_orders import rung


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell that is being cast: its difficulty, what has come together of it, and the boxes of each injury since the
    last roll.

    Source: BSR-14, BSR-65.
    """

    difficulty: int
    tally: int = 0
    boxes: tuple[int, ...] = ()

    def hurt(self, boxes: int) -> "Spell":
        """After an injury of so many boxes of whoever casts it."""
        return replace(self, boxes=(*self.boxes, boxes))


def malus(boxes: Sequence[int], *, by_hit: bool = False) -> int:
    """The malus on the next roll for injuries of so many boxes each: of all boxes, or summed `by_hit`. Source: BSR-65.

    >>> malus([2]), malus([1, 2]), malus([1, 2], by_hit=True), malus([])
    (3, 10, 4, 0)
    """
    return sum(map(rung, boxes)) if by_hit else rung(sum(boxes))
