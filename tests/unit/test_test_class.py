"""The class of a test: against the later edition's wording of the table, and how it moves with dice and obstacle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import test_class as rules
from engine.games.burning_wheel.rules.test_class import Sources, TestClass

ROUTINE, DIFFICULT, CHALLENGING = TestClass
HARDNESS = {found: place for place, found in enumerate(TestClass)}

DICE = st.integers(2, 60)
OBSTACLES = st.integers(1, 100)
BONUS = st.integers(0, 10)


def by_distance(dice: int, obstacle: int) -> TestClass:
    """The same table as the later edition words it: by how far the obstacle lies below the dice (HUB-101)."""
    below = dice - obstacle
    if below < 0:
        return CHALLENGING
    column = 0 if dice <= 3 else 1 if dice <= 6 else 2
    rows = {0: (DIFFICULT, DIFFICULT, DIFFICULT), 1: (ROUTINE, DIFFICULT, DIFFICULT), 2: (ROUTINE, ROUTINE, DIFFICULT)}
    return rows.get(below, (ROUTINE, ROUTINE, ROUTINE))[column]


@given(DICE, OBSTACLES)
def test_both_editions_agree_from_two_dice_on(dice: int, obstacle: int) -> None:
    assert rules.classes(dice, obstacle) == (by_distance(dice, obstacle),)


def test_one_die_against_one() -> None:
    assert rules.classes(1, 1) == (ROUTINE, DIFFICULT)
    assert rules.classes(1, 1, choice=False) == (DIFFICULT,) == (by_distance(1, 1),)


@given(DICE, OBSTACLES)
def test_more_dice_never_harder_and_higher_obstacles_never_easier(dice: int, obstacle: int) -> None:
    here = HARDNESS[rules.classes(dice, obstacle)[0]]
    assert HARDNESS[rules.classes(dice + 1, obstacle)[0]] <= here
    assert HARDNESS[rules.classes(dice, obstacle + 1)[0]] >= here


@given(DICE)
def test_every_pool_can_earn_every_class(dice: int) -> None:
    assert {rules.classes(dice, obstacle)[0] for obstacle in range(1, dice + 2)} == set(TestClass)


def test_off_the_table() -> None:
    assert rules.classes(4, 0) == (ROUTINE,)
    assert rules.classes(4, 0, of_obstacle_0=None) == ()
    assert rules.classes(0, 1) == (CHALLENGING,)
    assert rules.classes(0, 1, of_no_dice=None) == ()


@pytest.mark.parametrize(
    ("classes", "words", "value"),
    [
        ((DIFFICULT,), "Difficult", "Difficult"),
        ((ROUTINE, DIFFICULT), "Routine or Difficult, your choice", "choice"),
        ((), "no test", "none"),
    ],
)
def test_said(classes: tuple[TestClass, ...], words: str, value: str) -> None:
    found = rules.Classes(classes)
    assert (found.words, found.value) == (words, value)


@given(st.builds(Sources, *[BONUS] * 14), st.booleans(), st.booleans())
def test_every_die_on_the_table_is_counted_or_not(sources: Sources, restored: bool, opened: bool) -> None:
    counted = rules.counted(sources, restored=restored, opened=opened)
    left_out = rules.uncounted(sources, restored=restored, opened=opened)
    held = sources.exponent - sources.lost
    bonus = sum(getattr(sources, name) for name in Sources.__slots__) - sources.exponent - sources.lost
    assert counted.total + left_out.total == held + bonus
    assert left_out.total >= sources.artha + sources.doubled


@given(BONUS, BONUS, BONUS, BONUS)
def test_an_obstacle_never_falls_below_its_base(base: int, penalties: int, opponent: int, shrugged: int) -> None:
    assert rules.counted_obstacle(base, penalties, opponent, shrugged).total >= base + opponent


def test_dice_of_helpers_and_forks() -> None:
    assert [rules.helping_dice(exponent) for exponent in (0, 1, 4, 5, 10)] == [0, 1, 1, 2, 2]
    assert [rules.fork_dice(exponent) for exponent in (0, 1, 6, 7, 10)] == [0, 1, 1, 2, 2]
