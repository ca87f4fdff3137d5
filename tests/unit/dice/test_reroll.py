"""Rerolls in every order, against every way to fall (HUB-62, HUB-73, HUB-81)."""

from fractions import Fraction

import pytest

from engine.games.burning_wheel.dice import Chain, Pool, Reroll, rerolled, successes
from tests.unit.dice import twins

DEPTH = 4


@pytest.mark.parametrize("order", Reroll)
@pytest.mark.parametrize(("letter", "chance"), [("B", "3/4"), ("G", "8/9"), ("W", "35/36")])
def test_hub_81_each_die_of_a_plain_pool(letter: str, chance: str, order: Reroll) -> None:
    assert rerolled(Pool.parse(f"{letter}1"), order).at_least(1) == Fraction(chance)
    assert rerolled(Pool.parse(f"{letter}4"), order).at_least(4) == Fraction(chance) ** 4


def test_hub_81_example() -> None:
    assert rerolled(Pool.parse("B4"), Reroll.OPEN_THEN_REROLL).at_least(4) == Fraction(81, 256)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
@pytest.mark.parametrize("chain", Chain)
@pytest.mark.parametrize("order", Reroll)
@pytest.mark.parametrize("text", ["B3*", "G2*", "W2*", "B2", "B1*+G1", "W1+B2*", "G1*+W1*"])
def test_rerolls_against_every_way_to_fall(text: str, order: Reroll, chain: Chain, most: int) -> None:
    pool = Pool.parse(text)
    found, slow = rerolled(pool, order, most=most, chain=chain), twins.rerolled(pool, order, most, chain, DEPTH)
    assert [found.exactly(k) if k <= found.last else 0 for k in range(DEPTH + 1)] == [
        slow.get(k, 0) for k in range(DEPTH + 1)
    ]


@pytest.mark.parametrize("chain", Chain)
def test_more_dice_than_rerolls(chain: Chain) -> None:
    for text, most in (("G6*", 4), ("B4*+W3", 5), ("B8", 7)):
        pool = Pool.parse(text)
        for order in Reroll:
            found, slow = rerolled(pool, order, most=most, chain=chain), twins.rerolled(pool, order, most, chain, DEPTH)
            assert [found.exactly(k) for k in range(DEPTH + 1)] == [slow.get(k, 0) for k in range(DEPTH + 1)]


@pytest.mark.parametrize("chain", Chain)
def test_the_order_matters_when_one_die_is_rolled_again(chain: Chain) -> None:
    open_after, closed_after, before = (
        rerolled(Pool.parse("B3*"), order, most=1, chain=chain).at_least(4) for order in Reroll
    )
    assert closed_after < before < open_after


@pytest.mark.parametrize("chain", Chain)
@pytest.mark.parametrize("text", ["B1*", "G7*", "W4*+B3", "B60*"])
def test_two_orders_agree_when_every_failed_die_is_rolled_again(text: str, chain: Chain) -> None:
    """Opening before or after is then all the same, unless rerolled sixes open on top."""
    open_after, closed_after, before = (list(rerolled(Pool.parse(text), order, chain=chain)) for order in Reroll)
    assert closed_after == before != open_after


@pytest.mark.parametrize("order", Reroll)
def test_the_ends(order: Reroll) -> None:
    pool = Pool.parse("B2*+G1*")
    assert list(rerolled(pool, order, most=0)) == list(successes(pool))
    assert list(rerolled(pool, order, most=3)) == list(rerolled(pool, order))
    assert rerolled(Pool.parse("B0"), order).at_least(1) == 0
    with pytest.raises(ValueError, match="0 or more; this says -1"):
        rerolled(pool, order, most=-1)


@pytest.mark.parametrize("order", Reroll)
@pytest.mark.parametrize("chain", Chain)
def test_the_mean_counts_the_tail_in(order: Reroll, chain: Chain) -> None:
    for most in (None, 1):
        found = rerolled(Pool.parse("B3*+W2"), order, most=most, chain=chain)
        listed = sum(number * chance for number, chance in found)
        assert 0 <= found.mean - listed < Fraction(1, 10**60)


def test_sixty_dice() -> None:
    found = rerolled(Pool.parse("W60*"), Reroll.OPEN_THEN_REROLL, most=1)
    assert 0 < found.at_least(100) < 1
    assert found.mean > successes(Pool.parse("W60*")).mean
