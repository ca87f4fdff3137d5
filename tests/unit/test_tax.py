"""Tax: its order, what it never does, the forecast against counting faces, and the session of a shopping trip."""

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms, views
from engine.answer import Story
from engine.effects import SetValue
from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import tax, test_class
from engine.games.burning_wheel.rules.tax import Gift, House, Stakes
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.effects import LogTest, SetAbility, Spend

TRIP = "shopping-trip"
SMALL = st.integers(0, 6)


@st.composite
def stakes(draw: st.DrawFn) -> Stakes:
    exponent = draw(st.integers(0, 10))
    return Stakes(exponent, draw(st.integers(0, exponent)), draw(SMALL), draw(SMALL), draw(SMALL))


HOUSES = st.builds(House, st.booleans(), st.booleans())


@given(st.integers(0, 20), stakes(), HOUSES)
def test_tax_takes_what_is_due_or_all_there_is(dice: int, held: Stakes, house: House) -> None:
    loss = tax.taxed(dice, held, house)
    there = held.current + held.loaned + held.funds + (held.cash if house.cash_absorbs else 0)
    assert loss.dice == min(dice, there)
    assert loss.after.current == held.current - loss.own >= 0
    assert loss.after.funds == held.funds - loss.funds
    assert loss.after.loaned == held.loaned - loss.loaned
    if loss.own:
        assert (loss.loaned, loss.funds) == (held.loaned, held.funds)


@given(st.integers(0, 20), stakes(), HOUSES)
def test_only_the_fall_to_nothing_depletes(dice: int, held: Stakes, house: House) -> None:
    loss = tax.taxed(dice, held, house)
    assert loss.depleted == (held.current > 0 and loss.after.current == 0)
    assert loss.after.exponent == held.exponent - loss.depleted
    assert loss.after.taxed == loss.after.exponent - loss.after.current


def test_more_taxed_than_there_is() -> None:
    with pytest.raises(ValueError, match="no more than there is"):
        Stakes(2, 3)


@pytest.mark.parametrize(("gift", "due"), [(Gift.NOT_OFFERED, 4), (Gift.TAKEN, 4), (Gift.DECLINED, 1)])
def test_what_the_gift_changes(gift: Gift, due: int) -> None:
    assert tax.after_gift(4, gift) == due


@pytest.mark.parametrize("dice", range(1, 6))
@pytest.mark.parametrize("obstacle", range(1, 7))
def test_the_forecast_is_what_counting_faces_gives(dice: int, obstacle: int) -> None:
    """Every roll of black dice counted one by one, and its Tax worked out in another way."""
    held = Stakes(3, 1, 0, 1)
    as_class = test_class.classes(dice, obstacle)[0]
    lost: Counter[int] = Counter()
    ruined = 0
    for faces in itertools.product((0, 1), repeat=dice):
        margin = obstacle - sum(faces)
        due = {"Routine": 1, "Difficult": 2}.get(as_class.value, margin) if margin > 0 else 0
        lost[min(due, 3)] += 1
        ruined += due >= 3
    found = tax.forecast(successes(Pool.of(dice)), obstacle, as_class, held)
    assert {dice_lost: chance for dice_lost, chance in found.dice.items() if chance} == {
        dice_lost: Fraction(count, 2**dice) for dice_lost, count in lost.items()
    }
    assert found.ruin == Fraction(ruined, 2**dice)
    assert found.mean == sum(Fraction(dice_lost * count, 2**dice) for dice_lost, count in lost.items())
    assert found.buys + sum(ending.chance for ending in found.endings) == 1


