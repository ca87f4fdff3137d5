"""Tests needed, series of rolls, and the forecast from a mix of obstacles."""

import itertools
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules.advancement import Kind, Log, Marks, Rolled, Table
from engine.games.burning_wheel.rules.test_class import TestClass, classes

COUNTS = st.integers(0, 8)
MARKS = st.builds(Marks, COUNTS, COUNTS, COUNTS)
WITH_LOG = st.sampled_from([kind for kind in Kind if kind.table()])
EXPONENTS = st.integers(1, 9)
ROLLS = st.lists(st.builds(Rolled, st.integers(1, 10), st.integers(1, 10), st.booleans()), max_size=6)
CLASSES = st.lists(st.sampled_from(TestClass), max_size=12)


def full_by_words(table: Table, exponent: int, marks: Marks) -> bool:
    """The rule as it is spoken, with the numbers of the later edition's identical table."""
    difficult = (1, 1, 2, 2, 3, 3, 4, 4, 5)[exponent - 1]
    challenging = (1, 1, 1, 1, 1, 2, 2, 3, 3)[exponent - 1]
    enough = (marks.difficult >= difficult, marks.challenging >= challenging)
    if table is Table.SKILL and exponent <= 4:
        return marks.routine >= exponent and any(enough)
    return all(enough)


@given(WITH_LOG, EXPONENTS, MARKS)
def test_full_means_what_the_rule_says(kind: Kind, exponent: int, marks: Marks) -> None:
    table = kind.table()
    assert table is not None
    assert rules.filled(rules.routes(kind, exponent), marks) == full_by_words(table, exponent, marks)


@given(WITH_LOG, EXPONENTS, MARKS, st.sampled_from(TestClass))
def test_one_more_test_never_empties_a_route(kind: Kind, exponent: int, marks: Marks, found: TestClass) -> None:
    needed = rules.routes(kind, exponent)
    assert rules.filled(needed, marks.plus(found)) or not rules.filled(needed, marks)


@given(MARKS, MARKS)
def test_what_is_missing_makes_it_full_and_nothing_less_does(marks: Marks, needed: Marks) -> None:
    gap = marks.short_of(needed)
    topped = Marks(marks.routine + gap.routine, marks.difficult + gap.difficult, marks.challenging + gap.challenging)
    assert rules.filled([needed], topped)
    assert (gap.total == 0) == rules.filled([needed], marks)


def test_no_log_no_routes() -> None:
    assert all(not rules.routes(kind, 4) for kind in (Kind.REFLEXES, Kind.MORTAL_WOUND, Kind.FAITH, Kind.EMOTION))
    assert rules.routes(Kind.FAITH, 4, later=True) == rules.routes(Kind.SKILL, 4)
    assert not rules.routes(Kind.REFLEXES, 4, later=True)
    assert not rules.routes(Kind.SKILL, 10)


def test_from_nothing() -> None:
    assert len(rules.routes(Kind.RESOURCES, 0)) == 3
    assert not rules.routes(Kind.SKILL, 0)
    assert Marks(1, 0, 0) not in rules.routes(Kind.STAT, 0, lift_from_0=True)


def test_the_sentence_above_the_table_differs_at_4_and_8_alone() -> None:
    differs = [n for n in range(1, 10) if rules.routes(Kind.SKILL, n) != rules.routes(Kind.SKILL, n, worded=True)]
    assert differs == [4, 8]
    assert all(rules.routes(Kind.STAT, n) == rules.routes(Kind.STAT, n, worded=True) for n in range(1, 10))


@given(WITH_LOG, EXPONENTS, CLASSES)
def test_a_log_rises_once_and_is_empty_then(kind: Kind, exponent: int, tests: list[TestClass]) -> None:
    log = Log(exponent)
    for found in tests:
        before = log
        log = log.after(found, rules.routes(kind, log.exponent))
        if log.exponent > before.exponent:
            assert log == Log(before.exponent + 1)
        else:
            assert log.marks == before.marks.plus(found)
            assert not rules.filled(rules.routes(kind, log.exponent), log.marks)


@given(WITH_LOG, EXPONENTS, ROLLS)
def test_of_an_empty_log_a_series_marks_the_highest_obstacle(kind: Kind, exponent: int, rolls: list[Rolled]) -> None:
    needed = rules.routes(kind, exponent)
    found = rules.logged(rolls, Marks(), needed, success_only=kind.success_only)
    counting = [roll for roll in rolls if roll.passed or not kind.success_only]
    if found.roll is None:
        assert not counting
    elif not found.advances:
        assert rolls[found.roll].obstacle == max(roll.obstacle for roll in counting)
        assert found.classes == classes(rolls[found.roll].dice, rolls[found.roll].obstacle)


@given(EXPONENTS, MARKS, ROLLS)
def test_a_series_advances_exactly_when_one_of_its_rolls_would(
    exponent: int, marks: Marks, rolls: list[Rolled]
) -> None:
    needed = rules.routes(Kind.SKILL, exponent)
    assume(not rules.filled(needed, marks))
    would = [
        place
        for place, roll in enumerate(rolls)
        if any(rules.filled(needed, marks.plus(found)) for found in classes(roll.dice, roll.obstacle))
    ]
    found = rules.logged(rolls, marks, needed)
    assert found.advances == bool(would)
    assert not would or found.roll == would[0]


def test_a_series_by_class() -> None:
    rolls = [Rolled(6, 4, True), Rolled(2, 3, True)]
    assert rules.logged(rolls, Marks(), ()).roll == 0
    assert rules.logged(rolls, Marks(), (), by_class=True).roll == 1


@given(st.lists(st.integers(0, 9), min_size=1, max_size=10).filter(any), st.integers(1, 40), st.integers(1, 12))
def test_expected_tests_add_up(mix: list[int], tests: int, dice: int) -> None:
    assert sum(rules.expected(mix, tests, dice)) == tests


@given(EXPONENTS, st.tuples(*[st.integers(0, 4)] * 3))
def test_a_forecast_is_the_first_moment_a_route_is_full(exponent: int, rates: tuple[int, int, int]) -> None:
    needed = rules.routes(Kind.SKILL, exponent)
    length = rules.sessions(needed, [Fraction(rate) for rate in rates])
    slow = next(
        (
            count
            for count in range(1, 10)
            if rules.filled(needed, Marks(rates[0] * count, rates[1] * count, rates[2] * count))
        ),
        None,
    )
    assert (None if length is None else -(-length.numerator // length.denominator)) == slow


def test_averages() -> None:
    for parents in itertools.product(range(5), repeat=3):
        down, up = rules.average(parents), rules.average(parents, up=True)
        assert down <= Fraction(sum(parents), 3) <= up
        assert up - down == (sum(parents) % 3 > 0)
