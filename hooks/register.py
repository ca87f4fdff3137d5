"""MkDocs hook: a register of all that the pages of a game say beside a mark of trust.

In a page, ``<div data-register="ferries: missing rebuilt"></div>`` alone in its line becomes a list: an item for
each list item or paragraph of that game's pages that bears one of these marks, after a link to its section. So nothing
is written twice, and a register is never behind the pages. Marks that only an answer bears stand with their numbers.
"""

import functools
import posixpath
import re
from collections.abc import Iterator
from typing import Any

PLACE = re.compile(r'^<div data-register="([\w-]+): ([\w ]+)"></div>$', re.MULTILINE)
HEADING = re.compile(r"^(#{1,3}) (.+?) \{ (?:#(\S+) ?)?.*\}$")
MARK = re.compile(r"\]\([^)]*marks-of-trust\.md#(\w+)\)")
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)|\]\((#[^)]*)\)")
NOTHING = "None so far."


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Put the registers of a page in their places."""
    return PLACE.sub(lambda found: listed(found[1], found[2].split(), page.file.src_uri, _pages(files)), markdown)


def _pages(files: Any) -> Iterator[tuple[str, str]]:
    """Each page with its text, in the order of their paths."""
    for file in sorted(files.documentation_pages(), key=lambda file: file.src_uri):
        yield file.src_uri, file.content_string


def listed(game: str, marks: list[str], at: str, pages: Iterator[tuple[str, str]]) -> str:
    """What the pages below the folder of a game say beside these marks, as a list in Markdown for the page `at`."""
    rows = []
    for source, text in pages:
        if not source.startswith(f"{game}/"):
            continue
        for anchor, title, said in _marked(text, marks):
            link = _moved(source, source, at) + (f"#{anchor}" if anchor else "")
            rows.append(
                f"- **[{title}]({link})** · " + LINK.sub(functools.partial(_relinked, source=source, at=at), said)
            )
    return "\n".join(rows) if rows else NOTHING


def _marked(text: str, marks: list[str]) -> Iterator[tuple[str, str, str]]:
    """Each line with one of the marks, after the anchor and title of its section."""
    anchor = title = ""
    for line in text.splitlines():
        if heading := HEADING.match(line):
            title, anchor = heading[2], heading[3] or ""
        if any(found[1] in marks for found in MARK.finditer(line)):
            yield anchor, title, line.removeprefix("- ").strip()


def _moved(target: str, source: str, at: str) -> str:
    """The path of a file, as `source` names it or as the docs do, seen from the page `at`."""
    whole = target if target == source else posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    return posixpath.relpath(whole, posixpath.dirname(at))


def _relinked(found: re.Match[str], *, source: str, at: str) -> str:
    if found[3]:
        return f"]({_moved(source, source, at)}{found[3]})"
    return f"]({_moved(found[1], source, at)}{found[2] or ''})"
