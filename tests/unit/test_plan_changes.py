"""Changing a script: every window of the table, what goes with an action, the optional rule; bids."""

import pytest

from engine.games.burning_wheel.rules import bids
from engine.games.burning_wheel.rules.bids import Auction, holder, layouts_after, lightning, most_bid, open_auction
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_matrix import Meets
from engine.games.burning_wheel.rules.fight_script import Deed, Script, Volley
from engine.games.burning_wheel.rules.plan_changes import MOMENTS, Change, Clock, House, Plan, Spot
from engine.refused import Refused

TWO_EACH = Script.of("close", [Act.STRIKE, Act.BLOCK], [Act.AVOID, Act.PUSH], [Act.LOCK, Act.STRIKE])
ONE_EACH = Script.of("close", [Act.STRIKE], [Act.AVOID], [Act.LOCK])
AVOID = Change(Deed(Act.AVOID))


def at(clock: Clock, script: Script = TWO_EACH, house: House = House()) -> Plan:
    return Plan(script, clock, house)


def spots(plan: Plan) -> set[tuple[int, int]]:
    return {(spot.volley, spot.action) for spot in plan.may_lose}


V2, V3 = {(2, 1), (2, 2)}, {(3, 1), (3, 2)}


@pytest.mark.parametrize(
    ("clock", "open_spots"),
    [
        (Clock(1), set()),
        (Clock(1, is_out=True), set()),
        (Clock(2), V2 | V3),
        (Clock(2, is_out=True), V3),
        (Clock(3), V3),
        (Clock(3, is_out=True), set()),
    ],
)
def test_the_windows_of_the_table(clock: Clock, open_spots: set[tuple[int, int]]) -> None:
    plan = at(clock)
    assert spots(plan) == open_spots
    for spot in plan.may_lose:
        assert set(plan.may_change(spot)) == set(plan.may_lose) - {spot}


def test_one_action_left_is_stuck() -> None:
    assert spots(at(Clock(2), ONE_EACH)) == {(2, 1), (3, 1)}
    assert spots(at(Clock(3), ONE_EACH)) == set()
    assert spots(at(Clock(2, is_out=True), ONE_EACH)) == set()


def test_the_clock_goes_through_all_moments() -> None:
    plan, seen = Plan(TWO_EACH), []
    for _ in range(3):
        seen.append(plan.clock)
        plan = plan.announce()
        seen.append(plan.clock)
        if plan.clock.volley < 3:
            plan = plan.played()
    assert tuple(seen) == MOMENTS
    with pytest.raises(Refused, match="exchange is over"):
        plan.played()
    with pytest.raises(Refused, match="before it is played"):
        Plan(TWO_EACH).played()


def test_joost_drops_a_spell_and_withdraws() -> None:
    script = Script.of("maintain", [Act.STRIKE], [Act.AVOID, Act.INCANT], [Act.STRIKE])
    plan = at(Clock(2), script).trade(Spot(2, 2), Spot(2, 1), Change(Deed(Act.AVOID), Positioning.WITHDRAW))
    second = plan.script.volleys[1]
    assert [deed.act for deed in second.deeds] == [Act.AVOID, Act.DROOL]
    assert second.positioning is Positioning.WITHDRAW
    assert not plan.natural(Spot(2, 2))
    assert plan.natural(Spot(2, 1))


def test_the_spider_drops_a_lock_and_changes_the_first_of_the_third() -> None:
    script = Script(
        (
            Volley.of("close", Act.AVOID),
            Volley.of("maintain", Act.COUNTERSTRIKE, Act.LOCK),
            Volley.of("close", Act.STRIKE, Act.LOCK),
        )
    )
    plan = at(Clock(3), script).trade(Spot(3, 2), Spot(3, 1), Change(Deed(Act.AVOID), Positioning.WITHDRAW))
    third = plan.script.volleys[2]
    assert [deed.act for deed in third.deeds] == [Act.AVOID, Act.DROOL]
    assert third.positioning is Positioning.WITHDRAW
    assert plan.lost == (Spot(3, 2),)


