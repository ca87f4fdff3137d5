"""The optional rule in a fight played out: what is announced becomes an Avoid or a Block, and when (FGT-57)."""

from dataclasses import replace
from itertools import product

import pytest

from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_procedure import Fight, House, Part, Phase, Standing, begin
from engine.games.burning_wheel.rules.fight_script import Script
from engine.games.burning_wheel.rules.fight_state import Fighter
from engine.games.burning_wheel.rules.plan_changes import Change, Deed, Spot
from engine.games.burning_wheel.rules.plan_changes import House as Plans
from engine.games.burning_wheel.rules.stances import Stance
from engine.refused import Refused
from tests.unit.test_fight_procedure import thrown, volleys

PLAYS = House(plans=Plans(emergency=True))
FEINTS = volleys(("maintain", [Act.FEINT, Act.ASSESS]), ("maintain", [Act.FEINT]), ("maintain", [Act.STRIKE]))
STRIKES = volleys(("maintain", [Act.STRIKE, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
STILL = ((0, Part.POSITION, 4, 1), (1, Part.POSITION, 4, 1))


def scripted(house: House = PLAYS, mine: Script = FEINTS, state: Standing = Standing()) -> Fight:
    fight = begin(Fighter("Grim"), Fighter("Wenna"), house).set_at((Distance.OPTIMAL, Distance.OPTIMAL))
    fight = replace(fight, sides=(replace(fight.sides[0], state=replace(state)), fight.sides[1]))
    return fight.write(0, mine).write(1, STRIKES)


def played(fight: Fight, volley: int) -> Fight:
    """The fight with so many volleys behind it; no die succeeds."""
    for _ in range(volley):
        fight = fight.announce().position(lambda cast: 0)
        while fight.phase is Phase.ACT:
            fight = fight.act(lambda cast: 0)
    return fight


def test_an_announced_feint_becomes_a_block_and_a_later_action_pays_fgt_57() -> None:
    fight = scripted().announce().position(thrown(*STILL)).save(0, Spot(1, 1), Spot(3, 1), Act.BLOCK)
    assert [deed and deed.act for deed in (fight.doing(0), fight.doing(1))] == [Act.BLOCK, Act.STRIKE]
    fight = fight.act(thrown((1, Part.ATTACK, 4, 3), (0, Part.DEFENSE, 4, 3)))
    assert not fight.sides[0].state.hits
    fight = played(fight.act(lambda cast: 0), 1).announce()
    plan = fight.sides[0].state.plan
    assert plan
    assert plan.script.volleys[2].idle, "it was the only action of volley 3, and positioning went with it"


@pytest.mark.parametrize(
    ("volley", "phase", "in_first"), [*product((1, 2, 3), ("announced", "positioned"), (True, False))]
)
def test_the_windows_of_an_emergency_fgt_57(volley: int, phase: str, *, in_first: bool) -> None:
    """Twin of the windows: an announced action of volley 1 or 2 before it is played, of volley 1 if the table says."""
    fight = played(scripted(House(plans=Plans(emergency=True, in_first=in_first))), volley - 1)
    assert fight.may_save(0) == (), "nothing is announced yet"
    fight = fight.announce()
    if phase == "positioned":
        fight = fight.position(lambda cast: 0)
    open_now = volley == 2 or (volley == 1 and in_first)
    actions = {1: 2, 2: 1, 3: 1}[volley]
    assert fight.may_save(0) == (tuple(Spot(volley, one) for one in range(1, actions + 1)) if open_now else ())
    if not open_now:
        with pytest.raises(Refused):
            fight.save(0, Spot(volley, 1), Spot(3, 1), Act.AVOID)


@pytest.mark.parametrize(
    ("current", "lost", "act", "said"),
    [
        (Spot(1, 1), Spot(3, 1), Act.AVOID, "What may still be changed is volley 1, action 2"),
        (Spot(2, 1), Spot(3, 1), Act.AVOID, "the volley that is announced"),
        (Spot(1, 2), Spot(1, 1), Act.AVOID, "comes from a later volley"),
        (Spot(1, 2), Spot(3, 1), Act.STRIKE, "an Avoid or a Block"),
        (Spot(1, 2), Spot(3, 2), Act.AVOID, "no action there"),
    ],
)
def test_what_an_emergency_may_not_do_fgt_57(current: Spot, lost: Spot, act: Act, said: str) -> None:
    fight = scripted().announce().position(thrown(*STILL)).act(lambda cast: 0)
    with pytest.raises(Refused, match=said):
        fight.save(0, current, lost, act)


def test_a_table_that_does_not_play_it_changes_nothing_fgt_57() -> None:
    fight = scripted(House()).announce()
    assert fight.may_save(0) == ()
    with pytest.raises(Refused, match="does not play the optional rule"):
        fight.save(0, Spot(1, 1), Spot(2, 1), Act.BLOCK)
    with pytest.raises(Refused, match="nothing is announced now"):
        scripted().save(0, Spot(1, 1), Spot(2, 1), Act.BLOCK)


def test_hesitation_and_an_aggressive_stance_leave_no_avoid_fgt_57() -> None:
    lost = scripted(state=Standing(lost=1)).announce().position(lambda cast: 0)
    assert lost.may_save(0) == (Spot(1, 2),)
    fierce = scripted(state=Standing(stance=Stance.AGGRESSIVE)).announce()
    with pytest.raises(Refused, match="Aggressive stance there is no Avoid"):
        fierce.save(0, Spot(1, 1), Spot(2, 1), Act.AVOID)


def test_a_charge_that_is_run_is_no_longer_changed_fgt_57() -> None:
    charges = volleys(("close", [Act.CHARGE, Act.ASSESS]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    fight = scripted(mine=charges).announce()
    assert fight.may_save(0) == (Spot(1, 1), Spot(1, 2))
    stopped = fight.save(0, Spot(1, 1), Spot(3, 1), Act.AVOID).position(lambda cast: 0)
    assert not any(stopped.rushed)
    assert fight.position(lambda cast: 4 * (cast.side == 0)).may_save(0) == (Spot(1, 2),)
    assert fight.position(lambda cast: 0).may_save(0) == (), "it failed, and costs the next action"


def test_the_first_of_all_is_not_changed_fgt_57() -> None:
    fight = scripted().bid(0)
    fight = fight.strike_out(0, fight.may_strike(0)[0]).announce()
    assert fight.phase is Phase.FIRST
    assert fight.may_save(0) == ()
    assert fight.may_save(1) == (Spot(1, 1), Spot(1, 2))


@pytest.mark.parametrize("natural", [False, True])
def test_an_action_given_up_has_natural_defenses_where_a_table_says_so_fgt_54(*, natural: bool) -> None:
    fight = scripted(House(plans=Plans(emergency=True, natural=natural, keeps_position=True)))
    fight = fight.announce().save(0, Spot(1, 1), Spot(2, 1), Act.BLOCK)
    fight = fight.position(lambda cast: 0).act(lambda cast: 0).act(lambda cast: 0).announce().position(lambda cast: 0)
    strikes = volleys(("maintain", [Act.ASSESS]), ("maintain", [Act.LOCK]), ("maintain", [Act.STRIKE]))
    plan = fight.sides[1].state.plan
    assert plan
    locks = replace(plan, script=plan.script.changed(2, strikes.volleys[1]))
    fight = replace(
        fight, sides=(fight.sides[0], replace(fight.sides[1], state=replace(fight.sides[1].state, plan=locks)))
    ).placed((Distance.INSIDE, Distance.INSIDE))
    parts = [cast.part for cast, _ in fight.act(lambda cast: 1).thrown]
    assert (Part.NATURAL in parts) is natural


def test_a_change_of_plan_and_an_emergency_both_cost_fgt_57() -> None:
    fight = played(scripted(), 1)
    fight = fight.trade(0, Spot(2, 1), Spot(3, 1), Change(Deed(Act.AVOID))).announce()
    assert fight.may_save(0) == (), "what was given up is hesitation, and stays it"
