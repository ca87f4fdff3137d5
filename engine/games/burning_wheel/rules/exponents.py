"""What an exponent means (HUB-04)."""

from dataclasses import dataclass

from engine import tables


@dataclass(frozen=True, slots=True)
class Meaning:
    """An exponent from 1 to 10 and what it says about the one who has it. Source: HUB-04."""

    exponent: int
    words: str


SCALE = tables.rows(__file__, "exponents.toml", "exponent", ("exponent", "words"), lambda row: Meaning(**row))
HIGHEST = SCALE[-1].exponent


def meaning(exponent: int) -> str:
    """The words for an exponent; nothing for 0, which has no row, and those of 10 above it. Source: HUB-04."""
    return SCALE[min(exponent, HIGHEST) - 1].words if exponent else ""
