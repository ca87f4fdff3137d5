"""Conditions that are set in a fight played out: how long one stays ready, what is done then, and what follows."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.games.burning_wheel.rules import ambush
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_procedure import Fight, Fighter, House, Part, Phase
from engine.games.burning_wheel.rules.fight_script import Deed, Script
from engine.games.burning_wheel.rules.fight_state import Standing
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused
from tests.unit.test_fight_procedure import standing, thrown, volleys

IDLE = volleys(("maintain", [Act.ASSESS, Act.ASSESS]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
SETS = volleys(("maintain", [Act.CONDITION, Act.STRIKE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.AVOID]))


def ready(mine: Script, theirs: Script = IDLE, *, will: int = 4, house: House = House()) -> Fight:
    """A fight in which side 0 has set its condition with its first action."""
    fight = standing(Standing(), Standing(), mine, theirs)
    side = replace(fight.sides[0], fighter=replace(fight.sides[0].fighter, will=will))
    fight = replace(fight, sides=(side, fight.sides[1]), house=house)
    return _played(fight, 1)


def _played(fight: Fight, slots: int) -> Fight:
    """So many slots more, in which dice for position show nothing and all other dice fail."""
    for _ in range(slots):
        while fight.phase is not Phase.ACT:
            if fight.phase is Phase.SCRIPT:
                fight = fight.write(0, IDLE).write(1, IDLE)
            fight = fight.announce().position(lambda cast: 0)
        fight = fight.act(lambda cast: 0)
    while fight.phase is not Phase.ACT:
        if fight.phase is Phase.SCRIPT:
            fight = fight.write(0, IDLE).write(1, IDLE)
        fight = fight.announce().position(lambda cast: 0)
    return fight


def _acts(fight: Fight) -> list[Sequence[Act]]:
    plan = fight.sides[0].state.plan
    assert plan
    return [[deed.act for deed in volley.deeds] for volley in plan.script.volleys]


@pytest.mark.parametrize("will", range(1, 8))
def test_one_stays_ready_for_as_many_actions_as_will_and_loses_the_next_fgt_63(will: int) -> None:
    fight = ready(SETS, will=will)
    for left in range(will, 0, -1):
        assert (fight.sides[0].state.waits, fight.sides[0].state.lost) == (left, 0)
        assert fight.doing(0) == Deed(Act.NOTHING)
        done = fight.act(lambda cast: 0)
        assert ["in vain" in one.words for one in done.came] == ([True] if left == 1 else [])
        fight = _played(fight, 1)
    assert (fight.sides[0].state.waits, fight.sides[0].state.lost) == (0, 1)
    assert not fight.may_spring(0)
    assert fight.doing(0) == Deed(Act.DROOL)
    assert _played(fight, 1).sides[0].state.lost == 0
    assert ambush.wait(will, 1, None).lost == will + 2, "the setting, the wait, and the action lost"


def test_the_readied_action_happens_when_the_condition_is_met_fgt_63() -> None:
    fight = ready(SETS).spring(0)
    assert fight.doing(0) == Deed(Act.STRIKE)
    fight = fight.act(thrown((0, Part.ATTACK, 4, 2)))
    assert (fight.sides[0].state.waits, fight.sides[0].state.ready, fight.sides[0].state.sprung) == (0, None, False)
    assert _acts(fight) == [[Act.CONDITION, Act.STRIKE], [Act.BLOCK], [Act.AVOID]], "what follows stands as it is"


def test_of_the_what_ifs_as_many_volleys_are_played_as_are_left_fgt_63() -> None:
    """Met in volley 2, the first what-if volley is played as volley 3."""
    later = _played(ready(SETS), 1).spring(0)
    assert _acts(later) == [[Act.CONDITION, Act.STRIKE], [Act.BLOCK], [Act.BLOCK]]
    assert later.doing(0) == Deed(Act.STRIKE)
    last = _played(ready(SETS), 2).spring(0)
    assert last.doing(0) == Deed(Act.STRIKE)


STRIKES = volleys(("maintain", [Act.ASSESS, Act.STRIKE]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))


def test_it_comes_before_what_met_it_fgt_63() -> None:
    """His nerve is gone before his own Strike: he stands and drools instead."""
    fight = ready(SETS, STRIKES).spring(0)
    fight = fight.act(thrown((0, Part.ATTACK, 4, 4), (1, Part.STEEL, 3, 0)))
    assert fight.sides[1].state.levels == (Level.MIDI,)
    assert fight.sides[0].state.levels == ()
    assert [one.field for one in fight.tests].count("skill") == 1


def test_or_at_the_same_time_as_the_table_reads_it_fgt_63() -> None:
    fight = ready(SETS, STRIKES, house=House(together=True)).spring(0)
    fight = fight.act(
        thrown((0, Part.ATTACK, 4, 4), (1, Part.ATTACK, 4, 4), (1, Part.STEEL, 3, 3), (0, Part.STEEL, 3, 3))
    )
    assert [side.state.levels for side in fight.sides] == [(Level.MIDI,), (Level.MIDI,)]


def test_a_readied_block_meets_the_blow_fgt_63() -> None:
    blocks = volleys(("maintain", [Act.CONDITION, Act.BLOCK]), ("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    fight = ready(blocks, STRIKES).spring(0)
    fight = fight.act(thrown((1, Part.ATTACK, 4, 2), (0, Part.DEFENSE, 4, 3)))
    assert fight.sides[0].state.levels == ()


def test_hesitation_ends_the_wait_fgt_61() -> None:
    fight = ready(SETS).hesitate(0, 1)
    assert (fight.sides[0].state.waits, fight.sides[0].state.ready) == (0, None)
    with pytest.raises(Refused, match="Nobody waits"):
        fight.spring(0)


def test_who_waits_into_the_next_exchange_still_has_it_ready_fgt_63() -> None:
    late = volleys(("maintain", [Act.ASSESS, Act.ASSESS]), ("maintain", [Act.CONDITION]), ("maintain", [Act.STRIKE]))
    fight = standing(Standing(), Standing(), late, IDLE)
    fight = _played(fight, 4)
    assert (fight.exchange, fight.sides[0].state.waits) == (2, 3)
    assert fight.spring(0).doing(0) == Deed(Act.STRIKE)
    last = volleys(("maintain", [Act.ASSESS, Act.ASSESS]), ("maintain", [Act.ASSESS]), ("maintain", [Act.CONDITION]))
    fight = _played(standing(Standing(), Standing(), last, IDLE), 4)
    assert fight.spring(0).doing(0) == Deed(Act.ASSESS), "the first action of the next script is readied then"


def test_nobody_charges_while_waiting_fgt_63() -> None:
    charges = volleys(("maintain", [Act.CONDITION, Act.STRIKE]), ("close", [Act.CHARGE]), ("maintain", [Act.ASSESS]))
    fight = _played(ready(charges), 1)
    assert fight.rushed == (False, False)


def test_a_fighter_has_the_will_of_most_people() -> None:
    assert Fighter("Wenna").will == 10 - Fighter("Wenna").hesitation
