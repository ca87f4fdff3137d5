"""Living costs, finding work, and how long the purse lasts (RES-15, RES-16, RES-18)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.effects import Effect, SetRow, SetValue
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, odds_of, too_many
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    QUICK_DICE,
    Disadvantages,
    Lifestyle,
    LivesAs,
    OnceRolled,
    OwnDebts,
    Taxed,
    UntaxedResources,
    WorkingSkill,
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
from engine.games.burning_wheel.dice import MOST_DICE, Pool, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.purchase import tax_house
from engine.games.burning_wheel.rules import living as rules
from engine.games.burning_wheel.rules import loans, tax, times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.living import LIVES, Cycle, Plan, Stand
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.games.burning_wheel.rules.tax import Loss, Stakes
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.wounds import Felt, felt
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import often
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark

AMOUNT = Between(1, 999)
MOST_DEBTS = 3
FOUR = Pool.of(4)


POOR_KNIGHT = Lifestyle.table()["poor-knight"]


@table("lifestyles")
def lifestyles_table() -> Table:
    """What each way of life costs."""
    rows = tuple(
        (ob(obstacle), "; ".join(life.name for life in LIVES.values() if life.obstacle == obstacle))
        for obstacle in dict.fromkeys(life.obstacle for life in LIVES.values())
    )
    return Table("What ways of life cost each cycle", ("Obstacle", "Way of life"), rows)


def debts_of(rows: Sequence[DebtRow]) -> Debts:
    """What is owed. Raises `Unusable` for more debts than are counted here."""
    if len(rows) > MOST_DEBTS:
        raise Unusable("debts", f"Up to {MOST_DEBTS} debts are counted here; this has {len(rows)}.")
    return tuple(row.size for row in rows)


def debt_house(debts: Debts, ask: Rulings, *, ahead: bool = True) -> loans.House:
    """The readings of debt; each is asked for only where it matters, what a miss adds only `ahead` of it."""
    return loans.House(
        whole_penalty=any(debt > 1 for debt in debts) and ask["money.debt-penalty"] == "whole",
        as_one=len(debts) > 1 and ask["money.two-debts"] == "one",
        grows=bool(debts) and ahead and ask["money.debt-missed"] == "grows",
    )


def stakes_of(resources: Ability, taxed: int, loaned: int = 0, funds: int = 0, cash: int = 0) -> Stakes:
    """What Tax can take. Raises `Unusable` where more is taxed than there is."""
    try:
        return Stakes(resources.exponent, taxed, loaned, funds, cash)
    except Refused as error:
        raise Unusable("taxed", str(error)) from None


def does(who: str, verb: str, chance: Fraction) -> str:
    """How often someone does something: "you pay 50 % of the time", "you never pay"."""
    return f"{who} {verb} {often(chance)}" if 0 < chance < 1 else f"{who} {often(chance)} {verb}"


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
    length = times.in_words(cycle, unit)
    every = unit.words.removesuffix("s") if amount == 1 else length
    year = rules.a_year(cycle)
    a_year = f"{float(year):.2f}".rstrip("0").rstrip(".") + (" test" if year == 1 else " tests")
    now = f"{wording.count(due, 'lifestyle test')} due now" if due else "nothing due"
    then = times.in_words(left, unit)
    verdict = Verdict(
        f"Next in {then}",
        f"every {every} · {a_year} a year · {now}",
        f"A cycle takes {length}, so {a_year} a year. {now[:1].upper()}{now[1:]}, the next in {then}.",
    )
    rows = [
        ("A lifestyle test", f"once every {every}"),
        ("A job", length),
        *(
            (
                f"A job, {wording.count(steps, 'extra success', 'extra successes')} for speed",
                times.in_words(times.part_of(cycle, times.working(False, steps).total), unit),
            )
            for steps in (1, 3, 5)
        ),
        ("Out of a debt of " + str(owed), f"{times.in_words(owed * cycle, unit)} at the earliest"),
    ]
    rows = rows if owed else rows[:-1]
    feel = "Short cycles feel modern and hurried, long ones like seasons. Or let the tax collector’s visits set it."
    return Answer(
        values={"cycle": cycle, "a_year": year, "due": due, "left": left, "next": then, "debt_clear": owed * cycle},
        blocks=(
            verdict,
            Table("What hangs on it", ("What", "Time"), tuple(rows), mark=Mark.DERIVED),
            Note(feel, rule="RES-15"),
        ),
    )


@calculator("lifestyle", rules="RES-16")
def lifestyle(
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    bonus: Annotated[int, DICE, Asked("Help and advantage", quick=QUICK_DICE)] = 0,
    debts: OwnDebts = (),
    rolled: OnceRolled = None,
    cash: Annotated[int, DICE, Asked("Cash dice", more=True, quick=QUICK_DICE), sheet("cash")] = 0,
    funds: Annotated[int, DICE, Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")] = 0,
    loaned: Annotated[int, DICE, Asked("Borrowed dice", more=True, quick=QUICK_DICE)] = 0,
    extra: Disadvantages = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does my way of life cost this cycle?"""
    owed = debts_of(debts)
    house = debt_house(owed, ask, ahead=rolled is not None)
    stakes_of(resources, taxed)
    worked = rules.obstacle(life.obstacle, owed, extra, house)
    on_top = worked.total - life.obstacle
    found = assess(
        Purchase(
            life.obstacle,
            resources.exponent,
            taxed,
            cash=cash,
            funds=funds,
            loaned=loaned,
            advantage=bonus,
            disadvantages=(Increase("Debt and disadvantages", on_top),) if on_top else (),
        ),
        resources.shade,
        ask,
    )
    values: dict[str, object] = {
        "obstacle": worked.total,
        "dice": found.pool.dice,
        "chance": found.chance,
        "percentage": wording.percent(found.chance),
        "tax": found.forecast.mean,
        "ruin": found.forecast.ruin,
        "class": found.classes.value,
    }
    effects: tuple[Effect, ...] = ()
    artha: tuple[Note, ...] = ()
    if rolled is None:
        verdict = _ahead(life, found)
    else:
        artha = check_rolled(found, rolled)
        verdict, more, effects = _lived(rolled, found, owed, house, resources, ask)
        after = loans.lowered(owed, house) if more["passed"] else loans.missed(owed, house)
        effects += tuple(
            SetRow("debts", row.name, {"size": left} if left else {})
            for row, left in zip(debts, after, strict=True)
            if row.name and left != row.size
        )
        values |= more
    owing = Working(worked.lines, worked.total, "Obstacle")
    blocks: list[Block] = [verdict, *artha, owing]
    if found.rollable and rolled is None:
        blocks += [_endings(found, resources), odds_of(found.pool, worked.total, ask)]
    blocks.append(_every_life(life, found, on_top))
    return Answer(values, tuple(blocks), effects)


