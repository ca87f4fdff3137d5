"""From a signature to fields, and between the one JSON shape of inputs and Python values.

The whole vocabulary of a signature:

=============================  ==============================================================================
``bool``                       a switch
``Annotated[int, Between]``    a whole number with bounds; an ``int`` subclass with ``parse`` brings its own
``Annotated[str, Longest]``    a short text
a class with ``parse``         one text, such as "d8" (``parse`` raises `Refused` with the sentence to show)
an ``Enum``                    one chip of several; members may carry ``words`` and ``amount``
``frozenset[Enum]``            many chips of several
a dataclass                    a group of fields
a union of `branch` classes    a choice whose branches bring their own fields (``mode.is=minor``)
``tuple[Row, ...]``            a list of rows, each a `row` class (``debts.0.owed=7``)
``Among[Row]``                 a row of a table by its key, or one typed by hand (``boat.is=own``)
``X | None``                   a number or text that may be left empty
``Annotated[…, Asked(…)]``     how the field is asked for
``Annotated[…, sheet("…")]``   a reader's character can fill it, at once or by a tap
=============================  ==============================================================================

Nothing else in the project reads or writes inputs: fence, link, sheet, worker and command line all pass through here.
"""

import dataclasses
import difflib
import enum
import functools
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar, Union, dataclass_transform

from engine import wording
from engine.option import Option
from engine.refused import Refused

MOST_ROWS = 40
MOST_PARTS = 12
MOST_NAMED = 20
"""Fields or choices that a sentence names; of more it says how many there are."""
LONGEST_TEXT = 80
LONGEST_PARSED = 1000
LONGEST_PATH = 200
CHOICE = "is"
OWN = "own"
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class Unusable(Exception):
    """An input that cannot be used: the field (a dotted path, cut where no field's is as long) and one sentence."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field[:LONGEST_PATH]
        self.message = message


class Tabled(Protocol):
    """A dataclass whose rows stand in a table: what ``Among`` needs."""

    @classmethod
    def table(cls) -> Mapping[str, Any]:
        """The rows by key, in the order in which they are offered."""

    @property
    def words(self) -> str:
        """The row's name, as a reader knows it."""


T = TypeVar("T")
AMONG = "among"
Among = Annotated[T, AMONG]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a field is asked for.

    `words` label it; `hint` is a short line under it; `more` folds it under "More"; `gm` marks what the GM decides;
    `quick` are values offered as buttons of their own; `adds` are such that join the text instead of replacing it, as
    the faces of dice do. `draws` is how many random bytes a button fills the text with, as hexadecimal digits: the
    browser draws them, because the engine knows no chance.

    A list whose rows can be typed (see `Rows`) is one text with `lines`, a row on each; `several` is a sample of rows
    that are typed at once and join the list.
    """

    words: str = ""
    hint: str = ""
    more: bool = False
    gm: bool = False
    quick: tuple[Any, ...] = ()
    adds: tuple[Any, ...] = ()
    draws: int = 0
    lines: bool = False
    several: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a whole number, both included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Longest:
    """The most characters that a text may have."""

    characters: int


@dataclass(frozen=True, slots=True)
class SheetMark:
    """The sheet's name for what can fill a field, whether it does so at once, and whether by all (see `sheet`)."""

    key: str
    at_once: bool | None = None
    everyone: bool = False


def sheet(key: str, *, at_once: bool | None = None, everyone: bool = False) -> SheetMark:
    """Mark a field that a reader's character can fill: ``Annotated[Hand, sheet("hand")]``.

    What is the only thing to fill a field with fills it `at_once`; where a list is to take all rows of the sheet's, or
    a field the first of several things, it says so, and a field that may be of someone else says that it does not.
    A list with a row for each character takes `everyone` by a tap.
    """
    return SheetMark(key, at_once, everyone)


class Kind(Protocol):
    """What a field holds: how it is read from JSON and written to it."""

    def read(self, raw: Any, at: str) -> Any:
        """The value that `raw` says, or `Unusable` at the path `at`."""

    def write(self, value: Any) -> Any:
        """The JSON that `read` reads back as `value`."""


