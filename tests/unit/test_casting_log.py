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


def marked(name: str, inputs: dict[str, object]) -> list[tuple[str, str]]:
    effects = app.run(name, inputs, {}).answer.effects
    return [(effect.ability, effect.test_class) for effect in effects if isinstance(effect, LogTest)]


def test_of_several_tests_of_will_the_hardest_is_marked() -> None:
    """SOR-50: three dice against Ob 1 are Routine and against Ob 4 Challenging, wherever that spell stands."""
    spells = [{"name": "First", "obstacle": 1}, {"name": "Second", "obstacle": 4}]
    assert marked("concentration", {"will": "B5", "spells": spells}) == [("will", "Challenging")]
    assert marked("concentration", {"will": "B5", "spells": spells[::-1]}) == [("will", "Challenging")]
    kept = [{**spells[0], "dropped": False}, spells[1]]
    assert marked("will-tests", {"will": "B5", "spells": kept}) == [("will", "Challenging")]


def test_of_a_spell_held_back_for_long_the_hardest_test_is_marked() -> None:
    """SOR-38, SOR-50: Will B2 for eight actions: two dice against Ob 1, 2 and 3."""
    assert marked("coup-de-magie", {"will": "B2", "holds": 8}) == [("will", "Challenging")]
    assert marked("coup-de-magie", {"will": "B2", "holds": 2}) == []


@pytest.mark.parametrize(("edition", "classes"), [("revised", 2), ("later", 1)])
def test_one_die_against_ob_1_is_marked_in_a_casting_played_as_by_the_tax_alone(edition: str, classes: int) -> None:
    """HUB-35: a choice of class in the revised edition, and none in the later one."""
    rulings = {"edition": edition}
    setup = {"spell": {"is": "own", "obstacle": 1, "caret": False}, "forte": "B1"}
    done = app.run("cast-a-spell", setup, rulings)
    for faces in ([4] + [1] * 9, [4]):
        assert done.log is not None
        done = app.step("cast-a-spell", done.log, {"side": "you", "move": {"is": "roll-next"}, "faces": faces}, rulings)
    played = [one for one in done.answer.effects if isinstance(one, LogTest) and one.ability == "forte"]
    alone = app.run("spell-tax", {"spell": 1, "forte": "B1", "successes": 1}, rulings).answer.effects
    assert played == [one for one in alone if isinstance(one, LogTest)]
    assert len(played) == classes
