"""Living costs, finding work, and how long the purse lasts (RES-15, RES-16, RES-18)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import MOST_DICE
from engine.effects import Effect, SetRow, SetValue
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, odds_of, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.money.fields import (
    B3,
    DICE,
    FOUR,
    POOR_KNIGHT,
    QUICK_DICE,
    Bonus,
    BonusEachTime,
    CashDice,
    Disadvantages,
    FundDice,
    FundsHeld,
    Lifestyle,
    LivesAs,
    Loaned,
    OnceRolled,
    OwnDebts,
    Taxed,
    UntaxedResources,
    Work,
    WorkingSkill,
    Works,
    debts_of,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.shown import (
    after_tax,
    became,
    check_rolled,
    does,
    endings_table,
    for_good,
    mean,
    spent_cash,
)
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.living import forecast_house, into_time
from engine.games.burning_wheel.readings.loans import debt_house
from engine.games.burning_wheel.readings.purchase import assess
from engine.games.burning_wheel.readings.times import time_floor
from engine.games.burning_wheel.rules import living as rules
from engine.games.burning_wheel.rules import loans, times
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.living import LIVES, Cycle, Plan, Stand
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

AMOUNT = Between(1, 999)


@table("lifestyles")
def lifestyles_table() -> Table:
    """What each way of life costs."""
    rows = tuple(
        (Obstacle(obstacle), "; ".join(life.name for life in LIVES.values() if life.obstacle == obstacle))
        for obstacle in dict.fromkeys(life.obstacle for life in LIVES.values())
    )
    return Table("What ways of life cost each cycle", ("Obstacle", "Way of life"), rows)


@calculator("resources-cycle", rules="RES-15")
def resources_cycle(
    amount: Annotated[
        int, AMOUNT, Asked("A cycle takes", "Half a year or a year; a month in town.", gm=True, quick=(1, 6, 12))
    ] = 6,
    unit: Annotated[Unit, Asked("Unit of the cycle", gm=True)] = Unit.MONTHS,
    since: Annotated[int, Between(0, 999), Asked("Since the last lifestyle test", quick=(0, 1, 2, 3))] = 0,
    since_unit: Annotated[Unit, Asked("Unit since then")] = Unit.MONTHS,
    owed: Annotated[int, Between(0, 30), Asked("Debt", more=True, quick=(0, 2, 4))] = 0,
) -> Answer:
    """How long is a cycle, and what comes due when?"""
    cycle, gone = amount * unit.seconds, since * since_unit.seconds
    due = rules.cycles_in(gone, cycle)
    left = cycle - gone % cycle
    length, then = times.in_words(cycle, unit), times.in_words(left, unit)
    every = unit.words.removesuffix("s") if amount == 1 else length
    year = rules.a_year(cycle)
    a_year = mean(year).rstrip("0").rstrip(".") + (" test" if year == 1 else " tests")
    now = f"{wording.count(due, 'lifestyle test')} due now" if due else "nothing due"
    hangs = {"A lifestyle test": f"once every {every}", "A job": length}
    for steps in (1, 3, 5):
        job = f"A job, {wording.count(steps, 'extra success', 'extra successes')} for speed"
        hangs[job] = _job_time(cycle, unit, steps)
    if owed:
        hangs[f"Out of a debt of {owed}"] = f"{times.in_words(owed * cycle, unit)} at the earliest"
    feel = "Short cycles feel modern and hurried, long ones like seasons. Or let the tax collector’s visits set it."
    return Answer(
        values={"cycle": cycle, "a_year": year, "due": due, "left": left, "next": then, "debt_clear": owed * cycle},
        blocks=(
            Verdict(
                f"Next in {then}",
                (
                    Fact(length, "a cycle"),
                    Fact(a_year.split(" ")[0], "test a year" if year == 1 else "tests a year"),
                    Fact.count(due, "lifestyle test due now", "lifestyle tests due now") if due else Fact(now),
                ),
                f"A cycle takes {length}, so {a_year} a year. {now[:1].upper()}{now[1:]}, the next in {then}.",
            ),
            Table("What hangs on it", ("What", "Time"), tuple(hangs.items()), mark=Mark.DERIVED),
            Note(feel, rule="RES-15"),
        ),
    )


def _job_time(cycle: int, unit: Unit, steps: int, *, floor: bool = True) -> str:
    """How long a job takes with so many extra successes put into time."""
    return times.in_words(times.part_of(cycle, times.working(False, steps, floor=floor).total), unit)


@calculator("lifestyle", rules="RES-16")
def lifestyle(
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    bonus: Bonus = 0,
    debts: OwnDebts = (),
    rolled: OnceRolled = None,
    cash: CashDice = 0,
    funds: FundDice = 0,
    loaned: Loaned = 0,
    extra: Disadvantages = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does my way of life cost this cycle?"""
    owed = debts_of(debts)
    house = debt_house(owed, ask, ahead=rolled is not None)
    worked = rules.obstacle(life.obstacle, owed, extra, house)
    on_top = worked.total - life.obstacle
    purchase = Purchase(
        life.obstacle,
        resources.exponent,
        taxed,
        cash=cash,
        funds=funds,
        loaned=loaned,
        advantage=bonus,
        disadvantages=(Increase("Debt and disadvantages", on_top),) if on_top else (),
    )
    found = assess(purchase, resources.shade, ask)
    values: dict[str, Any] = {
        "obstacle": worked.total,
        "dice": found.pool.dice,
        "chance": found.chance,
        "percentage": wording.percent(found.chance),
        "tax": found.forecast.mean,
        "ruin": found.forecast.ruin,
        "class": found.classes.value,
    }
    owing = Working(worked.lines, worked.total, "Obstacle")
    others = _every_life(life, found, on_top)
    if rolled is None:
        odds = (endings_table(found, "You keep it up"), odds_of(found.pool, worked.total, ask))
        return Answer(values, (_ahead(life, found), owing, *(odds if found.rollable else ()), others))
    artha = check_rolled(found, rolled)
    verdict, more, effects = _lived(rolled, found, debts, house)
    return Answer(values | more, (verdict, *artha, owing, others), effects)


