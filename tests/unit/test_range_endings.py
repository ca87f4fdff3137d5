"""How Range and Cover runs out: the last arrow, riders, lost nerve, a volley given up (RNC-32 to RNC-37)."""

import pytest

from engine.games.burning_wheel.rules.maneuvers import Maneuver, Means, Result
from engine.games.burning_wheel.rules.range_dice import Category, Kind
from engine.games.burning_wheel.rules.range_endings import (
    HANDOFF,
    RUNS,
    LastShot,
    Moment,
    Mount,
    dictates,
    forfeit,
    last,
    legs,
    reaction,
    ready,
    spotting,
)
from engine.games.burning_wheel.rules.steel import Reaction
from engine.refused import Refused

WIN, TIE, LOSE = Result.WIN, Result.TIE, Result.LOSE
RNC_33 = {
    # range test, melee test: the shot, whether the missile is ready, whether the shooter sets the distance
    (WIN, WIN): (LastShot.BOUGHT, False, True),
    (WIN, TIE): (LastShot.BOUGHT, False, None),
    (WIN, LOSE): (LastShot.BOUGHT, False, False),
    (TIE, WIN): (LastShot.FREE, False, True),
    (TIE, TIE): (LastShot.FREE, False, None),
    (TIE, LOSE): (LastShot.FREE, False, False),
    (LOSE, WIN): (LastShot.NONE, True, True),
    (LOSE, TIE): (LastShot.NONE, True, True),
    (LOSE, LOSE): (LastShot.NONE, False, False),
}


@pytest.mark.parametrize(("result", "melee"), RNC_33)
def test_the_last_arrow(result: Result, melee: Result) -> None:
    found = last(result, Kind.BOW)
    assert (found.shot, ready(found, melee), dictates(found, melee)) == RNC_33[result, melee]


@pytest.mark.parametrize("result", [WIN, TIE])
def test_a_shot_that_is_kept_stays_ready(result: Result) -> None:
    assert last(result, Kind.CROSSBOW, shoots=False).ready is True


@pytest.mark.parametrize(
    ("kind", "wanted"), [(Kind.BOW, True), (Kind.THROWN, True), (Kind.CROSSBOW, False), (Kind.GUN, False)]
)
def test_the_shot_that_steel_gives_empties_what_is_slow(kind: Kind, wanted: bool) -> None:
    found = last(LOSE, kind, steel=True)
    assert found.shot is LastShot.FREE
    assert ready(found, WIN) is wanted
    assert not ready(found, LOSE)


def test_what_is_empty_neither_shoots_nor_is_ready() -> None:
    for result in Result:
        found = last(result, Kind.GUN, loaded=False, steel=True)
        assert found.shot is LastShot.NONE
        assert not ready(found, WIN)


def test_whose_legs() -> None:
    assert [legs(at) for at in (Category.OUT, Category.EXTREME, Category.OPTIMAL)] == [
        Mount.MOUNT,
        Mount.MOUNT,
        Mount.OWN,
    ]
    assert legs(Category.OPTIMAL, fixed=False) is Mount.MOUNT
    with pytest.raises(Refused, match="Fight!"):
        legs(Category.TOO_CLOSE)


RNC_36 = {
    # loses every test, may still withdraw, is a target, hides, cover at the end
    Reaction.DROOL: (True, False, True, False, 0),
    Reaction.RUN: (False, True, True, False, 0),
    Reaction.PRONE: (True, False, True, False, 2),
    Reaction.SWOON: (True, False, False, True, 0),
}


@pytest.mark.parametrize("chosen", RNC_36)
def test_every_reaction(chosen: Reaction) -> None:
    found = reaction(chosen)
    assert (found.loses, found.maneuvers, found.target, found.hides, found.cover) == RNC_36[chosen]


def test_a_reaction_has_to_be_chosen() -> None:
    with pytest.raises(Refused, match="Choose a reaction"):
        reaction(Reaction.OPEN)


def test_who_runs_withdraws_with_speed_or_steel() -> None:
    assert RUNS == (Maneuver.SPEED_WITHDRAW, Maneuver.STEEL_WITHDRAW)


@pytest.mark.parametrize(
    ("hidden", "perception", "doubled", "wanted"), [(2, False, True, 2), (2, True, False, 2), (2, True, True, 4)]
)
def test_finding_a_swooner(hidden: int, perception: bool, doubled: bool, wanted: int) -> None:
    assert spotting(hidden, perception=perception, doubled=doubled) == wanted


CLOSE, HOLD = Maneuver.SPEED_CLOSE, Maneuver.SPEED_MAINTAIN


def test_a_volley_given_up() -> None:
    assert forfeit((CLOSE, CLOSE, CLOSE), HOLD, (), Moment.BETWEEN).volleys == (CLOSE, HOLD, None)


@pytest.mark.parametrize(
    ("second", "when", "said"),
    [
        (HOLD, Moment.BEFORE, "has not been played"),
        (HOLD, Moment.REVEALED, "on the table"),
        (CLOSE, Moment.BETWEEN, "already"),
        (Maneuver.STEALTHY_CLOSE, Moment.BETWEEN, "Stealthy"),
    ],
)
def test_what_cannot_be_changed(second: Maneuver, when: Moment, said: str) -> None:
    with pytest.raises(Refused, match=said):
        forfeit((CLOSE, CLOSE, CLOSE), second, (), when)


def test_a_skill_that_is_owned_may_come_in() -> None:
    found = forfeit((CLOSE, CLOSE, CLOSE), Maneuver.STEALTHY_CLOSE, (Means.STEALTHY,), Moment.BETWEEN)
    assert found.volleys[1] is Maneuver.STEALTHY_CLOSE


def test_the_hand_off_is_in_order() -> None:
    assert [one.rule for one in HANDOFF] == ["RNC-33", "FGT-18", "FGT-07", "FGT-29"]
