"""What a form asks of its game's sheet and what an effect names is there, or the build stops with the nearest name."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

import pytest

from engine import app, calculators, forms, games
from engine.answer import Answer, Verdict
from engine.effects import AddRow, Effect, SetRow, SetValue
from engine.forms import Asked, sheet
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.sheet.effects import LogTest, SetAbility, Spend
from engine.pages import BadPage, Fence, read_calculator

B4 = Ability.parse("B4")
NAME = "sample-misnamed"
FENCE = Fence("calculator", f'use = "{NAME}"', 5, 7)
Register = Callable[[Callable[..., Answer]], None]


@pytest.fixture
def register() -> Iterator[Register]:
    """Makes a function a calculator of Burning Wheel for one test."""

    def add(function: Callable[..., Answer]) -> None:
        function.__module__ = f"{games.GAMES['burning-wheel'].package}.calculators.misnamed"
        calculators.calculator(NAME, rules="")(function)

    yield add
    calculators.REGISTRY.pop(NAME, None)


def answer(*effects: Effect) -> Answer:
    return Answer({}, (Verdict("0", (), "Nothing."),), effects)


def said() -> str:
    with pytest.raises(BadPage) as fault:
        read_calculator(FENCE, "docs/page.md")
    return str(fault.value)


@pytest.mark.parametrize(
    ("key", "near"),
    [("skil", "skill"), ("Will", "will"), ("reputation", "reputations"), ("light-wound", "light-wounds")],
)
def test_a_wrong_key_of_the_sheet(register: Register, key: str, near: str) -> None:
    def asks(skill: Annotated[Ability, Asked("Skill"), sheet(key)] = B4) -> Answer:
        return answer()

    register(asks)
    sentence = f"A sheet knows nothing called “{key}”. The nearest is “{near}”."
    assert said() == f"docs/page.md:5: {NAME}: skill: {sentence}"


@pytest.mark.parametrize(
    ("effect", "wrong", "near"),
    [
        (LogTest("skil", "Routine"), "skil", "skill"),
        (LogTest("resourses", "Routine"), "resourses", "resources"),
        (SetAbility("skil", {"fate": 1}), "skil", "skill"),
        (Spend("personna", 1), "personna", "persona"),
        (Spend("fate", 1, "skil"), "skil", "skill"),
        (SetValue("taxes", "1"), "taxes", "taxed"),
        (AddRow("wound", {}), "wound", "wounds"),
        (SetRow("trait", "Loyal", {}), "trait", "traits"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Effect) else one,
)
def test_a_wrong_name_in_an_effect(register: Register, effect: Effect, wrong: str, near: str) -> None:
    def does(skill: Ability = B4) -> Answer:
        return answer(effect)

    register(does)
    sentence = f"The effect {type(effect).__name__} names “{wrong}”, which is not there. The nearest is “{near}”."
    assert said() == f"docs/page.md:5: {NAME}: {sentence}"


@pytest.mark.parametrize(
    "effect",
    [LogTest("skill", "Routine"), LogTest("", "Routine"), LogTest("circles", "Routine"), Spend("cash", 1)],
    ids=lambda one: f"{type(one).__name__} {getattr(one, 'ability', '')}",
)
def test_right_names(register: Register, effect: Effect) -> None:
    def does(skill: Annotated[Ability, sheet("haggling")] = B4) -> Answer:
        return answer(effect)

    register(does)
    assert read_calculator(FENCE, "docs/page.md").opened.answer.effects == (effect,)


def test_rows_and_branches_are_looked_at_too(register: Register) -> None:
    form = app.entry("test-builder").form
    found = games.sheet("character-sheet")
    assert found is not None
    found.check_names(form)
    rows = forms.Rows(forms.Group(object, (forms.Field("inner", forms.Truth(), Asked(), False, "wrong"),)))
    fields: Any = (forms.Field("outer", rows, Asked(), ()),)
    with pytest.raises(forms.Unusable, match="nothing called “wrong”"):
        found.check_names(forms.Form(fields))
