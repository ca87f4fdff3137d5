"""The sheet of this game, and what an answer can do to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from engine import forms
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between
from engine.rulings import Rulings
from tests.second_game.dice import Hand
from tests.second_game.lamp import FULL, Lamp

if TYPE_CHECKING:
    from engine.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Burn(Effect):
    """Burn so much oil. Source: LAN-02."""

    oil: int

    def words(self, sheet: "Sheet") -> str:
        return f"Burn {self.oil} oil"

    def apply(
        self, sheet: "Sheet", inputs: Mapping[str, Any], name: str, ask: Rulings
    ) -> tuple[Mapping[str, Any], str]:
        if inputs["oil"] < self.oil:
            raise forms.Unusable("effect", f"This burns {self.oil} oil; {sheet.named(inputs)} has {inputs['oil']}.")
        after = sheet.canonical({**inputs, "oil": inputs["oil"] - self.oil})
        return after, f"{sheet.named(inputs)}: {self.oil} oil burnt, {after['oil']} left."


EFFECTS = (Burn,)


@calculator("lantern-sheet", rules="LAN-02")
def sheet_of(
    name: Annotated[str, Asked("Name")] = "",
    hand: Annotated[Hand, Asked("Dice", "As in 2d12 d4")] = Hand.parse("d6"),
    oil: Annotated[int, Between(0, FULL), Asked("Oil")] = FULL,
) -> Answer:
    """Who keeps the light?"""
    called = name or "A new keeper"
    return Answer(
        {"name": name, "hand": str(hand), "oil": oil},
        (
            Verdict(called, (Fact(str(hand), "dice"), Fact(oil, "oil")), f"{called} rolls {hand}."),
            Lamp(oil, f"{oil} oil of {FULL}."),
        ),
    )
