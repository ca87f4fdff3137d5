"""What a fight is set up with, and every move in it (BSR-112)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest, branch, row, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT, SCORE
from engine.games.bastard_sword.rules.attributes import MOST_SCORE
from engine.games.bastard_sword.rules.damage import Armour, DamageType, Modifiers
from engine.games.bastard_sword.rules.encounter import Ended
from engine.games.bastard_sword.rules.facing import Arc
from engine.games.bastard_sword.rules.fighter import Lasts
from engine.games.bastard_sword.rules.grapple import Hold
from engine.games.bastard_sword.rules.improvised import Bulk
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.luck import Instead
from engine.games.bastard_sword.rules.movement import Terrain
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.rounds import MOST_HURRY
from engine.games.bastard_sword.rules.shooting import Grade
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.spirit import MOST_BOUGHT, MOST_SPIRIT
from engine.games.bastard_sword.rules.weapon_manoeuvres import Manoeuvre
from engine.games.bastard_sword.rules.weapon_traits import MOST_X
from engine.option import Option

NOBODY = "nobody"
FourD6, FourD8, NoDice = Pool.parse("4d6"), Pool.parse("4d8"), Pool.parse("0d6")
ThreeD6 = Pool.parse("3d6")
BARE = Armour.parse("1/0/1")
EDGE = Modifiers.parse("X/0/0")

# --- The set-up ---

Name = Annotated[str, Longest(24), Asked("Name"), sheet("name")]
Quickness = Annotated[Pool, Asked("Reflex or perception", POOL_HINT), sheet("reflex")]
Weapon = Annotated[Pool, Asked("Weapon skill", POOL_HINT), sheet("granted")]
ForBand = Annotated[Band, Asked("The weapon is for")]
Rating = Annotated[int, Between(0, 2 * MOST_SCORE), Asked("Its damage rating", quick=(6, 8, 10))]
WeaponModifiers = Annotated[Modifiers, Asked("Its B/P/S", "As in 0/+1/X")]
Worn = Annotated[Armour, Asked("Armour, B/P/S", "As in 2/1/2")]
Shooting = Annotated[Pool, Asked("Ranged skill", "0d6 for none", more=True)]
ShotRating = Annotated[int, Between(0, 2 * MOST_SCORE), Asked("Rating of the missile", quick=(6, 8, 10), more=True)]
Increment = Annotated[int, Between(1, 1000), Asked("Range increment", quick=(10, 20), more=True)]
Toughness = Annotated[
    Pool, Asked("Toughness", "Natural healing, resist shock and pain", more=True), sheet("natural-healing")
]
Resilience = Annotated[Pool, Asked("Resilience", "Resist fatigue, and ego", more=True), sheet("resist-fatigue")]
Spirit = Annotated[int, Between(0, MOST_SPIRIT), Asked("Spirit", quick=(16, 20, 24, 28)), sheet("spirit")]
Speed = Annotated[int, Between(0, 60), Asked("Movement", quick=(9, 12, 14), more=True)]
Constitution = Annotated[int, SCORE, Asked("Constitution", quick=(3, 4, 5), more=True), sheet("constitution")]
InjuryTrack = Annotated[Track, Asked("Injury track", "As in 3(3+1)", more=True), sheet("track")]
Surprised = Annotated[bool, Asked("Surprised", more=True)]
OfSize = Annotated[Size, Asked("Size", more=True), sheet("size")]
Shield = Annotated[int, Between(0, MOST_X), Asked("Shield", "0 for none", quick=(0, 1, 2, 3), more=True)]


@branch("No second one")
class NoOther:
    """One weapon, and no second."""


@branch("One in the other hand")
class OtherWeapon:
    """A second weapon, for the other hand."""

    weapon: Weapon = FourD6
    band: ForBand = Band.CLOSE
    rating: Rating = 6
    modifiers: WeaponModifiers = EDGE


Other = Annotated[NoOther | OtherWeapon, Asked("A second weapon", more=True)]


@branch("On foot")
class OnFoot:
    """No mount."""


@branch("In the saddle")
class InTheSaddle:
    """A mount that is ridden."""

    riding: Annotated[Pool, Asked("Your riding", POOL_HINT)] = FourD6
    ranks: Annotated[int, Between(0, 20), Asked("The mount’s rank in riding", "0: untrained", quick=(0, 1, 2))] = 1
    pace: Annotated[int, Between(0, 200), Asked("The mount’s movement", quick=(16, 20, 24))] = 20
    ego: Annotated[Pool, Asked("The mount’s ego", POOL_HINT)] = ThreeD6
    hide: Annotated[Armour, Asked("The mount’s armour, B/P/S", "As in 2/1/2")] = BARE
    body: Annotated[Track, Asked("The mount’s injury track", "As in 3(3+1)")] = Track()
    size: Annotated[Size, Asked("The mount’s size")] = Size.LARGE


Ridden = Annotated[OnFoot | InTheSaddle, Asked("A mount", more=True)]


@dataclass(frozen=True, slots=True)
class Hero:
    """The one whose sheet is at hand."""

    name: Name = "Anna"
    quickness: Quickness = FourD6
    weapon: Weapon = FourD8
    band: ForBand = Band.MEDIUM
    rating: Rating = 9
    modifiers: WeaponModifiers = EDGE
    armour: Worn = Armour.parse("1/2/4")
    spirit: Spirit = 28
    most: Annotated[int | None, Between(0, MOST_SPIRIT), Asked("Spirit at most", "As now, if empty", more=True)] = None
    shooting: Shooting = NoDice
    shot_rating: ShotRating = 8
    increment: Increment = 20
    toughness: Toughness = FourD6
    resilience: Resilience = FourD6
    speed: Speed = 12
    constitution: Constitution = 3
    track: InjuryTrack = Track()
    surprised: Surprised = False
    shield: Shield = 0
    other: Other = NoOther()
    mount: Ridden = OnFoot()
    size: OfSize = Size.MEDIUM


@row("line")
class LineRow:
    """A line of the set-up: one fighter, or several who are alike."""

    name: Annotated[str, Longest(24), Asked("Name")] = "Brigand"
    many: Annotated[int, Between(1, 20), Asked("How many", quick=(1, 2, 4, 8))] = 1
    ours: Annotated[bool, Asked("On our side")] = False
    quickness: Quickness = FourD6
    weapon: Weapon = FourD6
    band: ForBand = Band.MEDIUM
    rating: Rating = 8
    modifiers: WeaponModifiers = EDGE
    armour: Worn = BARE
    spirit: Spirit = 20
    shooting: Shooting = NoDice
    shot_rating: ShotRating = 8
    increment: Increment = 20
    toughness: Toughness = FourD6
    resilience: Resilience = FourD6
    speed: Speed = 12
    constitution: Constitution = 3
    track: InjuryTrack = Track()
    surprised: Surprised = False
    shield: Shield = 0
    other: Other = NoOther()
    mount: Ridden = OnFoot()
    size: OfSize = Size.MEDIUM


# --- What moves ask ---

Whom = Longest(8)
AtWhom = Annotated[str, Whom, Asked("At whom")]
BaseDice = Between(1, 60), Asked("Base dice", quick=(1, 2, 3, 4))
Added = Annotated[int, Between(0, 20), Asked("Bonus dice", quick=(0, 1, 2, 3))]
Bought = Annotated[int, Between(0, MOST_BOUGHT), Asked("Dice bought with spirit", quick=(0, 1, 2), more=True)]
Off = Annotated[int, Between(0, 60), Asked("Other malus", quick=(0, 1, 3), more=True)]
Grit = Annotated[bool, Asked("Ignore the bleeding, for one more box of it", more=True)]
Steps = Between(0, 200)
OnGround = Annotated[Terrain, Asked("The ground is", more=True)]
WithShield = Annotated[bool, Asked("With the dice of the shield", more=True)]
AtTheMount = Annotated[bool, Asked("At the mount", more=True)]
Metres = Annotated[int, Between(0, 5000), Asked("Metres", quick=(5, 10, 20, 50))]


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of a test whose skill is known."""

    dice: Annotated[int, *BaseDice] = 2
    bonus: Added = 0
    bought: Bought = 0
    off: Off = 0
    grit: Grit = False


