"""Fields that ask for a race and the people in it."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.rules.people import RACE_OF, Caste, Ethnicity, Land, OrcPeople, Race


@branch("High Man")
class HighMan:
    """A High Man, by ethnicity."""

    people: Annotated[Ethnicity, Asked("Ethnicity")] = Ethnicity.BADIYY


@branch("Highland Halfman")
class Highlander:
    """A Highland Halfman, by caste."""

    people: Annotated[Caste, Asked("Caste")] = Caste.PATRICIAN


@branch("Lowland Halfman")
class Lowlander:
    """A Lowland Halfman, by the land."""

    people: Annotated[Land, Asked("Land")] = Land.COASTAL


@branch("Orc")
class Orc:
    """An Orc, by people."""

    people: Annotated[OrcPeople, Asked("People")] = OrcPeople.NORTHERNER


Born = HighMan | Highlander | Lowlander | Orc


def race_of(born: Born) -> Race:
    """The race of a people."""
    return RACE_OF[type(born.people)]
