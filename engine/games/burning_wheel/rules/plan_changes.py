"""Changing a script in the middle of an exchange: what it costs, and when it is too late (FGT-54 to FGT-57).

`Plan` is a script with its clock: `announce` and `played` move the clock, `trade`, `drool` and `emergency` change the
script, and the clock says whether they may. So a bot plays it:

>>> from engine.games.burning_wheel.rules.fight_script import Script
>>> joost = Script.of("Maintain", (Act.STRIKE,), (Act.AVOID, Act.INCANT), (Act.STRIKE,))
>>> plan = Plan(joost).announce().played()
>>> plan = plan.trade(Spot(2, 2), Spot(2, 1), Change(Deed(Act.AVOID), Positioning.WITHDRAW))
>>> [volley.positioning.value for volley in plan.script.volleys]
['maintain', 'withdraw', 'maintain']
>>> [deed.act.value for deed in plan.script.volleys[1].deeds]
['avoid', 'stand-and-drool']
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_script import Deed, Script, Volley
from engine.refused import Refused


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """An action of a script: its volley, and its number there, both from 1."""

    volley: int
    action: int

    @property
    def words(self) -> str:
        """ "volley 2, action 1"."""
        return f"volley {self.volley}, action {self.action}"


@dataclass(frozen=True, slots=True)
class Clock:
    """How far the exchange has come: the `volley` (1 to 3) that is announced or comes next, and whether it `is_out`.

    Once anyone has announced anything of a volley, all of it is out. Source: FGT-54, FGT-55.
    """

    volley: int = 1
    is_out: bool = False

    @property
    def words(self) -> str:
        """The moment in words."""
        if self.is_out:
            return f"volley {self.volley} is announced"
        return "before volley 1" if self.volley == 1 else f"after volley {self.volley - 1}"

    @property
    def open_volleys(self) -> range:
        """The volleys in which plans may change now; none before volley 1 is played. Source: FGT-55.

        >>> [list(Clock(*at).open_volleys) for at in ((1,), (1, True), (2,), (2, True), (3,), (3, True))]
        [[], [], [2, 3], [3], [3], []]
        """
        if self.volley == 1:
            return range(0)
        return range(self.volley + self.is_out, VOLLEYS + 1)


MOMENTS = (Clock(1), Clock(1, True), Clock(2), Clock(2, True), Clock(3), Clock(3, True))
"""Every moment of an exchange, in order. Source: FGT-55."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an action is changed into, and with it the volley's positioning, speech and song; None leaves them be."""

    deed: Deed
    positioning: Positioning | None = None
    says: str | None = None
    sings: bool | None = None


@dataclass(frozen=True, slots=True)
class House:
    """How a table reads changes of plan; each field's first value is the default.

    `keeps_position`: an action given up for a change leaves the volley its positioning where another action stays.
    `natural`: such an action keeps its natural defenses. `emergency`: the optional rule is played, with `in_first` in
    volley 1 too. Source: FGT-54, FGT-57.
    """

    keeps_position: bool = False
    natural: bool = False
    emergency: bool = False
    in_first: bool = True


DEFAULT = House()
DROOL = Deed(Act.DROOL)