@pytest.mark.parametrize("dice", range(1, 8))
@pytest.mark.parametrize("obstacle", range(1, 8))
def test_of_two_taxes_as_likely_both_are_named(dice: int, obstacle: int) -> None:
    ran = app.run("purchase-builder", {"resources": f"B{dice}", "price": {"is": "own", "obstacle": obstacle}})
    taxes = {int(lost): chance for lost, chance in ran.answer.values["tax"].items() if lost != "0"}
    most = max(taxes.values(), default=0)
    named = [lost for lost, chance in taxes.items() if chance == most and most]
    assert ran.answer.values["likely_tax"] == named
    if len([chance for chance in taxes.values() if chance]) > 1:
        assert f"mostly {' or '.join(f'{lost}D' for lost in named)}" in views.as_text(ran.answer)


def test_nothing_can_fail_without_an_ending() -> None:
    found = tax.forecast(successes(Pool.of(0)), 1, TestClass.CHALLENGING, Stakes(0))
    assert (found.buys, found.likely, found.ruin) == (0, (0,), 0)
    assert tax.Forecast(Fraction(1), ()).likely == ()


@pytest.mark.parametrize(
    ("least", "most", "obstacle", "exponent", "found"),
    [
        (3, 6, 4, 3, (3,)),
        (4, 6, 4, 4, ()),
        (1, 3, 4, 3, ()),
        (1, 4, 4, 3, (3,)),
        (1, 4, 2, 1, ()),
        (0, 3, 1, 3, ()),
    ],
)
def test_where_a_die_more_costs_more(
    least: int, most: int, obstacle: int, exponent: int, found: tuple[int, ...]
) -> None:
    assert tuple(trap.dice for trap in tax.traps(least, most, obstacle, Stakes(exponent))) == found


@given(st.integers(1, 12), st.integers(2, 12))
def test_a_trap_is_where_a_near_miss_grows_dearer(dice: int, obstacle: int) -> None:
    """The one die that the rule names is the only one: compared class by class."""
    cost = [tax.due(test_class.classes(count, obstacle)[-1], 1) for count in (dice, dice + 1)]
    assert (cost[1] > cost[0]) == bool(tax.traps(dice, dice + 1, obstacle, Stakes(5)))


# After the roll


def after(**inputs: Any) -> app.Run:
    return app.run("after-the-purchase", inputs)


def test_only_a_success_is_marked() -> None:
    assert after(successes=3, cash=1, dice=4).answer.effects == (LogTest("resources", "Difficult"), Spend("cash", 1))
    assert after(successes=1).answer.effects == (SetValue("taxed", "2"),)
    choice = after(dice=1, obstacle=1, successes=1).answer.effects
    assert choice == (LogTest("resources", "Routine"), LogTest("resources", "Difficult")), "the reader makes it"


def test_resources_that_are_used_up_fall_on_the_sheet_too() -> None:
    depleted = after(successes=0, obstacle=4, resources="G1", dice=1).answer
    assert depleted.values["depleted"]
    assert depleted.effects == (SetAbility("resources", {"ability": "G0"}),)


def test_the_order_is_told() -> None:
    steps = next(block.steps for block in after(gift="declined").answer.blocks if hasattr(block, "steps"))
    assert [step.split("?")[0] for step in steps] == [
        "Does the GM offer the Gift of Kindness",
        "Do you take it",
        "What is due",
        "What does it take",
    ]


# The session


def play(setup: dict[str, Any], *moves: Any, chosen: dict[str, str] | None = None) -> app.Run:
    """A trip after these moves; a pair is a move with the faces that fell."""
    done = app.run(TRIP, setup, chosen)
    for move in moves:
        said, faces = move if isinstance(move, tuple) else (move, [])
        said = {"is": said} if isinstance(said, str) else said
        assert done.moves is not None
        side = next((side for side, open_to in done.moves.items() if said["is"] in open_to.groups), None)
        assert side, f"{said['is']} is not open"
        assert done.log is not None
        done = app.step(TRIP, done.log, {"side": side, "move": said, "faces": faces}, chosen)
    return done


def open_to(done: app.Run) -> set[str]:
    assert done.moves is not None
    return {name for one in done.moves.values() for name in one.groups}


