"""Shots: how often, how one reloads, and aiming (MEL-30, MEL-31)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.hitting import MOST_AIM
from engine.option import Option


class Reload(Option):
    """What loading takes between two shots. Source: MEL-30."""

    NONE = "none", "nothing"
    SIMPLE = "simple", "a simple action"
    COMPLICATED = "complicated", "a complicated action"


class Arm(Option):
    """What is shot or thrown with, as far as loading goes. Source: MEL-30."""

    BOW = "bow", "a bow, sling, or thrown weapon"
    LIGHT = "light", "a light crossbow, arbalest, or pistol"
    HEAVY = "heavy", "a heavy crossbow, arquebus, or the like"

    @property
    def row(self) -> "Rate":
        """Its row of the table."""
        return RATES[self]


@dataclass(frozen=True, slots=True)
class Rate:
    """A row of the table of rates: how often it shoots, and what it deals. Source: MEL-30."""

    arm: Arm
    rounds: int
    reload: Reload
    means: Means

    def shots(self, rounds: int, weapons: int = 1, *, loader: bool = False) -> int:
        """Shots in so many rounds, of which the first begins loaded; a friend who loads needs a second weapon.

        >>> Arm.HEAVY.row.shots(4), Arm.HEAVY.row.shots(4, 2, loader=True), Arm.BOW.row.shots(3)
        (2, 4, 3)
        """
        if self.rounds == 1 or (loader and weapons > 1):
            return rounds
        return sum(1 for at in range(rounds) if at < weapons or (at - weapons) % self.rounds == 1)


def _rate(row: Mapping[str, Any]) -> Rate:
    return Rate(Arm.of(row["arm"]), row["rounds"], Reload.of(row["reload"]), Means.of(row["means"]))


RATES: Mapping[Arm, Rate] = {
    one.arm: one for one in tables.rows(__file__, "shooting.toml", "rate", tuple(Rate.__dataclass_fields__), _rate)
}


def aimed(rounds: int, spotter: int = 0) -> int:
    """Dice of so many rounds of aiming, with a spotter's dice in each of them. Source: MEL-31.

    >>> aimed(3), aimed(1, 2), aimed(2, 1)
    (3, 3, 3)
    """
    return min(MOST_AIM, rounds * (1 + spotter))
