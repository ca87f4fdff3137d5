"""What is sealed stays on the device: nothing that leaves it tells one secret move from another."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from engine import app, forms, games, links, session
from engine.answer import Answer
from engine.calculators import REGISTRY
from engine.games.burning_wheel.rules import sealed
from engine.session import Dice, Session, Tape

NONCE = bytes(range(16))
MOST_PLAYED = 250
VARIANTS = 7


def open_moves(entry: Session, tape: Tape) -> Iterator[tuple[str, type]]:
    for side, turn in session.move_forms(entry, tape.states[-1]).items():
        yield from ((side, group.cls) for group in turn.groups.values())


def spread(kind: Any) -> list[str]:
    """A few texts for a field, as a form says them."""
    if isinstance(kind, forms.Truth):
        return ["true", "false"]
    if isinstance(kind, forms.OneOf):
        return [member.value for member in kind.of]
    if isinstance(kind, forms.Whole):
        return [str(number) for number in range(max(0, kind.least), min(kind.most, 4) + 1)]
    return []


def opened(action: str) -> dict[str, str]:
    said = (sealed.Where("duel", 1, "first"), [action] * 3, NONCE)
    return {"seal": sealed.seal(*said), "opened": sealed.reveal(*said)}


ONE, OTHER = NONCE.hex(), bytes(reversed(NONCE)).hex()
CODES = {"open-sealed": [opened("point"), opened("dismiss")]}
"""Moves whose codes nobody guesses."""
BY_HAND: dict[str, list[dict[str, str]]] = {
    **CODES,
    "write": [{"third": "Maintain, Block", "nonce": ONE}, {"third": "Maintain, Assess", "nonce": OTHER}],
    "same-as": [{"nonce": ONE}, {"nonce": OTHER}],
}
"""The same, and moves whose fields hold more than a choice."""
MADE = {"duel": {"script", "open-sealed", "divide"}, "fight-of-several": {"write", "same-as"}}
"""What is made unseen in each session, at least."""


def said(move: type) -> Iterator[dict[str, str]]:
    """Ways to make a move: the first of its fields that are chosen all alike, its numbers in all combinations."""
    name = forms.branch_name(move)
    if name in BY_HAND:
        yield from ({"is": name, **way} for way in BY_HAND[name])
        return
    fields = forms.kind_of(move).fields
    chosen = {field.name: spread(field.kind) for field in fields if isinstance(field.kind, forms.OneOf)}
    counted = {field.name: spread(field.kind) for field in fields if isinstance(field.kind, forms.Whole)}
    for at in range(max(map(len, chosen.values()), default=1)):
        alike = {key: texts[at % len(texts)] for key, texts in chosen.items()}
        for numbers in itertools.product(*counted.values()):
            yield {"is": name, **alike, **dict(zip(counted, numbers, strict=True))}


def ways(entry: Session, tape: Tape, side: str, move: type) -> list[Tape]:
    """The same session after this move, made in a few ways that are allowed."""
    found: list[Tape] = []
    for inputs in said(move):
        other = again(entry, tape)
        try:
            other.play({"side": side, "move": inputs, "seed": 1}, len(other.steps))
        except forms.Unusable:
            continue
        found.append(other)
        if len(found) == VARIANTS:
            break
    return found


def again(entry: Session, tape: Tape) -> Tape:
    copy = Tape(entry, tape.setup, tape.ask)
    copy.states, copy.steps = [*tape.states], [*tape.steps]
    return copy


def played(entry: Session) -> Iterator[tuple[Tape, list[Tape]]]:
    """Moments of a session, and the same moment after one more secret move, made in different ways."""
    waiting, seen = [Tape(entry, {}, games.rulings_of(entry, {}))], 0
    while waiting and seen < MOST_PLAYED:
        tape = waiting.pop(0)
        seen += 1
        for side, move in open_moves(entry, tape):
            after = ways(entry, tape, side, move)
            if getattr(move, "secret", ()):
                yield tape, after
            waiting += after if len(tape.steps) < 3 else after[:1]


def unpacked(text: str) -> str:
    """The text with all that is packed in it: a log, or the code of a link."""
    found = [text]
    for code in re.findall(r"[A-Za-z0-9_-]{12,}", text):
        for pairs in ({links.LOG: code}, {links.CODE: code}):
            with suppress(forms.Unusable):
                found.append(json.dumps(links.read(pairs)))
    return "\n".join(found)


def leaving(name: str, tape: Tape, at: int) -> dict[str, str]:
    """All that leaves the device from a session with `at` steps done, by the way that it goes."""
    asked = {"calculator": name, "inputs": tape.setup, "log": tape.log(), "at": at, "tape": f"secrets {name}"}
    answer = json.loads(app.call(json.dumps({**asked, "do": "step"})))
    assert "error" not in answer, answer
    told = json.loads(app.call(json.dumps({**asked, "do": "text", "link": json.dumps(answer["link"])})))
    log, steps = answer.pop("log"), answer.pop("steps", None)
    assert steps is None
    file = {**log, "steps": log["steps"][: answer["leaves"]], "sealed": answer["sealed"]}
    ways = {"file": file, "link": answer["link"], "text": told["text"], "answer": answer}
    return {way: unpacked(json.dumps(content, ensure_ascii=False)) for way, content in ways.items()}


SEALED = [
    name
    for name, entry in sorted(REGISTRY.items())
    if isinstance(entry, Session)
    and any(getattr(move, "secret", ()) for _, move in open_moves(entry, Tape(entry, {}, games.rulings_of(entry, {}))))
]


def test_the_duel_is_played_with_sealed_moves() -> None:
    assert "duel" in SEALED


@pytest.mark.parametrize("name", SEALED)
def test_nothing_that_leaves_tells_a_secret(name: str) -> None:
    """Two secret moves that differ leave the same link, file, text and answer until everyone has moved."""
    entry = REGISTRY[name]
    assert isinstance(entry, Session)
    compared: dict[str, int] = {}
    for before, after in played(entry):
        hidden = [tape for tape in after if tape.sealed(len(tape.steps))]
        if not hidden:
            continue
        made = str(hidden[0].steps[-1]["move"]["is"])
        assert len({json.dumps(tape.steps[-1]["move"]) for tape in hidden}) > 1, f"{made}: only one way was tried"
        if compared.get(made, 0) >= 3:
            continue
        compared[made] = compared.get(made, 0) + 1
        at = len(before.steps)
        for done in (at + 1, at):  # and where the sealed step is undone, too
            gone = [leaving(name, tape, done) for tape in hidden]
            if made in CODES:  # whose seals differ, and may
                codes = [way["opened"] for way in CODES[made]]
                assert not any(code in way for one in gone for way in one.values() for code in codes), made
            else:
                assert all(one == gone[0] for one in gone), made
    assert compared.keys() >= MADE[name]


@pytest.mark.parametrize("name", SEALED)
def test_what_is_named_secret_is_a_field(name: str) -> None:
    entry = REGISTRY[name]
    assert isinstance(entry, Session)
    for before, _ in itertools.islice(played(entry), 20):
        for _, move in open_moves(entry, before):
            assert set(getattr(move, "secret", ())) <= {field.name for field in forms.kind_of(move).fields}


def test_a_friend_sees_the_duel_before_the_sealed_script() -> None:
    script = {"is": "script", "first": "dismiss", "second": "avoid", "third": "point"}
    done = app.step("duel", {}, {"side": "side A", "move": script})
    asked = {"do": "step", "calculator": "duel", "log": done.log}
    link = json.loads(app.call(json.dumps(asked)))["link"]
    friend = json.loads(app.call(json.dumps({"do": "form", "calculator": "duel", "inputs": link})))
    assert friend["values"]["scripted"] == [False, False]
    sentence = "Side A has made a sealed move, which is not in this link or file; here is how it stood before."
    assert friend["complaint"] == sentence
    assert sentence in friend["html"]
    move = {"side": "side A", "move": {**script, "third": "avoid"}}
    later = json.loads(app.call(json.dumps({**asked, "log": friend["log"], "move": move})))
    assert later["values"]["scripted"] == [True, False]
    assert not later["complaint"], "it has been said"


def test_once_both_are_in_the_link_has_both() -> None:
    script = {"is": "script", "first": "dismiss", "second": "avoid", "third": "point"}
    done = app.step("duel", {}, {"side": "side A", "move": script})
    assert done.log is not None
    done = app.step("duel", done.log, {"side": "side B", "move": {"is": "script", "first": "avoid"}})
    assert done.public == done.log
    assert "dismiss" in leaving("duel", done.tape, 2)["text"] if done.tape else False


def test_a_seal_that_came_is_told_without_what_opens_it() -> None:
    came = opened("dismiss")
    done = app.step("duel", {}, {"side": "side B", "move": {"is": "open-sealed", **came}})
    assert done.tape is not None
    ways = leaving("duel", done.tape, 1)
    for way in ("file", "link", "text"):
        assert came["seal"] in ways[way], way
        assert came["opened"] not in ways[way], way


# --- A session of the tests: three sides, who all pick a number unseen, then look ------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    """A number, told nobody."""

    number: Annotated[int, forms.Between(1, 3)] = 1

    secret: ClassVar[tuple[str, ...]] = ("number",)


@dataclass(frozen=True, slots=True)
class Look:
    """Turn them over."""


Picked = Mapping[str, int]


def _start() -> Picked:
    """Who picks what?"""
    return {}


def _moves(state: Picked) -> dict[str, tuple[type, ...]]:
    missing = {side: (Pick,) for side in "abc" if side not in state}
    return missing or {"table": (Look,)}


def _step(state: Picked, side: str, move: object, _: Dice) -> Picked:
    return {**state, side: move.number} if isinstance(move, Pick) else {}


def test_all_are_sealed_until_the_last_has_picked() -> None:
    form = forms.form_of(_start)
    shown = lambda state: Answer({"in": sorted(state)}, ())  # noqa: E731
    entry = Session("picks", (), "", form, _start, _moves, _step, shown, __name__)
    tape = Tape(entry, {}, games.rulings_of(entry, {}))
    for at, side in enumerate("abc"):
        tape.play({"side": side, "move": {"is": "pick"}}, at)
        whose = [one["side"] for one in tape.public(at + 1).get(session.SEALED, [])]
        assert whose == ([] if side == "c" else list("abc")[: at + 1])
    assert len(tape.public(3)["steps"]) == 3
    tape.play({"side": "table", "move": {"is": "look"}}, 3)
    tape.play({"side": "b", "move": {"is": "pick"}}, 4)
    assert tape.sealed(5) == (4,)
    assert [len(tape.public(at, undone=True)["steps"]) for at in range(6)] == [4, 0, 0, 4, 4, 4]
    friend = session.replay(entry, tape.public(2), games.rulings_of(entry, {}))
    assert friend.complaint.startswith("A and b have made sealed moves, which are not in this link")
