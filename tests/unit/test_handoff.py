"""From Range and Cover to Fight! and back: the same two people, as they stand."""

from dataclasses import replace
from typing import Any

import pytest

from engine import app, games, links, session
from engine.answer import Answer, Lead
from engine.games.burning_wheel.calculators.range_and_cover.range_setup import Shooter
from engine.games.burning_wheel.forms import handoff
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.range_dice import Ending
from engine.session import Session, Tape, Waiting
from tests.unit.test_cases import ALL

BOW = {"name": "Corvin", "weapon": "hunting-bow", "skill": "B5", "speed": "B6", "perception": "B3", "shield": 2}
AXE = {"name": "Signe", "unarmed": True, "speed": "B4", "will": "G4", "reflexes": 5, "wounds": {"dice": 1}}


def begun(name: str, inputs: Any) -> Tape:
    tape = app.run(name, inputs).tape
    assert tape is not None
    return tape


def step(tape: Tape, side: str, move: dict[str, Any], lucky: str = "") -> None:
    """A step in which the dice of whoever is `lucky` show fives, and all others threes."""
    faces: list[int] = []
    while isinstance(waits := tape.play({"side": side, "move": move, "faces": faces}, len(tape.steps)), Waiting):
        roll = waits.throws[-1]
        faces += [5 if lucky and lucky in roll.words else 3] * roll.missing


def shown(tape: Tape) -> Answer:
    entry = tape.entry
    assert isinstance(entry, Session)
    return entry.show(tape.states[-1])


def onward(answer: Answer, calculator: str) -> Any:
    """The inputs that the way to this calculator fills in; None where there is none."""
    ways = [block for block in answer.blocks if isinstance(block, Lead) and block.calculator == calculator]
    return app.run(calculator, links.read(ways[0].pairs)[0]).inputs if ways else None


def met(setup: Any) -> Tape:
    """A hunt in which the second closes in upon the first, who stands still and never shoots."""
    tape = begun("range-play", setup)
    step(tape, "table", {"is": "set-range"})
    while tape.states[-1].conflict.ending is None:
        turns = session.move_forms(tape.entry, tape.states[-1])
        side = next(side for side, turn in turns.items() if turn.main)
        branch = turns[side].main[0]
        way = "speed-close" if side == "side B" else "speed-maintain"
        said = dict.fromkeys(("first", "second", "third"), way) if branch == "script" else {}
        step(tape, side, {"is": branch, **said}, lucky="Signe")
        assert len(tape.steps) < 40, "they never meet"
    return tape


def test_hand_weapons_reach() -> None:
    tape = met({"a": BOW, "b": AXE})
    assert tape.states[-1].conflict.ending is Ending.MELEE
    found = onward(shown(tape), "fight-play")
    corvin, signe = found["a"], found["b"]
    assert (corvin["name"], corvin["speed"], corvin["shield"]) == ("Corvin", "B6", "buckler")
    assert corvin["ranged"] == {
        **corvin["ranged"],
        "is": "shooting",
        "weapon": "hunting-bow",
        "skill": "B5",
        "perception": 3,
    }
    assert (signe["name"], signe["will"], signe["reflexes"], signe["wounds"]["dice"]) == ("Signe", "G4", 5, 1)
    assert signe["ranged"] == {"is": "no-shot"}


@pytest.mark.parametrize(
    ("weapon", "ranged"),
    [
        ("throwing-knife", {"is": "throwing", "weapon": "throwing-knife"}),
        ("pistol", {"is": "no-shot"}),
        ({"name": "Sling", "kind": "thrown"}, {"is": "no-shot"}),
    ],
)
def test_what_is_shot_or_thrown_comes_along_where_a_fight_knows_it(weapon: Any, ranged: dict[str, str]) -> None:
    found = onward(shown(met({"a": {**BOW, "weapon": weapon}, "b": AXE})), "fight-play")["a"]["ranged"]
    assert found == {**found, **ranged}


def test_what_the_other_form_does_not_take_stays_within_it() -> None:
    most = {"reflexes": 0, "perception": "B12", "wounds": {"dice": 0, "superficial": 2}}
    found = onward(shown(met({"a": {**BOW, **most}, "b": {**AXE, "reflexes": 10}})), "fight-play")
    assert (found["a"]["reflexes"], found["a"]["ranged"]["perception"], found["b"]["reflexes"]) == (1, 10, 10)
    two = [handoff.Coming(Shooter(), 0, 5, drained=9, shield=5) for _ in range(2)]
    side = app.run("fight-play", {**links.read(handoff.to_fight(two))[0], "b.name": "Other"}).inputs["a"]
    assert (side["wounds"], side["forte"], side["shield"]) == ({"dice": 0, "superficial": 2}, "B1", "great")


