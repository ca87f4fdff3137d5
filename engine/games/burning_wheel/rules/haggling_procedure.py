"""Haggling from the price asked to the roll that pays it: a frozen state, and what may be done in it (RES-13).

Each method of a `Haggling` gives it as it is after that, or raises `Refused` with the sentence why not. Dice come from
outside, by a `Throw`. What the last step brought is its `came`, a record without words. Nothing here knows a form.

A bot that lowers the price whenever it wins, against a seller who never raises it again:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import Pool, roll
>>> from engine.games.burning_wheel.rules.versus import Side
>>> chance = Random(4)
>>> throw = lambda pool: roll(pool, chance).count.successes
>>> haggling = begin(9, Hagglers(Side(Pool.parse("G5")), Side(Pool.parse("B5"))), paying=Pool.parse("B6"))
>>> while haggling.turn is not Turn.CLOSED:
...     haggling = haggling.test(throw, throw) if haggling.turn is Turn.TEST else haggling
...     haggling = haggling.lower() if haggling.turn is Turn.BUYER else haggling
...     haggling = haggling.close() if haggling.turn is Turn.SELLER else haggling
>>> haggling = haggling.pay(throw)
>>> print(haggling.price, haggling.deal.words, haggling.payment)
6 not bought Payment(dice=6, obstacle=6, successes=3, due=2)
"""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Pool, Throw
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.haggling import ADVISED_TESTS, Bargain, Hagglers, Turn
from engine.games.burning_wheel.rules.tax import Payment
from engine.option import Option
from engine.refused import Refused


class Deal(Option):
    """What became of a price."""

    OPEN = "open", "open"
    BOUGHT = "bought", "bought"
    FAILED = "failed", "not bought"
    WALKED = "walked", "walked away"


@dataclass(frozen=True, slots=True)
class Tested:
    """Both have tested Haggling: which test it was, the successes, and who won, if anyone did. Source: RES-13."""

    number: int
    buyer: int
    seller: int
    winner: Turn | None


@dataclass(frozen=True, slots=True)
class Moved:
    """Whoever had won, BUYER or SELLER, moved the price by one."""

    by: Turn


@dataclass(frozen=True, slots=True)
class Closed:
    """Whoever had won, BUYER or SELLER, closed at the price as it stands."""

    by: Turn


@dataclass(frozen=True, slots=True)
class Walked:
    """The buyer left without buying."""


Came = Tested | Moved | Closed | Walked | Payment


@dataclass(frozen=True, slots=True)
class Haggling:
    """A bargain from its first test to its end: both sides, the price, and the pool that pays. Source: RES-13.

    `payment` is the roll that paid, once it was made; `walked` says that the buyer left instead.
    """

    hagglers: Hagglers
    bargain: Bargain
    paying: Pool
    payment: Payment | None = None
    walked: bool = False
    came: Came | None = None

    @property
    def price(self) -> int:
        """The price as it stands."""
        return self.bargain.price

    @property
    def turn(self) -> Turn:
        """What it waits for; of a price that stands `deal` says whether it was paid."""
        return self.bargain.turn

    @property
    def deal(self) -> Deal:
        """What became of the price."""
        if self.payment:
            return Deal.BOUGHT if self.payment.passed else Deal.FAILED
        return Deal.WALKED if self.walked else Deal.OPEN

    def test(self, buyer: Throw, seller: Throw) -> "Haggling":
        """Both test Haggling, the buyer's dice first. Source: RES-13."""
        if self.turn is not Turn.TEST:
            raise Refused(f"No Haggling test is due: {self.turn.words}.")
        yours, theirs = buyer(self.hagglers.buyer.pool), seller(self.hagglers.seller.pool)
        winner = self.hagglers.winner(yours, theirs)
        came = Tested(self.bargain.made + 1, yours, theirs, winner)
        return replace(self, bargain=self.bargain.test(winner), came=came)

    def lower(self) -> "Haggling":
        """The buyer, who has won, takes one step off the price. Source: RES-13."""
        return replace(self, bargain=self.bargain.lower(), came=Moved(Turn.BUYER))

    def increase(self) -> "Haggling":
        """The seller, who has won, puts one step back on. Source: RES-13."""
        return replace(self, bargain=self.bargain.increase(), came=Moved(Turn.SELLER))

    def close(self) -> "Haggling":
        """Whoever has won closes at the price as it stands. Source: RES-13."""
        return replace(self, bargain=self.bargain.close(), came=Closed(self.turn))

    def pay(self, throw: Throw) -> "Haggling":
        """The buyer commits, and tests Resources against the price. Source: RES-11, RES-13."""
        self._must_stand()
        if not self.paying.dice:
            raise Refused("There is no die to pay with; walk away.")
        payment = tax.payment(self.paying.dice, self.price, throw(self.paying))
        return replace(self, payment=payment, came=payment)

    def walk_away(self) -> "Haggling":
        """The buyer leaves before any die of Resources falls, at no cost. Source: RES-13."""
        self._must_stand()
        return replace(self, walked=True, came=Walked())

    def _must_stand(self) -> None:
        if self.turn is not Turn.CLOSED or self.deal is not Deal.OPEN:
            raise Refused("A price is paid, or left, once it stands, and only once.")


def begin(asking: int, hagglers: Hagglers, paying: Pool, tests: int = ADVISED_TESTS) -> Haggling:
    """Haggling that is about to begin, over a price asked of 1 or more. Source: RES-13."""
    return Haggling(hagglers, Bargain(asking, asking, tests), paying)
