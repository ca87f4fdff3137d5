"""Cash, funds and property, titles, and advancing Resources (RES-19 to RES-22)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Longest, Unusable, row, sheet
from engine.games.burning_wheel.blocks.log import log_block
from engine.games.burning_wheel.calculators.money.fields import (
    B3,
    DICE,
    QUICK_DICE,
    QUICK_LIVES,
    QUICK_RESOURCES,
    Lifestyle,
    Loaned,
    OnceRolled,
    OtherDiceRolled,
    PriceObstacle,
    Taxed,
    UntaxedResources,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.shown import (
    after_tax,
    became,
    check_rolled,
    does,
    endings_table,
    mean,
    moved,
    resources_words,
    rolled_at,
    spent_cash,
)
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade, ob, successes
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.purchase import assess
from engine.games.burning_wheel.rules import advancement
from engine.games.burning_wheel.rules import wealth as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.words import missing_words
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

HOARD = Between(0, 20)
KNIGHT, MANOR = (Lifestyle.table()[key] for key in ("knight", "manor"))


@dataclass(frozen=True, slots=True)
class _Log:
    """The log of Resources before a test of so many dice: it fills up by `needed`, those of the exponent `at`."""

    shade: Shade
    stakes: Stakes
    at: int
    needed: tuple[Marks, ...]
    before: Marks
    dice: int
    obstacle: int
    classes: Classes

    @property
    def rolled(self) -> tuple[Fact, Fact]:
        """What is rolled against what."""
        return Fact(DiceCount(self.dice), "dice"), Fact(Obstacle(self.obstacle), "obstacle")

    def block(self, marks: Marks, full: str = "") -> tuple[Block, ...]:
        """The log with these marks; nothing where no test leads on."""
        return (log_block(Kind.RESOURCES, self.at, marks, self.needed, full),) if self.needed else ()

    def values(self, stakes: Stakes, *, marked: bool) -> dict[str, Any]:
        """The test, and Resources after it, for programs."""
        return {
            "class": self.classes.value,
            "dice": self.dice,
            "marked": marked,
            "advances": stakes.exponent > self.stakes.exponent,
            "exponent": stakes.exponent,
            "current": stakes.current,
        }


@calculator("advance-resources", rules="RES-19")
def advance_resources(
    resources: Annotated[
        Ability, Asked("Your Resources, untaxed", quick=("B0", *QUICK_RESOURCES)), sheet("resources")
    ] = B3,
    taxed: Taxed = 0,
    bonus: Annotated[int, DICE, Asked("Bonus dice in the roll, artha apart", quick=QUICK_DICE)] = 0,
    obstacle: PriceObstacle = 3,
    passed: Annotated[bool, Asked("The test passed")] = True,
    routine: Annotated[int, MARKS, Asked("Routine tests marked before"), sheet("routine")] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked before"), sheet("difficult")] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked before"), sheet("challenging")] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does this purchase make my Resources grow?"""
    if resources.exponent > CAP:
        raise Unusable("resources", f"An exponent advances up to {CAP}; this is {resources}.")
    stakes = stakes_of(resources, taxed)
    dice = stakes.current + bonus
    if not dice:
        raise Unusable("bonus", "Without a die there is no test: Resources at 0 need a bonus die of some kind.")
    at = stakes.current if taxed and ask["advancement.taxed"] == "taxed" else stakes.exponent
    needed = routes_of(Kind.RESOURCES, at, ask)
    before = Marks(routine, difficult, challenging)
    if advancement.filled(needed, before):
        raise Unusable("routine", f"These marks already lift {resources}; its log starts empty after that.")
    classes = classes_of(dice, obstacle, ask)
    log = _Log(resources.shade, stakes, at, needed, before, dice, obstacle, classes)
    if passed and classes:
        return _marked(log)
    why = "it earns nothing" if passed else "a failed test never counts for Resources"
    sentence = f"Mark nothing: {why}. The test would have been {classes.words}."
    verdict = Verdict("No mark", (*log.rolled, Fact(why)), sentence)
    return Answer(log.values(stakes, marked=False), (verdict, *log.block(before)))


def _marked(log: _Log) -> Answer:
    """A test that is marked, and may lift Resources at once. Source: RES-19."""
    best = advancement.best(log.classes, log.before, log.needed)
    marks = log.before.plus(best)
    effects = marks_of("resources", (best,), Kind.RESOURCES, passed=True)
    if not advancement.filled(log.needed, marks):
        missing = f"still {missing_words(marks, log.needed)}" if log.needed else "no test leads on from here"
        verdict = Verdict(f"Mark {best.value}", (*log.rolled, Fact(missing)), f"You mark {best.article}; {missing}.")
        return Answer(log.values(log.stakes, marked=True), (verdict, *log.block(marks)), effects)
    after = rules.advanced(log.stakes)
    now, then = resources_words(log.shade, log.stakes), resources_words(log.shade, after)
    verdict = Verdict(
        f"{now} → {then}",
        (*log.rolled, Fact(best, "in the log"), Fact("all marks are erased")),
        f"You mark {best.article}, and Resources advance from {now} to {then}. All marks are erased.",
    )
    blocks: list[Block] = [verdict, *log.block(marks, f"{now} → {then}")]
    if log.stakes.taxed:
        still = wording.count(log.stakes.taxed, "die stays", "dice stay")
        blocks.append(Note(f"What you roll now grows too; {still} taxed.", Mark.DERIVED, "RES-19"))
    return Answer(log.values(after, marked=True), tuple(blocks), effects)


