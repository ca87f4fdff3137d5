"""Loans and debt, from both sides (RES-23 to RES-25)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.money.fields import (
    B3,
    DICE,
    POOR_KNIGHT,
    PRICES,
    QUICK_DICE,
    QUICK_RESOURCES,
    BonusEachTime,
    Disadvantages,
    FundDice,
    FundsHeld,
    LivesAs,
    OnceRolled,
    OwnDebts,
    PriceObstacle,
    Taxed,
    UntaxedResources,
    Work,
    Works,
    debts_of,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.shown import (
    after_tax,
    became,
    change,
    check_rolled,
    does,
    endings_table,
    for_good,
    mean,
    moved,
    rolled_at,
    spent_cash,
)
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, QUICK_OBSTACLES
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import no_test
from engine.games.burning_wheel.readings.living import forecast_house
from engine.games.burning_wheel.readings.loans import loan_house
from engine.games.burning_wheel.readings.purchase import assess
from engine.games.burning_wheel.rules import loans as rules
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.living import Cycle, Plan, Stand, forecast
from engine.games.burning_wheel.rules.loans import House, Lender
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

LENT = Between(1, 10)
TESTS = Between(1, 12)
B5 = Ability(Shade.BLACK, 5)
TABLE_SIZE = 4
AHEAD = 12
"""The most cycles that are looked ahead."""

# A lender is someone else more often than not, so their fields wait for a tap.
TheLender = Annotated[
    Ability, Asked("The lender’s Resources, untaxed", quick=QUICK_RESOURCES), sheet("resources", at_once=False)
]
LenderTaxed = Annotated[int, DICE, Asked("Of these, taxed", quick=QUICK_DICE), sheet("taxed", at_once=False)]
LenderFunds = Annotated[
    int, DICE, Asked("The lender’s fund dice", more=True, quick=QUICK_DICE), sheet("funds", at_once=False)
]
LenderCash = Annotated[
    int, DICE, Asked("The lender’s cash dice", more=True, quick=QUICK_DICE), sheet("cash", at_once=False)
]
TheBorrower = Annotated[Ability, Asked("The borrower’s Resources now", quick=QUICK_RESOURCES)]
LenderRolled = Annotated[
    int | None, Between(0, MOST_DICE), Asked("The lender’s successes, once rolled", quick=QUICK_SUCCESSES)
]


@dataclass(frozen=True, slots=True)
class _Loan:
    """Dice that are lent for so many tests: the lender's test, the debt, and the borrower's without them and with."""

    dice: int
    tests: int
    found: Assessed
    house: House
    debt: int
    alone: Assessed
    lent: Assessed

    @property
    def owes(self) -> str:
        """What is owed, as a sentence."""
        return f"The borrower owes {self.debt}." if self.debt else "Nothing is owed."

    @property
    def values(self) -> dict[str, Any]:
        """The loan for programs."""
        return {
            "obstacle": self.found.total,
            "chance": self.found.chance,
            "percentage": wording.percent(self.found.chance),
            "tax": self.found.forecast.mean,
            "abort_tax": rules.abort_tax(self.house),
            "debt": self.debt,
            "alone": self.alone.chance,
            "lent": self.lent.chance,
            "class": self.found.classes.value,
        }


@calculator("loan", rules="RES-23 RES-25")
def loan(
    dice: Annotated[int, LENT, Asked("Dice lent", quick=(1, 2, 3, 4))] = 1,
    tests: Annotated[int, TESTS, Asked("Tests it is good for", quick=(1, 2, 3, 4))] = 1,
    lender: TheLender = B5,
    taxed: LenderTaxed = 0,
    bonus: Annotated[int, DICE, Asked("The lender’s help and advantage", quick=QUICK_DICE)] = 0,
    borrower: TheBorrower = B3,
    obstacle: Annotated[int, PRICES, Asked("Obstacle of the borrower’s purchase", gm=True, quick=QUICK_OBSTACLES)] = 3,
    rolled: LenderRolled = None,
    failing: Annotated[Lender, Asked("If that fails, the lender")] = Lender.LENDS,
    repaid: Annotated[bool, Asked("It must be paid back", more=True)] = True,
    funds: LenderFunds = 0,
    cash: LenderCash = 0,
    extra: Annotated[int, BONUS, Asked("The lender’s disadvantages: +Ob", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a loan ask of the lender, and bring the borrower?"""
    asked = rules.obstacle(dice, tests, extra)
    lending = Purchase(asked.total, lender.exponent, taxed, funds=funds, cash=cash, advantage=bonus)
    found = assess(lending, lender.shade, ask)
    if not found.rollable:
        raise Unusable("lender", f"A lender tests Resources; {lender} leaves no die to roll.")
    house = loan_house(found, dice, ask, repaid=repaid)
    debt = rules.size(asked, dice, house) if repaid else 0
    alone = assess(Purchase(obstacle, borrower.exponent), borrower.shade, ask)
    lent = assess(Purchase(obstacle, borrower.exponent, loaned=dice), borrower.shade, ask)
    made = _Loan(dice, tests, found, house, debt, alone, lent)
    ledger, borrows = Working(asked.lines, asked.total, "The lender’s obstacle"), _borrows(made)
    if rolled is not None:
        artha = check_rolled(found, rolled)
        verdict, more, effects = _rolled(made, rolled, failing)
        lends = Working(found.dice.lines, found.dice.total, "The lender’s dice", "D")
        return Answer(made.values | more, (verdict, *artha, ledger, lends, borrows), (*effects, *spent_cash(cash)))
    kept = Note("Borrowed dice are the borrower’s now: what he fails later never taxes the lender.", rule="RES-23")
    return Answer(made.values, (_terms(made), ledger, _lends(made), borrows, kept))


