"""Defending in Fight!: Natural Defenses, Avoid, Block and Counterstrike, and what a Beat does (FGT-34 to 37, 39).

What each defense rolls and what makes it harder stands here; the chances are those of `fight_odds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_actions import ACTIONS, Act
from engine.games.burning_wheel.rules.fight_odds import Roll, Split
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

MOVING = 1
"""What a Close or Withdraw adds to one's actions of the volley, an Avoid among them. Source: FGT-21, FGT-35."""
BESIDE_AVOID = 1
"""What an Avoid adds to every other action of its volley. Source: FGT-35."""
AT_AVOIDING = 1
"""What an Avoid adds to the obstacle of whoever shoots that volley. Source: FGT-35."""
BARE_HANDED = 1
"""What it adds to Block or Counterstrike an armed Strike with bare hands. Source: FGT-37, FGT-65."""
LENGTH, WEAPON = 1, 2
"""Successes over Natural Defenses for each effect of a Beat. Source: FGT-36."""


class Held(Option):
    """How the defender positioned in this volley. Source: FGT-21, FGT-22, FGT-34."""

    MAINTAIN = "maintain", "Maintain"
    MOVE = "move", "Close or Withdraw"
    STILL = "still", "not at all"


class Grip(Option):
    """The maneuvers that Natural Defenses answer. Source: FGT-34."""

    CHARGE = "charge", "Charge or Tackle"
    LOCK = "lock", "Lock"
    PUSH = "push", "Push"
    THROW = "throw-opponent", "Throw"
    BEAT = "beat-and-bind", "Beat and Bind"

    @property
    def act(self) -> Act:
        """The same among all actions."""
        return Act.of(self.value)

    @property
    def joined_by(self) -> tuple[Act, ...]:
        """The scripted defenses whose successes come on top of Natural Defenses. Source: FGT-34."""
        return ACTIONS[self.act].countered_by


class By(Option):
    """What Natural Defenses are rolled with. Source: FGT-34."""

    POSITION = "position", "positioning roll"
    POWER = "power", "Power"
    SPEED = "speed", "Speed"
    SKILL = "skill", "weapon skill"
    BRAWLING = "brawling", "Brawling"
    BOXING = "boxing", "Boxing"
    AGILITY = "agility", "Agility"


def natural(grip: Grip, held: Held = Held.MAINTAIN, *, armed: bool = True, still_power: bool = False) -> tuple[By, ...]:
    """What Natural Defenses may be rolled with, in the order of the book; none where nothing may.

    `armed` says whether the defender has a weapon skill; with `still_power` someone who did not position answers a
    Charge with Power. Source: FGT-34, FGT-22.

    >>> [by.value for by in natural(Grip.PUSH, Held.MOVE)], natural(Grip.LOCK)
    (['speed'], (<By.POWER: 'power'>,))
    """
    if grip is Grip.CHARGE:
        still = (By.POWER,) if still_power else ()
        return {Held.MAINTAIN: (By.POSITION, By.POWER), Held.MOVE: (By.POSITION,), Held.STILL: still}[held]
    if grip is Grip.PUSH:
        return (By.SPEED,) if held is Held.MOVE else (By.POWER, By.SPEED)
    if grip is Grip.BEAT:
        return (By.SKILL,) if armed else (By.AGILITY,)
    return {Grip.LOCK: (By.POWER,), Grip.THROW: (By.SPEED, By.BOXING, By.BRAWLING)}[grip]


def locked(grip: Grip, by: By, dice: int) -> Line:
    """The dice that a Lock takes from Natural Defenses: none from the Power that resists one. Source: FGT-34, 44."""
    if grip is Grip.LOCK and by is By.POWER:
        return Line(0, "A Lock never weakens what resists it", "FGT-34")
    return Line(-dice, "You are Locked", "FGT-44")


def avoiding(*, moving: bool = False, again: bool = False) -> Worked:
    """The +Ob of an Avoid: for moving, and for another Avoid of the same volley. Source: FGT-35, FGT-21."""
    lines = []
    if moving:
        lines.append(Line(MOVING, "You Close or Withdraw", "FGT-21"))
    if again:
        lines.append(Line(BESIDE_AVOID, "Another Avoid in the volley", "FGT-35", Mark.RULING))
    return Worked(tuple(lines))


class Blocked(Option):
    """Whether a Block takes anything off an action. Source: FGT-37."""

    YES = "yes", "a Block takes successes off it"
    SHIELD = "shield", "only a true shield Blocks it"
    NO = "no", "a Block does nothing against it"


def blocks(act: Act) -> Blocked:
    """Whether a Block takes anything off this action. Source: FGT-37, FGT-49; the shield: ARM-24.

    >>> blocks(Act.BEAT).value, blocks(Act.GREAT_STRIKE).value, blocks(Act.LOCK).value
    ('yes', 'shield', 'no')
    """
    if act is Act.BLOCK_AND_STRIKE or act in ACTIONS[Act.BLOCK].defends:
        return Blocked.YES
    return Blocked.SHIELD if act is Act.GREAT_STRIKE else Blocked.NO


