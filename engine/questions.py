"""Questions as someone types them into the search, "2 oars depth 3", and the calculator and inputs that each means.

A game says in its module ``questions``, as `QUESTIONS`, what it understands (see `Question`), with some `EXAMPLES`. A
question fits only where every word and number that was typed has its place in it, but for words that only join others;
so what is half understood is not answered. Words may have a slip in them (`engine.typed.forgiven`).
"""

import functools
import importlib
import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from engine import games, typed

MOST_WORDS = 24
NUMBER = "#"
ROW = "*"
TOKENS = re.compile(r"\d+(?:[.,]\d+)+|\d+|[^\W\d_]+|\+|(?<![^\s+(])-(?=\s*\d)|[%#=<>]")
COUNTING = "zero one two three four five six seven eight nine ten eleven twelve"
SPOKEN = {word: str(number) for number, word in enumerate(COUNTING.split())}
_JOINING = """
a an the of is are am be was were my i i'm me we us our you your it its it's this that there in on at do does did how
what what's which when where for with and by has have had having if can could should would shall much as so then from
get got need needs want please just =
"""
JOINING = frozenset(typed.words(_JOINING, {}, TOKENS))


class Way(NamedTuple):
    """One way to say something: words, "depth #", with ``#`` for a number, and the inputs that it stands for.

    In the inputs, by dotted names, ``#`` is the number. `assumed` says what it leaves unsaid and was taken for granted.
    """

    typed: str
    inputs: Mapping[str, Any]
    assumed: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """One thing that a question says, in one of several ways.

    Where it must be said and is not, `missing` is what a reader is asked for; if that is empty, the question does not
    fit. Where it may stay unsaid, `unsaid` is what holds then, in inputs and in words; its `typed` is not read. It can
    be said several times where it stands for `rows`, whose number is ``*`` in the names of its inputs.
    """

    ways: tuple[Way, ...]
    missing: str = ""
    unsaid: Way | None = None
    rows: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """What may be asked of a `calculator`, in the section of the rule with the id `rule`.

    All parts that it `needs` are said, or asked for; those that it `takes` may be. With `one_of`, one of these is said
    at least. `idle` are words that may stand in it and mean nothing more.
    """

    calculator: str
    rule: str
    needs: tuple[Part, ...]
    takes: tuple[Part, ...] = ()
    one_of: tuple[Part, ...] = ()
    idle: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was understood: the inputs by dotted names, which of them were `said`, what was assumed, and
    what is still missing."""

    question: Question
    inputs: Mapping[str, Any]
    said: tuple[str, ...]
    assumed: tuple[str, ...]
    missing: tuple[str, ...]


class _Said(NamedTuple):
    """A way that was found in what was typed, with its numbers."""

    part: Part
    way: Way
    numbers: tuple[str, ...]
    words: int


def words(text: str) -> list[str]:
    """The words, numbers and signs of a text, folded; "4d" are two."""
    return [SPOKEN.get(word, word) for word in typed.words(text, games.spellings(), TOKENS)]


@functools.cache
def _telling(part: str) -> tuple[str, ...]:
    """The words in a part of a way without spaces, those left out that only join others."""
    return (part,) if part == NUMBER else tuple(word for word in words(part) if word not in JOINING)


@functools.cache
def _module(game: str) -> ModuleType | None:
    name = f"{games.GAMES[game].package}.questions"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def questions() -> Iterator[Question]:
    """The questions of all games."""
    return (question for game in games.GAMES if (found := _module(game)) for question in found.QUESTIONS)


def examples() -> list[str]:
    """A few questions of each game, as someone may type them."""
    return [text for game in games.GAMES if (found := _module(game)) for text in found.EXAMPLES]


@functools.cache
def _ways(part: Part) -> tuple[tuple[tuple[str, ...], Way], ...]:
    """The ways of a part with their words, longest first. Raises ``ValueError`` for a way that says nothing."""
    found = [(tuple(word for part in way.typed.split() for word in _telling(part)), way) for way in part.ways]
    if empty := [way.typed for said, way in found if not said]:
        raise ValueError(f"A way to say something has a word that does more than join others; this says {empty[0]!r}.")
    return tuple(sorted(found, key=lambda one: -len(one[0])))


def _parts(question: Question) -> Iterator[Part]:
    return iter(dict.fromkeys([*question.needs, *question.one_of, *question.takes]))


@functools.cache
def _starts(question: Question) -> dict[str, list[tuple[Part, tuple[str, ...], Way]]]:
    """The ways of a question's parts by the word that each begins with."""
    found: dict[str, list[tuple[Part, tuple[str, ...], Way]]] = {}
    for part in _parts(question):
        for pattern, way in _ways(part):
            found.setdefault(pattern[0], []).append((part, pattern, way))
    return found


@functools.cache
def _idle(question: Question) -> frozenset[str]:
    return frozenset(words(question.idle))


