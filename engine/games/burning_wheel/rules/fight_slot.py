"""A slot of a volley: what both do is rolled, spells and mounts come between, all of it is applied at once (FGT-08)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.burning_wheel.rules import (
    ambush,
    fight_beast,
    fight_charms,
    fight_clash,
    fight_course,
    fight_deeds,
    fight_lance,
    fight_push,
    fight_reach,
    fight_shots,
    stances,
)
from engine.games.burning_wheel.rules.charms import Works
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Effect, wounded
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.games.burning_wheel.rules.fight_missiles import LOOSES, Flies, Ready
from engine.games.burning_wheel.rules.fight_moment import At, Moment
from engine.games.burning_wheel.rules.fight_script import TASKS, Deed
from engine.games.burning_wheel.rules.fight_state import Event, Phase, Side, Standing, Table
from engine.games.burning_wheel.rules.lance import Timing
from engine.games.burning_wheel.rules.plan_changes import Spot
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.records import changed

FOOLED = (Met.BLOCK, Met.COUNTERSTRIKE, Met.TO_DEFENSIVE)
"""What a Feint makes hesitate. Source: FGT-42."""
COMMAND = Deed(Act.ASSESS)
"""What a rider is busy with who gives a word to his mount: nothing that matters for weapon, stance or task."""
DEFENSES = (Met.AVOID, Met.BLOCK, Met.COUNTERSTRIKE, Met.TO_DEFENSIVE)
"""Actions that defend by themselves."""


def led(fight: At, table: Table, pushing: tuple[int, int]) -> At:
    """The first action of the side that has bid the most: nothing scripted stands against it. Source: FGT-60.

    Before positioning nobody has moved in this volley.
    """
    still = fight if fight.bids.late else changed(fight, moved=(Positioning.STAND,) * 2, rushed=(False, False))
    done = _met(still, table, (fight_deeds.doing(still, 0), fight_deeds.doing(still, 1)), (None, None), pushing)
    done = changed(done, moved=fight.moved, rushed=fight.rushed, bids=replace(fight.bids, done=True))
    return fight_course.skipped(changed(done, phase=Phase.ACT if fight.bids.late else Phase.POSITION))


def acted(fight: At, table: Table, defending: tuple[int | None, int | None], pushing: tuple[int, int]) -> At:
    """The next actions of both meet, as `Fight.act` says; a lance or what is readied may come first. Source: FGT-67."""
    before, between = _interrupts(fight), _between(fight)
    if between is not None:
        done = _met(
            fight,
            table,
            (fight_deeds.deed_of(fight, 0), fight_deeds.deed_of(fight, 1)),
            defending,
            pushing,
            ripostes=False,
        )
        done = _late_riposte(fight, done, table, 1 - between, defending)
    elif before is not None:
        early = fight_deeds.deed_of(fight, before)
        fight = _met(fight, table, (early, None) if before == 0 else (None, early), defending, pushing)
        came, table.made = fight.came, []
        late = fight_deeds.deed_of(fight, 1 - before)
        deeds = (None, late) if before == 0 else (late, None)
        done = _met(fight, table, deeds, defending, pushing, chants=False)
        done = changed(done, came=(*came, *done.came))
    else:
        done = _met(fight, table, (fight_deeds.deed_of(fight, 0), fight_deeds.deed_of(fight, 1)), defending, pushing)
    return fight_course.skipped(_let_go(_calmer(changed(done, slot=fight.slot + 1)), table))


def _let_go(fight: At, table: Table) -> At:
    """Spells take effect for which no counter-spell comes any more in this volley. Source: SOR-46."""
    for place, side in enumerate(fight.sides):
        if side.state.pending is None or _counter_comes(fight, 1 - place):
            continue
        table.made = []
        done = applied(fight, table, fight_charms.let_go(fight.sides, table, place, None))
        done = changed(done, came=(*fight.came, *done.came), thrown=table.all, tests=(*fight.tests, *table.made))
        fight = done.with_state(place, changed(done.sides[place].state, pending=None))
    return fight


def _counter_comes(fight: Moment, place: int) -> bool:
    """Whether a side ends a counter-spell later in this volley, if nothing breaks it off. Source: SOR-46."""
    side = fight.sides[place]
    if not _counters(fight, place) or side.state.idle or side.state.waits:
        return False
    done = side.state.incanted
    for slot in side.volley(fight.volley).slots[fight.slot - 1 :]:
        if slot[0].act is not Act.INCANT:
            return False
        done += 1
        if done >= side.casts:
            return True
    return False


def _calmer(fight: At) -> At:
    """Both sides once their mounts have had an action of fright. Source: RID-24."""
    for place, side in enumerate(fight.sides):
        if side.rider and (side.state.beast.lost or side.state.beast.reins):
            fight = fight.with_state(place, changed(side.state, beast=side.state.beast.calmer()))
    return fight


def _between(fight: Moment) -> int | None:
    """The side whose lance strikes between the two halves of a Counterstrike. Source: RID-20."""
    return _lancer(fight, Timing.BETWEEN)


def _lancer(fight: Moment, timing: Timing) -> int | None:
    """The side whose lance strikes at such a time, if one does. Source: RID-20."""
    for place in (0, 1):
        deed = fight_deeds.deed_of(fight, place) if fight.sides[place].lancer else None
        other = fight_deeds.deed_of(fight, 1 - place) if deed else None
        if deed and fight_lance.timing(fight.sides, place, deed, other, fight.won) is timing:
            return place
    return None


def _late_riposte(before: At, fight: At, table: Table, place: int, defending: tuple[int | None, int | None]) -> At:
    """The riposte of whoever lives and keeps his nerve once a lance has struck between its halves. Source: RID-20."""
    answer, attack = fight_deeds.deed_of(before, place), fight_deeds.deed_of(before, 1 - place)
    if answer is None or attack is None or fight.sides[place].state.idle:
        return fight
    table.made = []
    meets = against(met(attack.act), Met.COUNTERSTRIKE, house=fight.house.matrix)
    if Meets.RIPOSTE not in meets or fight_deeds.reach(fight, place, answer, fight_reach.Part.RIPOSTE).barred:
        return fight
    state = fight.sides[place].state
    fresh = before.with_state(place, changed(before.sides[place].state, levels=state.levels))
    done = applied(fight, table, fight_clash.riposte(fresh, table, place, answer, defending[place]))
    return changed(done, came=(*fight.came, *done.came), thrown=table.all, tests=(*done.tests, *table.made))


def _interrupts(fight: Moment) -> int | None:
    """The side whose attack comes first: a readied one, or a lance that won the Close. Source: FGT-63, RID-20."""
    first = _lancer(fight, Timing.FIRST)
    if first is not None:
        return first
    ready = [place for place in (0, 1) if fight.sides[place].state.sprung]
    if len(ready) != 1 or fight.house.together:
        return None
    deeds = fight_deeds.deed_of(fight, 0), fight_deeds.deed_of(fight, 1)
    return ready[0] if all(deed is not None and met(deed.act).attacks for deed in deeds) else None


def _met(
    fight: At,
    table: Table,
    deeds: tuple[Deed | None, Deed | None],
    defending: tuple[int | None, int | None],
    pushing: tuple[int, int],
    *,
    chants: bool = True,
    ripostes: bool = True,
) -> At:
    """What two actions do to each other, applied at once, and what is chanted. Source: FGT-08, FGT-67.

    What a mount does again by itself comes beside its rider's own action. Source: RID-14.
    """
    fight, deeds, effects = _commanded(fight, table, deeds)
    acts = (_does(fight, 0, deeds[0]), _does(fight, 1, deeds[1]))
    beasts = [_repeats(fight, place, deeds[place]) for place in (0, 1)]
    if chants:
        fight, chanted = _chanted(fight, table, deeds)
        effects += chanted
    for place in (0, 1):
        other = _answers(acts[1 - place], deeds[1 - place], beasts[1 - place])
        for deed in (deeds[place], beasts[place]):
            if deed is None:
                continue
            if met(deed.act).attacks and deed.act not in stances.CHARGES:
                effects += fight_clash.attacked(
                    fight, table, place, deed, other, defending, pushing[place], ripostes=ripostes
                )
            elif not deed.mounts:
                effects += fight_clash.alone(fight, table, place, deed, acts[1 - place])
    for place in (0, 1):
        deed = deeds[place]
        if deed is not None:
            spent = _spent(fight.sides[place], COMMAND if deed.mounts else deed, acts[1 - place])
            if fight.sides[place].couches(deed):
                spent = changed(spent, beast=replace(spent.beast, couched=True))
            now = _stays_ready(fight, place, deed, spent)
            if now.lost > spent.lost:
                effects.append(Effect(place, "waited in vain: the next action is lost", "FGT-63"))
            fight = fight.with_state(place, now)
    done = _paid(applied(fight, table, effects), table)
    return changed(done, thrown=table.all, tests=(*fight.tests, *table.made))


def _commanded(
    fight: At, table: Table, deeds: tuple[Deed | None, Deed | None]
) -> tuple[At, tuple[Deed | None, Deed | None], list[Effect]]:
    """Words to mounts: what is really done then, and what is told of it. Source: RID-14, RID-24."""
    found, effects = list(deeds), list[Effect]()
    for place, deed in enumerate(deeds):
        if deed is None or not deed.mounts or deed.act in stances.CHARGES:
            continue
        side = fight.sides[place]
        if side.state.beast.reins:
            state, told = fight_beast.reined(side, table, place)
            heeds = False
        else:
            state, heeds, told = fight_beast.told(side, table, place, deed.act)
        fight = fight.with_state(place, state)
        effects += told
        found[place] = deed if heeds else replace(deed, act=Act.NOTHING)
    return fight, (found[0], found[1]), effects


def _repeats(fight: Moment, place: int, deed: Deed | None) -> Deed | None:
    """What a mount does again beside its rider, if anything. Source: RID-14."""
    if fight.phase is not Phase.ACT:
        return None
    again = fight_beast.repeats(fight.sides[place], fight.volley, fight.slot, deed)
    return None if again is None or fight_deeds.barred(fight, place, again) else again


def _answers(act: Act, deed: Deed | None, beast: Deed | None) -> tuple[Act, Deed | None]:
    """What a side has against an attack: its own action, or what its mount does again to defend it. Source: RID-14."""
    if beast is None or beast.act not in (Act.AVOID, Act.COUNTERSTRIKE) or met(act) in DEFENSES:
        return act, deed
    return beast.act, beast


def _stays_ready(fight: Moment, place: int, deed: Deed, spent: Standing) -> Standing:
    """A state after an action, with the condition that it sets, that it meets, or that comes a moment later. FGT-63."""
    side = fight.sides[place]
    if deed.act is Act.CONDITION:
        found = ambush.wait(side.fighter.will, ambush.SETTING, None)
        ready = fight_deeds.next_deed(side.state.plan.script, (fight.volley, fight.slot)) if side.state.plan else None
        return changed(spent, waits=found.last - found.set_on, ready=ready, sprung=False)
    if side.state.sprung:
        return spent.at_ease()
    if not spent.waits:
        return spent
    left = changed(spent, waits=spent.waits - 1)
    return left if left.waits else changed(spent, waits=1).shaken(1)


def _chanted(fight: At, table: Table, deeds: Sequence[Deed | None]) -> tuple[At, list[Effect]]:
    """Spells that are done in this slot, and prayers that are out with its volley; counter-spells first. SOR-46."""
    if not any(side.fighter.charm for side in fight.sides):
        return fight, []
    effects: list[Effect] = []
    wards = [side.state.ward for side in fight.sides]
    places = sorted((0, 1), key=lambda place: not _counters(fight, place))
    for place in places:
        if fight.slot == 1 and fight.phase is Phase.ACT:
            fight = fight.with_state(place, fight_charms.praying(fight.sides[place], fight.volley))
        if fight.sides[place].state.holds and fight_deeds.is_done(fight.sides[place], deeds[place]):
            done = fight_deeds.busy(fight.sides[place].state, Act.INCANT)
            effects += fight_charms.held_back(fight.sides[place], table, place, done)
            continue
        if not _is_out(fight, place, deeds[place]):
            continue
        waits = wards[1 - place] is None and _counter_comes(fight, 1 - place)
        found, ward = fight_charms.cast(fight.sides, table, place, wards[1 - place], waits=waits)
        wards[place] = ward if ward is not None else wards[place]
        effects += found
        if ward is not None and fight.sides[1 - place].state.pending is not None:
            effects += fight_charms.let_go(fight.sides, table, 1 - place, ward)
    return fight, effects


def _counters(fight: Moment, place: int) -> bool:
    charm = fight.sides[place].fighter.charm
    return charm is not None and charm.works is Works.COUNTER


def _is_out(fight: Moment, place: int, deed: Deed | None) -> bool:
    """Whether a side’s spell is done with this action, or its prayer with this volley. Source: SOR-11, FAI-09."""
    side = fight.sides[place]
    charm = side.fighter.charm
    if charm is None:
        return False
    if charm.prayer:
        return fight.phase is Phase.ACT and fight.slot == 1 and side.state.prayed == charm.volleys
    return fight_deeds.is_done(side, deed)


def _paid(fight: At, table: Table) -> At:
    """What is due for spells that were broken off. Source: SOR-33."""
    for place in (0, 1):
        effects = fight_charms.broken_off(fight.sides[place], table, place)
        if effects:
            fight = changed(done := applied(fight, table, effects), came=(*fight.came, *done.came))
    return fight


def _does(fight: Moment, place: int, deed: Deed | None) -> Act:
    """What a side counts as doing; who hesitates has no defense, action or not. Source: FGT-61.

    In an action that it gave up for a change a table may leave it Natural Defenses. Source: FGT-54.
    """
    if deed:
        state = fight.sides[place].state
        given = deed.act is Act.DROOL and not state.lost and state.plan is not None
        kept = given and state.plan and state.plan.natural(Spot(fight.volley, fight.slot))
        return Act.NOTHING if kept else deed.act
    return Act.DROOL if fight.sides[place].state.lost else Act.NOTHING


def applied(fight: At, table: Table, effects: Sequence[Effect]) -> At:
    """Everything that the actions of a slot have done, at once. Source: FGT-08, FGT-67."""
    came = []
    for effect in effects:
        came.append(Event(effect.side, effect.words, effect.rule))
        if effect.state:
            fight = fight.with_state(effect.side, effect.state(fight.sides[effect.side].state))
    for effect in effects:
        if effect.wound:
            hurts = fight_beast.wounded if effect.wound.beast else wounded
            state, told = hurts(fight.sides[effect.side], table, effect.side, effect.wound)
            fight = fight.with_state(effect.side, state)
            came += told
    for place, side in enumerate(fight.sides):
        if side.immobile and not side.state.out:
            fight = fight.with_state(place, changed(side.state, out=True, stance=Stance.NEUTRAL))
            came.append(Event(place, "immobilized, and at the other’s mercy", "FGT-44"))
    for place, side in enumerate(fight.sides):
        if side.rider and side.state.beast.down:
            fight = applied(fight, table, fight_beast.collapses(side, table, place))
            came += fight.came
    return changed(_placed(fight, effects), came=tuple(came))


def _placed(fight: At, effects: Sequence[Effect]) -> At:
    """Both where a Lock, a Push or a lost weapon leaves them. Source: FGT-44, FGT-46, FGT-20."""
    track = fight.track
    if any(side.state.lock for side in fight.sides):
        return fight.with_places(places=track.states[-1], thrown=fight.thrown)
    places = track.states[track.stop(fight.places)]
    for effect in effects:
        mine = effect.side == 1
        if effect.back:
            ends = fight_push.ends(track.place(mine, places), effect.back)
            places = next(found for found in track.states if track.place(mine, found) is ends)
    return fight.with_places(places=places, thrown=fight.thrown)


def _spent(side: Side, deed: Deed, theirs: Act) -> Standing:
    """A state once one of its actions is over: hesitation runs down, and what hampered it is gone."""
    act, state = deed.act, side.state
    if act in stances.CHARGES:
        return changed(state, stance=Stance.NEUTRAL, sets=0, struck=False, shot=state.shot.lowered, holds=False)
    if state.lost:
        left, shot = state.lost - 1, state.shot.lowered
        return changed(
            state,
            lost=left,
            running=state.running and bool(left),
            sets=0,
            struck=False,
            task=None,
            shot=shot,
            holds=False,
        )
    fooled = theirs is Act.FEINT and met(act) in FOOLED
    wasted = act is Act.FEINT and Meets.WASTED in against(Met.FEINT, met(theirs))
    return changed(
        state,
        stance=stances.after(state.stance, stances.Step(act, feinted=fooled or wasted)),
        hampered=0 if met(act) in fight_deeds.ARMED else state.hampered,
        unsteady=0,
        staggered=False,
        sets=state.sets + 1 if act is Act.SET else 0,
        struck=act in (Act.STRIKE, Act.GREAT_STRIKE) and deed.using is With.MAIN,
        avoided=state.avoided or act is Act.AVOID,
        task=_task(side, act),
        shot=_readied(side, act),
        holds=False,
    )


def _readied(side: Side, act: Act) -> Ready:
    """How far what one shoots or throws is after an action. Source: FGT-29."""
    state, ranged = side.state, side.fighter.ranged
    if ranged is None:
        return state.shot
    if act in LOOSES:
        return state.shot if fight_shots.flies(side, act) is Flies.NOTHING else Ready()
    return ranged.after(state.shot, act, fight_deeds.busy(state, act), side.fighter.power.exponent)


def _task(side: Side, act: Act) -> tuple[Act, int] | None:
    """What someone is busy with after an action; a spell that is out is no more. Source: FGT-23, SOR-11, SOR-38."""
    if act in TASKS:
        return act, fight_deeds.busy(side.state, act)
    busy = fight_deeds.busy(side.state, act)
    return (act, busy) if act is Act.INCANT and (busy < side.casts or side.state.holds) else None
