"""Loans and debt, from both sides (RES-23 to RES-25)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    PRICES,
    QUICK_DICE,
    QUICK_RESOURCES,
    Disadvantages,
    LivesAs,
    OnceRolled,
    OwnDebts,
    PriceObstacle,
    Taxed,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.living import (
    POOR_KNIGHT,
    Idle,
    Works,
    debts_of,
    does,
    forecast_house,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.calculators.money.purchase import (
    after_tax,
    assess,
    check_rolled,
    endings_table,
    loss_words,
    resources_words,
)
from engine.games.burning_wheel.calculators.money.tax import QUICK_OBSTACLES
from engine.games.burning_wheel.dice import MOST_DICE, Shade, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import no_test
from engine.games.burning_wheel.readings.purchase import tax_house
from engine.games.burning_wheel.rules import loans as rules
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.living import Cycle, Plan, Stand, forecast
from engine.games.burning_wheel.rules.loans import House, Lender
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import often
from engine.rulings import Rulings
from engine.working import Mark

LENT = Between(1, 10)
TESTS = Between(1, 12)
B5 = Ability(Shade.BLACK, 5)
TABLE_SIZE = 4
AHEAD = 12
"""The most cycles that are looked ahead."""


@calculator("loan", rules="RES-23 RES-25")
def loan(
    dice: Annotated[int, LENT, Asked("Dice lent", quick=(1, 2, 3, 4))] = 1,
    tests: Annotated[int, TESTS, Asked("Good for so many tests", quick=(1, 2, 3, 4))] = 1,
    lender: Annotated[
        Ability, Asked("The lender’s Resources, untaxed", quick=QUICK_RESOURCES), sheet("resources")
    ] = B5,
    taxed: Taxed = 0,
    bonus: Annotated[int, DICE, Asked("The lender’s help and advantage", quick=QUICK_DICE)] = 0,
    borrower: Annotated[Ability, Asked("The borrower’s Resources now", quick=QUICK_RESOURCES)] = B3,
    obstacle: Annotated[int, PRICES, Asked("What the borrower buys: Ob", gm=True, quick=QUICK_OBSTACLES)] = 3,
    rolled: Annotated[
        int | None, Between(0, MOST_DICE), Asked("The lender’s successes, once rolled", quick=QUICK_SUCCESSES)
    ] = None,
    failing: Annotated[Lender, Asked("If that fails, the lender")] = Lender.LENDS,
    repaid: Annotated[bool, Asked("It must be paid back", more=True)] = True,
    funds: Annotated[int, DICE, Asked("The lender’s fund dice", more=True, quick=QUICK_DICE), sheet("funds")] = 0,
    cash: Annotated[int, DICE, Asked("The lender’s cash dice", more=True, quick=QUICK_DICE), sheet("cash")] = 0,
    extra: Annotated[int, BONUS, Asked("The lender’s disadvantages: +Ob", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a loan ask of the lender, and bring the borrower?"""
    asked = rules.obstacle(dice, tests, extra)
    stakes_of(lender, taxed, 0)
    lending = Purchase(asked.total, lender.exponent, taxed, funds=funds, cash=cash, advantage=bonus)
    found = assess(lending, lender.shade, ask)
    if not found.rollable:
        raise Unusable("lender", f"A lender tests Resources; {lender} leaves no die to roll.")
    bare = repaid and asked.total != rules.OBSTACLE_OF_A_DIE * dice and ask["money.debt-size"] == "bare"
    house = House(free_abort=found.chance < 1 and ask["money.loan-abort"] == "free", bare_debt=bare)
    debt = rules.size(asked, dice, house) if repaid else 0

    def buys(with_loan: int) -> Fraction:
        bought = Purchase(obstacle, borrower.exponent, loaned=with_loan)
        return assess(bought, borrower.shade, ask).chance

    alone, lent = buys(0), buys(dice)
    values: dict[str, object] = {
        "obstacle": asked.total,
        "chance": found.chance,
        "percentage": wording.percent(found.chance),
        "tax": found.forecast.mean,
        "abort_tax": rules.abort_tax(house),
        "debt": debt,
        "alone": alone,
        "lent": lent,
        "class": found.classes.value,
    }
    owes = f"The borrower owes {debt}" if repaid else "Nothing is owed"
    ledger = Working(asked.lines, asked.total, "The lender’s obstacle")
    brings = f"{wording.percent(alone)} → {wording.percent(lent)}"
    if rolled is not None:
        artha = check_rolled(found, rolled)
        verdict, more, effects = _rolled(rolled, found, failing, house, debt, lender, ask)
        spent: tuple[Effect, ...] = (Spend("cash", cash),) if cash else ()
        blocks: tuple[Block, ...] = (verdict, *artha, ledger, _borrows(borrower, obstacle, alone, lent, dice))
        return Answer(values | more, blocks, (*effects, *spent))
    passes = does("", "passes", found.chance).strip()
    terms = f"{wording.count(dice, 'die', 'dice')} for {wording.count(tests, 'test')}"
    verdict = Verdict(
        ob(asked.total),
        f"{terms} · lender {wording.percent(found.chance)} · borrower {brings} · debt {debt}",
        f"To lend {terms} the lender tests against {ob(asked.total)} and {passes}. "
        f"With the dice {does('the borrower', 'pays', lent)}, alone {often(alone)}. {owes}.",
    )
    return Answer(
        values,
        (
            verdict,
            ledger,
            _lends(found, house),
            _borrows(borrower, obstacle, alone, lent, dice),
            Note("Borrowed dice are the borrower’s now: what he fails later never taxes the lender.", rule="RES-23"),
        ),
    )


