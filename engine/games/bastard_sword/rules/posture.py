"""Lying down, crawling, and getting up again (BSR-74, BSR-75)."""

from engine.games.bastard_sword.rules.movement import CRAWL
from engine.option import Option

TO_DROP = 1
"""The steps that it takes to lie down. Source: BSR-74."""
PRONE_MALUS = 3
"""The malus in melee against those who stand. Source: BSR-74."""


class Posture(Option):
    """What someone does about lying on the ground. Source: BSR-74."""

    DROP = "drop", "drop to the ground"
    CRAWL = "crawl", "stay down"
    RISE = "rise", "get up"


def cost(posture: Posture, speed: int, kick: int = 0) -> int:
    """The steps that it takes, for someone of this movement; a kick-up of so many successes helps them to rise.

    Source: BSR-74, BSR-75.

    >>> cost(Posture.DROP, 12), cost(Posture.RISE, 12), cost(Posture.RISE, 12, kick=4), cost(Posture.RISE, 9)
    (1, 6, 2, 4)
    """
    if posture is Posture.RISE:
        return max(0, speed // 2 - max(0, kick))
    return TO_DROP if posture is Posture.DROP else 0


def steps(posture: Posture, left: int) -> int:
    """How far those who do this get with so many steps left after it. Source: BSR-74."""
    return left if posture is Posture.RISE else left // CRAWL
