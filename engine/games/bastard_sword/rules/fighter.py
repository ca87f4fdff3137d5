"""Someone in a fight: what they roll and bear, and how they stand between two steps (BSR-112)."""

from dataclasses import dataclass, replace

from engine.games.bastard_sword.dice import Die, Pool
from engine.games.bastard_sword.rules import injuries, movement, posture
from engine.games.bastard_sword.rules.casting import Spell
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.injuries import BLEEDING_BOXES, Hurt, Track, Wound
from engine.games.bastard_sword.rules.movement import Terrain
from engine.games.bastard_sword.rules.posture import Posture
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.rounds import Budget
from engine.games.bastard_sword.rules.saddle import Mount, Seat
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.weapon_manoeuvres import half_sworded
from engine.option import Option

HASTE = "Acting fast"
"""The words of the mark of acting fast, which nothing shakes off. Source: BSR-64."""


class Fate(Option):
    """How it stands with a body. Source: BSR-56 to BSR-60."""

    UP = "up", "up"
    OUT = "out", "unconscious"
    DOWN = "down", "incapacitated"
    DEAD = "dead", "dead"


class Lasts(Option):
    """How long a mark on a fighter lasts."""

    ROUND = "round", "this round"
    TURN = "turn", "until their next turn"
    FIGHT = "fight", "until the fight is over"


class About(Option):
    """On which tests a mark weighs. Source: BSR-72, BSR-81, BSR-88, BSR-90."""

    ALL = "all", "all rolls"
    AT_THEM = "at-them", "what is meant to harm them"
    ELSEWHERE = "elsewhere", "what is not meant to harm them"
    ACTS = "acts", "what is not free; nor can they move"
    WEAPON = "weapon", "rolls with the weapon"


class Slot(Option):
    """Which turn of a round is still to come. Source: BSR-31."""

    FIRST = "first", "the turn at their number"
    WAIT = "wait", "the turn they wait for, below 0"
    SECOND = "second", "a second turn, below 0"


@dataclass(frozen=True, slots=True)
class Tag:
    """A malus on a fighter with its words, and how long it lasts.

    `by` is the place of whoever gave it, as long as they are up; `about` says on which tests against them or others it
    weighs, `reactions` whether on reactions too.
    """

    words: str
    malus: int
    lasts: Lasts
    by: int | None = None
    about: About = About.ALL
    reactions: bool = True

    def weighs(self, target: int | None, *, reaction: bool = False, free: bool = False, weapon: bool = False) -> bool:
        """Whether it weighs on a test that is meant to harm the one at that place; None is meant to harm nobody.

        `weapon` tells a roll with the weapon in hand.
        """
        if reaction and not self.reactions:
            return False
        match self.about:
            case About.ALL:
                return True
            case About.ACTS:
                return not free
            case About.WEAPON:
                return weapon
        return (target == self.by) is (self.about is About.AT_THEM)

    @property
    def shakes_off(self) -> bool:
        """Whether a test takes it off. Source: BSR-64, BSR-81, BSR-90."""
        return self.words != HASTE and self.about is not About.WEAPON


@dataclass(frozen=True, slots=True)
class OtherHand:
    """The weapon that is not the one fought with: its skill, band, die of damage, modifiers and damage rating."""

    weapon: Pool
    band: Band
    die: Die | None
    modifiers: Modifiers
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Fighter:
    """What one fighter rolls and bears; `die` and `shot_die` are those of their damage, None for no damage.

    `line` is the place of the line of the set-up that they are of. `shooting` of no dice: they do not shoot.
    `shield` is the X of the trait, 0 without one. `other` is a second weapon, where they fight with two, and `mount`
    what they ride. `rating` is the damage rating of the weapon, which a larger body adds to.
    """

    line: int
    ours: bool
    quickness: Pool
    weapon: Pool
    band: Band
    die: Die | None
    modifiers: Modifiers
    armour: Armour
    shooting: Pool
    increment: int
    shot_die: Die | None
    toughness: Pool
    resilience: Pool
    most_spirit: int
    speed: int
    constitution: int
    track: Track
    surprised: bool = False
    shield: int = 0
    other: OtherHand | None = None
    mount: Mount | None = None
    size: Size = Size.MEDIUM
    rating: int = 0

    @property
    def turned(self) -> "Fighter":
        """The same, fighting with the other weapon. Source: BSR-83."""
        if self.other is None:
            return self
        kept, held = OtherHand(self.weapon, self.band, self.die, self.modifiers, self.rating), self.other
        weapon, band, die, modifiers = held.weapon, held.band, held.die, held.modifiers
        return replace(self, weapon=weapon, band=band, die=die, modifiers=modifiers, rating=held.rating, other=kept)


