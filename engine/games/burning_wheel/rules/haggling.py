"""A price talked down test by test: what may become of it, and how likely each price is (RES-13)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.rules import versus
from engine.games.burning_wheel.rules.versus import CallOn, House, Result, Role, Side
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
    """The lowest price that there is: half of what was asked, rounded up. Source: RES-13.

    >>> floor(5)
    3
    """
    return -(-asking // 2)


def lowest(asking: int, tests: int) -> int:
    """The lowest price that so many tests can reach. Source: RES-13."""
    return max(floor(asking), asking - tests)


def settled(asking: int, price: int) -> int:
    """The price that was haggled to. Raises `Refused` outside what haggling can reach. Source: RES-13."""
    least = floor(asking)
    if not least <= price <= asking:
        raise Refused(f"Asked {ob(asking)}, haggling ends between {least} and {asking}; this says {price}.")
    return price


@dataclass(frozen=True, slots=True)
class Bargain:
    """A bargain under way: the price `asking` at first (1 or more) and now, and the tests allowed and made.

    Each method gives the bargain after it, or raises `Refused` where it is not due.
    """

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

    def test(self, winner: Turn | None) -> "Bargain":
        """After one Haggling test: BUYER or SELLER won, or nobody did, a test gone anyway. Source: RES-13."""
        if self.turn is not Turn.TEST:
            raise Refused(f"No Haggling test is due: {self.turn.words}.")
        after = replace(self, made=self.made + 1)
        return replace(after, turn=winner) if winner else after._goes_on()

    def lower(self) -> "Bargain":
        """The buyer has won and takes one step off. Source: RES-13."""
        if self.turn is not Turn.BUYER or not self.may_lower:
            raise Refused("Only a buyer who has won lowers the price, and never below half of what was asked.")
        return replace(self, price=self.price - 1)._goes_on()

    def increase(self) -> "Bargain":
        """The seller has won and puts one step back on. Source: RES-13."""
        if self.turn is not Turn.SELLER or not self.may_raise:
            raise Refused("Only a seller who has won raises the price, and never above what was asked.")
        return replace(self, price=self.price + 1)._goes_on()

    def close(self) -> "Bargain":
        """Whoever has won closes the bargain. Source: RES-13."""
        if self.turn not in (Turn.BUYER, Turn.SELLER):
            raise Refused("The winner of the last test closes the bargain; nobody has won it.")
        return replace(self, turn=Turn.CLOSED)

    def _goes_on(self) -> "Bargain":
        return replace(self, turn=Turn.TEST if self.made < self.tests else Turn.CLOSED)


@dataclass(frozen=True, slots=True)
class Chances:
    """Of one Haggling test: the buyer wins, nobody does, the seller wins. They add up to 1; ties are given away."""

    buyer: Fraction
    nobody: Fraction
    seller: Fraction


@dataclass(frozen=True, slots=True)
class Hagglers:
    """Both who haggle and how their tests are read: ties go to the seller, or to nobody (`role`). Source: RES-13."""

    buyer: Side
    seller: Side
    role: Role = Role.ATTACK
    house: House = House()

    @property
    def chances(self) -> Chances:
        """Of one test, with ties given to whom they go to."""
        found = versus.chances(self.buyer, self.seller, self.house)
        tied = versus.tie(self.buyer, self.seller, self.role, CallOn.NONE, self.house)
        won = {Result.WIN: found.win, Result.LOSE: found.lose}
        nobody = found.nobody
        if tied in won:
            won[tied] += found.tie
        else:
            nobody += found.tie
        return Chances(won[Result.WIN], nobody, won[Result.LOSE])

    def winner(self, buyer: int, seller: int) -> Turn | None:
        """Who wins a test with so many successes; None where nobody does."""
        result, _ = versus.decided(self.buyer, self.seller, buyer, seller, self.role, CallOn.NONE, self.house)
        return {Result.WIN: Turn.BUYER, Result.LOSE: Turn.SELLER}.get(result)


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
                buyer, seller = now.test(Turn.BUYER), now.test(Turn.SELLER)
            stands: Prices = {now.price: Fraction(1)}
            down, up = stands, stands
            lowers = raises = False
            if buyer.may_lower:
                further = after(buyer.lower())
                lowers = plans.buyer is Buyer.LOWERS or mean(further) < now.price
                down = further if lowers else stands
            if seller.may_raise and plans.seller is not Seller.STANDS:
                further = after(seller.increase())
                raises = plans.seller is Seller.RAISES or mean(further) > now.price
                up = further if raises else stands
            if now.turn is Turn.BUYER:
                prices = down
            elif now.turn is Turn.SELLER:
                prices = up
            else:
                parts = [(chances.buyer, down), (chances.seller, up)]
                if chances.nobody:
                    parts.append((chances.nobody, after(now.test(None))))
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
