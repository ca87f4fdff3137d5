"""What holds for all pools."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import (
    Chain,
    Group,
    Obstacle,
    Pool,
    Reroll,
    Shade,
    margin,
    read,
    rerolled,
    roll,
    successes,
    versus,
)
from tests.strategies import chains, groups, obstacles, pools, rerolls, shades


@given(pools(), chains, st.integers(0, 120))
def test_chances_sum_to_one(pool: Pool, chain: Chain, upto: int) -> None:
    found = successes(pool, chain=chain, upto=upto)
    assert sum(found.weights) + found.tail == found.denominator
    assert min(*found.weights, found.tail) >= 0
    assert found.at_least(0) == 1


@given(pools(), chains, st.integers(0, 40))
def test_where_a_table_is_cut_changes_nothing_before(pool: Pool, chain: Chain, upto: int) -> None:
    whole, cut = successes(pool, chain=chain), successes(pool, chain=chain, upto=upto)
    assert list(cut) == list(whole)[: upto + 1]
    assert cut.mean == whole.mean


@given(pools(), chains)
def test_the_mean_is_the_sum_over_the_dice(pool: Pool, chain: Chain) -> None:
    extra = {Chain.CHAIN: Fraction(6, 5), Chain.ONCE: Fraction(7, 6)}[chain]
    expected = sum(group.count * group.shade.chance * (extra if group.open_ended else 1) for group in pool)
    found = successes(pool, chain=chain, upto=200)
    assert found.mean == expected
    assert abs(found.mean - sum(number * chance for number, chance in found)) < Fraction(1, 10**30)


@given(pools(19), groups(1), chains, obstacles)
def test_more_dice_never_hurt(pool: Pool, group: Group, chain: Chain, obstacle: Obstacle) -> None:
    assert successes(pool + group, chain=chain).at_least(obstacle) >= successes(pool, chain=chain).at_least(obstacle)


@given(st.integers(0, 60), st.booleans(), chains, obstacles)
def test_a_lighter_shade_never_hurts(count: int, open_ended: bool, chain: Chain, obstacle: int) -> None:
    black, gray, white = (
        successes(Pool.of(count, shade, open_ended), chain=chain).at_least(obstacle) for shade in Shade
    )
    assert black <= gray <= white


@given(pools(), chains, st.integers(0, 99))
def test_a_higher_obstacle_never_helps(pool: Pool, chain: Chain, obstacle: int) -> None:
    found = successes(pool, chain=chain)
    assert found.at_least(obstacle) - found.at_least(obstacle + 1) == found.exactly(obstacle) >= 0
    assert found.below(obstacle) + found.at_least(obstacle) == 1


@given(pools(), obstacles)
def test_opening_never_hurts_and_chaining_matters_from_three_up(pool: Pool, obstacle: int) -> None:
    opened = pool.opened()
    closed, once, chained = successes(pool.closed()), successes(opened, chain=Chain.ONCE), successes(opened)
    assert closed.at_least(obstacle) <= once.at_least(obstacle) <= chained.at_least(obstacle)
    assert once.exactly(0) == chained.exactly(0) == closed.exactly(0)
    assert all(once.at_least(k) == chained.at_least(k) for k in (1, 2))
    if opened.dice:
        assert once.at_least(3) < chained.at_least(3)


@given(pools(), pools(), chains, st.integers(-20, 20))
def test_a_contest_is_the_same_from_the_other_side(one: Pool, other: Pool, chain: Chain, lead: int) -> None:
    here, there = versus(one, other, chain=chain, lead=lead), versus(other, one, chain=chain, lead=-lead)
    assert (here.win, here.tie, here.lose) == (there.lose, there.tie, there.win)
    assert here.win + here.tie + here.lose == 1
    assert min(here.win, here.tie, here.lose) >= 0


@given(pools(10, open_ended=False), pools(10, open_ended=False), st.integers(-20, 20))
def test_a_contest_agrees_with_its_margin(one: Pool, other: Pool, lead: int) -> None:
    found, gap = versus(one, other, lead=lead), margin(one, other)
    assert (found.win, found.tie, found.lose) == (gap.at_least(1 - lead), gap.exactly(-lead), gap.below(-lead))


@given(pools(), st.integers(0, 40))
def test_a_pool_without_dice_against_one_is_a_test(pool: Pool, lead: int) -> None:
    nothing = Pool.of(0)
    found, table = versus(pool, nothing, lead=-lead), successes(pool)
    assert (found.win, found.tie) == (table.at_least(lead + 1), table.exactly(lead))


@given(pools(8), rerolls, chains, st.integers(0, 25), obstacles)
def test_rerolls_help_and_sum_to_one(pool: Pool, order: Reroll, chain: Chain, most: int, obstacle: int) -> None:
    found = rerolled(pool, order, most=most, chain=chain)
    more = rerolled(pool, order, most=most + 1, chain=chain)
    assert sum(found.weights) + found.tail == found.denominator
    assert min(*found.weights, found.tail) >= 0
    assert successes(pool, chain=chain).at_least(obstacle) <= found.at_least(obstacle) <= more.at_least(obstacle)
    assert rerolled(pool.closed(), order, most=most).at_least(obstacle) == rerolled(
        pool.closed(), Reroll.REROLL_THEN_OPEN, most=most, chain=chain
    ).at_least(obstacle)


@given(pools(), st.integers(), chains)
def test_a_roll_can_be_read_back(pool: Pool, seed: int, chain: Chain) -> None:
    rolled = roll(pool, seed, chain)
    assert rolled == roll(pool, seed, chain) == read(pool, rolled.faces, chain)
    assert rolled.count.successes + rolled.count.traitors == len(rolled.dice) >= pool.dice
    begot = [die.begot_by for die in rolled.dice if die.begot_by is not None]
    assert begot == [place for place, die in enumerate(rolled.dice) if die.opens]
    assert [die.begot_by for die in rolled.dice[: pool.dice]] == [None] * pool.dice


@given(pools())
def test_a_pool_is_its_text(pool: Pool) -> None:
    assert Pool.parse(str(pool)) == pool
    assert Pool.parse(f" {str(pool).lower().replace('+', ' + ')} ") == pool


@given(st.text(max_size=12))
def test_any_text_is_a_pool_or_one_sentence(text: str) -> None:
    try:
        pool = Pool.parse(text)
    except ValueError as refused:
        assert str(refused).startswith("A pool ")
        assert str(refused).endswith(".")
    else:
        assert 0 <= pool.dice <= 60


@given(shades, st.integers(1, 60))
def test_one_more_open_die_needs_no_depth(shade: Shade, count: int) -> None:
    """All successes past the pool's own dice come from chains: the table must go on falling and never end."""
    found = successes(Pool.of(count, shade, open_ended=True), upto=150)
    assert all(weight > 0 for weight in found.weights)
    assert found.tail > 0
