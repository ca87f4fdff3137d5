"""Stances: the table cell by cell, changing, dice on position, and losing one."""

import pytest

from engine.games.burning_wheel.rules import stances
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.stances import Effect, House, Move, Reply, Stance, Step

FGT_50 = {
    # action: in Aggressive stance, in Defensive stance; dice, obstacle, barred
    "strike": ((2, 0, False), (0, 2, False)),
    "great-strike": ((2, 0, False), (0, 2, False)),
    "avoid": ((0, 0, True), (2, 0, False)),
    "block": ((0, 2, False), (2, 0, False)),
    "counterstrike": ((0, 2, False), (2, 0, False)),
    "beat-and-bind": ((0, 0, False), (0, 0, False)),
    "disarm": ((0, 0, False), (0, 0, False)),
    "feint": ((0, 0, False), (0, 0, False)),
    "lock": ((0, 0, False), (0, 0, False)),
    "push": ((0, 0, False), (0, 0, False)),
    "throw-opponent": ((0, 0, False), (0, 0, False)),
    "charge": ((0, 0, False), (0, 0, False)),
    "tackle": ((0, 0, False), (0, 0, False)),
    "defense-by-speed": ((0, 2, False), (0, 0, False)),
    "defense-by-power": ((0, 0, False), (0, 0, False)),
    "stance-defensive": ((0, 0, False), (0, 0, False)),
    "stand-and-drool": ((0, 0, False), (0, 0, False)),
    "assess": ((0, 0, False), (0, 0, False)),
}


def move(key: str) -> Move:
    return Reply.of(key) if key.startswith("defense-by") else Act.of(key)


AGGRESSIVE, DEFENSIVE, NEUTRAL = Stance.AGGRESSIVE, Stance.DEFENSIVE, Stance.NEUTRAL


@pytest.mark.parametrize("key", FGT_50)
def test_what_each_stance_does_to_each_action(key: str) -> None:
    aggressive, defensive = FGT_50[key]
    assert stances.effect(AGGRESSIVE, move(key)) == Effect(*aggressive)
    assert stances.effect(DEFENSIVE, move(key)) == Effect(*defensive)
    assert stances.effect(NEUTRAL, move(key)) == Effect()


def test_what_the_table_does_not_name_no_stance_touches() -> None:
    for act in set(Act) - {Act.of(key) for key in FGT_50 if not key.startswith("defense-by")}:
        assert {stances.effect(stance, act) for stance in Stance} == {Effect()}


@pytest.mark.parametrize("stance", [AGGRESSIVE, DEFENSIVE])
def test_positioning_has_the_dice_only_where_they_are_set_aside(stance: Stance) -> None:
    assert stances.effect(stance, Reply.POSITIONING) == Effect()
    assert stances.effect(stance, Reply.POSITIONING, positioned=True) == Effect(dice=2)
    assert stances.effect(NEUTRAL, Reply.POSITIONING, positioned=True) == Effect()


@pytest.mark.parametrize("key", FGT_50)
def test_dice_set_aside_for_position_are_gone_and_penalties_stay(key: str) -> None:
    for stance, (_, obstacle, barred) in zip((AGGRESSIVE, DEFENSIVE), FGT_50[key], strict=True):
        assert stances.effect(stance, move(key), positioned=True) == Effect(0, obstacle, barred)


def test_a_charge_takes_stance_dice_only_in_a_house_of_its_own() -> None:
    assert stances.into_charge(AGGRESSIVE, True) == Effect()
    assert stances.into_charge(AGGRESSIVE, True, House(charge_dice=True)) == Effect(dice=2)
    assert stances.into_charge(AGGRESSIVE, False, House(charge_dice=True)) == Effect()
    assert stances.against_charge(AGGRESSIVE) == Effect()
    assert stances.against_charge(AGGRESSIVE, House(charge_defense=True)) == Effect(obstacle=2)
    assert stances.against_charge(DEFENSIVE, House(charge_defense=True)) == Effect()


def test_a_change_takes_hold_after_its_action_and_the_one_to_defensive_blocks() -> None:
    script = (
        Step(Act.STRIKE),
        Step(Act.TO_AGGRESSIVE),
        Step(Act.STRIKE, 2),
        Step(Act.TO_DEFENSIVE, 3),
    )
    first, change, second, last = stances.play(script)
    assert (first.stance, first.effect) == (NEUTRAL, Effect())
    assert (change.stance, change.after, change.blocks, change.effect) == (NEUTRAL, AGGRESSIVE, False, Effect())
    assert (second.stance, second.effect) == (AGGRESSIVE, Effect(dice=2))
    assert (last.stance, last.after, last.blocks, last.effect) == (AGGRESSIVE, DEFENSIVE, True, Effect())


@pytest.mark.parametrize("act", [Act.CHARGE, Act.TACKLE, Act.DROOL, Act.RUN])
def test_nobody_charges_or_hesitates_and_keeps_a_stance(act: Act) -> None:
    lost, then = stances.play((Step(act), Step(Act.STRIKE)), AGGRESSIVE)
    assert lost.after is NEUTRAL
    assert then.effect == Effect()


def test_a_feint_that_comes_to_nothing_ends_a_stance_unless_the_table_says_otherwise() -> None:
    step = Step(Act.BLOCK, feinted=True)
    assert stances.after(DEFENSIVE, step) is NEUTRAL
    assert stances.after(DEFENSIVE, step, House(feint_drops=False)) is DEFENSIVE
    feinted = Step(Act.TO_DEFENSIVE, feinted=True)
    assert stances.after(AGGRESSIVE, feinted) is NEUTRAL


def test_dice_for_position_go_by_the_stance_at_the_top_of_the_volley() -> None:
    script = (Step(Act.BLOCK, 1), Step(Act.STRIKE, 1), Step(Act.STRIKE, 2))
    found = stances.play(script, AGGRESSIVE, [1])
    assert [one.effect for one in found] == [Effect(obstacle=2), Effect(), Effect(dice=2)]
    late = stances.play((Step(Act.TO_AGGRESSIVE, 1), Step(Act.STRIKE, 1)), NEUTRAL, [1])
    assert late[1].effect == Effect(dice=2)
