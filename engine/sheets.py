"""The reader's sheets: kept as one document of JSON, filled into forms, changed by answers, and undone.

A sheet is the inputs of a calculator that says so (``character-sheet``), in canonical form. A *document* holds all
sheets and what was lately done to them::

    {"format": 1, "version": "0.3.0", "next": 3,
     "sheets": [{"id": "1", "calculator": "character-sheet", "inputs": {…}, "typed": {"abilities.2.ability": "Q9"}}],
     "done": [{"id": "2", "sheet": "1", "words": "…", "changes": [["abilities.4.routine", "0", "1"]]}],
     "edits": [{"id": "3", "sheet": "1", "words": "…", "changes": [["fate", "1", "3"]], "by": "42"}]}

A change is a dotted path with the text before and after; null is "not there". So two readers of one document (two tabs)
who change different fields never touch each other's, and everything done can be undone for itself. ``done`` holds acts
(an answer's effect, a character added, removed, or read from a file), ``edits`` what was typed, so that typing never
pushes an act out; what one tab (``by``) types in one field is one edit. ``typed`` holds, by path, texts that cannot be
used: ``inputs`` has what last could.
"""

import dataclasses
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import __version__, calculators, forms, outside, wording
from engine.answer import APTITUDE, AddRow, Effect, LogTest, SetAbility, SetRow, SetValue, Spend
from engine.games.burning_wheel.forms.learning import RootRow
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import new_skill_of
from engine.games.burning_wheel.rules.advancement import CAP, filled
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.form import AbilityRow, check_names
from engine.rulings import Rulings

FORMAT = 1
SHEET = "character-sheet"
MOST_SHEETS = 60
"""Refused where one more is added. Reading takes more, so that no document is ever too large to be read again."""
MOST_READ = 1000
MOST_DONE = 500
MOST_EDITS = 100
MOST_IN_A_GROUP = 20
LONGEST = 1 << 23
LONGEST_ID = 15
LONGEST_BY = 40

ARTHA = ("fate", "persona", "deeds")
MONEY = ("cash", "funds")
Document = Mapping[str, Any]
Pairs = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Done:
    """A document after a change, the sentence that says what was done, and the sheet that it concerns.

    `entry` is the id of what was noted, with which it can be undone; empty where nothing was.
    """

    document: Document
    words: str
    sheet: str = ""
    entry: str = ""


def empty() -> dict[str, Any]:
    """A document without a sheet."""
    return {"format": FORMAT, "version": __version__, "next": 1, "sheets": [], "done": [], "edits": []}


def form() -> forms.Form:
    """The form whose inputs a sheet is."""
    found: forms.Form = calculators.REGISTRY[SHEET].form
    return found


def canonical(inputs: Any) -> dict[str, Any]:
    """A sheet's inputs, complete and in order. Raises `forms.Unusable` for what cannot be read."""
    values = form().read(inputs)
    check_names(values["abilities"])
    return form().write(values)


def named(inputs: Mapping[str, Any]) -> str:
    """What a sheet is called, in a sentence."""
    return str(inputs["name"]) or "a character without a name"


def read(said: Any) -> dict[str, Any]:
    """A document from its JSON, as text or as an object.

    Raises `forms.Unusable` with one sentence where it is damaged, comes from a later version, or is no such document.
    """
    if isinstance(said, str):
        if len(said) > LONGEST:
            raise forms.Unusable("", f"A file of characters has at most {LONGEST} characters; this has {len(said)}.")
        try:
            said = outside.read(said)
        except ValueError:
            raise forms.Unusable("", "This is not a file of characters: it is no whole JSON.") from None
    if not isinstance(said, Mapping) or "sheets" not in said:
        raise forms.Unusable("", "This is not a file of characters: it has no sheets.")
    if said.get("format") != FORMAT:
        other = wording.quoted(said.get("format"))
        raise forms.Unusable("", f"This reads characters of format {FORMAT}; these say {other}.")
    rows = said["sheets"]
    if not isinstance(rows, list) or len(rows) > MOST_READ:
        raise forms.Unusable("", f"A file holds a list of at most {MOST_READ} characters; this does not.")
    sheets = [_sheet(row, place) for place, row in enumerate(rows, 1)]
    ids = [sheet["id"] for sheet in sheets]
    if len(set(ids)) < len(ids):
        raise forms.Unusable("", "Two characters of this file have the same id, so it cannot be told which is which.")
    done, edits = _entries(said.get("done"), MOST_DONE), _entries(said.get("edits"), MOST_EDITS)
    numbers = [int(one["id"]) for one in (*sheets, *done, *edits)]
    return {**empty(), "next": max(numbers, default=0) + 1, "sheets": sheets, "done": done, "edits": edits}


