"""Contests (HUB-13), with the endless ones bracketed from both sides."""

from fractions import Fraction

import pytest

from engine.dice import Versus
from engine.games.burning_wheel.dice import Chain, Pool, margin, successes, versus
from tests.unit.dice import twins


def test_hub_13_spot_values() -> None:
    b3, b4, b5 = map(Pool.parse, ("B3", "B4", "B5"))
    assert versus(b3, b3) == Versus(Fraction(11, 32), Fraction(5, 16), Fraction(11, 32))
    assert versus(b4, b5) == Versus(Fraction(65, 256), Fraction(63, 256), Fraction(1, 2))


@pytest.mark.parametrize("lead", [0, 1, -2])
@pytest.mark.parametrize(("one", "other"), [("B3", "G2"), ("B2+G1", "W3"), ("B0", "B2"), ("B0", "B0"), ("W4", "B0")])
def test_plain_contests_against_every_face(one: str, other: str, lead: int) -> None:
    first, second = Pool.parse(one), Pool.parse(other)
    found = versus(first, second, lead=lead)
    assert (found.win, found.tie, found.lose) == twins.contest(twins.plain(first), twins.plain(second), lead)


@pytest.mark.parametrize("lead", [0, 3, -3])
@pytest.mark.parametrize(("one", "other"), [("B2*", "G2*"), ("B2*+W1", "G3"), ("B2", "W1*")])
def test_contests_of_single_extra_dice_against_every_face(one: str, other: str, lead: int) -> None:
    first, second = Pool.parse(one), Pool.parse(other)
    found = versus(first, second, lead=lead, chain=Chain.ONCE)
    slow = twins.contest(*(twins.successes(pool, Chain.ONCE, 2) for pool in (first, second)), lead)
    assert (found.win, found.tie, found.lose) == slow


@pytest.mark.parametrize("lead", [0, 1, -1, 5, -5, 40, -40, 100, -100])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("B1*", "B1*"),
        ("B4*", "G3*"),
        ("W5*", "B2*+G3"),
        ("B3+G1*", "W4"),
        ("W4", "B3+G1*"),
        ("B0*", "W2*"),
        ("W2*", "B0"),
        ("G10*+B4", "B9*+W2*"),
        ("W60*", "B60*"),
        ("B59+W1*", "G60*"),
    ],
)
def test_endless_contests_lie_between_their_bounds(one: str, other: str, lead: int) -> None:
    """A finite sum leaves out less than the two tails: the exact chances must lie in that gap, and it is tiny."""
    first, second = Pool.parse(one), Pool.parse(other)
    upto = 260
    ours, theirs = successes(first, upto=upto), successes(second, upto=upto)
    gap = ours.at_least(upto + 1) + theirs.at_least(upto + 1)
    assert gap < Fraction(1, 10**60)
    found = versus(first, second, lead=lead)
    sums = [0, 0, 0]
    below = [0]
    for weight in theirs.weights:
        below.append(below[-1] + weight)
    for number, weight in enumerate(ours.weights):
        mark = number + lead
        inside = 0 <= mark < len(theirs.weights)
        under = below[min(max(mark, 0), len(theirs.weights))]
        tie = theirs.weights[mark] if inside else 0
        for place, share in enumerate((under, tie, below[-1] - under - tie)):
            sums[place] += weight * share
    for chance, known in zip((found.win, found.tie, found.lose), sums, strict=True):
        low = Fraction(known, ours.denominator * theirs.denominator)
        assert low <= chance <= low + gap
    assert found.win + found.tie + found.lose == 1


def test_one_chaining_die_against_another_by_hand() -> None:
    # Ties: 1/4 at 0, and sum over k >= 1 of (5/12)^2 36^(1-k) = 25/144 * 36/35 = 5/28 above it.
    assert versus(Pool.parse("B1*"), Pool.parse("B1*")) == Versus(Fraction(2, 7), Fraction(3, 7), Fraction(2, 7))


def test_a_lead_has_limits() -> None:
    b1 = Pool.parse("B1")
    assert versus(b1, b1, lead=-100) == Versus(Fraction(0), Fraction(0), Fraction(1))
    for lead in (101, -101):
        with pytest.raises(ValueError, match=f"from -100 to 100; this says {lead}"):
            versus(b1, b1, lead=lead)


def test_margin() -> None:
    found = margin(Pool.parse("B4"), Pool.parse("B5"))
    assert (found.first, found.last, found.mean, found.tail) == (-5, 4, Fraction(-1, 2), 0)
    assert (found.at_least(1), found.exactly(0), found.below(0)) == (
        Fraction(65, 256),
        Fraction(63, 256),
        Fraction(1, 2),
    )
    assert found.mean == sum(number * chance for number, chance in found)
    assert sum(found.weights) == found.denominator
    with pytest.raises(ValueError, match=r"this is B4\* against B5"):
        margin(Pool.parse("B4*"), Pool.parse("B5"))
