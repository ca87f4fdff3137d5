"""Casting again and again: Forte as a Markov chain over Tax and the Sickness, exact (SOR-13 to SOR-15).

A state is how many dice of Forte are lost, and the hours until the next of them is back. The hours of a die are rolled
when its turn comes: they depend on nothing else, so that the chances are the same as when all are rolled at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from engine.games.burning_wheel.rules.sickness import hours
from engine.refused import Refused

MOST_CASTINGS = 12
Law = Mapping[int, Fraction]
State = tuple[int, int]
Waits = tuple[int, ...]
"""Of each lost die the rests until it is back, fewest first, where all come back side by side."""
MOST_WAYS = 5000
"""More ways in which lost dice may be on their way back are not followed."""


def back_in(health: int, law: Law) -> Law:
    """The chance of each number of hours until a lost die is back, for a Health exponent and what its test rolls.

    `law` is the chance of each number of successes. Source: SOR-15.
    """
    found: dict[int, Fraction] = {}
    for successes, chance in law.items():
        took = hours(health, successes)
        found[took] = found.get(took, Fraction(0)) + chance
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Day:
    """What happened up to some casting: the chance of each number of dice lost, and to be `down`, by how far below 0.

    `lost` holds the chances while on one's feet; all add up to 1. Source: SOR-13, SOR-14.
    """

    lost: Law
    down: Law

    @property
    def standing(self) -> Fraction:
        """The chance to be on one's feet."""
        return sum(self.lost.values(), Fraction(0))

    @property
    def wounded(self) -> Fraction:
        """The chance to have been hurt by Overtax."""
        return sum((chance for below, chance in self.down.items() if below), Fraction(0))


