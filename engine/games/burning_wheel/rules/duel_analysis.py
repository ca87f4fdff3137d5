"""What to expect of a duel of wits: volleys, exchanges and whole duels as exact distributions (DOW-10 to 19, DOW-26).

Every chance is a whole number of ways out of a common denominator, so nothing is rounded on the way. What an action
does is `engine.burning_wheel.duel`'s to say; here it is only counted how often it happens. Sides are numbered 0 and 1.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import arguments, duel
from engine.games.burning_wheel.rules.arguments import Ending, Grade, GradeHouse
from engine.games.burning_wheel.rules.duel import Action, Carried, Counted, Effect, House, Part, Roll, Split
from engine.games.burning_wheel.rules.mixed import Game
from engine.option import Option

NOTHING = Carried()
Actions = tuple[Action, Action]
Counts = tuple[int, int, int, int]
"""Successes of both sides: the whole or a riposte, and a defense."""
Carries = tuple[Carried, Carried]


@dataclass(frozen=True, slots=True)
class Debater:
    """One side with the dice at hand.

    `argument` (1 or more) is what is left of its body, `will` Will's exponent. `dice` holds the pool of each action
    that it can be tested with, before what the action brings itself. `shaken` is the chance that its Steel test fails
    after an Incite, `carried` what it brings along, `penalty` the +Ob that wounds put on all it does.
    Source: DOW-04, DOW-12, DOW-16, HUB-18.
    """

    argument: int
    will: int
    dice: Mapping[Action, Pool]
    shaken: Fraction = Fraction(0)
    carried: Carried = NOTHING
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """What a side means to do in a volley; of a Rebuttal's dice, `defense` go there, and None is half of them.

    `of` are the dice that this counts, what is carried among them; None stands for the dice of the skill alone. A pool
    of another size, such as a later volley may bring, is divided in the same proportion. `riposte_bears` says that the
    riposte bears a +Ob where one half does. Source: DOW-14, DOW-16.
    """

    action: Action
    defense: int | None = None
    of: int | None = None
    riposte_bears: bool = False

    def split(self, own: int, dice: int) -> Split:
        """How a pool of `dice`, of which `own` are its own, is divided: at least one die each where there are two."""
        whole = self.of or own
        defense = whole // 2 if self.defense is None else self.defense
        if dice != whole:
            defense = (2 * defense * dice + whole) // (2 * whole)
        if dice >= duel.LEAST_REBUTTAL:
            defense = min(max(defense, 1), dice - 1)
        return Split(defense, dice - defense, self.riposte_bears)


Plan = Sequence[tuple[Choice, int]]
"""What a side may do in a volley, each choice with its weight: one choice alone where it is scripted."""


def only(choice: Choice) -> Plan:
    """A plan that leaves nothing to chance."""
    return ((choice, 1),)


@dataclass(frozen=True, slots=True)
class VolleyLaw:
    """What a volley can do: for what both sides carry afterwards, the ways to lose so many dice each.

    `ways` holds (lost by the first, lost by the second, weight), out of `denominator`. Source: DOW-15.
    """

    ways: Mapping[Carries, Sequence[tuple[int, int, int]]]
    denominator: int

    def mean(self, measure: Callable[[int, int], int]) -> Fraction:
        """What to expect of a number that follows from the losses."""
        found = sum(weight * measure(lost, struck) for ways in self.ways.values() for lost, struck, weight in ways)
        return Fraction(found, self.denominator)

    def chance(self, holds: Callable[[int, int], bool]) -> Fraction:
        """How likely losses are for which something holds."""
        found = sum(weight for ways in self.ways.values() for first, second, weight in ways if holds(first, second))
        return Fraction(found, self.denominator)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a duel may stand: bodies of argument (first, second) with their weights out of `denominator`.

    `live` are duels that go on, by what both sides carry; `over` those that have ended, where an argument lies at 0 or
    below. Source: DOW-18, DOW-26.
    """

    live: Mapping[Carries, Mapping[tuple[int, int], int]]
    over: Mapping[tuple[int, int], int] = field(default_factory=dict)
    denominator: int = 1

    def law(self) -> dict[tuple[int, int], Fraction]:
        """How likely each pair of arguments is, whatever is carried."""
        found = dict(self.over)
        for cells in self.live.values():
            for left, weight in cells.items():
                found[left] = found.get(left, 0) + weight
        return {left: Fraction(weight, self.denominator) for left, weight in sorted(found.items(), reverse=True)}

    @property
    def open(self) -> Fraction:
        """The chance that it still goes on."""
        return Fraction(sum(sum(cells.values()) for cells in self.live.values()), self.denominator)