@dataclass(frozen=True, slots=True)
class Try:
    """The dice of a test of any skill."""

    pool: Annotated[Pool, Asked("The skill", POOL_HINT)] = FourD6
    dice: Annotated[int, *BaseDice] = 2
    bonus: Added = 0
    bought: Bought = 0
    off: Off = 0
    grit: Grit = False


@branch("Roll initiative")
class RollInitiative:
    """One roll for each line."""

    rolls: ClassVar[bool] = True


# --- Attacks ---


@branch("Strike")
class Strike:
    """A blow in melee; the target says first whether it defends."""

    target: AtWhom = NOBODY
    arc: Annotated[Arc, Asked("From the", more=True)] = Arc.FRONT


@branch("Charge")
class Charge(Throw):
    """A run up to someone out of melee, and a blow at once."""

    rolls: ClassVar[bool] = True
    running: Annotated[Pool, Asked("Running", POOL_HINT)] = FourD6
    target: AtWhom = NOBODY
    steps: Annotated[int, Steps, Asked("Steps to them", quick=(10, 15, 20, 25))] = 15
    ground: OnGround = Terrain.NORMAL


@branch("Shoot")
class Shoot:
    """A shot; the target says first whether it dodges."""

    target: AtWhom = NOBODY
    metres: Metres = 10
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE
    mount: AtTheMount = False


