"""What comes next: a first action, the actions of a volley, the next volley or exchange, the end (FGT-60, FGT-67)."""

from engine.games.burning_wheel.rules import fight_beast, fight_bids, fight_reach, stances
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_moment import At, Moment
from engine.games.burning_wheel.rules.fight_state import Phase, Standing
from engine.records import changed


def leads(fight: Moment) -> bool:
    """Whether a first action comes now by itself: a Charge is a positioning test instead. Source: FGT-60, FGT-61."""
    place = fight.bids.first
    if place is None or fight.bids.done or fight.volley != 1:
        return False
    side = fight.sides[place]
    idle = bool(side.state.lost or side.state.waits) or side.state.out
    return not idle and side.volley(1).deeds[0].act not in stances.CHARGES


def first(fight: At) -> At:
    """An announced volley, which a first action may lead. Source: FGT-60."""
    return changed(fight, phase=Phase.FIRST if leads(fight) else Phase.POSITION)


def after(fight: At) -> At:
    """On to the actions of the volley, or to the end where both are out of reach. Source: FGT-16, FGT-67."""
    if fight.options:
        return changed(fight, phase=Phase.HALT)
    if fight_reach.over(fight.places):
        return changed(fight, phase=Phase.OVER)
    if fight.bids.late and leads(fight):
        return changed(fight, phase=Phase.FIRST)
    return skipped(changed(fight, phase=Phase.ACT))


def skipped(fight: At) -> At:
    """On to the next slot in which anyone has an action, the next volley, the next exchange, or the end. FGT-67."""
    if all(side.state.idle for side in fight.sides) or any(side.state.out for side in fight.sides):
        return changed(fight, phase=Phase.OVER)
    most = max(max(len(side.volley(fight.volley).slots), fight_beast.slots(side, fight.volley)) for side in fight.sides)
    if fight.phase is Phase.POSITION or fight.slot <= most:
        return fight
    if any(side.state.ward is not None for side in fight.sides):
        for place in (0, 1):
            fight = fight.with_state(place, changed(fight.sides[place].state, ward=None))
    if fight.volley < VOLLEYS:
        return changed(fight, phase=Phase.ANNOUNCE, volley=fight.volley + 1, slot=1)
    one, two = (changed(side, state=_new_script(side.state)) for side in fight.sides)
    fight = changed(fight, sides=(one, two), bids=fight_bids.Bidding())
    return changed(fight, phase=Phase.SCRIPT, exchange=fight.exchange + 1, volley=1, slot=1)


def _new_script(state: Standing) -> Standing:
    """A state at the end of an exchange: what is ready stands in no script any more. Source: FGT-63, FGT-67."""
    return changed(state, plan=None, ready=(state.ready[0], 0) if state.ready else None)
