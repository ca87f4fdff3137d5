"""A shot or a throw in a Fight! played out: its obstacle, a shield, the Die of Fate (FGT-27, FGT-30)."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import shields, shots
from engine.games.burning_wheel.rules.blow import Flight
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Effect, Hit, on
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_missiles import HANDLES, Flies, Ranged
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.fight_script import Deed
from engine.games.burning_wheel.rules.fight_state import Cast, Made, Part, Side, Table
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import Band, obstacle
from engine.games.burning_wheel.rules.saddle import Spot
from engine.games.burning_wheel.rules.striking import Disadvantage
from engine.working import Line, Worked

DIE = Pool.of(1)
ON_BEAST = {Spot.FRONT: Target.HEAD, Spot.BODY: Target.TORSO, Spot.BACK: Target.LEGS}
"""What a part of a beast costs a shooter: as much as that part of a body. Source: RID-22."""


def in_hand(side: Side) -> Ranged | None:
    """What a side shoots or throws; None once the bow was dropped for another weapon, or knocked away. FGT-25."""
    ranged = side.fighter.ranged
    return None if ranged and ranged.kind and side.state.disarmed else ranged


def wields(side: Side, volley: int | None) -> Wields | None:
    """What counts for a side's length: what is ready to fly, in a volley that uses it, or at the start. FGT-14, 15."""
    ranged = in_hand(side)
    if ranged is None or not side.state.shot.loaded:
        return None
    if volley is None or side.state.plan is None:
        return ranged.wields
    used = any(deed.act in HANDLES for deed in side.volley(volley).deeds)
    return ranged.wields if used and not side.state.lost else None


def flies(side: Side, act: Act) -> Flies:
    """What comes of loosing with such an action now. Source: FGT-29."""
    ranged = in_hand(side)
    return ranged.flies(side.state.shot, act, side.state.task) if ranged else Flies.NOTHING


def against(sides: Sequence[Side], place: int, act: Act, more: Sequence[Line]) -> Worked:
    """What a shot or throw has to reach, line by line; `more` is what movement, wounds and posture add. FGT-30, 66."""
    ranged = sides[place].fighter.ranged
    assert ranged
    snapshot = flies(sides[place], act) is Flies.SNAP
    base = obstacle(Band.CLOSE, snapshot=snapshot, head=ranged.shot.obstacle, other=ranged.harder)
    far = ranged.lunging and sides[1 - place].state.at is Distance.LUNGING
    lunging = Line(Disadvantage.LUNGING.amount or 0, "At lunging distance", "FGT-30")
    return Worked((*base.lines, *more, *((lunging,) if far else ())))


def loosed(sides: Sequence[Side], table: Table, place: int, deed: Deed, more: Sequence[Line]) -> list[Effect]:
    """A shot or throw at the other side, from the shield before it to what it hits. Source: FGT-30, WPN-13 to WPN-17.

    Avoid, Block and Counterstrike take nothing from it; an Avoid is among what makes it harder.
    """
    side, foe, other = sides[place], sides[1 - place], 1 - place
    ranged = in_hand(side)
    if ranged is None or flies(side, deed.act) is Flies.NOTHING:
        return [Effect(place, f"{deed.act.words}: {Flies.NOTHING.words}", "FGT-29")]
    down = side.rider.shoots_down(mounted=foe.rider is not None) if side.rider else 0
    pool = side.dice(ranged.skill, more=side.state.shot.aimed + down)
    needs = against(sides, place, deed.act, more).total
    fell = table.cast(Cast(place, Part.ATTACK, pool, deed.act))
    added = shields.cover_added(_cover(foe, table, other, ranged.shot.va))
    lands = fell >= needs + added
    table.made.append(Made(place, "ranged.skill", pool.dice, needs + added, lands))
    if not lands:
        return [Effect(place, f"{ranged.shot.name}: missed by {needs + added - fell}", "FGT-30")]
    wants = side.state.choice.wants or Target.TORSO
    rider = foe.rider if isinstance(wants, Spot) else None
    part = wants if isinstance(wants, Target) else ON_BEAST[wants] if rider else Target.TORSO
    flight = Flight(pool, needs, ranged.shot, wanted=part, cost=shots.AIM[part])
    struck = flight.landed(fell, table.cast(Cast(place, Part.FATE, DIE, deed.act)), added)
    at, spot = ranged.shot.damage.at(struck.stage), struck.spot or Target.TORSO
    if rider:
        where = next(one for one, stands in ON_BEAST.items() if stands is spot)
        words = f"is hit by the {ranged.shot.name.lower()}: {struck.stage.words} at {at}{on(where)}"
        level = rider.mount.tolerances.level(at)
        return [Effect(other, words, "RID-22", wound=Hit(at, level, flight, Target.TORSO, beast=True))]
    words = f"is hit by the {ranged.shot.name.lower()}: {struck.stage.words} at {at}{on(spot)}"
    return [Effect(other, words, "WPN-15", wound=Hit(at, foe.fighter.tolerances.level(at), flight, spot))]


def _cover(foe: Side, table: Table, place: int, va: int) -> int:
    """The successes of the shield that someone holds before him, unless VA goes through or it is inside. ARM-30, 35."""
    guard = foe.fighter.guard
    if guard is None or foe.state.at is Distance.INSIDE or not shields.stops_missile(guard.carried.dice, va):
        return 0
    return table.cast(Cast(place, Part.COVER, Pool.of(guard.carried.dice)))
