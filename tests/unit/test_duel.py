"""The duel of wits: the table of pairs against what resolves them, readings, carrying over, scripts, the session."""

import contextlib
import itertools
import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms, rules, rulings, session
from engine.answer import Story, plain
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.duel import (
    DEFAULT,
    PAIRS,
    SCRIPTED,
    Action,
    Carried,
    Counted,
    Effect,
    House,
    Kind,
    Pair,
    Part,
    Slot,
    Split,
    Standing,
    State,
)

A = Action
LETTERS = {
    A.AVOID: "w",
    A.DISMISS: "d",
    A.INCITE: "i",
    A.OBFUSCATE: "o",
    A.POINT: "p",
}


def state(first: int = 10, second: int = 10, **carried: Carried) -> State:
    return State(
        (
            Standing(first, 4, 6, carried.get("first", Carried())),
            Standing(second, 3, 7, carried.get("second", Carried())),
        )
    )


def names_for(action: Action, suffix: str, counted: Counted) -> dict[str, int]:
    """The letters of the table for what one side's dice came to."""
    if action is A.REBUTTAL:
        return {f"rd{suffix}": counted.defense, f"rr{suffix}": counted.successes}
    if action is A.FEINT:
        return {"f": counted.successes, "f1": counted.successes, "f2": counted.second}
    return {f"{LETTERS[action]}{suffix}": counted.successes} if action in LETTERS else {}


def by_table(pair: Pair, counted: tuple[Counted, Counted], wills: tuple[int, int]) -> tuple[Effect, Effect]:
    """What the formulas of the table make of successes, by a reader of its own."""
    same = pair.first is pair.second
    names: dict[str, Any] = {"max": max, "will1": wills[0], "will2": wills[1]}
    for action, suffix, one in zip((pair.first, pair.second), "12", counted, strict=True):
        names |= names_for(action, suffix if same else "", one)

    def worth(formula: str) -> Any:
        return eval(formula, {"__builtins__": {}}, names)

    found = []
    for lost, then in zip(pair.lost, pair.next, strict=True):
        made: dict[str, Any] = {"lost": worth(lost) if lost else 0}
        for said in then:
            what, _, condition = said.partition(" if ")
            if condition and not worth(condition):
                continue
            word, _, amount = what.partition(" ")
            match word:
                case "gift":
                    made["test_dice"] = worth(amount)
                case "steel":
                    made["incited"] = True
                case "obstacle" | "dice":
                    made[word] = 1
                case _:
                    made[word] = True
        found.append(Effect(**made))
    return found[0], found[1]


def outcomes(action: Action) -> Iterator[Counted]:
    if action is A.REBUTTAL:
        yield from (Counted(riposte, defense=defense) for riposte in range(4) for defense in range(3))
    elif action is A.FEINT:
        yield from (Counted(first, second) for first in range(4) for second in range(3))
    else:
        yield from (Counted(number) for number in range(6))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.number} {pair.first.value} {pair.second.value}")
def test_the_table_agrees_with_the_resolution(pair: Pair) -> None:
    assert (duel.kind(pair.first, pair.second), duel.kind(pair.second, pair.first)) == pair.rolls
    before = state()
    for first, second in itertools.product(outcomes(pair.first), outcomes(pair.second)):
        # A Feint rolls twice against Obfuscate alone.
        if pair.second is not A.OBFUSCATE:
            first = replace(first, second=0)
        if pair.first is not A.OBFUSCATE:
            second = replace(second, second=0)
        expected = by_table(pair, (first, second), (4, 3))
        made = duel.effects_of(before, (pair.first, pair.second), (first, second))
        assert made == expected, (first, second)
        mirrored = State((before.sides[1], before.sides[0]))
        assert duel.effects_of(mirrored, (pair.second, pair.first), (second, first)) == (made[1], made[0])


def test_every_pair_stands_in_the_table_once() -> None:
    assert [pair.number for pair in PAIRS] == list(range(1, 37))
    held = {frozenset((pair.first, pair.second)) for pair in PAIRS}
    assert held == {frozenset(two) for two in itertools.product(Action, Action)}
    for mine, other in itertools.product(Action, Action):
        pair, side = duel.looked_up(mine, other)
        assert (pair.first, pair.second)[side] is mine
        assert (pair.first, pair.second)[1 - side] is other


def pool(dice: int) -> Pool:
    return Pool.of(dice)


