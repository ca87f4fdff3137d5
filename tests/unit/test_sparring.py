"""A sparring partner: lawful, seeded, blind to the other script, and true to the practice room."""

import inspect
import itertools
import json
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from engine import app, forms, rulings, session
from engine.games.burning_wheel.rules import duel, duel_analysis, duel_choices, duel_sparring, sparring
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action, Carried
from engine.games.burning_wheel.rules.duel_analysis import Aim, Choice, Laws
from engine.games.burning_wheel.rules.duel_procedure import Duel, begin, speaker
from engine.games.burning_wheel.rules.sparring import Strength
from tests.site.building import modules

app.load(modules())
SETUP = {"a": {"name": "Ines"}, "b": {"name": "Bertram", "skills": [{"skill": "oratory", "ability": "B5"}]}}
MINE = [["point"] * 3, ["avoid"] * 3, ["dismiss"] * 3, ["rebuttal", "obfuscate", "point"]]


def two(argument: int = 7, **carried: int) -> Duel:
    ines = speaker("Ines", {DuelingSkill.RHETORIC: Ability.parse("B4")}, argument)
    bertram = speaker("Bertram", {DuelingSkill.ORATORY: Ability.parse("B5")}, argument)
    state = begin(ines, bertram)
    standing = replace(state.sides[1].standing, carried=Carried(**carried))
    return replace(state, sides=(state.sides[0], replace(state.sides[1], standing=standing)))


def taped(strength: str, seed: str, script: list[str], *, first: bool = True) -> session.Tape:
    """A duel in which a partner plays Bertram, who comes before or after Ines has scripted."""
    entry = app.entry("duel")
    assert isinstance(entry, session.Session)
    tape = session.Tape(entry, SETUP, rulings.Rulings("burning-wheel"))
    spar = {"side": "side B", "move": {"is": "spar", "strength": strength, "seed": seed}}
    mine = {"side": "side A", "move": dict(zip(("is", "first", "second", "third"), ["script", *script], strict=True))}
    at = 0
    for said in (spar, mine) if first else (mine, spar):
        made = tape.play(said, at)
        assert isinstance(made, int)
        at = tape.follow(made)
    return tape


def scripted(tape: session.Tape) -> tuple[Action, ...]:
    found: tuple[Action, ...] = tape.states[-1].duel.sides[1].script
    return found


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
@pytest.mark.parametrize("seed", ["00", "a1b2", "ffff"])
def test_its_script_does_not_change_with_yours(strength: str, seed: str) -> None:
    found = {scripted(taped(strength, seed, mine, first=first)) for mine in MINE for first in (True, False)}
    assert len(found) == 1


def test_what_chooses_is_given_no_script() -> None:
    for function in (duel_sparring.script, duel_sparring.division):
        assert all("Duel" not in str(one.annotation) for one in inspect.signature(function).parameters.values())
    state = two()
    written = state.script(0, (Action.DISMISS, Action.FEINT, Action.AVOID))
    assert duel_sparring.debaters(state) == duel_sparring.debaters(written)


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
def test_the_same_seed_plays_the_same_and_a_log_is_replayed(strength: str) -> None:
    tape = taped(strength, "77", ["point", "obfuscate", "avoid"])
    for number in range(12):
        turns = session.move_forms(tape.entry, tape.states[-1])
        if "table" not in turns:
            break
        move = next(iter(turns["table"].groups))
        made = tape.play({"side": "table", "move": {"is": move}, "seed": number}, len(tape.steps))
        assert isinstance(made, int)
        tape.follow(made)
    again = session.replay(tape.entry, json.loads(json.dumps(tape.log())), tape.ask)
    assert not again.complaint
    assert again.states == tape.states
    assert any("gave" in line.text for one in tape.states for line in one.told)


def test_another_seed_is_another_partner() -> None:
    found = {scripted(taped("random", str(seed), MINE[0])) for seed in range(12)}
    assert len(found) > 6


