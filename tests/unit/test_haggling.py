"""Haggling and auctions played step by step (RES-13, RES-14), and their odds against plain counting."""

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import haggling as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.auction import Auction, Bidder
from engine.games.burning_wheel.rules.haggling import Bargain, Buyer, Chances, Plans, Seller, Turn
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())
TABLE, AUCTION = "haggling-table", "auction"
SHIP = {"asking": 9, "yours": "G5", "theirs": "B5", "resources": "B5"}


def played(name: str, *moves: dict[str, Any], rulings: dict[str, str] | None = None, **setup: Any) -> app.Run:
    """A session after these moves; faces may stand beside the move."""
    done = app.run(name, setup, rulings or {})
    for said in moves:
        assert done.log is not None
        assert done.moves is not None
        side = next(iter(done.moves))
        faces = said.get("faces", [])
        move = {key: value for key, value in said.items() if key != "faces"}
        done = app.step(name, done.log, {"side": side, "move": move, "faces": faces}, rulings or {})
    return done


def rolled_at_table(yours: int, theirs: int) -> dict[str, Any]:
    return {"is": "haggling-rolled", "yours": yours, "theirs": theirs}


LOWER, CLOSE, RAISE, FIRM = ({"is": name} for name in ("lower-price", "close-bargain", "raise-price", "stand-firm"))
MOQTADA = (rolled_at_table(3, 1), LOWER, rolled_at_table(3, 1), LOWER, rolled_at_table(3, 4), FIRM)


def test_the_ship_goes_for_7() -> None:
    done = played(TABLE, *MOQTADA, **SHIP)
    assert done.answer.values["price"] == 7
    assert done.answer.values["turn"] == "closed"
    assert done.moves is not None
    assert list(done.moves) == ["buyer"]


def test_the_shipwright_could_have_raised_it() -> None:
    done = played(TABLE, *MOQTADA[:-1], RAISE, **SHIP)
    assert (done.answer.values["price"], done.answer.values["turn"]) == (8, "closed")


def test_a_price_at_half_can_only_be_closed() -> None:
    done = played(TABLE, rolled_at_table(3, 1), LOWER, rolled_at_table(3, 1), asking=2)
    assert done.moves is not None
    assert list(done.moves["buyer"].groups) == ["close-bargain"]


def test_a_seller_at_his_first_price_can_only_stand_firm() -> None:
    done = played(TABLE, rolled_at_table(1, 2))
    assert done.moves is not None
    assert list(done.moves["seller"].groups) == ["stand-firm"]


def test_a_tie_is_the_sellers_or_nobodys() -> None:
    assert played(TABLE, rolled_at_table(2, 2)).answer.values["turn"] == "seller"
    nobody = played(TABLE, rolled_at_table(2, 2), rulings={"money.haggle-tie": "nobody"})
    assert (nobody.answer.values["turn"], nobody.answer.values["made"]) == ("test", 1)


def test_dice_of_both_sides_and_of_the_purse() -> None:
    rolled = {"is": "roll-haggling", "faces": [6, 5, 1, 1, 1, 1, 1, 4]}
    done = played(TABLE, rolled, CLOSE, {"is": "roll-resources", "faces": [1, 1, 5, 6]}, asking=4)
    assert done.answer.values["deal"] == "failed"
    assert done.answer.values["tax"] == 2
    assert done.moves == {}
    assert "full Tax" in str(done.answer.blocks)


def test_walking_away_costs_nothing() -> None:
    done = played(TABLE, rolled_at_table(0, 1), FIRM, {"is": "walk-away"})
    assert (done.answer.values["deal"], done.answer.values["tax"]) == ("walked", 0)


def test_artha_brings_more_successes_than_dice() -> None:
    assert played(TABLE, rolled_at_table(9, 1)).answer.values["turn"]
    paid = played(TABLE, rolled_at_table(0, 1), FIRM, {"is": "resources-rolled", "successes": 9})
    assert (paid.answer.values["deal"], paid.answer.values["tax"]) == ("bought", 0)


