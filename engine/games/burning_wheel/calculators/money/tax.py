"""After the roll of a purchase: the gift, cutting losses, and what is taxed from whom (RES-06, RES-08 to RES-12)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    QUICK_DICE,
    ContributorRow,
    PriceObstacle,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.calculators.money.purchase import (
    after_tax,
    check_cash,
    helpers_of,
    loss_words,
    resources_words,
)
from engine.games.burning_wheel.dice import MOST_DICE
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.purchase import AskedPurchase
from engine.games.burning_wheel.rules import tax as rules
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Helper
from engine.games.burning_wheel.rules.tax import Failed, Gift, Loss, Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.sheet.effects import Spend
from engine.refused import Refused
from engine.rulings import Rulings

QUICK_SUCCESSES = (0, 1, 2, 3, 4, 5)
QUICK_OBSTACLES = (1, 2, 3, 4, 5, 6)


@calculator("after-the-purchase", rules="RES-06 RES-08 RES-09 RES-10 RES-11 RES-12")
def after_the_purchase(
    dice: Annotated[int, Between(0, MOST_DICE), Asked("Dice you rolled, artha apart", quick=(1, 2, 3, 4, 5, 6))] = 3,
    obstacle: PriceObstacle = 3,
    successes: Annotated[int, Between(0, MOST_DICE), Asked("Successes", quick=QUICK_SUCCESSES)] = 1,
    gift: Annotated[Gift, Asked("The GM gives it to you all the same", gm=True)] = Gift.NOT_OFFERED,
    resources: UntaxedResources = B3,
    taxed: Annotated[int, DICE, Asked("Of these, taxed before", quick=QUICK_DICE), sheet("taxed")] = 0,
    helpers: Annotated[tuple[ContributorRow, ...], Asked("Who helped")] = (),
    cash: Annotated[int, DICE, Asked("Cash dice in the roll", more=True)] = 0,
    funds: Annotated[int, DICE, Asked("Fund and property dice in the roll", more=True)] = 0,
    loaned: Annotated[int, DICE, Asked("Borrowed dice in the roll", more=True)] = 0,
    haggled: Annotated[bool, Asked("The price was haggled", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """We rolled. What did we get, and what did it cost?"""
    check_cash(cash, ask)
    if cash + funds + loaned > dice:
        raise Unusable("dice", f"Cash, funds and loans come to {cash + funds + loaned} dice; you rolled {dice}.")
    try:
        stakes = Stakes(resources.exponent, taxed, loaned, funds, cash)
    except Refused as error:
        raise Unusable("taxed", str(error)) from None
    classes = classes_of(dice, obstacle, ask)
    spent: tuple[Effect, ...] = (Spend("cash", cash),) if cash else ()
    if successes >= obstacle:
        return _bought(successes - obstacle, classes, resources, stakes, spent)
    readings = AskedPurchase(ask)
    as_class = readings.taxed_as(classes, helped=any(test_class.helping_dice(row.exponent) for row in helpers))
    failed = Failed(obstacle, obstacle - successes, as_class, stakes, helpers_of(helpers), readings, haggled)
    loss = failed.loss(gift)
    theirs = failed.helpers_losses(gift)
    after = loss.after
    blocks: list[Block] = [
        _verdict(failed, gift, loss, resources),
        Steps(order(failed, gift, loss), "In this order"),
        ways_out(failed, gift, resources),
    ]
    if helpers:
        blocks.append(_helpers(failed.helpers, theirs))
    blocks += notes(failed, gift, loss)
    return Answer(
        {
            "bought": False,
            "obtained": gift.brings,
            "class": classes.value,
            "margin": failed.margin,
            "full": failed.full,
            "tax": loss.due,
            "loaned_lost": loss.loaned,
            "funds_lost": loss.funds,
            "cash_spent": cash,
            "own_lost": loss.own,
            "resources": after.current,
            "exponent": after.exponent,
            "taxed": after.taxed,
            "depleted": loss.depleted,
            "saved": failed.full - loss.due,
            "helpers_taxed": [one.own for one in theirs],
        },
        tuple(blocks),
        (*spent, *after_tax(loss, resources.shade, taxed)),
    )


def _bought(over: int, classes: Classes, resources: Ability, stakes: Stakes, spent: tuple[Effect, ...]) -> Answer:
    """A test that succeeded: nothing is taxed, and it is marked. Source: RES-08, RES-19."""
    words = classes.words
    rolls = resources_words(resources.shade, stakes)
    blocks: list[Block] = [
        Verdict(
            "Bought",
            f"no Tax · {words}",
            f"You have it, and nothing is taxed: Resources stay {rolls}. Mark the test: {words}.",
        )
    ]
    if not resources.exponent:
        blocks.append(Note("One success lifts Resources from 0 to 1.", rule="RES-19"))
    kept = [
        f"{dice} {what}" for dice, what in ((stakes.funds, "of funds kept"), (stakes.cash, "of cash spent")) if dice
    ]
    if kept:
        blocks.append(Note(f"Dice put in: {wording.listed(kept)}.", rule="RES-20"))
    marked = marks_of("resources", classes, Kind.RESOURCES, passed=True)
    return Answer(
        {
            "bought": True,
            "obtained": True,
            "class": classes.value,
            "margin": -over,
            "full": 0,
            "tax": 0,
            "loaned_lost": 0,
            "funds_lost": 0,
            "cash_spent": stakes.cash,
            "own_lost": 0,
            "resources": stakes.current,
            "exponent": stakes.exponent,
            "taxed": stakes.taxed,
            "depleted": False,
            "saved": 0,
            "helpers_taxed": [],
        },
        tuple(blocks),
        (*marked, *spent),
    )


def _verdict(failed: Failed, gift: Gift, loss: Loss, resources: Ability) -> Verdict:
    shade = resources.shade
    now, then = resources_words(shade, failed.stakes), resources_words(shade, loss.after)
    had = "yours all the same" if gift.brings else "not yours"
    for_good = " One die is lost for good." if loss.depleted else ""
    moved = f"Resources {now} → {then}" if now != then else f"Resources stay {now}"
    return Verdict(
        f"Tax {loss.due}D",
        f"{had} · {moved}",
        f"{failed.as_class.value}, missed by {failed.margin}: Tax {loss.due}, {had}. It takes {loss_words(loss)}; "
        f"{moved}.{for_good}",
    )


def order(failed: Failed, gift: Gift, loss: Loss) -> tuple[str, ...]:
    """The questions after a failed purchase in their order, each with its answer here. Source: RES-09, RES-10."""
    offered = gift is not Gift.NOT_OFFERED
    steps = [f"Does the GM offer the Gift of Kindness? {'Yes' if offered else 'No'}."]
    if offered:
        answer = "You take it" if gift.brings else "You cut your losses, and go without"
        steps.append(f"Do you take it? {answer}.")
    why = _why(failed, gift)
    steps.append(f"What is due? {wording.count(loss.due, 'die', 'dice')}: {why}.")
    steps.append(f"What does it take? {loss_words(loss)[:1].upper()}{loss_words(loss)[1:]}.")
    return tuple(steps)


def _why(failed: Failed, gift: Gift) -> str:
    if gift is Gift.DECLINED and failed.charged(gift) < failed.full:
        return "losses are cut"
    if gift is Gift.DECLINED and failed.haggled:
        return "a haggled price is taxed in full"
    return {
        TestClass.ROUTINE: "the test was Routine",
        TestClass.DIFFICULT: "the test was Difficult",
        TestClass.CHALLENGING: "the test was Challenging, and this is the margin",
    }[failed.as_class]


def ways_out(failed: Failed, gift: Gift, resources: Ability) -> Table:
    """The three ways a failed purchase can end, side by side. Source: RES-09, RES-10."""
    rows = []
    words = {
        Gift.NOT_OFFERED: "No gift",
        Gift.TAKEN: "The gift, taken",
        Gift.DECLINED: "The gift, declined",
    }
    for way, name in words.items():
        loss = failed.loss(way)
        then = resources_words(resources.shade, loss.after) + (", one die for good" if loss.depleted else "")
        rows.append((name, "yes" if way.brings else "no", f"{loss.due}D", then))
    columns = ("The GM offers", "You have it", "Tax", "Resources then")
    return Table("How it can end", columns, tuple(rows), list(words).index(gift))


def _helpers(helpers: Sequence[Helper], losses: Sequence[Loss]) -> Table:
    rows = tuple(
        (
            helper.words,
            f"{loss.own}D" if loss.own else "nothing",
            f"{loss.after.current}" + (", one die for good" if loss.depleted else ""),
        )
        for helper, loss in zip(helpers, losses, strict=True)
    )
    return Table("Whoever helped is taxed too", ("Helper", "Loses", "Their Resources then"), rows)


def notes(failed: Failed, gift: Gift, loss: Loss) -> list[Note]:
    """What else follows from the Tax."""
    found = []
    if gift is not Gift.NOT_OFFERED and not failed.haggled:
        saves = failed.full - rules.CUT_LOSSES
        dice = wording.count(saves, "die", "dice")
        found.append(
            Note(
                f"To decline saves {dice}." if saves else "The Tax is 1 anyway: to decline saves nothing.",
                rule="RES-10",
            )
        )
    if loss.depleted:
        left = wording.count(loss.after.taxed, "die", "dice")
        found.append(
            Note(f"Down to nothing: one die is gone for good, and work brings back {left} at most.", rule="RES-12")
        )
    if loss.loaned or loss.funds:
        found.append(Note("Borrowed dice and funds that Tax takes never come back.", rule="RES-21"))
    if loss.after.taxed:
        found.append(Note("To win back what is taxed:", rule="RES-18"))
    return found


@table("taxes")
def taxes() -> Table:
    """The Tax of each class."""
    rows = (
        (TestClass.ROUTINE.value, f"{rules.due(TestClass.ROUTINE, 1)}D"),
        (TestClass.DIFFICULT.value, f"{rules.due(TestClass.DIFFICULT, 1)}D"),
        (TestClass.CHALLENGING.value, "as many as you missed by"),
    )
    return Table("Tax by class", ("The failed test was", "Tax"), rows)
