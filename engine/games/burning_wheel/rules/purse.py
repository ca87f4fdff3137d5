"""A purse over the cycles: a frozen state, and what may be done with it (RES-15, 16, 18 to 25).

Each method of a `Purse` gives the purse after it, or raises `Refused` with the sentence why not. Dice come from
outside, by a `Throw`. What the last step brought is its `came`, a record without words. Nothing here knows a form.

A bot that borrows for a purchase and works whenever it can:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> chance = Random(15)
>>> throw = lambda pool: roll(pool, chance).count.successes
>>> purse = Purse(Shade.BLACK, 2, Pool.parse("B4"), Stakes(3)).borrow(2, 1).buy(4, throw)
>>> while purse.cycle <= 4 and purse.dice:
...     purse = purse.work(throw) if purse.can_work else purse
...     purse = purse.end_cycle(throw)
>>> print(purse.cycle, purse.stakes, purse.debts)
3 Stakes(exponent=2, taxed=2, loaned=0, funds=0, cash=0) (4,)
"""

from dataclasses import dataclass, field, replace
from typing import Protocol

from engine import wording
from engine.games.burning_wheel.dice import MOST_DICE, Pool, Shade, Throw
from engine.games.burning_wheel.rules import advancement, living, loans, tax, test_class, wealth
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.tax import Loss, Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.refused import Refused

MOST_DEBTS = 3
"""So many debts are counted in a purse."""


