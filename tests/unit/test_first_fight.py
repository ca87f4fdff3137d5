"""The fight that is retold: what is the tale’s, what a changed roll does, and that its reasons are the procedure’s."""

import pytest

from engine.games.burning_wheel.rules.damage import LANDED, ims
from engine.games.burning_wheel.rules.first_fight import (
    DEPARTURES,
    PRINTED,
    SCRIPTS,
    TALE,
    Step,
    people,
    replay,
)
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.retold import Rolled, Source


def test_every_roll_of_the_tale_falls_once_and_in_order() -> None:
    assert [one.printed for one in replay().rolls] == list(PRINTED)
    assert [one.number for one in replay().rolls] == list(range(1, len(PRINTED) + 1))


def test_every_step_is_told() -> None:
    assert tuple(TALE) == tuple(Step)
    assert [moment.step for moment in replay().moments] == list(Step)
    assert all(moment.told for moment in replay().moments)
    assert sorted(SCRIPTS) == [("e1", 0), ("e1", 1), ("e2", 0), ("e2", 1)]


@pytest.mark.parametrize("number", range(1, len(PRINTED) + 1))
def test_a_roll_said_again_changes_nothing(number: int) -> None:
    said = replay(changes={number: PRINTED[number - 1].fell})
    assert [(one.dice, one.fell, one.eaten) for one in said.rolls] == [
        (one.dice, one.fell, one.eaten) for one in replay().rolls
    ]
    assert said.moments[-1].told


@pytest.mark.parametrize("number", range(1, len(PRINTED) + 1))
def test_what_comes_before_a_changed_roll_stays(number: int) -> None:
    changed = replay(changes={number: 1 if PRINTED[number - 1].fell != 1 else 0 if number != 24 else 6}).rolls
    # What the first of two rolls against each other has to reach is what the second came to.
    assert [_lies(one) for one in changed[: number - 1]] == [_lies(one) for one in replay().rolls[: number - 1]]
    assert changed[number - 1].source is Source.READER


def _lies(one: Rolled) -> tuple[object, ...]:
    return one.number, one.side, one.part, one.dice, one.fell, one.source, one.eaten


def test_chance_is_the_same_for_the_same_seed() -> None:
    assert replay(anew=1, seed=5) == replay(anew=1, seed=5)
    assert replay(anew=1, seed=5) != replay(anew=1, seed=6)
    assert all(one.source is Source.CHANCE for one in replay(anew=1, seed=5).rolls)


def test_a_script_that_no_longer_stands_is_said() -> None:
    """Locked, he may not Withdraw as he did; the replay ends before it."""
    ends = {replay(anew=1, seed=seed).stopped for seed in range(120)}
    assert any("Locked and cannot Withdraw" in one for one in ends)
    assert any("It is over here" in one for one in ends)


def test_the_dice_come_from_the_two_stat_blocks() -> None:
    """Both people are those of the ready-made rogues; nothing of theirs is typed a second time."""
    crawler, joost = (side.fighter for side in people().sides)
    assert (crawler.weapon.power, crawler.weapon.va, crawler.weapon.length.value) == (1, 0, "shortest")
    assert [str(ims(crawler.power.exponent + crawler.weapon.power).at(stage)) for stage in LANDED] == ["B3", "B5", "B7"]
    assert crawler.hesitation == 7
    assert joost.hesitation == 6
    torso, leg = (crawler.suit.at(location) for location in (Location.TORSO, Location.LEFT_LEG))
    assert torso
    assert leg
    assert (torso.dice, leg.dice) == (4, 3)


def test_a_step_that_departs_from_the_rules_says_so() -> None:
    assert all(TALE[Step.of(step)].differs for step, _ in DEPARTURES)
