"""One combatant: what does not change, and how they stand between two steps (MEL-54)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounded import Condition, Pain, collapse
from engine.games.burning_wheel.rules.wounds import PRESETS, Level, Tolerances
from engine.games.melee.rules import shields
from engine.games.melee.rules.arms import Carries, Gear
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.shields import Kind
from engine.games.melee.rules.special import ROWS, Maneuver
from engine.option import Option

B4 = Ability.parse("B4")
RELOAD, AIM = "reload", "aim"
"""What is begun with a turn and done by the end of the round. Source: MEL-30, MEL-31."""


class Fate(Option):
    """Whether someone is still in the fight, and if not, how they left it."""

    IN = "in", "in the fight"
    DOWN = "down", "incapacitated"
    DEAD = "dead", "dead"
    FLED = "fled", "fled"
    YIELDED = "yielded", "surrendered"


class Trained(Option):
    """What training changes. Source: MEL-17, MEL-51."""

    SHIELD = "shield", "Shield Training"
    TWO_FISTED = "two-fisted", "Two-Fisted Fighting"


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who fights: stats, skills and gear. `line` is the row of the set-up, `side` whose side they are on.

    `martial`, `brawling`, `tactics`, `voice` (for threats), `command`, `sorcery` and `faith` are abilities, None
    without. `armor` are black dice, `clumsy` what its weight adds to obstacles of Speed. `rider` is mounted or flying;
    `both_hands` are on the weapon.
    """

    name: str
    side: str
    line: int = 0
    importance: Importance = Importance.EXTRA
    grade: Grade = Grade.SMALL_FRY
    health: Ability = B4
    reflexes: Ability = B4
    steel: Ability = B4
    will: Ability = B4
    stats: Mapping[Stat, Ability] = field(default_factory=lambda: dict.fromkeys(Stat, B4))
    skill: Ability = B4
    carries: Carries = Carries.SWORD
    shield: Kind = Kind.NONE
    quality: Quality = Quality.RUN
    armor: int = 0
    tolerances: Tolerances = PRESETS["B4"]
    stature: int = 4
    stride: int = 7
    clumsy: int = 0
    trained: frozenset[Trained] = frozenset()
    martial: Ability | None = None
    brawling: Ability | None = None
    tactics: Ability | None = None
    voice: Ability | None = None
    command: Ability | None = None
    surprised: bool = False
    rider: bool = False
    both_hands: bool = False
    sorcery: Ability | None = None
    faith: Ability | None = None

    @property
    def gear(self) -> Gear:
        """What they fight with."""
        return self.carries.gear

    def ability(self, maneuver: Maneuver) -> Ability | None:
        """The best that they have for a special attack; None where it cannot be tested. Source: MEL-21."""
        melee = None if self.gear.far else self.skill
        known = {
            Maneuver.BEAT_ASIDE: (melee,),
            Maneuver.DISARM: (melee, self.martial),
            Maneuver.THROW: (self.martial,),
            Maneuver.PUSH: (self.stats[Stat.POWER], self.brawling),
            Maneuver.FLANK: (self.tactics,),
            Maneuver.LOCK: (self.stats[Stat.POWER], self.brawling, self.martial),
            Maneuver.TACKLE: (self.stats[Stat.POWER], self.martial),
        }[maneuver]
        return best(*known)

    def against(self, maneuver: Maneuver) -> int:
        """The number of theirs that a special attack on them is worked out from. Source: MEL-21."""
        stat = ROWS[maneuver].stat
        if stat:
            return self.stats[Stat.of(stat.lower())].exponent
        if maneuver is Maneuver.DISARM:
            return self.skill.exponent
        return max(self.stats[one].exponent for one in Stat if one.physical)


def best(*abilities: Ability | None) -> Ability | None:
    """The one that brings most successes on average."""
    known = [one for one in abilities if one is not None]
    return max(known, key=lambda one: one.exponent * one.shade.chance, default=None)


@dataclass(frozen=True, slots=True)
class Hesitation:
    """A nerve that broke: by how much, and in which round it tells. Source: MEL-43, MEL-44."""

    failed_by: int
    due: int
    free: bool = True
    """Whether a Command may end it."""


@dataclass(frozen=True, slots=True)
class Flank:
    """A mark on someone who is flanked, by a side; from the round of it on, until the end of the next. MEL-26."""

    side: str
    until: int


