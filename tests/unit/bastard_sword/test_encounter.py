"""A fight of many, played at random: what holds at every step, whatever is pressed."""

import random
from collections.abc import Iterator

import pytest

from engine import app, session
from engine.forms import CHOICE, Unusable
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.rules import encounter as rules
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.encounter import Encounter, Phase
from engine.games.bastard_sword.rules.fighter import Fate, Fighter, Slot
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.ranges import Band

STEPS, FIGHTS = 120, 25
FourD8, NoDice = Pool.parse("4d8"), Pool.parse("0d6")


def fighter(line: int, *, ours: bool, surprised: bool = False) -> Fighter:
    return Fighter(
        line,
        ours,
        FourD8,
        FourD8,
        Band.MEDIUM,
        None,
        Modifiers.parse("X/0/0"),
        Armour.parse("0/0/0"),
        NoDice,
        20,
        None,
        FourD8,
        FourD8,
        20,
        12,
        3,
        Track(),
        surprised,
    )


def fight(*numbers: int, surprised: int | None = None) -> Encounter:
    """A fight in its first round: ours first, then theirs, with these initiatives."""
    ones = [
        one
        for at in range(len(numbers))
        for one in rules.crowd(f"F{at}", 1, fighter(at, ours=at == 0, surprised=at == surprised))
    ]
    return Encounter(tuple(ones)).begin(list(numbers))


def played(seed: int) -> Iterator[Encounter]:
    """The states of a fight in which everything is pressed at random, with the choices that stand there at first."""
    chance = random.Random(seed)
    you = {"name": "Anna", "weapon": "5d8", "shooting": "3d6", "spirit": 28, "band": chance.choice(["close", "medium"])}
    lines = [
        {"name": "Bart", "ours": True, "band": chance.choice(["close", "medium", "long"])},
        {"name": "Brigand", "many": chance.randint(1, 5), "spirit": 12, "surprised": chance.random() < 0.3},
    ]
    tape = app.run("bs-encounter", {"you": you, "lines": lines}).tape
    assert tape is not None
    yield tape.states[-1].fight
    for _ in range(STEPS):
        turn = session.move_forms(tape.entry, tape.states[-1]).get("you")
        if turn is None:
            return
        name = chance.choice([*turn.main, *turn.groups])
        move = {CHOICE: name, **{field.name: field.default for field in turn.groups[name].fields}}
        tape.play({"side": "you", "move": move, "seed": chance.randrange(10**6)}, len(tape.steps))
        yield tape.states[-1].fight


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_what_always_holds(seed: int) -> None:
    """Whatever stands on a button can be pressed as it stands, and no step breaks a rule."""
    rounds = 0
    for state in played(seed):
        assert state.round >= rounds
        rounds = state.round
        for one in state.ones:
            held = one.fighter
            assert 0 <= one.spirit <= held.most_spirit
            assert 0 <= one.used <= max(one.limit, 0)
            assert 0 <= one.steps <= held.speed + one.ran
            assert all(0 <= boxes <= held.track.row for boxes in one.marks)
            assert one.fate is Fate.UP or one.due or one.count is None
            assert 0 <= one.bleeding <= 6
            assert one.up or (one.prone and not one.stance and one.waiting is None)
        assert all(low < high for low, high in state.near)
        assert (state.phase is Phase.OVER) == (state.over and state.phase is not Phase.BEGIN) or state.attack
        if state.phase is Phase.TURN:
            assert state.now is not None
            assert state.ones[state.now].up or state.ones[state.now].due


def test_the_countdown() -> None:
    state = fight(3, 1, 5)
    assert [state.ones[at].name for at in state.order] == ["F2", "F0", "F1"]
    assert state.done(Slot.SECOND).order == [0, 1, 2]
    assert state.done().done().done().phase is Phase.NEXT


def test_who_waits_acts_below_zero() -> None:
    state = fight(3, 1)
    waits = rules.replace(state.put(0, rules.replace(state.ones[0], slot=Slot.WAIT)), acting=None)
    assert [waits.ones[at].count for at in waits.order] == [1, -3]


def test_who_is_surprised_has_no_turn_in_the_first_round() -> None:
    state = fight(3, 5, surprised=1)
    assert state.order == [0]
    assert state.next_round().order == [1, 0]


def test_a_slower_number_counts_at_once() -> None:
    state = fight(3, 5)
    slower = state.put(0, rules.replace(state.ones[0], initiative=6))
    assert slower.order == [1, 0], "a turn that has begun goes on"
    last = fight(3, 5, 4).put(2, rules.replace(fight(3, 5, 4).ones[2], initiative=1))
    assert last.done().order == [0, 2]


def test_dice_of_a_round() -> None:
    one = fight(3, 1).ones[0].rolls(4, 3)
    assert (one.allowed(4), one.allowed(6), one.bought) == (1, 3, False)
    assert one.rolls(4, 1, cost=3).spirit == 17
    assert rules.replace(one, spirit=2).allowed(8) == 2


def test_more_dice_than_there_are() -> None:
    tape = app.run("bs-encounter", {}).tape
    assert tape is not None
    tape.play({"side": "you", "move": {CHOICE: "roll-initiative"}, "seed": 1}, 0)
    with pytest.raises(Unusable, match="left"):
        tape.play({"side": "you", "move": {CHOICE: "go", "steps": 40, "to": "nobody"}, "seed": 1}, 1)
