"""Maneuver against maneuver: chances against a twin that counts every roll, and what they must always obey."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules.maneuver_odds import Contender, Ending, Fell, Volley, fell, prevails
from engine.games.burning_wheel.rules.maneuvers import Result

HITS = {"B": 3, "G": 4, "W": 5}


def counted(pool: Pool) -> list[int]:
    """How many successes each of all rolls of a pool without open dice shows."""
    faces = [[face > 6 - HITS[group.shade.value] for face in range(1, 7)] for group in pool for _ in range(group.count)]
    return [sum(roll) for roll in itertools.product(*faces)]


def brute(volley: Volley) -> dict[Ending, Fraction]:
    """The same chances, every roll of every die counted."""
    found: dict[Ending, Fraction] = {}
    mine, theirs = volley.mine, volley.theirs
    rolls = [(shown, more) for shown in counted(mine.pool) for more in counted(mine.more)]
    others = [(shown, more) for shown in counted(theirs.pool) for more in counted(theirs.more)]
    for (shown, more), (against, beside) in itertools.product(rolls, others):
        one = mine.certain + max(0, shown + more - mine.penalty)
        other = theirs.certain + max(0, against + beside - theirs.penalty)
        result = Result.WIN if one > other else Result.LOSE if one < other else Result.TIE
        ending = Ending(result, shown >= mine.nerve, against >= theirs.nerve)
        found[ending] = found.get(ending, Fraction(0)) + Fraction(1, len(rolls) * len(others))
    return found


pools = st.builds(lambda count, shade: Pool.parse(f"{shade}{count}"), st.integers(0, 2), st.sampled_from("BGW"))
contenders = st.builds(
    Contender,
    pools,
    certain=st.integers(0, 4),
    penalty=st.integers(0, 2),
    nerve=st.integers(0, 3),
    more=st.sampled_from([Pool.of(0), Pool.of(1), Pool.of(0), Pool.parse("G1")]),
)


@settings(max_examples=25, deadline=None)
@given(contenders, contenders)
def test_every_ending_as_counted_by_hand(mine: Contender, theirs: Contender) -> None:
    volley = Volley(mine, theirs)
    wanted = brute(volley)
    found = {ending: chance for ending, chance in volley.chances.items() if chance}
    assert found == wanted


open_pools = st.builds(
    lambda count, shade, star: Pool.parse(f"{shade}{count}{star}"),
    st.integers(0, 5),
    st.sampled_from("BGW"),
    st.sampled_from(["", "*"]),
)
anyone = st.builds(Contender, open_pools, certain=st.integers(0, 6), penalty=st.integers(0, 2), nerve=st.integers(0, 4))


@settings(max_examples=25, deadline=None)
@given(anyone, anyone)
def test_chances_of_open_dice_add_up_and_turn_round(mine: Contender, theirs: Contender) -> None:
    volley = Volley(mine, theirs)
    found = volley.chances
    assert sum(found.values()) == 1
    assert min(found.values()) >= 0
    turned = {Result.WIN: Result.LOSE, Result.TIE: Result.TIE, Result.LOSE: Result.WIN}
    others = volley.turned.chances
    assert all(
        others[Ending(turned[ending.result], ending.theirs, ending.mine)] == chance for ending, chance in found.items()
    )
    held = sum(chance for ending, chance in found.items() if ending.result is Result.WIN and ending.mine)
    assert sum(volley.margins(5)) == held


@settings(max_examples=15, deadline=None)
@given(anyone, anyone)
def test_one_die_more_never_makes_it_worse(mine: Contender, theirs: Contender) -> None:
    more = Contender(mine.pool.plus(1), mine.certain, mine.penalty, mine.nerve)
    held = True if mine.nerve else None
    for by in (0, 1, 3):
        assert Volley(more, theirs).ahead(by, mine=held) >= Volley(mine, theirs).ahead(by, mine=held)


def test_a_stealthy_six_against_four_dice() -> None:
    sneaks, runs = Contender(Pool.of(1), certain=6), Contender(Pool.of(4))
    found = Volley(runs, sneaks).chances
    assert found[Ending(Result.LOSE, True, True)] == 1
    seen = Volley(Contender(Pool.parse("B8")), Contender(Pool.of(0), certain=6)).chances
    assert seen[Ending(Result.WIN, True, True)] == Fraction(9, 256)
    assert seen[Ending(Result.TIE, True, True)] == Fraction(28, 256)


def test_nerve_is_read_from_the_same_roll() -> None:
    charges = Contender(Pool.parse("B7*"), nerve=6)
    found = Volley(charges, Contender(Pool.of(0))).chances
    assert found[Ending(Result.WIN, True, True)] == successes(Pool.parse("B7*"), upto=7).at_least(6)


@pytest.mark.parametrize(("will", "rolled", "lost"), [(4, 4, 2), (4, 6, 0), (4, 7, 0), (3, 0, 7)])
def test_volleys_that_lost_nerve_costs(will: int, rolled: int, lost: int) -> None:
    assert fell(Contender(Pool.of(7), nerve=10 - will), Contender(Pool.of(4)), rolled, 0).lost == (lost, 0)


def test_seven_against_five_closes_by_two() -> None:
    found = fell(Contender(Pool.of(8), nerve=6), Contender(Pool.of(8)), 7, 5)
    assert (found.result, found.margin, found.lost, found.budgets) == (Result.WIN, 2, (0, 0), (2, 0))


@pytest.mark.parametrize(
    ("rolled", "against", "wanted"),
    [
        (7, 5, Fell(7, 5, (0, 0))),
        (6, 6, Fell(6, 6, (0, 0))),
        (6, 8, Fell(6, 8, (0, 0))),
        (4, 2, Fell(4, 2, (2, 0))),
        (4, 6, Fell(4, 6, (2, 0))),
    ],
)
def test_the_table_of_a_charge(rolled: int, against: int, wanted: Fell) -> None:
    found = fell(Contender(Pool.of(8), nerve=6), Contender(Pool.of(8)), rolled, against)
    assert found == wanted
    budgets = {(7, 5): (2, 0), (6, 6): (0, 0), (6, 8): (0, 2), (4, 2): (0, 0), (4, 6): (0, 2)}
    assert found.budgets == budgets[rolled, against]
    happens = {
        (7, 5): Result.WIN,
        (6, 6): Result.TIE,
        (6, 8): Result.LOSE,
        (4, 2): Result.LOSE,
        (4, 6): Result.LOSE,
    }
    assert prevails(found.result, not found.lost[0], not found.lost[1]) is happens[rolled, against]


def test_two_who_lose_their_nerve_move_nobody() -> None:
    assert prevails(Result.WIN, False, False) is None
    assert prevails(Result.LOSE, True, False) is Result.WIN


def test_the_average_of_volleys_lost() -> None:
    assert Volley(Contender(Pool.of(2), nerve=2), Contender(Pool.of(1))).volleys_lost() == 1
