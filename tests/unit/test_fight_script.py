"""Scripts of Fight!: each law broken once, layouts, who meets whom, and what is said in passing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import exchange
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import (
    TASKS,
    Deed,
    House,
    Law,
    Script,
    State,
    Volley,
    actions_left,
    check,
    empty_volleys,
    meetings,
    struck_from_the_end,
    syllables,
)
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapon_speed import Reading, With
from engine.games.burning_wheel.rules.weapons import Speed

FGT_06 = {
    1: ["1--", "-1-", "--1"],
    2: ["11-", "1-1", "-11"],
    3: ["111"],
    4: ["211", "121", "112"],
    5: ["221", "212", "122"],
    6: ["222"],
    7: ["322", "232", "223"],
    8: ["332", "323", "233"],
    9: ["333"],
}
SLOW, FAST, UNWIELDY = ({With.MAIN: speed} for speed in (Speed.SLOW, Speed.FAST, Speed.UNWIELDY))
KNIGHT = Script.of("maintain", [Act.STRIKE], [Act.AVOID, Act.PUSH], [Act.STRIKE])
ORC = Script.of("maintain", [Act.AVOID], [Act.STRIKE, Act.PUSH], [Act.STRIKE])


def written(*volleys: tuple[str, list[Act]]) -> Script:
    first, second, third = (Volley.of(positioning, *acts) for positioning, acts in volleys)
    return Script((first, second, third))


def laws(script: Script, state: State | None = None, house: House = House()) -> list[tuple[str, int, int]]:
    state = state or State(sum(script.layout))
    return [(fault.law.value, fault.volley, fault.action) for fault in check(script, state, house).faults]


@pytest.mark.parametrize(("actions", "printed"), FGT_06.items())
def test_the_table_of_layouts(actions: int, printed: list[str]) -> None:
    found = ["".join(str(count or "-") for count in layout) for layout in exchange.layouts(actions)]
    assert found == printed


@given(st.integers(0, 30))
def test_a_layout_never_gets_ahead(actions: int) -> None:
    for layout in exchange.layouts(actions):
        assert sum(layout) == actions
        assert max(layout) - min(layout) <= 1


def test_wounds_and_bids_take_actions() -> None:
    assert [actions_left(4), actions_left(4, 1), actions_left(4, 0, 1), actions_left(4, 2, 1)] == [4, 3, 3, 1]
    assert actions_left(2, 3) == 0
    assert empty_volleys((1, 0, 0)) == (2, 3)
    assert struck_from_the_end((2, 2, 1), 2) == (2, 1, 0)
    assert struck_from_the_end((2, 2, 1), 4, 3) == (2, 1, 0)


def test_the_knight_and_the_orc() -> None:
    assert check(KNIGHT, State(4)).lawful
    assert check(ORC, State(4)).lawful


def test_1_layout() -> None:
    assert laws(KNIGHT, State(5)) == [("layout", 0, 0)]
    uneven = Script.of("maintain", [Act.STRIKE], [Act.AVOID, Act.PUSH, Act.BLOCK], [])
    assert laws(uneven) == [("layout", 0, 0)]
    assert "lie 2/1/1, 1/2/1 or 1/1/2; this script has 1/3/0" in check(uneven, State(4)).faults[0].words


def test_2_charge() -> None:
    good = written(("close", [Act.CHARGE]), ("maintain", [Act.STRIKE]), ("close", [Act.TACKLE]))
    assert laws(good) == []
    late = written(("close", [Act.STRIKE, Act.CHARGE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
    assert laws(late) == [("charge", 1, 2)]
    still = written(("maintain", [Act.CHARGE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
    assert laws(still) == [("charge", 1, 1)]
    twice = written(("close", [Act.CHARGE, Act.TACKLE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
    assert laws(twice) == [("charge", 1, 0), ("charge", 1, 2)]


def test_3_great_strike() -> None:
    good = Script.of("maintain", [Act.SET, Act.GREAT_STRIKE], [Act.BLOCK], [Act.SET])
    assert laws(good) == []
    across = Script.of("maintain", [Act.SET], [Act.GREAT_STRIKE], [Act.BLOCK])
    assert laws(across) == []
    assert laws(Script.of("maintain", [Act.BLOCK], [Act.GREAT_STRIKE], [Act.BLOCK])) == [("great-strike", 2, 1)]
    between = Script.of("maintain", [Act.SET], [Act.BLOCK], [Act.GREAT_STRIKE])
    assert laws(between) == [("great-strike", 3, 1)]
    assert laws(across, State(3, speeds=UNWIELDY)) == [("great-strike", 2, 1)]
    both = Script.of("maintain", [Act.SET], [Act.SET], [Act.GREAT_STRIKE])
    assert laws(both, State(3, speeds=UNWIELDY)) == []


def test_3_a_set_of_the_last_exchange() -> None:
    first = Script.of("maintain", [Act.GREAT_STRIKE], [Act.BLOCK], [Act.BLOCK])
    assert laws(first, State(3, sets=1)) == []
    assert laws(first, State(3, sets=1), House(sets_carry=False)) == [("great-strike", 1, 1)]


def test_4_unwieldy() -> None:
    plain = Script.of("maintain", [Act.STRIKE], [Act.SET], [Act.STRIKE])
    assert laws(plain, State(3, speeds=UNWIELDY)) == [("unwieldy", 1, 1)]
    assert laws(plain, State(3, speeds=FAST)) == []


def test_5_slow() -> None:
    twice = Script.of("maintain", [Act.STRIKE], [Act.STRIKE], [Act.BLOCK])
    assert laws(twice, State(3, speeds=SLOW)) == [("slow", 2, 1)]
    assert laws(twice, State(3, speeds=FAST)) == []
    between = Script.of("maintain", [Act.STRIKE], [Act.BLOCK], [Act.STRIKE])
    assert laws(between, State(3, speeds=SLOW)) == []
    hilt = Script((Volley.of("maintain", Act.STRIKE), Volley.of("maintain"), Volley.of("maintain", Act.STRIKE)))
    hilt = hilt.changed(2, Volley(Positioning.MAINTAIN, ((Deed(Act.STRIKE, With.HILT),),)))
    assert laws(hilt, State(3, speeds=SLOW)) == []


def test_5_over_the_end_of_an_exchange() -> None:
    first = Script.of("maintain", [Act.STRIKE], [Act.BLOCK], [Act.STRIKE])
    assert laws(first, State(3, struck=True)) == []
    assert laws(first, State(3, struck=True), House(Reading(across=True))) == [("slow", 1, 1)]


def test_6_avoid() -> None:
    script = Script.of("maintain", [Act.AVOID], [Act.BLOCK], [Act.STRIKE])
    assert laws(script, State(3, stance=Stance.AGGRESSIVE)) == [("avoid", 1, 1)]
    turned = Script.of("maintain", [Act.TO_AGGRESSIVE], [Act.AVOID], [Act.STRIKE])
    assert laws(turned) == [("avoid", 2, 1)]
    back = Script.of("maintain", [Act.TO_NEUTRAL], [Act.AVOID], [Act.STRIKE])
    assert laws(back, State(3, stance=Stance.AGGRESSIVE)) == []


def test_7_casting() -> None:
    script = written(("withdraw", [Act.INCANT]), ("maintain", [Act.INCANT]), ("close", [Act.STRIKE]))
    assert laws(script) == [("casting", 1, 0)]


def test_8_length_is_lost_and_nothing_is_unlawful() -> None:
    checked = check(KNIGHT, State(4, length=True))
    assert checked.lawful
    assert [(remark.law, remark.volley) for remark in checked.remarks] == [(Law.LENGTH, 2)]
    idle = Script.of("maintain", [Act.STRIKE], [Act.AVOID], [Act.ASSESS])
    found = check(idle, State(3, length=True))
    assert found.lawful
    assert [(remark.law, remark.volley) for remark in found.remarks] == [(Law.LENGTH, 2), (Law.LENGTH, 3)]
    both = ((Deed(Act.BLOCK),), (Deed(Act.STRIKE, With.OFF),))
    mixed = Script.of("maintain", [Act.BLOCK], [Act.STRIKE], [Act.BLOCK]).changed(1, Volley(slots=both))
    assert [one.volley for one in check(mixed, State(4, length=True)).remarks] == [1]
    assert not check(mixed, State(4, length=True), House(loose=True)).remarks


def test_9_locked() -> None:
    script = written(("withdraw", [Act.ESCAPE]), ("maintain", [Act.STRIKE]), ("close", [Act.BLOCK]))
    assert laws(script, State(3, locked=True)) == [("locked", 1, 0)]


def test_10_waiting() -> None:
    script = Script.of("maintain", [Act.NOTHING], [Act.STRIKE], [Act.NOTHING])
    assert laws(script, State(3, waiting=2)) == [("waiting", 2, 1)]
    assert laws(script, State(3, waiting=1)) == []


def test_11_escape() -> None:
    script = Script.of("maintain", [Act.ESCAPE], [Act.STRIKE], [Act.BLOCK])
    assert laws(script) == [("escape", 1, 1)]
    assert laws(script, State(3, locked=True)) == []


def test_12_get_up() -> None:
    script = Script.of("maintain", [Act.GET_UP], [Act.GET_UP], [Act.STRIKE])
    assert laws(script, State(3, posture=Posture.GROUND)) == []
    assert laws(script, State(3, posture=Posture.KNEES)) == [("get-up", 2, 1)]
    assert laws(script) == [("get-up", 1, 1), ("get-up", 2, 1)]


@pytest.mark.parametrize(
    ("act", "actions"),
    [
        (Act.DRAW_WEAPON, 2),
        (Act.RETRIEVE, 2),
        (Act.PHYSICAL, 2),
        (Act.NOCK, 3),
        (Act.DRAW_BOW, 2),
        (Act.RELOAD, 16),
        (Act.INTIMIDATE, 2),
        (Act.LIGHT_FUSE, 2),
        (Act.SHRUG_OFF, 2),
        (Act.GRIT_TEETH, 4),
    ],
)
def test_13_what_takes_several_actions(act: Act, actions: int) -> None:
    assert TASKS[act] == actions


def test_13_broken_off() -> None:
    script = Script.of("maintain", [Act.NOCK], [Act.NOCK, Act.BLOCK], [Act.NOCK])
    assert laws(script) == [("task", 2, 1)]
    assert laws(script, house=House(resume=True)) == []
    whole = Script.of("maintain", [Act.NOCK], [Act.NOCK, Act.NOCK], [Act.DRAW_BOW])
    found = check(whole, State(4))
    assert found.lawful
    assert [remark.words for remark in found.remarks] == ["Draw a bow goes on in the next exchange: 1\xa0action more."]
    begun = Script.of("maintain", [Act.DRAW_BOW], [Act.RELEASE], [Act.BLOCK])
    assert laws(begun, State(3, begun=Act.DRAW_BOW, done=1)) == []
    assert laws(begun) == [("task", 1, 1)]


def test_13_a_spell_is_never_taken_up_again() -> None:
    script = Script.of("maintain", [Act.INCANT], [Act.BLOCK], [Act.INCANT])
    state = State(3, tasks={**TASKS, Act.INCANT: 3})
    assert laws(script, state, House(resume=True)) == [("task", 1, 1)]


def test_two_at_once_takes_gray_reflexes() -> None:
    script = KNIGHT.changed(1, Volley(Positioning.MAINTAIN, ((Deed(Act.BLOCK), Deed(Act.STRIKE)),)))
    assert laws(script) == [("two-at-once", 1, 1)]
    assert laws(script, State(4, at_once=2)) == []


def test_speech_and_song_go_with_something() -> None:
    hesitating = replace(Volley.of("maintain", Act.DROOL), says="Wait", sings=True)
    script = KNIGHT.changed(1, hesitating)
    assert laws(script) == [("tandem", 1, 0), ("tandem", 1, 0)]
    assert [one.volley for one in check(script, State(4)).remarks] == [1]
    empty = Script((Volley(says="Run!"), Volley.of("maintain", Act.STRIKE), Volley(sings=True)))
    assert laws(empty) == [("tandem", 3, 0)]


def test_first_meets_first() -> None:
    second = meetings(KNIGHT.volleys[1], ORC.volleys[1])
    assert [(one.mine[0].act, one.theirs[0].act) for one in second] == [
        (Act.AVOID, Act.STRIKE),
        (Act.PUSH, Act.PUSH),
    ]
    longer = meetings(KNIGHT.volleys[1], ORC.volleys[0])
    assert longer[1].theirs == ()


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("Yield!", 1),
        ("Behind you!", 3),
        ("To me, to me!", 4),
        ("Get away from the gate, you fools!", 8),
        ("The little wolf is dangerous", 8),
        ("", 0),
    ],
)
def test_syllables(said: str, count: int) -> None:
    assert syllables(said) == count
