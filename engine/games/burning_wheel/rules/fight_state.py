"""How a Fight! of two stands between two steps: its phases, the fighters, and what has become of them (FGT-67)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_matrix, fight_reach, lance, locks, plan_changes, quickness, saddle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.charms import Charm
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_missiles import Ranged, Ready
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import TASKS, Deed, State, Volley, thrusts
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.plan_changes import Plan
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.saddle import BONUSES, Bonus, Doing, Stroke, fits
from engine.games.burning_wheel.rules.shields import BASH, Attack, Carried, Maneuver, helps, may_block
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.striking import Strips
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS, Weapon
from engine.games.burning_wheel.rules.wounds import PRESETS, Level, Tolerances, together
from engine.option import Option
from engine.records import changed
from engine.working import Line

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
USUAL_HESITATION = 6
FIST = WEAPONS["bare-fist"]


class Phase(Option):
    """What comes next. Source: FGT-67."""

    AMBUSH = "ambush", "the ambush is sprung"
    START = "start", "the first positioning test"
    PICK = "pick", "the winner picks the distance"
    SCRIPT = "script", "both sides script"
    ANNOUNCE = "announce", "plans may change, then the volley is announced"
    FIRST = "first", "one action comes before all others"
    POSITION = "position", "positioning is tested"
    HALT = "halt", "the winner says where the move ends"
    ACT = "act", "the next actions meet"
    OVER = "over", "the fight is over for now"


class Part(Option):
    """What dice are thrown for."""

    SNEAK = "sneak", "lying in wait"
    LOOK = "look", "keeping watch"
    POSITION = "position", "positioning"
    ATTACK = "attack", "the action"
    DEFENSE = "defense", "the scripted defense"
    NATURAL = "natural", "Natural Defenses"
    RIPOSTE = "riposte", "the riposte"
    ARMOR = "armor", "armor"
    STEEL = "steel", "Steel"
    CASTING = "casting", "the casting"
    TAX = "tax", "the Tax"
    HOLDING = "holding", "holding the spell back"
    COVER = "cover", "the shield"
    FATE = "fate", "the Die of Fate"
    RIDING = "riding", "Riding"
    SEAT = "seat", "keeping the seat"
    MOUNT = "mount", "the mount"
    FRIGHT = "fright", "the mount’s Steel"


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to be thrown: whose, for what, and with which action."""

    side: int
    part: Part
    pool: Pool
    act: Act | None = None


Throw = Callable[[Cast], int]
"""Says how many successes dice came to; of a Die of Fate, which face it shows."""
Fell = tuple[int, ...]
"""The successes of several throws."""
Tells = Callable[[Fell], Hashable]
"""What of several throws matters: throws of which it tells the same leave a fight alike."""


Struck = Target | saddle.Spot
"""What a blow may be meant for: a part of someone, or of the beast that he rides. Source: WPN-05, RID-22."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a side says of blows before dice fall: what it `offers` to the other's, what it `wants` to hit, if not what
    is offered, and whether its Great Strikes are `piercing`: +1 VA instead of +1 Power. Source: WPN-05, WPN-06, FGT-43.
    """

    offers: Struck = Target.TORSO
    wants: Struck | None = None
    piercing: bool = False


@dataclass(frozen=True, slots=True)
class Guard:
    """A shield on the arm and whether its bearer is `trained` to it.

    A table says whether it helps to Block `untrained`, and whether that takes training against a Great Strike
    (`drilled`). Source: ARM-24, ARM-26.
    """

    carried: Carried
    trained: bool = True
    untrained: bool = True
    drilled: bool = False

    def dice(self, act: Act, attack: Attack) -> int:
        """What it adds to a Block or to the half of a Counterstrike that defends, 0 or more. Source: ARM-24, ARM-27."""
        maneuver = _WITH_SHIELD.get(act)
        if maneuver is None:
            return 0
        return helps(self.carried, maneuver, attack, trained=self.trained, untrained_blocks=self.untrained).total

    def stops(self, attack: Attack) -> bool:
        """Whether it is a full shield that may Block such an attack. Source: ARM-24."""
        return may_block(self.carried, attack, trained=self.trained, needs_training=self.drilled)


