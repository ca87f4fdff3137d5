"""What answers do to the character sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import forms
from engine.effects import Effect
from engine.games.bastard_sword.rules import spirit
from engine.rulings import Rulings
from engine.sheet import Sheet

LOST = "spirit_lost"


@dataclass(frozen=True, slots=True)
class SpendSpirit(Effect):
    """So much spirit is spent or lost; below 0 it comes back, as far as there is room. Source: BSR-18, BSR-19.

    What is `lost` takes as much as there is; what is paid has to be there.
    """

    amount: int
    lost: bool = False

    def words(self, sheet: Sheet) -> str:
        if self.amount < 0:
            return f"Regain {-self.amount} spirit"
        return f"{'Lose' if self.lost else 'Spend'} {self.amount} spirit"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        most = spirit.most(inputs["constitution"], inputs["persona"])
        left, called = max(0, most - inputs[LOST]), sheet.named(inputs)
        if self.amount > left and not self.lost:
            raise forms.Unusable("effect", f"This takes {self.amount} spirit; {called} has {left}.")
        after = sheet.canonical({**inputs, LOST: most - min(most, max(0, left - self.amount))})
        done = "regained" if self.amount < 0 else "lost" if self.lost else "spent"
        now = max(0, most - after[LOST])
        return after, f"{called}: {abs(now - left)} spirit {done}, {now} of {most} left."


EFFECTS = (SpendSpirit,)