@calculator("cash-on-hand", rules="RES-20")
def cash_on_hand(
    cash: Annotated[int, HOARD, Asked("Cash dice you hold", quick=(1, 2, 3, 4)), sheet("cash")] = 3,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    other: OtherDiceRolled = 0,
    obstacle: PriceObstacle = 3,
    wanted: Annotated[int, Between(1, 99), Asked("You want it this often, in percent", quick=(50, 75, 90))] = 75,
    spent: Annotated[
        int | None, HOARD, Asked("Cash dice spent", "Empty: as many as you need.", quick=(1, 2, 3))
    ] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How much cash should I put in?"""
    limited = cash > rules.MOST_OF_A_HOARD and ask["money.cash-per-test"] == "two"
    most = rules.spendable(cash, limited=limited)
    if spent is not None and spent > most:
        held = f"one test takes {most} at most" if limited else f"you hold {cash}"
        raise Unusable("spent", f"This spends {wording.count(spent, 'cash die', 'cash dice')}; {held}.")
    bought = Purchase(obstacle, resources.exponent, taxed, advantage=other)
    found = [assess(replace(bought, cash=dice), resources.shade, ask) for dice in range(most + 1)]
    enough = rules.needed(found[0].pool.dice, resources.shade, obstacle, Fraction(wanted, 100), most)
    chosen = spent if spent is not None else most if enough is None else enough
    here, left = found[chosen], cash - chosen
    pays = does("you", f"pay {ob(obstacle)}", here.chance)
    if spent is not None or enough:
        dice = wording.count(chosen, "cash die", "cash dice")
        said = f"Put in {dice} and {pays}" if spent is None else f"With {dice} {pays}"
    elif enough is None:
        short = f"{wording.count(most, 'cash die is', 'cash dice are')} not enough for {wanted}{wording.NO_BREAK}%"
        said = f"{short}: with all {pays}" if cash else f"You hold no cash; without it {pays}"
    else:
        said = f"Without any cash {pays}"
    kept = wording.count(left, "die", "dice") if left else "none"
    return Answer(
        values={
            "spend": chosen,
            "enough": enough,
            "chance": here.chance,
            "percentage": wording.percent(here.chance),
            "chances": [one.chance for one in found],
            "left": left,
            "most": most,
            "class": here.classes.value,
        },
        blocks=(
            Verdict(
                f"{chosen}D of cash",
                (*rolled_at(here), Fact(here.chance, CHANCE), Fact(f"{left}D", "left")),
                f"{said}. Cash is gone after the test, win or lose; you keep {kept}.",
                Mark.DERIVED,
            ),
            _by_cash(found, cash, chosen),
        ),
        effects=spent_cash(chosen),
    )


def _by_cash(found: Sequence[Assessed], cash: int, chosen: int) -> Table:
    rows = tuple(
        (
            DiceCount(dice),
            DiceCount(one.pool.dice),
            one.chance,
            f"{mean(one.forecast.mean)}D" if one.rollable else None,
            one.classes if one.rollable else "no dice",
            DiceCount(cash - dice),
        )
        for dice, one in enumerate(found)
    )
    columns = ("Cash", "You roll", "You pay", "Tax on average", "Class", "Cash left")
    return Table("Die by die", columns, rows, chosen, Mark.DERIVED)


@row("fund")
class FundRow:
    """Something durable that pays: a house, a fund, a cache, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("What it is")] = ""
    dice: Annotated[int, Between(1, rules.MOST_FUND), Asked("Its dice", quick=(1, 2, 3, 5))] = 2


MOST_FUNDS = 6


