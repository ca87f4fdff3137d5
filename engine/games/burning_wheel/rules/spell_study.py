"""From a page to a spell: First Reading, Practicals, Second Reading, and how long all that takes (SOR-51 to SOR-53).

`Study` is the state machine; its dice come from outside. `Course` is the same as a chain: exact chances of every time.

A bot that studies until it has the spell:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.ability import Ability
>>> from engine.games.burning_wheel.rules.casting import Caster
>>> from engine.games.burning_wheel.rules.spells import SPELLS
>>> chance, b5 = Random(7), Ability.parse("B5")
>>> fall = lambda pool: roll(pool, chance)
>>> study = Study(Reader(b5), Plan(SPELLS["arcane-kindness"], 4, practical=True), Who(Caster(b5, b5), b5), 5)
>>> while study.stage is not Stage.MASTERED:
...     if study.casting is not None:
...         study = study.roll(fall)
...     elif study.stage is Stage.PRACTICALS:
...         study = study.practice()
...     else:
...         study = study.read(fall, careful=True, other=2)
>>> study.firsts, study.cast, study.seconds
(3, 5, 1)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

from engine.games.burning_wheel.dice import Pool, Roll
from engine.games.burning_wheel.rules import casting_procedure as castings
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.casting import Cast
from engine.games.burning_wheel.rules.casting_procedure import Casting, Plan, Step, Who
from engine.games.burning_wheel.rules.learning_sorcery import Reader, Reading, takes
from engine.option import Option
from engine.refused import Refused

HORIZON = 50 * times.SECONDS["years"]
"""Beyond fifty years no point of time is looked for."""
Fall = Callable[[Pool], Roll]
Law = Mapping[int, Fraction]


class Stage(Option):
    """How far someone is with a spell. Source: SOR-51 to SOR-53."""

    FIRST = "first", "the First Reading"
    PRACTICALS = "practicals", "the Practicals"
    SECOND = "second", "the Second Reading"
    MASTERED = "mastered", "nothing more"


@dataclass(frozen=True, slots=True)
class House:
    """The readings: of working fast (as for `times.working`), who may read above the exponent, and of castings.

    Source: SOR-51, SOR-52, SOR-54.
    """

    floor: bool = True
    of_stated: bool = False
    narrow: bool = False
    casting: castings.House = castings.House()


@dataclass(frozen=True, slots=True)
class Read:
    """A reading that was rolled: against what, how it fell, and the seconds that it took."""

    reading: Reading
    reader: Reader
    obstacle: int
    rolled: Roll
    took: int

    @property
    def margin(self) -> int:
        """The successes over the obstacle, below 0 where it failed."""
        return self.rolled.count.successes - self.obstacle


@dataclass(frozen=True, slots=True)
class Study:
    """A spell that is being learned, between two steps. Source: SOR-51 to SOR-53.

    `reader` has what every reading brings, `plan` is the spell as a Practical is cast, `who` casts, and `needed` is the
    aptitude of Perception, 0 or more. `added` is what Superficial wounds add to a reading. `made` counts the Practicals
    toward the next Second Reading; `firsts`, `cast` and `seconds` count all steps; `took` are the seconds that passed.
    `casting` is a Practical that is not over, `last` the reading before this, `ended` the Practical before this.
    """

    reader: Reader
    plan: Plan
    who: Who
    needed: int
    house: House = House()
    added: int = 0
    stage: Stage = Stage.FIRST
    made: int = 0
    firsts: int = 0
    cast: int = 0
    seconds: int = 0
    took: int = 0
    casting: Casting | None = None
    last: Read | None = None
    ended: Casting | None = None

    @property
    def obstacle(self) -> int:
        """What a reading is held against."""
        return self.plan.base + self.added

    @property
    def left(self) -> int:
        """The Practicals that are missing."""
        return self.needed - self.made

    def read(self, fall: Fall, *, careful: bool = False, other: int = 0, artha: int = 0, quick: bool = True) -> "Study":
        """The reading that is due, with such dice more; if `quick`, all that is over saves time. SOR-51, SOR-53.

        Raises `Refused` where none is due, or the spell is above Sorcery and the table wants care or artha.
        """
        if self.stage not in (Stage.FIRST, Stage.SECOND):
            raise Refused(f"No reading is due now: it waits for {self.stage.words}.")
        reading = Reading.FIRST if self.stage is Stage.FIRST else Reading.SECOND
        reader = replace(self.reader, careful=careful, other=other, artha=artha)
        if not reader.may(self.plan.base, narrow=self.house.narrow):
            raise Refused("A spell above your Sorcery is read carefully, or with artha.")
        rolled = fall(reader.pool)
        margin = rolled.count.successes - self.obstacle
        house = self.house
        took = takes(
            reading,
            self.plan.base,
            careful=careful,
            quick=max(0, margin) if quick else 0,
            floor=house.floor,
            of_stated=house.of_stated,
        )
        after = replace(
            self,
            last=Read(reading, reader, self.obstacle, rolled, took),
            ended=None,
            took=self.took + took,
            firsts=self.firsts + (reading is Reading.FIRST),
            seconds=self.seconds + (reading is Reading.SECOND),
        )
        if reading is Reading.SECOND and margin >= 0:
            return replace(after, stage=Stage.MASTERED)
        if reading is Reading.FIRST and margin < 0:
            return after
        return replace(after, stage=Stage.PRACTICALS if self.needed else Stage.SECOND, made=0)

    def practice(self, cast: Cast | None = None, *, area: int = 0, days: int = 0) -> "Study":
        """A Practical begins, so many days (0 or more) after the last step, by someone rested. Source: SOR-52.

        Raises `Refused` where none is due, one is not over, or the style goes too far.
        """
        self._due()
        plan = replace(self.plan, cast=cast or Cast(), area=area)
        begun = castings.begin(self.who, plan, self.house.casting)
        return replace(self, casting=begun, last=None, ended=None, took=self.took + days * times.DAY)

    def roll(self, fall: Fall) -> "Study":
        """The next dice of the Practical that is being cast; what is over is left alone. Source: SOR-10, SOR-52."""
        if self.casting is None:
            raise Refused("No Practical is being cast.")
        after = self.casting.roll(fall)
        if after.step is Step.ALLOCATE:
            after = after.allocate()
        if after.step is not Step.DONE:
            return replace(self, casting=after)
        return replace(self, casting=None, ended=after)._counted(1)

    def count(self, castings_made: int = 1, *, days: int = 0) -> "Study":
        """So many Practicals (1 or more) that were cast in play, pass or fail, in so many days. Source: SOR-52.

        Raises `Refused` for more than are missing, and as `practice` does.
        """
        self._due()
        if not 1 <= castings_made <= self.left:
            raise Refused(f"From 1 to {self.left} Practicals are missing; this counts {castings_made}.")
        after = replace(self, last=None, ended=None, took=self.took + days * times.DAY)
        return after._counted(castings_made)

    def _due(self) -> None:
        if self.stage is not Stage.PRACTICALS:
            raise Refused(f"No Practical is due now: it waits for {self.stage.words}.")
        if self.casting is not None:
            raise Refused(f"A Practical still waits for {self.casting.step.words}.")

    def _counted(self, castings_made: int) -> "Study":
        after = replace(self, made=self.made + castings_made, cast=self.cast + castings_made)
        return after if after.left > 0 else replace(after, stage=Stage.SECOND)


@dataclass(frozen=True, slots=True)
class Course:
    """The whole way as a chain, from a `stage`: every reading is tried again until it passes. Source: SOR-51 to SOR-53.

    `law` is the chance of each number of successes of a reading, held `against` its obstacle; `base` is the spell's own
    obstacle, which says the time. `needed` Practicals make a set, `made` of the first are there, and each takes `gap`
    seconds. All that is over saves time. `house` as for `Study`.
    """

    base: int
    against: int
    law: Law
    needed: int
    careful: bool = False
    gap: int = 0
    stage: Stage = Stage.FIRST
    made: int = 0
    house: House = House()

    @property
    def chance(self) -> Fraction:
        """The chance that a reading passes."""
        return sum((chance for good, chance in self.law.items() if good >= self.against), Fraction(0))

    def fails_in(self, reading: Reading) -> int:
        """The seconds of a reading that fails."""
        return takes(reading, self.base, careful=self.careful)

    def passes_in(self, reading: Reading) -> Law:
        """The chance of a reading to pass in each number of seconds; they add up to `chance`."""
        found: dict[int, Fraction] = {}
        for good, chance in self.law.items():
            if good >= self.against and chance:
                took = takes(
                    reading,
                    self.base,
                    careful=self.careful,
                    quick=good - self.against,
                    floor=self.house.floor,
                    of_stated=self.house.of_stated,
                )
                found[took] = found.get(took, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @property
    def set_takes(self) -> int:
        """The seconds of a whole set of Practicals."""
        return self.needed * self.gap

    @property
    def due(self) -> int:
        """The Practicals of the first set that are still to come."""
        return self.needed - self.made if self.stage in (Stage.FIRST, Stage.PRACTICALS) else 0

    def mean_reading(self, reading: Reading) -> Fraction | None:
        """The seconds until it passes, on average, all its failures among them (without Practicals); None for never."""
        if not self.chance:
            return None
        passing = sum((took * chance for took, chance in self.passes_in(reading).items()), Fraction(0))
        return (passing + (1 - self.chance) * self.fails_in(reading)) / self.chance

    @property
    def sets(self) -> Fraction | None:
        """The Second Readings on average, each after a set of Practicals; None for never."""
        return 1 / self.chance if self.chance else None

    @property
    def castings(self) -> Fraction | None:
        """The Practicals on average; None for never."""
        if self.sets is None:
            return None
        return self.due + (self.sets - 1) * self.needed

    @property
    def mean(self) -> Fraction | None:
        """The seconds of the whole way on average; None where no reading can pass."""
        second = self.mean_reading(Reading.SECOND)
        if self.stage is Stage.MASTERED:
            return Fraction(0)
        if second is None or self.castings is None:
            return None
        first = self.mean_reading(Reading.FIRST) if self.stage is Stage.FIRST else Fraction(0)
        return (first or Fraction(0)) + self.castings * self.gap + second

    def by(self, seconds: int) -> Fraction:
        """The chance to have mastered it within so many seconds, exact. Source: SOR-51 to SOR-53."""
        return self._by(seconds, self._begins)

    @property
    def _begins(self) -> Law:
        """The seconds of the steps that are passed, the first set of Practicals among them, with their chances."""
        found: dict[int, Fraction] = {}
        firsts = self.passes_in(Reading.FIRST) if self.stage is Stage.FIRST else {0: Fraction(1)}
        for one, chance in firsts.items():
            for other, share in self.passes_in(Reading.SECOND).items():
                at = one + other + self.due * self.gap
                found[at] = found.get(at, Fraction(0)) + chance * share
        return found

    def _by(self, seconds: int, begins: Law) -> Fraction:
        """The same with what `_begins` says: over all numbers of failures, whose powers are whole numbers here."""
        if self.stage is Stage.MASTERED:
            return Fraction(1)
        chance = self.chance
        if not chance:
            return Fraction(0)
        fails = 1 - chance
        first, again = self.fails_in(Reading.FIRST), self.fails_in(Reading.SECOND) + self.set_takes
        most = max((seconds - at for at in begins), default=-1)
        if most < 0:
            return Fraction(0)
        size = most // min(first, again) + 3
        powers = [fails.numerator**at * fails.denominator ** (size - at) for at in range(size + 1)]
        common = lcm(*(share.denominator for share in begins.values()))
        whole = 0
        for at, share in begins.items():
            if (rest := seconds - at) < 0:
                continue
            if self.stage is Stage.FIRST:
                sets = ((failed, (rest - failed * again) // first + 1) for failed in range(rest // again + 1))
                ways = sum(powers[failed] - powers[failed + alone] for failed, alone in sets)
            else:
                ways = powers[0] - powers[rest // again + 1]
            whole += share.numerator * (common // share.denominator) * ways
        return Fraction(whole, common * powers[0]) / chance

    def point(self, share: Fraction) -> int | None:
        """The first second by which it is mastered with at least this chance; None beyond `HORIZON`. Exact.

        Raises `Refused` for a share that is not between 0 and 1.
        """
        if not 0 < share < 1:
            raise Refused(f"A share lies between 0 and 1; this says {share}.")
        if self.stage is Stage.MASTERED:
            return 0
        if not self.chance:
            return None
        begins = self._begins
        steps = [*begins, self.fails_in(Reading.FIRST), self.fails_in(Reading.SECOND) + self.set_takes]
        step = gcd(*steps)
        low, high = 0, max(begins) // step
        while self._by(high * step, begins) < share:
            if high * step > HORIZON:
                return None
            low, high = high + 1, 2 * high
        while low < high:
            middle = (low + high) // 2
            if self._by(middle * step, begins) >= share:
                high = middle
            else:
                low = middle + 1
        return low * step


def any_of(chance: Fraction, course: Course) -> Fraction | None:
    """The chance that something of this `chance` befalls at least one of the Practicals of the whole way.

    None where no reading can pass. Source: SOR-52.

    >>> any_of(Fraction(1, 2), Course(1, 1, {1: Fraction(1)}, 2))
    Fraction(3, 4)
    """
    if not course.chance:
        return None
    spared, again = (1 - chance) ** course.due, (1 - chance) ** course.needed
    return 1 - spared * course.chance / (1 - (1 - course.chance) * again)