@dataclass_transform(frozen_default=True)
def row(singular: str) -> Callable[[type[T]], type[T]]:
    """Make a class the rows of a list: a frozen dataclass, one of which a reader calls by `singular`.

    >>> @row("debt")
    ... class DebtRow:
    ...     owed: int = 3
    >>> DebtRow(4)
    DebtRow(owed=4)
    """
    return functools.partial(_named, "singular", singular)


@dataclass_transform(frozen_default=True)
def branch(words: str) -> Callable[[type[T]], type[T]]:
    """Make a class one way of a choice, or one step of a session: a frozen dataclass that its chip calls by `words`."""
    return functools.partial(_named, "words", words)


def _named(attribute: str, words: str, cls: type[T]) -> type[T]:
    setattr(cls, attribute, words)
    return dataclass(frozen=True, slots=True)(cls)


def closest(said: object, known: Iterable[str]) -> str:
    """The known name that looks most like the text that was said, as the end of a sentence, or nothing."""
    if not isinstance(said, str) or len(said) > LONGEST_TEXT:
        return ""
    near = difflib.get_close_matches(said, sorted(known), n=1, cutoff=0.5)
    return f" The nearest is {wording.quoted(near[0])}." if near else ""


def _says(raw: Any) -> str:
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return "this is empty"
    if isinstance(raw, (Mapping, list)):
        return "this is a " + ("group of fields" if isinstance(raw, Mapping) else "list")
    return f"this says {wording.quoted(raw)}"


@dataclass(frozen=True, slots=True)
class Truth:
    """A switch: true or false."""

    def read(self, raw: Any, at: str) -> bool:
        raw = raw[-1] if isinstance(raw, list) and raw else raw
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and (said := {"true": True, "false": False}.get(raw.strip().lower())) is not None:
            return said
        raise Unusable(at, f"A switch is true or false; {_says(raw)}.")

    def write(self, value: bool) -> bool:
        return value


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, raw: Any, at: str) -> int:
        if isinstance(raw, str) and WHOLE.fullmatch(said := raw.strip().replace(wording.MINUS, "-")):
            raw = int(said)
        if isinstance(raw, int) and not isinstance(raw, bool) and self.least <= raw <= self.most:
            return raw
        bounds = f"{wording.number(self.least)} to {wording.number(self.most)}"
        raise Unusable(at, f"This takes a whole number from {bounds}; {_says(raw)}.")

    def write(self, value: int) -> int:
        return int(value)


@dataclass(frozen=True, slots=True)
class Words:
    """A short text in one line."""

    longest: int

    def read(self, raw: Any, at: str) -> str:
        if not isinstance(raw, str):
            raise Unusable(at, f"This takes a short text; {_says(raw)}.")
        text = " ".join(raw.split())
        if len(text) > self.longest or not all(character.isprintable() for character in text):
            length = wording.count(len(text), "character")
            raise Unusable(at, f"This takes a text of at most {self.longest} plain characters; this has {length}.")
        return text

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Parsed:
    """A class that reads one text by itself, with a ``parse`` that raises `Refused` with a whole sentence.

    An ``int`` subclass says its bounds as ``most`` and, unless it is 0, ``least``; its JSON is the number. Any other
    class may offer ``letters``, first letters that change on their own, such as the "B" of "B4", and say its
    ``pattern``, a regular expression of the whole text. Which of its numbers a stepper counts, the "first" or the
    "last", it says by ``steps``; "" is neither.
    """

    cls: Any

    @property
    def steps(self) -> str:
        return getattr(self.cls, "steps", "last")

    @property
    def bounds(self) -> tuple[int, int] | None:
        return (getattr(self.cls, "least", 0), self.cls.most) if issubclass(self.cls, int) else None

    def read(self, raw: Any, at: str) -> Any:
        if isinstance(raw, (Mapping, list)):
            raise Unusable(at, f"This takes one value; {_says(raw)}.")
        text = "" if raw is None or isinstance(raw, bool) else str(raw)
        if len(text) > LONGEST_PARSED:
            raise Unusable(at, f"This takes at most {LONGEST_PARSED} characters; this has {len(text)}.")
        try:
            return self.cls.parse(text)
        except Refused as error:
            raise Unusable(at, str(error)) from None

    def write(self, value: Any) -> Any:
        return int(value) if isinstance(value, int) else str(value)


