"""Traits: die traits in a test, call-ons by session, and votes that need everyone or more than half."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.effects import AddRow, SetRow
from engine.forms import Unusable
from engine.games.burning_wheel.rules import traits
from engine.games.burning_wheel.rules.awards import Wallet
from engine.games.burning_wheel.rules.traits import Change, DieTrait, Does, Voted, Way
from engine.games.burning_wheel.sheet.effects import LogTest

CALLS = "call-ons"
CALL = {"is": "call-on", "number": 1}
changes = st.lists(st.builds(DieTrait, st.sampled_from(list(Change)), st.integers(1, 10)), max_size=5)


def played(*moves: dict[str, Any], **rulings: str) -> app.Run:
    done = app.run(CALLS, {}, rulings)
    for move in moves:
        done = app.step(CALLS, json.loads(json.dumps(done.log)), {"side": "player", "move": move}, rulings)
    return done


def test_every_kind_has_a_trait_that_does_it() -> None:
    assert {does.kind.id for does in Does} == set(traits.KINDS)


@given(st.integers(1, 10), st.integers(0, 10), changes)
def test_an_obstacle_stays_above_its_floor(base: int, penalty: int, applied: list[DieTrait]) -> None:
    strict = traits.obstacle(base, penalty, applied, below_base=False).total
    loose = traits.obstacle(base, penalty, applied, below_base=True).total
    assert strict >= base
    assert 0 <= loose <= strict
    lowered = [one for one in applied if one.change is not Change.LOWERS]
    assert traits.obstacle(base, penalty, lowered, below_base=True).total >= base


@given(st.integers(0, 10), changes)
def test_hesitation_never_falls_below_0(base: int, applied: list[DieTrait]) -> None:
    assert 0 <= traits.hesitation(base, applied).total <= base


def test_a_call_on_is_used_once_a_session() -> None:
    assert played().answer.values["fresh"] == 2
    assert played(CALL).answer.values["used"] == ["used", "fresh"]
    again = played(CALL, CALL).answer
    assert again.values["used"] == ["used", "fresh"]
    assert again.sentence == "Fresh this session: Old Campaigner."
    assert played(CALL, CALL).aloud == f"Silver Voice: refused, a new session makes it fresh. {again.sentence}"
    with pytest.raises(Unusable, match="ends at number 2"):
        played({"is": "call-on", "number": 3})
    rested = played(CALL, {"is": "new-session"}).answer.values
    assert (rested["fresh"], rested["session"]) == (2, 2)


def test_a_used_call_on_goes_onto_the_sheet() -> None:
    assert played().answer.effects == ()
    assert played(CALL, {**CALL, "number": 2}).answer.effects == (
        SetRow("traits", "Silver Voice", {"used": True}),
        SetRow("traits", "Old Campaigner", {"used": True}),
    )
    used = {"traits": [{"name": "Silver Voice", "kind": "call-on", "used": True}]}
    log = {"format": 1, "setup": used, "steps": [{"side": "player", "move": {"is": "new-session"}}]}
    assert app.step(CALLS, log).answer.effects == (SetRow("traits", "Silver Voice", {"used": False}),)


def test_by_the_other_reading_one_call_is_all() -> None:
    done = played(CALL, **{"rolls.call-on-session": "character"})
    assert done.answer.values["fresh"] == 0
    assert "call-on" not in (done.moves or {})["player"].groups


@given(st.integers(1, 20), st.booleans(), st.booleans())
def test_an_owner_needs_no_more_than_the_gm(players: int, owner: bool, gm: bool) -> None:
    count = traits.voters(players, owner=owner, gm=gm)
    for later in (False, True):
        for_gm, for_owner = (traits.needed(way, count, later=later) for way in (Way.GM_LOSES, Way.OWNER_LOSES))
        assert for_gm == traits.needed(Way.GAIN, count, later=later) == max(1, count)
        assert for_owner == (for_gm if later else count // 2 + 1)


def test_a_trait_that_was_voted_in_goes_onto_the_owners_sheet_alone() -> None:
    votes = [
        {"character": "Ilse", "trait": "Iron Nerves", "yes": 4, "kind": "major"},
        {"character": "Bram", "trait": "Loud", "yes": 4},
        {"character": "Ilse", "trait": "Meek", "yes": 3},
    ]
    effects = app.run("trait-vote", {"votes": votes, "mine": "ilse"}).answer.effects
    assert effects == (AddRow("traits", {"name": "Iron Nerves", "kind": "die"}),)
    assert app.run("trait-vote", {"votes": votes}).answer.effects == ()


def test_dice_of_traits_are_logged() -> None:
    assert app.run("die-trait", {"obstacle": 3}).answer.effects == (LogTest("ability", "Routine"),)
    assert Voted.CHARACTER.lacks(Wallet(), first=True) is None


@pytest.mark.parametrize("change", ["dice", "raises"])
def test_a_test_beyond_the_tables_is_refused(change: str) -> None:
    rows = [{"change": change, "amount": 10}] * 20
    with pytest.raises(Unusable, match="at most"):
        app.run("die-trait", {"traits": rows})
