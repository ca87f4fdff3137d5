"""What each move in a melee does (MEL-04 to MEL-55)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import wording
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import armor_wear
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.relief import CLEAR_OBSTACLE, GRIT_OBSTACLE
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.calculators.the_fight import encounter_blows as blows
from engine.games.melee.calculators.the_fight.encounter_kept import Declared, Kept, fallen, nerve
from engine.games.melee.forms import encounter as moves
from engine.games.melee.forms.encounter import MOST_PEOPLE, NOBODY, NORMAL, Change, Doing, Going, Meets, Relief
from engine.games.melee.readings import hitting
from engine.games.melee.rules import casting, disposition, encounter_round, lock, morale, moving, order, words
from engine.games.melee.rules.combatant import AIM, RELOAD, Fate, Hesitation, One
from engine.games.melee.rules.encounter import (
    Attack,
    Encounter,
    Phase,
    Result,
    Strike,
    initiatives,
)
from engine.games.melee.rules.morale import Blow, Importance
from engine.games.melee.rules.order import Way
from engine.games.melee.rules.shooting import Arm
from engine.games.melee.rules.special import Maneuver
from engine.games.melee.rules.systems import goes_on_as
from engine.session import Dice

CASTING = "cast"


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The fight after one step. Source: MEL-55."""
    make = STEPS.get(type(move))
    return make(state, move, dice) if make else state


# --- Before the fight, and between rounds ---


def _begin(state: Kept, move: object, dice: Dice) -> Kept:
    fight = state.fight
    numbers = [_disposition(state, one, dice) for one in fight.ones]
    after = fight.begins(numbers, *_initiatives(state, fight.ones, dice))
    said = wording.listed(after.ones[at].name for at in after.order.all)
    tough = [f"{one.name} {one.disposition}" for one in after.ones]
    return state.then(
        after, f"From the bottom: {said}.", "MEL-06", (f"Disposition: {wording.listed(tough)}.", "MEL-04")
    )


def _disposition(state: Kept, one: One, dice: Dice) -> int:
    """What someone begins with; Steel is rolled where the grade says so. Source: MEL-04, MEL-05."""
    fighter, pool = one.fighter, one.nerve()
    if fighter.grade.rolls or fighter.importance is Importance.PLAYER:
        fell = nerve(dice, f"{one.name}: Steel", pool, state.ask)
        less = one.pain.obstacle and state.ask["disposition.superficial"] == "less"
        return disposition.starting(fighter.health, max(0, fell - bool(less))).total
    return disposition.of_grade(fighter.grade, fighter.health, pool.dice).total


def _initiatives(state: Kept, ones: tuple[One, ...], dice: Dice) -> tuple[list[int], list[tuple[int, ...]]]:
    """Reflexes and 2d6, for each or once for each line, and what the tied rolled again. Source: MEL-06."""
    among = [one.fighter.line if state.by_line else at for at, one in enumerate(ones)]
    first = _two_dice(ones, among, range(len(ones)), "initiative", dice)
    totals = [one.fighter.reflexes.exponent + first[who] for one, who in zip(ones, among, strict=True)]
    again: list[tuple[int, ...]] = [()] * len(ones)
    three = state.fight.house.three
    while True:
        tied = order.tied(initiatives(ones, totals, again), three=three)
        groups = [tie for tie in tied if len({among[at] for at in tie}) > 1]
        if not groups or state.ask["order.ties"] != "reroll":
            return totals, again
        for tie in groups:
            more = _two_dice(ones, among, tie, "tied, again", dice)
            for at in tie:
                again[at] = (*again[at], more[among[at]])


def _two_dice(
    ones: tuple[One, ...], among: Sequence[int], places: Iterable[int], words: str, dice: Dice
) -> dict[int, int]:
    """2d6 for each of those at these places, once for those who roll together."""
    found: dict[int, int] = {}
    for at in places:
        if among[at] not in found:
            found[among[at]] = sum(dice.roll(f"{ones[at].name}: {words}", order.DICE))
    return found


