"""Buying: dice, obstacle and what is at stake before the roll; the deal, help, distance and bulk (RES-01 to RES-17)."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.calculators.money.fields import (
    ARMS,
    B3,
    DICE,
    GEAR,
    PRICES,
    QUICK_DICE,
    Bought,
    BoughtAt,
    ContributorRow,
    Contributors,
    InBulk,
    PriceObstacle,
    ResourcesNow,
    TaxedAlready,
    TiedToAPlace,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.shown import (
    at_a_glance,
    endings_table,
    mean,
    rolled_at,
    rolls,
    spent_cash,
)
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.test import DisadvantageRow
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.purchase import assess, check_cash
from engine.games.burning_wheel.readings.tests import after, artha_spent
from engine.games.burning_wheel.rules import linked, tax, test_class
from engine.games.burning_wheel.rules import purchase as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Before
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import settled
from engine.games.burning_wheel.rules.purchase import HIDDEN, Assessed, Bulk, Deal, Market, Purchase
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark


def _variants(purchase: Purchase) -> dict[str, Purchase]:
    """The purchase as it stands, without each thing that adds dice, and with a die more. Source: RES-02."""
    without = {
        "Without help": replace(purchase, helpers=()),
        "Without the cash": replace(purchase, cash=0),
        "Without funds": replace(purchase, funds=0),
        "Without the loan": replace(purchase, loaned=0),
        "Without artha": replace(purchase, boon=0, doubled=False),
    }
    found = {"As it stands": purchase, **{words: one for words, one in without.items() if one != purchase}}
    if len(found) > 2 or (len(found) == 2 and purchase.before is Before.EXCEEDED):
        bare = replace(purchase, helpers=(), cash=0, funds=0, loaned=0, advantage=0, boon=0, doubled=False, other=0)
        met = Before.FAILED if purchase.before is Before.FAILED else Before.NONE
        found["With nothing added"] = replace(bare, before=met)
    return {**found, "With a die more": replace(purchase, advantage=purchase.advantage + 1)}


def compared(found: Assessed) -> Table:
    """The three numbers side by side: as it stands, without each bonus, and with one die more. Source: RES-02, 08."""
    rows = []
    for words, purchase in _variants(found.purchase).items():
        try:
            one = found.instead(purchase)
        except Refused:
            continue  # The die more is one too many.
        rows.append((words, DiceCount(one.pool.dice), one.classes, *_at_stake(one)))
    columns = ("", "You roll", "Class", "Chance to buy", "Likely Tax", "A miss by one", "Chance of ruin")
    return Table("Before the roll", columns, tuple(rows), 0, Mark.DERIVED)


def _at_stake(one: Assessed) -> tuple[Entry, ...]:
    if not one.rollable:
        return (None,) * 4
    near = one.loss(one.total - 1)
    return one.chance, one.forecast.words, DiceCount(near.dice), one.forecast.ruin


def trap_notes(found: Assessed) -> list[Note]:
    """The warning where a bonus die makes a near miss dearer. Source: RES-08."""
    notes = []
    for trap in found.traps:
        which = f"Die {trap.dice + 1}" if trap.dice < found.dice.total else "One more die"
        notes.append(
            Note(
                f"A near miss on {wording.count(trap.dice, 'die', 'dice')} is Challenging and costs {trap.before}D. "
                f"{which} turns it Difficult: then any miss costs {trap.after}D.",
                Mark.DERIVED,
                "RES-08",
            )
        )
    return notes


def helpers_table(found: Assessed) -> Table:
    """Everyone who helps, with what they give and what they stand to lose. Source: RES-06."""
    rows = tuple(
        (helper.words, f"+{test_class.helping_dice(helper.exponent)}D", forecast.words, forecast.ruin)
        for helper, forecast in found.shared
    )
    columns = ("Helper", "Gives", "Taxed, if you fail", "Chance of ruin")
    return Table("Helpers are taxed with you", columns, rows, mark=Mark.RULING)


def _haggled_price(asked: int, haggled: int | None) -> int:
    """What is to be paid: the price asked, or the one haggled to. Raises `Unusable` outside what haggling can reach."""
    if haggled is None:
        return asked
    try:
        return settled(asked, haggled)
    except Refused as error:
        raise Unusable("haggled", str(error)) from None


@calculator("purchase-builder", rules="RES-01 RES-02 RES-04 RES-05 RES-06 RES-07 RES-08 RES-12 RES-17")
def purchase_builder(
    price: Bought = ARMS,
    resources: UntaxedResources = B3,
    taxed: TaxedAlready = 0,
    helpers: Contributors = (),
    cash: Annotated[int, DICE, Asked("Cash dice", "Spent, won or lost.", quick=QUICK_DICE), sheet("cash")] = 0,
    funds: Annotated[
        int, DICE, Asked("Fund and property dice", "Kept, unless the test is taxed.", quick=QUICK_DICE)
    ] = 0,
    market: BoughtAt = Market.HOME,
    before: Annotated[Before, Asked("A Wise, tested for a deal")] = Before.NONE,
    bulk: InBulk = Bulk.ONE,
    haggled: Annotated[int | None, PRICES, Asked("Haggled to", "Empty: nobody haggled.", more=True)] = None,
    disadvantages: Annotated[tuple[DisadvantageRow, ...], Asked("Disadvantages", more=True)] = (),
    advantage: Annotated[int, DICE, Asked("Advantage dice", gm=True, more=True)] = 0,
    loaned: Annotated[int, DICE, Asked("Borrowed dice", "The first to go.", more=True)] = 0,
    tied: TiedToAPlace = False,
    boon: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona for dice", more=True)] = 0,
    doubled: Annotated[bool, Asked("Deeds double your Resources", more=True)] = False,
    hurt: Annotated[bool, Asked("A Superficial wound", more=True)] = False,
    forks: Annotated[int, DICE, Asked("FoRK dice", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Can we afford it, and what if not?"""
    if forks:
        raise Unusable(
            "forks", "No skill FoRKs into Resources; test a Wise first, and its result leads into this roll."
        )
    check_cash(cash, ask)
    purchase = Purchase(
        _haggled_price(price.obstacle, haggled),
        resources.exponent,
        taxed,
        helpers,
        cash,
        funds,
        loaned,
        before,
        advantage,
        market,
        tied,
        bulk,
        disadvantages,
        boon,
        doubled,
        hurt,
    )
    found = assess(purchase, resources.shade, ask)
    if not found.rollable:
        sentence = "There is no die to roll, so there is no test: cash, help or a loan brings one."
        return Answer(_values(found), (Verdict("No test", rolled_at(found), sentence),))
    return Answer(_values(found), _blocks(found, ask, haggled is not None), spends_of(found))