@pytest.mark.parametrize(
    ("field", "pair", "counted"),
    [
        ("obfuscate_tie", (A.OBFUSCATE, A.POINT), (Counted(2), Counted(2))),
        ("obfuscate_margin", (A.OBFUSCATE, A.POINT), (Counted(2), Counted(3))),
        ("obfuscate_defense", (A.OBFUSCATE, A.REBUTTAL), (Counted(2), Counted(2, defense=1))),
        ("avoid_reduces", (A.AVOID, A.OBFUSCATE), (Counted(3), Counted(1))),
        ("obfuscate_penalty", (A.OBFUSCATE, A.OBFUSCATE), (Counted(3), Counted(1))),
        ("obfuscate_silence", (A.OBFUSCATE, A.HESITATE), (Counted(3), Counted())),
        ("cancelled_free", (A.DISMISS, A.OBFUSCATE), (Counted(1), Counted(3))),
        ("feint_strikes", (A.FEINT, A.OBFUSCATE), (Counted(2, 2), Counted(3))),
        ("incite_gross", (A.INCITE, A.AVOID), (Counted(2), Counted(1))),
        ("cancelled_gives", (A.INCITE, A.OBFUSCATE), (Counted(1), Counted(3))),
        ("point_blocks", (A.POINT, A.INCITE), (Counted(4), Counted(4))),
        ("rebuttals_apart", (A.REBUTTAL, A.REBUTTAL), (Counted(2, defense=1), Counted(2, defense=1))),
        ("needs_point", (A.REBUTTAL, A.HESITATE), (Counted(2, defense=1), Counted())),
    ],
)
def test_a_reading_changes_its_pair_alone(
    field: str, pair: tuple[Action, Action], counted: tuple[Counted, Counted]
) -> None:
    house = replace(DEFAULT, **{field: "opponent" if field == "obfuscate_tie" else True})
    printed = duel.effects_of(state(), pair, counted)
    read = duel.effects_of(state(), pair, counted, house)
    assert printed != read
    assert duel.effects_of(state(), pair[::-1], counted[::-1], house) == _seen_from_both(pair, counted, house)


def _seen_from_both(
    pair: tuple[Action, Action], counted: tuple[Counted, Counted], house: House
) -> tuple[Effect, Effect]:
    """The effects of the mirrored pair, worked out side by side."""
    wills = (3, 4)
    mirrored = (pair[1], pair[0]), (counted[1], counted[0])
    return (
        duel.effect_on(0, *mirrored, wills, house=house),
        duel.effect_on(1, *mirrored, wills, house=house),
    )


COUNTS = st.builds(
    Counted,
    st.integers(0, 12),
    st.integers(0, 8),
    st.integers(0, 8),
    st.integers(0, 12),
    st.booleans(),
)
CARRIED = st.builds(Carried, st.integers(0, 2), st.integers(0, 3), st.integers(0, 3), st.integers(0, 6))
STANDING = st.builds(Standing, st.integers(1, 20), st.integers(1, 8), st.integers(0, 9), CARRIED)
STATES = st.builds(lambda first, second: State((first, second)), STANDING, STANDING)
HOUSES = st.builds(
    House,
    st.sampled_from(["obfuscator", "nobody", "opponent"]),
    *[st.booleans() for _ in range(len(fields(House)) - 1)],
)
ACTIONS = st.sampled_from(Action)


@given(STATES, ACTIONS, ACTIONS, COUNTS, COUNTS, HOUSES)
def test_a_volley_is_the_same_from_both_sides_and_never_gives_back(
    before: State, first: Action, second: Action, mine: Counted, theirs: Counted, house: House
) -> None:
    made = duel.resolve_volley(before, first, second, mine, theirs, house)
    other = duel.resolve_volley(State(before.sides[::-1]), second, first, theirs, mine, house)
    assert other.state.sides == made.state.sides[::-1]
    assert other.effects == made.effects[::-1]
    for side, (was, now) in enumerate(zip(before.sides, made.state.sides, strict=True)):
        assert now.argument <= was.argument
        assert (now.will, now.hesitation) == (was.will, was.hesitation)
        assert min(now.carried.hesitates, now.carried.dice, now.carried.obstacle, now.carried.test_dice) >= 0
        if was.carried.hesitates:
            assert made.actions[side] is A.HESITATE
            assert not made.effects[1 - side].lost
        if made.state.over:
            assert not made.hesitates[side]


