"""A Fight! of two from the first positioning test to its end: a frozen state, and what may be done in it (FGT-67).

Each method of a `Fight` gives the fight after it, or raises `Refused` with the sentence why it is not allowed. Dice
come from outside: a `Throw` says how many successes a `Cast` came to. What the last step brought stands in `came`.
Sides are numbered 0 and 1. What is shot, sung or cast is announced and costs its actions; what it does comes from
outside, by `hesitate`. So a bot fights it out:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> chance = Random(3)
>>> throw = lambda cast: roll(cast.pool, chance).count.successes
>>> fight = begin(Fighter("Wenna", skill=B5), Fighter("Grim"))
>>> fight = fight.start(throw, Distance.OPTIMAL)
>>> defends = {1: [Act.BLOCK], 2: [Act.STRIKE], 3: [Act.BLOCK]}
>>> strikes = {1: [Act.STRIKE], 2: [Act.BLOCK], 3: [Act.STRIKE]}
>>> while fight.phase is not Phase.OVER:
...     for side, acts in enumerate((defends, strikes)):
...         fight = fight.write(side, bot_script(fight.sides[side].actions, acts))
...     while fight.phase not in (Phase.SCRIPT, Phase.OVER):
...         fight = fight.announce().position(throw)
...         while fight.phase is Phase.ACT:
...             fight = fight.act(throw)
>>> fight.exchange, [level.value for level in fight.sides[0].state.levels], fight.came[-1].words
(2, ['midi', 'midi'], 'Midi wound')
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    damage,
    eaten,
    fight_attacks,
    fight_defenses,
    fight_disarm,
    fight_positioning,
    fight_posture,
    fight_push,
    fight_reach,
    locks,
    quickness,
    stances,
)
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import Foe, Nerve, Strike, armor_obstacle
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.exchange import VOLLEYS, layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning, Track, between, landings
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.games.burning_wheel.rules.fight_positioning import Outcome, length_dice, of_length
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.fight_script import Deed, Script, State, Volley, check
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.plan_changes import Change, Clock, Plan, Spot
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.steel import lost
from engine.games.burning_wheel.rules.striking import BASE
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS, Weapon
from engine.games.burning_wheel.rules.wounds import PRESETS, Level, Tolerances, together
from engine.option import Option
from engine.refused import Refused

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
USUAL_HESITATION = 6
OBSTACLES = (Met.STRIKE, Met.GREAT_STRIKE, Met.DISARM)
"""Attacks whose +Ob raises an obstacle; that of the others eats successes. Source: FGT-09."""
SCRIPTED = (Meets.AVOID, Meets.BLOCK, Meets.PLAIN_BLOCK, Meets.COUNTER)


class Phase(Option):
    """What comes next. Source: FGT-67."""

    START = "start", "the first positioning test"
    SCRIPT = "script", "both sides script"
    ANNOUNCE = "announce", "plans may change, then the volley is announced"
    POSITION = "position", "positioning is tested"
    ACT = "act", "the next actions meet"
    OVER = "over", "the fight is over for now"


class Part(Option):
    """What dice are thrown for."""

    POSITION = "position", "positioning"
    ATTACK = "attack", "the action"
    DEFENSE = "defense", "the scripted defense"
    NATURAL = "natural", "Natural Defenses"
    RIPOSTE = "riposte", "the riposte"
    ARMOR = "armor", "armor"
    STEEL = "steel", "Steel"


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to be thrown: whose, for what, and with which action."""

    side: int
    part: Part
    pool: Pool
    act: Act | None = None


Throw = Callable[[Cast], int]
"""Says how many successes dice came to."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """What someone brings into a fight and keeps through it.

    `hands` is Brawling or Boxing; `multiplier` that of Speed; `traits` are dice for positioning. Source: FGT-67.
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

    def held(self, using: With) -> Weapon:
        """What a blow is struck with; a second weapon counts as the first."""
        return WEAPONS["hilt"] if using is With.HILT else self.weapon


