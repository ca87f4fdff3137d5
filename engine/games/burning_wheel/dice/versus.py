"""Two pools against each other: more successes win (HUB-13)."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from engine import dice
from engine.dice import Distribution, Versus
from engine.games.burning_wheel.dice.numbers import MOST_OBSTACLE
from engine.games.burning_wheel.dice.pool import Pool
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.dice.successes import Chain, die, successes


def versus(first: Pool, second: Pool, *, lead: int = 0, chain: Chain = Chain.CHAIN) -> Versus:
    """The chances of a contest, exact for open-ended dice too.

    `lead`, from -100 to 100, is added to the successes of the first pool, so that a penalty on one side can be said;
    raises `ValueError` outside that range. What a tie means is for the caller to say. Source: HUB-13.
    """
    if not -MOST_OBSTACLE <= lead <= MOST_OBSTACLE:
        raise ValueError(f"A lead is a whole number from -{MOST_OBSTACLE} to {MOST_OBSTACLE}; this says {lead}.")
    win = reaches(first, second, lambda theirs: theirs - lead + 1, chain=chain)
    reached = reaches(first, second, lambda theirs: theirs - lead, chain=chain)
    return Versus(win, reached - win, 1 - reached)


def reaches(
    first: Pool,
    second: Pool,
    asked: Callable[[int], int],
    *,
    times: int = 1,
    steady: int = 0,
    chain: Chain = Chain.CHAIN,
) -> Fraction:
    """The chance that the first pool has `asked(k)` successes or more where the second pool has k, exactly.

    `asked` never falls, and from `steady` (0 or more) on it rises by `times` (1 or more) at every step: 2 where what
    the other side rolled is doubled. Source: HUB-13, HUB-33.

    It is a sum over what the second pool rolls. Where both pools chain it has no end, but from some term on its terms
    are a polynomial of known degree times 6^-(times + 1)k, so their generating function is a polynomial over
    (6^(times + 1) - z)^order, and finitely many terms, properly weighted, give the whole sum.
    """
    (mine, my_chains), (theirs, their_chains) = _shape(first, chain), _shape(second, chain)
    # The first k from which on more is asked than the first pool has apart from chains.
    beyond = steady + max(0, (mine - asked(steady)) // times + 1)
    order = my_chains + their_chains - 1 if my_chains and their_chains else 0
    if order:
        terms = max(theirs + 1, beyond) + order
    elif my_chains:
        terms = theirs + 1
    else:
        terms = beyond if their_chains else min(theirs + 1, beyond)
    ours, above = _listed(first, chain, max(asked(terms), 0) if my_chains else mine)
    others, _ = _listed(second, chain, terms if their_chains else theirs)
    base = SIDES ** (times + 1)
    reached = 0
    for k, (weight, share) in enumerate(zip(others.weights[:terms], _shares(order, terms, base), strict=False)):
        mark = max(asked(k), 0)
        if mark < len(above):
            reached += share * weight * above[mark]
    return Fraction(reached, ours.denominator * others.denominator * (base - 1) ** order)


@lru_cache(maxsize=256)
def _listed(pool: Pool, chain: Chain, upto: int) -> tuple[Distribution, list[int]]:
    """What a pool rolls, and the weight of each number or more; the last is what lies above the list.

    Kept, because a contest is asked about again and again with a die more or fewer.
    """
    law = successes(pool, chain=chain, upto=upto)
    return law, list(accumulate((law.tail, *reversed(law.weights))))[::-1]


@lru_cache(maxsize=256)
def _shape(pool: Pool, chain: Chain) -> tuple[int, int]:
    """Successes that the pool can have apart from chains, and how many of its dice chain without end."""
    limited = endless = 0
    for group in pool:
        law = die(group.shade, group.open_ended, chain)
        limited += group.count * (len(law.numerator) - 1 - law.chains)
        endless += group.count * law.chains
    return limited, endless


def _shares(order: int, terms: int, base: int) -> list[int]:
    """How often each of the first terms counts: with (base - z)**order the later ones cancel out."""
    shares, share = [], 0
    for i in range(terms):
        share += (-1) ** i * comb(order, i) * base ** (order - i) if i <= order else 0
        shares.append(share)
    return shares[::-1]


def margin(first: Pool, second: Pool) -> Distribution:
    """The exact distribution of the first pool's successes less the second's, from as low as it can come.

    Raises `ValueError` for open-ended dice, whose margin has an end on neither side. Source: HUB-03, HUB-13.
    """
    if first.open_ended or second.open_ended:
        raise ValueError(f"A margin is listed for dice that do not open; this is {first} against {second}.")
    return dice.margin(successes(first), successes(second))
