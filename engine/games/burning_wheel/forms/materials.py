"""What goes at a wall or a door, as a form asks for it: a weapon that is swung, shot or thrown, or a number."""

from typing import Annotated

from engine.forms import Among, Asked, branch, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.missiles import Missile, Thrown, Tip
from engine.games.burning_wheel.forms.weapons import POWER, QUICK_WEAPONS, Weapon, WeaponShade, YourPower
from engine.games.burning_wheel.rules import thrown
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.throws import Material
from engine.option import Option

AXE = Weapon.of(arms.WEAPONS["light-axe"])
CROSSBOW = Missile.of(MISSILES["crossbow"])
JAVELIN = Thrown.of(thrown.THROWN["javelin"])
QUICK_SHOTS = ("hunting-bow", "great-bow", "crossbow", "arquebus")
QUICK_THROWN = ("javelin", "thrown-axe", "rock", "throwing-knife")


class Barrier(Option):
    """What is in the way: the materials, without their Strength, which does nothing to whoever hacks at them."""

    CLOTH = Material.CLOTH.value, Material.CLOTH.words
    POTTERY = Material.POTTERY.value, Material.POTTERY.words
    THIN_WALL = Material.THIN_WALL.value, Material.THIN_WALL.words
    GLASS = Material.GLASS.value, Material.GLASS.words
    COPPER = Material.COPPER.value, Material.COPPER.words
    DOOR = Material.DOOR.value, Material.DOOR.words
    IRON = Material.IRON.value, Material.IRON.words
    BRICK = Material.BRICK.value, Material.BRICK.words
    SLATE = Material.SLATE.value, Material.SLATE.words
    EARTH = Material.EARTH.value, Material.EARTH.words
    GRANITE = Material.GRANITE.value, Material.GRANITE.words

    @property
    def material(self) -> Material:
        """The same for the rules."""
        return Material.of(self.value)


What = Annotated[Barrier, Asked("What is in the way", gm=True)]


@branch("a melee weapon")
class Swing:
    """A weapon in the hand, or the bare fist."""

    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = AXE
    power: YourPower = 4
    great_strike: Annotated[bool, Asked("A Great Strike for Power", more=True)] = False
    weapon_shade: WeaponShade = Shade.BLACK


@branch("a bow, crossbow or gun")
class Loose:
    """What is shot."""

    missile: Annotated[Among[Missile], Asked("You shoot", quick=QUICK_SHOTS), sheet("weapons", at_once=True)] = CROSSBOW
    tip: Annotated[Tip, Asked("Arrowhead or bolt head", more=True), sheet("weapon-head")] = Tip.USUAL


@branch("something thrown")
class Hurl:
    """What is thrown, by Power."""

    thrown: Annotated[Among[Thrown], Asked("You throw", quick=QUICK_THROWN), sheet("weapons", at_once=True)] = JAVELIN
    arm: Annotated[int, POWER, Asked("Power of your arm", quick=(3, 4, 5, 6)), sheet("power")] = 4


@branch("a number")
class Said:
    """Anything else: a ram, a bomb, a spell, of which the GM says the Mark."""

    mark: Annotated[Coordinate, Asked("Its Mark", gm=True)] = Coordinate(9)
