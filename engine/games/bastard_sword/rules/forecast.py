"""How a fight will go: whole encounters with both sides on simple tactics, one after the other (BSR-112).

Everyone strikes at a foe with whom they are in melee, the one nearest to falling; whoever is free goes up to the foe
with the fewest opponents. Half of the dice go into the blow, the others against the first one that comes; once no foe
has a turn left, all dice go into the blow. All hits buy damage. Whoever has a ranged skill shoots until a foe is upon
them. Nobody retaliates, tries a manoeuvre, or strikes at the fallen. A side gives up when all of it who are up have no
spirit left, and so no dice. These are the rules of `encounter`, without its states:
`tests/unit/bastard_sword/test_forecast.py` plays the same tactics through it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random

from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules import injuries, ranges, rounds, shooting
from engine.games.bastard_sword.rules.damage import DamageType
from engine.games.bastard_sword.rules.fighter import Fighter, One
from engine.games.bastard_sword.rules.outlook import (
    House,
    How,
    best_blow,
    built,
    damage_dice,
    how,
    shot_blow,
    struck,
)
from engine.games.bastard_sword.rules.pool import Build
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.rounds import Budget
from engine.games.bastard_sword.rules.shooting import Shot

MOST_ROUNDS = 40
"""After so many rounds a fight counts as undecided."""
Heap = Sequence[float]
"""The chances of 0, of at most 1, … successes."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one fight ended: whether ours has won (None where neither has), its rounds, and how everyone came out."""

    ours: bool | None
    rounds: int
    how: tuple[How, ...]


def half(granted: int) -> int:
    """The dice that go into a blow, of so many."""
    return (granted + 1) // 2


def _heap(chances: Iterable[Fraction]) -> Heap:
    return tuple(accumulate(map(float, chances)))[:-1]  # sums of floats miss the 1 at the end


@lru_cache(maxsize=4096)
def _allowed(limit: int, used: int, granted: int) -> int:
    return Budget(limit, used).allows(granted)


@lru_cache(maxsize=16)
def _far(band: Band, other: Band) -> int:
    return ranges.malus(band, [other])


@lru_cache(maxsize=4096)
def _dice(base: int, bought: int, spirit: int, house: House) -> Build:
    return built(base, bought, spirit, house)


class _Skill:
    """One skill of a line of fighters, and how its dice fall."""

    __slots__ = ("dice", "heaps", "pool")

    def __init__(self, pool: Pool) -> None:
        self.pool, self.dice = pool, pool.dice
        self.heaps: dict[tuple[int, int], Heap] = {}

    def heap(self, base: int, bonus: int) -> Heap:
        """The chances of so many base dice with as many bonus dice."""
        key = (base, bonus)
        if key not in self.heaps:
            law = successes(self.pool.at_most(base).plus(bonus))
            self.heaps[key] = _heap(chance for _, chance in law)
        return self.heaps[key]


class _Line:
    """What those of one line have in common."""

    __slots__ = ("quickness", "shooting", "toughness", "weapon")

    def __init__(self, fighter: Fighter) -> None:
        self.quickness, self.toughness = _Skill(fighter.quickness), _Skill(fighter.toughness)
        self.shooting, self.weapon = _Skill(fighter.shooting), _Skill(fighter.weapon)


class _Body:
    """Someone in the course of one fight: what changes with each roll stands here, and `one` has their injuries."""

    __slots__ = (
        "began",
        "fighter",
        "foes",
        "initiative",
        "limit",
        "line",
        "malus",
        "one",
        "ours",
        "place",
        "room",
        "spirit",
        "up",
        "used",
        "waits",
    )

    def __init__(self, one: One, place: int, line: _Line, initiative: int) -> None:
        self.place, self.line, self.initiative = place, line, initiative
        self.fighter, self.ours, self.spirit, self.began = one.fighter, one.fighter.ours, one.spirit, one.marks
        self.limit = self.used = 0
        self.waits = False
        self.foes: list[_Body] = []
        self.bears(one)

    def bears(self, one: One) -> None:
        """Their body as it is now."""
        self.one, self.up, self.malus = one, one.up, one.malus
        self.room = one.fighter.track.row * one.fighter.track.rows - sum(one.marks)

    def begins(self, number: int) -> None:
        """A round begins. Source: BSR-33, BSR-38, BSR-56."""
        self.limit = self.used = 0
        self.waits = not (number == 1 and self.fighter.surprised)
        if self.one.stun or self.one.checked:
            self.bears(self.one.begins_round(first=number == 1))

    def allowed(self, granted: int) -> int:
        """The base dice that they may roll of so many. Source: BSR-18, BSR-33."""
        return min(_allowed(self.limit, self.used, granted), self.spirit)

    def rolls(self, granted: int, base: int, cost: int = 0) -> None:
        """A test takes so many dice of the round. Source: BSR-33."""
        self.limit, self.used = max(self.limit, granted), self.used + base
        self.spirit -= cost

    @property
    def engaged(self) -> "list[_Body]":
        """The foes in melee with them who are up."""
        return [foe for foe in self.foes if foe.up] if self.foes else self.foes

    @property
    def shoots(self) -> bool:
        """Whether they shoot as long as this lasts."""
        return self.line.shooting.dice > 0 and not self.engaged


