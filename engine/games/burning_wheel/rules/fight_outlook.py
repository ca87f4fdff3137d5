"""What to expect of one action in Fight!: every action against every other, with the dice at hand (FGT-72).

Two fighters stand at their distances, in their stances. `outlook` is what one action does to the other side, exactly:
each wound through armor, a Lock, a weapon lost, a fall. `game` weighs every pair of actions and solves it.

What an action meets is `fight_matrix`'s to say, what the distance costs `fight_reach`'s, what a stance does `stances`',
and a blow `blow`'s; here they only come together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import blow, eaten, fight_disarm, fight_matrix, fight_odds, fight_reach
from engine.games.burning_wheel.rules import stances as standing
from engine.games.burning_wheel.rules.blow import WOUNDS, End, Foe, Strike
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import BARE_HANDED
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_reach import Handy, Part
from engine.games.burning_wheel.rules.locks import Body
from engine.games.burning_wheel.rules.mixed import Game
from engine.games.burning_wheel.rules.stances import Effect, Reply, Stance
from engine.games.burning_wheel.rules.wounds import EFFECTS
from engine.option import Option

OFFERED = (
    Act.STRIKE,
    Act.GREAT_STRIKE,
    Act.AVOID,
    Act.BLOCK,
    Act.COUNTERSTRIKE,
    Act.FEINT,
    Act.BEAT,
    Act.DISARM,
    Act.LOCK,
    Act.PUSH,
    Act.THROW,
)
"""What a fighter chooses from. A Charge is a positioning test, and a Set or another task does nothing by itself."""
VERSUS = (Act.BEAT, Act.LOCK, Act.PUSH, Act.THROW)
"""Attacks without an obstacle of their own."""
STRIKES = (Act.STRIKE, Act.GREAT_STRIKE)
"""What bare hands Block and Counterstrike less well where it is done with a weapon."""


@dataclass(frozen=True, slots=True)
class House:
    """How the table reads what comes together here, that of other modules first.

    `feint_stance`: the free Strike of a Feint feels a stance as any Strike does. Source: FGT-42.
    """

    matrix: fight_matrix.House = fight_matrix.DEFAULT
    reach: fight_reach.House = fight_reach.House()
    feint_stance: bool = False


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side as it stands, wounds and Locks taken off its dice.

    `skill` is that of the weapon in hand, `hands` Brawling or Boxing. `strike` is a Strike with that weapon, whose dice
    and obstacle are replaced here; its `obstacle` is what a Strike takes before distance and stance. `great` is the
    same as a Great Strike, None where no Set went before. `foe` is the same fighter as a target. `penalty` is the
    +Ob on all that it rolls, `moving` that on what it scripts alone, for which it Closed or Withdrew. `guard` are the
    dice of a shield that defend with it, and `shield` says that it is a true one. `armed` says that a weapon is in its
    hands, and `exponent` is that of its skill before wounds and Locks, None where they took nothing.
    Source: FGT-34 to FGT-50.
    """

    skill: Pool
    hands: Pool
    power: Pool
    speed: Pool
    body: Body
    strike: Strike
    foe: Foe
    great: Strike | None = None
    stance: Stance = Stance.NEUTRAL
    at: Distance = Distance.OPTIMAL
    handy: Handy = Handy.BLADE
    penalty: int = 0
    moving: int = 0
    guard: int = 0
    shield: bool = False
    set_aside: bool = False
    armed: bool = True
    exponent: int | None = None

    def effect(self, move: standing.Move) -> Effect:
        """What its stance does to an action or a reply. Source: FGT-50, FGT-52."""
        return standing.effect(self.stance, move, positioned=self.set_aside)

    def roll(self, pool: Pool, move: standing.Move, more: int = 0) -> Roll:
        """Dice in its stance, and the +Ob that eats of their successes; what it scripts pays for moving too."""
        found = self.effect(move)
        moving = 0 if isinstance(move, Reply) else self.moving
        return Roll(pool.plus(found.dice), found.obstacle + self.penalty + moving + more)


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and of a Counterstrike the dice that defend."""

    act: Act
    defending: int = 0

    def words(self, dice: int) -> str:
        """The action, with the halves of a Counterstrike of so many dice: "Counterstrike 3 and 2"."""
        if self.act is not Act.COUNTERSTRIKE:
            return self.act.words
        return f"{self.act.words} {self.defending} and {dice - self.defending}"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one side's action does to the other, each exactly and by itself.

    `ends` sum to 1, and say only No hit where nobody strikes. `lock` has the chance of each Lock from 1 on, `immobile`
    that it leaves no struggle. `disarmed`, `down`, `staggered` (+1 Ob on the next action) and `beaten` (no length dice)
    are chances, `beaten_twice` that of +1 Ob with the weapon besides. `fooled`: the other side counts as hesitating in
    this very action, and `wasted` that this side does. Source: FGT-36, FGT-40 to FGT-48.
    """

    ends: Mapping[End, Fraction] = field(default_factory=lambda: {End.MISS: Fraction(1)})
    lock: Mapping[int, Fraction] = field(default_factory=dict)
    immobile: Fraction = Fraction(0)
    disarmed: Fraction = Fraction(0)
    down: Fraction = Fraction(0)
    staggered: Fraction = Fraction(0)
    beaten: Fraction = Fraction(0)
    beaten_twice: Fraction = Fraction(0)
    fooled: bool = False
    wasted: bool = False

    @property
    def wounded(self) -> Fraction:
        """The chance of a wound of any kind."""
        return sum((self.ends.get(end, Fraction(0)) for end in WOUNDS), Fraction(0))

    @property
    def locked(self) -> Fraction:
        """The chance of a Lock of any strength."""
        return sum(self.lock.values(), Fraction(0))

    @property
    def out(self) -> Fraction:
        """The chance that the fight is over for whom it is done to: a Mortal wound, or held without a struggle."""
        return self.ends.get(End.MORTAL, Fraction(0)) + self.immobile

    @property
    def wound_dice(self) -> Fraction:
        """The dice that wounds take on average; a Superficial is a third of a die, a Mortal wound is `OUT` dice."""
        return sum((PRICES[end] * chance for end, chance in self.ends.items() if chance and PRICES[end]), Fraction(0))