@dataclass(frozen=True, slots=True)
class Chain:
    """Castings of one spell, `rest` hours apart (0 or more), by someone with `forte` dice (1 or more).

    `tax` gives for the dice of Forte that are left the chance of each number lost, `back` that of each number of hours
    until a die returns. Lost dice come back one after another, or with `together` all side by side.
    Source: SOR-13 to SOR-15.
    """

    forte: int
    tax: Callable[[int], Law]
    back: Law
    rest: int = 0
    together: bool = False

    def days(self, castings: int, lost: int = 0) -> tuple[Day, ...]:
        """How it stands after each of so many castings, with `lost` dice gone before the first of them.

        What is said of a casting is said before the rest that follows it.
        """
        if self.together and self.rest:
            return self._side_by_side(castings, lost)
        states: dict[State, Fraction] = {}
        for due, chance in self._begin(lost).items():
            states[due] = chance
        down: dict[int, Fraction] = {}
        told = []
        for _ in range(castings):
            after: dict[State, Fraction] = {}
            for (gone, wait), chance in states.items():
                for more, odds in self.tax(self.forte - gone).items():
                    if not odds:
                        continue
                    if gone + more >= self.forte and more:
                        below = gone + more - self.forte
                        down[below] = down.get(below, Fraction(0)) + chance * odds
                        continue
                    for due, share in (self._begin(more) if not gone else {(gone + more, wait): Fraction(1)}).items():
                        after[due] = after.get(due, Fraction(0)) + chance * odds * share
            told.append(Day(_by_lost(after), dict(sorted(down.items()))))
            states = self._rested(after)
        return tuple(told)

    def _side_by_side(self, castings: int, lost: int) -> tuple[Day, ...]:
        """The same with each lost die on a way back of its own.

        A die waits for whole rests, and for all castings alike where it is back after the last of them. Chances are
        whole numbers over `whole`. Raises `Refused` where there are too many ways in which dice can be on their way.
        """
        ways, whole = self._ways(lost, castings + 1)
        states = dict(ways[lost])
        down: dict[int, Fraction] = {}
        told = []
        for left in range(castings - 1, -1, -1):
            taxes = {len(waits): self.tax(self.forte - len(waits)) for waits in states}
            after, over, grown = self._losing(states, taxes, left)
            whole *= grown
            for below, number in over.items():
                down[below] = down.get(below, Fraction(0)) + Fraction(number, whole)
            law: dict[int, int] = {}
            states = {}
            for waits, number in after.items():
                law[len(waits)] = law.get(len(waits), 0) + number
                rested = tuple(min(wait - 1, left) for wait in waits if wait > 1)
                states[rested] = states.get(rested, 0) + number
            _followed(len(states))
            lost_now = {gone: Fraction(number, whole) for gone, number in sorted(law.items())}
            told.append(Day(lost_now, dict(sorted(down.items()))))
        return tuple(told)

    def _losing(
        self, states: Mapping[Waits, int], taxes: Mapping[int, Law], left: int
    ) -> tuple[dict[Waits, int], dict[int, int], int]:
        """Each state after its Tax, which `taxes` gives by the dice lost: those on their feet, those down, by how far.

        All chances have grown by the last number. `left` are the castings to come.
        """
        most = max((more for law in taxes.values() for more in law), default=0)
        ways, each = self._ways(min(most, self.forte), left + 1)
        taxed = lcm(*(chance.denominator for law in taxes.values() for chance in law.values()))
        after: dict[Waits, int] = {}
        down: dict[int, int] = {}
        for waits, number in states.items():
            for more, odds in taxes[len(waits)].items():
                weight = number * odds.numerator * (taxed // odds.denominator)
                if weight and more and len(waits) + more >= self.forte:
                    below = len(waits) + more - self.forte
                    down[below] = down.get(below, 0) + weight * each
                elif weight:
                    for new, share in ways[more].items():
                        state = tuple(sorted((*waits, *new)))
                        after[state] = after.get(state, 0) + weight * share
        return after, down, taxed * each

    def _ways(self, most: int, last: int) -> tuple[tuple[Mapping[Waits, int], ...], int]:
        """For each number of dice lost up to `most` the weight of each way in which they wait, all over one whole.

        Waits are in rests, and `last` where they outlast all that is told.
        """
        rests: dict[int, Fraction] = {}
        for hours_back, chance in self.back.items():
            wait = min(last, -(-hours_back // self.rest))
            rests[wait] = rests.get(wait, Fraction(0)) + chance
        _followed(comb(most + len(rests) - 1, most))
        one = lcm(*(chance.denominator for chance in rests.values()))
        single = {wait: chance.numerator * (one // chance.denominator) for wait, chance in rests.items()}
        ways: list[dict[Waits, int]] = [{(): 1}]
        for _ in range(most):
            grown: dict[Waits, int] = {}
            for waits, number in ways[-1].items():
                for wait, weight in single.items():
                    state = tuple(sorted((*waits, wait)))
                    grown[state] = grown.get(state, 0) + number * weight
            ways.append(grown)
        whole = one**most
        scaled = [
            {waits: number * (whole // one**dice) for waits, number in found.items()} for dice, found in enumerate(ways)
        ]
        return tuple(scaled), whole

    def _begin(self, lost: int) -> Mapping[State, Fraction]:
        """So many dice lost, the first of them on its way back."""
        if not lost:
            return {(0, 0): Fraction(1)}
        return {(lost, wait): chance for wait, chance in self.back.items()}

    def _rested(self, states: Mapping[State, Fraction]) -> dict[State, Fraction]:
        """The same after the rest between two castings."""
        if not self.rest:
            return dict(states)
        known: dict[tuple[int, int, int], Mapping[State, Fraction]] = {}
        after: dict[State, Fraction] = {}
        for (lost, wait), chance in states.items():
            for state, share in self._rest(lost, wait, self.rest, known).items():
                after[state] = after.get(state, Fraction(0)) + chance * share
        return after

    def _rest(
        self, lost: int, wait: int, left: int, known: dict[tuple[int, int, int], Mapping[State, Fraction]]
    ) -> Mapping[State, Fraction]:
        """Where one state leads in so many hours."""
        if not lost or wait > left:
            return {(lost, wait - left if lost else 0): Fraction(1)}
        at = (lost, wait, left)
        if at not in known:
            found: dict[State, Fraction] = {}
            for begun, chance in self._begin(lost - 1).items():
                for state, share in self._rest(*begun, left - wait, known).items():
                    found[state] = found.get(state, Fraction(0)) + chance * share
            known[at] = found
        return known[at]

    def mean(self, lost: int = 0) -> Fraction | None:
        """The castings made on average, the one that brings them down among them, without any rest between.

        None where Tax can take nothing.

        >>> half = Chain(1, lambda dice: {0: Fraction(1, 2), 1: Fraction(1, 2)}, {1: Fraction(1)})
        >>> half.mean()
        Fraction(2, 1)
        """
        found: dict[int, Fraction] = {}
        for dice in range(1, self.forte - lost + 1):
            law = self.tax(dice)
            stays = law.get(0, Fraction(0))
            if stays >= 1:
                return None
            further = sum((chance * found[dice - more] for more, chance in law.items() if 0 < more < dice), Fraction(0))
            found[dice] = (1 + further) / (1 - stays)
        return found[self.forte - lost]


def _followed(ways: int) -> None:
    """Raises `Refused` for more ways in which lost dice may be on their way back than are followed."""
    if ways > MOST_WAYS:
        raise Refused("Side by side, so many dice come back in too many ways to count: rest longer between castings.")


def _by_lost(states: Mapping[State, Fraction]) -> Law:
    found: dict[int, Fraction] = {}
    for (lost, _), chance in states.items():
        found[lost] = found.get(lost, Fraction(0)) + chance
    return dict(sorted(found.items()))


def afford(days: tuple[Day, ...], sure: Fraction) -> int:
    """How many castings leave someone on their feet with at least this chance; 0 where not even one does."""
    return next((done for done, day in enumerate(days) if day.standing < sure), len(days))


def when_due(law: Law, due: Fraction) -> Law:
    """The same losses where Tax is due with this chance alone; else it takes nothing. Source: SOR-10."""
    found = {lost: chance * due for lost, chance in law.items()}
    found[0] = found.get(0, Fraction(0)) + 1 - due
    return dict(sorted(found.items()))
