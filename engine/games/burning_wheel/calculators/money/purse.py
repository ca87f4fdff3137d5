"""A purse over the cycles, step by step: living, buying, working, borrowing, paying back (RES-15, 16, 18 to 25)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Told, Verdict
from engine.effects import Effect, SetValue
from engine.forms import Asked, Between, Longest, Unusable, branch, sheet
from engine.games.burning_wheel.calculators.money.fields import (
    B3,
    DICE,
    FOUR,
    POOR_KNIGHT,
    QUICK_DICE,
    Bonus,
    LivesAs,
    OwnDebts,
    PriceObstacle,
    Taxed,
    UntaxedResources,
    WorkingSkill,
    debts_of,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.shown import for_good, resources_words
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Pool, ob, successes
from engine.games.burning_wheel.fall import throw
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.purse import RULINGS, AskedPurse
from engine.games.burning_wheel.rules import advancement
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.purse import Borrowed, Purse, Received, Tested, Worked
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.games.burning_wheel.words import count_words
from engine.option import Option
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark

CashPutIn = Annotated[int, DICE, Asked("Cash dice", quick=QUICK_DICE)]
Rolled = Annotated[int | None, Between(0, MOST_DICE), Asked("Successes", "Empty: rolled here.", quick=QUICK_SUCCESSES)]


@branch("End the cycle: lifestyle test")
class LifestyleTest:
    """The test that ends a cycle."""

    cash: CashPutIn = 0
    bonus: Bonus = 0
    rolled: Rolled = None

    rolls: ClassVar[bool] = True


@branch("Buy something")
class Buy:
    """A purchase within the cycle."""

    obstacle: PriceObstacle = 3
    what: Annotated[str, Longest(40), Asked("What it is")] = ""
    cash: CashPutIn = 0
    bonus: Bonus = 0
    rolled: Rolled = None

    rolls: ClassVar[bool] = True


@branch("Work")
class Work:
    """A job, once a cycle, while dice are taxed."""

    rolled: Rolled = None

    rolls: ClassVar[bool] = True


@branch("Borrow")
class Borrow:
    """Someone lends dice: for so many tests, and perhaps for a debt."""

    dice: Annotated[int, Between(1, 10), Asked("Dice", quick=(1, 2, 3))] = 1
    tests: Annotated[int, Between(1, 12), Asked("Tests it is good for", quick=(1, 2, 3))] = 1
    repaid: Annotated[bool, Asked("It must be paid back")] = True


class Windfall(Option):
    """What falls to someone."""

    CASH = "cash", "cash"
    FUND = "fund", "a fund or property"


@branch("Come into money")
class Receive:
    """A reward, an inheritance."""

    what: Annotated[Windfall, Asked("Kind of windfall")] = Windfall.CASH
    dice: Annotated[int, Between(1, 10), Asked("Dice", quick=(1, 2, 3))] = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """A purse on a page: as it is, what it held at `first`, what wounds take, and the last step and `what` it was for.

    `cycle` is the one in which that step was made.
    """

    purse: Purse
    first: Stakes
    borne: tuple[Block, ...]
    what: str = ""
    cycle: int = 1

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        return tuple(Told(0, f"Cycle {self.cycle}: {text}", rule) for text, rule in _lines(self.purse, self.what))


def _lines(purse: Purse, what: str) -> Iterator[tuple[str, str]]:
    """What the last step brought, in lines with their rules."""
    match purse.came:
        case Tested() as test:
            yield from _test_lines(purse, what, test)
        case Worked(count, obstacle, successes, back):
            came = f"{wording.count(back, 'die comes', 'dice come')} back" if back else "nothing comes back"
            yield f"{_against('Work', count, obstacle, successes)}: {came}.", "RES-18"
        case Borrowed(count, tests, debt):
            owes = f"for a debt of {debt}" if debt else "as a gift"
            dice, good_for = wording.count(count, "die", "dice"), wording.count(tests, "test")
            yield f"{dice} borrowed, good for {good_for}, {owes}.", "RES-23"
        case Received(count, fund):
            dice = wording.count(count, "die", "dice")
            yield (f"a fund of {dice}.", "RES-21") if fund else (f"{dice} of cash.", "RES-20")


def _test_lines(purse: Purse, what: str, test: Tested) -> Iterator[tuple[str, str]]:
    """What a test of Resources brought."""
    head = _against(what, test.dice, test.obstacle, test.successes)
    if test.loss:
        yield f"{head}: failed. Tax {test.loss.due} takes {test.loss.words}.{for_good(test.loss)}", "RES-08"
    elif test.marked:
        rises = f" Resources advance to {resources_words(purse.shade, purse.stakes)}." if test.advanced else ""
        yield f"{head}: passed, a {test.marked.value} test.{rises}", "RES-19"
    if test.owed is not None:
        yield f"the debt is now {sum(test.owed)}.", "RES-25"


def _against(what: str, dice: int, obstacle: int, successes: int) -> str:
    """A roll and what it came to: "Work, 4D against Ob 2, 3 successes"."""
    return f"{what}, {dice}D against {ob(obstacle)}, {wording.count(successes, 'success', 'successes')}"


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
) -> Kept:
    """What becomes of my purse, cycle by cycle?"""
    if resources.exponent > CAP:
        raise Unusable("resources", f"Resources go up to {CAP} here; this is {resources}.")
    stakes = stakes_of(resources, taxed, 0, funds, cash)
    readings = {name: ask[name] for name in RULINGS}
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        raise Unusable("skill", hurt.gone)
    purse = Purse(
        resources.shade,
        life.obstacle,
        hurt.leaves(skill).closed(),
        stakes,
        debts_of(debts),
        hurt.added,
        AskedPurse(Rulings(NAME, readings)),
    )
    return Kept(purse, stakes, tuple(ledger(hurt, skill.dice, 0, words="Dice of the job", against="Wounds on the job")))


def moves(state: Kept) -> Mapping[str, Sequence[object]]:
    """What can be done in this cycle."""
    purse = state.purse
    work = (Work,) if purse.can_work else ()
    borrow = (Borrow,) if purse.can_borrow else ()
    if purse.dice:
        return {"purse": (LifestyleTest, Buy, *work, *borrow, Receive)}
    # Without a die of one's own a test takes at least one of cash or help.
    cash, bonus = (1, 0) if purse.most_cash else (0, 1)
    return {"purse": (*work, *borrow, Receive, LifestyleTest(cash, bonus), Buy(cash=cash, bonus=bonus))}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The purse after one move."""
    what = move.what or "A purchase" if isinstance(move, Buy) else "Lifestyle"
    return replace(state, purse=_moved(state.purse, what, move, dice), what=what, cycle=state.purse.cycle)


