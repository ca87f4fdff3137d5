"""Against others and with others: opposed, assisted and group tests, and these mixed (BSR-11 to BSR-13, BSR-16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise, zip_longest
from math import prod

from engine.dice import Distribution, Versus, margin, together
from engine.dice.law import multiply
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules.long_tasks import Course, Rolling, course
from engine.option import Option

NOTHING = Distribution((1,), 1, Fraction(0))


class Ties(Option):
    """What equal results mean. Source: BSR-11."""

    NOBODY = "nobody", "nobody: all stays as it was"
    YOU = "you", "you, who have the advantage"
    THEM = "them", "them, who have the advantage"


class Acts(Option):
    """Who acts and who reacts where two sides test against each other. Source: BSR-11."""

    YOU = "you", "you act, they react"
    THEM = "them", "they act, you react"
    NEITHER = "neither", "nobody: it is not in rounds"


def speaks_first(acts: Acts, ties: Ties) -> Ties:
    """Which side names its dice first; nobody where both choose in secret. Source: BSR-11.

    Whoever reacts does. Where nobody acts, the side with the advantage counts as acting.

    >>> [speaks_first(acts, Ties.NOBODY).value for acts in Acts], speaks_first(Acts.NEITHER, Ties.YOU).value
    (['them', 'you', 'nobody'], 'them')
    """
    last = {Acts.YOU: Ties.YOU, Acts.THEM: Ties.THEM}.get(acts, ties)
    return {Ties.YOU: Ties.THEM, Ties.THEM: Ties.YOU}.get(last, Ties.NOBODY)


class Team(Option):
    """How people work on one thing. Source: BSR-12."""

    FULL = "full", "all successes count"
    HALVED = "halved", "helpers count for half"


@dataclass(frozen=True, slots=True)
class Member:
    """One of a team: dice, and a malus."""

    pool: Pool
    malus: int = 0

    @property
    def law(self) -> Distribution:
        """How likely each result is."""
        return successes(self.pool).plus(-self.malus)


def opposed(mine: Distribution, theirs: Distribution, ties: Ties) -> Versus:
    """The chances that you win, that nobody does, and that they do. Source: BSR-11."""
    apart = margin(mine, theirs)
    win, even, lose = (
        apart.at_least(1),
        apart.exactly(0) if apart.first <= 0 <= apart.last else Fraction(0),
        apart.below(0),
    )
    if ties is Ties.YOU:
        return Versus(win + even, Fraction(0), lose)
    return Versus(win, Fraction(0), lose + even) if ties is Ties.THEM else Versus(win, even, lose)


def all_beat(group: Distribution, size: int, other: Distribution, ties: Ties) -> Fraction:
    """The chance that each of so many, who hand successes round, has more than another side, or as much where ties are
    yours. `group` are all their results together. Source: BSR-11, BSR-13, BSR-16.
    """
    more = 0 if ties is Ties.YOU else 1
    return sum((chance * group.at_least(size * (result + more)) for result, chance in other), Fraction(0))


def course_of(test: Rolling, law: Distribution, rolls: int) -> list[Course]:
    """So many rolls of a team whose results, maluses taken off, fall like this. Source: BSR-14, BSR-16."""
    malus = max(0, -law.first)
    return course(test, law.plus(malus), [malus] * rolls)


def race(mine: Sequence[Course], theirs: Sequence[Course], ties: Ties) -> Versus:
    """The chances of two rolling tests side by side: you are done first, neither is, they are. Source: BSR-16.

    Both done by the same roll is a tie, which goes to whoever has the advantage.
    """
    win = lose = even = Fraction(0)
    for (mine_before, my_now), (their_before, their_now) in zip(pairwise(mine), pairwise(theirs), strict=True):
        me, them = my_now.done - mine_before.done, their_now.done - their_before.done
        win, lose, even = win + me * (1 - their_now.done), lose + them * (1 - my_now.done), even + me * them
    won, lost = even * (ties is Ties.YOU), even * (ties is Ties.THEM)
    return Versus(win + won, 1 - win - won - lose - lost, lose + lost)


def contest(results: Sequence[int], *, runner_up: bool = False) -> tuple[list[int], list[int]]:
    """Who wins among several, by their places, and the hits against each side, or against the `runner_up` alone.

    Several winners are tied, and nobody has hits. Source: BSR-11.

    >>> contest([5, 3, 1]), contest([5, 3, 1], runner_up=True), contest([4, 4, 1])
    (([0], [0, 2, 4]), ([0], [0, 2, 2]), ([0, 1], [0, 0, 0]))
    """
    best = max(results)
    winners = [at for at, result in enumerate(results) if result == best]
    if len(winners) > 1:
        return winners, [0] * len(results)
    second = max((one for at, one in enumerate(results) if at not in winners), default=best)
    return winners, [0 if at in winners else best - (second if runner_up else one) for at, one in enumerate(results)]


def half(successes: int) -> int:
    """What a helper's successes count for: one of two, and a result below 0 as it is. Source: BSR-12."""
    return successes // 2 if successes > 0 else successes


