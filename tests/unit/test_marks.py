"""A mark is offered once it is earned: what marks only successes, what has no log, and a class that is a choice."""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import app, forms, sheets
from engine.answer import plain
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.forms.tested import Tested as Element
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest
from engine.rulings import Rulings
from engine.session import Session
from tests.unit.test_cases import ALL
from tests.unit.test_sheets import HANNEKE, one

assert GAME.sheet
SHEET = GAME.sheet

GAMES = Path(app.games.__file__).parent
LEARNING = {"practice.py", "instruction.py", "learning_sorcery.py"}
"""These count lessons and practice, no tests that were rolled."""
ONLY_PASSED = [kind for kind in Kind if kind.success_only]


def offered(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str] | None = None) -> list[LogTest]:
    """The marks that an answer offers."""
    return [one for one in app.run(name, inputs, chosen).answer.effects if isinstance(one, LogTest)]


def test_one_function_makes_every_mark_of_a_test() -> None:
    made = {
        path.name
        for path in GAMES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "LogTest"
    }
    assert made == {"classes.py", *LEARNING}


def asked_about(name: str) -> str:
    """The field that says what is tested, where a calculator has one and offers marks; else nothing."""
    found = app.entry(name)
    if isinstance(found, Session):
        return ""
    names = {"tested": Element, "kind": Kind}
    fields = [one.name for one in found.form.fields if isinstance(one.kind, forms.OneOf) and one.name in names]
    return fields[0] if fields and any(offered(name, inputs) for inputs in questions(name)) else ""


def questions(name: str) -> list[Mapping[str, Any]]:
    cases = [case.inputs for case in ALL if case.calculator == name and case.error is None and not case.rulings]
    return [{}, *cases]


TELLING = [(name, field) for name in app.names() if (field := asked_about(name))]
KNOWN = {
    "later-mark": ({"passed": True}, {"passed": False}),
    "series": (
        {"rolls": [{"dice": 4, "obstacle": 3, "passed": True}]},
        {"rolls": [{"dice": 4, "obstacle": 3, "passed": False}]},
    ),
    "versus-test": (
        {"roll": {"is": "both-rolled", "yours": 3, "theirs": 2}},
        {"roll": {"is": "both-rolled", "yours": 2, "theirs": 3}},
    ),
    "open-test": ({"roll": {"is": "open-rolled", "successes": 2}}, {"roll": {"is": "open-rolled", "successes": 0}}),
}
"""Calculators that are told how the test went, with one that passed and one that failed."""


def test_the_calculators_that_know_what_is_tested_are_all_looked_at() -> None:
    assert {
        "test-builder",
        "versus-test",
        "open-or-versus",
        "open-test",
        "series",
        "later-mark",
        "stance-choice",
    } == {name for name, _ in TELLING}


@pytest.mark.parametrize("kind", ONLY_PASSED)
@pytest.mark.parametrize(("name", "field"), TELLING)
def test_what_marks_only_successes_is_marked_once_it_has_passed(name: str, field: str, kind: Kind) -> None:
    if name in KNOWN:
        passed, failed = ({**inputs, field: kind.value} for inputs in KNOWN[name])
        assert [mark.if_passed for mark in offered(name, passed, {"edition": "later"})] == [False]
        assert not offered(name, failed, {"edition": "later"})
        return
    for inputs in questions(name):
        try:
            done = app.run(name, {**inputs, field: kind.value})
        except forms.Unusable:
            continue
        marks = [one for one in done.answer.effects if isinstance(one, LogTest) and one.test_class != APTITUDE]
        assert all(mark.if_passed for mark in marks)
        assert not marks or "only if it passe" in done.answer.sentence
    assert offered(name, {field: kind.value})


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.parents])
@pytest.mark.parametrize(("name", "field"), TELLING)
def test_what_has_no_log_gets_no_mark(name: str, field: str, kind: Kind) -> None:
    if field == "kind":
        for inputs in questions(name):
            done = app.run(name, {**inputs, field: kind.value}).answer
            assert not done.effects
            assert "never tested" in done.sentence


@pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.success_only and not kind.parents])
@pytest.mark.parametrize(("name", "field"), TELLING)
def test_everything_else_is_marked_passed_or_failed(name: str, field: str, kind: Kind) -> None:
    value = "will" if field == "tested" and kind is Kind.STAT else kind.value
    for inputs in KNOWN.get(name, ({},)):
        marks = offered(name, {**inputs, field: value})
        assert marks
        assert not any(mark.if_passed for mark in marks)


CHOICES: list[tuple[str, Mapping[str, Any]]] = [
    ("test-class", {"dice": 1, "obstacle": 1}),
    ("test-builder", {"ability": "B1", "obstacle": 1}),
    ("die-trait", {"ability": "B1", "obstacle": 1, "traits": []}),
    ("open-or-versus", {"dice": 1, "against": {"is": "versus", "successes": 1}}),
    ("versus-test", {"yours": "B1", "roll": {"is": "both-rolled", "yours": 0, "theirs": 1}}),
    ("circles-result", {"circles": "B1", "bonus": 0, "obstacle": 1, "successes": 1}),
    ("steel-lesson", {"steel": "B1", "situation": {"is": "own", "name": "", "obstacle": 1}}),
    ("after-the-purchase", {"dice": 1, "obstacle": 1, "successes": 1}),
    ("linked-tests", {"links": [{"pool": "B1", "obstacle": 1, "rolled": 1}]}),
]


@pytest.mark.parametrize(("name", "inputs"), CHOICES)
def test_a_class_that_is_the_readers_choice_is_one_tap_either_way(name: str, inputs: Mapping[str, Any]) -> None:
    assert [mark.test_class for mark in offered(name, inputs)] == ["Routine", "Difficult"]
    assert [mark.test_class for mark in offered(name, inputs, {"edition": "later"})] == ["Difficult"]


def test_under_beginners_luck_the_choice_is_between_two_logs() -> None:
    asked = {"ability": "B1", "obstacle": 1, "beginner": True, "tested": "perception"}
    assert offered("test-builder", asked) == [LogTest("", APTITUDE), LogTest("ability", "Difficult", if_passed=True)]
    assert offered("test-builder", asked, {"tests.beginner-log": "all"}) == [LogTest("", APTITUDE)]


def test_the_button_says_the_condition_and_the_sheet_repeats_it() -> None:
    mark = LogTest("ability", "Difficult", if_passed=True)
    assert mark.words(SHEET) == "Mark a Difficult test if it passes"
    assert SHEET.effect(plain(mark)) == mark
    said = {"block": "logtest", "ability": "ability", "test_class": "Difficult"}
    assert SHEET.effect(said) == LogTest("ability", "Difficult")
    for wrong in ("yes", 1, None):
        with pytest.raises(forms.Unusable):
            SHEET.effect({**said, "if_passed": wrong})
    row = next(row for row in HANNEKE["abilities"] if row["name"] == "Carpentry")
    noticing = {**HANNEKE, "abilities": [{**row, "name": "Perception", "tested": "perception"}, row]}
    document = sheets.add(sheets.empty(), noticing).document
    done = sheets.apply(document, "1", mark, "Perception", Rulings("burning-wheel"))
    assert done.words.endswith("marked a Difficult test for Perception, which marks only what passes.")
    done = sheets.apply(one(), "1", LogTest("ability", "Routine"), "Carpentry", Rulings("burning-wheel"))
    assert done.words == "Hanneke: marked a Routine test for Carpentry."
