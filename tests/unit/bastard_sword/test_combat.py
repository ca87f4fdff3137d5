"""The round, moving, and melee: tables cell by cell, odds against every way to fall."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Distribution, total_of
from engine.games.bastard_sword.dice import STANDARD, Pool
from engine.games.bastard_sword.rules.acts import ACTS, KICK_UP, Kind, State, open_to
from engine.games.bastard_sword.rules.exchange import Side, hits
from engine.games.bastard_sword.rules.facing import arc
from engine.games.bastard_sword.rules.hit_shop import WARES, Effect, Shop
from engine.games.bastard_sword.rules.movement import GROUND, covered, metres, run
from engine.games.bastard_sword.rules.ranges import Band, engaged, malus
from engine.games.bastard_sword.rules.rounds import Budget, Fighter, Turn, Used, countdown, counts, surprise

pools = st.builds(Pool.of, st.integers(1, 4), st.sampled_from(STANDARD))


def faces(pool: Pool) -> list[list[int]]:
    return [list(group.die) for group in pool for _ in range(group.count)]


@pytest.mark.parametrize(("mine", "theirs", "off"), [("2d8", "2d6", 0), ("1d12", "2d4", 1), ("3d6", "1d20", 2)])
def test_an_exchange_by_every_way_to_fall(mine: str, theirs: str, off: int) -> None:
    first, second = Pool.parse(mine), Pool.parse(theirs)
    ways = Counter(sum(one) - off - sum(other) for one in product(*faces(first)) for other in product(*faces(second)))
    whole = sum(ways.values())
    found = hits(Side(first, off), Side(second))
    assert {number: chance for number, chance in found if chance} == {
        number: Fraction(count, whole) for number, count in ways.items()
    }


@given(pools, pools, st.integers(0, 3))
def test_an_exchange_is_fair(first: Pool, second: Pool, off: int) -> None:
    one, other = hits(Side(first, off), Side(second)), hits(Side(second), Side(first, off))
    assert one.at_least(1) == other.below(0)
    assert sum(chance for _, chance in one) == 1
    assert one.mean == -other.mean


@given(pools, st.integers(0, 12))
def test_nobody_defends(pool: Pool, off: int) -> None:
    found, below = hits(Side(pool, off), Side(None)), hits(Side(pool, off), Side(None), undefended_hits=True)
    assert found.below(0) == 0
    assert found.at_least(1) == below.at_least(1)
    assert sum(chance * number for number, chance in found) == found.mean
    assert sum(chance for _, chance in found) == 1


@given(st.lists(st.lists(st.integers(-3, 5), min_size=1, max_size=4), min_size=1, max_size=3), st.integers(-12, 12))
def test_what_is_floored(dice: list[list[int]], least: int) -> None:
    found: Distribution = total_of(dice).floored(least)
    counted = Counter(max(least, sum(fall)) for fall in product(*dice))
    whole = sum(counted.values())
    assert {number: chance for number, chance in found if chance} == {
        number: Fraction(count, whole) for number, count in counted.items()
    }
    assert found.mean == Fraction(sum(number * count for number, count in counted.items()), whole)


def test_the_ways_to_take_a_turn() -> None:
    assert [counts(Fighter("A", 3, 9, turn)) for turn in Turn] == [(3,), (-3,), (3, -3)]
    assert [counts(Fighter("A", 0, 9, turn)) for turn in Turn] == [(0,)] * 3
    assert counts(Fighter("A", 3, 9, surprised=True), first_round=True) == ()
    assert counts(Fighter("A", 3, 9, surprised=True)) == (3,)
    assert [surprise(count) for count in (5, 1, 0, -4)] == [5, 1, 0, 0]


def test_a_countdown_of_many() -> None:
    people = [Fighter("A", 2, 9, Turn.TWICE), Fighter("B", 2, 12), Fighter("C", 0, 5), Fighter("D", 4, 1, Turn.DELAY)]
    found = [(slot.count, *slot.names) for slot in countdown(people)]
    assert found == [(2, "B"), (2, "A"), (0, "C"), (-2, "A"), (-4, "D")]


def test_the_dice_of_a_round() -> None:
    used = [Used(6, 3), Used(4, 3)]
    assert [Budget.of(used).allows(granted) for granted in (4, 6, 7, 8, 10)] == [0, 0, 1, 2, 4]
    assert Budget.of([]).allows(5) == 5
    assert Budget.of([Used(9, 4, free=True)]).allows(5) == 5
    assert Budget.of([Used(10, 2), Used(3, 3)]).allows(6) == 5


def test_ground() -> None:
    assert [(one.words, one.cost, one.malus) for one in GROUND.values()] == [
        ("normal", 1, 0),
        ("inconvenient", 1, 1),
        ("difficult", 3, 3),
        ("impracticable", 10, 10),
    ]
    assert [covered(24, one) for one in GROUND] == [24, 24, 8, 2]
    assert [covered(24, one, prone=True) for one in GROUND] == [12, 12, 4, 1]
    assert [run(12, result) for result in (-2, 0, 1, 3)] == [0, 0, 6, 18]
    assert metres(24, 200) == 24


def test_weapons_out_of_their_range() -> None:
    table = [[malus(used, [weapon]) for used in Band] for weapon in Band]
    assert table == [[0, 1, 3], [1, 0, 1], [3, 1, 0]]
    assert [[engaged(steps, [weapon]) for steps in range(4)] for weapon in Band] == [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, False],
    ]
    assert malus(Band.CLOSE, [Band.MEDIUM, Band.LONG]) == 1


@pytest.mark.parametrize(
    ("angle", "open_", "closed"),
    [(0, 0, 0), (45, 0, 0), (46, 0, 1), (90, 0, 1), (91, 1, 3), (135, 1, 3), (136, 3, 3), (180, 3, 3)],
)
def test_sides(angle: int, open_: int, closed: int) -> None:
    assert (arc(angle).bonus, arc(angle, closed_helmet=True).bonus) == (open_, closed)


def test_prices() -> None:
    assert [WARES[one].cost for one in Effect] == [1, 1, 1, 3, 3, 1, 1]
    assert Shop(6, strapped=2).price(Effect.DISARM) == 5
    assert Shop(6, shield=2).most_damage() == 4
    assert Shop(6, defending=True, shield=1).most_damage() == 1
    assert Shop(2, shield=2).most_damage() == 0
    assert Shop(6, shield=2).damage_cost(3) == 5


@given(st.integers(0, 12), st.booleans(), st.integers(0, 3), st.integers(0, 3))
def test_all_that_is_left_can_be_bought(hits_: int, defending: bool, spent: int, shield: int) -> None:
    shop = Shop(hits_, defending, shield=shield)
    most = shop.most_damage(spent)
    assert not most or spent + shop.damage_cost(most) <= hits_
    assert spent + shop.damage_cost(most + 1) > hits_


def test_acts() -> None:
    kinds = Counter(one.kind for one in ACTS)
    assert kinds == {
        Kind.ACTION: 28,
        Kind.REACTION: 7,
        Kind.FREE_REACTION: 5,
        Kind.FREE_ACTION: 3,
        Kind.MOVEMENT: 1,
    }
    assert len({one.words for one in ACTS}) == len(ACTS)
    standing = {one.words for one in open_to((), own_turn=True)}
    prone = {one.words for one in open_to([State.PRONE], own_turn=True)}
    assert prone - standing == {KICK_UP}
    assert standing - prone == {"Drop prone"}
    out_of_turn = list(open_to(State, own_turn=False))
    assert {one.kind for one in out_of_turn} == {Kind.REACTION, Kind.FREE_REACTION}
    assert [one.kind.counts for one in (ACTS[0], ACTS[1])] == [True, True]
