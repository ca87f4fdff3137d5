"""SOR-50: whatever asks for a casting marks it in the same log."""

import pytest

from engine import app
from engine.games.burning_wheel.sheet.effects import LogTest

CASTINGS = {
    "casting-roll": {},
    "practicals": {},
    "spell-area": {},
    "spell-damage": {},
    "natural-effect": {},
    "spell-throw": {"over": ""},
}


@pytest.mark.parametrize("log", ["sorcery", "will"])
@pytest.mark.parametrize("name", CASTINGS)
def test_every_casting_has_one_log(name: str, log: str) -> None:
    answer = app.run(name, CASTINGS[name], {"sorcery.casting-log": log}).answer
    assert {effect.ability for effect in answer.effects if isinstance(effect, LogTest)} == {log}


@pytest.mark.parametrize("successes", ["1", "5"])
def test_a_spell_that_was_rolled_has_it_too(successes: str) -> None:
    answer = app.run("spell-damage", {"successes": successes}, {"sorcery.casting-log": "will"}).answer
    assert {effect.ability for effect in answer.effects if isinstance(effect, LogTest)} == {"will"}
