"""A hunt on two devices: scripts and acts under seal, the dice of each step sent, and every code that is not meant."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import app, forms, session
from engine.games.burning_wheel.calculators.range_and_cover import range_play, range_played
from engine.games.burning_wheel.calculators.range_and_cover.range_moves import Declare, Deed, Script
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.rules import sealed
from engine.games.burning_wheel.rules.maneuvers import Maneuver
from engine.games.burning_wheel.rules.sealed import Where
from engine.rulings import Rulings
from tests.unit.devices import Device
from tests.unit.test_secrets import leaving

NONCES = ("0f" * 16, "1a" * 16)
SIDES = ("side A", "side B")
SETUP = {
    "a": {"name": "Thora", "weapon": "throwing-knife", "skill": "B4", "speed": "B5", "perception": "B5"},
    "b": {"name": "Bruni", "weapon": "crossbow", "skill": "B3", "speed": "B4", "perception": "B5"},
}
# Within reach of both weapons: the knives at their optimal range.
NEAR = {"is": "set-range", "stop": "3"}
MAINTAIN = dict.fromkeys(("first", "second", "third"), "perception-maintain")
SCRIPT = {"is": "script", **MAINTAIN}
TIE = (5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""Dice of a side that come to two successes, as many as it takes; no six, which would open."""


def pair() -> tuple[Device, Device]:
    """Two devices with the same set-up, at the first script."""
    here, there = Device("range-play", SETUP), Device("range-play", SETUP)
    here.make("table", NEAR)
    there.take(here)
    return here, there


def swap(here: Device, there: Device, moves: tuple[Any, Any]) -> None:
    """Both choose unseen, side A here and side B there: two seals, then what opens them."""
    here.make("side A", {**moves[0], "nonce": NONCES[0]})
    (seal,) = here.handed("side A")
    there.make("side A", seal)
    there.make("side B", {**moves[1], "nonce": NONCES[1]})
    seal, opens = there.handed("side B")
    here.make("side B", seal)
    here.make("side B", opens)
    there.make("side A", here.handed("side A")[1])


def tie(here: Device, there: Device) -> None:
    """Both roll two successes for position."""
    faces = [face for dice in here.shown["values"]["dice"] for face in TIE[:dice]]
    here.make("table", {"is": "roll-dice"}, faces=faces)
    there.take(here)
    assert here.shown["values"]["phase"] == "act"


def same(here: Device, there: Device) -> str:
    """The phase in which both devices stand, which show the same."""
    assert here.shown["values"] == there.shown["values"]
    phase: str = here.shown["values"]["phase"]
    return phase


def test_a_hunt_is_played_on_two_devices_to_its_end() -> None:
    here, there = pair()
    swap(here, there, (SCRIPT, SCRIPT))
    for volley in (1, 2, 3):
        if same(here, there) == "reveal":  # where a script may still be changed
            there.make("table", {"is": "reveal"})
            here.take(there)
        tie(here, there)
        swap(here, there, ({"is": "declare", "deed": "duck"}, {"is": "declare", "deed": "nothing"}))
        assert here.shown["values"]["volley"] == volley % 3 + 1
    assert same(here, there) == "script"
    assert here.shown["values"]["exchange"] == 2
    assert [one.shown["sealed"] for one in (here, there)] == [[], []], "what was done lies open"
    for seed in range(60):
        if not play_on(here, there, seed):
            break
    assert same(here, there) == "over"
    assert here.shown["values"]["ending"] == "beaten"
    assert fallen(here) == fallen(there)


def play_on(here: Device, there: Device, seed: int) -> bool:
    """One step more, by turns here and there; false where the hunt is over."""
    one, other = (here, there) if seed % 2 else (there, here)
    match same(here, there):
        case "script":
            swap(here, there, (SCRIPT, SCRIPT))
        case "reveal":
            send(one, other, "table", {"is": "reveal"})
        case "roll":
            send(one, other, "table", {"is": "roll-dice"}, seed=seed)
        case "act" if all("declare" in turns(one, side) for side in SIDES):
            swap(here, there, ({"is": "declare", "deed": "shoot"}, {"is": "declare", "deed": "duck"}))
        case "act":
            send(one, other, next(side for side in SIDES if "declare" in turns(one, side)), {"is": "declare"})
        case "shoot":
            send(one, other, "table", {"is": "shoot"}, seed=seed)
        case "harm":
            side = next(side for side in SIDES if "tell-harm" in turns(one, side))
            send(one, other, side, {"is": "tell-harm", "down": True})
        case _:
            return False
    return True


