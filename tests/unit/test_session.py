"""Sessions: steps, their dice, their log, and a replay that stops where it no longer agrees."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import __version__, app, rulings, session
from engine.answer import plain
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.fall import fall
from engine.session import Dice, Needs
from tests import sample

RACE, SPRINT = "sample-race", "sample-sprint"


def run(dice: int = 1, **how: Any) -> dict[str, Any]:
    return {"side": "hare", "move": {"is": "run", "dice": dice}, **how}


def far(done: app.Run) -> tuple[int, int]:
    return done.answer.values["hare"], done.answer.values["tortoise"]


def log_of(done: app.Run) -> dict[str, Any]:
    assert done.log is not None
    copied = json.loads(json.dumps(done.log))
    assert isinstance(copied, dict)
    return copied


def raced(*faces: list[int]) -> app.Run:
    """A race whose steps rolled these faces; a step without faces is a rest."""
    done = app.run(RACE, {"goal": 30})
    for number, fallen in enumerate(faces):
        move = {"is": "run", "dice": len(fallen)} if fallen else {"is": "rest"}
        said = {"side": sample.SIDES[number % 2], "move": move, "faces": fallen}
        done = app.step(RACE, log_of(done), said)
    return done


def test_it_opens_with_an_answer_and_moves() -> None:
    done = app.run(RACE, {"goal": "7"})
    assert done.inputs == {"goal": 7}
    assert done.log == {"format": 1, "version": __version__, "setup": {"goal": 7}, "steps": []}
    assert done.moves is not None
    assert {side: list(open_to.groups) for side, open_to in done.moves.items()} == {"hare": ["run", "rest"]}
    assert done.answer.verdict is not None
    assert done.answer.verdict.sentence == "The first is at 0 of 7."


def test_sides_move_in_turn_and_faces_stand_in_the_log() -> None:
    done = raced([6, 2], [3], [])
    assert far(done) == (8, 3)
    steps = log_of(done)["steps"]
    assert [(step["side"], step["move"], step["faces"]) for step in steps] == [
        ("hare", {"is": "run", "dice": 2}, [6, 2]),
        ("tortoise", {"is": "run", "dice": 1}, [3]),
        ("hare", {"is": "rest"}, []),
    ]


def test_moves_may_be_said_as_a_form_says_them() -> None:
    done = app.step(RACE, {}, {"side": "hare", "move": {"is": "run", "dice": "2"}, "faces": [1, 1]})
    dotted = app.step(RACE, {"setup": {}}, {"move": {"is": "run", "dice": 2}, "faces": [1, 1]})
    assert log_of(done) == log_of(dotted)


def test_a_seed_rolls_the_same_and_leaves_faces() -> None:
    once, again, other = (app.step(RACE, {}, run(3, seed=seed)) for seed in (7, 7, 8))
    assert log_of(once) == log_of(again)
    assert log_of(once) != log_of(other)
    (step,) = log_of(once)["steps"]
    assert len(step["faces"]) == 3
    assert "seed" not in step
    assert far(app.step(RACE, log_of(once))) == far(once)


def test_given_faces_come_first() -> None:
    dice = Dice([6, 1], seed=3)
    assert [*dice.roll("one", 1), *dice.roll("two", 3)] == dice.faces
    assert dice.faces[:2] == [6, 1]
    assert [(throw.words, throw.takes) for throw in dice.throws] == [("one", 1), ("two", 3)]
    assert all(1 <= face <= 4 for seed in range(50) for face in Dice(seed=seed).roll("a d4", 1, 4))
    assert Dice().roll("nothing", 0) == []
    with pytest.raises(Unusable) as refused:
        Dice([7]).roll("one", 1)
    assert (refused.value.field, refused.value.message) == ("faces", "A die here shows 1 to 6; 7 was given.")


def test_faces_of_dice_with_two_digits_stand_apart() -> None:
    assert Dice(typed="12 3, 20").roll("a d20", 3, 20) == [12, 3, 20]
    assert Dice(typed="12").roll("a d20", 1, 20) == [12]
    assert Dice(typed="12").roll("a d9", 2, 9) == [1, 2]
    assert Dice(typed="6 5").roll("two dice", 2) == Dice(typed="65").roll("two dice", 2) == [6, 5]
    with pytest.raises(Unusable, match="shows 1 to 6; 12 was given"):
        Dice(typed="12 1").roll("two dice", 2)


def test_sixes_ask_for_their_own_dice() -> None:
    pool = Pool.of(3, open_ended=True)
    assert [die.face for die in fall(Dice(typed="6 6 2 6 1 4"), "Steel", pool).dice] == [6, 6, 2, 6, 1, 4]
    with pytest.raises(Needs) as needs:
        fall(Dice(typed="662"), "Steel", pool)
    assert str(needs.value) == "Steel: 5\N{NO-BREAK SPACE}dice, 2 for sixes; 2 missing."
    once = Dice(typed="6 6 2 6 1")
    assert len(fall(once, "Steel", pool, Chain.ONCE).dice) == 5
    once.end()


def test_the_machine_throws_one_roll_where_only_that_is_asked_for() -> None:
    dice = Dice([6, 6], seed=3, typed="1", once=True)
    assert dice.roll("given", 2) == [6, 6]
    assert dice.roll("typed in part", 3)[0] == 1
    with pytest.raises(Needs) as needs:
        dice.roll("the next", 2)
    assert [throw.missing for throw in needs.value.throws] == [0, 0, 2]


@given(st.lists(st.lists(st.integers(1, 6), max_size=3), max_size=6))
def test_a_log_replays_to_the_same(faces: list[list[int]]) -> None:
    done: app.Run = app.run(RACE, {"goal": 30})
    for fallen in faces:
        if not done.moves:
            break
        ((side, open_to),) = done.moves.items()
        runs = fallen and "run" in open_to.groups and sum(fallen) != 13
        move = {"is": "run", "dice": len(fallen)} if runs else {"is": "rest"}
        done = app.step(RACE, log_of(done), {"side": side, "move": move, "faces": fallen if runs else []})
    again = app.step(RACE, log_of(done))
    assert again.complaint == ""
    assert again.as_json() == done.as_json()


def test_a_replay_that_differs_stops_at_the_last_equal_step() -> None:
    log = log_of(raced([6], [2], [5], [4]))
    log["steps"][2]["faces"] = [1]
    log["version"] = "0.0.9"
    cut = app.step(RACE, log)
    assert far(cut) == (6, 2)
    assert len(log_of(cut)["steps"]) == 2
    assert cut.complaint == "Step 3 comes out differently than under version “0.0.9”; the log ends before it."
    assert cut.as_json()["complaint"] == cut.complaint
    assert log_of(cut)["version"] == __version__


def test_a_log_under_another_ruling_says_so() -> None:
    cut = app.step(RACE, log_of(raced([6])), chosen={"dice.chain": "once"})
    assert len(log_of(cut)["steps"]) == 0
    assert cut.complaint.startswith("Step 1 comes out differently")
    assert cut.rulings == {"burning-wheel.dice.chain": "once"}


BROKEN: list[tuple[Any, str]] = [
    ({"side": "tortoise", "move": {"is": "rest"}, "faces": []}, "Now “hare” may move; this says “tortoise”."),
    ({"side": "hare", "move": {"is": "hop"}}, "This takes “run” or “rest”; this says “hop”."),
    ({"side": "hare", "move": {"is": "run", "dice": 2}, "faces": [9, 1]}, "A die here shows 1 to 6; 9 was given."),
    (
        {"side": "hare", "move": {"is": "run", "dice": 2}, "faces": [6, 1, 4]},
        "This move takes 2\N{NO-BREAK SPACE}dice; 3 faces were given.",
    ),
    ("hare runs", "A step is a side and a move; this is “hare runs”."),
    (None, "A step is a side and a move; this is nothing."),
]


@pytest.mark.parametrize(("step", "sentence"), BROKEN, ids=[str(step)[:40] for step, _ in BROKEN])
def test_a_step_that_cannot_be_read_ends_the_replay(step: Any, sentence: str) -> None:
    log = log_of(raced([6], [2]))
    log["steps"].append(step)
    cut = app.step(RACE, log)
    assert far(cut) == (6, 2)
    assert cut.complaint == f"Step 3 could not be replayed, so the log ends before it: {sentence}"


REFUSED: list[tuple[Any, str, str]] = [
    (run(side="fox"), "side", "Now “hare” may move; this says “fox”."),
    (run(side=["hare"]), "side", "Now “hare” may move; this says a list."),
    (run(side=None), "side", "Now “hare” may move; this says nothing."),
    (run(move={"is": "run", "dice": 4}), "move.dice", "This takes a whole number from 1 to 3; this says “4”."),
    (run(move={"is": "walk"}), "move.is", "This takes “run” or “rest”; this says “walk”."),
    (run(move=[]), "", "Inputs are a group of fields; this is a list."),
    (run(faces=[0]), "faces", "A die here shows 1 to 6; 0 was given."),
    (run(faces="six"), "faces", "Faces are a list of whole numbers; this is “six”."),
    (
        run(faces="6 1"),
        "faces",
        "The hare’s run takes 1\N{NO-BREAK SPACE}die; 2 faces were given. Any other roll is asked for after it.",
    ),
    (run(faces=[6, 1]), "faces", "This move takes 1\N{NO-BREAK SPACE}die; 2 faces were given."),
    ({"move": {"is": "rest"}, "faces": "6"}, "faces", "This move takes no dice; 1 face was given."),
    (run(given="6"), "faces", "Faces are a list of whole numbers; this is “6”."),
    (run(faces=[True]), "faces", "A face is a whole number; this is “true”."),
    (run(3, faces=[6, 6, 1]), "move", "Nobody runs 13; this says 13."),
    ("run", "move", "A step is a side and a move; this is “run”."),
]


@pytest.mark.parametrize(("said", "field", "sentence"), REFUSED, ids=[str(said)[:60] for said, _, _ in REFUSED])
def test_a_move_that_cannot_be_made(said: Any, field: str, sentence: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.step(RACE, {}, said)
    assert (refused.value.field, refused.value.message) == (field, sentence)


def test_a_log_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_STEPS", 50)
    log = app.run("experience-log", {}).log
    marked = {"side": "log", "move": {"is": "mark-test"}}
    full = app.step("experience-log", {**log, "steps": [marked] * session.MOST_STEPS})
    assert not full.complaint
    again = app.step("experience-log", {**log, "steps": [marked] * (session.MOST_STEPS + 3)})
    assert again.log == full.log
    assert again.complaint == "A log has at most 50 steps; this one has 53 and ends after those."
    with pytest.raises(Unusable) as refused:
        app.step("experience-log", log_of(full), marked)
    assert refused.value.field == "move"


def test_nobody_moves_when_it_is_over() -> None:
    done = app.step(RACE, {"setup": {"goal": 5}}, run(faces=[6]))
    assert done.moves == {}
    with pytest.raises(Unusable) as refused:
        app.step(RACE, log_of(done), {"side": "tortoise", "move": {"is": "rest"}})
    assert refused.value.message == "Now nobody may move; this says “tortoise”."


def test_a_setup_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(Unusable) as refused:
        app.step(RACE, {"setup": {"goal": 0}})
    assert refused.value.field == "goal"
    with pytest.raises(Unusable) as refused:
        app.step(RACE, {"format": 2})
    assert (refused.value.field, refused.value.message) == (
        "log.format",
        "This reads logs of format 1; this one says “2”.",
    )
    with pytest.raises(Unusable) as refused:
        app.step("sample-everything", {})
    assert refused.value.message == "“sample-everything” answers at once; it has no steps."


def test_the_door_steps() -> None:
    said = {"do": "step", "calculator": RACE, "log": {}, "move": run(faces=[4]), "rulings": {"dice.chain": "once"}}
    done = json.loads(app.call(json.dumps(said)))
    assert done["values"]["hare"] == 4
    assert done["rulings"] == {"burning-wheel.dice.chain": "once"}
    assert len(done["log"]["steps"]) == 1
    again = json.loads(app.call(json.dumps({**said, "log": done["log"], "move": None})))
    assert again["html"] == done["html"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(("inputs", "log", "move", "rulings", "add", "drop", "instance", "base", "calculator", "do")),
    st.sampled_from(("step", "answer", "form")),
    st.sampled_from((RACE, "sample-everything")),
)
def test_the_door_never_raises(junk: Any, key: str, do: str, name: str) -> None:
    answered = json.loads(app.call(json.dumps({"do": do, "calculator": name, key: junk})))
    assert "values" in answered or answered["error"]["message"] or "names" in answered


@pytest.mark.parametrize("text", ["", "{", "[" * 200_000, "9" * 10_000, "[]", "null", '"\\ud800"'])
def test_the_door_never_raises_for_what_is_no_request(text: str) -> None:
    assert json.loads(app.call(text))["error"]["message"]


def test_steps_with_junk_inside_never_raise() -> None:
    for junk in (
        None,
        3,
        "x",
        [],
        {},
        [[]],
        {"side": []},
        {"side": "hare", "move": None},
        {"side": "hare", "faces": {}},
    ):
        answered = json.loads(app.call(json.dumps({"do": "step", "calculator": RACE, "log": {"steps": [junk]}})))
        assert answered["complaint"].startswith("Step 1 could not be replayed")


def test_a_ruling_that_is_unknown_is_set_aside_with_a_sentence() -> None:
    chosen, complaints = rulings.read({"dice.chian": "once", "dice.chain": "maybe", "circles.help": "no"})
    assert chosen == {"burning-wheel.circles.help": "no"}
    assert list(complaints) == ["dice.chian", "dice.chain"]
    assert complaints["dice.chian"].endswith("The nearest is “burning-wheel.dice.chain”.")


# A tape in memory: the page sends a step, not the whole log


def door(**asked: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(app.call(json.dumps({"do": "step", "calculator": RACE, **asked})))
    return told


def test_a_tape_goes_on_from_memory_and_back_and_forth() -> None:
    first = door(tape="t1", log={"setup": {"goal": 30}}, move=run(faces=[6]))
    assert (first["at"], first["of"], len(first["log"]["steps"])) == (1, 1, 1)
    second = door(tape="t1", at=1, move={"side": "tortoise", "move": {"is": "run", "dice": 1}, "faces": "4"})
    assert (second["at"], second["of"], second["steps"][0]["faces"]) == (2, 2, [4])
    assert "log" not in second, "the page has the rest already"
    undone = door(tape="t1", at=1)
    assert (undone["at"], undone["of"], undone["values"]["tortoise"]) == (1, 2, 0)
    assert door(tape="t1", at=2)["html"] == second["html"]
    other = door(tape="t1", at=1, move={"side": "tortoise", "move": {"is": "rest"}})
    assert (other["at"], other["of"], other["values"]["tortoise"]) == (2, 2, 0)


def test_what_is_forgotten_is_asked_for_again() -> None:
    assert door(tape="nobody")["error"] == {"field": "tape", "message": app.FORGOTTEN}
    log = door(tape="t2", log={}, move=run(faces=[6]))["log"]
    for number in range(session.MOST_HELD):
        door(tape=f"other {number}", log={})
    assert door(tape="t2", at=1)["error"]["field"] == "tape"
    assert door(tape="t2", at=1, log=log)["values"]["hare"] == 6


def test_another_setup_or_ruling_plays_the_tape_anew() -> None:
    door(tape="t3", log={"setup": {"goal": 30}}, move=run(faces=[6]))
    further = door(tape="t3", at=1, inputs={"goal": "40"})
    assert (further["inputs"], further["complaint"][:7]) == ({"goal": 40}, "Step 1 ")
    door(tape="t4", log={"setup": {"goal": 30}}, move=run(faces=[6]))
    changed = door(tape="t4", at=1, rulings={"dice.chain": "once"})
    assert changed["complaint"].startswith("Step 1 comes out differently")
    assert (changed["at"], changed["of"]) == (0, 0)


def test_ten_thousand_steps_are_undone_without_playing_one(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = {"side": "log", "move": {"is": "mark-test"}}
    tape = session.Tape(app.entry("experience-log"), {}, rulings.Rulings("burning-wheel"))  # type: ignore[arg-type]
    for at in range(session.MOST_STEPS):
        tape.play(marked, at)
    session.hold("long", tape)
    monkeypatch.setattr(session, "play", None)
    said = {"do": "step", "calculator": "experience-log", "tape": "long", "at": session.MOST_STEPS - 1}
    undone = json.loads(app.call(json.dumps(said)))
    assert (undone["at"], undone["of"], undone["long"]) == (session.MOST_STEPS - 1, session.MOST_STEPS, True)
    assert "log" not in undone["link"], "a link carries no such log"
    assert "log" not in undone, "the page has it already"


def test_the_story_of_the_last_steps_stands_under_the_answer() -> None:
    tape = session.Tape(app.entry(RACE), {"goal": 40}, rulings.Rulings(""))  # type: ignore[arg-type]
    for at in range(40):
        tape.play({"move": {"is": "run", "dice": 1}, "side": sample.SIDES[at % 2], "faces": [1]}, at)
    lines = tape.story(40)
    assert [line.step for line in lines] == list(range(11, 41))
    assert lines[-1].text == "runs 1"
    assert [line.step for line in tape.story(2)] == [1, 2]


# Dice of the table, roll by roll


def sprinted(**said: Any) -> app.Run:
    return app.step(SPRINT, {}, {"side": "both", "move": {"is": "dash"}, **said})


def test_a_step_waits_for_each_roll_by_its_name() -> None:
    first = sprinted(faces="")
    assert first.waits is not None
    assert (first.at, first.waits.given, first.waits.sentence) == (0, [], "The hare: 2\N{NO-BREAK SPACE}dice.")
    second = sprinted(given=first.waits.given, faces="6 5")
    assert second.waits is not None
    assert (second.waits.given, second.waits.sentence) == ([6, 5], "The tortoise: 1\N{NO-BREAK SPACE}die.")
    done = sprinted(given=second.waits.given, faces="3")
    assert (done.waits, far(done)) == (None, (11, 3))
    assert log_of(done)["steps"][0]["faces"] == [6, 5, 3]
    assert far(app.step(SPRINT, log_of(done))) == (11, 3)


def test_what_was_typed_stays_while_faces_are_missing() -> None:
    waits = sprinted(given=[], faces="6").waits
    assert waits is not None
    assert (waits.given, waits.throws[-1].faces, waits.throws[-1].missing) == ([], (6,), 1)
    assert waits.sentence == "The hare: 2\N{NO-BREAK SPACE}dice; 1 missing."


def test_more_than_a_roll_takes_is_refused_though_another_roll_follows() -> None:
    with pytest.raises(Unusable) as refused:
        sprinted(faces="6 5 3")
    assert refused.value.field == "faces"
    assert refused.value.message.startswith("The hare takes 2\N{NO-BREAK SPACE}dice; 3 faces were given.")


def test_the_machine_throws_nothing_unless_it_is_told() -> None:
    waits = sprinted().waits
    assert waits is not None
    assert waits.given == []
    waits = sprinted(faces=[6, 5]).waits
    assert waits is not None
    assert waits.given == [6, 5]
    once = sprinted(given=[], seed=4).waits
    assert once is not None
    assert (len(once.given), once.throws[-1].words) == (2, "The tortoise")
    assert sprinted(seed=4).waits is None
    with_two = sprinted(given=[6, 5], seed=4)
    assert (with_two.waits, far(with_two)[0]) == (None, 11)


def test_a_log_with_too_few_faces_is_not_completed() -> None:
    log = {"setup": {}, "steps": [{"side": "both", "move": {"is": "dash"}, "faces": [6, 5]}]}
    cut = app.step(SPRINT, log)
    assert log_of(cut)["steps"] == []
    assert cut.complaint.endswith("the log ends before it: The tortoise: 1\N{NO-BREAK SPACE}die.")


def test_the_page_asks_for_the_roll_in_place_of_the_moves() -> None:
    asked = {"side": "both", "move": {"is": "dash"}, "given": [], "faces": "6 5"}
    done = json.loads(app.call(json.dumps({"do": "step", "calculator": SPRINT, "log": {}, "move": asked})))
    assert (done["at"], done["say"], done["log"]["steps"]) == (0, "The tortoise: 1\N{NO-BREAK SPACE}die.", [])
    for part in ("The hare: 6 5", 'data-given="[6, 5]"', "Roll 1D", 'data-field="faces"'):
        assert part in done["html"]
    assert done["html"].count("<form") == 1


def test_a_story_that_older_logs_had_among_their_values_still_replays() -> None:
    log = app.run("haggling-table", {}).log
    told = []
    for side, move in (
        ("both", {"is": "haggling-rolled", "yours": 3, "theirs": 1}),
        ("buyer", {"is": "lower-price"}),
        ("both", {"is": "haggling-rolled", "yours": 1, "theirs": 2}),
    ):
        done = app.step("haggling-table", log or {}, {"side": side, "move": move})
        assert done.tape is not None
        told += [line.text for line in done.tape.states[-1].told]
        assert done.log is not None
        log = done.log
        values = {**done.answer.values, "story": list(told)}
        log["steps"][-1]["shows"] = session.fingerprint(replace(done.answer, values=values))
    assert app.step("haggling-table", log or {}).complaint == ""


KEPT_LOGS = json.loads((Path(__file__).parents[1] / "kept" / "logs-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kept", KEPT_LOGS, ids=lambda kept: str(kept["calculator"]))
def test_logs_of_every_release_end_where_they_did(kept: dict[str, Any]) -> None:
    done = app.step(kept["calculator"], kept["log"])
    assert done.complaint == ""
    assert plain(done.answer.values) == kept["values"]
    again = app.step(kept["calculator"], log_of(done))
    assert (again.complaint, plain(again.answer.values)) == ("", kept["values"])


def test_a_move_that_took_back_is_one_undo() -> None:
    back = {"side": "hare", "move": {"is": "take-back"}}
    steps = log_of(raced([6, 2], [3]))["steps"]
    for log, left in (([*steps, back], 1), ([*steps, back, back], 0), ([*steps, back, steps[1], back], 1)):
        done = app.step(RACE, {"setup": {"goal": 30}, "steps": log})
        assert done.complaint == ""
        assert log_of(done)["steps"] == steps[:left]
    none_left = app.step(RACE, {"setup": {"goal": 30}, "steps": [back]})
    assert none_left.complaint.startswith("Step 1 could not be replayed")
    with pytest.raises(Unusable):
        app.step(RACE, log_of(raced([6, 2])), back)