def test_a_partner_scripts_each_exchange_and_leaves_your_side_to_you() -> None:
    tape = taped("mix", "5", ["avoid"] * 3)
    turns = session.move_forms(tape.entry, tape.states[-1])
    assert "spar" not in {name for turn in turns.values() for name in turn.groups}
    with pytest.raises(forms.Unusable):
        tape.play({"side": "side A", "move": {"is": "partner-plays"}}, len(tape.steps))


@pytest.mark.parametrize("strength", list(Strength))
@pytest.mark.parametrize("carried", [{}, {"hesitates": 1}, {"hesitates": 2}, {"dice": 2}, {"obstacle": 1}])
@pytest.mark.parametrize("argument", [1, 7])
def test_every_script_is_lawful(strength: Strength, carried: dict[str, int], argument: int) -> None:
    state = two(argument, **carried)
    sides = duel_sparring.debaters(state)
    for seed in range(6):
        script = duel_sparring.script(sides, 1, strength, duel.DEFAULT, Random(seed))
        assert len(script) == 3
        assert not duel.bad_script(script, state.sides[1].dice, carried.get("hesitates", 0))
        state.script(1, script)


@pytest.mark.parametrize("strength", list(Strength))
@pytest.mark.parametrize("theirs", [action for action in SCRIPTED if action not in (Action.FEINT, Action.INCITE)])
def test_every_division_is_lawful_and_the_best_where_it_thinks(strength: Strength, theirs: Action) -> None:
    sides = duel_sparring.debaters(two())
    for place in (0, 1):
        split = duel_sparring.division(sides, place, theirs, strength, duel.DEFAULT, Random(1))
        laws = Laws((sides[place], sides[1 - place]))
        assert not duel.bad_split(split, laws.rebuttal_dice(0))
        if strength is not Strength.RANDOM:
            ways = duel_choices.divisions(laws, [(Choice(theirs), Fraction(1))], Aim.DICE, duel_analysis.prices(laws))
            gains = {way.defense: way.gains for way in ways}
            assert gains[split.defense] == max(gains.values())


@pytest.mark.parametrize("place", [0, 1])
def test_the_afterword_is_what_the_practice_room_says(place: int) -> None:
    sides = duel_sparring.debaters(two(5, dice=1))
    played = duel_analysis.game(Laws((sides[place], sides[1 - place])))
    worth: dict[Action, Fraction] = {}
    for choice, row in zip(played.choices[0], played.payoffs, strict=True):
        brings = sum((share * pays for share, pays in zip(played.mixed.columns, row, strict=True)), Fraction(0))
        worth[choice.action] = max(brings, worth.get(choice.action, brings))
    for action in worth:
        found = duel_sparring.afterword(sides, place, action, duel.DEFAULT)
        assert found
        assert found.gave_up == played.mixed.value - worth[action] >= 0
        assert worth[found.best.action] == played.mixed.value
    assert duel_sparring.afterword(sides, place, Action.HESITATE, duel.DEFAULT) is None


def test_a_mix_is_drawn_as_often_as_it_says() -> None:
    mix = [("often", Fraction(3, 4)), ("seldom", Fraction(1, 4))]
    drawn = [sparring.pick(mix, Random(seed)) for seed in range(2000)]
    assert abs(drawn.count("often") / 2000 - 0.75) < 0.03
    assert sparring.pick([("only", Fraction(1))], Random(0)) == "only"
    with pytest.raises(ValueError, match="nothing"):
        sparring.pick([], Random(0))


def test_luck_is_the_same_everywhere() -> None:
    turns = [sparring.luck("ab", *turn).random() for turn in ((1,), (1, 2), (12,), (2,))]
    assert len(set(turns)) == 4
    assert sparring.luck("ab", 1).random() == turns[0]
    assert all(one != other for one, other in itertools.pairwise(turns))


def test_an_afterword_compares_what_could_be_done() -> None:
    worth = [Fraction(1), Fraction(3), Fraction(2)]
    found: Any = sparring.afterword("abc", worth, "ac")
    assert (found.best, found.gave_up) == ("b", 1)
    assert sparring.afterword("abc", worth, "x") is None
