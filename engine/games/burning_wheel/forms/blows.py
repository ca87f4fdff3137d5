"""One blow as a form asks for it: what strikes, where it is wanted, and whom it meets (WPN-42)."""

from typing import Annotated

from engine.forms import Among, Asked, Between, branch, sheet
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.forms.missiles import Missile, Thrown, Tip
from engine.games.burning_wheel.forms.shields import MOST_LOST, KeptShield
from engine.games.burning_wheel.forms.weapons import POWER, QUICK_WEAPONS, Weapon, WeaponShade
from engine.games.burning_wheel.forms.wounds import Own, Preset, WoundRow
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.bombs import Near
from engine.games.burning_wheel.rules.damage import GreatStrike
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.missiles import MISSILES, Band
from engine.games.burning_wheel.rules.shields import Maneuver
from engine.games.burning_wheel.rules.striking import Spot
from engine.games.burning_wheel.rules.thrown import KNIFE, THROWN
from engine.option import Option

MOST_SHIELD = 5
SHIELD = Between(0, MOST_SHIELD)
ShieldMade = Annotated[Quality, Asked("How well your shield is made", more=True), sheet("shield_quality")]


class Part(Option):
    """Any part of the body: the four that one aims at, and right and left where someone favors a side. WPN-05."""

    HEAD = "head", "Head"
    TORSO = "torso", "Torso"
    ARMS = "arms", "Arms"
    LEGS = "legs", "Legs"
    RIGHT_ARM = "right-arm", "Right arm"
    LEFT_ARM = "left-arm", "Left arm"
    RIGHT_LEG = "right-leg", "Right leg"
    LEFT_LEG = "left-leg", "Left leg"

    @property
    def spot(self) -> Spot:
        """The same among the parts of the rules."""
        return Target.of(self.value) if self in _WHOLE else Location.of(self.value)

    @classmethod
    def at(cls, spot: Spot) -> "Part":
        """The part of a spot."""
        return cls.of(spot.value)


_WHOLE = (Part.HEAD, Part.TORSO, Part.ARMS, Part.LEGS)


class Side(Option):
    """Which of two limbs, where someone clearly favors a side. Source: WPN-05."""

    EITHER = "either", "either"
    RIGHT = "right", "right"
    LEFT = "left", "left"

    def of_limbs(self, target: Target) -> Spot:
        """The part that is meant: one limb, or both of them, or a part that has no sides."""
        if self is Side.EITHER or len(target.locations) == 1:
            return target
        return target.locations[self is Side.LEFT]


@branch("a melee weapon")
class Swung:
    """A blow with fist or weapon."""

    weapon: Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=False)] = (
        Weapon.of(arms.WEAPONS["mace"])
    )
    power: Annotated[int, POWER, Asked("Their Power", quick=(3, 4, 5, 6)), sheet("power")] = 4
    offered: Annotated[Target, Asked("You offer")] = Target.TORSO
    wanted: Annotated[Target, Asked("They want")] = Target.TORSO
    defense: Annotated[
        Pool | None,
        Asked("Your dice to defend", hint="Without a shield’s; empty: no defense", quick=("B3", "B4", "B5")),
    ] = None
    great_strike: Annotated[GreatStrike, Asked("Great Strike", more=True)] = GreatStrike.NONE
    penalty: Annotated[int, Between(0, 10), Asked("Your stance: +Ob to the defense", more=True, quick=(0, 2))] = 0
    open_side: Annotated[Side, Asked("The limb that you offer", more=True)] = Side.EITHER
    wanted_side: Annotated[Side, Asked("The limb that they want", more=True)] = Side.EITHER
    weapon_shade: WeaponShade = Shade.BLACK
    maneuver: Annotated[Maneuver, Asked("You defend with", more=True)] = Maneuver.BLOCK
    on_arm: Annotated[KeptShield, Asked("Your shield", more=True), sheet("shield")] = KeptShield.NONE
    on_arm_lost: Annotated[int, MOST_LOST, Asked("Dice it has lost", more=True), sheet("shield_lost")] = 0
    on_arm_made: ShieldMade = Quality.RUN
    trained: Annotated[bool, Asked("You have Shield Training", more=True), sheet("shield-training")] = True
    power_shade: Annotated[Shade, Asked("Shade of their Power", more=True)] = Shade.BLACK

    @property
    def spots(self) -> tuple[Spot, Spot]:
        """What is offered, and what is wanted."""
        return self.open_side.of_limbs(self.offered), self.wanted_side.of_limbs(self.wanted)


