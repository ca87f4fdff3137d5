"""Where the source prints something else than it seems to mean (BSC-44)."""

from dataclasses import dataclass

from engine import tables
from engine.option import Option


class Sure(Option):
    """How sure a correction is."""

    HIGH = "high", "sure"
    MEDIUM = "medium", "likely"
    LOW = "low", "doubtful"


class About(Option):
    """The chapter that a slip stands in."""

    CHARACTERS = "characters", "characters"
    GEAR = "gear", "gear"
    BOTH = "both", "both"


WORD, PRINTED = "word", "printed"
"""What we do without asking: a mere word is put right, and what cannot be put right stays as it is printed."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: what is printed where, and what was meant, empty where nobody can tell.

    `played` is the ruling that decides, or one of `WORD` and `PRINTED`. Source: BSC-44.
    """

    number: int
    about: About
    where: str
    printed: str
    corrected: str
    why: str
    sure: Sure
    lines: str
    played: str


SLIPS = tables.rows(
    __file__,
    "errata.toml",
    "slip",
    ("number", "about", "where", "printed", "corrected", "why", "sure", "lines", "played"),
    lambda row: Slip(**{**row, "about": About.of(row["about"]), "sure": Sure.of(row["sure"])}),
)
