"""+Ob that eats successes, and rolls against rolls in Fight!: each chance counted out face by face besides."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import eaten, fight_odds
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.refused import Refused

FACES = range(1, 7)
LEAST = {Shade.BLACK: 4, Shade.GRAY: 3, Shade.WHITE: 2}
FGT_09 = {
    # rolled, +Ob: left
    (3, 1): 2,
    (4, 1): 3,
    (3, 2): 1,
    (4, 5): 0,
    (0, 1): 0,
    (2, 0): 2,
}


@pytest.mark.parametrize(("rolled", "penalty"), FGT_09)
def test_ob_eats_successes(rolled: int, penalty: int) -> None:
    assert eaten.left(rolled, penalty) == FGT_09[rolled, penalty]
    assert eaten.worked(rolled, penalty).total == FGT_09[rolled, penalty]


def test_a_lock_that_rolls_no_more_than_its_ob_is_not_answered() -> None:
    assert not eaten.answered(4, 5)
    assert not eaten.answered(5, 5)
    assert eaten.answered(6, 5)


def test_dice_that_open_are_refused() -> None:
    with pytest.raises(Refused, match=r"Dice of Fight! do not open; this is B4\*\."):
        eaten.law(Pool.parse("B4*"))


def rolled(roll: Roll) -> Mapping[int, Fraction]:
    """What is left of a roll, by counting all faces of its dice."""
    dice = [LEAST[group.shade] for group in roll.pool for _ in range(group.count)]
    found = Counter(
        max(0, sum(face >= least for face, least in zip(faces, dice, strict=True)) - roll.penalty)
        for faces in itertools.product(FACES, repeat=len(dice))
    )
    return {number: Fraction(count, 6 ** len(dice)) for number, count in found.items()}


def against(attack: Roll, defenses: Sequence[Roll], obstacle: int = 0) -> Mapping[int, Fraction]:
    """What is left of an attack, by taking every result of every roll with every other."""
    found: Counter[int] = Counter()
    laws = [rolled(roll) for roll in (attack, *defenses)]
    for results in itertools.product(*(law.items() for law in laws)):
        (ours, chance), *others = results
        for _, share in others:
            chance *= share
        found[ours - sum(number for number, _ in others) - obstacle] += chance
    return found


BLACK = [Roll(Pool.of(dice), penalty) for dice in range(4) for penalty in range(3)]
TAKEN = [
    (Roll(Pool.parse("B4")), ()),
    (Roll(Pool.parse("B4")), (Roll(Pool.parse("B3"), 1),)),
    (Roll(Pool.parse("B5"), 2), (Roll(Pool.parse("B2")), Roll(Pool.parse("G2"), 1))),
    (Roll(Pool.parse("G3")), (Roll(Pool.parse("W2")), Roll(Pool.parse("B2"), 1), Roll(Pool.parse("B1")))),
    (Roll(Pool.parse("B3+G1")), (Roll(Pool.parse("B0")),)),
]


@pytest.mark.parametrize(("attack", "defenses"), TAKEN)
@pytest.mark.parametrize("obstacle", [0, 1, 3])
def test_what_is_left_of_an_attack(attack: Roll, defenses: tuple[Roll, ...], obstacle: int) -> None:
    found = fight_odds.margin(attack, defenses, obstacle)
    counted = against(attack, defenses, obstacle)
    assert {number: chance for number, chance in found if chance} == {n: c for n, c in counted.items() if c}
    assert found.mean == sum(number * chance for number, chance in counted.items())
    assert fight_odds.hits(attack, defenses, obstacle) == sum(c for n, c in counted.items() if n >= 0)


@pytest.mark.parametrize("attack", BLACK)
@pytest.mark.parametrize("defense", BLACK)
def test_a_versus_maneuver_is_foiled_on_a_tie(attack: Roll, defense: Roll) -> None:
    counted = against(attack, (defense,))
    assert fight_odds.foiled(attack, (defense,)) == sum(chance for left, chance in counted.items() if left <= 0)


@pytest.mark.parametrize("add", [1, 2, 3])
def test_the_stages_of_a_strike(add: int) -> None:
    attack, defenses = Roll(Pool.parse("B5")), (Roll(Pool.parse("B2")), Roll(Pool.parse("B2"), 1))
    counted = against(attack, defenses, 1)
    places = {Stage.MISS: (-9, -1), Stage.INCIDENTAL: (0, add - 1), Stage.MARK: (add, 2 * add - 1)}
    expected = {
        stage: sum(chance for left, chance in counted.items() if low <= left <= high)
        for stage, (low, high) in (places | {Stage.SUPERB: (2 * add, 99)}).items()
    }
    assert fight_odds.stages(attack, 1, add, defenses) == expected


ROLLS = st.builds(Roll, st.builds(Pool.of, st.integers(0, 12), st.sampled_from(Shade)), penalty=st.integers(0, 4))


@settings(max_examples=60, deadline=None)
@given(ROLLS, st.lists(ROLLS, max_size=3).map(tuple), st.integers(0, 6))
def test_chances_sum_to_one_and_fall_with_the_obstacle(attack: Roll, defenses: tuple[Roll, ...], obstacle: int) -> None:
    found = fight_odds.margin(attack, defenses, obstacle)
    assert sum(chance for _, chance in found) == 1
    assert fight_odds.hits(attack, defenses, obstacle) >= fight_odds.hits(attack, defenses, obstacle + 1)
    assert fight_odds.foiled(attack, (*defenses, Roll(Pool.of(1)))) >= fight_odds.foiled(attack, defenses)
    assert sum(fight_odds.stages(attack, obstacle, 2, defenses).values()) == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10), st.integers(0, 10))
def test_two_black_pools_are_one_binomial(mine: int, theirs: int) -> None:
    """FGT-72: my successes less theirs, with their dice added, are those of all the dice together."""
    found = fight_odds.margin(Roll(Pool.of(mine)), (Roll(Pool.of(theirs)),))
    whole = eaten.law(Pool.of(mine + theirs))
    assert [chance for _, chance in found] == [chance for _, chance in whole]


def test_ways_to_divide_dice() -> None:
    assert fight_odds.shares(7) == ((6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6))
    assert fight_odds.shares(1) == ((1, 0), (0, 1))