def send(one: Device, other: Device, side: str, move: Any, **dice: Any) -> None:
    """A step that is made on one device and sent to the other."""
    one.make(side, move, **dice)
    other.take(one)


def turns(device: Device, side: str) -> list[str]:
    """The moves that a side may make now."""
    done = app.step(device.calculator, device.shown["log"])
    return [*(done.moves or {})[side].groups] if side in (done.moves or {}) else []


def fallen(device: Device) -> list[Any]:
    """What fell on a device, in its order."""
    return [step["faces"] for step in device.shown["log"]["steps"] if step["faces"]]


def test_shots_that_both_declare_under_seal_fly_together() -> None:
    here, there = pair()
    swap(here, there, (SCRIPT, SCRIPT))
    tie(here, there)
    shoots = {"is": "declare", "deed": "shoot"}
    here.make("side A", {**shoots, "nonce": NONCES[0]})
    assert "shoot" not in json.dumps(here.shown["link"])
    assert "Send Thora’s seal" in html(here)
    (seal,) = here.handed("side A")
    there.make("side A", seal)
    assert there.shown["stands"].endswith("Declare · Exchange 1, volley 1 of 3")
    there.make("side B", {**shoots, "nonce": NONCES[1]})
    assert there.shown["stands"].endswith("Thora opens · Exchange 1, volley 1 of 3")
    assert "Send what opens Bruni’s act" in html(there)
    here.make("side B", there.handed("side B")[1])
    assert "Send what opens Thora’s act" in html(here)
    there.make("side A", here.handed("side A")[1])
    assert same(here, there) == "shoot"
    there.make("table", {"is": "shoot"}, seed=4)
    here.take(there)
    same(here, there)


def test_the_codes_stand_with_ones_own_script_for_a_chat() -> None:
    here, there = pair()
    here.make("side A", {**SCRIPT, "nonce": NONCES[0]})
    (seal,) = here.handed("side A")
    volleys = [[f"Volley {number}", "Perception Maintain"] for number in (1, 2, 3)]
    assert here.asked("peek")["sealed"] == {"side A": [*volleys, ["The seal", seal["seal"]]]}
    there.make("side A", {"is": "seal-came", "seal": here.asked("peek")["sealed"]["side A"][-1][1]})
    there.make("side B", {**SCRIPT, "nonce": NONCES[1]})
    theirs = dict(there.asked("peek")["sealed"]["side B"])
    here.make("side B", {"is": "seal-came", "seal": theirs["The seal"]})
    ours = dict(here.asked("peek")["sealed"]["side A"])
    here.make("side B", {"is": "open-sealed", "seal": theirs["The seal"], "opened": theirs["What it was opened with"]})
    there.make("side A", {"is": "open-sealed", "seal": ours["The seal"], "opened": ours["What it was opened with"]})
    assert same(here, there) == "roll"


def html(device: Device) -> str:
    """The page of a session where it stands."""
    drawn: str = device.asked("step")["html"]
    return drawn


def test_what_one_alone_declares_is_sent_as_a_step() -> None:
    here, there = pair()
    swap(here, there, (SCRIPT, SCRIPT))
    dice = here.shown["values"]["dice"]
    here.make("table", {"is": "roll-dice"}, faces=[5] * dice[0] + [1] * dice[1])
    there.take(here)
    assert turns(here, "side A") == ["declare", "give-up"]
    assert turns(here, "side B") == ["give-up"]
    here.make("side A", {"is": "declare", "deed": "nothing", "aim": 1, "nonce": NONCES[0]})
    assert not here.handed("side A")
    assert (here.shown["away"], here.shown["sealed"]) == (True, [])
    there.take(here)
    same(here, there)


def test_hot_seat_stays_as_it_is() -> None:
    device = Device("range-play", SETUP)
    device.make("table", NEAR)
    for side in SIDES:
        device.make(side, {**SCRIPT, "nonce": NONCES[0]})
    assert device.shown["values"]["phase"] == "roll"
    assert not device.shown["away"]


