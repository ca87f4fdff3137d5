"""A sparring partner at range: lawful, seeded, blind to the other script, and true to the practice room."""

import json
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from engine import app, forms, rulings, session
from engine.games.burning_wheel.calculators.range_and_cover import range_sparring as page
from engine.games.burning_wheel.rules import range_outlook, range_sparring
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.maneuvers import Maneuver, able
from engine.games.burning_wheel.rules.range_dice import WEAPONS
from engine.games.burning_wheel.rules.range_outlook import Room
from engine.games.burning_wheel.rules.range_procedure import Conflict, Fighter, Lost, Phase, Won, begin
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.sparring import Strength
from tests.site.building import modules

app.load(modules())
ASK = rulings.Rulings("burning-wheel")
SETUP = {"a": {"name": "Runa", "stealthy": "B4"}, "b": {"name": "Tove", "weapon": "crossbow", "speed": "B5"}}
MINE = [["speed-close"] * 3, ["perception-maintain", "speed-withdraw", "steel-withdraw"]]
SPAR = {"side": "side B", "move": {"is": "spar", "strength": "mix", "seed": "7"}}


def two(stop: Stop = Stop.NEAR, **changes: Any) -> Conflict:
    runa = Fighter("Runa", WEAPONS["hunting-bow"], stealthy=Ability.parse("B4"))
    return begin(runa, replace(Fighter("Tove", WEAPONS["hunting-bow"], speed=Ability.parse("B5")), **changes), at=stop)


def taped(strength: str, seed: str, script: list[str], *, first: bool = True, setup: Any = SETUP) -> session.Tape:
    """A hunt in which a partner plays Tove, who comes before or after Runa has scripted."""
    entry = app.entry("range-play")
    assert isinstance(entry, session.Session)
    tape = session.Tape(entry, setup, rulings.Rulings("burning-wheel"))
    spar = {"side": "side B", "move": {"is": "spar", "strength": strength, "seed": seed}}
    mine = {"side": "side A", "move": dict(zip(("is", "first", "second", "third"), ["script", *script], strict=True))}
    at = 0
    for said in (
        {"side": "table", "move": {"is": "set-range", "stop": "1"}},
        *((spar, mine) if first else (mine, spar)),
    ):
        made = tape.play(said, at)
        assert isinstance(made, int)
        at = tape.follow(made)
    return tape


def scripted(tape: session.Tape) -> tuple[Maneuver, ...]:
    found: tuple[Maneuver, ...] = tape.states[-1].conflict.sides[1].script
    return found


def on(tape: session.Tape, most: int = 40) -> session.Tape:
    """The hunt played on, Runa doing what is offered first."""
    for number in range(most):
        turns = session.move_forms(tape.entry, tape.states[-1])
        open_to = [(side, turn.first) for side, turn in turns.items() if turn.first]
        if not open_to or tape.states[-1].conflict.exchange > 2:
            break
        side, name = open_to[0]
        made = tape.play({"side": side, "move": {"is": name}, "seed": number}, len(tape.steps))
        assert isinstance(made, int)
        tape.follow(made)
    return tape


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
@pytest.mark.parametrize("seed", ["00", "a1b2"])
def test_its_script_does_not_change_with_yours(strength: str, seed: str) -> None:
    found = {scripted(taped(strength, seed, mine, first=first)) for mine in MINE for first in (True, False)}
    assert len(found) == 1
    assert len(next(iter(found))) == 3


def test_what_it_sees_holds_no_script_and_nothing_declared() -> None:
    state = two()
    written = state.script(0, (Maneuver.SPEED_CLOSE,) * 3)
    assert range_sparring.seen(written) == range_sparring.seen(state)
    for mine in MINE:
        tape = on(taped("mix", "3", mine, first=False), 6)
        for one in tape.states:
            for side in range_sparring.seen(one.conflict).sides:
                assert (side.script, side.act) == ((), None)


