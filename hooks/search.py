"""MkDocs hook: the search index says what readers type, beside the words of the pages.

Material's plugin writes ``search/search_index.json`` from the pages' words; this makes of it ``{"docs": [...]}``, which
serves the site, the handbook and any other form of it. A section, or the page itself, is

    {"location": "burning-wheel/wounds/taking-a-wound/#inj-01", "title": "The grayscale", "text": "The scale has 48 …",
     "aliases": ["PTGS", "physical tolerances grayscale", "INJ-01", "INJ-02"]}

with everything as plain text: no tags, no entities. A page's own location has no ``#``. ``aliases``, absent where there
are none, are the ``data-aliases`` of the section's heading and the ids of the rules in its ``data-rules``. An alias
typed in full comes before everything else, a title too; so no two sections have the same one, or the build stops with
file and line. After the sections come the rows of tables that have a name,

    {"location": "burning-wheel/weapons-and-armor/melee-weapons/#wpn-34", "title": "Mace", "text": "2 · 2 · slow · …",
     "table": "Melee weapons"}

each at the section that it stands in, with the table's caption (empty where it has none) and its other cells as text.
hooks/client/finder.js reads and ranks them.
"""

import html
import importlib
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError

from hooks import fences, rows

_aliases: dict[str, tuple[str, ...]] = {}
_claimed: dict[str, tuple[str, str]] = {}
_rows: list[dict[str, str]] = []


class _Stripper(Treeprocessor):
    """Aliases are for the index; a page that is read need not carry them."""

    def run(self, root: ElementTree.Element) -> None:
        for heading in root:
            heading.attrib.pop("data-aliases", None)


class _Strip(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(_Stripper(md), "strip_aliases", 7.5)  # attributes are read at 8


def on_config(config: Any, **_: Any) -> Any:
    """Forget the last build of a server, and keep aliases out of the pages."""
    for kept in (_aliases, _claimed, _rows):
        kept.clear()
    config.markdown_extensions.append(_Strip())
    return config


def on_page_markdown(_markdown: str, page: Any, **_: Any) -> None:
    """Gather what a page's sections are called; two that share an alias stop the build."""
    name = f"docs/{page.file.src_uri}"
    pages = importlib.import_module("engine.pages")
    try:
        sections = pages.sections(page.file.content_string, name)
    except pages.BadPage as error:
        raise PluginError(str(error)) from None
    for section in sections:
        at = f"{name}:{section.line}"
        aliases = (*section.aliases, *section.rules)
        if aliases:
            _aliases[f"{page.url}#{section.anchor}" if section.anchor else page.url] = aliases
        for alias in section.aliases:
            key = pages.alias_key(alias)
            if key in _claimed:
                other, where = _claimed[key]
                raise PluginError(f"{at}: the alias “{alias}” is claimed already, as “{other}” at {where}.")
            _claimed[key] = alias, at


def on_page_content(content: str, page: Any, **_: Any) -> None:
    """Gather the rows of a page's tables, those of its calculators too."""
    for anchor, caption, name, cells in rows.found(fences.put(content, page.calculators)):
        location = f"{page.url}#{anchor}" if anchor else page.url
        _rows.append({"location": location, "title": name, "text": cells, "table": caption})


def on_post_build(config: Any, **_: Any) -> None:
    """Write the index anew, once every alias of every page is known."""
    path = Path(config.site_dir) / "search" / "search_index.json"
    docs = json.loads(path.read_text(encoding="utf-8"))["docs"]
    called = {alias for aliases in _aliases.values() for alias in aliases}
    named = [row for row in _rows if row["title"] not in called]  # such a row only says where to look
    path.write_text(json.dumps({"docs": [*map(_entry, docs), *named]}, ensure_ascii=False), encoding="utf-8")


def _entry(doc: dict[str, Any]) -> dict[str, Any]:
    entry = {"location": doc["location"], "title": html.unescape(doc["title"]), "text": _plain(doc["text"])}
    aliases = _aliases.get(doc["location"])
    return {**entry, "aliases": aliases} if aliases else entry


def _plain(text: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", text)).split())
