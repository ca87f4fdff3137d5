"""Attacks and their damage, as the table reads the rules."""

from engine.games.melee.forms.attack import Edges, Feet
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.hitting import ahead
from engine.rulings import Rulings

BEYOND = 2
"""By how much lengths and Strides have to differ where a table reads them as Fight! does. Source: MEL-17."""


def beyond(edges: Edges, carries: Carries, ask: Rulings) -> int:
    """By how much lengths and Strides have to differ for the first die; asked only where it matters. Source: MEL-17."""
    apart = abs(carries.gear.length - edges.their_length.gear.length)
    found = {
        Feet.STILL: 0 if carries.gear.far else apart,
        Feet.CHARGE: 0 if carries.gear.far else edges.stride - edges.their_stride,
    }.get(edges.feet, 0)
    return apart_by(found, ask)


def apart_by(steps: int, ask: Rulings) -> int:
    """The same for lengths or Strides that differ by so many steps. Source: MEL-17, MEL-29."""
    matters = ahead(steps) != ahead(steps, BEYOND)
    return BEYOND if matters and ask["reach.dice"] == "beyond" else 0


def alone(means: Means, ask: Rulings) -> bool:
    """Whether the best of two dice counts without the margin; asked only of what rolls two. Source: MEL-18."""
    return means is Means.HEAVY and ask["damage.heavy"] == "alone"


def aimed(aim: int, help: int, *, far: bool, ask: Rulings) -> tuple[int, int]:
    """Dice of aiming and of help; asked only of a missile that has both. Source: MEL-17, MEL-31."""
    if not far or not (aim and help) or ask["aim.help"] == "together":
        return aim, help
    return (aim, 0) if aim >= help else (0, help)


def forks(dice: int, ask: Rulings) -> int:
    """Dice of FoRKs beside the two that are named; asked only where there are any. Source: MEL-17."""
    return dice if dice and ask["forks.open"] == "open" else 0


def forced(cover: int, ask: Rulings) -> bool:
    """Whether cover counts though they do nothing about it; asked only where there is any. Source: MEL-16."""
    return cover > 0 and ask["block.choice"] == "always"