def _moved(purse: Purse, what: str, move: object, dice: Dice) -> Purse:
    """What a form says, as a step of the rules."""
    match move:
        case LifestyleTest(cash, bonus, rolled):
            return purse.end_cycle(throw(dice, f"Resources, {what}", rolled), cash, bonus)
        case Buy(obstacle, _, cash, bonus, rolled):
            return purse.buy(obstacle, throw(dice, f"Resources, {what}", rolled), cash, bonus)
        case Work(rolled):
            return purse.work(throw(dice, "Your skill at work", rolled))
        case Borrow(lent, tests, repaid):
            return purse.borrow(lent, tests, repaid=repaid)
        case Receive(windfall, more):
            return purse.receive_cash(more) if windfall is Windfall.CASH else purse.receive_fund(more)
    return purse


RESULTS = {Worked: "worked", Borrowed: "borrowed", Received: "received", type(None): ""}


def _result(purse: Purse) -> str:
    """What came of the last step, in a word."""
    came = purse.came
    return ("failed" if came.loss else "passed") if isinstance(came, Tested) else RESULTS[type(came)]


def show(kept: Kept) -> Answer:
    """What the purse holds, the odds of what comes next, and how it came there."""
    state, first = kept.purse, kept.first
    stakes = state.stakes
    now = resources_words(state.shade, stakes)
    owed = (Fact(sum(state.debts), "debt"),) if state.debts else ()
    verdict = Verdict(
        f"Resources {now}", (Fact(f"cycle {state.cycle}"), *owed), f"Cycle {state.cycle}: Resources {now}."
    )
    loan = f"{stakes.loaned}D, for {wording.count(state.loan_tests, 'more test')}" if stakes.loaned else "none"
    rows = (
        ("Resources", now),
        ("Cash", f"{stakes.cash}D"),
        ("Funds", DiceCount(stakes.funds)),
        ("Borrowed", loan),
        ("Debts", wording.listed(str(debt) for debt in state.debts) if state.debts else "none"),
        ("Marked in the log", count_words(state.marks)),
    )
    blocks: list[Block] = [verdict, Table("The purse", ("", "Now"), rows), _next(state), *kept.borne]
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
            "result": _result(state),
        },
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


def _next(state: Purse) -> Table:
    """The lifestyle test and the job, as they stand."""
    stakes = state.stakes
    chance = successes(Pool.of(state.dice, state.shade)).at_least(state.obstacle)
    rows: list[tuple[Entry, ...]] = [("lifestyle test", DiceCount(state.dice), ob(state.obstacle), chance)]
    if stakes.taxed:
        job = state.job_obstacle
        earns = "done" if state.worked else successes(state.skill).at_least(job)
        rows.append(("work", DiceCount(state.skill.dice), ob(job), earns))
    return Table("What comes next", ("Test", "Dice", "Against", "Chance"), tuple(rows), mark=Mark.DERIVED)


session("purse-by-cycles", rules="RES-15 RES-16 RES-18", start=start, moves=moves, step=step, show=show)