def _lends(found: Assessed, house: House) -> Table:
    """The lender's side before the roll. Source: RES-23."""
    rows = [("passes", wording.percent(found.chance), "yes", "nothing")]
    failing = 1 - found.chance
    if failing:
        mean = f"{float(found.forecast.mean / failing):.2f}D on average"
        aborts = f"{rules.abort_tax(house)}D" if rules.abort_tax(house) else "nothing"
        rows.append(("fails, and lends", wording.percent(failing), "yes", mean))
        rows.append(("fails, and aborts", wording.percent(failing), "no", aborts))
    return Table("The lender’s side", ("The test", "Chance", "Dice lent", "Tax"), tuple(rows), mark=Mark.DERIVED)


def _borrows(borrower: Ability, obstacle: int, alone: Fraction, lent: Fraction, dice: int) -> Table:
    rows = (
        ("alone", f"{borrower.exponent}D", wording.percent(alone)),
        ("with the loan", f"{borrower.exponent + dice}D", wording.percent(lent)),
    )
    return Table("The borrower’s side", ("", "Rolls", f"Pays {ob(obstacle)}"), rows, 1, Mark.DERIVED)


def _rolled(
    rolled: int, found: Assessed, failing: Lender, house: House, debt: int, lender: Ability, ask: Rulings
) -> tuple[Verdict, dict[str, object], tuple[Effect, ...]]:
    """What the lender's roll comes to."""
    owes = f"The borrower owes {debt}." if debt else "Nothing is owed."
    if rolled >= found.total:
        marked = marks_of("lender", found.classes, Kind.RESOURCES, passed=True)
        verdict = Verdict(
            "Lent", f"no Tax · debt {debt}", f"The dice are lent, and it costs the lender nothing. {owes}"
        )
        return verdict, {"lends": True, "lender_lost": 0, "owed": debt}, marked
    margin = found.total - rolled
    lends = failing is Lender.LENDS
    due = tax.due(found.taxed_as, margin) if lends else rules.abort_tax(house)
    stakes = found.purchase.stakes
    loss = tax.taxed(due, stakes, tax_house(stakes, ask))
    now, then = resources_words(lender.shade, stakes), resources_words(lender.shade, loss.after)
    for_good = " One die is lost for good." if loss.depleted else ""
    if lends:
        said = f"Missed by {margin}: the lender is taxed {due} and lends all the same; Resources {now} → {then}."
        verdict = Verdict("Lent", f"Tax {due}D · debt {debt}", f"{said}{for_good} {owes}")
    else:
        price = f"taxed {due}, Resources {now} → {then}" if due else "not taxed"
        said = f"Missed by {margin}: the lender aborts and is {price}."
        verdict = Verdict("No loan", f"Tax {due}D", f"{said}{for_good}")
    values: dict[str, object] = {"lends": lends, "lender_lost": loss.dice, "owed": debt if lends else 0}
    return verdict, values, after_tax(loss, lender.shade, stakes.taxed, "lender")


