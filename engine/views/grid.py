"""A matrix as a real table of buttons: letters in all cells, the current one ringed, with arrows onwards."""

import json
import re

from engine.answer import Cell, Grid
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place

WIDE = 7
"""From so many columns on, a section gives its answer more of the width."""

NAME = re.compile("[a-z0-9-]+")


def _kind(letter: str) -> str:
    """The class that a letter is drawn in: ``R/D`` becomes ``fl-cell--r-d``; a sign has no look of its own."""
    name = letter.lower().replace("/", "-")
    return f"fl-cell fl-cell--{name}" if NAME.fullmatch(name) else "fl-cell"


def _swatch(letter: str) -> Html:
    """A cell of the legend: the letter in its look, or a tone alone."""
    return tag("span", "" if letter.startswith("heat-") else letter, class_=_kind(letter))


def _cell(cell: Cell, current: bool, onwards: bool) -> Html:
    """One cell. Only the current one stands in the order of the Tab key: arrow keys lead to all others."""
    button = tag(
        "button",
        cell.letter,
        type="button",
        data_sets=json.dumps(dict(cell.sets), separators=(",", ":")),
        aria_label=f"{cell.letter}, {cell.words}",
        aria_current="true" if current else None,
        tabindex=None if current else "-1",
        class_=_kind(cell.tone or cell.letter),
    )
    arrows = tag("span", class_="fl-onwards", aria_hidden="true") if onwards else None
    return tag("td", button, arrows)


def grid(block: Grid, place: Place) -> Html:
    """The grid with its legend; a cell sets the inputs that it stands for."""
    head = tag("thead", tag("tr", tag("td"), [tag("th", column, scope="col") for column in block.columns]))
    last = (len(block.rows) - 1, len(block.columns) - 1)
    body = []
    for down, (name, cells) in enumerate(zip(block.rows, block.cells, strict=True)):
        drawn = []
        for across, cell in enumerate(cells):
            here = (down, across) == block.current
            drawn.append(_cell(cell, here, here and down < last[0] and across < last[1]))
        body.append(tag("tr", tag("th", name, scope="row"), drawn))
    ways = tag("span", f"{block.across} → {block.down} ↓", class_="fl-ways")
    caption = tag("caption", text(block.caption), " ", ways, " ", marks.mark(block.mark, place))
    wide = len(block.columns) >= WIDE
    whole = tag("table", caption, head, tag("tbody", body), class_="fl-grid fl-grid--wide" if wide else "fl-grid")
    boxed = tag("div", whole, class_="fl-scroll", tabindex="0", role="region", aria_label=block.caption)
    legend = tag(
        "ul",
        [tag("li", _swatch(letter), f" {words}") for letter, words in block.legend],
        class_="fl-legend",
    )
    return tag("div", boxed, legend)
