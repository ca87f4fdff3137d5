"""What to expect of one volley in Range and Cover: every maneuver against every other, dice at hand (RNC-27, RNC-28).

The sides stand as `range_procedure` has them, with aim, cover and what is loaded. That module says what a roll leads
to and what may be declared; the odds of the roll are `maneuver_odds`', a shot's are `blow`'s, and the prices of wounds
those of `fight_outlook`. Here they come together. Once the dice lie, both sides do what pays them best.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import blow, margin, range_track
from engine.games.burning_wheel.rules.blow import WOUNDS, End, Flight, Foe
from engine.games.burning_wheel.rules.fight_outlook import PRICES as PRICES
from engine.games.burning_wheel.rules.maneuver_odds import NO_DICE, Contender, Volley
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, able
from engine.games.burning_wheel.rules.margin import Purchase
from engine.games.burning_wheel.rules.mixed import Game, solve
from engine.games.burning_wheel.rules.range_dice import Category
from engine.games.burning_wheel.rules.range_procedure import Act, Conflict, Phase, Won
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.shots import Shot
from engine.option import Option

STEP = Fraction(2)
"""What a step nearer or farther is worth in dice to whoever plays for it, if nothing else is said. A rule of thumb."""
KEPT = Fraction(1, 4)
"""What a die of aim or cover is worth that is kept for the next volley. A rule of thumb."""
LOST = Fraction(1)
"""What it costs in dice to hesitate for a volley. A rule of thumb, an action lost being worth a die."""


DECIMALS = 10**12


class Goal(Option):
    """What a volley is played for, beside wounds."""

    SHOOT = "shoot", "to shoot"
    CLOSE = "close", "to close"
    AWAY = "away", "to get away"


@dataclass(frozen=True, slots=True)
class Body:
    """One side as shots see it: what it shoots at optimal and at extreme range, and whom a shot at it meets."""

    foe: Foe
    optimal: Shot | None = None
    extreme: Shot | None = None

    def shot(self, where: Category) -> Shot | None:
        """What it looses at a range; None where it is known to have nothing."""
        return {Category.OPTIMAL: self.optimal, Category.EXTREME: self.extreme}.get(where)


Worth = Mapping[Stop, Fraction]
"""What it is worth to the first side, in dice, to stand somewhere when the volley is over."""
Ends = Mapping[End, Fraction]


def worth(conflict: Conflict, goal: Goal, step: Fraction = STEP) -> dict[Stop, Fraction]:
    """What each stop of the track is worth to someone with this goal: so many dice a step, counted from here."""
    stops = [state.stop for state in range_track.states(conflict.reaches.track)]
    here = stops.index(conflict.stop)
    sign = {Goal.SHOOT: 0, Goal.CLOSE: 1, Goal.AWAY: -1}[goal]
    return {stop: sign * step * (place - here) for place, stop in enumerate(stops)}


@dataclass(frozen=True, slots=True)
class Hurt:
    """How a shot ends for whom it is loosed at, and the dice that its wounds take on average, priced as in Fight!."""

    ends: Ends
    dice: Fraction


@dataclass(frozen=True, slots=True)
class After:
    """One way a volley is over but for the dice of its shots.

    `stop` is where the pair stands, `shots` who shoots, `hurts` what becomes of each side (the first side first), and
    `pays` what it brings the first side.
    """

    stop: Stop
    shots: tuple[bool, bool]
    hurts: tuple[Hurt, Hurt]
    pays: Fraction


UNHARMED = Hurt({End.MISS: Fraction(1)}, Fraction(0))
Course = tuple[tuple[Fraction, After], ...]
"""What both sides make of a result, each way with its share of 1."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """One way a positioning test can end, with its chance."""

    won: Won
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a pair of maneuvers comes to.

    `win`, `tie` and `lose` are chances of the first side's; what is left to 1 is nobody's way. `margins` have the
    chance of each number of successes to spend, those of the first side above 0. `shots` are the chances that each
    side shoots, `ends` what becomes of each side, the first side first. `stops` have the chance of each range. `lost`
    are the volleys that nerve costs each side on average. `pays` is what all of it brings the first side.
    """

    win: Fraction
    tie: Fraction
    lose: Fraction
    margins: Mapping[int, Fraction]
    shots: tuple[Fraction, Fraction]
    ends: tuple[Ends, Ends]
    stops: Mapping[Stop, Fraction]
    lost: tuple[Fraction, Fraction]
    pays: Fraction

    def wounded(self, place: int) -> Fraction:
        """The chance of a wound of any kind."""
        return sum((self.ends[place].get(end, Fraction(0)) for end in WOUNDS), Fraction(0))


