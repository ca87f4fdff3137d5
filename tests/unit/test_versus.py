"""Versus tests (HUB-13): every roll of small pools counted out, sides swapped, and chances that only rise."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Grid
from engine.games.burning_wheel.dice import Chain, Pool, reaches, successes
from engine.games.burning_wheel.rules.open_tests import Fact, least, told
from engine.games.burning_wheel.rules.versus import (
    CallOn,
    House,
    Result,
    Role,
    Side,
    chances,
    decided,
    doubled,
    needed,
    totals,
)
from tests.site.building import modules
from tests.strategies import pools

app.load(modules())

HOUSES = [
    House(),
    House(floor=True),
    House(both_double=True),
    House(beginner_meets=True, any_tie=True),
    House(first_call=True, both_double=True, floor=True),
]
SWAPPED = {Result.WIN: Result.LOSE, Result.LOSE: Result.WIN}
OTHER_ROLE = {Role.ATTACK: Role.DEFEND, Role.DEFEND: Role.ATTACK, Role.BOTH: Role.BOTH}
OTHER_CALL = {CallOn.MINE: CallOn.THEIRS, CallOn.THEIRS: CallOn.MINE}
SIDES = st.builds(Side, pools(8), st.integers(0, 6), st.booleans())


def counted(pool: Pool, chain: Chain) -> list[tuple[int, Fraction]]:
    """Every number of successes of a pool that does not open without end."""
    return [(number, chance) for number, chance in successes(pool, chain=chain) if chance]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize(
    ("first", "second"), [("B3", "B3"), ("B2+G1", "W3"), ("B0", "B2"), ("B3", "B0"), ("G2*", "B2*")]
)
def test_chances_are_those_of_every_roll(first: str, second: str, house: House) -> None:
    one, other, chain = Pool.parse(first), Pool.parse(second), Chain.ONCE
    for penalty, hindered, beginner, novice in product((0, 1, 4), (0, 2), (False, True), (False, True)):
        mine, theirs = Side(one, penalty, beginner), Side(other, hindered, novice)
        found = dict.fromkeys(("win", "lose", "nobody", "tie"), Fraction(0))
        for (rolled, here), (against, there) in product(counted(one, chain), counted(other, chain)):
            result, tied = decided(mine, theirs, rolled, against, Role.BOTH, CallOn.NONE, house)
            found["tie" if tied else result.value] += here * there
        said = chances(mine, theirs, house, chain)
        assert {name: getattr(said, name) for name in found} == found, (mine, theirs)


@given(SIDES, SIDES, st.sampled_from(HOUSES), st.sampled_from(list(Chain)))
def test_chances_add_up_and_turn_round(mine: Side, theirs: Side, house: House, chain: Chain) -> None:
    here, there = chances(mine, theirs, house, chain), chances(theirs, mine, house, chain)
    assert here.win + here.tie + here.lose + here.nobody == 1
    assert min(here.win, here.tie, here.lose, here.nobody) >= 0
    assert (here.win, here.tie, here.lose, here.nobody) == (there.lose, there.tie, there.win, there.nobody)


@given(SIDES, SIDES, st.sampled_from(HOUSES))
def test_a_die_never_hurts_and_a_penalty_never_helps(mine: Side, theirs: Side, house: House) -> None:
    if mine.pool.dice == 60:
        return
    now = chances(mine, theirs, house)
    more = chances(Side(mine.pool.plus(1), mine.penalty, mine.beginner), theirs, house)
    less = chances(Side(mine.pool, mine.penalty + 1, mine.beginner), theirs, house)
    assert more.win >= now.win >= less.win
    assert more.lose <= now.lose <= less.lose or house.both_double


@given(
    st.integers(0, 9), st.integers(0, 9), SIDES, SIDES, st.sampled_from(Role), st.sampled_from(CallOn),
    st.sampled_from([house for house in HOUSES if not house.first_call]),
)  # fmt: skip
def test_results_turn_round_with_the_sides(
    rolled: int, against: int, mine: Side, theirs: Side, role: Role, call_on: CallOn, house: House
) -> None:
    here, tied = decided(mine, theirs, rolled, against, role, call_on, house)
    there, also = decided(theirs, mine, against, rolled, OTHER_ROLE[role], OTHER_CALL.get(call_on, call_on), house)
    assert (SWAPPED.get(here, here), tied) == (there, also)


@given(st.integers(0, 12), st.integers(0, 12), SIDES, SIDES)
def test_both_ways_to_count_a_penalty_agree(rolled: int, against: int, mine: Side, theirs: Side) -> None:
    one, other = totals(mine, theirs, rolled, against)
    if not theirs.beginner or mine.beginner:
        assert one - other == rolled - needed(mine, theirs, against).total


def test_a_doubled_contest_without_end_lies_between_its_bounds() -> None:
    """A finite sum leaves out less than the two tails: the exact chance lies in that gap, and it is tiny."""
    for first, second in (("B4*", "G3*"), ("G2*+B3", "W2*"), ("B6", "B2*"), ("W2*", "B4"), ("B12*", "B9*")):
        one, other = Pool.parse(first), Pool.parse(second)
        ours, theirs = successes(one, upto=300), successes(other, upto=140)
        low = sum((chance * ours.at_least(2 * k + 1) for k, chance in theirs), Fraction(0))
        found = reaches(one, other, lambda k: 2 * k + 1, times=2)
        assert low <= found <= low + theirs.at_least(141)
        assert theirs.at_least(141) < Fraction(1, 10**40)


def test_one_chaining_die_must_double_another_by_hand() -> None:
    # P(X >= 2k) is 1 at k = 0, else 1/2 * 6^(1 - 2k); P(Y = k) is 1/2, else 5/12 * 6^(1 - k):
    # 1/2 + sum of 5/24 * 36 * 216^-k = 1/2 + 7.5/215.
    found = reaches(Pool.parse("B1*"), Pool.parse("B1*"), lambda k: 2 * k, times=2)
    assert found == Fraction(1, 2) + Fraction(15, 430)


def test_nothing_is_doubled_below_nothing() -> None:
    assert [doubled(total) for total in (-2, -1, 0, 1, 3)] == [-2, -1, 0, 2, 6]


FACTS = st.lists(st.builds(Fact, st.integers(1, 20), st.text(max_size=3)), max_size=6)


@given(FACTS, st.integers(0, 20), st.integers(1, 2))
def test_more_successes_tell_more(facts: list[Fact], successes: int, needed: int) -> None:
    now, more = told(facts, successes, needed), told(facts, successes + 1, needed)
    assert more[: len(now)] == now
    assert all(fact.successes <= successes for fact in now)
    assert not told(facts, needed - 1, needed)
    assert len(told(facts, 20, needed)) == len(facts)


def test_only_beginners_luck_asks_for_two() -> None:
    said = {
        (later, new, also): least(later=later, beginner=new, doubled=also)
        for later, new, also in product((False, True), repeat=3)
    }
    assert {known for known, asked in said.items() if asked == 2} == {
        (False, True, True),
        (True, True, False),
        (True, True, True),
    }


@pytest.mark.parametrize(
    ("yours", "theirs"),
    [("B4", "B4"), ("B12*", "G1"), ("B60", "W2+B1"), ("B1+G59", "G10"), ("B0", "B3"), ("W10", "B11")],
)
@pytest.mark.parametrize("role", list(Role))
def test_the_heat_map_agrees_with_the_answers(yours: str, theirs: str, role: Role) -> None:
    inputs = {"yours": yours, "theirs": theirs, "role": role.value, "theirs_penalty": 1}
    answer = app.run("versus-test", inputs).answer
    heat = next(block for block in answer.blocks if isinstance(block, Grid))
    assert {len(row) for row in heat.cells} == {len(heat.columns)}
    assert {cell.tone for row in heat.cells for cell in row} <= {tone for tone, _ in heat.legend}
    if Pool.parse(yours).dice:
        assert heat.current is not None
        row, column = heat.current
        here = heat.cells[row][column]
        assert here.sets == {"yours": yours, "theirs": theirs}
        assert here.words.endswith(answer.values["percentage"])
    else:
        assert heat.current is None
    for cell in (heat.cells[0][-1], heat.cells[-1][0]):
        other = app.run("versus-test", {**inputs, **cell.sets}).answer
        assert cell.words.endswith(other.values["percentage"])
