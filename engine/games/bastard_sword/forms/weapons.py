"""A weapon as a form asks for it: a row of the tables, or one of the reader's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Self

from engine.forms import Among, Asked, Between
from engine.games.bastard_sword.readings.gear import weapon as as_read
from engine.games.bastard_sword.rules import weapons
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.money import NOTHING
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapons import MODES, Carried, Mode, Skill
from engine.rulings import Rulings

MOST_RATING = 40
ANY = Modifiers.parse("0/0/0")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon in one of the ways to use it."""

    name: Annotated[str, Asked("Name")] = "A tool"
    by_strength: Annotated[bool, Asked("Strength joins its damage")] = True
    damage: Annotated[int, Between(0, MOST_RATING), Asked("Damage", quick=(0, 1, 3, 5, 7))] = 3
    codes: Annotated[Modifiers, Asked("Its B/P/S", "As in 0/+1/X: X where it cannot")] = ANY
    bands: Annotated[frozenset[Band], Asked("Made for")] = frozenset({Band.CLOSE})
    far: Annotated[int, Between(0, 1000), Asked("Range increment in metres", "0 in melee")] = 0

    @classmethod
    def of(cls, row: Mode) -> Self:
        """A row of the rules' tables."""
        return cls(row.name, row.by_strength, row.damage, row.codes, frozenset(row.bands), row.far)

    @classmethod
    def table(cls) -> Mapping[str, "Weapon"]:
        """All rows by key, in the order of the source."""
        return _forms()

    @property
    def words(self) -> str:
        """Its name."""
        return self.name

    @property
    def group(self) -> str:
        """The skill it stands under in the list."""
        key = _keys().get(self)
        return MODES[key].skill.words if key else ""

    def mode(self, ask: Rulings) -> Mode:
        """The weapon as the table reads it; one of the reader's own weighs and costs nothing. Source: BSC-36."""
        key = _keys().get(self)
        if key:
            return as_read(MODES[key], ask)
        thing = weapons.Weapon("", self.name, NOTHING, 0, Carried.HANDS)
        bands = tuple(band for band in Band if band in self.bands)
        skill = Skill.THROWN if self.far else Skill.ANY
        return Mode("", thing, skill, self.by_strength, self.damage, self.codes, bands, self.far, ())


class Missile(Weapon):
    """A weapon that is shot or thrown."""

    __slots__ = ()

    @classmethod
    def table(cls) -> Mapping[str, "Missile"]:
        """The rows that reach far, by key."""
        return _missiles()


@cache
def _missiles() -> Mapping[str, Missile]:
    return {key: Missile.of(row) for key, row in MODES.items() if row.far}


@cache
def _forms() -> Mapping[str, Weapon]:
    return {key: Weapon.of(row) for key, row in MODES.items()}


@cache
def _keys() -> Mapping[Weapon, str]:
    return {form: key for forms in (_forms(), _missiles()) for key, form in forms.items()}


QUICK_WEAPONS = ("sword-long", "axe-battle", "mace", "spear-light-two-handed", "bow-hunting")
YourWeapon = Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS)]
QUICK_MISSILES = ("bow-war", "bow-hunting", "crossbow-heavy", "musket", "spear-light-thrown")
YourMissile = Annotated[Among[Missile], Asked("What you shoot or throw", quick=QUICK_MISSILES)]
ARMOURS = ("0/0/0", "1/0/1", "3/1/4", "2/2/5", "6/3/7")
TheirArmour = Annotated[Armour, Asked("Their armour, B/P/S", "Bare, gambeson, maille, layers, plate", quick=ARMOURS)]
