"""Fields that ask for a social class."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.rules.classes import Context, Expertise, Field, SocialClass, Specialty, specials
from engine.games.bastard_sword.rules.people import Race


@branch("Deprived")
class Deprived:
    """One of the Deprived."""

    of: Annotated[Context, Asked("Context")] = Context.SLAVE
    kind = SocialClass.DEPRIVED


@branch("Labourer")
class Labourer:
    """A Labourer."""

    of: Annotated[Field, Asked("Field")] = Field.FARMER
    kind = SocialClass.LABOURER


@branch("Noble")
class Noble:
    """A Noble, whose culture is that of the race."""

    kind = SocialClass.NOBLE
    of = None


@branch("Scholar")
class Scholar:
    """A Scholar."""

    of: Annotated[Expertise, Asked("Expertise")] = Expertise.ACADEMIC
    kind = SocialClass.SCHOLAR


@branch("Tradesman")
class Tradesman:
    """A Tradesman."""

    of: Annotated[Specialty, Asked("Specialty")] = Specialty.ARTISAN
    kind = SocialClass.TRADESMAN


Classed = Deprived | Labourer | Noble | Scholar | Tradesman
"""A social class with its specialisation."""


def special_of(classed: Classed, race: Race) -> str:
    """The key of the specialisation; "" for a noble of a race without a culture of nobles. Source: BSC-14."""
    if classed.of:
        return str(classed.of.value)
    return next(iter(specials(classed.kind, race)), "")
