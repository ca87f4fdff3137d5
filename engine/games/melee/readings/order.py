"""The order of a round, as the table reads it."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Shade
from engine.games.melee.rules.order import Rolled
from engine.rulings import Rulings


def three(rolled: Sequence[Rolled], ask: Rulings) -> bool:
    """Whether gray and white Reflexes have a bracket each; asked only where both are there. Source: MEL-06."""
    shades = {one.shade for one in rolled}
    return {Shade.GRAY, Shade.WHITE} <= shades and ask["order.brackets"] == "three"


def again(ask: Rulings) -> bool:
    """Whether those who are tied roll again; asked only where someone is. Source: MEL-06."""
    return ask["order.ties"] == "reroll"


def cancels(ask: Rulings) -> bool:
    """Whether a way up and a way down in one round cancel; asked only where someone has both. Source: MEL-07."""
    return ask["moves.both"] == "cancel"


def chained(ask: Rulings) -> bool:
    """Whether someone may trade places again; asked only of whoever has. Source: MEL-08."""
    return ask["swap.chain"] == "free"


def above_all(ask: Rulings) -> bool:
    """Whether newcomers stand above even another bracket; asked only where there is one. Source: MEL-46."""
    return ask["join.bracket"] == "top"
