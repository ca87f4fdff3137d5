"""What the book's examples leave between them: limits, orders of working, and what a switch changes elsewhere."""

import inspect
from typing import Any

import pytest

from engine import app, views
from engine.answer import Table
from engine.calculators import REGISTRY, Calculator
from engine.forms import Unusable
from engine.games.burning_wheel.calculators.rolling_dice import building
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest, SetAbility
from engine.wording import shown
from tests.site.building import modules

app.load(modules())


def values(name: str, rulings: dict[str, str] | None = None, **inputs: Any) -> dict[str, Any]:
    return dict(app.run(name, inputs, rulings).answer.values)


def table(name: str, caption: str, **inputs: Any) -> Table:
    blocks = app.run(name, inputs).answer.blocks
    return next(block for block in blocks if isinstance(block, Table) and block.caption == caption)


# HUB


def test_helpers_are_judged_by_the_whole_obstacle() -> None:
    made = {"ability": "B4", "obstacle": 2, "helpers": [{"exponent": 2}]}
    assert table("test-builder", "What helpers mark", **made).rows == (("Helper", "2D", "Difficult"),)
    harder = {**made, "disadvantages": [{"amount": 2}]}
    assert table("test-builder", "What helpers mark", **harder).rows == (("Helper", "2D", "Challenging"),)
    doubled = {**made, "beginner": True}
    assert table("test-builder", "What helpers mark", **doubled).rows == (("Helper", "2D", "Difficult"),)


@pytest.mark.parametrize(("edition", "dice"), [("revised", 8), ("later", 6)])
@pytest.mark.parametrize("source", ["advantage", "trait"])
def test_an_advantage_of_the_later_edition_is_two_dice_at_most(source: str, edition: str, dice: int) -> None:
    assert values("test-builder", {"edition": edition}, ability="B4", **{source: 4})["dice"] == dice


@pytest.mark.parametrize(
    ("tested", "helper"),
    [("skill", {"stat": True}), ("skill", {"exponent": 0}), ("health", {}), ("circles", {"stat": True})],
)
def test_whoever_cannot_help_marks_nothing(tested: str, helper: dict[str, Any]) -> None:
    made = {"ability": "B4", "obstacle": 2, "tested": tested, "helpers": [{"exponent": 4, **helper}]}
    (row,) = table("test-builder", "What helpers mark", **made).rows
    assert row[2] == "nothing"
    assert values("test-builder", **made)["dice"] == 4


ROLLED = {
    "lifestyle": ({"life": "knight", "resources": "B3"}, "rolled"),
    "get-a-job": ({"skill": "B3"}, "rolled"),
    "loan": ({"lender": "B3"}, "rolled"),
    "loan-and-tax": ({"resources": "B3"}, "rolled"),
    "funds-and-property": ({"resources": "B3"}, "rolled"),
}


@pytest.mark.parametrize("name", ROLLED)
@pytest.mark.parametrize("more", [0, 1, 12])
def test_artha_may_bring_more_successes_than_dice(name: str, more: int) -> None:
    inputs, field = ROLLED[name]
    pool = values(name, **inputs).get("pool") or values(name, **inputs).get("dice") or 3
    ran = app.run(name, {**inputs, field: pool + more})
    assert ("only artha does that" in views.as_text(ran.answer)) is (more > 0)


def test_without_a_die_there_is_no_success() -> None:
    with pytest.raises(Unusable, match="no die to roll") as refused:
        app.run("lifestyle", {"resources": "B3", "taxed": 3, "rolled": 1})
    assert refused.value.field == "rolled"


def test_every_roll_that_is_told_takes_what_artha_brings() -> None:
    """A calculator that comes to ask for successes rolled with Resources has to join the tests above."""
    found = set()
    for name, entry in REGISTRY.items():
        fields = inspect.signature(entry.function).parameters if isinstance(entry, Calculator) else {}
        if "rolled" in fields and {"resources", "lender", "taxed"} & set(fields):
            found.add(name)
    assert found == set(ROLLED)