@dataclass(frozen=True, slots=True)
class Setting:
    """What a fight is fought by: the readings, the metres that shots go over, and the dice bought for each blow."""

    house: House = House()
    metres: int = 10
    bought: int = 0


Damage = tuple[DamageType, Heap] | None
Key = tuple[int, int, int, int, int | None, bool]


class _Kept:
    """What is worked out once for all fights of these people."""

    __slots__ = ("damage", "lines", "struck")

    def __init__(self, ones: Sequence[One]) -> None:
        self.lines = {one.fighter.line: _Line(one.fighter) for one in ones}
        self.damage: dict[Key, Damage] = {}
        self.struck: dict[tuple[object, ...], One] = {}


class _Fight:
    """One fight."""

    __slots__ = ("bodies", "chance", "house", "kept", "number", "over", "setting", "surprise")

    def __init__(self, ones: Sequence[One], chance: Random, setting: Setting, kept: _Kept) -> None:
        self.chance, self.setting, self.house, self.kept = chance, setting, setting.house, kept
        rolled: dict[int, int] = {}
        for one in ones:
            if one.fighter.line not in rolled:
                quickness = kept.lines[one.fighter.line].quickness
                rolled[one.fighter.line] = self.fallen(quickness, min(quickness.dice, one.spirit))
        self.bodies = [
            _Body(one, place, kept.lines[one.fighter.line], rolled[one.fighter.line]) for place, one in enumerate(ones)
        ]
        self.over = not all(self.fit(side) for side in (True, False))
        self.number = self.surprise = 0

    def fallen(self, skill: _Skill, base: int, bonus: int = 0) -> int:
        """The successes of so many dice of a skill."""
        return bisect_right(skill.heap(base, bonus), self.chance.random()) if base + bonus > 0 else 0

    def fit(self, ours: bool) -> bool:
        """Whether a side has anyone who is up and has spirit."""
        return any(body.up and body.spirit for body in self.bodies if body.ours is ours)

    def run(self) -> Ending:
        """The fight to its end. Source: BSR-112."""
        while self.number < MOST_ROUNDS and not self.over:
            self.number += 1
            self.round()
        ours, theirs = self.fit(True), self.fit(False)
        ends = tuple(how(body.one, body.began) for body in self.bodies)
        return Ending(None if ours is theirs else ours, self.number, ends)

    def round(self) -> None:
        """One round, count by count. Source: BSR-30, BSR-31."""
        for body in self.bodies:
            body.begins(self.number)
        while not self.over:
            waiting = [body for body in self.bodies if body.waits and (body.up or body.one.due)]
            if not waiting:
                return
            body = max(waiting, key=lambda body: (body.initiative, body.spirit, -body.place))
            body.waits = False
            self.surprise = rounds.surprise(body.initiative) if self.number == 1 else 0
            if not body.up:
                self.holds_on(body)
            if body.up:
                self.acts(body)

    def malus(self, body: _Body) -> int:
        """What is taken off all of someone’s tests. Source: BSR-17, BSR-38."""
        return body.malus + self.surprise if body.fighter.surprised else body.malus

    # --- A turn ---

    def acts(self, body: _Body) -> None:
        """A blow, or a shot."""
        foes = [foe for foe in self.bodies if foe.up and foe.ours is not body.ours]
        shot = body.shoots
        skill = body.line.shooting if shot else body.line.weapon
        dice = body.allowed(skill.dice)
        if any(foe.waits for foe in foes):
            dice = min(dice, half(skill.dice))
        if dice <= 0:
            return
        if shot:
            self.shoots(body, min(foes, key=_nearest), dice)
            return
        near = body.engaged
        if not near:
            fewest = min(len(foe.engaged) for foe in foes)
            near = [foe for foe in foes if len(foe.engaged) == fewest]
        target = min(near, key=_nearest)
        if target not in body.foes:
            body.foes.append(target)
            target.foes.append(body)
        self.strikes(body, target, dice)

    def strikes(self, body: _Body, target: _Body, dice: int) -> None:
        """An exchange, from where the weapon of whoever acts is at its range. Source: BSR-40, BSR-41."""
        far, skill = _far(body.fighter.band, target.fighter.band), target.line.weapon
        guard = self.guard(target, skill)
        answered = self.fallen(skill, guard) - self.malus(target) - far if guard else 0
        margin = self.thrown(body, body.line.weapon, dice) - self.malus(body) - answered
        if margin > 0:
            self.hits(body, target, margin)
        elif margin < 0 and (guard or self.house.undefended_hits):
            self.hits(target, body, -margin, defending=True, in_range=not far)

    def shoots(self, body: _Body, target: _Body, dice: int) -> None:
        """A shot. Source: BSR-45 to BSR-48."""
        skill, increment = target.line.quickness, body.fighter.increment
        guard = self.guard(target, skill)
        answered = self.fallen(skill, guard) - self.malus(target) if guard else 0
        if answered < 0 and not self.house.bad_dodges:
            answered = 0
        fell = self.thrown(body, body.line.shooting, dice)
        far = shooting.distance_malus(self.setting.metres, increment, edge_free=self.house.edge_free)
        hits, _ = Shot(body.fighter.shooting, malus=self.malus(body), distance=far).left(fell, answered)
        if hits:
            self.hits(body, target, hits, shot=True)

    def thrown(self, body: _Body, skill: _Skill, dice: int) -> int:
        """The successes of someone’s own blow."""
        build = _dice(dice, self.setting.bought, body.spirit, self.house)
        body.rolls(skill.dice, dice, build.cost)
        return self.fallen(skill, dice, build.taken)

    def guard(self, body: _Body, skill: _Skill) -> int:
        """The dice that someone answers with: all but those for their own blow, if that is still to come."""
        own = (body.line.shooting if body.shoots else body.line.weapon).dice if body.waits else 0
        spare = _allowed(body.limit, body.used, max(own, skill.dice)) - half(own)
        dice = max(0, min(body.allowed(skill.dice), spare))
        if dice:
            body.rolls(skill.dice, dice)
        return dice

    # --- What hits do ---

    def hits(
        self, one: _Body, other: _Body, hits: int, *, defending: bool = False, in_range: bool = True, shot: bool = False
    ) -> None:
        """The loser’s spirit goes, and the hits become damage. Source: BSR-41, BSR-44, BSR-45, BSR-51, BSR-53."""
        other.spirit = max(0, other.spirit - hits)
        dice = damage_dice(hits, defending=defending) if in_range else 0
        found = self.blow(one, other, dice, shot=shot) if dice else None
        got = bisect_right(found[1], self.chance.random()) if found else 0
        if found and got:
            other.bears(self.struck(other.one, found[0], got))
        if not (other.up and other.spirit):
            self.over = not self.fit(other.ours)

    def struck(self, one: One, kind: DamageType, hits: int) -> One:
        """Someone after an injury; those of one line who are hurt alike are as one here."""
        key = (one.fighter.line, one.marks, one.bleeding, one.stun, one.checked, one.doomed, kind, hits)
        if key not in self.kept.struck:
            self.kept.struck[key] = struck(one, kind, hits, self.house)
        return self.kept.struck[key]

    def blow(self, one: _Body, other: _Body, dice: int, *, shot: bool) -> Damage:
        """The type of the damage, and what gets past the armour."""
        malus = self.malus(one) if self.house.weighed else 0
        most = min(one.spirit, 2 * dice) if self.house.capped else None
        key = (one.fighter.line, other.fighter.line, dice, malus, most, shot)
        if key not in self.kept.damage:
            self.kept.damage[key] = _blow(one.fighter, other.fighter, dice, malus, most, shot=shot)
        return self.kept.damage[key]

    # --- Who is down ---

    def holds_on(self, body: _Body) -> None:
        """The tests of someone who bleeds to death, and to wake. Source: BSR-58, BSR-59."""
        one, house, skill = body.one, self.house, body.line.toughness
        dice = min(skill.dice, body.spirit)
        after = replace(one, checked=True)
        if one.bleeds_out:
            fell = 0 if one.doomed else self.fallen(skill, dice)
            after = one.survives(fell, at_once=house.at_once)
        if after.out and not after.dead:
            held = house.held_out and one.stun > 0 and injuries.falls_unconscious(one.stun, body.fighter.constitution)
            fell = self.fallen(skill, dice) - injuries.bleeding_malus(after.bleeding)
            wakes = not held and fell >= injuries.to_wake(one.stun, twice=house.twice and one.stun > 0)
            after = replace(after, out=not wakes, prone=not wakes)
        body.bears(after)


