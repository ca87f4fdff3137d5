"""Fights played through the session: bots with lawful scripts, each state shown."""

from random import Random
from typing import Any

import pytest

from engine import app, forms, games, session
from engine.games.burning_wheel.forms.fight_script import ScriptedVolley
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
