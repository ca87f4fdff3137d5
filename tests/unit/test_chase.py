"""Paces, strides, chases: every cell, the end of a chase counted otherwise, a chase played (MOV-01 to MOV-06)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Roll, Shade, read, roll
from engine.games.burning_wheel.rules import chase, pace, quickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.chase import (
    EDGES,
    LEADS,
    Edge,
    Ends,
    House,
    Lead,
    Length,
    Pair,
    Rider,
    Runner,
    Tally,
    Where,
    Who,
    Won,
    after,
    course,
    legs,
    mounted,
    on_foot,
)
from engine.games.burning_wheel.rules.chase_procedure import Act, Chase, Ending, Phase, Ran, begin
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.pace import Multiplier, Stock
from engine.games.burning_wheel.rules.versus import CallOn, Side
from engine.refused import Refused

HALF = Fraction(1, 2)
CHANCE = st.fractions(min_value=0, max_value=1)


def law(dice: int) -> list[Fraction]:
    return [comb(dice, good) * HALF**dice for good in range(dice + 1)]


def versus(one: int, other: int) -> dict[Won, Fraction]:
    """A length of black dice, all pairs of successes counted."""
    found = dict.fromkeys(Won, Fraction(0))
    for (good, here), (bad, there) in product(enumerate(law(one)), enumerate(law(other))):
        won = Won.PURSUER if good > bad else Won.TIE if good == bad else Won.PURSUED
        found[won] += here * there
    return found


def pair(one: int, other: int, **more: int) -> Pair:
    return Pair(Side(Pool.of(one), more.get("penalty", 0)), Side(Pool.of(other)))


# Paces


def test_every_cell_of_both_tables() -> None:
    """MOV-02: seed 000:6199-6201, 6463-6464."""
    usual = ["3.5", "7", "10.5", "14", "17.5", "21", "24.5", "28", "31.5"]
    horse = [8, 16, 24, 32, 40, 48, 56, 64, 72]
    assert [pace.paces(speed, Multiplier.USUAL.times) for speed in range(1, 10)] == [Fraction(one) for one in usual]
    assert [pace.paces(speed, Multiplier.HORSE.times) for speed in range(1, 10)] == horse


def test_every_multiplier() -> None:
    known = {"man": "3.5", "lizard": "3.5", "dwarf": "3", "spider": "4", "wolf": "7", "horse": "8"}
    assert {one.value: one.multiplier.value for one in Stock} == known
    assert Stock.MAN.multiplier.times == quickness.USUAL


@given(st.integers(1, 20), st.sampled_from(Multiplier), st.integers(0, 5000))
def test_what_is_run_takes_as_long_as_it_takes(speed: int, multiplier: Multiplier, distance: int) -> None:
    takes = pace.exchanges(distance, speed, multiplier.times)
    assert takes * pace.paces(speed, multiplier.times) == distance


def test_nobody_runs_without_speed() -> None:
    for wrong in (lambda: pace.paces(-1, Fraction(3)), lambda: pace.paces(3, Fraction(0))):
        with pytest.raises(Refused, match="above 0"):
            wrong()
    with pytest.raises(Refused, match="covers no ground"):
        pace.exchanges(10, 0, Fraction(8))


# Dice


def test_every_edge() -> None:
    """MOV-04: seed 000:6220-6224."""
    said = {(one.value, edge.dice, edge.whose and edge.whose.value) for one, edge in EDGES.items()}
    assert said == {
        ("reflexes", 1, None),
        ("forte", 1, None),
        ("head-start", 1, "pursued"),
        ("nowhere", 2, "pursuer"),
    }
    for who, one in product(Who, Edge):
        runner = Runner(4, edges=frozenset({one}))
        if EDGES[one].whose in (None, who):
            assert on_foot(who, runner, Runner(4)).total == 4 + EDGES[one].dice
        else:
            with pytest.raises(Refused, match="is for whoever"):
                on_foot(who, runner, Runner(4))


def test_both_cannot_have_more_of_one_thing() -> None:
    both = Runner(4, edges=frozenset({Edge.REFLEXES}))
    with pytest.raises(Refused, match="Only one side has higher Reflexes"):
        on_foot(Who.PURSUER, both, both)


@given(st.integers(0, 9), st.integers(0, 4), st.integers(-10, 5), st.integers(0, 12))
def test_a_pool_is_never_below_none(speed: int, forks: int, other: int, lost: int) -> None:
    found = on_foot(Who.PURSUER, Runner(speed, forks=forks, other=other, lost=lost), Runner(4)).total
    assert found == max(0, max(0, speed + forks + other) - lost) if speed + forks + other >= 0 else found == 0


@pytest.mark.parametrize("lead", Lead)
@pytest.mark.parametrize("where", Where)
def test_every_lead_where_it_counts(lead: Lead, where: Where) -> None:
    """RID-09: seed 000:6312-6328, row by row."""
    anywhere = (Lead.MOUNT_REFLEXES, Lead.RIDER_REFLEXES, Lead.MOUNT_SPEED)
    close = (Lead.MOUNT_HIDES, Lead.RIDER_HIDES, Lead.SMALLER)
    at, dice = LEADS[lead]
    assert dice == 1
    assert at is (Where.ANYWHERE if lead in anywhere else Where.CLOSE if lead in close else Where.OPEN)
    plain = MOUNTS["horse"]
    stats = {Lead.MOUNT_REFLEXES: "reflexes", Lead.MOUNT_SPEED: "speed", Lead.MOUNT_FORTE: "forte"}
    rider = Rider(4, 4, plain)
    if lead in stats:
        better = Ability(Shade.BLACK, getattr(plain, stats[lead]).exponent + 1)
        rider = Rider(4, 4, replace(plain, **{stats[lead]: better}))
    elif lead is Lead.RIDER_REFLEXES:
        rider = Rider(4, 5, plain)
    elif lead is Lead.MOUNT_HIDES:
        rider = Rider(4, 4, replace(plain, stealth=plain.will))
    elif lead is Lead.RIDER_HIDES:
        rider = Rider(4, 4, plain, hides=True)
    else:
        rider = Rider(4, 4, plain, smaller=True)
    counts = at is Where.ANYWHERE or at is where
    assert mounted(rider, Rider(4, 4, plain), where).total == 4 + counts
    assert mounted(Rider(4, 4, plain), rider, where).total == 4


def test_only_one_mount_is_the_smaller_one() -> None:
    small = Rider(4, 4, MOUNTS["wolf"], smaller=True)
    with pytest.raises(Refused, match="Only one of two mounts"):
        mounted(small, small, Where.CLOSE)


# A length, and the end


@given(st.integers(0, 7), st.integers(0, 7))
def test_a_length_is_counted_pair_by_pair(one: int, other: int) -> None:
    found, counted = pair(one, other).length, versus(one, other)
    assert {won: found.of(won) for won in Won} == counted
    assert found.catch + found.tie + found.away == 1


@given(st.integers(0, 6), st.integers(0, 6), st.sampled_from(CallOn))
def test_a_call_on_takes_the_ties_and_nothing_else(one: int, other: int, call_on: CallOn) -> None:
    plain, called = pair(one, other).length, Pair(Side(Pool.of(one)), Side(Pool.of(other)), call_on).length
    if call_on is CallOn.MINE:
        assert called == Length(plain.catch + plain.tie, Fraction(0), plain.away)
    elif call_on is CallOn.THEIRS:
        assert called == Length(plain.catch, Fraction(0), plain.away + plain.tie)
    else:
        assert called == plain


@given(st.integers(1, 6), st.integers(1, 6), CHANCE)
def test_the_closed_form_is_what_length_after_length_goes_to(one: int, other: int, stops: Fraction) -> None:
    length = pair(one, other).length
    end, runs = course(length, stops), after(length, stops, 60)
    assert all(row.caught + row.away + row.runs == 1 for row in runs)
    assert [row.caught for row in runs] == sorted(row.caught for row in runs)
    assert end.caught + end.away == 1
    assert abs(end.caught - runs[-1].caught) <= runs[-1].runs
    assert abs(end.away - runs[-1].away) <= runs[-1].runs
    # The lengths to expect are one, and those to come wherever it goes on.
    assert end.lengths is not None
    on = length.tie + length.catch * (1 - stops)
    assert end.lengths == 1 + on * end.lengths


def test_a_chase_that_cannot_end() -> None:
    assert course(Length(HALF, HALF, Fraction(0)), Fraction(0)).lengths is None
    assert course(pair(0, 0).length, Fraction(1)).lengths is None


# In legs


def paths(count: int, one: int, other: int, house: House) -> dict[Ends, Fraction]:
    """Every order of wins, ties and losses, looked at as a whole."""
    found = dict.fromkeys(Ends, Fraction(0))

    def walk(past: tuple[Won, ...], chance: Fraction) -> None:
        for who, end in ((Won.PURSUED, Ends.AWAY), (Won.PURSUER, Ends.CAUGHT)):
            if past[-2:] == (who, who) and (house.either or who is Won.PURSUED):
                found[end] += chance
                return
        if len(past) == count:
            won = [each for each in past if each is not Won.TIE]
            end = Ends.RUNS if not won else Ends.CAUGHT if won[-1] is Won.PURSUER else Ends.AWAY
            found[Ends.AWAY if house.slips else end] += chance
            return
        counted = past if house.kept else past[-1:]
        more = [counted.count(who) for who in (Won.PURSUER, Won.PURSUED)]
        for won, share in versus(one + more[0], other + more[1]).items():
            walk((*past, won), chance * share)

    walk((), Fraction(1))
    return found


@pytest.mark.parametrize("house", [House(*each) for each in product((False, True), repeat=3)])
@pytest.mark.parametrize(("count", "one", "other"), [(1, 4, 4), (2, 3, 5), (3, 4, 4), (5, 2, 3)])
def test_legs_are_all_their_orders(count: int, one: int, other: int, house: House) -> None:
    end, counted = legs(pair(one, other), count, house)[-1], paths(count, one, other, house)
    assert (end.caught, end.away, end.runs) == (counted[Ends.CAUGHT], counted[Ends.AWAY], counted[Ends.RUNS])


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 6))
def test_legs_add_up_and_never_go_back(count: int, one: int, other: int) -> None:
    found = legs(pair(one, other), count)
    assert [leg.number for leg in found] == [*range(1, count + 1)]
    assert all(leg.caught + leg.away + leg.runs == 1 for leg in found)
    for before, later in pairwise(found):
        assert later.caught >= before.caught
        assert later.away >= before.away


def test_a_tie_breaks_a_row_and_keeps_who_won_last() -> None:
    won = Tally().then(Won.PURSUED, House())
    assert won == Tally(Who.PURSUED, 1, 0, 1)
    tied = won.then(Won.TIE, House())
    assert tied == Tally(Who.PURSUED, 0, 0, 0)
    assert tied.then(Won.PURSUED, House()).ends(House(), over=False) is Ends.RUNS
    assert won.then(Won.PURSUED, House()).ends(House(), over=False) is Ends.AWAY
    assert tied.ends(House(), over=True) is Ends.AWAY
    assert Tally().ends(House(), over=True) is Ends.RUNS


# Played


def good(pursuer: int, pursued: int = 0) -> Callable[[Who, Pool], Roll]:
    """So many successes for each side, and all other dice traitors."""
    counts = {Who.PURSUER: pursuer, Who.PURSUED: pursued}
    return lambda who, pool: read(pool, [4] * counts[who] + [1] * (pool.dice - counts[who]))


def test_caught_one_thing_and_on() -> None:
    run = begin(pair(4, 4)).run(good(3, 1))
    assert run.phase is Phase.CAUGHT_UP
    with pytest.raises(Refused, match="waits for the one thing"):
        run.run(good(1, 1))
    on = run.act(Pool.of(4), 1, good(2))
    assert (on.phase, on.run_so_far) == (Phase.RUN, 1)
    act = on.log[-1]
    assert isinstance(act, Act)
    assert (act.obstacle, act.stops) == (3, False)
    away = on.run(good(0, 1))
    assert (away.phase, away.ending) == (Phase.OVER, Ending.AWAY)
    for refused in (away.give_up, lambda: away.run(good(1, 1)), away.let_stand, lambda: away.call_on(Who.PURSUER)):
        with pytest.raises(Refused):
            refused()
    assert run.act(Pool.of(4), 1, good(3)).ending is Ending.STOPPED
    assert run.give_up().ending is Ending.LEFT


def test_a_tie_waits_for_a_call_on() -> None:
    tied = begin(pair(4, 4)).run(good(2, 2))
    assert tied.phase is Phase.TIED
    assert tied.call_on(Who.PURSUER).phase is Phase.CAUGHT_UP
    assert tied.call_on(Who.PURSUED).ending is Ending.AWAY
    last = tied.call_on(Who.PURSUED).log[-1]
    assert isinstance(last, Ran)
    assert (last.won, last.called) == (Won.PURSUED, Who.PURSUED)
    assert tied.let_stand().phase is Phase.RUN
    assert tied.run(good(1, 0)).run_so_far == 2
    with pytest.raises(Refused):
        tied.act(Pool.of(4), 1, good(3))


def test_a_leg_won_brings_its_die_and_the_last_tie_has_run_out() -> None:
    one = begin(pair(4, 4), 2).run(good(2, 1))
    assert (one.dice.pursuer.pool.dice, one.dice.pursued.pool.dice) == (5, 4)
    tied = one.run(good(1, 1))
    assert tied.phase is Phase.TIED
    with pytest.raises(Refused, match="run out"):
        tied.run(good(1, 1))
    assert tied.let_stand().ending is Ending.CAUGHT
    assert tied.call_on(Who.PURSUED).ending is Ending.AWAY
    none = begin(pair(4, 4), 1).run(good(1, 1)).let_stand()
    assert none.ending is Ending.OPEN
    with pytest.raises(Refused, match="one leg or more"):
        begin(pair(4, 4), 0)


def test_dice_for_one_length_are_for_it_alone() -> None:
    run = begin(pair(3, 3)).run(good(5, 0), pursuer=2, pursued=-3)
    ran = run.log[-1]
    assert isinstance(ran, Ran)
    assert (ran.pursuer.pool.dice, ran.pursued.pool.dice) == (5, 0)
    assert run.act(Pool.of(1), 1, good(0)).dice.pursuer.pool.dice == 3


def played(chance: Random, count: int | None) -> Chase:
    run = begin(pair(4, 3), count)
    while run.phase is not Phase.OVER:
        if run.phase is Phase.CAUGHT_UP:
            run = run.act(Pool.of(4), 0, lambda who, pool: roll(pool, chance))
        elif run.phase is Phase.TIED:
            run = run.let_stand()
        else:
            run = run.run(lambda who, pool: roll(pool, chance))
    return run


@pytest.mark.parametrize("count", [None, 3])
def test_what_is_played_comes_out_as_it_is_worked_out(count: int | None) -> None:
    """Two thousand chases by one chance: the exact figure lies within four standard deviations."""
    chance, total = Random(7), 2000
    ended = [played(chance, count).ending for _ in range(total)]
    if count:
        exact = legs(pair(4, 3), count)[-1].caught
        came = ended.count(Ending.CAUGHT)
    else:
        stops = sum(law(4)[chase.HARDER :], Fraction(0))
        exact = course(pair(4, 3).length, stops).caught
        came = ended.count(Ending.STOPPED)
    assert abs(came - total * exact) <= 4 * float(total * exact * (1 - exact)) ** 0.5
