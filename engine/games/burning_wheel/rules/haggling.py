"""Setting a price: talking it down test by test, and bidding it up turn by turn (RES-13, RES-14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.option import Option
from engine.refused import Refused

ADVISED_TESTS = 3
"""How many Haggling tests the book advises before a Resources test."""


class Turn(Option):
    """What a bargain waits for. Source: RES-13."""

    TEST = "test", "both test Haggling"
    BUYER = "buyer", "the buyer has won and chooses"
    SELLER = "seller", "the seller has won and chooses"
    CLOSED = "closed", "the price stands"


class Buyer(Option):
    """What a buyer does who wins. Source: RES-13."""

    BEST = "best", "whatever brings the price lowest"
    LOWERS = "lowers", "lowers it while that may be"


class Seller(Option):
    """What a seller does who wins. Source: RES-13."""

    BEST = "best", "whatever keeps the price highest"
    STANDS = "stands", "stands firm at once"
    RAISES = "raises", "raises it while that may be"


def floor(asking: int) -> int:
    """The lowest price that there is: half of what was asked, rounded up. Source: RES-13."""
    return -(-asking // 2)


def lowest(asking: int, tests: int) -> int:
    """The lowest price that so many tests can reach. Source: RES-13."""
    return max(floor(asking), asking - tests)


@dataclass(frozen=True, slots=True)
class Bargain:
    """A bargain under way: the price `asking` at first (1 or more) and now, and the tests allowed and made."""

    asking: int
    price: int
    tests: int = ADVISED_TESTS
    made: int = 0
    turn: Turn = Turn.TEST

    @property
    def may_lower(self) -> bool:
        """Whether the price lies above half of what was asked."""
        return self.price > floor(self.asking)

    @property
    def may_raise(self) -> bool:
        """Whether the price lies below what was asked."""
        return self.price < self.asking


def tested(bargain: Bargain, winner: Turn | None) -> Bargain:
    """After one Haggling test: BUYER or SELLER won, or nobody did, which is a test gone all the same.

    Raises `Refused` where no test is due. Source: RES-13.
    """
    if bargain.turn is not Turn.TEST:
        raise Refused(f"No Haggling test is due: {bargain.turn.words}.")
    after = replace(bargain, made=bargain.made + 1)
    return replace(after, turn=winner) if winner else _open(after)


def lowered(bargain: Bargain) -> Bargain:
    """The buyer has won and takes one step off. Raises `Refused` where he may not. Source: RES-13."""
    if bargain.turn is not Turn.BUYER or not bargain.may_lower:
        raise Refused("Only a buyer who has won lowers the price, and never below half of what was asked.")
    return _open(replace(bargain, price=bargain.price - 1))


def raised(bargain: Bargain) -> Bargain:
    """The seller has won and puts one step back on. Raises `Refused` where he may not. Source: RES-13."""
    if bargain.turn is not Turn.SELLER or not bargain.may_raise:
        raise Refused("Only a seller who has won raises the price, and never above what was asked.")
    return _open(replace(bargain, price=bargain.price + 1))


def closed(bargain: Bargain) -> Bargain:
    """Whoever has won closes the bargain. Raises `Refused` where nobody has. Source: RES-13."""
    if bargain.turn not in (Turn.BUYER, Turn.SELLER):
        raise Refused("Whoever has won the last test closes the bargain; nobody has.")
    return replace(bargain, turn=Turn.CLOSED)


def _open(bargain: Bargain) -> Bargain:
    return replace(bargain, turn=Turn.TEST if bargain.made < bargain.tests else Turn.CLOSED)


@dataclass(frozen=True, slots=True)
class Chances:
    """Of one Haggling test: the buyer wins, nobody does, the seller wins. They add up to 1; ties are given away."""

    buyer: Fraction
    nobody: Fraction
    seller: Fraction


@dataclass(frozen=True, slots=True)
class Plans:
    """What the winners will do."""

    buyer: Buyer = Buyer.BEST
    seller: Seller = Seller.BEST


Prices = Mapping[int, Fraction]
"""How likely each final price is, lowest first."""


def mean(prices: Prices) -> Fraction:
    """The price on average."""
    return sum((price * chance for price, chance in prices.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Ahead:
    """What can still come of a bargain: the final `prices`, and whether a buyer or seller who wins now moves the price.

    `lowers` and `raises` follow the plans; where the price cannot move they are False, and the bargain closes.
    """

    prices: Prices
    lowers: bool
    raises: bool


def ahead(bargain: Bargain, chances: Chances, plans: Plans = Plans()) -> Ahead:
    """Everything that can come of a bargain, exactly. Source: RES-13.

    The best choice is the one with the better price on average, when the other side also chooses its best.
    """
    known: dict[Bargain, Ahead] = {}

    def after(now: Bargain) -> Prices:
        return {now.price: Fraction(1)} if now.turn is Turn.CLOSED else look(now).prices

    def look(now: Bargain) -> Ahead:
        if now not in known:
            buyer, seller = replace(now, turn=Turn.BUYER), replace(now, turn=Turn.SELLER)
            if now.turn is Turn.TEST:
                buyer, seller = tested(now, Turn.BUYER), tested(now, Turn.SELLER)
            stands: Prices = {now.price: Fraction(1)}
            down, up = stands, stands
            lowers = raises = False
            if buyer.may_lower:
                further = after(lowered(buyer))
                lowers = plans.buyer is Buyer.LOWERS or mean(further) < now.price
                down = further if lowers else stands
            if seller.may_raise and plans.seller is not Seller.STANDS:
                further = after(raised(seller))
                raises = plans.seller is Seller.RAISES or mean(further) > now.price
                up = further if raises else stands
            if now.turn is Turn.BUYER:
                prices = down
            elif now.turn is Turn.SELLER:
                prices = up
            else:
                parts = [(chances.buyer, down), (chances.seller, up)]
                if chances.nobody:
                    parts.append((chances.nobody, after(tested(now, None))))
                prices = _mixed(parts)
            known[now] = Ahead(prices, lowers, raises)
        return known[now]

    if bargain.turn is Turn.CLOSED:
        return Ahead(after(bargain), lowers=False, raises=False)
    return look(bargain)


def _mixed(parts: Sequence[tuple[Fraction, Prices]]) -> Prices:
    found: dict[int, Fraction] = {}
    for share, prices in parts:
        for price, chance in prices.items():
            found[price] = found.get(price, Fraction(0)) + share * chance
    return {price: chance for price, chance in sorted(found.items()) if chance}


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction: the `opening` price, how many bid, whose turn it is, who is out, and the last bid with its bidder.

    Bidders are counted from 0, in the order in which they bid; `price` and `holder` are None before the first bid.
    """

    opening: int
    bidders: int
    turn: int = 0
    out: frozenset[int] = frozenset()
    price: int | None = None
    holder: int | None = None

    @property
    def asked(self) -> int:
        """What the next bid must be: the opening price, or just one above the last bid. Source: RES-14."""
        return self.opening if self.price is None else self.price + 1

    @property
    def over(self) -> bool:
        """Whether nobody is left to bid against the holder."""
        return all(one in self.out or one == self.holder for one in range(self.bidders))


def bid(auction: Auction) -> Auction:
    """Whose turn it is bids. Raises `Refused` once the hammer has fallen. Source: RES-14."""
    _must_run(auction)
    return _next(replace(auction, price=auction.asked, holder=auction.turn))


def passed(auction: Auction) -> Auction:
    """Whose turn it is drops out. Raises `Refused` once the hammer has fallen."""
    _must_run(auction)
    return _next(replace(auction, out=auction.out | {auction.turn}))


def _must_run(auction: Auction) -> None:
    if auction.over:
        raise Refused("The hammer has fallen: nobody bids any more.")


def _next(auction: Auction) -> Auction:
    if auction.over:
        return auction
    turns = [(auction.turn + step) % auction.bidders for step in range(1, auction.bidders + 1)]
    return replace(auction, turn=next(one for one in turns if one not in auction.out and one != auction.holder))
