"""Prices, pay and coin: the list of obstacles, what a sum is worth, and what goods cost in it (RES-03, RES-26)."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Among, Asked, Between, Longest, Unusable, branch
from engine.games.burning_wheel.calculators.money.fields import B3, ResourcesNow
from engine.games.burning_wheel.dice import Obstacle, ob, successes
from engine.games.burning_wheel.readings.coin import monthly
from engine.games.burning_wheel.rules import coin
from engine.games.burning_wheel.rules import prices as rules
from engine.games.burning_wheel.rules.coin import Coins, Unit
from engine.games.burning_wheel.rules.prices import HIGHEST, ITEMS, LOWEST, Item, Kind
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

LISTED = Between(LOWEST, HIGHEST)
AMOUNT = Between(0, 1_000_000)


@calculator("price-list", rules="RES-03")
def price_list(
    text: Annotated[str, Longest(40), Asked("Search", "Say what you want: sword, horse, chain shirt.")] = "",
    kinds: Annotated[frozenset[Kind], Asked("Show only")] = frozenset(),
    least: Annotated[int, LISTED, Asked("Lowest obstacle", quick=(1, 3, 5))] = LOWEST,
    most: Annotated[int, LISTED, Asked("Highest obstacle", quick=(2, 3, 4, 6, 10))] = HIGHEST,
    resources: ResourcesNow = B3,
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice", quick=(0, 1, 2, 3))] = 0,
) -> Answer:
    """What does it cost, and could I pay?"""
    if least > most:
        raise Unusable("most", f"The list is asked for from Ob {least}; it cannot end at Ob {most}.")
    found = rules.fitting(ITEMS.values(), text, kinds, least, most)
    values = {
        "prices": {item.key: item.obstacle for item in found},
        "count": len(found),
        "obstacle": found[0].obstacle if len({item.obstacle for item in found}) == 1 else None,
    }
    if not found:
        what = f" for {wording.quoted(text)}" if text.strip() else ""
        sentence = f"The list has nothing{what} here: the GM sets the obstacle by what is like it."
        return Answer(values, (Verdict("Not listed", (Fact("the GM sets the price"),), sentence),))
    law = successes(resources.pool(bonus))
    rows = tuple((item.name, item.kind, Obstacle(item.obstacle), law.at_least(item.obstacle)) for item in found)
    return Answer(
        values,
        (
            _listed(found, law),
            Table("What things cost", ("Item", "Kind", "Price", f"On {resources.exponent + bonus}D"), rows),
            Note("Prices to judge by: a thing may not be for sale, and scarce goods cost more.", rule="RES-03"),
        ),
    )


def _listed(found: Sequence[Item], law: Distribution) -> Verdict:
    lowest, highest = (edge(item.obstacle for item in found) for edge in (min, max))
    figure = ob(lowest) if lowest == highest else f"{ob(lowest)} to {highest}"
    if len(found) == 1:
        name, chance = found[0].name, law.at_least(lowest)
        said = f"{name}: {figure}, {wording.percent(chance)} on these dice."
        return Verdict(figure, (Fact(name), Fact(chance, CHANCE)), said)
    things = wording.count(len(found), "thing")
    pays = sum(law.at_least(item.obstacle) >= Fraction(1, 2) for item in found) or "none"
    return Verdict(
        figure,
        (Fact.count(len(found), "thing"), Fact(pays, "at even odds or better")),
        f"{things}, {figure}: {pays} of them at even odds or better.",
    )


@dataclass(frozen=True, slots=True)
class Wage:
    """Someone's pay, a row of the table or one of the reader's own."""

    name: Annotated[str, Asked("Who")] = ""
    amount: Annotated[int, Between(1, 1_000_000), Asked("Pay a month")] = 60
    unit: Annotated[Unit, Asked("Coin")] = Unit.SMALL

    @classmethod
    def table(cls) -> Mapping[str, "Wage"]:
        """All rows by key, in the order of the book."""
        return _wages()

    @property
    def words(self) -> str:
        """Whose pay it is."""
        return self.name or "Someone else"

    @property
    def row(self) -> coin.Wage:
        """Its row in the rules' table, or one without a key for one of the reader's own."""
        own = coin.Wage("", self.name, "", self.amount, self.unit)
        return next((coin.WAGES[key] for key, one in _wages().items() if one == self), own)


@dataclass(frozen=True, slots=True)
class Cost:
    """What goods cost in coin, a row of the table or one of the reader's own."""

    name: Annotated[str, Asked("What it is")] = ""
    least: Annotated[int, AMOUNT, Asked("It costs, at least")] = 6
    most: Annotated[int, AMOUNT, Asked("And at most")] = 12
    unit: Annotated[Unit, Asked("Coin")] = Unit.MIDDLE

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise Refused(f"The least it costs is {self.least}; the most cannot be {self.most}.")

    @classmethod
    def table(cls) -> Mapping[str, "Cost"]:
        """All rows by key, in the order of the book."""
        return _costs()

    @property
    def words(self) -> str:
        """What it is."""
        return self.name or "Something else"

    @property
    def row(self) -> coin.Cost | None:
        """Its row in the rules' table; None for one of the reader's own."""
        return next((coin.COSTS[key] for key, one in _costs().items() if one == self), None)


