"""What a sheet offers to the fields of a form: its own fields by their names, and its lists by their rows.

A game's `Filler` knows more: which of a character's abilities fits a field, and what comes with it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import forms
from engine.effects import heading
from engine.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to fill a field with, as a button: its words and the `pairs` that it sets.

    With `row` it adds a row of these pairs to the list at the field. `name` is that of the sheet's row that it comes
    from, such as an ability. It may be of `everyone`, not of one sheet.
    """

    words: str
    pairs: Mapping[str, str] = field(default_factory=dict)
    row: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """The field at `path` filled at once: all `pairs` that this sets, and the name of the sheet's row that it is of."""

    path: str
    pairs: Mapping[str, str]
    name: str = ""


def key_of(name: str) -> str:
    """What a name of the sheet is called in ``sheet("…")``: "Oil left" → "oil-left"."""
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-")


def fields_of(fields: Sequence[forms.Field], at: str = "") -> Iterator[tuple[str, forms.Field]]:
    """All fields with their paths; those of rows come and go, and are filled with the whole row."""
    for one in fields:
        path = f"{at}{one.name}"
        yield path, one
        if isinstance(one.kind, forms.Group):
            yield from fields_of(one.kind.fields, f"{path}.")
        elif isinstance(one.kind, forms.Branches) and not one.sheet:
            for group in one.kind.groups.values():
                yield from fields_of(group.fields, f"{path}.")


def every_field(fields: Sequence[forms.Field]) -> Iterator[forms.Field]:
    """All fields, those of rows and of every branch too."""
    for one in fields:
        yield one
        match one.kind:
            case forms.Group(fields=inner) | forms.Rows(row=forms.Group(fields=inner)):
                yield from every_field(inner)
            case forms.Branches(groups):
                for group in groups.values():
                    yield from every_field(group.fields)


class Filler:
    """A form, and the sheet that it is filled from: canonical inputs, and the values that its form reads from them."""

    def __init__(
        self, form: forms.Form, sheet: Mapping[str, Any], values: Mapping[str, Any], ask: Rulings, everything: bool
    ) -> None:
        self.fields = list(fields_of(form.fields))
        self.sheet = sheet
        self.values = values
        self.ask = ask
        self.everything = everything

    @classmethod
    def keys(cls, sheet: forms.Form) -> list[str]:
        """What ``sheet("…")`` may say: the names of the sheet's fields."""
        return [one.name for one in sheet.fields]

    def all(self) -> dict[str, list[Offer]]:
        """What fits each field, by its path, where anything does."""
        found = {path: list(self.offers(one, path)) for path, one in self.fields}
        return {path: made for path, made in found.items() if made}

    def lacks(self) -> dict[str, str]:
        """What fields ask for by its name and the sheet has not: what it is called, by their paths."""
        return {}

    def offers(self, one: forms.Field, path: str) -> Iterator[Offer]:
        """What fits one field: a field or a list of the sheet of the name it asks for, or a name for any text."""
        kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
        if isinstance(kind, forms.Rows):
            yield from self.rows(one, kind)
        elif isinstance(self.sheet.get(one.sheet), (str, int)):
            yield from taken(kind, path, str(self.sheet[one.sheet]), str(self.sheet[one.sheet]))
        elif self.everything and isinstance(kind, forms.Words) and self.sheet["name"]:
            yield from taken(kind, path, str(self.sheet["name"]), str(self.sheet["name"]))

    def rows(self, one: forms.Field, kind: forms.Rows) -> Iterator[Offer]:
        """The rows of the sheet's list of that name."""
        names = [name for name, _ in fields_of(kind.row.fields)]
        for row in self.sheet.get(one.sheet) or []:
            pairs = dict(forms.flatten({name: row[name] for name in names if name in row}))
            words = heading(row) or next(iter(row.values()), "")
            if words and takes(kind.row, forms.nest(pairs)):
                yield Offer(str(words), row=pairs)


def at_once(fields: Iterable[tuple[str, forms.Field]], offers: Mapping[str, Sequence[Offer]]) -> list[Fill]:
    """Of what a sheet offers, what fills a form before anybody chooses, in the order in which it does.

    That is a field with one offer alone, the first offer for a field that says so, and a list that takes all rows. Each
    of the sheet's values goes into the first
    field that asks for it, so of two sides into the first one's. What is of a row of the sheet comes last, because it
    says best what goes with it.
    """
    found: dict[str, Fill] = {}
    for path, one in fields:
        made = offers.get(path, ())
        if not made or not one.sheet or one.sheet in found or one.at_once is False:
            continue
        if one.at_once and isinstance(one.kind, forms.Rows):
            found[one.sheet] = Fill(path, all_rows(path, made))
        elif one.at_once or (len(made) == 1 and not made[0].row):
            found[one.sheet] = Fill(path, made[0].pairs, made[0].name)
    return sorted(found.values(), key=lambda fill: bool(fill.name))


def all_rows(path: str, offers: Sequence[Offer]) -> dict[str, str]:
    """The pairs that make a list of what is offered to it: the rows of all, and nothing else."""
    pairs = {path: ""}
    for at, offer in enumerate(offers):
        pairs |= dict(offer.pairs) | {f"{path}.{at}.{name}": text for name, text in offer.row.items()}
    return pairs


def taken(kind: Any, path: str, said: str, words: str) -> Iterator[Offer]:
    """The offer of one text, if the field takes it."""
    if said and takes(kind, said):
        yield Offer(words, {path: said})


def takes(kind: Any, said: Any) -> bool:
    try:
        kind.read(said, "")
    except forms.Unusable:
        return False
    return True
