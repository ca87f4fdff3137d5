"""A melee of many, played at random: what holds at every step, whatever is pressed; and the fight told by the rules."""

import dataclasses
import enum
import random
from collections.abc import Iterator
from typing import Any

import pytest

import engine.app  # noqa: F401  # it knows the games
from engine import app, games, links, session
from engine.forms import CHOICE, Unusable
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.calculators.the_fight import encounter_stage as stage
from engine.games.melee.calculators.the_fight.encounter_hunt import hunt
from engine.games.melee.calculators.the_fight.encounter_kept import Declared, Kept
from engine.games.melee.forms import encounter as moves
from engine.games.melee.rules.combatant import One
from engine.games.melee.rules.encounter import Encounter, Phase
from engine.games.melee.rules.resolution import Standing, Stored, resolved
from engine.refused import Refused
from engine.session import Dice, Offer

ENCOUNTERS, CHUNKS, STEPS = 1000, 20, 150
FOUND = app.entry("mel-encounter")
assert isinstance(FOUND, session.Session)
ENTRY = FOUND
SIDES = ("ours", "theirs", "third")
SHIELDS = ("none", "buckler", "target", "heater", "tower")
ARMS = ("sword", "spear", "dirk", "hunting-bow", "crossbow", "heavy-crossbow", "claws", "bare-fist", "hammer")
RARE = ("end-fight", "retreat", "mark", "reinforce")
"""Moves that a random hand leaves alone most of the time, or no fight would last."""


def setup(chance: random.Random) -> dict[str, Any]:
    """A set-up at random, of at most 40."""

    def line(number: int, side: str) -> dict[str, Any]:
        named = chance.random() < 0.3
        return {
            "name": f"L{number}",
            "many": 1 if named else chance.randint(1, 9),
            "side": side,
            "importance": chance.choice(["player", "named"]) if named else "extra",
            "grade": chance.choice(["small-fry", "tough", "big-baddie"]),
            "reflexes": chance.choice(["B3", "B5", "G4", "W3"]),
            "steel": chance.choice(["B2", "B5", "G6"]),
            "skill": chance.choice(["B2", "B4", "B6"]),
            "carries": chance.choice(ARMS),
            "shield": chance.choice(SHIELDS),
            "martial": chance.choice([None, "B3"]),
            "tactics": chance.choice([None, "B3"]),
            "surprised": chance.random() < 0.2,
            "stature": chance.randint(3, 6),
        }

    sides = ["theirs", *(chance.choice(SIDES) for _ in range(chance.randint(0, 3)))]
    you = {"carries": chance.choice(ARMS), "shield": chance.choice(SHIELDS), "surprised": chance.random() < 0.2}
    return {"you": you, "lines": [line(number, side) for number, side in enumerate(sides, 1)]}


def pressed(offer: Offer, chance: random.Random) -> Any:
    """The move of an offer, with some of its choices made at random."""
    move = offer.move() if isinstance(offer.move, type) else offer.move
    for name, words in offer.picks.items():
        if chance.random() < 0.6:
            move = dataclasses.replace(move, **{name: chance.choice(list(words))})
    for one in dataclasses.fields(move):
        value = getattr(move, one.name)
        if isinstance(value, bool) and chance.random() < 0.3:
            move = dataclasses.replace(move, **{one.name: not value})
        elif isinstance(value, enum.Enum) and chance.random() < 0.4:
            move = dataclasses.replace(move, **{one.name: chance.choice(list(type(value)))})
        elif one.name in ("help", "cover") and chance.random() < 0.2:
            move = dataclasses.replace(move, **{one.name: 1})
    return move


def played(seed: int) -> Iterator[tuple[Encounter, Any, Encounter]]:
    """The steps of a fight that is pressed at random: before, the move, after. What is refused is no step."""
    chance = random.Random(seed)
    form = ENTRY.form
    inputs = form.read(setup(chance))
    state: Kept = ENTRY.start(**inputs, ask=games.rulings_of(ENTRY, {}))
    for _ in range(STEPS):
        offers = [one for side in ENTRY.moves(state).values() for one in side]
        common = [one for one in offers if _name(one) not in RARE]
        if not offers:
            return
        offer = chance.choice(common if common and chance.random() < 0.97 else offers)
        main = [one for one in offers if not one.aside]
        if main and chance.random() < 0.7:
            offer = chance.choice(main)
        move = pressed(offer, chance)
        try:
            after: Kept = ENTRY.step(state, "table", move, Dice(seed=chance.randrange(10**9)))
        except (Unusable, Refused):
            continue
        yield state.fight, move, after.fight
        state = after


def _name(offer: Offer) -> str:
    cls = offer.move if isinstance(offer.move, type) else type(offer.move)
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in cls.__name__)[1:]


def brackets(fight: Encounter) -> dict[int, int]:
    """The bracket of each of those who are in the order."""
    return {at: fight.order.bracket_of(at) for at in fight.order.all}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_always_holds(chunk: int) -> None:
    """The invariants of MEL-55 over random encounters."""
    steps = 0
    for seed in range(chunk, ENCOUNTERS, CHUNKS):
        for before, move, after in played(seed):
            steps += 1
            held(before, move, after)
            if isinstance(move, moves.Apply):
                agrees(before, after)
    assert steps > 1000