_WITH_SHIELD = {Act.BLOCK: Maneuver.BLOCK, Act.COUNTERSTRIKE: Maneuver.COUNTERSTRIKE}


@dataclass(frozen=True, slots=True)
class Fighter:
    """What someone brings into a fight and keeps through it.

    `hands` is Brawling or Boxing; `multiplier` that of Speed; `traits` are dice for positioning; `spare` is a second
    weapon, which may be drawn, `off` what the other hand holds, and `guard` a shield. `charm` is a spell that is cast
    with Incant, or a prayer, `ranged` what is shot or thrown; `will` is an exponent. `rider` is there for
    whoever is mounted. Source: FGT-67, RID-15.
    """

    name: str
    skill: Ability = B4
    hands: Ability = B4
    speed: Ability = B4
    power: Ability = B4
    steel: Ability = B5
    hesitation: int = USUAL_HESITATION
    reflexes: int = 4
    multiplier: Fraction = quickness.USUAL
    weapon: Weapon = WEAPONS["sword"]
    traits: int = 0
    tolerances: Tolerances = field(default_factory=lambda: PRESETS["B4"])
    suit: Suit = Suit()
    agility: Ability = B4
    forte: Ability = B4
    spare: Weapon | None = None
    off: Weapon | None = None
    guard: Guard | None = None
    charm: Charm | None = None
    rider: Rider | None = None
    will: int = 4
    ranged: Ranged | None = None


# Whoever weighs an exchange asks these a thousand times over, and each knows few answers.
@lru_cache(maxsize=512)
def _hurt(levels: tuple[Level, ...]) -> tuple[int, int]:
    """The dice that wounds take, and the obstacle that they add. Source: INJ-06, INJ-10."""
    found = together(levels)
    return -found.dice.total, found.obstacle