@dataclass(frozen=True, slots=True)
class Plan:
    """A script and the clock; `lost` are the actions given up so far. Source: FGT-54 to FGT-57."""

    script: Script
    clock: Clock = Clock()
    house: House = DEFAULT
    lost: tuple[Spot, ...] = ()

    def announce(self) -> "Plan":
        """Someone has announced something of the volley that comes next."""
        return replace(self, clock=Clock(self.clock.volley, is_out=True))

    def played(self) -> "Plan":
        """The announced volley has been played. Raises `Refused` where none is announced, or the exchange is over."""
        if not self.clock.is_out:
            raise Refused("Announce a volley before it is played.")
        if self.clock.volley == VOLLEYS:
            raise Refused("The exchange is over; write a new script.")
        return replace(self, clock=Clock(self.clock.volley + 1))

    @property
    def may_lose(self) -> tuple[Spot, ...]:
        """The actions that may be given up now, for a change: those for which another is left to change. FGT-55."""
        return self.may_drop if len(self.may_drop) > 1 else ()

    @property
    def may_drop(self) -> tuple[Spot, ...]:
        """The actions that may become hesitation of one's own will, the last of them too. Source: FGT-55, FGT-56."""
        return tuple(self._free())

    @property
    def may_pay(self) -> tuple[Spot, ...]:
        """Those that may pay for what is announced: of later volleys, where the optional rule is played. FGT-57."""
        barred = (
            not self.house.emergency or not self.clock.is_out or (self.clock.volley == 1 and not self.house.in_first)
        )
        return (
            ()
            if barred
            else tuple(
                spot
                for spot in spots(self.script)
                if spot.volley > self.clock.volley and not hesitates(self.script, spot)
            )
        )

    def _free(self) -> Iterator[Spot]:
        """Actions of open volleys that are not hesitation already."""
        for spot in spots(self.script):
            if spot.volley in self.clock.open_volleys and not hesitates(self.script, spot):
                yield spot

    def may_change(self, lost: Spot) -> tuple[Spot, ...]:
        """What may be changed for an action that is given up. Source: FGT-54, FGT-55."""
        return tuple(spot for spot in self.may_lose if spot != lost) if lost in self.may_lose else ()

    def trade(self, lost: Spot, changed: Spot, change: Change) -> "Plan":
        """Give up one action, which becomes Stand and Drool, and rewrite another. Raises `Refused` where it may not.

        What goes with the lost action goes with it: positioning, speech and song. Of the volley whose action is changed
        they may be written anew, the lost action's own volley included. Source: FGT-54.
        """
        self._open(lost, "given up")
        self._open(changed, "changed")
        if lost == changed:
            raise Refused("Give up one action to change another; this says the same one twice.")
        for spot, verb in ((lost, "given up"), (changed, "changed")):
            if hesitates(self.script, spot):
                raise Refused(f"In {spot.words} you hesitate already; there is nothing to be {verb}.")
        script = without(self.script, lost, paid=True, house=self.house)
        if lost.volley == changed.volley and change.positioning is None:
            # Lost with the one action and regained with the other: it stands unless it is changed.
            change = replace(change, positioning=self.script.volleys[lost.volley - 1].positioning)
        return replace(self, script=rewritten(script, changed, change), lost=(*self.lost, lost))

    def drool(self, spot: Spot) -> "Plan":
        """Hesitate of one's own will, which costs nothing. Raises `Refused` where it is too late. Source: FGT-56."""
        self._open(spot, "dropped")
        return replace(self, script=without(self.script, spot, paid=False, house=self.house))

    def emergency(self, current: Spot, lost: Spot, act: Act) -> "Plan":
        """Give up an action of a later volley, and the announced action becomes an Avoid or a Block.

        Raises `Refused` where the table does not play it, or where it may not be. Source: FGT-57.
        """
        if not self.house.emergency:
            raise Refused("Your table does not play the optional rule; an announced action stays.")
        if act not in (Act.AVOID, Act.BLOCK):
            raise Refused(f"What is announced becomes an Avoid or a Block, not {act.words}.")
        if not self.clock.is_out or current.volley != self.clock.volley:
            raise Refused("This changes an action of the volley that is announced, and no other.")
        if self.clock.volley == 1 and not self.house.in_first:
            raise Refused("In volley 1 your table changes nothing.")
        self._there(current)
        self._there(lost)
        if lost.volley <= current.volley:
            raise Refused("The action that pays comes from a later volley; after volley 3 there is none.")
        if hesitates(self.script, lost):
            raise Refused(f"In {lost.words} you hesitate already; it pays for nothing.")
        script = without(self.script, lost, paid=True, house=self.house)
        return replace(self, script=rewritten(script, current, Change(Deed(act))), lost=(*self.lost, lost))

    def natural(self, spot: Spot) -> bool:
        """Whether there are natural defenses in an action: not while one hesitates. Source: FGT-54, FGT-61."""
        return not hesitates(self.script, spot) or (self.house.natural and spot in self.lost)

    def _there(self, spot: Spot) -> None:
        if spot not in spots(self.script):
            raise Refused(f"This script has no action there: {spot.words}.")

    def _open(self, spot: Spot, verb: str) -> None:
        """Raises `Refused` where an action is not there, or can no longer be changed. Source: FGT-55."""
        self._there(spot)
        if self.clock.volley == 1:
            raise Refused("Nothing is changed before volley 1 has been played.")
        if spot.volley < self.clock.volley:
            raise Refused(f"Volley {spot.volley} has been played; nothing of it can be {verb}.")
        if spot.volley not in self.clock.open_volleys:
            raise Refused(f"Volley {spot.volley} is announced; nothing of it can be {verb} any more.")


def spots(script: Script) -> tuple[Spot, ...]:
    """Every action of a script."""
    return tuple(
        Spot(number, action)
        for number, volley in enumerate(script.volleys, 1)
        for action in range(1, len(volley.slots) + 1)
    )


def hesitates(script: Script, spot: Spot) -> bool:
    """Whether an action is hesitation already."""
    slot = script.volleys[spot.volley - 1].slots[spot.action - 1]
    return all(deed.act.hesitates for deed in slot)


def without(script: Script, spot: Spot, *, paid: bool, house: House = DEFAULT) -> Script:
    """A script with Stand and Drool in place of an action.

    What is `paid` takes the volley's positioning, speech and song with it; of one's own will they are lost only with
    the volley's last action. Without positioning one Maintains with no dice. Source: FGT-54, FGT-56.
    """
    volley = script.volleys[spot.volley - 1]
    slots = (*volley.slots[: spot.action - 1], (DROOL,), *volley.slots[spot.action :])
    left = replace(volley, slots=slots)
    if left.idle or (paid and not house.keeps_position):
        left = Volley(Positioning.STAND if not left.idle else Positioning.MAINTAIN, slots)
    elif paid:
        left = replace(left, says="", sings=False)
    return script.changed(spot.volley, left)


def rewritten(script: Script, spot: Spot, change: Change) -> Script:
    """A script with another action in a place, and what comes with it. Source: FGT-54."""
    volley = script.volleys[spot.volley - 1]
    slots = (*volley.slots[: spot.action - 1], (change.deed,), *volley.slots[spot.action :])
    return script.changed(
        spot.volley,
        Volley(
            volley.positioning if change.positioning is None else change.positioning,
            slots,
            volley.says if change.says is None else change.says,
            volley.sings if change.sings is None else change.sings,
        ),
    )