def _apply(state: Kept, move: object, dice: Dice) -> Kept:
    """Results, nerve, and the next round. Source: MEL-40 to MEL-47."""
    fight, told = state.fight, []
    levels, worn = [], []
    for blow in encounter_round.blows(fight):
        one = fight.ones[blow.at]
        far = blow.result.strike is not None and blow.result.strike.far
        fate = dice.roll(f"{fight.ones[blow.result.by].name}: Die of Fate", 1)[0] if far else None
        place = blow.place(fight, fate)
        level = one.fighter.tolerances.level(place)
        faces = dice.roll(f"{one.name}: armor against {place}", blow.pool.dice) if level is not Level.NONE else []
        stopped = bool(faces) and sum(face >= Shade.BLACK.target for face in faces) >= blow.against
        levels.append(Level.NONE if stopped else level)
        worn.append(armor_wear.dice_lost(faces, Quality.RUN) if faces else 0)
        end = "armor holds" if stopped else level.wound.lower()
        told.append((f"{one.name}, at {place}: {end}.", "MEL-19"))
    after = encounter_round.resolved(fight, levels, worn)
    told += [(f"{after.ones[at].name}: {_fell(after.ones[at])}.", "MEL-41") for at in sorted(after.fallen)]
    told += _concentration(fight, after)
    after, more = _nerves(replace(state, fight=after), after, dice)
    ended = encounter_round.ended(after)
    said = f"Round {fight.round} is over."
    return state.then(ended, said, "MEL-40", *told, *more)


def _fell(one: One) -> str:
    if one.fate is Fate.IN:
        return "no disposition left, and a Superficial wound"
    return f"no disposition left: {one.fate.words}"


def _concentration(before: Encounter, after: Encounter) -> list[tuple[str, str]]:
    """Casters who have to hold on to their spells. Source: MEL-37."""
    wounded = {at for at, _ in after.wounds}
    found = []
    for at, one in enumerate(before.ones):
        if one.doing == CASTING and casting.shaken(hit=one.hit, at_zero=at in after.fallen, wounded=at in wounded):
            found.append((f"{one.name} tests Will to hold on to spells.", "MEL-37"))
    return found


def _nerves(state: Kept, fight: Encounter, dice: Dice) -> tuple[Encounter, list[tuple[str, str]]]:
    """Everyone whose nerve is tested, groups first. Source: MEL-42, MEL-43."""
    told, totals, rolled = [], {}, {}
    for group in encounter_round.groups(fight):
        called = fight.ones[group.members[0]].name.rstrip("0123456789 ") or "They"
        totals[group.line] = sum(dice.roll(f"{called}: nerve, 2d6", 2))
        many = morale.fleeing(group.steel, totals[group.line] + group.more, len(group.members))
        end = f"{many} of {len(group.members)} hesitate" if many else "they hold"
        roll = totals[group.line] + group.more
        told.append((f"{called}, nerve: {roll} against {morale.holds_at(group.steel)}: {end}.", "MEL-42"))
    for own in encounter_round.tested(fight):
        name = fight.ones[own.at].name
        rolled[own.at] = nerve(dice, f"{name}: Steel", own.pool, state.ask)
        end = "stands" if rolled[own.at] >= own.obstacle.total else "hesitates"
        told.append((f"{name}, Steel: {rolled[own.at]} against Ob {max(0, own.obstacle.total)}: {end}.", "MEL-43"))
    return encounter_round.shaken(fight, totals, rolled), told


def _retreat(state: Kept, move: moves.Retreat, dice: Dice) -> Kept:
    fight = state.fight
    into = goes_on_as(move.pursuit)
    others = [side for side in fight.standing if side != move.side.value]
    if len(others) > 1:
        return _one_side_less(state, move)
    if into is not None:
        said = f"They run, and {move.pursuit.words}: go on as {into.words}."
        return state.then(replace(fight, phase=Phase.CONVERTED, pending=()), said, "MEL-47")
    winner = others[0] if len(others) == 1 else ""
    return state.then(replace(fight, phase=Phase.OVER, winner=winner, pending=()), "They retreat.", "MEL-47")


def _one_side_less(state: Kept, move: moves.Retreat) -> Kept:
    """A side is gone, and the others fight on. Source: MEL-01, MEL-47."""
    fight, into = state.fight, goes_on_as(move.pursuit)
    for at, one in enumerate(fight.ones):
        if one.there and one.side == move.side.value:
            fight = fight.leaves(at, Fate.FLED)
    after = "" if into is None else f" Whoever goes after them: {into.words}, apart from this fight."
    said = f"{move.side.words.capitalize()} are gone; the others fight on.{after}"
    return state.then(_onwards(fight), said, "MEL-47")


def _onwards(fight: Encounter) -> Encounter:
    """The round is done where nobody is left who has not acted."""
    return replace(fight, phase=Phase.RESOLVE) if fight.phase is Phase.TURN and not fight.waiting else fight


def _end(state: Kept, move: moves.EndFight, dice: Dice) -> Kept:
    return state.then(
        replace(state.fight, phase=Phase.OVER, winner=move.winner.value, pending=()), "It ends here.", "MEL-47"
    )


