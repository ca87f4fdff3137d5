"""Two against each other: penalties, Beginner's Luck, ties and who they go to (HUB-13, HUB-33, HUB-99)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Chain, Pool, reaches, successes
from engine.option import Option
from engine.working import Line, Worked


class Role(Option):
    """Who acts against whom, by intent: it decides ties. Source: HUB-13."""

    ATTACK = "attack", "I act against them"
    DEFEND = "defend", "they act against me"
    BOTH = "both", "both act"


class CallOn(Option):
    """Who has a call-on trait that fits and is not used up. Source: HUB-13, HUB-62."""

    NONE = "none", "nobody"
    MINE = "mine", "I do"
    THEIRS = "theirs", "they do"
    BOTH = "both", "both"


class Result(Option):
    """How a versus test ends."""

    WIN = "win", "you win"
    LOSE = "lose", "they win"
    DEADLOCK = "deadlock", "deadlock"
    NOBODY = "nobody", "nobody succeeds"


@dataclass(frozen=True, slots=True)
class Side:
    """One side: the dice, its own +Ob (0 or more), and whether it tests a root stat under Beginner's Luck."""

    pool: Pool
    penalty: int = 0
    beginner: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a contest; each field's first value is the default.

    `any_tie`: a call-on wins a tie against a defender too. `first_call`: of two call-ons on one tie the first to be
    used decides, yours. `beginner_meets`: meeting the doubled number wins. `both_double`: with Beginner's Luck on
    both sides each must reach twice the other's total. `floor`: a penalty takes no more than was rolled.
    """

    any_tie: bool = False
    first_call: bool = False
    beginner_meets: bool = False
    both_double: bool = False
    floor: bool = False


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a contest before anyone is given the tie. They add up to 1. `nobody` needs `both_double`."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    nobody: Fraction = Fraction(0)


def doubled(total: int) -> int:
    """Successes as an obstacle for Beginner's Luck. Below 0 nothing is doubled, as that would make it easier."""
    return 2 * total if total > 0 else total


def net(rolled: int, penalty: int, house: House) -> int:
    """Successes less one's own +Ob. Source: HUB-13."""
    return max(0, rolled - penalty) if house.floor else rolled - penalty


def totals(mine: Side, theirs: Side, rolled: int, against: int, house: House = House()) -> tuple[int, int]:
    """The two numbers that are compared when I rolled `rolled` successes and they `against`. Source: HUB-13, HUB-33."""
    one, other = net(rolled, mine.penalty, house), net(against, theirs.penalty, house)
    if mine.beginner == theirs.beginner:
        return one, other
    return (one, doubled(other)) if mine.beginner else (doubled(one), other)


def decided(
    mine: Side, theirs: Side, rolled: int, against: int, role: Role, call_on: CallOn, house: House = House()
) -> tuple[Result, bool]:
    """How it ends, and whether it was a tie. Source: HUB-13."""
    one, other = totals(mine, theirs, rolled, against, house)
    if mine.beginner and theirs.beginner and house.both_double:
        reached = one >= doubled(other), other >= doubled(one)
        if not any(reached):
            return Result.NOBODY, False
        if not all(reached):
            return (Result.WIN if reached[0] else Result.LOSE), False
    elif one != other:
        return (Result.WIN if one > other else Result.LOSE), False
    return tie(mine, theirs, role, call_on, house), True


def tie(mine: Side, theirs: Side, role: Role, call_on: CallOn, house: House = House()) -> Result:
    """Whom a tie goes to: the defender, or a call-on's owner where there is no defender. Source: HUB-13, HUB-62."""
    if house.beginner_meets and mine.beginner != theirs.beginner:
        return Result.WIN if mine.beginner else Result.LOSE
    if call_on is CallOn.BOTH:
        call_on = CallOn.MINE if house.first_call else CallOn.NONE
    if call_on is not CallOn.NONE and (role is Role.BOTH or house.any_tie):
        return Result.WIN if call_on is CallOn.MINE else Result.LOSE
    return {Role.ATTACK: Result.LOSE, Role.DEFEND: Result.WIN, Role.BOTH: Result.DEADLOCK}[role]


