"""The actions of an exchange, over its three volleys (FGT-05, FGT-06)."""

import itertools
from dataclasses import dataclass

from engine.refused import Refused

VOLLEYS = 3


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place in a fight: exchange, volley (1 to 3) and action within it, all from 1. They compare in that order."""

    exchange: int
    volley: int
    action: int

    @property
    def words(self) -> str:
        """ "exchange 2, volley 1, action 2"."""
        return f"exchange {self.exchange}, volley {self.volley}, action {self.action}"

    @property
    def heartbeat(self) -> int:
        """Volleys from the first of the fight, 0 or more."""
        return (self.exchange - 1) * VOLLEYS + self.volley - 1


def layouts(actions: int) -> tuple[tuple[int, ...], ...]:
    """Every way to divide actions (0 or more) over three volleys as evenly as can be, the earliest first. FGT-06.

    >>> layouts(4)
    ((2, 1, 1), (1, 2, 1), (1, 1, 2))
    """
    each, extra = divmod(actions, VOLLEYS)
    return tuple(
        tuple(each + (volley in chosen) for volley in range(VOLLEYS))
        for chosen in itertools.combinations(range(VOLLEYS), extra)
    )


def slot(action: int, layout: tuple[int, ...]) -> Slot:
    """Where action number `action` (from 1) falls when every exchange has this layout.

    Raises `Refused` where the layout has no actions. Source: FGT-05, FGT-06.

    >>> slot(6, (2, 1, 1)).words
    'exchange 2, volley 1, action 2'
    """
    in_all = sum(layout)
    if not in_all:
        raise Refused("Without an action in the exchange nothing gets done.")
    exchange, left = divmod(action - 1, in_all)
    for volley, count in enumerate(layout, 1):
        if left < count:
            return Slot(exchange + 1, volley, left + 1)
        left -= count
    raise AssertionError("the actions of a layout are all counted")
