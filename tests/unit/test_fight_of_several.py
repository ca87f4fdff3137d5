"""The scripts of three fighters or more: unseen until they are announced, one GM for several, and several devices."""

import re
from typing import Any

import pytest

from engine import app, games
from engine.forms import Unusable
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_of_several import Scripter, Several
from engine.games.burning_wheel.rules.fight_script import Script, actions_left
from engine.games.burning_wheel.rules.plan_changes import Change, Deed, Spot
from engine.games.burning_wheel.rules.weapons import Speed
from engine.refused import Refused
from engine.session import Tape
from tests.unit.devices import Device

THREE = (Scripter("Wenna", 3, "one"), Scripter("Orm", 3, "two"), Scripter("Grim", 3, "two"))
PLAIN = Script.of("close", (Act.STRIKE,), (Act.BLOCK,), (Act.STRIKE,))
STRIKES = {"is": "write", "first": "Close, Strike, Block", "second": "Maintain, Strike", "third": "Maintain, Block"}
WAITS = {"is": "write", "first": "Maintain, Block, Assess", "second": "Maintain, Block", "third": "Maintain, Assess"}
SETUP = {
    "fighters": [
        {"name": "Hedda", "side": "one", "gm": False},
        {"name": "Orm", "side": "two"},
        {"name": "Grim", "side": "two"},
    ]
}


def stage_of(device: Device) -> str:
    """What the page shows of a fight, but for the form of what comes next."""
    return str(device.shown["html"]).partition('<form class="fl-move')[0]


def scripted(fight: Several) -> Several:
    for place in fight.choosing:
        fight = fight.script(place, PLAIN)
    return fight


def test_nothing_is_announced_before_everyone_has_scripted_fgt_07() -> None:
    fight = Several.of(THREE)
    for place in (0, 1, 2):
        with pytest.raises(Refused, match="has not scripted yet"):
            fight.announce()
        fight = fight.script(place, PLAIN)
    assert fight.announce().clock.is_out
    with pytest.raises(Refused, match="no script to write now"):
        fight.script(0, PLAIN)


def test_a_script_is_held_against_reflexes_and_weapon_fgt_07() -> None:
    for reflexes in range(6):
        fight = Several.of((Scripter("Wenna", reflexes, "one"), *THREE[1:]))
        if reflexes == 3:
            assert fight.script(0, PLAIN).plans[0]
        elif not reflexes:
            assert 0 not in fight.choosing, "without an action there is nothing to write"
        else:
            with pytest.raises(Refused):
                fight.script(0, PLAIN)
    slow = Several.of((Scripter("Wenna", 3, "one", speed=Speed.SLOW), *THREE[1:]))
    with pytest.raises(Refused, match="slow weapon"):
        slow.script(0, Script.of("close", (Act.STRIKE,), (Act.STRIKE,), (Act.BLOCK,)))


def test_each_two_foes_meet_once_and_friends_never_fgt_10() -> None:
    for sides in (("one", "two", "two"), ("one", "one", "two"), ("", "", ""), ("one", "", "")):
        fighters = tuple(Scripter(name, 3, side) for name, side in zip("ABC", sides, strict=True))
        met = scripted(Several.of(fighters)).announce().meetings
        pairs = ((0, 1), (0, 2), (1, 2))
        foes = [(one, other) for one, other in pairs if not sides[one] or sides[one] != sides[other]]
        assert list(met) == foes


def test_three_volleys_make_an_exchange_fgt_08() -> None:
    fight = scripted(Several.of(THREE))
    for volley in (1, 2, 3):
        assert (fight.exchange, fight.clock.volley) == (1, volley)
        fight = fight.announce().played()
    assert (fight.exchange, fight.clock.volley, fight.choosing) == (2, 1, (0, 1, 2))


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("announced", range(4))
def test_a_wound_takes_the_last_actions_and_never_one_that_was_had_fgt_05(dice: int, announced: int) -> None:
    fight = scripted(Several.of(THREE))
    for number in range(announced):
        fight = fight.announce() if number == announced - 1 else fight.announce().played()
    now, later = (fight.hurt(1, dice, at_once=at_once) for at_once in (True, False)) if dice else (fight, fight)
    left = actions_left(3, dice)
    assert now.fighters[1].actions == later.fighters[1].actions == left
    plan, kept = now.plans[1], later.plans[1]
    assert plan
    assert kept
    assert sum(plan.script.layout) == max(left, announced)
    assert kept.script == PLAIN


