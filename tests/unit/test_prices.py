"""The price list and the coins: what a search finds, and that money is neither made nor lost by changing it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Table
from engine.games.burning_wheel.calculators.money.fields import Price
from engine.games.burning_wheel.rules import coin, prices
from engine.games.burning_wheel.rules.coin import COSTS, WAGES, Coins, Unit
from engine.games.burning_wheel.rules.prices import ITEMS, Kind


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("chain shirt", "chainmail"),
        ("Mail", "chainmail"),
        ("boots", "shoes"),
        ("SHIPS", "passage"),
        ("horses", "mule"),
        ("long bow", "long-bow"),
        ("  ", "food"),
    ],
)
def test_what_a_search_finds(text: str, first: str) -> None:
    assert prices.fitting(ITEMS.values(), text)[0].key == first


def test_every_item_is_found_by_its_name_and_in_its_kind() -> None:
    for item in ITEMS.values():
        assert item in prices.fitting(ITEMS.values(), item.name)
        assert item in prices.fitting(ITEMS.values(), kinds=[item.kind], least=item.obstacle, most=item.obstacle)
    assert {item.kind for item in ITEMS.values()} == set(Kind)


def test_names_tell_items_apart() -> None:
    assert len({item.name for item in ITEMS.values()}) == len(ITEMS)
    assert set(Price.table()) == set(ITEMS)
    assert all(price.group for price in Price.table().values())
    assert Price("A ship", 9).group == ""


def test_every_item_fills_the_builder() -> None:
    for key, item in ITEMS.items():
        assert app.run("purchase-builder", {"price": key}).answer.values["obstacle"] == item.obstacle


def test_the_whole_list_is_one_table() -> None:
    done = app.run("price-list", {})
    table = next(block for block in done.answer.blocks if isinstance(block, Table))
    assert len(table.rows) == len(ITEMS)


SCALES = st.builds(
    Coins, small_in_middle=st.integers(1, 50), middle_in_large=st.integers(1, 50), worth=st.integers(1, 9)
)


@given(SCALES, st.integers(0, 1_000_000), st.sampled_from(Unit))
def test_change_is_worth_what_it_was(scale: Coins, amount: int, unit: Unit) -> None:
    small = scale.small_coins(amount, unit)
    large, middle, rest = scale.split(small)
    back = sum(
        scale.small_coins(count, one) for count, one in ((large, Unit.LARGE), (middle, Unit.MIDDLE), (rest, Unit.SMALL))
    )
    assert back == small
    assert rest < scale.small_in_middle
    assert middle < scale.middle_in_large


@pytest.mark.parametrize("key", COSTS)
def test_goods_cost_what_their_row_says(key: str) -> None:
    answer = app.run("cost-in-coin", {"cost": key}).answer
    table = next(block for block in answer.blocks if isinstance(block, Table))
    assert table.current is not None
    assert answer.verdict is not None
    assert table.rows[table.current][table.columns.index("In coin")] == answer.verdict.figure


def test_pay_and_prices_agree_loosely() -> None:
    """A laborer’s corrected time for poison lies between those that its price comes to; the printed months do not."""
    poison, pay = COSTS["poison"], WAGES["laborer"].denier
    least, most = (
        coin.months(coin.LIVRES.small_coins(amount, poison.unit), pay) for amount in (poison.least, poison.most)
    )
    assert least < 7 * 12 < most
    assert least > 7


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("price-list", {"least": 0}),
        ("coin-converter", {"amount": -1}),
        ("coin-converter", {"coins": {"is": "own-coins", "small_in_middle": 0}}),
        ("cost-in-coin", {"cost": {"is": "own", "least": 5, "most": 1}}),
    ],
)
def test_what_is_refused(name: str, inputs: dict[str, object]) -> None:
    with pytest.raises(forms.Unusable):
        app.run(name, inputs)


@pytest.mark.parametrize(
    ("amount", "unit", "said"),
    [
        (0, "denier", "0 denier"),
        (1, "livres", "1 livre"),
        (13, "denier", "1 sou 1 denier"),
        (1000, "livres", "1,000 livres"),
    ],
)
def test_an_amount_in_words(amount: int, unit: str, said: str) -> None:
    verdict = app.run("coin-converter", {"amount": amount, "unit": unit}).answer.verdict
    assert verdict is not None
    assert verdict.figure == said