NOTHING = Outlook()
OUT = 8
"""What it is worth in dice to take someone out of the fight: as much as two Traumatic wounds. A rule of thumb."""


def price(end: End) -> Fraction:
    """What the end of a blow costs whom it meets, in dice; a rule of thumb only for the lightest and the worst."""
    if end is End.MORTAL:
        return Fraction(OUT)
    if end is End.SUPERFICIAL:
        return Fraction(1, 3)
    return Fraction(EFFECTS[end.level].dice if end in WOUNDS else 0)


PRICES = {end: price(end) for end in End}


@dataclass(frozen=True, slots=True)
class Prices:
    """What else happens, in dice: a rule of thumb, an action lost being worth a die.

    A weapon takes two actions to pick up and a fall two to get up from; a die of a Lock is a die; +1 Ob is worth half a
    die, and so is a length lost.
    """

    disarmed: Fraction = Fraction(2)
    down: Fraction = Fraction(2)
    lock: Fraction = Fraction(1)
    staggered: Fraction = Fraction(1, 2)
    beaten: Fraction = Fraction(1, 2)


class Aim(Option):
    """What an action is played for."""

    ALL = "all", "every harm, in dice"
    WOUNDS = "wounds", "dice lost to wounds"
    OUT = "out", "the chance to end it"


