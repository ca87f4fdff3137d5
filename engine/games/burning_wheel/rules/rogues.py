"""The book's burned characters as they are printed, and what of a stat block follows from what (NPC-09, NPC-10).

>>> [found.what.value for found in checks(ROGUES[Who.ORC_ENGINEER].figures) if not found.fits]
['row', 'superficial']
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import steel, wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Caster
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option
from engine.working import Worked

TOUGH = "Tough"
"""The trait that rounds the half of a Mortal Wound up. Source: INJ-03."""
SORCERY = "Sorcery"
STATS = ("Will", "Perception", "Agility", "Speed", "Power", "Forte")
ATTRIBUTES = ("Health", "Steel", "Resources", "Circles")
OTHER = re.compile(r"(\S+?)(?:\((\d+)\))?$")


class Who(Option):
    """The burned characters, in the order of the book; the last two are those of its example. Source: NPC-10."""

    DWARF_BREWER = "dwarf-brewer", "Brewer of the clan"
    DWARF_ARCHES = "dwarf-arches", "Builder of arches"
    DWARF_STANDARD = "dwarf-standard", "Poor standard-bearer"
    DWARF_ANNALS = "dwarf-annals", "Court annalist in love"
    ELF_WANDERER = "elf-wanderer", "Wanderer with a spear"
    ELF_CAPTAIN = "elf-captain", "Captain of a warship"
    ELF_MOTHER = "elf-mother", "Mother at the wood’s edge"
    MAN_SWINDLER = "man-swindler", "Swindler with a bar"
    MAN_COURT = "man-court", "Schemer at court"
    MAN_SAILOR = "man-sailor", "Sailor who drinks"
    MAN_FOOTMAN = "man-footman", "Seasoned footman"
    MAN_FARMER = "man-farmer", "Farmer and father"
    MAN_BARON = "man-baron", "Baron on his lands"
    MAN_WIZARD = "man-wizard", "Wizard in a cave"
    ORC_GRINDER = "orc-grinder", "Grinder of blades"
    ORC_STANDARD = "orc-standard", "Standard-bearer of the horde"
    ORC_ENGINEER = "orc-engineer", "Siege engineer"
    ORC_LORD = "orc-lord", "Lord of whip and blood"
    RODEN_KNIVES = "roden-knives", "Killer in the tunnels"
    RODEN_TAKER = "roden-taker", "Taker of people"
    SPIDER_HUNTER = "spider-hunter", "Hunting spider"
    TROLL_HOOK = "troll-hook", "Hook-handed troll"
    LIZARD_ZEALOT = "lizard-zealot", "Zealot of the sun wheel"
    WOLF_MOUNT = "wolf-mount", "Wolf that bears a rider"
    JOOST = "joost", "Joost, hedge wizard"
    CRAWLER = "crawler", "The Crawler"


@dataclass(frozen=True, slots=True)
class Rated:
    """An ability as it is printed: `other` is the exponent in brackets behind it, which holds in some situations."""

    name: str
    ability: Ability
    other: int | None = None

    @classmethod
    def of(cls, name: str, said: str) -> "Rated":
        """From "B4", or "B4(5)"."""
        found = OTHER.match(said)
        if found is None:
            raise ValueError(f"An ability is printed like B4 or B4(5); this says {said!r}.")
        return cls(name, Ability.parse(found[1]), int(found[2]) if found[2] else None)

    @property
    def words(self) -> str:
        """ "Climbing B3 (5)"."""
        return f"{self.name} {self.ability}{f' ({self.other})' if self.other is not None else ''}"


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon of a stat block with its Incidental, Mark and Superb; `add` 0, and "" for what is not printed."""

    name: str
    ims: tuple[Coordinate, ...]
    va: int
    add: int
    speed: str
    length: str
    both: bool
    thrown: bool


