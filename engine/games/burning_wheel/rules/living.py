"""What a way of life costs each cycle, the work that mends an empty purse, and how both go on (RES-15, 16, 18)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import loans, tax, test_class
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.times import SECONDS
from engine.working import Line, Worked


@dataclass(frozen=True, slots=True)
class Life:
    """A way of life: its name, the obstacle of keeping it up, and the group of the list it stands in."""

    key: str
    name: str
    obstacle: int
    group: str


def _life(row: Mapping[str, Any]) -> Life:
    return Life(row["key"], row["name"], row["obstacle"], row["group"])


COLUMNS = ("key", "name", "obstacle", "group")
LIVES: Mapping[str, Life] = {life.key: life for life in tables.rows(__file__, "living.toml", "life", COLUMNS, _life)}
"""Every way of life that the book prices, cheapest first. Source: RES-16."""


def cycles_in(seconds: int, cycle: int) -> int:
    """How many whole cycles of so many seconds have gone by. Source: RES-15."""
    return seconds // cycle


def a_year(cycle: int) -> Fraction:
    """How many cycles of so many seconds a year holds. Source: RES-15."""
    return Fraction(SECONDS["years"], cycle)


def obstacle(life: int, debts: Debts = (), extra: int = 0, house: loans.House = loans.House()) -> Worked:
    """The obstacle of keeping up a way of life for a cycle. Source: RES-16, RES-25."""
    return Worked(
        (
            Line(life, "The way of life", "RES-16"),
            loans.penalty(debts, house),
            Line(extra, "Disadvantages", "HUB-17"),
        )
    )


def job_obstacle(taxed: int, gone: int = 0, *, all_lost: bool = False) -> Worked:
    """The obstacle of earning back `taxed` dice, 1 or more. Dice `gone` for good count with `all_lost`.

    Source: RES-18.
    """
    return Worked(
        (
            Line(1, "Any job", "RES-18"),
            Line(taxed, "Dice lost to Tax", "RES-18"),
            Line(gone if all_lost else 0, "Dice lost for good", "RES-18"),
        )
    )


def recovered(taxed: int, extra: int) -> int:
    """The dice that come back with so many extra successes put into dice; none where the job failed (`extra` < 0)."""
    return min(taxed, 1 + extra) if extra >= 0 else 0


def back(law: Distribution, obstacle: int, taxed: int) -> dict[int, Fraction]:
    """The chance of each number of `taxed` dice, 0 to all, that a job against this obstacle brings back.

    `law` is that of its successes, of which all extra ones go into dice. Source: RES-18.
    """
    some = {dice: law.exactly(obstacle + dice - 1) for dice in range(1, taxed)}
    return {0: law.below(obstacle), **some, taxed: law.at_least(obstacle + taxed - 1)}


@dataclass(frozen=True, slots=True)
class Plan:
    """How the next cycles are lived.

    `shade` is that of Resources, `life` the obstacle of the way of life, `extra` what comes onto it each time, `bonus`
    dice of help and advantage in each test. `job` is rolled in each cycle that begins with taxed dice, None for nobody
    who works. `loan_tests` says for how many lifestyle tests borrowed dice are good, `job_harder` what wounds add
    to the obstacle of the job.
    """

    shade: Shade
    life: int
    job: Pool | None = None
    extra: int = 0
    bonus: int = 0
    loan_tests: int = 0
    job_harder: int = 0


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a forecast: those of Tax, of debt, and whether dice lost for good make a job harder."""

    of_tax: tax.House = tax.House()
    of_debt: loans.House = loans.House()
    all_lost: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """Where someone stands between two cycles."""

    stakes: Stakes
    debts: Debts = ()


