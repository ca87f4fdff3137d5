"""One round of a pair, exactly: both turns of it, and what each of the two suffers (BSR-31 to BSR-60).

Whoever acts first strikes, or takes a stance; then the other does, with what is left of their dice, their spirit and
themselves. All hits buy damage, of the type that gets most through; an injury goes to the row where it hurts least.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules import exchange, ranges, stance
from engine.games.bastard_sword.rules.damage import DamageType
from engine.games.bastard_sword.rules.exchange import Side
from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.rules.outlook import House, How, best_blow, built, damage_dice, how, pool_of, struck
from engine.games.bastard_sword.rules.ranges import Band
from engine.option import Option

Key = TypeVar("Key")


class Does(Option):
    """What someone does on their turn. Source: BSR-41, BSR-67."""

    STRIKE = "strike", "strike"
    STANCE = "stance", "take a defensive stance"
    NOTHING = "nothing", "wait for the blow"


class Buys(Option):
    """For which test of the round dice are bought. Source: BSR-34."""

    TURN = "turn", "my own turn"
    GUARD = "guard", "my defence"


@dataclass(frozen=True, slots=True)
class Plan:
    """What someone means to do in the round: base dice of their own turn, and of their defence.

    As many `bought` go to one of the two, while there is spirit for all of the dice. Source: BSR-33, BSR-34.
    """

    does: Does
    turn: int
    guard: int
    bought: int = 0
    buys: Buys = Buys.TURN


@dataclass(frozen=True, slots=True)
class Suffered:
    """What someone has suffered: damage hits, no more of them than kill outright, the marks, and how they came out."""

    hits: int
    marks: tuple[int, ...]
    how: How


Both = tuple[Suffered, Suffered]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The chance of all that the two suffer together, and the spirit that each has lost or spent on average."""

    chances: Mapping[Both, Fraction]
    spirit: tuple[Fraction, Fraction]

    def how(self, at: int) -> Mapping[How, Fraction]:
        """How likely the one at this place comes out so."""
        found = dict.fromkeys(How, Fraction(0))
        for both, chance in self.chances.items():
            found[both[at].how] += chance
        return found

    def together(self) -> Mapping[tuple[How, How], Fraction]:
        """How likely the two come out so."""
        found = {(one, other): Fraction(0) for one in How for other in How}
        for (one, other), chance in self.chances.items():
            found[one.how, other.how] += chance
        return found

    def hits(self, at: int) -> Mapping[int, Fraction]:
        """How likely each number of damage hits is."""
        return _sums((both[at].hits, chance) for both, chance in self.chances.items())

    def marks(self, at: int) -> Mapping[tuple[int, ...], Fraction]:
        """How likely the rows are marked so."""
        return _sums((both[at].marks, chance) for both, chance in self.chances.items())