def test_a_script_in_a_link_of_before_has_no_secret_number() -> None:
    device = Device("range-play", SETUP)
    device.make("table", NEAR)
    device.make("side A", SCRIPT)
    assert not device.handed("side A")
    assert device.refused("side B", {**SCRIPT, "nonce": "7"}).startswith("The secret number is 32 digits")


def place_of(side: int, volley: int = 0, exchange: int = 1) -> Where:
    """Where the codes of a side belong in the hunt of the tests."""
    start = range_play.start(**forms.form_of(range_play.start).read(SETUP), ask=Rulings("burning-wheel"))
    return replace(range_played.where_of(start.conflict, side), volley=volley, exchange=exchange)


HERE = Where("hunt: Thora B4 B5 B5, Bruni B3 B4 B5", 1, "Thora", 0, "hunt")
WRITTEN = Script(*[Maneuver.PERCEPTION_MAINTAIN] * 3, nonce=NONCES[0])


def codes(where: Where, move: Any = WRITTEN) -> tuple[str, str]:
    """A seal, and what opens it."""
    came, opens = sealing.handed(move, where, both=True)
    return came.seal, opens.opened  # type: ignore[attr-defined]


SEAL, OPENED = codes(HERE)
ACT = Declare(nonce=NONCES[0])


@pytest.mark.parametrize(
    ("seal", "sentence"),
    [
        ("", "The seal is missing."),
        (SEAL[:40], "The seal is cut short: its end is missing."),
        (SEAL[:-1] + ("0" if SEAL[-1] != "0" else "4"), "The seal is mistyped: one character or more differ"),
        (SEAL + "-000000", "The seal has something behind its end: paste the code alone."),
        (OPENED, "The seal belongs here; this is a code of the other kind, “the opened script”."),
        (codes(replace(HERE, conflict="hunt: Runa B4 B4 B4, Tove B4 B4 B4"))[0], "The seal belongs to another hunt."),
        (codes(replace(HERE, exchange=2))[0], "The seal belongs to exchange 2; this is exchange 1."),
        (
            codes(replace(HERE, volley=2), ACT)[0],
            "The seal belongs to exchange 1, volley 2; this is exchange 1.",
        ),
        (codes(replace(HERE, side="Bruni"))[0], "The seal comes from another side than “Thora”."),
        ("2" + SEAL[1:], "The seal has format 2; this version of Felloe reads format 1."),
    ],
)
def test_a_seal_that_is_not_meant(seal: str, sentence: str) -> None:
    _, there = pair()
    before = there.shown
    assert there.refused("side A", {"is": "seal-came", "seal": seal}).startswith(sentence)
    assert there.shown is before
    there.make("side A", {"is": "seal-came", "seal": SEAL.lower().replace("-", " ")})
    assert there.shown["values"]["scripted"] == [False, False]


CHANGED = codes(HERE, replace(WRITTEN, first=Maneuver.SPEED_CLOSE))


@pytest.mark.parametrize(
    ("opened", "sentence"),
    [
        ("", "The opened script is missing."),
        (OPENED[:40], "The opened script is cut short: its end is missing."),
        (OPENED.replace("-", "")[:60] + "?", "The opened script is mistyped"),
        (SEAL, "The opened script belongs here; this is a code of the other kind, “the seal”."),
        (codes(replace(HERE, conflict="hunt"))[1], "The opened script belongs to another hunt."),
        (codes(replace(HERE, exchange=3))[1], "The opened script belongs to exchange 3; this is exchange 1."),
        (codes(replace(HERE, side="Bruni"))[1], "The opened script comes from another side than “Thora”."),
        (CHANGED[1], "The opened script is not the one that was sealed: it was changed, or belongs to another seal."),
    ],
)
def test_what_opens_it_and_is_not_meant(opened: str, sentence: str) -> None:
    _, there = pair()
    there.make("side A", {"is": "seal-came", "seal": SEAL})
    move = {"is": "open-sealed", "seal": SEAL, "opened": opened}
    assert there.refused("side A", move).startswith(sentence)
    assert there.refused("side A", {**move, "seal": CHANGED[0]}) == (
        "This opens another seal than the one that came first."
    )
    assert there.refused("side A", SCRIPT).startswith("This takes “open-sealed”")
    there.make("side A", {**move, "opened": OPENED})
    assert there.shown["values"]["scripted"] == [True, False]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (["point", "point", "point"], "This takes a group of fields"),
        ({**MAINTAIN, "first": "feint"}, "This takes"),
        ({**MAINTAIN, "fourth": "speed-close"}, "fourth"),
    ],
)
def test_a_seal_that_holds_no_script(script: Any, sentence: str) -> None:
    nonce = sealed.nonce_of(NONCES[0])
    _, there = pair()
    move = {"is": "open-sealed", "seal": sealed.seal(HERE, script, nonce), "opened": sealed.reveal(HERE, script, nonce)}
    said = there.refused("side A", move)
    assert said.startswith("The opened script is the one that was sealed, and cannot be read: ")
    assert sentence in said


