"""Fields that ask for a race and the people in it."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.rules.people import RACE_OF, Caste, Ethnicity, Land, OrcPeople, Race


@branch("High Man")
class HighMan:
    """A High Man, by ethnicity."""

    ethnicity: Annotated[Ethnicity, Asked("Ethnicity")] = Ethnicity.BADIYY

    @property
    def people(self) -> Ethnicity:
        """The people, whatever the field is called."""
        return self.ethnicity


@branch("Highland Halfman")
class Highlander:
    """A Highland Halfman, by caste."""

    caste: Annotated[Caste, Asked("Caste")] = Caste.PATRICIAN

    @property
    def people(self) -> Caste:
        """The people, whatever the field is called."""
        return self.caste


@branch("Lowland Halfman")
class Lowlander:
    """A Lowland Halfman, by the land."""

    land: Annotated[Land, Asked("Land")] = Land.COASTAL

    @property
    def people(self) -> Land:
        """The people, whatever the field is called."""
        return self.land


@branch("Orc")
class Orc:
    """An Orc, by people."""

    people: Annotated[OrcPeople, Asked("People")] = OrcPeople.NORTHERNER


Born = HighMan | Highlander | Lowlander | Orc
EVERYONE: tuple[Born, ...] = (
    *map(HighMan, Ethnicity),
    *map(Highlander, Caste),
    *map(Lowlander, Land),
    *map(Orc, OrcPeople),
)
"""Every people there is."""


def race_of(born: Born) -> Race:
    """The race of a people."""
    return RACE_OF[type(born.people)]
