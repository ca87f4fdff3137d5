"""The five virtues as lines of ten boxes with two slashes (BSR-27)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine import tables
from engine.option import Option

HALF = 5
BOXES = 2 * HALF


class Virtue(Option):
    """The virtues. Source: BSR-27."""

    COURAGE = "courage", "courage"
    FAITH = "faith", "faith"
    HONESTY = "honesty", "honesty"
    PRIDE = "pride", "pride"
    TEMPERANCE = "temperance", "temperance"


@dataclass(frozen=True, slots=True)
class Aspects:
    """The aspects at both ends of a virtue, the extreme one first at the left, last at the right."""

    key: str
    lack: tuple[str, str]
    excess: tuple[str, str]


ASPECTS: Mapping[Virtue, Aspects] = {
    Virtue.of(row.key): row
    for row in tables.rows(
        __file__,
        "virtues.toml",
        "virtue",
        ("key", "lack", "excess"),
        lambda row: Aspects(row["key"], tuple(row["lack"]), tuple(row["excess"])),
    )
}


class Side(Option):
    """The two slashes of a line."""

    LEFT = "left", "the left slash"
    RIGHT = "right", "the right slash"


@dataclass(frozen=True, slots=True)
class Line:
    """A virtue's line: where its slashes stand, counted from the middle, and the boxes checked at either end.

    Boxes left of the left slash are of the lack, right of the right slash of the excess; those between are excluded.
    Source: BSR-27.
    """

    left: int = 0
    right: int = 0
    lack: int = 0
    excess: int = 0

    @property
    def boxes(self) -> tuple[int, int]:
        """The boxes of the lack and of the excess."""
        return HALF + self.left, HALF - self.right

    @property
    def excluded(self) -> int:
        """The boxes between the slashes."""
        return self.right - self.left

    @property
    def full(self) -> bool:
        """Whether all boxes that count are checked, which restores spirit and empties the line."""
        return (self.lack, self.excess) == self.boxes

    def fault(self, persona: int, wisdom: int) -> str:
        """Why a line cannot stand so for these attributes; nothing where it can. Source: BSR-27."""
        if self.left > self.right:
            return "The slashes do not cross."
        if max(abs(self.left), abs(self.right)) > min(persona, HALF):
            return f"A slash stands at most {min(persona, HALF)} from the middle, as persona allows."
        if self.excluded > wisdom:
            return f"At most {wisdom} boxes are excluded, as wisdom allows."
        return ""

    def moved(self, side: Side, by: int, persona: int, wisdom: int) -> "Line | None":
        """The empty line after a slash has moved one box, -1 to the left or 1 to the right; None where it cannot.

        Where too many boxes would be excluded, the other slash goes the same way. Source: BSR-27.
        """
        empty = replace(self, lack=0, excess=0)
        one = replace(empty, left=self.left + by) if side is Side.LEFT else replace(empty, right=self.right + by)
        if one.left <= one.right and one.excluded > wisdom:
            one = replace(empty, left=self.left + by, right=self.right + by)
        return None if one.fault(persona, wisdom) else one
