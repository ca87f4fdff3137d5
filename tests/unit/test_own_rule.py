"""A rule of a reader's own: read as it is typed, worked out as it says, and set aside where it is damaged."""

import contextlib
import itertools
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine import app, forms, links, own_rule
from engine.own_rule import OwnRule, RuleLine
from engine.refused import Refused
from tests.unit.test_hostile import MARKUP

KEPT = tomllib.loads((Path(__file__).parents[1] / "kept" / "own_rules.toml").read_text(encoding="utf-8"))["rule"]
NAMES = some.text("ab ÄΩ!1+−", min_size=1, max_size=8).map(lambda text: " ".join(text.split())).filter(bool)
LINES = some.builds(
    RuleLine,
    name=NAMES,
    adds=some.integers(-9, 9),
    times=some.integers(1, 3),
    choice=some.sampled_from(["", "", "By", "On"]),
)
BREAKING_IN = OwnRule(
    "Breaking in",
    "Ob #",
    1,
    (
        RuleLine("Guard dogs", 2),
        RuleLine("Locks", 1, times=4),
        RuleLine("night", 0, choice="By"),
        RuleLine("day", 2, choice="By"),
        RuleLine("Inside help", -3),
    ),
    least=1,
)


def calculator_of(rule: OwnRule) -> str:
    return own_rule.PREFIX + own_rule.code(rule)


def total(rule: OwnRule, **said: Any) -> int:
    found: int = app.run(calculator_of(rule), said).answer.values["total"]
    return found


def refused(**said: Any) -> tuple[str, str]:
    with pytest.raises(forms.Unusable) as error:
        app.run(own_rule.WRITER, said)
    return error.value.field, error.value.message


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("Rain +1", RuleLine("Rain", 1)),
        ("Rain 1", RuleLine("Rain", 1)),
        ("Rain + 1", RuleLine("Rain", 1)),
        ("Inside help −3", RuleLine("Inside help", -3)),
        ("Inside help -3", RuleLine("Inside help", -3)),
        ("Guards +2 each", RuleLine("Guards", 2, times=10)),
        ("Guards +2 each up to 6", RuleLine("Guards", 2, times=6)),
        ("By: day +2", RuleLine("day", 2, choice="By")),
        ("By : the light of day +2", RuleLine("the light of day", 2, choice="By")),
        ("Room 12 +1", RuleLine("Room 12", 1)),
    ],
)
def test_a_line_is_typed_in_one_go(typed: str, line: RuleLine) -> None:
    assert RuleLine.of_line(typed) == line
    assert RuleLine.of_line(line.line) == line


@pytest.mark.parametrize("typed", ["Rain", "+1", "Rain +100", "By: +2", "By: day +2 each", ": +", "x" * 90])
def test_what_is_no_line_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(Refused, match=r"^A line .*; .*this says “.+”\.$|^A line of a choice .+\.$"):
        RuleLine.of_line(typed)


@pytest.mark.parametrize("long", [" ", "a ", "a  ", ": ", "+", "1 ", "a\u2003"])
def test_a_line_of_any_length_is_read_in_a_moment(long: str) -> None:
    """Also where each place of it could be where the name ends: what takes the square of that would never end."""
    for text in (f"x{long * 100_000}", f"x{long * 100_000}+1", f"x: y{long * 100_000}+1 each"):
        with contextlib.suppress(Refused):
            RuleLine.of_line(text)


def test_it_comes_to_what_its_lines_add() -> None:
    assert total(BREAKING_IN) == 1
    assert total(BREAKING_IN, locks=3, by="1") == 1 + 3 + 2
    assert total(BREAKING_IN, **{"guard-dogs": True, "inside-help": True, "locks": 4}) == 1 + 2 - 3 + 4
    assert total(BREAKING_IN, **{"inside-help": True}) == 1  # never below
    answer = app.run(calculator_of(BREAKING_IN), {"inside-help": "true", "locks": "1"}).answer
    assert answer.verdict
    assert answer.verdict.figure == "Ob 1"
    ledger = answer.blocks[1]
    assert sum(line.amount for line in ledger.lines) == ledger.total == 1  # type: ignore[attr-defined]