SHIRT = {"price": "chainmail", "helpers": [{"name": "Odo", "exponent": 3}], "cash": 1}


def test_a_gift_taken() -> None:
    failed = play(SHIRT, ("roll-resources", [6, 4, 1, 2, 3]))
    assert failed.answer.values["stage"] == "failed"
    assert open_to(failed) == {"no-gift", "offer-gift"}
    assert failed.answer.effects == ()
    done = play(SHIRT, ("roll-resources", [6, 4, 1, 2, 3]), "offer-gift", "take-gift")
    values = done.answer.values
    assert (values["tax"], values["resources"], values["taxed"], values["helpers_taxed"]) == (2, 1, 2, [2])
    assert values["bought"] == ["Chainmail, run of the mill"]
    assert done.answer.effects == (Spend("cash", 1), SetValue("taxed", "2"))


def test_losses_cut_and_the_next_purchase() -> None:
    done = play(
        SHIRT, ("roll-resources", [1, 1, 1, 2, 3]), "offer-gift", "cut-losses", {"is": "buy-next", "price": "food"}
    )
    values = done.answer.values
    assert (values["stage"], values["taxed"], values["obstacle"], values["dice"]) == ("price", 1, 1, 3)
    assert values["bought"] == []
    bought = play(
        SHIRT,
        ("roll-resources", [1, 1, 1, 2, 3]),
        "no-gift",
        {"is": "buy-next", "price": "food"},
        ("roll-resources", [5, 1]),
    )
    assert bought.answer.values["bought"] == ["Food for the day"]
    assert bought.answer.effects == (LogTest("resources", "Routine"),)


@pytest.mark.parametrize(("faces", "dice", "obstacle"), [([6, 6, 1], 4, 3), ([6, 1, 1], 3, 3), ([1, 1, 1], 3, 4)])
def test_asking_around_leads_in(faces: list[int], dice: int, obstacle: int) -> None:
    done = play({}, ({"is": "ask-around", "obscurity": 1}, faces))
    assert (done.answer.values["dice"], done.answer.values["obstacle"]) == (dice, obstacle)
    assert "ask-around" not in open_to(done)


def test_a_haggled_price_leaves_no_losses_to_cut() -> None:
    setup = {"price": {"is": "own", "name": "A ship", "obstacle": 9}, "resources": "B6"}
    moves = ({"is": "haggle", "price": 7}, ("roll-resources", [1] * 6), "offer-gift")
    assert open_to(play(setup, *moves)) == {"take-gift"}
    assert open_to(play(setup, *moves, chosen={"resources.haggled": "cut"})) == {"take-gift", "cut-losses"}
    for price in (4, 10):
        with pytest.raises(forms.Unusable, match="haggling ends between 5 and 9"):
            play(setup, {"is": "haggle", "price": price})


def test_walking_away_costs_nothing() -> None:
    done = play({"cash": 2}, "walk-away")
    assert (done.answer.values["stage"], done.answer.values["tax"], done.answer.effects) == ("done", 0, ())


def test_without_a_die_there_is_no_roll() -> None:
    assert "roll-resources" not in open_to(play({"resources": "B0"}))


def test_ruin_is_told() -> None:
    done = play({"resources": "B2", "price": "mule"}, ("roll-resources", [1, 1]), "no-gift")
    assert (done.answer.values["exponent"], done.answer.values["taxed"], done.answer.values["resources"]) == (1, 1, 0)
    story = next(block for block in done.answer.blocks if isinstance(block, Story))
    assert [(line.step, line.rule) for line in story.lines] == [
        (1, "RES-08"),
        (2, "RES-09"),
        (2, "RES-08"),
        (2, "RES-12"),
    ]


def test_the_same_log_gives_the_same_trip() -> None:
    done = play(SHIRT, "roll-resources")
    assert done.log is not None
    again = app.step(TRIP, done.log)
    assert again.answer == done.answer
    assert not again.complaint
