"""An action against another: attack, defenses, riposte, and what a net does; or against none (FGT-09, FGT-49)."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    eaten,
    fight_deeds,
    fight_defenses,
    fight_disarm,
    fight_lance,
    fight_push,
    fight_reach,
    fight_shots,
    locks,
    shields,
)
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Effect, Landing, held_against
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.games.burning_wheel.rules.fight_missiles import Ready
from engine.games.burning_wheel.rules.fight_moment import Moment
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.fight_script import TASKS, Deed
from engine.games.burning_wheel.rules.fight_state import Cast, Fell, Made, Part, Side, Table
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.striking import BASE
from engine.records import changed
from engine.refused import Refused

OBSTACLES = (Met.STRIKE, Met.GREAT_STRIKE, Met.DISARM)
"""Attacks whose +Ob raises an obstacle; that of the others eats successes. Source: FGT-09."""
SCRIPTED = (Meets.AVOID, Meets.BLOCK, Meets.PLAIN_BLOCK, Meets.COUNTER)


def attacked(
    fight: Moment,
    table: Table,
    place: int,
    deed: Deed,
    theirs: tuple[Act, Deed | None],
    defending: tuple[int | None, int | None],
    pushing: int,
    *,
    ripostes: bool = True,
) -> list[Effect]:
    """One side's attack against what the other does; its riposte may have to wait. Source: FGT-49, FGT-09."""
    (act, answer), mine, other = theirs, met(deed.act), 1 - place
    blow = held_against(fight.sides[place], fight.sides[other], deed)
    guard = fight.sides[other].fighter.guard
    full = guard is not None and guard.stops(blow)
    meets = against(mine, met(act), full_shield=full, house=fight.house.matrix)
    if mine is Met.SHOOT:
        return _shot(fight, table, place, deed, act)
    if Meets.WASTED in meets:
        return [Effect(place, "the Feint is wasted", "FGT-42")]
    if mine in (Met.DISARM, Met.BEAT) and not (fight.sides[other].armed and fight.sides[place].armed):
        return [Effect(place, f"{deed.act.words}: it takes a weapon on either side", "FGT-36")]
    free = Meets.FREE in meets
    kind = Met.STRIKE if free else mine
    attack = Cast(place, Part.MOUNT if deed.mounts else Part.ATTACK, fight_deeds.pool_of(fight, place, deed), deed.act)
    defenses = [] if free else _defenses(fight, other, meets, deed, answer, defending[other], blow)
    found = _fought(fight, table, deed, kind, attack, defenses, pushing, fooled=free)
    back = answer if ripostes and Meets.RIPOSTE in meets else None
    if back and not fight_deeds.reach(fight, other, back, fight_reach.Part.RIPOSTE).barred:
        found += riposte(fight, table, other, back, defending[other])
    return found


def _shot(fight: Moment, table: Table, place: int, deed: Deed, theirs: Act) -> list[Effect]:
    """A shot or a throw; what is not on the setup is rolled beside. Source: FGT-30."""
    if fight.sides[place].fighter.ranged is None:
        return [Effect(place, "shoots: roll it by the rules on missiles", "FGT-30")]
    mine, foe, rides = fight.moved[place], fight.moved[1 - place], fight.sides[place].rider is not None
    avoids = theirs is Act.AVOID or bool(fight_deeds.avoids(fight, 1 - place))
    shot = fight_reach.moving(mine, foe, fight_reach.Doing.SHOT, avoids=avoids).lines
    paid = (fight_reach.MOVED, fight_reach.SHOOTS) if rides else (fight_reach.MOVED,)
    more = (*fight_deeds.harder(fight, place, deed, Doing.ATTACK), *(line for line in shot if line not in paid))
    return fight_shots.loosed(fight.sides, table, place, deed, [line for line in more if line.amount])


def _fought(
    fight: Moment,
    table: Table,
    deed: Deed,
    kind: Met,
    attack: Cast,
    defenses: Sequence[tuple[Cast, int]],
    pushing: int,
    *,
    fooled: bool,
) -> list[Effect]:
    """An attack rolled against what the other side has. Source: FGT-09, FGT-49."""
    place, other = attack.side, 1 - attack.side
    landing = Landing(fight.sides[place], fight.sides[other], deed, kind, fight.house, fooled=fooled)
    eats, raises = fight_deeds.penalty(fight, place, deed, Doing.ATTACK), kind in OBSTACLES
    base = _obstacle(fight, other, kind)
    obstacle = base + (0 if deed.mounts else fight.sides[place].bareback(base)) + eats if raises else 0

    def taken(fell: Fell) -> int:
        return sum(eaten.left(one, less) for one, (_, less) in zip(fell[1:], defenses, strict=True))

    def net(fell: Fell) -> int:
        return (fell[0] - obstacle if raises else eaten.left(fell[0], eats)) - taken(fell)

    def fails(fell: int) -> bool:
        return not (raises or eaten.answered(fell, eats))

    casts = [attack, *(cast for cast, _ in defenses)]
    fell = table.together(casts, lambda found: _tells(landing, net(found), taken(found)), enough=fails)
    if fails(fell[0]):
        return [Effect(place, f"{deed.act.words} fails by itself", "FGT-09")]
    lands = net(fell) >= (0 if raises else 1)
    against_all = taken(fell) + (obstacle if raises else eats)
    if not deed.mounts:
        table.made.append(
            Made(place, fight_deeds.ability_of(fight, place, deed.act), attack.pool.dice, against_all, lands)
        )
    left = eaten.left(fell[0], eats)
    for cast, less in defenses:
        if cast.part is Part.DEFENSE and cast.act:
            ability = fight_deeds.ability_of(fight, other, cast.act)
            table.made.append(Made(other, ability, cast.pool.dice, left + less, not lands))
    found = _lands(fight, place, landing, net(fell), taken(fell), pushing)
    rider_hit = net(fell) >= 0 and isinstance(landing.struck(landing.lands(net(fell), taken(fell))), Target)
    if landing.unseats and rider_hit:
        found += fight_lance.unseats(fight.sides, table, place, fell[0] - taken(fell), obstacle)
    return found


