"""Chains of actions over the slots of exchanges: every cell of FGT-29, and properties of the layout."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import exchange, missiles, thrown
from engine.games.burning_wheel.rules.exchange import Slot, layouts
from engine.games.burning_wheel.rules.fight_chain import Step, broken, laid, running, slot, steps_of
from engine.games.burning_wheel.rules.missiles import MISSILES, Readiness
from engine.games.burning_wheel.rules.thrown import Carried
from engine.refused import Refused

FGT_29 = {
    # steps; actions to loose; as a snapshot; loaded or nocked; the same as a snapshot; drawn
    "hunting-bow": ((3, 2, 1), 6, 5, 3, 2, 1),
    "great-bow": ((3, 4, 1), 8, 7, 5, 4, 1),
    "crossbow": ((16, 1, 1), 18, 17, 2, 1, 1),
    "heavy-crossbow": ((32, 1, 1), 34, 33, 2, 1, 1),
    "pistol": ((40, 1, 1), 42, 41, 2, 1, 1),
    "arquebus": ((40, 1, 1), 42, 41, 2, 1, 1),
}
THROWN = {
    Carried.SHEATHED: ((2, 1, 1), 4, 3),
    Carried.READY: ((1, 1, 1), 3, 2),
    Carried.CONCEALED: ((4, 1, 1), 6, 5),
    Carried.IN_HAND: ((1, 1), 2, 1),
}


@pytest.mark.parametrize("weapon", FGT_29)
def test_shots(weapon: str) -> None:
    steps, whole, snapshot, loaded, loaded_snapshot, drawn = FGT_29[weapon]
    row = MISSILES[weapon]
    assert tuple(step.actions for step in steps_of(missiles.actions(row))) == steps
    found = (
        missiles.actions(row).total,
        missiles.actions(row, snapshot=True).total,
        missiles.actions(row, Readiness.LOADED).total,
        missiles.actions(row, Readiness.LOADED, snapshot=True).total,
        missiles.actions(row, Readiness.DRAWN).total,
    )
    assert found == (whole, snapshot, loaded, loaded_snapshot, drawn)


@pytest.mark.parametrize("carried", THROWN)
def test_throws(carried: Carried) -> None:
    steps, whole, snapshot = THROWN[carried]
    assert tuple(step.actions for step in steps_of(thrown.actions(carried))) == steps
    assert (thrown.actions(carried).total, thrown.actions(carried, snapshot=True).total) == (whole, snapshot)


def test_a_snapshot_comes_off_its_step() -> None:
    bow = steps_of(missiles.actions(MISSILES["great-bow"], snapshot=True, aiming=2))
    assert [(step.words, step.actions) for step in bow] == [
        ("Nock", 3),
        ("Draw, which acquires", 3),
        ("Aim", 2),
        ("Release", 1),
    ]
    loaded = steps_of(missiles.actions(MISSILES["crossbow"], Readiness.LOADED, snapshot=True))
    assert [step.words for step in loaded] == ["Release"]


def test_the_hunting_bow_flies_in_exchange_2_volley_1_slot_2() -> None:
    taken = laid(steps_of(missiles.actions(MISSILES["hunting-bow"])), (2, 1, 1))
    assert [one.slot for one in taken] == [
        Slot(1, 1, 1),
        Slot(1, 1, 2),
        Slot(1, 2, 1),
        Slot(1, 3, 1),
        Slot(2, 1, 1),
        Slot(2, 1, 2),
    ]
    assert [one.step for one in taken] == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(("actions", "ends"), [(4, Slot(1, 3, 1)), (5, Slot(2, 1, 1))])
def test_a_spell_ends_with_the_exchange_or_begins_the_next(actions: int, ends: Slot) -> None:
    assert laid((Step("Incant", actions),), (2, 1, 1))[-1].slot == ends


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 60), st.data())
def test_slots_follow_each_other(first: int, later: int, length: int, data: st.DataObject) -> None:
    now, after = data.draw(st.sampled_from(layouts(first))), data.draw(st.sampled_from(layouts(later)))
    begins = data.draw(st.integers(1, first))
    taken = laid((Step("One", length),), now, after, begins=begins)
    slots = [one.slot for one in taken]
    assert slots == sorted(set(slots))
    assert len(slots) == length
    every = (
        Slot(number, volley, action)
        for number in itertools.count(1)
        for volley, count in enumerate(now if number == 1 else after, 1)
        for action in range(1, count + 1)
    )
    assert slots == list(itertools.islice(every, begins - 1, begins - 1 + length))


def test_one_layout_is_that_of_every_exchange() -> None:
    assert all(slot(number, (1, 2, 1)) == exchange.slot(number, (1, 2, 1)) for number in range(1, 30))
    assert all(slot(number, (1, 2, 1), (1, 2, 1)) == exchange.slot(number, (1, 2, 1)) for number in range(1, 30))


def test_what_cannot_be_laid_is_refused() -> None:
    with pytest.raises(Refused, match="begins with number 5"):
        laid((Step("One", 1),), (2, 1, 1), begins=5)
    with pytest.raises(Refused, match="at least one"):
        laid((Step("One", 0),), (2, 1, 1))
    with pytest.raises(Refused):
        laid((Step("One", 1),), (0, 0, 0))


BOW = (Step("Nock", 3), Step("Draw", 2), Step("Release", 1))


@pytest.mark.parametrize(
    ("at", "resume", "actions"),
    [
        (1, False, [1, 3, 2, 1]),
        (1, True, [1, 3, 2, 1]),
        (2, False, [1, 1, 3, 2, 1]),
        (2, True, [1, 1, 2, 2, 1]),
        (4, False, [3, 1, 2, 1]),
        (5, False, [3, 1, 1, 2, 1]),
        (5, True, [3, 1, 1, 1, 1]),
        (6, False, [3, 2, 1, 1]),
    ],
)
def test_a_chain_that_is_broken(at: int, resume: bool, actions: list[int]) -> None:
    assert [step.actions for step in broken(BOW, at, resume=resume)] == actions


def test_of_what_is_done_again_and_again_only_the_running_one_is_lost() -> None:
    twice = (Step("Draw a weapon", 4, 2),)
    assert [running(twice, at) for at in range(1, 5)] == [0, 1, 0, 1]
    assert [step.actions for step in broken(twice, 3, resume=False)] == [2, 1, 2]
    assert [step.actions for step in broken(twice, 4, resume=False)] == [3, 1, 2]
    assert [step.actions for step in broken(twice, 4, resume=True)] == [3, 1, 1]


def test_what_is_over_cannot_be_broken() -> None:
    with pytest.raises(Refused, match="6 actions"):
        broken(BOW, 7, resume=True)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.data())
def test_going_on_costs_the_one_action_and_starting_over_what_was_lost(lengths: list[int], data: st.DataObject) -> None:
    steps = tuple(Step(str(number), length) for number, length in enumerate(lengths))
    at = data.draw(st.integers(1, sum(lengths)))
    kept, lost = (sum(step.actions for step in broken(steps, at, resume=resume)) for resume in (True, False))
    assert kept == sum(lengths) + 1
    assert lost == kept + running(steps, at)
