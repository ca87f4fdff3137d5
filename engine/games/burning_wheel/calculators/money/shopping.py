"""A purchase as a session: asking around, the price, the roll, the gift, the Tax, and the next purchase (RES-27)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Told, Verdict
from engine.effects import Effect
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.money.fields import (
    ARMS,
    B3,
    DICE,
    PRICES,
    QUICK_DICE,
    Bought,
    BoughtAt,
    Contributors,
    InBulk,
    Price,
    TaxedAlready,
    UntaxedResources,
)
from engine.games.burning_wheel.calculators.money.purchase import compared, helpers_table, spends_of, trap_notes
from engine.games.burning_wheel.calculators.money.shown import (
    after_tax,
    at_a_glance,
    endings_table,
    resources_words,
    rolled_at,
)
from engine.games.burning_wheel.calculators.money.tax import order, ways_out
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.fall import falling
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.readings.purchase import AskedPurchase, assess, check_cash
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Before
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import floor
from engine.games.burning_wheel.rules.purchase import Assessed, Bulk, Market, Purchase
from engine.games.burning_wheel.rules.shopping import (
    Begun,
    Haggled,
    Offered,
    Rolled,
    Settled,
    Stage,
    Tested,
    Trip,
    Walked,
    begin,
)
from engine.games.burning_wheel.rules.tax import Gift
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.games.burning_wheel.words import logged
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


@branch("ask around")
class AskAround:
    """A Wise is tested to find the thing, or a good price for it."""

    wise: Annotated[Ability, Asked("Your Wise", quick=("B2", "B3", "B4")), sheet("skill")] = B3
    bonus: Annotated[int, DICE, Asked("Bonus dice", quick=QUICK_DICE)] = 0
    obscurity: Annotated[int, Between(1, 20), Asked("How well hidden it is", gm=True, quick=(1, 3, 5, 6))] = 1
    wounds: Wounded = UNHURT

    rolls: ClassVar[bool] = True


@branch("settle a haggled price")
class Haggle:
    """A price was haggled."""

    price: Annotated[int, PRICES, Asked("Haggled to")] = 3


@branch("walk away")
class WalkAway:
    """No deal: nothing is rolled and nothing is lost."""

    gives_up: ClassVar[bool] = True


@branch("roll Resources")
class RollResources:
    """The purchase is rolled."""

    boon: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0

    rolls: ClassVar[bool] = True


@branch("offer the Gift of Kindness")
class OfferGift:
    """The Gift of Kindness."""


@branch("offer nothing")
class NoGift:
    """No gift."""


@branch("take it, at full Tax")
class TakeGift:
    """The gift is taken, at full Tax."""


@branch("cut your losses")
class CutLosses:
    """The gift is declined."""

    gives_up: ClassVar[bool] = True


@branch("buy something else")
class BuyNext:
    """Another purchase, with what is left."""

    price: Bought = ARMS
    cash: Annotated[int, DICE, Asked("Cash dice for it", quick=QUICK_DICE)] = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """A shopping trip on a page, with the readings that it was begun under."""

    trip: Trip
    ask: Rulings

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        return tuple(Told(0, text, rule, side) for side, text, rule in _brought(self.trip, self.ask))


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
    loan_tests: Annotated[int, Between(1, 12), Asked("Tests they are good for", more=True)] = 1,
    tied: Annotated[bool, Asked("Your wealth is tied to a place", more=True)] = False,
    *,
    ask: Rulings,
) -> Kept:
    """Shall we go shopping?"""
    check_cash(cash, ask)
    purchase = Purchase(
        price.obstacle,
        resources.exponent,
        taxed,
        helpers,
        cash,
        funds,
        loaned,
        market=market,
        tied=tied,
        bulk=bulk,
    )
    assess(purchase, resources.shade, ask)
    chosen = Rulings(NAME, {name: ask[name] for name in RULINGS})
    return Kept(begin(_called(price), purchase, resources.shade, AskedPurchase(chosen), loan_tests), chosen)


def _called(price: Price) -> str:
    """What is bought, in words."""
    return price.name or "what you want"


def moves(state: Kept) -> dict[str, tuple[object, ...]]:
    """Who may do what now. Source: RES-27."""
    trip = state.trip
    match trip.stage:
        case Stage.PRICE:
            asking = (AskAround,) if trip.may_ask else ()
            haggling = (Haggle(max(floor(trip.asked), trip.asked - 1)),) if trip.may_haggle else ()
            rolling = (RollResources,) if trip.may_roll else ()
            return {BUYER: (*rolling, *asking, *haggling, WalkAway)}
        case Stage.FAILED:
            return {GM: (NoGift, OfferGift)}
        case Stage.OFFERED:
            return {BUYER: (TakeGift, CutLosses) if trip.may_cut else (TakeGift,)}
    return {BUYER: (BuyNext,)}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The trip after one move."""
    return replace(state, trip=_moved(state, move, dice))