def _swap(state: Kept, move: moves.Swap, dice: Dice) -> Kept:
    one, other = map(int, move.pair.split("-"))
    after = state.fight.swaps(one, other)
    return state.then(after, f"{after.ones[one].name} and {after.ones[other].name} trade places.", "MEL-08")


def _reinforce(state: Kept, move: moves.Reinforce, dice: Dice) -> Kept:
    """Newcomers like someone who is there, on any side. Source: MEL-46."""
    like = state.fight.ones[int(move.like)].fighter
    lines = max(one.fighter.line for one in state.fight.ones)
    fighter = replace(like, name=move.name or "Newcomer", side=move.side.value, line=lines + 1, surprised=False)
    there = len(state.fight.ones)
    if there + move.many > MOST_PEOPLE:
        raise Unusable("move.many", f"A fight has at most {MOST_PEOPLE} people here; {there} are there.")
    people = (
        [fighter]
        if move.many == 1
        else [replace(fighter, name=f"{fighter.name} {at}") for at in range(1, move.many + 1)]
    )
    ones = tuple(One.of(each) for each in people)
    numbers = [_disposition(state, one, dice) for one in ones]
    after = state.fight.joins(people, numbers, *_initiatives(state, ones, dice))
    return state.then(after, f"{wording.count(move.many, 'newcomer')}: {fighter.name}, above all others.", "MEL-46")


# --- Turns ---


def _watchers(state: Kept, at: int, *, runs: bool) -> tuple[int, ...]:
    """Foes who may act early on someone who moves, or give chase. Source: MEL-11, MEL-14."""
    fight, found = state.fight, []
    for foe in fight.foes(at):
        one = fight.ones[foe]
        tied = fight.held(foe) or (runs and fight.holding(foe))
        if not fight.able(foe) or one.acted is not None or one.hesitates or one.swooned or tied:
            continue
        gear = one.fighter.gear
        ready = one.wields and (one.loaded or not gear.reloads)
        if not runs and (not ready or (gear.far and state.ask["early.missiles"] == "reach")):
            continue
        found.append(foe)
    return tuple(found)


def _free(fight: Encounter, at: int, target: int | None) -> frozenset[int]:
    """Those among them whose attack is not harder: of a charge the one who has the longer reach. Source: MEL-11, 26."""
    free = {foe for foe in fight.foes(at) if fight.flanked(at, fight.ones[foe].side)}
    if target is not None:
        mine, theirs = fight.ones[at], fight.ones[target]
        if theirs.fighter.gear.far or theirs.reach > mine.reach:
            free.add(target)
    return frozenset(free)


def _declared(state: Kept, move: object, says: str, *, runs: bool = False, target: int | None = None) -> Kept | None:
    """The move as it is declared, where others may answer it first; None where nobody can. Source: MEL-55."""
    watchers = _watchers(state, state.at, runs=runs)
    if not watchers:
        return None
    declared = Declared(move, says, watchers, _free(state.fight, state.at, target), runs)
    return state.then(replace(state.fight, phase=Phase.WINDOW, declared=declared), says, "MEL-11")


def _go_on(state: Kept, move: object, dice: Dice) -> Kept:
    declared = state.fight.declared
    assert isinstance(declared, Declared)
    fight = replace(state.fight, phase=Phase.TURN, declared=None)
    return MADE[type(declared.move)](replace(state, fight=fight), declared.move, dice)


def _early(state: Kept, move: moves.Early, dice: Dice) -> Kept:
    """An opportunity attack; whoever is caught by a Lock does not move after all. Source: MEL-11, MEL-28."""
    fight, mover, who = state.fight, state.at, int(move.who)
    declared = fight.declared
    assert isinstance(declared, Declared)
    early = who not in declared.free
    attack = Attack(
        who,
        mover,
        early=early,
        surroundings=state.surroundings,
        brawling=move.brawling,
        more=move.more,
        other=move.other,
    )
    turn = replace(state, fight=replace(fight, phase=Phase.TURN))
    if move.what == NORMAL:
        after = blows.attack(turn, attack, Meets.NOTHING, dice)
    else:
        special = moves.Special(str(mover), Maneuver.of(move.what))
        blows.check(turn, special, who)
        after = blows.special_attack(turn, special.what, attack, special, dice)
    done = after.fight.acts(who, early=True)
    if done.held(mover):
        return replace(after, fight=replace(done, phase=Phase.TURN, declared=None))
    left = replace(declared, watchers=tuple(at for at in declared.watchers if at != who))
    return replace(after, fight=replace(done, phase=Phase.WINDOW, declared=left))


