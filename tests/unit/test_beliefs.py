"""Beliefs and Instincts: what the list keeps, who says when a change takes hold, and when a vote is due."""

import itertools
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, views
from engine.effects import SetRow
from engine.forms import Unusable
from engine.games.burning_wheel.rules import beliefs
from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.games.burning_wheel.rules.beliefs import Due, Holds, Leap, Pace, Result
from engine.games.burning_wheel.sheet.effects import Spend

KEPT = "beliefs-kept"
PLAYER, GM = "player", "GM"


def played(*steps: tuple[str, dict[str, Any]], **rulings: str) -> app.Run:
    chosen = {name.replace("__", "."): value for name, value in rulings.items()}
    done = app.run(KEPT, {}, chosen)
    for side, move in steps:
        done = app.step(KEPT, json.loads(json.dumps(done.log)), {"side": side, "move": move}, chosen)
    return done


def asks(number: int, to: str) -> tuple[str, dict[str, Any]]:
    return PLAYER, {"is": "change", "number": number, "to": to}


def allows(number: int) -> tuple[str, dict[str, Any]]:
    return GM, {"is": "allow", "number": number}


def test_a_change_holds_once_the_gm_allows_it() -> None:
    to = "Together we stand."
    done = played(asks(1, to))
    assert done.answer.values["asked"] == 1
    assert done.answer.values["statements"][0] != to
    done = played(asks(1, to), (GM, {"is": "delay", "number": 1}))
    assert (done.answer.values["asked"], done.answer.values["delayed"]) == (1, 1)
    done = played(asks(1, to), (GM, {"is": "delay", "number": 1}), (PLAYER, {"is": "next-session"}), allows(1))
    assert done.answer.values["statements"][0] == to
    assert (done.answer.values["asked"], done.answer.values["delayed"], done.answer.values["entries"]) == (0, 0, 4)


def test_the_gm_moves_only_where_something_is_asked() -> None:
    assert set(played().moves or {}) == {PLAYER}
    assert set(played(asks(2, "x")).moves or {}) == {PLAYER, GM}
    with pytest.raises(Unusable, match="Nobody asked to change number 1"):
        played(asks(2, "x"), allows(1))


@pytest.mark.parametrize(
    "move",
    [
        {"is": "change", "number": 9, "to": "x"},
        {"is": "change", "number": 1, "to": ""},
        {"is": "note-artha", "number": 7},
        {"is": "became-trait", "number": 1},
    ],
)
def test_what_is_not_there_is_refused(move: dict[str, Any]) -> None:
    with pytest.raises(Unusable):
        played((PLAYER, move))


def test_artha_is_noted() -> None:
    note = (PLAYER, {"is": "note-artha", "number": 4, "artha": "persona", "points": 2})
    assert played(note).answer.values["noted"][3] == [0, 2, 0]


def test_what_is_noted_and_what_is_rewritten_goes_onto_the_sheet() -> None:
    first = played().answer.values["statements"]
    note = (PLAYER, {"is": "note-artha", "number": 4, "artha": "persona", "points": 2})
    done = played(note, asks(1, "Together we stand."), allows(1))
    assert done.answer.effects == (
        SetRow("beliefs", first[0], {"text": "Together we stand.", "fate": 0, "persona": 0, "deeds": 0}),
        SetRow("instincts", first[3], {"text": first[3], "fate": 0, "persona": 2, "deeds": 0}),
    )


@pytest.mark.parametrize(("reading", "left"), [("new", 0), ("stays", 1)])
def test_what_is_left_of_one_that_became_a_trait(reading: str, left: int) -> None:
    note = (PLAYER, {"is": "note-artha", "number": 1})
    became = (PLAYER, {"is": "became-trait", "number": 1, "trait": "Stubborn"})
    values = played(note, became, beliefs__evolved=reading).answer.values
    assert values["noted"][0] == [left, 0, 0]
    assert bool(values["statements"][0]) == bool(left)


@given(st.booleans(), st.booleans(), st.sampled_from(list(Leap)))
def test_an_instinct_never_takes_the_place_of_a_test(condition: bool, wanted: bool, leap: Leap) -> None:
    result = beliefs.reacts(condition, wanted, leap)
    assert (result is Result.HAPPENS) == (condition and wanted and leap is not Leap.SKIPS)


def test_the_fate_of_an_instinct_goes_onto_the_sheet() -> None:
    assert app.run("instinct-now", {"trouble": True}).answer.effects == (Spend("fate", -1),)
    assert app.run("instinct-now", {}).answer.effects == ()


@given(st.integers(0, 60), st.booleans())
def test_a_vote_comes_no_later_than_the_twelfth_session(sessions: int, ends: bool) -> None:
    found = beliefs.due(sessions, Pace.LONG, ends=ends)
    assert (found is Due.VOTE) == (sessions >= 12 or (ends and sessions >= 6))
    assert (found is Due.NO) == (sessions < 6 and not ends)
    assert beliefs.due(sessions, Pace.GOALS, goal=True) is Due.AGREE


def test_what_is_noted_opens_its_own_kind() -> None:
    assert beliefs.eligible(Wallet(1, 0, 3)) == (Artha.FATE, Artha.DEEDS)
    assert set(beliefs.EVOLUTION) == set(Artha)
    assert beliefs.lacks(frozenset({Holds.GOAL})) == beliefs.NEEDED


@pytest.mark.parametrize("edition", ["revised", "later"])
@pytest.mark.parametrize("name", ["evolving", "beliefs-kept"])
def test_points_of_different_kinds_are_never_added(name: str, edition: str) -> None:
    noted = {"fate": 17, "persona": 23, "deeds": 31}
    row = {"text": "Mill", **noted}
    ran = app.run(name, {"beliefs": [row], "instincts": []}, {"edition": edition})
    shown = views.as_text(ran.answer)
    sums = {sum(some) for size in (2, 3) for some in itertools.combinations(noted.values(), size)}
    assert all(str(amount) in shown for amount in noted.values())
    assert not [amount for amount in sums if re.search(rf"\b{amount}\b", f"{shown} {ran.answer.values}")]


@pytest.mark.parametrize("edition", ["revised", "later"])
def test_the_list_and_the_vote_open_the_same_traits(edition: str) -> None:
    inputs = {"beliefs": [{"text": "Mill", "fate": 1, "deeds": 2}], "instincts": []}
    opened = app.run("evolving", inputs, {"edition": edition}).answer.values["may_become"]
    assert opened[0] in views.as_text(app.run("beliefs-kept", inputs, {"edition": edition}).answer)