def _ahead(life: Lifestyle, found: Assessed) -> Verdict:
    obstacle = ob(found.total)
    if not found.rollable:
        return Verdict(obstacle, "no dice to roll", f"{life.said} asks for {obstacle}; you have no dice to roll.")
    mean = f"{float(found.forecast.mean):.2f}"
    return Verdict(
        obstacle,
        f"{found.pool.dice}D · {wording.percent(found.chance)} · Tax {mean}D on average",
        f"{life.said}: {obstacle} each cycle. With {found.pool.dice}D {does('you', 'keep it up', found.chance)}; "
        f"Tax takes {mean} dice on average.",
    )


def _lived(
    rolled: int, found: Assessed, owed: Debts, house: loans.House, resources: Ability, ask: Rulings
) -> tuple[Verdict, dict[str, object], tuple[Effect, ...]]:
    """What a lifestyle test that was rolled comes to. Source: RES-16, RES-25."""
    stakes = found.purchase.stakes
    spent: tuple[Effect, ...] = (Spend("cash", stakes.cash),) if stakes.cash else ()
    shade = resources.shade
    if rolled >= found.total:
        debts = loans.paid(owed, house)
        debt = f" The debt falls to {sum(debts)}." if owed else ""
        words = found.classes.words
        marked = marks_of("resources", found.classes, Kind.RESOURCES, passed=True)
        verdict = Verdict(
            "Kept up",
            f"no Tax · mark {words}",
            f"You keep it up for this cycle; no Tax, and the test is {words}.{debt}",
        )
        return verdict, {"passed": True, "lost": 0, "debts": list(debts), "taxed": stakes.taxed}, (*marked, *spent)
    loss = _loss(found, found.total - rolled, ask)
    debts = loans.missed(owed, house)
    now, then = resources_words(shade, stakes), resources_words(shade, loss.after)
    debt = f" The debt stands at {sum(debts)}." if owed else ""
    for_good = " One die is lost for good." if loss.depleted else ""
    verdict = Verdict(
        f"Tax {loss.due}D",
        f"Resources {now} → {then}",
        f"Missed by {found.total - rolled}: Tax {loss.due}, which takes {loss_words(loss)}.{for_good}{debt}",
    )
    values = {"passed": False, "lost": loss.dice, "debts": list(debts), "taxed": loss.after.taxed}
    return verdict, values, (*after_tax(loss, shade, stakes.taxed), *spent)


