"""Thrown weapons: the thrower's Power, read with the Die of Fate (WPN-17, WPN-40, WPN-41)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.missiles import Band, Reach
from engine.games.burning_wheel.rules.shots import EXTREME, Bands, Shot
from engine.option import Option
from engine.working import Line, Mark, Worked

GENERIC = Bands(3, 5)
"""How the Die of Fate is read for what is thrown and has no row of its own. Source: WPN-15."""
KNIFE = "throwing-knife"
RODEN_KNIVES = "roden-knives"
"""They have no row in the chart of ranges and fly as far as throwing knives. Source: WPN-41."""
KNIFE_SAMPLE_PACES = 10
"""How far the sample knives fly, where the chart has 12. Source: WPN-41."""
RANGE_DICE = 1
"""The die that every thrown weapon gives to positioning, at optimal and at extreme range. Source: WPN-38, WPN-41."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A row of the table. `power` is added to the thrower's; `only` says whose weapon it is, if someone's alone.

    Source: WPN-40, WPN-41.
    """

    key: str
    name: str
    power: int
    bands: Bands
    va: int
    paces: int
    only: str
    mark: Mark | None
    note: str

    @property
    def reach(self) -> Reach:
        """Its range dice and the farthest paces."""
        return Reach(RANGE_DICE, RANGE_DICE, self.paces)


def _thrown(row: Mapping[str, Any]) -> Thrown:
    return Thrown(**{**row, "bands": Bands(*row["bands"]), "mark": Mark(row["mark"]) if row["mark"] else None})


THROWN: Mapping[str, Thrown] = {
    one.key: one for one in tables.rows(__file__, "thrown.toml", "thrown", tuple(Thrown.__dataclass_fields__), _thrown)
}


def shot(name: str, damage: Damage, bands: Bands, va: int, band: Band) -> Shot:
    """What hits someone: `damage` from the thrower's and the weapon's Power together, `va` 0 or more. Source: WPN-17.

    >>> from engine.games.burning_wheel.rules.damage import ims
    >>> shot("Javelin", ims(4 + 2), Bands(2, 4), 1, Band.EXTREME).fate.total
    -1
    """
    return Shot(name, damage, bands, va, Worked((EXTREME,) if band is Band.EXTREME else ()))


class Carried(Option):
    """Where the weapon is before it is thrown, with the actions to have it in hand. Source: WPN-23."""

    SHEATHED = "sheathed", "sheathed", 2
    READY = "ready", "on a strap or in the off hand", 1
    CONCEALED = "concealed", "concealed", 4
    IN_HAND = "in-hand", "in hand", 0


ACQUIRE = 1
THROW = 1


def actions(carried: Carried, *, snapshot: bool = False, aiming: int = 0) -> Worked:
    """The actions to and with the throw, step by step; a snapshot leaves the acquiring out. Source: WPN-23.

    >>> actions(Carried.SHEATHED).total
    4
    """
    lines = [Line(carried.amount or 0, "Draw", "WPN-23")] if carried.amount else []
    lines += [] if snapshot else [Line(ACQUIRE, "Acquire the target", "WPN-23")]
    lines += [Line(aiming, "Aim", "WPN-23")] if aiming else []
    return Worked((*lines, Line(THROW, "Throw", "WPN-23")))
