"""Burden: how much, in what, and how to be rid of it (BSC-23 to BSC-28)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.gear import (
    BY_LINE,
    OwnConstitution,
    OwnSize,
    OwnStrength,
    ThingRow,
    number,
    things,
)
from engine.games.bastard_sword.forms.gear import load as load_of
from engine.games.bastard_sword.forms.pool import POOL_HINT, Malus
from engine.games.bastard_sword.readings.dice import weighed_by
from engine.games.bastard_sword.rules import packing
from engine.games.bastard_sword.rules.burden import INCREMENTS, SHEDDING, Load, Shed
from engine.games.bastard_sword.rules.containers import CONTAINERS
from engine.games.bastard_sword.rules.packing import Packed
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.spirit import MOST_BOUGHT
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.games.bastard_sword.views.blocks import BurdenBands
from engine.games.bastard_sword.words import upper
from engine.rulings import Rulings
from engine.working import Mark

MOST_BURDEN, SHOWN_BANDS = 500_000, 5
TwoD6 = Pool.parse("2d6")
Burden = Annotated[int, Between(0, MOST_BURDEN), Asked("Your burden", quick=(10, 20, 34, 45))]


@calculator("bs-carry", rules="BSC-24 BSC-25")
def carry(
    burden: Burden = 34,
    strength: OwnStrength = 3,
    constitution: OwnConstitution = 4,
    size: OwnSize = Size.MEDIUM,
    dice: Annotated[int, Between(0, MOST_BOUGHT), Asked("Bonus dice you buy", quick=(0, 1, 2, 3))] = 2,
    extended: Annotated[bool, Asked("For an extended task", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Is that too much to carry?"""
    load = load_of(burden, size, strength, constitution)
    weighed = weighed_by(load.passed, ask)
    prices = [weighed.price(count, extended=extended) for count in range(MOST_BOUGHT + 1)]
    figure = f"{wording.MINUS}{load.malus}" if load.malus else "No malus"
    facts = [Fact(number(load.increment), "increment")]
    if load.malus:
        facts.append(Fact(number(load.too_much), "too much"))
    facts.append(Fact(number(load.room), "more before it is worse" if load.malus else "more without a malus"))
    if dice:
        facts.append(Fact(prices[dice], f"spirit for {wording.count(dice, 'die', 'dice')}"))
    times = {0: "is not passed", 1: "is passed once"}.get(load.passed, f"is passed {load.passed} times")
    taken = f"{load.malus} off every roll" if load.malus else "no malus"
    said = f"An increment of {number(load.increment)} {times}: {taken}."
    blocks: list[Block] = [Verdict(figure, tuple(facts), said), drawn(load), _bands(load)]
    rows = tuple((wording.count(count, "die", "dice"), price) for count, price in enumerate(prices) if count)
    blocks.append(Table("What bonus dice cost you", ("You buy", "Spirit"), rows, dice - 1 if dice else None))
    if load.malus:
        blocks.append(Note(f"Whatever takes spirit from you takes {load.malus} more.", rule="BSC-25"))
    values = {
        "increment": load.increment,
        "passed": load.passed,
        "malus": load.malus,
        "extra": load.malus,
        "room": load.room,
        "too_much": load.too_much,
        "price": prices[dice],
    }
    return Answer(values, tuple(blocks), effects=(SpendSpirit(prices[dice]),) if dice else ())


def drawn(load: Load) -> BurdenBands:
    """The load on a bar of bands, one more than it reaches and four at least."""
    first = max(0, load.passed - SHOWN_BANDS + 2)
    shown = range(first, first + SHOWN_BANDS - 1)
    steps = []
    for passed in shown:
        one = Load((passed + 1) * load.increment, load.increment)
        steps.append((number(one.burden), f"{wording.MINUS}{one.malus}" if one.malus else "free"))
    along = (load.burden - first * load.increment) / (load.increment * len(steps))
    taken = f"{load.malus} off every roll" if load.malus else "no malus"
    sentence = f"A burden of {number(load.burden)}, an increment of {number(load.increment)}: {taken}."
    return BurdenBands(tuple(steps), int(along * 1000), sentence)


def _bands(load: Load) -> Table:
    """The bands with what each of them costs."""
    low = max(0, load.passed - SHOWN_BANDS + 2)
    rows = []
    for passed in range(low, low + SHOWN_BANDS):
        one = Load((passed + 1) * load.increment, load.increment)
        rows.append((f"up to {number(one.burden)}", one.malus or None, one.malus or None))
    columns = ("Burden", "Malus on every roll", "More spirit each time")
    return Table("How much is too much", columns, tuple(rows), load.passed - low, folded=True)


