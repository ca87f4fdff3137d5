"""Everything else that a turn can hold, by how long it takes (MEL-32, MEL-33, MEL-39)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option


class Takes(Option):
    """How much of a turn something takes. Source: MEL-32, MEL-33."""

    FREE = "free", "free"
    SIMPLE = "simple", "a simple action"
    COMPLICATED = "complicated", "a complicated action"
    ATTACK = "attack", "an attack"
    ROUND = "round", "a whole round: a move and a simple action"
    NEVER = "never", "impossible in a melee"

    @property
    def moves(self) -> bool:
        """Whether one may move in the same turn."""
        return self in (Takes.FREE, Takes.SIMPLE)


@dataclass(frozen=True, slots=True)
class Act:
    """A row of the catalogue: what it is, how long it takes, and what is tested, if anything. Source: MEL-32, 33."""

    key: str
    words: str
    takes: Takes
    tests: str
    rule: str
    note: str


def _act(row: Mapping[str, Any]) -> Act:
    return Act(**{**row, "takes": Takes.of(row["takes"])})


ACTS: Mapping[str, Act] = {
    one.key: one for one in tables.rows(__file__, "acts.toml", "act", tuple(Act.__dataclass_fields__), _act)
}
