"""Fighting from a saddle (BSR-103 to BSR-109)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.size import Size, larger
from engine.option import Option

HALF, WHOLE = 1, 3
"""The hits for which a mount that is not trained moves at half its speed, or at all of it. Source: BSR-104."""


class MountAct(Option):
    """What a mount may do. Source: BSR-105."""

    WALK = "walk", "move"
    RUN = "run", "run"
    CHARGE = "charge", "run for a charge"
    JUMP = "jump", "jump"
    ATTACK = "attack", "attack, or defend itself"
    OTHER = "other", "another action or reaction"


@dataclass(frozen=True, slots=True)
class Price:
    """What an act of a mount takes."""

    key: str
    words: str
    points: int
    brawling: bool
    needs: str


PRICES: Mapping[MountAct, Price] = {
    MountAct.of(row.key): row
    for row in tables.rows(
        __file__,
        "mounted.toml",
        "act",
        ("key", "words", "points", "brawling", "needs"),
        lambda row: Price(**row),
    )
}


def into_reach(rider: Size, foes: Collection[Size]) -> list[int]:
    """The riding points for each foe whose range a mount is moved into: 1, and more for those larger than the rider.

    Source: BSR-106.

    >>> into_reach(Size.MEDIUM, [Size.MEDIUM, Size.HUGE, Size.SMALL])
    [1, 3, 1]
    """
    return [1 + max(0, larger(foe, rider)) for foe in foes]


@dataclass(frozen=True, slots=True)
class Obeyed:
    """How far an untrained mount goes: halves of its speed, and what goes into the riding pool of the next round."""

    halves: int
    pool: int


def obeyed(hits: int) -> Obeyed:
    """What so many hits over the mount's ego do. Source: BSR-104.

    >>> obeyed(0), obeyed(1), obeyed(2), obeyed(5)
    (Obeyed(halves=0, pool=0), Obeyed(halves=1, pool=0), Obeyed(halves=1, pool=1), Obeyed(halves=2, pool=2))
    """
    if hits < HALF:
        return Obeyed(0, 0)
    return Obeyed(1, hits - HALF) if hits < WHOLE else Obeyed(2, hits - WHOLE)
