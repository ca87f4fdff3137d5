"""What a rider does in a fight, and what happens in the saddle (BSR-103 to BSR-109)."""

from dataclasses import replace

from engine import wording
from engine.forms import Unusable
from engine.games.bastard_sword.calculators.combat.encounter_kept import Kept, fallen, off, throw
from engine.games.bastard_sword.forms.encounter import GiveWay, MountDodges, PayForIt, Ride, StayOn
from engine.games.bastard_sword.readings.dice import rolled
from engine.games.bastard_sword.rules.encounter import Encounter
from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.rules.mounted import into_reach
from engine.games.bastard_sword.rules.saddle import TO_ACT, Seat
from engine.games.bastard_sword.words import successes as counted
from engine.session import Dice


def ride(state: Kept, move: Ride, dice: Dice) -> Kept:
    """A riding test, against the ego of a mount that is untrained or flees. Source: BSR-103, BSR-104, BSR-107."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    seat = _seat(one)
    thrown = throw(state, one, seat.mount.riding, move)
    fell = fallen(thrown.pool, f"{one.name}: riding", dice)
    result = fell - off(state, None) - move.off + thrown.relief
    if seat.tested:
        result -= fallen(rolled(seat.mount.ego, state.ask), f"{one.name}’s mount: ego", dice)
    after = seat.ridden(result)
    fight = fight.put(at, replace(thrown.one, acted=True, seat=after))
    if after.bolts:
        return state.then(fight, f"{one.name}’s mount still flees.", "BSR-107")
    if seat.mount.trained or seat.bolts:
        return state.then(fight, f"{one.name} rides: {_points(after.points)}.", "BSR-107" if seat.bolts else "BSR-103")
    goes = ("stays where it is", "goes at half its speed", "goes where it should")[after.halves]
    more = f", and {_points(after.coming)} in the next round" if after.coming else ""
    return state.then(fight, f"{one.name}’s mount {goes}{more}.", "BSR-104")


def pays(state: Kept, at: int, fight: Encounter, *, runs: bool = False, reaches: int | None = None) -> Encounter:
    """The fight after a rider has paid for what the mount does: a run, and moving into the reach of a foe.

    Nothing is paid on foot. Raises `Unusable` for more points than there are. Source: BSR-105, BSR-106.
    """
    one = fight.ones[at]
    if not one.saddle:
        return fight
    price = TO_ACT * runs + (0 if reaches is None else reach_price(state.fight, at, reaches))
    if price > one.saddle.points:
        have = _points(one.saddle.points)
        where = "move.to" if reaches is not None and not runs else "move"
        raise Unusable(where, f"That takes {_points(price)}; {one.name} has {have}. A riding test brings them.")
    return fight.put(at, replace(one, seat=one.saddle.pays(price)))


def reach_price(fight: Encounter, at: int, other: int) -> int:
    """The riding points for going up to someone; none on foot, to a friend, or within a melee. Source: BSR-106."""
    one = fight.ones[at]
    if not one.saddle or other not in fight.foes(at) or fight.band(at, other):
        return 0
    return sum(into_reach(one.fighter.size, [fight.ones[other].fighter.size]))


def sits(state: Kept) -> Kept:
    """Someone gets off, with which the riding pool is lost, or up again. Source: BSR-103."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    seat = _seat(one)
    after = seat.left() if seat.on else replace(seat, on=True)
    said = f"{one.name} {'gets off' if seat.on else 'gets into the saddle'}."
    return state.then(fight.put(at, replace(one, seat=after)), said, "BSR-103")


def dodges(state: Kept, move: MountDodges) -> Kept:
    """A mount dodges a shot with its own dice, for a riding point. Source: BSR-105, BSR-107."""
    fight, attack = state.fight, state.fight.attack
    assert attack is not None
    one = fight.ones[attack.at]
    paid = fight.put(attack.at, replace(one, seat=_seat(one).pays(TO_ACT)))
    said = f"{one.name}’s mount dodges with {move.pool.words}."
    return state.then(paid.met((move.pool, move.off)), said, "BSR-105")


def jolted(state: Kept, move: StayOn | PayForIt | GiveWay, dice: Dice) -> Kept:
    """What comes of a major injury of a rider or a mount. Source: BSR-107, BSR-108."""
    fight = state.fight
    jolt = fight.jolt
    assert jolt is not None
    one = fight.ones[jolt.at]
    seat = _seat(one)
    said, stays = "", isinstance(move, PayForIt)
    if isinstance(move, StayOn):
        thrown = throw(state, one, seat.mount.riding, move, free=True)
        fell = fallen(thrown.pool, f"{one.name}: riding", dice)
        result = fell - fight.malus(jolt.at, reaction=True, free=True) - move.off + thrown.relief
        one, stays = thrown.one, result >= jolt.hits
        said = f"{one.name} rides, {counted(result)} against {jolt.hits}: "
        fight = fight.put(jolt.at, one)
    elif stays:
        seat = seat.pays(jolt.hits)
        fight = fight.put(jolt.at, replace(one, seat=seat))
        said = f"{one.name} pays {_points(jolt.hits)}: "
    if not jolt.mount:
        end = "stays in the saddle" if stays else "is thrown, and the mount leaves"
        after = fight.turned() if stays else fight.thrown(jolt.at, seat)
        return state.then(after, f"{said or f'{one.name} '}{end}.", "BSR-108")
    if not stays:
        fight = fight.put(jolt.at, replace(fight.ones[jolt.at], seat=seat.bolted()))
    end = "the mount stays" if stays else f"{'the' if said else f'{one.name}’s'} mount flees"
    return state.then(fight.turned(), f"{said}{end}.", "BSR-107")


def _seat(one: One) -> Seat:
    assert one.seat is not None
    return one.seat


def _points(number: int) -> str:
    return wording.count(number, "riding point")