def test_an_act_of_another_volley_and_a_script_in_its_place() -> None:
    here, there = pair()
    swap(here, there, (SCRIPT, SCRIPT))
    tie(here, there)
    first, other = replace(HERE, volley=1), replace(HERE, volley=2)
    for code, sentence in (
        (codes(other, ACT)[0], "The seal belongs to exchange 1, volley 2; this is exchange 1, volley 1."),
        (SEAL, "The seal belongs to exchange 1; this is exchange 1, volley 1."),
    ):
        assert there.refused("side A", {"is": "seal-came", "seal": code}) == sentence
    seal, opened = codes(first, ACT)
    ducked = codes(first, Declare(Deed.DUCK, nonce=NONCES[0]))[1]
    move = {"is": "open-act", "seal": seal}
    assert there.refused("side A", {**move, "opened": ducked}) == (
        "The opened act is not the one that was sealed: it was changed, or belongs to another seal."
    )
    there.make("side A", {"is": "seal-came", "seal": seal})
    there.make("side A", {**move, "opened": opened})
    assert turns(there, "side A") == ["give-up"]


def test_where_the_codes_of_the_tests_belong() -> None:
    assert place_of(0) == HERE
    assert place_of(1, volley=2) == replace(HERE, side="Bruni", volley=2)


@pytest.mark.parametrize("volley", [0, 1])
def test_nothing_that_leaves_tells_what_is_sealed(volley: int) -> None:
    """Two scripts, and two acts, that differ leave the same link, file, text and answer."""
    gone = []
    ways = ({**SCRIPT, "second": "speed-close"}, SCRIPT) if not volley else ACTS
    for move in ways:
        here, there = pair()
        if volley:
            swap(here, there, (SCRIPT, SCRIPT))
            tie(here, there)
        there.make("side B", {**ways[0], "nonce": NONCES[1]})
        here.make("side B", there.handed("side B")[0])
        here.make("side A", {**move, "nonce": "2b" * 16})
        played = session.replay(range_play_entry(), here.shown["log"], Rulings("burning-wheel"))
        gone.append(leaving("range-play", played, here.shown["at"]))
    assert gone[0] == gone[1]
    assert all("2b" * 16 not in way for way in gone[0].values())


ACTS = ({"is": "declare", "deed": "shoot"}, {"is": "declare", "deed": "duck"})


def range_play_entry() -> session.Session:
    """The session of a hunt."""
    entry = app.entry("range-play")
    assert isinstance(entry, session.Session)
    return entry


def test_what_was_declared_lies_open_while_the_next_scripts_are_written() -> None:
    """The acts of the last volley are no secret any more, though another one is being chosen unseen."""
    here, there = pair()
    swap(here, there, (SCRIPT, SCRIPT))
    for _ in range(3):
        if same(here, there) == "reveal":
            send(here, there, "table", {"is": "reveal"})
        tie(here, there)
        swap(here, there, (ACTS[1], ACTS[1]))
    assert same(here, there) == "script"
    here.make("side A", {**SCRIPT, "nonce": NONCES[0]})
    told = here.asked("peek")
    assert list(told["sealed"]) == ["side A"]
    assert told["sealed"]["side A"][0][0] == "Volley 1"
    assert here.shown["leaves"] == here.shown["at"] - 1