def _terms(made: _Loan) -> Verdict:
    """What is lent, before the lender's roll."""
    obstacle, chance = ob(made.found.total), made.found.chance
    terms = f"{wording.count(made.dice, 'die', 'dice')} for {wording.count(made.tests, 'test')}"
    return Verdict(
        obstacle,
        (
            Fact(terms),
            Fact(chance, "the lender lends"),
            Fact(made.lent.chance, "the borrower pays"),
            Fact(made.debt, "debt"),
        ),
        f"To lend {terms} the lender tests against {obstacle} and {does('', 'passes', chance).strip()}. "
        f"With the dice {does('the borrower', 'pays', made.lent.chance)}, alone {often(made.alone.chance)}. "
        f"{made.owes}",
    )


def _lends(made: _Loan) -> Table:
    """The lender's side before the roll. Source: RES-23."""
    fails, abort = 1 - made.found.chance, rules.abort_tax(made.house)
    rows = [("passes", made.found.chance, "yes", "nothing")]
    if fails:
        rows.append(("fails, and lends", fails, "yes", f"{mean(made.found.forecast.mean / fails)}D on average"))
        rows.append(("fails, and aborts", fails, "no", f"{abort}D" if abort else "nothing"))
    return Table("The lender’s side", ("The test", "Chance", "Dice lent", "Tax"), tuple(rows), mark=Mark.DERIVED)


def _borrows(made: _Loan) -> Table:
    ways = {"alone": made.alone, "with the loan": made.lent}
    rows = tuple((words, DiceCount(one.pool.dice), one.chance) for words, one in ways.items())
    return Table("The borrower’s side", ("", "Rolls", f"Pays {ob(made.lent.total)}"), rows, 1, Mark.DERIVED)


