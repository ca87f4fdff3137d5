"""One die: how many sides it has, and what each of its faces is worth (BSR-02, BSR-05, BSR-06)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.refused import Refused

A_SUCCESS = 4
"""What a face shows for each success it is worth."""
LEAST_SIDES, MOST_SIDES = 4, 60


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """A die of so many `sides`, 4 to 60: six exist on a table, the others where dice have as many as a sum says.

    A `weak` die is the d8 of two attributes that come to 2 or 3: only its highest face succeeds, once.
    Raises `Refused` for other sides. Source: BSR-02, BSR-06.

    >>> [Die(12).worth(face) for face in (3, 4, 8, 12)], Die(8, weak=True).worth(8)
    ([0, 1, 2, 3], 1)
    """

    sides: int
    weak: bool = False

    def __post_init__(self) -> None:
        if not LEAST_SIDES <= self.sides <= MOST_SIDES:
            raise Refused(f"A die has {LEAST_SIDES} to {MOST_SIDES} sides here; this has {self.sides}.")

    def worth(self, face: int) -> int:
        """The successes of a face, 1 to `sides`: one for each whole 4 that it shows. Source: BSR-05."""
        return int(face == self.sides) if self.weak else face // A_SUCCESS

    def __iter__(self) -> Iterator[int]:
        """What each face is worth, from the 1 up."""
        return map(self.worth, range(1, self.sides + 1))

    def __str__(self) -> str:
        return f"d{self.sides}{'w' if self.weak else ''}"

    @property
    def words(self) -> str:
        """What a reader sees: "d8", or "weak d8"."""
        return f"{'weak ' if self.weak else ''}d{self.sides}"


SIDES = (4, 6, 8, 10, 12, 20)
"""The sides of the dice that exist. Source: BSR-02."""

STANDARD = tuple(Die(sides) for sides in SIDES)
WEAK = Die(8, weak=True)
"""What two attributes that come to 2 or 3 roll. Source: BSR-06."""