@lru_cache(maxsize=1024)
def chances(mine: Side, theirs: Side, house: House = House(), chain: Chain = Chain.CHAIN) -> Chances:
    """The exact chances of a contest, for open-ended dice too. Source: HUB-13, HUB-33."""
    if mine.beginner and theirs.beginner:
        if not house.both_double:
            plain = Side(mine.pool, mine.penalty), Side(theirs.pool, theirs.penalty)
            return chances(*plain, house, chain)
        both = _both_reach(mine, theirs, house, chain)
        here, there = (_reaches(*sides, 0, house, chain) for sides in ((mine, theirs), (theirs, mine)))
        return Chances(here - both, both, there - both, 1 - here - there + both)
    if theirs.beginner:
        turned = chances(theirs, mine, house, chain)
        return Chances(turned.lose, turned.tie, turned.win)
    win, reached = (_reaches(mine, theirs, more, house, chain) for more in (1, 0))
    return Chances(win, reached - win, 1 - reached)


def _reaches(one: Side, other: Side, more: int, house: House, chain: Chain) -> Fraction:
    """The chance that one side has the other's total, doubled for Beginner's Luck, and so many `more`."""

    def asked(against: int) -> int:
        total = net(against, other.penalty, house)
        total = (doubled(total) if one.beginner else total) + more
        return 0 if house.floor and total <= 0 else total + one.penalty

    steady = other.penalty + 1
    return reaches(one.pool, other.pool, asked, times=2 if one.beginner else 1, steady=steady, chain=chain)


def _both_reach(mine: Side, theirs: Side, house: House, chain: Chain) -> Fraction:
    """The chance that each side reaches twice the other's total: only where both totals are alike and not above 0."""
    one, other = (successes(side.pool, chain=chain) for side in (mine, theirs))
    if house.floor:
        return one.below(mine.penalty + 1) * other.below(theirs.penalty + 1)
    below = range(min(mine.penalty, theirs.penalty) + 1)
    return sum((one.exactly(mine.penalty - k) * other.exactly(theirs.penalty - k) for k in below), Fraction(0))


def needed(mine: Side, theirs: Side, against: int, house: House = House()) -> Worked:
    """What one side must beat when the other rolled `against` successes, its own +Ob added. Source: HUB-13, HUB-33."""
    total = net(against, theirs.penalty, house)
    lines = [
        Line(against, "The other side’s successes", "HUB-13"),
        Line(total - against, "The other side’s +Ob", "HUB-13"),
        Line(
            doubled(total) - total if mine.beginner and not theirs.beginner else 0,
            "Beginner’s Luck doubles it",
            "HUB-33",
        ),
        Line(mine.penalty, "One’s own +Ob", "HUB-13"),
    ]
    return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class Contest:
    """Two sides, who acts, whose call-on fits, and the readings under which they meet. Source: HUB-13."""

    mine: Side
    theirs: Side
    role: Role
    call_on: CallOn = CallOn.NONE
    house: House = House()

    @property
    def open_ended(self) -> bool:
        return self.mine.pool.open_ended or self.theirs.pool.open_ended

    @property
    def tie(self) -> Result:
        """Whom a tie goes to."""
        return tie(self.mine, self.theirs, self.role, self.call_on, self.house)

    @property
    def doubles_mine(self) -> bool:
        """Whether my successes count double, for the other side's Beginner's Luck. Source: HUB-33."""
        return self.theirs.beginner and not self.mine.beginner

    def between(self, mine: Pool, theirs: Pool) -> "Contest":
        """The same with other dice."""
        return replace(self, mine=replace(self.mine, pool=mine), theirs=replace(self.theirs, pool=theirs))

    def chances(self, chain: Chain = Chain.CHAIN) -> Chances:
        """Before anyone has rolled."""
        return chances(self.mine, self.theirs, self.house, chain)

    def against(self, law: Distribution, theirs: int) -> Chances:
        """Once they have rolled so many: `law` is that of my dice.

        More successes never make it worse, so what lies beyond the list is alike.
        """
        found = dict.fromkeys((*Result, None), Fraction(0))
        for number, chance in (*law, (law.last + 1, law.at_least(law.last + 1))):
            result, tied = decided(self.mine, self.theirs, number, theirs, self.role, CallOn.NONE, self.house)
            found[None if tied else result] += chance
        return Chances(found[Result.WIN], found[None], found[Result.LOSE], found[Result.NOBODY])

    def decided(self, rolled: int, against: int) -> tuple[Result, bool]:
        """How it ends, and whether it was a tie."""
        return decided(self.mine, self.theirs, rolled, against, self.role, self.call_on, self.house)

    def won(self, found: Chances) -> Fraction:
        """The chance that I win, ties that go to me included."""
        return found.win + (found.tie if self.tie is Result.WIN else 0)

    def lost(self, found: Chances) -> Fraction:
        """The chance that they win, ties that go to them included."""
        return found.lose + (found.tie if self.tie is Result.LOSE else 0)
