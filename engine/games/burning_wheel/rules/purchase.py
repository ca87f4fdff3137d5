"""A purchase before the roll: its dice, its obstacle, and what it can bring (RES-01 to RES-08, RES-17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from engine.dice import Distribution
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Pool, Shade, successes
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.building import Before, Contributor, Used, linked_dice
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.tax import Forecast, Loss, Stakes, Trap
from engine.games.burning_wheel.rules.test_class import Classes, TestClass, helping_dice
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

MOST_PORTABLE = 2
"""Resources up to this exponent are carried along (RES-07)."""


class Market(Option):
    """How far from the source of one's wealth the purchase is made. Source: RES-07."""

    HOME = "home", "on home turf", 0
    AWAY = "away", "away from it", 1
    FAR = "far", "the far side of the world", 2


class Bulk(Option):
    """How many at once. Source: RES-17."""

    ONE = "one", "one", 0
    TEN = "ten", "ten times as many", 1
    HUNDRED = "hundred", "a hundred times", 2


@dataclass(frozen=True, slots=True)
class Hidden:
    """How well known a thing is in a Wise's field, and the obstacle of finding it there. Source: RES-05."""

    obstacle: int
    words: str


HIDDEN = (
    Hidden(1, "common knowledge"),
    Hidden(3, "uncommon, or hard to find"),
    Hidden(5, "for insiders only"),
    Hidden(6, "obscure: 6 and more"),
)
"""The printed steps of a Wise's obstacle; 2 and 4 lie between them."""


def hidden(obstacle: int) -> int:
    """The row of `HIDDEN` that an obstacle, 1 or more, stands in or just above. Source: RES-05."""
    return max(row for row, step in enumerate(HIDDEN) if step.obstacle <= obstacle)


@dataclass(frozen=True, slots=True)
class Purchase:
    """All that the table knows of a purchase before the roll.

    `price` is the obstacle asked, 1 or more, or what it was haggled to. `exponent` is that of Resources with nothing
    taxed; `cash`, `funds` and `loaned` are dice put into this test, `advantage` what the GM grants. `tied` says that
    the wealth sits in a place. `boon` is Persona spent (0 to 3), `doubled` whether Deeds double Resources, `hurt`
    whether a Superficial wound counts here, `other` dice that are counted without saying where each comes from.
    Source: RES-02.
    """

    price: int
    exponent: int
    taxed: int = 0
    helpers: Sequence[Contributor] = ()
    cash: int = 0
    funds: int = 0
    loaned: int = 0
    before: Before = Before.NONE
    advantage: int = 0
    market: Market = Market.HOME
    tied: bool = False
    bulk: Bulk = Bulk.ONE
    disadvantages: Sequence[Increase] = ()
    boon: int = 0
    doubled: bool = False
    hurt: bool = False
    other: int = 0

    @property
    def stakes(self) -> Stakes:
        """What Tax can take. Raises `Refused` where more is taxed than there is."""
        return Stakes(self.exponent, self.taxed, self.loaned, self.funds, self.cash)


def helped(helpers: Sequence[Contributor]) -> Worked:
    """The dice of those who help with their Resources. Source: RES-06."""
    return Worked(
        tuple(
            Line(helping_dice(helper.exponent), f"{helper.words}, Resources {helper.exponent}", "RES-06")
            for helper in helpers
        )
    )


def dice(purchase: Purchase, *, later: bool = False, one_advantage: bool = False) -> Worked:
    """The dice that count for the class; with `one_advantage` the deal's die is the advantage. Source: RES-02."""
    taken = one_advantage and purchase.advantage > 0
    return Worked(
        (
            Line(purchase.exponent, "Resources", "RES-01"),
            Line(-purchase.taxed, "Taxed", "RES-08"),
            *helped(purchase.helpers).lines,
            Line(linked_dice(purchase.before, later=later, taken=taken), "The deal you scored", "RES-05"),
            Line(purchase.cash, "Cash, spent by this test", "RES-20"),
            Line(purchase.funds, "Funds and property", "RES-21"),
            Line(purchase.loaned, "Borrowed", "RES-23"),
            Line(purchase.advantage, "Advantage", "RES-02"),
            Line(purchase.other, "Bonus dice", "RES-02"),
        )
    )


