"""A game's sheet: the calculator whose inputs it holds, what effects do to it, and how it fills the game's forms."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import calculators, effects, filling, forms, wording
from engine.answer import Fact
from engine.effects import Effect
from engine.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a game. Its calculator has a field ``name``; the inputs of that calculator are what is kept.

    `effects` are the game's own beside those of every sheet, `check` refuses values that no form can by itself (raises
    `forms.Unusable`), and `filler` says what it offers to a form. `kind` is what one of them is called; `starts` are
    inputs that a new one may begin with, beside an empty one, by the words of their buttons. `strip` says, of
    the values of a sheet, what a GM sees of it among a whole party: the same names for each.
    """

    calculator: str
    effects: tuple[type[Effect], ...] = ()
    check: Callable[[Mapping[str, Any]], None] = lambda values: None
    filler: type[filling.Filler] = filling.Filler
    kind: str = "character"
    starts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    strip: Callable[[Mapping[str, Any]], Sequence[Fact]] = lambda values: ()

    @property
    def form(self) -> forms.Form:
        """The form whose inputs a sheet is."""
        found: forms.Form = calculators.REGISTRY[self.calculator].form
        return found

    def canonical(self, inputs: Any) -> dict[str, Any]:
        """A sheet's inputs, complete and in order. Raises `forms.Unusable` for what cannot be read."""
        values = self.form.read(inputs)
        self.check(values)
        return self.form.write(values)

    @property
    def keys(self) -> list[str]:
        """What ``sheet("…")`` may say in a form."""
        return self.filler.keys(self.form)

    @property
    def lists(self) -> list[str]:
        """The names of its lists."""
        return [one.name for one in self.form.fields if isinstance(one.kind, forms.Rows)]

    @property
    def typed(self) -> list[str]:
        """The names of those lists that are typed as one text."""
        return [one.name for one in self.form.fields if isinstance(one.kind, forms.Rows) and one.asked.lines]

    def check_names(self, form: forms.Form) -> None:
        """Raises `forms.Unusable` where a form asks, by ``sheet("…")``, for what this sheet does not know."""
        for one in filling.every_field(form.fields):
            if one.sheet and one.sheet not in self.keys:
                said = f"A sheet knows nothing called {wording.quoted(one.sheet)}.{forms.closest(one.sheet, self.keys)}"
                raise forms.Unusable(one.name, said)

    def check_effects(self, given: Iterable[Effect], inputs: Mapping[str, Any]) -> None:
        """Raises `forms.Unusable` where what an answer to these inputs can do to this sheet names what is not there."""
        paths = [path for path, _ in forms.flatten(inputs)]
        for one in given:
            for name, known in one.means(self, paths).items():
                if name not in known:
                    kind, near = type(one).__name__, forms.closest(name, known)
                    said = f"The effect {kind} names {wording.quoted(name)}, which is not there.{near}"
                    raise forms.Unusable("", said)

    def named(self, inputs: Mapping[str, Any]) -> str:
        """What a sheet is called, in a sentence."""
        return str(inputs["name"]) or f"a {self.kind} without a name"

    def at_a_glance(self, inputs: Any) -> list[tuple[str, str]]:
        """What stands of a sheet on the party's strip: names and values. Raises as `canonical` does."""
        said = self.strip(self.form.read(self.canonical(inputs)))
        return [(fact.name, wording.shown(fact.value)) for fact in said]

    def offers(
        self, form: forms.Form, inputs: Any, ask: Rulings, *, everything: bool = False
    ) -> dict[str, list[filling.Offer]]:
        """For each field of a form, by its path, what these inputs of a sheet offer; see `fills`."""
        return self.fills(form, inputs, ask, everything=everything).all()

    def fills(self, form: forms.Form, inputs: Any, ask: Rulings, *, everything: bool = False) -> filling.Filler:
        """The filler of a form's fields from these inputs of a sheet.

        Fields say by ``sheet("…")`` what fits; with `everything`, what fits any text or number is offered to the
        others too. Raises as `canonical` does.
        """
        sheet = self.canonical(inputs)
        return self.filler(form, sheet, self.form.read(sheet), ask, everything)

    def everyone(self, form: forms.Form, party: Sequence[Any], ask: Rulings) -> dict[str, filling.Offer]:
        """For each list of a form that is for everyone, by its path: all of these sheets' inputs as its rows.

        Where they are fewer than two there is nothing to offer. Raises as `canonical` does.
        """
        found = {}
        for path, one in filling.fields_of(form.fields):
            if one.everyone:
                rows = [offer for inputs in party for offer in self.offers(form, inputs, ask).get(path, ())]
                if len(rows) > 1:
                    pairs = filling.all_rows(path, rows)
                    found[path] = filling.Offer(f"Everyone ({len(rows)})", pairs, everyone=True)
        return found

    # What effects need to know of it

    def effect(self, said: Any) -> Effect:
        """An effect from its JSON (see `engine.answer.plain`). Raises `forms.Unusable` for anything else."""
        kinds = {cls.__name__.lower(): cls for cls in (*effects.EVERYWHERE, *self.effects)}
        cls = kinds.get(said.get("block", "")) if isinstance(said, Mapping) else None
        if cls is not None:
            wanted = {one.name: one for one in dataclasses.fields(cls)}  # type: ignore[arg-type]
            missing = {name: one.default for name, one in wanted.items() if one.default is not dataclasses.MISSING}
            fields = {name: said.get(name, missing.get(name, "")) for name in wanted}
            if all(_is(fields[name], one.type) for name, one in wanted.items()):
                return cls(**fields)
        raise forms.Unusable("effect", "This is nothing that can be done to a sheet.")

    def rows(self, name: str) -> forms.Rows | None:
        """One of the sheet's lists."""
        kinds = (one.kind for one in self.form.fields if one.name == name)
        return next((kind for kind in kinds if isinstance(kind, forms.Rows)), None)

    def taken(self, rows: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """Of the values that are said for a row, those that the sheet's list has a field for."""
        kind = self.rows(rows)
        if kind is None:
            raise forms.Unusable("effect", f"A sheet has no list called {wording.quoted(rows)}.")
        takes = [one.name for one in kind.row.fields]
        return {key: value for key, value in said.items() if key in takes}

    # In words

    def row_words(self, rows: str, row: Mapping[str, Any]) -> str:
        """The values for a row, by the names of its fields: "Dice 2d8, Oil burnt 0"."""
        kind = self.rows(rows)
        names = {one.name: one.words for one in kind.row.fields} if kind else {}
        return ", ".join(f"{names.get(name, name)} {wording.shown(value)}" for name, value in row.items())

    def change_words(self, name: str, changes: Sequence[Sequence[str | None]], inputs: Mapping[str, Any]) -> str:
        """Changes (dotted path, text before, text after) in a sentence: "Maren: Oil 1 → 2."."""
        path, before, after = changes[0]
        words = self.field_words(str(path), inputs)
        if len(changes) > 1:
            return f"{name}: {words} and {wording.count(len(changes) - 1, 'more field')} changed."
        return f"{name}: {words} {before or 'nothing'} → {after or 'nothing'}."

    def field_words(self, path: str, inputs: Any) -> str:
        """A dotted path of a sheet as a reader knows it: "Debts, Owed"."""
        fields, value = self.form.fields, inputs
        said: list[str] = []
        for part in path.split("."):
            value = _at(value, part)
            if part.isdecimal():
                row = effects.heading(value) if isinstance(value, Mapping) else ""
                said[-1:] = [row or f"{said[-1] if said else ''} {int(part) + 1}".strip()]
                continue
            found = next((one for one in fields if one.name == part), None)
            if found is None:
                break
            said.append(found.words)
            kind = found.kind
            fields = kind.row.fields if isinstance(kind, forms.Rows) else getattr(kind, "fields", ())
        return ", ".join(said) or path


def _is(value: Any, annotation: Any) -> bool:
    """Whether a value out of JSON is of the type that a field of an effect says."""
    if annotation is bool or annotation is int:
        return type(value) is annotation
    return isinstance(value, str if annotation is str else Mapping)


def _at(value: Any, part: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(part)
    return value[int(part)] if isinstance(value, list) and part.isdecimal() and int(part) < len(value) else None