def _chase(state: Kept, move: moves.Chase, dice: Dice) -> Kept:
    fight, who = state.fight, int(move.who)
    declared = fight.declared
    assert isinstance(declared, Declared)
    left = replace(declared, watchers=tuple(at for at in declared.watchers if at != who))
    after = replace(
        fight.acts(who, early=True, moved=True), phase=Phase.WINDOW, declared=left, chasers=(*fight.chasers, who)
    )
    return state.then(after, f"{fight.ones[who].name} gives chase.", "MEL-14")


def _attack(state: Kept, move: moves.Attack, dice: Dice) -> Kept:
    at, target = state.at, int(move.target)
    one, other = state.fight.ones[at], state.fight.ones[target]
    blows.check(state, move, at)
    if move.moved and not one.prone:
        _may_move(state)
        if declared := _declared(state, move, f"{one.name} charges {other.name}.", target=target):
            return declared
    return _attacks(state, move, dice)


def _attacks(state: Kept, move: moves.Attack, dice: Dice) -> Kept:
    at, target = state.at, int(move.target)
    fight = blows.helped(state, move)
    one = fight.ones[at]
    rises = move.moved and one.prone
    if rises:
        fight = fight.put(at, replace(one, prone=False))
    attack = Attack(
        at,
        target,
        moved=move.moved and not rises,
        rose=rises,
        surroundings=state.surroundings,
        cover=move.cover,
        help=move.help,
        rival=move.rival.exponent if move.rival else None,
        brawling=move.brawling,
        two_weapons=move.two_weapons,
        more=move.more,
        other=move.other,
        bare=move.bare,
        forks=hitting.forks(move.forks, state.ask),
    )
    after = blows.attack(replace(state, fight=fight), attack, move.meets, dice, fate=move.fate)
    return replace(after, fight=after.fight.acts(at, moved=move.moved))


def _special(state: Kept, move: moves.Special, dice: Dice) -> Kept:
    at, target = state.at, int(move.target)
    one, other = state.fight.ones[at], state.fight.ones[target]
    blows.check(state, move, at)
    if move.moved and not one.prone:
        _may_move(state)
        if declared := _declared(state, move, f"{one.name} runs at {other.name}.", target=target):
            return declared
    return _tries(state, move, dice)


def _tries(state: Kept, move: moves.Special, dice: Dice) -> Kept:
    at, target = state.at, int(move.target)
    fight = blows.helped(state, move)
    one = fight.ones[at]
    rises = move.moved and one.prone
    if rises:
        fight = fight.put(at, replace(one, prone=False))
    attack = Attack(at, target, moved=move.moved and not rises, help=move.help, more=move.more, other=move.other)
    after = blows.special_attack(replace(state, fight=fight), move.what, attack, move, dice)
    return replace(after, fight=after.fight.acts(at, moved=move.moved))


def _may_move(state: Kept) -> None:
    """Raises `Unusable` for whoever is held or holds. Source: MEL-27, MEL-28."""
    at = state.at
    if state.fight.held(at) or state.fight.holding(at):
        raise Unusable("move.moved", f"{state.fight.ones[at].name} is in a Lock, in which neither side moves.")


def _dodge(state: Kept, move: moves.Dodge, dice: Dice) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if move.moved:
        _may_move(state)
    found = blows.speed(state, at, dice, move.more)
    dodging = fight.put(at, replace(fight.ones[at], dodge=found))
    said = f"{one.name} dodges: +{found} Ob on every attack."
    going = replace(state, fight=dodging)
    if move.moved and (declared := _declared(going, moves.Go(Going.MOVE), f"{said} They move.")):
        return declared
    return state.then(dodging.acts(at, moved=move.moved), said, "MEL-12")


def _go(state: Kept, move: moves.Go, dice: Dice) -> Kept:
    one = state.fight.ones[state.at]
    if move.how is Going.UP:
        return _goes(state, move, dice)
    if one.prone and move.how is not Going.UP_AND_MOVE:
        raise Unusable("move.how", f"{one.name} lies on the ground: get up, or get up and move.")
    runs = move.how in (Going.DASH, Going.LEAVE)
    says = f"{one.name} {'dashes' if runs else 'moves'}."
    return _declared(state, move, says, runs=runs) or _goes(state, move, dice)


