"""Questions as players type them: tests/questions.toml has what each means, and what must not be understood."""

import json
import tomllib
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from engine import __main__ as command_line
from engine import app, games, links, pages, questions, rules, typed
from engine.questions import Part, Question, Way
from tests.unit.test_messages import told

ROOT = Path(__file__).parents[2]
TABLE = tomllib.loads((ROOT / "tests" / "questions.toml").read_text("utf-8"))
ASKED = [(text, row) for row in TABLE["question"] for text in row["typed"]]
LACKING = [(text, row) for row in TABLE["lacking"] for text in row["typed"]]


def linked(link: str) -> tuple[str, str, dict[str, Any]]:
    """Page and place that a link leads to, and the pairs of its calculator as a page reads them."""
    page, _, place = link.partition("/#")
    place, _, query = place.partition("?")
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    held = {
        name.partition(".")[2]: text for name, text in pairs if not name.startswith(("ruling.", "rulings")) and text
    }
    return page, place, links.read(held)[0]


@pytest.mark.parametrize(("text", "row"), ASKED, ids=[text for text, _ in ASKED])
def test_a_question_is_answered_by_its_calculator(text: str, row: dict[str, Any]) -> None:
    found = app.understand(text)
    assert found, "not understood"
    done = app.run(row["calculator"], row["inputs"])
    assert (found["calculator"], found["inputs"]) == (row["calculator"], done.inputs)
    assert found["figure"].replace("\xa0", " ") == row["figure"]
    assert done.answer.verdict
    assert (found["figure"], found["line"]) == (done.answer.verdict.figure, done.answer.verdict.at_a_glance)
    assert found["assumed"] == row.get("assumed", [])
    assert not found["missing"]
    page, place, inputs = linked(found["link"])
    assert app.run(row["calculator"], inputs).inputs == done.inputs
    assert place.upper() in app.entry(row["calculator"]).rules
    assert rules.REGISTRY[place.upper()].page == page


@pytest.mark.parametrize(("text", "row"), LACKING, ids=[text for text, _ in LACKING])
def test_what_was_not_said_is_asked_for_and_not_guessed(text: str, row: dict[str, Any]) -> None:
    found = app.understand(text)
    assert found, "not understood"
    assert (found["calculator"], found["figure"], found["line"]) == (row["calculator"], "", "")
    assert found["missing"] == row["missing"]
    form = app.entry(row["calculator"]).form
    assert found["inputs"] == form.write(form.read(row["inputs"]))
    assert form.write(form.read(linked(found["link"])[2])) == found["inputs"]


@pytest.mark.parametrize("text", TABLE["nothing"])
def test_what_is_half_understood_is_not_answered(text: str) -> None:
    assert app.understand(text) is None


def test_every_question_leads_to_a_section_with_its_calculator() -> None:
    """It is the first of its kind on the page, which answers to the calculator's own name."""
    for question in questions.questions():
        rule = rules.REGISTRY[question.rule]
        found = pages.sections((ROOT / "docs" / f"{rule.page}.md").read_text("utf-8"), rule.page)
        first = next(
            section
            for section in found
            for fence in section.fences
            if fence.language == pages.CALCULATOR and pages.calculator_of(fence, rule.page) == question.calculator
        )
        assert first.anchor == question.rule.lower(), question.calculator


def test_every_question_is_in_the_table() -> None:
    asked = {row["calculator"] for row in TABLE["question"]}
    assert {question.calculator for question in questions.questions()} == asked


def test_every_way_to_say_something_sets_inputs_that_its_calculator_takes() -> None:
    for question in questions.questions():
        form = app.entry(question.calculator).form
        known = {field.name for field in form.fields}
        parts = (*question.needs, *question.takes, *question.one_of)
        ways = [way for part in parts for way in (*part.ways, *([part.unsaid] if part.unsaid else []))]
        assert {name.split(".")[0] for way in ways for name in way.inputs} <= known, question.calculator


def test_the_message() -> None:
    answer = told({"do": "ask", "typed": "B4 ob 3", "rulings": {"burning-wheel.edition": "later"}})
    assert answer["found"]["said"] == [["Dice", "B4"], ["Obstacle", "3"]]
    assert "ruling.burning-wheel.edition=later" in answer["found"]["link"]
    assert told({"do": "ask", "typed": "a spaceship"}) == {"found": None}


@pytest.mark.parametrize("text", ["", " ", "?", "#", "# d ob #", "4d ob 4 " * 15, "9" * 400, "\u202e4d", "b" * 5000])
def test_whatever_is_typed_is_answered_or_not(text: str) -> None:
    answer = told({"do": "ask", "typed": text})
    assert "found" in answer


def test_the_table_of_each_reader_is_asked() -> None:
    plain, once = (app.understand("4d ob 4 exploding", chosen) for chosen in ({}, {"burning-wheel.dice.chain": "once"}))
    assert plain
    assert once
    assert plain["figure"] != once["figure"]


def test_the_vocabulary_knows_every_word_that_is_understood() -> None:
    """By it a page tells whether to ask at all; a slip of one of its words is as good."""
    known = questions.vocabulary()
    for text, _ in [*ASKED, *LACKING]:
        said = [word for word in typed.words(text, games.spellings(), questions.TOKENS) if word.isalpha()]
        strange = [word for word in said if word not in known]
        assert all(any(typed.forgiven(word, other) for other in known) for word in strange), text


def test_a_way_without_a_word_is_a_mistake_of_ours() -> None:
    part = Part((Way("the my", {}),))
    with pytest.raises(ValueError, match="this says 'the my'"):
        questions._fitting(Question("odds", "HUB-08", (part,)), ["4"])


def test_the_command_line_asks_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["ask", "4d", "ob 4"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["calculator"], said["inputs"]["pool"]) == ("odds", "B4")
    assert command_line.main(["ask", "4d ob 4", "--text"]) == 0
    assert capsys.readouterr().out.splitlines()[:1] == ["6.3\xa0%  4D · Ob\xa04"]
    assert command_line.main(["ask", "a spaceship"]) == 2
    assert "not understood" in capsys.readouterr().out
