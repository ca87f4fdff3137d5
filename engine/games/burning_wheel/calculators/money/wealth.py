"""Cash, funds and property, titles, and advancing Resources (RES-19 to RES-22)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.log import log_block
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    QUICK_DICE,
    QUICK_LIVES,
    QUICK_RESOURCES,
    Lifestyle,
    OnceRolled,
    PriceObstacle,
    Taxed,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.living import does, stakes_of
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.calculators.money.purchase import (
    after_tax,
    assess,
    check_rolled,
    endings_table,
    resources_words,
)
from engine.games.burning_wheel.dice import Pool, ob, successes
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.purchase import tax_house
from engine.games.burning_wheel.rules import advancement, tax
from engine.games.burning_wheel.rules import wealth as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.purchase import Assessed, Purchase
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import missing_words, often
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

HOARD = Between(0, 20)
KNIGHT, MANOR = (Lifestyle.table()[key] for key in ("knight", "manor"))


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
    words = classes.words
    rolled = f"{dice}D · {ob(obstacle)}"
    now = resources_words(resources.shade, stakes)
    values: dict[str, object] = {
        "class": classes.value,
        "dice": dice,
        "marked": bool(passed and classes),
        "advances": False,
        "exponent": stakes.exponent,
        "current": stakes.current,
    }
    if not passed or not classes:
        why = "a failed test never counts for Resources" if not passed else "it earns nothing"
        sentence = f"Mark nothing: {why}. The test would have been {words}."
        failed = Verdict("No mark", f"{rolled} · {why}", sentence)
        return Answer(values, (failed, *_log(stakes, before, needed, at)))
    best = min(classes, key=lambda one: min((before.plus(one).short_of(way).total for way in needed), default=0))
    marks = before.plus(best)
    effects = marks_of("resources", (best,), Kind.RESOURCES, passed=passed)
    if not advancement.filled(needed, marks):
        missing = f"still {missing_words(marks, needed)}" if needed else "no test leads on from here"
        verdict = Verdict(f"Mark {best.value}", f"{rolled} · {missing}", f"You mark {best.article}; {missing}.")
        return Answer(values, (verdict, *_log(stakes, marks, needed, at)), effects)
    after = rules.advanced(stakes)
    then = resources_words(resources.shade, after)
    verdict = Verdict(
        f"{now} → {then}",
        f"{rolled} · {best.value} · all marks are erased",
        f"You mark {best.article}, and Resources advance from {now} to {then}. All marks are erased.",
    )
    values |= {"advances": True, "exponent": after.exponent, "current": after.current}
    blocks: list[Block] = [verdict, *_log(stakes, marks, needed, at, f"{now} → {then}")]
    if taxed:
        still = wording.count(taxed, "die stays", "dice stay")
        blocks.append(Note(f"What you roll now grows too; {still} taxed.", Mark.DERIVED, "RES-19"))
    return Answer(values, tuple(blocks), effects)


def _log(stakes: Stakes, marks: Marks, needed: tuple[Marks, ...], at: int, full: str = "") -> tuple[Block, ...]:
    if not needed:
        return ()
    return (log_block(Kind.RESOURCES, at, marks, needed, full),)


@calculator("cash-on-hand", rules="RES-20")
def cash_on_hand(
    cash: Annotated[int, HOARD, Asked("Cash dice you hold", quick=(1, 2, 3, 4)), sheet("cash")] = 3,
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    other: Annotated[int, DICE, Asked("Other dice in the roll", quick=QUICK_DICE)] = 0,
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
    stakes = stakes_of(resources, taxed)
    found = [
        assess(Purchase(obstacle, resources.exponent, taxed, cash=dice, advantage=other), resources.shade, ask)
        for dice in range(most + 1)
    ]
    enough = rules.needed(stakes.current + other, resources.shade, obstacle, Fraction(wanted, 100), most)
    chosen = spent if spent is not None else most if enough is None else enough
    here = found[chosen]
    whole = f"{wanted}{wording.NO_BREAK}%"
    dice = wording.count(chosen, "cash die", "cash dice")
    left = cash - chosen
    pays = does("you", f"pay {ob(obstacle)}", here.chance)
    kept = wording.count(left, "die", "dice") if left else "none"
    if spent is not None:
        said = f"With {dice} {pays}"
    elif enough is None:
        short = wording.count(most, "cash die is", "cash dice are")
        said = f"{short} not enough for {whole}: with all {pays}" if cash else f"You hold no cash; without it {pays}"
    elif not enough:
        said = f"Without any cash {pays}"
    else:
        said = f"Put in {dice} and {pays}"
    verdict = Verdict(
        f"{chosen}D of cash",
        f"{here.pool.dice}D · {ob(obstacle)} · {wording.percent(here.chance)} · {left} left",
        f"{said}. Cash is gone after the test, win or lose; you keep {kept}.",
        Mark.DERIVED,
    )
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
        blocks=(verdict, _by_cash(found, cash, chosen)),
        effects=(Spend("cash", chosen),) if chosen else (),
    )


def _by_cash(found: Sequence[Assessed], cash: int, chosen: int) -> Table:
    rows = tuple(
        (
            f"{dice}D",
            f"{one.pool.dice}D",
            wording.percent(one.chance),
            f"{float(one.forecast.mean):.2f}D" if one.rollable else "–",
            one.classes.words if one.rollable else "no dice",
            f"{cash - dice}D",
        )
        for dice, one in enumerate(found)
    )
    return Table(
        "Die by die",
        ("Cash", "You roll", "You pay", "Tax on average", "Class", "Cash left"),
        rows,
        chosen,
        Mark.DERIVED,
    )


@dataclass(frozen=True, slots=True)
class FundRow:
    """Something durable that pays: a house, a fund, a cache, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("What")] = ""
    dice: Annotated[int, Between(1, rules.MOST_FUND), Asked("Its dice", quick=(1, 2, 3, 5))] = 2

    singular: ClassVar[str] = "fund"


