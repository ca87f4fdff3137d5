"""A fight of two between two steps: who stands where in what state, and what the last step brought (FGT-67)."""

from dataclasses import dataclass
from typing import TypeVar

from engine.games.burning_wheel.rules import ambush, fight_bids
from engine.games.burning_wheel.rules.fight_distance import Places, Positioning, Track, between
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_state import Cast, Event, House, Made, Phase, Side, Standing
from engine.games.burning_wheel.rules.plan_changes import Clock
from engine.records import changed

At = TypeVar("At", bound="Moment")

PLAYED = (Phase.FIRST, Phase.POSITION, Phase.HALT, Phase.ACT)
"""Phases of a volley that is announced."""


@dataclass(frozen=True)  # changed ten thousand times an answer
class Moment:
    """Where a fight is between two steps. `thrown` are the dice of the last one, `came` what it brought.

    `tests` are those made so far with Speed for position, with attacks and with scripted defenses.
    `picks` is the side that picks the distance at the start; `options` are the places among which the winner of a
    positioning test, `won`, may halt, the farthest that the rule goes first; `yielded` is the side that gave up, and
    `bids` are those of this exchange. `lurk` is the ambush that it begins with.
    Source: FGT-67.
    """

    sides: tuple[Side, Side]
    house: House = House()
    phase: Phase = Phase.START
    exchange: int = 1
    volley: int = 1
    slot: int = 1
    moved: tuple[Positioning, Positioning] = (Positioning.STAND, Positioning.STAND)
    rushed: tuple[bool, bool] = (False, False)
    came: tuple[Event, ...] = ()
    thrown: tuple[tuple[Cast, int], ...] = ()
    picks: int | None = None
    won: int | None = None
    options: tuple[Places, ...] = ()
    tests: tuple[Made, ...] = ()
    yielded: int | None = None
    bids: fight_bids.Bidding = fight_bids.Bidding()
    lurk: ambush.Lurk | None = None

    @property
    def prevails(self) -> int | None:
        """The side that has its way in the end; None while both fight on, or where it breaks off. Source: FGT-67."""
        down = [side.state.out or self.yielded == place for place, side in enumerate(self.sides)]
        return 1 - down.index(True) if sum(down) == 1 else None

    @property
    def clock(self) -> Clock:
        """How far the exchange is, for changes of plan. Source: FGT-55."""
        return Clock(self.volley, is_out=self.phase in PLAYED)

    @property
    def places(self) -> Places:
        """Where both stand."""
        return self.sides[0].state.at, self.sides[1].state.at

    @property
    def track(self) -> Track:
        """The distances that their weapons give them. Source: FGT-20."""
        one, two = (side.weapon.length for side in self.sides)
        return between(one, two, shared=self.house.shared)

    def with_state(self: At, place: int, state: Standing) -> At:
        """The same with a side in this state; whoever does not stand is on foot."""
        sides = list(self.sides)
        if sides[place].rider and state.posture is not Posture.STANDING:
            state = changed(state, afoot=True)
        sides[place] = changed(sides[place], state=state)
        return changed(self, sides=(sides[0], sides[1]))

    def with_places(
        self: At,
        *,
        places: Places,
        phase: Phase | None = None,
        came: tuple[Event, ...] = (),
        thrown: tuple[tuple[Cast, int], ...] = (),
    ) -> At:
        """The same with both at these places, in the phase after it, and what came of it."""
        one, two = (
            changed(side, state=changed(side.state, at=at)) for side, at in zip(self.sides, places, strict=True)
        )
        return changed(self, sides=(one, two), phase=phase or self.phase, came=came, thrown=thrown)