@dataclass(frozen=True, slots=True)
class Standing:
    """How a fighter stands between two steps. `lost` are actions of hesitation to come. Source: FGT-67."""

    at: Distance = Distance.OPTIMAL
    stance: Stance = Stance.NEUTRAL
    posture: Posture = Posture.STANDING
    lock: int = 0
    staggered: bool = False
    beaten: bool = False
    hampered: int = 0
    disarmed: bool = False
    lost: int = 0
    running: bool = False
    levels: tuple[Level, ...] = ()
    plan: Plan | None = None
    out: bool = False

    @property
    def taken(self) -> int:
        """The dice that wounds take."""
        return -together(self.levels).dice.total

    @property
    def hurts(self) -> int:
        """The obstacle that wounds add."""
        return together(self.levels).obstacle

    @property
    def idle(self) -> bool:
        """Whether nothing is to be feared from him: hesitating, fleeing or out of it. Source: FGT-67."""
        return self.out or self.running or bool(self.lost)


@dataclass(frozen=True, slots=True)
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
        return Pool.of(max(0, left) + max(0, more) if left > 0 else 0, ability.shade)

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
class House:
    """How a table reads the procedure: with `shared` every pair of weapons has one distance in common. FGT-20."""

    shared: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight of two between two steps. `thrown` are the dice of the last one, `came` what it brought. FGT-67."""

    sides: tuple[Side, Side]
    house: House = House()
    phase: Phase = Phase.START
    exchange: int = 1
    volley: int = 1
    slot: int = 1
    moved: tuple[Positioning, Positioning] = (Positioning.STAND, Positioning.STAND)
    rushed: tuple[bool, bool] = (False, False)
    came: tuple[Event, ...] = ()
    thrown: tuple[tuple[Cast, int], ...] = ()

    @property
    def places(self) -> Places:
        """Where both stand."""
        return self.sides[0].state.at, self.sides[1].state.at

    @property
    def track(self) -> Track:
        """The distances that their weapons give them. Source: FGT-20."""
        one, two = (side.fighter.weapon.length for side in self.sides)
        return between(one, two, shared=self.house.shared)

    def start(self, throw: Throw, pick: Distance, *, more: tuple[int, int] = (0, 0)) -> "Fight":
        """The first positioning test; the winner picks his distance, a tie goes to side 1. Source: FGT-18.

        `more` are dice of each side besides Speed, quickness, length and traits.
        """
        self._need(Phase.START)
        table = _Table(throw)
        rolled = [
            eaten.left(
                table.cast(Cast(place, Part.POSITION, self._speed(place, None, more[place]))),
                self.sides[place].state.hurts,
            )
            for place in (0, 1)
        ]
        mine = rolled[0] > rolled[1]
        places = self.track.started(pick, mine=mine)
        told = Event(0 if mine else 1, f"wins and picks {pick.words}", "FGT-18")
        return self._with(places=places, phase=Phase.SCRIPT, came=(told,), thrown=table.all)

    def placed(self, places: Places) -> "Fight":
        """The same with both where the GM puts them. Source: FGT-20."""
        return self._with(places=places)

    def hesitate(self, place: int, actions: int, *, running: bool = False) -> "Fight":
        """Something from outside costs a side so many actions, the next one first. Source: FGT-61."""
        return self._side(place, _shaken(self.sides[place].state, actions, running=running))

    def write(self, place: int, script: Script) -> "Fight":
        """A side hands in its script. Raises `Refused` with the first fault of an unlawful one. Source: FGT-07.

        Actions that hesitation takes are crossed off as they come, so that a script has all of them.
        """
        self._need(Phase.SCRIPT)
        side = self.sides[place]
        now = side.state
        speeds = {With.MAIN: side.fighter.weapon.speed}
        asked = State(side.actions, speeds=speeds, stance=now.stance, posture=now.posture, locked=bool(now.lock))
        found = check(script, asked)
        if not found.lawful:
            raise Refused(found.faults[0].words)
        fight = self._side(place, replace(now, plan=Plan(script)))
        written = all(one.state.plan for one in fight.sides)
        return replace(fight, phase=Phase.ANNOUNCE if written else Phase.SCRIPT, came=(), thrown=())

    def trade(self, place: int, given: Spot, changed: Spot, change: Change) -> "Fight":
        """A side gives up an action to change another. Raises `Refused` where it is too late. Source: FGT-54."""
        return self._replan(place, lambda plan: plan.trade(given, changed, change))

    def drool(self, place: int, spot: Spot) -> "Fight":
        """A side drops an action of its own will. Raises `Refused` where it is too late. Source: FGT-56."""
        return self._replan(place, lambda plan: plan.drool(spot))

    def announce(self) -> "Fight":
        """Both announce the volley; from here on nothing of it changes. Source: FGT-54, FGT-67."""
        self._need(Phase.ANNOUNCE)
        fight = self
        for place, side in enumerate(self.sides):
            assert side.state.plan
            plan = replace(side.state.plan, clock=Clock(self.volley, is_out=True))
            fight = fight._side(place, replace(side.state, plan=plan))
        return replace(fight, phase=Phase.POSITION, came=(), thrown=())

    def position(self, throw: Throw, *, more: tuple[int, int] = (0, 0), near: bool = False) -> "Fight":
        """The positioning tests of the volley, Charges and Tackles among them. Source: FGT-10, FGT-19, FGT-38.

        `more` are dice of each side for terrain, spells and the like; with `near` a winner by two or more moves one
        distance alone.
        """
        self._need(Phase.POSITION)
        return _positioned(self, _Table(throw), more, near)

    def act(self, throw: Throw, *, defending: tuple[int | None, int | None] = (None, None)) -> "Fight":
        """The next actions of both meet, and everything they do is applied at once. Source: FGT-08, FGT-67.

        `defending` are the dice of a Counterstrike that defend, the larger half where nobody says.
        """
        self._need(Phase.ACT)
        return _acted(self, _Table(throw), defending)

    def _need(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Refused(f"That does not come now; next: {self.phase.words}.")

    def _replan(self, place: int, change: Callable[[Plan], Plan]) -> "Fight":
        self._need(Phase.ANNOUNCE)
        plan = self.sides[place].state.plan
        assert plan
        new = change(replace(plan, clock=Clock(self.volley)))
        return self._side(place, replace(self.sides[place].state, plan=new))

    def _side(self, place: int, state: Standing) -> "Fight":
        sides = list(self.sides)
        sides[place] = replace(sides[place], state=state)
        return replace(self, sides=(sides[0], sides[1]))

    def _with(
        self,
        *,
        places: Places,
        phase: Phase | None = None,
        came: tuple[Event, ...] = (),
        thrown: tuple[tuple[Cast, int], ...] = (),
    ) -> "Fight":
        one, two = (
            replace(side, state=replace(side.state, at=at)) for side, at in zip(self.sides, places, strict=True)
        )
        return replace(self, sides=(one, two), phase=phase or self.phase, came=came, thrown=thrown)

    def _speed(self, place: int, at: Distance | None, more: int, *, rush: Act | None = None) -> Pool:
        """The dice of a positioning test: Speed, or Power and a die for a Charge. Source: FGT-11, FGT-38."""
        side = self.sides[place]
        if side.state.lost and rush is None:
            return Pool.of(0)
        quick = quickness.dice(
            [one.actions for one in self.sides], [one.fighter.multiplier for one in self.sides], rule="FGT-11"
        )[place].total
        mine, theirs = (of_length(self.sides[one].fighter.weapon.length) for one in (place, 1 - place))
        beaten = side.state.beaten or side.state.disarmed
        length = length_dice(mine, theirs, at, beaten=beaten).amount
        bonus = quick + length + side.fighter.traits + more
        if rush is None:
            return side.dice(side.fighter.speed, more=bonus)
        return side.dice(side.fighter.power, more=fight_attacks.rushing(0, bonus=bonus).total)


def begin(one: Fighter, other: Fighter, house: House = House()) -> Fight:
    """A fight that nobody has positioned for yet. Source: FGT-67."""
    return Fight((Side(one), Side(other)), house)


def bot_script(actions: int, acts: Mapping[int, Sequence[Act]], positioning: str = "maintain") -> Script:
    """A lawful script for so many actions: the acts of each volley, filled up with Assess."""
    layout = layouts(actions)[0]
    rows = [(*acts.get(number, ()), *[Act.ASSESS] * count)[:count] for number, count in enumerate(layout, 1)]
    return Script.of(positioning, *rows)


@dataclass(slots=True)
class _Table:
    """Where dice fall in one step."""

    throw: Throw
    fell: list[tuple[Cast, int]] = field(default_factory=list)

    def cast(self, cast: Cast) -> int:
        """The successes of a throw; without dice there are none."""
        found = self.throw(cast) if cast.pool.dice else 0
        self.fell.append((cast, found))
        return found

    @property
    def all(self) -> tuple[tuple[Cast, int], ...]:
        return tuple(self.fell)


def _shaken(state: Standing, actions: int, *, running: bool = False) -> Standing:
    """A state with so many more actions lost; whoever hesitates is in Neutral stance. Source: FGT-53, FGT-61."""
    if actions < 1:
        return state
    return replace(state, lost=state.lost + actions, stance=Stance.NEUTRAL, running=running or state.running)


def _rush(fight: Fight, place: int) -> Act | None:
    """The Charge or Tackle that a side leads the volley with, if it may. Source: FGT-38."""
    side = fight.sides[place]
    volley = side.volley(fight.volley)
    first = volley.deeds[0].act if volley.deeds else None
    may = first in stances.CHARGES and not side.state.lost and side.state.at is not Distance.OUT
    return first if may else None


def _hindered(side: Side) -> int:
    """The +Ob of a positioning test. Source: FGT-11."""
    down = fight_posture.penalty(side.state.posture, Doing.POSITION)
    return side.state.hurts + down + (fight_push.STAGGERED if side.state.staggered else 0)


def _scripted(fight: Fight, place: int) -> Positioning:
    """What a side does for its position: who hesitates Maintains, or runs. Source: FGT-61."""
    state = fight.sides[place].state
    if state.lost:
        return Positioning.WITHDRAW if state.running else Positioning.MAINTAIN
    return fight.sides[place].volley(fight.volley).positioning


def _positioned(fight: Fight, table: _Table, more: tuple[int, int], near: bool) -> Fight:
    wants = (_scripted(fight, 0), _scripted(fight, 1))
    rushes = (_rush(fight, 0), _rush(fight, 1))
    rushed = bool(rushes[0]), bool(rushes[1])
    fight = replace(fight, moved=wants, rushed=rushed, slot=1, phase=Phase.ACT, came=(), thrown=())
    still = fight_positioning.automatic(*wants) if not any(rushes) else None
    if still is not None:
        done = _moved(fight, still, wants, near=True)
        return _after(replace(done, came=(*done.came, Event(0, "someone stands still", "FGT-22"))))
    rolled, fallen = [0, 0], [0, 0]
    for place, rush in enumerate(rushes):
        if wants[place] is not Positioning.STAND:
            flees = wants[place] is Positioning.WITHDRAW and bool(fight.sides[place].state.lost)
            at = fight.sides[place].state.at
            pool = _fleeing(fight, place) if flees else fight._speed(place, at, more[place], rush=rush)
            fallen[place] = table.cast(Cast(place, Part.POSITION, pool, rush))
            rolled[place] = eaten.left(fallen[place], _hindered(fight.sides[place]))
    outcome = _outcome(fight, rolled, fallen)
    for place in (0, 1):
        state = fight.sides[place].state
        fight = fight._side(place, replace(state, staggered=False, beaten=False))
    if any(rushes):
        return _after(_rushed(replace(fight, thrown=table.all), table, rushes, rolled))
    fight = _moved(fight, outcome, wants, near=near)
    return _after(replace(fight, thrown=table.all))


def _fleeing(fight: Fight, place: int) -> Pool:
    """The dice of a side that runs screaming: neither weapon nor terrain counts. Source: FGT-61."""
    one, other = fight.sides
    reflexes, multipliers = (one.actions, other.actions), (one.fighter.multiplier, other.fighter.multiplier)
    quick = quickness.dice(reflexes, multipliers, rule="FGT-11")[place].total
    side = fight.sides[place]
    return side.dice(side.fighter.speed, more=quick + side.fighter.traits)


def _outcome(fight: Fight, rolled: Sequence[int], fallen: Sequence[int]) -> Outcome:
    """How positioning ends by what +Ob left of both rolls, and by what fell against no dice. Source: FGT-19, FGT-61."""
    frozen = [bool(side.state.lost) and not side.state.running for side in fight.sides]
    if frozen[0] is frozen[1]:
        return Outcome.by(rolled[0] - rolled[1])
    place = int(frozen[0])
    found = fight_positioning.over_hesitating(fallen[place], _hindered(fight.sides[place]))
    return list(Outcome)[::-1][list(Outcome).index(found)] if place else found


def _moved(fight: Fight, outcome: Outcome, wants: tuple[Positioning, Positioning], *, near: bool) -> Fight:
    """Both where the winner takes them, as far as he may. Source: FGT-19, FGT-20."""
    won = outcome.won
    if won is None:
        return replace(fight, came=(Event(0, "a tie: nobody moves", "FGT-19"),))
    place = 0 if won else 1
    steps = 1 if near else outcome.steps
    places = landings(fight.track, fight.places, wants[place], mine=won, steps=steps)[0]
    words = f"wins position: {places[place].words}"
    return fight._with(places=places, came=(Event(place, words, "FGT-19"),))


def _rushed(fight: Fight, table: _Table, rushes: tuple[Act | None, Act | None], rolled: Sequence[int]) -> Fight:
    """One Charge, or two against each other: the larger has its way. Source: FGT-38."""
    place = 0 if rushes[0] and (not rushes[1] or rolled[0] >= rolled[1]) else 1
    rush, other = rushes[place], 1 - place
    assert rush
    foe = fight.sides[other]
    volley = foe.volley(fight.volley)
    avoids = bool(volley.deeds) and volley.deeds[0].act is Act.AVOID and not foe.state.lost
    taken = 0
    if avoids:
        pool = foe.dice(foe.fighter.speed, more=stances.effect(foe.state.stance, Act.AVOID).dice)
        fell = table.cast(Cast(other, Part.DEFENSE, pool, Act.AVOID))
        taken = eaten.left(fell, foe.state.hurts + _moving(fight, other))
    over = rolled[place] - rolled[other]
    hits = fight_attacks.landed(over - taken, over)
    state = replace(fight.sides[place].state, stance=Stance.NEUTRAL)
    if not hits.works:
        fight = fight._side(place, _shaken(state, 1))
        told = Event(place, f"{rush.words} fails: the next action is lost", "FGT-38")
        return replace(fight, came=(told,), thrown=table.all)
    floored = hits is fight_attacks.Hits.FLOORED
    tackle = rush is Act.TACKLE
    fallen = replace(foe.state, posture=Posture.GROUND) if floored else replace(foe.state, hampered=1)
    mine = replace(state, posture=Posture.GROUND) if floored and tackle else state
    at = Distance.INSIDE if tackle else Distance.OPTIMAL
    fight = fight._side(place, mine)._side(other, fallen)
    places = next(found for found in fight.track.states[::-1] if fight.track.place(place == 0, found) is at)
    told = Event(other, hits.words.lower(), "FGT-38")
    return fight._with(places=places, phase=fight.phase, came=(told,), thrown=table.all)


def _after(fight: Fight) -> Fight:
    """On to the actions of the volley, or to the end where both are out of reach. Source: FGT-16, FGT-67."""
    if fight_reach.over(fight.places):
        return replace(fight, phase=Phase.OVER)
    return _skipped(replace(fight, phase=Phase.ACT))


def _moving(fight: Fight, place: int) -> int:
    """What moving costs every action of the volley. Source: FGT-21."""
    return fight_reach.moving(fight.moved[place], fight.moved[1 - place], fight_reach.Doing.MELEE).total


def _deed(fight: Fight, place: int) -> Deed | None:
    """What a side really does in this slot: nothing where it has no action there. Source: FGT-61, FGT-67."""
    side = fight.sides[place]
    slots = side.volley(fight.volley).slots
    if fight.slot > len(slots) or side.state.out:
        return None
    deed = slots[fight.slot - 1][0]
    if fight.slot == 1 and fight.rushed[place]:
        return deed  # It was the positioning of this volley; what it cost comes after it.
    if side.state.lost:
        return Deed(Act.DROOL)
    part = fight_reach.PARTS.get(deed.act)
    if part and deed.act not in stances.CHARGES:
        length = side.fighter.held(deed.using)
        handy = fight_reach.handy(length.length, length)
        if fight_reach.allowed(part, side.state.at, handy, theirs=fight.sides[1 - place].state.at).barred:
            return Deed(Act.NOTHING)
    return deed


def _penalty(fight: Fight, place: int, deed: Deed, doing: Doing) -> int:
    """All +Ob of an action: wounds, movement, posture, distance, stance, and what was done to it. Source: FGT-09."""
    side = fight.sides[place]
    state = side.state
    found = state.hurts + _moving(fight, place) + fight_posture.penalty(state.posture, doing)
    found += stances.effect(state.stance, deed.act).obstacle + state.hampered
    found += fight_push.STAGGERED if state.staggered else 0
    part = fight_reach.PARTS.get(deed.act)
    if part:
        held = side.fighter.held(deed.using)
        handy = fight_reach.handy(held.length, held)
        found += fight_reach.allowed(part, state.at, handy, theirs=fight.sides[1 - place].state.at).obstacle
    if deed.act is not Act.AVOID and _avoids(fight, place):
        found += 1
    return found


def _avoids(fight: Fight, place: int) -> bool:
    """Whether an Avoid stands in the volley, which makes its other actions harder. Source: FGT-35."""
    return any(deed.act is Act.AVOID for deed in fight.sides[place].volley(fight.volley).deeds)


def _pool(fight: Fight, place: int, deed: Deed) -> Pool:
    side = fight.sides[place]
    more = stances.effect(side.state.stance, deed.act).dice
    kind = met(deed.act)
    ability = {
        Met.LOCK: side.fighter.power,
        Met.PUSH: side.fighter.power,
        Met.THROW: side.fighter.hands,
        Met.AVOID: side.fighter.speed,
    }.get(kind, side.fighter.skill)
    return side.dice(ability, more=more)


_NATURAL = {
    fight_defenses.By.POWER: "power",
    fight_defenses.By.SPEED: "speed",
    fight_defenses.By.SKILL: "skill",
    fight_defenses.By.BRAWLING: "hands",
    fight_defenses.By.BOXING: "hands",
}


def _natural(fight: Fight, table: _Table, place: int, act: Act) -> int:
    """What a side rolls by nature against an action, with the largest pool that it may. Source: FGT-34."""
    side = fight.sides[place]
    moved = fight.moved[place]
    held = fight_defenses.Held.MOVE if moved.moves else fight_defenses.Held.MAINTAIN
    grip = fight_defenses.Grip.of(act.value)
    pools = [
        side.dice(getattr(side.fighter, _NATURAL[by]), free=grip is fight_defenses.Grip.LOCK)
        for by in fight_defenses.natural(grip, held)
    ]
    pool = max(pools, key=lambda one: one.dice)
    harder = side.state.hurts + fight_posture.penalty(side.state.posture, Doing.NATURAL)
    return eaten.left(table.cast(Cast(place, Part.NATURAL, pool, act)), harder)


@dataclass(frozen=True, slots=True)
class _Effect:
    """What an action does to a side once everything of the slot is rolled."""

    side: int
    words: str
    rule: str
    wound: tuple[Level, int] | None = None
    state: Callable[[Standing], Standing] | None = None


def _acted(fight: Fight, table: _Table, defending: tuple[int | None, int | None]) -> Fight:
    deeds = (_deed(fight, 0), _deed(fight, 1))
    acts = tuple(deed.act if deed else Act.NOTHING for deed in deeds)
    effects: list[_Effect] = []
    for place in (0, 1):
        deed = deeds[place]
        if deed is None:
            continue
        if met(deed.act).attacks and deed.act not in stances.CHARGES:
            effects += _attacked(fight, table, place, deed, acts[1 - place], deeds[1 - place], defending)
        else:
            effects += _alone(fight, table, place, deed)
    for place in (0, 1):
        if deeds[place] is not None:
            fight = fight._side(place, _spent(fight.sides[place].state, acts[place]))
    came = []
    for effect in effects:
        came.append(Event(effect.side, effect.words, effect.rule))
        if effect.state:
            fight = fight._side(effect.side, effect.state(fight.sides[effect.side].state))
    for effect in effects:
        if effect.wound:
            fight, told = _wounded(fight, table, effect.side, effect.wound[0])
            came += told
    return _skipped(replace(fight, slot=fight.slot + 1, came=tuple(came), thrown=table.all))


def _spent(state: Standing, act: Act) -> Standing:
    """A state once one of its actions is over: hesitation runs down, and what hampered it is gone."""
    if act in stances.CHARGES:
        return replace(state, stance=Stance.NEUTRAL)
    if state.lost:
        left = state.lost - 1
        return replace(state, lost=left, running=state.running and bool(left))
    stance = stances.after(state.stance, stances.Step(act))
    return replace(state, stance=stance, hampered=0, staggered=False)


def _attacked(
    fight: Fight,
    table: _Table,
    place: int,
    deed: Deed,
    theirs: Act,
    their_deed: Deed | None,
    defending: tuple[int | None, int | None],
) -> list[_Effect]:
    """One side's attack against what the other does. Source: FGT-49, FGT-09."""
    mine, other = met(deed.act), 1 - place
    meets = against(mine, met(theirs))
    if mine is Met.SHOOT:
        return [_Effect(place, "shoots: roll it by the rules on missiles", "FGT-30")]
    if Meets.WASTED in meets:
        return [_Effect(place, "the Feint is wasted", "FGT-42", state=lambda state: _shaken(state, 1))]
    free = Meets.FREE in meets
    kind = Met.STRIKE if free else mine
    strike = Deed(Act.STRIKE, deed.using) if free else deed
    fell = table.cast(Cast(place, Part.ATTACK, _pool(fight, place, strike), deed.act))
    harder = _penalty(fight, place, strike, Doing.ATTACK)
    found: list[_Effect] = []
    if kind not in OBSTACLES and not eaten.answered(fell, harder):
        found.append(_Effect(place, f"{deed.act.words} fails by itself", "FGT-09"))
        net = 0
    else:
        taken = 0 if free else _defended(fight, table, other, meets, deed.act, their_deed, defending[other])
        obstacle = _obstacle(fight, other, kind) + harder if kind in OBSTACLES else 0
        net = fell - taken - obstacle if kind in OBSTACLES else eaten.left(fell, harder) - taken
        found += _lands(fight, place, strike, kind, net)
    if Meets.RIPOSTE in meets and their_deed:
        found += _riposte(fight, table, other, their_deed, defending[other])
    return found


