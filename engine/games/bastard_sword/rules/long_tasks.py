"""Rolling tests and extended tasks (BSR-14, BSR-15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from engine.dice import Distribution
from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option


class Kind(Option):
    """What a blank roll does to a rolling test. Source: BSR-14."""

    FIRST_FAIL = "first-fail", "first-fail: a blank ends it"
    SETBACK = "setback", "setback: a blank costs time"


class Time(Option):
    """The times of the chart, each about three times the one before. Source: BSR-15."""

    ROUND = "round", "1 round"
    HALF_MINUTE = "half-minute", "½ minute"
    MINUTE = "minute", "1 minute"
    THREE_MINUTES = "three-minutes", "3 minutes"
    TEN_MINUTES = "ten-minutes", "10 minutes"
    HALF_HOUR = "half-hour", "½ hour"
    HOUR = "hour", "1 hour"
    HALF_DAY = "half-day", "½ day"
    DAY = "day", "1 day"
    THREE_DAYS = "three-days", "3 days"
    WEEK = "week", "1 week"
    MONTH = "month", "1 month"
    SEASON = "season", "1 season"
    YEAR = "year", "1 year"

    @property
    def place(self) -> int:
        """Its place in the ladder of times, from 0."""
        return list(Time).index(self)


A_ROLL = tuple(Time)[:7]
"""Times that a roll may stand for. Source: BSR-15."""


def factor(passed: Time, a_roll: Time) -> int:
    """What successes are multiplied by; 0 where the time is shorter than a roll. Source: BSR-15.

    >>> factor(Time.DAY, Time.HOUR), factor(Time.THREE_DAYS, Time.HOUR), factor(Time.MINUTE, Time.HOUR)
    (10, 30, 0)
    """
    return rung(passed.place - a_roll.place + 1)


def time_for(successes: int, difficulty: int, a_roll: Time, *, above: bool = False) -> Time | None:
    """The first time in which so many successes reach a difficulty, or with `above` exceed it; None if none does.

    Source: BSR-15.
    """
    need = difficulty + above
    return next((one for one in Time if successes > 0 and factor(one, a_roll) * successes >= max(need, 1)), None)


@dataclass(frozen=True, slots=True)
class Rolling:
    """A rolling test: the kind, the difficulty, and how results below 0 and blanks are read.

    `raw`: a roll is blank where no success fell, whatever the malus. `bottomless`: a tally may fall below 0.
    Source: BSR-14.
    """

    kind: Kind
    difficulty: int
    raw: bool = False
    bottomless: bool = False

    def after(self, tally: int, fell: int, malus: int) -> int | None:
        """The tally after a roll in which so many successes fell; None where that ends the attempt. Source: BSR-14."""
        result = fell - malus
        if self.kind is Kind.FIRST_FAIL:
            blank = fell <= 0 if self.raw else result <= 0
            return None if blank else tally + max(0, result)
        tally += result
        return tally if self.bottomless else max(0, tally)


@dataclass(frozen=True, slots=True)
class Course:
    """How a rolling test stands after so many rolls: the chances that it is done, that it has failed, or goes on."""

    done: Fraction
    failed: Fraction

    @property
    def open(self) -> Fraction:
        """The chance that it goes on."""
        return 1 - self.done - self.failed


def course(test: Rolling, law: Distribution, maluses: Sequence[int]) -> list[Course]:
    """A rolling test roll by roll, the first being the state before any. `law` are the successes on the dice.

    Each roll has its malus, 0 or more, and there are as many rolls.

    In whole numbers: after each roll all weights are out of one more power of the law's denominator. Source: BSR-14.
    """
    tallies, whole, done, failed = {0: 1}, 1, 0, 0
    above = list(accumulate(reversed(law.weights)))[::-1]
    found = [Course(Fraction(0), Fraction(0))]
    for malus in maluses:
        after: dict[int, int] = {}
        whole, done, failed = whole * law.denominator, done * law.denominator, failed * law.denominator
        for tally, share in tallies.items():
            enough = max(0, test.difficulty - tally + malus)
            done += share * (above[enough] if enough < len(above) else 0)
            for fell, weight in enumerate(law.weights[:enough]):
                now = test.after(tally, fell, malus)
                if now is None:
                    failed += share * weight
                elif weight:
                    after[now] = after.get(now, 0) + share * weight
        tallies = after
        found.append(Course(Fraction(done, whole), Fraction(failed, whole)))
    return found