ASKED_OF_HELP = ("test-builder", "later-bonus-dice", "who-marks", "later-mark", "steel-test")


@pytest.mark.parametrize("rulings", [{}, {"steel.help": "never", "circles.help": "no"}], ids=["helped", "alone"])
@pytest.mark.parametrize("stat", [False, True])
@pytest.mark.parametrize("tested", list(building.Tested))
def test_help_is_help_in_every_calculator(tested: building.Tested, stat: bool, rulings: dict[str, str]) -> None:
    """Whether a helper adds dice, and with that marks a test, is one answer for an ability, wherever it is asked."""
    helper = {"exponent": 5}

    def more(name: str, **inputs: Any) -> int:
        with_ = values(name, rulings, **inputs, helpers=[{**helper, **({"stat": True} if stat else {})}])
        return int(with_["dice"] - values(name, rulings, **inputs, helpers=[])["dice"])

    found = {more("test-builder", tested=tested.value), more("later-bonus-dice", tested=tested.value)}
    marking: dict[str, Any] = {"kind": tested.kind.value, "helpers": [{**helper, **({"kind": "stat"} if stat else {})}]}
    marks = values("who-marks", rulings, exponent=4, **marking)
    found.add(marks["dice"] - 4)
    assert (marks["helpers"] != ["none"]) is (found == {2})
    if not stat:
        later = values("later-mark", rulings, kind=tested.kind.value, helpers=[helper])
        assert later["helpers"] == [one if found == {2} else "none" for one in later["helpers"]]
    if tested is building.Tested.STEEL:
        found.add(values("steel-test", rulings, help=2)["dice"] - values("steel-test", rulings)["dice"])
    assert len(found) == 1


def test_whoever_takes_helpers_for_steel_asks_whether_it_is_helped() -> None:
    """A calculator that comes to take them has to join the test above."""
    taking = []
    for name, entry in REGISTRY.items():
        fields = inspect.signature(entry.function).parameters if isinstance(entry, Calculator) else {}
        what = next((key for key in ("tested", "kind") if key in fields), None)
        if "helpers" in fields and what:
            assert "burning-wheel.steel.help" in app.run(name, {what: "steel", "helpers": [{"exponent": 3}]}).rulings
            taking.append(name)
    assert {*taking, "steel-test"} == set(ASKED_OF_HELP)
    assert "burning-wheel.steel.help" in app.run("steel-test", {"help": 1}).rulings


def test_stats_help_no_skill_and_forks_go_into_no_stat() -> None:
    """The page of marks counts as the builder does."""
    stat = values("who-marks", exponent=4, obstacle=3, helpers=[{"kind": "stat", "exponent": 5}])
    assert (stat["dice"], stat["helpers"]) == (4, ["none"])
    helper = {"exponent": 2}
    forked = {"exponent": 4, "obstacle": 3, "helpers": [helper], "forks": [{"exponent": 4}]}
    assert values("who-marks", **forked)["dice"] == 6
    assert values("who-marks", **forked, beginner=True)["dice"] == 5
    assert values("who-marks", **forked, kind="stat")["dice"] == 5


def test_perception_stays_open_ended_where_it_is_a_root() -> None:
    made = {"ability": "B4", "tested": "perception", "beginner": True, "obstacle": 2}
    assert str(values("test-builder", **made)["probability"]) == "85/432"
    assert str(values("test-builder", {"edition": "later"}, **made)["probability"]) == "1/16"


def test_the_tuner_knows_what_is_open_ended() -> None:
    for kind in ("perception", "steel", "faith"):
        assert str(values("test-tuner", kind=kind, ability="B4", obstacle=4)["rungs"][0]["probability"]) == "85/432"
    assert str(values("test-tuner", ability="B4", obstacle=4)["rungs"][0]["probability"]) == "1/16"


