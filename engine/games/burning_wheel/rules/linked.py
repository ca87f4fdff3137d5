"""Linked tests: a chain in which each test weighs on the next one alone, exactly (HUB-15, HUB-77, HUB-96)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from engine.games.burning_wheel.dice import Chain, Outcome, Pool, outcome, successes
from engine.games.burning_wheel.rules.building import Before, linked_dice
from engine.option import Option

MOST_FREE = 7
"""How many links may change places in the search for the best order: 5040 orders."""


class Aim(Option):
    """What a chain is for, by which orders are compared."""

    ALL = "all", "every link passes"
    LAST = "last", "the last link passes"
    MOST = "most", "as many as possible pass"


@dataclass(frozen=True, slots=True)
class Link:
    """One test of a chain: its dice, its own obstacle (0 to 100), and what is known of it.

    `advantage` says that the dice hold an advantage argued for, `fixed` that the link keeps its place, `rolled` how
    many successes have been rolled. Source: HUB-15.
    """

    pool: Pool
    obstacle: int
    advantage: bool = False
    fixed: bool = False
    rolled: int | None = None


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a chain: the edition, and whether the die is the one advantage that may be argued for."""

    later: bool = False
    one_advantage: bool = False
    chain: Chain = Chain.CHAIN


@dataclass(frozen=True, slots=True)
class Stage:
    """A link within its chain: how it comes out, and what the links before it bring on average."""

    exceeds: Fraction
    meets: Fraction
    fails: Fraction
    dice: Fraction
    obstacle: Fraction

    @property
    def passes(self) -> Fraction:
        return self.exceeds + self.meets

    @property
    def by_state(self) -> "Chances":
        """How it comes out, as the test before the next one."""
        return {Before.EXCEEDED: self.exceeds, Before.MET: self.meets, Before.FAILED: self.fails}


AFTER = {Outcome.EXCEED: Before.EXCEEDED, Outcome.MEET: Before.MET, Outcome.FAIL: Before.FAILED}
PASSED = (Before.EXCEEDED, Before.MET)
Chances = Mapping[Before, Fraction]


def modified(link: Link, before: Before, house: House = House()) -> tuple[Pool, int]:
    """What a link rolls, and against what, after the one before it. Source: HUB-15, HUB-96."""
    more = linked_dice(before, later=house.later, taken=house.one_advantage and link.advantage)
    return link.pool.plus(more), link.obstacle + int(before is Before.FAILED)


def outcomes(link: Link, before: Before, house: House = House()) -> Chances:
    """How a link comes out after the one before it. Source: HUB-15."""
    pool, obstacle = modified(link, before, house)
    if link.rolled is not None:
        return {AFTER[outcome(link.rolled, obstacle)]: Fraction(1)}
    law = successes(pool, chain=house.chain, upto=obstacle)
    meets = law.exactly(obstacle)
    return {
        Before.EXCEEDED: law.at_least(obstacle) - meets,
        Before.MET: meets,
        Before.FAILED: law.below(obstacle),
    }


def stages(links: Sequence[Link], before: Before = Before.NONE, house: House = House()) -> tuple[Stage, ...]:
    """The chain link by link, from what went before it. Source: HUB-15."""
    now: Chances = {before: Fraction(1)}
    found = []
    for link in links:
        after = dict.fromkeys(AFTER.values(), Fraction(0))
        dice = obstacle = Fraction(0)
        for state, chance in now.items():
            pool, against = modified(link, state, house)
            dice += chance * (pool.dice - link.pool.dice)
            obstacle += chance * (against - link.obstacle)
            for result, share in outcomes(link, state, house).items():
                after[result] += chance * share
        found.append(Stage(after[Before.EXCEEDED], after[Before.MET], after[Before.FAILED], dice, obstacle))
        now = {state: chance for state, chance in after.items() if chance}
    return tuple(found)


def made(links: Sequence[Link], before: Before = Before.NONE, house: House = House()) -> tuple[tuple[Pool, int], ...]:
    """Dice and obstacle of each link, where all of them but the last are rolled. Source: HUB-15."""
    found = []
    for link in links:
        found.append(modified(link, before, house))
        before = next(iter(outcomes(link, before, house)))
    return tuple(found)


