"""A weapon as a form asks for it, and as the table reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from engine import wording
from engine.answer import Note
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.weapons import Grade, Length, Speed
from engine.rulings import Rulings
from engine.working import Mark

MOST_POWER = 48
MOST_ADD = 10
POWER = Between(0, MOST_POWER)


WEAPON_POWER = Between(-5, 20)
ADD = Between(1, MOST_ADD)
AIMED = Between(0, 4)
YourPower = Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")]
OtherPower = Annotated[int, WEAPON_POWER, Asked("Other Power, such as a mount’s", more=True)]
WeaponShade = Annotated[Shade, Asked("Shade of the weapon or fist", more=True)]
QUICK_WEAPONS = ("bare-fist", "dirk", "sword", "spear", "mace")
NO_ADD = {"two": 2, "one": 1}
GRADED = (Grade.POOR, Grade.SUPERIOR)
"""Grades that a weapon's name does not say."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A melee weapon as the form asks for it: a row of the table, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    power: Annotated[int, WEAPON_POWER, Asked("Weapon Power")] = 0
    add: Annotated[int | None, ADD, Asked("Add", hint="Empty: not given", quick=(1, 2))] = 2
    speed: Annotated[Speed, Asked("Speed")] = Speed.FAST
    va: Annotated[int, Between(0, 6), Asked("VA")] = 0
    length: Annotated[Length, Asked("Length")] = Length.SHORT
    two_handed: Annotated[bool, Asked("Takes both hands")] = False
    great_strike: Annotated[bool, Asked("Can Great Strike")] = False

    @classmethod
    def of(cls, row: arms.Weapon) -> "Weapon":
        """A row of the rules' table."""
        return cls(
            row.name,
            row.power,
            row.add,
            row.speed,
            row.va,
            row.length,
            row.two_handed is True,
            row.great_strike,
        )

    @classmethod
    def table(cls) -> Mapping[str, "Weapon"]:
        """All rows by key, in the order of the book."""
        return _forms()

    @property
    def words(self) -> str:
        """The weapon's name."""
        return self.name

    @property
    def group(self) -> str:
        """The grade it stands under in the list."""
        key = _keys().get(self)
        return arms.WEAPONS[key].grade.words if key else ""


@cache
def _forms() -> Mapping[str, Weapon]:
    return {key: Weapon.of(row) for key, row in arms.WEAPONS.items()}


@cache
def _keys() -> Mapping[Weapon, str]:
    return {weapon: key for key, weapon in _forms().items()}


FIST = Weapon.of(arms.WEAPONS[arms.FIST])


@dataclass(frozen=True, slots=True)
class Wielded:
    """A weapon with the table's readings applied: its Add is known, and `row` is where it stands, if in the table."""

    weapon: Weapon
    add: int
    row: arms.Weapon | None

    @property
    def words(self) -> str:
        """What to call it in a sentence."""
        return self.weapon.name or "the weapon"

    @property
    def graded(self) -> str:
        """Its name in a list that has it in several grades: "Sword, superior"."""
        graded = self.row is not None and self.row.grade in GRADED
        return f"{self.words}, {self.row.grade.value}" if self.row and graded else self.words

    @property
    def two_handed(self) -> bool | None:
        """Whether it takes both hands; None where it takes as many as the weapon that it is made of."""
        return self.row.two_handed if self.row else self.weapon.two_handed

    @property
    def note(self) -> tuple[Note, ...]:
        """What the table says about its row, if anything."""
        return row_notes((self.row,)) if self.row else ()


def wielded(weapon: Weapon, ask: Rulings) -> Wielded:
    """A weapon as this table reads it."""
    key = _keys().get(weapon)
    if key == arms.POLEARM and ask["damage.superior-polearm"] == "printed":
        weapon = replace(weapon, power=arms.POLEARM_PRINTED_POWER)
    if key == arms.CLUB and ask["damage.club-length"] == "short":
        weapon = replace(weapon, length=Length.SHORT)
    if key == arms.FIST and ask["damage.fist-great-strike"] == "yes":
        weapon = replace(weapon, great_strike=True)
    if key and arms.WEAPONS[key].grade is Grade.FOUND:
        if ask["striking.found-length"] == "shortest":
            weapon = replace(weapon, length=Length.SHORTEST)
        if ask["striking.found-great-strike"] == "yes":
            weapon = replace(weapon, great_strike=True)
    add = NO_ADD[ask["damage.add-not-given"]] if weapon.add is None else weapon.add
    return Wielded(weapon, add, arms.WEAPONS[key] if key else None)


def row_notes(rows: tuple[arms.Weapon, ...]) -> tuple[Note, ...]:
    """The notes of rows, those of one wording together."""
    names: dict[tuple[str, Mark | None], list[str]] = {}
    for row in rows:
        if row.note:
            names.setdefault((row.note, row.mark), []).append(row.name)
    return tuple(Note(f"*{wording.listed(said)}:* {note}", mark) for (note, mark), said in names.items())