@branch("Throw")
class Hurl:
    """Something thrown, or the weapon in hand; the target says first whether it dodges."""

    target: AtWhom = NOBODY
    skill: Annotated[Pool, Asked("Thrown", POOL_HINT)] = FourD6
    bulk: Annotated[Bulk, Asked("What is thrown is")] = Bulk.SMALL
    strength: Annotated[int, SCORE, Asked("Your strength", quick=(3, 4, 5))] = 3
    weapon: Annotated[bool, Asked("It is the weapon in hand")] = False
    metres: Metres = 5
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE
    mount: AtTheMount = False


@branch("Stand in a shield wall")
class ShieldWall:
    """Each neighbour in the wall adds to the shield, until one moves or falls."""

    beside: Annotated[int, Between(0, 8), Asked("Next to you in the wall", "0: leave it", quick=(1, 2, 3, 5))] = 1


@branch("Pick it up")
class PickUp:
    """A weapon is in hand again."""


@branch("Wait with a shot")
class Aim:
    """A shot that is held back until something happens."""


@branch("Shoot now")
class Sniped:
    """The shot that waited."""

    who: Annotated[str, Whom, Asked("Who shoots")] = NOBODY
    target: AtWhom = NOBODY
    metres: Metres = 10
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE
    ready: Annotated[bool, Asked("Ready to Shoot", more=True)] = False
    mount: AtTheMount = False


@branch("Retaliate")
class Retaliate:
    """A foe in reach strikes at the one whose turn it is."""

    who: Annotated[str, Whom, Asked("Who strikes")] = NOBODY


# --- Moving ---


@branch("Go")
class Go:
    """Steps, and where they end."""

    steps: Annotated[int, Steps, Asked("Steps", quick=(0, 3, 6, 12))] = 6
    to: Annotated[str, Whom, Asked("Up to")] = NOBODY
    band: Annotated[Band, Asked("At")] = Band.MEDIUM
    ground: OnGround = Terrain.NORMAL


@branch("Run")
class Run(Try):
    """A test that adds steps."""

    rolls: ClassVar[bool] = True
    ground: OnGround = Terrain.NORMAL


@branch("Roll away")
class DodgeRoll(Try):
    """A dodge roll out of melee, or out of a line of sight."""

    rolls: ClassVar[bool] = True
    steps: Annotated[int, Between(1, 200), Asked("Steps away", quick=(1, 2, 3))] = 2
    ground: OnGround = Terrain.NORMAL


@branch("Drop, or rise")
class LieOrRise:
    """To the ground for a step, or up for half the movement."""


@branch("Kick up")
class KickUp(Try):
    """Acrobatics, so that rising takes fewer steps."""

    rolls: ClassVar[bool] = True


# --- In the saddle ---


@branch("Ride")
class Ride(Throw):
    """Riding: successes are what the mount will do, or whether it obeys at all."""

    rolls: ClassVar[bool] = True


@branch("The mount dodges")
class MountDodges:
    """The mount’s own dice, for a riding point."""

    pool: Annotated[Pool, Asked("Its reflex", POOL_HINT)] = FourD6
    off: Off = 0


@branch("Get off, or up")
class GetOffOrUp:
    """Out of the saddle, or into it."""


@branch("Stay on")
class StayOn(Throw):
    """Riding, to stay in the saddle or to keep the mount from fleeing."""

    rolls: ClassVar[bool] = True


@branch("Pay for it")
class PayForIt:
    """Riding points keep the mount from fleeing."""


@branch("Give way")
class GiveWay:
    """Out of the saddle, or off with the mount."""


# --- The turn ---


@branch("Done for this round")
class Done:
    """The turn ends."""


@branch("Wait")
class Wait:
    """The turn comes below 0 instead."""


@branch("Done, and a second turn")
class Again:
    """The turn ends, and a second one comes below 0."""


