"""The calculators of positioning and distance: one word for one place, tables as written, refusals in a sentence."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from engine import app
from engine.answer import Working
from engine.calculators import TABLES
from engine.forms import Unusable
from engine.wording import shown
from tests.site.building import modules

app.load(modules())

LENGTHS = ("shortest", "short", "long", "longer", "longest")
PLACES = ("out", "lunging", "optimal", "inside")
MOVES = ("close", "maintain", "withdraw")


def values(name: str, **inputs: Any) -> dict[str, Any]:
    return dict(app.run(name, inputs).answer.values)


@pytest.mark.parametrize(("mine", "theirs"), list(itertools.product(LENGTHS[:3], LENGTHS[1:])))
@pytest.mark.parametrize("at", PLACES)
def test_the_test_and_the_move_lead_to_the_same_places(mine: str, theirs: str, at: str) -> None:
    for scripted, against in itertools.product(MOVES, MOVES):
        moved = values("fight-move", mine=mine, theirs=theirs, mine_at=at, scripted=scripted, their_script=against)
        rolled = values("position", weapon=mine, other_weapon=theirs, distance=at, mine=scripted, theirs=against)
        for one, other in (
            ("one", "win"),
            ("two", "win_two"),
            ("tie", "tie"),
            ("lose", "lose"),
            ("lose_two", "lose_two"),
        ):
            assert moved[one] == rolled[f"{other}_at"]


@pytest.mark.parametrize("scripted", MOVES)
def test_standing_still_loses_by_one(scripted: str) -> None:
    stood = values("stand-still", scripted=scripted, mine="long", theirs="short", mine_at="optimal")
    moved = values("fight-move", mine="long", theirs="short", mine_at="optimal", their_script=scripted)
    assert stood["likeliest"] == moved["lose"]


def test_the_chances_add_up_and_turn_around() -> None:
    for speed, other in itertools.product(("B2", "B4", "G5"), ("B3", "B6")):
        found = values("position", speed=speed, other=other, weapon="long", other_weapon="long")
        turned = values("position", speed=other, other=speed, weapon="long", other_weapon="long")
        ends = [found[key] for key in ("win_two", "win", "tie", "lose", "lose_two")]
        assert sum(ends, Fraction(0)) == 1
        assert ends == [turned[key] for key in ("lose_two", "lose", "tie", "win", "win_two")]


def test_a_roll_marks_speed_once_both_have_rolled() -> None:
    assert not app.run("position", {}).answer.effects
    rolled = {"is": "both", "own": 3, "other": 2}
    for name in ("position", "starting-distance"):
        assert app.run(name, {"rolled": rolled}).answer.effects


def test_a_ledger_comes_to_the_dice() -> None:
    answer = app.run("position", {"quicker": "you", "outruns": "you-far", "aids": ["stance"], "bonus": 1}).answer
    mine, theirs = (block for block in answer.blocks if isinstance(block, Working))
    assert (mine.total, theirs.total) == (4 + 1 + 2 + 1 + 2 + 1, 4)
    assert sum(line.amount for line in mine.lines) == mine.total


def test_a_beak_alone_has_no_length() -> None:
    with pytest.raises(Unusable, match="as long as the weapon that it is fixed to"):
        app.run("length-dice", {"mine": "beak"})


def cells(name: str) -> list[tuple[str, ...]]:
    return [tuple(shown(cell) for cell in row) for row in TABLES[name]().rows]


def test_what_moving_costs_as_the_page_shows_it_fgt_21() -> None:
    assert cells("fight-moving") == [
        ("Stand still", "0", "0"),
        ("Maintain", "0", "+1"),
        ("Close", "+1", "+2"),
        ("Withdraw", "+1", "+2"),
        ("Your target Closes or Withdraws", "0", "+1"),
        ("Your target Avoids", "0", "+1"),
    ]


def test_weapons_inside_as_the_page_shows_them_fgt_17() -> None:
    assert [row[1] for row in cells("fight-inside")] == ["+4", "+3", "+2", "+1", "0"]


def test_every_place_and_move_as_the_page_shows_it_fgt_20() -> None:
    apart = [row[1:] for row in cells("fight-tracks") if row[0] == "More than one step"]
    assert apart == [
        ("out / out", "lunge / out", "opt / lunge", "–", "–"),
        ("lunge / out", "opt / out", "opt / lunge", "out / out", "out / out"),
        ("opt / out", "in / in", "opt / lunge", "lunge / out", "lunge / out"),
        ("opt / lunge", "in / in", "opt / opt", "lunge / out", "opt / out"),
        ("opt / opt", "in / in", "in / in", "lunge / out", "opt / lunge"),
        ("in / in", "–", "–", "opt / out", "opt / opt"),
    ]
    assert len(cells("fight-tracks")) == 4 + 5 + 6


def test_what_a_distance_allows_as_the_page_shows_it_fgt_16() -> None:
    found = {row[0]: row[1:] for row in cells("fight-distances")}
    assert found["Strike, Great Strike"] == ("no", "+1", "free", "+3")
    assert found["Lock"] == ("no", "+4", "+2", "free")
    assert found["Avoid"] == ("free", "free", "free", "free")
    assert found["Bow, crossbow, throw"] == ("free", "free", "free", "no")
