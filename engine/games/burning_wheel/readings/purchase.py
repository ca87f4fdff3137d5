"""Purchases and Tax as the table reads the rules."""

from dataclasses import dataclass

from engine.forms import Unusable
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.elements import one_advantage
from engine.games.burning_wheel.rules import purchase as rules
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.purchase import Assessed, Bulk, Market, Purchase
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.rules.wealth import MOST_OF_A_HOARD, within_hoard
from engine.refused import Refused
from engine.rulings import Rulings


def tax_house(stakes: Stakes, ask: Rulings) -> tax.House:
    """The readings of Tax; each is asked for only where it can matter."""
    return tax.House(
        funds_first=bool(stakes.loaned and stakes.funds) and ask["resources.absorb-order"] == "funds",
        cash_absorbs=bool(stakes.cash) and ask["resources.cash-absorbs"] == "yes",
    )


def taxed_as(classes: Classes, helped: bool, ask: Rulings) -> TestClass:
    """The class by which Tax is counted: the hardest where no class is logged, and for one die against Ob 1 a choice.

    That choice only reaches those who helped, so it is asked for only then. Source: RES-08.
    """
    if len(classes) > 1 and helped and ask["resources.chosen-class"] == "difficult":
        return classes[-1]
    return classes[0] if classes else TestClass.CHALLENGING


@dataclass(frozen=True, slots=True)
class AskedPurchase:
    """A purchase, its Tax, and a shopping trip, by the table's rulings."""

    ask: Rulings

    def classes(self, dice: int, obstacle: int) -> Classes:
        return classes_of(dice, obstacle, self.ask)

    def taxed_as(self, classes: Classes, *, helped: bool = False) -> TestClass:
        return taxed_as(classes, helped, self.ask)

    def tax(self, stakes: Stakes) -> tax.House:
        return tax_house(stakes, self.ask)

    def helped_own(self) -> bool:
        return self.ask["resources.help-tax"] == "own"

    def full_haggled(self) -> bool:
        return self.ask["resources.haggled"] == "full"

    def house(self, purchase: Purchase) -> rules.House:
        later = purchase.before is Before.MET and self.ask["edition"] == "later"
        may_carry = purchase.market is Market.AWAY and rules.carried(purchase)
        return rules.House(
            later=later,
            portable=may_carry and self.ask["resources.portable"] == "free",
            flat=purchase.bulk is not Bulk.ONE and self.ask["resources.bulk"] == "one",
            wounded=purchase.hurt and self.ask["wounds.obstacle-scope"] == "all",
            one_advantage=one_advantage(purchase.before, purchase.advantage, self.ask, later=later),
        )

    def limited_cash(self, cash: int) -> bool:
        return cash > MOST_OF_A_HOARD and self.ask["money.cash-per-test"] == "two"


def assess(purchase: Purchase, shade: Shade, ask: Rulings) -> Assessed:
    """A purchase, worked out. Raises `Unusable` where more is taxed than there is, and `Refused` as the rules do."""
    try:
        Stakes(purchase.exponent, purchase.taxed)
    except Refused as error:
        raise Unusable("taxed", str(error)) from None
    return rules.assessed(purchase, shade, AskedPurchase(ask))


def check_cash(cash: int, ask: Rulings) -> None:
    """Refuse more cash dice than one test may take; asked for only where a hoard is split. Source: RES-20."""
    try:
        within_hoard(cash, limited=AskedPurchase(ask).limited_cash(cash))
    except Refused as error:
        raise Unusable("cash", str(error)) from None
