"""The positioning tests of a volley, Charges and Tackles among them (FGT-10, FGT-11, FGT-19, FGT-38)."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    eaten,
    fight_attacks,
    fight_beast,
    fight_bids,
    fight_charms,
    fight_course,
    fight_deeds,
    fight_lance,
    fight_positioning,
    fight_posture,
    fight_push,
    stances,
)
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning, landings
from engine.games.burning_wheel.rules.fight_moment import At, Moment
from engine.games.burning_wheel.rules.fight_positioning import Outcome
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.fight_state import Cast, Event, Fell, Made, Part, Phase, Side, Table, quick_dice
from engine.games.burning_wheel.rules.stances import Stance
from engine.records import changed
from engine.working import Line


def _by_mount(side: Side, volley: int) -> bool:
    """Whether it is the mount that Charges in a volley. Source: RID-14."""
    deeds = side.volley(volley).deeds
    return bool(deeds) and deeds[0].mounts and side.rider is not None


def _quick(sides: tuple[Side, Side]) -> tuple[int, int]:
    """The dice of each side for Reflexes and stride, a mount’s among them. Source: FGT-11, RID-15."""
    (one, stride), (two, other) = (side.pace for side in sides)
    return quick_dice((one, two), (stride, other))


def speed_of(
    fight: Moment, place: int, at: Distance | None, more: int, *, rush: Act | None = None, braced: bool = False
) -> Pool:
    """The dice of a positioning test: Speed, or Power and a die for a Charge. Source: FGT-11, FGT-38.

    Who is `braced` stands off a Charge and Maintains, and may do so with Power.
    """
    side = fight.sides[place]
    quick = _quick(fight.sides)[place]
    volley = None if fight.phase is Phase.START else fight.volley
    length = fight_charms.length(fight.sides, place, at, volley, fight.house)
    bonus = quick + length + side.fighter.traits + more
    if rush is None:
        speed = side.moving(bonus)
        return max(speed, side.dice(side.fighter.power, more=bonus), key=lambda one: one.dice) if braced else speed
    closed = fight.moved[place] is Positioning.CLOSE
    more = fight_attacks.rushing(0, closed=closed, bonus=bonus).total
    if _by_mount(side, fight.volley):
        return fight_beast.dice(side, Act.PUSH).plus(more)
    return side.dice(side.fighter.power, more=more)


def _rush(fight: Moment, place: int) -> Act | None:
    """The Charge or Tackle that a side leads the volley with, if it may. Source: FGT-38.

    Another's that was bid for comes before it. Source: FGT-60.
    """
    if _charges_first(fight, 1 - place):
        return None
    side = fight.sides[place]
    volley = side.volley(fight.volley)
    first = volley.deeds[0].act if volley.deeds else None
    idle = side.state.lost or side.state.waits
    may = first in stances.CHARGES and not idle and side.state.at is not Distance.OUT
    return first if may else None


def _charges_first(fight: Moment, place: int) -> bool:
    """Whether a side has bid for the Charge or Tackle that leads this volley. Source: FGT-60."""
    if fight.bids.first != place or fight.bids.done or fight.volley != 1:
        return False
    return _rush(changed(fight, bids=fight_bids.Bidding()), place) is not None


def hindered(fight: Moment, place: int, rush: Act | None) -> tuple[Line, ...]:
    """The +Ob of a positioning test, line by line; a Charge pays for the way, too. Source: FGT-11, FGT-38."""
    side, state = fight.sides[place], fight.sides[place].state
    start = fight_attacks.From.of(state.at.value)
    carried = _by_mount(side, fight.volley) if rush else side.carried
    return (
        Line(state.beast.hurts if carried else state.hurts, "wounds", "INJ-09"),
        side.slipping,
        fight_posture.line(state.posture, Doing.POSITION),
        Line(fight_push.STAGGERED if state.staggered else 0, "off balance", "FGT-46"),
        *(fight_attacks.far(fight_attacks.Rush.of(rush.value), start).lines if rush else ()),
    )


def _scripted(fight: Moment, place: int) -> Positioning:
    """What a side does for its position: who hesitates Maintains, or runs. Source: FGT-61."""
    state = fight.sides[place].state
    if fight.sides[place].rider and state.beast.lost:
        return Positioning.WITHDRAW if state.beast.bolts else Positioning.MAINTAIN
    if state.lost:
        return Positioning.WITHDRAW if state.running else Positioning.MAINTAIN
    wants = fight.sides[place].volley(fight.volley).positioning
    return Positioning.MAINTAIN if state.lock and wants is Positioning.WITHDRAW else wants


def _frozen(fight: Moment, place: int) -> bool:
    """Whether a side has no dice to position: it hesitates, or gave up all of the volley. Source: FGT-56, FGT-61."""
    side = fight.sides[place]
    if side.rider and side.state.beast.lost:
        return side.state.beast.stands
    return (bool(side.state.lost) and not side.state.running) or side.volley(fight.volley).idle


def _flees(fight: Moment, place: int) -> bool:
    """Whether a side runs, or a mount with its rider. Source: FGT-61, RID-24."""
    side = fight.sides[place]
    return side.state.beast.bolts if side.rider and side.state.beast.lost else bool(side.state.lost)


def positioned(fight: At, table: Table, more: tuple[int, int], *, near: bool, halts: bool) -> At:
    """The positioning of an announced volley, as `Fight.position` says. Source: FGT-10, FGT-19."""
    fight, told = _uneasy(fight, table)
    wants = (_scripted(fight, 0), _scripted(fight, 1))
    for place, moves in enumerate(wants):
        if fight.sides[place].fighter.rider:
            state = fight.sides[place].state
            withdrawn = replace(state.beast, couched=state.beast.couched and moves is not Positioning.WITHDRAW)
            fight = fight.with_state(place, changed(state, mount=moves, beast=withdrawn))
    fight, rushes, orders = _rushes(fight, table)
    done = _tested(fight, table, wants, rushes, more, near=near, halts=halts)
    return changed(done, came=(*told, *orders, *done.came), thrown=table.all, tests=(*done.tests, *table.made))


def _uneasy(fight: At, table: Table) -> tuple[At, list[Event]]:
    """Both sides once mounts have tested Steel that learned no Mounted Combat, at the start of an exchange. RID-10."""
    came: list[Event] = []
    for place in (0, 1) if fight.volley == 1 else ():
        state, told = fight_beast.uneasy(fight.sides[place], table, place)
        fight, came = fight.with_state(place, state), [*came, *told]
    return fight, came


def _rushes(fight: At, table: Table) -> tuple[At, tuple[Act | None, Act | None], list[Event]]:
    """The Charges of a volley; one that the mount is to run takes a word to it first. Source: FGT-38, RID-14."""
    rushes, came = [_rush(fight, 0), _rush(fight, 1)], list[Event]()
    for place in (0, 1):
        if rushes[place] is None or not _by_mount(fight.sides[place], fight.volley):
            continue
        state, heeds, told = fight_beast.told(fight.sides[place], table, place, Act.CHARGE)
        fight, came = fight.with_state(place, state), [*came, *(Event(one.side, one.words, one.rule) for one in told)]
        rushes[place] = rushes[place] if heeds else None
    return fight, (rushes[0], rushes[1]), came


def _tested(
    fight: At,
    table: Table,
    wants: tuple[Positioning, Positioning],
    rushes: tuple[Act | None, Act | None],
    more: tuple[int, int],
    *,
    near: bool,
    halts: bool,
) -> At:
    """The positioning test of a volley for which both know what they want. Source: FGT-10, FGT-19."""
    pools = [_positioning(fight, place, wants[place], rushes, more[place]) for place in (0, 1)]
    eats = [sum(line.amount for line in hindered(fight, place, rushes[place])) for place in (0, 1)]
    if not any(rushes) and fight_lance.jousts(fight.sides, fight.volley):
        found = [fight_lance.position(fight.sides, place, more[place]) for place in (0, 1)]
        pools, eats = [pool for pool, _ in found], [less for _, less in found]
    rushed = bool(rushes[0]), bool(rushes[1])
    fight = changed(fight, moved=wants, rushed=rushed, slot=1, phase=Phase.ACT, came=(), thrown=(), won=None)
    still = fight_positioning.automatic(*wants) if not any(rushes) else None
    if still is not None:
        done = _moved(fight, still, wants, near=True)
        return fight_course.after(changed(done, came=(*done.came, Event(0, "someone stands still", "FGT-22"))))
    frozen = [_frozen(fight, place) for place in (0, 1)]
    fallen = _thrown(fight, table, pools, rushes, lambda found: outcome_of(fight, found, frozen, eats), eats)
    outcome = outcome_of(fight, fallen, frozen, eats)
    for place in (0, 1):
        state = fight.sides[place].state
        fight = fight.with_state(place, changed(state, staggered=False, beaten=False, avoided=False))
    if any(rushes):
        rolled = [eaten.left(one, less) for one, less in zip(fallen, eats, strict=True)]
        return fight_course.after(_rushed(changed(fight, thrown=table.all), table, rushes, rolled))
    fight = noted(_moved(fight, outcome, wants, near=near, halts=halts), fallen, pools, outcome.won, eats)
    return fight_course.after(changed(fight, thrown=table.all))


def _thrown(
    fight: Moment,
    table: Table,
    pools: Sequence[Pool],
    rushes: tuple[Act | None, Act | None],
    outcome: Callable[[Sequence[int]], Outcome],
    eats: Sequence[int],
) -> list[int]:
    """The successes of both positioning tests, none for who stands still. Source: FGT-10, FGT-19."""
    moving = [place for place in (0, 1) if fight.moved[place] is not Positioning.STAND]
    gains = any(want.moves for want in fight.moved) or any(side.state.away for side in fight.sides)

    def both(fell: Sequence[int]) -> list[int]:
        found = [0, 0]
        for place, number in zip(moving, fell, strict=True):
            found[place] = number
        return found

    def tells(fell: Fell) -> Hashable:
        found = both(fell)
        if any(rushes):
            return eaten.left(found[0], eats[0]) - eaten.left(found[1], eats[1])
        return gains and outcome(found)

    return both(table.together([Cast(place, Part.POSITION, pools[place], rushes[place]) for place in moving], tells))


def noted(fight: At, fallen: Sequence[int], pools: Sequence[Pool], won: bool | None, eats: Sequence[int]) -> At:
    """The same with both positioning tests noted, but for a mount’s: the other’s successes, and the own +Ob. HUB-46."""
    against = [eaten.left(fallen[1 - place], eats[1 - place]) + eats[place] for place in (0, 1)]
    made = tuple(
        Made(place, "speed", pools[place].dice, against[place], won is (place == 0))
        for place in (0, 1)
        if pools[place].dice and not fight.sides[place].carried
    )
    return changed(fight, tests=(*fight.tests, *made))


def _positioning(
    fight: Moment, place: int, wants: Positioning, rushes: tuple[Act | None, Act | None], more: int
) -> Pool:
    """The dice of one side's positioning test. Source: FGT-11, FGT-38, FGT-61."""
    if wants is Positioning.WITHDRAW and _flees(fight, place):
        return _fleeing(fight, place)
    if _frozen(fight, place):
        return Pool.of(0)
    braced = bool(rushes[1 - place]) and not rushes[place] and wants is Positioning.MAINTAIN
    return speed_of(fight, place, fight.sides[place].state.at, more, rush=rushes[place], braced=braced)


