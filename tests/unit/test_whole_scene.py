"""The scene that is retold: the book’s rows, what a changed roll leads to, and that the fight in it is the other’s."""

import pytest

from engine.games.burning_wheel.rules import first_fight
from engine.games.burning_wheel.rules.retold import Source
from engine.games.burning_wheel.rules.whole_scene import DEPARTURES, PRINTED, TALE, Step, replay

# The rows of the example that are rolled: row, and for each roll whose, dice, and what is left of its successes.
ROWS = (
    (1, ((0, 3, 2), (1, 4, 2))),
    (2, ((1, 8, 5),)),
    (3, ((2, 3, 2),)),
    (4, ((1, 4, 2),)),
    (6, ((1, 4, 2), (2, 3, 2))),
    (7, ((0, 8, 5), (1, 6, 3))),
    (8, ((0, 8, 4),)),
    (9, ((1, 6, 3), (1, 4, 1))),
    (10, ((1, 8, 4),)),
    (11, ((1, 4, 1),)),
    (12, ((0, 6, 4),)),
    (14, ((0, 9, 5), (1, 5, 3))),
    (16, ((1, 3, 5),)),
    (15, ((0, 5, 2),)),
    (17, ((0, 3, 0),)),
    (18, ((0, 9, 2), (1, 4, 4))),
    (19, ((0, 7, 0),)),
    (20, ((0, 8, 3), (1, 5, 3))),
    (21, ((1, 3, 2), (0, 5, 1))),
    (22, ((0, 10, 4), (1, 5, 4))),
    (23, ((1, 4, 3), (1, 1, 3))),
    (24, ((0, 4, 2),)),
    (25, ((1, 4, 2),)),
)
STRIKES = (18, 26)
"""Rolls whose +Ob raises an obstacle, and does not eat successes."""
FATE, SYMBOLOGY = 31, 33


def test_the_rows_of_the_example_fall_as_printed() -> None:
    found = [
        (one.side, one.dice, one.fell if one.number in STRIKES else max(0, one.fell - one.penalty))
        for one in replay().rolls
    ]
    assert found == [roll for _, rolls in ROWS for roll in rolls]
    assert [one.printed for one in replay().rolls] == list(PRINTED)


def test_every_step_is_told_and_departures_are_named() -> None:
    assert tuple(TALE) == tuple(Step)
    assert [moment.step for moment in replay().moments] == list(Step)
    assert all(moment.told for moment in replay().moments)
    assert all(TALE[Step.of(step)].differs for step, _ in DEPARTURES)


def test_the_fight_in_it_is_the_one_that_is_told_alone() -> None:
    alone = first_fight.replay()
    inside = [moment for moment in replay().moments if moment.step.value in {step.value for step in first_fight.Step}]
    assert [moment.tale for moment in inside] == [moment.tale for moment in alone.moments]
    assert [(one.dice, one.fell, one.eaten, one.against) for moment in inside for one in moment.rolls] == [
        (one.dice, one.fell, one.eaten, one.against) for one in alone.rolls
    ]
    assert [moment.levels for moment in inside] == [moment.levels for moment in alone.moments]


@pytest.mark.parametrize("number", range(1, len(PRINTED) + 1))
def test_what_comes_before_a_changed_roll_stays(number: int) -> None:
    fell = PRINTED[number - 1].fell
    changed = replay(changes={number: fell + 1}).rolls
    as_told = replay().rolls
    assert [(one.dice, one.fell) for one in changed[: number - 1]] == [
        (one.dice, one.fell) for one in as_told[: number - 1]
    ]
    assert changed[number - 1].source is Source.READER
    assert not replay(changes={number: fell + 1}).moments[-1].told
    assert replay(changes={number: fell}).moments[-1].told


@pytest.mark.parametrize("anew", range(1, len(PRINTED) + 1))
def test_from_any_roll_on_chance_decides_and_the_scene_goes_on(anew: int) -> None:
    for seed in range(8):
        found = replay(anew=anew, seed=seed)
        assert found == replay(anew=anew, seed=seed)
        assert all(one.source is Source.TALE for one in found.rolls[: anew - 1])
        assert all(one.source is Source.CHANCE for one in found.rolls[anew - 1 :])
        assert found.stopped or found.moments[-1].step is Step.SIGN


def test_until_a_step_that_does_not_come_it_ends_before() -> None:
    """It gets away: there is no knife, and what was asked for up to the knife ends with the chase."""
    assert replay(Step.KNIFE, {28: 9}).moments[-1].step is Step.RANGE
    assert replay(Step.SIGN, {28: 9}).moments[-1].step is Step.SIGN


def test_each_way_out_is_reached() -> None:
    ends = {replay(anew=1, seed=seed).moments[-1].words for seed in range(150)}
    assert {"he knows the sign", "it means nothing to him"} <= ends
    stops = {replay(anew=1, seed=seed).stopped for seed in range(150)}
    assert any("no longer stands" in one or "cannot change" in one or "is not out" in one for one in stops)


def test_a_die_of_fate_counts_as_no_test_and_the_last_one_is_routine() -> None:
    rolls = {one.number: one for one in replay().rolls}
    assert not rolls[FATE].classes
    assert rolls[SYMBOLOGY].classes.value == "Routine"
    assert rolls[STRIKES[0]].classes.value == "Challenging"
