"""How many castings one can afford: the chain against all that the dice can do, one by one (SOR-13 to SOR-15)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import castings
from engine.games.burning_wheel.rules.castings import Chain
from engine.games.burning_wheel.rules.sickness import hours, lost_chances

HALF = Fraction(1, 2)


def coins(dice: int) -> Iterator[tuple[int, Fraction]]:
    """Every way that black dice can fall, with its chance."""
    for faces in product((0, 1), repeat=dice):
        yield sum(faces), HALF**dice


def all_days(forte: int, obstacle: int, health: int, rest: int, left: int) -> Mapping[tuple[int | None, ...], Fraction]:
    """The Forte lost after each casting, None once down, over all that dice can do.

    Every lost die is rolled for at once, as the rule says, and waits in a row for its turn.
    """
    found: dict[tuple[int | None, ...], Fraction] = {}

    def on(queue: tuple[int, ...], told: tuple[int | None, ...], chance: Fraction) -> None:
        if len(told) == left:
            found[told] = found.get(told, Fraction(0)) + chance
            return
        for made, odds in coins(forte - len(queue)):
            lost = max(0, obstacle - made)
            if lost and len(queue) + lost >= forte:
                after = (*told, *([None] * (left - len(told))))
                found[after] = found.get(after, Fraction(0)) + chance * odds
                continue
            for rolled in product(range(2**health), repeat=lost):
                took = tuple(hours(health, bin(one).count("1")) for one in rolled)
                share = Fraction(1, 2 ** (health * lost))
                waiting = [*queue, *took]
                told_now = (*told, len(waiting))
                passed = rest
                while passed and waiting:
                    spent = min(passed, waiting[0])
                    passed -= spent
                    waiting[0] -= spent
                    if not waiting[0]:
                        del waiting[0]
                on(tuple(waiting), told_now, chance * odds * share)

    on((), (), Fraction(1))
    return found


def chain_of(forte: int, obstacle: int, health: int, rest: int) -> Chain:
    def tax(dice: int) -> Mapping[int, Fraction]:
        return lost_chances(dict(successes(Pool.of(dice))), obstacle)

    return Chain(forte, tax, castings.back_in(health, dict(successes(Pool.of(health)))), rest)


@pytest.mark.parametrize(
    ("forte", "obstacle", "health", "rest", "count"),
    [
        (3, 2, 2, 0, 3),
        (3, 2, 2, 8, 3),
        (3, 1, 2, 9, 3),
        (4, 3, 1, 9, 2),
        (3, 2, 1, 12, 3),
        (2, 3, 2, 16, 3),
        (4, 2, 2, 10, 2),
    ],
)
def test_the_chain_is_what_all_dice_together_do(forte: int, obstacle: int, health: int, rest: int, count: int) -> None:
    days = chain_of(forte, obstacle, health, rest).days(count)
    whole = all_days(forte, obstacle, health, rest, count)
    assert sum(whole.values()) == 1
    for number, day in enumerate(days):
        counted: dict[int, Fraction] = {}
        for told, chance in whole.items():
            lost = told[number]
            if lost is not None:
                counted[lost] = counted.get(lost, Fraction(0)) + chance
        assert dict(day.lost) == counted
        assert day.standing + sum(day.down.values()) == 1


def test_a_long_rest_brings_all_back() -> None:
    """SOR-15: with nine hours a die at the most, four days are enough for three dice."""
    days = chain_of(4, 2, 1, 27).days(4)
    first = days[0].lost
    for number, day in enumerate(days, 1):
        assert {lost: chance / first.get(lost, Fraction(1)) for lost, chance in day.lost.items()} == dict.fromkeys(
            first, day.lost[0] / first[0]
        )
        assert day.standing == days[0].standing ** number


def test_the_mean_is_the_sum_of_all_chances_to_cast_once_more() -> None:
    """SOR-13: the castings made are 1 and one more for each after which one still stands."""
    chain = chain_of(3, 2, 1, 0)
    mean = chain.mean()
    assert mean is not None
    days = chain.days(200)
    so_far = 1 + sum((day.standing for day in days), Fraction(0))
    assert 0 < mean - so_far < Fraction(1, 10**6)
    assert chain_of(3, 1, 1, 0).mean(2) == 2


def test_dice_lost_before_are_on_their_way_back() -> None:
    """SOR-15: one of three lost before the first casting, and back in nine hours at the latest."""
    rested = chain_of(3, 1, 1, 9)
    fresh, tired = rested.days(2), rested.days(2, 1)
    assert tired[0].lost[1] == Fraction(3, 4)
    assert fresh[0].lost[0] == Fraction(7, 8)
    assert tired[1].lost[2] == Fraction(1, 16), "a quarter lose one more, and then a quarter of these again"
    assert fresh[1].lost[0] == Fraction(7, 8)


def test_how_many_are_afforded() -> None:
    chain = chain_of(1, 1, 1, 0)
    days = chain.days(5)
    assert [castings.afford(days, sure) for sure in (HALF, Fraction(1, 4), Fraction(3, 4), Fraction(1, 99))] == [
        1,
        2,
        0,
        5,
    ]


def test_tax_that_is_not_always_due() -> None:
    """SOR-10: read the other way, a failed casting takes nothing."""
    law = {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert castings.when_due(law, Fraction(1, 3)) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert castings.when_due(law, Fraction(1)) == law


def test_overtax_is_told_apart_from_dropping() -> None:
    """SOR-14: two dice, Ob 3: no success is one below 0, and a wound."""
    day = chain_of(2, 3, 1, 0).days(1)[0]
    assert dict(day.down) == {0: HALF, 1: Fraction(1, 4)}
    assert day.wounded == Fraction(1, 4)


def by_hand(forte: int, lost: tuple[int, ...], left: int, rest: int) -> Fraction:
    """The chance to stand after so many castings, each lost die on its own way back: every fall, one by one."""
    if not left:
        return Fraction(1)
    stands = Fraction(0)
    for more, chance in ((0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4))):
        if len(lost) + more >= forte and more:
            continue
        for waits in product((1, 3), repeat=more):
            after = tuple(wait - rest for wait in (*lost, *waits) if wait > rest)
            stands += chance / 2**more * by_hand(forte, after, left - 1, rest)
    return stands


@pytest.mark.parametrize("rest", [1, 2, 3])
@pytest.mark.parametrize("forte", [2, 3])
def test_dice_that_come_back_side_by_side(forte: int, rest: int) -> None:
    """SOR-15, read the other way: a Tax of none, one or two dice, and each back in one hour or three."""
    tax = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    law = {1: Fraction(1, 2), 3: Fraction(1, 2)}
    found = Chain(forte, lambda dice: tax, law, rest, together=True).days(4)
    after = Chain(forte, lambda dice: tax, law, rest).days(4)
    for count, day in enumerate(found, 1):
        assert day.standing == by_hand(forte, (), count, rest)
        assert day.standing + sum(day.down.values()) == 1
    assert all(one.standing >= other.standing for one, other in zip(found, after, strict=True))
    more = forte == 3  # else no two dice are ever on their way at once
    assert (found[-1].standing > after[-1].standing) is more