@dataclass(frozen=True, slots=True)
class Countered:
    """What a Counterstrike does against an action: whether its first half defends, and its second strikes. FGT-39."""

    defends: bool
    strikes: bool


def counters(act: Act, *, always: bool = False) -> Countered:
    """What a Counterstrike does against this action; `always` rolls the riposte against attacks it does not list.

    Against a Feint neither half is rolled, and where nobody attacks there is nothing to counter. Source: FGT-39.

    >>> counters(Act.PUSH), counters(Act.LOCK), counters(Act.LOCK, always=True).strikes
    (Countered(defends=True, strikes=True), Countered(defends=False, strikes=False), True)
    """
    listed = act is Act.BLOCK_AND_STRIKE or act in ACTIONS[Act.COUNTERSTRIKE].defends
    unlisted = act in (Act.LOCK, Act.THROW, Act.CHARGE, Act.TACKLE)
    return Countered(listed, listed or (always and unlisted))


@dataclass(frozen=True, slots=True)
class Counterstrike:
    """A Counterstrike before it is divided: dice of one shade that go to either half, and what each half has alone.

    `guard` are dice that only defend, those of a shield. `penalty` is the +Ob on both halves, `burden` what is on the
    defending half alone, `obstacle` what the riposte has to reach without it, `natural` a roll that defends besides.
    A half that does nothing against the attack is off. Source: FGT-39.
    """

    dice: int
    shade: Shade = Shade.BLACK
    guard: int = 0
    penalty: int = 0
    burden: int = 0
    obstacle: int = 1
    natural: Roll | None = None
    countered: Countered = Countered(True, True)

    def defenses(self, defending: int) -> tuple[Roll, ...]:
        """What is rolled against the attack with so many dice in the defending half."""
        half = Pool.of(defending, self.shade) + Pool.of(self.guard if defending else 0)
        scripted = (Roll(half, self.penalty + self.burden),) if self.countered.defends else ()
        return (*scripted, *((self.natural,) if self.natural else ()))

    def split(self, defending: int, riposte: int, attack: Roll, obstacle: int) -> Split:
        """What one way to divide the dice is worth against an attack; see `fight_odds.margin`."""
        struck = fight_odds.hits(attack, self.defenses(defending), obstacle)
        back = fight_odds.hits(Roll(Pool.of(riposte, self.shade)), (), self.obstacle + self.penalty)
        return Split(defending, riposte, struck, back if riposte and self.countered.strikes else Fraction(0))

    def splits(self, attack: Roll, obstacle: int) -> tuple[Split, ...]:
        """Every way to divide the dice, most defense first. Raises `Refused` where there are none to divide."""
        if self.dice < 1:
            raise Refused("A Counterstrike takes at least one die; this has none.")
        return tuple(self.split(*shared, attack, obstacle) for shared in fight_odds.shares(self.dice))


def best(splits: tuple[Split, ...]) -> Split:
    """The way that most often hits without being hit; of two as good the one that is hit less. Source: FGT-39."""
    return max(splits, key=lambda split: (split.good, -split.struck))


class Beaten(Option):
    """What a Beat and Bind does to a weapon, the second on top of the first. Source: FGT-36."""

    NOTHING = "nothing", "nothing"
    LENGTH = "length", "no length dice at their next positioning"
    WEAPON = "weapon", "+1 Ob on their next action with it as well"


def beaten(net: int) -> Beaten:
    """What so many successes over all defenses do. Source: FGT-36.

    >>> [beaten(net).value for net in (0, 1, 2)]
    ['nothing', 'length', 'weapon']
    """
    if net < LENGTH:
        return Beaten.NOTHING
    return Beaten.LENGTH if net < WEAPON else Beaten.WEAPON


def beats(attack: Roll, defenses: tuple[Roll, ...]) -> Mapping[Beaten, Fraction]:
    """The exact chance of each; they sum to 1. Source: FGT-36."""
    found = fight_odds.margin(attack, defenses)
    length, weapon = found.at_least(LENGTH), found.at_least(WEAPON)
    return {Beaten.NOTHING: 1 - length, Beaten.LENGTH: length - weapon, Beaten.WEAPON: weapon}


def untouched(attack: Roll, obstacle: int, defense: Roll, attackers: int, *, all_of_them: bool) -> Fraction:
    """The chance that none of several equal attacks comes through one defense.

    With `all_of_them` the same roll is taken off every attack; otherwise it answers one of them, and the others meet
    nothing. Source: FGT-35, FGT-37.
    """
    law, free = defense.law, 1 - fight_odds.hits(attack, (), obstacle)

    def missed(taken: int) -> Fraction:
        return Fraction(1) - attack.law.at_least(min(obstacle + taken, attack.law.last + 1))

    if not all_of_them:
        return sum((chance * missed(taken) for taken, chance in law), Fraction(0)) * free ** (attackers - 1)
    return sum((chance * missed(taken) ** attackers for taken, chance in law), Fraction(0))
