"""The positioning test of Range and Cover: its pool, its margin, the starting range (RNC-07 to RNC-10, RNC-34)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from engine.games.burning_wheel.dice import Chain, Pool, reaches
from engine.games.burning_wheel.rules.maneuvers import RUNNING
from engine.games.burning_wheel.rules.margin import MOST_COVER
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

WITHDRAW = Line(RUNNING, "Speed Withdraw", "RNC-22")
LEAST_FORT = 3
MOST_FORT = 10
"""The dice that prepared defenses give at least and at most. Source: RNC-34."""


class Away(Option):
    """Whether someone with prepared defenses has left them before. Source: RNC-34."""

    INSIDE = "inside", "has not left them"
    LEFT = "left", "has left them"
    BACK = "back", "has left them, and the GM lets them back"


def fortification(dice: int, *, maintains: bool, away: Away = Away.INSIDE, returns: str = "gm") -> Line:
    """The dice of prepared defenses (0, or 3 to 10): only with a Maintain, and not once they were left.

    `returns` says what brings someone back: "gm", "never" or "always". Raises `Refused` for 1, 2 or above 10 dice.
    Source: RNC-34.
    """
    if dice and not LEAST_FORT <= dice <= MOST_FORT:
        raise Refused(f"Prepared defenses give {LEAST_FORT} to {MOST_FORT} dice, or none; this says {dice}.")
    if not dice:
        return Line(0, "Prepared defenses", "RNC-34")
    if not maintains:
        return Line(0, "Prepared defenses: only with a Maintain", "RNC-34")
    if away is Away.INSIDE:
        return Line(dice, "Prepared defenses", "RNC-34")
    back = returns == "always" or (returns == "gm" and away is Away.BACK)
    return Line(dice if back else 0, "Prepared defenses" if back else "Prepared defenses: left", "RNC-34", Mark.RULING)


@dataclass(frozen=True, slots=True)
class Extra:
    """What may be added to the ability of a maneuver; every number is 0 or more. Source: RNC-09.

    `range` is the line of the weapon, `quick` are those of Reflexes and Speed multiplier. `steel`: FoRKs never count.
    `hesitates`: running screaming, range and cover are gone. `stacks`: cover that was taken counts beside defenses.
    """

    range: Line
    cover: int = 0
    fort: Line = Line(0, "Prepared defenses", "RNC-34")
    quick: Sequence[Line] = ()
    withdraws_by_speed: bool = False
    forks: int = 0
    steel: bool = False
    other: int = 0
    hesitates: bool = False
    stacks: bool = True

    def __post_init__(self) -> None:
        if self.cover > MOST_COVER:
            raise Refused(f"Nobody has more than {MOST_COVER}D of cover taken; this says {self.cover}.")


def dice(exponent: int, words: str, extra: Extra, wounds: int = 0) -> Worked:
    """The dice of a positioning test, line by line, never below none; `wounds` are dice lost. Source: RNC-09.

    Aim is never among them.
    """
    lines = [Line(exponent, words, "RNC-09")]
    if extra.hesitates:
        lines.append(Line(0, "Hesitating: no dice for range and cover", "RNC-36"))
    else:
        fort = extra.fort
        cover = extra.cover
        if fort.amount and cover and not extra.stacks:
            fort, cover = (fort, 0) if fort.amount >= cover else (Line(0, fort.reason, fort.rule, fort.mark), cover)
        lines += [extra.range, Line(cover, "Cover", "RNC-13"), fort]
    lines += extra.quick
    lines += [WITHDRAW] if extra.withdraws_by_speed else []
    forks = "FoRKs: none for Steel" if extra.steel else "FoRKs"
    lines += [Line(0 if extra.steel else extra.forks, forks, "RNC-09"), Line(extra.other, "Other dice", "RNC-09")]
    lines.append(Line(-min(wounds, sum(line.amount for line in lines)), "Wounds", "HUB-18"))
    return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the test: dice that are rolled, what comes off their successes, and successes that are certain.

    `penalty` and `certain` (the exponent of Stealthy, see RNC-20) are 0 or more. Source: RNC-10.
    """

    pool: Pool
    penalty: int = 0
    certain: int = 0

    def total(self, rolled: int, *, floor: bool = True) -> int:
        """The number that is compared, with so many successes rolled; with `floor` a penalty takes no more than that.

        Source: RNC-10.
        """
        left = rolled - self.penalty
        return self.certain + (max(0, left) if floor else left)


@dataclass(frozen=True, slots=True)
class Result:
    """How a test ends: `margin` above 0 is what I may spend, below 0 what they may, and 0 a tie. Source: RNC-10."""

    mine: int
    theirs: int

    @property
    def margin(self) -> int:
        return self.mine - self.theirs

    @property
    def tied(self) -> bool:
        return self.mine == self.theirs


def compared(mine: Side, theirs: Side, rolled: int, against: int, *, floor: bool = True) -> Result:
    """The result when I rolled `rolled` successes and they `against`. Source: RNC-10."""
    return Result(mine.total(rolled, floor=floor), theirs.total(against, floor=floor))


@lru_cache(maxsize=1024)
def ahead(mine: Side, theirs: Side, by: int, floor: bool = True, chain: Chain = Chain.CHAIN) -> Fraction:
    """The exact chance that my total is above theirs by `by` or more (which may be below 0). Source: RNC-10."""

    def asked(against: int) -> int:
        needed = theirs.total(against, floor=floor) + by - mine.certain
        return 0 if floor and needed <= 0 else needed + mine.penalty

    steady = theirs.penalty + max(0, mine.certain - theirs.certain - by) + 1
    return reaches(mine.pool, theirs.pool, asked, steady=steady, chain=chain)


@dataclass(frozen=True, slots=True)
class Chances:
    """The exact chances of a test, which add up to 1. Source: RNC-10."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def chances(mine: Side, theirs: Side, floor: bool = True, chain: Chain = Chain.CHAIN) -> Chances:
    """Before anyone has rolled. Source: RNC-10."""
    win, reached = (ahead(mine, theirs, by, floor, chain) for by in (1, 0))
    return Chances(win, reached - win, 1 - reached)


def margins(
    mine: Side, theirs: Side, most: int, floor: bool = True, chain: Chain = Chain.CHAIN
) -> tuple[Fraction, ...]:
    """The chance of a margin of exactly 1, 2 and so on, the last one of `most` (1 or more) or more. Source: RNC-10."""
    reached = [ahead(mine, theirs, by, floor, chain) for by in range(1, most + 1)]
    return (*(one - two for one, two in pairwise(reached)), reached[-1])
