"""Coins, prices and wages (BSC-29 to BSC-31)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Among, Asked, Between, Unusable, row
from engine.games.bastard_sword.forms.gear import MOST_COUNT, unknown
from engine.games.bastard_sword.readings.gear import costs
from engine.games.bastard_sword.rules import money
from engine.games.bastard_sword.rules.gear import find
from engine.games.bastard_sword.rules.money import COINS, NOTHING, WAGES, Price, Purse
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

MOST_PAY, MOST_WEEKS = 100_000, 1000


@calculator("bs-money", rules="BSC-29")
def purse(
    held: Annotated[Purse, Asked("Coins", "As they are: 2c3s7p", quick=("1c", "2c3s7p", "1000p", "50c"))] = Purse.parse(
        "1000p"
    ),
) -> Answer:
    """What is it worth, and what does it weigh?"""
    few, light = Purse.of(held.pawns), Purse.lightest(held.pawns)
    facts = (Fact(f"{held.pawns}p", "in all"), Fact(held.burden, "burden"), Fact(light.burden, "burden at least"))
    said = f"{held.words} are {few.words}, and weigh {held.burden}; {light.words} weigh {light.burden}."
    rows = tuple(
        (name, *one.coins, sum(one.coins), one.burden)
        for name, one in (("As they are", held), ("In the fewest coins", few), ("As light as it goes", light))
    )
    columns = ("Purse", *(f"{coin.name}s" for coin in COINS), "Coins", "Burden")
    values = {
        "pawns": held.pawns,
        "burden": held.burden,
        "fewest": str(few),
        "lightest": str(light),
        "least": light.burden,
    }
    return Answer(values, (Verdict(few.words, facts, said), Table("The same money", columns, rows, mark=Mark.DERIVED)))


@table("bs-coins")
def coins() -> Table:
    """Coins, row by row."""
    rows = tuple(
        (
            f"{coin.name} ({coin.letter})",
            coin.metal,
            *(_in(coin.pawns, other.pawns) for other in COINS),
            f"1 for {coin.each}",
        )
        for coin in COINS
    )
    return Table("Coins", ("Coin", "Metal", *(f"In {coin.name.lower()}s" for coin in COINS), "Burden"), rows)


def _in(pawns: int, other: int) -> str:
    return str(pawns // other) if pawns >= other else f"1/{other // pawns}"


@row("purchase")
class BuyRow:
    """Something of the lists, or of the reader's own with a price."""

    name: Annotated[str, Asked("What")] = "Torch"
    count: Annotated[int, Between(0, MOST_COUNT), Asked("How many, or metres", quick=(1, 2, 10, 20))] = 1
    price: Annotated[Purse | None, Asked("Price of one", "For what is in no list", quick=("5p", "1s"))] = None

    @property
    def line(self) -> str:
        """As `of_line` reads it."""
        number = f"{self.count} " if self.count != 1 else ""
        return f"{number}{self.name}{f' = {self.price}' if self.price else ''}"

    @classmethod
    def of_line(cls, line: str, before: "BuyRow | None" = None) -> "BuyRow":
        """Read "3 torches" or "a goat = 8p". Raises `Refused` for what is in no list and has no price."""
        said, _, price = (part.strip() for part in line.partition("="))
        number, _, name = said.partition(" ")
        count, name = (int(number), name.strip()) if number.isascii() and number.isdecimal() and name else (1, said)
        cost = Purse.parse(price) if price else None
        if cost is None and find(name) is None:
            raise Refused(unknown(name))
        if count > MOST_COUNT:
            raise Refused(f"This takes {MOST_COUNT} of a thing at most; this says {count}.")
        return cls(before.name if before else name, count, cost)


BASKET = (BuyRow("Large backpack"), BuyRow("Bedroll"), BuyRow("Torch", 6), BuyRow("Rope", 10))


@calculator("bs-basket", rules="BSC-30")
def basket(
    wanted: Annotated[
        tuple[BuyRow, ...], Asked("You buy", "A thing a line: 3 torches; 20 heavy arrows; goat = 8p", lines=True)
    ] = BASKET,
    percent: Annotated[
        int, Between(0, 100), Asked("From local make to imported", "0 to 100", gm=True, quick=(0, 50, 100))
    ] = 50,
    *,
    ask: Rulings,
) -> Answer:
    """What does all of it cost?"""
    rows, whole, chosen = [], NOTHING, 0
    for number, one in enumerate(wanted):
        cost = _cost(one, f"wanted.{number}.name", ask)
        whole, chosen = whole + cost, chosen + cost.at(percent)
        each = f"{one.count} × " if one.count != 1 else ""
        known = find(one.name)
        said = f"{each}{known.name if known and not one.price else one.name}"
        rows.append((said, money.said(cost.low), money.said(cost.at(percent)), money.said(cost.high)))
    rows.append(("All together", money.said(whole.low), money.said(chosen), money.said(whole.high)))
    facts = (Fact(money.said(whole.low), "local"), Fact(money.said(whole.high), "imported"))
    said = f"{money.said(chosen)}, between {money.said(whole.low)} and {money.said(whole.high)}."
    blocks: list[Block] = [Verdict(money.said(chosen), facts, said)]
    blocks.append(Table("The bill", ("What", "Local", "Here", "Imported"), tuple(rows)))
    if any((found := find(one.name)) and not found.priced and not one.price for one in wanted):
        blocks.append(Note("A dried ration has no price in the source.", Mark.MISSING, "BSC-43"))
    gear = ((find(one.name), one.count) for one in wanted if one.count)
    bought = tuple(AddRow("gear", {"name": item.name, "count": count}) for item, count in gear if item)
    return Answer({"low": whole.low, "chosen": chosen, "high": whole.high}, tuple(blocks), effects=bought)


