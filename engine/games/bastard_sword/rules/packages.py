"""Packages: what one step of making a character gives, and what of it the source leaves in doubt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.skills import Family
from engine.games.bastard_sword.rules.virtues import ASPECTS, Virtue

ANY = "any"
"""The name of a grant that goes to one skill of its family, which the player picks. Source: BSC-21."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One end of a virtue: its lack, or its excess. Source: BSC-18."""

    virtue: Virtue
    excess: bool

    @property
    def words(self) -> str:
        """As in "devious or cunning"."""
        return " or ".join(ASPECTS[self.virtue].excess if self.excess else ASPECTS[self.virtue].lack)


@dataclass(frozen=True, slots=True)
class Grant:
    """Experience on one skill; the `skill` is `ANY` where the player picks one of the family."""

    skill: str
    family: Family
    xp: int

    @property
    def words(self) -> str:
        """As in "Logic", and "Any of crafting"."""
        return f"Any of {self.family.words}" if self.skill == ANY else self.skill.capitalize()


@dataclass(frozen=True, slots=True)
class Package:
    """One attribute and one aspect that gain 1 each, and experience on skills. A race has no such attribute.

    `doubt` says what looks wrong in the source, and `corrected` is the package put right, where that can be known.
    """

    key: str
    attribute: Attribute | None
    aspect: Aspect
    grants: tuple[Grant, ...]
    doubt: str = ""
    corrected: "Package | None" = None

    @property
    def xp(self) -> int:
        """All experience on skills."""
        return sum(one.xp for one in self.grants)


OPENINGS: Mapping[str, Aspect] = {
    words[0]: Aspect(virtue, excess)
    for virtue, ends in ASPECTS.items()
    for excess, words in ((False, ends.lack), (True, ends.excess))
}
"""Aspects by the first of their two words, which is how the tables spell them."""
COLUMNS, BESIDES = ("key", "attribute", "aspect", "skills"), ("doubt", "corrected")


def grants(rows: Sequence[Sequence[Any]]) -> tuple[Grant, ...]:
    """Grants as a table of data has them: skill, family, experience."""
    return tuple(Grant(skill, Family.of(family), xp) for skill, family, xp in rows)


def of_row(row: Mapping[str, Any]) -> Package:
    """A package from its row."""
    said = Package(
        row["key"],
        Attribute.of(row["attribute"]) if "attribute" in row else None,
        OPENINGS[row["aspect"]],
        grants(row["skills"]),
        row.get("doubt", ""),
    )
    return (
        replace(said, corrected=of_row({**row, **row["corrected"], "corrected": {}})) if row.get("corrected") else said
    )


def read(module_file: str, name: str) -> Mapping[str, Package]:
    """All packages of a file, by key."""
    return {one.key: one for one in tables.rows(module_file, name, "package", COLUMNS, of_row, BESIDES)}
