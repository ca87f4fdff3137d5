"""The reader's sheets: kept as one document of JSON, filled into forms, changed by answers, and undone.

A sheet is the inputs of the calculator that draws it, in canonical form (see `engine.sheet`). A *document* holds all
sheets and what was lately done to them::

    {"format": 1, "version": "0.3.0", "next": 3,
     "sheets": [{"id": "1", "calculator": "lantern-sheet", "inputs": {…}, "typed": {"hand": "2d"}}],
     "done": [{"id": "2", "sheet": "1", "words": "…", "changes": [["debts.4.owed", "0", "1"]]}],
     "edits": [{"id": "3", "sheet": "1", "words": "…", "changes": [["oil", "1", "3"]], "by": "42"}]}

A change is a dotted path with the text before and after; null is "not there". So two readers of one document (two tabs)
who change different fields never touch each other's, and everything done can be undone for itself. ``done`` holds acts
(an answer's effect, a character added, removed, or read from a file), ``edits`` what was typed, so that typing never
pushes an act out; what one tab (``by``) types in one field is one edit. ``typed`` holds, by path, texts that cannot be
used: ``inputs`` has what last could.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import __version__, forms, games, outside, wording
from engine.effects import Effect
from engine.rulings import Rulings
from engine.sheet import Sheet

FORMAT = 1
MOST_SHEETS = 60
"""Refused where one more is added. Reading takes more, so that no document is ever too large to be read again."""
MOST_READ = 1000
MOST_DONE = 500
MOST_EDITS = 100
MOST_IN_A_GROUP = 20
LONGEST = 1 << 23
LONGEST_ID = 15
LONGEST_BY = 40

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


Person = tuple[Sheet, Mapping[str, Any], Pairs]
"""A kind of sheet, its inputs, and the texts beside them that cannot be used."""


def _sheet(calculator: Any) -> Sheet | None:
    return games.sheet(calculator) if isinstance(calculator, str) else None


def _kind_of(entry: Mapping[str, Any]) -> Sheet:
    """The kind of sheet that an entry, or a request to add one, is about; where it says none, that of the first game.

    Raises `forms.Unusable` for a kind that is not known.
    """
    calculator = entry.get("calculator", "")
    found = _sheet(calculator) if calculator else next(iter(games.sheets()), None)
    if found is None:
        raise forms.Unusable("", f"There is no sheet called {wording.quoted(calculator)}.")
    return found


def of(document: Document, sheet: str) -> Sheet:
    """The kind of one sheet. Raises `forms.Unusable` where there is none with this id."""
    return _kind_of(_found(document, sheet))


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
    sheets = [_read_row(row, place) for place, row in enumerate(rows, 1)]
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


def _read_row(row: Any, place: int) -> dict[str, Any]:
    kind = _sheet(row.get("calculator")) if isinstance(row, Mapping) else None
    if kind is None:
        raise forms.Unusable("", f"Character {place} of this file is of no kind that is known here.")
    try:
        inputs = kind.canonical(row.get("inputs", {}))
    except forms.Unusable as error:
        at = f" at {wording.quoted(error.field)}" if error.field else ""
        raise forms.Unusable("", f"Character {place} of this file cannot be read{at}: {error.message}") from None
    return _row(kind, _number(row.get("id")), inputs, row.get("typed"))


def _row(kind: Sheet, number: str, inputs: Mapping[str, Any], typed: Any = None) -> dict[str, Any]:
    """A sheet with these texts kept beside its inputs, where it has such fields."""
    paths = dict(forms.flatten(inputs)) if typed else {}
    kept = {path: text for path, text in typed.items() if path in paths} if isinstance(typed, Mapping) else {}
    if not all(isinstance(text, str) for text in kept.values()):
        raise forms.Unusable("", "What was typed on a character of this file cannot be read.")
    return {"id": number, "calculator": kind.calculator, "inputs": inputs, **({"typed": kept} if kept else {})}


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
        kind = {"calculator": entry["calculator"]} if _sheet(entry.get("calculator")) else {}
        return {**ids, "words": words, "changes": changes, **by, **kind}
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


def add(document: Document, inputs: Any, copies: int = 1, calculator: str = "") -> Done:
    """A new sheet, or a numbered group of `copies` (1 to 20), of the kind that a `calculator` draws: the first if "".

    Raises `forms.Unusable` for what cannot be read.
    """
    kind = _kind_of({"calculator": calculator})
    whole = kind.canonical(inputs)
    if not 1 <= copies <= MOST_IN_A_GROUP:
        raise forms.Unusable("copies", f"A group has 1 to {MOST_IN_A_GROUP} people; this asks for {copies}.")
    name = whole["name"]
    if copies == 1:
        return _added(document, [(kind, whole, {})], f"Added {kind.named(whole)}.")
    called = [f"{name or 'Someone'} {number}" for number in range(1, copies + 1)]
    group: list[Person] = [(kind, kind.canonical({**whole, "name": one}), {}) for one in called]
    return _added(document, group, f"Added {copies} times {name or 'someone'}.")


def _added(document: Document, people: Sequence[Person], words: str) -> Done:
    """With a sheet for each of these inputs and unusable texts. What is noted names their ids."""
    _room(document, len(people))
    first = document["next"]
    rows = [_row(kind, str(number), inputs, typed) for number, (kind, inputs, typed) in enumerate(people, first)]
    made = {**document, "next": first + len(rows), "sheets": [*document["sheets"], *rows]}
    return _noted(made, str(first), words, [["", None, row["id"]] for row in rows], str(first))


def _room(document: Document, more: int) -> None:
    if len(document["sheets"]) + more > MOST_SHEETS:
        raise forms.Unusable("", f"There is room for {MOST_SHEETS} characters here; remove some first.")


def remove(document: Document, sheet: str) -> Done:
    """Without one sheet; the whole of it stays in what was done, so that it can come back."""
    row = _found(document, sheet)
    kept = {**document, "sheets": [one for one in document["sheets"] if one["id"] != sheet]}
    kind, changes = _kind_of(row), _as_removed(row["inputs"], row.get("typed", {}))
    return _noted(kept, sheet, f"Removed {kind.named(row['inputs'])}.", changes, calculator=kind.calculator)


def _as_removed(inputs: Mapping[str, Any], typed: Pairs) -> list[list[str | None]]:
    """A whole sheet as the changes of its removal."""
    whole = json.dumps(inputs, ensure_ascii=False)
    return [["", whole, None], *([path, text, None] for path, text in typed.items())]


def _removed(entry: Mapping[str, Any]) -> Person | None:
    """The kind, inputs and texts of a sheet whose removal this entry notes; nothing where it notes something else.

    Raises `forms.Unusable` where they cannot be read.
    """
    path, before, _ = entry["changes"][0] if entry["changes"] else ("-", None, None)
    if path or before is None:
        return None
    try:
        kind = _kind_of(entry)
        typed = {path: text for path, text, _ in entry["changes"][1:] if text is not None}
        return kind, kind.canonical(outside.read(before)), typed
    except ValueError:
        raise forms.Unusable("", "This removal is damaged, so it cannot be undone.") from None


def change(
    document: Document, sheet: str, pairs: Any, gone: Iterable[str] = (), by: str = "", calculator: str = ""
) -> Done:
    """One sheet with other texts at the dotted paths of `pairs`, and without those of `gone`; all else stays.

    Each text is kept by itself: one that cannot be used stays as it was typed beside the inputs, which keep there what
    they had. An empty `sheet` is a new one; on one that was removed, the texts wait for the removal to be undone.
    `by` names the tab in which it was typed. Raises `forms.Unusable` where there never was such a sheet, or the
    changes are none.
    """
    if not isinstance(pairs, Mapping) or not all(isinstance(text, str) for text in pairs.values()):
        raise forms.Unusable("", "Changes are pairs of a field and its text.")
    if not sheet:
        kind = _kind_of({"calculator": calculator})
        inputs, typed = _usable(kind, {}, pairs)
        return _added(document, [(kind, inputs, typed)], f"Added {kind.named(inputs)}.")
    left_out = set(gone)
    if all(one["id"] != sheet for one in document["sheets"]):
        for entry in document["done"]:
            if entry["sheet"] == sheet and (removed := _removed(entry)):
                inputs, typed = _changed_texts(*removed, pairs, left_out)
                kind = removed[0]
                waiting = {**entry, "changes": _as_removed(inputs, typed)}
                done = [waiting if one is entry else one for one in document["done"]]
                words = f"{kind.named(inputs)} has been removed; what you typed comes back once that is undone."
                return Done({**document, "done": done}, words)
    row = _found(document, sheet)
    inputs, typed = _changed_texts(_kind_of(row), row["inputs"], row.get("typed", {}), pairs, left_out)
    return _changed(document, sheet, inputs, typed=typed, by=by)


def _changed_texts(
    kind: Sheet, inputs: Mapping[str, Any], typed: Pairs, pairs: Pairs, gone: Collection[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    base = {path: text for path, text in forms.flatten(inputs) if path not in gone}
    return _usable(kind, base, {path: text for path, text in typed.items() if path not in gone} | dict(pairs))


def _with(kind: Sheet, base: Pairs, pairs: Pairs) -> dict[str, Any]:
    """Canonical inputs of a base with these pairs; a list that is typed as one text takes the place of its rows."""
    typed = [f"{name}." for name in kind.typed if name in pairs]
    return kind.canonical({path: text for path, text in base.items() if not path.startswith((*typed,))} | dict(pairs))


def _usable(kind: Sheet, base: Pairs, pairs: Pairs) -> tuple[dict[str, Any], dict[str, str]]:
    """Canonical inputs of a base with as many of the `pairs` as can be used, and the texts of the others."""
    wanted, left = dict(pairs), dict[str, str]()
    while True:
        try:
            return _with(kind, base, wanted), left
        except forms.Unusable as error:
            at = error.field
            wrong = [path for path in wanted if path == at or (at and path.startswith(f"{at}."))]
            if not wrong:
                break
            left |= {path: wanted.pop(path) for path in wrong}
    # What is wrong is said of no field that was changed: each is tried by itself.
    used: dict[str, str] = {}
    for path, text in wanted.items():
        try:
            _with(kind, base, {**used, path: text})
            used[path] = text
        except forms.Unusable:
            left[path] = text
    return _with(kind, base, used), left


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
    changed = _row(_kind_of(row), sheet, after, left)
    made = {**document, "sheets": [changed if one["id"] == sheet else one for one in document["sheets"]]}
    if not changes:
        return Done(made, "", sheet)
    if words:
        return _noted(made, sheet, words, changes, sheet)
    return _edited(made, _kind_of(row), sheet, changes, after, by[:LONGEST_BY])


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


def _noted(
    document: Document,
    number: str,
    words: str,
    changes: Sequence[Sequence[str | None]],
    concerns: str = "",
    calculator: str = "",
) -> Done:
    """With an act on the sheet of this `number` noted; `concerns` is the sheet to show now.

    `calculator` says of what kind a sheet is that is gone.
    """
    entry = {"id": str(document["next"]), "sheet": number, "words": words, "changes": [list(one) for one in changes]}
    entry |= {"calculator": calculator} if calculator else {}
    done = [*document["done"], entry][-MOST_DONE:]
    return Done({**document, "next": document["next"] + 1, "done": done}, words, concerns, str(entry["id"]))


def _edited(
    document: Document,
    kind: Sheet,
    sheet: str,
    changes: Sequence[Sequence[str | None]],
    after: Mapping[str, Any],
    by: str,
) -> Done:
    """With an edit noted. It joins the last one of the same tab, if it goes on from that in the same field."""
    edits, name = document["edits"], kind.named(after)
    last_act = max((int(one["id"]) for one in document["done"]), default=0)
    last = next((one for one in reversed(edits) if one.get("by", "") == by), None)
    joined = _joined(last, sheet, changes) if last and int(last["id"]) > last_act else None
    if last and joined is not None:
        words = kind.change_words(name, joined, after) if joined else ""
        entry = {**last, "words": words, "changes": joined}
        rest = [entry if one is last else one for one in edits if joined or one is not last]
        return Done({**document, "edits": rest}, words, sheet, last["id"] if joined else "")
    number, words = str(document["next"]), kind.change_words(name, changes, after)
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
        kind, inputs, texts = removed
        back = _row(kind, found["sheet"], inputs, texts)
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
        after = _kind_of(row).canonical(wanted)
    except forms.Unusable as error:
        raise forms.Unusable("", f"This can no longer be undone, too much has changed since: {error.message}") from None
    paths = {path for path, _, _ in found["changes"]}
    typed = {path: text for path, text in row.get("typed", {}).items() if path not in paths}
    changed = _row(_kind_of(row), row["id"], after, typed)
    return Done({**rest, "sheets": [changed if one is row else one for one in rest["sheets"]]}, words, found["sheet"])


def merge(document: Document, said: Any) -> Done:
    """With all characters of a file added; those of the same content are not doubled. Raises as `read` does."""
    held = [_person(one) for one in document["sheets"]]
    people = [_person(one) for one in read(said)["sheets"]]
    came = [one for one in people if one not in held]
    if not came:
        return Done(document, "All of these characters were here already.")
    return _added(document, came, f"Read {wording.listed([kind.named(inputs) for kind, inputs, _ in came])}.")


def _person(row: Mapping[str, Any]) -> Person:
    return _kind_of(row), row["inputs"], row.get("typed", {})


# What answers do to a sheet


def apply(document: Document, sheet: str, effect: Effect, name: str, ask: Rulings) -> Done:
    """A sheet after an effect. `name` is that of the row of the sheet that it concerns, such as an ability, or nothing.

    Raises `forms.Unusable` where there is no such row, or the sheet cannot bear it.
    """
    after, words = effect.apply(of(document, sheet), inputs_of(document, sheet), name, ask)
    return _changed(document, sheet, after, words)
