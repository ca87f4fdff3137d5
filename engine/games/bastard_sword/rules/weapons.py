"""Melee and ranged weapons, each in all the ways to use it (BSC-35 to BSC-37)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules.damage import Modifiers
from engine.games.bastard_sword.rules.money import Price
from engine.games.bastard_sword.rules.ranges import Band
from engine.option import Option
from engine.wording import NO_BREAK


class Skill(Option):
    """What a weapon is used with. Source: BSC-36, BSC-37."""

    ONE_HANDED_HAFTED = "one-handed-hafted", "one-handed hafted"
    TWO_HANDED_HAFTED = "two-handed-hafted", "two-handed hafted"
    ONE_HANDED_SWORDS = "one-handed-swords", "one-handed swords"
    TWO_HANDED_SWORDS = "two-handed-swords", "two-handed swords"
    BRAWLING = "brawling", "brawling"
    ANY = "any-melee", "any melee skill"
    THROWN = "thrown", "thrown"
    BOWS = "bows", "bows"
    CROSSBOWS = "crossbows", "crossbows"
    FIREARMS = "firearms", "firearms"
    SLINGS = "slings", "slings"


RANGED = (Skill.THROWN, Skill.BOWS, Skill.CROSSBOWS, Skill.FIREARMS, Skill.SLINGS)


class Carried(Option):
    """How a thing travels. Source: BSC-27."""

    SHEATH = "sheath", "in its sheath"
    BELT = "belt", "on the belt"
    HANDS = "hands", "in the hands"
    PACK = "pack", "in a pack"
    WORN = "worn", "worn"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon as it is bought. Source: BSC-36, BSC-37."""

    key: str
    name: str
    price: Price
    burden: int
    carried: Carried


@dataclass(frozen=True, slots=True)
class Mode:
    """A weapon in one of the ways to use it.

    `damage` joins the strength of the wielder where the weapon is `by_strength`, and is its own rating elsewhere; at 0
    that is none. `bands` are those it is made for in melee, `far` its range increment in metres, 0 in melee. `codes`
    are its B/P/S. Source: BSC-35, BSC-36, BSC-37.
    """

    key: str
    weapon: Weapon
    skill: Skill
    by_strength: bool
    damage: int
    codes: Modifiers
    bands: tuple[Band, ...]
    far: int
    traits: tuple[str, ...]
    alone: bool = True
    corrected: Modifiers | None = None
    example: int = 0
    paired: Band | None = None

    @property
    def name(self) -> str:
        """As in "Heavy spear, thrown": how it is used is said where there are several ways."""
        return self.weapon.name if self.alone else f"{self.weapon.name}, {self.skill.words.partition(' ')[0]}"

    @property
    def damage_words(self) -> str:
        """As in "Strength + 5", "8", "none"."""
        return f"Strength +{NO_BREAK}{self.damage}" if self.by_strength else str(self.damage or "none")

    @property
    def reach_words(self) -> str:
        """As in "medium or long", "60 m"."""
        return f"{self.far} m" if self.far else " or ".join(band.words for band in self.bands)

    def rating(self, strength: int) -> int:
        """The damage rating in the hands of someone with so much strength. Source: BSC-35."""
        return self.damage + (strength if self.by_strength else 0)

    def level(self, trait: str) -> int:
        """The number that stands behind a trait: 10 of "reload (10)"; 0 where it has none. Source: BSC-37."""
        found = (re.fullmatch(rf"{trait} \((\d+).*\)", one) for one in self.traits)
        return next((int(one[1]) for one in found if one), 0)


WEAPONS: Mapping[str, Weapon] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "weapons.toml",
        "weapon",
        ("key", "name", "low", "high", "burden", "carried"),
        lambda row: Weapon(
            row["key"], row["name"], Price(row["low"], row["high"]), row["burden"], Carried.of(row["carried"])
        ),
    )
}


def _mode(row: Mapping[str, Any]) -> Mode:
    return Mode(
        row["key"],
        WEAPONS[row["weapon"]],
        Skill.of(row["skill"]),
        row["damage"].startswith("+"),
        int(row["damage"]),
        Modifiers.parse(row["codes"]),
        tuple(Band.of(band) for band in row["bands"]),
        row["far"],
        tuple(row["traits"]),
        row["key"] == row["weapon"],
        Modifiers.parse(row["corrected"]) if "corrected" in row else None,
        row.get("example", 0),
        Band.of(row["paired"]) if "paired" in row else None,
    )


MODES: Mapping[str, Mode] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "weapons.toml",
        "mode",
        ("key", "weapon", "skill", "damage", "codes", "bands", "far", "traits"),
        _mode,
        ("corrected", "example", "paired"),
    )
}
WHIP = "whip"


def read(
    mode: Mode, *, corrected: bool = False, example: bool = False, paired: bool = False, whip: bool = False
) -> Mode:
    """A row as a table reads it: `corrected`, with the increment of an `example`, its bands `paired` with its skills.

    A `whip` that hurts does so by strength alone. Source: BSC-36, BSC-44.
    """
    if corrected and mode.corrected:
        mode = replace(mode, codes=mode.corrected)
    if example and mode.example:
        mode = replace(mode, far=mode.example)
    if paired and mode.paired:
        mode = replace(mode, bands=(mode.paired,))
    return replace(mode, by_strength=True) if whip and mode.key == WHIP else mode