def _goes(state: Kept, move: moves.Go, dice: Dice) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if move.how in (Going.UP, Going.UP_AND_MOVE):
        fight = fight.put(at, replace(one, prone=False))
    said = f"{one.name}: {move.how.words}."
    if move.how in (Going.DASH, Going.LEAVE):
        fight, said = _runs(replace(state, fight=fight), dice, leaves=move.how is Going.LEAVE)
    return state.then(fight.acts(at, moved=move.how is not Going.UP), said, "MEL-13")


def _runs(state: Kept, dice: Dice, *, leaves: bool) -> tuple[Encounter, str]:
    """Speed against everyone who gave chase; what comes of it is stored. Source: MEL-14."""
    fight, at = state.fight, state.at
    one, chasers = fight.ones[at], fight.chasers
    if not chasers:
        gone = fight.stores(Result(at, None, f"{one.name} is away", "MEL-14", leaves=True)) if leaves else fight
        return gone, f"{one.name} gets away." if leaves else f"{one.name} dashes."
    mine = _speed(state, at, dice)
    theirs = [_speed(state, chaser, dice) for chaser in chasers]
    caught = moving.chased(mine, theirs, tie_escapes=fight.house.tie_escapes)
    if caught.damage:
        says = f"{one.name} is caught: {caught.damage} off disposition"
        fight = fight.stores(Result(chasers[0], at, says, "MEL-14", True, caught.damage if one.at_start else 0))
    if caught.away and leaves:
        fight = fight.stores(Result(at, None, f"{one.name} is away", "MEL-14", leaves=True))
    end = "gets away" if caught.away else f"is caught, and loses {caught.damage}"
    return fight, f"{mine} against {wording.listed(str(one) for one in theirs)}: {one.name} {end}."


def _speed(state: Kept, at: int, dice: Dice) -> int:
    one = state.fight.ones[at]
    ability = one.fighter.stats[Stat.SPEED]
    found = fallen(dice, f"{one.name}: Speed", one.dice(ability, state.fight.pressure(at)), ability.shade)
    return max(0, found - _harder(one))


def _beside(make: Callable[..., Kept]) -> Callable[..., Kept]:
    """A step with a simple action, which a move may go with: others may answer it first. Source: MEL-10, MEL-11."""

    def first(state: Kept, move: Any, dice: Dice) -> Kept:
        one = state.fight.ones[state.at]
        fetches = isinstance(move, moves.Act) and move.what is Doing.FETCH
        move = replace(move, moved=move.moved or fetches)
        if not move.moved:
            return make(state, move, dice)
        if why := _rooted(one, move):
            raise Unusable("move.moved", why)
        if one.prone:
            if fetches:
                raise Unusable("move.what", f"{one.name} lies on the ground; what is fetched takes a move.")
            up = state.fight.put(state.at, replace(one, prone=False))
            return make(replace(state, fight=up), replace(move, moved=False), dice)
        _may_move(state)
        return _declared(state, move, f"{one.name} moves.") or make(state, move, dice)

    return first


def _rooted(one: One, move: object) -> str:
    """Why someone stands still for what they do, as a sentence; empty where they may move too. Source: MEL-30, 33."""
    if isinstance(move, moves.Reload) and one.fighter.gear.arm is Arm.HEAVY:
        return f"To load this, {one.name} has to stand still."
    if isinstance(move, moves.Act) and move.what is Doing.COMPLICATED:
        return "A complicated action leaves no time to move."
    return "Whoever casts a spell stands still." if isinstance(move, moves.Cast) and not move.prayer else ""


def _reload(state: Kept, move: moves.Reload, dice: Dice) -> Kept:
    fight, at = state.fight, state.at
    name = fight.ones[at].name
    stored = fight.stores(Result(at, None, f"{name} reloads", "MEL-30", ready=RELOAD))
    return state.then(stored.acts(at, moved=move.moved), f"{name} reloads.", "MEL-30")


def _aim(state: Kept, move: moves.Aim, dice: Dice) -> Kept:
    fight, at, target = state.fight, state.at, int(move.target)
    one = fight.ones[at]
    if move.help and move.helper == NOBODY:
        raise Unusable("move.helper", f"{move.help}D of a spotter come from someone; say who.")
    if move.help:
        fight = fight.acts(int(move.helper), early=True)
    aim = one.aim if one.aim_at == target else 0
    fight = fight.put(at, replace(fight.ones[at], aim_at=target, aim=aim, doing=AIM))
    says = f"{one.name} aims at {fight.ones[target].name}"
    stored = fight.stores(Result(at, None, says, "MEL-31", ready=AIM, aims=1 + move.help))
    return state.then(stored.acts(at), f"{says}.", "MEL-31")