def _cost(one: BuyRow, at: str, ask: Rulings) -> Price:
    """What a row costs. Raises `Unusable` for what has no price."""
    if one.price:
        return Price(one.price.pawns, one.price.pawns).times(one.count)
    found = find(one.name)
    if found is None:
        raise Unusable(at, unknown(one.name))
    return costs(found, one.count, ask)


@dataclass(frozen=True, slots=True)
class Pay:
    """What is earned in a week."""

    name: Annotated[str, Asked("Work")] = "Odd jobs"
    low: Annotated[int, Between(0, MOST_PAY), Asked("Pawns a week, worst")] = 2
    high: Annotated[int, Between(1, MOST_PAY), Asked("Pawns a week, best")] = 6

    @classmethod
    def table(cls) -> Mapping[str, "Pay"]:
        """All wages by key."""
        return _pays()

    @property
    def words(self) -> str:
        """The work's name."""
        return self.name

    @property
    def group(self) -> str:
        """The group it stands under in the list."""
        return next((one.group for key, one in WAGES.items() if _pays()[key] == self), "")

    @property
    def wage(self) -> money.Wage:
        """As the rules have it. Raises `Unusable` where the worst is more than the best."""
        if self.low > self.high:
            raise Unusable("work.low", f"The worst pay is no more than the best; this has {self.low} and {self.high}.")
        return money.Wage("", self.name, "", Price(self.low, self.high))


@cache
def _pays() -> Mapping[str, Pay]:
    return {key: Pay(_named(one), one.pay.low, one.pay.high) for key, one in WAGES.items()}


def _named(one: money.Wage) -> str:
    """The name, with its group where two have the same."""
    twice = sum(other.name == one.name for other in WAGES.values()) > 1
    return f"{one.name}, {one.group.lower()}" if twice else one.name


class Make(Option):
    """Where the thing comes from."""

    LOCAL = "local", "local make"
    IMPORTED = "imported", "imported"


SOLDIER = Pay.table()["soldier"]


@calculator("bs-wages", rules="BSC-31")
def wages(
    work: Annotated[Among[Pay], Asked("Work", quick=("soldier", "farmer", "blacksmith", "knight", "beggar"))] = SOLDIER,
    thing: Annotated[
        str, Asked("To pay for", "A thing of the lists, or an amount: 25c", quick=("Plate harness", "Long sword", "1c"))
    ] = "Plate harness",
    count: Annotated[int, Between(1, MOST_COUNT), Asked("How many of it", quick=(1, 2, 10), more=True)] = 1,
    make: Annotated[Make, Asked("It is", gm=True, more=True)] = Make.LOCAL,
    weeks: Annotated[int, Between(1, MOST_WEEKS), Asked("Weeks of work", quick=(1, 4, 52), more=True)] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How long do you work for that?"""
    wage = work.wage
    price = _price(thing, count, ask, imported=make is Make.IMPORTED)
    best, worst = wage.weeks(price)
    slow = wording.count(worst, "week") if worst is not None else "never"
    figure = f"{best} to {worst} weeks" if worst is not None and worst != best else wording.count(best, "week")
    figure = figure if worst is not None else f"{best} weeks or never"
    facts = (
        Fact(money.said(price), "to pay"),
        Fact(wage.pay.words, "a week"),
        Fact(wage.pay.times(weeks).words, f"in {weeks}"),
    )
    said = f"{work.name}: {wording.count(best, 'week')} at the best pay, {slow} at the worst, for {money.said(price)}."
    rows = []
    for key, one in WAGES.items():
        soonest, latest = one.weeks(price)
        rows.append((_pays()[key].name, one.group, one.pay.words, soonest, latest))
    here = list(_pays().values()).index(work) if work in _pays().values() else None
    columns = ("Work", "Group", "A week", "Weeks at best", "Weeks at worst")
    earned = wage.pay.times(weeks)
    values = {"price": price, "best": best, "worst": worst or 0, "low": earned.low, "high": earned.high}
    blocks = (
        Verdict(figure, facts, said, Mark.DERIVED),
        Table("Everyone’s weeks for it", columns, tuple(rows), here, Mark.DERIVED, folded=True),
    )
    return Answer(values, blocks)


def _price(thing: str, count: int, ask: Rulings, *, imported: bool) -> int:
    """What the reader works for, in pawns. Raises `Unusable` for what has no price."""
    if (found := find(thing)) is not None:
        cost = costs(found, count, ask)
        return cost.high if imported else cost.low
    try:
        return Purse.parse(thing).pawns * count
    except Refused:
        raise Unusable("thing", f"This takes a thing of the lists or an amount such as 25c; {unknown(thing)}") from None


@table("bs-wages")
def all_wages() -> Table:
    """Wages, row by row."""
    rows = tuple((_named(one), one.group, one.pay.words) for one in WAGES.values())
    return Table("A week’s pay", ("Work", "Group", "Pay"), rows)
