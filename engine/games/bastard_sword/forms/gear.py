"""Things in a list that readers type: "12 heavy arrows in quiver", "plate harness worn"."""

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, Self

from engine.forms import Asked, Between, Unusable, closest, row, sheet
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE
from engine.games.bastard_sword.rules import packing
from engine.games.bastard_sword.rules.burden import Load, increment
from engine.games.bastard_sword.rules.gear import ITEMS, Item, find
from engine.games.bastard_sword.rules.half_orders import HIGHEST_RUNG
from engine.games.bastard_sword.rules.money import NOTHING
from engine.games.bastard_sword.rules.packing import Thing
from engine.games.bastard_sword.rules.size import Size
from engine.refused import Refused
from engine.wording import quoted

LINE = re.compile(
    r"(?:(?P<count>[0-9]{1,5})\s*(?:x|×|m)?\s+)?(?P<name>.+?)(?:\s*=\s*(?P<each>[0-9/]+))?"
    r"(?:\s+(?P<place>worn|slung|in\s+(?P<inside>.+)))?"
)
BY_LINE = "A thing a line: 12 heavy arrows in quiver; plate harness worn; cheese = 1/2"
WORN, SLUNG = "worn", "slung"
MOST_COUNT, MOST_WEIGHT = 5000, 10_000
OwnSize = Annotated[Size, Asked("Your size", more=True), sheet("size")]
OwnStrength = Annotated[int, SCORE, Asked("Strength", quick=QUICK_SCORES), sheet("strength")]
OwnConstitution = Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")]


@dataclass(frozen=True, slots=True)
class Weight:
    """The burden of one thing: a whole number, or a fraction such as 1/3. Source: BSC-23."""

    value: Fraction

    steps: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2" or "1/3". Raises `Refused` for anything else."""
        found = re.fullmatch(r"\s*([0-9]{1,5})(?:\s*/\s*([0-9]{1,3}))?\s*", text)
        if not found or not found[1].isascii() or int(found[2] or 1) == 0 or int(found[1]) > MOST_WEIGHT:
            said = f"Burden is a whole number to {MOST_WEIGHT} or a fraction such as 1/3; this says {quoted(text)}."
            raise Refused(said)
        return cls(Fraction(int(found[1]), int(found[2] or 1)))

    def __str__(self) -> str:
        return str(self.value)


@row("thing")
class ThingRow:
    """A thing of the lists, or one of the reader's own that says what it weighs."""

    name: Annotated[str, Asked("What")] = "Blanket"
    count: Annotated[int, Between(0, MOST_COUNT), Asked("How many, or metres", quick=(1, 2, 10, 20))] = 1
    place: Annotated[str, Asked("Where", "Worn, slung, or the name of a container", quick=(WORN,))] = ""
    each: Annotated[Weight | None, Asked("Burden of one", "For what is in no list", quick=("1/3", "1", "3"))] = None

    @property
    def line(self) -> str:
        """As `of_line` reads it."""
        number = f"{self.count} " if self.count != 1 else ""
        weight = f" = {self.each}" if self.each else ""
        place = f" {self.place}" if self.place in (WORN, SLUNG) else f" in {self.place}" if self.place else ""
        return f"{number}{self.name}{weight}{place}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Read "12 heavy arrows in quiver" or "cheese = 1/2". Raises `Refused` for what has no weight."""
        found = LINE.fullmatch(line.strip())
        if not found:
            raise Refused(f"A thing is a number and a name, as in “12 heavy arrows”; this says {quoted(line)}.")
        each = Weight.parse(found["each"]) if found["each"] else None
        place = found["inside"] or found["place"] or ""
        made = cls(found["name"], int(found["count"] or 1), place, each)
        if each is None and find(made.name) is None:
            raise Refused(unknown(made.name))
        return dataclasses.replace(before, count=made.count, place=made.place or before.place) if before else made


def unknown(name: str) -> str:
    """That the lists have nothing of this name, with the nearest that they have."""
    near = closest(name.casefold(), ITEMS)
    return f"This takes a thing of the lists, or the burden of one; there is no {quoted(name)}.{near}"


def things(rows: Sequence[ThingRow], at: str) -> list[Thing]:
    """What the rows say. Raises `Unusable` for unknown things, and for places that are none."""
    items = []
    for number, row_ in enumerate(rows):
        item = Item(row_.name, NOTHING, row_.each.value) if row_.each else find(row_.name)
        if item is None:
            raise Unusable(f"{at}.{number}.name", unknown(row_.name))
        items.append(item)
    found = [_thing(rows[number], item, items, f"{at}.{number}.place") for number, item in enumerate(items)]
    if (lost := packing.loop(found)) is not None:
        raise Unusable(f"{at}.{lost}.place", f"A container lies in another; {items[lost].words} lies in itself.")
    return found


def _thing(said: ThingRow, item: Item, items: Sequence[Item], at: str) -> Thing:
    place = said.place.strip().casefold()
    if place == WORN and item.worn is None and not said.each:
        raise Unusable(at, f"Armour is worn; {item.words} is carried.")
    if not place or place in (WORN, SLUNG):
        return Thing(item, said.count, place == WORN, place == SLUNG)
    inside = find(place.removeprefix("in ").removeprefix("the "))
    if inside is None or inside not in items or not inside.container:
        held = [one.name.casefold() for one in items if one.container]
        raise Unusable(
            at, f"This takes “worn”, “slung” or a container of the list; it says {quoted(place)}.{closest(place, held)}"
        )
    return Thing(item, said.count, inside=items.index(inside))


def load(weight: int, size: Size, strength: int, constitution: int, at: str = "burden") -> Load:
    """So much burden on such a body.

    Raises `Unusable` at the field `at` for more than anyone carries, and for someone who carries nothing.
    Source: BSC-24, BSC-25.
    """
    found = increment(size, strength, constitution)
    if not found:
        said = "Strength and constitution carry a load together; this takes 1 or more of either, and has 0."
        raise Unusable("strength", said)
    carried = Load(Fraction(weight), found)
    if carried.passed > HIGHEST_RUNG:
        most = number((HIGHEST_RUNG + 1) * found)
        raise Unusable(
            at, f"Nobody bears more than {HIGHEST_RUNG + 1} increments, {most} here; this is {number(carried.burden)}."
        )
    return carried


def number(amount: Fraction) -> str:
    """An amount of burden, as "15", "0.15", "15 000"."""
    return f"{int(amount):,}".replace(",", "\N{NO-BREAK SPACE}") if amount.denominator == 1 else f"{float(amount):g}"
