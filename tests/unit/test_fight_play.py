"""Fights played through the session: bots with lawful scripts, each state shown."""

import re
from random import Random
from typing import Any

import pytest

from engine import app, forms, games, session
from engine.games.burning_wheel.forms.fight_script import ScriptedVolley
from engine.games.burning_wheel.rules import saddle
from engine.games.burning_wheel.rules.location import Target
from engine.session import Session, Tape
from tests.unit.test_fight_procedure import any_script

WEAPONS = ("sword", "mace", "dirk", "spear", "bare-fist")
RANGED = (
    {"is": "no-shot"},
    {"is": "shooting", "ready": "drawn"},
    {"is": "shooting", "weapon": "crossbow", "ready": "loaded"},
    {"is": "throwing", "carried": "in-hand"},
)
MOST = 150


def begun(setup: dict[str, Any], rulings: dict[str, str] | None = None) -> Tape:
    entry = app.entry("fight-play")
    assert isinstance(entry, Session)
    return Tape(entry, setup, games.rulings_of(entry, rulings or {}))


def choice(tape: Tape, at: int, chance: Random) -> dict[str, Any]:
    """A move at random; scripts are lawful ones, and nobody gives up."""
    turns = session.move_forms(tape.entry, tape.states[at])
    open_to = [(side, name) for side, turn in turns.items() for name in turn.main]
    if chance.random() < 0.15:  # what stands behind the others, but for codes of other devices
        barred = ("give-up", "seal-came", "open-sealed")
        open_to += [(side, name) for side, turn in turns.items() for name in turn.groups if name not in barred]
    side, name = chance.choice(open_to)
    move = turns[side].write(turns[side].read({forms.CHOICE: name}, "move"))
    if "first" in move:
        place = int(side == "side B")
        script = any_script(tape.states[at].fight.sides[place], chance)
        move |= {
            field: str(ScriptedVolley(volley))
            for field, volley in zip(("first", "second", "third"), script.volleys, strict=True)
        }
    return {"side": side, "move": move, "seed": chance.randrange(10_000)}


@pytest.mark.parametrize("seed", range(12))
def test_bots_fight_through_the_session_fgt_67(seed: int) -> None:
    chance = Random(seed)
    arms = [chance.choice(WEAPONS) for _ in range(2)]
    sides = {
        "a": {"name": "Wenna", "weapon": arms[0], "ranged": RANGED[seed % 4]},
        "b": {"name": "Grim", "weapon": arms[1], "skill": "B5"},
    }
    lies = {"is": "ambushed", "sneak": "B6", "by": chance.choice(("side A", "side B"))}
    rulings = {"fight.emergency": "on"} if seed % 2 == 0 else {}
    tape = begun({**sides, "surprise": lies} if seed % 3 == 0 else sides, rulings)
    for at in range(MOST):
        state = tape.states[at]
        assert tape.entry.show(state).values["phase"] == state.fight.phase.value
        if state.fight.phase.value == "over":
            break
        assert tape.play(choice(tape, at, chance), at) == at + 1
    assert len(tape.steps) > 3
    assert not session.replay(tape.entry, tape.log(), tape.ask).complaint


@pytest.mark.parametrize(
    ("side", "at", "said"),
    [
        ({"ranged": {"is": "shooting", "weapon": "pistol"}}, "a.ranged.weapon", "choose a bow or a crossbow"),
        ({"ranged": {"is": "shooting", "tip": "blunt", "weapon": "crossbow"}}, "a.ranged.tip", "goes on arrows"),
        ({"ranged": {"is": "shooting"}, "spare": "dirk"}, "a.spare", "is the one to draw"),
        ({"ranged": {"is": "throwing"}, "spare": "dirk"}, "a.spare", "the next one to throw"),
    ],
)
def test_what_cannot_be_shot_with_is_refused_fgt_29(side: dict[str, Any], at: str, said: str) -> None:
    with pytest.raises(forms.Unusable, match=said) as refused:
        begun({"a": {"name": "Wenna", **side}, "b": {"name": "Grim"}})
    assert refused.value.field == at


