"""Teams, groups and long tasks: against every way to fall, and the chart cell by cell."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import app
from engine.dice import Distribution, together, total_of
from engine.games.bastard_sword.dice import STANDARD, Pool, successes
from engine.games.bastard_sword.rules.long_tasks import A_ROLL, Kind, Rolling, Time, course, factor, time_for
from engine.games.bastard_sword.rules.others import (
    Member,
    Team,
    Ties,
    all_pass,
    assisted,
    course_of,
    handed,
    how_many,
    opposed,
    passing,
    race,
)

members = st.builds(Member, st.builds(Pool.of, st.integers(0, 2), st.sampled_from(STANDARD[:4])), st.integers(0, 2))
CHART = """
1 0 0 0 0 0 0
3 1 0 0 0 0 0
10 3 1 0 0 0 0
30 10 3 1 0 0 0
100 30 10 3 1 0 0
300 100 30 10 3 1 0
1000 300 100 30 10 3 1
3000 1000 300 100 30 10 3
10000 3000 1000 300 100 30 10
30000 10000 3000 1000 300 100 30
100000 30000 10000 3000 1000 300 100
300000 100000 30000 10000 3000 1000 300
1000000 300000 100000 30000 10000 3000 1000
3000000 1000000 300000 100000 30000 10000 3000
"""


def test_the_chart() -> None:
    rows = [[int(cell) for cell in line.split()] for line in CHART.split("\n") if line]
    assert [[factor(passed, a_roll) for a_roll in A_ROLL] for passed in Time] == rows


def test_times() -> None:
    assert time_for(2, 30, Time.HOUR) is Time.THREE_DAYS
    assert time_for(3, 30, Time.HOUR) is Time.DAY
    assert time_for(3, 30, Time.HOUR, above=True) is Time.THREE_DAYS
    assert time_for(0, 1, Time.ROUND) is None
    assert time_for(1, 4_000_000, Time.ROUND) is None


def laws(team: list[Member]) -> list[list[tuple[int, Fraction]]]:
    return [[(number, chance) for number, chance in one.law if chance] for one in team]


def counted(team: list[Member], of: object) -> dict[int, Fraction]:
    """What `of` makes of every way in which the team's results can fall."""
    assert callable(of)
    found: Counter[int] = Counter()
    for fell in product(*laws(team)):
        chance = Fraction(1)
        for _, one in fell:
            chance *= one
        found[of([number for number, _ in fell])] += chance  # type: ignore[assignment]
    return dict(found)


def listed(law: Distribution) -> dict[int, Fraction]:
    return {number: chance for number, chance in law if chance}


@given(members, st.lists(members, max_size=2), st.booleans(), st.booleans())
def test_a_team_by_every_way_to_fall(leader: Member, helpers: list[Member], pooled: bool, subtract: bool) -> None:
    def full(results: list[int]) -> int:
        first, *rest = results
        return first + sum(one if subtract else max(0, one) for one in rest)

    def halved(results: list[int]) -> int:
        first, *rest = results
        held = [one if subtract else max(0, one) for one in rest]
        down = lambda one: one // 2 if one > 0 else one  # noqa: E731
        return first + (down(sum(held)) if pooled else sum(map(down, held)))

    team = [leader, *helpers]
    assert listed(assisted(leader, helpers, Team.FULL, subtract=subtract)) == counted(team, full)
    found = assisted(leader, helpers, Team.HALVED, pooled=pooled, subtract=subtract)
    assert listed(found) == counted(team, halved)


@given(st.lists(st.integers(-2, 7), min_size=1, max_size=5), st.integers(0, 4))
def test_who_can_pass(results: list[int], difficulty: int) -> None:
    """The largest set that the others can lift to the difficulty, found by trying all."""
    best = 0
    for size in range(len(results) + 1):
        for saved in combinations(range(len(results)), size):
            spare = sum(max(0, one) for at, one in enumerate(results) if at not in saved)
            if sum(results[at] for at in saved) + spare >= size * difficulty:
                best = max(best, size)
    assert passing(results, difficulty) == best
    held = list(results)
    for one, to, amount in handed(results, difficulty):
        assert amount > 0
        held[one], held[to] = held[one] - amount, held[to] + amount
    assert sum(one >= difficulty for one in held) >= best
    strict = passing(results, difficulty, donors_pass=True)
    assert sum(one >= difficulty for one in results) <= strict <= best


@given(st.lists(members, min_size=1, max_size=4), st.integers(0, 3), st.booleans())
def test_a_group_by_every_way_to_fall(group: list[Member], difficulty: int, donors_pass: bool) -> None:
    found = how_many(group, difficulty, donors_pass=donors_pass)
    assert found is not None
    every = counted(group, lambda results: passing(results, difficulty, donors_pass=donors_pass))
    assert found == dict(sorted(every.items()))
    assert all_pass(group, difficulty) == found.get(len(group), 0)


def test_a_group_that_is_too_large() -> None:
    assert how_many([Member(Pool.parse("60d20"), 100)] * 6, 3) is None


