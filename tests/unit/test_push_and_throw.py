"""Pushes and throws: every way to spend the net successes, and the odds of each."""

import itertools
from fractions import Fraction

import pytest

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_push, fight_throw
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_push import Spent

FGT_46 = {
    # net: the ways to spend it, as (down, back, off balance, idle)
    0: [],
    1: [(False, 0, True, 0)],
    2: [(True, 0, False, 0), (False, 1, False, 0)],
    3: [(True, 0, False, 1), (False, 1, True, 0)],
    4: [(True, 1, False, 0), (False, 2, False, 0)],
    5: [(True, 1, False, 1), (False, 2, True, 0)],
    6: [(True, 2, False, 0), (False, 3, False, 0)],
}


@pytest.mark.parametrize("net", FGT_46)
def test_the_ways_to_spend_a_push(net: int) -> None:
    assert fight_push.ways(net) == tuple(Spent(*way) for way in FGT_46[net])


def test_what_is_left_staggers_the_fallen_where_the_table_says_so() -> None:
    assert fight_push.ways(3, both=True)[0] == Spent(True, 0, True, 0)
    assert fight_push.ways(4, both=True) == fight_push.ways(4)


@pytest.mark.parametrize("net", range(1, 13))
def test_every_success_of_a_push_is_spent(net: int) -> None:
    for way in fight_push.ways(net):
        assert 2 * way.down + 2 * way.back + way.staggered + way.idle == net


@pytest.mark.parametrize(
    ("start", "back", "end"),
    [
        ("inside", 1, "optimal"),
        ("optimal", 1, "lunging"),
        ("lunging", 1, "out"),
        ("inside", 3, "out"),
        ("optimal", 5, "out"),
    ],
)
def test_a_push_goes_out_on_the_pushers_own_ladder(start: str, back: int, end: str) -> None:
    assert fight_push.ends(Distance.of(start), back) is Distance.of(end)


def test_the_odds_of_a_push_are_those_of_counting() -> None:
    found = fight_push.chances(Roll(Pool.of(3), 1), (Roll(Pool.of(2)), Roll(Pool.of(1))))
    ways: dict[int, int] = {}
    for mine in itertools.product((0, 1), repeat=3):
        for theirs in itertools.product((0, 1), repeat=3):
            net = max(0, max(0, sum(mine) - 1) - sum(theirs))
            ways[net] = ways.get(net, 0) + 1
    assert found == {net: Fraction(count, 64) for net, count in sorted(ways.items())}
    assert sum(found.values()) == 1


@pytest.mark.parametrize(("net", "most"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
def test_how_far_a_throw_tosses(net: int, most: int) -> None:
    assert fight_throw.farthest(net) == most
    assert max((way.away for way in fight_throw.ways(net)), default=0) == most


@pytest.mark.parametrize(
    ("net", "stage"),
    [(1, "incidental"), (2, "incidental"), (3, "mark"), (4, "mark"), (5, "superb"), (6, "superb")],
)
def test_the_wall_counts_the_net(net: int, stage: str) -> None:
    assert fight_throw.ways(net)[0].wall is Stage.of(stage)


def test_a_toss_takes_from_the_wall() -> None:
    far = next(way for way in fight_throw.ways(5) if way.away == 2 and not way.placed)
    near = next(way for way in fight_throw.ways(5) if way.away == 1 and not way.placed)
    assert (near.wall, far.wall) == (Stage.MARK, Stage.INCIDENTAL)


def test_the_table_may_count_successes_twice() -> None:
    far = next(way for way in fight_throw.ways(5, twice=True) if way.away == 2 and not way.placed)
    assert far.wall is Stage.SUPERB


def test_two_extra_successes_hurt_and_place_the_fall() -> None:
    # Two over: an Incidental, and the other success dumps the victim where the thrower wants.
    assert [(way.away, way.placed, way.wall) for way in fight_throw.ways(2)] == [
        (0, False, Stage.INCIDENTAL),
        (0, True, Stage.INCIDENTAL),
    ]
    assert [way.placed for way in fight_throw.ways(1)] == [False]
