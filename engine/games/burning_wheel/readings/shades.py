"""What gray and white bring, as the table reads the rules; each reading is asked for only where it matters."""

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import shades as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.rulings import Rulings


def at_once(reflexes: Shade, ask: Rulings) -> int:
    """How many maneuvers fit into each action; asked for only with white Reflexes. Source: HER-08."""
    white = reflexes is Shade.WHITE
    return rules.at_once(reflexes, white_as_gray=white and ask["shades.white-reflexes"] == "two")


def reflexes_of(perception: Ability, agility: Ability, speed: Ability, ask: Rulings) -> Ability:
    """Reflexes from three stats; asked for only where the average is not whole. Source: HUB-40, HER-08."""
    uneven = sum(stat.exponent for stat in (perception, agility, speed)) % 3
    return rules.reflexes_of(perception, agility, speed, up=bool(uneven) and ask["advancement.average"] == "up")


def may_break(power: Shade, weapon: Shade, added: bool, ask: Rulings) -> bool:
    """Whether a weapon can break in this grip; without the bonus `added` the table says. Source: HER-06."""
    if power is Shade.BLACK or weapon is not Shade.BLACK:
        return False
    return added or ask["shades.breaks"] == "always"