@given(ACTIONS, ACTIONS, st.integers(2, 9), st.integers(2, 9), HOUSES)
def test_what_rolls_says_what_kind_says(first: Action, second: Action, mine: int, theirs: int, house: House) -> None:
    for side, dice in ((0, mine), (1, theirs)):
        pair = (first, second)
        whole = duel.pool_for(pair[side], pool(dice))
        split = Split(1, whole.dice - 1)
        rolls = duel.rolls_of(side, pair, pool(dice), split=split, house=house)
        kind = duel.kind(pair[side], pair[1 - side], house)
        assert bool(rolls) == kind.rolls
        assert len(rolls) == (0 if not rolls else 2 if pair[side] is A.REBUTTAL or kind is Kind.TWICE else 1)
        if pair[side] is A.REBUTTAL and rolls:
            assert {roll.part for roll in rolls} == {Part.DEFENSE, Part.RIPOSTE}
            assert sum(roll.pool.dice for roll in rolls) == whole.dice
        assert all(roll.side == side for roll in rolls)


def test_the_law_of_a_pair_is_whole() -> None:
    for first, second in itertools.product(Action, Action):
        rolls = [duel.rolls_of(side, (first, second), pool(3), split=Split(1, 2), house=DEFAULT) for side in (0, 1)]
        law = duel.effects_law((first, second), (rolls[0], rolls[1]), (4, 4))
        assert sum(law.values()) == 1


def test_dice_that_are_carried_count_once_in_a_feint() -> None:
    first, second = duel.rolls_of(0, (A.FEINT, A.OBFUSCATE), pool(3), Carried(dice=1, test_dice=1), 1)
    assert (first.pool.dice, second.pool.dice) == (6, 3)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: duel.rolls_of(0, (A.POINT, A.POINT), pool(0)), "Point has no dice here; it takes at least one."),
        (
            lambda: duel.rolls_of(0, (A.REBUTTAL, A.POINT), pool(4)),
            "A Rebuttal is divided before any dice are rolled; this one is not yet.",
        ),
        (
            lambda: duel.rolls_of(0, (A.REBUTTAL, A.POINT), pool(4), split=Split(3, 2)),
            "A Rebuttal’s two halves make up its pool, here 4 dice; this says 3 for defense and 2 for the riposte.",
        ),
        (
            lambda: duel.rolls_of(0, (A.REBUTTAL, A.POINT), pool(4), split=Split(4, 0)),
            "A Rebuttal puts at least one die into each half; this says 4 for defense and 0 for the riposte.",
        ),
    ],
)
def test_what_cannot_be_rolled_is_said(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said).replace(r"\ ", ".")):
        call()


def test_order_never_contradicts_the_slots() -> None:
    for first, second in itertools.product(Action, Action):
        mine, its = duel.slots(first, second)
        assert (mine is Slot.EITHER) == (its is Slot.EITHER)
        order = duel.order((first, second))
        assert sorted(order) == [0, 1]
        assert duel.order((second, first), 1) == tuple(1 - side for side in order)


SETUP = {
    "a": {
        "name": "Ines",
        "skills": [
            {"skill": "rhetoric", "ability": "G4"},
            {"skill": "ugly-truth", "ability": "B3", "open_ended": True},
        ],
    },
    "b": {
        "name": "Bertram",
        "skills": [{"skill": "oratory", "ability": "B5"}, {"skill": "falsehood", "ability": "B4"}],
    },
}


def random_duel(chance: random.Random) -> tuple[list[dict[str, Any]], app.Run]:
    """A duel of moves that come as they may, until it is over or long enough."""
    done = app.run("duel", SETUP)
    made: list[dict[str, Any]] = []
    for _ in range(60):
        assert done.moves is not None
        if not done.moves:
            break
        side = chance.choice(list(done.moves))
        name = (
            next(iter(done.moves[side].groups)) if chance.random() < 0.97 else chance.choice([*done.moves[side].groups])
        )
        move: dict[str, Any] = {"is": name}
        for volley in ("first", "second", "third"):
            if name.startswith("script"):
                move[volley] = chance.choice([action.value for action in SCRIPTED])
        if name == "script-two":
            del move["first"]
        if name == "divide":
            move["defense"] = chance.randint(1, 5)
            move["riposte"] = chance.randint(1, 5)
        said = {"side": side, "move": move, "seed": chance.randrange(1000)}
        with contextlib.suppress(forms.Unusable):
            assert done.log is not None
            done = app.step("duel", done.log, said)
            made.append(said)
    return made, done