@given(some.integers(-9, 9), some.lists(LINES, min_size=1, max_size=4), some.none() | some.integers(-5, 5))
def test_every_way_to_fill_it_in_stays_within_its_span(base: int, lines: list[RuleLine], least: int | None) -> None:
    """Against a second way: each choice of each field, added up by the lines themselves."""
    try:
        rule = OwnRule("Ours", "#", base, tuple(lines), least)
    except forms.Unusable:
        return  # names that stand twice
    assert own_rule.read(own_rule.code(rule)) == rule
    assert tuple(RuleLine.of_line(line.line) for line in rule.lines) == rule.lines
    found = set()
    ways = [
        [(name, str(at), one.adds) for at, one in enumerate(of)]
        if of[0].choice
        else [
            (name, str(n) if of[0].times > 1 else str(bool(n)).lower(), n * of[0].adds) for n in range(of[0].times + 1)
        ]
        for name, of in rule.fields.items()
    ]
    form = own_rule.named(calculator_of(rule)).form
    for way in itertools.product(*ways):
        answer = rule.answer(**form.read({name: value for name, value, _ in way}))
        expected = base + sum(adds for _, _, adds in way)
        assert answer.values["total"] == (expected if least is None else max(least, expected))
        found.add(answer.values["total"])
    assert (min(found), max(found)) == rule.span


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        ({"name": ""}, "name", "A rule has a name"),
        ({"lines": ""}, "lines", "at least one line"),
        ({"lines": "Rain +1\nRain +2"}, "lines", "“Rain” stands here twice"),
        ({"lines": "Rain +1\nrain: a lot +2"}, "lines", "“rain” stands here twice"),
        ({"lines": "By: day +1\nBy: Day +2"}, "lines", "“Day” stands here twice"),
        ({"lines": [{"name": "", "adds": 1}]}, "lines", "line 1 is empty"),
        ({"lines": [{"name": "day", "adds": 1, "times": 2, "choice": "By"}]}, "lines", "“day” counts for each"),
        ({"lines": [{"name": "a: b", "adds": 1}]}, "lines", "“a: b”"),
        ({"lines": [{"name": "a", "adds": 1, "choice": "b: c"}]}, "lines", "“b: c: a”"),
        ({"least": 3, "most": -1}, "least", "no more than the most, −1; this says 3"),
        ({"base": "lots"}, "base", "whole number from −99 to 99"),
        ({"lines": "\n".join(f"Line {at} +1" for at in range(41))}, "lines", "at most"),
    ],
)
def test_what_is_no_rule_is_refused_beside_its_field(said: dict[str, Any], field: str, sentence: str) -> None:
    at, message = refused(**said)
    assert at == field
    assert sentence in message


@pytest.mark.parametrize("names", [("is", "log", "*"), ("10", "11", "a.b"), ("Ä", "Ö", "!"), ("a b", "a-b", "A_B!")])
def test_any_name_makes_a_field_that_a_link_can_name(names: tuple[str, ...]) -> None:
    """Also names that inputs and links use otherwise, that are numbers, and that look alike once they are short."""
    rule = OwnRule("Ours", "#", 0, tuple(RuleLine(name, 1) for name in names))
    found = own_rule.named(calculator_of(rule))
    assert len({field.name for field in found.form.fields}) == len(names)
    for field in found.form.fields:
        inputs = found.form.write(found.form.read({field.name: "true"}))
        pairs = links.write(found.form, inputs)
        assert links.read(pairs)[0] == {field.name: "true"}
        assert app.run(found.name, links.read(pairs)[0]).answer.values["total"] == 1


@pytest.mark.parametrize("kept", KEPT, ids=lambda one: one["name"])
def test_a_code_of_a_released_version_says_what_it_said(kept: dict[str, Any]) -> None:
    rule = own_rule.read(kept["code"])
    assert (rule.name, own_rule.told(rule)) == (kept["name"], kept["lines"])


def test_a_code_that_is_damaged_is_one_sentence() -> None:
    code = own_rule.code(BREAKING_IN)
    odds = links.code({"pool": "B4"})
    for damaged in ("", "1", code[:-4], code[:20] + "x" + code[21:], "9" + code[1:], odds, "1" + "A" * 5000, *MARKUP):
        for asked in ({"do": "rule", "code": damaged}, {"do": "section", "calculator": own_rule.PREFIX + damaged}):
            answer = json.loads(app.call(json.dumps(asked)))
            assert answer["error"]["message"].endswith("."), damaged
            assert "report" not in answer["error"], damaged
    assert "error" in json.loads(app.call(json.dumps({"do": "rule", "code": ["1"]})))


def test_nothing_of_a_rule_becomes_markup_or_a_link() -> None:
    evil = '<img src=x onerror=alert(1)> [x](https//x) "'
    rule = OwnRule(evil, "<i># [x](x)", 1, (RuleLine(evil, 1), RuleLine("x", 2, choice="'><script>")))
    html = json.loads(app.call(json.dumps({"do": "section", "calculator": calculator_of(rule), "instance": "own"})))[
        "html"
    ]
    assert not re.search("<(?:img|script|a|i)[ >]", html)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_it_has_no_hold_on_sheet_or_rulings() -> None:
    asked = {"do": "answer", "calculator": calculator_of(BREAKING_IN), "inputs": {}, "instance": "own"}
    answer = json.loads(app.call(json.dumps(asked)))
    assert (answer["effects"], answer["rulings"]) == ([], {})
    assert all(not field.sheet for field in own_rule.named(calculator_of(BREAKING_IN)).form.fields)