def apart(setup: Any) -> Tape:
    """A fight in which both begin out of reach and stay there."""
    tape = begun("fight-play", setup)
    step(tape, "table", {"is": "set-distance", "at": "out"})
    for side in ("side A", "side B"):
        step(tape, side, {"is": "write"})
    while tape.states[-1].fight.phase.value != "over":
        turns = session.move_forms(tape.entry, tape.states[-1])
        side = next(side for side, turn in turns.items() if turn.main)
        step(tape, side, {"is": turns[side].main[0]}, lucky="Corvin")
        assert len(tape.steps) < 20, "they never part"
    return tape


def test_out_of_each_others_reach() -> None:
    throws = {"is": "shooting", "weapon": "hunting-bow", "skill": "B5", "perception": 3}
    fighters = (
        {"name": "Corvin", "ranged": throws, "shield": "target", "shield_lost": 1},
        {"name": "Signe", "wounds": {"dice": 2}},
    )
    found = onward(shown(apart(dict(zip("ab", fighters, strict=True)))), "range-play")
    corvin, signe = found["a"], found["b"]
    assert (corvin["name"], corvin["weapon"], corvin["skill"], corvin["perception"]) == (
        "Corvin",
        "hunting-bow",
        "B5",
        "B3",
    )
    assert corvin["shield"] == 2
    assert (signe["name"], signe["unarmed"], signe["wounds"]["dice"]) == ("Signe", True, 2)


def test_with_swords_alone_there_is_no_hunt() -> None:
    answer = shown(apart({"a": {"name": "Corvin"}, "b": {"name": "Signe"}}))
    assert answer.values["phase"] == "over"
    assert onward(answer, "range-play") is None


MOUNTED = {"mount": "warhorse", "training": "bowman", "riding": "B6", "lost": 1}
SPELL = {"is": "casting", "spell": "the-fear", "sorcery": "B5"}


def test_a_mount_and_a_spell_come_along_both_ways() -> None:
    """With its wounds, its rider’s Riding, and a shield that stands."""
    here = {"a": {**BOW, "rides": {"is": "astride", **MOUNTED}}, "b": {**AXE, "magic": SPELL, "eldritch": 3}}
    found = onward(shown(met(here)), "fight-play")
    assert found["a"]["rides"] == {**found["a"]["rides"], "is": "mounted", **MOUNTED}
    assert found["b"]["magic"] == {**found["b"]["magic"], **SPELL}
    back = onward(shown(apart(found)), "range-play")
    assert back["a"]["rides"] == {**back["a"]["rides"], "is": "astride", **MOUNTED}
    assert back["b"]["magic"] == found["b"]["magic"]
    assert (found["b"]["eldritch"], back["b"]["eldritch"]) == (3, 3)
    assert not back["b"]["unarmed"]


@pytest.mark.parametrize("calculator", ["range-play", "fight-play"])
def test_where_a_case_ends_the_other_conflict_takes_what_it_says(calculator: str) -> None:
    """Whatever the cases of the books' conflicts end with can be gone on with, or has no way onward."""
    ends = 0
    for case in (one for one in ALL if one.calculator == calculator and one.steps and not one.error):
        entry = app.entry(calculator)
        assert isinstance(entry, Session)
        log = {"setup": case.inputs, "steps": list(case.steps)}
        tape = session.replay(entry, log, games.rulings_of(entry, dict(case.rulings)))
        for other in ("range-play", "fight-play"):
            onward(shown(tape), other)
        ends += 1
    assert ends


def test_whoever_was_thrown_comes_on_foot() -> None:
    here = {"a": {"name": "Corvin", "magic": SPELL, "rides": {"is": "mounted", **MOUNTED}}, "b": {"name": "Signe"}}
    tape = begun("fight-play", here)
    fight = tape.states[-1].fight
    assert fight.sides[0].state.beast.taken == 1
    thrown = fight.with_state(0, replace(fight.sides[0].state, posture=Posture.GROUND))
    assert thrown.sides[0].state.afoot
    two = [
        handoff.Coming(setup, 0, 0, afoot=afoot)
        for setup, afoot in zip(tape.states[-1].both, (True, False), strict=True)
    ]
    pairs = handoff.to_range(two)
    assert pairs is not None
    assert links.read(pairs)[0].get("a.rides.is", "on-foot") == "on-foot"