@branch("a bow, crossbow or gun")
class Shot:
    """A shot, which the Die of Fate reads."""

    missile: Annotated[
        Among[Missile],
        Asked("It shoots", quick=("hunting-bow", "great-bow", "crossbow", "pistol")),
        sheet("weapons", at_once=False),
    ] = Missile.of(MISSILES["hunting-bow"])
    band: Annotated[Band, Asked("Range")] = Band.OPTIMAL
    at: Annotated[Target, Asked("They aim at")] = Target.TORSO
    tip: Annotated[Tip, Asked("Arrowhead or bolt head", more=True), sheet("weapon-head")] = Tip.USUAL
    shield: Annotated[
        int,
        SHIELD,
        Asked("Dice of your shield", "In Fight! they rise against the shot.", more=True),
        sheet("shield-dice", at_once=False),
    ] = 0
    shield_made: ShieldMade = Quality.RUN


@branch("something thrown")
class Hurled:
    """A throw: Power as in melee, and the Die of Fate."""

    thrown: Annotated[
        Among[Thrown],
        Asked("They throw", quick=("throwing-knife", "javelin", "rock", "thrown-axe")),
        sheet("weapons", at_once=False),
    ] = Thrown.of(THROWN[KNIFE])
    arm: Annotated[int, POWER, Asked("Power of the thrower", quick=(3, 4, 5, 6)), sheet("power")] = 4
    far: Annotated[Band, Asked("How far")] = Band.OPTIMAL
    part: Annotated[Target, Asked("Aimed at")] = Target.TORSO
    cover: Annotated[
        int,
        SHIELD,
        Asked("Dice of the shield you hold up", "In Fight! they rise against the throw.", more=True),
        sheet("shield-dice", at_once=False),
    ] = 0
    cover_made: ShieldMade = Quality.RUN


@branch("a bomb")
class Blown:
    """An iron-cased bomb that goes off: its dice against Speed, and the Die of Fate. Nothing is tested to hit."""

    near: Annotated[Near, Asked("The bomb lies at")] = Near.OPTIMAL
    clear: Annotated[Ability, Asked("Your Speed, less your wounds", quick=("B3", "B4", "B5"))] = Ability.parse("B4")
    blast_at: Annotated[Target, Asked("It hits", "The torso, unless the GM says otherwise.", gm=True, more=True)] = (
        Target.TORSO
    )
    thrown_well: Annotated[int, Between(0, 3), Asked("Thrower’s bonus on the die", quick=(0, 1, 2, 3), more=True)] = 0


How = Annotated[Swung | Shot | Hurled | Blown, Asked("What strikes")]
TheirSkill = Annotated[Ability, Asked("Their skill", quick=("B3", "B4", "B5", "B6"))]
TheirDice = Annotated[int, Between(0, 20), Asked("Their other dice: advantage, FoRKs, help", more=True)]
TheirOb = Annotated[
    Annotated[int, Between(1, 30)] | None,
    Asked("Obstacle to hit you", hint="Empty: nothing in the way", gm=True, quick=(1, 2, 3, 4)),
]
YourTolerances = Annotated[Preset | Own, Asked("Your tolerances"), sheet("tolerances")]
YourWounds = Annotated[tuple[WoundRow, ...], Asked("Wounds you have already", more=True), sheet("wounds", at_once=True)]