Pair = tuple[Maneuver | None, Maneuver | None]


@dataclass
class Room:
    """The volley before two sides, where all that comes of it is worked out, each thing once.

    `conflict` waits for scripts or for the volley to be revealed; neither script is looked at.
    """

    conflict: Conflict
    bodies: tuple[Body, Body]
    stops: Worth
    _courses: dict[object, tuple[Fraction, Course]] = field(default_factory=dict)
    _shots: dict[object, Hurt] = field(default_factory=dict)
    _laws: dict[object, tuple[tuple[Fallen, ...], tuple[Fraction, Fraction]]] = field(default_factory=dict)

    def choices(self, place: int) -> tuple[Maneuver | None, ...]:
        """What a side may do: what it has the skill for, or what its hesitation makes it do (None for nothing)."""
        side = self.conflict.sides[place]
        if side.lost:
            return (None if side.lost.behavior.loses else side.lost.runs,)
        return able(side.fighter.owned)

    def met(self, pair: Pair) -> Conflict:
        """The conflict with these maneuvers turned over."""
        stunned = self.conflict.sides[0].lost is not None, self.conflict.sides[1].lost is not None
        return replace(self.conflict, phase=Phase.ROLL, pair=pair, stunned=stunned, thrown=())

    def law(self, pair: Pair) -> tuple[tuple[Fallen, ...], tuple[Fraction, Fraction]]:
        """How the test of a pair can end, and the volleys that nerve costs each side on average."""
        met = self.met(pair)
        sides = tuple(met.contender(place) if pair[place] else Contender(NO_DICE) for place in (0, 1))
        most = tuple(self._most(met, place) if pair[place] else 0 for place in (0, 1))
        volley = Volley(sides[0], sides[1], chain=met.house.chain)
        reached = _leads(volley, (most[0], most[1]))
        found = []
        for (lead, mine, theirs), chance in reached.items():
            totals = tuple(
                None if one is None else max(0, lead if place == 0 else -lead) for place, one in enumerate(pair)
            )
            won = met.decided((totals[0], totals[1]), (int(not mine), int(not theirs)))
            found.append(Fallen(won, chance))
        return tuple(found), (volley.volleys_lost(), volley.turned.volleys_lost())

    def _most(self, met: Conflict, place: int) -> int:
        """The margin from which on a side can buy nothing more: a shot, all aim and all cover, at what they cost."""
        card = CARDS[met.maneuver(place) or Maneuver.SPEED_MAINTAIN]
        hasty = card.price == margin.HASTY
        shot = margin.price(Purchase.SHOT, hasty=hasty)
        dice = margin.price(Purchase.AIM, hasty=hasty, triple_dice=met.house.dear_dice)
        return shot + dice * (met.sides[place].most_aim + margin.MOST_COVER)

    def course(self, met: Conflict, won: Won) -> tuple[Fraction, Course]:
        """What both make of a result, and what that brings the first side."""
        card = CARDS[met.maneuver(won.winner or 0) or Maneuver.SPEED_MAINTAIN]
        if won.winner is not None and card.price > 1 and met.house.dear_dice:
            # What does not pay for one thing more buys nothing.
            won = replace(won, margin=won.margin - won.margin % card.price)
        does = tuple(self._matters(met, won, place) for place in (0, 1))
        key = (won.winner, won.margin, won.failed, won.free, won.still, does)
        if key not in self._courses:
            self._courses[key] = self._best(met.settled(won))
        return self._courses[key]

    def _matters(self, met: Conflict, won: Won, place: int) -> object:
        """What of a side's maneuver still matters once the test is decided so."""
        maneuver, side = met.maneuver(place), met.sides[place]
        if maneuver is None:
            return None
        card, moves = CARDS[maneuver], won.winner == place or won.tied
        return (
            (card.intent, card.price) if moves else None,
            bool(side.held.cover) and card.keeps_cover,
            bool(side.fighter.shield) and card.behind_shield,
        )

    def _best(self, state: Conflict) -> tuple[Fraction, Course]:
        """The best that both can do from here, where the winner says how far, and both declare unseen."""
        if state.phase is Phase.PLACE and state.won:
            ways = [self._best(state.place(stop)) for stop in state.options]
            pick = max if state.won.winner == 0 else min
            return pick(ways, key=lambda way: way[0])
        if state.phase is not Phase.ACT:
            # Nobody had anything to declare, and the volley is closed.
            after = self._worth(state, [UNHARMED, UNHARMED], [side.held.cover + side.held.aim for side in state.sides])
            return after.pays, ((Fraction(1), after),)
        rows, columns = (_worthwhile(state.acts(place)) for place in (0, 1))
        ends = [[self._ended(state, (one, other)) for other in columns] for one in rows]
        pays = [[after.pays for after in row] for row in ends]
        own = _good(rows, pays)
        its = _good(columns, [[-row[at] for row in pays] for at in range(len(columns))])
        ends = [[ends[row][column] for column in its] for row in own]
        mixed = solve([[after.pays for after in row] for row in ends])
        shares = (
            (often * as_often, ends[row][column])
            for row, often in enumerate(mixed.rows)
            for column, as_often in enumerate(mixed.columns)
        )
        return mixed.value, tuple((share, after) for share, after in shares if share)

    def _ended(self, state: Conflict, acts: tuple[Act, Act]) -> After:
        """What a volley comes to once both have declared; shots that are alike are worked out once."""
        hurts, kept = [UNHARMED, UNHARMED], [0, 0]
        for place, act in enumerate(acts):
            if act.shoots:
                hurts[1 - place] = self._alike(state, acts, place)
            held = state.holding(place, act)
            aim = 0 if act.shoots else act.aim if state.house.aim_expires else held.aim
            kept[place] = 0 if state.sides[place].shaken else held.cover + aim
        return self._worth(state, hurts, kept, (acts[0].shoots, acts[1].shoots))

    def _worth(
        self, state: Conflict, hurts: Sequence[Hurt], kept: Sequence[int], shots: tuple[bool, bool] = (False, False)
    ) -> After:
        """What a volley brings that leaves both sides like this, with so many dice of aim and cover kept."""
        pays = hurts[1].dice - hurts[0].dice + KEPT * (kept[0] - kept[1])
        pays += self.stops.get(state.stop, Fraction(0))
        return After(state.stop, shots, (hurts[0], hurts[1]), pays)

    def _alike(self, state: Conflict, acts: tuple[Act, Act], place: int) -> Hurt:
        """What a side's shot does, from what was worked out for one like it."""
        own, other, maneuver = acts[place], acts[1 - place], state.maneuver(1 - place)
        behind = bool(state.sides[1 - place].fighter.shield) and maneuver and CARDS[maneuver].behind_shield
        key = (place, state.shot_from(place), own.aim, other.ducks, other.shoots, behind)
        if key not in self._shots:
            self._shots[key] = self._shot(state.declared(acts), place)
        return self._shots[key]

    def _shot(self, state: Conflict, place: int) -> Hurt:
        """What a side's shot does to the other."""
        where = state.shot_from(place)
        shot = self.bodies[place].shot(where) if where else None
        if shot is None:
            return UNHARMED
        obstacle = state.obstacle(place).total + shot.obstacle
        return struck(state.shooting_dice(place), obstacle, shot, self.bodies[1 - place].foe)

    def standing(self, stop: Stop) -> Fraction:
        """What it is worth to the first side to stand there, if each side gets one shot off, as on a tie. RNC-16."""
        if stop is Stop.TOUCHING:
            return Fraction(0)
        tied = Won((0, 0), None, 0, (0, 0), (False, False), stop)
        holds = Maneuver.SPEED_MAINTAIN
        there = replace(self.met((holds, holds)), stop=stop, won=tied, stunned=(False, False))
        one, other = (replace(side, act=Act(shoots=True)) for side in there.sides)
        there = replace(there, sides=(one, other))
        hurts = [self._shot(there, place).dice for place in (0, 1)]
        return hurts[0] - hurts[1]

    def stop(self, state: Conflict) -> Stop:
        """Where a move ends best for its winner, in the phase in which that is said. Source: RNC-31."""
        winner = state.won.winner if state.won else 0
        pick = min if winner else max
        return pick(state.options, key=lambda one: self._best(state.place(one))[0])

    def acts(self, state: Conflict) -> Game[Act]:
        """What both may declare with a result, and the mixes that nobody can beat. Source: RNC-11, RNC-16."""
        rows, columns = (_worthwhile(state.acts(place)) for place in (0, 1))
        payoffs = tuple(tuple(self._ended(state, (one, other)).pays for other in columns) for one in rows)
        return Game.of((rows, columns), payoffs)

    def likeliest(self, played: Game[Maneuver | None], place: int, mine: Maneuver | None) -> Stop:
        """Where a maneuver of a side most likely leaves both, against the mix of the other side."""
        found: dict[Stop, Fraction] = {}
        for other, share in played.mix(1 - place):
            pair = (other, mine) if place else (mine, other)
            for one, _, course in self.fallen(pair):
                for often, after in course:
                    found[after.stop] = found.get(after.stop, Fraction(0)) + share * one.chance * often
        return max(found, key=lambda stop: found[stop])

    def fallen(self, pair: Pair) -> Iterator[tuple[Fallen, Fraction, Course]]:
        """Each way the test of a pair ends, what that brings the first side, and what both make of it."""
        met = self.met(pair)
        for one in self.law(pair)[0]:
            yield one, *self.course(met, one.won)

    def pays(self, pair: Pair) -> Fraction:
        """What a pair of maneuvers brings the first side, which is what it costs the second."""
        if pair not in self._laws:
            self._laws[pair] = self.law(pair)
        law, lost = self._laws[pair]
        met = self.met(pair)
        found = sum((one.chance * self.course(met, one.won)[0] for one in law), Fraction(0))
        return found + LOST * (lost[1] - lost[0])

    def outlook(self, pair: Pair) -> Outlook:
        """All that a pair of maneuvers comes to. Source: RNC-10, RNC-11, RNC-27, RNC-28."""
        ways = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
        margins: dict[int, Fraction] = {}
        shots = [Fraction(0), Fraction(0)]
        ends: tuple[dict[End, Fraction], dict[End, Fraction]] = ({}, {})
        stops: dict[Stop, Fraction] = {}
        for one, _, course in self.fallen(pair):
            won = one.won
            if not won.still:
                ways[0 if won.winner is None else 1 if won.winner == 0 else -1] += one.chance
            if won.winner is not None:
                lead = won.margin if won.winner == 0 else -won.margin
                margins[lead] = margins.get(lead, Fraction(0)) + one.chance
            for share, after in course:
                chance = one.chance * share
                stops[after.stop] = stops.get(after.stop, Fraction(0)) + chance
                for place in (0, 1):
                    shots[place] += chance * after.shots[place]
                    for end, often in after.hurts[place].ends.items():
                        ends[place][end] = ends[place].get(end, Fraction(0)) + chance * often
        lost = self.law(pair)[1]
        return Outlook(ways[1], ways[0], ways[-1], margins, (shots[0], shots[1]), ends, stops, lost, self.pays(pair))

    def game(self) -> Game[Maneuver | None]:
        """Every maneuver against every other, and the mixes that nobody can beat; what one wins the other loses."""
        rows, columns = self.choices(0), self.choices(1)
        payoffs = tuple(tuple(self.pays((one, other)) for other in columns) for one in rows)
        return Game.of((rows, columns), payoffs)