def _number(said: Any) -> str:
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= LONGEST_ID:
        return said
    raise forms.Unusable("", f"An id in a file of characters is a number as text; this is {wording.quoted(said)}.")


def _sheet(row: Any, place: int) -> dict[str, Any]:
    if not isinstance(row, Mapping) or row.get("calculator") != SHEET:
        raise forms.Unusable("", f"Character {place} of this file is of no kind that is known here.")
    try:
        inputs = canonical(row.get("inputs", {}))
    except forms.Unusable as error:
        at = f" at {wording.quoted(error.field)}" if error.field else ""
        raise forms.Unusable("", f"Character {place} of this file cannot be read{at}: {error.message}") from None
    return _row(_number(row.get("id")), inputs, row.get("typed"))


def _row(number: str, inputs: Mapping[str, Any], typed: Any = None) -> dict[str, Any]:
    """A sheet with these texts kept beside its inputs, where it has such fields."""
    paths = dict(forms.flatten(inputs)) if typed else {}
    kept = {path: text for path, text in typed.items() if path in paths} if isinstance(typed, Mapping) else {}
    if not all(isinstance(text, str) for text in kept.values()):
        raise forms.Unusable("", "What was typed on a character of this file cannot be read.")
    return {"id": number, "calculator": SHEET, "inputs": inputs, **({"typed": kept} if kept else {})}


def _entries(said: Any, most: int) -> list[dict[str, Any]]:
    return [_done(entry) for entry in said[-most:]] if isinstance(said, list) else []


def _done(entry: Any) -> dict[str, Any]:
    changes = entry.get("changes") if isinstance(entry, Mapping) else None
    texts = (str, type(None))
    if isinstance(changes, list) and all(
        isinstance(one, list) and len(one) == 3 and isinstance(one[0], str) and all(isinstance(x, texts) for x in one)
        for one in changes
    ):
        words = str(entry.get("words", ""))[: forms.LONGEST_PARSED]
        ids = {name: _number(entry.get(name)) for name in ("id", "sheet")}
        by = {"by": entry["by"][:LONGEST_BY]} if isinstance(entry.get("by"), str) else {}
        return {**ids, "words": words, "changes": changes, **by}
    raise forms.Unusable("", "What was done to the characters of this file cannot be read.")


def inputs_of(document: Document, sheet: str) -> Mapping[str, Any]:
    """The inputs of one sheet. Raises `forms.Unusable` where there is none with this id."""
    inputs: Mapping[str, Any] = _found(document, sheet)["inputs"]
    return inputs


def _found(document: Document, sheet: str) -> Mapping[str, Any]:
    for one in document["sheets"]:
        if one["id"] == sheet:
            row: Mapping[str, Any] = one
            return row
    raise forms.Unusable("sheet", "This character is no longer here; perhaps another tab has removed it.")


# What is done to a document


def add(document: Document, inputs: Any, copies: int = 1) -> Done:
    """A new sheet, or a numbered group of `copies` (1 to 20). Raises `forms.Unusable` for what cannot be read."""
    whole = canonical(inputs)
    if not 1 <= copies <= MOST_IN_A_GROUP:
        raise forms.Unusable("copies", f"A group has 1 to {MOST_IN_A_GROUP} people; this asks for {copies}.")
    name = whole["name"]
    if copies == 1:
        return _added(document, [(whole, {})], f"Added {named(whole)}.")
    called = [f"{name or 'Someone'} {number}" for number in range(1, copies + 1)]
    group: list[tuple[dict[str, Any], Pairs]] = [(canonical({**whole, "name": one}), {}) for one in called]
    return _added(document, group, f"Added {copies} times {name or 'someone'}.")


