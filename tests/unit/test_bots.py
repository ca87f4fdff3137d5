"""Procedures of the rules played by bots, as the docstrings of their modules have it."""

import doctest
import importlib

import pytest

from engine.games.burning_wheel.dice import Pool, Roll, Shade, read
from engine.games.burning_wheel.rules.haggling import Hagglers, Turn
from engine.games.burning_wheel.rules.haggling_procedure import Deal
from engine.games.burning_wheel.rules.haggling_procedure import begin as haggle
from engine.games.burning_wheel.rules.purchase import Purchase
from engine.games.burning_wheel.rules.shopping import Stage
from engine.games.burning_wheel.rules.shopping import begin as shop
from engine.games.burning_wheel.rules.versus import Side
from engine.refused import Refused

RULES = "engine.games.burning_wheel.rules"
MOST_LINES = 15
"""A bot is short, or the procedure is not made for one."""


@pytest.mark.parametrize("name", ["auction", "haggling_procedure", "shopping"])
def test_the_bot_of_the_docstring_plays_to_the_end(name: str) -> None:
    module = importlib.import_module(f"{RULES}.{name}")
    (example,) = (one for one in doctest.DocTestFinder().find(module) if one.name == module.__name__)
    assert 0 < len(example.examples) <= MOST_LINES
    assert example.examples[-1].want
    assert doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(example).failed == 0


def test_a_bargain_is_paid_once_and_only_when_the_price_stands() -> None:
    haggling = haggle(4, Hagglers(Side(Pool.of(3)), Side(Pool.of(3))), Pool.of(4))
    for early in (haggling.lower, haggling.increase, haggling.close):
        with pytest.raises(Refused, match="won"):
            early()
    for early in (haggling.walk_away, lambda: haggling.pay(lambda pool: 4)):
        with pytest.raises(Refused, match="once it stands"):
            early()
    won = haggling.test(lambda pool: 2, lambda pool: 1)
    assert won.turn is Turn.BUYER
    with pytest.raises(Refused, match="No Haggling test is due"):
        won.test(lambda pool: 2, lambda pool: 1)
    paid = won.close().pay(lambda pool: 4)
    assert (paid.price, paid.deal) == (4, Deal.BOUGHT)
    with pytest.raises(Refused, match="only once"):
        paid.walk_away()
    with pytest.raises(Refused, match="no die to pay"):
        haggle(4, Hagglers(Side(Pool.of(3)), Side(Pool.of(3))), Pool.of(0)).test(
            lambda pool: 2, lambda pool: 1
        ).close().pay(lambda pool: 0)


def traitors(pool: Pool) -> Roll:
    """A pool of which no die succeeds."""
    return read(pool, [1] * pool.dice)


def test_a_purchase_goes_in_its_order() -> None:
    trip = shop("a sword", Purchase(3, 2), Shade.BLACK)
    for early in (trip.offer, trip.withhold, trip.take, trip.cut_losses, lambda: trip.buy("more", 1)):
        with pytest.raises(Refused, match="before the roll"):
            early()
    asked = trip.ask_around(Pool.of(2), 1, traitors)
    with pytest.raises(Refused, match="before the roll"):
        asked.ask_around(Pool.of(2), 1, traitors)
    with pytest.raises(Refused, match="haggling ends between 2 and 3"):
        asked.haggle(1)
    failed = asked.haggle(2).roll(traitors)
    assert (failed.stage, failed.margin, failed.bought) == (Stage.FAILED, 3, ())
    with pytest.raises(Refused, match="GM’s turn"):
        failed.roll(traitors)
    # Whoever haggled pays in full, so that there is nothing to cut.
    with pytest.raises(Refused, match="offered"):
        failed.offer().cut_losses()
    gone = failed.offer().take()
    assert (gone.bought, gone.left.current) == (("a sword",), 0)
    with pytest.raises(Refused, match="before the roll"):
        gone.buy("bread", 1).roll(traitors)
