"""The dice of this game: four to twenty sides, a success for each whole four that a face shows, and ones that cost."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Self

from engine import wording
from engine.dice import Distribution, total_of
from engine.refused import Refused

SIDES = (4, 6, 8, 10, 12, 20)
MOST = 8
PART = re.compile(r"([1-9]?)d([0-9]{1,2})")


def worth(face: int, ones_take: bool) -> int:
    """The successes of a face: a 20 is worth five, a 3 none; a 1 takes one away where `ones_take`. Source: LAN-01."""
    return -1 if face == 1 and ones_take else face // 4


@dataclass(frozen=True, slots=True)
class Hand:
    """Up to eight dice that fall together, by their sides, those of most sides first: "2d12 d4"."""

    sides: tuple[int, ...]

    pattern: ClassVar[str] = r"^[1-9]?d[0-9]{1,2}( [1-9]?d[0-9]{1,2})*$"

    @classmethod
    def parse(cls, text: str) -> Self:
        parts = [PART.fullmatch(part) for part in text.replace(",", " ").replace("+", " ").lower().split()]
        sides = [int(part[2]) for part in parts if part for _ in range(int(part[1] or 1))]
        if not parts or None in parts or not set(sides) <= set(SIDES) or len(sides) > MOST:
            known = wording.listed((f"d{one}" for one in SIDES), "or")
            raise Refused(f"Dice are 1 to {MOST} of {known}, as in 2d12 d4; this says {wording.quoted(text)}.")
        return cls(tuple(sorted(sides, reverse=True)))

    def __str__(self) -> str:
        return " ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in Counter(self.sides).items())

    def law(self, ones_take: bool) -> Distribution:
        """How likely each number of successes is, from below zero on."""
        return total_of([[worth(face, ones_take) for face in range(1, sides + 1)] for sides in self.sides])