@branch("Act fast")
class ActFast:
    """A higher number in this round, and a malus on all of its rolls."""

    who: Annotated[str, Whom, Asked("Who")] = NOBODY
    by: Annotated[int, Between(1, MOST_HURRY), Asked("Higher by", quick=(1, 2, 3))] = 1


@branch("Reassess")
class Reassess(Throw):
    """Initiative is rolled anew."""

    rolls: ClassVar[bool] = True


@branch("Take a defensive stance")
class Stance(Throw):
    """Successes that are kept, to cancel attacks with."""

    rolls: ClassVar[bool] = True


# --- Words ---


@branch("Inspire")
class Inspire(Try):
    """Each success is a point of spirit for a friend."""

    rolls: ClassVar[bool] = True


@branch("Plan")
class Plan(Try):
    """Each success moves a friend’s initiative by 1."""

    rolls: ClassVar[bool] = True


@branch("Intimidate")
class Intimidate(Try):
    """Fear weighs on all that they do against you."""

    rolls: ClassVar[bool] = True
    target: AtWhom = NOBODY
    theirs: Annotated[Pool, Asked("Their ego", POOL_HINT)] = FourD6


@branch("Taunt")
class Taunt(Try):
    """Rage weighs on all that they do against others."""

    rolls: ClassVar[bool] = True
    target: AtWhom = NOBODY
    theirs: Annotated[Pool, Asked("Their detect motive", POOL_HINT)] = FourD6


@branch("Shake it off")
class ShakeOff(Try):
    """A test against fear, rage or a net."""

    rolls: ClassVar[bool] = True
    mark: Annotated[str, Whom, Asked("Which")] = "0"


@branch("Cast")
class Cast(Try):
    """A roll of a spell; its successes add up, and one without any ends it."""

    rolls: ClassVar[bool] = True
    difficulty: Annotated[int, Between(1, 100), Asked("Difficulty of the spell", quick=(3, 5, 10))] = 5


@branch("Give")
class Give:
    """So many of the successes go to a friend; below 0 their initiative goes down."""

    who: Annotated[str, Whom, Asked("To whom")] = NOBODY
    points: Annotated[int, Between(-60, 60), Asked("How many", quick=(1, 2, 3))] = 1


@branch("That is all")
class Keep:
    """What is left of the successes is lost."""


# --- The body ---


@branch("Resist shock")
class ResistShock(Throw):
    """Each success takes 1 off the stun."""

    rolls: ClassVar[bool] = True


@branch("Shrug off")
class ShrugOff(Throw):
    """A minor injury is made light of."""

    rolls: ClassVar[bool] = True
    row: Annotated[str, Whom, Asked("Row")] = "0"


@branch("Hold on")
class HoldOn:
    """The test of someone who bleeds to death, or to wake."""

    rolls: ClassVar[bool] = True
    bought: Annotated[int, Between(0, MOST_BOUGHT), Asked("Dice bought with spirit", quick=(0, 1, 2))] = 0


@branch("Bring someone back")
class Revive(Try):
    """First aid for someone who has just died."""

    rolls: ClassVar[bool] = True
    who: Annotated[str, Whom, Asked("Whom")] = NOBODY


@branch("Let go")
class LetGo:
    """The grapple ends."""


@branch("Fight with the other weapon")
class TurnHand:
    """The other weapon is the one that strikes and defends from now on."""


@branch("Take the hilt again")
class TakeHilt:
    """Half-swording ends."""


# --- Anything else ---


@branch("Test something else")
class Test(Try):
    """Any other action or reaction: its dice count, and what it does is marked by hand."""

    rolls: ClassVar[bool] = True
    what: Annotated[str, Longest(40), Asked("What")] = ""
    free: Annotated[bool, Asked("A free action or reaction", more=True)] = False


class Change(Option):
    """What else happens to a fighter."""

    NOTHING = "nothing", "nothing else"
    OUT = "out", "falls unconscious"
    AWAKE = "awake", "wakes"
    DOWN = "down", "is incapacitated"
    DEAD = "dead", "dies"
    PRONE = "prone", "falls prone"
    ARMED = "armed", "has a weapon in hand again"


