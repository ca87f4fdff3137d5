"""A purchase as a session: asking around, the price, the roll, the gift, the Tax, and the next purchase (RES-27)."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Told, Verdict
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel import dice as dice_rules
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.money.fields import (
    DICE,
    PRICES,
    QUICK_DICE,
    Bought,
    BoughtAt,
    ContributorRow,
    Contributors,
    InBulk,
    Price,
    TaxedAlready,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.prices import B3
from engine.games.burning_wheel.calculators.money.purchase import (
    ARMS,
    Assessed,
    after_tax,
    assess,
    at_a_glance,
    check_cash,
    compared,
    endings_table,
    haggled_price,
    helpers_of,
    helpers_table,
    loss_words,
    resources_words,
    spends_of,
    trap_notes,
)
from engine.games.burning_wheel.calculators.money.tax import Failed, order, ways_out
from engine.games.burning_wheel.dice import Roll, Shade
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Before
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import floor
from engine.games.burning_wheel.rules.linked import AFTER
from engine.games.burning_wheel.rules.purchase import Bulk, Market, Purchase
from engine.games.burning_wheel.rules.tax import Gift, Loss
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.games.burning_wheel.words import ob
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session

BUYER, GM = "buyer", "GM"
RULINGS = (
    "resources.help-tax",
    "resources.portable",
    "resources.bulk",
    "resources.absorb-order",
    "resources.cash-absorbs",
    "resources.chosen-class",
    "resources.haggled",
    "advancement.no-dice",
    "edition",
    "linked.advantage",
    "money.cash-per-test",
)


class Stage(Option):
    """How far a purchase has come. Source: RES-27."""

    PRICE = "price", "before the roll"
    FAILED = "failed", "failed: it is the GM’s turn"
    OFFERED = "offered", "the gift is offered"
    DONE = "done", "done"


@dataclass(frozen=True, slots=True)
class AskAround:
    """A Wise is tested to find the thing, or a good price for it."""

    wise: Annotated[Ability, Asked("Your Wise", quick=("B2", "B3", "B4")), sheet("skill")] = B3
    bonus: Annotated[int, DICE, Asked("Bonus dice", quick=QUICK_DICE)] = 0
    obscurity: Annotated[int, Between(1, 20), Asked("How well hidden it is", gm=True, quick=(1, 3, 5, 6))] = 1
    wounds: Wounded = UNHURT

    words: ClassVar[str] = "ask around"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Haggle:
    """A price was haggled."""

    price: Annotated[int, PRICES, Asked("Haggled to")] = 3

    words: ClassVar[str] = "settle a haggled price"


@dataclass(frozen=True, slots=True)
class WalkAway:
    """No deal: nothing is rolled and nothing is lost."""

    words: ClassVar[str] = "walk away"
    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RollResources:
    """The purchase is rolled."""

    boon: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0

    words: ClassVar[str] = "roll Resources"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OfferGift:
    """The Gift of Kindness."""

    words: ClassVar[str] = "offer the Gift of Kindness"


@dataclass(frozen=True, slots=True)
class NoGift:
    """No gift."""

    words: ClassVar[str] = "offer nothing"


@dataclass(frozen=True, slots=True)
class TakeGift:
    """The gift is taken, at full Tax."""

    words: ClassVar[str] = "take it, at full Tax"


@dataclass(frozen=True, slots=True)
class CutLosses:
    """The gift is declined."""

    words: ClassVar[str] = "cut your losses"
    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class BuyNext:
    """Another purchase, with what is left."""

    price: Bought = ARMS
    cash: Annotated[int, DICE, Asked("Cash dice for it", quick=QUICK_DICE)] = 0

    words: ClassVar[str] = "buy something else"


@dataclass(frozen=True, slots=True)
class Trip:
    """A shopping trip: what is being bought, how far it has come, and what happened.

    `asked` is the price before any haggling, `margin` that of a failed roll, `rolled` the dice of the last purchase,
    `loss` what it took, `bought` what is had by now, `effects` what the sheet is to be told, `moved` whether anything
    happened, `told` what the last move brought, and `tests` for how many tests more the borrowed dice are good.
    """

    chosen: tuple[tuple[str, str], ...]
    what: str
    asked: int
    shade: Shade
    purchase: Purchase
    helpers: tuple[ContributorRow, ...]
    stage: Stage = Stage.PRICE
    haggled: bool = False
    gift: Gift = Gift.NOT_OFFERED
    rolled: Roll | None = None
    margin: int = 0
    loss: Loss | None = None
    bought: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    moved: bool = False
    told: tuple[Told, ...] = ()
    tests: int = 1

    @property
    def ask(self) -> Rulings:
        """The readings that the trip was begun under."""
        return Rulings(NAME, dict(self.chosen))

    @property
    def found(self) -> Assessed:
        """The purchase, worked out."""
        return assess(self.purchase, self.shade, self.ask)

    @property
    def first(self) -> bool:
        """Whether this is the first success of Resources 0, which makes them 1. Source: RES-19."""
        return self.purchase.exponent == 0 and self.rolled is not None and self.margin == 0

    @property
    def failure(self) -> Failed:
        """The failed roll, for its Tax."""
        found = self.found
        stakes = self.purchase.stakes
        return Failed(found.total, self.margin, found.taxed_as, stakes, self.helpers, self.haggled)


def start(
    price: Bought = ARMS,
    resources: UntaxedResources = B3,
    taxed: TaxedAlready = 0,
    helpers: Contributors = (),
    cash: Annotated[int, DICE, Asked("Cash dice for it", quick=QUICK_DICE), sheet("cash")] = 0,
    funds: Annotated[int, DICE, Asked("Fund and property dice", quick=QUICK_DICE), sheet("funds")] = 0,
    market: BoughtAt = Market.HOME,
    bulk: InBulk = Bulk.ONE,
    loaned: Annotated[int, DICE, Asked("Borrowed dice", more=True)] = 0,
    loan_tests: Annotated[int, Between(1, 12), Asked("They are good for so many tests", more=True)] = 1,
    tied: Annotated[bool, Asked("Your wealth is tied to a place", more=True)] = False,
    *,
    ask: Rulings,
) -> Trip:
    """Shall we go shopping?"""
    check_cash(cash, ask)
    purchase = Purchase(
        price.obstacle,
        resources.exponent,
        taxed,
        helpers_of(helpers),
        cash,
        funds,
        loaned,
        market=market,
        tied=tied,
        bulk=bulk,
    )
    assess(purchase, resources.shade, ask)
    chosen = tuple((name, ask[name]) for name in RULINGS)
    what = price.name or "what you want"
    return Trip(chosen, what, price.obstacle, resources.shade, purchase, helpers, tests=loan_tests)


def moves(state: Trip) -> dict[str, tuple[object, ...]]:
    """Who may do what now. Source: RES-27."""
    match state.stage:
        case Stage.PRICE:
            asking = (AskAround,) if state.purchase.before is Before.NONE else ()
            haggling = () if state.haggled else (Haggle(max(floor(state.asked), state.asked - 1)),)
            rolling = (RollResources,) if state.found.rollable else ()
            return {BUYER: (*rolling, *asking, *haggling, WalkAway)}
        case Stage.FAILED:
            return {GM: (NoGift, OfferGift)}
        case Stage.OFFERED:
            return {BUYER: (TakeGift, CutLosses) if _may_cut(state) else (TakeGift,)}
    return {BUYER: (BuyNext,)}


def _may_cut(state: Trip) -> bool:
    return not state.haggled or dict(state.chosen)["resources.haggled"] == "cut"


def step(state: Trip, side: str, move: object, dice: Dice) -> Trip:
    """The trip after a move. Raises `Refused` where a haggled price is out of reach."""
    state = replace(state, told=(), moved=True)
    match move:
        case AskAround():
            return _asked(state, move, dice)
        case Haggle(price):
            try:
                settled = haggled_price(state.asked, price, "price")
            except Unusable as error:
                raise Refused(error.message) from None
            text = f"Haggled from {ob(state.asked)} to {ob(settled)}."
            after = replace(state, haggled=True, purchase=replace(state.purchase, price=settled))
            return _tell(after, text, "RES-13", side)
        case WalkAway():
            return _tell(replace(state, stage=Stage.DONE), "Walked away: nothing bought, nothing lost.", "RES-11", side)
        case RollResources(boon):
            return _roll(replace(state, purchase=replace(state.purchase, boon=boon)), dice)
        case OfferGift():
            return _tell(replace(state, stage=Stage.OFFERED), "Offered it all the same.", "RES-09", side)
        case NoGift():
            return _settle(state, Gift.NOT_OFFERED, "Offered nothing.", side)
        case TakeGift():
            return _settle(state, Gift.TAKEN, "Took the gift.", side)
        case CutLosses():
            return _settle(state, Gift.DECLINED, "Cut the losses and went without.", side)
        case BuyNext(price, cash):
            return _next(state, price, cash)
    return state


def _tell(state: Trip, text: str, rule: str, side: str) -> Trip:
    return replace(state, told=(*state.told, Told(0, text, rule, side)))


def _asked(state: Trip, move: AskAround, dice: Dice) -> Trip:
    """The Wise is tested, and what comes of it leads into the purchase. Source: RES-05."""
    hurt = feels(move.wounds, move.wise, state.ask, ELEMENTS["skill"])
    if hurt.gone:
        raise Refused(hurt.gone)
    obscurity = move.obscurity + hurt.added
    successes = fall(dice, "Your Wise", move.wise.pool(move.bonus - hurt.lost)).count.successes
    before = AFTER[dice_rules.outcome(successes, obscurity)]
    later = dict(state.chosen)["edition"] == "later"
    brings = {
        Before.EXCEEDED: "a die more",
        Before.MET: "a die more" if later else "no die, no penalty",
        Before.FAILED: "an obstacle more",
    }[before]
    counted = wording.count(successes, "success", "successes")
    text = f"Asked around: {counted} against {ob(obscurity)}, {brings}."
    return _tell(replace(state, purchase=replace(state.purchase, before=before)), text, "RES-05", BUYER)


def _roll(state: Trip, dice: Dice) -> Trip:
    """The roll: bought and over, or failed and up to the GM. Source: RES-02, RES-08."""
    found = state.found
    rolled = fall(dice, "Your Resources", found.pool)
    margin = found.total - rolled.count.successes
    counted = wording.count(rolled.count.successes, "success", "successes")
    text = f"Rolled {counted} against {ob(found.total)}"
    spent = spends_of(found)
    if margin > 0:
        after = replace(state, rolled=rolled, margin=margin, stage=Stage.FAILED, effects=spent)
        return _tell(after, f"{text}: missed by {margin}.", "RES-08", BUYER)
    marked = marks_of("resources", found.classes, Kind.RESOURCES, passed=True)
    bought = (*state.bought, state.what)
    after = replace(state, rolled=rolled, margin=0, stage=Stage.DONE, bought=bought, effects=(*marked, *spent))
    after = _tell(after, f"{text}: bought.", "RES-02", BUYER)
    if not after.first:
        return after
    lifted = Ability(state.shade, 1)
    after = replace(after, effects=(SetAbility("resources", {"ability": str(lifted)}), *spent))
    return _tell(after, f"The first success: Resources are {lifted} now.", "RES-19", GM)


def _settle(state: Trip, gift: Gift, text: str, side: str) -> Trip:
    """The gift is decided, and the Tax taken. Source: RES-08 to RES-12."""
    failed, ask = state.failure, state.ask
    loss = failed.loss(gift, ask)
    bought = (*state.bought, state.what) if gift.brings else state.bought
    effects = (*state.effects, *after_tax(loss, state.shade, state.purchase.taxed))
    after = replace(state, stage=Stage.DONE, gift=gift, loss=loss, bought=bought, effects=effects)
    after = _tell(after, text, "RES-09" if gift is not Gift.DECLINED else "RES-10", side)
    rolls = resources_words(state.shade, loss.after)
    taken = f"Tax {loss.due}: {loss_words(loss)}. Resources roll {rolls}."
    for helper, theirs in zip(state.helpers, failed.helpers_losses(gift, ask), strict=True):
        if theirs.own:
            taken += f" {helper.words} loses {theirs.own}."
    after = _tell(after, taken, "RES-08", GM)
    if loss.depleted:
        after = _tell(after, "Down to nothing: one die is gone for good.", "RES-12", GM)
    return after


def _next(state: Trip, price: Price, cash: int) -> Trip:
    """The next purchase, with Resources, funds and borrowed dice as the last one left them. Source: RES-08."""
    try:
        check_cash(cash, state.ask)
    except Unusable as error:
        raise Refused(error.message) from None
    left = state.loss.after if state.loss else state.purchase.stakes
    tests = state.tests - int(state.rolled is not None)
    helpers = state.helpers
    if state.loss:
        theirs = state.failure.helpers_losses(state.gift, state.ask)
        lost = zip(helpers, theirs, strict=True)
        helpers = tuple(replace(row, exponent=loss.after.current) for row, loss in lost)
    purchase = replace(
        state.purchase,
        price=price.obstacle,
        exponent=1 if state.first else left.exponent,
        taxed=left.taxed,
        funds=left.funds,
        loaned=left.loaned if tests > 0 else 0,
        cash=cash,
        boon=0,
        before=Before.NONE,
        helpers=helpers_of(helpers),
    )
    what = price.name or "what you want"
    after = Trip(
        state.chosen,
        what,
        price.obstacle,
        state.shade,
        purchase,
        helpers,
        bought=state.bought,
        moved=True,
        tests=max(1, tests),
    )
    return _tell(after, f"Next: {what}, {ob(price.obstacle)}.", "RES-27", BUYER)


THE_ORDER = (
    "Find it: a Wise may be tested first.",
    "The GM sets the price.",
    "Haggle, if you like, or walk away.",
    "Roll Resources: no FoRKs; help, cash and the Wise count.",
    "A success buys it and is marked. After a failure the GM may offer it all the same.",
    "Tax: in full, or one die if you decline the offer.",
    "What is taxed is won back by work.",
)


def show(state: Trip) -> Answer:
    """Where the trip stands."""
    found, ask = state.found, state.ask
    left = state.loss.after if state.loss else state.purchase.stakes
    values = {
        "stage": state.stage.value,
        "obstacle": found.total,
        "dice": found.pool.dice,
        "probability": found.chance if found.rollable else None,
        "class": test_class.value(found.classes),
        "margin": state.margin,
        "tax": state.loss.due if state.loss else 0,
        "resources": left.current,
        "exponent": left.exponent,
        "taxed": left.taxed,
        "funds": left.funds,
        "bought": list(state.bought),
        "helpers_taxed": [loss.own for loss in state.failure.helpers_losses(state.gift, ask)] if state.loss else [],
    }
    blocks: list[Block] = [_verdict(state, found)]
    if state.stage is Stage.PRICE and found.rollable:
        blocks += [compared(found, state.shade, ask), *trap_notes(found, ask), endings_table(found, state.shade)]
        if any(test_class.helping_dice(helper.exponent) for helper in state.helpers):
            blocks.append(helpers_table(found, ask))
    if state.rolled:
        blocks.append(drawn(state.rolled, len(state.rolled.dice)))
    if state.rolled and state.margin:
        resources = Ability(state.shade, state.purchase.exponent)
        blocks.append(ways_out(state.failure, state.gift, resources, ask))
        if state.loss:
            blocks.append(Steps(order(state.failure, state.gift, state.loss, ask), "In this order"))
    if state.stage is Stage.DONE and left.taxed:
        blocks.append(Note("To win back what is taxed:", rule="RES-18"))
    if not state.moved:
        blocks.append(Steps(THE_ORDER, "A purchase, in order"))
    return Answer(values, tuple(blocks), state.effects if state.stage is Stage.DONE else ())


def _verdict(state: Trip, found: Assessed) -> Verdict:
    rolls = resources_words(state.shade, state.loss.after if state.loss else state.purchase.stakes)
    match state.stage:
        case Stage.PRICE if not found.rollable:
            sentence = f"{state.what}: there is no die to roll. Walk away."
            return Verdict("No test", f"{ob(found.total)} · 0D", sentence)
        case Stage.PRICE:
            chance = wording.percent(found.chance)
            return Verdict(
                chance,
                at_a_glance(found),
                f"{state.what}: {found.pool.dice} dice against {ob(found.total)}, {chance}.",
            )
        case Stage.FAILED:
            sentence = f"Missed by {state.margin}. Does the GM offer {state.what} all the same?"
            return Verdict("Failed", f"missed by {state.margin} · the GM decides", sentence)
        case Stage.OFFERED:
            full = wording.count(state.failure.full, "die", "dice")
            cut = ", or cut your losses for 1" if _may_cut(state) else ""
            return Verdict("Offered", f"take it for {full}{cut}", f"The GM offers it: take it for {full}{cut}.")
    if state.loss:
        had = "yours all the same" if state.gift.brings else "not yours"
        sentence = f"{state.what}: {had}. Tax {state.loss.due}; Resources roll {rolls}."
        return Verdict(f"Tax {state.loss.due}D", f"{had} · Resources {rolls}", sentence)
    if state.rolled:
        words = test_class.words(found.classes)
        return Verdict(
            "Bought", f"no Tax · {words}", f"{state.what} is yours, nothing is taxed. Mark the test: {words}."
        )
    return Verdict("No deal", f"Resources {rolls}", f"You walked away from {state.what}; nothing is lost.")


session("shopping-trip", rules="RES-27", start=start, moves=moves, step=step, show=show)
