"""Races and the people in them: what they give a new character (BSC-02 to BSC-07)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules import packages
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.packages import Package
from engine.games.bastard_sword.rules.size import Size
from engine.option import Option

FILE = "people.toml"


class Civilisation(Option):
    """The three civilisations. Source: BSC-02."""

    HUMAN = "human", "Human"
    URUNG_KHAN = "urung-khan", "Urung Khan"
    FAE = "fae", "Fae"


class Race(Option):
    """The nine races that can be played. Source: BSC-02."""

    HIGH_MAN = "high-man", "High Man"
    HIGHLANDER = "highland-halfman", "Highland Halfman"
    LOWLANDER = "lowland-halfman", "Lowland Halfman"
    ORC = "orc", "Orc"
    GOBLIN = "goblin", "Goblin"
    HOBGOBLIN = "hobgoblin", "Hobgoblin"
    ELF = "elf", "Elf"
    FAUN = "faun", "Faun"
    TROLL = "troll", "Troll"


class Ethnicity(Option):
    """The peoples of High Men. Source: BSC-04."""

    BADIYY = "hm-badiyy", "Badiyy: oases of the desert"
    ISLANDER = "hm-islander", "Islander: fishing villages"
    NORTHERNER = "hm-northerner", "Northerner: the free cold"
    RIVERLANDER = "hm-riverlander", "Riverlander: farms at war"


class Caste(Option):
    """The castes of Highland Halfmen, the highest first. Source: BSC-05."""

    PATRICIAN = "hh-patrician", "Patrician: judges, priests, warriors"
    ARTISAN = "hh-artisan", "Artisan: a craft from youth"
    VAGRANT = "hh-vagrant", "Vagrant: traders at the gates"
    DEEP_DWELLER = "hh-deep-dweller", "Deep Dweller: miners"


class Land(Option):
    """The lands of Lowland Halfmen. Source: BSC-06."""

    COASTAL = "lh-coastal", "Coastal: what the sea gives"
    HILLANDS = "lh-hillands", "Hillands: farms in the hills"
    SWAMP = "lh-swamp-dweller", "Swamp Dweller: herbs and lizards"
    WOODLANDS = "lh-woodlands", "Woodlands: hunters, herders of pigs"


class OrcPeople(Option):
    """The peoples of Orcs, most of whose text is that of High Men. Source: BSC-07."""

    NORTHERNER = "orc-northerner", "Northerner"
    RIVERLANDER = "orc-riverlander", "Riverlander"
    BADIYY = "orc-badiyy", "Badiyy"
    ISLANDER = "orc-islander", "Islander"


@dataclass(frozen=True, slots=True)
class Listed:
    """A race in the list of races, and where else the source has it."""

    race: Race
    civilisation: Civilisation
    about: str
    elsewhere: str


@dataclass(frozen=True, slots=True)
class Block:
    """What a race sets: experience of all attributes, body, movement in steps a round, traits, and a package.

    Heights in centimetres, weights in kilograms, ages in years; of a range the least and the most. Source: BSC-03.
    """

    race: Race
    exp: Mapping[Attribute, int]
    size: Size
    height: tuple[int, int]
    weight: tuple[int, int]
    adult: int
    lives: int
    steps: int
    traits: tuple[str, ...]
    package: Package


@dataclass(frozen=True, slots=True)
class Opened:
    """A social class that a caste opens at a `cost`: as `printed`, and what that `means` among the classes that exist.

    `kind` is the key of that class, `of` are the keys of those of its specialisations that are meant; none: all.
    Source: BSC-05.
    """

    caste: Caste
    printed: str
    kind: str
    of: tuple[str, ...]
    means: str
    cost: int


def _block(row: Mapping[str, Any]) -> Block:
    return Block(
        Race.of(row["key"]),
        dict(zip(Attribute, row["exp"], strict=True)),
        Size.of(row["size"]),
        (row["height"][0], row["height"][1]),
        (row["weight"][0], row["weight"][1]),
        row["adult"],
        row["lives"],
        row["steps"],
        tuple(row["traits"]),
        packages.of_row({one: row[one] for one in ("key", "aspect", "skills")}),
    )


LISTED = tables.rows(
    __file__,
    FILE,
    "listed",
    ("key", "of", "about", "elsewhere"),
    lambda row: Listed(Race.of(row["key"]), Civilisation.of(row["of"]), row["about"], row["elsewhere"]),
)
BODY = ("size", "height", "weight", "adult", "lives", "steps")
BLOCKS: Mapping[Race, Block] = {
    one.race: one
    for one in tables.rows(__file__, FILE, "race", ("key", "exp", *BODY, "traits", "aspect", "skills"), _block)
}
OPENED = tables.rows(
    __file__,
    FILE,
    "opened",
    ("caste", "printed", "class", "of", "means", "cost"),
    lambda row: Opened(
        Caste.of(row["caste"]), row["printed"], row["class"], tuple(row["of"]), row["means"], row["cost"]
    ),
)
PEOPLE = packages.read(__file__, FILE)
RACE_OF: Mapping[type[Option], Race] = {
    Ethnicity: Race.HIGH_MAN,
    Caste: Race.HIGHLANDER,
    Land: Race.LOWLANDER,
    OrcPeople: Race.ORC,
}
"""The race that each kind of people belongs to."""


def name(people: Option) -> str:
    """A people's name without what they are known for, as in "Badiyy"."""
    return people.words.partition(":")[0]
