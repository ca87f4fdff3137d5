"""Two pools against each other: more successes win (HUB-13)."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from engine.dice.distribution import Distribution
from engine.dice.law import multiply
from engine.dice.numbers import MOST_OBSTACLE
from engine.dice.pool import Pool
from engine.dice.shade import SIDES
from engine.dice.successes import Chain, die, successes


@dataclass(frozen=True, slots=True)
class Versus:
    """The exact chances that the first pool has more successes, as many, or fewer. They add up to 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def versus(first: Pool, second: Pool, *, lead: int = 0, chain: Chain = Chain.CHAIN) -> Versus:
    """The chances of a contest, exact for open-ended dice too.

    `lead`, from -100 to 100, is added to the successes of the first pool, so that a penalty on one side can be said;
    raises `ValueError` outside that range. What a tie means is for the caller to say. Source: HUB-13.

    Both results are sums over what the second pool rolls. Where both pools chain these have no end, but from some
    term on they are a polynomial of known degree times 36^-k, so their generating function is a polynomial over
    (36 - z)^order, and finitely many terms, properly weighted, give the whole sum.
    """
    if not -MOST_OBSTACLE <= lead <= MOST_OBSTACLE:
        raise ValueError(f"A lead is a whole number from -{MOST_OBSTACLE} to {MOST_OBSTACLE}; this says {lead}.")
    (mine, my_chains), (theirs, their_chains) = _shape(first, chain), _shape(second, chain)
    order = my_chains + their_chains - 1 if my_chains and their_chains else 0
    if order:
        terms = max(theirs, mine + lead) + 1 + order
    elif their_chains:
        terms = mine + lead + 1
    else:
        terms = theirs + 1
    terms = max(terms, 0)
    ours = successes(first, chain=chain, upto=max(terms - lead, 0))
    others = successes(second, chain=chain, upto=terms)
    above = [ours.tail]
    for weight in reversed(ours.weights):
        above.append(above[-1] + weight)
    above.reverse()

    win = tie = 0
    for k, (weight, share) in enumerate(zip(others.weights[:terms], _shares(order, terms), strict=False)):
        mark = k - lead
        known = 0 <= mark < len(ours.weights)
        win += share * weight * (above[mark + 1] if known else above[0] if mark < 0 else 0)
        tie += share * weight * (ours.weights[mark] if known else 0)
    whole = ours.denominator * others.denominator * (SIDES**2 - 1) ** order
    return Versus(Fraction(win, whole), Fraction(tie, whole), Fraction(whole - win - tie, whole))


def _shape(pool: Pool, chain: Chain) -> tuple[int, int]:
    """Successes that the pool can have apart from chains, and how many of its dice chain without end."""
    limited = endless = 0
    for group in pool:
        law = die(group.shade, group.open_ended, chain)
        limited += group.count * (len(law.numerator) - 1 - law.chains)
        endless += group.count * law.chains
    return limited, endless


def _shares(order: int, terms: int) -> list[int]:
    """How often each of the first terms counts: with (36 - z)**order the later ones cancel out."""
    square = SIDES**2
    shares, share = [], 0
    for i in range(terms):
        share += (-1) ** i * comb(order, i) * square ** (order - i) if i <= order else 0
        shares.append(share)
    return shares[::-1]


def margin(first: Pool, second: Pool) -> Distribution:
    """The exact distribution of the first pool's successes less the second's, from as low as it can come.

    Raises `ValueError` for open-ended dice, whose margin has an end on neither side. Source: HUB-03, HUB-13.
    """
    if first.open_ended or second.open_ended:
        raise ValueError(f"A margin is listed for dice that do not open; this is {first} against {second}.")
    ours, theirs = successes(first), successes(second)
    weights = multiply(ours.weights, theirs.weights[::-1])
    return Distribution(
        tuple(weights), ours.denominator * theirs.denominator, ours.mean - theirs.mean, first=-theirs.last
    )
