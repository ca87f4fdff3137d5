"""Bids in a fight played out: what is struck out for them, and the action that comes before all others."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from engine.games.burning_wheel.dice import roll
from engine.games.burning_wheel.rules import fight_bids
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Fight,
    Fighter,
    House,
    Part,
    Phase,
    Side,
    Standing,
    bot_script,
)
from engine.games.burning_wheel.rules.fight_script import Deed, Script, State, check
from engine.games.burning_wheel.rules.plan_changes import Plan, Spot, spots
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused
from tests.unit.test_fight_procedure import any_script, standing, thrown, volleys

STRIKES = volleys(("maintain", [Act.STRIKE, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
BLOCKS = volleys(("maintain", [Act.BLOCK, Act.STRIKE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
CHARGES = volleys(("close", [Act.CHARGE, Act.STRIKE]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
AVOIDS = volleys(("maintain", [Act.AVOID, Act.BLOCK]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
SECOND = Spot(1, 2)


def led(mine: Script, theirs: Script, one: Standing = Standing(), other: Standing = Standing()) -> Fight:
    """An announced volley in which side 0 has bid its second action."""
    return standing(one, other, mine, theirs).bid(0).strike_out(0, SECOND).announce()


def test_a_first_strike_meets_no_scripted_block_and_comes_once_fgt_60() -> None:
    fight = led(STRIKES, BLOCKS)
    assert (fight.phase, fight.bids.first) == (Phase.FIRST, 0)
    assert [deed and deed.act for deed in (fight.doing(0), fight.doing(1))] == [Act.STRIKE, None]
    fight = fight.act(thrown((0, Part.ATTACK, 4, 2)))
    assert fight.sides[1].state.hits
    assert fight.phase is Phase.POSITION
    fight = replace(fight, sides=(fight.sides[0], replace(fight.sides[1], state=Standing(plan=_plan(fight, 1)))))
    fight = fight.position(thrown((0, Part.POSITION, 4, 1), (1, Part.POSITION, 4, 1)))
    assert [deed and deed.act for deed in (fight.doing(0), fight.doing(1))] == [None, Act.BLOCK]
    fight = fight.act(thrown())
    assert [deed and deed.act for deed in (fight.doing(0), fight.doing(1))] == [None, Act.STRIKE]


def _plan(fight: Fight, place: int) -> Plan:
    plan = fight.sides[place].state.plan
    assert plan
    return plan


def test_what_it_does_counts_before_positioning_fgt_60() -> None:
    """A Midi wound, and Steel without a success: six actions lost, so that side 1 has no dice for position."""
    fight = led(STRIKES, BLOCKS).act(thrown((0, Part.ATTACK, 4, 4), (1, Part.STEEL, 3, 0)))
    assert (fight.sides[1].state.levels, fight.sides[1].state.lost) == ((Level.MIDI,), 6)
    fight = fight.position(thrown((0, Part.POSITION, 5, 1)))
    assert fight.phase is Phase.ACT


def test_nature_still_defends_fgt_60() -> None:
    locks = volleys(("maintain", [Act.LOCK, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.BLOCK]))
    near = Standing(at=Distance.INSIDE)
    fight = led(locks, AVOIDS, near, near).act(thrown((0, Part.ATTACK, 4, 3), (1, Part.NATURAL, 4, 1)))
    assert fight.sides[1].state.lock == 2


def test_a_first_feint_is_wasted_fgt_60() -> None:
    feints = volleys(("maintain", [Act.FEINT, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.BLOCK]))
    assert "wasted" in led(feints, BLOCKS).act(thrown()).came[0].words


def test_before_positioning_nobody_has_moved_fgt_58() -> None:
    """Who Closes pays +2 Ob for it, but not with an action that comes before."""
    closes = volleys(("close", [Act.STRIKE, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
    before = replace(led(closes, BLOCKS), moved=(Positioning.CLOSE, Positioning.STAND))
    hit = before.act(thrown((0, Part.ATTACK, 4, 1)))
    assert hit.sides[1].state.hits
    assert hit.moved == before.moved
    late = before.wait().position(thrown((0, Part.POSITION, 4, 1), (1, Part.POSITION, 4, 1)))
    assert late.phase is Phase.FIRST
    missed = late.act(thrown((0, Part.ATTACK, 4, 1)))
    assert not missed.sides[1].state.hits
    assert (missed.phase, missed.doing(0)) == (Phase.ACT, None)


def test_who_waits_acts_at_the_new_distance_and_waits_no_more_fgt_58() -> None:
    closes = volleys(("close", [Act.STRIKE, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
    far = Standing(at=Distance.LUNGING)
    fight = led(closes, BLOCKS, far, far).wait()
    fight = fight.position(thrown((0, Part.POSITION, 4, 2), (1, Part.POSITION, 4, 1)))
    assert (fight.phase, fight.places) == (Phase.FIRST, (Distance.OPTIMAL, Distance.OPTIMAL))
    with pytest.raises(Refused, match="comes now"):
        fight.wait()


def test_who_loses_the_action_loses_the_lead_fgt_61() -> None:
    """Side 1 Charges while side 0 waits: a floored side 0 still acts first, one that hesitates does not."""
    fight = led(STRIKES, CHARGES).wait()
    hit = fight.position(thrown((0, Part.POSITION, 4, 0), (1, Part.POSITION, 5, 4)))
    assert (hit.sides[0].state.posture, hit.phase) == (Posture.GROUND, Phase.FIRST)
    shaken = fight.hesitate(0, 1).position(thrown((1, Part.POSITION, 5, 4)))
    assert shaken.phase is Phase.ACT
    doing = shaken.doing(0)
    assert doing == Deed(Act.DROOL)
    assert led(STRIKES, BLOCKS, Standing(lost=2)).phase is Phase.POSITION


def test_a_first_charge_is_the_positioning_test_and_no_avoid_meets_it_fgt_60() -> None:
    fight = led(CHARGES, AVOIDS)
    assert fight.phase is Phase.POSITION
    fight = fight.position(thrown((0, Part.POSITION, 5, 3), (1, Part.POSITION, 4, 2)))
    assert fight.sides[1].state.unsteady
    both = led(CHARGES, CHARGES).position(thrown((0, Part.POSITION, 5, 2), (1, Part.POSITION, 4, 2)))
    assert [side.state.lost for side in both.sides] == [1, 0], "the second Charge is no Charge any more"


def test_equal_bids_cancel_and_both_pay_fgt_59() -> None:
    fight = standing(Standing(), Standing(), STRIKES, BLOCKS).bid(0).bid(1)
    fight = fight.strike_out(0, SECOND).strike_out(1, Spot(1, 1)).announce()
    assert (fight.phase, fight.bids.first) == (Phase.POSITION, None)
    assert [side.state.plan.script.layout for side in fight.sides if side.state.plan] == [(1, 1, 1)] * 2
    raised = standing(Standing(), Standing(), STRIKES, BLOCKS).bid(0).bid(1).bid(1, 2)
    assert [raised.bids.owes(place) for place in (0, 1)] == [1, 3]


@pytest.mark.parametrize(("every", "slots"), [(False, (1, 1, 1)), (True, (2, 1, 1))])
def test_an_emptied_volley_is_spent_hesitating_fgt_58(slots: tuple[int, ...], *, every: bool) -> None:
    fight = replace(standing(Standing(), Standing(), STRIKES, BLOCKS), house=House(every_bid=every))
    fight = fight.bid(0, 2).strike_out(0, SECOND).strike_out(0, Spot(3, 1)).announce()
    script = _plan(fight, 0).script
    assert script.layout == slots
    assert [volley.idle for volley in script.volleys] == [False, False, True]


@pytest.mark.parametrize("actions", range(2, 7))
@pytest.mark.parametrize("leads", [True, False])
def test_each_action_that_may_be_struck_out_leads_to_a_lawful_script_fgt_58(actions: int, *, leads: bool) -> None:
    """Told apart by their places, the scripts that are left are tried one by one."""
    script = bot_script(actions, {1: [Act.STRIKE, Act.BLOCK], 2: [Act.SET, Act.GREAT_STRIKE], 3: [Act.BLOCK]})
    for owed in range(1, actions):
        good = set()
        for away in combinations(spots(script), owed):
            rows = [
                [slot[0].act for number, slot in enumerate(volley.slots, 1) if Spot(at, number) not in away]
                for at, volley in enumerate(script.volleys, 1)
            ]
            if check(Script.of("maintain", *rows), State(actions - owed)).lawful and (rows[0] or not leads):
                good |= set(away)
        assert set(fight_bids.may_strike(script, (), owed, State(actions), leads=leads)) == good
        assert good or leads or actions > 2


def test_what_may_not_be_bid_is_refused_fgt_58() -> None:
    fight = standing(Standing(), Standing(), STRIKES, BLOCKS)
    with pytest.raises(Refused, match=r"3.actions at most"):
        fight.bid(0, 4)
    with pytest.raises(Refused, match="no bid to be paid"):
        fight.strike_out(0, SECOND)
    bid = fight.bid(0)
    with pytest.raises(Refused, match=r"1.action more"):
        bid.announce()
    with pytest.raises(Refused, match="not volley 3, action 1"):
        bid.strike_out(0, Spot(3, 1))
    later = bid.strike_out(0, SECOND).announce()
    with pytest.raises(Refused, match="does not come now"):
        later.bid(1)
    assert not later.may_bid(1)


@pytest.mark.parametrize("seed", range(20))
def test_bots_that_bid_come_to_an_end_of_the_exchange(seed: int) -> None:
    chance = Random(seed)

    def throw(cast: Cast) -> int:
        return roll(cast.pool, chance).count.successes

    sides = Side(Fighter("Wenna")), Side(Fighter("Grim", reflexes=5))
    fight = Fight(sides, phase=Phase.SCRIPT)
    fight = fight.write(0, any_script(fight.sides[0], chance)).write(1, any_script(fight.sides[1], chance))
    for _ in range(chance.randrange(5)):
        place = chance.randrange(2)
        if fight.may_bid(place):
            fight = fight.bid(place)
    for place in (0, 1):
        while found := fight.may_strike(place):
            fight = fight.strike_out(place, chance.choice(found))
        assert not fight.bids.owes(place)
    assert not fight.bids.auction or [
        side.actions - sum(_plan(fight, at).script.layout) for at, side in enumerate(fight.sides)
    ] == [0, 0], "nothing leaves a script before it is announced"
    for _ in range(40):
        if fight.phase is Phase.ANNOUNCE:
            fight = fight.announce()
        elif fight.phase is Phase.FIRST:
            fight = fight.wait() if not fight.bids.late and chance.random() < 0.5 else fight.act(throw)
        elif fight.phase is Phase.POSITION:
            fight = fight.position(throw)
        elif fight.phase is Phase.ACT:
            fight = fight.act(throw)
        else:
            break
    assert fight.phase in (Phase.SCRIPT, Phase.OVER)
    assert fight.phase is Phase.OVER or fight.bids == fight_bids.Bidding()
