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
        rows, found = _skill(sheet, inputs, name)
        found["xp"] += self.amount
        after = sheet.canonical({**inputs, "skills": rows})
        return after, f"{sheet.named(inputs)}: {found['name']} has {found['xp']} experience."


@dataclass(frozen=True, slots=True)
class RaiseRank(Effect):
    """A skill rises by so many ranks, and has so much experience left. Source: BSR-25."""

    ranks: int
    left: int

    names: ClassVar[str] = "skills"
    needs: ClassVar[bool] = True

    def words(self, sheet: Sheet) -> str:
        return f"Raise it by {wording.count(self.ranks, 'rank')}"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        rows, found = _skill(sheet, inputs, name)
        found |= {"rank": found["rank"] + self.ranks, "xp": self.left}
        after = sheet.canonical({**inputs, "skills": rows})
        return after, f"{sheet.named(inputs)}: {found['name']} has rank {found['rank']}."


@dataclass(frozen=True, slots=True)
class LearnAttribute(Effect):
    """An attribute gains 1 experience, and no attribute stays marked. Source: BSR-24."""

    attribute: str

    def words(self, sheet: Sheet) -> str:
        return f"Learn {self.attribute}, and clear the marks"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        rows = [{**one, "marked": False} for one in inputs["learning"]]
        found = next((one for one in rows if one["attribute"] == self.attribute), None)
        if found is None:
            found = {"attribute": self.attribute, "xp": 0, "marked": False}
            rows.append(found)
        found["xp"] += 1
        after = sheet.canonical({**inputs, "learning": rows})
        return after, f"{sheet.named(inputs)}: {self.attribute} has {found['xp']} experience."


def _skill(sheet: Sheet, inputs: Mapping[str, Any], name: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of the skills, and the one that is called so. Raises `forms.Unusable` where there is none."""
    rows = [dict(one) for one in inputs["skills"]]
    found = next((one for one in rows if one["name"].casefold() == name.casefold()), None)
    if found is None:
        said = f"Choose a skill of {sheet.named(inputs)}; none is called {wording.quoted(name)}."
        raise forms.Unusable("effect", said)
    return rows, found


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


EFFECTS = (SpendSpirit, Experience, RaiseRank, LearnAttribute, KeepVirtue)