def harm(found: Outlook, aim: Aim = Aim.ALL, prices: Prices = Prices()) -> Fraction:
    """What an outlook is worth to the side that acts, 0 or more: dice, or a chance."""
    if found is NOTHING:
        return Fraction(0)
    if aim is Aim.OUT:
        return found.out
    if aim is Aim.WOUNDS:
        return found.wound_dice
    held = sum((lock * chance for lock, chance in found.lock.items()), Fraction(0))
    return (
        found.wound_dice
        + prices.lock * held
        + OUT * found.immobile
        + prices.disarmed * found.disarmed
        + prices.down * found.down
        + prices.staggered * (found.staggered + found.beaten_twice)
        + prices.beaten * found.beaten
    )


def dice(fighter: Fighter) -> int:
    """The dice of a Counterstrike before they are divided: those of its stance are among them. Source: FGT-39."""
    return fighter.skill.dice + fighter.effect(Act.COUNTERSTRIKE).dice


def barred(act: Act, me: Fighter, it: Fighter, house: House = House()) -> str:
    """Why an action cannot be done as one stands; nothing where it can. FGT-16, FGT-36, FGT-40, FGT-43, FGT-50."""
    if me.effect(act).barred:
        return f"not in {me.stance.words} stance"
    if act is Act.GREAT_STRIKE and me.great is None:
        return "no Set went before"
    if act is Act.DISARM and not it.armed:
        return "nothing to knock away"
    if act is Act.BEAT and not (me.armed and it.armed):
        return "it takes a weapon on either side"
    found = fight_reach.allowed(fight_reach.PARTS[act], me.at, me.handy, house.reach, theirs=it.at)
    if found.barred:
        return found.why
    pool = {Act.AVOID: me.speed, Act.LOCK: me.power, Act.PUSH: me.power, Act.THROW: me.hands}.get(act, me.skill)
    return "" if pool.dice else "no dice"


def choices(me: Fighter, it: Fighter, house: House = House()) -> tuple[Choice, ...]:
    """What one may do; a Counterstrike in every way to divide it. Nothing to do is a choice where all is barred."""
    found = []
    for act in OFFERED:
        if not barred(act, me, it, house):
            halves = [half for half, _ in fight_odds.shares(dice(me))] if act is Act.COUNTERSTRIKE else [0]
            found += [Choice(act, half) for half in halves]
    return tuple(found) or (Choice(Act.NOTHING),)


def outlook(mine: Choice, theirs: Choice, me: Fighter, it: Fighter, house: House = House()) -> Outlook:
    """What my action does to them, if they do theirs in the same moment; call it twice for both. Source: FGT-49.

    What is barred where one stands does nothing.
    """
    own, other = (_met(one, *both, house) for one, both in ((mine, (me, it)), (theirs, (it, me))))
    return _outlook((mine, own), (theirs, other), me, it, house)


def _outlook(acts: tuple[Choice, Met], answers: tuple[Choice, Met], me: Fighter, it: Fighter, house: House) -> Outlook:
    """The same for actions of which it is known what they count as."""
    (mine, own), (theirs, other) = acts, answers
    if own is Met.COUNTERSTRIKE:
        return _riposte(mine, (theirs.act, other), me, it, house)
    if not own.attacks:
        return NOTHING
    meets = fight_matrix.against(own, other, full_shield=it.shield and it.at is not Distance.INSIDE, house=house.matrix)
    if Meets.WASTED in meets:
        return Outlook(wasted=True)
    if Meets.FREE in meets:
        return replace(_blow(mine.act, me, it, (), house), fooled=True)
    bare = _bare(mine.act, me, it)
    defenses = tuple(
        _defense(part, mine.act, theirs, it, house).plus(penalty=bare if part in _HELD_UP else 0)
        for part in meets
        if part in _DEFENDS
    )
    if mine.act in VERSUS:
        return _versus(mine.act, me, it, defenses, house)
    if mine.act is Act.DISARM:
        return _disarm(me, it, defenses, house)
    return _blow(mine.act, me, it, defenses, house)


_HELD_UP = (Meets.BLOCK, Meets.PLAIN_BLOCK, Meets.COUNTER)
_DEFENDS = (Meets.NATURAL, Meets.AVOID, *_HELD_UP)


