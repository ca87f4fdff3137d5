"""What stands in the lists of the character sheet: skills and the ranks of their families."""

import dataclasses
import re
from typing import Annotated, Self

from engine import wording
from engine.forms import Asked, Between, Longest, row
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.skills import MOST_RANK, PAIRS, Family, family_of
from engine.games.bastard_sword.rules.virtues import HALF, Virtue
from engine.refused import Refused

XP = Between(0, 999)
LETTERS = {one.letter: one for one in Attribute}
LINE = re.compile(r"(?P<name>.*?)\s+(?P<rank>[0-9]{1,2})(?:\s*\((?P<pair>[A-Za-z]{2})\))?")


@row("skill")
class SkillRow:
    """A skill with its own rank, its family, its two attributes, and the experience marked on it. Source: BSR-03."""

    name: Annotated[str, Asked("Name")] = ""
    rank: Annotated[int, Between(0, MOST_RANK), Asked("Rank", quick=(0, 1, 2, 3))] = 0
    family: Annotated[Family, Asked("Family")] = Family.ATHLETICISM
    first: Annotated[Attribute, Asked("First attribute")] = Attribute.STRENGTH
    second: Annotated[Attribute, Asked("Second attribute")] = Attribute.STRENGTH
    xp: Annotated[int, XP, Asked("Experience", more=True)] = 0

    @property
    def pair(self) -> str:
        """As in "(CS)"."""
        return self.first.letter + self.second.letter

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Running 2 (CS)"."""
        return f"{self.name} {self.rank} ({self.pair})"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Read "Running 2 (CS)", or change the row of `before` by it.

        Where the source says the family and the pair of a skill, they may be left out. Raises `Refused` for a line
        without a rank, and for a skill whose attributes nobody has said.
        """
        found, said = LINE.fullmatch(line.strip()), wording.quoted(line)
        if not found or not found["name"]:
            raise Refused(f"A skill is a name, a rank and two attributes, as in “Running 2 (CS)”; this says {said}.")
        name = found["name"]
        pair = _pair(found["pair"]) or ((before.first, before.second) if before else PAIRS.get(name.casefold()))
        if pair is None:
            letters = wording.listed(LETTERS, "or")
            raise Refused(f"Two of {letters} in brackets say which attributes a skill rolls; {said} has none known.")
        row = before or cls(name, family=family_of(name) or Family.ATHLETICISM)
        return dataclasses.replace(row, name=name, rank=int(found["rank"]), first=pair[0], second=pair[1])


def _pair(letters: str | None) -> tuple[Attribute, Attribute] | None:
    """The attributes that two letters name; none where there are no letters. Raises `Refused` for others."""
    if not letters:
        return None
    found = [LETTERS.get(letter) for letter in letters.upper()]
    if None in found:
        known = wording.listed((f"{letter} ({one.words})" for letter, one in LETTERS.items()), "or")
        raise Refused(f"The letters of attributes are {known}; this says {wording.quoted(letters)}.")
    first, second = (one for one in found if one)
    return first, second


@row("attribute")
class LearningRow:
    """What an attribute has learned, and whether it is marked since the last complete rest. Source: BSR-24."""

    attribute: Annotated[Attribute, Asked("Attribute")] = Attribute.STRENGTH
    xp: Annotated[int, XP, Asked("Experience")] = 0
    marked: Annotated[bool, Asked("Marked")] = False


@row("virtue")
class VirtueRow:
    """A virtue's line: its slashes from the middle, and the boxes checked at either end. Source: BSR-27."""

    virtue: Annotated[Virtue, Asked("Virtue")] = Virtue.COURAGE
    left: Annotated[int, Between(-HALF, HALF), Asked("Left slash")] = 0
    right: Annotated[int, Between(-HALF, HALF), Asked("Right slash")] = 0
    lack: Annotated[int, Between(0, 10), Asked("Checked of the lack")] = 0
    excess: Annotated[int, Between(0, 10), Asked("Checked of the excess")] = 0


@row("trait")
class TraitRow:
    """A trait, and what the table lets it do: the source defines none. Source: BSC-19."""

    name: Annotated[str, Asked("Trait")] = ""
    effect: Annotated[str, Longest(200), Asked("What it does at your table")] = ""


@row("family")
class FamilyRow:
    """The rank that a whole family of skills has. Source: BSR-03."""

    family: Annotated[Family, Asked("Family")] = Family.ATHLETICISM
    rank: Annotated[int, Between(0, MOST_RANK), Asked("Family rank", quick=(0, 1, 2))] = 1

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.family.words