@dataclass(frozen=True, slots=True)
class One:
    """A fighter in the fight, between two steps.

    `boost` is what acting fast adds to the initiative of this round, `ran` the steps that a run adds to it, `went` the
    turn in which they moved and whether that was after their action. `stance` are the successes of a defensive stance,
    `waiting` the count at which a sniped shot was declared, `rolled_away` what a dodge roll takes off shots of this
    round; in the turn of that roll (`rolling`) `rolled_by` is what it takes off retaliations, and `to_roll` the steps
    that wait for them. `kick` are the successes of a kick-up. `death` is the hits of the blow that killed and its
    round; whoever bled to death has none. `lucky` is whether they have tried a lucky break, `half_swords` whether they
    hold their weapon by its blade, and `seat` how they sit on a mount, or stand beside it. `wall` is
    how many of a shield wall stand next to them, and `spell` what they are casting.
    """

    name: str
    fighter: Fighter
    spirit: int
    marks: tuple[int, ...]
    initiative: int = 0
    boost: int = 0
    slot: Slot | None = None
    limit: int = 0
    used: int = 0
    bought: bool = False
    acted: bool = False
    steps: int = 0
    ran: int = 0
    went: tuple[Slot, bool] | None = None
    kick: int = 0
    prone: bool = False
    armed: bool = True
    stance: int = 0
    waiting: int | None = None
    rolled_away: int = 0
    rolling: bool = False
    rolled_by: int = 0
    to_roll: int = 0
    bleeding: int = 0
    stun: int = 0
    down: bool = False
    out: bool = False
    dead: bool = False
    doomed: bool = False
    checked: bool = False
    death: tuple[int, int] | None = None
    tags: tuple[Tag, ...] = ()
    lucky: bool = False
    half_swords: bool = False
    seat: Seat | None = None
    wall: int = 0
    spell: Spell | None = None

    @property
    def fate(self) -> Fate:
        """How it stands with them."""
        return Fate.DEAD if self.dead else Fate.DOWN if self.down else Fate.OUT if self.out else Fate.UP

    @property
    def up(self) -> bool:
        """Whether they can act."""
        return self.fate is Fate.UP

    @property
    def due(self) -> bool:
        """Whether their turn brings a test to wake, or one of those who bleed to death. Source: BSR-58, BSR-59."""
        return not self.dead and not self.checked and (self.out or self.bleeds_out)

    @property
    def bleeds_out(self) -> bool:
        """Whether they bleed to death; the unconscious are incapacitated as well. Source: BSR-58, BSR-59."""
        return (self.down or self.out) and self.bleeding > 0

    @property
    def number(self) -> int:
        """The initiative that counts in this round. Source: BSR-64."""
        return self.initiative + self.boost

    @property
    def count(self) -> int | None:
        """The count of the turn that is still to come in this round; None for none. Source: BSR-31."""
        if self.slot is None or not (self.up or self.due):
            return None
        return self.number if self.slot is Slot.FIRST else -self.number

    @property
    def malus(self) -> int:
        """What bleeding and stun take off all of their rolls. Source: BSR-17, BSR-55, BSR-56."""
        return injuries.bleeding_malus(self.bleeding) + self.stun

    def allowed(self, granted: int) -> int:
        """The base dice that a skill granting so many may roll now. Source: BSR-33, BSR-18."""
        return min(Budget(self.limit, self.used).allows(granted), self.spirit)

    @property
    def left(self) -> int:
        """The steps that they still get this round; on the ground each costs two. Source: BSR-35, BSR-36, BSR-74."""
        return movement.covered(self.points, Terrain.NORMAL, prone=self.prone)

    @property
    def rooted(self) -> bool:
        """Whether they are entangled, and do not move. Source: BSR-88."""
        return any(tag.about is About.ACTS for tag in self.tags)

    @property
    def bands(self) -> frozenset[Band]:
        """The bands at which their weapon works. Source: BSR-40, BSR-89."""
        return half_sworded([self.fighter.band]) if self.half_swords else frozenset({self.fighter.band})

    @property
    def shield(self) -> int:
        """The X of the shield, which each neighbour in a shield wall raises. Source: BSR-77, BSR-101."""
        return self.fighter.shield + self.wall

    @property
    def saddle(self) -> Seat | None:
        """How they sit, while they sit on a mount."""
        return self.seat if self.seat and self.seat.on else None

    def met(self, *, mount: bool) -> tuple[Armour, Size]:
        """The armour and the size that a blow at them meets, or one at the mount they sit on. Source: BSR-107."""
        if mount and self.saddle:
            return self.saddle.mount.armour, self.saddle.mount.size
        return self.fighter.armour, self.fighter.size

    @property
    def speed(self) -> int:
        """Their movement in this round, or that of the mount they sit on. Source: BSR-35, BSR-104."""
        return self.saddle.speed if self.saddle else self.fighter.speed

    @property
    def pace(self) -> int:
        """The movement that they have left in this round."""
        return 0 if self.rooted else self.speed + self.ran - self.steps

    @property
    def points(self) -> int:
        """What is left to pay steps with. Nobody moves twice: not before an action and after it. Source: BSR-35."""
        if self.went not in (None, (self.slot, self.acted)):
            return 0
        return max(0, self.pace)

    @property
    def to_turn_over(self) -> int:
        """The steps that it takes to lie down, or to get up. Source: BSR-74, BSR-75."""
        return posture.cost(Posture.RISE if self.prone else Posture.DROP, self.fighter.speed, self.kick)

    def rolls(self, granted: int, base: int, cost: int = 0) -> "One":
        """After a test with so many base dice, for which so much spirit was paid.

        Any action or reaction ends a defensive stance and a shot that waits. Source: BSR-33, BSR-34, BSR-67, BSR-79.
        """
        return replace(
            self,
            limit=max(self.limit, granted),
            used=self.used + base,
            spirit=self.spirit - cost,
            bought=self.bought or cost > 0,
            stance=0,
            waiting=None,
        )

    def begins_round(self, *, first: bool) -> "One":
        """At the start of a round: dice, purchases and steps are back, stun is 1 less. Source: BSR-56, BSR-112."""
        surprised = first and self.fighter.surprised
        return replace(
            self,
            slot=None if surprised else Slot.FIRST,
            boost=0,
            limit=0,
            used=0,
            bought=False,
            acted=False,
            steps=0,
            ran=0,
            went=None,
            rolled_away=0,
            rolling=False,
            rolled_by=0,
            to_roll=0,
            checked=False,
            stun=max(0, self.stun - (not first)),
            tags=tuple(tag for tag in self.tags if tag.lasts is not Lasts.ROUND),
            seat=self.seat and self.seat.begins_round(),
        )

    def begins_turn(self) -> "One":
        """At the start of a turn: a stance and a shot that waits are over. Source: BSR-67, BSR-79."""
        if self.slot is Slot.SECOND:  # of the same turn, as far as this goes
            return replace(self, kick=0)
        lasting = tuple(tag for tag in self.tags if tag.lasts is not Lasts.TURN)
        return replace(self, stance=0, waiting=None, kick=0, tags=lasting)

    def bleeds(self, boxes: int) -> "One":
        """After so many more boxes of bleeding; the sixth brings them down. Source: BSR-55."""
        checked = min(BLEEDING_BOXES, max(0, self.bleeding + boxes))
        return replace(self, bleeding=checked).falls(down=checked == BLEEDING_BOXES)

    def falls(self, *, down: bool) -> "One":
        """Incapacitated if `down`, and unconscious with it while stunned. Source: BSR-56, BSR-57."""
        if not down or self.down:
            return self
        return replace(self, down=True, out=self.out or self.stun > 0, prone=True, stance=0, waiting=None)

    def stunned(self, more: int) -> "One":
        """After so much more stun; at three times constitution they fall unconscious. Source: BSR-56."""
        stun = max(0, self.stun + more)
        out = more > 0 and injuries.falls_unconscious(stun, self.fighter.constitution)
        if not out:
            return replace(self, stun=stun)
        return replace(self, stun=stun).passes_out()

    def without(self, about: About, by: int | None = None) -> "One":
        """Without the marks of this kind; `by` names whose."""
        kept = tuple(tag for tag in self.tags if tag.about is not about or by not in (None, tag.by))
        return self if kept == self.tags else replace(self, tags=kept)

    def passes_out(self) -> "One":
        """Unconscious, and with that prone; a stance and a shot that waits are over. Source: BSR-56, BSR-85."""
        return replace(self, out=True, prone=True, stance=0, waiting=None)

    def marked(self, chosen: Hurt, wound: Wound, hits: int, number: int, *, bleeds_over: bool) -> "One":
        """After an injury of round `number` is marked, with the wound that it brings.

        Source: BSR-53 to BSR-60, BSR-65.
        """
        over = self.bleeding + wound.bleeding > BLEEDING_BOXES and bleeds_over
        spell = self.spell and self.spell.hurt(sum(chosen.marks) - sum(self.marks))
        hurt = (
            replace(self, marks=chosen.marks, spell=spell)
            .stunned(wound.stun)
            .bleeds(wound.bleeding)
            .falls(down=chosen.down)
        )
        if chosen.dead:
            return replace(hurt, dead=True, prone=True, death=(hits, number))
        return replace(hurt, dead=True, prone=True) if over else hurt

    def survives(self, result: int, *, at_once: bool) -> "One":
        """After the test of someone who bleeds to death, of so many successes; maluses do not count. Source: BSR-58."""
        if self.doomed:
            return replace(self, dead=True, checked=True)
        if result > self.bleeding:
            return replace(self, bleeding=self.bleeding - 1, checked=True)
        if result == self.bleeding:
            return replace(self, checked=True)
        if self.bleeding < BLEEDING_BOXES:
            return replace(self.bleeds(1), checked=True)
        return replace(self, doomed=not at_once, dead=at_once, checked=True)
