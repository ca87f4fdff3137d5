"""MkDocs hook: the search index says what readers type, beside the words of the pages.

Material's plugin writes ``search/search_index.json`` from the pages' words; this makes of it ``{"docs": [...],
"spellings": {...}, "games": {...}, "asked": [...], "examples": [...]}``, which serves the site, the handbook and any
other form of it. The games are their titles by the folders of their pages; the spellings are theirs
(`engine.games.spellings`), and so are the words of questions that the engine may
answer, with some examples (`engine.questions`). A section, or the page itself, is

    {"location": "ferries/crossing/#fer-04", "title": "The toll", "text": "Whoever crosses pays …",
     "brief": 68, "aliases": ["fare", "ferry fare", "FER-04", "FER-09"]}

with everything as plain text: no tags, no entities; ``brief`` is how many characters of it are the first paragraph. A
page's own location has no ``#``. ``aliases``, absent where there are none, are the ``data-aliases`` of the section's
heading and the ids of the rules in its ``data-rules``. An alias typed in full comes before everything else, a title
too; so no two sections of one game have the same one, or the build stops with file and line. Of two games that share
a word, the one that is being read comes first. After the sections come the rows of
tables that have a name,

    {"location": "ferries/boats/#fer-12", "title": "Barge", "text": "12 · 2 · slow · …", "table": "Boats"}

each at the section that it stands in, with the table's caption (empty where it has none) and its other cells as text.
hooks/client/lookup.js reads and ranks them.
"""

import contextlib
import functools
import hashlib
import html
import importlib
import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError

from hooks import fences, loading, places, serving
from hooks.dependencies import write

ROWS = places.KEPT / "search" / "rows.json"
Row = Sequence[str]
READ_BY = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
NAME_LETTERS = 3  # fewer name no row that anyone looks for: “B5”, “3D”
HEADINGS = ("h1", "h2", "h3", "h4")

# What rows are found by: tables, and where they stand. To read all the tags of a page takes as long as to build it.
TABLES = re.compile(
    r"""<(?:/?section|h[1-4])\b(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>|<table\b.*?</table>""", re.DOTALL | re.IGNORECASE
)

PARAGRAPH = re.compile("<p>.*?</p>", re.DOTALL)

_aliases: dict[str, tuple[str, ...]] = {}
_claimed: dict[tuple[str, str], tuple[str, str]] = {}
_rows: list[dict[str, str]] = []
_read: dict[str, list[Row]] = {}
_before: dict[str, list[Row]] = {}
"""What was read of pages, by a digest of each: in this build, and in the one before."""


class _Rows(HTMLParser):
    """The rows of a page's tables that have a name: the anchor of their section, caption, name, and the other cells.

    A calculator's table counts where its rows have headings; its ledgers and grids, which only answer, do not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Row] = []
        self._anchor = ""
        self._live = False
        self._counts = False
        self._named = False
        self._cells: list[str] | None = None
        self._caption: str | None = None
        self._called = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "section":
            self._live = True
        elif tag in HEADINGS and not self._live:
            self._anchor = "" if tag == "h1" else said.get("id") or self._anchor
        elif tag == "caption":
            self._caption = ""
        elif tag == "table":
            self._called = ""
            self._counts = not self._live or "fl-table" in (said.get("class") or "").split()
        elif tag == "tr" and self._counts:
            self._cells, self._named = [], not self._live
        elif tag in ("td", "th") and self._cells is not None:
            self._named = said.get("scope") == "row" or (self._named and said.get("scope") != "col")
            self._cells.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._live = False
        elif tag == "tr" and self._cells is not None:
            name, *cells = [" ".join(cell.split()) for cell in self._cells] or [""]
            if self._named and cells and sum(letter.isalpha() for letter in name) >= NAME_LETTERS:
                self.found.append((self._anchor, self._called, name, " · ".join(cell for cell in cells if cell)))
            self._cells = None
        elif tag == "caption":
            self._called, self._caption = " ".join((self._caption or "").split()), None

    def handle_data(self, data: str) -> None:
        if self._caption is not None:
            self._caption += data
        elif self._cells:
            self._cells[-1] += data


def rows(content: str) -> list[Row]:
    """For each row of a page's HTML: the anchor above it, its table's caption, its first cell and its others.

    Most pages are what they were in the build before, and what was read of them is kept.
    """
    digest = hashlib.sha256(f"{READ_BY}{content}".encode()).hexdigest()
    found = _before.get(digest)
    if found is None:
        parser = _Rows()
        parser.feed("".join(TABLES.findall(content)))
        found = parser.found
    _read[digest] = found
    return found


class _Stripper(Treeprocessor):
    """Aliases are for the index; a page that is read need not carry them."""

    def run(self, root: ElementTree.Element) -> None:
        for heading in root:
            heading.attrib.pop("data-aliases", None)


class _Strip(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(_Stripper(md), "strip_aliases", 7.5)  # attributes are read at 8


def on_config(config: Any, **_: Any) -> Any:
    """Forget the last build of a server, but for what it read, and keep aliases out of the pages."""
    for kept in (_aliases, _claimed, _rows, _read):
        kept.clear()
    if not _before:
        with contextlib.suppress(OSError, ValueError):
            _before.update(json.loads(ROWS.read_text(encoding="utf-8")))
    config.markdown_extensions.append(_Strip())
    return config


def on_page_markdown(_markdown: str, page: Any, **_: Any) -> None:
    """Gather what a page's sections are called; two that share an alias stop the build."""
    name = f"docs/{page.file.src_uri}"
    pages = importlib.import_module("engine.pages")
    try:
        sections = loading.sections(page.file.content_string, name)
    except pages.BadPage as error:
        raise PluginError(str(error)) from None
    game, folded = _game(page.url), importlib.import_module("engine.games").spellings()
    for section in sections:
        at = f"{name}:{section.line}"
        aliases = (*section.aliases, *section.rules)
        if aliases:
            _aliases[f"{page.url}#{section.anchor}" if section.anchor else page.url] = aliases
        keys = serving.kept("keys", at, (section.aliases, folded), functools.partial(_keys, section.aliases))
        for alias, key in zip(section.aliases, keys, strict=True):
            for scope in scopes(game):
                if (scope, key) in _claimed:
                    other, where = _claimed[scope, key]
                    raise PluginError(f"{at}: the alias “{alias}” is claimed already, as “{other}” at {where}.")
            _claimed[game, key] = alias, at


