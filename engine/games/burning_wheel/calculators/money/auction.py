"""Setting a price: bidding turn by turn (RES-14)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.calculators.money.fields import QUICK_RESOURCES, Taxed, UntaxedResources, stakes_of
from engine.games.burning_wheel.calculators.money.paying import (
    ASKED,
    B4,
    MORE_DICE,
    MOST_ASKED,
    OtherDice,
    ResourcesRolled,
    RollResources,
    paid_words,
    pool_of,
    throw_of,
    ways_to_pay,
)
from engine.games.burning_wheel.calculators.money.shown import does, mean
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob, successes
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.auction import Auction, Bidder, BidMade, Dropped, Paid
from engine.games.burning_wheel.rules.tax import Stakes
from engine.session import Dice, session
from engine.working import Mark

Opening = Annotated[int, ASKED, Asked("Obstacle of the opening bid", gm=True, quick=(1, 2, 3))]


@calculator("bid-limit", rules="RES-14")
def bid_limit(
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: OtherDice = 0,
    bid: Annotated[
        int, Between(0, MOST_ASKED), Asked("Obstacle of the last bid", "0: none yet.", quick=(0, 1, 2, 3, 4))
    ] = 1,
    opening: Opening = 1,
    risk: Annotated[int, Between(1, 99), Asked("You want to pay this often, in percent", quick=(25, 50, 75, 90))] = 50,
) -> Answer:
    """How high should I bid?"""
    pool, stakes = pool_of(resources, taxed, bonus), stakes_of(resources, taxed)
    asked = bid + 1 if bid else opening
    if bid and bid < opening:
        raise Unusable("bid", f"It opens at {ob(opening)}; the last bid cannot be {ob(bid)}.")
    law = successes(pool)
    wanted = Fraction(risk, 100)
    limit = max((price for price in range(1, pool.dice + 1) if law.at_least(price) >= wanted), default=0)
    prices = range(asked, max(asked, pool.dice + 1) + 1)
    rows = tuple((Obstacle(price), *_risks(_risked(pool, stakes, price))) for price in prices)
    chance = law.at_least(asked)
    place = limit - asked if asked <= limit < asked + len(rows) else None
    figure = f"Up to {ob(limit)}" if limit >= asked else "Do not bid"
    what = f"the next bid is {ob(asked)}, which {does('you', 'pay', chance)}"
    whole = f"{risk}{wording.NO_BREAK}%"
    if limit >= asked:
        sentence = f"Bid up to {ob(limit)} if you want to pay {whole} of the time; {what}."
    else:
        sentence = f"Do not bid if you want to pay {whole} of the time: {what}."
    columns = ("Bid", "You pay", "Tax on average", "Down to nothing")
    rule = "A bid is one above the last, never more; who wins tests Resources against his own bid."
    found = _risked(pool, stakes, asked)
    facts = (Fact(DiceCount(pool.dice), "dice"), Fact(chance, f"next bid, {ob(asked)}"))
    return Answer(
        values={"limit": limit, "next": asked, "chance": chance, "tax": found.mean, "ruin": found.ruin},
        blocks=(
            Verdict(figure, facts, sentence, Mark.DERIVED),
            Table("What each bid risks", columns, rows, place, Mark.DERIVED),
            Note(rule, rule="RES-14"),
        ),
    )


def _risked(pool: Pool, stakes: Stakes, price: int) -> tax.Forecast:
    """What a Resources test at a price can bring; without dice it fails, and there is nothing to lose."""
    return tax.forecast(successes(pool), price, tax.class_of(pool.dice, price), stakes)


def _risks(found: tax.Forecast) -> tuple[Entry, ...]:
    """The chance to pay, Tax on average, and the chance of ruin, as cells."""
    return found.buys, f"{mean(found.mean)}D", found.ruin


@row("bidder")
class BidderRow:
    """Someone who bids, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Who")] = ""
    resources: Annotated[Ability, Asked("Resources now", quick=QUICK_RESOURCES), sheet("resources")] = B4
    bonus: Annotated[int, MORE_DICE, Asked("Other dice", quick=(0, 1, 2, 3))] = 0


@branch("Bid")
class Bid:
    """One obstacle more than the last bid; the first bid is the opening price."""


@branch("Drop out")
class DropOut:
    """No more bids."""

    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Bidding:
    """An auction on a page."""

    auction: Auction

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        return tuple(Told(0, text, "RES-14", side) for side, text in _brought(self.auction))


def _brought(auction: Auction) -> Iterator[tuple[str, str]]:
    """What the last step brought: whose it was, and a line."""
    names = [bidder.name for bidder in auction.bidders]
    match auction.came:
        case BidMade(bidder, price):
            yield names[bidder], f"{names[bidder]} bids {ob(price)}."
        case Dropped(bidder):
            yield names[bidder], f"{names[bidder]} drops out."
        case Paid(bidder, payment):
            yield names[bidder], paid_words(names[bidder], payment)


