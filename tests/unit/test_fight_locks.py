"""Locks: what one leaves, the lowest stat that it takes to hold someone fast, and escaping as a chain of actions."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import locks
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.locks import Body, Captive, Held, Way
from engine.refused import Refused

FOURS = Body(4, 4, 4, 4)


def pool(dice: int) -> Pool:
    return Pool.of(dice)


@pytest.mark.parametrize(("distance", "obstacle"), [("inside", 0), ("optimal", 2), ("lunging", 4)])
def test_the_distance_makes_it_harder(distance: str, obstacle: int) -> None:
    assert locks.grappling(Distance.of(distance)).total == obstacle
    assert locks.grappling(Distance.of(distance), 1).total == obstacle + 1


def test_nobody_is_locked_out_of_reach() -> None:
    with pytest.raises(Refused):
        locks.grappling(Distance.OUT)


@pytest.mark.parametrize(
    ("lock", "held"),
    [(0, Held.FREE), (1, Held.LOCKED), (2, Held.LOCKED), (3, Held.IMMOBILE), (7, Held.IMMOBILE)],
)
def test_the_lowest_stat_holds_fast(lock: int, held: Held) -> None:
    assert Body(4, 5, 3, 6).threshold == 3
    assert Body(4, 5, 3, 6).held(lock) is held


def test_a_lock_takes_dice_and_adds_up() -> None:
    assert [locks.left(4, lock) for lock in range(6)] == [4, 3, 2, 1, 0, 0]
    assert [locks.after(2, net) for net in (-4, 0, 1, 3)] == [2, 2, 3, 5]


def test_a_lock_that_is_lost_changes_nothing() -> None:
    found = locks.chances(3, Roll(pool(1)), (Roll(pool(1)),))
    assert found == {3: Fraction(3, 4), 4: Fraction(1, 4)}


def test_every_success_of_an_escape_takes_one_off() -> None:
    # Four dice of Power against a Lock of three: 1, 4, 6 and 5 of sixteen ways leave 3, 2, 1 and 0.
    found = Captive(FOURS, pool(4), pool(4)).loosened(3, Way.ESCAPE)
    assert found == {3: Fraction(1, 16), 2: Fraction(4, 16), 1: Fraction(6, 16), 0: Fraction(5, 16)}


def test_avoid_has_the_dice_that_the_lock_leaves() -> None:
    found = Captive(FOURS, pool(4), pool(4)).loosened(3, Way.AVOID)
    assert found == {3: Fraction(1, 2), 2: Fraction(1, 2)}


def test_the_immobilized_do_not_struggle() -> None:
    assert Captive(FOURS, pool(4), pool(4)).loosened(4, Way.ESCAPE) == {4: 1}
    assert locks.struggle(Captive(FOURS, pool(4), pool(4)), 4, (None, None))[-1] == {4: 1}


def test_an_obstacle_eats_successes() -> None:
    found = Captive(FOURS, pool(2), pool(0), penalty=1).loosened(2, Way.ESCAPE)
    assert found == {2: Fraction(3, 4), 1: Fraction(1, 4)}


def test_the_better_way_is_the_one_with_more_dice() -> None:
    assert locks.better(pool(3), pool(6), 2) is Way.AVOID
    assert locks.better(pool(4), pool(6), 2) is Way.ESCAPE
    assert locks.better(Pool.parse("B3"), Pool.parse("G6"), 3) is Way.AVOID


def by_hand(power: int, speed: int, lock: int, ways: tuple[Way, ...]) -> dict[int, Fraction]:
    """Every face of every action, one after the other."""
    if not ways or not 0 < lock < 4:
        return {lock: Fraction(1)}
    dice = power if ways[0] is Way.ESCAPE else max(0, speed - lock)
    found: dict[int, Fraction] = {}
    for faces in itertools.product((0, 1), repeat=dice):
        for rest, chance in by_hand(power, speed, max(0, lock - sum(faces)), ways[1:]).items():
            found[rest] = found.get(rest, Fraction(0)) + chance / 2**dice
    return found


@pytest.mark.parametrize("lock", [1, 2, 3])
@pytest.mark.parametrize("ways", list(itertools.product(Way, repeat=3)))
def test_several_actions_are_a_chain(lock: int, ways: tuple[Way, ...]) -> None:
    captive = Captive(FOURS, pool(2), pool(5))
    assert dict(locks.struggle(captive, lock, ways)[-1]) == by_hand(2, 5, lock, ways)


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 3), st.integers(1, 5))
def test_a_lock_never_tightens_by_struggling(lock: int, power: int, speed: int, penalty: int, actions: int) -> None:
    captive = Captive(Body(7, 7, 7, 7), pool(power), pool(speed), penalty)
    states = locks.struggle(captive, lock, (None,) * actions)
    assert all(sum(one.values()) == 1 for one in states)
    free = [one.get(0, Fraction(0)) for one in states]
    assert free == sorted(free)
    assert max(states[-1]) <= lock
