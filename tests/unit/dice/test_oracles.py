"""The same tables from two independent libraries."""

from fractions import Fraction

import pytest
from dyce import H
from icepool import Again
from icepool import Die as Oracle

from engine.dice import total
from engine.games.burning_wheel.dice import Chain, Pool, Reroll, Shade, rerolled, successes, versus

DEPTH = 5


def plain_die(shade: Shade) -> Oracle[int]:
    return Oracle([int(face >= shade.target) for face in range(1, 7)])


def open_die(shade: Shade, depth: int) -> Oracle[int]:
    return Oracle([int(face >= shade.target) for face in range(1, 6)] + [1 + Again], again_depth=depth)


@pytest.mark.parametrize("count", [1, 4, 17, 60])
@pytest.mark.parametrize("shade", Shade)
def test_plain_dice(shade: Shade, count: int) -> None:
    found = successes(Pool.of(count, shade))
    icepool = count @ plain_die(shade)
    dyce = count @ H([int(face >= shade.target) for face in range(1, 7)])
    for number, chance in found:
        assert chance == icepool.probability("==", number)
        assert chance == Fraction(dyce[number], dyce.total)


@pytest.mark.parametrize("count", [1, 3, 12, 60])
@pytest.mark.parametrize("shade", Shade)
def test_open_ended_dice(shade: Shade, count: int) -> None:
    pool = Pool.of(count, shade, open_ended=True)
    once = count @ open_die(shade, 1)
    assert all(chance == once.probability("==", number) for number, chance in successes(pool, chain=Chain.ONCE))
    chained, found = count @ open_die(shade, DEPTH), successes(pool)
    assert all(found.exactly(k) == chained.probability("==", k) for k in range(DEPTH + 1))


def test_mixed_pools() -> None:
    icepool = 7 @ plain_die(Shade.BLACK) + 5 @ open_die(Shade.WHITE, DEPTH) + 4 @ plain_die(Shade.GRAY)
    found = successes(Pool.parse("B7+W5*+G4"))
    assert all(found.exactly(k) == icepool.probability("==", k) for k in range(DEPTH + 1))


def test_contests() -> None:
    gap = 9 @ plain_die(Shade.BLACK) - 6 @ plain_die(Shade.WHITE)
    found = versus(Pool.parse("B9"), Pool.parse("W6"))
    assert found.win == gap.probability(">", 0)
    assert found.tie == gap.probability("==", 0)
    gap = 9 @ open_die(Shade.BLACK, 1) - 6 @ open_die(Shade.WHITE, 1)
    assert versus(Pool.parse("B9*"), Pool.parse("W6*"), chain=Chain.ONCE, lead=2).win == gap.probability(">", -2)


def test_rerolls() -> None:
    plain = plain_die(Shade.GRAY)
    again = 8 @ plain.map({0: plain})
    assert all(
        chance == again.probability("==", k) for k, chance in rerolled(Pool.parse("G8"), Reroll.REROLL_THEN_OPEN)
    )


def test_totals() -> None:
    icepool = Oracle(range(1, 21)) + 3 @ Oracle(range(1, 9)) + 2 @ Oracle(range(1, 13))
    assert all(chance == icepool.probability("==", number) for number, chance in total([20, 8, 12, 8, 12, 8]))