def test_what_goes_with_an_action_goes() -> None:
    talking = TWO_EACH.changed(2, Volley(Positioning.CLOSE, TWO_EACH.volleys[1].slots, "To me!", sings=True))
    plan = at(Clock(2), talking).trade(Spot(2, 2), Spot(3, 1), AVOID)
    second = plan.script.volleys[1]
    assert (second.positioning, second.says, second.sings) == (Positioning.STAND, "", False)
    assert plan.script.volleys[2].positioning is Positioning.CLOSE
    kept = at(Clock(2), talking, House(keeps_position=True)).trade(Spot(2, 2), Spot(3, 1), AVOID).script.volleys[1]
    assert (kept.positioning, kept.says) == (Positioning.CLOSE, "")
    whole = at(Clock(2), ONE_EACH, House(keeps_position=True)).trade(Spot(2, 1), Spot(3, 1), AVOID)
    assert whole.script.volleys[1].idle


def test_in_one_volley_positioning_is_lost_and_regained() -> None:
    plan = at(Clock(2)).trade(Spot(2, 2), Spot(2, 1), AVOID)
    assert plan.script.volleys[1].positioning is Positioning.CLOSE


def test_a_trade_repeats_as_long_as_actions_last() -> None:
    plan = at(Clock(2)).trade(Spot(3, 2), Spot(2, 1), AVOID).trade(Spot(3, 1), Spot(2, 2), AVOID)
    assert spots(plan) == {(2, 1), (2, 2)}
    assert spots(plan.trade(Spot(2, 2), Spot(2, 1), AVOID)) == set()