def artha(purchase: Purchase) -> Worked:
    """The dice that are rolled as well and never counted. Source: RES-02."""
    return Worked(
        (
            Line(purchase.stakes.current if purchase.doubled else 0, "Deeds double Resources", "HUB-80"),
            Line(purchase.boon, "Persona", "HUB-75"),
        )
    )


def carried(purchase: Purchase) -> bool:
    """Whether the wealth may be so small that one carries it: exponent 1 or 2, not tied to a place. Source: RES-07."""
    return 1 <= purchase.exponent <= MOST_PORTABLE and not purchase.tied


def distance(purchase: Purchase, *, portable: bool = True) -> Line:
    """What the market adds to the obstacle; small wealth that is `portable` pays nothing abroad. Source: RES-07."""
    if purchase.market is Market.AWAY and portable and carried(purchase):
        return Line(0, "Away, with all you own in your purse", "RES-07", Mark.RULING)
    words = "On home turf" if purchase.market is Market.HOME else purchase.market.words.capitalize()
    return Line(purchase.market.amount or 0, words, "RES-07")


def quantity(bulk: Bulk, *, flat: bool = False) -> Line:
    """What the number adds: 1 for ten times as many, 2 for a hundred; `flat` is 1 for either. Source: RES-17."""
    more = bulk.amount or 0
    words = "Bought singly" if bulk is Bulk.ONE else f"In bulk: {bulk.words}"
    return Line(min(more, 1) if flat else more, words, "RES-17", Mark.RULING if more else None)


def obstacle(purchase: Purchase, *, portable: bool = True, flat: bool = False) -> Worked:
    """The obstacle: the price, and everything that comes on top. Source: RES-02, RES-07, RES-17."""
    lines = [
        Line(purchase.price, "The price", "RES-03"),
        distance(purchase, portable=portable),
        quantity(purchase.bulk, flat=flat),
        Line(int(purchase.before is Before.FAILED), "No deal was found", "RES-05"),
    ]
    for increase in purchase.disadvantages:
        words = increase.words or "Disadvantage"
        lines.append(
            Line(0, f"{words}, cancelled", "RES-02") if increase.cancelled else Line(increase.amount, words, "RES-02")
        )
    lines.append(Line(int(purchase.hurt), "A Superficial wound", "RES-01", Mark.RULING if purchase.hurt else None))
    return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a purchase; each field's first value is the default.

    `later`: the die of a deal comes for meeting the obstacle too; `one_advantage`: it is the advantage; `portable`:
    small wealth pays nothing away from home; `flat`: in bulk it is 1 more, for ten or a hundred; `wounded`: a
    Superficial wound makes it harder.
    """

    later: bool = False
    one_advantage: bool = False
    portable: bool = True
    flat: bool = False
    wounded: bool = False


class Readings(tax.Readings, Protocol):
    """How a table reads the rules of a purchase."""

    def house(self, purchase: Purchase) -> House:
        """What its dice and its obstacle rest on."""


@dataclass(frozen=True, slots=True)
class Assessed:
    """A purchase, worked out: what is rolled, against what, its class for the log and for Tax, and what it brings."""

    purchase: Purchase
    dice: Worked
    artha: Worked
    obstacle: Worked
    pool: Pool
    classes: Classes
    taxed_as: TestClass
    law: Distribution
    forecast: Forecast
    shade: Shade
    readings: Readings = field(compare=False)

    @property
    def total(self) -> int:
        """The obstacle."""
        return self.obstacle.total

    @property
    def chance(self) -> Fraction:
        """The chance to buy."""
        return self.forecast.buys

    @property
    def used(self) -> Used:
        """The artha that goes into it: Deeds that double nothing are not spent."""
        return Used(self.purchase.boon, doubled=self.artha.total > self.purchase.boon)

    @property
    def rollable(self) -> bool:
        """Whether there is a die to roll; without one there is no test."""
        return self.pool.dice > 0

    @property
    def helped(self) -> bool:
        """Whether anyone's help brings a die. Source: RES-06."""
        return helped(self.purchase.helpers).total > 0

    @property
    def traps(self) -> tuple[Trap, ...]:
        """Where a bonus die makes a near miss dearer, among the dice that were added and one more. Source: RES-08."""
        stakes = self.purchase.stakes
        least = stakes.current + stakes.funds + stakes.loaned
        return tax.traps(least, self.dice.total + 1, self.total, stakes, self.readings.tax(stakes))

    @property
    def shared(self) -> tuple[tuple[Contributor, Forecast], ...]:
        """Whoever brings a die, with what they stand to lose. Source: RES-06."""
        found = []
        for helper in self.purchase.helpers:
            if helping_dice(helper.exponent):
                own = self.readings.helped_own()
                as_class = self._taxed_by(helper.exponent) if own else self.taxed_as
                found.append((helper, tax.forecast(self.law, self.total, as_class, Stakes(helper.exponent))))
        return tuple(found)

    def _taxed_by(self, exponent: int) -> TestClass:
        """The class by which a helper is taxed whose own exponent decides it. Source: RES-06."""
        return self.readings.taxed_as(self.readings.classes(exponent, self.total))

    def loss(self, successes: int) -> Loss:
        """What so many successes, fewer than the obstacle, are taxed. Source: RES-08."""
        stakes = self.purchase.stakes
        return tax.taxed(tax.due(self.taxed_as, self.total - successes), stakes, self.readings.tax(stakes))

    def instead(self, purchase: Purchase) -> "Assessed":
        """Another purchase by the same buyer and readings. Raises `Refused` as `assessed` does."""
        return assessed(purchase, self.shade, self.readings)


