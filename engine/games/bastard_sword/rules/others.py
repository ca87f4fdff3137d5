"""Against others and with others: opposed, assisted and group tests (BSR-11 to BSR-13, BSR-16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product

from engine.dice import Distribution, Versus, margin, together
from engine.games.bastard_sword.dice import Pool, successes
from engine.option import Option

NOTHING = Distribution((1,), 1, Fraction(0))


class Ties(Option):
    """What equal results mean. Source: BSR-11."""

    NOBODY = "nobody", "nobody: all stays as it was"
    YOU = "you", "you, who have the advantage"
    THEM = "them", "them, who have the advantage"


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


MOST_WAYS = 5_000
"""Results of a group that are gone through one by one."""


def all_pass(group: Sequence[Member], difficulty: int) -> Fraction:
    """The chance that everyone passes: all results together come to the difficulty for each. Source: BSR-13."""
    return reduce(together, (one.law for one in group), NOTHING).at_least(len(group) * difficulty)


def how_many(group: Sequence[Member], difficulty: int, *, donors_pass: bool = False) -> Mapping[int, Fraction] | None:
    """How likely each number of those who pass is; None where a group is too large to go through. Source: BSR-13."""
    laws = [list(one.law) for one in group]
    ways = 1
    for law in laws:
        ways *= len(law)
    if ways > MOST_WAYS:
        return None
    found: dict[int, Fraction] = {}
    for fell in product(*laws):
        chance = Fraction(1)
        for _, one in fell:
            chance *= one
        count = passing([result for result, _ in fell], difficulty, donors_pass=donors_pass)
        found[count] = found.get(count, Fraction(0)) + chance
    return dict(sorted(found.items()))