def _bare(attack: Act, me: Fighter, it: Fighter) -> int:
    """What bare hands add to a Block or Counterstrike against my Strike with a weapon. Source: FGT-37, FGT-65."""
    return BARE_HANDED if attack in STRIKES and me.armed and not it.armed else 0


def _met(one: Choice, me: Fighter, it: Fighter, house: House) -> Met:
    """What an action counts as; one that is barred is any other, without effect. Source: FGT-49, note 4."""
    if one.act in OFFERED and barred(one.act, me, it, house):
        return Met.OTHER
    return fight_matrix.met(one.act)


def _defense(part: Meets, attack: Act, theirs: Choice, it: Fighter, house: House) -> Roll:
    """One roll against an attack. Source: FGT-34 to FGT-37, FGT-39."""
    if part is Meets.NATURAL:
        return _natural(attack, it)
    if part is Meets.AVOID:
        return it.roll(it.speed, Act.AVOID)
    inside = it.at is Distance.INSIDE
    guard = 0 if inside else it.guard
    part_of = Part.COUNTER if part is Meets.COUNTER else Part.BLOCK
    more = fight_reach.allowed(part_of, it.at, it.handy, house.reach, theirs=it.at).obstacle if inside else 0
    if part is Meets.PLAIN_BLOCK:
        return Roll(it.skill.plus(guard), it.penalty + it.moving + more)
    if part is Meets.BLOCK:
        return it.roll(it.skill.plus(guard), Act.BLOCK, more)
    half = theirs.defending - it.skill.dice
    guarded = half + (guard if theirs.defending else 0)
    penalty = it.effect(Act.COUNTERSTRIKE).obstacle + it.penalty + it.moving + more
    return Roll(it.skill.plus(guarded), penalty)


def _natural(attack: Act, it: Fighter) -> Roll:
    """The natural defense that leaves most: the defender chooses. Source: FGT-34."""
    power, speed = it.roll(it.power, Reply.BY_POWER), it.roll(it.speed, Reply.BY_SPEED)
    if attack is Act.LOCK:
        return power
    if attack is Act.BEAT:
        return it.roll(it.skill, Reply.BY_POWER)
    # Whoever moved this volley answers a Push with Speed alone.
    fit = {Act.PUSH: (speed,) if it.moving else (power, speed)}.get(attack, (speed, it.roll(it.hands, Reply.BY_POWER)))
    return max(fit, key=lambda roll: eaten.law(roll.pool, roll.penalty).mean)


def _versus(act: Act, me: Fighter, it: Fighter, defenses: tuple[Roll, ...], house: House) -> Outlook:
    """A Beat, Lock, Push or Throw: what is left over the defenses is the effect. Source: FGT-36, 44, 46, 48."""
    pool = {Act.BEAT: me.skill, Act.THROW: me.hands}.get(act, me.power)
    law = fight_odds.margin(me.roll(pool, act, _far(act, me, it, house)), defenses)
    one, two = law.at_least(1), law.at_least(2)
    if act is Act.BEAT:
        return Outlook(beaten=one, beaten_twice=two)
    if act is Act.PUSH:
        return Outlook(down=two, staggered=one - two)
    if act is Act.THROW:
        return Outlook(down=one)
    held = {net: law.exactly(net) for net in range(1, law.last + 1)}
    immobile = sum((chance for net, chance in held.items() if net >= it.body.threshold), Fraction(0))
    return Outlook(lock=held, immobile=immobile)


def _far(act: Act, me: Fighter, it: Fighter, house: House, part: Part | None = None) -> int:
    """What the distance adds to what one does."""
    return fight_reach.allowed(part or fight_reach.PARTS[act], me.at, me.handy, house.reach, theirs=it.at).obstacle


