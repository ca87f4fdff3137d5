"""A purse over the cycles, as the table reads the rules."""

from dataclasses import dataclass

from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.loans import debt_house
from engine.games.burning_wheel.readings.purchase import tax_house, taxed_as
from engine.games.burning_wheel.rules import loans, tax
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.rulings import Rulings

RULINGS = (
    "edition",
    "resources.absorb-order",
    "resources.cash-absorbs",
    "money.debt-penalty",
    "money.two-debts",
    "money.debt-missed",
    "money.debt-size",
    "money.job-obstacle",
    "money.cash-per-test",
    "advancement.challenging",
    "advancement.taxed",
    "advancement.no-dice",
)
"""What a purse may come to rest on in the course of its cycles."""


@dataclass(frozen=True, slots=True)
class AskedPurse:
    """A purse by the table's rulings."""

    ask: Rulings

    def classes(self, dice: int, obstacle: int) -> Classes:
        return classes_of(dice, obstacle, self.ask)

    def routes(self, exponent: int) -> tuple[Marks, ...]:
        return routes_of(Kind.RESOURCES, exponent, self.ask)

    def as_taxed(self) -> bool:
        return self.ask["advancement.taxed"] == "taxed"

    def taxed_as(self, classes: Classes) -> TestClass:
        return taxed_as(classes, False, self.ask)

    def tax(self, stakes: Stakes) -> tax.House:
        return tax_house(stakes, self.ask)

    def debt(self, debts: Debts) -> loans.House:
        return debt_house(debts, self.ask)

    def bare_debt(self) -> bool:
        return self.ask["money.debt-size"] == "bare"

    def limited_cash(self) -> bool:
        return self.ask["money.cash-per-test"] == "two"

    def all_lost(self) -> bool:
        return self.ask["money.job-obstacle"] == "all"