def vocabulary() -> list[str]:
    """All words that some question knows, sorted: where one is typed that is none of these, there is no answer."""
    known = {word for question in questions() for word in _idle(question)} | JOINING
    known |= {word for question in questions() for part in _parts(question) for said, _ in _ways(part) for word in said}
    return sorted(word for word in {*known, *SPOKEN} if word != NUMBER and not word.isdecimal())


@functools.cache
def _known(_games: tuple[str, ...]) -> frozenset[str]:
    return frozenset(vocabulary())


def read(text: str) -> Reading | None:
    """The question that fits best what was typed, if one fits: the one of which most was said.

    A question that lacks something fits where something was said of it beside what it is about, or in a whole sentence.
    """
    raw = words(text)
    if not raw or len(raw) > MOST_WORDS:
        return None
    said = [_corrected(word) for word in raw]
    telling = [word for word in said if word not in JOINING]
    best: tuple[tuple[bool, int, int], Reading] | None = None
    for question in questions():
        found = _fitting(question, telling)
        reading = found and _reading(question, found)
        if not found or not reading or (reading.missing and len(raw) < 3):
            continue
        rank = (not reading.missing, sum(one.words for one in found), -len(reading.assumed))
        if best is None or rank > best[0]:
            best = rank, reading
    return best[1] if best else None


@functools.lru_cache(maxsize=256)
def _corrected(word: str) -> str:
    """The word, or the one that it is a slip of."""
    known = _known(tuple(games.GAMES))
    if word in known or not word.isalpha():
        return word
    near = sorted((found, other) for other in known if (found := typed.forgiven(word, other)))
    return near[0][1] if near and (len(near) == 1 or near[0][0] < near[1][0]) else word


def _fitting(question: Question, telling: Sequence[str]) -> tuple[_Said, ...] | None:
    """What each word and number says in a question; nothing where one has no place in it, or a part is lacking.

    Of several ways to read them, the one in which most of them say something.
    """
    starts, idle = _starts(question), _idle(question)
    must = [part for part in question.needs if not part.missing]

    @functools.cache
    def rest(at: int, used: frozenset[Part]) -> tuple[_Said, ...] | None:
        if at == len(telling):
            lacks = any(part not in used for part in must)
            return None if lacks or (question.one_of and used.isdisjoint(question.one_of)) else ()
        found: list[tuple[_Said, ...]] = []
        kinds = [telling[at], NUMBER] if telling[at].isdecimal() else [telling[at]]
        for part, pattern, way in (one for kind in kinds for one in starts.get(kind, ())):
            numbers = _matched(pattern, telling[at : at + len(pattern)])
            if numbers is None or (part in used and not part.rows):
                continue
            after = rest(at + len(pattern), used | {part})
            if after is not None:
                found.append((_Said(part, way, numbers, len(pattern)), *after))
        if telling[at] in idle and (after := rest(at + 1, used)) is not None:
            found.append(after)
        return max(found, key=lambda said: sum(one.words for one in said), default=None)

    return rest(0, frozenset())


def _matched(pattern: Sequence[str], said: Sequence[str]) -> tuple[str, ...] | None:
    """The numbers where a pattern has ``#``, if it is what was said."""
    if len(pattern) != len(said):
        return None
    if any(word != one and not (word == NUMBER and one.isdecimal()) for word, one in zip(pattern, said, strict=True)):
        return None
    return tuple(one for word, one in zip(pattern, said, strict=True) if word == NUMBER)


def _reading(question: Question, found: Iterable[_Said]) -> Reading | None:
    """What was said as inputs; nothing where two parts of it contradict each other."""
    inputs: dict[str, Any] = {}
    rows: dict[Part, int] = {}
    said = list(found)
    for part, way, numbers, _ in said:
        row = rows.get(part, 0)
        rows[part] = row + 1
        for name, value in _filled(way, numbers, row).items():
            if inputs.setdefault(name, value) != value:
                return None
    named = tuple(inputs)
    parts = {one.part for one in said}
    unsaid = [part.unsaid for part in _parts(question) if part not in parts and part.unsaid]
    for way in unsaid:
        inputs = {**way.inputs, **inputs}
    assumed = [*(one.way.assumed for one in said), *(way.assumed for way in unsaid)]
    missing = [part.missing for part in question.needs if part not in parts]
    return Reading(question, inputs, named, tuple(dict.fromkeys(filter(None, assumed))), tuple(missing))


def _filled(way: Way, numbers: Sequence[str], row: int) -> dict[str, Any]:
    """The inputs of a way, with the numbers that were said, each in its turn, and the row that it is."""
    left = iter(numbers)
    return {
        name.replace(ROW, str(row)): value.replace(NUMBER, next(left, numbers[-1] if numbers else ""))
        if isinstance(value, str) and NUMBER in value
        else value
        for name, value in way.inputs.items()
    }
