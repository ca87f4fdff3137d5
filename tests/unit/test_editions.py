"""Editions side by side: what both columns come to, and the tables of the later edition that the pages show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Table
from engine.games.burning_wheel.rules import advancement, test_class
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Before, House, Task
from engine.games.burning_wheel.rules.editions import DIFFERENCES, Topic, share
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.test_class import TestClass, by_distance, classes

BOTH = "both-editions"


@given(st.integers(1, 40), st.integers(1, 60))
def test_the_table_by_distance_is_the_printed_one(dice: int, obstacle: int) -> None:
    column = 0 if dice <= 3 else 1 if dice <= 6 else 2
    assert classes(dice, obstacle, choice=False) == (by_distance()[test_class.below(dice, obstacle)][column],)


def test_by_distance_has_a_cell_for_every_row_and_column() -> None:
    assert [len(row) for row in by_distance()] == [len(test_class.BANDS)] * len(test_class.BELOW)
    assert by_distance()[0] == (TestClass.CHALLENGING,) * 3


@pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.parents])
def test_the_labels_matter_up_to_exponent_4_only(kind: Kind) -> None:
    for exponent in range(1, 10):
        tests = advancement.routes(kind, exponent, later=True)
        assert (tests == advancement.routes(kind, exponent, later=True, printed=True)) is (exponent > 4)


def test_a_log_asks_for_the_edition_only_where_its_labels_are_kept() -> None:
    inputs = {"kind": "skill", "exponent": 3}
    assert "burning-wheel.edition" not in app.run("advancement", inputs).rulings
    kept = app.run("advancement", inputs, {"edition": "later", "later.tables": "printed"})
    assert {"burning-wheel.edition", "burning-wheel.later.tables"} <= set(kept.rulings)
    assert kept.answer.values["needed"] == [{"routine": 0, "difficult": 2, "challenging": 1}]
    shown = next(one for one in kept.answer.blocks if isinstance(one, Table))
    assert shown.caption == "Tests needed: the stat table"


@given(
    st.integers(0, 2), st.integers(0, 2), st.sampled_from(Before), st.integers(0, 3), st.sampled_from(list(ELEMENTS))
)
def test_what_the_later_edition_adds_and_takes(
    situation: int, trait: int, before: Before, persona: int, name: str
) -> None:
    task = Task(4, ELEMENTS[name], 3, advantage=situation, trait=trait, before=before, boon=persona)
    revised, later = share(task, House()), share(task, House(later=True))
    assert later.advantage == max(situation, trait) <= revised.advantage == situation + trait
    assert later.linked >= revised.linked
    assert (later.linked == revised.linked) is (before is not Before.MET)
    assert later.persona == persona >= revised.persona
    assert later.open_ended <= revised.open_ended


@pytest.mark.parametrize("chosen", [{"edition": "revised"}, {"edition": "later"}])
def test_both_columns_stand_whatever_is_played(chosen: dict[str, str]) -> None:
    done = app.run(BOTH, {"ability": "B1", "obstacle": 1, "before": "none"}, chosen)
    assert "burning-wheel.edition" not in done.rulings
    assert done.answer.values["revised"]["class"] == "choice"
    assert done.answer.values["later"]["class"] == "Difficult"


@pytest.mark.parametrize(
    "inputs",
    [
        {"before": "met", "situation": 1, "trait": 2, "persona": 2},
        {"before": "none", "beginner": True, "tools": True, "tested": "will"},
        {"before": "failed", "tested": "perception", "tools": True},
    ],
)
@pytest.mark.parametrize("edition", ["revised", "later"])
def test_a_column_is_what_the_test_builder_says(inputs: dict[str, object], edition: str) -> None:
    column = app.run(BOTH, inputs).answer.values[edition]
    same = {key: value for key, value in inputs.items() if key not in ("situation", "persona")}
    builder = {**same, "obstacle": 3, "advantage": inputs.get("situation", 0), "boon": inputs.get("persona", 0)}
    built = app.run("test-builder", builder, {"edition": edition}).answer.values
    assert column["dice"] == built["dice"]
    assert column["obstacle"] == built["obstacle"]
    assert column["probability"] == built["probability"]
    assert column["class"] == built["class"]


def test_a_row_is_marked_where_its_columns_differ() -> None:
    tables = [one for one in app.run(BOTH, {}).answer.blocks if isinstance(one, Table)]
    for table in tables:
        for _, revised, later, mark in table.rows:
            assert (mark == "alike") is (revised == later)


def test_every_topic_has_rows_and_no_name_stands_twice() -> None:
    assert {one.topic for one in DIFFERENCES} == set(Topic)
    names = [one.name for one in DIFFERENCES]
    assert len(set(names)) == len(names)
    assert all(one.differs for one in DIFFERENCES if one.revised.startswith(("no rule", "not said")))
