"""Orders shouted in a fight, and how long a spell is held back at its last syllable (FGT-31, FGT-32)."""

from engine.games.burning_wheel.rules.exchange import VOLLEYS, Slot, slot
from engine.games.burning_wheel.rules.fight_chain import Layout
from engine.refused import Refused

WORDS = 3
"""Words of a Command in a volley. Source: FGT-31."""


def volleys_of(words: int) -> int:
    """The volleys that an order of so many words takes. Raises `Refused` for none. Source: FGT-31.

    >>> [volleys_of(words) for words in (1, 3, 4, 7)]
    [1, 1, 2, 3]
    """
    if words < 1:
        raise Refused("An order has at least one word.")
    return -(-words // WORDS)


def spoken(volleys: int, layout: Layout, begins: int = 1, *, action: bool = True) -> tuple[Slot, ...]:
    """The slot of each part of an order that takes so many volleys, from action `begins` (1 or more) on.

    With `action` each part is the first free action of its volley, and volleys without one are left out; without it
    words go with any volley, and the slot names only that. Source: FGT-31.
    """
    start = slot(begins, layout)
    found, heartbeat = [start], start.heartbeat
    while len(found) < volleys:
        heartbeat += 1
        exchange, volley = divmod(heartbeat, VOLLEYS)
        if layout[volley] or not action:
            found.append(Slot(exchange + 1, volley + 1, 1))
    return tuple(found)


def held_against(actions: int, will: int) -> tuple[int, ...]:
    """The obstacles of the Will tests for holding a finished spell so many actions (0 or more), one after the other.

    As many actions as Will (1 or more) are free, and each such span after it begins with a test that is harder by one.
    Source: FGT-32.

    >>> held_against(5, 5), held_against(6, 5), held_against(11, 5)
    ((), (1,), (1, 2))
    """
    if will < 1:
        raise Refused("Without Will nothing is held back.")
    return tuple(range(1, max(0, actions - 1) // will + 1))


def only_maintain(taken: tuple[Slot, ...]) -> tuple[tuple[int, int], ...]:
    """The exchange and volley of every volley in which a caster may only Maintain. Source: FGT-32."""
    return tuple(dict.fromkeys((one.exchange, one.volley) for one in taken))