@pytest.mark.parametrize(
    ("clock", "lost", "changed", "sentence"),
    [
        (Clock(1), Spot(3, 1), Spot(2, 1), "before volley 1 has been played"),
        (Clock(1, is_out=True), Spot(3, 1), Spot(2, 1), "before volley 1 has been played"),
        (Clock(2), Spot(1, 1), Spot(2, 1), "Volley 1 has been played; nothing of it can be given up"),
        (Clock(2, is_out=True), Spot(3, 1), Spot(2, 1), "Volley 2 is announced; nothing of it can be changed"),
        (Clock(2), Spot(3, 1), Spot(3, 1), "the same one twice"),
        (Clock(2), Spot(3, 3), Spot(3, 1), "no action there: volley 3, action 3"),
    ],
)
def test_what_is_too_late_is_refused(clock: Clock, lost: Spot, changed: Spot, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        at(clock).trade(lost, changed, AVOID)


def test_hesitating_pays_for_nothing() -> None:
    plan = at(Clock(2)).drool(Spot(3, 2))
    with pytest.raises(Refused, match="you hesitate already"):
        plan.trade(Spot(3, 2), Spot(3, 1), AVOID)


def test_of_ones_own_will_positioning_stays_with_another_action() -> None:
    plan = at(Clock(2)).drool(Spot(2, 2))
    assert plan.script.volleys[1].positioning is Positioning.CLOSE
    assert plan.lost == ()
    alone = at(Clock(2), ONE_EACH).drool(Spot(2, 1))
    assert alone.script.volleys[1] == Volley(Positioning.MAINTAIN, ((Deed(Act.DROOL),),))
    with pytest.raises(Refused, match="Volley 2 is announced"):
        at(Clock(2, is_out=True)).drool(Spot(2, 1))


def test_the_optional_rule() -> None:
    plays = House(emergency=True)
    plan = at(Clock(2, is_out=True), house=plays).emergency(Spot(2, 1), Spot(3, 2), Act.BLOCK)
    assert plan.script.volleys[1].deeds[0].act is Act.BLOCK
    assert plan.script.volleys[2].deeds[1].act is Act.DROOL
    first = at(Clock(1, is_out=True), house=plays).emergency(Spot(1, 1), Spot(3, 2), Act.AVOID)
    assert first.script.volleys[0].deeds[0].act is Act.AVOID


@pytest.mark.parametrize(
    ("clock", "house", "current", "lost", "act", "sentence"),
    [
        (Clock(2, is_out=True), House(), Spot(2, 1), Spot(3, 1), Act.BLOCK, "does not play"),
        (Clock(2, is_out=True), House(emergency=True), Spot(2, 1), Spot(3, 1), Act.STRIKE, "not Strike"),
        (Clock(2), House(emergency=True), Spot(2, 1), Spot(3, 1), Act.BLOCK, "volley that is announced"),
        (Clock(2, is_out=True), House(emergency=True), Spot(2, 1), Spot(2, 2), Act.BLOCK, "later volley"),
        (Clock(3, is_out=True), House(emergency=True), Spot(3, 1), Spot(3, 2), Act.BLOCK, "after volley 3"),
        (Clock(1, is_out=True), House(emergency=True, in_first=False), Spot(1, 1), Spot(3, 1), Act.BLOCK, "volley 1"),
    ],
)
def test_what_the_optional_rule_does_not_do(
    clock: Clock, house: House, current: Spot, lost: Spot, act: Act, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        at(clock, house=house).emergency(current, lost, act)


def test_natural_defenses_stay_where_the_table_says_so() -> None:
    kept = at(Clock(2), house=House(natural=True)).trade(Spot(2, 2), Spot(2, 1), AVOID)
    assert kept.natural(Spot(2, 2))
    assert not at(Clock(2), house=House(natural=True)).drool(Spot(2, 2)).natural(Spot(2, 2))


def auction() -> Auction:
    return open_auction(("Wenna", 5), ("Grim", 4))


def test_the_auction_of_the_book_goes_up() -> None:
    two = auction().bid(0, 2).bid(1, 2)
    assert (two.holder, two.actions) == (None, (3, 2))
    three = two.bid(0)
    assert (three.holder, three.actions) == (0, (2, 2))
    again = three.bid(1)
    assert (again.holder, again.actions) == (None, (2, 1))
    with pytest.raises(Refused, match="Grim may bid 3\xa0actions at most; this comes to 4"):
        again.bid(1)
    four = again.bid(0)
    assert (four.holder, four.actions) == (0, (1, 1))
    assert four.over
    with pytest.raises(Refused, match="Wenna may bid 4"):
        four.bid(0)


def test_whoever_left_may_answer_a_new_bid() -> None:
    left = auction().bid(0).leave(1)
    assert left.bidders[1].out
    assert not left.bid(0).bidders[1].out
    assert left.leave(0).over


def test_one_bid_of_four_actions() -> None:
    won = auction().bid(1)
    assert won.actions == (5, 3)
    assert won.holder == 1
    assert most_bid(4) == 3
    assert layouts_after(3) == ((1, 1, 1),)
    assert list(auction().may(1)) == [1, 2, 3]


def test_a_tie_of_the_highest_is_nobodys() -> None:
    assert holder((2, 2, 1)) is None
    assert holder((0, 0)) is None
    assert holder((1, 2, 1)) == 1


def test_bids_that_are_none() -> None:
    with pytest.raises(Refused, match="one action or more"):
        auction().bid(0, 0)
    with pytest.raises(Refused, match="two sides"):
        open_auction(("Wenna", 5))


def test_what_bidding_leaves_hesitating() -> None:
    assert bids.hesitating((2, 1, 1), (1, 0, 0)) == ((2, 1), (3, 1))
    assert bids.hesitating((2, 1, 1), (1, 0, 0), every_slot=True) == ((1, 2), (2, 1), (3, 1))
    assert bids.hesitating((2, 1, 1), (1, 1, 1)) == ()


def test_a_lightning_action_meets_no_maneuver() -> None:
    assert lightning(Act.STRIKE).meets == (Meets.UNOPPOSED,)
    assert lightning(Act.LOCK).natural
    assert not lightning(Act.LOCK, hesitates=True).natural
    assert lightning(Act.CHARGE).charges