def _sums(pairs: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for key, chance in pairs:
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@dataclass(frozen=True, slots=True)
class _Now:
    """The two as they stand between the turns of the round, and the damage hits that each has taken."""

    ones: tuple[One, One]
    hits: tuple[int, int] = (0, 0)

    @property
    def key(self) -> tuple[object, ...]:
        """All of it that can differ between two courses of one round."""
        found: list[object] = [self.hits]
        for one in self.ones:
            found += (one.spirit, one.marks, one.bleeding, one.stun, one.down, one.out, one.dead)
            found += (one.limit, one.used, one.bought, one.stance)
        return tuple(found)

    def put(self, at: int, one: One, hits: int = 0) -> "_Now":
        """The same with one of them changed, who took so many hits."""
        taken = min(one.fighter.track.sudden, self.hits[at] + hits)
        if at == 0:
            return _Now((one, self.ones[1]), (taken, self.hits[1]))
        return _Now((self.ones[0], one), (self.hits[0], taken))


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A blow and what it meets: the dice of both, their maluses, the stance, and what weighs on either’s damage."""

    by: int
    pool: Pool
    answer: Pool | None
    offs: tuple[int, int]
    stance: int
    weights: tuple[int, int]
    most: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class _Result:
    """What comes of a blow: who has lost it by how many hits, and the damage of this kind that gets through."""

    loser: int
    margin: int
    kind: DamageType
    got: int
    chance: Fraction


class _Round:
    """What is the same in every course of the round, and what is worked out once for all."""

    def __init__(
        self, ones: tuple[One, One], plans: tuple[Plan, Plan], band: Band, malus: tuple[int, int], house: House
    ) -> None:
        self.before, self.plans, self.malus, self.house = ones, plans, malus, house
        self.bands = [ranges.malus(band, [one.fighter.band]) for one in ones]
        self.reached = any(ranges.engaged(band.steps, [one.fighter.band]) for one in ones)
        self.known: dict[_Meeting, list[_Result]] = {}
        self.few: dict[_Meeting, list[_Result]] = {}
        self.drains: dict[tuple[_Meeting, int, int], Fraction] = {}
        self.injuries: dict[tuple[object, ...], tuple[tuple[int, ...], How]] = {}

    def thrown(self, one: One, base: int, bought: int) -> tuple[Pool | None, One]:
        """The dice of a test, as many of them as there still are, and who rolled them after it; None without any."""
        skill = one.fighter.weapon
        base = min(base, one.allowed(skill.dice))
        if base <= 0:
            return None, one
        build = built(base, bought, one.spirit, self.house)
        return pool_of(skill, build), one.rolls(skill.dice, build.base_rolled, build.cost)

    def begins(self, now: _Now, by: int) -> tuple[Pool | None, _Now]:
        """The dice of whoever’s turn it is, if they do anything with them. Source: BSR-33, BSR-39."""
        one, plan = now.ones[by], self.plans[by]
        if plan.does is Does.NOTHING or not (self.reached and all(each.up for each in now.ones)):
            return None, now
        pool, mine = self.thrown(one, plan.turn, plan.bought if plan.buys is Buys.TURN else 0)
        return pool, now.put(by, mine)

    def meets(self, now: _Now, by: int, pool: Pool) -> tuple[_Meeting, _Now]:
        """How a blow with these dice is met: by a stance, by the dice of a defence, or not at all."""
        at = 1 - by
        other, plan = now.ones[at], self.plans[at]
        answer = None
        if not other.stance:
            answer, other = self.thrown(other, plan.guard, plan.bought if plan.buys is Buys.GUARD else 0)
        met = now.put(at, other)
        offs = [one.malus + self.malus[place] + self.bands[place] for place, one in enumerate(met.ones)]
        weights = [(one.malus + self.malus[place]) * self.house.weighed for place, one in enumerate(met.ones)]
        most = [one.spirit if self.house.capped else None for one in met.ones]
        kept = met.ones[at].stance
        one, two = (offs[0], offs[1]), (weights[0], weights[1])
        return _Meeting(by, pool, answer, one, kept, two, (most[0], most[1])), met

    def results(self, meeting: _Meeting) -> list[_Result]:
        """All that can come of a blow. Source: BSR-40, BSR-41, BSR-44, BSR-51, BSR-67."""
        if meeting not in self.known:
            self.known[meeting] = list(self._results(meeting))
        return self.known[meeting]

    def _results(self, meeting: _Meeting) -> Iterator[_Result]:
        by, at = meeting.by, 1 - meeting.by
        if meeting.stance:
            law = successes(meeting.pool).plus(-meeting.offs[by])
            law = law.mapped(lambda fell: stance.meet(meeting.stance, fell)[0])
        else:
            attacker = Side(meeting.pool, meeting.offs[by])
            defender = Side(meeting.answer, meeting.offs[at] if meeting.answer else 0)
            law = exchange.hits(attacker, defender, undefended_hits=self.house.undefended_hits)
        for margin, chance in law:
            if chance:
                winner = by if margin > 0 else at
                for kind, got, share in self.through(meeting, winner, abs(margin)):
                    yield _Result(1 - winner, abs(margin), kind, got, chance * share)

    def through(self, meeting: _Meeting, winner: int, hits: int) -> Iterator[tuple[DamageType, int, Fraction]]:
        """The damage that gets through, all that kills outright being one."""
        one, other = self.before[winner].fighter, self.before[1 - winner].fighter
        dice = 0 if self.bands[winner] else damage_dice(hits, defending=winner != meeting.by)
        blow = best_blow(one, other, dice, malus=meeting.weights[winner], most=meeting.most[winner])
        if blow is None:
            yield DamageType.BLUDGEONING, 0, Fraction(1)
            return
        law, sudden = blow[1].law, other.track.sudden
        for got in range(sudden):
            chance = law.at_least(got) - law.at_least(got + 1)
            if chance:
                yield blow[0], got, chance
        if law.at_least(sudden):
            yield blow[0], sudden, law.at_least(sudden)

    def turn(self, now: _Now, by: int) -> Iterator[tuple[_Now, Fraction]]:
        """Each way in which the turn of the one at place `by` can end."""
        pool, begun = self.begins(now, by)
        if pool is None:
            yield begun, Fraction(1)
        elif self.plans[by].does is Does.STANCE:
            one = begun.ones[by]
            for kept, chance in successes(pool).plus(-one.malus - self.malus[by]).floored(0):
                if chance:
                    yield begun.put(by, replace(one, stance=kept)), chance
        else:
            meeting, met = self.meets(begun, by, pool)
            for result in self.results(meeting):
                one = met.ones[result.loser]
                one = replace(one, spirit=max(0, one.spirit - result.margin))
                if result.got:
                    one = struck(one, result.kind, result.got, self.house)
                yield met.put(result.loser, one, result.got), result.chance

    def last(self, now: _Now, by: int) -> tuple[list[tuple[Both, Fraction]], tuple[Fraction, Fraction]]:
        """The same for the last turn, of which only what the two suffer is asked, and the mean of their spirit."""
        pool, begun = self.begins(now, by)
        if pool is None or self.plans[by].does is Does.STANCE:
            return [(self.suffered(begun), Fraction(1))], self.left(begun)
        meeting, met = self.meets(begun, by, pool)
        spirit = [one.spirit - self.drained(meeting, place, one.spirit) for place, one in enumerate(met.ones)]
        ends = [(self.suffered(met, result), result.chance) for result in self.fewer(meeting)]
        return ends, (spirit[0], spirit[1])

    def drained(self, meeting: _Meeting, loser: int, spirit: int) -> Fraction:
        """The spirit that someone with so much of it loses on average. Source: BSR-41."""
        key = (meeting, loser, spirit)
        if key not in self.drains:
            margins = _sums((one.margin, one.chance) for one in self.results(meeting) if one.loser == loser)
            lost = (min(margin, spirit) * chance for margin, chance in margins.items())
            self.drains[key] = sum(lost, Fraction(0))
        return self.drains[key]

    @staticmethod
    def left(now: _Now) -> tuple[Fraction, Fraction]:
        """The spirit that they have."""
        return Fraction(now.ones[0].spirit), Fraction(now.ones[1].spirit)

    def fewer(self, meeting: _Meeting) -> list[_Result]:
        """What can come of a blow, by the damage alone."""
        if meeting not in self.few:
            sums = _sums(((one.loser * bool(one.got), one.kind, one.got), one.chance) for one in self.results(meeting))
            self.few[meeting] = [_Result(at, 0, kind, got, chance) for (at, kind, got), chance in sums.items()]
        return self.few[meeting]

    def suffered(self, now: _Now, result: _Result | None = None) -> Both:
        """What the two have suffered in all."""
        found = []
        for at, one in enumerate(now.ones):
            got = result.got if result and result.loser == at else 0
            kind = result.kind if result and got else DamageType.BLUDGEONING
            key = (at, one.marks, one.bleeding, one.stun, one.down, one.out, one.dead, kind, got)
            if key not in self.injuries:
                after = struck(one, kind, got, self.house) if got else one
                self.injuries[key] = after.marks, how(after, self.before[at].marks)
            hits = min(one.fighter.track.sudden, now.hits[at] + got)
            found.append(Suffered(hits, *self.injuries[key]))
        return found[0], found[1]


def played(
    ones: tuple[One, One],
    plans: tuple[Plan, Plan],
    *,
    first: int = 0,
    band: Band = Band.MEDIUM,
    malus: tuple[int, int] = (0, 0),
    house: House = House(),
) -> Outcome:
    """The round of two who stand at this band, the one at place `first` acting first; `malus` is what else weighs.

    Source: BSR-31, BSR-33, BSR-41, BSR-44, BSR-51 to BSR-60, BSR-67.
    """
    this = _Round(ones, plans, band, malus, house)
    courses: dict[tuple[object, ...], tuple[_Now, Fraction]] = {}
    for now, chance in this.turn(_Now(ones), first):
        before = courses.get(now.key)
        courses[now.key] = (now, chance + before[1] if before else chance)
    chances: dict[Both, Fraction] = {}
    left = [Fraction(0), Fraction(0)]
    for now, chance in courses.values():
        ends, spirit = this.last(now, 1 - first)
        left = [had + chance * more for had, more in zip(left, spirit, strict=True)]
        for both, share in ends:
            chances[both] = chances.get(both, Fraction(0)) + chance * share
    return Outcome(chances, (ones[0].spirit - left[0], ones[1].spirit - left[1]))
