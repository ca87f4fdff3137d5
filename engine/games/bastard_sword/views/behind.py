"""The table that stands folded behind a drawing."""

from collections.abc import Sequence

from engine.views.markup import Html, tag


def table(words: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Html:
    """A fold of these `words`, with a table in it whose first column names the rows."""
    head = tag("tr", [tag("th", column, scope="col") for column in columns])
    body = [tag("tr", tag("th", row[0], scope="row"), [tag("td", cell) for cell in row[1:]]) for row in rows]
    whole = tag("table", tag("thead", head), tag("tbody", body), class_="fl-table")
    return tag("details", tag("summary", words), whole, class_="fl-fold")
