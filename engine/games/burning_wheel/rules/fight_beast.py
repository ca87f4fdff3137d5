"""The mount in a Fight! played out: what it does on a word, its wounds, its nerve, a fall with it (RID-05 to RID-24).

No kind of beast is known by its name here: all comes from the `Rider`.
"""

from collections.abc import Hashable
from dataclasses import replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import riding, saddle, throws
from engine.games.burning_wheel.rules.blow import Nerve, Strike
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.exchange import layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Effect, Hit
from engine.games.burning_wheel.rules.fight_defenses import By
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import Deed, word
from engine.games.burning_wheel.rules.fight_state import Cast, Event, Made, Part, Side, Standing, Table
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.saddle import ORDERS, Fright
from engine.games.burning_wheel.rules.steel import hesitation, lost
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.wounds import Level, NewWound, together
from engine.records import changed
from engine.working import Line

RIDING = "rides.riding"
"""Where a test of Riding stands among the fields of a fighter."""
_ACTS = {order: act for act, order in ORDERS.items()}
_BY = {By.POWER: "power", By.SPEED: "speed"}
"""What of a mount answers by nature; Agility stands in for a skill that it lacks. Source: RID-14."""


def rider_of(side: Side) -> Rider:
    """How a side rides. Raises `AssertionError` for one on foot."""
    assert side.rider
    return side.rider


def dice(side: Side, act: Act) -> Pool:
    """What the mount rolls for something that it was told. Source: RID-14."""
    mount, order = rider_of(side).mount, ORDERS[act]
    shade = getattr(mount, saddle.ROLLS[order]).shade
    return Pool.of(saddle.act(order, mount, side.state.beast.taken).total, shade)


def natural(side: Side, by: By) -> tuple[Pool, int]:
    """What the mount answers with by nature, and its +Ob. Source: RID-14, FGT-34."""
    ability = getattr(rider_of(side).mount, _BY.get(by, "agility"))
    beast = side.state.beast
    return Pool.of(max(0, ability.exponent - beast.taken), ability.shade), beast.hurts


def harder(side: Side, act: Act) -> tuple[Line, ...]:
    """The +Ob of what the mount does. Source: RID-14, INJ-10."""
    own = saddle.told(ORDERS[act], rider_of(side).mount.breed, side.state.mount)
    return Line(side.state.beast.hurts, "wounds of the mount", "INJ-10"), *own.lines


def slots(side: Side, volley: int) -> int:
    """The actions of a mount in a volley for what it was told last; 0 without an order. Source: RID-14, RID-16."""
    beast = side.state.beast
    if side.rider is None or beast.order is None or beast.lost or side.state.out:
        return 0
    return layouts(max(0, side.rider.mount.reflexes.exponent - beast.taken))[0][volley - 1]


def repeats(side: Side, volley: int, slot: int, deed: Deed | None) -> Deed | None:
    """What the mount does again by itself in a slot in which its rider has no other word for it. Source: RID-14.

    A Charge is over once it was run, and a horse Avoids only on the move (RID-11).
    """
    if slot > slots(side, volley) or (deed and deed.mounts):
        return None
    order = side.state.beast.order
    assert order
    act = _ACTS[order]
    return None if word(act, side.state.mount, rider_of(side).mount) else Deed(act, With.MOUNT)


def _tests_riding(side: Side, table: Table, place: int, obstacle: int, *, margin: bool = False) -> int:
    """Riding against an obstacle: by how much it falls short, 0 where it holds. The `margin` may not matter. RID-01.

    Wounds and a lost seat add to it; bit, bridle, saddle and stirrups are a die. Source: RID-04, RID-19.
    """
    rider = rider_of(side)
    against = obstacle + side.state.hurts + side.slipping.amount
    pool = side.dice(rider.riding, more=riding.GEAR if rider.seated else 0)

    def tells(fell: tuple[int, ...]) -> Hashable:
        short = max(0, against - fell[0])
        return short if margin else bool(short)

    (fell,) = table.together([Cast(place, Part.RIDING, pool)], tells)
    if pool.dice:
        table.made.append(Made(place, RIDING, pool.dice, against, fell >= against))
    return max(0, against - fell)


def told(side: Side, table: Table, place: int, act: Act) -> tuple[Standing, bool, list[Effect]]:
    """A word to the mount: how it stands then, whether it does so now, and what is told of it. Source: RID-14.

    What it was told last it does again without a test, and a frightened one hears nothing.
    """
    state, rider, order = side.state, rider_of(side), ORDERS[act]
    if state.beast.lost:
        return state, False, [Effect(place, "cannot make a frightened mount listen", "RID-24")]
    if state.beast.order is order:
        return state, True, []
    if _tests_riding(side, table, place, rider.commands(state.mount).total):
        return state, False, [Effect(place, "the mount does not listen", "RID-14")]
    last = None if act is Act.CHARGE else order
    return changed(state, beast=replace(state.beast, order=last)), True, []