TWO = (BidderRow("The buyer"), BidderRow("The rival"))
MOST_BIDDERS = 8


def start(
    bidders: Annotated[tuple[BidderRow, ...], Asked("Who bids, in turn")] = TWO,
    opening: Opening = 1,
) -> Bidding:
    """Who gets it, and can the winner pay?"""
    if not 2 <= len(bidders) <= MOST_BIDDERS:
        raise Unusable("bidders", f"An auction has 2 to {MOST_BIDDERS} bidders here; this has {len(bidders)}.")
    names = tuple(one.name or f"Bidder {place}" for place, one in enumerate(bidders, 1))
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise Unusable("bidders", f"Two bidders are called {wording.quoted(twice)}; no two have one name.")
    rows = zip(names, bidders, strict=True)
    return Bidding(Auction(tuple(Bidder(name, one.resources, one.bonus) for name, one in rows), opening))


def moves(state: Bidding) -> Mapping[str, Sequence[object]]:
    """Whose turn it is, and what may be done; at the end the winner pays."""
    auction = state.auction
    if not auction.over:
        may_bid = auction.asked <= MOST_ASKED
        return {auction.bidders[auction.turn].name: (Bid, DropOut) if may_bid else (DropOut,)}
    if auction.winner is None or not auction.can_pay:
        return {}
    return {auction.winner.name: ways_to_pay(auction.winner.pool)}


def step(state: Bidding, side: str, move: object, dice: Dice) -> Bidding:
    """The auction after one move."""
    return Bidding(_moved(state.auction, side, move, dice))


def _moved(auction: Auction, side: str, move: object, dice: Dice) -> Auction:
    """What a form says, as a step of the rules."""
    match move:
        case Bid():
            return auction.bid()
        case DropOut():
            return auction.drop_out()
        case RollResources() | ResourcesRolled():
            return auction.pay(throw_of(move, f"{side}’s Resources", dice))
    return auction


def show(state: Bidding) -> Answer:
    """The last bid, what the next one would risk for each bidder, and how it came there."""
    auction = state.auction
    blocks: list[Block] = [_verdict(auction)]
    if not auction.over:
        blocks.append(_seats(auction))
    return Answer(
        values={
            "price": auction.price,
            "next": auction.asked,
            "holder": _holder(auction),
            "turn": "" if auction.over else auction.bidders[auction.turn].name,
            "over": auction.over,
            "bought": auction.payment.passed if auction.payment else None,
            "tax": auction.payment.due if auction.payment else 0,
            "chances": [_risked(one.pool, _stakes(one), auction.asked).buys for one in auction.bidders],
        },
        blocks=tuple(blocks),
    )


def _holder(auction: Auction) -> str:
    """Who made the last bid, if anyone did."""
    return auction.bidders[auction.holder].name if auction.holder is not None else ""


def _stakes(bidder: Bidder) -> Stakes:
    return Stakes(bidder.resources.exponent)


def _verdict(auction: Auction) -> Verdict:
    """How the auction stands, or how it ended."""
    holder, price = _holder(auction), ob(auction.due)
    if auction.payment:
        figure = "Bought" if auction.payment.passed else "Not bought"
        brings = "gets it" if auction.payment.passed else "cannot pay"
        return Verdict(figure, (Fact(holder), Fact(price, "price")), f"{holder} {brings} at {price}.")
    if auction.winner:
        chance = successes(auction.winner.pool).at_least(auction.due)
        pays = does("", "pays", chance).strip()
        return Verdict(holder, (Fact(price, "wins at"), Fact(chance, "pays")), f"{holder} wins at {price} and {pays}.")
    if auction.over:
        return Verdict("No sale", (Fact("nobody bid"),), f"Nobody bid {price}: no sale.")
    turn, asked = auction.bidders[auction.turn].name, ob(auction.asked)
    stands = f"{holder} holds it at {price}" if holder else f"It opens at {price}"
    held = Fact(holder, "holds it") if holder else Fact("opening bid")
    return Verdict(price, (held, Fact(turn, f"to bid {asked}")), f"{stands}. {turn} bids {asked} or drops out.")


def _seats(auction: Auction) -> Table:
    rows = []
    for number, bidder in enumerate(auction.bidders):
        risks = _risks(_risked(bidder.pool, _stakes(bidder), auction.asked))
        rows.append((bidder.name, auction.place(number), DiceCount(bidder.pool.dice), *risks))
    columns = ("Who", "Now", "Dice", f"Pays {ob(auction.asked)}", "Tax on average", "Down to nothing")
    return Table("The next bid", columns, tuple(rows), auction.turn, Mark.DERIVED)


session("auction", rules="RES-14", start=start, moves=moves, step=step, show=show)
