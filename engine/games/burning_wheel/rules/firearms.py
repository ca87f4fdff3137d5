"""The gunpowder die: whether a gun fires, jams, or hurts its shooter (WPN-21). VA by range is in the table (WPN-22)."""

from collections.abc import Mapping
from fractions import Fraction

from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.shots import Bands, Landing
from engine.option import Option

MISFIRES = 1
"""The face of the gunpowder die that misfires. Source: WPN-21."""
HURTS_TO = 3
"""The highest face of the second die that hurts the shooter. Source: WPN-21."""
BACKFIRE = Band.CLOSE
"""The range at which a gun hits its own shooter, for its VA. Source: WPN-21, WPN-22."""


class Powder(Option):
    """What the gunpowder die brings. Source: WPN-21."""

    FIRES = "fires", "Fires"
    JAMS = "jams", "Jams or flashes"
    HURTS = "hurts", "Hits the shooter"

    @property
    def reload(self) -> bool:
        """Whether the book has the gun reloaded completely without a shot."""
        return self is Powder.JAMS


def powder(first: int, second: int | None = None) -> Powder | None:
    """What came of the gunpowder die; None while a 1 waits for the `second` die. Faces are 1 to 6. Source: WPN-21."""
    if first != MISFIRES:
        return Powder.FIRES
    if second is None:
        return None
    return Powder.HURTS if second <= HURTS_TO else Powder.JAMS


def powder_chances() -> Mapping[Powder, Fraction]:
    """The chance of each, before the die falls: 5/6, 1/12, 1/12. Source: WPN-21."""
    misfire = Fraction(MISFIRES, SIDES)
    hurts = misfire * Fraction(HURTS_TO, SIDES)
    return {Powder.FIRES: 1 - misfire, Powder.JAMS: misfire - hurts, Powder.HURTS: hurts}


def backfires(bands: Bands) -> Mapping[Stage, Fraction]:
    """The chance that one shot hurts the shooter at each stage: the plain Die of Fate, nothing added. WPN-21.

    >>> [str(chance) for chance in backfires(Bands(4, 5)).values()]
    ['1/18', '1/72', '1/72']
    """
    hurts = powder_chances()[Powder.HURTS]
    return {stage: hurts * chance for stage, chance in bands.chances().items()}


def fired(landings: Mapping[Landing, Fraction]) -> Mapping[Landing, Fraction]:
    """What a shot does to its target once the gunpowder die is counted in; the rest to 1 never leaves the gun.

    The sum is 5/6: the shares of a jam and of a hit on the shooter are not in it. Source: WPN-21.
    """
    fires = powder_chances()[Powder.FIRES]
    return {landing: fires * chance for landing, chance in landings.items()}
