"""What hits buy with certain weapons (BSR-87 to BSR-92)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.ranges import Band, away
from engine.option import Option


class Manoeuvre(Option):
    """Manoeuvres that a weapon may have. Source: BSR-87."""

    ENTANGLE = "entangle", "Entangle"
    HALF_SWORD = "half-sword", "Half-swording"
    HOOK = "hook", "Hook"
    MURDER_STROKE = "murder-stroke", "Murder-stroke"
    TRIP = "trip", "Trip"


@dataclass(frozen=True, slots=True)
class Feat:
    """What a manoeuvre does, and the hands that it takes."""

    key: str
    words: str
    does: str
    hands: int
    rule: str


FEATS: Mapping[Manoeuvre, Feat] = {
    Manoeuvre.of(row.key): row
    for row in tables.rows(
        __file__,
        "weapon_manoeuvres.toml",
        "manoeuvre",
        ("key", "words", "does", "hands", "rule"),
        lambda row: Feat(**row),
    )
}


def half_sworded(bands: Collection[Band]) -> frozenset[Band]:
    """The bands at which the point of a weapon works while its blade is held: its own, and one closer. Source: BSR-89.

    >>> sorted(one.value for one in half_sworded([Band.MEDIUM]))
    ['close', 'medium']
    """
    closer = {one for one in Band for own in bands if one.steps == own.steps - 1}
    return frozenset({*bands, *closer})


def point_malus(band: Band, bands: Collection[Band]) -> int:
    """The malus of a half-sworded point at this band. Source: BSR-89, BSR-40."""
    return rung(away(band, half_sworded(bands)))