def test_wounds_come_last() -> None:
    """Also off the dice that artha brings, where they take more than the ability has."""
    hurt = {"wounds": {"dice": 4}, "tested": "steel"}
    assert values("test-builder", ability="B3", doubled=True, **hurt)["dice"] == 2
    assert values("test-builder", ability="B2", advantage=3, obstacle=2, **hurt)["class"] == "Challenging"
    assert values("counted-dice", ability="B2", lost=4, advantage=3, base=2)["counted"] == 1
    assert values("counted-dice", ability="B2", lost=4)["counted"] == 0


def test_a_stat_without_dice_collapses() -> None:
    inputs = {"ability": "B2", "tested": "will", "wounds": {"dice": 2}, "advantage": 1}
    assert "collapses" in app.run("test-builder", inputs).answer.sentence


def test_beginners_luck_is_classed_alike_everywhere() -> None:
    made = {"yours": "B4", "yours_beginner": True, "yours_penalty": 2}
    roll = {"roll": {"is": "both-rolled", "yours": 4, "theirs": 2}}
    assert values("versus-test", **made, **roll)["class"] == "Routine"
    assert values("versus-test", {"tests.beginner-obstacle": "whole"}, **made, **roll)["class"] == "Difficult"


def test_a_class_of_choice_is_marked_by_nobody_but_the_player() -> None:
    done = app.run("test-builder", {"ability": "B1", "tested": "will", "beginner": True, "obstacle": 1}).answer
    either = (LogTest("", APTITUDE), LogTest("ability", "Difficult"))
    assert (done.values["marked"], done.effects) == ("either", either)


def test_one_die_of_a_stat_learns_what_it_can() -> None:
    assert app.run("obstacle-mix", {"exponent": 1, "table": "stat"}).answer.sentence.startswith("From 1 to 2")


@pytest.mark.parametrize(("tested", "chance"), [("perception", "69.5"), ("skill", "56.6")])
def test_luck_comes_last_where_dice_are_open_anyway(tested: str, chance: str) -> None:
    made = {"ability": "B4", "obstacle": 4, "uses": "luck,grace", "tested": tested}
    assert chance in app.run("artha-plan", made).answer.sentence


def test_the_readings_of_an_aristeia_hold_for_every_plan() -> None:
    gray = {"ability": "G4", "obstacle": 4, "uses": "minor", "fate": 5, "persona": 3, "deeds": 2}
    assert app.run("artha-plan", gray).answer.sentence != (
        app.run("artha-plan", gray, {"artha.aristeia-shade": "gray"}).answer.sentence
    )
    aura = {"ability": "B4", "obstacle": 3, "uses": "aura", "fate": 5, "persona": 3, "deeds": 2}
    hurt = {**aura, "borne.superficial": 1}
    with_aura = app.run("artha-plan", hurt, {"artha.aura-obstacle": "all"}).answer.sentence
    assert "31.3" in with_aura


def test_helpers_of_a_graduated_test_stand_before_obstacle_1() -> None:
    assert values("later-mark", test="graduated", helpers=[{"exponent": 2}])["helpers"] == ["Routine"]
    assert values("later-mark", test="graduated", helpers=[{"exponent": 1}])["helpers"] == ["Difficult"]


# WPN


def test_what_cannot_be_spent_on_aiming_goes_into_damage() -> None:
    found = values("ims", power=4, weapon_power=1, add=1, aimed=2, pool="B4", obstacle=1)
    assert [str(found[f"chance_{stage}"]) for stage in ("miss", "incidental", "mark")] == ["1/16", "1/2", "7/16"]


# RES


def shopping(*moves: tuple[str, dict[str, Any], str], **setup: Any) -> app.Run:
    steps = [
        {"side": side, "move": move, "faces": [int(face) for face in faces.split()]} for side, move, faces in moves
    ]
    return app.step("shopping-trip", {"format": 1, "setup": setup, "steps": steps})


ROLL, NEXT = {"is": "roll-resources"}, {"is": "buy-next", "price": "lodging"}