def _obstacle(fight: Fight, target: int, kind: Met) -> int:
    if kind is Met.DISARM:
        return fight_disarm.obstacle(fight.sides[target].fighter.skill.exponent).total
    return BASE


def _halves(fight: Fight, place: int, deed: Deed, defending: int | None) -> tuple[Pool, Pool]:
    """A Counterstrike divided. Source: FGT-39."""
    pool = _pool(fight, place, deed)
    first = (pool.dice + 1) // 2 if defending is None else min(max(defending, 0), pool.dice)
    return pool.plus(first - pool.dice), pool.plus(-first)


def _defended(
    fight: Fight,
    table: _Table,
    place: int,
    meets: Sequence[Meets],
    attack: Act,
    deed: Deed | None,
    defending: int | None,
) -> int:
    """The successes that come off an attack. Source: FGT-34 to FGT-39, FGT-49."""
    taken = 0
    if Meets.NATURAL in meets:
        taken += _natural(fight, table, place, attack)
    if deed and any(part in meets for part in SCRIPTED):
        pool = _halves(fight, place, deed, defending)[0] if Meets.COUNTER in meets else _pool(fight, place, deed)
        fell = table.cast(Cast(place, Part.DEFENSE, pool, deed.act))
        taken += eaten.left(fell, _penalty(fight, place, deed, Doing.DEFEND))
    return taken


