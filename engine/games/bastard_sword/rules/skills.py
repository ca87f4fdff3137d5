"""Skills in their families, and the pairs of attributes that are known (BSR-03)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.option import Option

MOST_RANK = 20
"""The highest rank that this works with."""


class Family(Option):
    """The eighteen families of skills. Source: BSR-03."""

    ACUMEN = "acumen", "acumen"
    ANIMAL_HANDLING = "animal-handling", "animal handling"
    ARTS = "arts", "arts"
    ATHLETICISM = "athleticism", "athleticism"
    CRAFTING = "crafting", "crafting"
    DEXTERITY = "dexterity", "dexterity"
    GRACE = "grace", "grace"
    HOUSECRAFT = "housecraft", "housecraft"
    INFLUENCE = "influence", "influence"
    INTRIGUE = "intrigue", "intrigue"
    KNOWLEDGE = "knowledge", "knowledge"
    LUCK = "luck", "luck"
    MELEE_COMBAT = "melee-combat", "melee combat"
    RANGED_COMBAT = "ranged-combat", "ranged combat"
    RESILIENCE = "resilience", "resilience"
    SCIENCE = "science", "science"
    SURVIVAL = "survival", "survival"
    TOUGHNESS = "toughness", "toughness"


@dataclass(frozen=True, slots=True)
class Named:
    """The skills of a family that the source names; `whole` where it names them all."""

    family: Family
    skills: tuple[str, ...]
    whole: bool = False


def _named(row: Mapping[str, object]) -> Named:
    skills = row["skills"]
    assert isinstance(skills, list)
    return Named(Family.of(str(row["key"])), tuple(skills), bool(row.get("whole", False)))


FAMILIES = tables.rows(__file__, "skills.toml", "family", ("key", "skills"), _named, ("whole",))
PAIRS: Mapping[str, tuple[Attribute, Attribute]] = {
    row["skill"]: (Attribute.of(row["first"]), Attribute.of(row["second"]))
    for row in tables.rows(__file__, "skills.toml", "pair", ("skill", "first", "second"), dict)
}
"""The pairs of attributes that the source gives away; all others are the reader's to say. Source: BSR-03."""


def effective(rank: int, family: int) -> int:
    """The rank that counts: the skill's own and its family's. Source: BSR-03."""
    return rank + family


def family_of(skill: str) -> Family | None:
    """The family of a skill that the source names."""
    return next((one.family for one in FAMILIES if skill.casefold() in one.skills), None)