def _rolled(made: _Loan, rolled: int, failing: Lender) -> tuple[Verdict, dict[str, Any], tuple[Effect, ...]]:
    """What the lender's roll comes to."""
    found = made.found
    if rolled >= found.total:
        sentence = f"The dice are lent, and it costs the lender nothing. {made.owes}"
        marked = marks_of("lender", found.classes, Kind.RESOURCES, passed=True)
        verdict = Verdict("Lent", (Fact("no Tax"), Fact(made.debt, "debt")), sentence)
        return verdict, {"lends": True, "lender_lost": 0, "owed": made.debt}, marked
    lends = failing is Lender.LENDS
    stakes, readings = found.purchase.stakes, found.readings
    loss = found.loss(rolled) if lends else tax.taxed(rules.abort_tax(made.house), stakes, readings.tax(stakes))
    changed, missed = f"Resources {change(found.shade, loss)}", f"Missed by {found.total - rolled}"
    if lends:
        said = f"{missed}: the lender is taxed {loss.due} and lends anyway; {changed}."
        verdict = Verdict(
            "Lent", (Fact(f"{loss.due}D", "Tax"), Fact(made.debt, "debt")), f"{said}{for_good(loss)} {made.owes}"
        )
    else:
        price = f"taxed {loss.due}, {changed}" if loss.due else "not taxed"
        said = f"{missed}: the lender aborts and is {price}."
        verdict = Verdict("No loan", (Fact(f"{loss.due}D", "Tax"),), f"{said}{for_good(loss)}")
    values = {"lends": lends, "lender_lost": loss.dice, "owed": made.debt if lends else 0}
    return verdict, values, after_tax(found.shade, loss, "lender")


@table("loan-obstacles")
def loan_obstacles() -> Table:
    """What lending so many dice for so many tests asks."""
    counts = range(1, TABLE_SIZE + 1)
    rows = tuple(
        (DiceCount(dice), *(Obstacle(rules.obstacle(dice, tests).total) for tests in counts)) for dice in counts
    )
    columns = ("Dice lent", *(wording.count(tests, "test") for tests in counts))
    return Table("The lender’s obstacle", columns, rows, mark=Mark.DERIVED)