def test_plans_change_as_in_a_fight_of_two_fgt_54() -> None:
    fight = scripted(Several.of(THREE)).announce()
    change = Change(Deed(Act.AVOID))
    with pytest.raises(Refused, match="before volley 1"):
        fight.trade(0, Spot(3, 1), Spot(2, 1), change)
    fight = fight.played().trade(0, Spot(3, 1), Spot(2, 1), change).drool(1, Spot(3, 1))
    assert [deed.act for deed in fight.volley_of(0, 2).deeds] == [Act.AVOID]
    assert [deed.act for deed in fight.volley_of(0, 3).deeds] == [Act.DROOL]
    assert [deed.act for deed in fight.volley_of(1, 3).deeds] == [Act.DROOL]
    assert fight.volley_of(2) == PLAIN.volleys[1]


def test_who_is_out_scripts_no_more_and_has_no_foes() -> None:
    fight = scripted(Several.of(THREE)).announce().leave(1)
    assert fight.meetings == ((0, 2),)
    assert not fight.over
    assert fight.plan(1) is None
    assert fight.leave(0).over


def test_a_gm_writes_one_script_for_several_and_nobody_sees_it_fgt_07() -> None:
    gm = Device("fight-of-several", SETUP)
    gm.make("fighter 2", {**STRIKES, "third": "Maintain, Counterstrike"})
    gm.make("fighter 3", {"is": "same-as", "like": "Orm"})
    assert gm.shown["values"]["to-script"] == ["Hedda"]
    entry = app.entry("fight-of-several")
    tape = Tape(entry, SETUP, games.rulings_of(entry, {}))
    for at, step in enumerate(gm.shown["log"]["steps"]):
        tape.play(step, at)
    left = tape.public(2)
    assert left["steps"] == []
    assert "Counterstrike" not in str(left) + str(gm.shown["values"]) + stage_of(gm)
    gm.make("fighter 1", WAITS)
    gm.make("table", {"is": "announce"})
    volleys = gm.shown["values"]["volleys"]
    assert volleys == ["Maintain, Block, Assess", "Close, Strike, Block", "Close, Strike, Block"]


def test_three_scripts_under_seal_between_two_devices_fgt_07() -> None:
    """Both of the GM's go from one device, and nothing is opened before all three are sealed."""
    gm, player = Device("fight-of-several", SETUP), Device("fight-of-several", SETUP)
    gm.make("fighter 2", {**STRIKES, "nonce": "0f" * 16})
    (seal,) = gm.handed("fighter 2")
    player.make("fighter 2", seal)
    gm.make("fighter 3", {"is": "same-as", "like": "Orm", "nonce": "2b" * 16})
    (seal,) = gm.handed("fighter 3")
    player.make("fighter 3", seal)
    player.make("fighter 1", {**WAITS, "nonce": "1a" * 16})
    seal, opens = player.handed("fighter 1")
    gm.make("fighter 1", seal)
    gm.make("fighter 1", opens)
    for side in ("fighter 2", "fighter 3"):
        player.make(side, gm.handed(side)[1])
    for device in (gm, player):
        device.make("table", {"is": "announce"})
    assert gm.shown["values"] == player.shown["values"]
    assert gm.shown["values"]["volleys"][2] == "Close, Strike, Block"


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"fighters": [{"name": "Hedda"}]}, "This is for 2 to 8 fighters; here are 1."),
    (
        {"fighters": [{"name": "Hedda", "side": "one"}] * 2},
        "Everyone needs a name of their own; “Hedda” is there twice.",
    ),
    ({"fighters": [{"name": "A"}, {"name": " "}]}, "Everyone needs a name: by it a script is told from another."),
    ({"fighters": [{"name": "A"}, {"name": "B"}]}, "All are on one side; put someone on the other."),
)


@pytest.mark.parametrize(("setup", "said"), WRONG)
def test_a_fight_that_cannot_begin_says_why(setup: dict[str, Any], said: str) -> None:
    with pytest.raises(Unusable, match=re.escape(said)):
        app.run("fight-of-several", setup, {})


@pytest.mark.parametrize(
    ("side", "move", "said"),
    [
        ("fighter 1", {**STRIKES, "first": "Close, Strik"}, "“strik” is no action; “strike” is one."),
        ("fighter 1", {**STRIKES, "first": "Close, Strike"}, "You have 4\N{NO-BREAK SPACE}actions; this script has 3."),
        ("table", {"is": "hurt", "hurt": "Nobody", "dice": 1}, "Nobody"),
        ("fighter 1", {"is": "same-as", "like": "Orm"}, "same-as"),
    ],
)
def test_a_wrong_move_says_why(side: str, move: dict[str, Any], said: str) -> None:
    assert said in Device("fight-of-several", SETUP).refused(side, move)