@functools.cache
def _wages() -> Mapping[str, Wage]:
    return {key: Wage(wage.name, wage.amount, wage.unit) for key, wage in coin.WAGES.items()}


@functools.cache
def _costs() -> Mapping[str, Cost]:
    return {key: Cost(cost.name, cost.least, cost.most, cost.unit) for key, cost in coin.COSTS.items()}


LABORER, MULE = _wages()["laborer"], _costs()["mule"]


@branch("livres, sous, denier")
class Livres:
    """The worked currency: livres, sous and denier."""

    coins: ClassVar[Coins] = coin.LIVRES


@branch("our own coins")
class OwnCoins:
    """A currency of the reader's own, with three coins."""

    small: Annotated[str, Longest(20), Asked("Smallest coin")] = "pennies"
    middle: Annotated[str, Longest(20), Asked("Middle coin")] = "shillings"
    large: Annotated[str, Longest(20), Asked("Largest coin")] = "crowns"
    small_in_middle: Annotated[int, Between(1, 1000), Asked("Smallest in a middle one", quick=(4, 10, 12))] = 12
    middle_in_large: Annotated[int, Between(1, 1000), Asked("Middle ones in a largest", quick=(5, 10, 20))] = 5
    worth: Annotated[int, Between(1, 1000), Asked("The smallest is worth, in denier", quick=(1, 2, 4))] = 1

    @property
    def coins(self) -> Coins:
        names = (self.small or "small coins", self.middle or "middle coins", self.large or "large coins")
        return Coins(*names, self.small_in_middle, self.middle_in_large, self.worth)


@calculator("coin-converter", rules="RES-26")
def coin_converter(
    amount: Annotated[int, AMOUNT, Asked("Amount", quick=(1, 10, 20, 60, 100))] = 7,
    unit: Annotated[Unit, Asked("Coin")] = Unit.MIDDLE,
    wage: Annotated[Among[Wage], Asked("Measured by the pay of")] = LABORER,
    coins: Annotated[Livres | OwnCoins, Asked("Currency", more=True)] = Livres(),
    *,
    ask: Rulings,
) -> Answer:
    """How much money is that?"""
    scale = coins.coins
    small = scale.small_coins(amount, unit)
    denier = small * scale.worth
    pay = monthly(wage.row, ask)
    worked, like, split = coin.months(denier, pay), coin.like(denier), scale.said(small)
    pays = {key: monthly(one, ask) for key, one in coin.WAGES.items()}
    rows = tuple(
        (coin.WAGES[key].name, coin.LIVRES.said(paid), coin.in_words(coin.months(denier, paid)))
        for key, paid in pays.items()
    )
    current = list(pays).index(wage.row.key) if wage.row.key else None
    blocks: list[Block] = [
        Verdict(
            split,
            (Fact(coin.in_words(worked), f"{_article(wage)} works"),),
            f"{split}: {coin.in_words(worked)} at the pay of {_article(wage)}.",
            Mark.DERIVED,
        ),
        Table(
            "In each coin",
            ("Coin", "Amount"),
            tuple((scale.named(one), coin.quotient(small, scale.small_coins(1, one))) for one in Unit),
            mark=Mark.DERIVED,
        ),
        Table("How long they work for it", ("Who", "Pay a month", "Works"), rows, current, Mark.DERIVED),
    ]
    if like:
        goods = wording.listed(f"{cost.name} ({ob(cost.obstacle)})" for cost in like)
        blocks.append(Note(f"Goods that may cost as much: {goods}.", rule="RES-26"))
    blocks.append(Note("No formula leads from coin to obstacle; judge by what is alike.", rule="RES-26"))
    return Answer(
        {
            "denier": denier,
            "small": small,
            "coins": list(scale.split(small)),
            "monthly": pay,
            "months": worked,
            "like": [cost.key for cost in like],
        },
        tuple(blocks),
    )


