"""Natural magic: gates and the songs for them, a Dwarf’s household metals, and three magics compared (NAT-01 to 04)."""

from engine.option import Option

FINER = 2
"""What fine work adds to the obstacle. Source: NAT-04."""
A_SONG = 25
"""Actions of Air of Gates for each obstacle. Source: NAT-03."""

MAGICS = (
    ("Sorcery", "skill and Will", "yes", "no FoRKs, help rarely", "yes", "yes", "the failure table"),
    ("Faith", "the attribute", "yes", "help alone", "no", "no", "the GM, sparingly"),
    ("Natural magic", "the skill alone", "yes", "both", "yes", "no", "as any skill"),
)
"""Source: NAT-01."""


class Gate(Option):
    """A gate, and its obstacle. Source: NAT-03."""

    FENCE = "fence", "fence gate", 1
    CABIN = "cabin", "cabin door", 2
    HOUSE = "house", "house door", 3
    HALL = "hall", "door of a great hall", 4
    FORTRESS = "fortress", "fortress gate", 5
    CASTLE = "castle", "castle gate", 6
    CITY = "city", "city gate", 7
    REALM = "realm", "gate of the realm", 8

    @property
    def obstacle(self) -> int:
        """1 to 8."""
        return self.amount or 0


class Product(Option):
    """What Black-Metal Artifice makes, and its obstacle. Source: NAT-04."""

    HORSESHOES = "horseshoes", "horseshoes", 1
    MASON = "mason", "tools for masons and Stone Art", 2
    COOK = "cook", "a cook’s tools", 2
    SMITH = "smith", "tools for smiths and Black-Metal Art", 2
    ARMORER = "armorer", "tools for armorers, weaponsmiths and War Art", 3
    KHIRURGEON = "khirurgeon", "a khirurgeon’s tools", 4

    @property
    def obstacle(self) -> int:
        """1 to 4."""
        return self.amount or 0


def song(gate: Gate) -> int:
    """The actions that it takes to sing to a gate. Source: NAT-03.

    >>> song(Gate.REALM)
    200
    """
    return A_SONG * gate.obstacle
