"""The pages' sources: their sections, the rules and aliases that each claims, and the fences that ask for calculators.

markdown-it-py reads the Markdown; what is ours here is only the attribute list behind a heading,
``## The ferry { #fer-04 data-rules="FER-04 FER-09" data-aliases="ferry fare; toll" }``.
"""

import contextlib
import functools
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine import app, forms, games, mistake, rulings, typed, wording

CALCULATOR, TABLE, RULINGS, RULES, CHARACTERS = "calculator", "data-table", "rulings", "rules", "characters"
OURS = (CALCULATOR, TABLE, RULINGS, RULES, CHARACTERS)
CODE = ("text", "toml", "python", "console", "json", "markdown", "html", "yaml")
FENCE_KEYS = ("use", "as", "fields", "examples")
INSTANCE = re.compile(r"[a-z][a-z0-9-]*")
HEADING_KEYS = ("data-rules", "data-aliases")
PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")


class BadPage(Exception):
    """A page that asks for what is not there, or for what fails by a mistake of ours: a sentence with file and line."""


@dataclass(frozen=True, slots=True)
class Fence:
    """One of our fences: its language, its body, and the lines (from 1) on which it opens and ends."""

    language: str
    body: str
    line: int
    end: int


@dataclass(slots=True)
class Section:
    """A heading with what stands under it, up to the next heading.

    `aliases` are what else readers call it, as written; the page's own are those of its first heading, whose anchor is
    empty.
    """

    title: str
    anchor: str = ""
    rules: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    line: int = 1
    fences: list[Fence] = field(default_factory=list)


def _attributes(heading: str, at: str) -> tuple[str, dict[str, str]]:
    """A heading's text, and the attributes in the braces at its end."""
    text, brace, rest = heading.rpartition("{")
    if not brace or not rest.rstrip().endswith("}"):
        if any(f"{key}=" in heading for key in HEADING_KEYS):
            raise BadPage(f'{at}: a heading\'s attributes stand in braces at its end: {{ #id data-rules="…" }}.')
        return heading, {}
    attributes: dict[str, str] = {}
    try:
        words = shlex.split(rest.rstrip()[:-1])
    except ValueError:
        raise BadPage(f"{at}: a quotation mark in this heading's attributes has no second one.") from None
    for word in words:
        if word.startswith("#"):
            attributes["id"] = word[1:]
        elif "=" in word:
            name, _, value = word.partition("=")
            attributes[name] = value
            if name.startswith("data-") and name not in HEADING_KEYS:
                near = forms.closest(name, HEADING_KEYS)
                raise BadPage(f"{at}: a heading has no attribute {wording.quoted(name)}.{near}")
    return text.strip(), attributes


def _aliases(attributes: Mapping[str, str], tag: str, at: str) -> tuple[str, ...]:
    if "data-aliases" not in attributes:
        return ()
    if tag != "h1" and not attributes.get("id"):
        raise BadPage(f'{at}: a section with aliases has an id, as in {{ #id data-aliases="…" }}.')
    aliases = tuple(alias.strip() for alias in attributes["data-aliases"].split(";"))
    if not all(alias_key(alias) for alias in aliases):
        raise BadPage(f"{at}: between two semicolons of data-aliases stands no word.")
    return aliases


def alias_key(words: str) -> str:
    """What all ways to type an alias have in common: “A/B” and “ab”, “FER-04” and “fer4”, “lamp-oil” and “Lamp oils”.

    What games spell in two ways (`engine.games.spellings`) is one, too. hooks/client/lookup.js folds what a reader
    types in the same way.
    """
    return "".join(typed.words(words, games.spellings()))


