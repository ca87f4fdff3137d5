"""Who acts when in a round, and how many dice there are for it (BSR-30, BSR-31, BSR-33, BSR-38)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option


class Turn(Option):
    """How someone takes the turn of a round. Source: BSR-31."""

    ONCE = "once", "acts once"
    DELAY = "delay", "waits for the other end"
    TWICE = "twice", "acts twice"


@dataclass(frozen=True, slots=True)
class Fighter:
    """One who acts: a name, the initiative and the spirit that breaks ties, and how the turn is taken.

    Whoever is `surprised` has no turn in the first round. Source: BSR-30, BSR-38.
    """

    name: str
    initiative: int
    spirit: int
    turn: Turn = Turn.ONCE
    surprised: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A moment of the countdown, and who acts in it: several where nothing tells them apart."""

    count: int
    names: tuple[str, ...]


def initiative(successes: int, *, below_zero: bool = False) -> int:
    """The initiative that a roll gives: at least 0, unless the table counts `below_zero`. Source: BSR-30."""
    return successes if below_zero else max(0, successes)


def shifted(now: int, change: int) -> int:
    """An initiative that is moved: not below 0, nor below where it is. Source: BSR-80.

    >>> shifted(1, -3), shifted(-2, 1)
    (0, -1)
    """
    return max(min(0, now), now + change)


def counts(fighter: Fighter, *, first_round: bool = False) -> tuple[int, ...]:
    """The counts at which someone acts; with an initiative of 0 or less there is one way. Source: BSR-31, BSR-38."""
    if fighter.surprised and first_round:
        return ()
    now = fighter.initiative
    if now <= 0 or fighter.turn is Turn.ONCE:
        return (now,)
    return (-now,) if fighter.turn is Turn.DELAY else (now, -now)


def countdown(fighters: Sequence[Fighter], *, first_round: bool = False) -> tuple[Slot, ...]:
    """The round from its highest count to its lowest; of two at one count the one with more spirit is first.

    Source: BSR-30, BSR-31.

    >>> [slot.count for slot in countdown([Fighter("Anna", 2, 9, Turn.TWICE), Fighter("Bart", 0, 9)])]
    [2, 0, -2]
    """
    moments = {(count, one.spirit) for one in fighters for count in counts(one, first_round=first_round)}
    slots = []
    for count, spirit in sorted(moments, reverse=True):
        here = [one.name for one in fighters if one.spirit == spirit and count in counts(one, first_round=first_round)]
        slots.append(Slot(count, tuple(here)))
    return tuple(slots)


MOST_HURRY = 3
"""By how much initiative can be raised. Source: BSR-64."""


def hurry(raised: int) -> int:
    """The malus on all rolls of the round for an initiative raised by 1 to 3. Source: BSR-64.

    >>> [hurry(raised) for raised in (1, 2, 3)]
    [1, 3, 10]
    """
    return rung(raised)


def surprise(count: int) -> int:
    """The malus of someone surprised on a test at this count of the first round. Source: BSR-38."""
    return max(0, count)


@dataclass(frozen=True, slots=True)
class Used:
    """A test of this round: the dice that its skill grants, and the base dice that were rolled of them.

    A `free` reaction counts for nothing. Source: BSR-33.
    """

    granted: int
    rolled: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class Budget:
    """What is left of a round's dice: the `limit` that the largest pool sets, and those `used`. Source: BSR-33."""

    limit: int
    used: int

    @classmethod
    def of(cls, tests: Iterable[Used]) -> "Budget":
        """The budget after these tests."""
        counted = [one for one in tests if not one.free]
        return cls(max((one.granted for one in counted), default=0), sum(one.rolled for one in counted))

    def allows(self, granted: int) -> int:
        """The base dice that a skill granting so many may roll now.

        >>> Budget.of([Used(6, 3)]).allows(4), Budget.of([Used(6, 3), Used(4, 3)]).allows(10)
        (3, 4)
        """
        return max(0, min(granted, max(self.limit, granted) - self.used))
