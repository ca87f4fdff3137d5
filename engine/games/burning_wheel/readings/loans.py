"""Loans and debt as the table reads the rules."""

from engine.games.burning_wheel.rules.loans import OBSTACLE_OF_A_DIE, Debts, House
from engine.games.burning_wheel.rules.purchase import Assessed
from engine.rulings import Rulings


def debt_house(debts: Debts, ask: Rulings, *, ahead: bool = True) -> House:
    """The readings of debt; each is asked for only where it matters, what a miss adds only `ahead` of it."""
    return House(
        whole_penalty=any(debt > 1 for debt in debts) and ask["money.debt-penalty"] == "whole",
        as_one=len(debts) > 1 and ask["money.two-debts"] == "one",
        grows=bool(debts) and ahead and ask["money.debt-missed"] == "grows",
    )


def loan_house(lending: Assessed, dice: int, ask: Rulings, *, repaid: bool) -> House:
    """The readings of lending so many dice; each is asked for only where it can matter."""
    harder = lending.total != OBSTACLE_OF_A_DIE * dice
    return House(
        bare_debt=repaid and harder and ask["money.debt-size"] == "bare",
        free_abort=lending.chance < 1 and ask["money.loan-abort"] == "free",
    )
