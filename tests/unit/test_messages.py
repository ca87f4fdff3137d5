"""The shapes of messages: what `engine.app.call` answers has them, and the pages' JavaScript knows them as they are."""

import json
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, Union

import pytest

from engine import app, messages
from hooks.commands.messages import FILE, written
from tests import sample

OURS = [name for name, module in app.homes().items() if module.startswith("engine.")]
HARE, TORTOISE = sample.SIDES


def misfits(said: Any, kind: Any, at: str = "") -> list[str]:
    """Where what is said has not the shape of a type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        if not isinstance(said, dict):
            return [f"{at} is no object"]
        hints = typing.get_type_hints(kind)
        found = [f"{at}.{name} is missing" for name in kind.__required_keys__ - said.keys()]
        found += [f"{at}.{name} is unknown" for name in said.keys() - hints.keys()]
        return found + [
            one for name in said.keys() & hints.keys() for one in misfits(said[name], hints[name], f"{at}.{name}")
        ]
    if origin in (Union, types.UnionType):
        every = [misfits(said, one, at) for one in inner]
        return min(every, key=len)
    if origin is NotRequired:
        return misfits(said, inner[0], at)
    if origin is Literal:
        return [] if said in inner else [f"{at} is {said!r}"]
    if origin is tuple:
        if not isinstance(said, list) or len(said) != len(inner):
            return [f"{at} has not {len(inner)} items"]
        return [one for index, item in enumerate(said) for one in misfits(item, inner[index], f"{at}.{index}")]
    if origin is list:
        if not isinstance(said, list):
            return [f"{at} is no list"]
        return [one for index, item in enumerate(said) for one in misfits(item, inner[0], f"{at}.{index}")]
    if origin is Mapping:
        if not isinstance(said, dict):
            return [f"{at} is no object"]
        return [one for name, item in said.items() for one in misfits(item, inner[1], f"{at}.{name}")]
    fits = kind is Any or (type(said) is kind)
    return [] if fits else [f"{at} is {said!r}"]


def told(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request, which has the shape that its ``do`` says; the request has one too."""
    answer: dict[str, Any] = json.loads(app.call(json.dumps(request)))
    shape = messages.Refusal if "error" in answer else messages.Answers.__annotations__[request["do"]]
    assert misfits(request, messages.Request, "request") == []
    assert misfits(answer, shape, "answer") == []
    return answer


def test_the_declarations_are_not_stale() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "run python -m hooks.commands.messages"


def test_every_request_has_an_answer() -> None:
    assert tuple(sorted(messages.Answers.__annotations__)) == tuple(sorted(app.DOES))


@pytest.mark.parametrize("name", OURS)
def test_an_answer_of_each_calculator(name: str) -> None:
    asked = {"calculator": name, "inputs": {}, "rulings": {"no-such": "ruling"}, "instance": name, "base": "../"}
    drawn = told({"do": "form", "tape": f"shape {name}", **asked})
    assert drawn["complaints"]
    told({"do": "run", **asked})
    assert told({"do": "text", **asked, "link": "https://example.org/"})["text"]


def test_the_steps_of_a_session() -> None:
    asked = {"do": "step", "calculator": "sample-race", "tape": "shapes"}
    log = {"format": 1, "version": "", "setup": {"goal": 30}, "steps": []}
    run = {"side": HARE, "move": {"is": "run", "dice": 1}}
    assert told({**asked, "at": 1})["error"]["field"] == "tape"
    assert len(told({**asked, "log": log, "move": {**run, "faces": "6"}})["log"]["steps"]) == 1
    waits = told({**asked, "at": 1, "move": {**run, "side": TORTOISE}})
    assert waits["waits"]
    assert told({**asked, "at": 1, "move": {**run, "side": TORTOISE, "faces": "4"}})["steps"][0]["faces"] == [4]
    assert told({**asked, "do": "text", "at": 1})["text"]


def test_dice_that_fall() -> None:
    roll = {"roller": "roll", "pool": "B4", "obstacle": "2"}
    assert told({"do": "roll", "roll": roll, "seed": 7, "rulings": {}})["faces"]
    assert told({"do": "roll", "roll": roll, "faces": "1"})["error"]["message"]


def test_the_readers_characters() -> None:
    begun = told(
        {
            "do": "sheets",
            "op": "add",
            "document": None,
            "calculator": "character-sheet",
            "inputs": {"name": "Ærin"},
            "copies": 1,
        }
    )
    document, sheet = begun["document"], begun["sheet"]
    typed = {"op": "change", "sheet": sheet, "pairs": {"fate": "3", "born": "x"}, "gone": [], "by": "42"}
    document = told({"do": "sheets", "document": document, **typed})["document"]
    assert document["edits"]
    effect = told({"do": "answer", "calculator": "end-of-session"})["effects"][0]["effect"]
    for asked in (
        {"op": "read", "document": document},
        {"op": "merge", "document": document, "file": document},
        {"op": "apply", "document": document, "sheet": sheet, "effect": effect, "name": ""},
        {"op": "undo", "document": document, "entry": begun["entry"]},
        {"op": "remove", "document": document, "sheet": sheet},
    ):
        assert "error" not in told({"do": "sheets", **asked})
    inputs = document["sheets"][0]["inputs"]
    asked = {"calculator": "test-builder", "sheet": inputs, "of": "character-sheet", "all": True}
    assert any(told({"do": "offers", **asked})["offers"].values())


def test_the_names() -> None:
    assert told({"do": "names"})["names"] == app.names()