def _moved(state: Kept, move: object, dice: Dice) -> Trip:
    """What a form says, as a step of the rules."""
    trip = state.trip
    match move:
        case AskAround(wise, bonus, obscurity, wounds):
            hurt = feels(wounds, wise, state.ask, ELEMENTS["skill"])
            if hurt.gone:
                raise Refused(hurt.gone)
            return trip.ask_around(wise.pool(bonus - hurt.lost), obscurity + hurt.added, falling(dice, "Your Wise"))
        case Haggle(price):
            return trip.haggle(price)
        case WalkAway():
            return trip.walk_away()
        case RollResources(boon):
            return trip.roll(falling(dice, "Your Resources"), boon)
        case OfferGift():
            return trip.offer()
        case NoGift():
            return trip.withhold()
        case TakeGift():
            return trip.take()
        case CutLosses():
            return trip.cut_losses()
        case BuyNext(price, cash):
            return trip.buy(_called(price), price.obstacle, cash)
    return trip


def _brought(trip: Trip, ask: Rulings) -> Iterator[tuple[str, str, str]]:
    """What the last step brought: whose it was, a line, and its rule."""
    match trip.came:
        case Tested(obstacle, successes, before):
            brings = {
                Before.EXCEEDED: "a die more",
                Before.MET: "a die more" if ask["edition"] == "later" else "no die, no penalty",
                Before.FAILED: "an obstacle more",
            }[before]
            yield BUYER, f"Asked around: {_against(successes, obstacle)}, {brings}.", "RES-05"
        case Haggled(asked, price):
            yield BUYER, f"Haggled from {ob(asked)} to {ob(price)}.", "RES-13"
        case Walked():
            yield BUYER, "Walked away: nothing bought, nothing lost.", "RES-11"
        case Rolled(obstacle, successes) if trip.margin:
            yield BUYER, f"Rolled {_against(successes, obstacle)}: missed by {trip.margin}.", "RES-08"
        case Rolled(obstacle, successes):
            yield BUYER, f"Rolled {_against(successes, obstacle)}: bought.", "RES-02"
            if trip.first:
                yield GM, f"The first success: Resources are {_lifted(trip)} now.", "RES-19"
        case Offered():
            yield GM, "Offered it anyway.", "RES-09"
        case Settled() as settled:
            yield from _settled(trip, settled)
        case Begun(price):
            yield BUYER, f"Next: {trip.what}, {ob(price)}.", "RES-27"


def _against(successes: int, obstacle: int) -> str:
    return f"{wording.count(successes, 'success', 'successes')} against {ob(obstacle)}"


def _lifted(trip: Trip) -> Ability:
    """Resources after their first success. Source: RES-19."""
    return Ability(trip.shade, 1)


def _settled(trip: Trip, settled: Settled) -> Iterator[tuple[str, str, str]]:
    """What became of the gift, and what was taxed."""
    loss = settled.loss
    match settled.gift:
        case Gift.NOT_OFFERED:
            yield GM, "Offered nothing.", "RES-09"
        case Gift.TAKEN:
            yield BUYER, "Took the gift.", "RES-09"
        case Gift.DECLINED:
            yield BUYER, "Cut the losses and went without.", "RES-10"
    taken = f"Tax {loss.due}: {loss.words}. Resources roll {resources_words(trip.shade, loss.after)}."
    for helper, theirs in zip(trip.purchase.helpers, settled.helpers, strict=True):
        if theirs.own:
            taken += f" {helper.words} loses {theirs.own}."
    yield GM, taken, "RES-08"
    if loss.depleted:
        yield GM, "Down to nothing: one die is gone for good.", "RES-12"


