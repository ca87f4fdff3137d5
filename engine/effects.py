"""What an answer can do to a sheet. A game brings effects of its own; those here fit every sheet."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from engine import forms, wording
from engine.rulings import Rulings

if TYPE_CHECKING:
    from engine.sheet import Sheet


class Effect(ABC):
    """One thing that an answer can do to a sheet: a dataclass of texts, whole numbers, truths and rows.

    Where it concerns one row of a list, such as one ability, `names` is that list, and `where` the field that says
    which: by the input that was filled from it, or by its key on the sheet. Where neither is known and it `needs` one,
    the reader chooses.
    """

    names: ClassVar[str] = ""
    where: ClassVar[str] = ""
    needs: ClassVar[bool] = False

    @property
    def of_row(self) -> str:
        """What it says of the row that it concerns; nothing where it says nothing."""
        return str(getattr(self, self.where)) if self.where else ""

    @property
    def whose(self) -> str:
        """The name of the sheet that it is for; nothing where that is the one that is chosen."""
        return ""

    @abstractmethod
    def words(self, sheet: "Sheet") -> str:
        """What it does, as its button says it: "Burn 1 oil"."""

    def means(self, sheet: "Sheet", inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """What it names, each with the names that would do; `inputs` are the paths of what its form holds."""
        return {}

    @abstractmethod
    def apply(
        self, sheet: "Sheet", inputs: Mapping[str, Any], name: str, ask: Rulings
    ) -> tuple[Mapping[str, Any], str]:
        """A sheet's inputs after it, and what was done in a sentence. `name` is that of the row that it concerns.

        Raises `forms.Unusable` where there is no such row, or the sheet cannot bear it.
        """


@dataclass(frozen=True, slots=True)
class SetValue(Effect):
    """A field of the sheet becomes `value`."""

    field: str
    value: str

    def words(self, sheet: "Sheet") -> str:
        return f"Set {self.field.replace('_', ' ')} to {self.value}"

    def means(self, sheet: "Sheet", inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {self.field.partition(".")[0]: [one.name for one in sheet.form.fields]}

    def apply(
        self, sheet: "Sheet", inputs: Mapping[str, Any], name: str, ask: Rulings
    ) -> tuple[Mapping[str, Any], str]:
        held = dict(forms.flatten(inputs))
        after = sheet.canonical({**held, self.field: self.value})
        words = sheet.change_words(sheet.named(inputs), [[self.field, held.get(self.field), self.value]], after)
        return after, words


@dataclass(frozen=True, slots=True)
class AddRow(Effect):
    """A row (a debt, a contact) joins one of the lists of the sheet, which is that of `whom` where it names someone."""

    rows: str
    row: Mapping[str, Any]
    whom: str = ""

    @property
    def whose(self) -> str:
        return self.whom

    @property
    def _said(self) -> str:
        said = heading(self.row) or next(iter(self.row.values()), "")
        return f"to {self.rows}{f': {said}' if said else ''}"

    def words(self, sheet: "Sheet") -> str:
        return f"{self.whom}: add {self._said}" if self.whom else f"Add {self._said}"

    def means(self, sheet: "Sheet", inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {self.rows: sheet.lists}

    def apply(
        self, sheet: "Sheet", inputs: Mapping[str, Any], name: str, ask: Rulings
    ) -> tuple[Mapping[str, Any], str]:
        taken = sheet.taken(self.rows, self.row)
        after = sheet.canonical({**inputs, self.rows: [*inputs[self.rows], taken]})
        return after, f"{sheet.named(inputs)}: add {self._said}."


@dataclass(frozen=True, slots=True)
class SetRow(Effect):
    """The row called `name` in one of the sheet's lists takes the values of `row`; without any, it goes.

    A row without a name is called by its text, as a vow is.
    """

    rows: str
    name: str
    row: Mapping[str, Any]

    def words(self, sheet: "Sheet") -> str:
        if not self.row:
            return f"Strike from {self.rows}: {self.name}"
        return f"Set {self.name}: {sheet.row_words(self.rows, self.row)}"

    def means(self, sheet: "Sheet", inputs: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {self.rows: sheet.lists}

    def apply(
        self, sheet: "Sheet", inputs: Mapping[str, Any], name: str, ask: Rulings
    ) -> tuple[Mapping[str, Any], str]:
        taken, held = sheet.taken(self.rows, self.row), list(inputs[self.rows])
        at = next((at for at, one in enumerate(held) if heading(one).casefold() == self.name.casefold()), None)
        called = sheet.named(inputs)
        if at is None:
            said = f"There is no {wording.quoted(self.name)} among the {self.rows} of {called}."
            raise forms.Unusable("effect", said)
        held[at : at + 1] = [{**held[at], **taken}] if self.row else []
        return sheet.canonical({**inputs, self.rows: held}), f"{called}: {self.words(sheet)}."


EVERYWHERE: tuple[type[Effect], ...] = (SetValue, AddRow, SetRow)


def heading(row: Mapping[str, Any]) -> str:
    """What a row of a list is called."""
    return str(row.get("name") or row.get("text") or "")