def reined(side: Side, table: Table, place: int) -> tuple[Standing, list[Effect]]:
    """The rider takes a frightened mount in hand, with the action of this slot. Source: RID-24."""
    state, rider = side.state, rider_of(side)
    wants = state.beast.reins
    assert wants
    if _tests_riding(side, table, place, riding.obstacle(rider.mount).total):
        return state, [Effect(place, "cannot take the mount in hand", "RID-24")]
    done = changed(side, state=changed(state, beast=replace(state.beast, fright=wants)))
    return done.state, [Effect(place, f"has the mount in hand: {wants.words}", "RID-24"), *startled(done, table, place)]


def startled(side: Side, table: Table, place: int) -> list[Effect]:
    """What the fright that a mount has now does to its rider: one that rears or rolls may throw him. RID-07, RID-24."""
    fright = side.state.beast.fright
    against = saddle.throws(fright) if fright else None
    if against is None or side.rider is None:
        return []
    rolls = fright is Fright.ROLL
    short = _tests_riding(side, table, place, against.total, margin=rolls)
    if not short:
        return [Effect(place, "stays in the saddle", "RID-24")]
    return [_thrown(place, "is thrown", "RID-24"), *(_rolled_over(side, place, short) if rolls else ())]


def _thrown(place: int, words: str, rule: str) -> Effect:
    return Effect(place, words, rule, state=lambda now: changed(now, posture=Posture.GROUND, afoot=True))


def _rolled_over(side: Side, place: int, short: int) -> list[Effect]:
    """What a mount does that rolls over its rider, by how much his Riding fell short. Source: RID-07."""
    rider = rider_of(side)
    power = rider.mount.power.exponent
    return grounded(side, place, riding.rolls(rider.mount, rider.ground).total, power, riding.stage(short), "RID-07")


def grounded(side: Side, place: int, power: int, behind: int, stage: Stage, rule: str) -> list[Effect]:
    """The ground as a blow of that Power, by something of an exponent `behind` it. Source: RID-07, RID-19, MAT-05."""
    if stage is Stage.MISS or power < 1:
        return []
    ground = Strike(Pool.of(0), 1, ims(power), throws.ADD, throws.va(behind))
    at = ground.damage.at(stage)
    hit = Hit(at, side.fighter.tolerances.level(at), ground, Target.TORSO, hard=True)
    return [Effect(place, f"hits the ground: {stage.words} at {at}", rule, wound=hit)]


# Wounds and nerve


def nerve(rider: Rider) -> Nerve:
    """The Steel of a mount, and its hesitation. Source: STE-02, RID-24."""
    return Nerve(rider.mount.steel, hesitation(rider.mount.will).total)


def _tests_steel(side: Side, table: Table, place: int, beast: Beast) -> tuple[Beast, Event]:
    """The Steel of a mount with the wounds that it has by now; its last order is over either way. RID-16, RID-24."""
    own, hurt = nerve(rider_of(side)), together(beast.levels)
    pool, obstacle = own.pool(hurt), own.obstacle(hurt)
    (fell,) = table.together([Cast(place, Part.FRIGHT, pool)], lambda fell: lost(obstacle, fell[0]))
    gone = lost(obstacle, fell)
    after = replace(beast, order=None).frightened(gone)
    does = f"{gone} lost, {after.fright.words}" if after.fright and gone else "holds"
    return after, Event(place, f"the mount’s Steel: {does}", "RID-24")


def uneasy(side: Side, table: Table, place: int) -> tuple[Standing, list[Event]]:
    """The Steel test of a mount that has learned no Mounted Combat, as an exchange begins. Source: RID-10."""
    if side.rider is None or side.rider.mount.fights or side.state.beast.lost:
        return side.state, []
    beast, told = _tests_steel(side, table, place, side.state.beast)
    return changed(side.state, beast=beast), [told]


def wounded(side: Side, table: Table, place: int, hit: Hit) -> tuple[Standing, list[Event]]:
    """A blow that the mount takes: its wound, and what pain does to its nerve. Source: RID-22, RID-24, INJ-14."""
    state, beast = side.state, side.state.beast
    if hit.level is Level.NONE:
        return state, [Event(place, "no wound for the mount", "INJ-04")]
    mount = rider_of(side).mount
    levels = (*beast.levels, hit.level)
    hurt = together(levels)
    least = min(mount.speed.exponent, mount.power.exponent)
    down = hurt.dying or least + hurt.dice.total <= 0
    after = replace(beast, levels=levels, hits=(*beast.hits, hit.place), down=down)
    told = [Event(place, f"the mount has a {hit.level.wound}", "INJ-04")]
    if NewWound(hit.level, levels.count(Level.SUPERFICIAL)).steel_test and not down:
        after, said = _tests_steel(side, table, place, after)
        told.append(said)
    return changed(state, beast=after), told


def collapses(side: Side, table: Table, place: int) -> list[Effect]:
    """The mount goes down: its rider gets clear with Riding, or falls under it. Source: RID-07, INJ-12."""
    short = _tests_riding(side, table, place, riding.STAY_ON, margin=True)
    if short:
        return [_thrown(place, "goes down with the mount", "RID-07"), *_rolled_over(side, place, short)]
    return [Effect(place, "gets clear of the mount as it falls", "RID-07", state=lambda now: changed(now, afoot=True))]
