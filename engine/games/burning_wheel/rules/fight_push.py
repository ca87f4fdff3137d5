"""Pushing: what the net successes buy, and how likely each of it is (FGT-46)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import wording
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_distance import LADDER, Distance
from engine.games.burning_wheel.rules.fight_odds import Roll

DOWN = 2
"""Successes that knock someone off their feet. Source: FGT-46."""
BACK = 2
"""Successes that force someone back one fighting distance. Source: FGT-46."""
STAGGERED = 1
"""What being off balance adds to the next action or positioning test, whichever comes first. Source: FGT-46."""


@dataclass(frozen=True, slots=True)
class Spent:
    """One way to spend the net successes of a Push, none below 0.

    `back` are fighting distances, `idle` is what buys nothing more. Source: FGT-46.
    """

    down: bool = False
    back: int = 0
    staggered: bool = False
    idle: int = 0

    @property
    def words(self) -> str:
        """ "down, back 1 distance"."""
        parts = ["knocked down"] if self.down else []
        if self.back:
            parts.append(f"back {wording.count(self.back, 'distance')}")
        if self.staggered:
            parts.append("off balance")
        return wording.listed(parts) if parts else "nothing"


def ways(net: int, *, both: bool = False) -> tuple[Spent, ...]:
    """Every way to spend so many net successes as far as they go, the knockdown first; nothing for 0 or fewer.

    A single success that is left over puts someone off balance who stands; with `both` also someone who falls.
    Source: FGT-46.

    >>> [way.words for way in ways(3)]
    ['knocked down', 'back 1\\xa0distance and off balance']
    """
    if net < 1:
        return ()
    rest, found = net - DOWN, []
    if rest >= 0:
        left = rest % BACK
        found.append(Spent(True, rest // BACK, both and bool(left), 0 if both else left))
    found.append(Spent(False, net // BACK, bool(net % BACK)))
    return tuple(found)


def ends(start: Distance, back: int) -> Distance:
    """Where someone who is forced back so many distances stands for the pusher, never beyond out of reach.

    >>> ends(Distance.INSIDE, 2).words
    'lunging'

    Source: FGT-46, FGT-20.
    """
    return LADDER[max(0, LADDER.index(start) - back)]


def chances(attack: Roll, defenses: tuple[Roll, ...]) -> Mapping[int, Fraction]:
    """The exact chance of each net; 0 stands for all that is foiled. The chances sum to 1. Source: FGT-34, FGT-46."""
    law = fight_odds.margin(attack, defenses)
    nets = {net: law.exactly(net) for net in range(1, law.last + 1)}
    return {0: law.below(1), **nets}
