"""Where a number comes from: every modifier as a line, so that any number on the site can be explained."""

import enum
from dataclasses import dataclass


class Mark(enum.Enum):
    """How far a number can be trusted; a number without a mark stands in the source."""

    RULING = "ruling"
    CORRECTED = "corrected"
    DERIVED = "derived"
    REBUILT = "rebuilt"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Line:
    """One modifier: its amount, the reason, and the rule (id) that gives it."""

    amount: int
    reason: str
    rule: str = ""
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """A number with the lines that add up to it."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)
