"""Fields that ask for what a new character was given."""

import re
from typing import Annotated, Self

from engine.forms import Asked, Between, closest, row
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.occupations import Level
from engine.games.bastard_sword.rules.skills import Family, family_of
from engine.option import Option
from engine.refused import Refused
from engine.wording import listed, quoted

EXP = Between(0, 999)


class Order(Option):
    """In which order skills turn experience into ranks."""

    HIGHEST = "highest", "the most experience first"
    LISTED = "listed", "as they stand in the list"
    BEST = "best", "the order that gives most"


GAIN = re.compile(r"(?P<name>.*?)\s*(?P<xp>[0-9]{1,3})(?:\s*\((?P<family>[^()]*)\))?")


def _family(said: str) -> Family:
    """The family of that name. Raises `Refused` for any other name."""
    found = next((one for one in Family if one.words == said.strip().casefold()), None)
    if found is None:
        near = closest(said.strip().casefold(), [one.words for one in Family])
        raise Refused(f"A family is one of eighteen, such as crafting or science; this says {quoted(said)}.{near}")
    return found


@row("skill")
class GainRow:
    """A skill with the experience that it was given."""

    name: Annotated[str, Asked("Skill")] = ""
    family: Annotated[Family, Asked("Family")] = Family.CRAFTING
    xp: Annotated[int, EXP, Asked("Experience", quick=(3, 4, 6, 12))] = 4

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Physics 7", and with its family where the source does not name the skill."""
        return f"{self.name} {self.xp}" + ("" if family_of(self.name) is self.family else f" ({self.family.words})")

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Read "Physics 7" or "Smithing 4 (crafting)". Raises `Refused` where the family is not known."""
        found, said = GAIN.fullmatch(line.strip()), quoted(line)
        if not found or int(found["xp"]) > EXP.most:
            raise Refused(
                f"A skill is a name and its experience up to {EXP.most}, as in “Physics 7”; this says {said}."
            )
        family = _family(found["family"]) if found["family"] else family_of(found["name"])
        if family is None:
            raise Refused(f"The source has no such skill, so say its family, as in “Smithing 4 (crafting)”: {said}.")
        return cls(found["name"], family, int(found["xp"]))


@row("choice")
class PickRow:
    """What an “any of” a family is."""

    family: Annotated[Family, Asked("Any of")] = Family.CRAFTING
    skill: Annotated[str, Asked("Is this skill")] = ""

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Science: Physics"."""
        return f"{self.family.words.capitalize()}: {self.skill}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Read "Science: Physics". Raises `Refused` for anything else."""
        family, colon, skill = (part.strip() for part in line.partition(":"))
        if not colon:
            raise Refused(
                f"A choice is a family and a skill of it, as in “Science: Physics”; this says {quoted(line)}."
            )
        return cls(_family(family), skill)


@row("skill")
class PairRow:
    """The two attributes that a skill rolls, as the table has it."""

    skill: Annotated[str, Asked("Skill")] = ""
    first: Annotated[Attribute, Asked("First attribute")] = Attribute.ERUDITION
    second: Annotated[Attribute, Asked("Second attribute")] = Attribute.ERUDITION

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Physics: EW"."""
        return f"{self.skill}: {self.first.letter}{self.second.letter}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Read "Physics: EW". Raises `Refused` for letters that no attribute has."""
        skill, _, said = (part.strip() for part in line.rpartition(":"))
        letters = {one.letter: one for one in Attribute}
        pair = [letters[letter] for letter in said.upper() if letter in letters]
        if len(said) != len(pair) or len(pair) != len("EW"):
            known = listed(letters, "or")
            raise Refused(f"This takes a skill and two of {known}, as in “Physics: EW”; this says {quoted(line)}.")
        return cls(skill, *pair)


@row("level")
class LevelRow:
    """A level of mastery, so many times one after the other."""

    level: Annotated[Level, Asked("Level")] = Level.ENGINEER_STUDENT
    times: Annotated[int, Between(1, 20), Asked("Times", quick=(1, 2, 3))] = 1
