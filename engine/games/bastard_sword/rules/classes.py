"""Social classes: what they give, and what they cost whom (BSC-12 to BSC-14)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules import packages
from engine.games.bastard_sword.rules.origins import Place
from engine.games.bastard_sword.rules.people import OPENED, Caste, Race
from engine.option import Option

FILE = "classes.toml"


class SocialClass(Option):
    """The five classes. Source: BSC-13."""

    DEPRIVED = "deprived", "Deprived"
    LABOURER = "labourer", "Labourer"
    NOBLE = "noble", "Noble"
    SCHOLAR = "scholar", "Scholar"
    TRADESMAN = "tradesman", "Tradesman"


class Context(Option):
    """What the Deprived are. Source: BSC-14."""

    SLAVE = "deprived-slave", "Slave"
    SLUM_FIEND = "deprived-slum-fiend", "Slum Fiend"
    WANDERER = "deprived-wanderer", "Wanderer"


class Field(Option):
    """What Labourers do. Source: BSC-14."""

    FARMER = "labourer-farmer", "Farmer"
    FISHERMAN = "labourer-fisherman", "Fisherman"
    HUNTER = "labourer-hunter", "Hunter"
    MINER = "labourer-miner", "Miner"
    SHEPHERD = "labourer-shepherd", "Shepherd"
    WOODSMAN = "labourer-woodsman", "Woodsman"


class Expertise(Option):
    """What Scholars know. Source: BSC-14."""

    ACADEMIC = "scholar-academic", "Academic"
    ADMINISTRATION = "scholar-administration", "Administration"
    CLERGY = "scholar-clergy", "Clergy"


class Specialty(Option):
    """What Tradesmen live on. Source: BSC-14."""

    ARTISAN = "tradesman-artisan", "Artisan"
    ENTERTAINER = "tradesman-entertainer", "Entertainer"
    MERCHANT = "tradesman-merchant", "Merchant"
    SAILOR = "tradesman-sailor", "Sailor"
    SERVANT = "tradesman-servant", "Servant"
    SOLDIER = "tradesman-soldier", "Soldier"


@dataclass(frozen=True, slots=True)
class Open:
    """What a class costs, None where it is not open; `slaves`: to slaves alone. Source: BSC-12."""

    cost: int | None
    slaves: bool = False

    @property
    def words(self) -> str:
        """As the tables have it: "10", "0*" for slaves, a dash where it is not open."""
        return "–" if self.cost is None else f"{self.cost}{'*' if self.slaves else ''}"

    def to(self, special: str) -> int | None:
        """What this costs someone of that specialisation; None where it is not open to them."""
        return None if self.slaves and special != Context.SLAVE.value else self.cost


def _open(said: object) -> Open:
    return Open(0, slaves=True) if said == "slave" else Open(said if isinstance(said, int) else None)


PACKAGES = packages.read(__file__, FILE)
PRICES: Mapping[tuple[SocialClass, Race], Mapping[Place, Open]] = {
    (SocialClass.of(row["key"]), Race.of(row["race"])): dict(zip(Place, map(_open, row["costs"]), strict=True))
    for row in tables.rows(__file__, FILE, "price", ("key", "race", "costs"), dict)
}
"""What a class costs a race, place by place; Highland Halfmen, who pay by caste, are not in it. Source: BSC-12."""
CLOSED = Open(None)


def specials(kind: SocialClass, race: Race | None = None) -> tuple[str, ...]:
    """The specialisations of a class; of nobles the one that goes with the race, where there is one. Source: BSC-14.

    >>> specials(SocialClass.NOBLE, Race.ORC), specials(SocialClass.NOBLE, Race.TROLL)
    (('noble-orc',), ())
    """
    found = tuple(key for key in PACKAGES if key.startswith(f"{kind.value}-"))
    if kind is SocialClass.NOBLE and race:
        return tuple(key for key in found if key == f"{kind.value}-{race.value}")
    return found


def of_caste(caste: Caste, kind: SocialClass, special: str) -> Open:
    """What a class costs a Highland Halfman, by the meaning of the names that the caste lists. Source: BSC-05, BSC-12.

    >>> of_caste(Caste.DEEP_DWELLER, SocialClass.DEPRIVED, "deprived-slave").cost
    10
    """
    for one in OPENED:
        if one.caste is caste and one.kind == kind.value and (not one.of or special in one.of):
            return Open(one.cost)
    return CLOSED


SPECIALS = {one.value: one.words for kind in (Context, Field, Expertise, Specialty) for one in kind} | {
    f"noble-{race.value}": race.words for race in Race
}
"""The names of specialisations, by key."""