def _riposte(fight: Fight, table: _Table, place: int, deed: Deed, defending: int | None) -> list[_Effect]:
    pool = _halves(fight, place, deed, defending)[1]
    strike = Deed(Act.STRIKE, deed.using)
    fell = table.cast(Cast(place, Part.RIPOSTE, pool, deed.act))
    net = fell - BASE - _penalty(fight, place, strike, Doing.ATTACK)
    return _lands(fight, place, strike, Met.STRIKE, net)


def _lands(fight: Fight, place: int, deed: Deed, kind: Met, net: int) -> list[_Effect]:
    """What a net does: 0 or more over an obstacle, or 1 or more of what a versus maneuver has left."""
    other = 1 - place
    if net < (0 if kind in OBSTACLES else 1):
        return [_Effect(place, f"{deed.act.words} comes to nothing", "FGT-49")]
    if kind in (Met.STRIKE, Met.GREAT_STRIKE):
        return [_struck(fight, place, deed, kind, net)]
    if kind is Met.LOCK:
        return [_Effect(other, f"Locked by {net}D more", "FGT-44", state=lambda now: replace(now, lock=now.lock + net))]
    if kind is Met.PUSH:
        spent = fight_push.ways(net)[0]
        posture = Posture.GROUND if spent.down else None
        return [
            _Effect(
                other,
                f"pushed: {spent.words}",
                "FGT-46",
                state=lambda now: replace(now, posture=posture or now.posture, staggered=spent.staggered),
            )
        ]
    if kind is Met.THROW:
        return [_Effect(other, "thrown down", "FGT-48", state=lambda now: replace(now, posture=Posture.GROUND))]
    if kind is Met.DISARM:
        return [_Effect(other, "disarmed", "FGT-40", state=lambda now: replace(now, disarmed=True))]
    beaten = fight_defenses.beaten(net)
    weapon = beaten is fight_defenses.Beaten.WEAPON
    return [
        _Effect(
            other,
            f"weapon beaten aside: {beaten.words}",
            "FGT-36",
            state=lambda now: replace(now, beaten=True, hampered=now.hampered + weapon),
        )
    ]