def _fleeing(fight: Moment, place: int) -> Pool:
    """The dice of a side that runs screaming: neither weapon nor terrain counts. Source: FGT-61."""
    side = fight.sides[place]
    return side.moving(_quick(fight.sides)[place] + side.fighter.traits)


def outcome_of(fight: Moment, fallen: Sequence[int], frozen: Sequence[bool], eats: Sequence[int]) -> Outcome:
    """How positioning ends by what +Ob leaves of both rolls, or what fell against no dice. Source: FGT-19, FGT-61."""
    if frozen[0] is frozen[1]:
        rolled = [eaten.left(one, less) for one, less in zip(fallen, eats, strict=True)]
        return Outcome.by(rolled[0] - rolled[1])
    place = int(frozen[0])
    found = fight_positioning.over_hesitating(fallen[place], eats[place])
    return list(Outcome)[::-1][list(Outcome).index(found)] if place else found


def _moved(
    fight: At, outcome: Outcome, wants: tuple[Positioning, Positioning], *, near: bool, halts: bool = False
) -> At:
    """Both where the winner takes them, as far as he may. Source: FGT-19, FGT-20."""
    won = outcome.won
    if won is not None:
        fight = _nearer(fight, 0 if won else 1)
    if any(side.state.lock for side in fight.sides):
        return changed(fight, came=(Event(0, "the Lock keeps both inside", "FGT-44"),))
    if won is None:
        return changed(fight, came=(Event(0, "a tie: nobody moves", "FGT-19"),))
    place = 0 if won else 1
    steps = 1 if near else outcome.steps
    found = landings(fight.track, fight.places, wants[place], mine=won, steps=steps, strict=fight.house.strict)
    fight = changed(fight, won=place)
    if halts and len(found) > 1:
        return changed(fight, options=found, came=(Event(place, "wins position and may halt on the way", "FGT-19"),))
    words = f"wins position: {found[0][place].words}"
    return fight.with_places(places=found[0], came=(Event(place, words, "FGT-19"),))