@table("loan-obstacles")
def loan_obstacles() -> Table:
    """What lending so many dice for so many tests asks."""
    counts = range(1, TABLE_SIZE + 1)
    rows = tuple((f"{dice}D", *(ob(rules.obstacle(dice, tests).total) for tests in counts)) for dice in counts)
    columns = ("Dice lent", *(wording.count(tests, "test") for tests in counts))
    return Table("The lender’s obstacle", columns, rows, mark=Mark.DERIVED)


@calculator("loan-and-tax", rules="RES-24")
def loan_and_tax(
    loaned: Annotated[int, LENT, Asked("Borrowed dice", quick=(1, 2, 3))] = 2,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    obstacle: PriceObstacle = 4,
    tests: Annotated[int, TESTS, Asked("The loan is good for so many tests", quick=(1, 2, 3))] = 1,
    rolled: OnceRolled = None,
    funds: Annotated[int, DICE, Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")] = 0,
    other: Annotated[int, DICE, Asked("Other dice in the roll", more=True, quick=QUICK_DICE)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """I borrowed dice. Who loses what if I fail?"""
    stakes_of(resources, taxed)
    bought = Purchase(obstacle, resources.exponent, taxed, funds=funds, loaned=loaned, advantage=other)
    found = assess(bought, resources.shade, ask)
    stakes = bought.stakes
    rolls = f"{found.pool.dice}D · {ob(obstacle)}"
    values: dict[str, object] = {"chance": found.chance, "ruin": found.forecast.ruin, "pool": found.pool.dice}
    left_after = tests - 1
    if rolled is None:
        verdict = Verdict(
            wording.percent(found.chance),
            f"{rolls} · Tax {float(found.forecast.mean):.2f}D on average · ruin {wording.percent(found.forecast.ruin)}",
            f"{does('You', 'pay', found.chance)}. Fail, and the borrowed dice go first; nobody taxes the lender.",
            Mark.DERIVED,
        )
        helped = Note("Had the lender helped instead, a failure would tax both of you.", rule="RES-06")
        return Answer(values, (verdict, endings_table(found, resources.shade), helped))
    artha = check_rolled(found, rolled)
    if rolled >= obstacle:
        kept = loaned if left_after else 0
        values |= {"loaned_left": kept, "funds_lost": 0, "own_lost": 0, "taxed": taxed}
        stay = f"good for {wording.count(left_after, 'more test')}" if left_after else "used up with this test"
        verdict = Verdict("Paid", f"{rolls} · the loan is {stay}", f"You pay; the borrowed dice are {stay}.")
        return Answer(values, (verdict, *artha))
    loss = tax.taxed(tax.due(found.taxed_as, obstacle - rolled), stakes, tax_house(stakes, ask))
    kept = loss.after.loaned if left_after else 0
    now, then = resources_words(resources.shade, stakes), resources_words(resources.shade, loss.after)
    moved = f"Resources {now} → {then}" if now != then else f"Resources stay {now}"
    for_good = " One die is lost for good." if loss.depleted else ""
    values |= {"loaned_left": kept, "funds_lost": loss.funds, "own_lost": loss.own, "taxed": loss.after.taxed}
    verdict = Verdict(
        f"Tax {loss.due}D",
        f"{loss_words(loss)} · {moved}",
        f"Tax {loss.due} takes {loss_words(loss)}; {moved}.{for_good} The lender loses nothing.",
    )
    rows = (
        ("Borrowed dice", f"{loaned}D", f"{loss.loaned}D", f"{kept}D"),
        ("Funds", f"{funds}D", f"{loss.funds}D", f"{loss.after.funds}D"),
        ("Your Resources", f"{stakes.current}D", f"{loss.own}D", f"{loss.after.current}D"),
        ("The lender’s Resources", "–", "nothing", "–"),
    )
    blocks: list[Block] = [verdict, *artha, Table("Who loses what", ("", "Had", "Loses", "Keeps"), rows)]
    if kept < loss.after.loaned:
        blocks.append(Note("What is left of the loan was good for this test only, and goes as well.", rule="RES-23"))
    return Answer(values, tuple(blocks), after_tax(loss, resources.shade, taxed))


@calculator("debt", rules="RES-25")
def debt(
    debts: OwnDebts = (DebtRow(),),
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    bonus: Annotated[int, DICE, Asked("Help and advantage, each time", quick=QUICK_DICE)] = 0,
    job: Annotated[Works | Idle, Asked("Work")] = Works(),
    cycles: Annotated[int, Between(1, AHEAD), Asked("Cycles ahead", quick=(2, 4, 6, 12))] = 6,
    funds: Annotated[
        int, Between(0, 10), Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")
    ] = 0,
    extra: Disadvantages = 0,
    *,
    ask: Rulings,
) -> Answer:
    """When am I out of debt, and what does the lender get?"""
    if job.hurt.gone:
        return no_test(job.hurt.gone)
    owed = debts_of(debts)
    if not owed:
        raise Unusable("debts", "There is no debt here; name one, of 1 or more.")
    start = Stand(stakes_of(resources, taxed, 0, funds), owed)
    plan = Plan(resources.shade, life.obstacle, job.pool, extra, bonus, job_harder=job.hurt.added)
    house = forecast_house(start, plan, ask)
    found = forecast(start, plan, cycles, house)
    last = found[-1]
    earliest = _earliest(start, house.of_debt)
    linked = ask["money.missed-payment"] == "linked"
    exceeded = sum((cycle.exceeded for cycle in found), Fraction(0))
    met = sum((cycle.met for cycle in found), Fraction(0))
    missed = 1 - found[0].passes
    adds = rules.penalty(owed, house.of_debt).amount
    after = wording.count(cycles, "cycle")
    best = wording.count(earliest, "cycle")
    verdict = Verdict(
        wording.percent(last.clear),
        f"out of debt within {after} · {best} at best · +{adds} Ob now",
        f"Within {after} {does('you', 'get out of debt', last.clear)}; {best} is the soonest. "
        f"For now your way of life is {adds} harder.",
        Mark.DERIVED,
    )
    return Answer(
        values={
            "earliest": earliest,
            "penalty": adds,
            "obstacle": life.obstacle + adds + extra,
            "clear": [cycle.clear for cycle in found],
            "within": last.clear,
            "percentage": wording.percent(last.clear),
            "exceeded": exceeded,
            "met": met,
            "lender_penalty": missed if linked else Fraction(0),
            "ruin": last.ruined,
            "owed": last.owed,
        },
        blocks=(
            verdict,
            _by_cycle(found),
            _lender(exceeded, met, missed, linked=linked, several=len(owed) > 1),
            *job.ledger,
        ),
    )


def _earliest(start: Stand, house: House) -> int:
    """After how many cycles the debts can be paid if no test fails."""
    debts, cycles = start.debts, 0
    while debts:
        debts, cycles = rules.paid(debts, house), cycles + 1
    return cycles


def _by_cycle(found: Sequence[Cycle]) -> Table:
    rows = tuple(
        (
            str(number),
            wording.percent(cycle.passes),
            f"{float(cycle.owed):.2f}",
            wording.percent(cycle.clear),
            wording.percent(cycle.ruined),
        )
        for number, cycle in enumerate(found, 1)
    )
    columns = ("Cycle", "The test passes", "Owed on average", "Out of debt", "Ruined by then")
    return Table("Cycle by cycle", columns, rows, mark=Mark.DERIVED)


def _lender(exceeded: Fraction, met: Fraction, missed: Fraction, *, linked: bool, several: bool) -> Table:
    """What the lender's next Resources test gets (the last one's of several): it is the next link. Source: RES-25."""
    rows = [
        ("The last payment had extra successes", wording.percent(exceeded), "+1D"),
        ("The last payment was just met", wording.percent(met), "nothing"),
    ]
    if linked:
        rows.append(("The next payment is missed", wording.percent(missed), "+1 Ob"))
    lender = "last lender" if several else "lender"
    return Table(f"What the {lender}’s next test gets", ("If", "Chance", "Then"), tuple(rows), mark=Mark.DERIVED)
