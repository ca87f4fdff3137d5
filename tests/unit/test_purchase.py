"""The purchase before the roll where cases cannot reach: the comparison, the warning, effects, and the deal."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Note, Table, Verdict
from engine.games.burning_wheel.rules import purchase as rules
from engine.games.burning_wheel.rules.building import Before, Helper
from engine.games.burning_wheel.rules.purchase import Bulk, Market, Purchase
from engine.games.burning_wheel.sheet.effects import Spend
from engine.wording import shown


def run(name: str = "purchase-builder", **inputs: Any) -> app.Run:
    return app.run(name, inputs)


def table(done: app.Run, caption: str) -> Table:
    return next(one for one in done.answer.blocks if isinstance(one, Table) and one.caption == caption)


JOURNEY = {"price": "chainmail", "helpers": [{"exponent": 3}], "cash": 1}


def test_three_numbers_at_a_glance() -> None:
    verdict = run(**JOURNEY).answer.verdict
    assert isinstance(verdict, Verdict)
    assert verdict.figure == "18.8\N{NO-BREAK SPACE}%"
    assert verdict.at_a_glance == "5D · Ob\N{NO-BREAK SPACE}4 · 2D Tax if not · no ruin"


def test_side_by_side_without_each_bonus() -> None:
    rows = table(run(**JOURNEY), "Before the roll").rows
    assert [tuple(shown(cell) for cell in row[:3]) for row in rows] == [
        ("As it stands", "5D", "Difficult"),
        ("Without help", "4D", "Difficult"),
        ("Without the cash", "4D", "Difficult"),
        ("With nothing added", "3D", "Challenging"),
        ("With a die more", "6D", "Routine"),
    ]


def test_the_die_that_costs_more_is_named() -> None:
    said = [block.text for block in run(**JOURNEY).answer.blocks if isinstance(block, Note)]
    assert any("Die 4 turns it Difficult" in text for text in said)
    ahead = [block.text for block in run(price="chainmail").answer.blocks if isinstance(block, Note)]
    assert any("One more die turns it Difficult" in text for text in ahead)
    assert not any("near miss" in block.text for block in run().answer.blocks if isinstance(block, Note))


def test_nothing_is_marked_before_the_roll() -> None:
    assert run(**JOURNEY).answer.effects == (Spend("cash", 1),)
    spent = run(boon=2, doubled=True).answer.effects
    assert spent == (Spend("persona", 2, "resources"), Spend("deeds", 1, "resources"))


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"funds": 20, "cash": 20, "loaned": 20, "advantage": 20}, ""),
        ({"disadvantages": [{"amount": 10}] * 11}, ""),
        ({"price": "elephant"}, "price"),
        ({"price": {"is": "own", "obstacle": 0}}, "price.obstacle"),
        ({"cash": -1}, "cash"),
    ],
)
def test_what_cannot_be_bought(inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(forms.Unusable) as refused:
        run(**inputs)
    assert refused.value.field == field


def test_a_full_pool_has_no_row_for_a_die_more() -> None:
    done = run(resources="B20", funds=20, cash=20)
    assert [row[0] for row in table(done, "Before the roll").rows][-1] != "With a die more"


PURCHASES = st.builds(
    Purchase,
    price=st.integers(1, 10),
    exponent=st.integers(0, 10),
    helpers=st.lists(st.builds(Helper, exponent=st.integers(0, 8)), max_size=3).map(tuple),
    cash=st.integers(0, 3),
    funds=st.integers(0, 3),
    before=st.sampled_from(Before),
    market=st.sampled_from(Market),
    tied=st.booleans(),
    bulk=st.sampled_from(Bulk),
)


@given(PURCHASES, st.booleans(), st.booleans())
def test_the_obstacle_never_falls_below_the_price(purchase: Purchase, portable: bool, flat: bool) -> None:
    total = rules.obstacle(purchase, portable=portable, flat=flat).total
    assert purchase.price <= total <= purchase.price + 5
    assert total <= rules.obstacle(purchase, portable=False).total


@given(PURCHASES)
def test_help_and_cash_only_add(purchase: Purchase) -> None:
    own = purchase.exponent + purchase.cash + purchase.funds
    assert rules.dice(purchase).total >= own
    assert rules.dice(purchase, later=True).total >= rules.dice(purchase).total


@pytest.mark.parametrize(("obstacle", "row"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 3), (20, 3)])
def test_how_well_it_is_hidden(obstacle: int, row: int) -> None:
    assert rules.hidden(obstacle) == row


@pytest.mark.parametrize("wise", ["B2", "B4", "G3"])
@pytest.mark.parametrize("obscurity", [1, 3])
def test_a_deal_is_the_sum_of_its_ways(wise: str, obscurity: int) -> None:
    """The Wise and the purchase rolled together, counted from the odds of each."""
    odds = app.run("odds", {"pool": wise, "obstacle": obscurity}).answer.values
    ways = {
        before: run(price="riding-horse", resources="B5", before=before).answer.values
        for before in ("exceeded", "met", "failed")
    }
    chances = {"exceeded": odds["exceed"], "met": odds["meet"], "failed": 1 - odds["probability"]}
    found = run("scoring-a-deal", wise=wise, obscurity=obscurity, resources="B5", price="riding-horse").answer.values
    for told, counted in (("with", "probability"), ("tax_with", "mean_tax"), ("ruin_with", "ruin")):
        assert found[told] == sum((chances[way] * ways[way][counted] for way in ways), Fraction(0))


def test_no_dice_no_deal() -> None:
    assert run("scoring-a-deal", resources="B0", wise="B0").answer.values["with"] is None
    assert run("market-and-bulk", resources="B0").answer.values["probability"] is None
    assert run("shared-tax", resources="B0").answer.values["without"] is None
    assert run("shared-tax", helpers=[]).answer.values["dice"] == 0