THE_ORDER = (
    "Find it: a Wise may be tested first.",
    "The GM sets the price.",
    "Haggle, if you like, or walk away.",
    "Roll Resources: no FoRKs; help, cash and the Wise count.",
    "A success buys it and is marked. After a failure the GM may offer it anyway.",
    "Tax: in full, or one die if you decline the offer.",
    "What is taxed is won back by work.",
)


def show(state: Kept) -> Answer:
    """Where the trip stands."""
    trip = state.trip
    found, left = trip.found, trip.left
    values = {
        "stage": trip.stage.value,
        "obstacle": found.total,
        "dice": found.pool.dice,
        "probability": found.chance if found.rollable else None,
        "class": found.classes.value,
        "margin": trip.margin,
        "tax": trip.loss.due if trip.loss else 0,
        "resources": left.current,
        "exponent": left.exponent,
        "taxed": left.taxed,
        "funds": left.funds,
        "bought": list(trip.bought),
        "helpers_taxed": [loss.own for loss in trip.failure.helpers_losses(trip.gift)] if trip.loss else [],
    }
    blocks: list[Block] = [_verdict(trip, found)]
    if trip.may_roll:
        blocks += [compared(found), *trap_notes(found), endings_table(found)]
        if found.helped:
            blocks.append(helpers_table(found))
    if trip.rolled:
        blocks.append(drawn(trip.rolled, len(trip.rolled.dice)))
    if trip.rolled and trip.margin:
        blocks.append(ways_out(trip.failure, trip.gift, trip.shade))
        if trip.loss:
            blocks.append(Steps(order(trip.failure, trip.gift, trip.loss), "In this order"))
    if trip.stage is Stage.DONE and left.taxed:
        blocks.append(Note("To win back what is taxed:", rule="RES-18"))
    if trip.came is None:
        blocks.append(Steps(THE_ORDER, "A purchase, in order"))
    return Answer(values, tuple(blocks), _effects(trip, found) if trip.stage is Stage.DONE else ())


def _effects(trip: Trip, found: Assessed) -> tuple[Effect, ...]:
    """What the sheet is to be told of a purchase that is over."""
    if trip.rolled is None:
        return ()
    spent = spends_of(found)
    if trip.loss:
        return (*spent, *after_tax(trip.shade, trip.loss))
    if trip.first:
        return (SetAbility("resources", {"ability": str(_lifted(trip))}), *spent)
    return (*marks_of("resources", found.classes, Kind.RESOURCES, passed=True), *spent)


def _verdict(trip: Trip, found: Assessed) -> Verdict:
    """Where the purchase stands, in one figure."""
    rolls = resources_words(trip.shade, trip.left)
    match trip.stage:
        case Stage.PRICE if not found.rollable:
            sentence = f"{trip.what}: there is no die to roll. Walk away."
            return Verdict("No test", rolled_at(found), sentence)
        case Stage.PRICE:
            chance = wording.percent(found.chance)
            sentence = f"{trip.what}: {found.pool.dice} dice against {ob(found.total)}, {chance}."
            return Verdict(chance, at_a_glance(found), sentence)
        case Stage.FAILED:
            sentence = f"Missed by {trip.margin}. Does the GM offer {trip.what} anyway?"
            return Verdict("Failed", (Fact(trip.margin, "short"), Fact("the GM decides")), sentence)
        case Stage.OFFERED:
            full = wording.count(trip.failure.full, "die", "dice")
            cut = ", or cut your losses for 1" if trip.may_cut else ""
            return Verdict(
                "Offered", (Fact(f"take it for {full}{cut}"),), f"The GM offers it: take it for {full}{cut}."
            )
    if trip.loss:
        had = "yours anyway" if trip.gift.brings else "not yours"
        sentence = f"{trip.what}: {had}. Tax {trip.loss.due}; Resources roll {rolls}."
        return Verdict(f"Tax {trip.loss.due}D", (Fact(had), Fact(rolls, "Resources")), sentence)
    if trip.rolled:
        words = found.classes.words
        return Verdict(
            "Bought",
            (Fact("no Tax"), logged(found.classes)),
            f"{trip.what} is yours, nothing is taxed. Mark the test: {words}.",
        )
    return Verdict("No deal", (Fact(rolls, "Resources"),), f"You walked away from {trip.what}; nothing is lost.")


session("shopping-trip", rules="RES-27", start=start, moves=moves, step=step, show=show)
