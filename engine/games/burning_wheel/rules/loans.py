"""Loans and debt: what lending takes, what is owed, and what becomes of it cycle by cycle (RES-23 to RES-25)."""

from dataclasses import dataclass

from engine.games.burning_wheel.rules.tax import CUT_LOSSES
from engine.option import Option
from engine.working import Line, Mark, Worked

OBSTACLE_OF_A_DIE = 2
"""What each die lent adds to the lender's obstacle (RES-23)."""


class Lender(Option):
    """What a lender does whose test fails. Source: RES-23."""

    LENDS = "lends", "takes the Tax and lends anyway"
    ABORTS = "aborts", "cuts the losses: no loan"


@dataclass(frozen=True, slots=True)
class House:
    """The readings of loans and debt; each field's first value is the default.

    `free_abort`: cutting losses on a loan costs nothing. `bare_debt`: the debt is twice the dice, without what else
    made the lending hard. `whole_penalty`: the whole debt comes onto the lifestyle, not 1. `as_one`: several debts are
    one, with one penalty and one point paid a cycle. `grows`: a failed test adds 1. `missed_links`: a missed payment
    is a failed linked test for the lender.
    """

    free_abort: bool = False
    bare_debt: bool = False
    whole_penalty: bool = False
    as_one: bool = False
    grows: bool = False
    missed_links: bool = False


def obstacle(dice: int, tests: int, extra: int = 0) -> Worked:
    """The lender's obstacle for so many `dice` (1 or more), good for so many `tests` (1 or more). Source: RES-23."""
    return Worked(
        (
            Line(OBSTACLE_OF_A_DIE * dice, f"Twice the dice lent, {dice}", "RES-23"),
            Line(tests - 1, "For each test after the first", "RES-23"),
            Line(extra, "Disadvantages", "HUB-17"),
        )
    )


def abort_tax(house: House = House()) -> int:
    """What a lender is taxed who aborts after a failed test. Source: RES-23."""
    return 0 if house.free_abort else CUT_LOSSES


def size(lending: Worked, dice: int, house: House = House()) -> int:
    """The debt: the obstacle of the lending test. Source: RES-25."""
    return OBSTACLE_OF_A_DIE * dice if house.bare_debt else lending.total


Debts = tuple[int, ...]
"""What is still owed to each lender, 1 or more each."""


def penalty(debts: Debts, house: House = House()) -> Line:
    """What debts add to the obstacle of a way of life: 1 for each. Source: RES-25."""
    if house.whole_penalty:
        return Line(sum(debts), "All that is owed", "RES-25", Mark.RULING)
    if house.as_one or len(debts) < 2:
        return Line(min(1, len(debts)), "In debt", "RES-25")
    return Line(len(debts), f"In debt to {len(debts)} lenders", "RES-25", Mark.RULING)


def paid(debts: Debts, house: House = House()) -> Debts:
    """What is owed after a lifestyle test that passed: each debt less 1. Source: RES-25."""
    return tuple(debt for debt in lowered(debts, house) if debt)


def lowered(debts: Debts, house: House = House()) -> Debts:
    """The same debt by debt, with 0 for one that is paid."""
    return (debts[0] - 1, *debts[1:]) if house.as_one and debts else tuple(debt - 1 for debt in debts)


def soonest(debts: Debts, house: House = House()) -> int:
    """After how many lifestyle tests nothing is owed if every one passes. Source: RES-25."""
    tests = 0
    while debts:
        debts, tests = paid(debts, house), tests + 1
    return tests


def missed(debts: Debts, house: House = House()) -> Debts:
    """What is owed after a lifestyle test that failed. Source: RES-25."""
    if house.as_one and house.grows and debts:
        return (debts[0] + 1, *debts[1:])
    return tuple(debt + 1 for debt in debts) if house.grows else debts
