"""How a round ends: results applied as if at once, nerve, and whether there is another one (MEL-40 to MEL-47)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import steel
from engine.games.burning_wheel.rules.damage import stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.wounded import Pain
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.rules import morale
from engine.games.melee.rules.combatant import AIM, RELOAD, Fate, Hesitation, One
from engine.games.melee.rules.encounter import Encounter, Phase, Result
from engine.games.melee.rules.hitting import MOST_AIM
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.order import Way
from engine.working import Line, Worked


@dataclass(frozen=True, slots=True)
class Blow:
    """A wound that is to be worked out: whose, of which result, and where it falls once the Die of Fate is known.

    `pool` are the armor dice that may stop it, at the obstacle `against`. Source: MEL-19, WPN-15, ARM-05.
    """

    result: Result
    at: int
    pool: Pool
    against: int

    def place(self, fight: Encounter, fate: int | None = None) -> Coordinate:
        """Where it falls on the grayscale; `fate` is the Die of Fate of what hits from afar."""
        strike = self.result.strike
        assert strike is not None
        if strike.place is not None:
            return Coordinate(strike.place)
        fighter = fight.ones[self.result.by].fighter
        gear = fighter.gear
        damage = gear.damage(fighter.stats[Stat.POWER])
        if strike.far and gear.bands is not None and fate is not None:
            return damage.at(gear.bands.stage(fate))
        return damage.at(stage(strike.margin, gear.add))


def blows(fight: Encounter) -> list[Blow]:
    """The wounds that are stored, in the order in which their causes acted. Source: MEL-40."""
    found = []
    for result in fight.pending:
        if result.strike is not None and result.at is not None:
            other = fight.ones[result.at]
            armor = 0 if result.magic else other.armor
            found.append(Blow(result, result.at, Pool.of(armor), 1 + result.strike.va))
    return found


def resolved(fight: Encounter, levels: Sequence[Level], worn: Sequence[int] = ()) -> Encounter:
    """Everything that is stored, applied as if at once.

    `levels` are the wounds of `blows`, `worn` the armor dice that each of them cost. Losses first, then wounds,
    what no disposition means, shields, states, what was begun, and the moves in the order of their causes.
    Source: MEL-40, MEL-41.
    """
    found = fight
    for at, loss in _losses(fight).items():
        found = found.put(at, found.ones[at].loses(loss))
    wounds: list[tuple[int, Level]] = []
    costs = [*worn, *[0] * (len(levels) - len(worn))]
    for blow, level, cost in zip(blows(fight), levels, costs, strict=True):
        one = found.ones[blow.at]
        wounds += [(blow.at, level)] if level is not Level.NONE else []
        found = found.put(blow.at, replace(one.wounded(level), armor=max(0, one.armor - cost)))
    fallen = frozenset(at for at, one in enumerate(found.ones) if one.at_start > 0 and not one.disposition)
    for at in sorted(fallen):
        found = found.put(at, _at_zero(found.ones[at]))
    for at in _stopped(fight.pending):
        found = found.put(at, replace(found.ones[at], stopped=True))
    for result in fight.pending:
        found = _states(found, result, wounds)
    moves = [move for result in fight.pending for move in _moves(found, result)]
    for at, way in _without_rivals(moves) if fight.house.cancel else moves:
        found = found.moved(at, way)
    for at, one in enumerate(found.ones):
        if not one.there:
            found = replace(found, order=found.order.without(at))
    threats = tuple(
        (result.at, result.threat)
        for result in fight.pending
        if result.threat is not None and result.at is not None and found.ones[result.at].there
    )
    return replace(found, pending=(), fallen=fallen, wounds=tuple(wounds), threats=threats)


def _stopped(pending: Sequence[Result]) -> set[int]:
    """Those who are interrupted by what is applied: knocked down, or disarmed. Source: MEL-30."""
    down = {at for result in pending for at in result.prone}
    return down | {result.at for result in pending if result.disarmed and result.at is not None}


def _losses(fight: Encounter) -> dict[int, int]:
    found: dict[int, int] = {}
    for result in fight.pending:
        if result.at is not None and result.loss:
            found[result.at] = found.get(result.at, 0) + result.loss
    return found


def _at_zero(one: One) -> One:
    """What no disposition means, by whether anyone cares about them. Source: MEL-41."""
    if not one.there:
        return one
    if one.fighter.importance.fights_on:
        return one.wounded(Level.SUPERFICIAL)
    return replace(one, fate=Fate.DEAD, prone=True)


def _states(fight: Encounter, result: Result, wounds: list[tuple[int, Level]]) -> Encounter:
    found = fight
    for at in result.prone:
        found = found.put(at, replace(found.ones[at], prone=True))
    by = found.ones[result.by]
    if result.next_die:
        found = found.put(result.by, replace(by, next_die=result.next_die))
    if result.ready and not by.stopped:
        found = found.put(result.by, _ready(found.ones[result.by], result))
    if result.leaves and by.there:
        found = found.leaves(result.by, Fate.FLED)
    if result.at is None:
        return found
    other = found.ones[result.at]
    other = replace(other, rating=max(0, other.rating - result.shield), stagger=other.stagger + result.stagger)
    other = replace(other, armed=other.armed and not result.disarmed)
    if result.slain:
        wounds.append((result.at, Level.MORTAL))
        player = other.fighter.importance.fights_on
        other = other.wounded(Level.MORTAL) if player else replace(other, fate=Fate.DEAD, prone=True)
    return found.put(result.at, other)


def _ready(one: One, result: Result) -> One:
    """What was begun is done. Source: MEL-30, MEL-31."""
    if result.ready == RELOAD:
        return replace(one, loaded=True)
    return replace(one, aim=min(MOST_AIM, one.aim + result.aims)) if result.ready == AIM else one


def _moves(fight: Encounter, result: Result) -> tuple[tuple[int, Way], ...]:
    """Who is moved by a result; whoever was hit or stopped does not rise for what they began. Source: MEL-07."""
    by = fight.ones[result.by]
    if result.ready:
        return () if by.hit or by.stopped else ((result.by, Way.UP),)
    return result.moves


def _without_rivals(moves: Sequence[tuple[int, Way]]) -> list[tuple[int, Way]]:
    """The moves but for those of whoever is moved both ways."""
    ways: dict[int, set[Way]] = {}
    for at, way in moves:
        ways.setdefault(at, set()).add(way)
    return [move for move in moves if len(ways[move[0]]) == 1]


# --- Nerve ---


@dataclass(frozen=True, slots=True)
class GroupNerve:
    """A group that rolls 2d6: its line, its Steel, who is left of it, and what a threat adds. Source: MEL-42, 35."""

    line: int
    steel: int
    members: tuple[int, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class OwnNerve:
    """Someone who tests Steel: the dice, open-ended, and the obstacle, line by line. Source: MEL-43."""

    at: int
    pool: Pool
    obstacle: Worked


def groups(fight: Encounter) -> list[GroupNerve]:
    """The groups whose nerve is tested now: an ally fell, or someone threatened one of them. Source: MEL-42."""
    sides = {fight.ones[at].side for at in fight.fallen}
    threats = dict(fight.threats)
    found = []
    for line in dict.fromkeys(one.fighter.line for one in fight.ones if not one.fighter.importance.fights_on):
        members = tuple(
            at
            for at in fight.order.all
            if (one := fight.ones[at]).fighter.line == line and one.fighter.importance is Importance.EXTRA and one.there
        )
        more = max((threats[at] for at in members if at in threats), default=None)
        if members and (more is not None or fight.ones[members[0]].side in sides):
            found.append(GroupNerve(line, fight.ones[members[0]].fighter.steel.exponent, members, more or 0))
    return found


def tested(fight: Encounter) -> list[OwnNerve]:
    """The individuals who test Steel now: wounded, threatened, or by a reading at 0. Source: MEL-43, MEL-35."""
    threats = dict(fight.threats)
    hurt = {at for at, one in enumerate(fight.ones) if _tests(one, [level for who, level in fight.wounds if who == at])}
    if fight.house.zero:
        hurt |= fight.fallen
    found = []
    for at, one in enumerate(fight.ones):
        if one.there and one.fighter.importance.fights_on and (at in hurt or at in threats):
            lines = steel.hesitation(one.fighter.will).lines
            threat = Line(threats.get(at, 0), "Margin of the threat", "MEL-35")
            found.append(OwnNerve(at, one.nerve(), Worked((*lines, threat))))
    return found


def _tests(one: One, new: Sequence[Level]) -> bool:
    """Whether one of these new wounds tests nerve. Source: MEL-43."""
    pain = Pain(one.pain.levels[: len(one.pain.levels) - len(new)])
    for level in new:
        pain = pain.hurt(level)
        if morale.tests_nerve(level, pain.levels.count(Level.SUPERFICIAL)):
            return True
    return False


def shaken(fight: Encounter, totals: Mapping[int, int], successes: Mapping[int, int]) -> Encounter:
    """Nerves that break: 2d6 of groups by their lines, successes of Steel by place. Source: MEL-42, MEL-43, MEL-44."""
    found = fight
    for group in groups(fight):
        total = totals[group.line] + group.more
        many = morale.fleeing(group.steel, total, len(group.members))
        for at in group.members[:many]:
            found = _breaks(found, at, total - morale.holds_at(group.steel))
    for own in tested(fight):
        short = max(0, own.obstacle.total) - successes[own.at]
        if short > 0:
            found = _breaks(found, own.at, short)
    return found


def _breaks(fight: Encounter, at: int, by: int) -> Encounter:
    hesitation = Hesitation(by, fight.round + 1)
    return fight.put(at, replace(fight.ones[at], hesitation=hesitation)).moved(at, Way.DOWN)


def ended(fight: Encounter) -> Encounter:
    """The next round, or the end where one side is left. Source: MEL-47."""
    standing = fight.standing
    if len(standing) <= 1:
        return replace(fight, phase=Phase.OVER, winner=standing[0] if standing else "", pending=())
    return fight.next_round()