@dataclass(frozen=True, slots=True)
class Hesitation:
    """A printed hesitation: one number, or one for surprise and one for pain. Source: NPC-09."""

    surprise: int
    pain: int

    @classmethod
    def of(cls, said: str) -> "Hesitation":
        """From "5", "9s/4p" or "7p/6s"."""
        parts = {part[-1]: int(part[:-1]) for part in said.split("/")} if "/" in said else {}
        return cls(parts["s"], parts["p"]) if parts else cls(int(said), int(said))

    @property
    def words(self) -> str:
        """ "5", "9 when surprised, 4 in pain"."""
        return str(self.pain) if self.surprise == self.pain else f"{self.surprise} when surprised, {self.pain} in pain"


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of a stat block that follow from others. None and an empty tuple stand for what is not said."""

    will: Ability
    perception: Rated
    agility: Ability
    speed: Ability
    power: Ability
    forte: Ability
    tough: bool
    reflexes: Ability | None
    mortal: Coordinate | None
    places: Tolerances | None
    hesitation: Hesitation | None
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True)
class Rogue:
    """A burned character. `age` is 0 where none is printed; `places` are None where no tolerances are.

    `armor` are pieces in lines, `ties` property and people. Source: NPC-10.
    """

    key: Who
    stock: str
    lines: str
    age: int
    lifepaths: tuple[str, ...]
    stats: tuple[Rated, ...]
    attributes: tuple[Rated, ...]
    emotion: Rated | None
    reflexes: Ability
    mortal: Coordinate
    hesitation: Hesitation | None
    multiplier: str
    places: Tolerances | None
    skills: tuple[Rated, ...]
    training: tuple[str, ...]
    spells: tuple[str, ...]
    arms: tuple[Arm, ...]
    armor: tuple[str, ...]
    shield: str
    gear: tuple[str, ...]
    ties: tuple[str, ...]
    beliefs: tuple[str, ...]
    instincts: tuple[str, ...]
    traits: tuple[str, ...]

    @property
    def figures(self) -> Figures:
        """What can be checked of it."""
        will, perception, agility, speed, power, forte = self.stats
        return Figures(
            will.ability,
            perception,
            agility.ability,
            speed.ability,
            power.ability,
            forte.ability,
            TOUGH in self.traits,
            self.reflexes,
            self.mortal,
            self.places,
            self.hesitation,
            self.arms,
        )

    def ability(self, name: str) -> Ability:
        """A stat, attribute or skill by its name. Raises `KeyError` for one that is not printed."""
        return {one.name: one.ability for one in (*self.stats, *self.attributes, *self.skills)}[name]

    @property
    def stands(self) -> Tolerances:
        """Its tolerances as printed, or those that fit its Power and Forte. Source: INJ-03."""
        figures = self.figures
        return self.places or wounds.suggestion(figures.power, figures.forte, figures.tough)


def _rated(said: str) -> Rated:
    name, _, number = said.rpartition(" ")
    return Rated.of(name, number)


def _named(names: tuple[str, ...], said: list[str]) -> tuple[Rated, ...]:
    return tuple(Rated.of(name, one) for name, one in zip(names, said, strict=True) if one)


def _arm(row: Mapping[str, Any]) -> Arm:
    places = tuple(map(Coordinate.parse, row["ims"]))
    rest = (row[name] for name in ("va", "add", "speed", "length", "both", "thrown"))
    return Arm(row["name"], places, *rest)


def _rogue(row: Mapping[str, Any]) -> Rogue:
    return Rogue(
        Who.of(row["key"]),
        row["stock"],
        row["lines"],
        row["age"],
        tuple(row["lifepaths"]),
        _named(STATS, row["stats"]),
        _named(ATTRIBUTES, row["attributes"]),
        _rated(row["emotion"]) if row["emotion"] else None,
        Ability.parse(row["reflexes"]),
        Coordinate.parse(row["mortal"]),
        Hesitation.of(row["hesitation"]) if row["hesitation"] else None,
        row["multiplier"],
        Tolerances(*map(Coordinate.parse, row["places"])) if row["places"] else None,
        tuple(map(_rated, row["skills"])),
        tuple(row["training"]),
        tuple(row["spells"]),
        tuple(map(_arm, row["weapons"])),
        tuple(row["armor"]),
        row["shield"],
        *(tuple(row[name]) for name in ("gear", "ties", "beliefs", "instincts", "traits")),
    )


COLUMNS = tuple("weapons" if name == "arms" else name for name in Rogue.__dataclass_fields__)
ROGUES: Mapping[Who, Rogue] = {one.key: one for one in tables.rows(__file__, "rogues.toml", "rogue", COLUMNS, _rogue)}


class Stock(Option):
    """What someone is, as it is printed. Source: NPC-09."""

    ANY = "any", "anyone"
    DWARF = "dwarf", "Dwarf"
    ELF = "elf", "Elf"
    MAN = "man", "Man"
    ORC = "orc", "Orc"
    RODEN = "roden", "Roden"
    SPIDER = "spider", "Great Spider"
    TROLL = "troll", "Troll"
    LIZARD = "lizard", "Lizard-folk"
    WOLF = "wolf", "Great Wolf"


@dataclass(frozen=True, slots=True)
class Fits:
    """A burned character that was looked for, with the best of its abilities that fit; None where none was named."""

    rogue: Rogue
    best: Rated | None


def fitting(stock: Stock = Stock.ANY, ability: str = "", least: int = 0) -> tuple[Fits, ...]:
    """Who is of a stock and has an ability whose name holds `ability`, at an exponent of `least` (0 or more) or more.

    Lighter shades first, then higher exponents; among equals in the order of the book. Source: NPC-09.

    >>> [one.rogue.key.value for one in fitting(Stock.MAN, "sorcery")]
    ['man-wizard', 'joost']
    """
    found = [Fits(one, _best(one, ability, least)) for one in ROGUES.values() if _is(one, stock)]
    wanted = [one for one in found if one.best or not ability.strip()]
    return tuple(sorted(wanted, key=lambda one: _rank(one.best), reverse=True))


def _is(one: Rogue, stock: Stock) -> bool:
    return stock is Stock.ANY or one.stock == stock.words


def _best(one: Rogue, ability: str, least: int) -> Rated | None:
    said = ability.strip().casefold()
    rated = (*one.stats, *one.attributes, *([one.emotion] if one.emotion else []), *one.skills)
    able = [row for row in rated if said and said in row.name.casefold() and row.ability.exponent >= least]
    return max(able, key=_rank, default=None)


def _rank(rated: Rated | None) -> tuple[int, int]:
    if rated is None:
        return (0, 0)
    return list(Shade).index(rated.ability.shade) + 1, rated.ability.exponent


def casting(one: Rogue) -> Worked | None:
    """The dice with which someone casts, Sorcery and Will together; None without Sorcery. Source: SOR-02."""
    sorcery = next((row.ability for row in one.skills if row.name == SORCERY), None)
    return None if sorcery is None else Caster(sorcery, one.figures.will).dice()


class What(Option):
    """What of a stat block is checked. Source: NPC-09."""

    MORTAL = "mortal", "Mortal Wound"
    ROW = "row", "The row’s end"
    REFLEXES = "reflexes", "Reflexes"
    SUPERFICIAL = "superficial", "Superficial"
    HESITATION = "hesitation", "Hesitation"
    DAMAGE = "damage", "Damage"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what is `said`, what would follow and `why`, and whether they agree. Source: NPC-09."""

    what: What
    said: str
    follows: str
    why: str
    fits: bool


