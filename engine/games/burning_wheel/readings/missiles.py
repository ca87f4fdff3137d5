"""Missiles, thrown weapons and bombs as the table reads the rules."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from engine.games.burning_wheel.readings.striking import adjacent
from engine.games.burning_wheel.rules import missiles, striking, thrown
from engine.games.burning_wheel.rules.armor import STRONG, versus_armor
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, Head, Missile, Reach
from engine.games.burning_wheel.rules.shots import Bands, Shot, aim_cost, default_target
from engine.games.burning_wheel.rules.thrown import THROWN, Thrown
from engine.refused import Refused
from engine.rulings import Rulings


def loosed(missile: Missile, ask: Rulings) -> Missile:
    """A weapon's damage and VA as this table reads them; what is no row of the rules' table is left as it is."""
    if missile == MISSILES[missiles.CROSSBOW] and ask["missile.crossbow"] == "sample":
        return replace(missile, damage=replace(missile.damage, incidental=missiles.CROSSBOW_SAMPLE))
    if missile == MISSILES[missiles.HEAVY_CROSSBOW] and ask["missile.heavy-crossbow"] == "two":
        return replace(missile, va=MISSILES[missiles.CROSSBOW].va)
    return missile


def ranged(missile: Missile, head: Head | None, ask: Rulings) -> Reach:
    """How far a weapon goes with a head, as this table reads it. Raises `Refused` where the head does not fit."""
    twice = head is not None and head.paces != 0 and ask["missile.mallet-range"] == "twice"
    reach = missiles.headed(missile, head, categories=2 if twice else 1).reach
    if missile == MISSILES[missiles.PISTOL] and ask["missile.pistol-dice"] == "two":
        return replace(reach, optimal=missiles.PISTOL_ELSEWHERE)
    return reach


def shot_of(missile: Missile, band: Band, head: Head | None, ask: Rulings, *, strong: bool = False) -> Shot:
    """What a weapon shoots; `strong` is a shooter whose Power would add VA to a blow. Source: WPN-14."""
    found = missiles.shot(loosed(missile, ask), band, head)
    power = STRONG if strong and ask["missile.power-va"] == "yes" else None
    return replace(found, va=versus_armor(found.va, power=power).total)


def bands_of(weapon: Thrown, ask: Rulings) -> Bands:
    """How the die is read for a thrown weapon, as this table reads it."""
    if weapon in (THROWN[thrown.KNIFE], THROWN[thrown.RODEN_KNIVES]) and ask["thrown.knife"] == "generic":
        return thrown.GENERIC
    return weapon.bands


def reach_of(weapon: Thrown, ask: Rulings) -> Reach:
    """How far a thrown weapon flies, as this table reads it."""
    reach = weapon.reach
    if weapon == THROWN[thrown.KNIFE] and ask["thrown.knife-range"] == "sample":
        return replace(reach, paces=thrown.KNIFE_SAMPLE_PACES)
    return reach


RIDERS_HEAD = 1
"""What a rider's head costs where the chapter on riding is read to the letter. Source: WPN-13."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a shot hits by itself, where it is wanted, and what that costs; None where it cannot be moved there."""

    start: Target
    wanted: Target
    cost: int | None

    @property
    def words(self) -> str:
        """What it costs, in words."""
        if self.cost is None:
            return "cannot be moved there"
        return f"{self.cost} over the obstacle" if self.cost else "hits there by itself"


def aim(wanted: Target, hidden: Collection[Target], ask: Rulings, *, mounted: bool = False) -> Aim:
    """The aim of a shot as this table reads it. Raises `Refused` where no part shows, or not the one that is wanted."""
    start = default_target(hidden)
    if wanted in hidden:
        raise Refused(f"You cannot aim at what is hidden, and here the {wanted.words.lower()} is; choose what shows.")
    from_the_torso = start is Target.TORSO or wanted is start
    if mounted and wanted is Target.HEAD and start is Target.TORSO and ask["missile.mounted-head"] == "one":
        return Aim(start, wanted, RIDERS_HEAD)
    if from_the_torso or ask["missile.aim-elsewhere"] == "none":
        return Aim(start, wanted, aim_cost(wanted, start))

    def in_melee(start: Target, wanted: Target) -> int:
        return striking.aim_cost(start, wanted, adjacent=adjacent(start, wanted, ask))

    return Aim(start, wanted, aim_cost(wanted, start, in_melee))
