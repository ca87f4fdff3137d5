"""The Physical Tolerances Grayscale: 48 places in three shades, on which every hit is plotted (INJ-01)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from engine import wording
from engine.games.burning_wheel.dice import Shade
from engine.refused import Refused

SHADES = tuple(Shade)
IN_A_SHADE = 16
LAST = IN_A_SHADE * len(SHADES)
_LONGEST = 4


@dataclass(frozen=True, slots=True, order=True)
class Coordinate:
    """A place on the grayscale: 1 is B1, 17 is G1, 48 is W16; they compare in that order.

    `place` 0 lies before the scale: a blow without any force. Raises `Refused` outside 0 to 48.
    Source: INJ-01; that nothing lies past W16: HER-14.
    """

    place: int

    letters: ClassVar[Mapping[str, str]] = {shade.value: shade.words for shade in SHADES}
    pattern: ClassVar[str] = f"^[{''.join(letters)}]([0-9]|1[0-9]|20)$"

    def __post_init__(self) -> None:
        if not 0 <= self.place <= LAST:
            raise Refused(f"The grayscale has places 1 to {LAST}; this says {wording.number(self.place)}.")

    @classmethod
    def of(cls, shade: Shade, number: int, *, rolls_over: bool = True) -> Self:
        """The place of a shade and a number; 17 and more lie in the next shade (B17 is G1), and W16 is the end.

        Without `rolls_over` a number ends at 16 of its own shade. 0 or less has no force. Source: WPN-03, HER-13.
        """
        if number <= 0:
            return cls(0)
        within = number if rolls_over else min(number, IN_A_SHADE)
        return cls(min(SHADES.index(shade) * IN_A_SHADE + within, LAST))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "B7", or "7", which is black. Raises `Refused` with one sentence for all else, and beyond W16."""
        said = text.strip().upper()
        shade = next((shade for shade in SHADES if said[:1] == shade.value), None)
        digits = said[1:] if shade else said
        plain = digits.isascii() and digits.isdecimal() and len(digits) < _LONGEST
        if plain and 1 <= int(digits) <= LAST:
            if SHADES.index(shade or Shade.BLACK) * IN_A_SHADE + int(digits) > LAST:
                raise Refused(f"The grayscale ends at W{IN_A_SHADE}; this says {wording.quoted(text)}.")
            return cls.of(shade or Shade.BLACK, int(digits))
        raise Refused(
            f"A place on the grayscale is a shade (B, G or W) and a number from 1 to {LAST}, like B7, or a number "
            f"alone, which is black; this says {wording.quoted(text)}."
        )

    @property
    def shade(self) -> Shade:
        """The third of the scale that it lies in."""
        return SHADES[max(0, self.place - 1) // IN_A_SHADE]

    @property
    def number(self) -> int:
        """Its number within the shade, 1 to 16; 0 before the scale."""
        return (self.place - 1) % IN_A_SHADE + 1 if self.place else 0

    def __str__(self) -> str:
        return f"{self.shade.value}{self.number}"
