"""What a link carries leads back to the same answer, and what is damaged is refused in one sentence."""

import base64
import json
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine import app, forms, links
from engine.calculators import REGISTRY, Calculator
from tests import sample, strategies
from tests.unit.test_session import RACE, log_of, raced

KEPT = Path(__file__).parents[1] / "kept" / "links.toml"
SAMPLE = "sample-everything"
OURS = [name for name, entry in sorted(REGISTRY.items()) if isinstance(entry, Calculator)]


def pairs_of(done: app.Run) -> dict[str, str]:
    return links.write(app.entry(done.calculator).form, done.inputs, done.log)


@pytest.mark.parametrize("name", OURS)
def test_defaults_need_no_pairs(name: str) -> None:
    assert pairs_of(app.run(name, {})) == {}


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_there_and_back(name: str, data: st.DataObject) -> None:
    form = app.entry(name).form
    try:
        inputs = form.write(form.read(data.draw(strategies.fields_of(form.fields))))
    except forms.Unusable:
        assume(False)
    pairs = links.write(form, inputs)
    assert all(isinstance(text, str) for text in pairs.values())
    read, log = links.read(json.loads(json.dumps(pairs)))
    assert form.write(form.read(read)) == inputs
    assert log == {}


def test_only_what_differs_is_written() -> None:
    done = app.run("circles-obstacle", {"station": "highest", "circles": "B3"})
    assert pairs_of(done) == {"station": "highest"}
    rows = app.run("circles-obstacle", {"reputations.0.dice": "2"})
    written = pairs_of(rows)
    assert written["reputations.0.dice"] == "2"
    assert "reputations" not in written, "the rows themselves say that there is a list"


def test_a_list_that_was_emptied_is_written() -> None:
    form = forms.form_of(lambda_with_rows)
    assert links.write(form, {"rows": []}) == {"rows": ""}
    assert form.read(links.read({"rows": ""})[0]) == {"rows": ()}


def lambda_with_rows(rows: tuple[sample.Span, ...] = (sample.Span(),)) -> None:
    """A list that begins with a row."""


def test_a_session_comes_back_with_its_steps() -> None:
    done = raced([6, 2], [3], [])
    inputs, log = links.read(pairs_of(done))
    again = app.step(RACE, {**log, "setup": inputs})
    assert log_of(again) == log_of(done)
    assert again.complaint == ""
    assert pairs_of(app.run(RACE, {"goal": 30})) == ({} if app.run(RACE, {}).inputs["goal"] == 30 else {"goal": "30"})


def code(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


WHOLE = code(b'{"format":1,"steps":[]}')
BOMB = code(b" " * (links.LONGEST_LOG + 1) + b"{}")


@pytest.mark.parametrize("log", [WHOLE[:-4], "!", "é", "A" * 99999, BOMB, code(b"[]"), code(b"{"), code(b"[" * 5000)])
def test_a_damaged_log_is_refused(log: str) -> None:
    answer = json.loads(app.call(json.dumps({"do": "form", "calculator": RACE, "inputs": {"log": log}})))
    assert answer == {"error": {"field": "log", "message": links.CUT}}


def test_a_log_belongs_to_a_session() -> None:
    answer = json.loads(app.call(json.dumps({"do": "form", "calculator": SAMPLE, "inputs": {"log": WHOLE}})))
    assert answer["error"]["message"] == f"“{SAMPLE}” answers at once; it has no steps."


def kept() -> list[dict[str, Any]]:
    """Each link of a released version: the version, the calculator, its pairs, rulings, and what it said then."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8"))["link"]


@pytest.mark.parametrize("link", kept(), ids=lambda link: f"{link['version']} {link['calculator']}")
def test_links_of_every_release_still_say_the_same(link: dict[str, Any]) -> None:
    asked = {"do": "form", "calculator": link["calculator"], "inputs": link["pairs"], "rulings": link["rulings"]}
    answer = json.loads(app.call(json.dumps(asked)))
    assert "error" not in answer, answer
    assert answer["complaints"] == {}
    assert not answer.get("complaint")
    assert {key: answer["values"][key] for key in link["values"]} == link["values"]
    assert answer["rulings"].items() >= link["rulings"].items()


def test_a_link_of_every_release_is_kept() -> None:
    changes = (KEPT.parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = {
        line.split()[1].rstrip(",") for line in changes.splitlines() if line.startswith("## ") and line[3].isdigit()
    }
    assert released <= {link["version"] for link in kept()}