@branch("Mark")
class MarkOne:
    """What a manoeuvre, a spell or the GM does to a fighter."""

    who: Annotated[str, Whom, Asked("Who")] = NOBODY
    what: Annotated[str, Longest(30), Asked("What it is")] = "Entangled"
    malus: Annotated[int, Between(0, 60), Asked("Malus", quick=(0, 1, 2, 3))] = 1
    lasts: Annotated[Lasts, Asked("Lasts")] = Lasts.FIGHT
    change: Annotated[Change, Asked("And the fighter", more=True)] = Change.NOTHING
    spirit: Annotated[int, Between(-60, 60), Asked("Spirit won or lost", quick=(-3, -1, 0, 1, 5), more=True)] = 0
    initiative: Annotated[int, Between(-20, 20), Asked("Initiative up or down", quick=(-1, 0, 1), more=True)] = 0
    bleeding: Annotated[int, Between(-6, 6), Asked("Boxes of bleeding, more or fewer", quick=(-1, 0, 1), more=True)] = 0
    stun: Annotated[int, Between(-60, 60), Asked("Stun, more or less", quick=(-1, 0, 1), more=True)] = 0


@branch("The fight is over")
class EndFight:
    """One side flees, gives up, or has had enough."""

    how: Annotated[Ended, Asked("Who has won")] = Ended.OURS


@branch("Second wind")
class SecondWind:
    """Spirit surges back for all who stand."""

    rolls: ClassVar[bool] = True


@branch("The next round")
class NextRound:
    """Dice, steps and purchases are back."""


# --- The exchange ---


@branch("Meet it")
class Meet(Throw):
    """Dice to defend or to dodge with."""

    shield: WithShield = False


@branch("Spend the stance")
class FromStance:
    """Successes of the stance cancel those of the attack."""

    successes: Annotated[int, Between(1, 60), Asked("Successes", quick=(1, 2, 3, 4))] = 1


@branch("Let it come")
class TakeIt:
    """No dice against it."""


@branch("Roll it")
class RollIt(Throw):
    """The dice of the one who acts; both sides roll."""

    rolls: ClassVar[bool] = True
    shield: WithShield = False


@branch("Spend the hits")
class Spend:
    """Control and damage for the hits; damage is rolled at once."""

    rolls: ClassVar[bool] = True
    damage: Annotated[int, Between(0, 60), Asked("Dice of damage", quick=(0, 1, 2, 3))] = 0
    kind: Annotated[DamageType, Asked("Damage is")] = DamageType.SLASHING
    shift: Annotated[int, Between(0, 60), Asked("Shift", quick=(0, 1, 2), more=True)] = 0
    push: Annotated[int, Between(0, 60), Asked("Push", quick=(0, 1, 2), more=True)] = 0
    stagger: Annotated[int, Between(0, 60), Asked("Stagger", quick=(0, 1, 2), more=True)] = 0
    drive: Annotated[int, Between(0, 60), Asked("Drive", quick=(0, 1), more=True)] = 0
    disarm: Annotated[bool, Asked("Disarm", more=True)] = False
    feats: Annotated[frozenset[Manoeuvre], Asked("Manoeuvres of the weapon", more=True)] = frozenset()
    price: Annotated[int, Between(1, 20), Asked("Hits for each of them", "Their X", quick=(1, 2, 3), more=True)] = 1
    second: Annotated[
        int, Between(0, 60), Asked("Dice of a blow with the other weapon", quick=(0, 1, 2), more=True)
    ] = 0
    grapple: Annotated[frozenset[Hold], Asked("In a grapple", more=True)] = frozenset()
    extra: Annotated[int, Between(0, 60), Asked("Hits for anything else", quick=(0, 1, 2), more=True)] = 0
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice of damage", quick=(0, 1, 2), more=True)] = 0
    mount: AtTheMount = False
    own: Annotated[bool, Asked("The thrown weapon’s own damage", "1 hit; 3 for slashing", more=True)] = False


@branch("Hold the breath")
class HoldBreath(Throw):
    """Dice of resilience against the choke."""

    rolls: ClassVar[bool] = True


@branch("Pass out")
class PassOut:
    """No dice against the choke."""


@branch("Try a lucky break")
class LuckyBreak(Try):
    """Luck sends part of the damage into armour or a weapon."""

    rolls: ClassVar[bool] = True
    pool: Annotated[Pool, Asked("Luck", POOL_HINT)] = FourD6
    instead: Annotated[Instead, Asked("It goes to")] = Instead.ARMOUR
    piece: Annotated[Armour, Asked("The piece, B/P/S", "As in 2/1/2")] = BARE


@branch("Mark the injury")
class TakeHit:
    """The row that it goes to."""

    row: Annotated[str, Whom, Asked("Row")] = "0"
    spared: Annotated[int, Between(0, 60), Asked("Hits that something else took", quick=(0, 1, 2), more=True)] = 0