@table("bs-increments")
def increments() -> Table:
    """The burden increment of each size."""
    rows = []
    for size, one in INCREMENTS.items():
        per = one.times if one.flat else one.times * 5, one.times if one.flat else one.times * 7
        rule = f"{number(one.times)} in all" if one.flat else number(one.times)
        most = one.times if one.flat else one.times * 10
        rows.append((size.words.capitalize(), rule, *map(number, (*per, most))))
    columns = ("Size", "For each point of strength and constitution", "Both come to 5", "To 7", "To 10")
    return Table("Burden increment", columns, tuple(rows))


PACK = (
    ThingRow("Gambeson", place="worn"),
    ThingRow("Open face helmet", place="worn"),
    ThingRow("Long sword"),
    ThingRow("Large backpack"),
    ThingRow("Bedroll", place="large backpack"),
    ThingRow("Tent", place="large backpack"),
    ThingRow("Torch", 6, "large backpack"),
    ThingRow("Small pouch"),
    ThingRow("Stallion", 24, "small pouch"),
)


@calculator("bs-pack", rules="BSC-23 BSC-26 BSC-27")
def weigh(
    carried: Annotated[
        tuple[ThingRow, ...], Asked("What you carry", BY_LINE, lines=True), sheet("gear", at_once=True)
    ] = PACK,
    strength: OwnStrength = 3,
    constitution: OwnConstitution = 3,
    size: OwnSize = Size.MEDIUM,
    *,
    ask: Rulings,
) -> Answer:
    """What does your pack weigh, and what do you drop first?"""
    found = things(carried, "carried")
    packed = read(found, ask)
    load = load_of(packed.burden, size, strength, constitution, "carried")
    figure = f"{packed.burden} burden"
    malus = f"{wording.MINUS}{load.malus}" if load.malus else "no malus"
    left = Fact(number(load.too_much), "too much") if load.malus else Fact(number(load.room), "to spare")
    facts = (Fact(malus, "on rolls" if load.malus else ""), Fact(number(load.increment), "increment"), left)
    said = f"{packed.burden} burden against an increment of {number(load.increment)}: {malus}."
    blocks: list[Block] = [Verdict(figure, facts, said), drawn(load), _lines(packed)]
    relief = list(packed.relief(load.increment))
    if load.malus:
        blocks.append(_relief(relief))
    if packed.bulky:
        names = wording.listed(one.lower() for one in packed.bulky)
        blocks.append(Note(f"Into a pack goes what fits; the table may object to {names}.", rule="BSC-26"))
    if unknown := [one.item.words for one in packed.things if not one.item.priced]:
        names = wording.listed(unknown)
        blocks.append(
            Note(f"The source gives no burden for {names}; say one, as in “ration = 1”.", Mark.MISSING, "BSC-43")
        )
    if packed.in_hands > 2:
        blocks.append(Note(f"You have {packed.in_hands} things in your hands; there are 2.", rule="BSC-27"))
    first = relief[0] if relief else None
    values = {
        "burden": packed.burden,
        "weighs": list(packed.weighs),
        "malus": load.malus,
        "increment": load.increment,
        "in_hands": packed.in_hands,
        "bulky": list(packed.bulky),
        "drop": [one.name for one in first[1]] if first else [],
        "after": int(first[0].burden) if first else packed.burden,
    }
    return Answer(values, tuple(blocks))


def read(found: Sequence[packing.Thing], ask: Rulings, at: str = "carried") -> Packed:
    """A list as the table weighs it. Raises `Unusable` for a container that is too full, or lies in another."""
    packed = packing.pack(found)
    if packing.pack(found, whole=True).pooled and ask["burden.leftovers"] == "whole":
        packed = packing.pack(found, whole=True)
    nested = any(one.item.container and one.inside is not None for one in found)
    if fault := packed.fault(nesting=not nested or ask["burden.nesting"] == "yes"):
        raise Unusable(f"{at}.{fault[0]}.name", fault[1])
    return packed


def _lines(packed: Packed) -> Table:
    """Thing by thing, what lies in a container under it."""
    rows: list[tuple[Entry, ...]] = []

    def add(at: int | None) -> None:
        for place, thing in enumerate(packed.things):
            if thing.inside == at:
                where = "in it" if at is not None else _where(thing)
                rows.append((upper(packing.said(thing)), where, packed.weighs[place], _filled(packed, place)))
                add(place)

    add(None)
    if packed.pooled:
        rows.append(("What was left over here and there", None, packed.pooled, None))
    return Table("What you carry", ("What", "Where", "Weighs", "Filled"), tuple(rows))