def start_of(sides: tuple[Debater, Debater]) -> Spread:
    """Where two sides stand before the first volley."""
    first, second = sides
    return Spread({(first.carried, second.carried): {(first.argument, second.argument): 1}})


@dataclass(frozen=True, slots=True)
class _Done:
    """What counted successes do: the `effects`, and for each count its place among them."""

    effects: list[tuple[Effect, ...]] = field(default_factory=list)
    places: dict[Counts, int] = field(default_factory=dict)

    def add(self, counts: Counts, effects: tuple[Effect, ...]) -> int:
        """Note what these counts do."""
        if effects not in self.effects:
            self.effects.append(effects)
        self.places[counts] = place = self.effects.index(effects)
        return place


@functools.lru_cache(maxsize=4)
def _known(house: House, obstacles: tuple[int, int]) -> dict[object, _Done]:
    """What counted successes were found to do, kept while dice and arguments change and these stay."""
    return {}


class Laws:
    """The laws of all volleys between two sides, each worked out once."""

    def __init__(self, sides: tuple[Debater, Debater], house: House = duel.DEFAULT) -> None:
        self.sides = sides
        self.house = house
        self._obstacles = (sides[1].will, sides[0].will)
        self._effects = _known(house, self._obstacles)
        self._together: dict[object, tuple[dict[tuple[Effect, ...], int], int]] = {}
        self._volleys: dict[object, VolleyLaw] = {}

    def able(self, side: int, action: Action) -> bool:
        """Whether a side has dice enough to script an action. Source: DOW-06, DOW-14."""
        dice = self.sides[side].dice
        pool = dice.get(action)
        has = {action: pool.dice} if pool else {}
        return not duel.bad_script((action,), has, house=self.house)

    def choices(self, side: int, *, splits: bool = False) -> tuple[Choice, ...]:
        """All that a side may script, a Rebuttal once, or once for each of its `splits`. Source: DOW-14."""
        found: list[Choice] = []
        for action in duel.SCRIPTED:
            if self.able(side, action):
                found += self.divisions(side) if splits and action is Action.REBUTTAL else [Choice(action)]
        return tuple(found)

    def rebuttal_dice(self, side: int) -> int:
        """The pool that a Rebuttal divides in the volley ahead, with what is carried. Source: DOW-14, DOW-16."""
        debater = self.sides[side]
        return duel.pool_for(Action.REBUTTAL, debater.dice[Action.REBUTTAL], debater.carried).dice

    def divisions(self, side: int) -> list[Choice]:
        """Every lawful way to divide that pool, with the half that a +Ob costs where it costs one. Source: DOW-14."""
        dice = self.rebuttal_dice(side)
        lawful = [
            defense
            for defense in range(dice + 1)
            if not duel.bad_split(Split(defense, dice - defense), dice, self.house)
        ]
        burdened = self.sides[side].carried.obstacle + self.sides[side].penalty
        bears = (False, True) if self.house.penalty_once and burdened else (False,)
        return [Choice(Action.REBUTTAL, defense, dice, bear) for defense in lawful for bear in bears]

    def volley(
        self, choices: tuple[Choice, Choice], carries: Carries = (NOTHING, NOTHING), *, keep: bool = True
    ) -> VolleyLaw:
        """What a volley of two choices can do to two sides that bring this along. Source: DOW-15, DOW-16.

        Without `keep` what they carry on afterwards is not told apart.
        """
        key = (choices, carries, keep)
        if key not in self._volleys:
            self._volleys[key] = self._volley(choices, carries, keep)
        return self._volleys[key]

    def _volley(self, choices: tuple[Choice, Choice], carries: Carries, keep: bool) -> VolleyLaw:
        first, second = (
            Choice(Action.HESITATE) if carried.hesitates else choice
            for choice, carried in zip(choices, carries, strict=True)
        )
        pair = (first.action, second.action)
        rolls = (self._rolled(0, pair, first, carries[0]), self._rolled(1, pair, second, carries[1]))
        one, two = (carried.obstacle + side.penalty for carried, side in zip(carries, self.sides, strict=True))
        together, denominator = self._law(pair, rolls, (one, two), (first.riposte_bears, second.riposte_bears))
        after: list[dict[Effect, list[tuple[Carried, int]]]] = []
        for side in (0, 1):
            known = dict.fromkeys(effects[side] for effects in together)
            if not keep:
                after.append({effect: [(NOTHING, 1)] for effect in known})
                continue
            nerve = self.sides[side].shaken if any(effect.incited for effect in known) else Fraction(0)
            denominator *= nerve.denominator
            after.append({effect: self._after(side, pair, carries[side], effect, nerve) for effect in known})
        grouped: dict[Carries, dict[tuple[int, int], int]] = {}
        for (mine, theirs), weight in together.items():
            lost = (mine.lost, theirs.lost)
            for own, often in after[0][mine]:
                for other, as_often in after[1][theirs]:
                    cells = grouped.setdefault((own, other), {})
                    cells[lost] = cells.get(lost, 0) + weight * often * as_often
        ways = {held: [(*lost, weight) for lost, weight in cells.items() if weight] for held, cells in grouped.items()}
        return VolleyLaw(ways, denominator)

    def _rolled(self, side: int, pair: Actions, choice: Choice, carried: Carried) -> tuple[Roll, ...]:
        if not duel.kind(pair[side], pair[1 - side], self.house).rolls:
            return ()
        own = self.sides[side].dice[choice.action]
        split = None
        if choice.action is Action.REBUTTAL:
            split = choice.split(own.dice, duel.pool_for(choice.action, own, carried).dice)
        return duel.rolls_of(side, pair, own, carried, split=split, house=self.house)

    def _after(
        self, side: int, pair: Actions, before: Carried, effect: Effect, shaken: Fraction
    ) -> list[tuple[Carried, int]]:
        """What a side takes along after an effect, Steel held or not, weighed by the denominator of `shaken`."""
        rolled = duel.kind(pair[side], pair[1 - side], self.house).rolls
        ways = [(False, shaken.denominator)]
        if effect.incited:
            ways = [(True, shaken.numerator), (False, shaken.denominator - shaken.numerator)]
        rebuked = int(effect.rebuked)
        return [
            (duel.carried_after(before, effect, rolled, (rebuked, int(shakes)), self.house), weight)
            for shakes, weight in ways
            if weight
        ]

    def _law(
        self,
        pair: Actions,
        rolls: tuple[tuple[Roll, ...], tuple[Roll, ...]],
        penalties: tuple[int, int],
        bears: tuple[bool, bool],
    ) -> tuple[dict[tuple[Effect, ...], int], int]:
        """The ways to each pair of effects, out of a denominator; `bears` as in `Choice.riposte_bears`."""
        key = (pair, rolls, penalties, bears)
        if key in self._together:
            return self._together[key]
        heard = [_heard(side, pair, self.house) for side in (0, 1)]
        parts = [[roll for roll in (*rolls[0], *rolls[1]) if (roll.side, roll.part) in one] for one in heard]
        if heard[0] & heard[1]:
            found, denominator = self._told_apart((0, 1), pair, parts[0], penalties, bears)
        else:
            (mine, first), (theirs, second) = (
                self._told_apart((side,), pair, parts[side], penalties, bears) for side in (0, 1)
            )
            denominator = first * second
            found = {(*own, *its): weight * other for own, weight in mine.items() for its, other in theirs.items()}
        self._together[key] = found, denominator
        return found, denominator

    def _told_apart(
        self,
        sides: Sequence[int],
        pair: Actions,
        rolls: Sequence[Roll],
        penalties: tuple[int, int],
        bears: tuple[bool, bool],
    ) -> tuple[dict[tuple[Effect, ...], int], int]:
        """The ways to each effect on these sides, from the rolls that decide it, out of a denominator."""
        known = self._effects.setdefault((sides, pair, penalties, bears), _Done())
        found: dict[int, int] = {}
        ways, denominator = _counted(rolls)
        for counts, weight in ways.items():
            place = known.places.get(counts)
            if place is None:
                counted = (
                    Counted(counts[0], defense=counts[1], riposte_bears=bears[0]),
                    Counted(counts[2], defense=counts[3], riposte_bears=bears[1]),
                )
                effects = tuple(
                    duel.effect_on(side, pair, counted, self._obstacles, penalties, self.house) for side in sides
                )
                place = known.add(counts, effects)
            found[place] = found.get(place, 0) + weight
        return {known.effects[place]: weight for place, weight in found.items()}, denominator

    def after(self, spread: Spread, plans: tuple[Plan, Plan], *, keep: bool = True) -> Spread:
        """How a duel may stand one volley later. Without `keep`, what is carried on is not told apart."""
        laws: list[tuple[Mapping[tuple[int, int], int], VolleyLaw, int]] = []
        shares = math.prod(sum(weight for _, weight in plan) for plan in plans)
        for carries, cells in spread.live.items():
            # Whoever hesitates does nothing, whatever was meant.
            meant = [
                ((plan[0][0], sum(weight for _, weight in plan)),) if carried.hesitates else plan
                for plan, carried in zip(plans, carries, strict=True)
            ]
            for (mine, often), (theirs, as_often) in itertools.product(*meant):
                laws.append((cells, self.volley((mine, theirs), carries, keep=keep), often * as_often))
        whole = math.lcm(*(law.denominator for _, law, _ in laws)) if laws else 1
        live: dict[Carries, dict[tuple[int, int], int]] = {}
        over = {left: weight * whole * shares for left, weight in spread.over.items()}
        for cells, law, share in laws:
            scale = whole // law.denominator * share
            for held, ways in law.ways.items():
                going = live.setdefault(held, {})
                for (first, second), weight in cells.items():
                    scaled = weight * scale
                    for lost, struck, often in ways:
                        left = (first - lost, second - struck)
                        ended = over if left[0] <= 0 or left[1] <= 0 else going
                        ended[left] = ended.get(left, 0) + scaled * often
        return _reduced(
            {held: cells for held, cells in live.items() if cells}, over, spread.denominator * whole * shares
        )

    def exchange(self, spread: Spread, scripts: Sequence[tuple[Plan, Plan]], *, keep: bool = True) -> Spread:
        """How a duel may stand after the volleys of two scripts. Source: DOW-06, DOW-26."""
        for place, plans in enumerate(scripts, 1):
            spread = self.after(spread, plans, keep=keep or place < len(scripts))
        return spread


