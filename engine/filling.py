"""What a sheet offers to the fields of a form: abilities by their names, lists by their rows, artha and tolerances."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import forms, sheets
from engine.burning_wheel.ability import Ability
from engine.calculators.character import AbilityRow
from engine.calculators.wounds import Own

PLAIN = ("name", *sheets.ARTHA, *sheets.MONEY, "taxed")
OF_THE_ABILITY = {
    "routine": "routine",
    "difficult": "difficult",
    "challenging": "challenging",
    "aptitude": "aptitude",
    "spent-fate": "fate",
    "spent-persona": "persona",
    "spent-deeds": "deeds",
}
"""Fields that go with the ability that another field is filled from, by their keys, and where they stand in its row."""
KINDS = {"ability": (), "skill": ("skill", "magic"), "root": ("will", "perception", "speed")}
"""Keys that any ability of these kinds fits; an empty tuple stands for all kinds."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to fill a field with, as a button: its words and the `pairs` that it sets.

    With `row` it adds a row of these pairs to the list at the field. `ability` is the name of what it comes from.
    """

    words: str
    pairs: Mapping[str, str] = field(default_factory=dict)
    row: Mapping[str, str] = field(default_factory=dict)
    ability: str = ""


def key_of(name: str) -> str:
    """What a name of the sheet is called in ``sheet("…")``: "Mortal Wound" → "mortal-wound"."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")


def offers(form: forms.Form, sheet: Mapping[str, Any], *, everything: bool = False) -> dict[str, list[Offer]]:
    """For each field of a form, by its path, what the sheet (canonical inputs) offers.

    Fields say by ``sheet("…")`` what fits; with `everything`, what fits any text, number or ability is offered to the
    others too.
    """
    values = sheets.form().read(sheet)
    found: dict[str, list[Offer]] = {}
    for path, one in _fields(form.fields, ""):
        made = list(_offers(one, path, form, values, sheet, everything=everything))
        if made:
            found[path] = made
    return found


def _fields(fields: Sequence[forms.Field], at: str) -> Iterator[tuple[str, forms.Field]]:
    """All fields with their paths; those of rows come and go, and are filled with the whole row."""
    for one in fields:
        path = f"{at}{one.name}"
        yield path, one
        if isinstance(one.kind, forms.Group):
            yield from _fields(one.kind.fields, f"{path}.")
        elif isinstance(one.kind, forms.Branches) and not one.sheet:
            for group in one.kind.groups.values():
                yield from _fields(group.fields, f"{path}.")


def _offers(
    one: forms.Field,
    path: str,
    form: forms.Form,
    values: Mapping[str, Any],
    sheet: Mapping[str, Any],
    *,
    everything: bool,
) -> Iterator[Offer]:
    kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
    if isinstance(kind, forms.Rows):
        yield from _rows(one, kind, values, sheet, everything=everything)
    elif one.sheet == "tolerances":
        yield from _tolerances(kind, path, values)
    elif one.sheet in PLAIN:
        yield from _taken(kind, path, str(sheet[one.sheet]), str(sheet[one.sheet]))
    elif isinstance(kind, (forms.Parsed, forms.Whole)) and one.sheet not in OF_THE_ABILITY:
        if one.sheet or everything:
            yield from _abilities(one, kind, path, form, values["abilities"])
    elif everything and isinstance(kind, forms.Words) and sheet["name"]:
        yield from _taken(kind, path, str(sheet["name"]), str(sheet["name"]))


def _taken(kind: Any, path: str, said: str, words: str) -> Iterator[Offer]:
    """The offer of one text, if the field takes it."""
    if said and _takes(kind, said):
        yield Offer(words, {path: said})


def _takes(kind: Any, said: Any) -> bool:
    try:
        kind.read(said, "")
    except forms.Unusable:
        return False
    return True


def _abilities(one: forms.Field, kind: Any, path: str, form: forms.Form, rows: Sequence[AbilityRow]) -> Iterator[Offer]:
    whole = isinstance(kind, forms.Parsed) and kind.cls is Ability
    # Where a form asks for no ability of the reader's choice, its log is that of the first ability it asks for.
    asked = [at for at, field in _fields(form.fields, "") if field.sheet and field.sheet not in OF_THE_ABILITY]
    first = "" if any(field.sheet in KINDS for _, field in _fields(form.fields, "")) else next(iter(asked), "")
    for row in rows:
        said = str(row.ability) if whole else str(row.ability.exponent)
        if row.name and not row.learning and _fits(one.sheet, row) and _takes(kind, said):
            companions = _companions(form, row) if one.sheet in KINDS or path == first else {}
            yield Offer(f"{row.name} {said}", {path: said, **companions}, ability=row.name)


def _fits(key: str, row: AbilityRow) -> bool:
    return key in ("", key_of(row.name)) or (key in KINDS and (not KINDS[key] or row.tested.value in KINDS[key]))


def _companions(form: forms.Form, row: AbilityRow) -> dict[str, str]:
    """What else is known with an ability: its kind, its log, and the artha spent on it."""
    pairs = {}
    for path, one in _fields(form.fields, ""):
        said = row.tested.value if one.sheet == "tested" else None
        if one.sheet in OF_THE_ABILITY:
            said = str(getattr(row, OF_THE_ABILITY[one.sheet]))
        if said is not None and _takes(one.kind, said):
            pairs[path] = said
    return pairs


def _rows(
    one: forms.Field, kind: forms.Rows, values: Mapping[str, Any], sheet: Mapping[str, Any], *, everything: bool
) -> Iterator[Offer]:
    """The rows of a list of the sheet that has the same name, or skills for a list of skills."""
    names = [field.name for field in kind.row.fields]
    if isinstance(sheet.get(one.sheet), list):
        for row in sheet[one.sheet]:
            pairs = dict(forms.flatten({name: row[name] for name in names if name in row}))
            words = row.get("name") or row.get("text") or row.get("hit") or ""
            if words and _takes(kind.row, forms.nest(pairs)):
                yield Offer(str(words), row=pairs)
    elif of_one := next((inner for inner in kind.row.fields if inner.sheet in KINDS), None):
        for ability in values["abilities"]:
            if ability.name and not ability.learning and _fits(of_one.sheet, ability):
                pairs = {of_one.name: str(ability.ability)}
                if _takes(kind.row, pairs):
                    yield Offer(f"{ability.name} {ability.ability}", row=pairs, ability=ability.name)
    elif one.sheet == "skill" or (everything and {"name", "exponent"} <= set(names)):
        for ability in values["abilities"]:
            if ability.name and not ability.learning and _fits("skill", ability):
                pairs = {"name": ability.name, "exponent": str(ability.ability.exponent)}
                if _takes(kind.row, pairs):
                    yield Offer(f"{ability.name} {ability.ability}", row=pairs, ability=ability.name)


def _tolerances(kind: Any, path: str, values: Mapping[str, Any]) -> Iterator[Offer]:
    """The sheet's tolerances, as six numbers where the field does not know how the sheet came by them."""
    said = values["tolerances"]
    own = Own(*said.placed.places.values())
    for choice in (said, own):
        name = forms.branch_name(type(choice))
        if isinstance(kind, forms.Branches) and name in kind.groups:
            pairs = forms.flatten({path: kind.write(choice)})
            yield Offer("Tolerances", dict(pairs))
            return
