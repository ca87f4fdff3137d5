"""Loans and debt (RES-23 to RES-25): what lending asks, what is owed, and how it is paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.forms import Unusable
from engine.games.burning_wheel.rules import loans
from engine.games.burning_wheel.rules.loans import House
from tests.site.building import modules

app.load(modules())
DEBTS = st.lists(st.integers(1, 9), max_size=3).map(tuple)


@given(st.integers(1, 10), st.integers(1, 12))
def test_a_die_more_costs_two_and_a_test_more_one(dice: int, tests: int) -> None:
    here = loans.obstacle(dice, tests).total
    assert loans.obstacle(dice + 1, tests).total == here + 2
    assert loans.obstacle(dice, tests + 1).total == here + 1
    assert loans.size(loans.obstacle(dice, tests, 2), dice) == here + 2
    assert loans.size(loans.obstacle(dice, tests, 2), dice, House(bare_debt=True)) == 2 * dice


@given(DEBTS)
def test_payments(debts: loans.Debts) -> None:
    assert loans.paid(debts) == tuple(debt - 1 for debt in debts if debt > 1)
    assert sum(loans.paid(debts, House(as_one=True))) == max(0, sum(debts) - 1)
    assert loans.missed(debts) == debts
    assert sum(loans.missed(debts, House(grows=True))) == sum(debts) + len(debts)
    assert sum(loans.missed(debts, House(grows=True, as_one=True))) == sum(debts) + bool(debts)


@given(DEBTS)
def test_penalties(debts: loans.Debts) -> None:
    assert loans.penalty(debts).amount == len(debts)
    assert loans.penalty(debts, House(as_one=True)).amount == min(1, len(debts))
    assert loans.penalty(debts, House(whole_penalty=True)).amount == sum(debts)


@pytest.mark.parametrize("amount", ["-1", "0", "−3", "eleven", "", "1.5"])
def test_a_loan_of_no_amount_is_one_sentence(amount: str) -> None:
    with pytest.raises(Unusable, match=r"^This takes a whole number from 1 to 10; this .*\.$") as refused:
        app.run("loan", {"dice": amount})
    assert refused.value.field == "dice"


def test_cutting_losses_costs_a_die_or_nothing() -> None:
    assert (loans.abort_tax(), loans.abort_tax(House(free_abort=True))) == (1, 0)
    failing = {"dice": 2, "rolled": 0, "failing": "aborts"}
    assert "taxed 1" in app.run("loan", failing).answer.sentence
    assert "is not taxed" in app.run("loan", failing, {"money.loan-abort": "free"}).answer.sentence


def test_the_helper_would_be_taxed_and_the_lender_is_not() -> None:
    lost = app.run("loan-and-tax", {"loaned": 1, "resources": "B3", "obstacle": 5, "rolled": 1}).answer
    assert lost.values["own_lost"] == 3
    assert "The lender loses nothing." in lost.sentence
