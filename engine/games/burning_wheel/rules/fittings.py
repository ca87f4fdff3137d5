"""What else a weapon strikes with, and what a well-made one adds: pommels, beaks, balance dice (WPN-19, WPN-20, 36)."""

from collections.abc import Mapping

from engine.games.burning_wheel.rules.weapons import WEAPONS, Length, Weapon
from engine.option import Option


class Fitting(Option):
    """A second way to strike with a weapon. Source: WPN-36."""

    HILT = "hilt", "plain hilt or pommel"
    SPIKED = "spiked-pommel", "spiked pommel"
    WEIGHTED = "weighted-pommel", "weighted pommel"
    BEAK = "beak", "beak"

    @property
    def row(self) -> Weapon:
        """Its row in the table."""
        return WEAPONS[self.value]


class Mounted(Option):
    """What is fitted already. Source: WPN-36."""

    NONE = "none", "nothing"
    SPIKED = "spiked-pommel", "a spiked pommel"
    WEIGHTED = "weighted-pommel", "a weighted pommel"


POMMELS = frozenset({Fitting.SPIKED, Fitting.WEIGHTED})
BEAKED = ("polearm", "axe", "spear")
"""Parts of the keys of weapons that take a beak: the backs of polearms and axes, the butts of spears."""


class Barred(Option):
    """Why a weapon does not take a fitting. Source: WPN-36."""

    KIND = "kind", "A beak goes on a polearm, an axe or a spear."
    TAKEN = "taken", "A weapon takes one kind of pommel, and this one has another."


def barred(fitting: Fitting, key: str = "", has: Mounted = Mounted.NONE) -> Barred | None:
    """Why the weapon with this `key` in the table does not take a fitting, or None where it does.

    A weapon that is not in the table (an empty key) is whatever its owner says. Source: WPN-36.

    >>> barred(Fitting.BEAK, "sword"), barred(Fitting.BEAK, "light-axe")
    (<Barred.KIND: 'kind'>, None)
    """
    if fitting is Fitting.BEAK and key and not any(kind in key for kind in BEAKED):
        return Barred.KIND
    if fitting in POMMELS and has is not Mounted.NONE and has.value != fitting.value:
        return Barred.TAKEN
    return None


def length_of(fitting: Fitting, parent: Length) -> Length:
    """How far it reaches: a beak as far as its weapon, anything else as its row says. Source: WPN-36."""
    return parent if fitting.row.length is Length.AS_WEAPON else fitting.row.length


class Maneuver(Option):
    """What a weapon is used for, as far as balance dice care. Source: WPN-19."""

    STRIKE = "strike", "Strike"
    GREAT = "great-strike", "Great Strike"
    BLOCK = "block", "Block"
    COUNTERSTRIKE = "counterstrike", "Counterstrike"
    FEINT = "feint", "Feint"
    DISARM = "disarm", "Disarm"
    BLOCK_AND_STRIKE = "block-and-strike", "Block and Strike"
    BEAT = "beat", "Beat and Bind"
    SHOOT = "shoot", "shoot or throw"
    POSITION = "position", "positioning"


HELPED: Mapping[Maneuver, bool | None] = {
    Maneuver.STRIKE: True,
    Maneuver.GREAT: True,
    Maneuver.BLOCK: True,
    Maneuver.COUNTERSTRIKE: True,
    Maneuver.FEINT: True,
    Maneuver.DISARM: True,
    Maneuver.BLOCK_AND_STRIKE: None,
    Maneuver.BEAT: None,
    Maneuver.SHOOT: True,
    Maneuver.POSITION: False,
}
"""Whether balance dice help a maneuver; None where the book does not say. Source: WPN-19."""


def after_complication(balance: int, *, one: bool = False) -> int | None:
    """The balance dice that a weapon has left after a Complication ruined it; None where it breaks. Source: WPN-20.

    `one` takes a single die in place of all.

    >>> after_complication(2), after_complication(2, one=True), after_complication(0)
    (0, 1, None)
    """
    if not balance:
        return None
    return balance - 1 if one else 0
