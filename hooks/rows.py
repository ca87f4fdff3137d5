"""The rows of a page's tables, for the search.

Not a hook itself: MkDocs loads those anew at every build, and what was read once shall not be read again.
"""

import functools
from html.parser import HTMLParser

NAME_LETTERS = 3  # fewer name no row that anyone looks for: “B5”, “3D”
HEADINGS = ("h1", "h2", "h3", "h4")


class Rows(HTMLParser):
    """The rows of a page's tables that have a name: the anchor of their section, caption, name, and the other cells.

    A calculator's table counts where its rows have headings; its ledgers and grids, which only answer, do not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str, str]] = []
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


@functools.lru_cache(maxsize=512)
def found(content: str) -> tuple[tuple[str, str, str, str], ...]:
    """For each row: the anchor above it, its table's caption, its first cell and all of them in one line.

    While someone writes, most pages are what they were a moment ago.
    """
    rows = Rows()
    rows.feed(content)
    return tuple(rows.found)
