"""A purse by its rules alone, as a bot plays it."""

import pytest

from engine.games.burning_wheel.dice import Pool, Shade, Throw
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.purse import MOST_DEBTS, Purse
from engine.games.burning_wheel.rules.tax import Stakes
from engine.refused import Refused


def purse(exponent: int = 3, taxed: int = 0, debts: Debts = ()) -> Purse:
    return Purse(Shade.BLACK, 2, Pool.of(4), Stakes(exponent, taxed, cash=1), debts)


def scores(successes: int, dice: int) -> Throw:
    """So many successes, of a pool that has so many dice."""

    def throw(pool: Pool) -> int:
        assert pool.dice == dice
        return successes

    return throw


def test_a_year_of_living_owing_failing_and_working() -> None:
    lent = purse().borrow(2, 2)
    assert (lent.stakes.loaned, lent.debts, lent.obstacle) == (2, (5,), 3)
    bought = lent.buy(2, scores(2, 6), cash=1)
    assert (bought.stakes.cash, bought.stakes.loaned, bought.marks.total) == (0, 2, 1)
    failed = bought.end_cycle(scores(1, 5))
    assert (failed.cycle, failed.debts, failed.marks.total) == (2, (5,), 1)
    # A Routine failure takes one die, of the loan, whose last test this was.
    assert (failed.stakes.loaned, failed.stakes.taxed) == (0, 0)
    poorer = failed.buy(4, scores(2, 3))
    assert (poorer.stakes.current, poorer.job_obstacle) == (1, 3)
    worked = poorer.work(scores(4, 4))
    assert (worked.stakes.current, worked.worked) == (3, True)
    assert worked.end_cycle(scores(3, 3)).debts == (4,)


def test_what_cannot_be_done_is_refused() -> None:
    with pytest.raises(Refused, match="one job a cycle"):
        purse().work(scores(0, 4))
    with pytest.raises(Refused, match="one job a cycle"):
        purse(taxed=2).work(scores(0, 4)).work(scores(0, 4))
    with pytest.raises(Refused, match="One loan at a time"):
        purse(debts=(1,) * MOST_DEBTS).borrow(1, 1)
    with pytest.raises(Refused, match="at most; this says 2"):
        purse().buy(1, scores(0, 5), cash=2)
    with pytest.raises(Refused, match="no die to roll"):
        purse(0).buy(1, scores(0, 0))