@given(members, members)
def test_a_contest_is_fair(one: Member, other: Member) -> None:
    for ties, theirs in ((Ties.NOBODY, Ties.NOBODY), (Ties.YOU, Ties.THEM), (Ties.THEM, Ties.YOU)):
        mine, back = opposed(one.law, other.law, ties), opposed(other.law, one.law, theirs)
        assert (mine.win, mine.tie, mine.lose) == (back.lose, back.tie, back.win)
        assert mine.win + mine.tie + mine.lose == 1


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(("raw", "bottomless"), [(False, False), (True, True)])
def test_a_rolling_test_by_every_course(kind: Kind, raw: bool, bottomless: bool) -> None:
    """Every sequence of three rolls, written out."""
    law, malus, need = successes(Pool.parse("1d8")), 1, 2
    done = failed = Fraction(0)
    for rolls in product([(number, chance) for number, chance in law if chance], repeat=3):
        tally, state, share = 0, "", Fraction(1)
        for fell, chance in rolls:
            share *= chance
            if state:
                continue
            if kind is Kind.FIRST_FAIL and (fell <= 0 if raw else fell - malus <= 0):
                state = "failed"
            else:
                gained = max(0, fell - malus) if kind is Kind.FIRST_FAIL else fell - malus
                tally = tally + gained if bottomless or kind is Kind.FIRST_FAIL else max(0, tally + gained)
                state = "done" if tally >= need else ""
        done += share * (state == "done")
        failed += share * (state == "failed")
    end = course(Rolling(kind, need, raw, bottomless), law, [malus] * 3)[-1]
    assert (end.done, end.failed) == (done, failed)


@given(st.lists(st.integers(-3, 5), min_size=1, max_size=5), st.lists(st.integers(-3, 5), min_size=1, max_size=5))
def test_sums_and_what_becomes_of_numbers(first: list[int], second: list[int]) -> None:
    one, other = total_of([first]), total_of([second])
    assert listed(together(one, other)) == listed(total_of([first, second]))
    assert together(one, other).mean == one.mean + other.mean
    halved = one.mapped(lambda number: number // 2)
    assert listed(halved) == listed(total_of([[number // 2 for number in first]]))
    with pytest.raises(ValueError, match="add up to"):
        Distribution.of({1: Fraction(1, 2)})


def asked(name: str, **inputs: Any) -> Any:
    return app.run(name, inputs).answer.values


@given(st.integers(1, 4), st.integers(0, 2), st.integers(1, 3), st.integers(1, 6), st.sampled_from(["full", "halved"]))
@settings(max_examples=25)
def test_the_composer_says_what_each_page_says(dice: int, malus: int, help_: int, difficulty: int, team: str) -> None:
    """One question asked in two places has one answer, whatever is mixed in."""
    pool, helpers = f"{dice}d8", [{"pool": f"{help_}d6", "malus": malus}]
    side = {"pool": pool, "malus": malus, "difficulty": difficulty}
    alone = {**side, "helpers": []}
    assert (
        asked("bs-composer", **side, helpers=helpers, team=team, time="once")["probability"]
        == asked("bs-assisted", **side, helpers=helpers, team=team)["probability"]
    )
    members = [{"pool": pool, "malus": malus}, *helpers]
    assert (
        asked("bs-composer", **side, helpers=helpers, team="group", time="once")["probability"]
        == asked("bs-group-odds", members=members, difficulty=difficulty)["all"]
    )
    for kind in ("first-fail", "setback"):
        rolls = {"is": "rolls", "kind": kind, "rolls": 3}
        assert (
            asked("bs-composer", **alone, time=rolls)["probability"]
            == (asked("bs-rolling", **side, kind=kind, rolls=3)["done"])
        )
    against = {"pool": pool, "malus": malus, "theirs": f"{help_}d6", "their_malus": malus, "ties": "you"}
    assert (
        asked("bs-composer", **against, helpers=[], time="once", against="others")["probability"]
        == (asked("bs-opposed", **against)["win"])
    )
    assert asked("bs-composer", **alone, time="once")["probability"] == asked("bs-odds", **side)["probability"]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("ties", Ties)
def test_a_race_by_every_course(kind: Kind, ties: Ties) -> None:
    """Two rolls of either side, written out."""
    mine, theirs, test = Pool.parse("1d8"), Pool.parse("1d12"), Rolling(kind, 2)
    won = tied = lost = Fraction(0)
    one, other = ([(n, c) for n, c in successes(pool) if c] for pool in (mine, theirs))
    for falls in product(one, one, other, other):
        share = prod((chance for _, chance in falls), start=Fraction(1))
        me, them = (done_by(test, [fell for fell, _ in rolls]) for rolls in (falls[:2], falls[2:]))
        won, tied, lost = (
            won + share * (me < them),
            tied + share * (me == them < 3),
            lost + share * (them < me),
        )
    found = race(course_of(test, successes(mine), 2), course_of(test, successes(theirs), 2), ties)
    assert found.win == won + tied * (ties is Ties.YOU)
    assert found.lose == lost + tied * (ties is Ties.THEM)
    assert found.win + found.tie + found.lose == 1


def done_by(test: Rolling, rolls: list[int]) -> int:
    """The roll by which a rolling test is done; 3 where two are not enough."""
    tally: int | None = 0
    for number, fell in enumerate(rolls, 1):
        tally = None if tally is None else test.after(tally, fell, 0)
        if tally is not None and tally >= test.difficulty:
            return number
    return 3