def _tells(landing: Landing, net: int, taken: int) -> Hashable:
    """What of a net matters, as `_lands` reads it: of a blow the stage that it reaches, and where it lands."""
    if landing.kind in (Met.STRIKE, Met.GREAT_STRIKE):
        return landing.tells(net, taken)
    return max(net, -1 if landing.kind in OBSTACLES else 0)


def _obstacle(fight: Moment, target: int, kind: Met) -> int:
    if kind is Met.DISARM:
        return fight_disarm.obstacle(fight.sides[target].fighter.skill.exponent).total
    return BASE


def _halves(fight: Moment, place: int, deed: Deed, defending: int | None) -> tuple[Pool, Pool]:
    """A Counterstrike divided. Raises `Refused` for an empty half. Source: FGT-39."""
    pool = fight_deeds.pool_of(fight, place, deed)
    first = (pool.dice + 1) // 2 if defending is None else defending
    least = min(1, pool.dice // 2)
    if not least <= first <= pool.dice - least:
        raise Refused(f"A Counterstrike of {pool.dice}D needs a die in both halves; this defends with {first}D.")
    return pool.plus(first - pool.dice), pool.plus(-first)


def _defenses(
    fight: Moment,
    place: int,
    meets: Sequence[Meets],
    attack: Deed,
    deed: Deed | None,
    defending: int | None,
    blow: shields.Attack,
) -> list[tuple[Cast, int]]:
    """What is rolled against an attack, each with its +Ob. Source: FGT-34 to FGT-39, FGT-49.

    A mount that is told something answers by nature, unless the blow is plainly meant for its rider. Source: RID-14.
    """
    meant = isinstance(fight.sides[1 - place].state.choice.wants, Target)
    tandem = deed is not None and deed.mounts and not meant
    found = [fight_deeds.natural(fight, place, attack.act, tandem=tandem)] if Meets.NATURAL in meets else []
    if deed and any(part in meets for part in SCRIPTED):
        pool = (
            _halves(fight, place, deed, defending)[0]
            if Meets.COUNTER in meets
            else fight_deeds.pool_of(fight, place, deed)
        )
        guard = fight.sides[place].fighter.guard
        if guard and pool.dice and not deed.mounts:
            pool = pool.plus(guard.dice(deed.act, blow))
        bare = fight_defenses.BARE_HANDED if _bare(fight, place, attack, deed) else 0
        eats = fight_deeds.penalty(fight, place, deed, Doing.DEFEND) + bare
        found.append((Cast(place, Part.MOUNT if deed.mounts else Part.DEFENSE, pool, deed.act), eats))
    return found


def _bare(fight: Moment, place: int, attack: Deed, deed: Deed) -> bool:
    """Whether bare hands Block or Counterstrike a blow with a weapon. Source: FGT-37, FGT-65."""
    if attack.mounts or deed.mounts:
        return False
    strikes = met(attack.act) in (Met.STRIKE, Met.GREAT_STRIKE)
    return strikes and fight.sides[1 - place].armed and not fight.sides[place].armed and deed.act is not Act.AVOID


def riposte(fight: Moment, table: Table, place: int, deed: Deed, defending: int | None) -> list[Effect]:
    """The half of a Counterstrike that strikes back. Raises `Refused` for an empty one. Source: FGT-39."""
    cast = Cast(place, Part.RIPOSTE, _halves(fight, place, deed, defending)[1], deed.act)
    obstacle = BASE + (0 if deed.mounts else fight.sides[place].bareback(BASE))
    obstacle += fight_deeds.penalty(fight, place, deed, Doing.ATTACK, part=fight_reach.Part.RIPOSTE)
    landing = Landing(fight.sides[place], fight.sides[1 - place], deed, Met.STRIKE, fight.house)
    (fell,) = table.together([cast], lambda fell: _tells(landing, fell[0] - obstacle, 0))
    return _lands(fight, place, landing, fell - obstacle, 0)


def _lands(fight: Moment, place: int, landing: Landing, net: int, taken: int, pushing: int = 0) -> list[Effect]:
    """What a net does: 0 or more over an obstacle, or 1 or more of what a versus maneuver has left."""
    other, deed, kind = 1 - place, landing.deed, landing.kind
    lost: list[Effect] = []
    if kind in (Met.STRIKE, Met.GREAT_STRIKE) and fight.sides[place].stroke(deed.using).lost:
        words = "the spear stays where it went" if net >= 0 else "the spear is dropped"
        lost = [Effect(place, words, "RID-21", state=lambda now: now.dropped(0))]
    if net < (0 if kind in OBSTACLES else 1):
        return [Effect(place, f"{deed.act.words} comes to nothing", "FGT-49"), *lost]
    if kind in (Met.STRIKE, Met.GREAT_STRIKE):
        return [landing.effect(other, net, taken), *lost]
    if kind is Met.LOCK:
        return [Effect(other, f"Locked by {net}D more", "FGT-44", state=lambda now: changed(now, lock=now.lock + net))]
    if kind is Met.PUSH:
        ways = fight_push.ways(net)
        spent = ways[min(max(pushing, 0), len(ways) - 1)]
        posture = Posture.GROUND if spent.down else None
        return [
            Effect(
                other,
                f"pushed: {spent.words}",
                "FGT-46",
                state=lambda now: changed(
                    now, posture=posture or now.posture, staggered=now.staggered or spent.staggered
                ),
                back=spent.back,
            )
        ]
    if kind is Met.THROW:
        return [Effect(other, "thrown down", "FGT-48", state=lambda now: changed(now, posture=Posture.GROUND))]
    if kind is Met.DISARM:
        away = fight_disarm.retrieval(fight_disarm.flies(net), each=fight.house.each).tests
        words = "disarmed" if not away else "disarmed, and the weapon lies farther off"
        return [Effect(other, words, "FGT-40", state=lambda now: now.dropped(away))]
    beaten = fight_defenses.beaten(net)
    weapon = beaten is fight_defenses.Beaten.WEAPON
    return [
        Effect(
            other,
            f"weapon beaten aside: {beaten.words}",
            "FGT-36",
            state=lambda now: changed(now, beaten=True, hampered=now.hampered + weapon),
        )
    ]


def alone(fight: Moment, table: Table, place: int, deed: Deed, theirs: Act) -> list[Effect]:
    """What someone does by himself: escape, get up, change stance. Source: FGT-26, FGT-45, FGT-51."""
    side = fight.sides[place]
    wriggles = deed.act is Act.AVOID and not met(theirs).attacks
    if side.state.lock and (wriggles or deed.act is Act.ESCAPE):
        pool = fight_deeds.pool_of(fight, place, deed) if wriggles else side.dice(side.fighter.power, free=True)
        eats = fight_deeds.penalty(fight, place, deed, Doing.DEFEND)
        cast = Cast(place, Part.ATTACK, pool, deed.act)
        (fell,) = table.together([cast], lambda fell: locks.left(side.state.lock, eaten.left(fell[0], eats)))
        loose = eaten.left(fell, eats)
        rest = locks.left(side.state.lock, loose)
        return [
            Effect(
                place,
                f"the Lock is at {rest}D",
                "FGT-45",
                state=lambda now: changed(now, lock=locks.left(now.lock, loose)),
            )
        ]
    if deed.act is Act.GET_UP and side.rider and side.state.beast.loose:
        firm = replace(side.state.beast, loose=False)
        return [Effect(place, "sits firmly again", "RID-19", state=lambda now: changed(now, beast=firm))]
    if deed.act is Act.GET_UP:
        up = {Posture.GROUND: Posture.KNEES}.get(side.state.posture, Posture.STANDING)
        return [Effect(place, up.words, "FGT-26", state=lambda now: changed(now, posture=up))]
    if deed.act in (Act.RETRIEVE, Act.DRAW_WEAPON) and fight_deeds.busy(side.state, deed.act) >= TASKS[deed.act]:
        return _armed(side, place, deed.act)
    return []


def _armed(side: Side, place: int, act: Act) -> list[Effect]:
    """A weapon in hand again, picked up or drawn. Source: FGT-41, FGT-25."""
    state, bow = side.state, side.fighter.ranged is not None and side.fighter.ranged.kind is not None
    if act is Act.RETRIEVE and state.disarmed:
        if state.away:
            return [Effect(place, "the weapon lies too far off: win a positioning test first", "FGT-41")]
        return [
            Effect(
                place,
                "has the weapon again",
                "FGT-41",
                state=lambda now: changed(
                    now,
                    disarmed=False,
                    drawn=False,
                    gone=now.gone or now.drawn,
                    task=None,
                    shot=Ready() if bow else now.shot,
                ),
            )
        ]
    spare = side.fighter.spare
    if act is Act.DRAW_WEAPON and spare and not (state.drawn or state.gone):
        words = f"draws {spare.name}"
        return [Effect(place, words, "FGT-25", state=lambda now: changed(now, disarmed=True, drawn=True, task=None))]
    return []