def _reduced(
    live: Mapping[Carries, Mapping[tuple[int, int], int]], over: Mapping[tuple[int, int], int], denominator: int
) -> Spread:
    """A spread in its lowest terms, which keeps the numbers of a long duel short."""
    shared = math.gcd(denominator, *over.values(), *(weight for cells in live.values() for weight in cells.values()))
    return Spread(
        {held: {left: weight // shared for left, weight in cells.items()} for held, cells in live.items()},
        {left: weight // shared for left, weight in over.items()},
        denominator // shared,
    )


STRIKES = (Action.POINT, Action.DISMISS, Action.INCITE, Action.FEINT)


def _heard(side: int, pair: Actions, house: House) -> frozenset[tuple[int, Part]]:
    """The rolls, as (side, part), that can decide what a volley does to a side. Source: DOW-15."""
    mine, other = pair[side], pair[1 - side]
    blocked = house.point_blocks and set(pair) == {Action.POINT, Action.INCITE}
    if Action.OBFUSCATE in pair or blocked:
        return frozenset(itertools.product((0, 1), Part))
    if other is Action.REBUTTAL:
        its = {(1 - side, Part.RIPOSTE)}
    elif other in STRIKES:
        its = {(1 - side, Part.WHOLE)}
    else:
        return frozenset()
    own = {Action.REBUTTAL: {(side, Part.DEFENSE)}, Action.AVOID: {(side, Part.WHOLE)}}.get(mine, set())
    return frozenset(its | own)


def _counted(rolls: Sequence[Roll]) -> tuple[dict[Counts, int], int]:
    """The ways that these rolls can fall, out of a denominator; rolls that are not among them count as 0.

    A Feint's two rolls are one: what they do, they do together.
    """
    ways: dict[Counts, int] = {(0, 0, 0, 0): 1}
    denominator = 1
    for roll in rolls:
        law = _listed(roll.pool)
        denominator *= law.denominator
        place = 2 * roll.side + (roll.part is Part.DEFENSE)
        more: dict[Counts, int] = {}
        for counts, weight in ways.items():
            for number, often in enumerate(law.weights):
                added = list(counts)
                added[place] += number
                key = (added[0], added[1], added[2], added[3])
                more[key] = more.get(key, 0) + weight * often
        ways = more
    return ways, denominator


@functools.lru_cache(maxsize=256)
def _listed(pool: Pool) -> Distribution:
    return successes(pool)


@dataclass(frozen=True, slots=True)
class Prices:
    """What is carried on, in dice of argument: for each side a volley that it loses, and a die that it gains.

    +1 Ob costs one success. Source: DOW-16.
    """

    volley: tuple[Fraction, Fraction]
    die: tuple[Fraction, Fraction]


def prices(laws: Laws) -> Prices:
    """A rule of thumb: a lost volley costs what the other’s Point takes off meanwhile, a die its mean success."""
    means = [
        Fraction(pool.groups[0].shade.hits, 6) if (pool := side.dice.get(Action.POINT)) else Fraction(1, 2)
        for side in laws.sides
    ]
    points = [
        _listed(laws.sides[side].dice[Action.POINT]).mean if laws.able(side, Action.POINT) else Fraction(0)
        for side in (0, 1)
    ]
    return Prices((points[1], points[0]), (means[0], means[1]))


class Aim(Option):
    """What a volley is played for."""

    DICE = "dice", "dice off their argument, less those off yours"
    END = "end", "the chance to win now, less the chance to lose"


def worth(carried: Carried, side: int, costs: Prices) -> Fraction:
    """What it is worth to a side to carry this into the next volley; below 0 it is a burden. Source: DOW-16."""
    lasting = costs.die[side] * carried.test_dice
    if carried.hesitates:
        return lasting - costs.volley[side] * carried.hesitates
    return lasting + costs.die[side] * carried.dice - carried.obstacle


def payoff(laws: Laws, choices: tuple[Choice, Choice], aim: Aim, costs: Prices) -> Fraction:
    """What a volley brings the first side, which is what it costs the second. Source: DOW-15, DOW-18.

    Dice beyond the end of an argument count for nothing, and so does what is carried on when it ends.
    """
    first, second = laws.sides
    law = laws.volley(choices, (first.carried, second.carried))
    if aim is Aim.END:
        wins = law.chance(lambda lost, struck: struck >= second.argument and lost < first.argument)
        return wins - law.chance(lambda lost, struck: lost >= first.argument and struck < second.argument)

    total = Fraction(0)
    for held, ways in law.ways.items():
        goes_on = sum(often for lost, struck, often in ways if lost < first.argument and struck < second.argument)
        total += goes_on * (worth(held[0], 0, costs) - worth(held[1], 1, costs))
    margin = law.mean(lambda lost, struck: min(struck, second.argument) - min(lost, first.argument))
    return margin + total / law.denominator


def game(laws: Laws, aim: Aim = Aim.DICE, costs: Prices | None = None) -> Game[Choice]:
    """The volley before both sides, each Rebuttal's split a choice of its own. Whoever hesitates has nothing to choose.

    Raises `ValueError` where a side that does not hesitate has no dice for any action.
    """
    costs = costs or prices(laws)
    first, second = (
        (Choice(Action.HESITATE),) if debater.carried.hesitates else laws.choices(side, splits=True)
        for side, debater in enumerate(laws.sides)
    )
    payoffs = tuple(tuple(payoff(laws, (mine, theirs), aim, costs) for theirs in second) for mine in first)
    return Game.of((first, second), payoffs)


def unburdened(laws: Laws) -> Game[Choice]:
    """The volley as a game between the same sides, had neither brought anything along: how both play later on."""
    first, second = (replace(side, carried=NOTHING) for side in laws.sides)
    return game(Laws((first, second), laws.house))


@dataclass(frozen=True, slots=True)
class Forecast:
    """How a duel may end: chances for the first side, and how likely each grade of concession is, won or lost.

    `open` is the chance that it goes on. `owes` counts duels that the first side wins, `owed` those it loses.
    Source: DOW-18, DOW-19.
    """

    win: Fraction
    lose: Fraction
    tie: Fraction
    open: Fraction
    owes: Mapping[Grade, Fraction]
    owed: Mapping[Grade, Fraction]


def forecast(
    law: Iterable[tuple[tuple[int, int], Fraction]],
    starts: tuple[int, int],
    houses: tuple[GradeHouse, GradeHouse] = (GradeHouse(), GradeHouse()),
) -> Forecast:
    """What a distribution of both bodies of argument says; `starts` are those of the duel's beginning."""
    ends = dict.fromkeys(Ending, Fraction(0))
    owes, owed = dict.fromkeys(Grade, Fraction(0)), dict.fromkeys(Grade, Fraction(0))
    for (mine, theirs), chance in law:
        found = arguments.ending(mine, theirs)
        ends[found] += chance
        if found is Ending.WIN:
            owes[arguments.grade(starts[0], mine, houses[0])] += chance
        elif found is Ending.LOSE:
            owed[arguments.grade(starts[1], theirs, houses[1])] += chance
    return Forecast(ends[Ending.WIN], ends[Ending.LOSE], ends[Ending.TIE], ends[Ending.OPEN], owes, owed)


def not_below_zero(law: Mapping[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    """A distribution of both bodies of argument with all that is beaten at 0. Source: DOW-18."""
    found: dict[tuple[int, int], Fraction] = {}
    for (mine, theirs), chance in law.items():
        left = (max(mine, 0), max(theirs, 0))
        found[left] = found.get(left, Fraction(0)) + chance
    return found


def of_side(law: Mapping[tuple[int, int], Fraction], side: int) -> dict[int, Fraction]:
    """How likely each body of argument of one side is, whatever the other's."""
    found: dict[int, Fraction] = {}
    for both, chance in law.items():
        found[both[side]] = found.get(both[side], Fraction(0)) + chance
    return found


def mean_of(law: Mapping[int, Fraction]) -> Fraction:
    """What to expect of a number."""
    return sum((number * chance for number, chance in law.items()), Fraction(0))


EXACT_DICE = 6
EXACT_ARGUMENT = 12
MOST_EXCHANGES = 40
SETTLED = Fraction(1, 1_000_000)
"""A whole duel is followed until the chance that it still goes on is smaller than this."""


def within_reach(sides: tuple[Debater, Debater]) -> bool:
    """Whether a whole duel is followed exactly: up to 6D for an action, and 12 dice of argument."""
    return all(
        side.argument <= EXACT_ARGUMENT and all(pool.dice <= EXACT_DICE for pool in side.dice.values())
        for side in sides
    )


def whole(laws: Laws, scripts: Sequence[tuple[Plan, Plan]], report: Callable[[int, int], object]) -> Spread:
    """A duel played to its end with the same scripts again and again, exactly, up to 40 exchanges.

    `report` hears how much of the chance is settled, in thousandths. Source: DOW-26.
    """
    spread = start_of(laws.sides)
    for _ in range(MOST_EXCHANGES):
        spread = laws.exchange(spread, scripts)
        remaining = spread.open
        report(int(1000 * (1 - remaining)), 1000)
        if remaining < SETTLED:
            break
    return spread


def sampled(
    laws: Laws,
    scripts: Sequence[tuple[Plan, Plan]],
    later: Sequence[tuple[Plan, Plan]],
    duels: int,
    seed: int,
    report: Callable[[int, int], object],
) -> dict[tuple[int, int], int]:
    """How many of so many duels end with which arguments; `later` is what is played after the first exchange.

    The same `seed` plays the same duels. One that lasts 40 exchanges is left as it stands. Source: DOW-26.
    """
    chance = Random(seed)
    ends: dict[tuple[int, int], int] = {}
    listed: dict[tuple[tuple[Choice, Choice], Carries], tuple[list[tuple[int, int, Carries]], list[int]]] = {}

    def choose(plan: Plan) -> Choice:
        return (
            plan[0][0] if len(plan) == 1 else chance.choices([one for one, _ in plan], [often for _, often in plan])[0]
        )

    for number in range(duels):
        if number % 100 == 0:
            report(number, duels)
        mine, theirs = (side.argument for side in laws.sides)
        carries = (laws.sides[0].carried, laws.sides[1].carried)
        for plans in itertools.chain(scripts, *itertools.repeat(later, MOST_EXCHANGES - 1)):
            key = ((choose(plans[0]), choose(plans[1])), carries)
            if key not in listed:
                law = laws.volley(*key)
                ways = [(lost, struck, held, often) for held, all_ in law.ways.items() for lost, struck, often in all_]
                listed[key] = (
                    [(lost, struck, held) for lost, struck, held, _ in ways],
                    list(itertools.accumulate(often for _, _, _, often in ways)),
                )
            outcomes, weights = listed[key]
            lost, struck, carries = (
                outcomes[0] if len(outcomes) == 1 else chance.choices(outcomes, cum_weights=weights)[0]
            )
            mine, theirs = mine - lost, theirs - struck
            if mine <= 0 or theirs <= 0:
                break
        ends[mine, theirs] = ends.get((mine, theirs), 0) + 1
    return ends
