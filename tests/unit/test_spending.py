"""Prices, limits and plans of artha, and what the calculators write back."""

import math
from fractions import Fraction

import pytest

from engine import app
from engine.answer import Answer, Table
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import spending
from engine.games.burning_wheel.rules.building import House, Task
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.rescue import Manner
from engine.games.burning_wheel.rules.spending import USES, Around, Counts, Limits, Purse
from engine.games.burning_wheel.rules.wounds import Wounds
from engine.games.burning_wheel.sheet.effects import Spend
from tests.site.building import modules

app.load(modules())
SWORD = Around(Task(4, ELEMENTS["skill"], 4))
HURT = Around(Task(5, ELEMENTS["skill"], 1, wounds=Wounds(dice=3, superficial=1)), wounds=2)
RICH = Purse(9, 9, 9)


def answered(name: str, rulings: dict[str, str] | None = None, **inputs: object) -> Answer:
    return app.run(name, inputs, rulings or {}).answer


def test_eleven_ways_to_spend() -> None:
    assert len(USES) == 11
    assert [use.price.points for use in USES.values()] == [1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 10]
    cheaper = {use.id for use in USES.values() if use.later != use.price}
    assert cheaper == {"minor", "aura"}
    assert all(use.counts is Counts.NEVER for use in USES.values() if use.id in cheaper)


@pytest.mark.parametrize("later", [False, True])
def test_every_plan_is_lawful_paid_and_in_order(later: bool) -> None:
    around = Around(HURT.task, wounds=2, house=House(later=later))
    purse, limits = Purse(1, 2, 1), Limits(wounds=later)
    found = spending.plans(around, purse, limits)
    prices = [spending.cost(plan, later=later) for plan in found]
    assert found[0] == {}
    assert prices == sorted(prices, key=lambda price: price.scarcity)
    for plan, price in zip(found, prices, strict=True):
        assert not spending.refusals(plan, around, purse, limits)
        assert not price.less(purse).points
        assert not spending.counted(plan, limits).less(spending.LIMIT).points
    assert any(plan.get("luck") and plan.get("shrug") for plan in found) is False  # one Fate in the purse


def test_no_spend_lowers_the_chance() -> None:
    manner = Manner()
    bare = spending.effect({}, HURT, manner).chance
    for use in (*spending.ON_THE_DICE, "minor", "aura"):
        assert spending.effect({use: 1}, HURT, manner).chance > bare, use


def test_a_plan_is_worked_as_one() -> None:
    everything = {"luck": 1, "boon": 3, "inspiration": 1, "grace": 1}
    assert not spending.refusals(everything, SWORD, Purse(1, 3, 2), Limits())
    found = spending.effect(everything, SWORD, Manner())
    assert (found.built.rolled, found.built.logged) == (11, 4)
    assert spending.words(everything) == "Luck, Boon ×3, Divine Inspiration, Saving Grace"


def test_too_many_dice() -> None:
    huge = Around(Task(20, ELEMENTS["skill"], 4, advantage=25))
    with pytest.raises(ValueError, match="at most 60 dice"):
        spending.effect({"inspiration": 1}, huge, Manner())


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"shrug": 1}, "no-wound"),
        ({"grit": 1}, "no-wound"),
        ({"focus": 1}, "careful"),
        ({"minor": 1, "aura": 1}, "both"),
        ({"luck": 2}, "times"),
        ({"boon": 4}, "limit"),
    ],
)
def test_what_is_refused(plan: dict[str, int], code: str) -> None:
    assert code in [fault.code for fault in spending.refusals(plan, SWORD, RICH, Limits())]


def test_white_and_attributes_are_not_lightened() -> None:
    white = Around(SWORD.task, Shade.WHITE)
    assert [fault.code for fault in spending.refusals({"minor": 1}, white, RICH, Limits())] == ["white"]
    steel = Around(Task(4, ELEMENTS["steel"], 3))
    assert [fault.code for fault in spending.refusals({"minor": 1}, steel, RICH, Limits())] == ["kind"]


