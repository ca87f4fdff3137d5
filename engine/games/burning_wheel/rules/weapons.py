"""Melee weapons: the table of every grade, and which of them fit what is asked for (WPN-33, WPN-34)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option
from engine.working import Mark

NOT_GIVEN = "not given"
AS_WEAPON = "as weapon"


class Grade(Option):
    """How well a weapon is made, or what else it is. Source: WPN-33, WPN-34."""

    BASIC = "basic", "Basic"
    POOR = "poor", "Poor quality"
    RUN = "run", "Run of the mill"
    SUPERIOR = "superior", "Superior quality"
    GEAR = "gear", "Fittings"
    OTHER = "other", "Elsewhere in the book"
    FOUND = "found", "Found on the spot"


class Speed(Option):
    """How often it may Strike. Source: WPN-34."""

    FAST = "fast", "Fast"
    SLOW = "slow", "Slow"
    UNWIELDY = "unwieldy", "Unwieldy"


class Length(Option):
    """How far it reaches, shortest first. Source: WPN-34."""

    SHORTEST = "shortest", "Shortest"
    SHORT = "short", "Short"
    LONG = "long", "Long"
    LONGER = "longer", "Longer"
    LONGEST = "longest", "Longest"
    AS_WEAPON = "as-weapon", "As its weapon"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A row of the table. `power` is added to the wielder's, `va` is 0 where a dash is printed.

    `add` is None where the book gives none; `two_handed` is None for what takes as many hands as the weapon it is
    fixed to. `mark` and `note` say where the row is more than a copy of the book's. Source: WPN-34.
    """

    key: str
    name: str
    grade: Grade
    power: int
    add: int | None
    speed: Speed
    va: int
    length: Length
    two_handed: bool | None
    great_strike: bool
    mark: Mark | None
    note: str


def _weapon(row: Mapping[str, Any]) -> Weapon:
    for column in ("power", "va"):
        if type(row[column]) is not int:
            raise ValueError(f"{column} is a whole number; this says {row[column]!r}.")
    add, hands = row["add"], row["two_handed"]
    if add != NOT_GIVEN and type(add) is not int:
        raise ValueError(f'add is a whole number or "{NOT_GIVEN}"; this says {add!r}.')
    if hands != AS_WEAPON and type(hands) is not bool:
        raise ValueError(f'two_handed is true, false or "{AS_WEAPON}"; this says {hands!r}.')
    return Weapon(
        row["key"],
        row["name"],
        Grade.of(row["grade"]),
        row["power"],
        None if add == NOT_GIVEN else add,
        Speed.of(row["speed"]),
        row["va"],
        Length.of(row["length"]),
        None if hands == AS_WEAPON else hands,
        row["great_strike"],
        Mark(row["mark"]) if row["mark"] else None,
        row["note"],
    )


COLUMNS = tuple(Weapon.__dataclass_fields__)
WEAPONS: Mapping[str, Weapon] = {
    weapon.key: weapon for weapon in tables.rows(__file__, "weapons.toml", "weapon", COLUMNS, _weapon)
}

POLEARM = "superior-polearm-axe"
POLEARM_PRINTED_POWER = 2
CLUB = "club"
FIST = "bare-fist"


def fitting(
    weapons: Iterable[Weapon],
    grades: Collection[Grade] = (),
    speeds: Collection[Speed] = (),
    lengths: Collection[Length] = (),
    va: int = 0,
    *,
    two_handed: bool | None = None,
    great_strike: bool = False,
    with_shield: bool = False,
) -> tuple[Weapon, ...]:
    """The weapons that fit, in their order. An empty collection asks for nothing; `va` is the least wanted.

    `two_handed` None asks for nothing. `with_shield` leaves out what takes both hands or may take them.
    Source: WPN-34.
    """
    return tuple(
        weapon
        for weapon in weapons
        if (not grades or weapon.grade in grades)
        and (not speeds or weapon.speed in speeds)
        and (not lengths or weapon.length in lengths)
        and weapon.va >= va
        and (two_handed is None or weapon.two_handed is two_handed)
        and (weapon.great_strike or not great_strike)
        and (weapon.two_handed is False or not with_shield)
    )
