"""What the traits and bodies of some creatures add to their rolls, and what else they change (NPC-11).

>>> added({Gift.EIGHT_LEGGED}, Doing.LOCK), added({Gift.EIGHT_LEGGED}, Doing.WITHDRAW)
(2, 0)
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.option import Option

SCALES = 1
"""Places by which a blow on Iron Scales lands lower. Source: NPC-11."""


class Gift(Option):
    """A trait or a body that does something here. Source: NPC-11."""

    EIGHT_LEGGED = "eight-legged", "Eight-Legged"
    SPIDER = "spider", "Great Spider"
    WALL_RUNNER = "wall-runner", "Climbing, with walls to run on"
    FANGS = "fangs", "Fangs of a spider"
    CHITINOUS = "chitinous", "Chitinous"
    IRON_SCALES = "iron-scales", "Iron Scales"
    PREHENSILE_TAIL = "prehensile-tail", "Prehensile Tail"
    ANIMALS = "animals", "Affinity for Animals or Low Speech"


class Doing(Option):
    """What they do, or what is done to them. Source: NPC-11."""

    START = "start", "position before the first volley"
    CLOSE = "close", "Close"
    CHARGE = "charge", "Charge"
    MAINTAIN = "maintain", "Maintain"
    WITHDRAW = "withdraw", "Withdraw"
    LOCK = "lock", "Lock"
    BITE = "bite", "bite"
    BRAWL = "brawl", "brawl"
    RIDE = "ride", "ride in a pursuit"
    STRUCK = "struck", "are struck"


@dataclass(frozen=True, slots=True)
class Given:
    """What a gift gives to some doings: dice, and what else holds in `words`."""

    gift: Gift
    does: frozenset[Doing]
    dice: int
    words: str


def _given(row: Mapping[str, Any]) -> Given:
    return Given(Gift.of(row["key"]), frozenset(map(Doing.of, row["does"])), row["dice"], row["words"])


GIVEN = tables.rows(__file__, "creatures.toml", "gift", ("key", "does", "dice", "words"), _given)


def given(gifts: Collection[Gift], doing: Doing) -> tuple[Given, ...]:
    """What these gifts give to what they do. Source: NPC-11."""
    return tuple(one for one in GIVEN if one.gift in gifts and doing in one.does)


def added(gifts: Collection[Gift], doing: Doing) -> int:
    """The dice that they add, of armor where someone is struck. Source: NPC-11."""
    return sum(one.dice for one in given(gifts, doing))


def lands(hit: Coordinate, gifts: Collection[Gift]) -> Coordinate:
    """Where a blow lands on someone with these gifts. Source: NPC-11."""
    return Coordinate(max(0, hit.place - SCALES)) if Gift.IRON_SCALES in gifts else hit
