"""Defending in Fight! as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.readings.fight_positioning import allowed_to
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import Countered, Grip, Held, avoiding, counters
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_reach import Allowed, Handy, Part
from engine.games.burning_wheel.rules.striking import Inside
from engine.rulings import Rulings
from engine.working import Line, Worked


def at_distance(part: Part, own: Distance, weapon: Handy, ask: Rulings) -> Allowed:
    """What one may do at a distance against someone who reaches there. Source: FGT-16, FGT-17."""
    theirs = Distance.INSIDE if own is Distance.INSIDE else Distance.OPTIMAL
    return allowed_to(part, own, weapon, theirs, ask)


def blocks_inside(inside: Inside, ask: Rulings) -> Line:
    """What a long weapon adds to a Block on the inside, if anything. Source: FGT-17."""
    weapon = next((one for one in Handy if one.inside is inside), Handy.HAND)
    own = Distance.OPTIMAL if inside is Inside.NO else Distance.INSIDE
    return Line(at_distance(Part.BLOCK, own, weapon, ask).obstacle, f"On the inside: {inside.words}", "FGT-17")


def stands_on_power(grip: Grip, held: Held, ask: Rulings) -> bool:
    """Whether someone who did not position answers a Charge with Power; asked for only there. Source: FGT-22."""
    return grip is Grip.CHARGE and held is Held.STILL and ask["fight.stand-charge"] == "power"


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
