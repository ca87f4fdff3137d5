"""An auction from the opening price to the roll that pays: a frozen state, and what may be done in it (RES-14).

Each method of an `Auction` gives the auction after it, or raises `Refused` with the sentence why not. Dice come from
outside, by a `Throw`. What the last step brought is its `came`, a record without words. Nothing here knows a form.

Two bots that bid as long as they have dice for it:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.ability import Ability
>>> chance = Random(14)
>>> auction = Auction((Bidder("Ines", Ability.parse("B5")), Bidder("Bertram", Ability.parse("B4"), bonus=3)), opening=2)
>>> while not auction.over:
...     dice = auction.bidders[auction.turn].pool.dice
...     auction = auction.bid() if 2 * auction.asked <= dice else auction.drop_out()
>>> auction = auction.pay(lambda pool: roll(pool, chance).count.successes)
>>> print(auction.winner.name, auction.due, auction.payment)
Bertram 3 Payment(dice=7, obstacle=3, successes=4, due=0)
"""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Pool, Throw
from engine.games.burning_wheel.rules import tax
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.tax import Payment
from engine.option import Option
from engine.refused import Refused


class Place(Option):
    """How someone stands in an auction."""

    TURN = "turn", "to bid"
    HOLDS = "holds", "holds it"
    WAITS = "waits", "waits"
    OUT = "out", "out"


@dataclass(frozen=True, slots=True)
class Bidder:
    """Someone who bids: the Resources as they are now, and other dice to pay with."""

    name: str
    resources: Ability
    bonus: int = 0

    @property
    def pool(self) -> Pool:
        """The dice that pay."""
        return self.resources.pool(self.bonus)


@dataclass(frozen=True, slots=True)
class BidMade:
    """Someone bid so much. Source: RES-14."""

    bidder: int
    price: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """Someone dropped out."""

    bidder: int


@dataclass(frozen=True, slots=True)
class Paid:
    """The winner tested Resources. Source: RES-14."""

    bidder: int
    payment: Payment


Came = BidMade | Dropped | Paid


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction: who bids, the `opening` price, whose turn it is, who is out, and the last bid with its bidder.

    Bidders are counted from 0, in the order in which they bid; `price` and `holder` are None before the first bid.
    `came` is what the last step brought.
    """

    bidders: tuple[Bidder, ...]
    opening: int = 1
    turn: int = 0
    out: frozenset[int] = frozenset()
    price: int | None = None
    holder: int | None = None
    payment: Payment | None = None
    came: Came | None = None

    @property
    def asked(self) -> int:
        """What the next bid must be: the opening price, or just one above the last bid. Source: RES-14."""
        return self.opening if self.price is None else self.price + 1

    @property
    def due(self) -> int:
        """What is to be paid as it stands: the last bid, or the opening price."""
        return self.price or self.opening

    @property
    def over(self) -> bool:
        """Whether nobody is left to bid against the holder."""
        return all(one in self.out or one == self.holder for one in range(len(self.bidders)))

    @property
    def winner(self) -> Bidder | None:
        """Who has won, once it is over; nobody where nobody bid."""
        return self.bidders[self.holder] if self.over and self.holder is not None else None

    @property
    def can_pay(self) -> bool:
        """Whether the winner has still to pay, and a die to do it with."""
        return self.winner is not None and self.payment is None and self.winner.pool.dice > 0

    def place(self, bidder: int) -> Place:
        """How someone stands."""
        if bidder in self.out:
            return Place.OUT
        if bidder == self.holder:
            return Place.HOLDS
        return Place.TURN if bidder == self.turn else Place.WAITS

    def bid(self) -> "Auction":
        """Whose turn it is bids. Source: RES-14."""
        self._must_run()
        bid = BidMade(self.turn, self.asked)
        return replace(self, price=bid.price, holder=bid.bidder, came=bid)._next()

    def drop_out(self) -> "Auction":
        """Whose turn it is bids no more. Source: RES-14."""
        self._must_run()
        return replace(self, out=self.out | {self.turn}, came=Dropped(self.turn))._next()

    def pay(self, throw: Throw) -> "Auction":
        """The winner tests Resources against the last bid. Source: RES-14."""
        if self.winner is None or self.holder is None or not self.can_pay:
            raise Refused("The winner pays once, with at least one die; there is nothing to pay here.")
        pool = self.winner.pool
        paid = tax.payment(pool.dice, self.due, throw(pool))
        return replace(self, payment=paid, came=Paid(self.holder, paid))

    def _must_run(self) -> None:
        if self.over:
            raise Refused("The hammer has fallen: nobody bids any more.")

    def _next(self) -> "Auction":
        """The turn goes on to the next who may still bid."""
        if self.over:
            return self
        turns = [(self.turn + step) % len(self.bidders) for step in range(1, len(self.bidders) + 1)]
        return replace(self, turn=next(one for one in turns if one not in self.out and one != self.holder))