@pytest.mark.parametrize("seed", range(12))
def test_a_log_that_is_replayed_leads_to_the_same_state(seed: int) -> None:
    made, done = random_duel(random.Random(seed))
    assert made
    assert done.log is not None
    entry = app.entry("duel")
    assert isinstance(entry, session.Session)
    copied = json.loads(json.dumps(done.log))
    once, again = (session.replay(entry, copied, rulings.Rulings("burning-wheel")) for _ in range(2))
    assert not once.complaint
    assert once.states == again.states
    assert [step["shows"] for step in once.steps] == [step["shows"] for step in copied["steps"]]
    assert plain(entry.show(once.states[-1]).values) == plain(done.answer.values)
    assert not done.moves or once.states[-1].duel.phase.value not in ("over",)


def test_what_is_written_stays_unseen() -> None:
    done = app.run("duel", SETUP)
    assert done.log is not None
    shown = []
    for script in (("feint", "obfuscate", "incite"), ("point", "avoid", "dismiss")):
        move = dict(zip(("is", "first", "second", "third"), ("script", *script), strict=True))
        shown.append(app.step("duel", done.log, {"side": "side A", "move": move}))
    assert plain(shown[0].answer.blocks) == plain(shown[1].answer.blocks)
    assert plain(shown[0].answer.values) == plain(shown[1].answer.values)


def test_what_stands_later_in_a_script_stays_unseen() -> None:
    done = app.run("duel", SETUP)
    for side, script in (("side A", "feint"), ("side B", "point")):
        assert done.log is not None
        move = {"is": "script", "first": script, "second": "incite", "third": "incite"}
        done = app.step("duel", done.log, {"side": side, "move": move})
    assert done.log is not None
    done = app.step("duel", done.log, {"side": "table", "move": {"is": "reveal"}})
    assert done.answer.values["actions"] == ["feint", "point"]
    assert "Incite" not in json.dumps(plain(done.answer.blocks), ensure_ascii=False)


def test_every_line_told_names_its_rule() -> None:
    for seed in range(6):
        _, done = random_duel(random.Random(seed))
        lines = [line for block in done.answer.blocks if isinstance(block, Story) for line in block.lines]
        assert lines
        assert all(line.rule in rules.REGISTRY for line in lines)


def sealed_script(**inputs: Any) -> dict[str, str]:
    done = app.run("sealed-script", {"duel": "bridge", "side": "Odo", **inputs})
    return {name: done.answer.values[name] for name in ("seal", "opened")}


def test_a_script_under_seal_is_opened_in_the_session() -> None:
    codes = sealed_script(**{"step.is": "seal-it", "step.first": "dismiss", "step.nonce": "0f" * 16})
    move = {"is": "open-sealed", "called": "bridge", "whose": "Odo", **codes}
    opened = app.step("duel", {}, {"side": "side B", "move": move})
    assert opened.answer.values["scripted"] == [False, True]
    other = sealed_script(**{"step.is": "seal-it", "step.first": "point", "step.nonce": "0f" * 16})
    for broken, sentence in (
        ({"opened": other["opened"]}, "is not the one that was sealed"),
        ({"seal": codes["seal"][:40]}, "cut short"),
        ({"called": "ford"}, "another duel"),
        ({"whose": "Ilse"}, "another side"),
        ({"seal": ""}, "The seal is missing"),
    ):
        with pytest.raises(forms.Unusable, match=sentence):
            app.step("duel", {}, {"side": "side B", "move": {**move, **broken}})


@pytest.mark.parametrize("reading", ["illegal", "half"])
@pytest.mark.parametrize("dice", [1, 2])
def test_what_the_form_shows_bright_can_be_scripted_and_nothing_else(dice: int, reading: str) -> None:
    skills = [{"skill": "oratory", "ability": f"B{dice}"}, {"skill": "intimidation", "ability": "B2"}]
    chosen = {"duel.one-die": reading}
    done = app.run("duel", {"a": {"skills": skills}}, chosen)
    assert done.moves is not None
    able = done.moves["side A"].offers["script"].able
    listed = {action: not able[action.value].barred for action in SCRIPTED}
    assert len(listed) == len(able)
    assert listed[A.REBUTTAL] == (dice > 1 or reading == "half")
    for action in SCRIPTED:
        move = {"is": "script", **dict.fromkeys(("first", "second", "third"), action.value)}
        try:
            app.step("duel", done.log or {}, {"side": "side A", "move": move}, chosen)
            scripted = True
        except forms.Unusable:
            scripted = False
        assert scripted == listed[action], action
