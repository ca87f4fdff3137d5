"""Successes by face: counted face by face, against an independent library, and by what must hold of any dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import Die as Oracle

from engine.dice import margin, versus
from engine.games.bastard_sword.dice import STANDARD, WEAK, Die, Pool, hits, read, roll, successes
from engine.refused import Refused

DICE = (WEAK, *STANDARD)
BY_FACE = {
    4: [0] * 3 + [1],
    6: [0] * 3 + [1] * 3,
    8: [0] * 3 + [1] * 4 + [2],
    10: [0] * 3 + [1] * 4 + [2] * 3,
    12: [0] * 3 + [1] * 4 + [2] * 4 + [3],
    20: [0] * 3 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5],
}
"""The table of the book, face by face. Source: BSR-05."""
ONE = {
    "d8w": ("7/8", "1/8"),
    "d4": ("3/4", "1/4"),
    "d6": ("1/2", "1/2"),
    "d8": ("3/8", "1/2", "1/8"),
    "d10": ("3/10", "2/5", "3/10"),
    "d12": ("1/4", "1/3", "1/3", "1/12"),
    "d20": ("3/20", "1/5", "1/5", "1/5", "1/5", "1/20"),
}
AT_LEAST = {
    "1d4 1": 0.25, "2d4 1": 0.4375, "3d4 1": 0.5781, "4d4 1": 0.6836, "6d4 1": 0.8220,
    "1d6 1": 0.5, "2d6 1": 0.75, "3d6 1": 0.875, "4d6 1": 0.9375, "6d6 1": 0.9844,
    "1d8 1": 0.625, "2d8 1": 0.8594, "3d8 1": 0.9473, "4d8 1": 0.9802, "6d8 1": 0.9972,
    "1d8 3": 0, "2d8 3": 0.1406, "3d8 3": 0.4023, "4d8 3": 0.6375, "6d8 3": 0.8953,
    "1d10 1": 0.7, "2d10 1": 0.91, "3d10 1": 0.973, "4d10 1": 0.9919, "6d10 1": 0.9993,
    "1d10 3": 0, "2d10 3": 0.33, "3d10 3": 0.64, "4d10 3": 0.8299, "6d10 3": 0.9696,
    "1d12 3": 0.0833, "2d12 3": 0.4931, "3d12 3": 0.7760, "4d12 3": 0.9128, "6d12 3": 0.9893,
    "1d20 3": 0.45, "2d20 3": 0.8175, "3d20 3": 0.9516, "4d20 3": 0.9887, "6d20 3": 0.9995,
    "1d20 10": 0, "2d20 10": 0.0025, "3d20 10": 0.1472, "4d20 10": 0.4340, "6d20 10": 0.8626,
}  # fmt: skip
"""Reference chances of the inventory, to four places."""
pools = st.lists(st.tuples(st.integers(0, 6), st.sampled_from(DICE)), min_size=1, max_size=3).map(
    lambda groups: Pool.parse("+".join(f"{count}{die}" for count, die in groups))
)


def worth(die: Die) -> list[int]:
    return [0] * 7 + [1] if die.weak else BY_FACE[die.sides]


def faced(pool: Pool) -> list[list[int]]:
    return [worth(group.die) for group in pool for _ in range(group.count)]


def oracle(pool: Pool) -> Oracle[int]:
    whole = Oracle([0])
    for group in pool:
        whole += group.count @ Oracle(worth(group.die))
    return whole


@pytest.mark.parametrize("die", DICE, ids=str)
def test_each_face(die: Die) -> None:
    assert list(die) == worth(die)
    law = successes(Pool.of(1, die))
    assert tuple(str(chance) for _, chance in law) == ONE[str(die)]
    assert die.weak or law.mean == Fraction(die.sides - 2, 8)


@pytest.mark.parametrize("said", AT_LEAST)
def test_the_reference_chances(said: str) -> None:
    pool, need = said.split()
    assert round(float(successes(Pool.parse(pool)).at_least(int(need))), 4) == AT_LEAST[said]


@pytest.mark.parametrize("text", ["1d20", "3d8", "4d8w", "2d6+1d12", "1d4+1d6+1d10"])
def test_every_way_to_fall(text: str) -> None:
    pool = Pool.parse(text)
    dice = faced(pool)
    counted = Counter(sum(fall) for fall in product(*dice))
    ways = prod(len(die) for die in dice)
    assert dict(successes(pool)) == {number: Fraction(counted[number], ways) for number in range(pool.most + 1)}


@pytest.mark.parametrize("text", ["60d20", "17d12+9d10+4d4", "12d8w", "30d6+30d8"])
def test_beside_another_library(text: str) -> None:
    pool = Pool.parse(text)
    found = oracle(pool)
    assert all(chance == found.probability("==", number) for number, chance in successes(pool))


def test_contests_beside_another_library() -> None:
    mine, theirs = Pool.parse("5d8+1d12"), Pool.parse("4d10")
    gap = oracle(mine) - oracle(theirs)
    found = versus(successes(mine), successes(theirs))
    assert (found.win, found.tie) == (gap.probability(">", 0), gap.probability("==", 0))
    apart = margin(successes(mine), successes(theirs))
    assert all(chance == gap.probability("==", number) for number, chance in apart)


@given(pools, pools)
def test_what_holds_of_any_dice(mine: Pool, theirs: Pool) -> None:
    law = successes(mine)
    assert sum(chance for _, chance in law) == 1
    assert law.last == mine.most
    more = successes(mine.plus(1))
    assert all(more.at_least(need) >= law.at_least(need) for need in range(mine.most + 1))
    one, other = versus(law, successes(theirs)), versus(successes(theirs), law)
    assert (one.win, one.tie, one.lose) == (other.lose, other.tie, other.win)
    assert one.win + one.tie + one.lose == 1


@given(pools)
def test_a_pool_is_read_as_it_is_written(pool: Pool) -> None:
    assert Pool.parse(str(pool)) == pool


@given(pools, st.integers(0, 999))
def test_a_roll_is_read_as_it_fell(pool: Pool, seed: int) -> None:
    fell = roll(pool, seed)
    assert read(pool, fell.faces) == fell == roll(pool, Random(seed))
    assert 0 <= fell.successes <= pool.most


@pytest.mark.parametrize("said", ["", "4", "d", "4d8 5d8", "3d100", "4d6w", "61d6", "d3", "B4", "4d8-1d6"])
def test_what_is_no_pool(said: str) -> None:
    with pytest.raises(Refused):
        Pool.parse(said)


@pytest.mark.parametrize(("result", "difficulty", "over"), [(5, 3, 2), (3, 3, 0), (-2, 0, 0), (1, -2, 3)])
def test_hits(result: int, difficulty: int, over: int) -> None:
    assert hits(result, difficulty) == over