class Readings(Protocol):
    """How a table reads the rules of a purse."""

    def classes(self, dice: int, obstacle: int) -> Classes:
        """The class of a test."""

    def routes(self, exponent: int) -> tuple[Marks, ...]:
        """The routes to the next exponent of Resources."""

    def as_taxed(self) -> bool:
        """Whether Resources that are taxed advance like the exponent that they roll. Source: RES-19."""

    def taxed_as(self, classes: Classes) -> TestClass:
        """The class by which Tax is counted. Source: RES-08."""

    def tax(self, stakes: Stakes) -> tax.House:
        """What Tax takes first. Source: RES-08."""

    def debt(self, debts: Debts) -> loans.House:
        """What debts weigh and how they grow. Source: RES-25."""

    def bare_debt(self) -> bool:
        """Whether a debt is twice the dice lent, whatever made the lending hard. Source: RES-25."""

    def limited_cash(self) -> bool:
        """Whether one test takes so many dice of a hoard at most. Source: RES-20."""

    def all_lost(self) -> bool:
        """Whether dice lost for good make a job harder. Source: RES-18."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The default readings."""

    def classes(self, dice: int, obstacle: int) -> Classes:
        return test_class.classes(dice, obstacle)

    def routes(self, exponent: int) -> tuple[Marks, ...]:
        return advancement.routes(Kind.RESOURCES, exponent)

    def as_taxed(self) -> bool:
        return False

    def taxed_as(self, classes: Classes) -> TestClass:
        return classes[0]

    def tax(self, stakes: Stakes) -> tax.House:
        return tax.House()

    def debt(self, debts: Debts) -> loans.House:
        return loans.House()

    def bare_debt(self) -> bool:
        return False

    def limited_cash(self) -> bool:
        return False

    def all_lost(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Tested:
    """A test of Resources: what it took, the `loss` where it failed, or what it `marked` and whether they `advanced`.

    `owed` are the debts after the test that ends a cycle, None where they stay as they were.
    """

    dice: int
    obstacle: int
    successes: int
    loss: Loss | None = None
    marked: TestClass | None = None
    advanced: bool = False
    owed: Debts | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """A job, and the taxed dice that came back."""

    dice: int
    obstacle: int
    successes: int
    back: int


@dataclass(frozen=True, slots=True)
class Borrowed:
    """Dice that someone lent for so many tests; a `debt` of 0 is a gift."""

    dice: int
    tests: int
    debt: int


@dataclass(frozen=True, slots=True)
class Received:
    """Dice of cash, or of a `fund`, that fell to someone."""

    dice: int
    fund: bool


Came = Tested | Worked | Borrowed | Received


@dataclass(frozen=True, slots=True)
class Purse:
    """A purse in a cycle: the shade of Resources, the obstacle of a way of life, the pool of a job, and what it holds.

    `harder` is what wounds add to the obstacle of a job, `gone` the dice lost for good, `loan_tests` for how many tests
    more borrowed dice are good. `came` is what the last step brought, `worked` whether there was a job in this cycle.
    """

    shade: Shade
    life: int
    skill: Pool
    stakes: Stakes
    debts: Debts = ()
    harder: int = 0
    readings: Readings = field(default=Printed(), compare=False)
    loan_tests: int = 0
    marks: Marks = Marks()
    gone: int = 0
    cycle: int = 1
    worked: bool = False
    came: Came | None = None

    @property
    def dice(self) -> int:
        """The dice of Resources, of loans and of funds."""
        return self.stakes.current + self.stakes.loaned + self.stakes.funds

    @property
    def most_cash(self) -> int:
        """The cash dice that one test may take. Source: RES-20."""
        return wealth.spendable(self.stakes.cash, limited=self.readings.limited_cash())

    @property
    def obstacle(self) -> int:
        """The obstacle of the test that ends a cycle. Source: RES-16, RES-25."""
        return living.obstacle(self.life, self.debts, 0, self.readings.debt(self.debts)).total

    @property
    def job_obstacle(self) -> int:
        """The obstacle of a job. Source: RES-18."""
        return living.job_obstacle(self.stakes.taxed, self.gone, all_lost=self.readings.all_lost()).total + self.harder

    @property
    def can_work(self) -> bool:
        """Whether there is something to earn back, and time for it in this cycle. Source: RES-18."""
        return bool(self.stakes.taxed) and not self.worked

    @property
    def can_borrow(self) -> bool:
        """Whether another loan is counted here. Source: RES-23."""
        return not self.stakes.loaned and len(self.debts) < MOST_DEBTS

    def end_cycle(self, throw: Throw, cash: int = 0, bonus: int = 0) -> "Purse":
        """The lifestyle test, and what it does to debts. Source: RES-15, RES-16, RES-25."""
        after, came = self._tested(self.obstacle, throw, cash, bonus)
        owed = (loans.missed if came.loss else loans.paid)(self.debts, self.readings.debt(self.debts))
        came = replace(came, owed=owed if owed != self.debts else None)
        return replace(after, debts=owed, cycle=self.cycle + 1, worked=False, came=came)

    def buy(self, obstacle: int, throw: Throw, cash: int = 0, bonus: int = 0) -> "Purse":
        """A purchase within the cycle. Source: RES-02."""
        return self._tested(obstacle, throw, cash, bonus)[0]

    def work(self, throw: Throw) -> "Purse":
        """A job, once a cycle, while dice are taxed. Source: RES-18."""
        if not self.can_work:
            raise Refused("There is one job a cycle, and only while dice are taxed.")
        obstacle = self.job_obstacle
        successes = throw(self.skill)
        back = living.recovered(self.stakes.taxed, successes - obstacle)
        mended = replace(self.stakes, taxed=self.stakes.taxed - back)
        return replace(self, stakes=mended, worked=True, came=Worked(self.skill.dice, obstacle, successes, back))

    def borrow(self, dice: int, tests: int, *, repaid: bool = True) -> "Purse":
        """Someone lends dice for so many tests, to be `repaid` or not. Source: RES-23, RES-25."""
        if not self.can_borrow:
            raise Refused(f"One loan at a time is counted here, and up to {MOST_DEBTS} debts.")
        bare = tests > 1 and self.readings.bare_debt()
        debt = loans.size(loans.obstacle(dice, tests), dice, loans.House(bare_debt=bare)) if repaid else 0
        stakes = replace(self.stakes, loaned=dice)
        debts = (*self.debts, debt) if debt else self.debts
        return replace(self, stakes=stakes, loan_tests=tests, debts=debts, came=Borrowed(dice, tests, debt))

    def receive_cash(self, dice: int) -> "Purse":
        """A reward in cash. Source: RES-20."""
        stakes = replace(self.stakes, cash=self.stakes.cash + dice)
        return replace(self, stakes=stakes, came=Received(dice, fund=False))

    def receive_fund(self, dice: int) -> "Purse":
        """A fund or property. Source: RES-21."""
        if self.stakes.funds + dice > wealth.MOST_FUND:
            raise Refused(f"Funds come to {wealth.MOST_FUND} dice here at most.")
        stakes = replace(self.stakes, funds=self.stakes.funds + dice)
        return replace(self, stakes=stakes, came=Received(dice, fund=True))

    def _tested(self, obstacle: int, throw: Throw, cash: int, bonus: int) -> tuple["Purse", Tested]:
        """A Resources test: cash goes, a loan has one test less, a failure is taxed, a success is marked."""
        if cash > self.most_cash:
            most = wording.count(self.most_cash, "die", "dice")
            raise Refused(f"One test takes {most} of cash here at most; this says {cash}.")
        dice = self.dice + cash + bonus
        if not dice:
            raise Refused("There is no die to roll: work, borrow, find help, or come into money first.")
        if dice > MOST_DICE:
            raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {dice}.")
        successes = throw(Pool.of(dice, self.shade))
        tests = max(0, self.loan_tests - 1)
        came = Tested(dice, obstacle, successes)
        classes = self.readings.classes(dice, obstacle)
        if successes >= obstacle:
            after, came = self._marked(classes, came)
        else:
            after, came = self._taxed(classes, came, cash)
        left = after.stakes
        stakes = replace(left, cash=self.stakes.cash - cash, loaned=left.loaned if tests else 0)
        return replace(after, stakes=stakes, loan_tests=tests, came=came), came

    def _taxed(self, classes: Classes, came: Tested, cash: int) -> tuple["Purse", Tested]:
        """A failed test takes its Tax. Source: RES-08, RES-12."""
        spent = replace(self.stakes, cash=cash)
        due = tax.due(self.readings.taxed_as(classes), came.obstacle - came.successes)
        loss = tax.taxed(due, spent, self.readings.tax(spent))
        gone = self.gone + loss.funds + int(loss.depleted)
        return replace(self, stakes=loss.after, gone=gone), replace(came, loss=loss)

    def _marked(self, classes: Classes, came: Tested) -> tuple["Purse", Tested]:
        """A passed test in the log, which may lift Resources at once. Source: RES-19."""
        stakes = self.stakes
        needed = self.readings.routes(stakes.current if stakes.taxed and self.readings.as_taxed() else stakes.exponent)
        best = advancement.best(classes, self.marks, needed)
        marks = self.marks.plus(best)
        if advancement.filled(needed, marks):
            after = replace(self, stakes=wealth.advanced(stakes), marks=Marks())
            return after, replace(came, marked=best, advanced=True)
        return replace(self, marks=marks), replace(came, marked=best)