def _endings(found: Assessed, resources: Ability) -> Table:
    """What the roll can bring, said of a way of life."""
    whole = endings_table(found, resources.shade)
    (_, *passed), *failed = whole.rows
    return replace(whole, rows=(("You keep it up", *passed), *failed))


def _loss(found: Assessed, margin: int, ask: Rulings) -> Loss:
    stakes = found.purchase.stakes
    return tax.taxed(tax.due(found.taxed_as, margin), stakes, tax_house(stakes, ask))


def _every_life(life: Lifestyle, found: Assessed, on_top: int) -> Table:
    """Each obstacle of the list with what these dice make of it."""
    rows = []
    obstacles = list(dict.fromkeys(one.obstacle for one in LIVES.values()))
    for obstacle in obstacles:
        first = next(one.name for one in LIVES.values() if one.obstacle == obstacle)
        rows.append((ob(obstacle), first, wording.percent(found.law.at_least(obstacle + on_top))))
    place = obstacles.index(life.obstacle) if life.obstacle in obstacles else None
    columns = ("Obstacle", "For instance", f"Kept up with {found.pool.dice}D")
    return Table("Could you live better?", columns, tuple(rows), place, Mark.DERIVED, folded=True)


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
        verdict = Verdict("No need to work", "nothing is taxed", "Nothing is taxed, so no work is needed.")
        return Answer({"recovered": 0, "left": 0}, (verdict,))
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    before, skill = skill, hurt.leaves(skill)
    all_lost = gone > 0 and ask["money.job-obstacle"] == "all"
    asked = rules.job_obstacle(taxed, gone, all_lost=all_lost)
    lines = (*asked.lines, Line(extra, "Disadvantages", "HUB-17"), hurt.obstacle)
    obstacle = asked.total + extra + hurt.added
    law = law_of(skill, ask)
    chance = law.at_least(obstacle)
    backs = {back: _back(law, obstacle, back, taxed) for back in range(taxed + 1)}
    everything = backs[taxed]
    cycle = amount * unit.seconds
    length = times.in_words(cycle, unit)
    classes = classes_of(skill.dice, obstacle, ask)
    values: dict[str, object] = {
        "obstacle": obstacle,
        "chance": chance,
        "percentage": wording.percent(chance),
        "back": dict(backs),
        "class": classes.value,
    }
    table_ = Table(
        "What comes back, all extra successes put into dice",
        ("Dice", "Chance", "Still taxed"),
        tuple((f"{back}D", wording.percent(share), f"{taxed - back}D") for back, share in backs.items()),
        mark=Mark.DERIVED,
    )
    worked = [Working(lines, obstacle, "Obstacle"), *ledger(hurt, before.dice)]
    if rolled is None:
        verdict = Verdict(
            ob(obstacle),
            f"{skill.dice}D · a die back {wording.percent(chance)} · all {wording.percent(everything)} · {length}",
            f"{ob(obstacle)}, for {length} of work. {does('You', 'earn a die or more', chance)}, "
            f"and everything {often(everything)}.",
        )
        return Answer(values, (verdict, *worked, table_, odds_of(skill, obstacle, ask)))
    over = rolled - obstacle
    if sentence := too_many(rolled, skill.dice):
        raise Unusable("rolled", sentence)
    artha = () if skill.open_ended else by_artha(rolled, skill.dice)
    if faster > max(0, over):
        there = f"there {'is' if over == 1 else 'are'} {over}" if over > 0 else "there is none"
        raise Unusable(
            "faster", f"This puts {wording.count(faster, 'extra success', 'extra successes')} into time; {there}."
        )
    split = 0 < faster < over and rules.recovered(taxed, over - faster) > 1
    one_way = split and ask["money.job-split"] == "one"
    into_time = over if one_way else faster
    back = rules.recovered(taxed, over - into_time)
    floor = into_time <= times.MOST_STEPS or ask["times.quick-floor"] == "tenth"
    percent = times.working(False, into_time, floor=floor).total
    takes = times.in_words(times.part_of(cycle, percent), unit)
    effects: tuple[Effect, ...] = marks_of("skill", classes, Kind.SKILL, passed=over >= 0)
    if back:
        effects = (*effects, SetValue("taxed", str(taxed - back)))
    if over < 0:
        verdict = Verdict(
            "Nothing back",
            f"fails by {-over} · {length} gone",
            f"The work brings nothing, and takes {length}. The Tax stays through the next lifestyle test.",
        )
    else:
        left = taxed - back
        end = "nothing is taxed any more" if not left else f"{wording.count(left, 'die stays', 'dice stay')} taxed"
        comes = wording.count(back, "die comes", "dice come")
        verdict = Verdict(f"{back}D back", f"{end} · {takes}", f"{comes} back after {takes} of work; {end}.")
    blocks: list[Block] = [verdict, *artha, *worked]
    if over > 0:
        blocks.append(_ways(taxed, over, cycle, unit, into_time, one_way=one_way))
    blocks.append(Note(f"Mark the test for the skill you worked with: {classes.words}.", rule="RES-18"))
    values |= {"recovered": back, "left": taxed - back, "time": takes if over >= 0 else length}
    return Answer(values, tuple(blocks), effects)