def _offered(known: Sequence[str]) -> str:
    """What may be said, as far as a sentence can hold it: “a”, “b” or “c”; of many, three and how many there are."""
    if len(known) <= MOST_NAMED:
        return wording.listed((wording.quoted(name) for name in known), "or")
    such = wording.listed((wording.quoted(name) for name in known[:3]), "or")
    return f"one of {len(known)} names, such as {such}"


def _member(of: type[enum.Enum], raw: Any, at: str) -> enum.Enum:
    for member in of:
        if isinstance(raw, (str, int)) and not isinstance(raw, bool) and str(raw) == str(member.value):
            return member
    known = [str(member.value) for member in of]
    raise Unusable(at, f"This takes {_offered(known)}; {_says(raw)}.{closest(raw, known)}")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One member of an enum, by its value."""

    of: type[enum.Enum]

    def read(self, raw: Any, at: str) -> enum.Enum:
        return _member(self.of, raw.strip() if isinstance(raw, str) else raw, at)

    def write(self, value: enum.Enum) -> Any:
        return value.value


@dataclass(frozen=True, slots=True)
class Picked(OneOf):
    """A text that is one of the choices of the moment, such as the name of whoever is in reach."""

    def read(self, raw: Any, at: str) -> Any:
        return _member(self.of, raw.strip() if isinstance(raw, str) else raw, at).value

    def write(self, value: Any) -> Any:
        return value

    @classmethod
    def choices(cls, words: Mapping[str, str]) -> "Picked":
        """A choice among these values, each with its words."""
        return cls(_options(tuple(words.items())))


@functools.lru_cache(maxsize=1024)
def _options(words: tuple[tuple[str, str], ...]) -> type[enum.Enum]:
    """The same few people stand in reach again and again, and an enum takes a while to make."""
    return Option("Picked", {f"at_{at}": pair for at, pair in enumerate(words)})  # type: ignore[return-value, arg-type]


@dataclass(frozen=True, slots=True)
class ManyOf:
    """Any number of members of an enum, as a list of their values in the enum's order."""

    of: type[enum.Enum]

    def read(self, raw: Any, at: str) -> frozenset[enum.Enum]:
        if isinstance(raw, str):
            raw = raw.split(",")
        if not isinstance(raw, (list, tuple)):
            raise Unusable(at, f"This takes a list of choices; {_says(raw)}.")
        return frozenset(_member(self.of, said, at) for said in raw if said != "")

    def write(self, value: frozenset[enum.Enum]) -> list[Any]:
        return [member.value for member in self.of if member in value]


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value that may be left empty; empty is None."""

    kind: Kind

    def read(self, raw: Any, at: str) -> Any:
        return None if raw is None or raw == "" else self.kind.read(raw, at)

    def write(self, value: Any) -> Any:
        return None if value is None else self.kind.write(value)


@dataclass(frozen=True, slots=True)
class Field:
    """One thing asked for: its name in inputs, how it is asked, what it holds, and its default as JSON."""

    name: str
    kind: Any
    asked: Asked
    default: Any
    sheet: str = ""
    at_once: bool | None = None
    everyone: bool = False

    @property
    def words(self) -> str:
        return self.asked.words or self.name.replace("_", " ").capitalize()


def _read_fields(fields: Sequence[Field], raw: Any, at: str) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise Unusable(at, f"This takes a group of fields; {_says(raw)}.")
    known = [field.name for field in fields]
    for name in raw:
        if name not in known:
            path = f"{at}.{name}" if at else str(name)
            takes = "takes " + wording.listed(known) if known else "takes no fields"
            takes = takes if len(known) <= MOST_NAMED else f"takes {len(known)} others"
            near = closest(str(name), known)
            called = wording.quoted(name) if str(name).strip() else "without a name"
            raise Unusable(path, f"There is no field {called} here; this {takes}.{near}")
    values = {}
    for field in fields:
        path = f"{at}.{field.name}" if at else field.name
        said = raw.get(field.name, field.default)
        if said is dataclasses.MISSING:
            raise Unusable(path, f"{field.words} is missing here.")
        values[field.name] = field.kind.read(said, path)
    return values


@dataclass(frozen=True, slots=True)
class Group:
    """The fields of a dataclass, in its order."""

    cls: Any
    fields: tuple[Field, ...]

    def read(self, raw: Any, at: str) -> Any:
        values = _read_fields(self.fields, raw, at)
        try:
            return self.cls(**values)
        except Refused as error:
            raise Unusable(at, str(error)) from None

    def write(self, value: Any) -> dict[str, Any]:
        return {field.name: field.kind.write(getattr(value, field.name)) for field in self.fields}

    def starting(self, value: Any) -> "Group":
        """The same fields, with what `value` holds in place of their defaults."""
        written = self.write(value)
        fields = (
            field if field.default == written[field.name] else dataclasses.replace(field, default=written[field.name])
            for field in self.fields
        )
        return Group(self.cls, tuple(fields))

    def picking(self, choices: Mapping[str, Mapping[str, str]]) -> "Group":
        """The same fields, some texts chosen among those of the moment: values with their words, the first at first."""
        fields = []
        for field in self.fields:
            if words := choices.get(field.name):
                default = field.default if field.default in words else next(iter(words))
                field = dataclasses.replace(field, kind=Picked.choices(words), default=default)
            fields.append(field)
        return Group(self.cls, tuple(fields))


def branch_name(cls: type) -> str:
    """A branch's name in inputs: its class name in lower case with hyphens, ``OwnBoat`` → ``own-boat``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class Branches:
    """A choice between dataclasses; ``is`` names the branch, the other keys are its fields."""

    groups: Mapping[str, Group]

    def read(self, raw: Any, at: str) -> Any:
        if isinstance(raw, str):
            raw = {CHOICE: raw}
        if not isinstance(raw, Mapping):
            raise Unusable(at, f"This takes a choice; {_says(raw)}.")
        name = raw.get(CHOICE, "")
        if not isinstance(name, str) or name not in self.groups:
            said = f"This takes {_offered(list(self.groups))}; {_says(name)}.{closest(name, self.groups)}"
            raise Unusable(f"{at}.{CHOICE}" if at else CHOICE, said)
        return self.groups[name].read({key: item for key, item in raw.items() if key != CHOICE}, at)

    def write(self, value: Any) -> dict[str, Any]:
        name = branch_name(type(value))
        return {CHOICE: name, **self.groups[name].write(value)}


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of rows, each with the same fields.

    A row class that can be typed has a property ``line``, the row as one line of text, and a class method ``of_line``
    that reads it back, changes a row of before if it is given one, and raises `Refused` for what it cannot read.
    """

    row: Group
    most: int = MOST_ROWS

    @property
    def typed(self) -> bool:
        """Whether its rows can be typed."""
        return hasattr(self.row.cls, "of_line")

    def lines(self, raw: Any) -> list[str]:
        """Rows as they are typed, one a line; `raw` as for `read`."""
        return [row.line for row in self.read(raw, "")]

    def _of_lines(self, text: str, at: str) -> list[Any]:
        try:
            return [self.row.write(self.row.cls.of_line(line)) for line in text.splitlines() if line.strip()]
        except Refused as error:
            raise Unusable(at, str(error)) from None

    def joined(self, raw: Any, text: str, at: str) -> list[Any]:
        """Rows with those that are typed in a text, one a line or with commas between; a row of one name is changed.

        `raw` as for `read`. Raises `Unusable` where a row cannot be read.
        """
        rows = list(self.read(raw, at))
        for line in (part.strip() for part in re.split(r"[\n;,](?![^(]*\))", text)):
            try:
                found = self.row.cls.of_line(line) if line else None
                place = next(
                    (at for at, row in enumerate(rows) if found and row.name.casefold() == found.name.casefold()), None
                )
                if place is not None:
                    rows[place] = self.row.cls.of_line(line, rows[place])
                elif found:
                    rows.append(found)
            except Refused as error:
                raise Unusable(at, str(error)) from None
        return self.write(rows)

    def read(self, raw: Any, at: str) -> tuple[Any, ...]:
        if isinstance(raw, str) and (self.typed or not raw):
            raw = self._of_lines(raw, at)
        if not isinstance(raw, (list, tuple)):
            raise Unusable(at, f"This takes a list of rows; {_says(raw)}.")
        if len(raw) > self.most:
            raise Unusable(at, f"This takes at most {wording.count(self.most, 'row')}; this has {len(raw)}.")
        return tuple(self.row.read(item, f"{at}.{index}") for index, item in enumerate(raw))

    def write(self, value: Sequence[Any]) -> list[Any]:
        return [self.row.write(item) for item in value]


@dataclass(frozen=True, slots=True)
class FromTable:
    """A row of a table by its key (text), or one typed by hand (a group with ``is`` = "own")."""

    cls: Any
    own: Group

    def read(self, raw: Any, at: str) -> Any:
        if isinstance(raw, Mapping):
            chosen = raw.get(CHOICE, OWN)
            if chosen == OWN:
                return self.own.read({key: item for key, item in raw.items() if key != CHOICE}, at)
            raw = chosen
        rows = self.cls.table()
        if isinstance(raw, str) and raw in rows:
            return rows[raw]
        noun = self.cls.__name__.lower()
        raise Unusable(at, f"This takes a {noun} of the table, or one of your own; {_says(raw)}.{closest(raw, rows)}")

    def write(self, value: Any) -> Any:
        for key, row in self.cls.table().items():
            if row == value:
                return key
        return {CHOICE: OWN, **self.own.write(value)}


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a signature, in its order, and whether it asks for rulings."""

    fields: tuple[Field, ...]
    asks: bool = False

    def read(self, raw: Any) -> dict[str, Any]:
        """The arguments that `raw` (nested or dotted) says; defaults where it says nothing; `Unusable` otherwise."""
        return _read_fields(self.fields, nest(raw), "")

    def write(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The canonical inputs: every field, nested, in the signature's order."""
        return {field.name: field.kind.write(values[field.name]) for field in self.fields}


def nest(raw: Any) -> Any:
    """Expand dotted keys: ``{"debts.0.owed": "7"}`` becomes ``{"debts": [{"owed": "7"}]}``; what is nested stays.

    An empty text under a key that also has parts ("rows=" before "rows.0.dice=1") only says that the list is there.
    Raises `Unusable` where a path is used as a value and as a group at once, or a row is left out.
    """
    if not isinstance(raw, Mapping):
        raise Unusable("", f"Inputs are a group of fields; {_says(raw)}.")
    tree: dict[str, Any] = {}
    for key, value in raw.items():
        if not isinstance(key, str):
            raise Unusable(str(key), f"A field's name is a text; {_says(key)}.")
        parts = key.split(".")
        if len(parts) > MOST_PARTS:
            said = wording.quoted(key)
            raise Unusable(key, f"A field's name has at most {MOST_PARTS} parts; {said} has {len(parts)}.")
        place = tree
        for part in parts[:-1]:
            if place.get(part, "") == "":
                place[part] = {}
            if not isinstance(place[part], dict):
                raise Unusable(key, f"{wording.quoted(key)} is given both as one value and as a group.")
            place = place[part]
        if value == "" and isinstance(place.get(parts[-1]), dict):
            continue
        if parts[-1] in place and place[parts[-1]] != "":
            raise Unusable(key, f"{wording.quoted(key)} is given twice.")
        place[parts[-1]] = nest(value) if isinstance(value, Mapping) else value
    return _lists(tree, "")


def _lists(tree: dict[str, Any], at: str) -> Any:
    """Turn groups whose keys are 0, 1, 2 … into lists."""
    done = {
        key: _lists(item, f"{at}.{key}" if at else key) if isinstance(item, dict) else item
        for key, item in tree.items()
    }
    if done and all(key.isdecimal() and key.isascii() and len(key) < 4 for key in done):
        if sorted(int(key) for key in done) != list(range(len(done))):
            numbers = wording.quoted(", ".join(sorted(done, key=int)))
            raise Unusable(at, f"The rows here are numbered {numbers}; they count from 0.")
        return [done[key] for key in sorted(done, key=int)]
    return done


def flatten(inputs: Mapping[str, Any], at: str = "") -> list[tuple[str, str]]:
    """Inputs as dotted names and texts, as a link or a form holds them; the opposite of `nest`."""
    pairs: list[tuple[str, str]] = []
    for key, value in inputs.items():
        path = f"{at}.{key}" if at else key
        if isinstance(value, Mapping):
            pairs += flatten(value, path)
        elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
            pairs.append((path, ""))
            pairs += flatten({str(index): item for index, item in enumerate(value)}, path)
        elif isinstance(value, (list, tuple)):
            pairs.append((path, ",".join(str(item) for item in value)))
        else:
            pairs.append((path, "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)))
    return pairs


_UNIONS = (Union, types.UnionType)


def kind_of(annotation: Any, marks: Sequence[Any] = ()) -> Any:
    """The kind that an annotation means. Raises ``TypeError`` for one outside the vocabulary."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return kind_of(arguments[0], [*arguments[1:], *marks])
    if AMONG in marks:
        return FromTable(annotation, _group(annotation))
    if origin in _UNIONS:
        kinds = [argument for argument in arguments if argument is not type(None)]
        if len(kinds) < len(arguments):
            inner = kind_of(kinds[0], marks) if len(kinds) == 1 else None
            if isinstance(inner, (Whole, Words, Parsed)):
                return Maybe(inner)
        elif all(dataclasses.is_dataclass(kind) for kind in kinds):
            return Branches({branch_name(kind): _group(kind) for kind in kinds})
    elif origin is frozenset and isinstance(arguments[0], type) and issubclass(arguments[0], enum.Enum):
        return ManyOf(arguments[0])
    elif origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        row = _group(arguments[0])
        for field in row.fields:
            if field.default is dataclasses.MISSING:
                raise TypeError(f"{row.cls.__qualname__}: {field.name} needs a default, so that a row can be added.")
        return Rows(row)
    elif isinstance(annotation, type):
        if annotation is bool:
            return Truth()
        if issubclass(annotation, enum.Enum):
            return OneOf(annotation)
        if hasattr(annotation, "parse"):
            return Parsed(annotation)
        if annotation is int and (bounds := _mark(marks, Between)):
            return Whole(bounds.least, bounds.most)
        if annotation is str:
            longest = _mark(marks, Longest)
            return Words(longest.characters if longest else LONGEST_TEXT)
        if dataclasses.is_dataclass(annotation):
            return _group(annotation)
    raise TypeError(f"{annotation!r} is not in the vocabulary of a signature (see engine.forms).")


M = TypeVar("M")


def _mark(marks: Sequence[Any], of: type[M]) -> M | None:
    return next((mark for mark in marks if isinstance(mark, of)), None)


def _field(name: str, annotation: Any, default: Any) -> Field:
    marks = typing.get_args(annotation)[1:] if typing.get_origin(annotation) is Annotated else ()
    kind = kind_of(annotation)
    from_sheet = _mark(marks, SheetMark)
    return Field(
        name,
        kind,
        _mark(marks, Asked) or Asked(),
        dataclasses.MISSING if default is dataclasses.MISSING else kind.write(default),
        from_sheet.key if from_sheet else "",
        from_sheet.at_once if from_sheet else None,
        from_sheet is not None and from_sheet.everyone,
    )


@functools.cache
def _group(cls: Any) -> Group:
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = []
    for field in dataclasses.fields(cls):
        default = field.default
        if default is dataclasses.MISSING and field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        fields.append(_field(field.name, hints[field.name], default))
    return Group(cls, tuple(fields))


def form_of(function: Callable[..., Any], skip: Sequence[str] = ()) -> Form:
    """The form of a calculator: one field for each parameter, in order; `ask` is not a field.

    Raises ``TypeError`` for a parameter without a default (a page opens with an answer) or outside the vocabulary.
    """
    hints = typing.get_type_hints(function, include_extras=True)
    fields = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "ask" or name in skip:
            continue
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(f"{function.__qualname__}: {name} needs a default, so that the page opens with an answer.")
        fields.append(_field(name, hints[name], parameter.default))
    return Form(tuple(fields), asks="ask" in inspect.signature(function).parameters)


def change_rows(
    form: Form, inputs: Mapping[str, Any], add: Any = None, drop: Any = None, several: Any = None
) -> dict[str, Any]:
    """Inputs with a row of defaults added to the list `add` ("hands", "way.crew"), or the row `drop` ("hands.1") out.

    With a text in `several`, the rows that are typed there join the list `add` instead (see `Rows.joined`).

    Raises `Unusable` where the path names no list of rows of this form.
    """
    if add is None and drop is None:
        return dict(inputs)
    said = drop if add is None else add
    if not isinstance(said, str):
        raise Unusable("", f"A list of rows is named by a text; this is {wording.quoted(said)}.")
    path, _, index = (said, "", None) if add is not None else said.rpartition(".")
    typed = several if isinstance(several, str) else None
    return _with_rows(form.fields, inputs, path.split("."), index, typed)


def _with_rows(
    fields: Sequence[Field], said: Any, path: Sequence[str], index: str | None, several: str | None = None
) -> dict[str, Any]:
    """What was `said` with a row more in the list at `path`, or with `several`, or without the one at `index`."""
    said = said if isinstance(said, Mapping) else {}
    field = next((field for field in fields if field.name == path[0]), None)
    kind = field.kind if field else None
    held = said.get(path[0], field.default if field else None)
    if isinstance(kind, Branches):
        chosen = held.get(CHOICE) if isinstance(held, Mapping) else held
        kind = kind.groups.get(chosen) if isinstance(chosen, str) else None
    if isinstance(kind, Group) and len(path) > 1:
        return {**said, path[0]: _with_rows(kind.fields, held, path[1:], index, several)}
    if not isinstance(kind, Rows) or len(path) > 1:
        name = ".".join(path)
        lists = [wording.quoted(field.name) for field in fields if isinstance(field.kind, Rows)]
        known = wording.listed(lists) if lists else "none"
        raise Unusable(name, f"There is no list of rows called {wording.quoted(name)} here; this form has {known}.")
    rows = list(held) if isinstance(held, (list, tuple)) else []
    if several is not None and kind.typed:
        rows = kind.joined(held, several, path[0])
    elif index is None:
        rows.append({inner.name: inner.default for inner in kind.row.fields})
    elif index.isdecimal() and int(index) < len(rows):
        del rows[int(index)]
    return {**said, path[0]: rows}


def describe(field: Field) -> dict[str, Any]:
    """A field as JSON: name, words, what it takes, its default, and what a sheet would fill it with."""
    return {
        "name": field.name,
        "words": field.words,
        **({"hint": field.asked.hint} if field.asked.hint else {}),
        "takes": takes(field.kind),
        **({} if field.default is dataclasses.MISSING else {"default": field.default}),
        **({"sheet": field.sheet} if field.sheet else {}),
    }


def takes(kind: Any) -> Any:
    """What a kind takes, as JSON: a name for a plain value, lists and objects for what holds others."""
    match kind:
        case Truth():
            return "true or false"
        case Whole(least, most):
            return {"least": least, "most": most}
        case Words(longest):
            return {"longest": longest}
        case Parsed(cls):
            return dict(zip(("least", "most"), kind.bounds, strict=True)) if kind.bounds else cls.__name__
        case OneOf(of):
            return {"one": [member.value for member in of]}
        case ManyOf(of):
            return {"many": [member.value for member in of]}
        case Maybe(inner):
            return {"maybe": takes(inner)}
        case Group():
            return {"fields": [describe(field) for field in kind.fields]}
        case Branches(groups):
            return {CHOICE: {name: [describe(field) for field in group.fields] for name, group in groups.items()}}
        case Rows(row, most):
            return {"rows": [describe(field) for field in row.fields], "most": most}
        case FromTable(cls, own):
            return {"among": list(cls.table()), OWN: [describe(field) for field in own.fields]}
    raise TypeError(f"{kind!r} is not a kind.")