def _article(wage: Wage) -> str:
    name = wage.words[:1].lower() + wage.words[1:]
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" if wage.name else "someone else"


@calculator("cost-in-coin", rules="RES-26")
def cost_in_coin(
    cost: Annotated[Among[Cost], Asked("Goods")] = MULE,
    wage: Annotated[Among[Wage], Asked("Whose pay it is measured by")] = LABORER,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost in coin, and how long does someone work for it?"""
    least, most = (coin.LIVRES.small_coins(amount, cost.unit) for amount in (cost.least, cost.most))
    pay = monthly(wage.row, ask)
    low, high = coin.in_words(coin.months(least, pay)), coin.in_words(coin.months(most, pay))
    span = low if low == high else f"{low} to {high}"
    row, price = cost.row, _price(cost)
    judged = (Fact(Obstacle(row.obstacle), "obstacle"),) if row else ()
    values = {
        "least": least,
        "most": most,
        "monthly": pay,
        "months_least": coin.months(least, pay),
        "months_most": coin.months(most, pay),
        "points": row.points if row else None,
        "obstacle": row.obstacle if row else None,
        "laborer": row.laborer if row else None,
        "knight": row.knight if row else None,
    }
    blocks: list[Block] = [
        Verdict(
            price,
            (Fact(span, f"{_article(wage)} works"), *judged),
            f"{cost.words}: {price}, which is {span} at the pay of {_article(wage)}.",
            row.mark if row else Mark.DERIVED,
        )
    ]
    if row and row.note:
        blocks.append(Note(row.note, row.mark, "RES-26"))
    keys = list(coin.COSTS)
    blocks.append(costs_table(keys.index(row.key) if row else None))
    return Answer(values, tuple(blocks))


def _price(cost: Cost | coin.Cost) -> str:
    """What goods cost: "6 to 12 sous"."""
    least = f"{cost.least:,} to " if cost.least < cost.most else ""
    return f"{least}{cost.most:,} {coin.called(cost.most, cost.unit.value)}"


def costs_table(current: int | None = None) -> Table:
    """All goods with what they cost; `current` is the row that is ringed."""
    rows = tuple(
        (cost.name, cost.points, Obstacle(cost.obstacle), _price(cost), cost.laborer, cost.knight)
        for cost in coin.COSTS.values()
    )
    columns = ("Goods", "Points", "Price", "In coin", "A laborer works", "A knight works")
    return Table("What goods cost in coin", columns, rows, current)


@table("monthly-pay")
def monthly_pay() -> Table:
    """What each occupation is paid."""
    rows = tuple(
        (
            f"{wage.name}, {wage.also}" if wage.also else wage.name,
            f"{wage.amount} {wage.unit.value}",
            f"{wage.denier:,} denier",
        )
        for wage in coin.WAGES.values()
    )
    return Table("Pay in a month", ("Occupation", "Pay", "In denier"), rows)