def _back(law: Distribution, obstacle: int, back: int, taxed: int) -> Fraction:
    """The chance that just so many dice come back, where all extra successes go into dice."""
    if not back:
        return law.below(obstacle)
    return law.at_least(obstacle + back - 1) if back == taxed else law.exactly(obstacle + back - 1)


def _ways(taxed: int, over: int, cycle: int, unit: Unit, current: int, *, one_way: bool) -> Table:
    """What extra successes can be put into."""
    rows = []
    steps = [0, over] if one_way else list(range(over + 1))
    for step in steps:
        takes = times.in_words(times.part_of(cycle, times.working(False, step).total), unit)
        rows.append((f"{over - step} into dice, {step} into time", f"{rules.recovered(taxed, over - step)}D", takes))
    return Table("Dice or time", ("Extra successes", "Dice back", "It takes"), tuple(rows), steps.index(current))


@dataclass(frozen=True, slots=True)
class Works:
    """Who works in each cycle that begins with taxed dice."""

    skill: WorkingSkill = FOUR
    wounds: Wounded = UNHURT

    words: ClassVar[str] = "You work when you are taxed"

    @property
    def hurt(self) -> Felt:
        """What the job feels of wounds."""
        return felt(self.wounds.wounds, self.skill.groups[0].count, ELEMENTS["skill"])

    @property
    def pool(self) -> Pool | None:
        """The dice of the job that wounds have left."""
        return self.hurt.leaves(self.skill)

    @property
    def ledger(self) -> list[Block]:
        """What wounds change."""
        return ledger(self.hurt, self.skill.dice, 0, words="Dice of the job", against="Wounds on the job")


@dataclass(frozen=True, slots=True)
class Idle:
    """Nobody works, and nothing comes back."""

    words: ClassVar[str] = "You never work"
    hurt: ClassVar[Felt] = Felt()
    pool: ClassVar[Pool | None] = None
    ledger: ClassVar[Sequence[Block]] = ()