def held(before: Encounter, move: Any, after: Encounter) -> None:
    declared = before.declared
    if isinstance(move, moves.GoOn) and isinstance(declared, Declared):
        move = declared.move
    assert after.round in (before.round, before.round + 1)
    then, now = brackets(before), brackets(after)
    assert len(now) == len(after.order.all)
    for at, one in enumerate(after.ones):
        assert 0 <= one.disposition <= one.most or not after.round
        assert 0 <= one.rating <= one.fighter.shield.rating
        assert one.aim <= 3
        assert (at in now) == (one.there and after.round > 0)
        if at < len(before.ones) and at in then and at in now:
            assert then[at] == now[at], "nobody leaves a bracket"
        if one.early:
            assert at not in after.waiting, "whoever acted early has no turn"
        if after.round == before.round and at < len(before.ones):
            _acts_once(before.ones[at], one, move)
    if after.phase not in (Phase.ORDER, Phase.TURN, Phase.WINDOW, Phase.RESOLVE):
        assert not after.pending
    if after.phase is Phase.RESOLVE:
        assert not after.waiting
    if after.phase is Phase.TURN:
        assert after.now is not None
    for grip in after.grips:
        assert after.ones[grip.by].there
        assert after.ones[grip.at].there


def agrees(before: Encounter, after: Encounter) -> None:
    """What the section on the end of a round says of the same results, of everyone whom no mark has changed."""
    for at, one in enumerate(before.ones):
        stored = [Stored(each.by, at, each.loss, shield=each.shield) for each in before.pending if each.at == at]
        if one.disposition == one.at_start and one.there:
            found = resolved(Standing(one.at_start, one.fighter.importance, shield=one.rating), stored)
            assert (after.ones[at].disposition, after.ones[at].rating) == (found.disposition, found.shield)
            assert not (found.out and after.ones[at].there)


def _acts_once(before: One, after: One, move: Any) -> None:
    if before.acted is not None:
        freed = isinstance(move, moves.Commands) and after.acted is None
        assert freed or after.acted == before.acted, "nobody acts twice"


@pytest.mark.parametrize("seed", range(12))
def test_a_log_leads_to_the_same_state(seed: int) -> None:
    chance = random.Random(seed)
    tape = app.run("mel-encounter", setup(chance)).tape
    assert tape is not None
    for _ in range(40):
        turn = session.move_forms(ENTRY, tape.states[-1]).get("table")
        if turn is None:
            break
        name = chance.choice(turn.main)
        move = {CHOICE: name, **{field.name: field.default for field in turn.groups[name].fields}}
        tape.play({"side": "table", "move": move, "seed": chance.randrange(10**6)}, len(tape.steps))
    again = session.replay(ENTRY, tape.log(), games.rulings_of(ENTRY, {}))
    assert not again.complaint
    assert again.states == tape.states


def test_a_chase_goes_on_with_the_same_people() -> None:
    """What a melee hands to Range and Cover is a setup of it, with the wounds and shields of the moment."""
    line = {"name": "Brigand", "many": 3, "carries": "hunting-bow", "shield": "none", "skill": "B5"}
    you = {"name": "Ana", "carries": "sword", "shield": "target"}
    tape = app.run("mel-encounter", {"you": you, "lines": [line]}).tape
    assert tape is not None
    fight = tape.states[-1].fight
    fight = fight.put(0, dataclasses.replace(fight.ones[0].wounded(Level.MIDI), rating=1))
    pairs = hunt(fight)
    assert pairs is not None
    inputs = app.run("range-play", links.read(pairs)[0]).inputs
    ana, brigand = inputs["a"], inputs["b"]
    assert (ana["name"], ana["unarmed"], ana["shield"], ana["wounds"]["dice"]) == ("Ana", True, 1, 2)
    assert (brigand["name"], brigand["weapon"], brigand["skill"]) == ("Brigand 1 and 2 more", "hunting-bow", "B5")
    swords = app.run("mel-encounter", {"you": you, "lines": [{**line, "carries": "sword"}]}).tape
    assert swords is not None
    assert hunt(swords.states[-1].fight) is None, "nobody shoots, so there is no hunt with missiles to set up"


def test_the_tests_to_mark_know_the_best_attack_dodged() -> None:
    tape = app.run("mel-encounter", {"you": {"steel": "B6"}}).tape
    assert tape is not None
    you = dataclasses.replace(tape.states[-1].fight.ones[0], dodged=3)
    found = app.run("mel-marks", links.read(stage.learned(you))[0]).answer.values
    assert (found["dodge"], found["tests"]) == (3, ["Steel", "Speed"])
    plain = app.run("mel-marks", links.read(stage.learned(dataclasses.replace(you, dodged=0)))[0]).answer.values
    assert plain["tests"] == ["Steel"]


@pytest.mark.parametrize(("reading", "more", "first"), [("reflexes", [], "Ana"), ("reroll", [6, 6, 1, 2], "Bo")])
def test_those_who_are_tied_roll_again_where_the_table_says_so(reading: str, more: list[int], first: str) -> None:
    """Both have 7 on their dice, and the same Reflexes and Speed."""
    bo = {"name": "Bo", "importance": "named", "grade": "small-fry", "reflexes": "B4"}
    inputs = {"you": {"name": "Ana", "steel": "B0", "reflexes": "B4"}, "lines": [bo]}
    tape = app.run("mel-encounter", inputs, {"melee.order.ties": reading}).tape
    assert tape is not None
    dice = Dice([3, 4, 5, 2, *more])
    after = ENTRY.step(tape.states[-1], "table", moves.RollUp(), dice)
    dice.end()
    assert after.fight.ones[after.fight.order.all[0]].fighter.name == first
