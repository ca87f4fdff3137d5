"""The calculators of dice and advancement where cases cannot reach: blocks, effects, and the log as a session."""

import itertools
import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine import app, forms
from engine.answer import Dice, Grid, Note, Odds, Story, Table
from engine.calculators import TABLES
from engine.games.burning_wheel.rules.test_class import classes
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.games.burning_wheel.views.blocks import ExperienceLog
from engine.working import Mark


def answered(name: str, **inputs: Any) -> Any:
    return app.run(name, inputs).answer


def block(answer: Any, kind: type) -> Any:
    return next(one for one in answer.blocks if isinstance(one, kind))


@pytest.mark.parametrize("layout", ["dice-down", "obstacle-down"])
@pytest.mark.parametrize(
    ("dice", "obstacle", "size"), [(5, 4, "ten"), (1, 1, "ten"), (14, 3, "ten"), (14, 30, "twenty")]
)
def test_the_current_cell_is_the_test_and_every_cell_tells_the_truth(
    layout: str, dice: int, obstacle: int, size: str
) -> None:
    grid = block(answered("test-class", dice=dice, obstacle=obstacle, layout=layout, size=size), Grid)
    assert len(grid.cells) == len(grid.rows) == len(grid.columns) == {"ten": 10, "twenty": 20}[size]
    row, column = grid.current
    assert grid.cells[row][column].sets == {"dice": dice, "obstacle": obstacle}
    for cells in grid.cells:
        for cell in cells:
            found = classes(cell.sets["dice"], cell.sets["obstacle"])
            assert cell.letter == "/".join(one.value[0] for one in found)
            assert cell.letter in dict(grid.legend)


def test_off_the_table_nothing_is_ringed() -> None:
    assert block(answered("test-class", dice=0), Grid).current is None


def test_a_class_can_be_marked_and_so_can_either_where_there_is_a_choice() -> None:
    assert answered("test-class", dice=4, obstacle=3).effects == (LogTest("", "Difficult"),)
    assert answered("test-class", dice=1, obstacle=1).effects == (LogTest("", "Routine"), LogTest("", "Difficult"))


def test_the_misprinted_example_is_marked_where_it_is_met() -> None:
    for answer in (answered("test-class", dice=3, obstacle=2), answered("who-marks")):
        assert [note.rule for note in answer.blocks if isinstance(note, Note) and note.mark is Mark.CORRECTED] == [
            "HUB-35"
        ]


@pytest.mark.parametrize("edition", ["revised", "later"])
def test_only_answers_that_differ_ask_for_the_edition(edition: str) -> None:
    chosen = {"burning-wheel.edition": edition}
    assert "burning-wheel.edition" not in app.run("test-class", {"dice": 4, "obstacle": 3}, chosen).rulings
    assert app.run("test-class", {"dice": 1, "obstacle": 1}, chosen).rulings == chosen


def test_the_log_block_shows_both_ways() -> None:
    log = block(answered("advancement", exponent=4, routine=4, difficult=1), ExperienceLog)
    assert [(row.have, row.need, row.joined) for row in log.rows] == [(4, 4, ""), (1, 2, "or"), (0, 1, "or")]
    assert not log.success_only
    assert not log.full
    stat = block(answered("advancement", kind="perception", exponent=4, difficult=2, challenging=1), ExperienceLog)
    assert [(row.need, row.joined) for row in stat.rows] == [(0, ""), (2, ""), (1, "")]
    assert stat.success_only
    assert stat.full == "4 → 5"


def test_the_row_of_the_exponent_is_ringed() -> None:
    table = block(answered("advancement", kind="stat", exponent=7), Table)
    assert table.rows[table.current][0] == 7


def test_missing_tests_are_said_without_a_useless_way() -> None:
    for marks, sentence in (
        ({"difficult": 2}, "Still missing: 3 Routine."),
        ({"routine": 3}, "Still missing: 2 Difficult or 1 Challenging."),
        ({"difficult": 1}, "Still missing: 3 Routine, and 1 Difficult or 1 Challenging."),
    ):
        assert answered("advancement", exponent=3, **marks).verdict.sentence == sentence


def test_obstacle_0_gets_one_clear_sentence() -> None:
    answer = answered("odds", obstacle=0)
    assert answer.values["percentage"] == "certain"
    assert answer.verdict.sentence == "Ob\N{NO-BREAK SPACE}0 asks for nothing and passes without a roll."
    assert "without a roll" in block(answer, Odds).sentence


