"""What a combatant fights with, as far as a melee cares (MEL-17, MEL-18, MEL-30).

The numbers are those of Burning Wheel's tables; this says which of its rows there are to choose from.
"""

from dataclasses import dataclass

from engine.games.burning_wheel.rules import armor, damage, thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.missiles import MISSILES, Band
from engine.games.burning_wheel.rules.shots import Bands
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade, Length, Weapon
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.shooting import Arm
from engine.option import Option

LENGTHS = tuple(Length)[:5]
FIST_ADD = 2


@dataclass(frozen=True, slots=True)
class Gear:
    """A weapon in a melee: its `length` (0 to 4), VA, and what it does to disposition.

    `arm` is None for what is swung. What is swung or thrown adds its `power` to the wielder's; what shoots has its own
    `damage`, and `bands` in which the Die of Fate is read.
    """

    name: str
    length: int = 0
    va: int = 0
    power: int = 0
    add: int = FIST_ADD
    two_handed: bool = False
    means: Means = Means.PROPER
    arm: Arm | None = None
    shot: Damage | None = None
    bands: Bands | None = None
    natural: bool = False

    @property
    def far(self) -> bool:
        """Whether it hits from afar."""
        return self.arm is not None

    @property
    def reloads(self) -> bool:
        """Whether it has to be loaded between two shots."""
        return self.arm is not None and self.arm is not Arm.BOW

    def damage(self, power: Ability) -> Damage:
        """Incidental, Mark and Superb in the hands of someone of this Power. Source: WPN-03, WPN-08, WPN-14, WPN-17."""
        behind = damage.power(power.exponent, self.power, power_shade=power.shade, least=0)
        return self.shot or damage.ims(behind.total)

    def pierces(self, power: Ability) -> int:
        """Its VA against armor, which a strong arm betters. Source: ARM-07, ARM-08."""
        own = None if self.shot else power.exponent
        return armor.versus_armor(self.va, power=own).total


class Carries(Option):
    """What someone fights with."""

    SWORD = "sword", "sword"
    SUPERIOR_SWORD = "superior-sword", "superior sword"
    SPEAR = "spear", "spear"
    AXE = "light-axe", "light axe"
    GREAT_AXE = "footmans-axe", "footman’s axe"
    HAMMER = "hammer", "hammer"
    MACE = "mace", "mace"
    DIRK = "dirk", "dirk"
    HATCHET = "hatchet", "hatchet"
    CLUB = "club", "club or staff"
    POLEARM = "polearm-axe", "polearm"
    LANCE = "lance", "lance"
    BOW = "hunting-bow", "hunting bow"
    GREAT_BOW = "great-bow", "great bow"
    CROSSBOW = "crossbow", "light crossbow"
    HEAVY_CROSSBOW = "heavy-crossbow", "heavy crossbow"
    PISTOL = "pistol", "pistol"
    ARQUEBUS = "arquebus", "arquebus"
    JAVELIN = "javelin", "javelins, thrown"
    KNIVES = "throwing-knife", "throwing knives"
    CLAWS = "claws", "claws and teeth"
    TRAINED_FISTS = "trained-fists", "trained fists"
    FISTS = "bare-fist", "bare fists"
    IMPROVISED = "chair", "something improvised"

    @property
    def gear(self) -> Gear:
        """What it is in a melee."""
        return GEAR[self]


HEAVY = ("heavy-crossbow", "arquebus")
LIGHT = ("crossbow", "pistol")


def _swung(one: Carries, row: Weapon) -> Gear:
    bare = one is Carries.FISTS or row.grade is Grade.FOUND
    means = Means.IMPROVISED if bare else Means.PROPER
    length = LENGTHS.index(row.length)
    natural = one is Carries.FISTS
    both = bool(row.two_handed)
    return Gear(one.words, length, row.va, row.power, row.add or FIST_ADD, both, means, natural=natural)


def _gear(one: Carries) -> Gear:
    if one in (Carries.CLAWS, Carries.TRAINED_FISTS):
        return Gear(one.words, natural=True)
    if one.value in MISSILES:
        row = MISSILES[one.value]
        arm = Arm.HEAVY if row.key in HEAVY else Arm.LIGHT if row.key in LIGHT else Arm.BOW
        return Gear(
            one.words,
            va=row.va.at(Band.CLOSE),
            two_handed=True,
            means=arm.row.means,
            arm=arm,
            shot=row.damage,
            bands=row.bands,
        )
    if one.value in thrown.THROWN:
        hurled = thrown.THROWN[one.value]
        return Gear(one.words, 0, hurled.va, hurled.power, arm=Arm.BOW, bands=hurled.bands)
    return _swung(one, WEAPONS[one.value])


GEAR = {one: _gear(one) for one in Carries}
