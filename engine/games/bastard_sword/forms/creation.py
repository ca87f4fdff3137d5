"""Fields that ask for what a new character was given."""

from typing import Annotated

from engine.forms import Asked, Between, row
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.occupations import Level
from engine.games.bastard_sword.rules.skills import Family
from engine.option import Option

EXP = Between(0, 999)


class Order(Option):
    """In which order skills turn experience into ranks."""

    HIGHEST = "highest", "the most experience first"
    LISTED = "listed", "as they stand in the list"
    BEST = "best", "the order that gives most"


@row("skill")
class GainRow:
    """A skill with the experience that it was given."""

    name: Annotated[str, Asked("Skill")] = ""
    family: Annotated[Family, Asked("Family")] = Family.CRAFTING
    xp: Annotated[int, EXP, Asked("Experience", quick=(3, 4, 6, 12))] = 4


@row("choice")
class PickRow:
    """What an “any of” a family is."""

    family: Annotated[Family, Asked("Any of")] = Family.CRAFTING
    skill: Annotated[str, Asked("Is this skill")] = ""


@row("skill")
class PairRow:
    """The two attributes that a skill rolls, as the table has it."""

    skill: Annotated[str, Asked("Skill")] = ""
    first: Annotated[Attribute, Asked("First attribute")] = Attribute.ERUDITION
    second: Annotated[Attribute, Asked("Second attribute")] = Attribute.ERUDITION


@row("level")
class LevelRow:
    """A level of mastery, so many times one after the other."""

    level: Annotated[Level, Asked("Level")] = Level.ENGINEER_STUDENT
    times: Annotated[int, Between(1, 20), Asked("Times", quick=(1, 2, 3))] = 1