def _added(document: Document, people: Sequence[tuple[Mapping[str, Any], Pairs]], words: str) -> Done:
    """With a sheet for each of these inputs and unusable texts. What is noted names their ids."""
    _room(document, len(people))
    first = document["next"]
    rows = [_row(str(number), inputs, typed) for number, (inputs, typed) in enumerate(people, first)]
    made = {**document, "next": first + len(rows), "sheets": [*document["sheets"], *rows]}
    return _noted(made, str(first), words, [["", None, row["id"]] for row in rows], str(first))


def _room(document: Document, more: int) -> None:
    if len(document["sheets"]) + more > MOST_SHEETS:
        raise forms.Unusable("", f"There is room for {MOST_SHEETS} characters here; remove some first.")


def remove(document: Document, sheet: str) -> Done:
    """Without one sheet; the whole of it stays in what was done, so that it can come back."""
    row = _found(document, sheet)
    kept = {**document, "sheets": [one for one in document["sheets"] if one["id"] != sheet]}
    return _noted(kept, sheet, f"Removed {named(row['inputs'])}.", _as_removed(row["inputs"], row.get("typed", {})))


def _as_removed(inputs: Mapping[str, Any], typed: Pairs) -> list[list[str | None]]:
    """A whole sheet as the changes of its removal."""
    whole = json.dumps(inputs, ensure_ascii=False)
    return [["", whole, None], *([path, text, None] for path, text in typed.items())]


def _removed(entry: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]] | None:
    """The inputs and texts of a sheet whose removal this entry notes; nothing where it notes something else.

    Raises `forms.Unusable` where they cannot be read.
    """
    path, before, _ = entry["changes"][0] if entry["changes"] else ("-", None, None)
    if path or before is None:
        return None
    try:
        return canonical(outside.read(before)), {
            path: text for path, text, _ in entry["changes"][1:] if text is not None
        }
    except ValueError:
        raise forms.Unusable("", "This removal is damaged, so it cannot be undone.") from None


def change(document: Document, sheet: str, pairs: Any, gone: Iterable[str] = (), by: str = "") -> Done:
    """One sheet with other texts at the dotted paths of `pairs`, and without those of `gone`; all else stays.

    Each text is kept by itself: one that cannot be used stays as it was typed beside the inputs, which keep there what
    they had. An empty `sheet` is a new one; on one that was removed, the texts wait for the removal to be undone.
    `by` names the tab in which it was typed. Raises `forms.Unusable` where there never was such a sheet, or the
    changes are none.
    """
    if not isinstance(pairs, Mapping) or not all(isinstance(text, str) for text in pairs.values()):
        raise forms.Unusable("", "Changes are pairs of a field and its text.")
    if not sheet:
        inputs, typed = _usable({}, pairs)
        return _added(document, [(inputs, typed)], f"Added {named(inputs)}.")
    left_out = set(gone)
    if all(one["id"] != sheet for one in document["sheets"]):
        for entry in document["done"]:
            if entry["sheet"] == sheet and (removed := _removed(entry)):
                inputs, typed = _changed_texts(*removed, pairs, left_out)
                waiting = {**entry, "changes": _as_removed(inputs, typed)}
                done = [waiting if one is entry else one for one in document["done"]]
                words = f"{named(inputs)} has been removed; what you typed comes back once that is undone."
                return Done({**document, "done": done}, words)
    row = _found(document, sheet)
    inputs, typed = _changed_texts(row["inputs"], row.get("typed", {}), pairs, left_out)
    return _changed(document, sheet, inputs, typed=typed, by=by)