@pytest.mark.parametrize("do", [Bargain.lower, Bargain.increase, Bargain.close])
def test_only_a_winner_chooses(do: Any) -> None:
    with pytest.raises(ValueError, match="won"):
        do(Bargain(5, 4))


def test_no_test_is_due_while_somebody_chooses() -> None:
    with pytest.raises(ValueError, match="No Haggling test is due"):
        Bargain(5, 5, turn=Turn.BUYER).test(Turn.BUYER)


@given(st.integers(1, 12), st.integers(1, 5), st.fractions(0, 1), st.sampled_from(Seller), st.sampled_from(Buyer))
def test_prices_stay_between_half_and_all(asking: int, tests: int, win: Fraction, seller: Seller, buyer: Buyer) -> None:
    found = rules.ahead(Bargain(asking, asking, tests), Chances(win, Fraction(0), 1 - win), Plans(buyer, seller))
    assert sum(found.prices.values()) == 1
    assert min(found.prices) >= rules.lowest(asking, tests)
    assert max(found.prices) <= asking


@given(st.integers(2, 9), st.integers(1, 4), st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)]))
def test_a_seller_who_stands_firm_by_counting(asking: int, tests: int, win: Fraction) -> None:
    counted: dict[int, Fraction] = {}
    for path in itertools.product((True, False), repeat=tests):
        chance, price = Fraction(1), asking
        for won in path:
            chance *= win if won else 1 - win
        for won in path:
            if not won or price == rules.floor(asking):
                break
            price -= 1
        counted[price] = counted.get(price, Fraction(0)) + chance
    chances = Chances(win, Fraction(0), 1 - win)
    found = rules.ahead(Bargain(asking, asking, tests), chances, Plans(Buyer.LOWERS, Seller.STANDS))
    assert found.prices == {price: chance for price, chance in sorted(counted.items()) if chance}


@given(st.integers(2, 9), st.integers(1, 5), st.fractions(0, 1))
def test_the_best_plans_are_best(asking: int, tests: int, win: Fraction) -> None:
    bargain, chances = Bargain(asking, asking, tests), Chances(win, Fraction(0), 1 - win)
    both = rules.mean(rules.ahead(bargain, chances).prices)
    assert both >= rules.mean(rules.ahead(bargain, chances, Plans(Buyer.BEST, Seller.STANDS)).prices)
    assert both >= rules.mean(rules.ahead(bargain, chances, Plans(Buyer.BEST, Seller.RAISES)).prices)
    assert both <= rules.mean(rules.ahead(bargain, chances, Plans(Buyer.LOWERS, Seller.BEST)).prices)


BID, OUT = {"is": "bid"}, {"is": "drop-out"}


def test_an_auction_to_its_end() -> None:
    done = played(AUCTION, BID, BID, BID, OUT, opening=2)
    assert done.answer.values["price"] == 4
    assert done.answer.values["holder"] == "The buyer"
    assert done.moves is not None
    assert list(done.moves) == ["The buyer"]
    paid = played(AUCTION, BID, BID, BID, OUT, {"is": "roll-resources", "faces": [4, 4, 4, 1]}, opening=2)
    assert (paid.answer.values["bought"], paid.answer.values["tax"]) == (False, 2)
    assert paid.moves == {}


def test_nobody_bids() -> None:
    done = played(AUCTION, OUT, OUT)
    assert done.answer.values["over"] is True
    assert done.answer.verdict is not None
    assert done.answer.verdict.figure == "No sale"


def test_the_last_of_all_may_still_bid() -> None:
    done = played(AUCTION, OUT, BID)
    assert (done.answer.values["holder"], done.answer.values["price"]) == ("The rival", 1)


@pytest.mark.parametrize(
    "do", [Auction.bid, Auction.drop_out, lambda auction: auction.pay(lambda pool: 0).pay(lambda pool: 0)]
)
def test_the_hammer_has_fallen(do: Any) -> None:
    bidders = (Bidder("One", Ability(Shade.BLACK, 2)), Bidder("Two", Ability(Shade.BLACK, 2)))
    auction = Auction(bidders).bid().drop_out()
    assert auction.over
    with pytest.raises(Refused, match=r"hammer|pays once"):
        do(auction)
