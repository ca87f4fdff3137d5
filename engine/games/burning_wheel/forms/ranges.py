"""Weapons and what is said of a volley in Range and Cover, as forms ask for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.forms import Among, Asked, Between, sheet
from engine.games.burning_wheel.forms.missiles import Missile, Thrown
from engine.games.burning_wheel.rules.missiles import MISSILES, Penetration, Reach
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Kind
from engine.games.burning_wheel.rules.range_dice import Weapon as Row
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.option import Option

DICE = Between(0, 10)
MORE = Between(0, 20)
QUICK = ("hunting-bow", "great-bow", "crossbow", "throwing-knife")


@dataclass(frozen=True, slots=True)
class RangeWeapon:
    """A weapon in Range and Cover as the form asks for it: a row of the tables, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    kind: Annotated[Kind, Asked("Kind")] = Kind.BOW
    optimal: Annotated[int, DICE, Asked("Range dice, optimal")] = 1
    extreme: Annotated[int, DICE, Asked("Range dice, extreme")] = 2
    paces: Annotated[int, Between(0, 1000), Asked("Farthest paces")] = 100
    va: Annotated[int, Between(0, 8), Asked("VA")] = 1

    @classmethod
    def of(cls, row: Row) -> "RangeWeapon":
        """A row of the rules' tables."""
        return cls(row.name, row.kind, row.reach.optimal, row.reach.extreme, row.reach.paces, row.va.optimal)

    @classmethod
    def table(cls) -> Mapping[str, "RangeWeapon"]:
        """All rows by key: what shoots, what is thrown, the bomb."""
        return _weapons()

    @classmethod
    def carried(cls, weapon: object) -> "RangeWeapon | None":
        """A weapon of a sheet as one for Range and Cover; None for what neither shoots nor is thrown."""
        if isinstance(weapon, Missile):
            known = next((key for key, row in MISSILES.items() if row == weapon.row), None)
            kind = Kind.of(weapon.kind.value)
            own = cls(weapon.name, kind, weapon.optimal, weapon.extreme, weapon.paces, weapon.va)
        elif isinstance(weapon, Thrown):
            known = next((key for key, row in THROWN.items() if row == weapon.row), None)
            reach = weapon.row.reach
            own = cls(weapon.name, Kind.THROWN, reach.optimal, reach.extreme, weapon.paces, weapon.va)
        else:
            return None
        return cls.table()[known] if known else own

    @property
    def words(self) -> str:
        """The weapon's name."""
        return self.name or "your own"

    @property
    def row(self) -> Row:
        """What the rules know of it."""
        for key, form in _weapons().items():
            if form == self:
                return WEAPONS[key]
        va = Penetration(self.va, self.va, self.va)
        reach = Reach(self.optimal, self.extreme, self.paces)
        return Row("own", self.name or self.kind.words, self.kind, reach, va)


@cache
def _weapons() -> Mapping[str, RangeWeapon]:
    return {key: RangeWeapon.of(row) for key, row in WEAPONS.items()}


BOW = RangeWeapon.of(WEAPONS["hunting-bow"])
CROSSBOW = RangeWeapon.of(WEAPONS["crossbow"])
KNIFE = RangeWeapon.of(WEAPONS["throwing-knife"])
YourWeapon = Annotated[Among[RangeWeapon], Asked("Your weapon", quick=QUICK), sheet("weapons", at_once=True)]
WeaponBeside = Annotated[
    Among[RangeWeapon], Asked("Your weapon", quick=QUICK, more=True), sheet("weapons", at_once=True)
]


class Quick(Option):
    """What makes someone quicker in positioning, with the dice that each gives. Source: RNC-08."""

    REFLEXES = "reflexes", "higher Reflexes", 1
    MULTIPLIER = "multiplier", "higher Speed multiplier", 1
    FAR = "far", "that multiplier is more than twice theirs, and the GM grants it", 1