def _act(state: Kept, move: moves.Act, dice: Dice) -> Kept:
    """Any other action that takes no dice. Source: MEL-32, MEL-33."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    one = replace(one, prone=one.prone and not move.rises)
    if move.what in (Doing.DRAW, Doing.FETCH):
        one = replace(one, armed=True)
    if move.what is Doing.UNSTRAP:
        one = replace(one, strapped=False)
    what = move.said or move.what.words
    return state.then(fight.put(at, one).acts(at, moved=move.moved), f"{one.name}: {what}.", "MEL-32")


def _test(state: Kept, move: moves.Test, dice: Dice) -> Kept:
    """Any other action that is tested, as wounds leave it. Source: MEL-32, MEL-33, HUB-18."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    what = move.said or "a test"
    found = _tested(state, move.pool, 0, what, dice)
    obstacle = move.obstacle + _harder(one)
    end = "it works" if found >= obstacle else "it fails"
    return state.then(
        fight.acts(at, moved=move.moved), f"{one.name}, {what}: {found} against Ob {obstacle}: {end}.", "MEL-32"
    )


def _shrug(state: Kept, move: moves.Shrug, dice: Dice) -> Kept:
    """Pain that is shaken off, by Health or artha. Raises `Refused` where there is none. Source: MEL-34."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    grits = move.what is Relief.GRIT
    light = Level.LIGHT in one.pain.levels or one.pain.levels.count(Level.SUPERFICIAL) >= 3
    if grits and not light and state.ask["grit.which"] == "light":
        raise Unusable("move.what", f"{one.name} has no Light wound; only that pain is gritted through in a melee.")
    eased = one.pain.grit() if grits else one.pain.shrug()
    obstacle = GRIT_OBSTACLE if grits else CLEAR_OBSTACLE
    health = one.fighter.health
    found = obstacle if move.artha else fallen(dice, f"{one.name}: Health", health.exponent, health.shade)
    if found < obstacle:
        return state.then(
            fight.acts(at, moved=move.moved),
            f"{one.name}: {move.what.words}, {found} against Ob {obstacle}: it fails.",
            "MEL-34",
        )
    return state.then(
        fight.put(at, replace(one, pain=eased)).acts(at, moved=move.moved),
        f"{one.name}: {move.what.words}; it works.",
        "MEL-34",
    )


def _tested(state: Kept, ability: Ability, more: int, what: str, dice: Dice) -> int:
    """A test of a skill of whoever acts, less wounds. Source: HUB-18."""
    one = state.fight.ones[state.at]
    return fallen(dice, f"{one.name}: {what}", max(0, one.dice(ability) + more + one.next_die), ability.shade)


def _harder(one: One) -> int:
    """What wounds and a stagger add to the obstacle of any test."""
    return one.pain.obstacle + one.stagger


def _intimidate(state: Kept, move: moves.Intimidate, dice: Dice) -> Kept:
    fight, at, target = state.fight, state.at, int(move.target)
    one, other = fight.ones[at], fight.ones[target]
    found = _tested(state, move.pool, move.more, "a threat", dice)
    obstacle = other.fighter.will.exponent + _harder(one)
    if found < obstacle:
        return state.then(
            fight.acts(at, moved=move.moved), f"{found} against Ob {obstacle}: {other.name} is unmoved.", "MEL-35"
        )
    margin = found - obstacle
    says = f"{one.name} frightens {other.name}"
    stored = fight.stores(Result(at, target, says, "MEL-35", moves=((target, Way.DOWN),), threat=margin))
    said = f"{found} against Ob {obstacle}: {other.name} will test Steel, {margin} harder."
    return state.then(stored.acts(at, moved=move.moved), said, "MEL-35")


def _command(state: Kept, move: moves.Commands, dice: Dice) -> Kept:
    """Friends who hesitate pull themselves together, each by their own margin. Source: MEL-36."""
    fight, at = state.fight, state.at
    broken = fight.hesitating(at)
    found = max(0, _tested(state, move.pool, move.more, "a command", dice) - _harder(fight.ones[at]))
    short = [hesitation.failed_by if (hesitation := fight.ones[other].hesitation) else 0 for other in broken]
    freed = [broken[place] for place in words.recovers(short, found, paid=fight.house.paid)]
    after = fight.acts(at, moved=move.moved)
    for other in freed:
        after = after.freed(other)
    who = wording.listed(fight.ones[other].name for other in freed)
    return state.then(after, f"{found} successes: {f'{who} may act' if freed else 'nobody listens'}.", "MEL-36")


def _cast(state: Kept, move: moves.Cast, dice: Dice) -> Kept:
    """A spell or prayer; what wounds goes past disposition. Source: MEL-37 to MEL-39."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    what = move.spell or ("a prayer" if move.prayer else "a spell")
    if move.target != NOBODY and move.prayer and move.obstacle not in (5, 10):
        raise Unusable("move.obstacle", "A miracle that does what a spell does is Ob 5, rarely Ob 10.")
    hurry = 0 if move.prayer else casting.hurried(move.actions)
    pressure = 0 if move.prayer else fight.pressure(at)
    prone = 0 if move.prayer or not one.prone else 2
    obstacle = move.obstacle + hurry + prone + _harder(one)
    found = fallen(dice, f"{one.name}: {what}", max(0, one.dice(move.pool, pressure) + one.next_die), move.pool.shade)
    fight = fight.put(at, replace(one, doing="" if move.prayer else CASTING))
    if found < obstacle:
        return state.then(
            fight.acts(at, moved=move.moved), f"{what}: {found} against Ob {obstacle}, it fails.", "MEL-37"
        )
    if move.target != NOBODY:
        target = int(move.target)
        strike = Strike(found - obstacle, move.place.place, move.va, bypass=True)
        says = f"{one.name}, {what} at {fight.ones[target].name}"
        fight = fight.stores(Result(at, target, says, "MEL-38", True, strike=strike, magic=not move.armor))
    return state.then(fight.acts(at, moved=move.moved), f"{what}: {found} against Ob {obstacle}, it works.", "MEL-37")


