"""Tables of text, with the row that the inputs point at ringed."""

from engine import wording
from engine.answer import Table
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place

WIDE = 6
"""From so many columns on, a section gives its answer the whole width of the page."""


def table(block: Table, place: Place) -> Html:
    """A captioned table in a box of its own that scrolls sideways where it must; folded if the block says so."""
    head = tag("thead", tag("tr", [tag("th", text(column), scope="col") for column in block.columns]))
    rows = [
        tag(
            "tr",
            tag("th", text(wording.shown(row[0])), scope="row"),
            [tag("td", text(wording.shown(cell))) for cell in row[1:]],
            class_="fl-current" if index == block.current else None,
        )
        for index, row in enumerate(block.rows)
    ]
    caption = tag("caption", text(block.caption), " ", marks.mark(block.mark, place))
    wide = len(block.columns) >= WIDE
    whole = tag("table", caption, head, tag("tbody", rows), class_="fl-table fl-table--wide" if wide else "fl-table")
    boxed = tag("div", whole, class_="fl-scroll", tabindex="0", role="region", aria_label=block.caption)
    if not block.folded:
        return boxed
    return tag("details", tag("summary", text(block.caption)), boxed, class_="fl-fold")