@calculator("solvency", rules="RES-15 RES-16 RES-18")
def solvency(
    life: LivesAs = POOR_KNIGHT,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    job: Annotated[Works | Idle, Asked("Work")] = Works(),
    cycles: Annotated[int, Between(1, 12), Asked("Cycles ahead", quick=(1, 2, 4, 6, 12))] = 4,
    bonus: Annotated[int, DICE, Asked("Help and advantage, each time", quick=QUICK_DICE)] = 0,
    debts: OwnDebts = (),
    funds: Annotated[
        int, Between(0, 10), Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")
    ] = 0,
    loaned: Annotated[int, Between(0, 10), Asked("Borrowed dice", more=True, quick=QUICK_DICE)] = 0,
    loan_tests: Annotated[
        int, Between(1, 12), Asked("They are good for so many tests", more=True, quick=(1, 2, 3))
    ] = 1,
    extra: Disadvantages = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long does my purse last?"""
    if job.hurt.gone:
        return no_test(job.hurt.gone)
    owed = debts_of(debts)
    start = Stand(stakes_of(resources, taxed, loaned, funds), owed)
    plan = Plan(
        resources.shade,
        life.obstacle,
        job.pool,
        extra,
        bonus,
        loan_tests if loaned else 0,
        job.hurt.added,
    )
    house = forecast_house(start, plan, ask)
    found = rules.forecast(start, plan, cycles, house)
    last = found[-1]
    ruined = start.stakes.current == 0
    rolls = last.mean
    mean = f"{resources.shade.value}{float(rolls):.2f}"
    after = wording.count(cycles, "cycle")
    standing = 1 - last.dice.get(0, Fraction(0))
    figure = "At zero already" if ruined else f"{wording.percent(last.ruined)} ruin"
    if ruined:
        said = f"You start at zero. After {after} {does('you', 'have dice again', standing)}"
    else:
        said = f"Within {after} {does('Tax', 'brings you to zero', last.ruined)}"
    verdict = Verdict(
        figure,
        f"{after} · every test passed {wording.percent(last.unbroken)} · Resources {mean} on average",
        f"{said}. {does('You', 'pass every lifestyle test', last.unbroken)}, and end with {mean} on average.",
        Mark.DERIVED,
    )
    blocks: list[Block] = [verdict, _by_cycle(found, owed), _at_the_end(last, resources)]
    blocks.append(_what_if(start, plan, cycles, house))
    blocks += job.ledger
    blocks.append(
        Note(
            "Each cycle: work first if dice are taxed, then the lifestyle test. Advancement and artha stay out.",
            rule="RES-16",
        )
    )
    return Answer(
        values={
            "ruin": last.ruined,
            "percentage": wording.percent(last.ruined),
            "unbroken": last.unbroken,
            "passes": [cycle.passes for cycle in found],
            "ruined": [cycle.ruined for cycle in found],
            "clear": [cycle.clear for cycle in found],
            "mean": rolls,
            "dice": dict(last.dice),
            "exponents": dict(last.exponents),
            "funds": dict(last.funds),
            "owed": last.owed,
        },
        blocks=tuple(blocks),
    )


def forecast_house(start: Stand, plan: Plan, ask: Rulings) -> rules.House:
    """The readings of a forecast; each is asked for only where it can matter."""
    loses_for_good = plan.job is not None and (start.stakes.funds > 0 or start.stakes.exponent > 1)
    return rules.House(
        of_tax=tax_house(start.stakes, ask),
        of_debt=debt_house(start.debts, ask),
        all_lost=loses_for_good and ask["money.job-obstacle"] == "all",
    )


def _by_cycle(found: Sequence[Cycle], owed: Debts) -> Table:
    columns = ("Cycle", "This test passes", "All so far", "Ruined by then", "Dice on average")
    rows = []
    for number, cycle in enumerate(found, 1):
        chances = (wording.percent(chance) for chance in (cycle.passes, cycle.unbroken, cycle.ruined))
        row = (str(number), *chances, f"{float(cycle.mean):.2f}")
        rows.append((*row, f"{float(cycle.owed):.2f}", wording.percent(cycle.clear)) if owed else row)
    return Table(
        "Cycle by cycle", (*columns, "Owed", "Out of debt") if owed else columns, tuple(rows), mark=Mark.DERIVED
    )


def _at_the_end(last: Cycle, resources: Ability) -> Table:
    shade = resources.shade.value
    rows = [
        (
            f"{shade}{number}",
            wording.percent(last.dice.get(number, Fraction(0))),
            wording.percent(last.exponents.get(number, Fraction(0))),
        )
        for number in range(max(last.exponents) + 1)
    ]
    return Table(
        "Resources at the end", ("Exponent", "They roll this", "Untaxed they are this"), tuple(rows), mark=Mark.DERIVED
    )


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
    rows = []
    for words, other in plans.items():
        last = rules.forecast(start, other, cycles, house)[-1]
        rows.append((words, wording.percent(last.ruined), wording.percent(last.unbroken), f"{float(last.mean):.2f}"))
    columns = ("If", "Ruined", "Every test passed", "Dice on average")
    return Table("What would change it", columns, tuple(rows), 0, Mark.DERIVED)