@lru_cache(maxsize=256)
def _leads(volley: Volley, most: tuple[int, int]) -> dict[tuple[int, bool, bool], Fraction]:
    """The chance of each lead of the first side, and of who holds the nerve.

    The `most` that each side is ahead stand for all beyond. Both sides are counted alike, so that a volley seen from
    the other side is the same to the last digit. Dice that open without end are cut off somewhere in any case: their
    chances have twelve decimals.
    """
    opens = any(one.side.pool.open_ended for one in (volley.mine, volley.theirs))
    found = {}
    for mine in (True, False) if volley.mine.nerve else (True,):
        for theirs in (True, False) if volley.theirs.nerve else (True,):
            kept = mine if volley.mine.nerve else None, theirs if volley.theirs.nerve else None
            tied = _short(volley.nerves(*kept)) if opens else volley.nerves(*kept)
            for sign, seen, nerves, last in ((1, volley, kept, most[0]), (-1, volley.turned, kept[::-1], most[1])):
                reached = [seen.ahead(by, mine=nerves[0], theirs=nerves[1]) for by in range(1, last + 1)]
                reached = [_short(one) for one in reached] if opens else reached
                tied -= reached[0] if reached else 0
                for by, (one, two) in enumerate(pairwise((*reached, Fraction(0))), 1):
                    found[sign * by, mine, theirs] = one - two
            found[0, mine, theirs] = tied
    return {way: chance for way, chance in found.items() if chance}


