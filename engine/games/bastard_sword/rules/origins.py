"""Where a character grew up: what the place gives, its features, and what it costs whom (BSC-08 to BSC-11)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules import packages
from engine.games.bastard_sword.rules.packages import Package
from engine.option import Option

FILE = "origins.toml"
CITY_FEATURES = 2
URBANITE = "Urbanite"
"""The trait of all who grew up in a city. Source: BSC-09."""


class Place(Option):
    """The places that have a price. Of these only city and village are described. Source: BSC-08, BSC-12."""

    CITY = "city", "City"
    VILLAGE = "village", "Village"
    CITADEL = "citadel", "Highland Citadel"
    WILDERNESS = "wilderness", "Wilderness"
    TREF = "tref", "Tref"
    ORDA = "orda", "Orda"


class CityFeature(Option):
    """The features of a city. Source: BSC-09."""

    ARTISTIC_CENTRE = "artistic-centre", "Artistic Centre"
    COSMOPOLITAN = "cosmopolitan", "Cosmopolitan"
    CRIME_RIDDEN = "crime-ridden", "Crime-Ridden"
    DESERT = "desert", "Desert"
    FORTIFIED = "fortified", "Fortified"
    INDUSTRIAL_CENTRE = "industrial-centre", "Industrial Centre"
    ISOLATED = "isolated", "Isolated"
    MARCHES = "marches", "Marches"
    MILITARY_CENTRE = "military-centre", "Military Centre"
    NORTHERN = "northern", "Northern"
    OVER_CROWDED = "over-crowded", "Over-Crowded"
    POOR = "poor", "Poor"
    PORT = "port", "Port"
    RELIGIOUS_CENTRE = "religious-centre", "Religious Centre"
    RICH = "rich", "Rich"
    RUINED = "ruined", "Ruined"
    SCHOLARLY_CENTRE = "scholarly-centre", "Scholarly Centre"
    TRADE_CENTRE = "trade-centre", "Trade Centre"


class VillageFeature(Option):
    """The features of a village, and none of them. Source: BSC-10."""

    DESERT = "desert", "Desert"
    NORTHERN = "northern", "Northern"
    POOR = "poor", "Poor"
    NONE = "none", "None of these"


class VillageKind(Option):
    """Kinds of villages that have prices and are no features. Source: BSC-08."""

    FISHING = "fishing", "fishing"
    HILL_COUNTRY = "hill-country", "hill country"
    SWAMP = "swamp", "swamp"
    WOODLAND = "woodland", "woodland"
    LOWLANDER = "lowlander", "of Lowland Halfmen"


class WildKind(Option):
    """Kinds of wilderness that have prices. Source: BSC-08."""

    COAST = "coast", "coast"
    SWAMP = "swamp", "swamp"
    WOODLAND = "woodland", "woodland"


NAMES = {one.value: one.words for kind in (WildKind, VillageKind, VillageFeature, CityFeature) for one in kind}
"""The words of kinds and features, by key."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a place of these `kinds` costs a people; `corrected` where the printed price looks like a slip."""

    place: Place
    kinds: tuple[str, ...]
    cost: int
    corrected: int | None = None

    @property
    def words(self) -> str:
        """As in "Village, fishing, of Lowland Halfmen"."""
        return ", ".join((self.place.words, *(NAMES[kind].lower() for kind in self.kinds if kind != "lowlander"))) + (
            ", of Lowland Halfmen" if "lowlander" in self.kinds else ""
        )


def _prices(row: Mapping[str, Any]) -> tuple[str, tuple[Price, ...]]:
    return row["people"], tuple(
        Price(Place.of(one["place"]), tuple(one["kinds"]), one["cost"], one.get("corrected")) for one in row["of"]
    )


@dataclass(frozen=True, slots=True)
class Settlement:
    """Where a character grew up: a place with features, and the `kinds` that only its price turns on."""

    place: Place
    features: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()

    @property
    def packages(self) -> tuple[Package, ...]:
        """What the place gives and what each feature does; nothing where the source says nothing. Source: BSC-09."""
        keys = (self.place.value, *(f"{self.place.value}-{feature}" for feature in self.features))
        return tuple(PACKAGES[key] for key in keys if key in PACKAGES)

    @property
    def traits(self) -> tuple[str, ...]:
        """The trait of a city. Source: BSC-09."""
        return (URBANITE,) if self.place is Place.CITY else ()


PACKAGES = packages.read(__file__, FILE)
APART = tables.rows(__file__, FILE, "apart", ("one", "other"), lambda row: frozenset((row["one"], row["other"])))
"""Pairs of features that no place has together. Source: BSC-11."""
PRICES: Mapping[str, tuple[Price, ...]] = dict(tables.rows(__file__, FILE, "prices", ("people", "of"), _prices))
"""What each people pays, by the key of the people. Source: BSC-08."""


def clashes(features: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs among these features that do not go together. Source: BSC-11.

    >>> clashes(["rich", "port", "poor"])
    [('poor', 'rich')]
    """
    return [pair for pair in combinations(sorted(features), 2) if frozenset(pair) in APART]


def priced(people: str, place: Place, kinds: Collection[str]) -> tuple[Price, ...]:
    """The entries that fit a place best: of those whose kinds it all has, the ones with most of them.

    None for a tref or an orda, which nobody's list has. Source: BSC-08.

    >>> [one.cost for one in priced("hm-badiyy", Place.VILLAGE, {"desert", "lowlander"})]
    [0, 60]
    """
    fit = [one for one in PRICES[people] if one.place is place and set(one.kinds) <= set(kinds)]
    most = max((len(one.kinds) for one in fit), default=0)
    return tuple(one for one in fit if len(one.kinds) == most)
