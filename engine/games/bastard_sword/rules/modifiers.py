"""Everything that changes a roll in combat, and where the quick start differs (BSR-110, BSR-111)."""

from dataclasses import dataclass

from engine import tables
from engine.option import Option


class Kind(Option):
    """What a modifier is. Source: BSR-110."""

    BONUS = "bonus", "bonus dice"
    MALUS = "malus", "malus"
    SCORE = "score", "a score"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier: what it is, how much, and on which rolls it counts."""

    words: str
    kind: Kind
    amount: str
    applies: str
    rule: str


class Played(Option):
    """Which rules an answer goes by where the two differ. Source: BSR-111."""

    QUICK = "quick", "quick start"
    FULL = "full", "full rules"
    BOTH = "both", "both in part"


@dataclass(frozen=True, slots=True)
class Topic:
    """Where the quick start and the full rules differ."""

    words: str
    quick: str
    full: str
    played: Played
    rule: str


MODIFIERS = tables.rows(
    __file__,
    "modifiers.toml",
    "modifier",
    ("words", "kind", "amount", "applies", "rule"),
    lambda row: Modifier(**{**row, "kind": Kind.of(row["kind"])}),
)
TOPICS = tables.rows(
    __file__,
    "versions.toml",
    "topic",
    ("words", "quick", "full", "played", "rule"),
    lambda row: Topic(**{**row, "played": Played.of(row["played"])}),
)
