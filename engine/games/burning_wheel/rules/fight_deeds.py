"""What each of two fighters really does in a slot, with which dice and at what +Ob (FGT-08, FGT-09, FGT-34)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    fight_attacks,
    fight_beast,
    fight_defenses,
    fight_lance,
    fight_posture,
    fight_push,
    fight_reach,
    saddle,
    stances,
)
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_matrix import Met, met
from engine.games.burning_wheel.rules.fight_missiles import LOOSES
from engine.games.burning_wheel.rules.fight_moment import Moment
from engine.games.burning_wheel.rules.fight_posture import Doing
from engine.games.burning_wheel.rules.fight_script import Deed, Script, word
from engine.games.burning_wheel.rules.fight_state import Cast, Part, Phase, Side, Standing
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.working import Line

ARMED = frozenset(
    (Met.STRIKE, Met.GREAT_STRIKE, Met.FEINT, Met.BEAT, Met.DISARM, Met.BLOCK, Met.TO_DEFENSIVE, Met.COUNTERSTRIKE)
)
"""Actions with the weapon in hand, which a Beat makes harder. Source: FGT-36."""
REINS = Deed(Act.PHYSICAL, With.MOUNT)
"""What a rider does who takes a frightened mount in hand. Source: RID-24."""


def _moving(fight: Moment, place: int) -> int:
    """What moving costs every action of the volley; the saddle has a price of its own. Source: FGT-21, RID-12."""
    if fight.sides[place].rider:
        return 0
    return fight_reach.moving(fight.moved[place], fight.moved[1 - place], fight_reach.Doing.MELEE).total


def deed_of(fight: Moment, place: int) -> Deed | None:
    """What a side really does in this slot: nothing where it has no action there. Source: FGT-61, FGT-67."""
    side = fight.sides[place]
    slots = side.volley(fight.volley).slots
    if fight.slot > len(slots) or side.state.out:
        return None
    if fight.slot == 1 and fight.volley == 1 and fight.bids.done and fight.bids.first == place:
        return None  # It came before all others.
    deed = slots[fight.slot - 1][0]
    if fight.slot == 1 and fight.rushed[place]:
        return deed  # It was the positioning of this volley; what it cost comes after it.
    if side.state.lost:
        return Deed(Act.DROOL)
    if side.state.beast.reins:
        return REINS
    if fight_lance.outridden(fight.sides, place, deed, fight.volley, fight.won):
        return Deed(Act.NOTHING)
    if side.state.waits:
        if not (side.state.sprung and side.state.ready):
            return Deed(Act.NOTHING)
        deed = side.state.ready[0]
    if deed.act is Act.GREAT_STRIKE and side.state.sets < fight_attacks.SETS[side.held(deed.using).speed]:
        deed = replace(deed, act=Act.STRIKE)
    return Deed(Act.NOTHING) if barred(fight, place, deed) else deed


def doing(fight: Moment, place: int) -> Deed | None:
    """What a side really does in this slot, once a volley is announced; None without an action. Source: FGT-67."""
    if fight.phase is Phase.FIRST:
        return deed_of(fight, place) if fight.bids.first == place else None
    return deed_of(fight, place) if fight.phase is Phase.ACT else None


def barred(fight: Moment, place: int, deed: Deed) -> bool:
    """Whether distance or stance rules an action out by now. Source: FGT-16, FGT-50."""
    side = fight.sides[place]
    part = fight_reach.PARTS.get(deed.act)
    if deed.mounts:
        mount = side.rider.mount if side.rider else None
        if word(deed.act, side.state.mount, mount):
            return True
        return bool(part) and deed.act not in stances.CHARGES and reach(fight, place, deed, part).barred
    if deed.act in LOOSES and side.fighter.ranged:
        return reach(fight, place, deed, fight_reach.Part.SHOT).barred
    if stances.effect(side.state.stance, deed.act).barred:
        return True
    return bool(part) and deed.act not in stances.CHARGES and reach(fight, place, deed, part).barred


def reach(fight: Moment, place: int, deed: Deed, part: fight_reach.Part | None) -> fight_reach.Allowed:
    """What the distance makes of a part of an action. Source: FGT-16, FGT-17."""
    assert part
    side = fight.sides[place]
    held = side.held(deed.using)
    theirs = fight.sides[1 - place].state.at
    grip = fight_reach.handy(held.length, held)
    own = side.state.at
    if deed.mounts and own is not Distance.OUT:
        own = Distance.INSIDE  # It goes as near as its teeth and hooves take it.
    return fight_reach.allowed(part, own, grip, fight.house.reach, theirs=theirs)


def harder(
    fight: Moment, place: int, deed: Deed, doing: Doing, *, part: fight_reach.Part | None = None
) -> tuple[Line, ...]:
    """All +Ob of an action, line by line: wounds, moving, posture, distance, stance, and what was done to it. FGT-09.

    `part` is what of it is rolled, where that is not all.
    """
    state = fight.sides[place].state
    if deed.mounts:
        return fight_beast.harder(fight.sides[place], deed.act) if deed.act in saddle.ORDERS else ()
    part = part or fight_reach.PARTS.get(deed.act)
    return (
        Line(state.hurts, "wounds", "INJ-09"),
        Line(_moving(fight, place), "moving", "FGT-21"),
        fight_posture.line(state.posture, doing),
        Line(stances.effect(state.stance, deed.act).obstacle, "stance", "FGT-50"),
        Line(state.hampered if met(deed.act) in ARMED else 0, "weapon beaten aside", "FGT-36"),
        Line(state.unsteady + (fight_push.STAGGERED if state.staggered else 0), "off balance", "FGT-46"),
        Line(reach(fight, place, deed, part).obstacle if part else 0, "distance", "FGT-16"),
        Line(avoids(fight, place), "another Avoid in the volley", "FGT-35"),
        *fight.sides[place].saddle(_seat(deed.act)),
    )


def _seat(act: Act) -> saddle.Doing:
    """What an action is in the saddle. Source: RID-10 to RID-12."""
    kind = met(act)
    if kind is Met.AVOID:
        return saddle.Doing.AVOID
    if kind is Met.SHOOT:
        return saddle.Doing.SHOOT
    return saddle.Doing.MELEE if kind.attacks or kind in ARMED else saddle.Doing.OTHER


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.amount for line in lines)


def penalty(fight: Moment, place: int, deed: Deed, doing: Doing, *, part: fight_reach.Part | None = None) -> int:
    """The whole +Ob of an action, or of a part of it, as `harder` has it line by line. Source: FGT-09."""
    return _sum(harder(fight, place, deed, doing, part=part))


def avoids(fight: Moment, place: int) -> int:
    """What another Avoid of the volley, done or to come, adds to an action. Source: FGT-35."""
    side = fight.sides[place]
    later = side.volley(fight.volley).slots[fight.slot :]
    comes = any(deed.act is Act.AVOID and not deed.mounts for slot in later for deed in slot)
    return fight_defenses.BESIDE_AVOID if side.state.avoided or comes else 0


def pool_of(fight: Moment, place: int, deed: Deed) -> Pool:
    """The dice of an action. Source: FGT-09, FGT-50."""
    side = fight.sides[place]
    if deed.mounts:
        return fight_beast.dice(side, deed.act)
    more = stances.effect(side.state.stance, deed.act).dice
    kind = met(deed.act)
    if kind in (Met.STRIKE, Met.GREAT_STRIKE):
        more += side.stroke(deed.using).dice
    ability = {
        Met.LOCK: side.fighter.power,
        Met.PUSH: side.fighter.power,
        Met.THROW: side.fighter.hands,
        Met.AVOID: side.fighter.speed,
    }.get(kind, side.skill)
    return side.dice(ability, more=more)


def ability_of(fight: Moment, place: int, act: Act) -> str:
    """The field of `Fighter` that an action is rolled with, as in `_pool`."""
    side = fight.sides[place]
    skill = "skill" if side.skill is side.fighter.skill else "hands"
    return {Met.LOCK: "power", Met.PUSH: "power", Met.THROW: "hands", Met.AVOID: "speed"}.get(met(act), skill)


_NATURAL = {
    fight_defenses.By.POWER: "power",
    fight_defenses.By.SPEED: "speed",
    fight_defenses.By.BRAWLING: "hands",
    fight_defenses.By.BOXING: "hands",
}


def natural(fight: Moment, place: int, act: Act, *, tandem: bool = False) -> tuple[Cast, int]:
    """What a side rolls by nature against an action, with the largest pool that it may, and its +Ob. FGT-34.

    In `tandem` with a mount it is the mount that answers. Source: RID-14.
    """
    side = fight.sides[place]
    moved = fight.moved[place]
    held = fight_defenses.Held.MOVE if moved.moves else fight_defenses.Held.MAINTAIN
    grip = fight_defenses.Grip.of(act.value)
    found = [
        fight_beast.natural(side, by)
        if tandem
        else _by_nature(side, by, free=grip is fight_defenses.Grip.LOCK and by is fight_defenses.By.POWER)
        for by in fight_defenses.natural(grip, held)
    ]
    pool, eats = max(found, key=lambda one: one[0].dice - 2 * one[1])
    return Cast(place, Part.NATURAL, pool, act), eats


def _by_nature(side: Side, by: fight_defenses.By, *, free: bool) -> tuple[Pool, int]:
    """The dice of one kind of Natural Defenses and its +Ob. Source: FGT-34, FGT-50."""
    ability = side.skill if by is fight_defenses.By.SKILL else getattr(side.fighter, _NATURAL[by])
    reply = stances.Reply.BY_SPEED if by is fight_defenses.By.SPEED else stances.Reply.BY_POWER
    effect = stances.effect(side.state.stance, reply)
    down = fight_posture.penalty(side.state.posture, Doing.NATURAL)
    eats = side.state.hurts + down + effect.obstacle + side.slipping.amount
    return side.dice(ability, free=free, more=effect.dice), eats


def busy(state: Standing, act: Act) -> int:
    """For how many actions in a row someone is busy with a task, this one among them. Source: FGT-23."""
    return (state.task[1] if state.task and state.task[0] is act else 0) + 1


def is_done(side: Side, deed: Deed | None) -> bool:
    """Whether this action ends a spell that a side casts, or has one in hand that is held back. Source: SOR-11."""
    return deed is not None and deed.act is Act.INCANT and 0 < side.casts <= busy(side.state, Act.INCANT)


def next_deed(script: Script, after: tuple[int, int]) -> tuple[Deed, int] | None:
    """The first action of a script after a place, with its volley; None where there is none. Source: FGT-63."""
    later = (placed for placed in script.placed if (placed.volley, placed.action) > after)
    found = next(later, None)
    return (found.deed, found.volley) if found else None