def _ahead(life: Lifestyle, found: Assessed) -> Verdict:
    obstacle = ob(found.total)
    if not found.rollable:
        return Verdict(
            obstacle, (Fact(DiceCount(0), "dice"),), f"{life.said} asks for {obstacle}; you have no dice to roll."
        )
    tax = mean(found.forecast.mean)
    return Verdict(
        obstacle,
        (Fact(DiceCount(found.pool.dice), "dice"), Fact(found.chance, CHANCE), Fact(f"{tax}D", "Tax on average")),
        f"{life.said}: {obstacle} each cycle. With {found.pool.dice}D {does('you', 'keep it up', found.chance)}; "
        f"Tax takes {tax} dice on average.",
    )


def _lived(
    rolled: int, found: Assessed, rows: Sequence[DebtRow], house: loans.House
) -> tuple[Verdict, dict[str, Any], tuple[Effect, ...]]:
    """What a lifestyle test that was rolled comes to. Source: RES-16, RES-25."""
    owed, passed, stakes = debts_of(rows), rolled >= found.total, found.purchase.stakes
    after = loans.lowered(owed, house) if passed else loans.missed(owed, house)
    debts = [debt for debt in after if debt]
    told = [*spent_cash(stakes.cash)]
    told += [
        SetRow("debts", row.name, {"size": left} if left else {})
        for row, left in zip(rows, after, strict=True)
        if row.name and left != row.size
    ]
    if passed:
        debt = f" The debt falls to {sum(debts)}." if owed else ""
        words = found.classes.words
        marked = marks_of("resources", found.classes, Kind.RESOURCES, passed=True)
        sentence = f"You keep it up for this cycle; no Tax, and the test is {words}.{debt}"
        values = {"passed": True, "lost": 0, "debts": debts, "taxed": stakes.taxed}
        return Verdict("Kept up", (Fact("no Tax"), logged(found.classes)), sentence), values, (*marked, *told)
    loss = found.loss(rolled)
    debt = f" The debt stands at {sum(debts)}." if owed else ""
    verdict = Verdict(
        f"Tax {loss.due}D",
        (became(found.shade, loss),),
        f"Missed by {found.total - rolled}: Tax {loss.due}, which takes {loss.words}.{for_good(loss)}{debt}",
    )
    values = {"passed": False, "lost": loss.dice, "debts": debts, "taxed": loss.after.taxed}
    return verdict, values, (*after_tax(found.shade, loss), *told)