@functools.lru_cache(maxsize=1024)
def sections(markdown: str, name: str) -> tuple[Section, ...]:
    """The sections of a page in order; the first holds what stands before any heading.

    Raises `BadPage` for a fence that is nested in something (it would not come alive) or in an unknown language, and
    for attributes of a heading that cannot be read.
    """
    found = [Section("")]
    tokens = PARSER.parse(f"{markdown}\n")  # so that a fence's last line always ends, as `_checked` counts
    for index, token in enumerate(tokens):
        line = token.map[0] + 1 if token.map else 1
        if token.type == "heading_open":
            at = f"{name}:{line}"
            title, attributes = _attributes(tokens[index + 1].content, at)
            rules = tuple(attributes.get("data-rules", "").split())
            aliases = _aliases(attributes, token.tag, at)
            found.append(Section(title, attributes.get("id", ""), rules, aliases, line))
        elif token.type == "fence":
            language = token.info.strip()
            if language in OURS:
                found[-1].fences.append(_checked(token, name))
            elif language and language.split()[0] not in CODE:
                near = forms.closest(language, (*OURS, *CODE))
                raise BadPage(f"{name}:{line}: there is no fence called {wording.quoted(language)}.{near}")
    return tuple(found)


def fences(markdown: str, name: str) -> list[Fence]:
    """All our fences of a page, in order. Raises as `sections` does."""
    return [fence for section in sections(markdown, name) for fence in section.fences]


def _checked(token: Token, name: str) -> Fence:
    """The fence of a token. Raises `BadPage` where it stands in something, has no end, or is empty."""
    language, (line, end) = token.info.strip(), token.map or (0, 0)
    at = f"{name}:{line + 1}"
    if token.level:
        raise BadPage(f"{at}: a {language} fence stands at top level, not inside a list or quote.")
    if end - line < token.content.count("\n") + 2:
        raise BadPage(f"{at}: this fence has no end; a line of its own with {token.markup} closes it.")
    if not token.content.strip() and language in (CALCULATOR, TABLE):
        raise BadPage(f"{at}: this fence is empty; it takes lines such as use = “odds”.")
    return Fence(language, token.content, line + 1, end)


@dataclass(frozen=True, slots=True)
class Asked:
    """A calculator fence, read: the calculator, what it opens with, and the inputs of examples by their titles."""

    use: str
    opened: app.Run
    examples: Mapping[str, Mapping[str, Any]]


def use_of(fence: Fence, name: str) -> Any:
    """What a fence says that it uses, which may be nothing. Raises `BadPage` where it is not TOML."""
    return _toml(fence, name).get("use")


def calculator_of(fence: Fence, name: str) -> str:
    """The calculator that a fence asks for. Raises `BadPage` where it says none."""
    body = _toml(fence, name)
    use = body.get("use")
    if not isinstance(use, str):
        near = forms.closest(next(iter(body), ""), FENCE_KEYS)
        raise BadPage(f"{name}:{fence.line}: a calculator fence says use = “…” first; this one does not.{near}")
    return use


def instance_of(fence: Fence, name: str) -> str:
    """What a calculator is called on its page: what its fence says `as`, or its own name.

    Raises `BadPage` where that is no name such as "quick-odds".
    """
    said = _toml(fence, name).get("as", calculator_of(fence, name))
    if not isinstance(said, str) or not INSTANCE.fullmatch(said):
        at = f"{name}:{fence.line}"
        raise BadPage(f"{at}: as = “…” takes a name such as “quick-odds”; this is {wording.quoted(said)}.")
    return said


def fields_of(fence: Fence, name: str) -> tuple[str, ...]:
    """The fields that a calculator fence shows at once, if it says which. Raises `BadPage` for what is no list."""
    said = _toml(fence, name).get("fields", [])
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise BadPage(f"{name}:{fence.line}: fields = [“…”] lists names of the calculator’s fields.")
    return tuple(said)


def read_calculator(fence: Fence, name: str, *, quick: bool = False) -> Asked:
    """What a calculator fence asks for, answered. Raises `BadPage` naming file, line and the nearest valid name.

    `quick` reads examples without working them out: whoever writes looks at the page at once, and a build will tell.
    """
    body, use = _toml(fence, name), calculator_of(fence, name)
    inputs = {key: value for key, value in body.items() if key not in FENCE_KEYS}
    examples = body.get("examples", {})
    if not isinstance(examples, dict) or not all(isinstance(said, dict) for said in examples.values()):
        raise BadPage(f'{name}:{fence.line}: an example has a line of its own before its inputs: [examples."A title"].')
    with faults(fence, name, use):
        found = app.entry(use)
        if sheet := games.sheet_of(found):
            sheet.check_names(found.form)
        known = [field.name for field in found.form.fields]
        for one in fields_of(fence, name):
            if one not in known:
                near = forms.closest(one, known)
                raise BadPage(f"{name}:{fence.line}: {use} has no field {wording.quoted(one)} to show.{near}")
        opened = _run(use, inputs)
        worked = {
            title: found.form.write(found.form.read({**inputs, **said}))
            if quick
            else _run(use, {**inputs, **said}).inputs
            for title, said in examples.items()
        }
    return Asked(use, opened, worked)


