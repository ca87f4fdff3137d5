"""One exchange of Fight! ahead: two scripts, and how they may leave both sides (FGT-67, FGT-72).

The exchange is played by `fight_procedure`, which asks for its dice; here each throw is answered with every number of
successes that it may come to, weighed by its chance, and what leads to the same is counted together. So nothing of the
rules is told a second time. `exact` counts all of it, where that is not too much; `sampled` plays it so many times.

>>> from engine.games.burning_wheel.rules.fight_actions import Act
>>> from engine.games.burning_wheel.rules.fight_procedure import Fighter, Phase, Side, bot_script
>>> fight = Fight((Side(Fighter("Wenna", reflexes=1)), Side(Fighter("Grim", reflexes=1))), phase=Phase.SCRIPT)
>>> fight = fight.write(0, bot_script(1, {1: [Act.STRIKE]}, "stand"))
>>> fight = fight.write(1, bot_script(1, {1: [Act.AVOID]}, "stand"))
>>> law = Exchange(fight).exact()
>>> str(law.chance(lambda end: bool(end.sides[1].levels)))
'93/256'
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from operator import attrgetter
from random import Random
from typing import Any

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_beast import nerve
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_outlook import OUT, Prices
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Fell,
    Fight,
    Part,
    Phase,
    Side,
    Standing,
    Table,
    Tells,
)
from engine.games.burning_wheel.rules.wounds import Level, together
from engine.records import changed
from engine.sampled import Span, interval

MOST_WAYS = 1200
"""Ways that the dice of single steps can fall, up to which an exchange is counted exactly."""
NERVE = 2
"""By how much at most the obstacle of Steel lies above hesitation, with room to spare. Source: STE-02, INJ-10."""
_LEVELS = {level: place for place, level in enumerate(Level)}


@dataclass(frozen=True, slots=True)
class End:
    """How an exchange leaves both sides; `over`: the fight is over for now, and nobody scripts again."""

    sides: tuple[Standing, Standing]
    over: bool = False

    @property
    def mirrored(self) -> "End":
        """The same seen from the other side."""
        return End((self.sides[1], self.sides[0]), self.over)


@dataclass(frozen=True, slots=True)
class Law:
    """How likely each end is: `weights` out of `denominator`. Of a sample, that is how many exchanges were played.

    `sampled` says so.
    """

    weights: Mapping[End, int]
    denominator: int
    sampled: bool = False

    def __iter__(self) -> Iterator[tuple[End, Fraction]]:
        """The ends, each with its chance."""
        for end, weight in self.weights.items():
            yield end, Fraction(weight, self.denominator)

    def chance(self, holds: Callable[[End], bool]) -> Fraction:
        """How likely ends are of which something holds."""
        return Fraction(sum(weight for end, weight in self.weights.items() if holds(end)), self.denominator)

    def mean(self, measure: Callable[[End], Fraction | int]) -> Fraction:
        """What to expect of a number that follows from the end."""
        total = sum((weight * Fraction(measure(end)) for end, weight in self.weights.items()), Fraction(0))
        return total / self.denominator

    def span(self, chance: Fraction) -> Span | None:
        """Where a chance of a sample truly lies, 19 times out of 20; None where it is known."""
        return interval(int(chance * self.denominator), self.denominator) if self.sampled else None


@dataclass(frozen=True, slots=True)
class Ahead:
    """How both stand after each volley, first to last; the last is the end of the exchange."""

    volleys: tuple[Law, ...]

    @property
    def end(self) -> Law:
        """How the exchange ends."""
        return self.volleys[-1]


@lru_cache(maxsize=256)
def _ways(pool: Pool, most: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """The successes of a pool with their weights, all beyond `most` counted as one more, and the denominator."""
    law = successes(pool, upto=most)
    listed = [*enumerate(law.weights), (most + 1, law.tail)]
    return tuple((number, weight) for number, weight in listed if weight), law.denominator


@lru_cache(maxsize=1024)
def _fallen(pools: tuple[Pool, ...], mosts: tuple[int, ...]) -> tuple[tuple[tuple[Fell, int], ...], int]:
    """All that several throws may come to, with weights, and the denominator."""
    found: list[tuple[Fell, int]] = [((), 1)]
    denominator = 1
    for pool, most in zip(pools, mosts, strict=True):
        ways, of = _ways(pool, most)
        found = [((*fell, number), weight * often) for fell, weight in found for number, often in ways]
        denominator *= of
    return tuple(found), denominator


@dataclass(slots=True)
class _Throw:
    """Throws of a step: one of each kind that they may come to, and what follows each; None where nobody looked."""

    numbers: tuple[Fell, ...]
    weights: tuple[int, ...]
    denominator: int
    next: "list[_Throw | _State | None]"
    sums: list[int]


@dataclass(slots=True)
class _State:
    """The fight between two steps, and the throws of the next one as far as anyone looked."""

    fight: Fight
    end: End | None = None
    first: "_Throw | _State | None" = None
    law: "tuple[list[tuple[_State, int]], int] | None" = None
    clock: tuple[int, int] = (0, 0)


def _names(kind: type, *without: str) -> Callable[[Any], tuple[Any, ...]]:
    found: Callable[[Any], tuple[Any, ...]] = attrgetter(*(one.name for one in fields(kind) if one.name not in without))
    return found


_of_fight = _names(Fight, "sides", "came", "thrown", "tests", "won", "options", "picks", "moved", "rushed")
_of_state = _names(Standing, "plan", "hits")


class TooMany(Exception):
    """There are more ways than are counted."""


class Exchange:
    """An exchange for which both have scripted, each of its steps worked out once."""

    def __init__(self, fight: Fight) -> None:
        """`fight` is in the phase in which plans may change, at whichever volley."""
        self._known: dict[object, _State] = {}
        self._ends: dict[End, End] = {}
        self._ran = 0
        self._volley = fight.volley
        self._start = self._state(fight)

    def exact(self, most: int = MOST_WAYS) -> Law:
        """How the exchange may end, counted out. Raises `TooMany` for more than so many ways of the dice."""
        return self.ahead(most).end

    def ahead(self, most: int = MOST_WAYS) -> Ahead:
        """How both may stand after each volley, counted out. Raises `TooMany` as `exact` does. Source: FGT-67."""
        live, denominator = {id(self._start): (self._start, 1)}, 1
        over: dict[End, int] = {}
        volleys: list[Law] = []
        while live:
            now = min(state.clock for state, _ in live.values())
            if now[0] > self._volley + len(volleys):
                volleys.append(_law(live, over, denominator))
                if self._ran + len(live) * (2 ** self._steps(now[0]) - 1) > most:
                    raise TooMany
            due = [(state, weight) for state, weight in live.values() if state.clock == now]
            kept = {key: one for key, one in live.items() if one[0].clock != now}
            laws = [(self._law(state, most), weight) for state, weight in due]
            whole = lcm(*(law[1] for law, _ in laws))
            live = {key: (state, weight * whole) for key, (state, weight) in kept.items()}
            over = {end: weight * whole for end, weight in over.items()}
            denominator *= whole
            for (ways, of), weight in laws:
                scale = weight * (whole // of)
                for state, often in ways:
                    if state.end:
                        over[state.end] = over.get(state.end, 0) + scale * often
                    else:
                        before = live.get(id(state))
                        live[id(state)] = (state, scale * often + (before[1] if before else 0))
        last = Law(over, denominator)
        return Ahead((*volleys, *[last] * (VOLLEYS + 1 - self._volley - len(volleys))))

    def _steps(self, volley: int) -> int:
        """The steps from a volley to the end of the exchange, as both have scripted it: positions, and slots.

        Each of them has two ends at the least, as a rule, so that one knows early what will be far too much.
        """
        later = [[side.volley(one).slots for side in self._start.fight.sides] for one in range(volley, VOLLEYS + 1)]
        return sum(1 + max(map(len, slots)) for slots in later)

    def sampled(self, exchanges: int, seed: int, report: Callable[[int, int], object] = lambda done, of: None) -> Ahead:
        """How both stand after each volley of so many exchanges; the same `seed` plays the same. Source: FGT-67."""
        chance = Random(seed)
        counts: list[dict[End, int]] = [{} for _ in range(VOLLEYS + 1 - self._volley)]
        for number in range(exchanges):
            if number % 100 == 0:
                report(number, exchanges)
            state, volley = self._start, 0
            while state.end is None:
                while state.clock[0] > self._volley + volley:
                    self._count(counts[volley], state)
                    volley += 1
                state = self._played(state, chance)
            for later in counts[volley:]:
                later[state.end] = later.get(state.end, 0) + 1
        return Ahead(tuple(Law(found, exchanges, sampled=True) for found in counts))

    def _count(self, found: dict[End, int], state: _State) -> None:
        end = _end(state.fight)
        found[end] = found.get(end, 0) + 1

    def _state(self, fight: Fight) -> _State:
        """The state of a fight, the same for all fights that go on alike: the order of wounds makes no difference."""
        sides = (_settled(fight.sides[0]), _settled(fight.sides[1]))
        begins = fight.phase in (Phase.ANNOUNCE, Phase.SCRIPT, Phase.OVER)
        # A Close gives a die to a Charge in the next volley, so that it is part of how both stand between two.
        closed = tuple(one is Positioning.CLOSE for one in fight.moved)
        moved = closed if begins else (fight.moved, fight.rushed)
        key = (_of_fight(fight), moved, _of_state(sides[0].state), _of_state(sides[1].state))
        found = self._known.get(key)
        if found is None:
            fight = changed(fight, sides=sides, came=(), thrown=(), tests=())
            ended = fight.phase in (Phase.SCRIPT, Phase.OVER)
            found = _State(fight, _end(fight) if ended else None, clock=(fight.volley, 0 if begins else fight.slot))
            if fight.phase is Phase.ANNOUNCE:
                found.fight = fight.announce()
            self._known[key] = found
        return found

    def _law(self, state: _State, most: int) -> tuple[list[tuple[_State, int]], int]:
        """What the next step may lead to, with weights out of a denominator."""
        if state.law is None:
            found: dict[int, tuple[_State, Fraction]] = {}
            if state.first is None:
                self._run(state, [], lambda _: 0)
            assert state.first
            self._collect(state, state.first, [], Fraction(1), found, most)
            whole = lcm(*(chance.denominator for _, chance in found.values()))
            state.law = [(one, int(chance * whole)) for one, chance in found.values()], whole
        return state.law

    def _collect(
        self,
        state: _State,
        at: _Throw | _State,
        picks: list[int],
        chance: Fraction,
        found: dict[int, tuple[_State, Fraction]],
        most: int,
    ) -> None:
        """Add to `found` all that the dice from here on may lead to, after `picks` of the throws before."""
        if isinstance(at, _State):
            before = found.get(id(at))
            found[id(at)] = (at, chance + (before[1] if before else 0))
            return
        for place, weight in enumerate(at.weights):
            if at.next[place] is None:
                if self._ran >= most:
                    raise TooMany
                self._run(state, [*picks, place], lambda _: 0)
            then = at.next[place]
            assert then
            self._collect(state, then, [*picks, place], chance * Fraction(weight, at.denominator), found, most)

    def _played(self, state: _State, chance: Random) -> _State:
        """The state after the next step, its dice thrown."""
        picks: list[int] = []

        def pick(throw: _Throw) -> int:
            return bisect_right(throw.sums, chance.random() * throw.denominator)

        at = state.first
        while isinstance(at, _Throw):
            picks.append(pick(at))
            at = at.next[picks[-1]]
        return at or self._run(state, picks, pick)

    def _run(self, state: _State, picks: list[int], pick: Callable[[_Throw], int]) -> _State:
        """One step with its throws picked, first as given and then by `pick`; all of them are kept."""
        self._ran += 1
        table = _Weighed(state, picks, pick)
        fight = state.fight
        after = self._state(fight.position(table) if fight.phase is Phase.POSITION else fight.act(table))
        table.keep(after)
        return after


class _Weighed(Table):
    """A table on which throws fall as they are picked, first as given and then by `pick`; all of them are kept."""

    __slots__ = ("at", "pick", "picks", "state", "went")

    def __init__(self, state: _State, picks: list[int], pick: Callable[[_Throw], int]) -> None:
        super().__init__(lambda _: 0)
        self.state, self.picks, self.pick = state, picks, pick
        self.at: _Throw | _State | None = state.first
        self.went: list[tuple[_Throw, int]] = []

    def cast(self, cast: Cast) -> int:
        return self.together([cast], lambda fell: fell)[0]

    def together(self, casts: Sequence[Cast], tells: Tells, *, enough: Callable[[int], bool] | None = None) -> Fell:
        if not any(cast.pool.dice for cast in casts):
            return (0,) * len(casts)
        if self.at is None:
            self.keep(_throw(casts, tells, self.state.fight))
        at = self.at
        assert isinstance(at, _Throw)
        number = len(self.went)
        place = self.picks[number] if number < len(self.picks) else self.pick(at)
        self.went.append((at, place))
        self.at = at.next[place]
        return at.numbers[place]

    def keep(self, then: _Throw | _State) -> None:
        """Keep what follows the throws so far."""
        self.at = then
        if self.went:
            throw, place = self.went[-1]
            throw.next[place] = then
        else:
            self.state.first = then


def _most(cast: Cast, side: Side) -> int:
    """The most successes of a throw that make a difference: only Steel has dice that open. Source: INJ-14, RID-24."""
    if cast.part is Part.STEEL:
        return side.fighter.hesitation + NERVE
    if cast.part is Part.FRIGHT and side.rider:
        return nerve(side.rider).hesitation + NERVE
    return cast.pool.dice


def _throw(casts: Sequence[Cast], tells: Tells, fight: Fight) -> _Throw:
    """All that throws may come to, what tells the same as one."""
    mosts = tuple(_most(cast, fight.sides[cast.side]) for cast in casts)
    ways, denominator = _fallen(tuple(cast.pool for cast in casts), mosts)
    kinds: dict[object, tuple[Fell, int]] = {}
    for fell, weight in ways:
        told = tells(fell)
        before = kinds.get(told)
        kinds[told] = (before[0], before[1] + weight) if before else (fell, weight)
    numbers, weights = zip(*kinds.values(), strict=True)
    return _Throw(numbers, weights, denominator, [None] * len(kinds), list(accumulate(weights)))


def _settled(side: Side) -> Side:
    """A side with its wounds in order, which says nothing of when each was taken."""
    levels = side.state.levels
    if len(levels) < 2:
        return side
    return changed(side, state=changed(side.state, levels=tuple(sorted(levels, key=lambda one: _LEVELS[one]))))


def _end(fight: Fight) -> End:
    one, two = (changed(side.state, plan=None) for side in fight.sides)
    return End((one, two), fight.phase is Phase.OVER)


def _law(live: Mapping[int, tuple[_State, int]], over: Mapping[End, int], denominator: int) -> Law:
    """How both stand between two volleys."""
    found = dict(over)
    for state, weight in live.values():
        end = _end(state.fight)
        found[end] = found.get(end, 0) + weight
    return Law(found, denominator)


@lru_cache(maxsize=2048)  # many ends leave a side alike
def price(state: Standing, prices: Prices = Prices()) -> Fraction:
    """What it costs to stand like this, in dice; a rule of thumb, which counts as `fight_outlook` does.

    Wounds as dice, a lone Superficial as a third of one; an action of hesitation or of getting up is a die, so is a die
    of a Lock; whoever is out of it has lost `OUT`, whatever else. Source: FGT-72.
    """
    hurt = together(state.levels)
    if state.out or hurt.dying:
        return Fraction(OUT)
    return (
        Fraction(-hurt.dice.total)
        + Fraction(hurt.superficials % 3, 3)
        + prices.lock * state.lock
        + state.lost
        + prices.down * Fraction(state.posture.actions, 2)
        + prices.disarmed * state.disarmed
        + prices.staggered * (state.staggered + bool(state.hampered))
        + prices.beaten * state.beaten
    )


def fresh(before: tuple[Level, ...], after: tuple[Level, ...]) -> list[Level]:
    """The wounds taken between two moments, in no order."""
    left = list(after)
    for level in before:
        left.remove(level)
    return left


@dataclass(frozen=True, slots=True)
class Balance:
    """Who stands better: the chance of each, and what the exchange costs each in dice on average. Source: FGT-72."""

    better: Fraction
    worse: Fraction
    even: Fraction
    cost: tuple[Fraction, Fraction]


def balance(law: Law, start: tuple[Standing, Standing]) -> Balance:
    """Whom the exchange costs less; what either bore before it does not count."""
    before = (price(start[0]), price(start[1]))
    better = worse = 0
    cost = [Fraction(0), Fraction(0)]
    for end, weight in law.weights.items():
        mine, theirs = (price(state) - began for state, began in zip(end.sides, before, strict=True))
        better += weight if mine < theirs else 0
        worse += weight if mine > theirs else 0
        cost[0] += weight * mine
        cost[1] += weight * theirs
    of = law.denominator
    return Balance(
        Fraction(better, of), Fraction(worse, of), Fraction(of - better - worse, of), (cost[0] / of, cost[1] / of)
    )
