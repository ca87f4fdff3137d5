"""Camping gear, tools, instruments and the rest (BSC-39 to BSC-43)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest
from engine.games.bastard_sword.rules import expedition, money
from engine.games.bastard_sword.rules.expedition import Bed, Light
from engine.games.bastard_sword.rules.goods import GOODS, Good, Group
from engine.games.bastard_sword.rules.money import NOTHING, Price
from engine.working import Mark

MOST_PEOPLE, MOST_NIGHTS = 100, 100
RATION = GOODS["ration-dried"]


@calculator("bs-expedition", rules="BSC-39")
def camp(
    people: Annotated[int, Between(1, MOST_PEOPLE), Asked("People", quick=(1, 2, 4, 6))] = 4,
    nights: Annotated[int, Between(1, MOST_NIGHTS), Asked("Nights", quick=(1, 3, 7))] = 3,
    hours: Annotated[int, Between(0, 12), Asked("Hours of light each night", quick=(0, 2, 4, 8))] = 4,
    light: Annotated[Light, Asked("Light of")] = Light.LANTERN,
    lights: Annotated[int, Between(1, MOST_PEOPLE), Asked("How many lights at once", quick=(1, 2), more=True)] = 1,
    bed: Annotated[Bed, Asked("They sleep on")] = Bed.BEDROLL,
    tents: Annotated[bool, Asked("In tents")] = True,
    fire: Annotated[bool, Asked("With a fire and a pot")] = True,
) -> Answer:
    """What does the camp need, weigh and cost?"""
    wanted = expedition.needs(people, nights, hours, light, lights, bed, tents=tents, fire=fire)
    weighs = {one: int(one.burden * number) for one, number in wanted.items()}
    burden = sum(weighs.values())
    price = sum((one.price.times(number) for one, number in wanted.items()), NOTHING)
    each = wording.decimal(Fraction(burden, people))
    facts = (Fact(each, "for each of them"), Fact(price.words), Fact(people, "people"), Fact(nights, "nights"))
    said = f"{burden} burden, {each} for each of {people}, and {price.words}."
    rows: list[tuple[Entry, ...]] = [
        (number, one.name, weighs[one], one.price.times(number).words) for one, number in wanted.items()
    ]
    rows.append((None, "All together", burden, price.words))
    columns = ("How many", "What", "Burden", "Price")
    food = f"Food for {people * nights} days of one eater is not in it: the source has no number for it."
    values = {
        "burden": burden,
        "low": price.low,
        "high": price.high,
        "list": {one.key: number for one, number in wanted.items()},
    }
    return Answer(
        values,
        (
            Verdict(f"{burden} burden", facts[: 3 if nights == people else 4], said),
            Table("To pack", columns, tuple(rows), mark=Mark.DERIVED),
            Note(food, Mark.MISSING, "BSC-43"),
        ),
    )


@calculator("bs-goods", rules="BSC-40 BSC-41 BSC-42 BSC-43")
def search(
    about: Annotated[
        str, Longest(40), Asked("Look for", "Part of a word; empty for all", quick=("saw", "kit", "rope"))
    ] = "",
    groups: Annotated[frozenset[Group], Asked("Among")] = frozenset(Group),
    burden: Annotated[int, Between(0, 20), Asked("Burden at most", quick=(0, 1, 4, 20))] = 20,
    pawns: Annotated[int, Between(0, 200), Asked("Pawns at most", quick=(5, 10, 50, 200))] = 200,
    metres: Annotated[int, Between(1, 500), Asked("Metres of rope and chain", quick=(1, 10, 20), more=True)] = 1,
) -> Answer:
    """What is there to buy?"""
    said = about.casefold()
    found = [
        one
        for one in GOODS.values()
        if one.group in groups
        and said in f"{one.name} {one.note}".casefold()
        and one.burden <= burden
        and one.price.low <= pawns
    ]
    if not found:
        return Answer({"found": [], "burden": 0}, (Verdict("Nothing", (), "The lists have nothing like this."),))
    first = found[0]
    length = metres if first.metre else 1
    facts = [Fact(_price(first, length)), Fact(_burden(first, length), "burden")]
    if len(found) > 1:
        facts = [Fact(first.name, "comes first")]
    figure = first.name if len(found) == 1 else wording.count(len(found), "thing")
    line = (
        f"{figure}: {_price(first, length)}, burden {_burden(first, length)}."
        if len(found) == 1
        else f"{figure} of the lists."
    )
    rows = tuple(row(one, metres) for one in found)
    blocks: list[Block] = [Verdict(figure, tuple(facts), line), Table("What there is", COLUMNS, rows)]
    if RATION in found:
        blocks.append(
            Note("The source lists a dried ration without a number, and no other food.", Mark.MISSING, "BSC-43")
        )
    if GOODS["ten-foot-pole"] in found:
        blocks.append(Note("The pole’s burden of 14 is as printed, and far above its neighbours.", rule="BSC-40"))
    whole = Price(first.price.low * length, first.price.high * length)
    values = {
        "found": [one.key for one in found],
        "burden": int(first.burden * length),
        "low": whole.low,
        "high": whole.high,
    }
    return Answer(values, tuple(blocks))


COLUMNS = ("What", "Kind", "Price", "Burden", "Note")


def row(one: Good, metres: int = 1) -> tuple[Entry, ...]:
    """A thing as it is shown; of what is sold by the metre so many of them."""
    length = metres if one.metre else 1
    name = f"{one.name}, {metres} m" if one.metre and metres > 1 else one.name
    return name, one.group.words, _price(one, length), _burden(one, length), one.note or None


def _price(one: Good, length: int) -> str:
    return "not in the source" if one.missing else money.Price(one.price.low * length, one.price.high * length).words


def _burden(one: Good, length: int) -> str:
    if one.missing:
        return "not in the source"
    return str(int(one.burden * length)) if length > 1 else str(one.burden)


@table("bs-camping")
def camping() -> Table:
    """Camping gear, row by row."""
    return Table("Camping", COLUMNS, tuple(row(one) for one in GOODS.values() if one.group is Group.CAMP))


@table("bs-goods")
def goods() -> Table:
    """Everything but camping gear, row by row."""
    rows = tuple(row(one) for one in GOODS.values() if one.group is not Group.CAMP)
    return Table("Tools, instruments and the rest", COLUMNS, rows)
