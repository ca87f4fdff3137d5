"""How a melee will go: whole fights with both sides on simple tactics, one after the other (MEL-56).

Everyone attacks the foe who is closest to falling and not already struck down by what is stored; they block where that
helps, reload when they must, and never move. Of those whose nerve breaks the many run, and the few stand there. These
are the rules of `encounter`, without its states: `tests/unit/test_melee_forecast.py` plays the same tactics through it.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import armor_wear, steel
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.damage import stage
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounded import Condition, Pain, collapse
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.rules import damage, disposition, hitting, morale, shields
from engine.games.melee.rules.combatant import Fighter, Trained
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.encounter import House
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.order import bracket
from engine.games.melee.rules.shields import Kind

PLAIN = House()
RUNNING = morale.HESITATING[Reaction.RUN]
MOST_ROUNDS = 40
"""After so many rounds a fight counts as undecided."""
ENOUGH = 100
"""Listed successes of open-ended dice; what lies above has a chance of nothing to speak of."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one fight ended: the side that holds the field ("" for none), its rounds, and who is still up, by side.

    `you` is whether the first combatant is.
    """

    winner: str
    rounds: int
    up: tuple[int, ...]
    you: bool


@lru_cache(maxsize=512)
def _heaped(dice: int, shade: Shade, opens: bool) -> tuple[float, ...]:
    """The chances of 0, of at most 1, … successes."""
    law = successes(Pool.of(dice, shade, opens), upto=ENOUGH)
    found, heap = [], 0.0
    for _, chance in law:
        heap += float(chance)
        found.append(heap)
    return tuple(found)


@lru_cache(maxsize=4096)
def _mean(means: Means, dice: int, shade: Shade, obstacle: int, alone: bool) -> float:
    """What such an attack takes off on average. Source: MEL-56."""
    return float(damage.mean(means, successes(Pool.of(dice, shade)), obstacle, alone=alone))


class _Body:
    """Someone in the course of one fight."""

    __slots__ = (
        "acted",
        "armor",
        "disposition",
        "fighter",
        "form",
        "hesitates",
        "hit",
        "loaded",
        "lost",
        "obstacle",
        "pain",
        "rating",
        "reloads",
        "runs",
        "start",
        "stored",
        "strapped",
        "there",
        "worn",
    )

    def __init__(self, fighter: Fighter, total: int, levels: Sequence[Level]) -> None:
        self.fighter = fighter
        self.disposition = self.start = total
        self.pain = Pain(tuple(levels))
        self.lost, self.obstacle = self.pain.lost, self.pain.obstacle
        self.armor, self.rating = fighter.armor, fighter.shield.rating
        self.strapped = fighter.shield not in (Kind.NONE, Kind.HILT)
        self.there, self.loaded = True, True
        self.hesitates: int | None = 1 if fighter.surprised else None
        self.form = self.runs = self.hit = self.reloads = False
        self.acted, self.stored, self.worn = False, 0, 0

    def hurt(self, level: Level) -> None:
        """A new wound, which may bring them down. Source: INJ-12."""
        self.pain = self.pain.hurt(level)
        self.lost, self.obstacle = self.pain.lost, self.pain.obstacle
        stats = {stat: ability.exponent for stat, ability in self.fighter.stats.items()}
        if collapse(stats, self.lost, dying=self.pain.together.dying).condition is not Condition.UP:
            self.there = False


def fought(
    people: Sequence[Fighter],
    chance: Random,
    *,
    surroundings: int = 0,
    hurt: Sequence[Level] = (),
    house: House = PLAIN,
) -> Ending:
    """One fight of these people; `hurt` are the wounds that the first of them brings along. Source: MEL-55.

    `house` are the readings in force, as far as these tactics meet them: blows, blocks, brackets and nerve.
    """
    brings = [tuple(hurt), *[()] * (len(people) - 1)]
    bodies = [_Body(one, _disposition(one, chance, its), its) for one, its in zip(people, brings, strict=True)]
    order = _order(people, chance, house)
    sides = list(dict.fromkeys(one.side for one in people))
    number = 0
    while number < MOST_ROUNDS:
        number += 1
        strikes = _turns(bodies, order, number, surroundings, chance, house)
        _resolve(bodies, strikes, chance, house)
        order = _nerve(bodies, order, number, chance, house)
        standing = {bodies[at].fighter.side for at in order}
        if len(standing) <= 1:
            break
    left = {bodies[at].fighter.side for at in order}
    up = tuple(sum(body.there and body.fighter.side == side for body in bodies) for side in sides)
    return Ending(next(iter(left)) if len(left) == 1 else "", number, up, bodies[0].there)


def _rolled(dice: int, shade: Shade, chance: Random, *, opens: bool = False) -> int:
    return bisect_right(_heaped(dice, shade, opens), chance.random()) if dice > 0 else 0


def _disposition(one: Fighter, chance: Random, hurt: Sequence[Level]) -> int:
    """What someone begins with. Source: MEL-04, MEL-05."""
    dice = max(0, one.steel.exponent - Pain(tuple(hurt)).lost)
    grade = Grade.TOUGH if one.importance is Importance.PLAYER else one.grade
    fell = _rolled(dice, one.steel.shade, chance, opens=True) if grade.rolls else 0
    return disposition.of_grade(grade, one.health, dice, fell).total


def _order(people: Sequence[Fighter], chance: Random, house: House) -> list[int]:
    """Everyone from the bottom to the top. Source: MEL-06, MEL-09."""
    keys = []
    for at, one in enumerate(people):
        total = one.reflexes.exponent + int(chance.random() * 6) + int(chance.random() * 6) + 2
        lowest = house.absolute and one.surprised
        which = 0 if lowest else bracket(one.reflexes.shade, three=house.three)
        keys.append((which, not one.surprised, total, one.reflexes.exponent, at))
    return [key[-1] for key in sorted(keys)]


@dataclass(slots=True)
class _Hit:
    """A hit that is stored: who on whom, the disposition it takes, or the margin of what wounds."""

    by: int
    at: int
    loss: int
    margin: int | None


def _turns(
    bodies: list[_Body], order: list[int], number: int, surroundings: int, chance: Random, house: House
) -> list[_Hit]:
    """Everyone’s turn, with what is stored of it."""
    for body in bodies:
        body.start, body.stored, body.acted, body.hit, body.reloads = body.disposition, 0, False, False, False
        body.form = body.hesitates == number
        body.runs = body.form and number > 1 and not body.fighter.importance.fights_on
    hits: list[_Hit] = []
    foes: dict[str, list[int]] = {}
    for side in {body.fighter.side for body in bodies}:
        foes[side] = [at for at in order if bodies[at].fighter.side != side]
    for at in order:
        body = bodies[at]
        body.acted = True
        if body.form:
            continue
        gear = body.fighter.gear
        if gear.reloads and not body.loaded:
            body.reloads = True
            continue
        target = _target(bodies, foes[body.fighter.side], far=gear.far)
        if target is None:
            continue
        hit = _attack(bodies, at, target, surroundings, chance, house)
        if gear.reloads:
            body.loaded = False
        if hit is not None:
            bodies[target].stored += hit.loss
            bodies[target].hit = True
            if house.immediate:
                bodies[target].disposition = max(0, bodies[target].disposition - hit.loss)
            hits.append(hit)
    return hits


def _target(bodies: list[_Body], foes: list[int], *, far: bool) -> int | None:
    """The foe who is closest to falling and is not struck down already; without any such, whoever is there.

    Only what shoots hits whoever runs. Source: MEL-44.
    """
    best, least, other = None, 10_000, None
    for at in foes:
        body = bodies[at]
        if body.runs and body.acted and not far:
            continue
        other = at if other is None else other
        left = body.start - body.stored
        if body.start and left <= 0:
            continue
        if left < least:
            best, least = at, left
    return best if best is not None else other


def _attack(bodies: list[_Body], by: int, at: int, surroundings: int, chance: Random, house: House) -> _Hit | None:
    """One attack. Source: MEL-16 to MEL-19, MEL-49."""
    one, other = bodies[by], bodies[at]
    fighter, gear = one.fighter, one.fighter.gear
    shade = fighter.skill.shade
    dice = max(0, fighter.skill.exponent - one.lost)
    if not gear.far:
        if other.acted:
            dice += hitting.ahead(abs(gear.length - other.fighter.gear.length), house.beyond)
        dice += int(fighter.both_hands and not one.strapped)
    splinters = one.strapped and one.rating == 0 < fighter.shield.rating and Trained.SHIELD not in fighter.trained
    own = one.obstacle + int(splinters)
    runs = other.runs and other.acted
    obstacle, va = (RUNNING.obstacle(other.fighter.stats[Stat.SPEED].exponent) if runs else hitting.BASE) + own, 0
    if not other.form:
        obstacle += surroundings
        cover = shields.cover(other.rating) if other.strapped else 0
        open_to = _mean(gear.means, dice, shade, obstacle, house.alone)
        blocked = _mean(gear.means, dice + gear.va, shade, obstacle + cover, house.alone)
        if cover and (house.forced or blocked < open_to):
            obstacle, va = obstacle + cover, gear.va
            other.worn += _worn(other.fighter.quality, va, chance, house)
    margin = _rolled(dice + va, shade, chance) - obstacle
    if margin < 0:
        return None
    if (other.disposition if house.immediate else other.start) == 0:
        return _Hit(by, at, 0, margin)
    faces = tuple(int(chance.random() * 6) + 1 for _ in range(gear.means.dice))
    return _Hit(by, at, damage.dealt(gear.means, margin, faces, alone=house.alone), None)


def _worn(quality: Quality, va: int, chance: Random, house: House) -> int:
    """What VA dice take off a shield. The dice of the attack are rolled apart here. Source: MEL-49."""
    if not va or quality is Quality.SUPERIOR:
        return 0
    faces = [int(chance.random() * 6) + 1 for _ in range(va)]
    return shields.lost(quality, faces, one_six=house.one_six)


def _resolve(bodies: list[_Body], hits: list[_Hit], chance: Random, house: House) -> None:
    """Everything that is stored, as if at once. Source: MEL-40, MEL-41."""
    for hit in [] if house.immediate else hits:
        bodies[hit.at].disposition = max(0, bodies[hit.at].disposition - hit.loss)
    for hit in hits:
        if hit.margin is not None:
            _wounds(bodies[hit.by], bodies[hit.at], hit.margin, chance)
    for body in bodies:
        if body.there and body.start > 0 and not body.disposition:
            if body.fighter.importance.fights_on:
                body.hurt(Level.SUPERFICIAL)
                borne = body.pain.levels.count(Level.SUPERFICIAL)
                if house.zero or morale.tests_nerve(Level.SUPERFICIAL, borne):
                    body.stored = -1
            else:
                body.there = False
        body.rating, body.worn = max(0, body.rating - body.worn), 0
        if body.reloads:
            body.loaded = True
        if body.runs:
            body.there = False


def _wounds(one: _Body, other: _Body, margin: int, chance: Random) -> None:
    """A hit on someone without disposition. Source: MEL-19, WPN-09, WPN-15, ARM-05."""
    gear = one.fighter.gear
    power = one.fighter.stats[Stat.POWER]
    found = gear.damage(power)
    if gear.far and gear.bands is not None:
        place = found.at(gear.bands.stage(int(chance.random() * 6) + 1))
    else:
        place = found.at(stage(margin, gear.add))
    level = other.fighter.tolerances.level(place)
    if level is Level.NONE or not other.there:
        return
    if other.armor:
        faces = [int(chance.random() * 6) + 1 for _ in range(other.armor)]
        other.armor = max(0, other.armor - armor_wear.dice_lost(faces, Quality.RUN))
        if sum(face >= Shade.BLACK.target for face in faces) >= 1 + gear.pierces(power):
            return
    before = other.pain.levels
    other.hurt(level)
    if morale.tests_nerve(level, (*before, level).count(Level.SUPERFICIAL)):
        other.stored = -1


def _nerve(bodies: list[_Body], order: list[int], number: int, chance: Random, house: House) -> list[int]:
    """Whose nerve breaks, and the order of the next round. Source: MEL-42 to MEL-44."""
    fell = {body.fighter.side for body in bodies if body.start > 0 and not body.disposition}
    left = [at for at in order if bodies[at].there]
    tops = [at for at in left if bodies[at].reloads and not bodies[at].hit]
    left = [at for at in left if at not in tops] + tops if tops else left
    broken: list[int] = []
    for line in dict.fromkeys(bodies[at].fighter.line for at in left):
        members = [at for at in left if bodies[at].fighter.line == line]
        first = bodies[members[0]].fighter
        if first.importance is Importance.EXTRA and first.side in fell:
            total = int(chance.random() * 6) + int(chance.random() * 6) + 2
            broken += members[: morale.fleeing(first.steel.exponent, total, len(members))]
    for at in left:
        body = bodies[at]
        if body.fighter.importance.fights_on and body.stored < 0:
            dice = max(0, body.fighter.steel.exponent - body.lost)
            fell_dice = _rolled(dice, body.fighter.steel.shade, chance, opens=True)
            if fell_dice < steel.hesitation(body.fighter.will).total:
                broken.append(at)
    for at in broken:
        bodies[at].hesitates = number + 1
    return _down(bodies, left, broken, house)


def _down(bodies: list[_Body], left: list[int], broken: list[int], house: House) -> list[int]:
    """The order once those who broke are at the bottom of their brackets, the last of them lowest. Source: MEL-07."""
    if not broken:
        return left
    found: list[int] = []
    for which in (0, 1, 2):
        members = [at for at in left if bracket(bodies[at].fighter.reflexes.shade, three=house.three) == which]
        down = [at for at in reversed(broken) if at in members]
        found += [*down, *(at for at in members if at not in down)]
    return found


@dataclass(frozen=True, slots=True)
class Forecast:
    """Many endings: how often each side won, in how many rounds, with how many left of each side."""

    endings: tuple[Ending, ...]
    sides: tuple[str, ...]

    @property
    def many(self) -> int:
        """Fights that were fought."""
        return len(self.endings)

    def won(self, side: str) -> int:
        """Fights after which a side holds the field; "" for those that nobody won."""
        return sum(one.winner == side for one in self.endings)

    def rounds(self) -> dict[int, int]:
        """How many fights lasted so many rounds."""
        found: dict[int, int] = {}
        for one in self.endings:
            found[one.rounds] = found.get(one.rounds, 0) + 1
        return dict(sorted(found.items()))

    def up(self, side: str) -> dict[int, int]:
        """After how many fights so many of a side were still up."""
        at = self.sides.index(side)
        found: dict[int, int] = {}
        for one in self.endings:
            found[one.up[at]] = found.get(one.up[at], 0) + 1
        return dict(sorted(found.items()))


def forecast(
    people: Sequence[Fighter],
    fights: int,
    seed: int,
    report: Callable[[int, int], object] = lambda done, of: None,
    *,
    surroundings: int = 0,
    hurt: Sequence[Level] = (),
    house: House = PLAIN,
) -> Forecast:
    """So many fights of these people, the same for the same `seed`; `report` hears how many are done."""
    chance = Random(seed)
    found = []
    for number in range(fights):
        found.append(fought(people, chance, surroundings=surroundings, hurt=hurt, house=house))
        if number % 20 == 0:
            report(number, fights)
    return Forecast(tuple(found), tuple(dict.fromkeys(one.side for one in people)))