def test_a_setup_says_what_is_in_hand_fgt_67() -> None:
    bow = {"name": "Wenna", "weapon": "dirk", "ranged": {"is": "shooting", "skill": "B5"}}
    tape = begun({"a": bow, "b": {"name": "Grim", "ranged": {"is": "throwing", "skill": "B3"}}})
    said = "Wenna: Hunting bow B5, Speed B4, Power B4 · Grim: Throwing knife B3, Sword B4, Speed B4, Power B4"
    assert tape.states[0].setup == said


RIDES = {"is": "mounted", "mount": "warhorse"}


@pytest.mark.parametrize("who", ["a", "b"])
def test_only_where_someone_rides_one_says_which_of_the_two(who: str) -> None:
    """RID-22: rider and beast are one target; what was said is what a blow is held against, and what the stage says."""
    tape = app.run("fight-play", {who: {"rides": RIDES}}).tape
    assert tape is not None
    tape.play({"side": "table", "move": {"is": "set-distance"}, "faces": []}, 0)
    place = "ab".index(who)
    sides = ("side A", "side B")
    offered = {side: set(turn.offers) for side, turn in session.move_forms(tape.entry, tape.states[-1]).items()}
    assert ("offer-mount" in offered[sides[place]], "offer-mount" in offered[sides[1 - place]]) == (True, False)
    assert ("aim-at-mount" in offered[sides[place]], "aim-at-mount" in offered[sides[1 - place]]) == (False, True)
    tape.play({"side": sides[place], "move": {"is": "offer-mount", "part": "front"}, "faces": []}, 1)
    tape.play({"side": sides[1 - place], "move": {"is": "aim-at-mount", "part": "head"}, "faces": []}, 2)
    fight = tape.states[-1].fight
    assert fight.sides[place].state.choice.offers is saddle.Spot.FRONT
    assert fight.sides[1 - place].state.choice.wants is Target.HEAD


def columns(tape: Tape) -> list[Any]:
    stage = tape.entry.show(tape.states[-1]).stage
    assert stage is not None
    return list(stage.columns)


def test_a_volley_lies_open_once_it_is_announced_fgt_10() -> None:
    """What both do is read on the stage before position is tested, and not a word of it before they say so."""
    tape = begun({"a": {"name": "Wenna"}, "b": {"name": "Grim", "reflexes": 3}})
    wenna = {"first": "Close, Avoid, hilt Strike", "second": "Strike", "third": "Avoid"}
    grim = {"first": "Block, “Yield!”", "second": "Strike", "third": "Avoid"}
    moves: tuple[tuple[str, dict[str, Any]], ...] = (
        ("table", {"is": "set-distance"}),
        ("side A", {"is": "write", **wenna, "nonce": "0" * 32}),
        ("side B", {"is": "write", **grim, "nonce": "1" * 32}),
    )
    for at, (side, move) in enumerate(moves):
        tape.play({"side": side, "move": move, "faces": []}, at)
        assert not re.search("Avoid|Strike|Block|Close|Yield", str(columns(tape)))
    tape.play({"side": "table", "move": {"is": "announce"}, "faces": []}, 3)
    now, *others = columns(tape)
    assert (now.title, now.when, now.now) == ("Volley 1", "now", True)
    assert [(card.title, card.line) for card in now.cards] == [
        ("Close", "Avoid, hilt Strike"),
        ("stand still", "Block, “Yield!”"),
    ]
    assert [column.title for column in others] == ["Volley 2", "Volley 3"]


@pytest.mark.parametrize(("how", "said"), [("prone", "Wenna hesitates"), ("run", "Wenna runs")])
def test_who_hesitates_is_said_before_position_is_tested_fgt_61(how: str, said: str) -> None:
    tape = begun({"a": {"name": "Wenna"}, "b": {"name": "Grim"}})
    script = {"first": "Maintain, Strike, Block", "second": "Strike", "third": "Avoid"}
    moves: tuple[tuple[str, dict[str, Any]], ...] = (
        ("table", {"is": "set-distance"}),
        ("side A", {"is": "fright", "actions": 2}),
        ("side A", {"is": "react", "how": how}),
        ("side A", {"is": "write", **script, "nonce": "0" * 32}),
        ("side B", {"is": "write", **script, "nonce": "1" * 32}),
        ("table", {"is": "announce"}),
    )
    for at, (side, move) in enumerate(moves):
        tape.play({"side": side, "move": move, "faces": []}, at)
    assert [card.title for card in columns(tape)[0].cards] == [said, "Maintain"]
