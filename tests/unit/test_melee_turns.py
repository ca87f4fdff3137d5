"""What single moves of a melee do on a page: the dodge that waits, FoRKs, prayers, missiles, a side that is gone."""

import dataclasses
from typing import Any

import pytest

from engine import app, session
from engine.games.melee.calculators.the_fight.encounter_kept import Kept
from engine.games.melee.forms import encounter as moves
from engine.games.melee.rules.combatant import Fate
from engine.games.melee.rules.encounter import Attack, Phase
from engine.session import Dice

FOUND = app.entry("mel-encounter")
assert isinstance(FOUND, session.Session)
ENTRY = FOUND
BRIGAND = {"name": "Brigand", "skill": "B4", "reflexes": "B4", "armor": 0}
MISSES, HITS = [1, 1, 1, 1], [6, 1, 1, 1]


def fight(rulings: dict[str, str] | None = None, *lines: dict[str, Any], **you: Any) -> Kept:
    """A fight whose order is rolled: Ana first, then the lines as they stand."""
    ana = {"name": "Ana", "steel": "B0", "shield": "none", **you}
    tape = app.run("mel-encounter", {"you": ana, "lines": list(lines or [BRIGAND])}, rulings or {}).tape
    assert tape is not None
    state: Kept = tape.states[-1]
    rolled = [face for at in range(len(state.fight.ones)) for face in (1 + at, 1 + at)]
    return step(state, moves.RollUp(), *rolled)


def step(state: Kept, move: Any, *faces: int) -> Kept:
    """The fight after a move for which exactly these dice fall."""
    dice = Dice(list(faces))
    after: Kept = ENTRY.step(state, "table", move, dice)
    dice.end()
    return after


def attack(**said: Any) -> moves.Attack:
    return moves.Attack("1", moves.Meets.DODGE, **said)


def test_a_dodge_is_rolled_before_the_attack() -> None:
    """It was their turn, so that the lengths of the weapons count."""
    after = step(fight(), attack(), 6, 6, 1, 1, *MISSES, 1, 1)
    assert after.fight.ones[1].dodge == 2


def test_a_dodge_may_wait_for_a_hit_where_the_table_says_so() -> None:
    late = {"melee.dodge.when": "after"}
    missed = step(fight(late), attack(), *MISSES)
    assert missed.fight.ones[1].dodge is None
    assert missed.fight.ones[1].acted is None, "nothing was spent"
    dodged = step(fight(late), attack(), *HITS, 6, 1, 1, 1)
    assert dodged.fight.ones[1].dodge == 1
    assert not dodged.fight.pending[-1].hit
    struck = step(fight(late), attack(), *HITS, 1, 1, 1, 1, 3)
    assert struck.fight.ones[1].dodge == 0
    assert struck.fight.pending[-1].loss == 3


def test_a_special_attack_is_dodged_late_as_well() -> None:
    push = moves.Special("1", moves.Maneuver.PUSH, moves.Meets.DODGE)
    before = fight({"melee.dodge.when": "after"}, brawling="B6")
    needs = before.fight.against(moves.Maneuver.PUSH, Attack(0, 1)).total
    dice = before.fight.force(moves.Maneuver.PUSH, Attack(0, 1))
    assert dice > needs
    after = step(before, push, *[6] * needs, *[1] * (dice - needs), 6, 1, 1, 1)
    assert after.fight.ones[1].dodge == 1
    assert not after.fight.pending[-1].hit


@pytest.mark.parametrize(("reading", "dice"), [("two", 4), ("open", 6)])
def test_other_forks_count_where_the_table_says_so(reading: str, dice: int) -> None:
    move = moves.Attack("1", moves.Meets.NOTHING, forks=2)
    step(fight({"melee.forks.open": reading}), move, *[1] * dice)


def test_a_shot_after_a_move_is_no_charge() -> None:
    for carries, dice in (("sword", 6), ("hunting-bow", 4)):
        state = fight(carries=carries, stride=11)
        assert state.fight.dice(Attack(0, 1, moved=True)).total == dice


def test_a_prayer_comes_with_the_faith_of_whoever_prays() -> None:
    said = [one.move for one in ENTRY.moves(fight(faith="B6", sorcery="B3"))["table"]]
    casts = [(str(one.pool), one.prayer) for one in said if isinstance(one, moves.Cast)]
    assert casts == [("B6", True), ("B3", False)]
    [cast] = [one.move for one in ENTRY.moves(fight())["table"] if isinstance(one.move, moves.Cast)]
    assert (str(cast.pool), cast.prayer) == ("B4", False)


def test_where_one_of_three_sides_runs_the_others_fight_on() -> None:
    third = {**BRIGAND, "name": "Wolf", "side": "third"}
    state = fight(None, BRIGAND, third)
    for pursuit in moves.Pursuit:
        after = step(state, moves.Retreat(moves.Side.THIRD, pursuit)).fight
        assert (after.phase, after.winner) == (state.fight.phase, "")
        assert [one.fate for one in after.ones] == [Fate.IN, Fate.IN, Fate.FLED]
        assert 2 not in after.order.all
    alone = step(replaced(state, 2), moves.Retreat(moves.Side.THEIRS)).fight
    assert (alone.phase, alone.winner) == (Phase.OVER, "ours")


def replaced(state: Kept, at: int) -> Kept:
    """The fight without one of those in it."""
    return dataclasses.replace(state, fight=state.fight.leaves(at, Fate.FLED))


def test_wounds_make_a_runner_slower() -> None:
    """A Superficial wound is a success less."""
    state = fight(None, {**BRIGAND, "speed": "B2"}, wounds={"superficial": 1}, stats={"speed": "B2"})
    ran = step(state, moves.Go(moves.Going.LEAVE))
    assert ran.fight.phase is Phase.WINDOW
    chased = step(ran, moves.Chase("1"))
    after = step(chased, moves.GoOn(), 6, 6, 6, 1)
    assert not any(result.leaves for result in after.fight.pending), "two less one against one is no lead"
