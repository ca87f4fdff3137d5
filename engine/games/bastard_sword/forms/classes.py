"""Fields that ask for a social class."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.rules.classes import Context, Expertise, Field, SocialClass, Specialty, specials
from engine.games.bastard_sword.rules.people import Race


@branch("Deprived")
class Deprived:
    """One of the Deprived."""

    context: Annotated[Context, Asked("Context")] = Context.SLAVE
    kind = SocialClass.DEPRIVED

    @property
    def of(self) -> Context:
        """The specialisation, whatever the field is called."""
        return self.context


@branch("Labourer")
class Labourer:
    """A Labourer."""

    field: Annotated[Field, Asked("Field")] = Field.FARMER
    kind = SocialClass.LABOURER

    @property
    def of(self) -> Field:
        """The specialisation, whatever the field is called."""
        return self.field


@branch("Noble")
class Noble:
    """A Noble, whose culture is that of the race."""

    kind = SocialClass.NOBLE
    of = None


@branch("Scholar")
class Scholar:
    """A Scholar."""

    expertise: Annotated[Expertise, Asked("Expertise")] = Expertise.ACADEMIC
    kind = SocialClass.SCHOLAR

    @property
    def of(self) -> Expertise:
        """The specialisation, whatever the field is called."""
        return self.expertise


@branch("Tradesman")
class Tradesman:
    """A Tradesman."""

    specialty: Annotated[Specialty, Asked("Specialty")] = Specialty.ARTISAN
    kind = SocialClass.TRADESMAN

    @property
    def of(self) -> Specialty:
        """The specialisation, whatever the field is called."""
        return self.specialty


Classed = Deprived | Labourer | Noble | Scholar | Tradesman
"""A social class with its specialisation."""


def special_of(classed: Classed, race: Race) -> str:
    """The key of the specialisation; "" for a noble of a race without a culture of nobles. Source: BSC-14."""
    if classed.of:
        return str(classed.of.value)
    return next(iter(specials(classed.kind, race)), "")
