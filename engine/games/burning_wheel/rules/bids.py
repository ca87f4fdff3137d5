"""Bidding for the first action of an exchange, and what that action meets (FGT-58 to FGT-60).

Before anything is announced, players throw in actions in turn; whoever has thrown in the most goes first. `Auction` is
a state with a method for each step, so that a bot plays it:

>>> auction = open_auction(("Wenna", 5), ("Grim", 4))
>>> auction = auction.bid(0, 2).bid(1, 2).bid(0, 1).leave(1).leave(0)
>>> auction.over, auction.holder, auction.actions
(True, 0, (2, 2))
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import wording
from engine.games.burning_wheel.rules.exchange import layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.option import Option
from engine.refused import Refused


def most_bid(reflexes: int) -> int:
    """The most actions that someone may bid: one fewer than Reflexes, less wounds. Source: FGT-58.

    >>> [most_bid(reflexes) for reflexes in (4, 1, 0)]
    [3, 0, 0]
    """
    return max(0, reflexes - 1)


def layouts_after(actions: int) -> tuple[tuple[int, ...], ...]:
    """The layouts of what is left after bids that give the holder an action in volley 1. Source: FGT-58.

    >>> layouts_after(2), layouts_after(3)
    (((1, 1, 0), (1, 0, 1)), ((1, 1, 1),))
    """
    return tuple(layout for layout in layouts(actions) if layout[0])


def hesitating(before: Sequence[int], left: Sequence[int], *, every_slot: bool = False) -> tuple[tuple[int, int], ...]:
    """The actions that bidding turns into Stand and Drool, each as its volley and number there, from 1.

    `before` is the layout without bids, `left` what bidding leaves of it. Only the actions of volleys left empty
    count so, or with `every_slot` each one that was given up. Source: FGT-58.

    >>> hesitating((2, 1, 1), (1, 1, 0)), hesitating((2, 1, 1), (1, 1, 0), every_slot=True)
    (((3, 1),), ((1, 2), (3, 1)))
    """
    return tuple(
        (volley, action)
        for volley, (had, has) in enumerate(zip(before, left, strict=True), 1)
        for action in range(has + 1, had + 1)
        if every_slot or not has
    )


@dataclass(frozen=True, slots=True)
class Bidder:
    """Someone who may bid: name, `reflexes` (less wounds), what is thrown in so far, and whether he is `out`."""

    name: str
    reflexes: int
    thrown: int = 0
    out: bool = False

    @property
    def most(self) -> int:
        """What he may throw in altogether. Source: FGT-58."""
        return most_bid(self.reflexes)

    @property
    def left(self) -> int:
        """The actions that are left. Everyone pays what he bid. Source: FGT-59."""
        return max(0, self.reflexes - self.thrown)


@dataclass(frozen=True, slots=True)
class Bid:
    """A step of an auction: who threw in how many actions; 0 means that he leaves it at that."""

    who: int
    actions: int


@dataclass(frozen=True, slots=True)
class Auction:
    """Bids and counterbids, in whatever order they come. Source: FGT-58, FGT-59."""

    bidders: tuple[Bidder, ...]
    log: tuple[Bid, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """What each has thrown in."""
        return tuple(bidder.thrown for bidder in self.bidders)

    @property
    def actions(self) -> tuple[int, ...]:
        """What each has left to act with."""
        return tuple(bidder.left for bidder in self.bidders)

    @property
    def holder(self) -> int | None:
        """Who goes first as it stands: the one with the most; equal ones cancel each other. Source: FGT-59."""
        return holder(self.totals)

    @property
    def over(self) -> bool:
        """Whether nobody bids any more."""
        return all(bidder.out or bidder.thrown >= bidder.most for bidder in self.bidders)

    def bid(self, who: int, actions: int = 1) -> "Auction":
        """Bidder `who` throws in so many actions more, 1 or more; all who left may answer.

        Raises `Refused` for more than he may bid. Source: FGT-58, FGT-59.
        """
        bidder = self.bidders[who]
        if actions < 1:
            raise Refused(f"A bid is one action or more; this says {wording.number(actions)}.")
        if bidder.thrown + actions > bidder.most:
            most = wording.count(bidder.most, "action")
            raise Refused(f"{bidder.name} may bid {most} at most; this comes to {bidder.thrown + actions}.")
        others = [replace(one, out=False) for one in self.bidders]
        others[who] = replace(others[who], thrown=bidder.thrown + actions)
        return Auction(tuple(others), (*self.log, Bid(who, actions)))

    def leave(self, who: int) -> "Auction":
        """Bidder `who` leaves it at that, until someone bids anew. Source: FGT-59."""
        bidders = list(self.bidders)
        bidders[who] = replace(bidders[who], out=True)
        return Auction(tuple(bidders), (*self.log, Bid(who, 0)))

    def may(self, who: int) -> range:
        """How many actions he may still throw in, from 1."""
        bidder = self.bidders[who]
        return range(1, bidder.most - bidder.thrown + 1)


def open_auction(*bidders: tuple[str, int]) -> Auction:
    """An auction of two or more, each with a name and Reflexes less wounds (0 or more).

    Raises `Refused` for fewer than two. Source: FGT-58.
    """
    if len(bidders) < 2:
        raise Refused("Bidding takes two sides or more.")
    return Auction(tuple(Bidder(name, reflexes) for name, reflexes in bidders))


def holder(totals: Sequence[int]) -> int | None:
    """The index of the highest total; nobody where none bid, or where the highest are alike. Source: FGT-59.

    >>> holder((2, 1)), holder((2, 2)), holder((0, 0)), holder((3, 3, 1))
    (0, None, None, None)
    """
    most = max(totals)
    return totals.index(most) if most and list(totals).count(most) == 1 else None


class When(Option):
    """When the holder's first action happens, as he chooses. Source: FGT-58."""

    BEFORE = "before", "before positioning"
    AFTER = "after", "after positioning"


@dataclass(frozen=True, slots=True)
class Lightning:
    """What a first action out of turn meets: its `meets` in the matrix, and whether a defense by nature is left.

    `charges`: it is a positioning test itself. Source: FGT-60.
    """

    meets: tuple[Meets, ...]
    natural: bool
    charges: bool


def lightning(act: Act, *, hesitates: bool = False) -> Lightning:
    """What stands against a lightning action: natural defenses, never a maneuver. Source: FGT-60, FGT-49.

    >>> [part.value for part in lightning(Act.LOCK).meets], [part.value for part in lightning(Act.STRIKE).meets]
    (['N'], ['U'])
    """
    found = against(met(act), Met.HESITATING if hesitates else Met.NOTHING)
    charges = Meets.POSITIONING in found or Meets.NOBODY in found
    return Lightning(found, Meets.NATURAL in found, charges)