def test_borrowed_dice_are_gone_after_their_tests() -> None:
    passed = ("buyer", ROLL, "6 6 6 6 6")
    once = shopping(passed, ("buyer", NEXT, ""), resources="B3", loaned=2)
    assert once.answer.values["dice"] == 3
    twice = shopping(passed, ("buyer", NEXT, ""), resources="B3", loaned=2, loan_tests=2)
    assert twice.answer.values["dice"] == 5


def test_the_first_success_makes_resources_1() -> None:
    setup = {"price": "lodging", "resources": "B0", "cash": 1}
    bought = shopping(("buyer", ROLL, "6"), **setup)
    assert SetAbility("resources", {"ability": "B1"}) in bought.answer.effects
    assert shopping(("buyer", ROLL, "6"), ("buyer", {**NEXT, "cash": 1}, ""), **setup).answer.values["dice"] == 2


def test_who_cuts_losses_cuts_those_of_helpers() -> None:
    made = {"dice": 6, "obstacle": 3, "successes": 1, "gift": "declined", "resources": "B4"}
    own = values("after-the-purchase", {"resources.help-tax": "own"}, **made, helpers=[{"exponent": 3}])
    assert own["helpers_taxed"] == [1]


def test_a_lenders_fund_bears_the_tax_first() -> None:
    lent = app.run("loan", {"dice": 1, "lender": "B3", "funds": 3, "rolled": 0}).answer
    assert "B3 → B3" in lent.sentence


# DOW, STE


def test_a_rebuttal_of_one_die_has_no_half_below_0() -> None:
    with pytest.raises(Unusable, match="at least"):
        app.run("rebuttal", {"skill": "B1", "more": 0, "defense": 2}, {"duel.one-die": "half"})


def test_the_better_skill_is_that_with_more_successes() -> None:
    skills = [{"skill": "oratory", "ability": "B5"}, {"skill": "rhetoric", "ability": "W4"}]
    told = [shown(row[2]) for row in table("duel-script", "The script", skills=skills).rows]
    assert set(told) == {"Rhetoric"}


def test_what_one_carries_is_part_of_the_obstacle_that_is_logged() -> None:
    """Talked over in volley 1, side A points at +1 Ob in volley 2, where Avoid brings three successes."""
    skills = [{"skill": "oratory", "ability": "B5"}]
    scripts = {"side A": ("point", "point", "point"), "side B": ("obfuscate", "avoid", "point")}
    steps: list[dict[str, Any]] = [
        {"side": side, "move": {"is": "script", **dict(zip(("first", "second", "third"), script, strict=True))}}
        for side, script in scripts.items()
    ]
    for faces in ("6 1 1 1 1 6 6 1 1 1", "6 6 6 6 1 6 6 6 1"):
        rolled = [int(face) for face in faces.split()]
        steps += [
            {"side": "table", "move": {"is": "reveal"}},
            {"side": "table", "move": {"is": "roll-dice"}, "faces": rolled},
        ]
    done = app.step("duel", {"format": 1, "setup": {"a": {"skills": skills}, "b": {"skills": skills}}, "steps": steps})
    assert done.tape is not None
    state: Any = done.tape.states[-1]
    assert [[roll.against for roll in side.rolls] for side in state.duel.sides] == [[2, 4], [1, 4]]


def test_the_winner_of_a_haggling_duel_never_pays_the_losers_price() -> None:
    made = {"buyer": 7, "seller": 8, "left": 4}
    assert values("haggling-duel", {"argument.haggling-steps": "thumb"}, **made)["price"] == 7


# CIR


def test_what_an_asker_adds_comes_on_top_of_the_least() -> None:
    asking = {"is": "somebody", "obstacle": 12, "quietly": 3}
    assert values("circles-detect", asking=asking)["obstacle"] == 4


def test_somebody_with_a_name_keeps_it() -> None:
    (again,) = (
        block
        for block in app.run("circles-obstacle", {"named": 4}).answer.blocks
        if isinstance(block, Table) and block.caption == "What the roll brings"
    )
    assert "stays on your list" in again.rows[0][1]
