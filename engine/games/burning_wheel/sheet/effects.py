"""What answers do to the character sheet: marks in logs, artha and money spent, abilities changed."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine import forms, wording
from engine.effects import Effect
from engine.games.burning_wheel.forms.carried import WeaponRow
from engine.games.burning_wheel.forms.learning import RootRow
from engine.games.burning_wheel.forms.shields import KeptShield
from engine.games.burning_wheel.forms.wounds import WoundRow
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import new_skill_of
from engine.games.burning_wheel.readings.shields import dice_of
from engine.games.burning_wheel.rules.advancement import CAP, filled
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.armor_wear import repaired
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.rows import AbilityRow
from engine.refused import Refused
from engine.rulings import Rulings
from engine.sheet import Sheet

APTITUDE = "Aptitude"
"""In place of a class: a test that counts toward opening a skill. Source: HUB-56."""

ARTHA = ("fate", "persona", "deeds")
MONEY = ("cash", "funds")
ABILITIES = "abilities"
ARMOR = "armor"
WEAPONS = "weapons"
SHIELD, SHIELD_LOST = "shield", "shield_lost"


@dataclass(frozen=True, slots=True)
class LogTest(Effect):
    """Mark a test of this class ("Routine", or `APTITUDE`) in the log of an ability. Source: HUB-45, HUB-56.

    `ability` is the input that holds it ("ability", "helpers.0.exponent"), or its key on the sheet ("circles"). With
    `if_passed` it is earned only if the test passes, which nobody knows yet. Of several of one ability, one is chosen.
    A test that fills the log lifts the exponent at once and empties the log.
    """

    ability: str
    test_class: str
    if_passed: bool = False

    names: ClassVar[str] = ABILITIES
    where: ClassVar[str] = "ability"
    needs: ClassVar[bool] = True

    def words(self, sheet: Sheet) -> str:
        kind = "test toward opening it" if self.test_class == APTITUDE else f"{self.test_class} test"
        return f"Mark a {kind}{' if it passes' if self.if_passed else ''}"

    def means(self, sheet: Sheet, inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return _held(self.ability, sheet, inputs)

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        row, after = _marked(_ability(sheet, inputs, name), _abilities(sheet, inputs), self.test_class, ask)
        words = _marked_words(sheet.named(inputs), row, after, self.test_class)
        return _with_ability(sheet, inputs, row.name, after), words


@dataclass(frozen=True, slots=True)
class Spend(Effect):
    """Take `amount` of `what` (fate, persona, deeds, cash, funds) off the sheet; below 0 it is earned.

    Artha joins the tally of the ability that the input `on` holds, where there is one. Source: HUB-68, HUB-83, RES-20.
    """

    what: str
    amount: int
    on: str = ""

    names: ClassVar[str] = ABILITIES
    where: ClassVar[str] = "on"

    def words(self, sheet: Sheet) -> str:
        return f"{'Spend' if self.amount > 0 else 'Add'} {abs(self.amount)} {self.what.capitalize()}"

    def means(self, sheet: Sheet, inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {self.what: (*ARTHA, *MONEY), **_held(self.on, sheet, inputs)}

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        held, called = inputs.get(self.what), sheet.named(inputs)
        if self.what not in (*ARTHA, *MONEY) or not isinstance(held, int):
            raise forms.Unusable("effect", f"A sheet has no {wording.quoted(self.what)} to spend.")
        if held < self.amount:
            said = f"This takes {self.amount} {self.what.capitalize()}; {called} has {held}."
            raise forms.Unusable("effect", said)
        after: Mapping[str, Any] = {**inputs, self.what: held - self.amount}
        if name and self.amount > 0 and self.what in ARTHA:
            row = _ability(sheet, inputs, name)
            tally = getattr(row, self.what) + self.amount
            after = _with_ability(sheet, after, row.name, dataclasses.replace(row, **{self.what: tally}))
        words = f"{called}: {self.amount} {self.what.capitalize()} spent{f' on {name}' if name else ''}."
        if self.amount < 0:
            words = f"{called}: {-self.amount} {self.what.capitalize()} earned."
        return sheet.canonical(after), words


@dataclass(frozen=True, slots=True)
class SetAbility(Effect):
    """An ability takes the values of `row` ("ability" is its exponent); `ability` is as for `LogTest`."""

    ability: str
    row: Mapping[str, Any]

    names: ClassVar[str] = ABILITIES
    where: ClassVar[str] = "ability"
    needs: ClassVar[bool] = True

    def words(self, sheet: Sheet) -> str:
        return f"Set {sheet.row_words(ABILITIES, self.row)}"

    def means(self, sheet: Sheet, inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return _held(self.ability, sheet, inputs)

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        row = _ability(sheet, inputs, name)
        place = [one.name for one in _abilities(sheet, inputs)].index(row.name)
        pairs = {f"{ABILITIES}.{place}.{field}": text for field, text in sheet.taken(ABILITIES, self.row).items()}
        words = f"{sheet.named(inputs)}, {row.name}: {self.words(sheet)}."
        return sheet.canonical({**dict(forms.flatten(inputs)), **pairs}), words


@dataclass(frozen=True, slots=True)
class WearArmor(Effect):
    """The character wears this armor and no other: a piece on each line, as its field holds it. Source: ARM-01."""

    lines: str

    def words(self, sheet: Sheet) -> str:
        return "Wear this armor" if self.lines else "Take off all armor"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        after = sheet.canonical({**inputs, ARMOR: self.lines})
        worn = Suit(sheet.form.read(after)[ARMOR]).words.lower()
        return after, f"{sheet.named(inputs)} wears {worn}."


@dataclass(frozen=True, slots=True)
class BatterArmor(Effect):
    """The armor at a location ("left-arm") loses `dice`; below 0 they are put back. Source: ARM-10, ARM-12."""

    location: str
    dice: int

    def words(self, sheet: Sheet) -> str:
        where = Location.of(self.location).words.lower()
        if self.dice < 0:
            return f"Put {-self.dice}D back on the armor of the {where}"
        return f"Take {self.dice}D off the armor of the {where}"

    def means(self, sheet: Sheet, inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {self.location: [location.value for location in Location]}

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        rows, kind, called = sheet.form.read(inputs)[ARMOR], sheet.rows(ARMOR), sheet.named(inputs)
        assert kind is not None
        worn = next((row for row in rows if row.location.value == self.location), None)
        if worn is None:
            where = Location.of(self.location).words.lower()
            raise forms.Unusable("effect", f"{called} wears no armor on the {where}.")
        after = worn.less(self.dice) if self.dice > 0 else repaired(worn, -self.dice)
        held = kind.write([after if row is worn else row for row in rows])
        return sheet.canonical({**inputs, ARMOR: held}), f"{called}: {after.words} has {after.dice}D now."


@dataclass(frozen=True, slots=True)
class BatterShield(Effect):
    """The shield on the arm loses `dice`, at least 1, and never more than it has. Source: ARM-28."""

    dice: int

    def words(self, sheet: Sheet) -> str:
        return f"Take {self.dice}D off the shield"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        called, shield = sheet.named(inputs), str(inputs[SHIELD])
        if shield == KeptShield.NONE.value:
            raise forms.Unusable("effect", f"{called} has no shield.")
        rating = dice_of(Kind.of(shield), ask)
        lost = min(rating, inputs[SHIELD_LOST] + self.dice)
        left = f"has {rating - lost}D now" if lost < rating else "is destroyed"
        after = sheet.canonical({**inputs, SHIELD_LOST: lost})
        return after, f"{called}: {Kind.of(shield).words} {left}."


@dataclass(frozen=True, slots=True)
class HoldWeapon(Effect):
    """The weapon of this line is in hand, before all others; with `away` it is put away.

    One that the sheet has not joins it. Source: WPN-34.
    """

    line: str
    away: bool = False

    def words(self, sheet: Sheet) -> str:
        return f"{'Put away' if self.away else 'Take in hand'}: {self._row.called}"

    @property
    def _row(self) -> WeaponRow:
        try:
            return dataclasses.replace(WeaponRow.of_line(self.line), away=self.away)
        except Refused as error:
            raise forms.Unusable("effect", str(error)) from None

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        row, kind = self._row, sheet.rows(WEAPONS)
        assert kind is not None
        held = list(sheet.form.read(inputs)[WEAPONS])
        same = next((at for at, one in enumerate(held) if dataclasses.replace(one, away=self.away) == row), None)
        if self.away and same is not None:
            held[same] = row
        else:
            held = [row, *(one for at, one in enumerate(held) if at != same)]
        after = sheet.canonical({**inputs, WEAPONS: kind.write(held)})
        done = "put away" if self.away else "in hand"
        return after, f"{sheet.named(inputs)}: {row.called} is {done}."


@dataclass(frozen=True, slots=True)
class KeepWounds(Effect):
    """The character has these wounds and no others: "B3 B8+1" is a B3, and a B8 with a die back. Source: INJ-35."""

    wounds: str

    @classmethod
    def of(cls, rows: Sequence[WoundRow]) -> "KeepWounds":
        """That these wounds are kept."""
        return cls(" ".join(f"{row.hit}+{row.back}" if row.back else str(row.hit) for row in rows))

    def words(self, sheet: Sheet) -> str:
        if not self.wounds:
            return "Strike all wounds"
        each = (one.partition("+") for one in self.wounds.split())
        return f"Keep the wounds: {wording.listed(f'{hit} ({back}D back)' if back else hit for hit, _, back in each)}"

    def apply(self, sheet: Sheet, inputs: Mapping[str, Any], name: str, ask: Rulings) -> tuple[Mapping[str, Any], str]:
        said = [one.partition("+") for one in self.wounds.split()]
        rows = [{"hit": hit, "back": back or 0} for hit, _, back in said]
        after = sheet.canonical({**inputs, "wounds": rows})
        return after, f"{sheet.named(inputs)}: {wording.count(len(rows), 'wound')} kept."


EFFECTS = (LogTest, Spend, SetAbility, WearArmor, BatterArmor, BatterShield, HoldWeapon, KeepWounds)


def _held(ability: str, sheet: Sheet, inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """What holds an ability, if that is said: an input, or its key on the sheet."""
    return {ability: (*inputs, *sheet.keys)} if ability else {}


def _abilities(sheet: Sheet, inputs: Mapping[str, Any]) -> Sequence[AbilityRow]:
    rows: Sequence[AbilityRow] = sheet.form.read(inputs)[ABILITIES]
    return rows


def _ability(sheet: Sheet, inputs: Mapping[str, Any], name: str) -> AbilityRow:
    for row in _abilities(sheet, inputs):
        if row.name.casefold() == name.casefold():
            return row
    said = f"called {wording.quoted(name)}" if name else "named"
    raise forms.Unusable("ability", f"Choose an ability of {sheet.named(inputs)}; none is {said}.")


def _with_ability(sheet: Sheet, inputs: Mapping[str, Any], name: str, row: AbilityRow) -> dict[str, Any]:
    rows, kind = _abilities(sheet, inputs), sheet.rows(ABILITIES)
    assert kind is not None
    return sheet.canonical({**inputs, ABILITIES: kind.write([row if one.name == name else one for one in rows])})


def _marked(
    row: AbilityRow, rows: Sequence[AbilityRow], test_class: str, ask: Rulings
) -> tuple[AbilityRow, AbilityRow]:
    """An ability and what becomes of it, among all `rows` of its sheet, with one more test. Source: HUB-45, HUB-56."""
    if test_class == APTITUDE:
        if not row.learning:
            raise forms.Unusable("ability", f"{row.name} is open; this goes toward a skill that is not open yet.")
        return row, _opened(dataclasses.replace(row, aptitude=row.aptitude + 1), rows, ask)
    if row.learning:
        raise forms.Unusable("ability", f"{row.name} is not open yet, so it has no log to mark this in.")
    marks = row.marks.plus(TestClass.of(test_class))
    if filled(routes_of(row.tested.kind, min(row.ability.exponent, CAP), ask), marks):
        lifted = dataclasses.replace(row.ability, exponent=row.ability.exponent + 1)
        return row, dataclasses.replace(row, ability=lifted, routine=0, difficult=0, challenging=0)
    return row, dataclasses.replace(
        row, routine=marks.routine, difficult=marks.difficult, challenging=marks.challenging
    )


def _opened(row: AbilityRow, rows: Sequence[AbilityRow], ask: Rulings) -> AbilityRow:
    """A skill that is learned, open once its tests are enough. Where its roots are not known, the reader opens it."""
    by_name = {one.name.casefold(): one.ability for one in rows}
    roots = [by_name.get(name.strip().casefold()) for name in row.roots.split(",")]
    known = [root for root in roots if root is not None]
    if len(known) < len(roots):
        return row
    found = new_skill_of(known[0], tuple(RootRow(root) for root in known[1:]), ask)
    if found.left(row.aptitude):
        return row
    return dataclasses.replace(row, learning=False, aptitude=0, ability=found.opens)


def _marked_words(name: str, before: AbilityRow, after: AbilityRow, test_class: str) -> str:
    if before.learning and not after.learning:
        return f"{name}: {before.name} opens at {after.ability}."
    if after.ability != before.ability:
        return f"{name}: {before.name} has all its tests and is {after.ability} now."
    toward = f"a test toward {before.name}" if test_class == APTITUDE else f"a {test_class} test for {before.name}"
    passed = ", which marks only what passes" if before.tested.kind.success_only and test_class != APTITUDE else ""
    return f"{name}: marked {toward}{passed}."