def _finish(state: Kept, move: moves.Finish, dice: Dice) -> Kept:
    """The last blow; the shade of a Mortal tolerance can stand against it. Source: MEL-45."""
    fight, at, target = state.fight, state.at, int(move.target)
    one, other = fight.ones[at], fight.ones[target]
    best = one.fighter.gear.damage(one.fighter.stats[Stat.POWER]).superb
    mortal = other.fighter.tolerances.mortal
    found = morale.last_blow(best.shade, mortal.shade, helpless=other.helpless)
    if found is not Blow.MORTAL:
        return state.then(fight.acts(at), f"{one.name} at {other.name}: {found.words}.", "MEL-45")
    stored = fight.stores(Result(at, target, f"{one.name} finishes off {other.name}", "MEL-45", slain=True))
    return state.then(stored.acts(at), f"{one.name} finishes off {other.name}.", "MEL-45")


def _escape(state: Kept, move: moves.Escape, dice: Dice) -> Kept:
    """Out of a Lock; what is left over may hold the holder. Source: MEL-28."""
    fight, at, holder = state.fight, state.at, int(move.holder)
    one = fight.ones[at]
    grip = next(grip for grip in fight.grips if (grip.by, grip.at) == (holder, at))
    stat = max((one.fighter.stats[stat] for stat in Stat if stat.physical), key=lambda ability: ability.exponent)
    ability = move.pool or stat
    taller = max(0, min(3, one.fighter.stature - fight.ones[holder].fighter.stature))
    count = max(0, one.dice(ability, fight.pressure(at)) + taller + move.more + one.next_die)
    found = max(0, fallen(dice, f"{one.name}: out of the Lock", count, ability.shade) - _harder(one))
    end = lock.struggle(grip.pressure, found)
    if not end.free:
        after = fight.eases(holder, at, end.pressure)
        return state.then(after.acts(at), f"{one.name} is still held: pressure {end.pressure}.", "MEL-28")
    after = fight.breaks(holder, at, end.over, counter=move.counter)
    said = f"{one.name} turns it around: pressure {end.over}." if move.counter else f"{one.name} is free."
    return state.then(after.acts(at), said, "MEL-28")


def _hesitate(state: Kept, move: moves.Hesitate, dice: Dice) -> Kept:
    form = Reaction.of(move.form)
    one = state.fight.ones[state.at]
    if form is Reaction.RUN and not (state.fight.held(state.at) or state.fight.holding(state.at)):
        says = f"{one.name} runs, screaming."
        return _declared(state, move, says, runs=True) or _hesitates(state, move, dice)
    return _hesitates(state, move, dice)


def _hesitates(state: Kept, move: moves.Hesitate, dice: Dice) -> Kept:
    at, form = state.at, Reaction.of(move.form)
    fight, said = state.fight, f"{state.fight.ones[at].name}: {form.words}."
    if form is Reaction.RUN and not (fight.held(at) or fight.holding(at)):
        fight, more = _runs(state, dice, leaves=True)
        said = f"{said} {more}"
    return state.then(fight.takes_form(at, form), said, "MEL-44")