def _nearer(fight: At, place: int) -> At:
    """A won positioning test takes the winner to a weapon that was knocked away. Source: FGT-41."""
    state = fight.sides[place].state
    return fight.with_state(place, changed(state, away=max(0, state.away - 1)))


def _rushed(fight: At, table: Table, rushes: tuple[Act | None, Act | None], rolled: Sequence[int]) -> At:
    """One Charge, or two against each other: the larger has its way. Source: FGT-38."""
    both = all(rushes)
    if both and rolled[0] == rolled[1]:
        for place in (0, 1):
            fight = fight.with_state(place, fight.sides[place].state.shaken(1))
        return changed(fight, came=(Event(0, "both run into each other: the next action of both is lost", "FGT-38"),))
    place = 0 if rushes[0] and (not rushes[1] or rolled[0] > rolled[1]) else 1
    rush, other = rushes[place], 1 - place
    assert rush
    over = rolled[place] - rolled[other]
    hits = fight_attacks.landed(over - _avoided(fight, table, other), over)
    fight = changed(fight, thrown=table.all)
    if both:
        fight = fight.with_state(other, fight.sides[other].state.shaken(1))
    if not hits.works:
        fight = fight.with_state(place, changed(fight.sides[place].state, stance=Stance.NEUTRAL).shaken(1))
        if hits is fight_attacks.Hits.BEATEN:
            fight = _moved(fight, Outcome.by(over if place == 0 else -over), fight.moved, near=False)
        told = Event(place, f"{rush.words} fails: the next action is lost", "FGT-38")
        return changed(fight, came=(told, *fight.came))
    return _ran(fight, place, rush, hits)


