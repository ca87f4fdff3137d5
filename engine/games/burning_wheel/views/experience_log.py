"""The experience log as on the paper sheet: three short rows of circles, joined by "or" where one of two is enough."""

from engine.games.burning_wheel.views.blocks import Bubbles, ExperienceLog
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _circle(index: int, row: Bubbles) -> Html:
    kinds = ["fl-bubble"]
    if index < row.need:
        kinds.append("fl-bubble--need")
    if index < row.have:
        kinds.append("fl-bubble--full")
    return tag("span", class_=" ".join(kinds))


MOST_CIRCLES = 40
"""A log needs a handful; what is marked beyond that stands in the count."""


def _row(row: Bubbles, joined: Html | None) -> Html:
    circles = [_circle(index, row) for index in range(min(max(row.need, row.have), MOST_CIRCLES))]
    wanted = f"{min(row.have, row.need)} of {row.need}" if row.need else f"{row.have}, none needed"
    if row.need and row.have > row.need:
        wanted += f", {row.have - row.need} to spare"
    return tag(
        "tr",
        tag("th", row.words, scope="row"),
        tag("td", tag("span", circles, aria_hidden="true", class_="fl-bubbles")),
        tag("td", wanted, class_="fl-count"),
        joined,
    )


def experience_log(block: ExperienceLog, place: Place) -> Html:
    """Needed circles have a firm ring, spare ones a dotted one, marks are filled; the counts stand beside them."""
    rows = []
    either = [index for index, row in enumerate(block.rows) if row.joined]
    for index, row in enumerate(block.rows):
        joined = None
        if either and index == either[0]:
            joined = tag("td", row.joined, rowspan=len(either), class_="fl-either")
        rows.append(_row(row, joined))
    only = (
        tag("p", tag("span", "S", class_="fl-only"), " Only passed tests are marked.") if block.success_only else None
    )
    full = tag("p", tag("strong", block.full)) if block.full else None
    caption = tag("caption", text(block.sentence), class_="fl-hidden")
    return tag("div", full, tag("table", caption, tag("tbody", rows), class_="fl-log"), only)
