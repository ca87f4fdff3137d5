"""Defending in Fight! as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import Countered, avoiding, counters
from engine.rulings import Rulings
from engine.working import Worked


def power_alone(bonus: int, ask: Rulings) -> bool:
    """Whether Power stands off a Charge without positioning dice; asked for only with some. Source: FGT-34."""
    return bool(bonus) and ask["fight.charge-power"] == "bare"


def harder_to_avoid(moving: bool, again: bool, ask: Rulings) -> Worked:
    """The +Ob of an Avoid, for moving and for another one of the volley. Source: FGT-35."""
    return avoiding(moving=moving, again=again and ask["fight.second-avoid"] == "penalty")


def avoids_all(attackers: int, ask: Rulings) -> bool:
    """Whether one Avoid is taken off every attack; asked for only where several come. Source: FGT-35."""
    return attackers < 2 or ask["fight.avoid-several"] == "all"


def blocks_all(attackers: int, ask: Rulings) -> bool:
    """Whether one Block is taken off every attack; asked for only where several come. Source: FGT-37."""
    return attackers < 2 or ask["fight.block-several"] == "all"


def countered(act: Act, ask: Rulings) -> Countered:
    """What a Counterstrike does against an action; asked for only where the book lists it not. Source: FGT-39."""
    if counters(act) == counters(act, always=True):
        return counters(act)
    return counters(act, always=ask["fight.riposte"] == "always")