@dataclass(frozen=True, slots=True)
class Cycle:
    """What one cycle brings, seen from the start of the first: exact chances.

    `passes`: its lifestyle test passes. `unbroken`: so did all before it. `ruined`: Resources have been taxed to 0 by
    its end. `clear`: nothing is owed at its end; `exceeded` and `met`: the last debt is paid just now, with extra
    successes or without. `dice`: what Resources roll at its end; `exponents`: what they are untaxed; `funds`: dice of
    funds left; `owed`: the debt on average.
    """

    passes: Fraction
    unbroken: Fraction
    ruined: Fraction
    clear: Fraction
    exceeded: Fraction
    met: Fraction
    dice: Mapping[int, Fraction]
    exponents: Mapping[int, Fraction]
    funds: Mapping[int, Fraction]
    owed: Fraction

    @property
    def mean(self) -> Fraction:
        """The dice that Resources roll at its end, on average."""
        return sum((dice * chance for dice, chance in self.dice.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class _State:
    stand: Stand
    unbroken: bool = True
    ruined: bool = False


_Weights = dict[_State, int]


def forecast(start: Stand, plan: Plan, cycles: int, house: House = House()) -> tuple[Cycle, ...]:
    """So many cycles ahead, exactly: in each the work, if dice are taxed, and then the lifestyle test.

    Extra successes of a job all go into dice. Advancement and artha are left out. Source: RES-16, RES-18, RES-25.
    """
    weights: _Weights = {_State(start): 1}
    whole = 1
    found = []
    for number in range(cycles):
        if number == plan.loan_tests:
            weights = _without_loan(weights)
        if plan.job is not None:
            weights, whole = _worked(weights, whole, plan.job, plan.job_harder, start, house)
        weights, whole, told = _lived(weights, whole, plan, house)
        found.append(_summed(weights, whole, told))
    return tuple(found)


def _without_loan(weights: _Weights) -> _Weights:
    after: _Weights = {}
    for state, weight in weights.items():
        stakes = replace(state.stand.stakes, loaned=0)
        _add(after, replace(state, stand=replace(state.stand, stakes=stakes)), weight)
    return after


def _add(weights: _Weights, state: _State, weight: int) -> None:
    if weight:
        weights[state] = weights.get(state, 0) + weight


def _worked(weights: _Weights, whole: int, job: Pool, harder: int, start: Stand, house: House) -> tuple[_Weights, int]:
    """Everyone who is taxed has worked."""
    law = successes(job.closed())
    after: _Weights = {}
    for state, weight in weights.items():
        stakes = state.stand.stakes
        if not stakes.taxed:
            _add(after, state, weight * law.denominator)
            continue
        gone = start.stakes.exponent - stakes.exponent + start.stakes.funds - stakes.funds
        asked = job_obstacle(stakes.taxed, gone, all_lost=house.all_lost).total + harder
        backs = [0] * (stakes.taxed + 1)
        for number, share in enumerate(law.weights, law.first):
            backs[recovered(stakes.taxed, number - asked)] += share
        for back, share in enumerate(backs):
            mended = replace(state.stand, stakes=replace(stakes, taxed=stakes.taxed - back))
            _add(after, replace(state, stand=mended), weight * share)
    return after, whole * law.denominator


@dataclass(slots=True)
class _Told:
    passes: int = 0
    exceeded: int = 0
    met: int = 0


def _lived(weights: _Weights, whole: int, plan: Plan, house: House) -> tuple[_Weights, int, _Told]:
    """Everyone has made the lifestyle test."""
    tests = {state: _test(state.stand, plan, house) for state in weights}
    laws = {dice: successes(Pool.of(dice, plan.shade)) for dice in {dice for dice, _ in tests.values()}}
    common = math.lcm(*(law.denominator for law in laws.values()))
    told = _Told()
    after: _Weights = {}
    for state, weight in weights.items():
        dice, asked = tests[state]
        law = laws[dice]
        weight *= common // law.denominator
        met, exceeded = sum(law.weights[asked : asked + 1]), sum(law.weights[asked + 1 :])
        debts = loans.paid(state.stand.debts, house.of_debt)
        told.passes += weight * (met + exceeded)
        if state.stand.debts and not debts:
            told.met += weight * met
            told.exceeded += weight * exceeded
        _add(after, replace(state, stand=replace(state.stand, debts=debts)), weight * (met + exceeded))
        for due, share in _failing(law, dice, asked).items():
            _add(after, _failed(state, due, house), weight * share)
    return after, whole * common, told


def _test(stand: Stand, plan: Plan, house: House) -> tuple[int, int]:
    """The dice and the obstacle of a lifestyle test."""
    stakes = stand.stakes
    dice = stakes.current + stakes.loaned + stakes.funds + plan.bonus
    return dice, obstacle(plan.life, stand.debts, plan.extra, house.of_debt).total


def _failing(law: Distribution, dice: int, asked: int) -> Mapping[int, int]:
    """The weight of each Tax that a failure makes due."""
    as_class = test_class.classes(dice, asked)[0]
    found: dict[int, int] = {}
    for rolled, share in enumerate(law.weights[:asked]):
        due = tax.due(as_class, asked - rolled)
        found[due] = found.get(due, 0) + share
    return found


def _failed(state: _State, due: int, house: House) -> _State:
    loss = tax.taxed(due, state.stand.stakes, house.of_tax)
    debts = loans.missed(state.stand.debts, house.of_debt)
    return _State(Stand(loss.after, debts), unbroken=False, ruined=state.ruined or loss.depleted)


def _summed(weights: _Weights, whole: int, told: _Told) -> Cycle:
    def share(which: Iterator[int]) -> Fraction:
        return Fraction(sum(which), whole)

    def by(what: str) -> Mapping[int, Fraction]:
        counted: dict[int, int] = {}
        for state, weight in weights.items():
            number = getattr(state.stand.stakes, what)
            counted[number] = counted.get(number, 0) + weight
        return {number: Fraction(weight, whole) for number, weight in sorted(counted.items())}

    return Cycle(
        passes=Fraction(told.passes, whole),
        unbroken=share(weight for state, weight in weights.items() if state.unbroken),
        ruined=share(weight for state, weight in weights.items() if state.ruined),
        clear=share(weight for state, weight in weights.items() if not state.stand.debts),
        exceeded=Fraction(told.exceeded, whole),
        met=Fraction(told.met, whole),
        dice=by("current"),
        exponents=by("exponent"),
        funds=by("funds"),
        owed=share(weight * sum(state.stand.debts) for state, weight in weights.items()),
    )