def _stay(state: Kept, move: object, dice: Dice) -> Kept:
    return state.then(state.fight.acts(state.at), f"{state.fight.ones[state.at].name} does not stir.", "MEL-44")


def _rise(state: Kept, move: object, dice: Dice) -> Kept:
    fight, at = state.fight, state.at
    return state.then(
        fight.put(at, replace(fight.ones[at], swooned=False)), f"{fight.ones[at].name} comes to.", "MEL-44"
    )


# --- The table ---


def _shock(state: Kept, move: moves.Shock, dice: Dice) -> Kept:
    """A noise or a horror takes disposition off all whom it reaches. Source: MEL-20."""
    fight = state.fight
    by = fight.now if fight.now is not None else 0
    sides = {side.value for side in move.sides}
    for at, one in enumerate(fight.ones):
        if one.there and one.side in sides and one.at_start:
            fight = fight.stores(Result(by, at, f"{one.name} is shaken", "MEL-20", loss=move.amount))
    return state.then(fight, f"Everyone it reaches loses {move.amount}.", "MEL-20")


def _mark(state: Kept, move: moves.Mark, dice: Dice) -> Kept:
    """What the table decides about someone; what it names as nothing stays as it is."""
    fight, at = state.fight, int(move.who)
    one = fight.ones[at]
    after = replace(one, disposition=max(0, min(one.most, one.disposition + move.disposition)))
    after = CHANGES[move.change](after.wounded(move.wound))
    if move.nerve:
        after = replace(after, hesitation=Hesitation(move.nerve, fight.round + 1))
    found = fight.put(at, after)
    if move.fate is not Fate.IN:
        found = found.leaves(at, move.fate)
    elif not after.there:
        found = replace(found, order=found.order.without(at))
    found = _onwards(found)
    changes = [
        f"disposition {after.disposition}" if move.disposition else "",
        move.wound.wound.lower() if move.wound is not Level.NONE else "",
        move.change.words if move.change is not Change.NOTHING else "",
        "hesitates next round" if move.nerve else "",
        move.fate.words if move.fate is not Fate.IN else "",
    ]
    said = wording.listed(change for change in changes if change) or "no change"
    return state.then(found, f"{one.name}: {said}.", "MEL-54")


CHANGES: Mapping[Change, Callable[[One], One]] = {
    Change.NOTHING: lambda one: one,
    Change.PRONE: lambda one: replace(one, prone=True),
    Change.UP: lambda one: replace(one, prone=False),
    Change.DISARMED: lambda one: replace(one, armed=False),
    Change.ARMED: lambda one: replace(one, armed=True),
    Change.LOADED: lambda one: replace(one, loaded=True),
    Change.SHIELD: lambda one: replace(one, rating=max(0, one.rating - 1)),
}

STEPS: Mapping[type, Callable[..., Kept]] = {
    moves.RollUp: _begin,
    moves.Apply: _apply,
    moves.Retreat: _retreat,
    moves.EndFight: _end,
    moves.Swap: _swap,
    moves.Reinforce: _reinforce,
    moves.GoOn: _go_on,
    moves.Early: _early,
    moves.Chase: _chase,
    moves.Attack: _attack,
    moves.Special: _special,
    moves.Dodge: _dodge,
    moves.Go: _go,
    moves.Reload: _beside(_reload),
    moves.Aim: _aim,
    moves.Act: _beside(_act),
    moves.Test: _beside(_test),
    moves.Shrug: _beside(_shrug),
    moves.Intimidate: _beside(_intimidate),
    moves.Commands: _beside(_command),
    moves.Cast: _beside(_cast),
    moves.Finish: _finish,
    moves.Escape: _escape,
    moves.Hesitate: _hesitate,
    moves.StayDown: _stay,
    moves.Rise: _rise,
    moves.Shock: _shock,
    moves.Mark: _mark,
}
"""What each kind of move does."""

MADE: Mapping[type, Callable[..., Kept]] = {
    moves.Attack: _attacks,
    moves.Special: _tries,
    moves.Go: _goes,
    moves.Hesitate: _hesitates,
    moves.Reload: _reload,
    moves.Act: _act,
    moves.Test: _test,
    moves.Shrug: _shrug,
    moves.Intimidate: _intimidate,
    moves.Commands: _command,
    moves.Cast: _cast,
}
"""What is done once nobody answers a declared move any more."""
