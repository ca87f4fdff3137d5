"""Disarming: its obstacle, how far the weapon flies, and getting it back."""

import itertools
from fractions import Fraction

import pytest

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_disarm
from engine.games.burning_wheel.rules.fight_disarm import Retrieval
from engine.games.burning_wheel.rules.fight_odds import Roll


@pytest.mark.parametrize(("skill", "obstacle"), [(5, 5), (1, 1), (0, 1)])
def test_their_skill_is_the_obstacle(skill: int, obstacle: int) -> None:
    assert fight_disarm.obstacle(skill).total == obstacle
    assert fight_disarm.obstacle(skill, other=2).total == obstacle + 2


@pytest.mark.parametrize(("agility", "up", "down"), [(2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (1, 1, 1)])
def test_without_a_skill_it_is_half_of_agility(agility: int, up: int, down: int) -> None:
    assert fight_disarm.obstacle(None, agility).total == up
    assert fight_disarm.obstacle(None, agility, round_down=True).total == down


@pytest.mark.parametrize(("over", "distances"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_every_two_successes_over_fly_one_distance(over: int, distances: int) -> None:
    assert fight_disarm.flies(over) == distances


@pytest.mark.parametrize(("dice", "defense", "obstacle"), [(4, 2, 1), (5, 0, 2), (3, 3, 2), (2, 0, 5)])
def test_the_odds_are_those_of_counting(dice: int, defense: int, obstacle: int) -> None:
    ways: dict[int, int] = {}
    for mine in itertools.product((0, 1), repeat=dice):
        for theirs in itertools.product((0, 1), repeat=defense):
            over = sum(mine) - sum(theirs) - obstacle
            if over >= 0:
                ways[over // 2] = ways.get(over // 2, 0) + 1
    rolls = (Roll(Pool.of(defense)),) if defense else ()
    found = fight_disarm.chances(Roll(Pool.of(dice)), rolls, obstacle)
    assert found == {far: Fraction(count, 2 ** (dice + defense)) for far, count in ways.items()}


@pytest.mark.parametrize(
    ("distance", "house", "tests"),
    [(0, {}, 0), (1, {}, 1), (3, {}, 1), (0, {"always": True}, 1), (2, {"each": True}, 2), (0, {"each": True}, 0)],
)
def test_getting_it_back(distance: int, house: dict[str, bool], tests: int) -> None:
    assert fight_disarm.retrieval(distance, **house) == Retrieval(tests, 2)
