"""The order of a round, as the table reads it."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Shade
from engine.games.melee.rules.order import Rolled
from engine.rulings import Rulings


def three(rolled: Sequence[Rolled], ask: Rulings) -> bool:
    """Whether gray and white Reflexes have a bracket each; asked only where both are there. Source: MEL-06."""
    shades = {one.shade for one in rolled}
    return {Shade.GRAY, Shade.WHITE} <= shades and ask["order.brackets"] == "three"
