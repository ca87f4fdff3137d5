"""A partner for Fight!: its scripts, where it halts, how it divides, and what an action gave away (FGT-67, FGT-72).

It sees what lies open: where both stand, in which stance, with what in hand, with which wounds. `seen` leaves the plans
out, and everything here looks at nothing else. Actions are weighed as `fight_outlook` does, one at a time; a plan
plays a few scripts of its own against a few that the other side might write, some times over, and mixes the best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_blows, fight_outlook, fight_positioning, fight_reach, mixed, sparring
from engine.games.burning_wheel.rules.blow import Foe
from engine.games.burning_wheel.rules.exchange import VOLLEYS, layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_attacks import SETS
from engine.games.burning_wheel.rules.fight_distance import Places, Positioning, landings
from engine.games.burning_wheel.rules.fight_exchange import Exchange, price
from engine.games.burning_wheel.rules.fight_matrix import Met
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_outlook import OFFERED, Choice, House, harm
from engine.games.burning_wheel.rules.fight_positions import hindered
from engine.games.burning_wheel.rules.fight_posture import Doing, penalty
from engine.games.burning_wheel.rules.fight_procedure import Fight, Phase, Side
from engine.games.burning_wheel.rules.fight_script import TASKS, Deed, Script, Volley, check
from engine.games.burning_wheel.rules.locks import Body
from engine.games.burning_wheel.rules.mixed import Game
from engine.games.burning_wheel.rules.sparring import Afterword, Strength
from engine.games.burning_wheel.rules.striking import BASE
from engine.games.burning_wheel.rules.weapons import Speed

DRAWN, TIMES = 4, 8
"""Scripts of either side that a plan weighs, drawn from the mix, and how often it plays each pair of them."""
POSITIONS = (Positioning.CLOSE, Positioning.MAINTAIN, Positioning.WITHDRAW)
MOVING = fight_outlook.Prices().staggered
"""What the +Ob of moving costs in dice, for each action of the volley."""


def seen(fight: Fight) -> Fight:
    """A fight as anyone at the table can see it, without what is planned."""
    one, other = (replace(side, state=replace(side.state, plan=None)) for side in fight.sides)
    return replace(fight, sides=(one, other), came=(), thrown=(), tests=())


def _house(fight: Fight) -> House:
    return House(fight.house.matrix, fight.house.reach)


def fighter(fight: Fight, place: int, moving: int = 0) -> fight_outlook.Fighter:
    """A side as one action sees it, wounds and Locks taken off its dice; `moving` is the +Ob of its positioning."""
    side = fight.sides[place]
    own, now = side.fighter, side.state
    strike = replace(fight_blows.blow_of(side, Deed(Act.STRIKE), Met.STRIKE), obstacle=BASE)
    great = replace(fight_blows.blow_of(side, Deed(Act.GREAT_STRIKE), Met.GREAT_STRIKE), obstacle=BASE)
    ready = side.weapon.great_strike and now.sets >= SETS[side.weapon.speed]
    guard = own.guard
    attack = fight_blows.held_against(fight.sides[1 - place], side, Deed(Act.STRIKE))
    body = Body(*(side.dice(one).dice for one in (own.agility, own.speed, own.power, own.forte)))
    penalties = now.hurts + penalty(now.posture, Doing.ATTACK) + now.unsteady + now.hampered
    return fight_outlook.Fighter(
        side.dice(side.skill),
        side.dice(own.hands),
        side.dice(own.power),
        side.dice(own.speed),
        body,
        strike,
        Foe(own.tolerances, own.suit, now.levels),
        great=great if ready else None,
        stance=now.stance,
        at=now.at,
        handy=fight_reach.handy(side.weapon.length, side.weapon),
        penalty=penalties,
        moving=moving,
        guard=guard.dice(Act.BLOCK, attack) if guard else 0,
        shield=guard is not None and guard.stops(attack),
        armed=side.armed,
        exponent=side.skill.exponent,
    )


@lru_cache(maxsize=64)
def _game(me: fight_outlook.Fighter, it: fight_outlook.Fighter, house: House) -> Game[Choice]:
    return fight_outlook.game(me, it, house=house)


def game(fight: Fight, moving: tuple[int, int] = (0, 0)) -> Game[Choice]:
    """One action from where both stand, side 0 first. Source: FGT-72."""
    return _game(fighter(fight, 0, moving[0]), fighter(fight, 1, moving[1]), _house(fight))


def value(fight: Fight, places: Places) -> Fraction:
    """What it is worth to side 0 to act from there; nothing where both are out of reach. Source: FGT-16."""
    return Fraction(0) if fight_reach.over(places) else game(fight.placed(places)).mixed.value


def positions(fight: Fight, actions: Sequence[int] = (1, 1)) -> Game[Positioning]:
    """What both may do for position in a volley, by what an action is worth from where it leads. Source: FGT-19."""
    rolls = []
    for place in (0, 1):
        side = fight.sides[place]
        eats = sum(line.amount for line in hindered(fight, place, None))
        rolls.append(Roll(Pool.of(0) if side.state.lost else fight.speed(place), eats))
    chances = fight_positioning.chances(rolls[0], rolls[1])
    rows = tuple(tuple(_leads(fight, (one, other), chances, actions) for other in POSITIONS) for one in POSITIONS)
    return Game.of((POSITIONS, POSITIONS), rows)


def _leads(
    fight: Fight,
    wants: tuple[Positioning, Positioning],
    chances: Mapping[fight_positioning.Outcome, Fraction],
    actions: Sequence[int],
) -> Fraction:
    found = Fraction(0)
    for outcome, chance in chances.items():
        places = fight.places
        if outcome.won is not None and not any(side.state.lock for side in fight.sides):
            scripted = wants[0] if outcome.won else wants[1]
            places = landings(fight.track, places, scripted, mine=outcome.won, steps=outcome.steps)[0]
        found += chance * value(fight, places)
    return found - MOVING * (wants[0].moves * actions[0] - wants[1].moves * actions[1])


def script(fight: Fight, place: int, strength: Strength, chance: Random) -> Script:
    """A lawful script for a side. Source: FGT-07."""
    now = seen(fight)
    if strength is Strength.RANDOM:
        return _Writer(now, place, None, chance).script
    acts, moves = game(now), positions(now)
    games = tuple(_Mixes(acts.mix(side), moves.mix(side)) for side in (0, 1))
    if strength is Strength.MIX:
        return _Writer(now, place, games[place], chance).script
    mine, theirs = (_several(now, side, games[side], chance) for side in (place, 1 - place))
    payoffs = [[_played(now, place, one, other, chance) for other in theirs] for one in mine]
    return sparring.pick(list(zip(mine, mixed.solve(payoffs).rows, strict=True)), chance)


def _several(fight: Fight, place: int, mixes: "_Mixes", chance: Random) -> list[Script]:
    """Scripts that a side might write, each once."""
    return list(dict.fromkeys(_Writer(fight, place, mixes, chance).script for _ in range(DRAWN)))


def _played(fight: Fight, place: int, mine: Script, theirs: Script, chance: Random) -> Fraction:
    """What a script brings a side against another, in dice, from some exchanges played. Source: FGT-72."""
    written = replace(fight, phase=Phase.SCRIPT).write(place, mine).write(1 - place, theirs)
    law = Exchange(written).sampled(TIMES, chance.randrange(10**9)).end
    return law.mean(lambda end: price(end.sides[1 - place]) - price(end.sides[place]))


@dataclass(frozen=True, slots=True)
class _Mixes:
    """What a side draws its actions and its positioning from, each with its share."""

    acts: Sequence[tuple[Choice, Fraction]]
    moves: Sequence[tuple[Positioning, Fraction]]


class _Writer:
    """Writes a lawful script, action by action; without mixes anything lawful."""

    def __init__(self, fight: Fight, place: int, mixes: _Mixes | None, chance: Random) -> None:
        self.side: Side = fight.sides[place]
        self.mixes, self.chance = mixes, chance
        self.asks = self.side.asks
        self.layout = chance.choice(layouts(self.side.actions))
        self.acts: list[Act] = []
        self.moves = tuple(self._move() for _ in range(VOLLEYS))
        due = self._due()
        while len(self.acts) < sum(self.layout):
            self.acts += [due.pop(0)] if due else self._next()
        self.script = self._laid(self.acts)

    def _move(self) -> Positioning:
        found = sparring.pick(self.mixes.moves, self.chance) if self.mixes else self.chance.choice(POSITIONS)
        return Positioning.MAINTAIN if self.side.state.lock and found is Positioning.WITHDRAW else found

    def _due(self) -> list[Act]:
        """What comes first: whatever hesitation takes, then to get up, and to pick up what lies at one's feet."""
        now = self.side.state
        if self.mixes is None:
            return []
        due = [Act.ASSESS] * now.lost + [Act.GET_UP] * now.posture.actions
        if now.disarmed and not now.drawn and not now.away:
            done = now.task[1] if now.task and now.task[0] is Act.RETRIEVE else 0
            due += [Act.RETRIEVE] * (TASKS[Act.RETRIEVE] - done)
        fits = due[: sum(self.layout)]
        return fits if self._lawful(fits) else []

    def _next(self) -> list[Act]:
        """The next action, with the Set before it that a weapon asks for, if there is room."""
        drawn = self._drawn()
        for act in drawn:
            room = sum(self.layout) - len(self.acts)
            sets = SETS[self.side.weapon.speed] if act is Act.GREAT_STRIKE else int(self._unwieldy)
            for found in ([act], [*[Act.SET] * sets, act]):
                if len(found) <= room and self._lawful([*self.acts, *found]):
                    return found
        return [Act.ASSESS]

    @property
    def _unwieldy(self) -> bool:
        return self.side.weapon.speed is Speed.UNWIELDY

    def _drawn(self) -> list[Act]:
        """Actions in the order in which they are tried, the one that was drawn first."""
        if self.mixes is None:
            return self.chance.sample(OFFERED, len(OFFERED))
        first = sparring.pick(self.mixes.acts, self.chance).act
        rest = sorted(self.mixes.acts, key=lambda one: -one[1])
        return [first, *(choice.act for choice, _ in rest), Act.BLOCK, Act.AVOID, Act.PUSH]

    def _lawful(self, acts: Sequence[Act]) -> bool:
        """Whether a script may begin like that."""
        return check(self._laid([*acts, *[Act.ASSESS] * (sum(self.layout) - len(acts))]), self.asks).lawful

    def _laid(self, acts: Sequence[Act]) -> Script:
        left = list(acts)
        volleys = []
        for count, move in zip(self.layout, self.moves, strict=True):
            volleys.append(Volley.of(move, *left[:count]))
            left = left[count:]
        one, two, three = volleys
        return Script((one, two, three))


