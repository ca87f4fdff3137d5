"""The tables of elements hold together, and words find what they name."""

import pytest

from engine import app
from engine.answer import Table
from engine.games.burning_wheel.calculators.rolling_dice.elements import Named, Trait
from engine.games.burning_wheel.rules.elements import ELEMENTS, FALLS_UNDER, Deed, deeds_in


def test_every_element_can_be_picked() -> None:
    assert [one.value for one in Named] == list(ELEMENTS)
    assert all(one.element.name.casefold() == one.words.casefold() for one in Named)


def test_every_deed_falls_under_an_element() -> None:
    assert list(FALLS_UNDER) == list(Deed)
    assert {covered.element for covered in FALLS_UNDER.values()} == set(ELEMENTS)
    assert all(deed in deeds_in(covered.said[0]) for deed, covered in FALLS_UNDER.items())


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("I toss the rock and run", (Deed.TOSS, Deed.FLEE)),
        ("Search, and find the clue!", (Deed.SEARCH, Deed.KNOW)),
        ("PRAY", (Deed.PRAY,)),
        ("", ()),
        ("12 ?", ()),
    ],
)
def test_words_find_deeds(text: str, deeds: tuple[Deed, ...]) -> None:
    assert deeds_in(text) == deeds


@pytest.mark.parametrize("later", [True, False])
def test_who_is_the_exception_agrees_with_each_ability(later: bool) -> None:
    chosen = {"edition": "later" if later else "revised"}
    for trait in Trait:
        matches = app.run("ability-behavior", {"look": {"is": "who", "traits": [trait.value]}}, chosen).answer.values
        assert matches["matches"] == [one.value for one in Named if trait.of_element(one.element, later=later)]


def test_the_ability_looked_up_is_the_row_that_is_ringed() -> None:
    for place, one in enumerate(Named):
        answer = app.run("ability-behavior", {"look": {"is": "one", "ability": one.value}}).answer
        table = next(block for block in answer.blocks if isinstance(block, Table))
        assert table.current == place
        assert table.rows[place][0] == one.element.name
