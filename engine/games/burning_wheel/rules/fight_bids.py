"""Bids in a fight of two played out: what is thrown in, struck out for it, and who goes first (FGT-58 to FGT-60).

Bidding itself is `bids.Auction`; this says what it does to a script. So an action is struck out, and what is left:

>>> from engine.games.burning_wheel.rules.fight_actions import Act
>>> script = Script.of("Maintain", (Act.STRIKE, Act.BLOCK), (Act.AVOID,), (Act.STRIKE,))
>>> [spot.words for spot in may_strike(script, (), 1, State(4))]
['volley 1, action 1', 'volley 1, action 2']
>>> paid(script, (Spot(1, 2), Spot(3, 1))).layout
(1, 1, 1)
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations

from engine.games.burning_wheel.rules.bids import Auction, hesitating
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_script import Script, State, Volley, check
from engine.games.burning_wheel.rules.plan_changes import DROOL, Spot, spots


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of an exchange, and what each side has `struck` out for them so far.

    `first` is the side whose first action comes before all others, once the volley is announced; it comes `late`, after
    positioning, where that side waits for it, and is `done` then. Source: FGT-58, FGT-60.
    """

    auction: Auction | None = None
    struck: tuple[tuple[Spot, ...], tuple[Spot, ...]] = ((), ())
    first: int | None = None
    late: bool = False
    done: bool = False

    def owes(self, place: int) -> int:
        """The actions that a side has bid and not struck out yet. Source: FGT-58, FGT-59."""
        return self.auction.totals[place] - len(self.struck[place]) if self.auction else 0

    def without(self, place: int, spot: Spot) -> "Bidding":
        """The same with an action struck out."""
        mine = (*self.struck[place], spot)
        return replace(self, struck=(mine, self.struck[1]) if place == 0 else (self.struck[0], mine))


def _kept(script: Script, away: Collection[Spot]) -> Script:
    """A script without these actions."""
    first, second, third = (
        replace(
            volley,
            slots=tuple(slot for action, slot in enumerate(volley.slots, 1) if Spot(number, action) not in away),
        )
        for number, volley in enumerate(script.volleys, 1)
    )
    return Script((first, second, third))


def _lawful(script: Script, away: Collection[Spot], state: State, *, leads: bool) -> bool:
    """Whether what is left is a lawful script; who goes first has an action in volley 1. Source: FGT-06, FGT-58."""
    left = _kept(script, away)
    return not (leads and not left.layout[0]) and check(left, replace(state, actions=state.actions - len(away))).lawful


def may_strike(
    script: Script, away: Collection[Spot], owed: int, state: State, *, leads: bool = True
) -> tuple[Spot, ...]:
    """Which action may be struck out next, where `away` are struck out and so many are `owed`.

    Each leaves a way to a lawful script in the end, with an action in volley 1 for a side that `leads`; none where
    there is no such way. Source: FGT-58.
    """
    free = [spot for spot in spots(script) if spot not in away]
    ways = [more for more in combinations(free, owed) if _lawful(script, {*away, *more}, state, leads=leads)]
    return tuple(sorted({spot for more in ways for spot in more}))


def paid(script: Script, away: Collection[Spot], *, every_slot: bool = False) -> Script:
    """A script once these actions are struck out: a volley that has none left is spent hesitating.

    With `every_slot` each action that was bid is spent so. Source: FGT-58.
    """
    left = _kept(script, away)
    idle = [volley for volley, _ in hesitating(script.layout, left.layout, every_slot=every_slot)]
    for number, volley in enumerate(left.volleys, 1):
        slots = (*volley.slots, *[(DROOL,)] * idle.count(number))
        now = replace(volley, slots=slots)
        left = left.changed(number, Volley(Positioning.MAINTAIN, slots) if now.idle else now)
    return left