@dataclass(frozen=True, slots=True)
class One:
    """A combatant between two steps.

    `at_start` is the disposition with which the round began. `stagger` and `next_die` wait for the next action.
    `rating` are the dice left of the shield, on the arm while `strapped`. `aim` are dice of aiming, at `aim_at`. Of
    this round: `acted` is the number of the act among all, `early` that it came before the turn, `dodge` the successes
    of a dodge, `attacked`, `hit` and `stopped` what others did, `doing` what was begun, and `swapped` a place traded.
    `dodged` is the best attack that was dodged in the whole fight.
    """

    fighter: Fighter
    most: int = 0
    disposition: int = 0
    at_start: int = 0
    pain: Pain = Pain()
    fate: Fate = Fate.IN
    armor: int = 0
    rating: int = 0
    strapped: bool = False
    prone: bool = False
    swooned: bool = False
    hesitation: Hesitation | None = None
    form: Reaction | None = None
    stagger: int = 0
    next_die: int = 0
    flanks: tuple[Flank, ...] = ()
    armed: bool = True
    loaded: bool = True
    both_hands: bool = False
    aim: int = 0
    aim_at: int | None = None
    acted: int | None = None
    early: bool = False
    moved: bool = False
    attacked: bool = False
    dodge: int | None = None
    hit: bool = False
    stopped: bool = False
    doing: str = ""
    swapped: bool = False
    steel_by: int | None = None
    dodged: int = 0

    @classmethod
    def of(cls, fighter: Fighter, levels: tuple[Level, ...] = ()) -> "One":
        """Someone as they come to the fight."""
        on_arm = fighter.shield not in (Kind.NONE, Kind.HILT)
        one = cls(fighter, pain=Pain(levels), armor=fighter.armor, rating=fighter.shield.rating, strapped=on_arm)
        return replace(one, both_hands=fighter.both_hands and not fighter.gear.far and not on_arm)

    @property
    def name(self) -> str:
        """What they are called."""
        return self.fighter.name

    @property
    def side(self) -> str:
        """Whose side they are on."""
        return self.fighter.side

    @property
    def there(self) -> bool:
        """Whether they are still in the fight, able or not to do anything in it."""
        return self.fate is Fate.IN

    @property
    def helpless(self) -> bool:
        """Open to the last blow. Source: MEL-45."""
        return self.fate is Fate.DOWN or (self.there and self.swooned)

    @property
    def hesitates(self) -> bool:
        """Whether they hesitate in this round and have not been freed. Source: MEL-44."""
        return self.form is not None

    @property
    def cover(self) -> int:
        """What the shield on the arm adds to obstacles now. Source: MEL-48."""
        return shields.cover(self.rating) if self.strapped else 0

    @property
    def wields(self) -> bool:
        """Whether what they fight with is in hand, or part of them. Source: MEL-23."""
        return self.armed or self.fighter.gear.natural

    @property
    def reach(self) -> int:
        """The length of what they have in hand; empty hands are Shortest. Source: MEL-17."""
        return self.fighter.gear.length if self.wields else 0

    @property
    def unarmed(self) -> tuple[Gear, Ability] | None:
        """Bare hands and the skill for them, trained or not; None for whoever knows neither. Source: MEL-18."""
        if self.fighter.martial is not None:
            return Carries.TRAINED_FISTS.gear, self.fighter.martial
        return (Carries.FISTS.gear, self.fighter.brawling) if self.fighter.brawling is not None else None

    @property
    def splinters(self) -> bool:
        """Whether a destroyed shield hangs on the arm; training gets rid of it for free. Source: MEL-50."""
        broken = self.strapped and self.fighter.shield.rating > 0 and self.rating == 0
        return broken and Trained.SHIELD not in self.fighter.trained

    def dice(self, ability: Ability, pressure: int = 0) -> int:
        """What wounds and pressure leave of an ability. Source: MEL-17, MEL-27."""
        return max(0, ability.exponent - self.pain.lost - pressure)

    def nerve(self) -> Pool:
        """The Steel that wounds leave, open-ended. Source: MEL-04, MEL-43."""
        return Pool.of(max(0, self.fighter.steel.exponent - self.pain.lost), self.fighter.steel.shade, open_ended=True)

    def loses(self, disposition: int) -> "One":
        """So much less disposition, never below 0; what is over is lost. Source: MEL-18."""
        return replace(self, disposition=max(0, self.disposition - disposition))

    def wounded(self, level: Level) -> "One":
        """A new wound, and what it makes of them. Source: MEL-19, MEL-41, INJ-12."""
        if level is Level.NONE:
            return self
        pain = self.pain.hurt(level)
        stats = {stat: ability.exponent for stat, ability in self.fighter.stats.items()}
        down = collapse(stats, pain.lost, dying=pain.together.dying).condition is not Condition.UP
        fate = Fate.DOWN if down and self.there else self.fate
        return replace(self, pain=pain, fate=fate, prone=self.prone or down)

    def begins_round(self, number: int) -> "One":
        """The same as a round begins: its marks are gone, disposition is written down. Source: MEL-40, MEL-55.

        Aim lasts while someone aims, and is not interrupted. Source: MEL-31.
        """
        hesitation = self.hesitation if self.hesitation and self.hesitation.due >= number else None
        return replace(
            self,
            at_start=self.disposition,
            acted=None,
            early=False,
            moved=False,
            attacked=False,
            dodge=None,
            hit=False,
            stopped=False,
            doing="",
            swapped=False,
            hesitation=hesitation,
            form=Reaction.OPEN if hesitation else None,
            flanks=tuple(flank for flank in self.flanks if flank.until >= number),
            aim=self.aim if self.doing == AIM and not self.stopped else 0,
        )