def _keys(aliases: Sequence[str]) -> list[str]:
    pages = importlib.import_module("engine.pages")
    return [pages.alias_key(alias) for alias in aliases]


def _games() -> Mapping[str, str]:
    """The games' titles by their folders."""
    games = importlib.import_module("engine.games").GAMES
    return {name: game.title for name, game in games.items()}


def _game(location: str) -> str:
    """The game whose page this is, or nothing."""
    folder = location.partition("/")[0]
    return folder if folder in _games() else ""


def scopes(game: str) -> tuple[str, ...]:
    """Where an alias of a game's page, or of a page of all games, must be the only one: two games may share words."""
    return (game, "") if game else ("", *_games())


def on_page_content(content: str, page: Any, **_: Any) -> None:
    """Gather the rows of a page's tables, those of its calculators too; a page that search leaves out has none."""
    if page.meta.get("search", {}).get("exclude"):
        return
    rests_on = content, page.calculators
    found = serving.kept("rows", page.url, rests_on, lambda: rows(fences.put(content, page.calculators)))
    for anchor, caption, name, cells in found:
        location = f"{page.url}#{anchor}" if anchor else page.url
        _rows.append({"location": location, "title": name, "text": cells, "table": caption})


def on_post_build(config: Any, **_: Any) -> None:
    """Write the index anew, once every alias of every page is known."""
    path = Path(config.site_dir) / "search" / "search_index.json"
    docs = json.loads(path.read_text(encoding="utf-8"))["docs"]
    called = {(_game(place), alias) for place, aliases in _aliases.items() for alias in aliases}
    # A row that is called as a section is only says where to look.
    named = [row for row in _rows if not any((game, row["title"]) in called for game in scopes(_game(row["location"])))]
    games, sources = importlib.import_module("engine.games"), loading.engine()[1]
    asking = [sources.text(f"{game.package}.questions") for game in games.GAMES.values()]
    said = games.spellings()
    asked = serving.kept("asked", "", (sources.core, said, asking), _asked)
    index = {"docs": [*map(_entry, docs), *named], "spellings": said, "games": _games(), **asked}
    path.write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
    now = {**_before, **_read} if serving.on() else dict(_read)  # a server asks only for what an edit has changed
    if now.keys() != _before.keys():
        write(ROWS, now)
        _before.clear()
        _before.update(now)


def _asked() -> dict[str, Any]:
    """The words of questions, and examples; which words each has stands in the games' modules of questions."""
    questions = importlib.import_module("engine.questions")
    return {"asked": questions.vocabulary(), "examples": questions.examples()}


def _entry(doc: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {"location": doc["location"], "title": html.unescape(doc["title"])}
    entry["text"] = _plain(doc["text"])
    if first := PARAGRAPH.search(doc["text"]):
        brief = _plain(first[0])
        entry |= {"brief": len(brief)} if brief and entry["text"].startswith(brief) else {}
    aliases = _aliases.get(doc["location"])
    return {**entry, "aliases": aliases} if aliases else entry


def _plain(text: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", text)).split())