def halt(fight: Fight, place: int, strength: Strength, chance: Random) -> Places:
    """Where a side that won position ends its move. Source: FGT-19."""
    now = seen(fight)
    if strength is Strength.RANDOM:
        return chance.choice(now.options)
    pick = min if place else max
    return pick(now.options, key=lambda places: value(now, places))


def division(fight: Fight, place: int, theirs: Act, strength: Strength, chance: Random) -> int:
    """The dice of a Counterstrike that defend, against an action that lies open. Source: FGT-39."""
    dice = fight.to_divide(place)
    if strength is Strength.RANDOM:
        return chance.randint(1, dice - 1)
    me, it = fighter(fight, place), fighter(fight, 1 - place)
    answer = Choice(theirs, fight_outlook.dice(it) // 2 if theirs is Act.COUNTERSTRIKE else 0)

    def brings(half: int) -> Fraction:
        found = fight_outlook.pair(Choice(Act.COUNTERSTRIKE, half), answer, me, it, _house(fight))
        return harm(found.dealt) - harm(found.taken)

    return max(range(1, dice), key=brings)


def afterword(fight: Fight, place: int, act: Act) -> Afterword[Choice] | None:
    """What an action gave up against the mix of the other side, in dice; None for one that is not weighed.

    `fight` is that before the actions were rolled. A Counterstrike counts as divided at its best. Source: FGT-72.
    """
    if act not in OFFERED:
        return None
    one, other = fight.moved
    melee = fight_reach.Doing.MELEE
    moving = fight_reach.moving(one, other, melee).total, fight_reach.moving(other, one, melee).total
    played = game(seen(fight), moving)
    chosen = [choice for choice in played.choices[place] if choice.act is act]
    return sparring.afterword(played.choices[place], played.brings(place), chosen)