def _struck(fight: Fight, place: int, deed: Deed, kind: Met, net: int) -> _Effect:
    """A blow that hits the torso, before armor; a Great Strike adds to Power. Source: WPN-01, FGT-43."""
    side, other = fight.sides[place], 1 - place
    more = int(kind is Met.GREAT_STRIKE)
    blow = Strike.of(side.fighter.held(deed.using), side.fighter.power.exponent, Pool.of(0), 0, more_power=more)
    stage = damage.stage(net, blow.add)
    place_hit = blow.damage.at(stage)
    foe = fight.sides[other].fighter
    level = foe.tolerances.level(place_hit)
    words = f"{stage.words} at {place_hit}" if stage is not Stage.MISS else "missed"
    return _Effect(other, f"{deed.act.words}: {words}", "WPN-01", wound=(level, blow.va))


def _alone(fight: Fight, table: _Table, place: int, deed: Deed) -> list[_Effect]:
    """What someone does by himself: escape, get up, change stance. Source: FGT-26, FGT-45, FGT-51."""
    side = fight.sides[place]
    if deed.act is Act.ESCAPE and side.state.lock:
        pool = side.dice(side.fighter.power, free=True)
        fell = eaten.left(
            table.cast(Cast(place, Part.ATTACK, pool, deed.act)), _penalty(fight, place, deed, Doing.ATTACK)
        )
        rest = locks.left(side.state.lock, fell)
        return [_Effect(place, f"the Lock is at {rest}D", "FGT-45", state=lambda now: replace(now, lock=rest))]
    if deed.act is Act.GET_UP:
        up = {Posture.GROUND: Posture.KNEES}.get(side.state.posture, Posture.STANDING)
        return [_Effect(place, up.words, "FGT-26", state=lambda now: replace(now, posture=up))]
    return []