def endings(
    links: Sequence[Link], before: Before = Before.NONE, house: House = House()
) -> dict[tuple[bool, ...], Fraction]:
    """Every way in which links can pass and fail, with its chance; impossible ones are left out. Source: HUB-15."""
    reached: dict[tuple[tuple[bool, ...], Before], Fraction] = {((), before): Fraction(1)}
    for link in links:
        onwards: dict[tuple[tuple[bool, ...], Before], Fraction] = {}
        shares = {state: outcomes(link, state, house) for state in {state for _, state in reached}}
        for (path, state), chance in reached.items():
            for result, share in shares[state].items():
                if share:
                    key = (*path, result in PASSED), result
                    onwards[key] = onwards.get(key, Fraction(0)) + chance * share
        reached = onwards
    found: dict[tuple[bool, ...], Fraction] = {}
    for (path, _), chance in reached.items():
        found[path] = found.get(path, Fraction(0)) + chance
    return found


def all_pass(links: Sequence[Link], before: Before = Before.NONE, house: House = House()) -> Fraction:
    """The chance that every link passes. Source: HUB-15."""
    now = {before: Fraction(1)}
    for link in links:
        onwards = dict.fromkeys(PASSED, Fraction(0))
        for state, chance in now.items():
            for result, share in outcomes(link, state, house).items():
                if result in onwards:
                    onwards[result] += chance * share
        now = onwards
    return sum(now.values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class Orders:
    """The best and the worst order of a chain: places of its links as they stand, from 0."""

    best: tuple[int, ...]
    worst: tuple[int, ...]


def orders(links: Sequence[Link], aim: Aim, before: Before = Before.NONE, house: House = House()) -> Orders | None:
    """The orders with the highest and the lowest chance of the aim, found by trying every one.

    Fixed and rolled links keep their place, and with the aim at the last link that one too. Of orders that are alike
    the one nearest to the links as they stand counts. None where fewer than two links are free, or more than 7.
    Source: HUB-15.
    """
    free = [
        place
        for place, link in enumerate(links)
        if not (link.fixed or link.rolled is not None or (aim is Aim.LAST and place == len(links) - 1))
    ]
    if not 2 <= len(free) <= MOST_FREE:
        return None
    steps = [_step(link, house) for link in links]
    # With one denominator a link, every order ends over the same product, so that whole numbers compare.
    last = len(links) - 1
    best: tuple[int, tuple[int, ...]] | None = None
    worst: tuple[int, tuple[int, ...]] | None = None

    def search(order: tuple[int, ...], left: tuple[int, ...], now: Mapping[Before, int], gained: int) -> None:
        nonlocal best, worst
        place = len(order)
        if place > last:
            if best is None or gained > best[0]:
                best = gained, order
            if worst is None or gained < worst[0]:
                worst = gained, order
            return
        for chosen in left if place in free else (place,):
            shares, scale = steps[chosen]
            after = dict.fromkeys(AFTER.values(), 0)
            for state, weight in now.items():
                for result, share in shares[state].items():
                    after[result] += weight * share
            if aim is Aim.ALL:
                del after[Before.FAILED]
            passed = sum(after[state] for state in PASSED)
            counts = place == last if aim is not Aim.MOST else True
            onwards = tuple(other for other in left if other != chosen)
            search((*order, chosen), onwards, after, gained * scale + (passed if counts else 0))

    search((), tuple(free), {before: 1}, 0)
    return Orders(best[1], worst[1]) if best and worst else None


def _step(link: Link, house: House) -> tuple[Mapping[Before, Mapping[Before, int]], int]:
    """The outcomes of a link after each result before it, as whole numbers over one denominator."""
    found = {state: outcomes(link, state, house) for state in Before}
    scale = lcm(*(chance.denominator for chances in found.values() for chance in chances.values()))
    return {
        state: {result: int(chance * scale) for result, chance in chances.items()} for state, chances in found.items()
    }, scale
