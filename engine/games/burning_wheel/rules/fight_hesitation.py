"""Hesitation in Fight!: which actions it takes, what becomes of position, and what others finish meanwhile.

An action is lost for each heartbeat, from the next one on, over the borders of volleys and exchanges (FGT-61). What is
long enough is counted out, not scripted (FGT-68). How many heartbeats are lost is a matter of Steel (STE-03).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import wording
from engine.games.burning_wheel.rules import exchange
from engine.games.burning_wheel.rules.exchange import VOLLEYS, Slot
from engine.games.burning_wheel.rules.steel import Reaction
from engine.option import Option
from engine.refused import Refused


class Position(Option):
    """What becomes of a positioning test. Source: FGT-61."""

    FREE = "free", "as you like"
    ZERO = "zero", "Maintain with no dice"
    FLEES = "flees", "Withdraw, no dice from weapon or terrain"


@dataclass(frozen=True, slots=True)
class Action:
    """One action on the line of time: its number from 1, its place, and whether it is `lost` to hesitation."""

    number: int
    slot: Slot
    lost: bool


@dataclass(frozen=True, slots=True)
class Volley:
    """A volley on the line of time: its actions, none where someone slow has none there, and its positioning test."""

    exchange: int
    number: int
    actions: tuple[Action, ...]
    position: Position

    @property
    def lost(self) -> int:
        """How many of its actions are lost."""
        return sum(action.lost for action in self.actions)

    @property
    def words(self) -> str:
        """ "exchange 2, volley 1"."""
        return f"exchange {self.exchange}, volley {self.number}"


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell of hesitation, from the first action lost: `volleys` run from the one of the failure to the last lost.

    `back` is the first action after it. Source: FGT-61.
    """

    volleys: tuple[Volley, ...]
    back: Slot

    @property
    def lost(self) -> tuple[Slot, ...]:
        """The actions that are lost, in order."""
        return tuple(action.slot for volley in self.volleys for action in volley.actions if action.lost)


def spell(
    lost: int,
    layout: Sequence[int],
    failed: int = 0,
    reaction: Reaction = Reaction.DROOL,
    *,
    whole: bool = False,
) -> Spell:
    """What is lost to `lost` heartbeats (0 or more) after nerves failed on action number `failed` of the exchange.

    A `failed` of 0 is a surprise, which takes the head of the exchange. `layout` says how many actions each volley has,
    in this exchange and those that follow. Of a volley that is partly lost the positioning test is lost with its first
    action, or with `whole` only with all of them; nobody loses a later action alone, but in the volley of the failure,
    which has been positioned for. Raises `Refused` for an action that the exchange does not have.
    Source: FGT-61, FGT-62.
    """
    actions = tuple(layout)
    if not 0 <= failed <= sum(actions):
        raise Refused(f"The exchange has {wording.count(sum(actions), 'action')}; this says number {failed}.")
    last = exchange.slot(failed + lost, actions) if failed + lost else None
    begun = exchange.slot(failed, actions) if failed else None
    first = _volley(begun) if begun else 0
    end = _volley(last) if last else first
    gone = range(failed + 1, failed + lost + 1)
    found = []
    for number in range(first, max(first, end) + 1):
        numbered = _actions(number, actions, gone)
        place = _position(numbered, number, (first, end), bool(begun), reaction, whole) if lost else Position.FREE
        found.append(Volley(number // VOLLEYS + 1, number % VOLLEYS + 1, numbered, place))
    return Spell(tuple(found), exchange.slot(failed + lost + 1, actions))


def _volley(slot: Slot) -> int:
    return slot.heartbeat


def _actions(volley: int, layout: tuple[int, ...], gone: range) -> tuple[Action, ...]:
    """The actions of a volley, counted from 0 over all exchanges."""
    before, at = divmod(volley, VOLLEYS)
    start = before * sum(layout) + sum(layout[:at])
    return tuple(
        Action(number, exchange.slot(number, layout), number in gone)
        for number in range(start + 1, start + layout[at] + 1)
    )


def _position(
    actions: tuple[Action, ...],
    volley: int,
    span: tuple[int, int],
    begun: bool,
    reaction: Reaction,
    whole: bool,
) -> Position:
    """What becomes of the positioning test of a volley; that of the volley of the failure is over by then."""
    first, end = span
    if begun and volley == first:
        return Position.FREE
    decide = [action.lost for action in actions] if whole else [action.lost for action in actions[:1]]
    if not (all(decide) if actions else volley < end):
        return Position.FREE
    return Position.FLEES if reaction is Reaction.RUN else Position.ZERO


def outpositions(successes: int, penalties: int = 0) -> int | None:
    """By how much someone wins position from a hesitating opponent who Maintains with no dice; None: not at all.

    `penalties` are the other side's own +Ob, 0 or more, which its successes must meet. Winning by 2 or more moves two
    steps as ever. Source: FGT-61.

    >>> outpositions(3, 1), outpositions(0), outpositions(1, 2)
    (2, 0, None)
    """
    return successes - penalties if successes >= penalties else None


def finished(actions: int, costs: Sequence[int]) -> int:
    """How many tasks, one after the other, are done within so many `actions` of hesitation. Source: FGT-68.

    `costs` are the actions of each, 1 or more.

    >>> finished(7, (6, 6)), finished(7, (2, 1, 3))
    (1, 3)
    """
    left, done = actions, 0
    for cost in costs:
        if cost > left:
            break
        left, done = left - cost, done + 1
    return done


def meanwhile(hesitation: int, theirs: int = 1, yours: int = 1) -> int:
    """Your actions while someone loses `hesitation` of theirs, where `theirs` and `yours` are actions an exchange.

    With both alike it is action for action, as the book counts. Raises `Refused` without an action. Source: FGT-68.

    >>> meanwhile(7), meanwhile(7, 3, 5)
    (7, 11)
    """
    if theirs < 1 or yours < 1:
        raise Refused("Without an action in the exchange nothing gets done.")
    return hesitation * yours // theirs