def _short(chance: Fraction) -> Fraction:
    """A chance with twelve decimals."""
    return Fraction(round(chance * DECIMALS), DECIMALS)


def _worthwhile(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Acts without those that another one outdoes: as good a shot, and no fewer dice of aim or cover."""

    def outdone(one: Act) -> bool:
        return any(
            other != one
            and (other.shoots, other.ducks, other.casts) == (one.shoots, one.ducks, one.casts)
            and other.aim >= one.aim
            and other.cover >= one.cover
            for other in acts
        )

    return tuple(one for one in acts if not outdone(one))


def _good(acts: Sequence[Act], pays: Sequence[Sequence[Fraction]]) -> list[int]:
    """The places of acts that no other does as well as, whatever the other side declares; of equals the shot."""

    def outdone(one: int) -> bool:
        mine = (acts[one].shoots, acts[one].aim, acts[one].cover)
        return any(
            other != one
            and all(its >= own for its, own in zip(pays[other], pays[one], strict=True))
            and (
                list(pays[other]) != list(pays[one]) or (acts[other].shoots, acts[other].aim, acts[other].cover) > mine
            )
            for other in range(len(acts))
        )

    return [one for one in range(len(acts)) if not outdone(one)]


@lru_cache(maxsize=512)
def struck(pool: Pool, obstacle: int, shot: Shot, foe: Foe) -> Hurt:
    """How a shot ends, through armor. Source: WPN-42."""
    ends = blow.odds(Flight(pool, obstacle, shot), foe).ends
    return Hurt(ends, sum((PRICES[end] * chance for end, chance in ends.items()), Fraction(0)))


def game(
    conflict: Conflict, bodies: tuple[Body, Body], goal: Goal = Goal.SHOOT, step: Fraction = STEP
) -> Game[Maneuver | None]:
    """One volley from where two sides stand, played for shots or for the range, and against that. Exact."""
    return Room(conflict, bodies, worth(conflict, goal, step)).game()