def _every_life(life: Lifestyle, found: Assessed, on_top: int) -> Table:
    """Each obstacle of the list with what these dice make of it."""
    first: dict[int, str] = {}
    for one in LIVES.values():
        first.setdefault(one.obstacle, one.name)
    rows = tuple((Obstacle(obstacle), name, found.law.at_least(obstacle + on_top)) for obstacle, name in first.items())
    place = list(first).index(life.obstacle) if life.obstacle in first else None
    columns = ("Obstacle", "For instance", f"Kept up with {found.pool.dice}D")
    return Table("Could you live better?", columns, rows, place, Mark.DERIVED, folded=True)


@dataclass(frozen=True, slots=True)
class _Job:
    """Work that is to win back `taxed` dice: its test, how that came about, and how long a cycle is, in seconds."""

    test: Test
    taxed: int
    ledgers: tuple[Block, ...]
    cycle: int
    unit: Unit

    @property
    def length(self) -> str:
        """How long it takes unless successes go into time."""
        return times.in_words(self.cycle, self.unit)

    @property
    def back(self) -> dict[int, Fraction]:
        """The chance of each number of dice that come back, where all extra successes go into dice."""
        return rules.back(self.test.law, self.test.obstacle, self.taxed)

    @property
    def values(self) -> dict[str, Any]:
        """The job for programs."""
        return {
            "obstacle": self.test.obstacle,
            "chance": self.test.chance,
            "percentage": wording.percent(self.test.chance),
            "back": self.back,
            "class": self.test.classes.value,
        }