def _changed_texts(
    inputs: Mapping[str, Any], typed: Pairs, pairs: Pairs, gone: Collection[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    base = {path: text for path, text in forms.flatten(inputs) if path not in gone}
    return _usable(base, {path: text for path, text in typed.items() if path not in gone} | dict(pairs))


def _usable(base: Pairs, pairs: Pairs) -> tuple[dict[str, Any], dict[str, str]]:
    """Canonical inputs of a base with as many of the `pairs` as can be used, and the texts of the others."""
    wanted, left = dict(pairs), dict[str, str]()
    while True:
        try:
            return canonical({**base, **wanted}), left
        except forms.Unusable as error:
            at = error.field
            wrong = [path for path in wanted if path == at or (at and path.startswith(f"{at}."))]
            if not wrong:
                break
            left |= {path: wanted.pop(path) for path in wrong}
    # What is wrong is said of no field that was changed: each is tried by itself.
    used = dict(base)
    for path, text in wanted.items():
        try:
            canonical({**used, path: text})
            used[path] = text
        except forms.Unusable:
            left[path] = text
    return canonical(used), left


def _changed(
    document: Document,
    sheet: str,
    after: Mapping[str, Any],
    words: str = "",
    typed: Pairs | None = None,
    by: str = "",
) -> Done:
    """With these inputs in place of a sheet's own, and what that changes noted: as an act where it has `words`.

    `typed` are the unusable texts beside them from now on; those of before stay where nothing is said.
    """
    row = _found(document, sheet)
    old, new = dict(forms.flatten(row["inputs"])), dict(forms.flatten(after))
    paths = list(dict.fromkeys([*old, *new]))
    changes = [[path, old.get(path), new.get(path)] for path in paths if old.get(path) != new.get(path)]
    left = _follow(row["inputs"], after, row.get("typed", {})) if typed is None else typed
    changed = _row(sheet, after, left)
    made = {**document, "sheets": [changed if one["id"] == sheet else one for one in document["sheets"]]}
    if not changes:
        return Done(made, "", sheet)
    if words:
        return _noted(made, sheet, words, changes, sheet)
    return _edited(made, sheet, changes, after, by[:LONGEST_BY])


def _follow(before: Mapping[str, Any], after: Mapping[str, Any], typed: Pairs) -> dict[str, str]:
    """Unusable texts, each still in its row where rows of its list have come or gone."""
    found = {}
    for path, text in typed.items():
        name, _, rest = path.partition(".")
        number, _, field = rest.partition(".")
        rows, now = before.get(name), after.get(name)
        if number and isinstance(rows, list) and isinstance(now, list) and len(rows) != len(now):
            place = next((at for at, row in enumerate(now) if row == rows[int(number)]), None)
            if place is not None:
                found[f"{name}.{place}.{field}"] = text
        else:
            found[path] = text
    return found


def _in_words(name: str, changes: Sequence[Sequence[str | None]], inputs: Mapping[str, Any]) -> str:
    """A change as its entry in the list of what was done says it."""
    path, before, after = changes[0]
    field = field_words(str(path), inputs)
    if len(changes) > 1:
        return f"{name}: {field} and {wording.count(len(changes) - 1, 'more field')} changed."
    return f"{name}: {field} {before or 'nothing'} → {after or 'nothing'}."


def field_words(path: str, inputs: Any) -> str:
    """A dotted path of a sheet as a reader knows it: "Climbing, Routine tests"."""
    fields, value = form().fields, inputs
    said: list[str] = []
    for part in path.split("."):
        value = _at(value, part)
        if part.isdecimal():
            row = value.get("name") or value.get("text") if isinstance(value, Mapping) else ""
            said[-1:] = [str(row or f"{said[-1] if said else ''} {int(part) + 1}".strip())]
            continue
        field = next((field for field in fields if field.name == part), None)
        if field is None:
            break
        said.append(field.words)
        kind = field.kind
        fields = kind.row.fields if isinstance(kind, forms.Rows) else getattr(kind, "fields", ())
    return ", ".join(said) or path


def _at(value: Any, part: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(part)
    return value[int(part)] if isinstance(value, list) and part.isdecimal() and int(part) < len(value) else None


def _noted(
    document: Document, number: str, words: str, changes: Sequence[Sequence[str | None]], concerns: str = ""
) -> Done:
    """With an act on the sheet of this `number` noted; `concerns` is the sheet to show now."""
    entry = {"id": str(document["next"]), "sheet": number, "words": words, "changes": [list(one) for one in changes]}
    done = [*document["done"], entry][-MOST_DONE:]
    return Done({**document, "next": document["next"] + 1, "done": done}, words, concerns, str(entry["id"]))


def _edited(
    document: Document, sheet: str, changes: Sequence[Sequence[str | None]], after: Mapping[str, Any], by: str
) -> Done:
    """With an edit noted. It joins the last one of the same tab, if it goes on from that in the same field."""
    edits, name = document["edits"], named(after)
    last_act = max((int(one["id"]) for one in document["done"]), default=0)
    last = next((one for one in reversed(edits) if one.get("by", "") == by), None)
    joined = _joined(last, sheet, changes) if last and int(last["id"]) > last_act else None
    if last and joined is not None:
        words = _in_words(name, joined, after) if joined else ""
        entry = {**last, "words": words, "changes": joined}
        rest = [entry if one is last else one for one in edits if joined or one is not last]
        return Done({**document, "edits": rest}, words, sheet, last["id"] if joined else "")
    number, words = str(document["next"]), _in_words(name, changes, after)
    entry = {"id": number, "sheet": sheet, "words": words, "changes": [list(one) for one in changes], "by": by}
    made = {**document, "next": document["next"] + 1, "edits": [*edits, entry][-MOST_EDITS:]}
    return Done(made, words, sheet, number)


def _joined(
    entry: Mapping[str, Any], sheet: str, changes: Sequence[Sequence[str | None]]
) -> list[list[str | None]] | None:
    """The changes of an edit and the next one in one; nothing where they do not follow each other in the same fields.

    Rows that come or go stay edits of their own.
    """
    if any(None in one for one in (*entry["changes"], *changes)):
        return None
    before = {path: (first, last) for path, first, last in entry["changes"]}
    if entry["sheet"] != sheet or any(before.get(str(path), ("", ""))[1] != old for path, old, _ in changes):
        return None
    if set(before) != {path for path, _, _ in changes}:
        return None
    both = [[path, before[str(path)][0], new] for path, _, new in changes]
    return [one for one in both if one[1] != one[2]]


def undo(document: Document, entry: str) -> Done:
    """With one of the things done taken back, whatever came after it.

    Raises `forms.Unusable` where the sheet has since changed so that the old values no longer fit.
    """
    found = next((one for one in (*document["done"], *document["edits"]) if one["id"] == entry), None)
    if found is None:
        raise forms.Unusable("", "This was undone already, or is too long ago.")
    lists = {name: [one for one in document[name] if one is not found] for name in ("done", "edits")}
    rest: Document = {**document, **lists}
    words = f"Undone: {found['words']}"
    if removed := _removed(found):
        _room(document, 1)
        back = _row(found["sheet"], *removed)
        return Done({**rest, "sheets": [*rest["sheets"], back]}, words, found["sheet"])
    came = [new for path, before, new in found["changes"] if not path and before is None]
    if came:  # what was changed on them since is not lost: each removal can be undone
        for one in rest["sheets"]:
            rest = remove(rest, one["id"]).document if one["id"] in came else rest
        return Done(rest, words)
    row = _found(rest, found["sheet"])
    wanted = dict(forms.flatten(row["inputs"]))
    for path, before, _ in found["changes"]:
        wanted.pop(path, None)
        if before is not None:
            wanted[path] = before
    try:
        after = canonical(wanted)
    except forms.Unusable as error:
        raise forms.Unusable("", f"This can no longer be undone, too much has changed since: {error.message}") from None
    paths = {path for path, _, _ in found["changes"]}
    typed = {path: text for path, text in row.get("typed", {}).items() if path not in paths}
    changed = _row(row["id"], after, typed)
    return Done({**rest, "sheets": [changed if one is row else one for one in rest["sheets"]]}, words, found["sheet"])


def merge(document: Document, said: Any) -> Done:
    """With all characters of a file added; those of the same content are not doubled. Raises as `read` does."""
    held = [(one["inputs"], one.get("typed", {})) for one in document["sheets"]]
    people = [(one["inputs"], one.get("typed", {})) for one in read(said)["sheets"]]
    came = [one for one in people if one not in held]
    if not came:
        return Done(document, "All of these characters were here already.")
    return _added(document, came, f"Read {wording.listed([named(inputs) for inputs, _ in came])}.")


# What answers do to a sheet

EFFECTS = {cls.__name__.lower(): cls for cls in (LogTest, Spend, SetValue, SetAbility, AddRow, SetRow)}


def effect_of(said: Any) -> Effect:
    """An effect from its JSON (see `engine.answer.plain`). Raises `forms.Unusable` for anything else."""
    cls = EFFECTS.get(said.get("block", "")) if isinstance(said, Mapping) else None
    if cls is not None:
        types = {"amount": int, "row": Mapping, "if_passed": bool}
        missing = {"if_passed": False}
        fields = {name: said.get(name, missing.get(name, "")) for name in (one.name for one in dataclasses.fields(cls))}
        if all(isinstance(value, types.get(name, str)) for name, value in fields.items()):
            effect: Effect = cls(**fields)
            return effect
    raise forms.Unusable("effect", "This is nothing that can be done to a sheet.")


def effect_words(effect: Effect) -> str:
    """What an effect does, as its button says it: "Mark a Difficult test"."""
    match effect:
        case LogTest(test_class=test_class, if_passed=if_passed):
            kind = "test toward opening it" if test_class == APTITUDE else f"{test_class} test"
            return f"Mark a {kind}{' if it passes' if if_passed else ''}"
        case Spend(what, amount):
            return f"{'Spend' if amount > 0 else 'Add'} {abs(amount)} {what.capitalize()}"
        case SetValue(field, value):
            return f"Set {field.replace('_', ' ')} to {value}"
        case SetAbility(row=row):
            return f"Set {_row_words('abilities', row)}"
        case AddRow(rows, row):
            said = row.get("name") or row.get("hit") or ""
            return f"Add to {rows}{f': {said}' if said else ''}"
        case SetRow(rows, name, row):
            if not row:
                return f"Strike from {rows}: {name}"
            return f"Set {name}: {_row_words(rows, row)}"


def _row_words(rows: str, row: Mapping[str, Any]) -> str:
    """The values for a row, by the names of its fields: "Exponent B4, Fate spent on it 0"."""
    kind = _rows(rows)
    names = {one.name: one.words for one in kind.row.fields} if kind else {}
    return ", ".join(f"{names.get(name, name)} {wording.shown(value)}" for name, value in row.items())


def apply(document: Document, sheet: str, effect: Effect, ability: str, ask: Rulings) -> Done:
    """A sheet after an effect. `ability` is the name of the ability on the sheet that it concerns, or nothing.

    A test that fills the log lifts the exponent at once and empties the log (HUB-45). Raises `forms.Unusable` where
    there is no such ability, or not enough artha.
    """
    inputs = inputs_of(document, sheet)
    name = named(inputs)
    match effect:
        case LogTest(test_class=test_class):
            row, after = _marked(_ability(inputs, ability), _abilities(inputs), test_class, ask)
            words = _marked_words(name, row, after, test_class)
            return _changed(document, sheet, _with_ability(inputs, row.name, after), words)
        case Spend(what, amount):
            return _changed(document, sheet, _spent(inputs, what, amount, ability), _spent_words(name, effect, ability))
        case SetValue(field, value):
            pairs = {**dict(forms.flatten(inputs)), field: value}
            whole = canonical(pairs)
            before = dict(forms.flatten(inputs)).get(field)
            return _changed(document, sheet, whole, _in_words(name, [[field, before, value]], whole))
        case SetAbility(row=changes):
            row = _ability(inputs, ability)
            place = [one.name for one in _abilities(inputs)].index(row.name)
            pairs = {f"abilities.{place}.{field}": text for field, text in _taken("abilities", changes).items()}
            words = f"{name}, {row.name}: {effect_words(effect)}."
            return _changed(document, sheet, canonical({**dict(forms.flatten(inputs)), **pairs}), words)
        case AddRow(rows, added):
            taken = _taken(rows, added)
            after_rows = canonical({**inputs, rows: [*inputs[rows], taken]})
            return _changed(document, sheet, after_rows, f"{name}: {_lowered(effect_words(effect))}.")
        case SetRow(rows, called, changes):
            taken = _taken(rows, changes)
            held = list(inputs[rows])
            at = next((at for at, one in enumerate(held) if _heading(one).casefold() == called.casefold()), None)
            if at is None:
                said = f"There is no {wording.quoted(called)} among the {rows} of {name}."
                raise forms.Unusable("effect", said)
            held[at : at + 1] = [{**held[at], **taken}] if changes else []
            return _changed(document, sheet, canonical({**inputs, rows: held}), f"{name}: {effect_words(effect)}.")


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def _rows(name: str) -> forms.Rows | None:
    """One of the sheet's lists."""
    kinds = (one.kind for one in form().fields if one.name == name)
    return next((kind for kind in kinds if isinstance(kind, forms.Rows)), None)


def _heading(row: Mapping[str, Any]) -> str:
    """What a row of a list is called."""
    return str(row.get("name") or row.get("text") or "")


def _taken(rows: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Of the values that are said for a row, those that the sheet's list has a field for."""
    kind = _rows(rows)
    if kind is None:
        raise forms.Unusable("effect", f"A sheet has no list called {wording.quoted(rows)}.")
    takes = [one.name for one in kind.row.fields]
    return {key: value for key, value in said.items() if key in takes}


def _abilities(inputs: Mapping[str, Any]) -> Sequence[AbilityRow]:
    rows: Sequence[AbilityRow] = form().read(inputs)["abilities"]
    return rows


def _ability(inputs: Mapping[str, Any], ability: str) -> AbilityRow:
    for row in _abilities(inputs):
        if row.name.casefold() == ability.casefold():
            return row
    said = f"called {wording.quoted(ability)}" if ability else "named"
    raise forms.Unusable("ability", f"Choose an ability of {named(inputs)}; none is {said}.")


def _with_ability(inputs: Mapping[str, Any], name: str, row: AbilityRow) -> dict[str, Any]:
    rows = _abilities(inputs)
    kind = next(field for field in form().fields if field.name == "abilities").kind
    return canonical({**inputs, "abilities": kind.write([row if one.name == name else one for one in rows])})


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


def _spent(inputs: Mapping[str, Any], what: str, amount: int, ability: str) -> dict[str, Any]:
    """A wallet without what is spent; artha joins the tally of the ability. Source: HUB-68, HUB-83, RES-20."""
    held = inputs.get(what)
    if what not in (*ARTHA, *MONEY) or not isinstance(held, int):
        raise forms.Unusable("effect", f"A sheet has no {wording.quoted(what)} to spend.")
    if held < amount:
        raise forms.Unusable("effect", f"This takes {amount} {what.capitalize()}; {named(inputs)} has {held}.")
    after: dict[str, Any] = {**inputs, what: held - amount}
    if ability and amount > 0 and what in ARTHA:
        row = _ability(inputs, ability)
        after = _with_ability(after, row.name, dataclasses.replace(row, **{what: getattr(row, what) + amount}))
    return canonical(after)


def _spent_words(name: str, spend: Spend, ability: str) -> str:
    if spend.amount < 0:
        return f"{name}: {-spend.amount} {spend.what.capitalize()} earned."
    return f"{name}: {spend.amount} {spend.what.capitalize()} spent{f' on {ability}' if ability else ''}."
