"""Fights in one roll as the table reads them (FGT-02, FGT-03)."""

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.fight_in_one_roll import Divided, divided
from engine.games.burning_wheel.rules.striking import BASE
from engine.rulings import Rulings


def net_obstacle(ask: Rulings) -> int:
    """What the net of an attack is read against for its damage: 1, or 0. Source: FGT-02."""
    return BASE if ask["fight.bloody-obstacle"] == "one" else 0


def least_die(ask: Rulings) -> int:
    """The fewest dice of each pool. Source: FGT-03."""
    return 1 if ask["fight.bloody-least"] == "one" else 0


def divided_as(pool: Pool, attack: int, armor: int, penalty: int, ask: Rulings) -> Divided:
    """A skill's dice divided; whether a pool may be empty is asked for only where one is. Source: FGT-03."""
    dice, shade = pool.dice, pool.groups[0].shade
    least = least_die(ask) if attack in (0, dice) else 0
    return divided(dice, attack, armor, penalty=penalty, shade=shade, least=least)