@calculator("loan-and-tax", rules="RES-24")
def loan_and_tax(
    loaned: Annotated[int, LENT, Asked("Borrowed dice", quick=(1, 2, 3))] = 2,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    obstacle: PriceObstacle = 4,
    tests: Annotated[int, TESTS, Asked("Tests the loan is good for", quick=(1, 2, 3))] = 1,
    rolled: OnceRolled = None,
    funds: FundDice = 0,
    other: Annotated[int, DICE, Asked("Other dice in the roll", more=True, quick=QUICK_DICE)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """I borrowed dice. Who loses what if I fail?"""
    bought = Purchase(obstacle, resources.exponent, taxed, funds=funds, loaned=loaned, advantage=other)
    found = assess(bought, resources.shade, ask)
    ruin, left_after = found.forecast.ruin, tests - 1
    values: dict[str, object] = {"chance": found.chance, "ruin": ruin, "pool": found.pool.dice}
    if rolled is None:
        verdict = Verdict(
            wording.percent(found.chance),
            (*rolled_at(found), Fact(f"{mean(found.forecast.mean)}D", "Tax on average"), Fact(ruin, "ruin")),
            f"{does('You', 'pay', found.chance)}. Fail, and the borrowed dice go first; nobody taxes the lender.",
            Mark.DERIVED,
        )
        helped = Note("If the lender had helped instead, a failure would tax both of you.", rule="RES-06")
        return Answer(values, (verdict, endings_table(found), helped))
    artha = check_rolled(found, rolled)
    if rolled >= obstacle:
        kept = loaned if left_after else 0
        values |= {"loaned_left": kept, "funds_lost": 0, "own_lost": 0, "taxed": taxed}
        stay = f"good for {wording.count(left_after, 'more test')}" if left_after else "used up with this test"
        verdict = Verdict(
            "Paid", (*rolled_at(found), Fact(f"the loan is {stay}")), f"You pay; the borrowed dice are {stay}."
        )
        return Answer(values, (verdict, *artha))
    loss = found.loss(rolled)
    kept = loss.after.loaned if left_after else 0
    left = moved(found.shade, loss)
    values |= {"loaned_left": kept, "funds_lost": loss.funds, "own_lost": loss.own, "taxed": loss.after.taxed}
    sentence = f"Tax {loss.due} takes {loss.words}; {left}.{for_good(loss)} The lender loses nothing."
    blocks: list[Block] = [
        Verdict(f"Tax {loss.due}D", (Fact(loss.words), became(found.shade, loss)), sentence),
        *artha,
        _who_loses(loss, kept),
    ]
    if kept < loss.after.loaned:
        blocks.append(Note("What is left of the loan was good for this test only, and goes as well.", rule="RES-23"))
    return Answer(values, tuple(blocks), after_tax(found.shade, loss))


def _who_loses(loss: tax.Loss, kept: int) -> Table:
    """Each of those who could lose dice; of the loan so many are `kept` for the next test."""
    had, after = loss.before, loss.after
    rows: tuple[tuple[Entry, ...], ...] = (
        ("Borrowed dice", DiceCount(had.loaned), DiceCount(loss.loaned), DiceCount(kept)),
        ("Funds", DiceCount(had.funds), DiceCount(loss.funds), DiceCount(after.funds)),
        ("Your Resources", DiceCount(had.current), DiceCount(loss.own), DiceCount(after.current)),
        ("The lender’s Resources", None, "nothing", None),
    )
    return Table("Who loses what", ("", "Had", "Loses", "Keeps"), rows)


@calculator("debt", rules="RES-25")
def debt(
    debts: OwnDebts = (DebtRow(),),
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    bonus: BonusEachTime = 0,
    job: Work = Works(),
    cycles: Annotated[int, Between(1, AHEAD), Asked("Cycles ahead", quick=(2, 4, 6, 12))] = 6,
    funds: FundsHeld = 0,
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
    linked = ask["money.missed-payment"] == "linked"
    exceeded = sum((cycle.exceeded for cycle in found), Fraction(0))
    met = sum((cycle.met for cycle in found), Fraction(0))
    missed = 1 - found[0].passes if linked else Fraction(0)
    adds, earliest = rules.penalty(owed, house.of_debt).amount, rules.soonest(owed, house.of_debt)
    after, best = wording.count(cycles, "cycle"), wording.count(earliest, "cycle")
    verdict = Verdict(
        wording.percent(last.clear),
        (Fact(after, "to get out of debt"), Fact(best, "at best"), Fact(f"+{adds} Ob", "now")),
        f"Within {after} {does('you', 'get out of debt', last.clear)}; {best} is the soonest. "
        f"For now your way of life is {adds} harder.",
        Mark.DERIVED,
    )
    gets = _lender(exceeded, met, missed if linked else None, several=len(owed) > 1)
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
            "lender_penalty": missed,
            "ruin": last.ruined,
            "owed": last.owed,
        },
        blocks=(verdict, _by_cycle(found), gets, *job.ledger),
    )


def _lender(exceeded: Fraction, met: Fraction, missed: Fraction | None, *, several: bool) -> Table:
    """What the lender's next Resources test gets (the last one's of several): it is the next link. Source: RES-25."""
    rows = [
        ("The last payment had extra successes", exceeded, "+1D"),
        ("The last payment was just met", met, "nothing"),
    ]
    if missed is not None:
        rows.append(("The next payment is missed", missed, "+1 Ob"))
    lender = "last lender" if several else "lender"
    return Table(f"What the {lender}’s next test gets", ("If", "Chance", "Then"), tuple(rows), mark=Mark.DERIVED)


def _by_cycle(found: Sequence[Cycle]) -> Table:
    rows = tuple(
        (number, cycle.passes, mean(cycle.owed), cycle.clear, cycle.ruined) for number, cycle in enumerate(found, 1)
    )
    columns = ("Cycle", "The test passes", "Owed on average", "Out of debt", "Ruined by then")
    return Table("Cycle by cycle", columns, rows, mark=Mark.DERIVED)