def assessed(purchase: Purchase, shade: Shade, readings: Readings) -> Assessed:
    """A purchase, worked out. Raises `Refused` where it goes beyond what is counted here. Source: RES-01 to RES-08."""
    stakes, house = purchase.stakes, readings.house(purchase)
    counted = dice(purchase, later=house.later, one_advantage=house.one_advantage)
    more = artha(purchase)
    against = obstacle(replace(purchase, hurt=house.wounded), portable=house.portable, flat=house.flat)
    if counted.total + more.total > MOST_DICE:
        raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {counted.total + more.total}.")
    if against.total > MOST_OBSTACLE:
        raise Refused(f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {against.total}.")
    pool = Pool.of(counted.total + more.total, shade)
    law = successes(pool)
    classes = readings.classes(counted.total, against.total) if pool.dice else Classes()
    as_class = readings.taxed_as(classes, helped=any(line.amount for line in helped(purchase.helpers).lines))
    found = tax.forecast(law, against.total, as_class, stakes, readings.tax(stakes))
    return Assessed(purchase, counted, more, against, pool, classes, as_class, law, found, shade, readings)


@dataclass(frozen=True, slots=True)
class Deal:
    """A Wise tested for a deal: the chance of each end, and the purchase after each; after NONE, it is not tested.

    Source: RES-05.
    """

    chances: Mapping[Before, Fraction]
    ways: Mapping[Before, Assessed]

    @property
    def alone(self) -> Assessed:
        """The purchase without the Wise."""
        return self.ways[Before.NONE]

    @property
    def mixed(self) -> tuple[Fraction, Fraction, Fraction]:
        """With the Wise: the chance to buy, Tax on average, and the chance of ruin."""
        return tax.mixed((chance, self.ways[before].forecast) for before, chance in self.chances.items())

    @property
    def rollable(self) -> bool:
        """Whether there can be a purchase at all."""
        tried = (before for before, chance in self.chances.items() if chance)
        return any(self.ways[before].rollable for before in (Before.NONE, *tried))