def _run(use: str, inputs: Mapping[str, Any]) -> app.Run:
    """An answer, whose effects name what is there."""
    done = app.run(use, inputs)
    if sheet := games.sheet_of(app.entry(use)):
        sheet.check_effects(done.answer.effects, done.inputs)
    return done


@contextlib.contextmanager
def faults(fence: Fence, name: str, use: str = "") -> Iterator[None]:
    """What is raised while a fence that asks for `use` is worked out becomes a `BadPage` with its file and line.

    What is no `forms.Unusable` is a mistake in the code, so that it says where there, too.
    """
    at = f"{name}:{fence.line}: {use or fence.language}"
    try:
        yield
    except BadPage:
        raise
    except forms.Unusable as error:
        raise BadPage(f"{at}: {error.field}: {error.message}" if error.field else f"{at}: {error.message}") from None
    except Exception as error:
        raise BadPage(f"{at}: a mistake in the code, not on this page: {mistake.said(error)}") from error


def _toml(fence: Fence, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(fence.body)
    except tomllib.TOMLDecodeError as error:
        raise BadPage(f"{name}:{fence.line}: the fence's body is not TOML: {error}.") from None


def read_table(fence: Fence, name: str) -> str:
    """The name of the engine's table that a table fence asks for. Raises `BadPage` where there is none such."""
    body = _toml(fence, name)
    if list(body) != ["use"]:
        raise BadPage(f"{name}:{fence.line}: a {TABLE} fence takes use = “…” and nothing else.")
    return str(body["use"])


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a fence of rulings asks for: the `chapter` whose rulings stand on the page; or the list of all of them, with
    the `titles` of the chapters that have a page of their own, by their folders, in the order of the list."""

    chapter: str
    titles: Mapping[str, str]


def read_rulings(fence: Fence, name: str) -> Ruled:
    """What a fence of rulings asks for. Raises `BadPage` for a chapter without rulings, and for what is no title."""
    body, at = _toml(fence, name), f"{name}:{fence.line}"
    chapter, titles = body.get("chapter", ""), body.get("chapters", {})
    if not (set(body) <= {"chapter"} or set(body) <= {"chapters"}):
        raise BadPage(f"{at}: a {RULINGS} fence takes chapter = “…”, or a table [chapters], and nothing else.")
    if "chapter" in body and str(chapter) not in (known := rulings.by_chapter()):
        near = forms.closest(chapter, known)
        raise BadPage(f"{at}: there are no rulings of a chapter {wording.quoted(chapter)}.{near}")
    if not isinstance(titles, dict) or not all(isinstance(title, str) for title in titles.values()):
        raise BadPage(f"{at}: [chapters] has the title of each chapter by its folder, as a text.")
    return Ruled(str(chapter), titles)


def all_pages(docs: Path) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Every page below `docs`, by its path without the ending, with its sections."""
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs).as_posix()
        yield name, sections(path.read_text(encoding="utf-8"), f"docs/{name}")


def claims(docs: Path) -> list[dict[str, Any]]:
    """Which rule is claimed by which page and calculators, sorted by rule.

    A section claims the rules in its ``data-rules``; a calculator in it claims those of them that it says it works.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for name, page in all_pages(docs):
        for section in page:
            for rule in section.rules:
                held = found.setdefault((rule, name.removesuffix(".md")), set())
                for fence in section.fences:
                    if fence.language == CALCULATOR:
                        asked = read_calculator(fence, f"docs/{name}")
                        if rule in app.entry(asked.use).rules:
                            held.add(asked.use)
    return [
        {"rule": rule, "page": page, "calculators": sorted(calculators)}
        for (rule, page), calculators in sorted(found.items())
    ]
