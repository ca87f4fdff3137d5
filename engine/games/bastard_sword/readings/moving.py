"""How far a run goes, as the table reads it."""

from engine.rulings import Rulings


def each_success(speed: int, ask: Rulings) -> bool:
    """Whether the half of an odd movement is rounded down for each success by itself. Source: BSR-36."""
    return bool(speed % 2) and ask["moving.half-speed"] == "each"
