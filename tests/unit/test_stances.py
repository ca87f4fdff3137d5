"""Stances: the table cell by cell, changing, dice on position, and losing one."""

import pytest

from engine.games.burning_wheel.rules import stances
from engine.games.burning_wheel.rules.stances import Effect, House, Move, Stance, Step
from engine.refused import Refused

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
    "change-stance": ((0, 0, False), (0, 0, False)),
    "hesitation": ((0, 0, False), (0, 0, False)),
    "other": ((0, 0, False), (0, 0, False)),
}
AGGRESSIVE, DEFENSIVE, NEUTRAL = Stance.AGGRESSIVE, Stance.DEFENSIVE, Stance.NEUTRAL


@pytest.mark.parametrize("key", FGT_50)
def test_what_each_stance_does_to_each_action(key: str) -> None:
    aggressive, defensive = FGT_50[key]
    assert stances.effect(AGGRESSIVE, Move.of(key)) == Effect(*aggressive)
    assert stances.effect(DEFENSIVE, Move.of(key)) == Effect(*defensive)
    assert stances.effect(NEUTRAL, Move.of(key)) == Effect()


def test_the_table_leaves_out_positioning_alone() -> None:
    assert {move.value for move in Move} - set(FGT_50) == {"positioning"}
    assert Move.for_key("assess") is Move.OTHER
    assert Move.for_key("block") is Move.BLOCK


@pytest.mark.parametrize("stance", [AGGRESSIVE, DEFENSIVE])
def test_positioning_has_the_dice_only_where_they_are_set_aside(stance: Stance) -> None:
    assert stances.effect(stance, Move.POSITIONING) == Effect()
    assert stances.effect(stance, Move.POSITIONING, positioned=True) == Effect(dice=2)
    assert stances.effect(NEUTRAL, Move.POSITIONING, positioned=True) == Effect()


@pytest.mark.parametrize("key", FGT_50)
def test_dice_set_aside_for_position_are_gone_and_penalties_stay(key: str) -> None:
    for stance, (_, obstacle, barred) in zip((AGGRESSIVE, DEFENSIVE), FGT_50[key], strict=True):
        assert stances.effect(stance, Move.of(key), positioned=True) == Effect(0, obstacle, barred)


def test_a_charge_takes_stance_dice_only_in_a_house_of_its_own() -> None:
    assert stances.into_charge(AGGRESSIVE, True) == Effect()
    assert stances.into_charge(AGGRESSIVE, True, House(charge_dice=True)) == Effect(dice=2)
    assert stances.into_charge(AGGRESSIVE, False, House(charge_dice=True)) == Effect()
    assert stances.against_charge(AGGRESSIVE) == Effect()
    assert stances.against_charge(AGGRESSIVE, House(charge_defense=True)) == Effect(obstacle=2)
    assert stances.against_charge(DEFENSIVE, House(charge_defense=True)) == Effect()


def test_a_change_takes_hold_after_its_action_and_the_one_to_defensive_blocks() -> None:
    script = (
        Step(Move.STRIKE),
        Step(Move.CHANGE, to=AGGRESSIVE),
        Step(Move.STRIKE, 2),
        Step(Move.CHANGE, 3, DEFENSIVE),
    )
    first, change, second, last = stances.play(script)
    assert (first.stance, first.effect) == (NEUTRAL, Effect())
    assert (change.stance, change.after, change.blocks, change.effect) == (NEUTRAL, AGGRESSIVE, False, Effect())
    assert (second.stance, second.effect) == (AGGRESSIVE, Effect(dice=2))
    assert (last.stance, last.after, last.blocks, last.effect) == (AGGRESSIVE, DEFENSIVE, True, Effect())


@pytest.mark.parametrize("move", [Move.CHARGE, Move.TACKLE, Move.HESITATION])
def test_nobody_charges_or_hesitates_and_keeps_a_stance(move: Move) -> None:
    lost, then = stances.play((Step(move), Step(Move.STRIKE)), AGGRESSIVE)
    assert lost.after is NEUTRAL
    assert then.effect == Effect()


def test_a_feint_that_comes_to_nothing_ends_a_stance_unless_the_table_says_otherwise() -> None:
    step = Step(Move.BLOCK, feinted=True)
    assert stances.after(DEFENSIVE, step) is NEUTRAL
    assert stances.after(DEFENSIVE, step, House(feint_drops=False)) is DEFENSIVE
    feinted = Step(Move.CHANGE, to=DEFENSIVE, feinted=True)
    assert stances.after(AGGRESSIVE, feinted) is NEUTRAL


def test_dice_for_position_go_by_the_stance_at_the_top_of_the_volley() -> None:
    script = (Step(Move.BLOCK, 1), Step(Move.STRIKE, 1), Step(Move.STRIKE, 2))
    found = stances.play(script, AGGRESSIVE, [1])
    assert [one.effect for one in found] == [Effect(obstacle=2), Effect(), Effect(dice=2)]
    late = stances.play((Step(Move.CHANGE, 1, AGGRESSIVE), Step(Move.STRIKE, 1)), NEUTRAL, [1])
    assert late[1].effect == Effect(dice=2)


def test_a_change_says_to_what() -> None:
    with pytest.raises(Refused):
        Step(Move.CHANGE)
    with pytest.raises(Refused):
        Step(Move.STRIKE, to=AGGRESSIVE)
