"""Learning from a teacher (HUB-57, HUB-58, HUB-103)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Note
from engine.forms import Unusable
from engine.games.burning_wheel.rules import advancement, instruction
from engine.games.burning_wheel.rules.advancement import Kind, Log, Marks
from engine.games.burning_wheel.rules.practice import TIMES
from engine.games.burning_wheel.rules.test_class import TestClass, classes
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest

LATER = {"edition": "later"}


def run(rulings: dict[str, str] | None = None, **inputs: Any) -> Any:
    return app.run("instruction-course", inputs, rulings or {})


@given(st.sampled_from(list(TestClass)), st.integers(0, 12), st.integers(0, 12))
def test_the_cheapest_lesson_is_of_its_class_and_nothing_easier_is(
    wanted: TestClass, teacher: int, student: int
) -> None:
    found = instruction.cheapest(wanted, teacher, lambda obstacle: classes(student, obstacle))
    fitting = [obstacle for obstacle in range(1, teacher + 1) if wanted in classes(student, obstacle)]
    assert found == min(fitting, default=None)


@given(st.integers(1, 10), st.integers(1, 10), st.integers(1, 10))
def test_both_wills_count_alike(teacher: int, student: int, obstacle: int) -> None:
    days = instruction.lesson_days(teacher, student, obstacle).total
    assert days == instruction.lesson_days(student, teacher, obstacle).total >= obstacle


def test_surcharges_belong_to_categories_of_the_practice_table() -> None:
    assert set(instruction.SURCHARGES) <= set(TIMES)
    assert [instruction.surcharge(category) for category in TIMES].count(0) == 18


def test_one_lesson_costs_the_same_under_both_readings() -> None:
    third = Fraction(1, 3)
    assert instruction.days_for_a_mark(third, 12, 1, 12, each=False) == 36
    assert instruction.days_for_a_mark(third, 12, 1, 12, each=True) == 36
    assert instruction.all_passed(third, 2, each=True) == Fraction(1, 9)


@pytest.mark.parametrize(("lessons", "asked"), [(1, False), (2, True)])
def test_how_long_a_test_holds_is_asked_only_for_several_lessons(lessons: int, asked: bool) -> None:
    assert ("burning-wheel.learning.instruction-course" in run(lessons=lessons).rulings) is asked
    assert "burning-wheel.learning.instruction-course" not in run(LATER, lessons=lessons).rulings


def test_each_lesson_is_a_mark_of_the_student() -> None:
    assert run(lessons=2).answer.effects == (LogTest("exponent", "Routine"),) * 2
    assert run(student={"is": "untrained"}).answer.effects == (LogTest("", APTITUDE),)


@given(
    st.sampled_from(list(TestClass)),
    st.integers(1, 9),
    st.builds(Marks, st.integers(0, 4), st.integers(0, 3), st.integers(0, 3)),
    st.integers(1, 8),
)
def test_a_course_ends_where_the_log_does_and_never_sells_a_worthless_lesson(
    wanted: TestClass, exponent: int, marks: Marks, lessons: int
) -> None:
    needed = advancement.routes(Kind.SKILL, exponent)
    inputs = {"wanted": wanted.value, "exponent": exponent, "lessons": lessons, "teacher": {"exponent": 20}}
    if advancement.filled(needed, marks):
        with pytest.raises(Unusable, match="starts empty"):
            run(**inputs, **advancement.as_values(marks))
        return
    ran = run(**inputs, **advancement.as_values(marks))
    log, given = Log(exponent, marks), 0
    while given < lessons and log.exponent == exponent:
        log, given = log.after(wanted, needed), given + 1
    useful = any(route.of(wanted) for route in needed)
    values = ran.answer.values
    assert (values["lessons"], values["ends"], values["worth"]) == (given, log.exponent > exponent, useful)
    assert values["total_days"] == given * values["days"]
    assert len(ran.answer.effects) == (given if useful else 0)
    said = " ".join(block.text for block in ran.answer.blocks[:2] if isinstance(block, Note))
    assert ("Nothing is gained" in said) is not useful
    assert ("ends the course" in said) is (given < lessons)


@given(st.integers(1, 9), st.integers(0, 9), st.integers(1, 12))
def test_lessons_end_when_they_open_the_skill(root: int, tests: int, lessons: int) -> None:
    left = run(student={"is": "untrained", "root": f"B{root}"}).answer.values["routes"][0]["lessons"] - tests
    student = {"is": "untrained", "root": f"B{root}", "tests": tests}
    if left <= 0:
        with pytest.raises(Unusable, match="you have it"):
            run(student=student, lessons=lessons)
    else:
        ran = run(student=student, lessons=lessons)
        assert ran.answer.values["lessons"] == len(ran.answer.effects) == min(left, lessons)


def test_the_later_edition_says_what_failing_brings() -> None:
    def notes(rulings: dict[str, str]) -> str:
        return " ".join(block.text for block in run(rulings).answer.blocks if isinstance(block, Note))

    assert "adds 1 Ob" in notes(LATER)
    assert "free time of both" in notes(LATER)
    assert "adds 1 Ob" not in notes({})
