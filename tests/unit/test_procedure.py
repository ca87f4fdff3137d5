"""The later edition's test: the guided session from the first step to the last, and the rules behind it."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Dice, Note, Story, Table
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.rules import procedure
from engine.games.burning_wheel.rules.procedure import ARISTEIA, CAP
from engine.games.burning_wheel.rules.spending import Purse
from engine.games.burning_wheel.rules.wounds import together
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest, Spend

NAME = "seventeen-steps"
Move = str | dict[str, Any] | tuple[str, str]


def play(setup: dict[str, Any], *moves: Move, chosen: dict[str, str] | None = None) -> app.Run:
    """A test after these moves; a pair is a move with typed faces."""
    done = app.run(NAME, setup, chosen)
    for move in moves:
        said = {"is": move} if isinstance(move, str) else move
        said = {"is": move[0], "faces": move[1]} if isinstance(move, tuple) else said
        assert isinstance(said, dict)
        fell = {"faces": said["faces"]} if "faces" in said else {"seed": 1}
        said = {name: value for name, value in said.items() if name != "faces"}
        assert done.moves is not None
        sides = [side for side, open_to in done.moves.items() if said["is"] in open_to.groups]
        assert sides, f"{said['is']} is not open: {names(done)}"
        assert done.log is not None
        done = app.step(NAME, done.log, {"side": sides[0], "move": said, **fell}, chosen)
        assert done.waits is None
    return done


def names(done: app.Run) -> dict[str, list[str]]:
    assert done.moves is not None
    return {side: list(open_to.groups) for side, open_to in done.moves.items()}


def value(done: app.Run, name: str) -> Any:
    return done.answer.values[name]


def record(done: app.Run) -> dict[str, str]:
    """What was said by step: in a table at the end, as a story before."""
    for one in done.answer.blocks:
        if isinstance(one, Table) and one.caption == "The record":
            return {step: what for step, _, what in one.rows}
        if isinstance(one, Story):
            split = [(line.step, *line.text.split(": ", 1)) for line in one.lines]
            return {f"{number}. {name}": what for number, name, what in split}
    return {}


TO_THE_ABILITY: tuple[Move, ...] = (
    "declare",
    "standard",
    {"is": "base-obstacle", "base": 2},
    "length",
    "consequence",
    "go-on",
)
TO_THE_ROLL: tuple[Move, ...] = (*TO_THE_ABILITY, "test-planned", "go-on", "go-on", "go-on", "go-on", "go-on")
CLOSING: tuple[Move, ...] = ("mark-artha", "check-epiphany", "mark-test", "check-advancement")
FAST: dict[str, Any] = {"fast": True}
FAST_TO_THE_ROLL: tuple[Move, ...] = ({"is": "base-obstacle", "base": 2}, "test-planned")


def test_an_emotion_named_late_is_read_as_the_table_reads_it() -> None:
    turned = ({"is": "base-obstacle", "base": 2}, {"is": "test-another", "ability": "B4", "tested": "emotion"})
    chances = []
    for reading in ("yes", "no"):
        done = play(FAST, *turned, chosen={"burning-wheel.elements.emotions-open": reading})
        assert done.answer.verdict is not None
        chances.append(done.answer.verdict.at_a_glance)
    assert chances == [
        "Ob\N{NO-BREAK SPACE}2 · 4D · 72.9\N{NO-BREAK SPACE}% · no artha",
        "Ob\N{NO-BREAK SPACE}2 · 4D · 68.8\N{NO-BREAK SPACE}% · no artha",
    ]
    assert done.rulings["burning-wheel.elements.emotions-open"] == "no"


def test_every_step_comes_in_order_and_is_its_actors() -> None:
    seen = []
    done = play({})
    for move in (*TO_THE_ROLL, ("roll-dice", "1246"), "settle", *CLOSING):
        seen.append((value(done, "step"), value(done, "actor")))
        done = play_on(done, move)
    assert value(done, "over")
    expected = [(step.number, step.actor.value) for step in procedure.STEPS if step.number != 13]
    assert list(dict.fromkeys(seen)) == expected
    assert names(done) == {}
    assert record(done)["13. Results"] == "passed"


def play_on(done: app.Run, move: Move) -> app.Run:
    said = {"is": move} if isinstance(move, str) else move
    said = {"is": move[0], "faces": move[1]} if isinstance(move, tuple) else said
    assert isinstance(said, dict)
    side = next(side for side, open_to in names(done).items() if said["is"] in open_to)
    assert done.log is not None
    return app.step(NAME, done.log, {"side": side, "move": said})


def test_at_step_5_one_may_think_again() -> None:
    done = play({}, "declare", "standard", "base-obstacle", "length", "consequence")
    assert names(done)["player"] == ["rethink", "go-on"]
    again = play_on(done, "rethink")
    assert (value(again, "step"), value(again, "rounds"), value(again, "obstacle")) == (1, 1, 0)
    assert record(play_on(play_on(again, "declare"), "standard")) == {"2. Kind of test": "a standard test"}


def test_totals_grow_step_by_step() -> None:
    setup = {"ability": "B4", "wounds": {"superficial": 2, "light": 1}}
    done = play(setup, *TO_THE_ABILITY, "test-planned", "untrained", "tools-missing")
    assert (value(done, "obstacle"), value(done, "dice")) == (9, 4)
    done = play_on(done, {"is": "harder", "disadvantage": "rain"})
    done = play_on(done, "ignore-scrapes")
    assert (value(done, "obstacle"), value(done, "spent")) == (9, {"fate": 1, "persona": 0, "deeds": 0})
    done = play_on(done, "go-on")
    done = play_on(done, {"is": "bonus", "situation": 2, "careful": True, "persona": 2})
    assert (value(done, "dice"), value(done, "logged")) == (9, 7)
    done = play_on(done, "go-on")
    assert (value(done, "dice"), value(done, "logged")) == (8, 6)
    done = play_on(done, "win-back")
    assert (value(done, "dice"), value(done, "logged")) == (9, 7)
    assert "win-back" not in names(done)["player"]


def test_bonus_dice_may_be_said_anew() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, {"is": "bonus", "persona": 3}, {"is": "bonus", "persona": 1})
    assert (value(done, "dice"), value(done, "spent")["persona"]) == (5, 1)


def test_the_cap_is_said_in_a_sentence() -> None:
    hurt = {**FAST, "wounds": {"light": 1}}
    done = play(hurt, *FAST_TO_THE_ROLL, "win-back", {"is": "bonus", "persona": 2})
    with pytest.raises(forms.Unusable) as refused:
        play_on(done, {"is": "bonus", "persona": 3})
    assert refused.value.message == "One test takes at most 3 Persona, Aristeia apart; 1 is spent already."


def test_what_the_cap_rules_out_is_not_offered() -> None:
    hurt = {**FAST, "wounds": {"light": 1}}
    for persona, offered in ((2, True), (3, False)):
        done = play(hurt, *FAST_TO_THE_ROLL, {"is": "bonus", "persona": persona})
        assert ("win-back" in names(done)["player"]) == offered


def test_fate_on_a_wound_rules_out_luck() -> None:
    setup = {**FAST, "wounds": {"superficial": 1}}
    assert "luck" in names(play(setup, *FAST_TO_THE_ROLL, ("roll-dice", "6111")))["player"]
    spent = play(setup, *FAST_TO_THE_ROLL, "ignore-scrapes", ("roll-dice", "6111"))
    assert "luck" not in names(spent)["player"]


def test_the_wallet_holds_what_it_holds() -> None:
    setup = {**FAST, "fate": 5, "persona": 3, "deeds": 1}
    done = play(setup, *FAST_TO_THE_ROLL, "summon", ("roll-dice", "6111"))
    assert not {"luck", "reroll-traitors"} & set(names(done)["player"])
    assert "summon" not in names(play({**setup, "persona": 2}, *FAST_TO_THE_ROLL))["player"]
    poor = play({**setup, "persona": 2}, *FAST_TO_THE_ROLL)
    with pytest.raises(forms.Unusable, match="You have 2 Persona; this test would take 3"):
        play_on(poor, {"is": "bonus", "persona": 3})


def test_aristeia_stands_outside_the_cap_and_in_the_tally() -> None:
    setup = {**FAST, "wounds": {"traumatic": 1}, "spent_fate": 14, "spent_persona": 4, "spent_deeds": 1}
    done = play(setup, *FAST_TO_THE_ROLL)
    assert value(done, "dice") == 0
    done = play_on(done, "summon")
    assert value(done, "dice") == 4
    done = play_on(play_on(done, {"is": "bonus", "persona": 3}), "double")
    done = play_on(play_on(done, ("roll-dice", "61111111111")), ("luck", "1"))
    done = play_on(done, "settle") if "settle" in names(done)["GM"] else done
    done = play_on(done, "go-on") if not value(done, "over") else done
    assert value(done, "ability_marks") == {"fate": 6, "persona": 6, "deeds": 2}
    assert value(done, "epiphany")
    assert "An epiphany: it becomes gray" in done.answer.sentence


def test_a_lighter_shade_counts_the_dice_anew() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, {"is": "summon", "effect": "shade"}, ("roll-dice", "1233"))
    assert value(done, "successes") == 2
    with pytest.raises(forms.Unusable, match="White is the lightest shade"):
        play({**FAST, "ability": "W4"}, *FAST_TO_THE_ROLL, {"is": "summon", "effect": "shade"})
    with pytest.raises(forms.Unusable, match="choose one of them"):
        play(FAST, *FAST_TO_THE_ROLL, {"is": "summon", "effect": "none"})


def test_luck_opens_sixes_one_behind_the_other() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "6612"), ("luck", "641"))
    assert value(done, "faces") == [[6, 6, 1], [6, 4], [1], [2]]
    once = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "6612"), ("luck", "64"), chosen={"dice.chain": "once"})
    assert value(once, "faces") == [[6, 6], [6, 4], [1], [2]]
    drawn = next(one for one in done.answer.blocks if isinstance(one, Dice))
    assert [face.opened_by for face in drawn.faces] == [None, 0, 1, None, 3, None, None]


def test_luck_on_open_ended_dice_rolls_one_traitor_again() -> None:
    setup = {**FAST, "tested": "steel"}
    done = play(setup, *FAST_TO_THE_ROLL, ("roll-dice", "61122"), ("luck", "6"))
    assert value(done, "faces") == [[6, 6], [1], [1], [2]]
    assert value(play({**FAST, "tested": "perception"}, *FAST_TO_THE_ROLL, ("roll-dice", "6112")), "faces") == [
        [6],
        [1],
        [1],
        [2],
    ]


def test_traitors_are_rolled_again_once_for_deeds_and_once_for_each_call_on() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "4111"), ("reroll-traitors", "511"))
    assert value(done, "faces") == [[4], [5], [1], [1]]
    assert "reroll-traitors" not in names(done)["player"]
    done = play_on(done, {"is": "call-on", "trait": "Stubborn", "faces": "16"})
    assert value(done, "faces") == [[4], [5], [1], [6]]
    with pytest.raises(forms.Unusable, match="“Stubborn” has been used"):
        play_on(done, {"is": "call-on", "trait": "Stubborn", "faces": "1"})


def test_sixes_open_in_a_reroll_of_an_open_ended_roll() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "6111"), ("luck", "1"), ("reroll-traitors", "16111"))
    assert value(done, "faces") == [[6, 1], [6, 1], [1], [1]]


def rescues(done: app.Run) -> dict[str, str]:
    found = [one for one in done.answer.blocks if isinstance(one, Table) and one.caption.startswith("The chance of")]
    return dict(found[0].rows) if found else {}  # type: ignore[arg-type]


def test_what_may_still_be_done_comes_with_its_chance() -> None:
    percent = "\N{NO-BREAK SPACE}%"
    short_of_one = rescues(play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "6111")))
    assert short_of_one == {
        "1 Fate: Luck": f"50{percent}",
        "1 Deeds rerolls all traitors": f"87.5{percent}",
        "a call-on rerolls all traitors": f"87.5{percent}",
    }
    steel = rescues(play({**FAST, "tested": "steel"}, *FAST_TO_THE_ROLL, ("roll-dice", "5111")))
    assert steel["1 Fate: Luck"] == f"50{percent}"
    assert not rescues(play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "6611")))


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        (
            "12345",
            "Your roll takes 4\N{NO-BREAK SPACE}dice; 5 faces were given. Any other roll is asked for after it.",
        ),
        ("1237", "A die here shows 1 to 6; 7 was given."),
    ],
)
def test_typed_faces_have_to_fit(faces: str, sentence: str) -> None:
    with pytest.raises(forms.Unusable) as refused:
        play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", faces))
    assert refused.value.message == sentence


def test_faces_that_older_logs_have_in_the_move_still_count() -> None:
    to_the_roll = play(FAST, *FAST_TO_THE_ROLL)
    assert to_the_roll.log is not None
    old = {"side": "player", "move": {"is": "roll-dice", "faces": "6 6 1 1"}, "faces": []}
    done = app.step(NAME, {**to_the_roll.log, "steps": [*to_the_roll.log["steps"], old]})
    assert (done.complaint, value(done, "faces")) == ("", [[6], [6], [1], [1]])
    seeded = {"side": "player", "move": {"is": "roll-dice", "faces": ""}, "faces": [5, 4, 3, 2]}
    done = app.step(NAME, {**to_the_roll.log, "steps": [*to_the_roll.log["steps"], seeded]})
    assert (done.complaint, value(done, "faces")) == ("", [[5], [4], [3], [2]])


def test_a_seed_rolls_and_the_log_keeps_them() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, "roll-dice")
    assert done.log is not None
    log = json.loads(json.dumps(done.log))
    assert len(log["steps"][-1]["faces"]) == 4
    assert app.step(NAME, log).as_json() == done.as_json()


@pytest.mark.parametrize(
    ("way", "successes", "defends", "result"),
    [
        (2, 3, "nobody", "lost"),
        (2, 2, "nobody", "tied"),
        (2, 2, "you", "won"),
        (2, 2, "they", "lost"),
        (2, 1, "nobody", "won"),
    ],
)
def test_a_versus_test(way: int, successes: int, defends: str, result: str) -> None:
    roll = {"is": "roll-against", "theirs": successes, "faces": "4" * way + "1" * (4 - way)}
    done = play(FAST, "versus", "test-planned", roll, {"is": "settle-versus", "defends": defends})
    assert value(done, "result") == result
    assert value(done, "obstacle") == successes


def test_a_call_on_breaks_a_tie_only_without_a_defender() -> None:
    roll = {"is": "roll-against", "theirs": 2, "faces": "4411"}
    moves: tuple[Move, ...] = ("versus", "test-planned", roll)
    assert value(play(FAST, *moves, {"is": "settle-versus", "called": True}), "result") == "won"
    with pytest.raises(forms.Unusable, match="here the defender wins"):
        play(FAST, *moves, {"is": "settle-versus", "defends": "they", "called": True})


def test_a_graduated_test_is_ob_1_and_routine_and_2_for_a_beginner() -> None:
    done = play({**FAST, "ability": "B1"}, "graduated", "test-planned", ("roll-dice", "5"), "settle")
    assert (value(done, "obstacle"), value(done, "class"), value(done, "result")) == (1, "Routine", "passed")
    assert value(play(FAST, "graduated", "test-planned", "untrained"), "obstacle") == 2


def test_a_versus_test_with_beginners_luck_doubles_their_successes() -> None:
    done = play(FAST, "versus", "test-planned", "untrained", {"is": "roll-against", "theirs": 2, "faces": "4441"})
    assert value(done, "obstacle") == 4


def test_persona_after_a_failure() -> None:
    done = play(FAST, *FAST_TO_THE_ROLL, {"is": "bonus", "careful": True}, ("roll-dice", "11111"), "settle")
    assert names(done)["player"] == ["ward-off", "cheat-death", "go-on"]
    done = play_on(play_on(done, "ward-off"), {"is": "cheat-death", "price": "the rope is gone"})
    assert value(done, "spent")["persona"] == 2
    assert value(done, "over")
    assert record(done)["13. Results"] == (
        "failed, 1 Persona wards off the trouble about time, 1 Persona cheats death: the rope is gone"
    )


@pytest.mark.parametrize(
    ("face", "reading", "when", "obstacle"),
    [(1, "one", "before", 4), (2, "one", "before", 2), (1, "rest", "before", 2), (1, "one", "after", 2)],
)
def test_tools_wear(face: int, reading: str, when: str, obstacle: int) -> None:
    chosen = {"later.tools-wear": reading, "later.tools-when": when}
    done = play(FAST, *FAST_TO_THE_ROLL, ("tools-used-before", str(face)), chosen=chosen)
    assert value(done, "obstacle") == obstacle


def test_doubling_waits_for_the_roll_or_not() -> None:
    assert "double" in names(play(FAST, *FAST_TO_THE_ROLL))["player"]
    early = {"later.doubling": "ability"}
    assert "double" not in names(play(FAST, *FAST_TO_THE_ROLL, chosen=early))["player"]
    named: tuple[Move, ...] = ("base-obstacle", {"is": "test-planned", "doubled": True})
    done = play(FAST, *named, chosen=early)
    assert (value(done, "dice"), value(done, "logged"), value(done, "spent")["deeds"]) == (8, 4, 1)


def test_doubling_late_is_said_to_be_a_reading() -> None:
    late = play(FAST, *FAST_TO_THE_ROLL, "double")
    early = play(FAST, "base-obstacle", {"is": "test-planned", "doubled": True})
    assert value(late, "dice") == value(early, "dice") == 8
    assert [one.rule for one in late.answer.blocks if isinstance(one, Note)] == ["HUB-90"]
    assert not [one for one in early.answer.blocks if isinstance(one, Note)]


def test_help_that_is_none_is_refused() -> None:
    with pytest.raises(forms.Unusable, match="a stat cannot help a skill"):
        play(FAST, *FAST_TO_THE_ROLL, {"is": "helped", "stat": True})
    assert "forked" not in names(play({**FAST, "tested": "health"}, *FAST_TO_THE_ROLL))["player"]


def test_effects_for_the_sheet() -> None:
    setup = {**FAST, "wounds": {"superficial": 1, "light": 1}}
    moves: tuple[Move, ...] = (*FAST_TO_THE_ROLL, "ignore-scrapes", "win-back", {"is": "bonus", "persona": 1})
    done = play(setup, *moves, ("roll-dice", "44111"), "settle")
    assert done.answer.effects == (
        Spend("persona", 1, "ability"),
        Spend("fate", 1, "health"),
        Spend("persona", 1, "health"),
        LogTest("ability", "Routine"),
    )
    both = play(setup, *moves, ("roll-dice", "44111"), "settle", chosen={"later.health-credit": "both"})
    assert both.answer.effects[:2] == (Spend("fate", 1, "ability"), Spend("persona", 2, "ability"))
    other = {"is": "test-another", "ability": "B4", "tested": "skill"}
    done = play(FAST, "base-obstacle", other, ("roll-dice", "4411"), "settle")
    assert done.answer.effects == (LogTest("", "Routine"),)


def test_marks_and_the_advance() -> None:
    setup = {**FAST, "ability": "B4", "routine": 4, "difficult": 1}
    moves: tuple[Move, ...] = ({"is": "base-obstacle", "base": 3}, "test-planned", ("roll-dice", "4441"), "settle")
    done = play(setup, *moves)
    assert (value(done, "class"), value(done, "advances")) == ("Difficult", True)
    assert record(done)["17. Advancement"] == "exponent 4 becomes 5; its tests are erased"
    printed = play(setup, *moves, chosen={"later.tables": "printed"})
    assert not value(printed, "advances")
    success_only = play({**FAST, "tested": "perception"}, *FAST_TO_THE_ROLL, ("roll-dice", "1111"), "settle", "go-on")
    assert (value(success_only, "class"), value(success_only, "marked")) == ("none", "nothing")


def test_one_conflict_leaves_one_mark() -> None:
    moves: tuple[Move, ...] = (*TO_THE_ROLL, ("roll-dice", "4411"), "settle", "mark-artha", "check-epiphany")
    done = play({}, *moves, {"is": "mark-test", "earlier": 3}, "check-advancement")
    assert value(done, "marked") == "nothing"
    assert "is marked for this conflict already" in done.answer.sentence
    done = play({}, *moves, {"is": "mark-test", "earlier": 1}, "check-advancement")
    assert value(done, "class") == "Routine"


def test_beginners_luck_marks_the_skill_or_the_stat() -> None:
    for base, where in ((2, "skill"), (3, "stat")):
        moves: tuple[Move, ...] = ({"is": "base-obstacle", "base": base}, "test-planned", "untrained")
        done = play({**FAST, "tested": "will"}, *moves, ("roll-dice", "1111"), "settle", "go-on")
        assert value(done, "marked") == where
        assert done.answer.effects == (LogTest("", APTITUDE) if where == "skill" else LogTest("ability", "Difficult"),)


def test_what_wounds_took_whole_is_not_rolled() -> None:
    done = play({**FAST, "wounds": {"traumatic": 1}}, *FAST_TO_THE_ROLL)
    with pytest.raises(forms.Unusable, match="Wounds have taken every die of this skill"):
        play_on(done, "roll-dice")


def test_helpers_mark_by_what_they_helped_with() -> None:
    done = play(
        FAST, *FAST_TO_THE_ROLL, {"is": "helped", "name": "Ivo", "exponent": 2}, ("roll-dice", "44111"), "settle"
    )
    table = next(one for one in done.answer.blocks if isinstance(one, Table) and one.caption == "What helpers mark")
    assert table.rows == (("Ivo", "2D", "Difficult"),)


def test_doubling_at_a_later_step_is_noted_in_the_list_of_steps() -> None:
    assert any(isinstance(one, Note) for one in app.run("step-of-a-test", {"step": 9}).answer.blocks)
    assert not any(isinstance(one, Note) for one in app.run("step-of-a-test", {"step": 6}).answer.blocks)


@given(st.builds(Purse, *[st.integers(0, 25)] * 3))
def test_the_cap_refuses_what_goes_beyond_it(purse: Purse) -> None:
    assert bool(procedure.refused(Purse(), purse)) == bool(purse.less(CAP).points)


@given(st.integers(0, 10), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_wound_dice_by_level(superficial: int, light: int, midi: int, severe: int, traumatic: int) -> None:
    effect = together(Borne(superficial, light, midi, severe, traumatic).levels)
    assert -effect.dice.total == superficial // 3 + light + 2 * midi + 3 * severe + 4 * traumatic
    assert effect.obstacle == int(superficial % 3 > 0)


def test_the_price_of_aristeia() -> None:
    assert Purse(5, 3, 1) == ARISTEIA


def test_an_epiphany_takes_what_the_table_reads() -> None:
    setup = {**FAST, "spent_fate": 20, "spent_persona": 10, "spent_deeds": 3}
    moves: tuple[Move, ...] = (*FAST_TO_THE_ROLL, ("roll-dice", "4444"), "settle")
    assert value(play(setup, *moves), "epiphany")
    assert not value(play({**setup, "ability": "W4"}, *moves), "epiphany")
    assert not value(play({**setup, "spent_deeds": 2}, *moves), "epiphany")
    assert not value(play({**setup, "tested": "steel"}, *moves), "epiphany")
    assert value(play({**setup, "tested": "steel"}, *moves, chosen={"artha.epiphany-scope": "any"}), "epiphany")


def test_readings_of_rerolls() -> None:
    moves: tuple[Move, ...] = (*FAST_TO_THE_ROLL, ("roll-dice", "6111"), ("luck", "1"))
    closed = play(FAST, *moves, ("reroll-traitors", "1611"), chosen={"rolls.reroll-opens": "no"})
    assert value(closed, "faces") == [[6, 1], [6], [1], [1]]
    own = play(FAST, *moves, ("reroll-traitors", "411"), chosen={"rolls.extra-traitors": "no"})
    assert value(own, "faces") == [[6, 1], [4], [1], [1]]
    steel = {**FAST, "tested": "steel"}
    opens = {"rolls.luck-later": "opens"}
    assert value(play(steel, *FAST_TO_THE_ROLL, ("roll-dice", "5111"), ("luck", "64"), chosen=opens), "faces") == [
        [5],
        [6, 4],
        [1],
        [1],
    ]
    call_on: Move = {"is": "call-on", "trait": "Stubborn", "faces": "111"}
    once = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "4111"), call_on, chosen={"rolls.call-on-session": "character"})
    assert "call-on" not in names(once)["player"]
    passed = play(FAST, *FAST_TO_THE_ROLL, ("roll-dice", "4411"), chosen={"rolls.call-on-passed": "failed"})
    assert "call-on" not in names(passed)["player"]


def test_readings_of_the_cap() -> None:
    setup = {**FAST, "wounds": {"superficial": 1, "light": 1}}
    apart = {"artha.reaction-cap": "other"}
    moves: tuple[Move, ...] = (*FAST_TO_THE_ROLL, "ignore-scrapes", "win-back", {"is": "bonus", "persona": 3})
    done = play(setup, *moves, ("roll-dice", "6111111"), chosen=apart)
    assert "luck" in names(done)["player"]
    assert value(done, "spent") == {"fate": 1, "persona": 4, "deeds": 0}
    boons: tuple[Move, ...] = (*FAST_TO_THE_ROLL, {"is": "bonus", "persona": 3}, ("roll-dice", "1111111"), "settle")
    assert "cheat-death" not in names(play(FAST, *boons))["player"]
    late = play(FAST, *boons, "cheat-death", chosen={"artha.persona-cap": "boons"})
    assert value(late, "spent")["persona"] == 4
    none = play(FAST, *boons, chosen={"artha.complications": "no"})
    assert value(none, "over")


def test_emotions_open_as_the_table_reads_it() -> None:
    setup = {**FAST, "tested": "emotion"}
    assert value(play(setup, *FAST_TO_THE_ROLL, ("roll-dice", "61114")), "faces")[0] == [6, 4]
    named = {"elements.emotions-open": "no"}
    assert value(play(setup, *FAST_TO_THE_ROLL, ("roll-dice", "6111"), chosen=named), "faces")[0] == [6]


def test_tools_last_less_and_less() -> None:
    assert [procedure.still_there(use, on_one=True) for use in (1, 2, 3)] == [1, Fraction(5, 6), Fraction(25, 36)]
    assert procedure.still_there(3, on_one=False) == Fraction(1, 36)