@lru_cache(maxsize=512)
def quick_dice(reflexes: tuple[int, int], multipliers: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """The dice of each side for higher Reflexes and a higher multiplier. Source: FGT-11."""
    one, two = quickness.dice(reflexes, multipliers, rule="FGT-11")
    return one.total, two.total


_pool_of = lru_cache(maxsize=512)(Pool.of)


@dataclass(frozen=True)  # changed ten thousand times an answer
class Standing:
    """How a fighter stands between two steps.

    `lost` are actions of hesitation to come. `hampered` is the +Ob on the next action with a beaten weapon, `unsteady`
    that on the next action of any kind. `sets` are Sets in a row just done, `struck` says that the last action was a
    Strike with the weapon, `avoided` that an Avoid was done in this volley. `disarmed` says that the weapon is out of
    hand, which lies so many won positioning tests `away`; `drawn` that the second one is in hand, `gone` that it is
    lost as well. `task` is what the last actions were busy with, and for how many. `hits` are where the wounds of this
    fight lie; `choice` is what was said of blows. `holds` says that a spell is held back in this action, `broken` are
    the actions of one that was broken off and is not paid for yet, `drained` what Tax has taken of Forte, `prayed` the
    volleys of a prayer in a row, and `ward` what a counter-spell of this volley has over. `pending` is what a spell has
    over that a counter-spell may still meet, `shield` the dice of an Eldritch Shield. `mount` is what the beast of a
    rider does in this volley, `beast` how it stands, and `afoot` says that he is off it. `waits` are the actions that
    one still stays ready for a condition, `ready` what one will do then, with the volley of the script in which it
    stands (0: of an exchange that is over), and `sprung` says that the condition is met. `shot` is how far what one
    shoots or throws is. Source: FGT-67, FGT-63, FGT-29.
    """

    at: Distance = Distance.OPTIMAL
    stance: Stance = Stance.NEUTRAL
    posture: Posture = Posture.STANDING
    lock: int = 0
    staggered: bool = False
    beaten: bool = False
    hampered: int = 0
    unsteady: int = 0
    disarmed: bool = False
    away: int = 0
    drawn: bool = False
    gone: bool = False
    task: tuple[Act, int] | None = None
    sets: int = 0
    struck: bool = False
    avoided: bool = False
    lost: int = 0
    running: bool = False
    levels: tuple[Level, ...] = ()
    hits: tuple[Coordinate, ...] = ()
    plan: Plan | None = None
    out: bool = False
    choice: Choice = Choice()
    broken: int = 0
    holds: bool = False
    drained: int = 0
    prayed: int = 0
    ward: int | None = None
    pending: int | None = None
    shield: int = 0
    mount: Positioning = Positioning.STAND
    afoot: bool = False
    beast: Beast = Beast()
    waits: int = 0
    ready: tuple[Deed, int] | None = None
    sprung: bool = False
    shot: Ready = Ready()

    def shaken(self, actions: int, *, running: bool = False) -> "Standing":
        """The same with so many more actions lost; who hesitates is in Neutral stance, and stays ready for nothing.

        Source: FGT-53, FGT-61.
        """
        if actions < 1:
            return self
        new = changed(self.at_ease(), lost=self.lost + actions, stance=Stance.NEUTRAL, running=running or self.running)
        return new.broken_off()

    def at_ease(self) -> "Standing":
        """The same without a condition that was set. Source: FGT-63."""
        return changed(self, waits=0, ready=None, sprung=False) if self.waits else self

    def broken_off(self) -> "Standing":
        """The same without the spell that was being cast. Source: SOR-33."""
        return changed(self, task=None, broken=self.incanted) if self.incanted else self

    def dropped(self, away: int) -> "Standing":
        """The same without the weapon in hand, which lies so many won tests `away`. Source: FGT-40, FGT-41."""
        if self.drawn:
            return changed(self, drawn=False, gone=True)
        return changed(self, disarmed=True, away=away, task=None)

    @property
    def incanted(self) -> int:
        """The actions done of a spell that is being cast or held back; 0 for none. Source: SOR-11."""
        return self.task[1] if self.task and self.task[0] is Act.INCANT else 0

    @property
    def taken(self) -> int:
        """The dice that wounds take."""
        return _hurt(self.levels)[0]

    @property
    def hurts(self) -> int:
        """The obstacle that wounds add."""
        return _hurt(self.levels)[1]

    @property
    def idle(self) -> bool:
        """Whether nothing is to be feared from him: hesitating, fleeing or out of it. Source: FGT-67."""
        return self.out or self.running or bool(self.lost)


@dataclass(frozen=True)  # changed ten thousand times an answer
class Side:
    """A fighter and how he stands."""

    fighter: Fighter
    state: Standing = Standing()

    @property
    def actions(self) -> int:
        """The actions of the next exchange. Source: FGT-05."""
        return max(0, self.fighter.reflexes - self.state.taken)

    def dice(self, ability: Ability, *, free: bool = False, more: int = 0) -> Pool:
        """The dice of an ability less wounds and, unless it is `free` of it, the Lock. Source: FGT-44, INJ-09."""
        left = ability.exponent - self.state.taken - (0 if free else self.state.lock)
        return _pool_of(max(0, left) + max(0, more) if left > 0 else 0, ability.shade)

    @property
    def rider(self) -> Rider | None:
        """How he rides; None on foot, and once he was on the ground."""
        return None if self.state.afoot else self.fighter.rider

    def moving(self, more: int) -> Pool:
        """The dice of Speed for position, the mount’s where it is ridden so, with so many `more`. FGT-11, RID-15."""
        if self.rider is None or not self.carried:
            return self.dice(self.fighter.speed, more=more)
        speed = self.rider.mount.speed
        left = speed.exponent - self.state.beast.taken
        return _pool_of(left + max(0, more) if left > 0 else 0, speed.shade)

    @property
    def carried(self) -> bool:
        """Whether he positions with the Speed of a mount, which his own wounds do not slow. Source: RID-15, RID-24.

        One that bolts runs as it can, whoever sits on it.
        """
        return self.rider is not None and (self.rider.steers or self.state.beast.bolts)

    @property
    def pace(self) -> tuple[int, Fraction]:
        """Reflexes and stride that count for position; those of a mount that bolts are its own. FGT-11, RID-15, 24."""
        own = self.actions, self.fighter.multiplier
        if self.rider is None:
            return own
        taken = self.state.beast.taken
        runs_off = self.state.beast.bolts and not self.rider.steers
        return saddle.pace(self.rider.mount, 0, taken) if runs_off else self.rider.pace(*own, taken=taken)

    def saddle(self, doing: Doing) -> tuple[Line, ...]:
        """What the saddle adds to an action, line by line; nothing on foot. Source: RID-10 to RID-12, RID-19, 23."""
        if self.rider is None:
            return ()
        lines = self.rider.penalty(self.state.mount, doing).lines
        return (*lines, self.slipping) if self.state.beast.loose else lines

    @property
    def slipping(self) -> Line:
        """What being half out of the saddle adds to every test. Source: RID-19."""
        loose = self.rider is not None and self.state.beast.loose
        return Line(lance.DISLODGED if loose else 0, "half out of the saddle", "RID-19")

    def bareback(self, base: int) -> int:
        """What an attack against a base obstacle costs more without saddle and stirrups. Source: RID-13."""
        return self.rider.bareback(base, Doing.MELEE).amount if self.rider else 0

    @property
    def lancer(self) -> bool:
        """Whether he has a lance in hand, and rides. Source: RID-17."""
        return self.rider is not None and self.weapon.key == lance.KEY

    def couches(self, deed: Deed) -> bool:
        """Whether an action is the thrust of a lance that is ridden home. Source: RID-17."""
        return self.lancer and thrusts(deed)

    def stroke(self, using: With) -> Bonus:
        """What a blow gains from the saddle; a lance has rules of its own, and a spear is not swung. Source: RID-21."""
        if self.rider is None or using is not With.MAIN or not fits(self.rider.stroke, self.weapon.key):
            return BONUSES[Stroke.PLAIN]
        return self.rider.gains(self.state.mount)

    @property
    def weapon(self) -> Weapon:
        """What is in hand: a bare fist once the weapon was knocked away, or the second one. Source: FGT-40, FGT-41."""
        if self.state.drawn and self.fighter.spare:
            return self.fighter.spare
        return FIST if self.state.disarmed else self.fighter.weapon

    @property
    def armed(self) -> bool:
        """Whether there is more in hand than a fist."""
        return self.weapon.key != FIST.key

    @property
    def skill(self) -> Ability:
        """The skill with what is in hand: Brawling or Boxing without a weapon. Source: FGT-40."""
        return self.fighter.hands if self.state.disarmed and not self.state.drawn else self.fighter.skill

    @property
    def asks(self) -> State:
        """How he stands when he writes a script; half out of the saddle he may get up into it. FGT-07, RID-19."""
        now = self.state
        loose = self.rider is not None and now.beast.loose
        return State(
            self.actions,
            speeds={With.MAIN: self.weapon.speed, **({With.OFF: self.other.speed} if self.other else {})},
            stance=now.stance,
            posture=Posture.KNEES if loose else now.posture,
            locked=bool(now.lock),
            struck=now.struck,
            sets=now.sets,
            begun=now.task[0] if now.task else None,
            done=now.task[1] if now.task else 0,
            tasks=self.tasks,
            rider=self.rider,
            lance=self.lancer,
            couched=now.beast.couched,
        )

    @property
    def tasks(self) -> Mapping[Act, int]:
        """What takes him several actions in a row. Source: FGT-23, FGT-29."""
        ranged = self.fighter.ranged.tasks if self.fighter.ranged else {}
        return {**TASKS, **ranged, **({Act.INCANT: self.casts} if self.casts else {})}

    @property
    def casts(self) -> int:
        """The actions of the spell that he casts with Incant; 0 for none."""
        return self.fighter.charm.actions if self.fighter.charm else 0

    @property
    def immobile(self) -> bool:
        """Whether a Lock leaves one of the physical stats no die. Source: FGT-44."""
        stats = (self.fighter.agility, self.fighter.speed, self.fighter.power, self.fighter.forte)
        dice = [max(0, one.exponent - self.state.taken) for one in stats]
        return locks.Body(*dice).held(self.state.lock) is locks.Held.IMMOBILE

    @property
    def other(self) -> Weapon | None:
        """What the other hand may strike with: a second weapon, or the shield. Source: WPN-10, ARM-33."""
        return self.fighter.off or (BASH if self.fighter.guard else None)

    def held(self, using: With) -> Weapon:
        """What a blow is struck with; a mount has teeth and hooves, which strike as fists do."""
        if using is With.OFF and self.other:
            return self.other
        if using is With.MOUNT:
            return FIST
        return WEAPONS["hilt"] if using is With.HILT and self.armed else self.weapon

    def volley(self, number: int) -> Volley:
        """What is scripted for a volley. Raises `AssertionError` before scripts are written."""
        assert self.state.plan
        return self.state.plan.script.volleys[number - 1]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a step brought: to whom, in words, and by which rule."""

    side: int
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class Made:
    """A test that someone made: of the ability in a `field` of `Fighter`, with how many dice, against what. HUB-35."""

    side: int
    field: str
    dice: int
    obstacle: int
    passed: bool


@dataclass(slots=True)
class Table:
    """Where dice fall in one step. Whoever weighs all that may fall puts another one in its place."""

    throw: Throw
    fell: list[tuple[Cast, int]] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)

    @classmethod
    def of(cls, throw: "Throw | Table") -> "Table":
        """A table for a throw."""
        return throw if isinstance(throw, Table) else cls(throw)

    def cast(self, cast: Cast) -> int:
        """The successes of a throw; without dice there are none."""
        found = self.throw(cast) if cast.pool.dice else 0
        self.fell.append((cast, found))
        return found

    def together(self, casts: Sequence[Cast], tells: Tells, *, enough: Callable[[int], bool] | None = None) -> Fell:
        """The successes of throws of which nothing matters for how a fight stands but what `tells` makes of them.

        Where those of the first are `enough`, the others are not thrown, and count 0.
        """
        fell = [self.cast(casts[0])]
        thrown = not (enough and enough(fell[0]))
        return (*fell, *(self.cast(cast) if thrown else 0 for cast in casts[1:]))

    @property
    def all(self) -> tuple[tuple[Cast, int], ...]:
        """All that fell."""
        return tuple(self.fell)


@dataclass(frozen=True, slots=True)
class House:
    """How a table reads the procedure; each field's first value is the default.

    With `shared` every pair of weapons has one distance in common, with `strict` a winner halts only where the own
    distance has changed. A tie for the start is the defender's, side 1 (`tie`), or begins out of reach ("out"), or is
    rolled again ("reroll"). `each`: a weapon knocked away takes a won test for every distance. An aim whose price the
    book leaves out is `dear`, or is paid `late`, after the defense, which `strips` first the aim or the damage. A spell
    is longer than the longest weapon (`magic_longer`), the greater Presence has two dice (`presence_twice`), no missile
    is longer than a prayer (`long_prayers`), and Sight has no length against a sorcerer (`sight_alone`). With
    `every_bid` each action that was bid is spent hesitating, not those of emptied volleys alone. A readied action comes
    first, or `together` with what met its condition. Source:
    FGT-18 to FGT-20, FGT-41, FGT-58, FGT-63, WPN-06, WPN-07, SOR-41, SOR-44, FAI-09; the parts: FGT-16, FGT-39, FGT-54.
    """

    shared: bool = False
    strict: bool = False
    tie: str = "defender"
    each: bool = False
    dear: bool = False
    late: bool = False
    strips: Strips = Strips.AIM
    magic_longer: bool = False
    presence_twice: bool = False
    long_prayers: bool = False
    sight_alone: bool = False
    every_bid: bool = False
    together: bool = False
    matrix: fight_matrix.House = fight_matrix.DEFAULT
    reach: fight_reach.House = fight_reach.House()
    plans: plan_changes.House = plan_changes.DEFAULT
