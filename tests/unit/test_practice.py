"""Practice: the table, the calendar, the bank and the time away (HUB-50 to HUB-52)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Note
from engine.calculators import TABLES
from engine.games.burning_wheel.rules import practice
from engine.games.burning_wheel.rules.advancement import Kind, Log, Marks, Row, filled
from engine.games.burning_wheel.rules.practice import TIMES, Regimen, Segment
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.effects import LogTest

MARTIAL = TIMES["martial"]
regimens = st.lists(
    st.builds(Regimen, st.integers(1, 20), st.integers(1, 400), st.sampled_from(["", "sword", "bow"])), max_size=8
)
classes = st.sampled_from(list(TestClass))


def answered(name: str, **inputs: Any) -> Any:
    return app.run(name, inputs).answer


def test_the_table_is_whole() -> None:
    assert len(TIMES) == 24
    assert sum(times.advances is Kind.SKILL for times in TIMES.values()) == 16
    assert all(times.routine < times.difficult < times.challenging for times in TIMES.values())
    assert [len(TABLES[name]().rows) for name in ("practice-times", "practice-limits")] == [24, 5]


@given(regimens, st.integers(1, 20))
def test_no_day_is_fuller_than_it_may_be(wanted: list[Regimen], daily: int) -> None:
    found = practice.schedule(wanted, daily)
    assert [one is None for one in found] == [one.hours > daily for one in wanted]
    placed = [one for one in found if one]
    for day in {0, *(one.start for one in placed), *(one.end for one in placed)}:
        now = [one.regimen for one in placed if one.start <= day < one.end]
        assert sum(one.hours for one in now) <= daily
        named = [one.ability for one in now if one.ability]
        assert len(named) == len(set(named))


@given(regimens, st.integers(1, 20), st.integers(1, 400))
def test_as_many_cycles_as_fit(wanted: list[Regimen], daily: int, span: int) -> None:
    placed = [one for one in practice.schedule(wanted, daily) if one]
    found = practice.fit(Regimen(2, 30), 12, placed, span, daily)
    if found:
        assert found.end <= span
        more = practice.place(Regimen(2, found.regimen.days + 30), placed, daily)
        assert found.regimen.days == 360 or more is None or more.end > span


@given(
    st.lists(st.builds(Segment, classes, st.integers(1, 500), st.integers(1, 20)), max_size=8),
    st.integers(30, 365),
    st.booleans(),
    st.booleans(),
)
def test_no_day_of_the_bank_is_lost_or_counted_twice(
    segments: list[Segment], cycle: int, by_hours: bool, downward: bool
) -> None:
    for bank in practice.banks(segments, MARTIAL, cycle, by_hours=by_hours, downward=downward):
        assert bank.earned * cycle + cycle - bank.missing == bank.days
        assert 1 <= bank.missing <= cycle
        if not (by_hours or downward):
            own = [one for one in segments if one.test_class is bank.test_class]
            assert bank.days + bank.lost == sum(one.days for one in own)


@given(st.lists(classes, max_size=30), st.integers(1, 8), st.booleans())
def test_time_away_lifts_by_one_at_most(tests: list[TestClass], exponent: int, keep: bool) -> None:
    needed, above = Row(1, 1, 1, 1, 1, True).routes(), Row(2, 2, 1, 1, 1, True).routes()
    after = practice.after_absence(Log(exponent), tests, needed, above, keep=keep)
    assert after.exponent in (exponent, exponent + 1)
    assert len(after.marked) <= len(tests)
    assert not filled(needed if after.exponent == exponent else above, after.marks)
    if after.exponent > exponent and not keep:
        assert after.marks == Marks()


def test_a_year_is_twelve_months_or_365_days() -> None:
    assert [practice.cycle(months) for months in (1, 2, 3, 6, 12)] == [30, 60, 90, 180, 360]
    assert [practice.cycle(months, by_year=True) for months in (1, 2, 3, 6, 12)] == [31, 61, 92, 183, 365]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"regimens": [{"subject": "power"}]}, "no Routine test ever advances a stat"),
        ({"regimens": [{"exponent": 6}]}, "no Routine test counts at exponent 6"),
        ({"regimens": [{"exponent": 10}]}, "no test leads on from exponent 10"),
        ({"hours": 12, "regimens": [{"subject": "peasant", "test_class": "Challenging"}]}, "12 hours on the fullest"),
        ({"hours": 16, "will": 2}, "You give 16 hours; Will 2 allows 8"),
    ],
)
def test_what_is_wasted_or_too_much_is_said(inputs: dict[str, Any], said: str) -> None:
    notes = [block.text for block in answered("practice-plan", **inputs).blocks if isinstance(block, Note)]
    assert any(said in note for note in notes), notes


def test_a_full_cycle_is_a_mark_where_the_exponent_is_told() -> None:
    assert answered("practice-bank", stretches=[{"days": 60}]).effects == ()
    told = answered("practice-bank", stretches=[{"days": 30}, {"days": 30, "exponent": 3}])
    assert told.effects == (LogTest("stretches.1.exponent", "Routine"),) * 2
    assert answered("practice-bank", stretches=[{"days": 60, "exponent": 6}]).effects == ()


def test_tests_from_the_time_away_are_marked_where_they_were_earned() -> None:
    effects = answered("time-away", pursuits=[{"subject": "craftsman", "months": 1}, {"months": 2}]).effects
    assert effects == (LogTest("pursuits.1.exponent", "Routine"),) * 2
