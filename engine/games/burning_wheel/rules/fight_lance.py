"""The lance in a Fight! played out: who charges, who strikes first, who is unhorsed (RID-18 to RID-20)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import eaten, lance, quickness
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_beast import grounded, rider_of
from engine.games.burning_wheel.rules.fight_blows import Effect
from engine.games.burning_wheel.rules.fight_distance import LENGTHS, Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import Deed
from engine.games.burning_wheel.rules.fight_state import Cast, Part, Side, Table
from engine.games.burning_wheel.rules.lance import Couched, Seat, Timing
from engine.records import changed
from engine.working import Worked


def charges(side: Side, volley: int) -> bool:
    """Whether a side rides its lance home in a volley. Source: RID-17."""
    scripted = side.volley(volley)
    closes = scripted.positioning is Positioning.CLOSE and not side.state.lost and not side.state.beast.lost
    return closes and any(side.couches(deed) for deed in scripted.deeds)


def jousts(sides: Sequence[Side], volley: int) -> bool:
    """Whether two lances are ridden at each other. Source: RID-18."""
    return all(charges(side, volley) for side in sides)


def position(sides: Sequence[Side], place: int, more: int) -> tuple[Pool, int]:
    """The dice of a charge lance to lance, and its +Ob: the beast’s Speed, helped by its rider’s skill. RID-18."""
    side = sides[place]
    rider, beast = rider_of(side), side.state.beast
    helps = side.fighter.skill if rider.by_lance else rider.riding
    (one, stride), (two, other) = (each.pace for each in sides)
    quick = quickness.dice((one, two), (stride, other), rule="RID-18")[place]
    found = lance.position(rider.mount, helps.exponent, side.fighter.traits, more, Worked(quick.lines), beast.taken)
    return Pool.of(found.total, rider.mount.speed.shade), beast.hurts + side.slipping.amount


def timing(sides: Sequence[Side], place: int, deed: Deed, other: Deed | None, won: int | None) -> Timing:
    """When a side’s lance strikes, against what the other does. Source: RID-20."""
    side, foe = sides[place], sides[1 - place]
    if other is None or not side.couches(deed) or side.state.mount is not Positioning.CLOSE:
        return Timing.USUAL
    shorter = LENGTHS.index(foe.weapon.length) < LENGTHS.index(side.weapon.length)
    return lance.timing(other.act, won=won == place, shorter=shorter, great=rider_of(side).great)


def outridden(sides: Sequence[Side], place: int, deed: Deed, volley: int, won: int | None) -> bool:
    """Whether a lance does not come to strike, because the other’s won the charge. Source: RID-18."""
    return sides[place].couches(deed) and won == 1 - place and jousts(sides, volley)


def unseats(sides: Sequence[Side], table: Table, place: int, successes: int, obstacle: int) -> list[Effect]:
    """What a lance that struck a rider with so many successes does to his seat: the same successes push. RID-19.

    Whoever is hit holds on with Riding or Power, whichever is better.
    """
    lancer, other = sides[place], 1 - place
    foe, own = sides[other], rider_of(sides[place])
    guards = foe.dice(rider_of(foe).riding), foe.dice(foe.fighter.power)
    held = max(guards, key=lambda pool: Roll(pool).law.mean)
    couched = Couched(Pool.of(0), obstacle, lancer.weapon.add or 2, None, own.over)
    eats = foe.state.hurts + foe.slipping.amount

    def net(fell: int) -> int:
        return couched.pushes(successes, eaten.left(fell, eats))

    (fell,) = table.together([Cast(other, Part.SEAT, held, Act.STRIKE)], lambda fell: net(fell[0]))
    seat = lance.unseated(net(fell))
    if seat is Seat.FIRM:
        return [Effect(other, "stays in the saddle", "RID-19")]
    if seat is Seat.LOOSE:
        words = "is half out of the saddle"
        return [Effect(other, words, "RID-19", state=lambda now: changed(now, beast=replace(now.beast, loose=True)))]
    down = Effect(other, "is unhorsed", "RID-19", state=lambda now: changed(now, posture=Posture.GROUND, afoot=True))
    power, behind = lance.fall(own.mount, rider_of(foe).ground).total, own.mount.speed.exponent
    return [down, *grounded(foe, other, power, behind, lance.landed(net(fell)), "RID-19")]