def _ran(fight: At, place: int, rush: Act, hits: fight_attacks.Hits) -> At:
    """A Charge or Tackle that comes through. Source: FGT-38."""
    floored, tackle = hits is fight_attacks.Hits.FLOORED, rush is Act.TACKLE
    mine, theirs = fight.sides[place].state, fight.sides[1 - place].state
    mine = changed(mine, stance=Stance.NEUTRAL, posture=Posture.GROUND if floored and tackle else mine.posture)
    theirs = (
        changed(theirs, posture=Posture.GROUND)
        if floored
        else changed(theirs, unsteady=theirs.unsteady + fight_push.STAGGERED)
    )
    fight = fight.with_state(place, mine).with_state(1 - place, theirs)
    places = fight.places
    if tackle:
        places = fight.track.states[-1]
    elif mine.at is not Distance.OPTIMAL:
        places = fight.track.started(Distance.OPTIMAL, mine=place == 0)
    return fight.with_places(places=places, came=(Event(1 - place, hits.words.lower(), "FGT-38"),), thrown=fight.thrown)


def _avoided(fight: Moment, table: Table, place: int) -> int:
    """What an Avoid as first action takes from a Charge. Source: FGT-35, FGT-38."""
    side = fight.sides[place]
    deeds = side.volley(fight.volley).deeds
    deed = deeds[0] if deeds else None
    if (
        side.state.waits
        or deed is None
        or deed.act is not Act.AVOID
        or side.state.lost
        or fight_deeds.barred(fight, place, deed)
    ):
        return 0
    if _charges_first(fight, 1 - place):
        return 0
    fell = table.cast(Cast(place, Part.DEFENSE, fight_deeds.pool_of(fight, place, deed), Act.AVOID))
    return eaten.left(fell, fight_deeds.penalty(fight, place, deed, Doing.DEFEND))
