"""What a spell covers: increments of area, touch, Presence, and who is safe in it (SOR-16 to SOR-18, SOR-22).

>>> area = Measured(Unit.TENS)
>>> area.increments(40), area.covers(3)
(3, 40)
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.burning_wheel.rules.spells import Area, Origin, Spell, Unit
from engine.option import Option
from engine.refused import Refused

PACES, MILES = "paces", "miles"
LENGTHS: Mapping[Unit, tuple[int, str]] = {
    Unit.PACES: (1, PACES),
    Unit.TENS: (10, PACES),
    Unit.HUNDREDS: (100, PACES),
    Unit.MILES: (1, MILES),
    Unit.TEN_MILES: (10, MILES),
    Unit.HUNDRED_MILES: (100, MILES),
}
"""How much of which length each unit is. Source: SOR-09."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A Measured Area in its unit: without any increment it covers one of it. Source: SOR-09, SOR-16."""

    unit: Unit

    @property
    def size(self) -> int:
        """What one increment is, in `length`."""
        return LENGTHS[self.unit][0]

    @property
    def length(self) -> str:
        """Paces or miles."""
        return LENGTHS[self.unit][1]

    def increments(self, wanted: int) -> int:
        """How many are added to reach so far (1 or more, in `length`); what begins an increment takes all of it.

        Raises `Refused` for less than 1. Source: SOR-16.

        >>> Measured(Unit.PACES).increments(3), Measured(Unit.TENS).increments(11), Measured(Unit.TENS).increments(4)
        (2, 1, 0)
        """
        if wanted < 1:
            raise Refused(f"An area is 1 or more {self.length}; this says {wanted}.")
        return -(-wanted // self.size) - 1

    def covers(self, increments: int) -> int:
        """How far it reaches with so many increments added (0 or more), in `length`. Source: SOR-16."""
        return self.size * (1 + increments)


class Delivered(Option):
    """How a spell comes to whom it is for. Source: SOR-09, SOR-17, SOR-18."""

    SELF = "self", "on you alone"
    TOUCH = "touch", "by your touch"
    ADDRESSED = "addressed", "at someone who could hear you speak"
    SEEN = "seen", "at someone you see"
    PRESENCE = "presence", "on everyone in your Presence"
    MEASURED = "measured", "on everyone in the area you measured"
    NATURAL = "natural", "on all that it happens to"


def delivered(area: Area, origin: Origin) -> Delivered:
    """How a spell of this area and origin comes to whom it is for. Source: SOR-06, SOR-09, SOR-17.

    >>> delivered(Area.TARGET, Origin.PERSONAL).value, delivered(Area.TARGET, Origin.SIGHT).value
    ('touch', 'seen')
    """
    if area is Area.TARGET:
        return {Origin.PERSONAL: Delivered.TOUCH, Origin.PRESENCE: Delivered.ADDRESSED, Origin.SIGHT: Delivered.SEEN}[
            origin
        ]
    return {
        Area.CASTER: Delivered.SELF,
        Area.PRESENCE: Delivered.PRESENCE,
        Area.MEASURED: Delivered.MEASURED,
        Area.NATURAL: Delivered.NATURAL,
    }[area]


def presence(will: int) -> int:
    """The radius of Presence in paces, where a measure is needed: the Will exponent (1 or more). Source: SOR-18.

    >>> presence(5)
    5
    """
    return will


def may_catch_caster(area: Area) -> bool:
    """Whether a caster who does not want it may be caught: only where nature decides how far it goes. Source: SOR-22.

    >>> may_catch_caster(Area.NATURAL), may_catch_caster(Area.MEASURED)
    (True, False)
    """
    return area is Area.NATURAL


def measured(spell: Spell) -> Measured:
    """The Measured Area of a spell. Raises `Refused` for a spell without one, or without its unit. Source: SOR-16."""
    if spell.area is not Area.MEASURED:
        raise Refused(f"Increments are added to a Measured Area; {spell.name} has none.")
    if spell.unit is None:
        raise Refused(f"The unit of its area is not known for {spell.name}.")
    return Measured(spell.unit)