def _values(found: Assessed) -> dict[str, object]:
    """An assessed purchase for programs; the tax is the chance of each number of dice lost."""
    forecast = found.forecast
    values: dict[str, object] = {
        "obstacle": found.total,
        "dice": found.pool.dice,
        "logged": found.dice.total,
        "class": found.classes.value,
    }
    if not found.rollable:
        nothing: dict[str, object] = {"tax": {}, "likely_tax": None, "mean_tax": None, "ruin": None}
        return {**values, "probability": None, **nothing, "near_miss_costs_more_from": [], "helpers": {}}
    return {
        **values,
        "probability": found.chance,
        "tax": by_dice(forecast),
        "likely_tax": list(forecast.likely),
        "mean_tax": forecast.mean,
        "ruin": forecast.ruin,
        "near_miss_costs_more_from": [trap.dice for trap in found.traps],
        "helpers": {helper.words: by_dice(one) for helper, one in found.shared},
    }


def by_dice(forecast: tax.Forecast) -> dict[str, Fraction]:
    """The chance of each number of dice lost, for programs."""
    return {str(dice): chance for dice, chance in forecast.dice.items()}


def _blocks(found: Assessed, ask: Rulings, haggled: bool) -> tuple[Block, ...]:
    artha = Working(found.artha.lines, found.artha.total, "Dice of artha: rolled, not counted", "D")
    return (
        Verdict(wording.percent(found.chance), at_a_glance(found), _sentence(found), Mark.DERIVED),
        compared(found),
        *trap_notes(found),
        endings_table(found),
        Working(found.obstacle.lines, found.total, "Obstacle"),
        Working(found.dice.lines, found.dice.total, "Dice that count for the class", "D"),
        *((artha,) if artha.total else ()),
        *((helpers_table(found),) if found.helped else ()),
        odds_of(found.pool, found.total, ask, found.pool.opened(), "with Luck", after(found.used)),
        *_notes(found, haggled),
    )


def _sentence(found: Assessed) -> str:
    buys = f"You roll {wording.count(found.pool.dice, 'die', 'dice')} against {ob(found.total)}"
    forecast = found.forecast
    if not forecast.endings:
        return f"{buys} and cannot fail."
    ruined = f"; {often(forecast.ruin)} it brings you to 0" if forecast.ruin else ""
    chance = "cannot buy it" if not forecast.buys else f"buy it {often(forecast.buys)}"
    return f"{buys} and {chance}. A failure is taxed {forecast.words}{ruined}."