MOST_FUNDS = 6


@calculator("funds-and-property", rules="RES-21")
def funds_and_property(
    funds: Annotated[tuple[FundRow, ...], Asked("Funds, those to lose first at the top")] = (FundRow("A mill", 2),),
    resources: UntaxedResources = B3,
    taxed: Taxed = 0,
    obstacle: PriceObstacle = 4,
    other: Annotated[int, DICE, Asked("Other dice in the roll", quick=QUICK_DICE)] = 0,
    rolled: OnceRolled = None,
    loaned: Annotated[int, DICE, Asked("Borrowed dice", more=True, quick=QUICK_DICE)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a fund bring, and what does Tax leave of it?"""
    if not 1 <= len(funds) <= MOST_FUNDS:
        raise Unusable("funds", f"This takes 1 to {MOST_FUNDS} funds; it has {len(funds)}.")
    names = [row.name or f"Fund {number}" for number, row in enumerate(funds, 1)]
    dice = [row.dice for row in funds]
    largest = len(dice) > 1 and ask["money.funds-together"] == "one"
    total = rules.counted(dice, largest=largest)
    stakes_of(resources, taxed)

    def with_funds(count: int) -> Assessed:
        bought = Purchase(obstacle, resources.exponent, taxed, funds=count, loaned=loaned, advantage=other)
        return assess(bought, resources.shade, ask)

    found, without = with_funds(total), with_funds(0)
    values: dict[str, object] = {
        "dice": total,
        "pool": found.pool.dice,
        "chance": found.chance,
        "without": without.chance,
        "percentage": wording.percent(found.chance),
        "ruin": found.forecast.ruin,
    }
    rolls = f"{found.pool.dice}D · {ob(obstacle)}"
    if rolled is None:
        verdict = Verdict(
            wording.percent(found.chance),
            f"{rolls} · without it {wording.percent(without.chance)} · ruin {wording.percent(found.forecast.ruin)}",
            f"Funds bring {wording.count(total, 'die', 'dice')}: {does('you', 'pay', found.chance)}, "
            f"without them {often(without.chance)}.",
            Mark.DERIVED,
        )
        note = Note("A success uses nothing up. A Tax takes the fund before your own dice, for good.", rule="RES-21")
        return Answer(values, (verdict, endings_table(found, resources.shade), note))
    artha = check_rolled(found, rolled)
    stakes = found.purchase.stakes
    if rolled >= obstacle:
        values |= {"left": dice, "own_lost": 0, "taxed": taxed}
        kept = wording.count(total, "die", "dice")
        verdict = Verdict("Nothing lost", f"{rolls} · paid", f"You pay, and the fund keeps its {kept}.")
        return Answer(values, (verdict, *artha, _left(names, dice, dice)))
    loss = tax.taxed(tax.due(found.taxed_as, obstacle - rolled), stakes, tax_house(stakes, ask))
    left = rules.borne(dice, loss.funds, largest=largest)
    values |= {"left": list(left), "own_lost": loss.own, "taxed": loss.after.taxed}
    now, then = resources_words(resources.shade, stakes), resources_words(resources.shade, loss.after)
    moved = f"Resources {now} → {then}" if now != then else f"Resources stay {now}"
    verdict = Verdict(
        f"Tax {loss.due}D",
        f"{loss.funds} from the fund · {moved}",
        f"Tax {loss.due}: funds lose {wording.count(loss.funds, 'die', 'dice')} for good; {moved}.",
    )
    return Answer(values, (verdict, *artha, _left(names, dice, left)), after_tax(loss, resources.shade, taxed))


def _left(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> Table:
    rows = tuple(
        (name, f"{held}D", f"{left}D" if left else "gone")
        for name, held, left in zip(names, before, after, strict=True)
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
    change = rise.change if granted else 0
    new = rules.titled(stakes, change)
    kept = marks if not (marks and new.exponent != stakes.exponent) or ask["money.title-log"] == "kept" else 0
    was, now = (
        successes(Pool.of(one.current, resources.shade)).at_least(life.obstacle)
        for one, life in ((stakes, before), (new, after))
    )
    then, words = resources_words(resources.shade, new), resources_words(resources.shade, stakes)
    moved = f"{words} → {then}" if words != then else f"{words}, unchanged"
    bills = "The bills outgrow the purse" if now < was else "The purse keeps up with the bills"
    verdict = Verdict(
        moved,
        f"lifestyle {ob(before.obstacle)} → {ob(after.obstacle)} · {wording.percent(was)} → {wording.percent(now)}",
        f"Resources {moved}. {bills}: {does('you', 'kept up the old life', was)}, the new one {often(now)}.",
    )
    rows = (
        ("before", words, ob(before.obstacle), wording.percent(was)),
        ("now", then, ob(after.obstacle), wording.percent(now)),
    )
    blocks: list[Block] = [
        verdict,
        Table("Rank and its price", ("", "Resources", "Way of life", "Kept up"), rows, 1, Mark.DERIVED),
        Note("It lasts as long as the rank does. For the rich the GM may grant nothing.", rule="RES-22"),
    ]
    if marks:
        state = "stay" if kept else "are erased"
        blocks.append(Note(f"The marks in the log {state}.", Mark.RULING, "RES-19"))
    values = {"exponent": new.exponent, "current": new.current, "before": was, "after": now, "marks": kept}
    return Answer(values, tuple(blocks))
