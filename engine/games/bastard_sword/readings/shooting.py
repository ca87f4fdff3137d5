"""Distance, as the table reads it."""

from engine.games.bastard_sword.rules import shooting
from engine.rulings import Rulings


def distance_malus(distance: int, increment: int, ask: Rulings) -> int:
    """What distance takes off a shot; a ruling says whether a whole increment is passed. Source: BSR-47."""
    edge = distance > 0 and distance % increment == 0 and ask["shooting.edge"] == "free"
    return shooting.distance_malus(distance, increment, edge_free=edge)
