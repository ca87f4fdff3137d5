"""Fighting with what lies about, and throwing it (BSR-70, BSR-82)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.damage import DamageType
from engine.option import Option


class Heft(Option):
    """What is swung, by its weight. Source: BSR-70."""

    VERY_LIGHT = "very-light", "very light"
    LIGHT = "light", "light"
    MEDIUM_ONE = "medium-one", "medium, in one hand"
    MEDIUM_TWO = "medium-two", "medium, in both hands"
    LARGE = "large", "large"


@dataclass(frozen=True, slots=True)
class Held:
    """An object in the hand: what it takes off the attack, what it adds to strength, and examples by its length."""

    key: str
    words: str
    hands: int
    malus: int
    rating: int
    close: str
    medium: str
    long: str


class Bulk(Option):
    """What is thrown, by its size. Source: BSR-82."""

    TINY = "tiny", "tiny"
    SMALL = "small", "small"
    MEDIUM = "medium", "medium"
    LARGE = "large", "large"


@dataclass(frozen=True, slots=True)
class Thrown:
    """An object in the air: what it takes off the throw, its range increment in metres, and what it adds to strength.

    `rating` is None for what does no damage at all.
    """

    key: str
    words: str
    malus: int
    increment: int
    such: str
    rating: int | None = None


HELD: Mapping[Heft, Held] = {
    Heft.of(row.key): row
    for row in tables.rows(
        __file__,
        "improvised.toml",
        "held",
        ("key", "words", "hands", "malus", "rating", "close", "medium", "long"),
        lambda row: Held(**row),
    )
}
THROWN: Mapping[Bulk, Thrown] = {
    Bulk.of(row.key): row
    for row in tables.rows(
        __file__,
        "improvised.toml",
        "thrown",
        ("key", "words", "malus", "increment", "such"),
        lambda row: Thrown(**row),
        ("rating",),
    )
}
OWN_DAMAGE: Mapping[DamageType, int] = {DamageType.BLUDGEONING: 1, DamageType.PIERCING: 1, DamageType.SLASHING: 3}
"""The hits for which a thrown weapon does its own damage, by the type that it does. Source: BSR-82."""
