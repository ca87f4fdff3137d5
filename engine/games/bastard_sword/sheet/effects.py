"""What answers do to the character sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine import forms, wording
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


@dataclass(frozen=True, slots=True)
class Experience(Effect):
    """So much experience is marked on a skill. Source: BSR-23."""

    amount: int

    names: ClassVar[str] = "skills"
    needs: ClassVar[bool] = True

    def words(self, sheet: Sheet) -> str:
        return f"Mark {self.amount} experience"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        rows, called = [dict(one) for one in inputs["skills"]], sheet.named(inputs)
        found = next((one for one in rows if one["name"].casefold() == name.casefold()), None)
        if found is None:
            raise forms.Unusable("effect", f"Choose a skill of {called}; none is called {wording.quoted(name)}.")
        found["xp"] += self.amount
        after = sheet.canonical({**inputs, "skills": rows})
        return after, f"{called}: {found['name']} has {found['xp']} experience."


@dataclass(frozen=True, slots=True)
class KeepVirtue(Effect):
    """A virtue's line stands like this. Source: BSR-27."""

    virtue: str
    left: int
    right: int
    lack: int
    excess: int

    def words(self, sheet: Sheet) -> str:
        return f"Keep this line of {self.virtue}"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        line = {"virtue": self.virtue, "left": self.left, "right": self.right}
        line |= {"lack": self.lack, "excess": self.excess}
        others = [one for one in inputs["virtues"] if one["virtue"] != self.virtue]
        after = sheet.canonical({**inputs, "virtues": [*others, line]})
        return after, f"{sheet.named(inputs)}: the line of {self.virtue} is kept."


EFFECTS = (SpendSpirit, Experience, KeepVirtue)
