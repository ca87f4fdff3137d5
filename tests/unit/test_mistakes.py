"""What a calculator raises by mistake is said to be ours, with a report that has all but what is nobody else's."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from engine import __version__, app, calculators

MISTAKEN = "tests.mistaken"


@pytest.fixture(autouse=True, scope="module")
def mistaken() -> Iterator[None]:
    """What makes mistakes is there for these tests alone: others try all calculators that there are."""
    before = set(calculators.REGISTRY)
    app.load([MISTAKEN])
    yield
    for name in set(calculators.REGISTRY) - before:
        del calculators.REGISTRY[name]
    del calculators.TABLES["sample-mistaken"], sys.modules[MISTAKEN]


def call(**asked: Any) -> dict[str, Any]:
    return dict(json.loads(app.call(json.dumps(asked))))


def report(**asked: Any) -> dict[str, str]:
    """The lines of the report with which a mistake comes back, by what stands before their colons."""
    lines = call(**asked)["error"]["report"].splitlines()
    assert lines.pop(0) == f"A mistake in Felloe {__version__}"
    return dict(line.split(": ", 1) for line in lines)


ASKED = {"calculator": "sample-mistaken", "rulings": {"dice.chain": "once"}}


@pytest.mark.parametrize("do", ["run", "answer", "form", "text"])
@pytest.mark.parametrize(("way", "error"), [("value", "ValueError: max() "), ("key", "KeyError: <Way.KEY: ")])
def test_a_mistake_is_ours_and_comes_with_a_report(do: str, way: str, error: str) -> None:
    found = call(do=do, inputs={"way": way}, **ASKED)["error"]
    assert found["field"] == ""
    assert found["message"].startswith(f"This is a mistake of ours, not in what you typed: {error}")
    lines = report(do=do, inputs={"way": way}, **ASKED)
    assert list(lines) == ["Calculator", "Inputs", "Rulings", "Error", "In"]
    assert lines["Calculator"] == f"sample-mistaken ({do})"
    assert json.loads(lines["Inputs"]) == {"way": way}
    assert json.loads(lines["Rulings"]) == {"dice.chain": "once"}
    assert lines["Error"].startswith(error)
    *_, last = lines["In"].split(", ")
    assert last.startswith("tests/mistaken.py:")


def test_a_refusal_is_no_mistake() -> None:
    found = call(do="answer", inputs={"way": "refused"}, **ASKED)
    assert found == {"error": {"field": "", "message": "This is refused."}}


def test_a_mistake_in_a_move_tells_no_secret() -> None:
    hare = {"side": "hare", "move": {"is": "write", "number": "7", "loudly": "true"}}
    asked = {"do": "step", "calculator": "sample-mistaken-numbers", "tape": "mistakes", "inputs": {}}
    first = call(**asked, log={}, move=hare)
    assert first["at"] == 1
    wrong = {"side": "tortoise", "move": {"is": "write", "number": "13"}}
    lines = report(**asked, at=1, move=wrong)
    assert json.loads(lines["Log"])["steps"] == []
    assert json.loads(lines["Log"])["sealed"] == [{"side": "hare", "move": {"is": "write", "loudly": True}}]
    assert json.loads(lines["Move"]) == {"side": "tortoise", "move": {"is": "write"}}
    assert lines["Error"] == "LookupError: no such number"
    again = report(**{**asked, "tape": "another"}, at=1, log=first["log"], move=wrong)
    assert (again["Log"], again["Move"]) == (lines["Log"], lines["Move"])


def test_a_log_that_cannot_be_played_is_left_out() -> None:
    log = {"steps": [{"side": "hare", "move": {"is": "write", "number": 13}}]}
    lines = report(do="step", calculator="sample-mistaken-numbers", tape="cut", inputs={}, log=log)
    assert "Log" not in lines
    assert lines["Error"] == "LookupError: no such number"


def test_no_report_has_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError("sheets")

    monkeypatch.setattr("engine.sheets.add", fails)
    lines = report(do="sheets", op="add", inputs={"name": "Pim"})
    assert list(lines) == ["Calculator", "Error", "In"]