@calculator("get-a-job", rules="RES-18")
def get_a_job(
    taxed: Annotated[int, DICE, Asked("Dice that are taxed", quick=(1, 2, 3)), sheet("taxed")] = 1,
    skill: WorkingSkill = FOUR,
    amount: Annotated[int, AMOUNT, Asked("A cycle takes", gm=True, quick=(1, 6, 12))] = 6,
    unit: Annotated[Unit, Asked("Unit", gm=True)] = Unit.MONTHS,
    rolled: OnceRolled = None,
    faster: Annotated[int, Between(0, 20), Asked("Extra successes put into time", quick=(0, 1, 2))] = 0,
    gone: Annotated[
        int, DICE, Asked("Dice lost for good besides", "Funds, or a die of Resources at zero.", more=True)
    ] = 0,
    extra: Disadvantages = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does work bring back?"""
    if not taxed:
        verdict = Verdict("No need to work", (), "Nothing is taxed, so no work is needed.")
        return Answer({"recovered": 0, "left": 0}, (verdict,))
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    asked = rules.job_obstacle(taxed, gone, all_lost=gone > 0 and ask["money.job-obstacle"] == "all")
    worked = Worked((*asked.lines, Line(extra, "Disadvantages", "HUB-17"), hurt.obstacle))
    ledgers = (Working(worked.lines, worked.total, "Obstacle"), *ledger(hurt, skill.dice))
    job = _Job(Test(hurt.leaves(skill), worked.total, ask), taxed, ledgers, amount * unit.seconds, unit)
    return _job_ahead(job) if rolled is None else _job_done(job, rolled, faster)


def _job_ahead(job: _Job) -> Answer:
    """A job before it is rolled."""
    obstacle, chance, everything = ob(job.test.obstacle), job.test.chance, job.back[job.taxed]
    verdict = Verdict(
        obstacle,
        (
            Fact(DiceCount(job.test.dice), "dice"),
            Fact(chance, "a die back"),
            Fact(everything, "all back"),
            Fact(job.length, "of work"),
        ),
        f"{obstacle}, for {job.length} of work. {does('You', 'earn a die or more', chance)}, "
        f"and everything {often(everything)}.",
    )
    comes = Table(
        "What comes back, all extra successes put into dice",
        ("Dice", "Chance", "Still taxed"),
        tuple((DiceCount(back), share, DiceCount(job.taxed - back)) for back, share in job.back.items()),
        mark=Mark.DERIVED,
    )
    return Answer(job.values, (verdict, *job.ledgers, comes, job.test.odds()))


def _job_done(job: _Job, rolled: int, faster: int) -> Answer:
    """A job that was rolled: the dice that come back, and how long it took."""
    test, ask = job.test, job.test.ask
    over = rolled - test.obstacle
    if sentence := too_many(rolled, test.dice):
        raise Unusable("rolled", sentence)
    if faster > max(0, over):
        there = f"there {'is' if over == 1 else 'are'} {over}" if over > 0 else "there is none"
        extra = wording.count(faster, "extra success", "extra successes")
        raise Unusable("faster", f"This puts {extra} into time; {there}.")
    steps = into_time(job.taxed, over, faster, ask)
    back = rules.recovered(job.taxed, over - steps)
    left = job.taxed - back
    takes = _job_time(job.cycle, job.unit, steps, floor=time_floor(steps, ask)) if over >= 0 else job.length
    if over < 0:
        verdict = Verdict(
            "Nothing back",
            (Fact(-over, "short"), Fact(takes, "gone")),
            f"The work brings nothing, and takes {takes}. The Tax stays through the next lifestyle test.",
        )
    else:
        end = "nothing is taxed any more" if not left else f"{wording.count(left, 'die stays', 'dice stay')} taxed"
        comes = wording.count(back, "die comes", "dice come")
        verdict = Verdict(
            f"{back}D back", (Fact(end), Fact(takes, "of work")), f"{comes} back after {takes} of work; {end}."
        )
    artha = () if test.pool.open_ended else by_artha(rolled, test.dice)
    ways = (_ways(job, over, steps, only=steps != faster),) if over > 0 else ()
    mark = Note(f"Mark the test for the skill you worked with: {test.classes.words}.", rule="RES-18")
    effects: tuple[Effect, ...] = test.marks("skill", Kind.SKILL, passed=over >= 0)
    if back:
        effects = (*effects, SetValue("taxed", str(left)))
    values = {**job.values, "recovered": back, "left": left, "time": takes}
    return Answer(values, (verdict, *artha, *job.ledgers, *ways, mark), effects)


def _ways(job: _Job, over: int, current: int, *, only: bool) -> Table:
    """What extra successes can be put into; `only` all of them into one thing."""
    steps = [0, over] if only else list(range(over + 1))
    rows = tuple(
        (
            f"{over - step} into dice, {step} into time",
            DiceCount(rules.recovered(job.taxed, over - step)),
            _job_time(job.cycle, job.unit, step),
        )
        for step in steps
    )
    return Table("Dice or time", ("Extra successes", "Dice back", "It takes"), rows, steps.index(current))


@calculator("solvency", rules="RES-15 RES-16 RES-18")
def solvency(
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    job: Work = Works(),
    cycles: Annotated[int, Between(1, 12), Asked("Cycles ahead", quick=(1, 2, 4, 6, 12))] = 4,
    bonus: BonusEachTime = 0,
    debts: OwnDebts = (),
    funds: FundsHeld = 0,
    loaned: Annotated[int, Between(0, 10), Asked("Borrowed dice", more=True, quick=QUICK_DICE)] = 0,
    loan_tests: Annotated[int, Between(1, 12), Asked("Tests they are good for", more=True, quick=(1, 2, 3))] = 1,
    extra: Disadvantages = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long does my purse last?"""
    if job.hurt.gone:
        return no_test(job.hurt.gone)
    start = Stand(stakes_of(resources, taxed, loaned, funds), debts_of(debts))
    tests = loan_tests if loaned else 0
    plan = Plan(resources.shade, life.obstacle, job.pool, extra, bonus, tests, job.hurt.added)
    house = forecast_house(start, plan, ask)
    found = rules.forecast(start, plan, cycles, house)
    last = found[-1]
    rule = "Each cycle: work first if dice are taxed, then the lifestyle test. Advancement and artha stay out."
    return Answer(
        values={
            "ruin": last.ruined,
            "percentage": wording.percent(last.ruined),
            "unbroken": last.unbroken,
            "passes": [cycle.passes for cycle in found],
            "ruined": [cycle.ruined for cycle in found],
            "clear": [cycle.clear for cycle in found],
            "mean": last.mean,
            "dice": dict(last.dice),
            "exponents": dict(last.exponents),
            "funds": dict(last.funds),
            "owed": last.owed,
        },
        blocks=(
            _outlook(found, start, resources.shade),
            _by_cycle(found, in_debt=bool(start.debts)),
            _at_the_end(last, resources.shade),
            _what_if(start, plan, cycles, house),
            *job.ledger,
            Note(rule, rule="RES-16"),
        ),
    )


def _outlook(found: Sequence[Cycle], start: Stand, shade: Shade) -> Verdict:
    """Ruin within these cycles, or the way out of it."""
    last, after = found[-1], wording.count(len(found), "cycle")
    rolls = f"{shade.value}{mean(last.mean)}"
    if start.stakes.current:
        figure = f"{wording.percent(last.ruined)} ruin" if last.ruined else "No ruin"
        said = f"Within {after} {does('Tax', 'brings you to zero', last.ruined)}"
    else:
        figure = "At zero already"
        standing = 1 - last.dice.get(0, Fraction(0))
        said = f"You start at zero. After {after} {does('you', 'have dice again', standing)}"
    return Verdict(
        figure,
        (
            Fact(after, "ahead"),
            Fact(last.unbroken, "every test passed"),
            Fact(rolls, "Resources on average"),
        ),
        f"{said}. {does('You', 'pass every lifestyle test', last.unbroken)}, and end with {rolls} on average.",
        Mark.DERIVED,
    )


def _by_cycle(found: Sequence[Cycle], *, in_debt: bool) -> Table:
    columns = ("Cycle", "This test passes", "All so far", "Ruined by then", "Dice on average")
    rows = tuple(
        (
            number,
            cycle.passes,
            cycle.unbroken,
            cycle.ruined,
            mean(cycle.mean),
            *((mean(cycle.owed), cycle.clear) if in_debt else ()),
        )
        for number, cycle in enumerate(found, 1)
    )
    of_debt = ("Owed", "Out of debt") if in_debt else ()
    return Table("Cycle by cycle", (*columns, *of_debt), rows, mark=Mark.DERIVED)


def _at_the_end(last: Cycle, shade: Shade) -> Table:
    never = Fraction(0)
    rows = tuple(
        (f"{shade.value}{number}", last.dice.get(number, never), last.exponents.get(number, never))
        for number in range(max(last.exponents) + 1)
    )
    columns = ("Exponent", "They roll this", "Untaxed they are this")
    return Table("Resources at the end", columns, rows, mark=Mark.DERIVED)


def _what_if(start: Stand, plan: Plan, cycles: int, house: rules.House) -> Table:
    """The same cycles, lived otherwise."""
    plans = {"as planned": plan}
    if plan.life > 1:
        plans["a way of life one step cheaper"] = replace(plan, life=plan.life - 1)
    if start.stakes.exponent + start.stakes.loaned + start.stakes.funds + plan.bonus < MOST_DICE:
        plans["one helping die more each time"] = replace(plan, bonus=plan.bonus + 1)
    if plan.job is not None:
        if plan.job.dice < MOST_DICE:
            plans["one die more for the job"] = replace(plan, job=plan.job.plus(1))
        plans["nobody works"] = replace(plan, job=None)
    ends = {words: rules.forecast(start, other, cycles, house)[-1] for words, other in plans.items()}
    rows = tuple((words, last.ruined, last.unbroken, mean(last.mean)) for words, last in ends.items())
    columns = ("If", "Ruined", "Every test passed", "Dice on average")
    return Table("What would change it", columns, rows, 0, Mark.DERIVED)