def _where(thing: packing.Thing) -> str:
    """How it travels. Source: BSC-27."""
    if thing.worn:
        return "worn"
    if thing.item.container and thing.shed:
        return thing.shed.words
    return thing.item.carried.words if thing.item.carried.value in ("sheath", "belt") else Shed.HANDS.words


def _filled(packed: Packed, at: int) -> str | None:
    """As in "16 of 18, 5 free"."""
    thing = packed.things[at]
    holder = thing.item.container
    if holder is None:
        return None
    free = max(holder.free, holder.slung if thing.slung else 0) * thing.count
    return f"{packed.content[at]} of {holder.capacity * thing.count}{f', {free} free' if free else ''}"


def _relief(relief: Sequence[tuple[Load, tuple[packing.Bundle, ...]]]) -> Table:
    """What to shed for each lower malus."""
    rows: list[tuple[Entry, ...]] = []
    for after, chosen in relief:
        hard = [one.difficulty for one in chosen if one.difficulty]
        test = f"sleight of hand, DL {wording.listed(str(one) for one in hard)}" if hard else "free"
        names = wording.listed(one.words for one in chosen)
        rows.append((f"{wording.MINUS}{after.malus}" if after.malus else "none", names, test, int(after.burden)))
    if not rows:
        rows.append(("none lower", "What you can shed at once is not enough", None, None))
    return Table(
        "What to drop first", ("Malus then", "Drop", "It takes", "Burden then"), tuple(rows), mark=Mark.DERIVED
    )


@table("bs-containers")
def containers() -> Table:
    """Containers, row by row."""
    rows = tuple(
        (
            one.name,
            one.price.words,
            one.burden,
            one.capacity,
            f"{one.free}, or {one.slung} slung" if one.slung else one.free or None,
            wording.signed(one.burden - one.free),
            one.note or None,
        )
        for one in CONTAINERS.values()
    )
    columns = ("Container", "Price", "Burden", "Holds", "Free", "Adds when full", "Note")
    return Table("Containers", columns, rows)


@calculator("bs-drop", rules="BSC-28")
def drop(
    how: Annotated[Shed, Asked("The pack is")] = Shed.STRAPPED,
    pool: Annotated[Pool, Asked("Sleight of hand", POOL_HINT), sheet("sleight-of-hand")] = TwoD6,
    burden: Burden = 34,
    pack: Annotated[int, Between(0, MOST_BURDEN), Asked("Of that, this pack", quick=(5, 10, 16))] = 16,
    strength: OwnStrength = 3,
    constitution: OwnConstitution = 4,
    size: OwnSize = Size.MEDIUM,
    malus: Malus = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Are you rid of it this round?"""
    if pack > burden:
        raise Unusable("pack", f"A pack is part of the burden; this weighs {pack}, and all together {burden}.")
    now = load_of(burden, size, strength, constitution)
    then = load_of(burden - pack, size, strength, constitution)
    row = SHEDDING[how]
    takes = row.action or ("a free action" if ask["burden.shedding"] == "free" else "an action")
    test = Test(pool, row.difficulty, malus + now.malus)
    chance = test.chance if row.difficulty else Fraction(1)
    lighter = f"{wording.MINUS}{then.malus}" if then.malus else "no malus"
    facts = [Fact(takes), Fact(lighter, "then")]
    if row.difficulty:
        facts += [Fact(test.needed, "needed"), Fact(pool.words)]
    figure = wording.percent(chance) if row.difficulty else "Dropped"
    roll = f"{wording.percent(chance)} to be rid of it" if row.difficulty else "it falls at once"
    said = f"{takes.capitalize()}: {roll}, and {burden - pack} burden is left, {lighter}."
    blocks: list[Block] = [Verdict(figure, tuple(facts), said)]
    if row.difficulty:
        blocks.append(test.odds())
    blocks.append(_sheddings(how, pool, malus + now.malus))
    if now.malus and row.difficulty:
        blocks.append(Note(f"The load itself takes {now.malus} off this roll.", rule="BSC-25"))
    values = {"takes": takes, "probability": chance, "malus_now": now.malus, "malus_then": then.malus}
    return Answer(values, tuple(blocks))


def _sheddings(how: Shed, pool: Pool, malus: int) -> Table:
    """All ways that packs sit."""
    rows = tuple(
        (
            one.words.capitalize(),
            one.difficulty or None,
            Test(pool, one.difficulty, malus).chance if one.difficulty else "at once",
        )
        for one in SHEDDING.values()
    )
    return Table("How it sits", ("It is", "Difficulty", "Rid of it"), rows, list(SHEDDING).index(how))