def _wounded(fight: Fight, table: _Table, place: int, level: Level) -> tuple[Fight, list[Event]]:
    """A hit through armor, and what pain does to nerves. Source: ARM-05, INJ-06, INJ-14."""
    side = fight.sides[place]
    fighter, state = side.fighter, side.state
    nerve = Nerve(fighter.steel, fighter.hesitation)
    foe = Foe(fighter.tolerances, fighter.suit, state.levels, nerve)
    attacker = fight.sides[1 - place].fighter
    blow = Strike.of(attacker.weapon, attacker.power.exponent, Pool.of(0), 0)
    piece = foe.piece(blow, Location.TORSO)
    if piece:
        held = table.cast(Cast(place, Part.ARMOR, piece.pool))
        if held >= armor_obstacle(blow):
            return fight, [Event(place, "armor holds", "ARM-05")]
    if level is Level.NONE:
        return fight, [Event(place, "no wound", "INJ-04")]
    told = [Event(place, level.wound, "INJ-04")]
    hurt = foe.hurt(level)
    new = replace(
        state, levels=(*state.levels, level), out=state.out or hurt.dying or _spent_dice(fighter, hurt.dice.total)
    )
    if foe.wound(level).steel_test and not new.out:
        pool = nerve.pool(hurt)
        fell = table.cast(Cast(place, Part.STEEL, pool)) if pool.dice else 0
        gone = lost(nerve.obstacle(hurt), fell)
        new = _shaken(new, gone)
        told.append(Event(place, f"Steel: {gone} lost" if gone else "Steel holds", "INJ-14"))
    return fight._side(place, new), told


def _spent_dice(fighter: Fighter, taken: int) -> bool:
    """Whether wounds leave a stat no die, so that he collapses. Source: INJ-12."""
    return min(fighter.speed.exponent, fighter.power.exponent) + taken <= 0


def _skipped(fight: Fight) -> Fight:
    """On to the next slot in which anyone has an action, the next volley, the next exchange, or the end. FGT-67."""
    if all(side.state.idle for side in fight.sides) or any(side.state.out for side in fight.sides):
        return replace(fight, phase=Phase.OVER)
    most = max(len(side.volley(fight.volley).slots) for side in fight.sides)
    if fight.slot <= most:
        return fight
    if fight.volley < VOLLEYS:
        return replace(fight, phase=Phase.ANNOUNCE, volley=fight.volley + 1, slot=1)
    one, two = (replace(side, state=replace(side.state, plan=None)) for side in fight.sides)
    return replace(fight, sides=(one, two), phase=Phase.SCRIPT, exchange=fight.exchange + 1, volley=1, slot=1)
