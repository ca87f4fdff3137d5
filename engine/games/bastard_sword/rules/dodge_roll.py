"""A roll out of the way (BSR-68)."""

from dataclasses import dataclass

from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.movement import Terrain


@dataclass(frozen=True, slots=True)
class Rolled:
    """Where a dodge roll ends: steps moved, prone or not, the malus on shots, and the `hits`, each 1 off a blow."""

    moved: int
    prone: bool
    malus: int
    hits: int = 0


def rolled(steps: int, result: int, terrain: Terrain = Terrain.NORMAL, *, ladder: bool = False) -> Rolled:
    """A dodge roll to a place so many steps away; each success past what they cost is a success off, or a rung of them.

    Source: BSR-68.

    >>> rolled(2, 4), rolled(8, 5)
    (Rolled(moved=2, prone=False, malus=2, hits=2), Rolled(moved=5, prone=True, malus=0, hits=0))
    """
    cost = terrain.ground.cost
    hits = result - steps * cost
    if hits < 0:
        return Rolled(max(0, result) // cost, prone=True, malus=0)
    return Rolled(steps, prone=False, malus=rung(hits) if ladder else hits, hits=hits)
