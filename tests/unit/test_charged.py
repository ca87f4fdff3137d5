"""What a test charges is what it uses: artha that is refused or does nothing stays in the purse."""

import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Answer, Working, plain
from engine.games.burning_wheel.forms.tested import Tested as Element
from engine.games.burning_wheel.sheet.effects import Spend
from engine.session import Session
from tests import strategies
from tests.unit.test_cases import ALL


def charges(name: str) -> bool:
    """Whether a calculator's module knows of spending at all; the others have nothing to be asked here."""
    found = app.entry(name)
    if isinstance(found, Session):
        return False
    source = inspect.getsource(sys.modules[found.function.__module__])
    return "Spend" in source or "artha_spent" in source


# An epiphany’s tally writes down what was spent elsewhere.
CHARGING = [name for name in app.names() if charges(name) and name != "epiphany"]


def charged(answer: Answer) -> Counter[str]:
    """How much of each kind goes; what comes in is no charge."""
    found: Counter[str] = Counter()
    for effect in answer.effects:
        if isinstance(effect, Spend) and effect.amount > 0:
            found[effect.what] += effect.amount
    return found


def said(answer: Answer, *, refusals: bool) -> Any:
    """What an answer comes to, with what it says of things left out or without."""
    values = {name: value for name, value in answer.values.items() if name != "refused" or refusals}
    return plain([values, [block for block in answer.blocks if isinstance(block, Working)]])


def without_one(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str]) -> Iterator[tuple[str, Answer]]:
    """The same question with one field after the other as the calculator has it by itself."""
    form = app.entry(name).form
    defaults = dict(forms.flatten(form.write(form.read({}))))
    asked = dict(forms.flatten(inputs))
    for path, text in asked.items():
        if path in defaults and text != defaults[path]:
            try:
                yield path, app.run(name, {**asked, path: defaults[path]}, chosen).answer
            except forms.Unusable:
                continue


def assert_charges_what_it_uses(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str]) -> None:
    done = app.run(name, inputs, chosen)
    spent, refusals = charged(done.answer), not done.answer.values.get("refused")
    verdict = done.answer.verdict
    if done.answer.values.get("possible") is False or (verdict and verdict.figure == "No test"):
        assert not done.answer.effects, "nothing happens where there is no test"
    if spent:
        for path, other in without_one(name, done.inputs, chosen):
            if spent - charged(other):
                differs = said(other, refusals=refusals) != said(done.answer, refusals=refusals)
                assert differs, f"{path} is charged and changes nothing"


@pytest.mark.parametrize("name", CHARGING)
def test_whatever_is_charged_changes_the_answer(name: str) -> None:
    assert_charges_what_it_uses(name, {}, {})
    for case in ALL:
        if case.calculator == name and case.error is None:
            assert_charges_what_it_uses(name, case.inputs, case.rulings)


def test_cash_in_a_roll_that_fell_is_seen_in_it() -> None:
    """Found by make fuzz: what the lender rolled was told without his dice."""
    inputs = {"tests": 2, "lender": "B0", "borrower": "B0", "obstacle": 1, "rolled": 0, "funds": 1, "cash": 1}
    assert_charges_what_it_uses("loan", inputs, {})


@pytest.mark.parametrize("name", CHARGING)
@strategies.fewer(5)
@given(data=st.data())
def test_whatever_is_charged_changes_the_answer_whoever_asks(name: str, data: st.DataObject) -> None:
    inputs = data.draw(strategies.fields_of(app.entry(name).form.fields))
    try:
        app.run(name, inputs)
    except forms.Unusable:
        return
    assert_charges_what_it_uses(name, inputs, {})


ARTHA: dict[str, Mapping[str, Any]] = {
    "boon": {"boon": 2},
    "doubled": {"doubled": True},
    "gritted": {"wounds": {"dice": 2, "gritted": 1}},
    "shrugged": {"wounds": {"superficial": 1, "shrugged": True}},
}


@pytest.mark.parametrize("edition", ["revised", "later"])
@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize("tested", list(Element))
@pytest.mark.parametrize("use", list(ARTHA))
def test_the_builder_refuses_or_charges_and_never_both(use: str, tested: Element, beginner: bool, edition: str) -> None:
    inputs = {"tested": tested.value, "beginner": beginner, **ARTHA[use]}
    done = app.run("test-builder", inputs, {"edition": edition})
    spent = charged(done.answer)
    assert bool(spent) != bool(done.answer.values["refused"])
    assert_charges_what_it_uses("test-builder", inputs, {"edition": edition})
    workings = [block for block in done.answer.blocks if isinstance(block, Working)]
    lines = {line.reason: line.amount for block in workings for line in block.lines}
    if use == "boon":
        assert spent["persona"] == lines.get("Persona", 0)
    if use == "doubled":
        assert spent["deeds"] == int(lines.get("Divine Inspiration", 0) > 0)