def test_it_declares_the_same_whatever_you_declared() -> None:
    state = two().script(0, (Maneuver.PERCEPTION_MAINTAIN,) * 3).script(1, (Maneuver.PERCEPTION_MAINTAIN,) * 3).reveal()
    tied = state.settled(Won((3, 3), None, 0, (0, 0), (False, False), state.stop))
    assert tied.phase is Phase.ACT
    bodies = page.bodies(tied, ASK)
    for strength in Strength:
        for seed in range(4):
            found = {range_sparring.act(tied, bodies, 1, strength, Random(seed))}
            found |= {range_sparring.act(tied.act(0, act), bodies, 1, strength, Random(seed)) for act in tied.acts(0)}
            assert len(found) == 1
            assert found <= set(tied.acts(1))


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
def test_the_same_seed_plays_the_same_and_a_log_is_replayed(strength: str) -> None:
    tape = on(taped(strength, "77", MINE[0]))
    again = session.replay(tape.entry, json.loads(json.dumps(tape.log())), tape.ask)
    assert not again.complaint
    assert again.states == tape.states
    assert any("gave" in line.text for one in tape.states for line in one.told)


def test_another_seed_is_another_partner() -> None:
    assert len({scripted(taped("random", str(seed), MINE[0])) for seed in range(12)}) > 6


def test_a_partner_leaves_your_side_to_you_and_nothing_goes_under_seal() -> None:
    tape = taped("mix", "5", MINE[0])
    turns = session.move_forms(tape.entry, tape.states[-1])
    names = {name for turn in turns.values() for name in turn.groups}
    assert not names & {"spar", "seal-came", "open-sealed"}
    with pytest.raises(forms.Unusable):
        tape.play({"side": "side A", "move": {"is": "partner-plays"}}, len(tape.steps))


def test_no_partner_joins_a_sealed_hunt() -> None:
    state = two()
    plain = page.Seals()
    assert page.may_join(state, 1, plain)
    assert not page.may_join(state, 1, replace(plain, codes=("a seal", "")))
    assert not page.may_join(state.script(1, (Maneuver.SPEED_CLOSE,) * 3), 1, plain)


@pytest.mark.parametrize("strength", list(Strength))
@pytest.mark.parametrize("weapon", ["hunting-bow", "crossbow", None])
@pytest.mark.parametrize("lost", [None, Lost(1), Lost(2)])
def test_every_script_is_lawful(strength: Strength, weapon: str | None, lost: Lost | None) -> None:
    state = two(weapon=weapon and WEAPONS[weapon])
    state = replace(state, sides=(state.sides[0], replace(state.sides[1], lost=lost)))
    for seed in range(2):
        script = range_sparring.script(state, page.bodies(state, ASK), 1, strength, Random(seed))
        assert set(script) <= set(able(state.sides[1].fighter.owned))
        state.script(1, script)


@pytest.mark.parametrize("place", [0, 1])
def test_the_afterword_is_what_the_practice_room_says(place: int) -> None:
    state = two()
    bodies = page.bodies(state, ASK)
    game = Room(state, bodies, range_outlook.worth(state, range_sparring.goal(state))).game()
    for number, maneuver in enumerate(game.choices[place]):
        if place == 0:
            pays = game.payoffs[number]
            brings = sum((often * one for often, one in zip(game.mixed.columns, pays, strict=True)), Fraction(0))
        else:
            pays = tuple(-row[number] for row in game.payoffs)
            brings = sum((often * one for often, one in zip(game.mixed.rows, pays, strict=True)), Fraction(0))
        best = game.mixed.value * (1 if place == 0 else -1)
        assert maneuver
        found = range_sparring.afterword(state, bodies, place, maneuver)
        assert found
        assert found.gave_up == best - brings >= 0


def test_a_plan_counts_the_shot_from_where_one_will_stand() -> None:
    """With a longer reach, standing where only it reaches is worth a shot's dice; too close is worth nothing."""
    state = begin(Fighter("Runa", WEAPONS["great-bow"]), Fighter("Tove", WEAPONS["throwing-knife"]), at=Stop.FAR)
    room = Room(state, page.bodies(state, ASK), {})
    assert room.standing(Stop.TOUCHING) == 0
    stops = [one.stop for one in range_outlook.range_track.states(state.reaches.track)]
    only = [stop for stop in stops if state.category(0, stop).shoots and not state.category(1, stop).shoots]
    assert only
    assert all(room.standing(stop) > 0 for stop in only)


def test_where_one_side_has_no_missile_it_closes_in() -> None:
    bow, none = Fighter("Runa", WEAPONS["hunting-bow"]), Fighter("Tove", None)
    found = [range_sparring.goal(begin(*pair, at=Stop.NEAR)).value for pair in ((bow, none), (none, bow), (bow, bow))]
    assert found == ["away", "close", "shoot"]