def _notes(found: Assessed, haggled: bool) -> list[Note]:
    purchase = found.purchase
    notes = [Note(f"It is {found.classes.article}, and only a success is marked.", rule="RES-19")]
    if purchase.cash:
        what = wording.count(purchase.cash, "cash die", "cash dice")
        notes.append(Note(f"{what} gone after this test, won or lost.", rule="RES-20"))
    if haggled:
        notes.append(Note("Until the dice are rolled you may still walk away; after that, full Tax.", rule="RES-11"))
    if purchase.doubled and not found.used.doubled:
        notes.append(Note("Not a die of Resources is left that Deeds could double.", rule="HUB-80"))
    return [*notes, Note("If it fails:", rule="RES-08")]


def spends_of(found: Assessed) -> tuple[Effect, ...]:
    """What is gone with the roll: cash and artha. Source: RES-02, RES-20."""
    return (*spent_cash(found.purchase.cash), *artha_spent(found.used, "resources"))


WORTH = {1: ("yes", "Ask around"), 0: ("same", "No difference"), -1: ("no", "Leave it")}
"""Whether the chance to buy rises, stays or falls."""


@calculator("scoring-a-deal", rules="RES-05")
def scoring_a_deal(
    wise: Annotated[Ability, Asked("Your Wise", quick=("B2", "B3", "B4", "B5")), sheet("skill")] = Ability(
        Shade.BLACK, 4
    ),
    obscurity: Annotated[int, Between(1, 20), Asked("How well hidden it is", gm=True, quick=(1, 3, 5, 6))] = 1,
    resources: ResourcesNow = B3,
    bonus: Annotated[int, DICE, Asked("Bonus dice for the purchase", quick=QUICK_DICE)] = 0,
    price: Bought = ARMS,
    wise_bonus: Annotated[int, DICE, Asked("Bonus dice for the Wise", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is it worth asking around first?"""
    house = linked.House(later=ask["edition"] == "later")
    hurt = feels(wounds, wise, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone, worth="no", **{"with": None, "without": None})
    link = linked.Link(wise.pool(wise_bonus - hurt.lost), obscurity + hurt.added)
    chances = linked.outcomes(link, Before.NONE, house)
    plain = Purchase(price.obstacle, resources.exponent, other=bonus)
    ways = {before: assess(replace(plain, before=before), resources.shade, ask) for before in (Before.NONE, *chances)}
    found = Deal(chances, ways)
    if not found.rollable:
        sentence = "Without a die of Resources there is no purchase for a Wise to lead into."
        return Answer(
            {"worth": "no", "with": None, "without": None},
            (Verdict("No test", (Fact(DiceCount(0), "dice"),), sentence),),
        )
    dice = wise.exponent + wise_bonus
    step = rules.hidden(obscurity)
    return Answer(
        values={**_deal_values(found), "hidden": HIDDEN[step].obstacle},
        blocks=(
            *_deal_blocks(found),
            Table(
                "What a Wise is tested against",
                ("Obstacle", "In its field it is"),
                tuple((Obstacle(one.obstacle), one.words) for one in HIDDEN),
                step,
            ),
            *ledger(hurt, dice, obscurity, words="Dice of the Wise", against="Obstacle of the Wise"),
            Note(
                f"Tax on average: {mean(found.mixed[1])} dice with it, {mean(found.alone.forecast.mean)} without. "
                "Of several tests in a row, only the last leads into the purchase.",
                Mark.DERIVED,
                "RES-05",
            ),
        ),
    )


def _worth(found: Deal) -> tuple[str, str]:
    buys, alone = found.mixed[0], found.alone.chance
    return WORTH[(buys > alone) - (buys < alone)]


def _deal_values(found: Deal) -> dict[str, Any]:
    buys, taxed, ruin = found.mixed
    return {
        "found": 1 - found.chances[Before.FAILED],
        "with": buys,
        "without": found.alone.chance,
        "tax_with": taxed,
        "tax_without": found.alone.forecast.mean,
        "ruin_with": ruin,
        "ruin_without": found.alone.forecast.ruin,
        "worth": _worth(found)[0],
    }


def _deal_blocks(found: Deal) -> tuple[Block, ...]:
    buys, alone = found.mixed[0], found.alone.chance
    named = {"Exceeded": Before.EXCEEDED, "Met": Before.MET, "Failed": Before.FAILED, "Not tried": Before.NONE}
    rows = []
    for words, before in named.items():
        one = found.ways[before]
        rows.append((words, found.chances.get(before), rolls(one), one.chance, one.forecast.words, one.forecast.ruin))
    columns = ("The Wise", "Chance", "You roll", "You buy it", "Likely Tax", "Ruin")
    return (
        Verdict(
            _worth(found)[1],
            (Fact(buys, "with it"), Fact(alone, "without")),
            f"With the Wise tested first you buy it {often(buys)}, without it {often(alone)}.",
            Mark.DERIVED,
        ),
        Table("How it can go", columns, tuple(rows), mark=Mark.DERIVED),
    )


@calculator("shared-tax", rules="RES-06")
def shared_tax(
    helpers: Contributors = (ContributorRow(),),
    resources: ResourcesNow = B3,
    obstacle: PriceObstacle = 3,
    bonus: Annotated[int, DICE, Asked("Other bonus dice", quick=QUICK_DICE)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does their help give, and what can it cost them?"""
    purchase = Purchase(obstacle, resources.exponent, helpers=helpers, advantage=bonus)
    found = assess(purchase, resources.shade, ask)
    alone = found.instead(replace(purchase, helpers=()))
    given, shared = rules.helped(helpers).total, found.shared
    values = {
        "dice": given,
        "class": found.classes.value,
        "with": found.chance if found.rollable else None,
        "without": alone.chance if alone.rollable else None,
        "helpers": {helper.words: by_dice(one) for helper, one in shared},
        "ruin": {helper.words: one.ruin for helper, one in shared},
    }
    if not given:
        why = "Resources 0 help nobody." if helpers else "Nobody helps yet: add a helper."
        return Answer(values, (Verdict("+0D", (Fact("nobody is taxed with you"),), why),))
    before = Fact(alone.chance, "alone") if alone.rollable else Fact("no test alone")
    gone = wording.listed(f"{helper.words} {one.words}" for helper, one in shared)
    return Answer(
        values,
        (
            Verdict(
                f"+{given}D",
                (Fact(found.chance, "with help"), before, Fact(gone, "if you fail")),
                f"Help adds {wording.count(given, 'die', 'dice')}: "
                f"you buy it {often(found.chance)}. If you fail, Tax takes from {gone}.",
                Mark.DERIVED,
            ),
            helpers_table(found),
            endings_table(found),
            Note("A lender is not taxed when you fail; a helper is.", rule="RES-23"),
        ),
    )


@calculator("market-and-bulk", rules="RES-07 RES-17")
def market_and_bulk(
    price: Bought = GEAR,
    market: BoughtAt = Market.AWAY,
    bulk: InBulk = Bulk.ONE,
    resources: UntaxedResources = B3,
    tied: Annotated[bool, Asked("Your wealth is tied to a place")] = False,
    bonus: Annotated[int, DICE, Asked("Bonus dice", quick=QUICK_DICE)] = 0,
    taxed: Annotated[int, DICE, Asked("Dice of Resources that are taxed", more=True), sheet("taxed")] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost here, and so many of them?"""
    plain = Purchase(price.obstacle, resources.exponent, taxed, advantage=bonus, tied=tied)
    found = assess(replace(plain, market=market, bulk=bulk), resources.shade, ask)
    rows = []
    for place in Market:
        ways = (found.instead(replace(plain, market=place, bulk=number)) for number in Bulk)
        cells = (f"{ob(one.total)} · {wording.percent(one.chance)}" for one in ways)
        rows.append((place.words.capitalize(), *cells))
    often_bought = f"you buy it {often(found.chance)}" if found.chance else "you cannot buy it"
    blocks: list[Block] = [
        Verdict(
            ob(found.total),
            (Fact(ob(price.obstacle), "at home"), Fact(DiceCount(found.pool.dice), "dice"), Fact(found.chance, CHANCE)),
            f"{ob(price.obstacle)} becomes {ob(found.total)}: "
            f"{often_bought if found.rollable else 'there is no die to roll'}.",
        ),
        Working(found.obstacle.lines, found.total, "Obstacle"),
        Table(
            "Here and elsewhere, one and many",
            ("You buy it", *(number.words.capitalize() for number in Bulk)),
            tuple(rows),
            list(Market).index(market),
            Mark.DERIVED,
        ),
        Note("The GM may set more for the far side of the world.", rule="RES-07"),
    ]
    if rules.carried(plain):
        blocks.append(Note(f"Resources {resources.exponent}: you carry what you own.", Mark.RULING, "RES-07"))
    values = {
        "obstacle": found.total,
        "penalty": found.total - price.obstacle,
        "probability": found.chance if found.rollable else None,
    }
    return Answer(values, tuple(blocks))