def _nearest(body: _Body) -> tuple[int, int, int]:
    """Who is nearest to falling: of few boxes and little spirit."""
    return body.room, body.spirit, body.place


def _blow(one: Fighter, other: Fighter, dice: int, malus: int, most: int | None, *, shot: bool) -> Damage:
    if shot:
        kind, law = DamageType.PIERCING, shot_blow(one, other, dice, malus=malus, most=most).law
    else:
        found = best_blow(one, other, dice, malus=malus, most=most)
        if found is None:
            return None
        kind, law = found[0], found[1].law
    return kind, _heap(chance for _, chance in law)


def fought(ones: Sequence[One], chance: Random, setting: Setting = Setting()) -> Ending:
    """One fight. Source: BSR-112."""
    return _Fight(ones, chance, setting, _Kept(ones)).run()


@dataclass(frozen=True, slots=True)
class Forecast:
    """Many endings, and who fought: which side each was on, and of which line."""

    endings: tuple[Ending, ...]
    sides: tuple[bool, ...]
    lines: tuple[int, ...]

    @property
    def many(self) -> int:
        """Fights that were fought."""
        return len(self.endings)

    def won(self, ours: bool | None) -> int:
        """Fights after which a side stands alone; None for those that neither has won."""
        return sum(one.ours is ours for one in self.endings)

    def rounds(self) -> Mapping[int, int]:
        """How many fights lasted so many rounds."""
        return dict(sorted(Counter(one.rounds for one in self.endings).items()))

    def up(self, *, ours: bool) -> Mapping[int, int]:
        """After how many fights so many of a side were still up."""
        return self._counted(lambda at, end: self.sides[at] is ours and end.up)

    def living(self, *, ours: bool) -> Mapping[int, int]:
        """After how many fights so many of a side were still alive."""
        return self._counted(lambda at, end: self.sides[at] is ours and end is not How.DEAD)

    def line(self, line: int) -> Mapping[How, Mapping[int, int]]:
        """For each way to come out of it, after how many fights so many of a line did."""
        found: dict[How, Counter[int]] = {end: Counter() for end in How}
        places = [at for at, its in enumerate(self.lines) if its == line]
        for one in self.endings:
            ends = [one.how[at] for at in places]
            for end in How:
                found[end][ends.count(end)] += 1
        return found

    def _counted(self, counts: Callable[[int, How], bool]) -> Mapping[int, int]:
        found = Counter(sum(counts(at, end) for at, end in enumerate(one.how)) for one in self.endings)
        return dict(sorted(found.items()))


def forecast(
    ones: Sequence[One],
    fights: int,
    seed: int,
    report: Callable[[int, int], object] = lambda done, of: None,
    setting: Setting = Setting(),
) -> Forecast:
    """So many fights of these people, the same for the same `seed`; `report` hears how many are done."""
    chance, kept, found = Random(seed), _Kept(ones), []
    for number in range(fights):
        found.append(_Fight(ones, chance, setting, kept).run())
        if number % 20 == 0:
            report(number, fights)
    sides, lines = tuple(one.fighter.ours for one in ones), tuple(one.fighter.line for one in ones)
    return Forecast(tuple(found), sides, lines)
