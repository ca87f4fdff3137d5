"""Three fighters or more: each positions against every foe, and has a distance with each of them (FGT-10, FGT-67).

Everyone rolls once. That roll is compared with each foe's; or, as a table may read it, the highest roll of all has its
way against everyone, and nobody else moves.

>>> wenna, grim, orm = (Stander(*one) for one in (("W", Positioning.CLOSE, 3), ("G", Positioning.CLOSE, 4), ("O",)))
>>> [decided(wenna, foe, (wenna, grim, orm)).value for foe in (grim, orm)]
['lose', 'win-two']
>>> [decided(wenna, foe, (wenna, grim, orm), single=True).value for foe in (grim, orm)]
['lose', 'tie']
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_positioning import Outcome, automatic


@dataclass(frozen=True, slots=True)
class Stander:
    """One of several: name, what is scripted for position, and what `successes` +Ob has left of the roll (0 or more).

    Who has no `side` is everyone's foe.
    """

    name: str
    wants: Positioning = Positioning.MAINTAIN
    successes: int = 0
    side: str = ""

    def foe_of(self, other: "Stander") -> bool:
        """Whether the two position against each other."""
        return not (self.side and self.side == other.side)


def highest(everyone: Sequence[Stander]) -> Stander | None:
    """Whoever rolled more than everyone else who positions; None where the best are alike. Source: FGT-10, FGT-67."""
    rolled = [one for one in everyone if one.wants is not Positioning.STAND]
    most = max((one.successes for one in rolled), default=0)
    best = [one for one in rolled if one.successes == most]
    return best[0] if len(best) == 1 else None


def decided(one: Stander, other: Stander, everyone: Sequence[Stander], *, single: bool = False) -> Outcome:
    """How positioning ends between two of several, for the first of them. Source: FGT-10, FGT-19, FGT-22, FGT-67.

    With `single` only the highest roll of all has its way.
    """
    if (still := automatic(one.wants, other.wants)) is not None:
        return still
    if single and highest(everyone) not in (one, other):
        return Outcome.TIE
    return Outcome.by(one.successes - other.successes)
