"""A purse over the cycles, step by step: living, buying, working, borrowing, paying back (RES-15, 16, 18 to 25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Table, Told, Verdict
from engine.effects import Effect, SetValue
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    QUICK_DICE,
    LivesAs,
    OwnDebts,
    PriceObstacle,
    Taxed,
    UntaxedResources,
    WorkingSkill,
)
from engine.games.burning_wheel.calculators.money.living import FOUR, POOR_KNIGHT, debt_house, debts_of, stakes_of
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.calculators.money.purchase import loss_words, resources_words, tax_house, taxed_as
from engine.games.burning_wheel.dice import MOST_DICE, Pool, Shade, successes
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules import advancement, living, loans, tax, test_class, wealth
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.games.burning_wheel.words import count_words
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark

ROLLED = Between(0, MOST_DICE)
READINGS = (
    "edition",
    "resources.absorb-order",
    "resources.cash-absorbs",
    "money.debt-penalty",
    "money.two-debts",
    "money.debt-missed",
    "money.debt-size",
    "money.job-obstacle",
    "money.cash-per-test",
    "advancement.challenging",
    "advancement.taxed",
    "advancement.no-dice",
)


@dataclass(frozen=True, slots=True)
class LifestyleTest:
    """The test that ends a cycle."""

    cash: Annotated[int, DICE, Asked("Cash dice", quick=QUICK_DICE)] = 0
    bonus: Annotated[int, DICE, Asked("Help and advantage", quick=QUICK_DICE)] = 0
    rolled: Annotated[int | None, ROLLED, Asked("Successes", "Empty: rolled here.", quick=QUICK_SUCCESSES)] = None

    words: ClassVar[str] = "End the cycle: lifestyle test"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Buy:
    """A purchase within the cycle."""

    obstacle: PriceObstacle = 3
    what: Annotated[str, Longest(40), Asked("What")] = ""
    cash: Annotated[int, DICE, Asked("Cash dice", quick=QUICK_DICE)] = 0
    bonus: Annotated[int, DICE, Asked("Help and advantage", quick=QUICK_DICE)] = 0
    rolled: Annotated[int | None, ROLLED, Asked("Successes", "Empty: rolled here.", quick=QUICK_SUCCESSES)] = None

    words: ClassVar[str] = "Buy something"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Work:
    """A job, once a cycle, while dice are taxed."""

    rolled: Annotated[int | None, ROLLED, Asked("Successes", "Empty: rolled here.", quick=QUICK_SUCCESSES)] = None

    words: ClassVar[str] = "Work"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Borrow:
    """Someone lends dice: for so many tests, and perhaps for a debt."""

    dice: Annotated[int, Between(1, 10), Asked("Dice", quick=(1, 2, 3))] = 1
    tests: Annotated[int, Between(1, 12), Asked("Good for so many tests", quick=(1, 2, 3))] = 1
    repaid: Annotated[bool, Asked("It must be paid back")] = True

    words: ClassVar[str] = "Borrow"


class Windfall(Option):
    """What falls to someone."""

    CASH = "cash", "cash"
    FUND = "fund", "a fund or property"


@dataclass(frozen=True, slots=True)
class Receive:
    """A reward, an inheritance."""

    what: Annotated[Windfall, Asked("Kind of windfall")] = Windfall.CASH
    dice: Annotated[int, Between(1, 10), Asked("Dice", quick=(1, 2, 3))] = 1

    words: ClassVar[str] = "Come into money"


@dataclass(frozen=True, slots=True)
class Purse:
    """A purse in a cycle: what does not change (shade, life, skill, readings), what it holds, and what came last.

    `harder` is what wounds add to the obstacle of a job, and `borne` what they take, as ledgers.
    """

    shade: Shade
    life: int
    skill: Pool
    readings: tuple[tuple[str, str], ...]
    stakes: Stakes
    first: Stakes
    debts: Debts = ()
    loan_tests: int = 0
    marks: Marks = Marks()
    gone: int = 0
    harder: int = 0
    borne: tuple[Block, ...] = ()
    cycle: int = 1
    worked: bool = False
    result: str = ""
    told: tuple[Told, ...] = ()

    @property
    def ask(self) -> Rulings:
        return Rulings(NAME, dict(self.readings))

    @property
    def most_cash(self) -> int:
        """The cash dice that one test may take."""
        return wealth.spendable(self.stakes.cash, limited=self.ask["money.cash-per-test"] == "two")

    def after(self, result: str, text: str, rule: str, *, more: bool = False, **changes: object) -> "Purse":
        """The next state, and what led to it; `more` of the same step."""
        line = Told(0, f"Cycle {self.cycle}: {text}", rule)
        told = (*self.told, line) if more else (line,)
        return replace(self, result=result, told=told, **changes)  # type: ignore[arg-type]


def start(
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    skill: WorkingSkill = FOUR,
    cash: Annotated[int, DICE, Asked("Cash dice", quick=QUICK_DICE), sheet("cash")] = 0,
    funds: Annotated[int, Between(0, 10), Asked("Fund and property dice", quick=QUICK_DICE), sheet("funds")] = 0,
    debts: OwnDebts = (),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Purse:
    """What becomes of my purse, cycle by cycle?"""
    if resources.exponent > CAP:
        raise Unusable("resources", f"Resources go up to {CAP} here; this is {resources}.")
    stakes = stakes_of(resources, taxed, 0, funds, cash)
    readings = tuple((name, ask[name]) for name in READINGS)
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        raise Unusable("skill", hurt.gone)
    return Purse(
        resources.shade,
        life.obstacle,
        hurt.leaves(skill).closed(),
        readings,
        stakes,
        stakes,
        debts_of(debts),
        harder=hurt.added,
        borne=tuple(ledger(hurt, skill.dice, 0, words="Dice of the job", against="Wounds on the job")),
    )


def moves(state: Purse) -> Mapping[str, Sequence[object]]:
    """What can be done in this cycle."""
    stakes = state.stakes
    work = (Work,) if stakes.taxed and not state.worked else ()
    borrow = (Borrow,) if not stakes.loaned and len(state.debts) < 3 else ()
    if stakes.current + stakes.loaned + stakes.funds:
        return {"purse": (LifestyleTest, Buy, *work, *borrow, Receive)}
    # Without a die of one's own a test takes at least one of cash or help.
    cash, bonus = (1, 0) if state.most_cash else (0, 1)
    return {"purse": (*work, *borrow, Receive, LifestyleTest(cash, bonus), Buy(cash=cash, bonus=bonus))}


def step(state: Purse, side: str, move: object, dice: Dice) -> Purse:
    """The purse after one move."""
    match move:
        case LifestyleTest(cash, bonus, rolled):
            asked = _lifestyle_obstacle(state)
            tested = _tested(state, "Lifestyle", asked, cash, bonus, rolled, dice)
            house = debt_house(state.debts, state.ask)
            owed = (loans.paid if tested.result == "passed" else loans.missed)(state.debts, house)
            if owed != state.debts:
                tested = tested.after(tested.result, f"the debt is now {sum(owed)}.", "RES-25", more=True)
            return replace(tested, debts=owed, cycle=state.cycle + 1, worked=False)
        case Buy(obstacle, what, cash, bonus, rolled):
            return _tested(state, what or "A purchase", obstacle, cash, bonus, rolled, dice)
        case Work(rolled):
            return _worked(state, rolled, dice)
        case Borrow(lent, tests, repaid):
            bare = tests > 1 and state.ask["money.debt-size"] == "bare"
            debt = loans.size(loans.obstacle(lent, tests), lent, loans.House(bare_debt=bare)) if repaid else 0
            owes = f"for a debt of {debt}" if repaid else "as a gift"
            stakes = replace(state.stakes, loaned=lent)
            text = f"{_dice(lent)} borrowed, good for {wording.count(tests, 'test')}, {owes}."
            debts = (*state.debts, debt) if debt else state.debts
            return state.after("borrowed", text, "RES-23", stakes=stakes, loan_tests=tests, debts=debts)
        case Receive(windfall, more):
            if windfall is Windfall.CASH:
                stakes = replace(state.stakes, cash=state.stakes.cash + more)
                return state.after("received", f"{_dice(more)} of cash.", "RES-20", stakes=stakes)
            if state.stakes.funds + more > wealth.MOST_FUND:
                raise Refused(f"Funds come to {wealth.MOST_FUND} dice here at most.")
            stakes = replace(state.stakes, funds=state.stakes.funds + more)
            return state.after("received", f"a fund of {_dice(more)}.", "RES-21", stakes=stakes)
    return state


def _dice(count: int) -> str:
    return wording.count(count, "die", "dice")


def _lifestyle_obstacle(state: Purse) -> int:
    return living.obstacle(state.life, state.debts, 0, debt_house(state.debts, state.ask)).total


def _successes(pool: Pool, rolled: int | None, words: str, dice: Dice) -> int:
    if rolled is None:
        return fall(dice, words, pool).count.successes
    if sentence := too_many(rolled, pool.dice):
        raise Refused(sentence)
    return rolled


def _tested(state: Purse, what: str, obstacle: int, cash: int, bonus: int, rolled: int | None, dice: Dice) -> Purse:
    """A Resources test: cash goes, a loan has one test less, a failure is taxed, a success is marked."""
    stakes, ask = state.stakes, state.ask
    if cash > state.most_cash:
        raise Refused(f"One test takes {_dice(state.most_cash)} of cash here at most; this says {cash}.")
    count = stakes.current + stakes.loaned + stakes.funds + cash + bonus
    if not count:
        raise Refused("There is no die to roll: work, borrow, find help, or come into money first.")
    if count > MOST_DICE:
        raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {count}.")
    scored = _successes(Pool.of(count, state.shade), rolled, f"Resources, {what}", dice)
    left, tests = stakes.cash - cash, max(0, state.loan_tests - 1)
    classes = classes_of(count, obstacle, ask)
    counted = wording.count(scored, "success", "successes")
    head = f"{what}, {count}D against {wording.obstacle(obstacle)}, {counted}"
    if scored >= obstacle:
        kept = replace(stakes, cash=left, loaned=stakes.loaned if tests else 0)
        return _marked(state, kept, tests, head, classes)
    spent = replace(stakes, cash=cash)
    loss = tax.taxed(tax.due(taxed_as(classes, False, ask), obstacle - scored), spent, tax_house(spent, ask))
    after = replace(loss.after, cash=left, loaned=loss.after.loaned if tests else 0)
    for_good = " One die is lost for good." if loss.depleted else ""
    text = f"{head}: failed. Tax {loss.due} takes {loss_words(loss)}.{for_good}"
    gone = state.gone + loss.funds + int(loss.depleted)
    return state.after("failed", text, "RES-08", stakes=after, loan_tests=tests, gone=gone)


def _marked(state: Purse, stakes: Stakes, tests: int, head: str, classes: tuple[test_class.TestClass, ...]) -> Purse:
    """A passed test in the log, which may lift Resources at once. Source: RES-19."""
    at = stakes.current if stakes.taxed and state.ask["advancement.taxed"] == "taxed" else stakes.exponent
    needed = routes_of(Kind.RESOURCES, at, state.ask)
    best = min(classes, key=lambda one: min((state.marks.plus(one).short_of(way).total for way in needed), default=0))
    marks = state.marks.plus(best)
    text = f"{head}: passed, a {best.value} test."
    if advancement.filled(needed, marks):
        stakes, marks = wealth.advanced(stakes), Marks()
        text += f" Resources advance to {resources_words(state.shade, stakes)}."
    return state.after("passed", text, "RES-19", stakes=stakes, loan_tests=tests, marks=marks)


def _worked(state: Purse, rolled: int | None, dice: Dice) -> Purse:
    stakes = state.stakes
    asked = _job_obstacle(state)
    scored = _successes(state.skill, rolled, "Your skill at work", dice)
    back = living.recovered(stakes.taxed, scored - asked)
    counted = wording.count(scored, "success", "successes")
    head = f"Work, {state.skill.dice}D against {wording.obstacle(asked)}, {counted}"
    mended = replace(stakes, taxed=stakes.taxed - back)
    text = f"{head}: {wording.count(back, 'die comes', 'dice come')} back." if back else f"{head}: nothing comes back."
    return state.after("worked", text, "RES-18", stakes=mended, worked=True)


def _job_obstacle(state: Purse) -> int:
    all_lost = state.ask["money.job-obstacle"] == "all"
    return living.job_obstacle(state.stakes.taxed, state.gone, all_lost=all_lost).total + state.harder


def show(state: Purse) -> Answer:
    """What the purse holds, the odds of what comes next, and how it came there."""
    stakes = state.stakes
    now = resources_words(state.shade, stakes)
    owed = f" · debt {sum(state.debts)}" if state.debts else ""
    verdict = Verdict(f"Resources {now}", f"cycle {state.cycle}{owed}", f"Cycle {state.cycle}: Resources {now}.")
    loan = f"{stakes.loaned}D, for {wording.count(state.loan_tests, 'more test')}" if stakes.loaned else "none"
    rows = (
        ("Resources", now),
        ("Cash", f"{stakes.cash}D"),
        ("Funds", f"{stakes.funds}D"),
        ("Borrowed", loan),
        ("Debts", wording.listed(str(debt) for debt in state.debts) if state.debts else "none"),
        ("Marked in the log", count_words(state.marks)),
    )
    blocks: list[Block] = [verdict, Table("The purse", ("", "Now"), rows), _next(state), *state.borne]
    first = state.first
    held = {
        "taxed": (first.taxed, stakes.taxed),
        "cash": (first.cash, stakes.cash),
        "funds": (first.funds, stakes.funds),
    }
    effects: list[Effect] = []
    if first.exponent != stakes.exponent:
        effects.append(SetAbility("resources", {"ability": str(Ability(state.shade, stakes.exponent))}))
    effects += [SetValue(field, str(after)) for field, (before, after) in held.items() if before != after]
    return Answer(
        values={
            "cycle": state.cycle,
            "resources": stakes.current,
            "exponent": stakes.exponent,
            "taxed": stakes.taxed,
            "cash": stakes.cash,
            "funds": stakes.funds,
            "loaned": stakes.loaned,
            "debts": list(state.debts),
            "marks": advancement.as_values(state.marks),
            "result": state.result,
        },
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


def _next(state: Purse) -> Table:
    """The lifestyle test and the job, as they stand."""
    stakes = state.stakes
    count = stakes.current + stakes.loaned + stakes.funds
    asked = _lifestyle_obstacle(state)
    chance = wording.percent(successes(Pool.of(count, state.shade)).at_least(asked))
    rows = [("lifestyle test", f"{count}D", wording.obstacle(asked), chance)]
    if stakes.taxed:
        job = _job_obstacle(state)
        earns = wording.percent(successes(state.skill).at_least(job))
        rows.append(("work", f"{state.skill.dice}D", wording.obstacle(job), "done" if state.worked else earns))
    return Table("What comes next", ("Test", "Dice", "Against", "Chance"), tuple(rows), mark=Mark.DERIVED)


session("purse-by-cycles", rules="RES-15 RES-16 RES-18", start=start, moves=moves, step=step, show=show)