def assisted(
    leader: Member, helpers: Sequence[Member], team: Team, *, pooled: bool = False, subtract: bool = False
) -> Distribution:
    """How likely each result of a team is.

    Where helpers count for half, each is halved by itself, or all of them together where `pooled`. A helper below 0
    counts for nothing, unless the table lets it `subtract`. Source: BSR-12.
    """
    laws = [one.law if subtract else one.law.floored(0) for one in helpers]
    if team is Team.HALVED and not pooled:
        laws = [law.mapped(half) for law in laws]
    helped = reduce(together, laws, NOTHING)
    if team is Team.HALVED and pooled:
        helped = helped.mapped(half)
    return together(leader.law, helped)


def passing(results: Sequence[int], difficulty: int, *, donors_pass: bool = False) -> int:
    """How many of a group can pass once successes are handed round.

    Anyone may give successes away; where `donors_pass` nobody falls below the difficulty for it. Source: BSR-13.

    >>> passing([5, 4, 0], 3), passing([5, 2, 2], 3), passing([2, 2, 2], 3), passing([2, 2, 2], 3, donors_pass=True)
    (3, 3, 2, 0)
    """
    ordered = sorted(results, reverse=True)
    if donors_pass:
        spare = sum(max(0, one - difficulty) for one in ordered)
        done = sum(one >= difficulty for one in ordered)
        for one in ordered[done:]:
            spare -= difficulty - one
            done += spare >= 0
        return done
    spare_of = [sum(max(0, one) for one in ordered[count:]) + sum(ordered[:count]) for count in range(len(ordered) + 1)]
    return max(count for count, held in enumerate(spare_of) if held >= count * difficulty)


def handed(results: Sequence[int], difficulty: int, *, donors_pass: bool = False) -> list[tuple[int, int, int]]:
    """Who gives how many successes to whom, by their places, so that as many pass as can. Source: BSR-13.

    >>> handed([5, 4, 0], 3)
    [(0, 2, 2), (1, 2, 1)]
    """
    count = passing(results, difficulty, donors_pass=donors_pass)
    order = sorted(range(len(results)), key=lambda at: -results[at])
    saved, given = order[:count], []
    held = dict(enumerate(results))
    sources = [at for at in order if held[at] > (difficulty if at in saved or donors_pass else 0)]
    for to in sorted((at for at in saved if held[at] < difficulty), key=lambda at: -held[at]):
        for one in sources:
            least = difficulty if one in saved or donors_pass else 0
            amount = min(held[one] - least, difficulty - held[to])
            if one != to and amount > 0:
                held[one], held[to] = held[one] - amount, held[to] + amount
                given.append((one, to, amount))
    return given


MOST_WORK = 30_000
"""Results below what is needed, times all results: a group with more of them is too large to count."""


def all_pass(group: Sequence[Member], difficulty: int) -> Fraction:
    """The chance that everyone passes: all results together come to the difficulty for each. Source: BSR-13."""
    return reduce(together, (one.law for one in group), NOTHING).at_least(len(group) * difficulty)


def how_many(group: Sequence[Member], difficulty: int, *, donors_pass: bool = False) -> Mapping[int, Fraction] | None:
    """How likely each number of those who pass is; None where a group is too large to count. Source: BSR-13.

    So many can pass as hold enough together, if the others give all they have and the lowest of those below 0 are left
    out. Where `donors_pass`, what counts is how far each lies above the difficulty, and together they need 0. So for
    each number of people left out it is enough to know the value of the last of them, and the sum of those above.
    """
    laws = [one.law.plus(-difficulty if donors_pass else 0) for one in group]
    need, size = 0 if donors_pass else difficulty, len(group)
    low = sorted({result for law in laws for result in range(law.first, min(0, law.last + 1))})
    if len(low) * sum(len(law.weights) for law in laws) > MOST_WORK:
        return None
    enough = [0] * (size + 1)
    for last in (*low, 0):
        for (below, equal), sums in _sums(laws, last).items():
            first = (size - below - equal) * (last + 1 if last else 0)
            for out in range(below + 1, (below + equal if last else size) + 1):
                short = (size - out) * need - max(0, below + equal - out) * last - first
                enough[size - out] += sum(sums[max(0, short) :])
    whole = prod(law.denominator for law in laws)
    at_least = [*(Fraction(one, whole) for one in enough[:size]), all_pass(group, difficulty), Fraction(0)]
    exactly = {count: at_least[count] - at_least[count + 1] for count in range(size + 1)}
    return {count: chance for count, chance in exactly.items() if chance}


def _sums(laws: Sequence[Distribution], last: int) -> dict[tuple[int, int], list[int]]:
    """For each number of results below `last` and equal to it, the weights of the sums of those above.

    Sums begin with as many times `last` + 1 as results lie above it. A `last` of 0 is no result: nothing equals it, and
    0 lies above.
    """
    found: dict[tuple[int, int], list[int]] = {(0, 0): [1]}
    for law in laws:
        start = last + 1 if last else 0
        down, same = max(0, last - law.first), max(0, start - law.first)
        above = (*[0] * max(0, law.first - start), *law.weights[same:])
        parts = ((sum(law.weights[:down]),), (sum(law.weights[down:same]),), above)
        after: dict[tuple[int, int], list[int]] = {}
        for (below, equal), sums in found.items():
            keys = ((below + 1, equal), (below, equal + 1), (below, equal))
            for key, more in zip(keys, parts, strict=True):
                if any(more):
                    old, new = after.get(key, []), multiply(sums, more)
                    after[key] = [one + other for one, other in zip_longest(old, new, fillvalue=0)]
        found = after
    return found
