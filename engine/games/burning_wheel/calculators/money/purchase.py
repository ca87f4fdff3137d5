"""Buying: dice, obstacle and what is at stake before the roll; the deal, help, distance and bulk (RES-01 to RES-17)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect, SetValue
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, odds_of, too_many
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    PRICES,
    QUICK_DICE,
    Bought,
    BoughtAt,
    ContributorRow,
    Contributors,
    InBulk,
    Price,
    PriceObstacle,
    ResourcesNow,
    TaxedAlready,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.dice import MOST_DICE, Shade, ob
from engine.games.burning_wheel.forms.test import DisadvantageRow
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.purchase import AskedPurchase, tax_house, taxed_as
from engine.games.burning_wheel.readings.tests import after, artha_spent
from engine.games.burning_wheel.rules import linked, tax, test_class
from engine.games.burning_wheel.rules import purchase as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Before, Helper
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import settled
from engine.games.burning_wheel.rules.purchase import HIDDEN, Assessed, Bulk, Market, Purchase
from engine.games.burning_wheel.rules.tax import Ending, Forecast, Loss, Stakes
from engine.games.burning_wheel.rules.wealth import within_hoard
from engine.games.burning_wheel.sheet.effects import SetAbility, Spend
from engine.games.burning_wheel.words import often
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

ARMS, GEAR = Price.table()["arms"], Price.table()["traveling-gear"]


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


def resources_words(shade: Shade, stakes: Stakes) -> str:
    """Resources as they roll now, and what they are when nothing is taxed: "B1 (of B3)"."""
    now = f"{shade.value}{stakes.current}"
    return f"{now} (of {shade.value}{stakes.exponent})" if stakes.taxed else now


def loss_words(loss: Loss) -> str:
    """What a Tax takes and from where: "1 borrowed, 1 of Resources"."""
    parts = ((loss.loaned, "borrowed"), (loss.funds, "of funds"), (loss.cash, "of cash"), (loss.own, "of Resources"))
    return wording.listed(f"{dice} {words}" for dice, words in parts if dice) or "nothing left to take"


def after_tax(loss: Loss, shade: Shade, taxed: int, ability: str = "resources") -> tuple[Effect, ...]:
    """What a Tax changes on a sheet on which so many dice were `taxed`: the exponent too, where it falls (RES-21)."""
    effects: list[Effect] = []
    if loss.depleted:
        effects.append(SetAbility(ability, {"ability": str(Ability(shade, loss.after.exponent))}))
    if loss.after.taxed != taxed:
        effects.append(SetValue("taxed", str(loss.after.taxed)))
    if loss.funds:
        effects.append(Spend("funds", loss.funds))
    return tuple(effects)


def tax_words(forecast: Forecast) -> str:
    """The dice that a failure takes: "2D", or "1D to 3D, mostly 2D"."""
    lost = sorted({ending.loss.dice for ending in forecast.endings})
    if not lost:
        return "none"
    if len(lost) == 1:
        return f"{lost[0]}D"
    return f"{lost[0]}D to {lost[-1]}D, mostly {wording.listed([f'{dice}D' for dice in forecast.likely], 'or')}"


def ruin_words(found: Assessed) -> str:
    """The chance of ruin in a few words."""
    if not found.purchase.stakes.current:
        return "nothing left to ruin"
    return f"{wording.percent(found.forecast.ruin)} ruin" if found.forecast.ruin else "no ruin"


def at_a_glance(found: Assessed) -> str:
    """What stands beside the chance to buy: likely Tax, chance of ruin, dice and obstacle."""
    rolls = f"{found.pool.dice}D, {ob(found.total)}"
    return f"if not, Tax {tax_words(found.forecast)} · {ruin_words(found)} · {rolls}"


def check_rolled(found: Assessed, rolled: int) -> tuple[Note, ...]:
    """What is to be said of so many successes of a purchase's dice, if anything.

    Raises `Unusable` for the field "rolled" where nothing can bring them.
    """
    if sentence := too_many(rolled, found.pool.dice):
        raise Unusable("rolled", sentence)
    return by_artha(rolled, found.pool.dice)


def endings_table(found: Assessed, shade: Shade) -> Table:
    """Every way in which the test can come out, with what it takes. Source: RES-08, RES-12."""
    rows = [("You buy it", wording.percent(found.chance), "nothing", "–")]
    last = found.forecast.endings[-1] if found.forecast.endings else None
    for ending in found.forecast.endings:
        after = resources_words(shade, ending.loss.after) + (", one die for good" if ending.loss.depleted else "")
        rows.append((_missed(ending, ending is last), wording.percent(ending.chance), loss_words(ending.loss), after))
    columns = ("It comes out", "Chance", "Tax takes", "Resources then")
    return Table("What the roll can bring", columns, tuple(rows), mark=Mark.DERIVED)


def _missed(ending: Ending, last: bool) -> str:
    first, *more = ending.margins
    if not more:
        return f"You miss by {first}"
    return f"You miss by {first} or more" if last else f"You miss by {first} to {more[-1]}"


def _variants(purchase: Purchase) -> list[tuple[str, Purchase]]:
    """The purchase as it stands, without each thing that adds dice, and with a die more. Source: RES-02."""
    before = Before.FAILED if purchase.before is Before.FAILED else Before.NONE
    bare = Purchase(
        purchase.price,
        purchase.exponent,
        purchase.taxed,
        before=before,
        market=purchase.market,
        tied=purchase.tied,
        bulk=purchase.bulk,
        disadvantages=purchase.disadvantages,
        hurt=purchase.hurt,
    )
    found = [("As it stands", purchase)]
    if purchase.helpers:
        found.append(("Without help", replace(purchase, helpers=())))
    if purchase.cash:
        found.append(("Without the cash", replace(purchase, cash=0)))
    if purchase.funds:
        found.append(("Without funds", replace(purchase, funds=0)))
    if purchase.loaned:
        found.append(("Without the loan", replace(purchase, loaned=0)))
    if purchase.boon or purchase.doubled:
        found.append(("Without artha", replace(purchase, boon=0, doubled=False)))
    if len(found) > 2 or (len(found) == 2 and purchase.before is Before.EXCEEDED):
        found.append(("With nothing added", bare))
    return [*found, ("With a die more", replace(purchase, advantage=purchase.advantage + 1))]


def compared(found: Assessed, shade: Shade, ask: Rulings) -> Table:
    """The three numbers side by side: as it stands, without each bonus, and with one die more. Source: RES-02, 08."""
    rows = []
    for words, purchase in _variants(found.purchase):
        if purchase is found.purchase:
            one = found
        elif rules.dice(purchase).total + rules.artha(purchase).total > MOST_DICE:
            continue
        else:
            one = assess(purchase, shade, ask)
        if not one.rollable:
            rows.append((words, "0D", "no test", "–", "–", "–", "–"))
            continue
        near = tax.taxed(tax.due(one.taxed_as, 1), purchase.stakes, tax_house(purchase.stakes, ask)).dice
        rows.append(
            (
                words,
                f"{one.pool.dice}D",
                one.classes.words,
                wording.percent(one.chance),
                tax_words(one.forecast),
                f"{near}D",
                wording.percent(one.forecast.ruin),
            )
        )
    columns = ("", "You roll", "Class", "Chance to buy", "Likely Tax", "A miss by one", "Chance of ruin")
    return Table("Before the roll", columns, tuple(rows), 0, Mark.DERIVED)


def traps_of(found: Assessed, ask: Rulings) -> tuple[tax.Trap, ...]:
    """Where a bonus die makes a near miss dearer, among the dice that were added and one more. Source: RES-08."""
    stakes = found.purchase.stakes
    least = stakes.current + stakes.funds + stakes.loaned
    return tax.traps(least, found.dice.total + 1, found.total, stakes, tax_house(stakes, ask))


def trap_notes(found: Assessed, ask: Rulings) -> list[Note]:
    """The warning where a bonus die makes a near miss dearer. Source: RES-08."""
    notes = []
    for trap in traps_of(found, ask):
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


def helper_forecasts(found: Assessed, ask: Rulings) -> list[tuple[Helper, Forecast]]:
    """What each helper stands to lose. Source: RES-06."""
    shared = []
    for helper in found.purchase.helpers:
        if not test_class.helping_dice(helper.exponent):
            continue
        as_class = found.taxed_as
        if ask["resources.help-tax"] == "own":
            as_class = taxed_as(classes_of(helper.exponent, found.total, ask), False, ask)
        shared.append((helper, tax.forecast(found.law, found.total, as_class, Stakes(helper.exponent))))
    return shared


def helpers_table(found: Assessed, ask: Rulings) -> Table:
    """Everyone who helps, with what they give and what they stand to lose. Source: RES-06."""
    rows = tuple(
        (
            helper.words,
            f"+{test_class.helping_dice(helper.exponent)}D",
            tax_words(forecast),
            wording.percent(forecast.ruin),
        )
        for helper, forecast in helper_forecasts(found, ask)
    )
    columns = ("Helper", "Gives", "Taxed, if you fail", "Chance of ruin")
    return Table("Whoever helps is taxed with you", columns, rows, mark=Mark.RULING)


def helpers_of(rows: Sequence[ContributorRow]) -> tuple[Helper, ...]:
    """The rows of the form as the rules take them."""
    return tuple(Helper(row.words, row.exponent) for row in rows)


def haggled_price(asked: int, haggled: int | None, field: str) -> int:
    """What is to be paid: the price asked, or the one haggled to. Raises `Unusable` outside what haggling can reach."""
    if haggled is None:
        return asked
    try:
        return settled(asked, haggled)
    except Refused as error:
        raise Unusable(field, str(error)) from None


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
    tied: Annotated[bool, Asked("Your wealth is tied to a place", more=True)] = False,
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
        haggled_price(price.obstacle, haggled, "haggled"),
        resources.exponent,
        taxed,
        helpers_of(helpers),
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
    shade = resources.shade
    found = assess(purchase, shade, ask)
    values = values_of(found, ask)
    if not found.rollable:
        sentence = "There is no die to roll, so there is no test: cash, help or a loan brings one."
        return Answer(values, (Verdict("No test", f"{ob(found.total)} · 0D", sentence),))
    blocks: list[Block] = [
        Verdict(
            wording.percent(found.chance),
            at_a_glance(found),
            _sentence(found),
            Mark.DERIVED,
        ),
        compared(found, shade, ask),
        *trap_notes(found, ask),
        endings_table(found, shade),
        Working(found.obstacle.lines, found.total, "Obstacle"),
        Working(found.dice.lines, found.dice.total, "Dice that count for the class", "D"),
    ]
    if found.artha.total:
        blocks.append(Working(found.artha.lines, found.artha.total, "Dice of artha: rolled, not counted", "D"))
    if any(test_class.helping_dice(helper.exponent) for helper in purchase.helpers):
        blocks.append(helpers_table(found, ask))
    blocks.append(odds_of(found.pool, found.total, ask, found.pool.opened(), "with Luck", after(found.used)))
    blocks += _notes(found, haggled is not None)
    return Answer(values, tuple(blocks), spends_of(found))


def values_of(found: Assessed, ask: Rulings) -> dict[str, object]:
    """An assessed purchase for programs; the tax is the chance of each number of dice lost."""
    forecast = found.forecast
    return {
        "obstacle": found.total,
        "dice": found.pool.dice,
        "logged": found.dice.total,
        "class": found.classes.value,
        "probability": found.chance if found.rollable else None,
        "tax": {str(dice): chance for dice, chance in forecast.dice.items()} if found.rollable else {},
        "likely_tax": list(forecast.likely) if found.rollable else None,
        "mean_tax": forecast.mean if found.rollable else None,
        "ruin": forecast.ruin if found.rollable else None,
        "near_miss_costs_more_from": [trap.dice for trap in traps_of(found, ask)] if found.rollable else [],
        "helpers": {
            helper.words: {str(dice): chance for dice, chance in one.dice.items()}
            for helper, one in (helper_forecasts(found, ask) if found.rollable else [])
        },
    }


def _sentence(found: Assessed) -> str:
    buys = f"You roll {wording.count(found.pool.dice, 'die', 'dice')} against {ob(found.total)}"
    forecast = found.forecast
    if not forecast.endings:
        return f"{buys} and cannot fail."
    ruin = forecast.ruin
    ruined = f"; {often(ruin)} it brings you to 0" if ruin else ""
    chance = "cannot buy it" if not forecast.buys else f"buy it {often(forecast.buys)}"
    return f"{buys} and {chance}. A failure is taxed {tax_words(forecast)}{ruined}."


def _notes(found: Assessed, haggled: bool) -> list[Note]:
    purchase = found.purchase
    notes = [
        Note(f"It is {found.classes.article}, and only a success is marked.", rule="RES-19"),
    ]
    if purchase.cash:
        what = wording.count(purchase.cash, "cash die", "cash dice")
        notes.append(Note(f"{what} gone after this test, won or lost.", rule="RES-20"))
    if haggled:
        notes.append(Note("Until the dice are rolled you may still walk away; after that, full Tax.", rule="RES-11"))
    if purchase.doubled and not found.used.doubled:
        notes.append(Note("Not a die of Resources is left that Deeds could double.", rule="HUB-80"))
    notes.append(Note("If it fails:", rule="RES-08"))
    return notes


def spends_of(found: Assessed) -> tuple[Spend, ...]:
    """What is gone with the roll: cash and artha. Source: RES-02, RES-20."""
    cash = found.purchase.cash
    return (*((Spend("cash", cash),) if cash else ()), *artha_spent(found.used, "resources"))


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
    alone = ways[Before.NONE]
    buys, mean, ruin = tax.mixed((chance, ways[before].forecast) for before, chance in chances.items())
    if not alone.rollable and not any(ways[before].rollable and chance for before, chance in chances.items()):
        sentence = "Without a die of Resources there is no purchase for a Wise to lead into."
        return Answer({"worth": "no", "with": None, "without": None}, (Verdict("No test", "0D", sentence),))
    worth = "yes" if buys > alone.chance else "no" if buys < alone.chance else "same"
    figure = {"yes": "Ask around", "no": "Leave it", "same": "No difference"}[worth]
    named = {Before.EXCEEDED: "Exceeded", Before.MET: "Met", Before.FAILED: "Failed"}
    rows = [
        (
            words,
            wording.percent(chances[before]),
            f"{ways[before].pool.dice}D · {ob(ways[before].total)}",
            wording.percent(ways[before].chance),
            tax_words(ways[before].forecast),
            wording.percent(ways[before].forecast.ruin),
        )
        for before, words in named.items()
    ]
    rows.append(
        (
            "Not tried",
            "–",
            f"{alone.pool.dice}D · {ob(alone.total)}",
            wording.percent(alone.chance),
            tax_words(alone.forecast),
            wording.percent(alone.forecast.ruin),
        )
    )
    step = rules.hidden(obscurity)
    return Answer(
        values={
            "found": 1 - chances[Before.FAILED],
            "with": buys,
            "without": alone.chance,
            "tax_with": mean,
            "tax_without": alone.forecast.mean,
            "ruin_with": ruin,
            "ruin_without": alone.forecast.ruin,
            "worth": worth,
            "hidden": HIDDEN[step].obstacle,
        },
        blocks=(
            Verdict(
                figure,
                f"{wording.percent(buys)} with it · {wording.percent(alone.chance)} without",
                f"With the Wise tested first you buy it {often(buys)}, without it {often(alone.chance)}.",
                Mark.DERIVED,
            ),
            Table(
                "How it can go",
                ("The Wise", "Chance", "You roll", "You buy it", "Likely Tax", "Ruin"),
                tuple(rows),
                mark=Mark.DERIVED,
            ),
            Table(
                "What a Wise is tested against",
                ("Obstacle", "In its field it is"),
                tuple((ob(one.obstacle), one.words) for one in HIDDEN),
                step,
            ),
            *ledger(
                hurt, wise.exponent + wise_bonus, obscurity, words="Dice of the Wise", against="Obstacle of the Wise"
            ),
            Note(
                f"Tax on average: {float(mean):.2f} dice with it, {float(alone.forecast.mean):.2f} without. "
                "Of several tests in a row, only the last leads into the purchase.",
                Mark.DERIVED,
                "RES-05",
            ),
        ),
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
    purchase = Purchase(obstacle, resources.exponent, helpers=helpers_of(helpers), advantage=bonus)
    found = assess(purchase, resources.shade, ask)
    alone = assess(replace(purchase, helpers=()), resources.shade, ask)
    given = rules.helped(purchase.helpers)
    shared = helper_forecasts(found, ask)
    values = {
        "dice": given.total,
        "class": found.classes.value,
        "with": found.chance if found.rollable else None,
        "without": alone.chance if alone.rollable else None,
        "helpers": {helper.words: {str(dice): chance for dice, chance in one.dice.items()} for helper, one in shared},
        "ruin": {helper.words: one.ruin for helper, one in shared},
    }
    if not given.total:
        why = "Resources 0 help nobody." if helpers else "Nobody helps yet: add a helper."
        return Answer(values, (Verdict("+0D", "nobody is taxed with you", why),))
    before = wording.percent(alone.chance) if alone.rollable else "no test"
    gone = wording.listed(f"{helper.words} {tax_words(one)}" for helper, one in shared)
    return Answer(
        values,
        (
            Verdict(
                f"+{given.total}D",
                f"{before} → {wording.percent(found.chance)} · if you fail: {gone}",
                f"Help adds {wording.count(given.total, 'die', 'dice')}: "
                f"you buy it {often(found.chance)}. If you fail, Tax takes from {gone}.",
                Mark.DERIVED,
            ),
            helpers_table(found, ask),
            endings_table(found, resources.shade),
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
        ways = [assess(replace(plain, market=place, bulk=number), resources.shade, ask) for number in Bulk]
        cells = (f"{ob(one.total)} · {wording.percent(one.chance)}" for one in ways)
        rows.append((place.words.capitalize(), *cells))
    blocks: list[Block] = [
        Verdict(
            ob(found.total),
            f"{ob(price.obstacle)} at home · {wording.percent(found.chance)} on {found.pool.dice}D",
            f"{ob(price.obstacle)} becomes {ob(found.total)}: {_how_often(found)}.",
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


def _how_often(found: Assessed) -> str:
    if not found.rollable:
        return "there is no die to roll"
    return f"you buy it {often(found.chance)}" if found.chance else "you cannot buy it"
