"""What the odds of a round and the forecast rest on, as the table reads it."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.rules.outlook import House
from engine.rulings import Rulings


def house(ones: Sequence[One], ask: Rulings, *, bought: bool = False, wakes: bool = False) -> House:
    """The readings for these people, each asked where it can make a difference.

    `bought`: dice are bought. `wakes`: it goes on until those who are down hold on, or wake. Source: BSR-17 to BSR-60.
    """
    return House(
        undefended_hits=ask["melee.undefended"] == "hits",
        again=any(one.fighter.track.major > 1 for one in ones) and ask["injury.repeat"] == "every",
        weighed=ask["damage.malus"] == "yes",
        capped=ask["damage.spirit"] == "capped",
        after_payment=not bought or ask["spirit.cap"] == "after",
        bleeds_over=ask["injury.bleeding-over"] == "death",
        at_once=wakes and ask["injury.bleeds-out"] == "at-once",
        twice=wakes and ask["injury.waking"] == "twice",
        held_out=wakes and ask["injury.recheck"] == "out",
    )


def shooting(ones: Sequence[One], metres: int, found: House, ask: Rulings) -> House:
    """The same for fights in which some of them shoot. Source: BSR-47, BSR-48."""
    archers = [one.fighter for one in ones if one.fighter.shooting.dice]
    if not archers:
        return found
    at_edge = any(metres and metres % one.increment == 0 for one in archers)
    free = at_edge and ask["shooting.edge"] == "free"
    return replace(found, bad_dodges=ask["shooting.bad-dodge"] == "adds", edge_free=free)