def _disarm(me: Fighter, it: Fighter, defenses: tuple[Roll, ...], house: House) -> Outlook:
    """A Disarm against the exponent of their skill, from which wounds and Locks take nothing. Source: FGT-40."""
    roll = me.roll(me.skill, Act.DISARM, _far(Act.DISARM, me, it, house))
    known = it.skill.dice if it.exponent is None else it.exponent
    obstacle = fight_disarm.obstacle(known).total + roll.penalty
    return Outlook(disarmed=fight_odds.hits(Roll(roll.pool), defenses, obstacle))


def _blow(act: Act, me: Fighter, it: Fighter, defenses: tuple[Roll, ...], house: House) -> Outlook:
    """A Strike, a Great Strike or the free Strike of a Feint, through armor. Source: FGT-42, FGT-43, FGT-47."""
    attack = me.great if act is Act.GREAT_STRIKE and me.great else me.strike
    if act is Act.FEINT:
        attack = replace(attack, aim=replace(attack.aim, offered=attack.aim.wanted))
    stanced = Act.STRIKE if act is Act.FEINT and house.feint_stance else act
    roll = me.roll(me.skill, stanced, _far(act, me, it, house))
    return Outlook(_ends(attack, roll, defenses, it.foe))


def _riposte(mine: Choice, answered: tuple[Act, Met], me: Fighter, it: Fighter, house: House) -> Outlook:
    """What the second half of a Counterstrike does to whom it answers. Source: FGT-39."""
    act, other = answered
    if not other.attacks or Meets.RIPOSTE not in fight_matrix.against(other, Met.COUNTERSTRIKE, house=house.matrix):
        return NOTHING
    found = fight_reach.allowed(Part.RIPOSTE, me.at, me.handy, house.reach, theirs=it.at)
    back = dice(me) - mine.defending
    if found.barred or not back:
        return NOTHING
    penalty = me.effect(Act.COUNTERSTRIKE).obstacle + me.penalty + me.moving + found.obstacle + _bare(act, it, me)
    return Outlook(_ends(me.strike, Roll(me.skill.plus(back - me.skill.dice), penalty), (), it.foe))


def _ends(attack: Strike, roll: Roll, defenses: tuple[Roll, ...], foe: Foe) -> Mapping[End, Fraction]:
    """How a blow ends that is rolled so, against one defense at most."""
    against = defenses[0] if defenses else None
    return _struck(
        replace(
            attack,
            pool=roll.pool,
            obstacle=attack.obstacle + roll.penalty,
            defense=against.pool if against else None,
            penalty=against.penalty if against else 0,
        ),
        foe,
    )


@lru_cache(maxsize=512)
def _struck(attack: Strike, foe: Foe) -> Mapping[End, Fraction]:
    return blow.odds(attack, foe).ends


@dataclass(frozen=True, slots=True)
class Pair:
    """Two actions of one moment: what mine does to them, and theirs to me."""

    dealt: Outlook
    taken: Outlook


def pair(mine: Choice, theirs: Choice, me: Fighter, it: Fighter, house: House = House()) -> Pair:
    """Both directions; they happen together. Source: FGT-08, FGT-49."""
    return Pair(outlook(mine, theirs, me, it, house), outlook(theirs, mine, it, me, house))


def game(
    me: Fighter, it: Fighter, aim: Aim = Aim.ALL, house: House = House(), prices: Prices = Prices()
) -> Game[Choice]:
    """Every action against every other, and the mix that nobody can beat; what one wins the other loses. FGT-72."""
    rows, columns = choices(me, it, house), choices(it, me, house)
    # What is offered is not barred, so it counts as what it is.
    mine, theirs = ([(one, fight_matrix.met(one.act)) for one in side] for side in (rows, columns))
    pairs = tuple(
        tuple(Pair(_outlook(one, other, me, it, house), _outlook(other, one, it, me, house)) for other in theirs)
        for one in mine
    )
    payoffs = tuple(
        tuple(harm(one.dealt, aim, prices) - harm(one.taken, aim, prices) for one in across) for across in pairs
    )
    return Game.of((rows, columns), payoffs)
