"""A matrix as a real table whose cells are buttons: letters in all cells, the current one ringed."""

import json

from engine.answer import Cell, Grid
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _cell(cell: Cell, words: str, current: bool) -> Html:
    button = tag(
        "button",
        cell.letter,
        type="button",
        data_sets=json.dumps(dict(cell.sets)),
        aria_label=words,
        aria_current="true" if current else None,
        class_=f"fl-cell fl-cell--{cell.letter.lower()}",
    )
    return tag("td", button)


def grid(block: Grid, place: Place) -> Html:
    """The grid with its legend; a cell sets the inputs that it stands for."""
    corner = tag("td", tag("span", f"{block.down} ↓ {block.across} →", class_="fl-corner"))
    head = tag("thead", tag("tr", corner, [tag("th", column, scope="col") for column in block.columns]))
    body = []
    for down, (name, cells) in enumerate(zip(block.rows, block.cells, strict=True)):
        drawn = []
        for across, (column, cell) in enumerate(zip(block.columns, cells, strict=True)):
            words = f"{name} {block.down}, {column} {block.across}: {cell.words}"
            drawn.append(_cell(cell, words, (down, across) == block.current))
        body.append(tag("tr", tag("th", name, scope="row"), drawn))
    caption = tag("caption", text(block.caption), " ", marks.mark(block.mark, place))
    whole = tag("table", caption, head, tag("tbody", body), class_="fl-grid")
    legend = tag(
        "ul",
        [
            tag("li", tag("span", letter, class_=f"fl-cell fl-cell--{letter.lower()}"), f" {words}")
            for letter, words in block.legend
        ],
        class_="fl-legend",
    )
    return tag("div", tag("div", whole, class_="fl-scroll"), legend)