def test_a_seed_rolls_the_same_dice_and_an_opened_die_lies_behind_its_six() -> None:
    inputs = {"pool": "B8", "open_ended": True, "fell": {"is": "seeded", "seed": 12}}
    assert app.run("roll", inputs).as_json() == app.run("roll", inputs).as_json()
    for seed in range(40):
        dice = block(answered("roll", pool="B8", open_ended=True, fell={"is": "seeded", "seed": seed}), Dice)
        for place, face in enumerate(dice.faces):
            if face.opened_by is not None:
                assert face.opened_by == place - 1
                assert dice.faces[place - 1].face == 6


@pytest.mark.parametrize("faces", ["", "six", "0 1 2 3", "6 5 2 1 1 1", "٣ 1 1 1"])
def test_faces_that_are_none(faces: str) -> None:
    with pytest.raises(forms.Unusable) as refused:
        answered("roll", fell={"is": "typed", "faces": faces})
    assert refused.value.field == "fell.faces"
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize(
    "name", ["test-classes", "skill-tests", "stat-tests", "obstacle-ladder", "exponents", "shades"]
)
def test_tables_for_pages(name: str) -> None:
    table = TABLES[name]()
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)


# --- The experience log as a session ---------------------------------------------------------------------------------


def played(setup: dict[str, Any], *moves: dict[str, Any]) -> app.Run:
    done = app.step("experience-log", {"setup": setup})
    for move in moves:
        assert done.log is not None
        done = app.step("experience-log", done.log, {"side": "log", "move": move})
    return done


def test_the_last_test_raises_the_exponent_and_wipes_the_slate() -> None:
    done = played({"ability": "B3", "routine": 3, "difficult": 1}, {"is": "tested", "dice": 3, "obstacle": 3})
    assert done.answer.values["ability"] == "B4"
    assert done.answer.values["marks"] == {"routine": 0, "difficult": 0, "challenging": 0}
    assert done.answer.verdict is not None
    assert done.answer.verdict.at_a_glance == "I learned something"


def test_a_failed_perception_test_is_refused_with_the_reason() -> None:
    move = {"is": "mark-test", "test_class": "Difficult", "passed": False}
    values = played({"ability": "B4", "kind": "perception"}, move).answer.values
    assert values["marks"]["difficult"] == 0
    assert values["last"] == "refused: Perception marks only tests that succeed"
    assert played({"ability": "B4", "kind": "stat"}, move).answer.values["marks"]["difficult"] == 1


def test_of_a_choice_the_mark_that_helps_is_made() -> None:
    one_die = {"is": "tested", "dice": 1, "obstacle": 1}
    assert played({"ability": "B1", "routine": 1}, one_die).answer.values["ability"] == "B2"
    assert played({"ability": "B1", "difficult": 1}, one_die).answer.values["ability"] == "B2"


def test_sessions_are_told_apart() -> None:
    done = played({"ability": "B3"}, {"is": "mark-test"}, {"is": "next-session"}, {"is": "mark-test"})
    story = block(done.answer, Story)
    assert [line.text[:9] for line in story.lines] == ["Session 1", "Session 2", "Session 2"]


def test_a_log_survives_export_and_import() -> None:
    done = played({"ability": "B3"}, {"is": "mark-test"}, {"is": "tested", "dice": 4, "obstacle": 5})
    again = app.step("experience-log", json.loads(json.dumps(done.log)))
    assert again.as_json() == done.as_json()
    assert again.complaint == ""


def test_markers_have_no_log_to_mark() -> None:
    assert played({"kind": "reflexes"}).moves == {}
    with pytest.raises(forms.Unusable):
        played({"kind": "reflexes"}, {"is": "mark-test"})


def test_the_tuner_weighs_every_set_of_dice_with_every_spend() -> None:
    """Against all subsets, one by one: each has its row, and no row is without one."""
    sizes = (1, 1, 2)
    inputs = {"ability": "G3", "obstacle": 4, "optional": [{"words": f"n{size}", "dice": size} for size in sizes]}
    answer = answered("test-tuner", **inputs, persona=2, deeds=True)
    sums = {3 + sum(taken) for count in range(4) for taken in itertools.combinations(sizes, count)}
    found = sorted(zip((one["dice"] for one in answer.values["rungs"]), answer.values["rolled"], strict=True))
    assert found == sorted((dice, dice + more + twice) for dice in sums for more in (0, 1, 2) for twice in (0, 3))
    for rung, rolled in zip(answer.values["rungs"], answer.values["rolled"], strict=True):
        passes = sum(comb(rolled, hits) * 2**hits for hits in range(4, rolled + 1))
        assert rung["probability"] == Fraction(passes, 3**rolled)
