"""After the roll of a purchase: the gift, cutting losses, and what is taxed from whom (RES-06, RES-08 to RES-12)."""

from collections.abc import Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.money.fields import (
    B3,
    DICE,
    QUICK_DICE,
    ContributorRow,
    PriceObstacle,
    UntaxedResources,
    stakes_of,
)
from engine.games.burning_wheel.calculators.money.shown import (
    after_tax,
    became,
    for_good,
    left_words,
    moved,
    resources_words,
    spent_cash,
)
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Shade
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.purchase import AskedPurchase, check_cash
from engine.games.burning_wheel.rules import tax as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Contributor
from engine.games.burning_wheel.rules.purchase import helped
from engine.games.burning_wheel.rules.tax import Failed, Gift, Loss, Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings


@calculator("after-the-purchase", rules="RES-06 RES-08 RES-09 RES-10 RES-11 RES-12")
def after_the_purchase(
    dice: Annotated[int, Between(0, MOST_DICE), Asked("Dice you rolled, artha apart", quick=QUICK_OBSTACLES)] = 3,
    obstacle: PriceObstacle = 3,
    successes: Annotated[int, Between(0, MOST_DICE), Asked("Successes", quick=QUICK_SUCCESSES)] = 1,
    gift: Annotated[Gift, Asked("The GM gives it to you anyway", gm=True)] = Gift.NOT_OFFERED,
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
    stakes = stakes_of(resources, taxed, loaned, funds, cash)
    classes = classes_of(dice, obstacle, ask)
    if successes >= obstacle:
        return _bought(successes - obstacle, classes, resources, stakes)
    readings = AskedPurchase(ask)
    as_class = readings.taxed_as(classes, helped=helped(helpers).total > 0)
    failed = Failed(obstacle, obstacle - successes, as_class, stakes, helpers, readings, haggled)
    loss, theirs = failed.loss(gift), failed.helpers_losses(gift)
    blocks = (
        _verdict(failed, gift, loss, resources.shade),
        Steps(order(failed, gift, loss), "In this order"),
        ways_out(failed, gift, resources.shade),
        *((_helpers(helpers, theirs),) if helpers else ()),
        *_notes(failed, gift, loss),
    )
    values = _values(loss, classes, margin=failed.margin, full=failed.full, obtained=gift.brings, helpers=theirs)
    return Answer(values, blocks, (*spent_cash(cash), *after_tax(resources.shade, loss)))


def _values(
    loss: Loss, classes: Classes, *, margin: int, full: int, obtained: bool, helpers: Sequence[Loss] = ()
) -> dict[str, Any]:
    """What came of a test for programs; one that passed has lost nothing, by a margin of 0 or less."""
    return {
        "bought": margin <= 0,
        "obtained": obtained,
        "class": classes.value,
        "margin": margin,
        "full": full,
        "tax": loss.due,
        "loaned_lost": loss.loaned,
        "funds_lost": loss.funds,
        "cash_spent": loss.before.cash,
        "own_lost": loss.own,
        "resources": loss.after.current,
        "exponent": loss.after.exponent,
        "taxed": loss.after.taxed,
        "depleted": loss.depleted,
        "saved": full - loss.due,
        "helpers_taxed": [one.own for one in helpers],
    }


def _bought(over: int, classes: Classes, resources: Ability, stakes: Stakes) -> Answer:
    """A test that succeeded: nothing is taxed, and it is marked. Source: RES-08, RES-19."""
    words, now = classes.words, resources_words(resources.shade, stakes)
    blocks: list[Block] = [
        Verdict(
            "Bought",
            (Fact("no Tax"), logged(classes)),
            f"You have it, and nothing is taxed: Resources stay {now}. Mark the test: {words}.",
        )
    ]
    if not resources.exponent:
        blocks.append(Note("One success lifts Resources from 0 to 1.", rule="RES-19"))
    kept = {"of funds kept": stakes.funds, "of cash spent": stakes.cash}
    if any(kept.values()):
        put_in = wording.listed(f"{dice} {what}" for what, dice in kept.items() if dice)
        blocks.append(Note(f"Dice put in: {put_in}.", rule="RES-20"))
    marked = marks_of("resources", classes, Kind.RESOURCES, passed=True)
    values = _values(rules.taxed(0, stakes), classes, margin=-over, full=0, obtained=True)
    return Answer(values, tuple(blocks), (*marked, *spent_cash(stakes.cash)))


def _verdict(failed: Failed, gift: Gift, loss: Loss, shade: Shade) -> Verdict:
    had = "yours anyway" if gift.brings else "not yours"
    left = moved(shade, loss)
    return Verdict(
        f"Tax {loss.due}D",
        (Fact(had), became(shade, loss)),
        f"{failed.as_class.value}, missed by {failed.margin}: Tax {loss.due}, {had}. It takes {loss.words}; "
        f"{left}.{for_good(loss)}",
    )


def order(failed: Failed, gift: Gift, loss: Loss) -> tuple[str, ...]:
    """The questions after a failed purchase in their order, each with its answer here. Source: RES-09, RES-10."""
    offered = gift is not Gift.NOT_OFFERED
    steps = [f"Does the GM offer the Gift of Kindness? {'Yes' if offered else 'No'}."]
    if offered:
        answer = "You take it" if gift.brings else "You cut your losses, and go without"
        steps.append(f"Do you take it? {answer}.")
    steps.append(f"What is due? {wording.count(loss.due, 'die', 'dice')}: {_why(failed, gift)}.")
    steps.append(f"What does it take? {loss.words[:1].upper()}{loss.words[1:]}.")
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


WAYS = {Gift.NOT_OFFERED: "No gift", Gift.TAKEN: "The gift, taken", Gift.DECLINED: "The gift, declined"}


def ways_out(failed: Failed, gift: Gift, shade: Shade) -> Table:
    """The three ways a failed purchase can end, side by side. Source: RES-09, RES-10."""
    rows = []
    for way, name in WAYS.items():
        loss = failed.loss(way)
        rows.append((name, "yes" if way.brings else "no", DiceCount(loss.due), left_words(shade, loss)))
    columns = ("The GM offers", "You have it", "Tax", "Resources then")
    return Table("How it can end", columns, tuple(rows), list(WAYS).index(gift))


def _helpers(helpers: Sequence[Contributor], losses: Sequence[Loss]) -> Table:
    rows = tuple(
        (
            helper.words,
            DiceCount(loss.own) if loss.own else "nothing",
            f"{loss.after.current}" + (", one die for good" if loss.depleted else ""),
        )
        for helper, loss in zip(helpers, losses, strict=True)
    )
    return Table("The helpers are taxed too", ("Helper", "Loses", "Their Resources then"), rows)


def _notes(failed: Failed, gift: Gift, loss: Loss) -> list[Note]:
    """What else follows from the Tax."""
    found = []
    if gift is not Gift.NOT_OFFERED and not failed.haggled:
        saves = failed.full - rules.CUT_LOSSES
        said = f"To decline saves {wording.count(saves, 'die', 'dice')}."
        found.append(Note(said if saves else "The Tax is 1 anyway: to decline saves nothing.", rule="RES-10"))
    if loss.depleted:
        left = wording.count(loss.after.taxed, "die", "dice")
        sentence = f"Down to nothing: one die is gone for good, and work brings back {left} at most."
        found.append(Note(sentence, rule="RES-12"))
    if loss.loaned or loss.funds:
        found.append(Note("Borrowed dice and funds that Tax takes never come back.", rule="RES-21"))
    if loss.after.taxed:
        found.append(Note("To win back what is taxed:", rule="RES-18"))
    return found


@table("taxes")
def taxes() -> Table:
    """The Tax of each class."""
    rows = (
        (TestClass.ROUTINE, DiceCount(rules.due(TestClass.ROUTINE, 1))),
        (TestClass.DIFFICULT, DiceCount(rules.due(TestClass.DIFFICULT, 1))),
        (TestClass.CHALLENGING, "as many as you missed by"),
    )
    return Table("Tax by class", ("The failed test was", "Tax"), rows)
