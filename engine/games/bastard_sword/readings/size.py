"""Size and strength, as the table reads them."""

from engine.games.bastard_sword.rules import size
from engine.rulings import Rulings


def more_strength(apart: int, ask: Rulings) -> int:
    """What a difference of so many categories adds to the larger one's strength; 0 for the smaller. Source: BSR-29."""
    if apart <= 0:
        return 0
    return size.more_strength(apart, two_is_six=apart == size.TWO and ask["size.two"] == "six")