def test_a_skill_without_dice_cannot_be_saved_by_artha() -> None:
    gone = Around(Task(2, ELEMENTS["skill"], 1, wounds=Wounds(dice=2)), wounds=1)
    assert spending.effect({"boon": 3}, gone, Manner()).chance == 0
    assert spending.effect({"grit": 1}, gone, Manner()).chance == Fraction(1, 2)
    assert answered("artha-plan", ability="B2", borne={"midi": 1}, uses=[], boon=1).values["after"] == 0


def test_the_cheapest_plan_takes_the_fewest_deeds() -> None:
    values = answered("artha-gain", obstacle=3, target=66, fate=1, persona=3, deeds=2).values
    assert values["deeds"] == 0
    assert values["after"] >= Fraction(66, 100)
    poorer = answered("artha-gain", obstacle=3, target=66, fate=1, persona=values["persona"] - 1, deeds=0).values
    assert poorer["reached"] is False


def test_spends_are_tallied_on_the_ability() -> None:
    effects = answered("artha-plan", uses=["luck", "grace"], boon=1).effects
    assert effects == (Spend("fate", 1, "ability"), Spend("persona", 1, "ability"), Spend("deeds", 1, "ability"))
    assert answered("artha-plan", uses=["grace"], deeds=0).effects == ()


def test_relief_from_pain_is_tallied_on_health_in_the_later_edition() -> None:
    assert answered("wound-artha").effects == (Spend("fate", 1, ""),)
    assert answered("wound-artha", {"edition": "later"}).effects == (Spend("fate", 1, "health"),)


def test_each_point_that_can_help_is_one_tap() -> None:
    fate, persona, deeds = (Spend(what, 1, "ability") for what in ("fate", "persona", "deeds"))
    assert answered("post-roll").effects == (fate, deeds, persona)
    assert answered("post-roll", faces="5 5 2 1").effects == (deeds, persona)
    assert answered("post-roll", fate=0, deeds=0, persona=0).effects == ()
    assert answered("post-roll", obstacle=2).effects == ()


def test_readings_are_asked_for_only_where_they_matter() -> None:
    assert set(app.run("post-roll", {"fate": 0, "deeds": 0}).rulings) == {"burning-wheel.artha.complications"}
    assert set(app.run("post-roll", {"obstacle": 2}).rulings) == set()
    assert set(app.run("artha-plan", {}).rulings) == {"burning-wheel.dice.chain"}


def test_the_answer_names_the_cheapest_first() -> None:
    tables = [block for block in answered("post-roll").blocks if isinstance(block, Table)]
    assert [row[0] for row in tables[0].rows] == ["Luck", "Call-on", "Saving Grace"]


def test_a_refund_spends_nothing() -> None:
    proposal = {"price": "nothing", "gm": "refuses"}
    assert answered("failed-test", proposal=proposal).effects == ()
    kept = {"artha.complication-refund": "no"}
    assert answered("failed-test", kept, proposal=proposal).effects == (Spend("persona", 1),)


@pytest.mark.parametrize(("reading", "later_dice"), [("first", 5), ("every", 8)])
def test_each_stage_of_a_mortal_wound_is_rolled_with_the_dice_it_shows(reading: str, later_dice: int) -> None:
    inputs = {"treated": True, "health": "G5", "bonus": 3}
    ran = app.run("will-to-live", inputs, {"artha.treatment-dice": reading})
    values = ran.answer.values
    assert values["dice"] == [8, *[later_dice] * 5]
    rolled = zip(values["dice"], values["obstacles"], strict=True)
    assert values["chances"] == [successes(Pool.of(dice, Shade.GRAY)).at_least(ob) for dice, ob in rolled]
    assert values["through"] == math.prod(values["chances"])
    assert "burning-wheel.artha.treatment-dice" in ran.rulings
    assert "burning-wheel.artha.treatment-dice" not in app.run("will-to-live", {**inputs, "bonus": 0}).rulings