def reflexes(perception: int, agility: int, speed: int) -> int:
    """The exponent of Reflexes in printed blocks: the mean of three stats, rounded down. Source: NPC-09."""
    return (perception + agility + speed) // 3


def checks(block: Figures) -> tuple[Check, ...]:
    """All checks for which the block says enough, in the order of `What`. Source: NPC-09."""
    return tuple(_checks(block))


def _checks(block: Figures) -> Iterator[Check]:
    fitting = wounds.suggestion(block.power, block.forte, block.tough)
    half = "half of Power and Forte, and 6" + (", rounded up for the Tough" if block.tough else "")
    if block.mortal is not None:
        yield Check(What.MORTAL, str(block.mortal), str(fitting.mortal), half, block.mortal == fitting.mortal)
    if block.mortal is not None and block.places is not None:
        end = block.places.mortal
        yield Check(What.ROW, str(end), str(block.mortal), "the Mortal Wound", end == block.mortal)
    if block.reflexes is not None:
        yield _reflexes(block, block.reflexes)
    if block.places is not None:
        said = block.places.superficial
        why = "half of Forte, and 1"
        yield Check(What.SUPERFICIAL, str(said), str(fitting.superficial), why, said == fitting.superficial)
    if block.hesitation is not None:
        follows, said_of = steel.hesitation(block.will).total, block.hesitation
        start = steel.STARTS[block.will.shade]
        fits = follows in (said_of.surprise, said_of.pain)
        yield Check(What.HESITATION, said_of.words, str(follows), f"{start} less Will, without traits", fits)
    for arm in block.arms:
        found = ims(arm.ims[1].number, arm.ims[1].shade)
        wanted = (found.incidental, found.mark, found.superb)
        said_as, follows_as = (" ".join(map(str, one)) for one in (arm.ims, wanted))
        yield Check(What.DAMAGE, f"{arm.name} {said_as}", follows_as, "half, whole, one and a half", arm.ims == wanted)


def _reflexes(block: Figures, said: Ability) -> Check:
    """Reflexes, by either Perception where one stands in brackets."""
    agility, speed = block.agility.exponent, block.speed.exponent
    usual, other = block.perception.ability.exponent, block.perception.other
    found = [reflexes(one, agility, speed) for one in (usual, other) if one is not None]
    why = "the mean of Perception, Agility and Speed"
    if said.exponent != found[0] and said.exponent in found:
        why += f", with Perception {other}"
    shown = wording.listed(map(str, dict.fromkeys(found)), "or")
    return Check(What.REFLEXES, str(said), shown, why, said.exponent in found)
