"""A maneuver against a maneuver: exact chances, with nerve to hold and certain successes (RNC-20 to RNC-27)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from engine.games.burning_wheel.dice import Chain, Pool, successes
from engine.games.burning_wheel.rules.maneuvers import Result
from engine.games.burning_wheel.rules.positioning_at_range import Side, ahead

NO_DICE = Pool.of(0)


@dataclass(frozen=True, slots=True)
class Contender:
    """One side of a volley.

    `pool` are the dice that nerve is read from, `more` such as count against the other side alone; `certain` and
    `penalty` (0 or more) as in `positioning_at_range.Side`. `nerve` is what the pool has to show, 0 where nothing is
    asked of it. Source: RNC-20, RNC-21.
    """

    pool: Pool
    certain: int = 0
    penalty: int = 0
    nerve: int = 0
    more: Pool = NO_DICE

    @property
    def side(self) -> Side:
        """The side as the versus test sees it."""
        return Side(self.pool + self.more, self.penalty, self.certain)

    def given(self, shown: int) -> Side:
        """The same once its `pool` shows so many successes."""
        left = shown - self.penalty
        return Side(self.more, max(0, -left), self.certain + max(0, left))

    def falling_short(self, chain: Chain) -> Iterator[tuple[int, Fraction]]:
        """What the pool may show without holding its nerve, each number with its chance."""
        law = successes(self.pool, chain=chain, upto=max(1, self.nerve))
        yield from ((shown, law.exactly(shown)) for shown in range(self.nerve))


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a volley can end: who came out ahead, and who held nerve; a side that needs none always holds it."""

    result: Result
    mine: bool
    theirs: bool


@dataclass(frozen=True, slots=True)
class Volley:
    """Two sides who meet, under the table's readings of penalties (`floor`) and of sixes."""

    mine: Contender
    theirs: Contender
    floor: bool = True
    chain: Chain = Chain.CHAIN

    def _ahead(self, by: int, *, mine_fails: bool, theirs_fail: bool) -> Fraction:
        """The chance to be ahead by `by` or more, and that those sides fall short of their nerve."""
        one, other = self.mine, self.theirs
        ours = (
            [(one.given(shown), chance) for shown, chance in one.falling_short(self.chain)]
            if mine_fails
            else [(one.side, Fraction(1))]
        )
        others = (
            [(other.given(shown), chance) for shown, chance in other.falling_short(self.chain)]
            if theirs_fail
            else [(other.side, Fraction(1))]
        )
        return sum(
            (
                chance * share * self._lead(here, there, by)
                for here, chance in ours
                for there, share in others
                if chance * share
            ),
            Fraction(0),
        )

    def _lead(self, here: Side, there: Side, by: int) -> Fraction:
        if here.pool.dice or there.pool.dice:
            return ahead(here, there, by, self.floor, self.chain)
        return Fraction(here.total(0, floor=self.floor) - there.total(0, floor=self.floor) >= by)

    def ahead(self, by: int, *, mine: bool | None = None, theirs: bool | None = None) -> Fraction:
        """The chance to be ahead by `by` or more (which may be below 0), with nerve held (True), lost or either (None).

        Source: RNC-10, RNC-21.
        """
        if mine is True:
            return self.ahead(by, theirs=theirs) - self.ahead(by, mine=False, theirs=theirs)
        if theirs is True:
            return self.ahead(by, mine=mine) - self.ahead(by, mine=mine, theirs=False)
        return self._ahead(by, mine_fails=mine is False, theirs_fail=theirs is False)

    @property
    def chances(self) -> dict[Ending, Fraction]:
        """Every ending that can come, with its chance; they add up to 1. Source: RNC-21."""
        found = {}
        for mine in (True, False) if self.mine.nerve else (True,):
            for theirs in (True, False) if self.theirs.nerve else (True,):
                kept = mine if self.mine.nerve else None, theirs if self.theirs.nerve else None
                win, reached = (self.ahead(by, mine=kept[0], theirs=kept[1]) for by in (1, 0))
                both = self.nerves(*kept)
                found[Ending(Result.WIN, mine, theirs)] = win
                found[Ending(Result.TIE, mine, theirs)] = reached - win
                found[Ending(Result.LOSE, mine, theirs)] = both - reached
        return found

    def nerves(self, mine: bool | None, theirs: bool | None) -> Fraction:
        """The chance that each side's nerve is held (True) or lost; None where it does not matter. Source: RNC-21."""
        return _holds(self.mine, mine, self.chain) * _holds(self.theirs, theirs, self.chain)

    def margins(self, most: int) -> tuple[Fraction, ...]:
        """The chance to win by exactly 1, 2 and so on, the last one by `most` (1 or more) or more, with nerve held.

        Source: RNC-10, RNC-21.
        """
        held = True if self.mine.nerve else None
        reached = [self.ahead(by, mine=held) for by in range(1, most + 1)]
        return (*(one - two for one, two in pairwise(reached)), reached[-1])

    @property
    def turned(self) -> "Volley":
        """The same as the other side sees it."""
        return replace(self, mine=self.theirs, theirs=self.mine)

    def volleys_lost(self) -> Fraction:
        """How many further volleys I hesitate on average: each success that nerve lacks is one. Source: RNC-21."""
        short = self.mine.falling_short(self.chain)
        return sum(((self.mine.nerve - shown) * chance for shown, chance in short), Fraction(0))


def _holds(one: Contender, wanted: bool | None, chain: Chain) -> Fraction:
    """The chance that nerve is held, or lost; 1 where it does not matter."""
    if wanted is None:
        return Fraction(1)
    fails = sum((chance for _, chance in one.falling_short(chain)), Fraction(0))
    return 1 - fails if wanted else fails


@dataclass(frozen=True, slots=True)
class Fell:
    """A volley once the dice lie there: both totals, who came out ahead, and the volleys that lost nerve costs each."""

    mine: int
    theirs: int
    lost: tuple[int, int]

    @property
    def margin(self) -> int:
        """Above 0 what is mine, below 0 what is theirs."""
        return self.mine - self.theirs

    @property
    def result(self) -> Result:
        return Result.WIN if self.margin > 0 else Result.LOSE if self.margin < 0 else Result.TIE

    @property
    def budgets(self) -> tuple[int, int]:
        """What each side may spend: the margin of who is ahead, nothing for who lost the nerve. Source: RNC-21."""
        mine = max(0, self.margin) if not self.lost[0] else 0
        theirs = max(0, -self.margin) if not self.lost[1] else 0
        return mine, theirs


def fell(mine: Contender, theirs: Contender, rolled: int, against: int, *, floor: bool = True) -> Fell:
    """What came of a volley in which I rolled `rolled` successes, certain ones not among them, and they `against`.

    Nerve is read from these, whole. Source: RNC-10, RNC-21.
    """
    lost = max(0, mine.nerve - rolled), max(0, theirs.nerve - against)
    return Fell(mine.side.total(rolled, floor=floor), theirs.side.total(against, floor=floor), lost)


def prevails(result: Result, mine: bool, theirs: bool, *, stays: bool = False) -> Result | None:
    """Whose intent happens: that of who is ahead and kept the nerve, else of the other if that one did.

    `mine` and `theirs` say who kept the nerve. None where nobody's does: where neither kept it, and with `stays` where
    who lost the nerve was not beaten. A tie of two who kept it is a tie. Source: RNC-21.

    >>> prevails(Result.WIN, False, True)
    <Result.LOSE: 'lose'>
    """
    if mine and theirs:
        return result
    if not mine and not theirs:
        return None
    happens = Result.WIN if mine else Result.LOSE
    return None if stays and result is not happens else happens