@calculator("funds-and-property", rules="RES-21")
def funds_and_property(
    funds: Annotated[tuple[FundRow, ...], Asked("Funds, those to lose first at the top")] = (FundRow("A mill", 2),),
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    obstacle: PriceObstacle = 4,
    other: OtherDiceRolled = 0,
    rolled: OnceRolled = None,
    loaned: Loaned = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a fund bring, and what does Tax leave of it?"""
    if not 1 <= len(funds) <= MOST_FUNDS:
        raise Unusable("funds", f"This takes 1 to {MOST_FUNDS} funds; it has {len(funds)}.")
    dice = [fund.dice for fund in funds]
    largest = len(dice) > 1 and ask["money.funds-together"] == "one"
    total = rules.counted(dice, largest=largest)
    bought = Purchase(obstacle, resources.exponent, taxed, funds=total, loaned=loaned, advantage=other)
    found = assess(bought, resources.shade, ask)
    without, ruin = found.instead(replace(bought, funds=0)).chance, found.forecast.ruin
    values: dict[str, object] = {
        "dice": total,
        "pool": found.pool.dice,
        "chance": found.chance,
        "without": without,
        "percentage": wording.percent(found.chance),
        "ruin": ruin,
    }
    whole = wording.count(total, "die", "dice")
    if rolled is None:
        verdict = Verdict(
            wording.percent(found.chance),
            (*rolled_at(found), Fact(without, "without it"), Fact(ruin, "ruin")),
            f"Funds bring {whole}: {does('you', 'pay', found.chance)}, without them {often(without)}.",
            Mark.DERIVED,
        )
        note = Note("A success uses nothing up. A Tax takes the fund before your own dice, for good.", rule="RES-21")
        return Answer(values, (verdict, endings_table(found), note))
    artha = check_rolled(found, rolled)
    if rolled >= obstacle:
        values |= {"left": dice, "own_lost": 0, "taxed": taxed}
        verdict = Verdict(
            "Nothing lost", (*rolled_at(found), Fact("paid")), f"You pay, and the fund keeps its {whole}."
        )
        return Answer(values, (verdict, *artha, _left(funds, dice)))
    loss = found.loss(rolled)
    left = rules.borne(dice, loss.funds, largest=largest)
    values |= {"left": list(left), "own_lost": loss.own, "taxed": loss.after.taxed}
    lost, now = wording.count(loss.funds, "die", "dice"), moved(found.shade, loss)
    sentence = f"Tax {loss.due}: funds lose {lost} for good; {now}."
    verdict = Verdict(f"Tax {loss.due}D", (Fact(loss.funds, "from the fund"), became(found.shade, loss)), sentence)
    return Answer(values, (verdict, *artha, _left(funds, left)), after_tax(found.shade, loss))


def _left(funds: Sequence[FundRow], after: Sequence[int]) -> Table:
    rows = tuple(
        (fund.name or f"Fund {number}", DiceCount(fund.dice), DiceCount(left) if left else "gone")
        for number, (fund, left) in enumerate(zip(funds, after, strict=True), 1)
    )
    return Table("What is left", ("Fund", "Before", "Now"), rows)


class Rise(Option):
    """What becomes of a rank, a name, a station. Source: RES-22."""

    GAINED = "gained", "you rise"
    LOST = "lost", "you fall again"

    @property
    def change(self) -> int:
        return 1 if self is Rise.GAINED else -1


@calculator("title", rules="RES-22")
def title(
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    rise: Annotated[Rise, Asked("Your station")] = Rise.GAINED,
    granted: Annotated[bool, Asked("The GM changes Resources for it", gm=True)] = True,
    before: Annotated[Among[Lifestyle], Asked("You lived as", gm=True, quick=QUICK_LIVES)] = KNIGHT,
    after: Annotated[Among[Lifestyle], Asked("You live as now", gm=True, quick=QUICK_LIVES)] = MANOR,
    marks: Annotated[int, MARKS, Asked("Tests in the log of Resources", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a rise in station do to my Resources?"""
    stakes = stakes_of(resources, taxed)
    new = rules.titled(stakes, rise.change if granted else 0)
    kept = marks if not (marks and new.exponent != stakes.exponent) or ask["money.title-log"] == "kept" else 0
    was, now = (
        successes(Pool.of(one.current, resources.shade)).at_least(life.obstacle)
        for one, life in ((stakes, before), (new, after))
    )
    then, words = resources_words(resources.shade, new), resources_words(resources.shade, stakes)
    turned = f"{words} → {then}" if words != then else f"{words}, unchanged"
    bills = "The bills outgrow the purse" if now < was else "The purse keeps up with the bills"
    rows = (("before", words, Obstacle(before.obstacle), was), ("now", then, Obstacle(after.obstacle), now))
    blocks: list[Block] = [
        Verdict(
            turned,
            (
                Fact(f"{ob(before.obstacle)} → {ob(after.obstacle)}", "lifestyle"),
                Fact(now, "kept up now"),
                Fact(was, "before"),
            ),
            f"Resources {turned}. {bills}: {does('you', 'kept up the old life', was)}, the new one {often(now)}.",
        ),
        Table("Rank and its price", ("", "Resources", "Way of life", "Kept up"), rows, 1, Mark.DERIVED),
        Note("It lasts as long as the rank does. For the rich the GM may grant nothing.", rule="RES-22"),
    ]
    if marks:
        state = "stay" if kept else "are erased"
        blocks.append(Note(f"The marks in the log {state}.", Mark.RULING, "RES-19"))
    values = {"exponent": new.exponent, "current": new.current, "before": was, "after": now, "marks": kept}
    return Answer(values, tuple(blocks))
