"""The tables of HUB-07 and HUB-08, and small pools against every face written out."""

from fractions import Fraction

import pytest

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes
from tests.unit.dice import twins

HUB_07 = [
    ("B", "1/2", "5/12", "5/72", "1/2", "3/5", "7/12"),
    ("G", "1/3", "5/9", "5/54", "2/3", "4/5", "7/9"),
    ("W", "1/6", "25/36", "25/216", "5/6", "1", "35/36"),
]

HUB_08 = [
    ("B3", 2, Chain.CHAIN, "1/2"),
    ("B3", 3, Chain.CHAIN, "1/8"),
    ("B4", 2, Chain.CHAIN, "11/16"),
    ("B4", 3, Chain.CHAIN, "5/16"),
    ("B5", 1, Chain.CHAIN, "31/32"),
    ("B5", 2, Chain.CHAIN, "13/16"),
    ("B5", 3, Chain.CHAIN, "1/2"),
    ("B6", 5, Chain.CHAIN, "7/64"),
    ("G5", 3, Chain.CHAIN, "64/81"),
    ("W3", 3, Chain.CHAIN, "125/216"),
    ("B2*", 2, Chain.CHAIN, "1/3"),
    ("B4*", 2, Chain.CHAIN, "35/48"),
    ("B4*", 4, Chain.CHAIN, "85/432"),
    ("B4*", 4, Chain.ONCE, "77/432"),
    ("B3*", 4, Chain.CHAIN, "71/864"),
]


@pytest.mark.parametrize(("letter", "none", "one", "two", "plain", "chained", "unchained"), HUB_07)
def test_hub_07_one_die(letter: str, none: str, one: str, two: str, plain: str, chained: str, unchained: str) -> None:
    open_die = Pool.of(1, Shade(letter), open_ended=True)
    found = successes(open_die)
    assert [found.exactly(k) for k in range(3)] == [Fraction(none), Fraction(one), Fraction(two)]
    assert [found.exactly(k + 1) / found.exactly(k) for k in range(1, 100)] == [Fraction(1, 6)] * 99
    assert found.mean == Fraction(chained)
    assert successes(open_die.closed()).mean == Fraction(plain)
    assert successes(open_die, chain=Chain.ONCE).mean == Fraction(unchained)
    assert successes(open_die, chain=Chain.ONCE).exactly(2) == Shade(letter).chance / 6


@pytest.mark.parametrize(("text", "obstacle", "chain", "chance"), HUB_08)
def test_hub_08(text: str, obstacle: int, chain: Chain, chance: str) -> None:
    assert successes(Pool.parse(text), chain=chain).at_least(obstacle) == Fraction(chance)


@pytest.mark.parametrize("text", ["B1", "G1", "W1", "B5", "G5", "W5", "B2+G2", "B1+G2+W2", "W4+B1", "B0"])
def test_plain_pools_against_every_combination_of_faces(text: str) -> None:
    pool = Pool.parse(text)
    found = successes(pool)
    assert {number: chance for number, chance in found if chance} == twins.plain(pool)
    assert (found.last, found.tail) == (pool.dice, 0)


@pytest.mark.parametrize("chain", Chain)
@pytest.mark.parametrize("text", ["B1*", "G1*", "W1*", "B4*", "G3*", "W3*", "B2*+G2", "B1*+G1*+W1*", "B1+B2*"])
def test_open_ended_pools_against_every_way_to_fall(text: str, chain: Chain) -> None:
    pool, depth = Pool.parse(text), 5
    found, slow = successes(pool, chain=chain), twins.successes(pool, chain, depth)
    assert [found.exactly(k) for k in range(depth + 1)] == [slow.get(k, 0) for k in range(depth + 1)]


def test_no_dice_have_no_successes() -> None:
    for text in ("B0", "W0*"):
        found = successes(Pool.parse(text))
        assert found == Distribution((1,), 1, Fraction(0))
        assert (found.at_least(0), found.at_least(1), found.exactly(0)) == (1, 0, 1)


def test_sixty_dice_and_obstacle_one_hundred() -> None:
    plain = successes(Pool.parse("B60"))
    assert plain.at_least(60) == Fraction(1, 2**60)
    assert plain.at_least(61) == plain.at_least(100) == plain.exactly(100) == 0
    assert plain.below(100) == 1
    assert plain.denominator == 2**60
    opened = successes(Pool.parse("W60*"))
    assert opened.mean == 60
    assert 0 < opened.at_least(101) < opened.at_least(100) < Fraction(1, 10**5)
    # The same tail from below: 60 chains hold 100 successes or more unless they hold 0 to 99.
    assert opened.at_least(100) == 1 - sum(opened.exactly(k) for k in range(100))
    once = successes(Pool.parse("W60*"), chain=Chain.ONCE, upto=120)
    assert once.at_least(120) == Fraction(5, 36) ** 60
    assert once.tail == 0


def test_a_cut_table_keeps_its_tail_and_says_where_it_ends() -> None:
    found = successes(Pool.parse("B3*"), upto=2)
    assert (len(found.weights), found.last) == (3, 2)
    assert found.at_least(3) == successes(Pool.parse("B3*")).at_least(3)
    assert found.mean == Fraction(9, 5)
    for asked in (lambda: found.exactly(3), lambda: found.at_least(4), lambda: found.below(4)):
        with pytest.raises(ValueError, match=r"^This table lists numbers up to 2; [34] lies beyond it.$"):
            asked()
    assert successes(Pool.parse("B4"), upto=1).tail == 11
    with pytest.raises(ValueError, match="0 or more; this says -1"):
        successes(Pool.parse("B4"), upto=-1)


def test_below_nothing() -> None:
    found = successes(Pool.parse("B4"))
    assert (found.at_least(-3), found.exactly(-1), found.below(-3), found.below(0)) == (1, 0, 0, 0)
