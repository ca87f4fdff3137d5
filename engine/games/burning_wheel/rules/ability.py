"""An ability as it stands on a character sheet: shade and exponent, "B4" (HUB-02, HUB-04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from engine import wording
from engine.games.burning_wheel.dice import Pool, Shade
from engine.refused import Refused

MOST_EXPONENT = 20


@dataclass(frozen=True, slots=True)
class Ability:
    """A stat, skill or attribute. `exponent` is 0 to 20: its dice before anything is added.

    Raises `Refused` for another exponent. Source: HUB-01, HUB-02, HUB-04.
    """

    shade: Shade
    exponent: int

    letters: ClassVar[Mapping[str, str]] = {shade.value: shade.words for shade in Shade}
    pattern: ClassVar[str] = f"^[{''.join(letters)}]([0-9]|1[0-9]|20)$"

    def __post_init__(self) -> None:
        if not 0 <= self.exponent <= MOST_EXPONENT:
            raise Refused(f"An exponent is a whole number from 0 to {MOST_EXPONENT}; this says {self.exponent}.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "B4", in either case and with spaces around it. Raises `Refused` with one sentence for all else."""
        said = text.strip()
        shade = next((shade for shade in Shade if said[:1].upper() == shade.value), None)
        digits = said[1:]
        if shade and digits.isascii() and digits.isdecimal() and len(digits) < 4 and int(digits) <= MOST_EXPONENT:
            return cls(shade, int(digits))
        raise Refused(
            f"An ability is a shade (B, G or W) and an exponent from 0 to {MOST_EXPONENT}, like B4; "
            f"this says {wording.quoted(text)}."
        )

    def __str__(self) -> str:
        return f"{self.shade.value}{self.exponent}"

    def pool(self, extra: int = 0, open_ended: bool = False) -> Pool:
        """The dice rolled for it, with `extra` dice (or fewer) in its own shade; never fewer than 0."""
        return Pool.of(max(0, self.exponent + extra), self.shade, open_ended)
