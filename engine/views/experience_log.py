"""The experience log as on the paper sheet: three short rows of circles."""

from engine.answer import Bubbles, ExperienceLog
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _row(row: Bubbles) -> Html:
    circles = [
        tag("span", class_=f"fl-bubble{' fl-bubble--need' if index < row.need else ''}", data_full=index < row.have)
        for index in range(max(row.need, row.have))
    ]
    wanted = f"{row.have} of {row.need}" if row.need else f"{row.have}, none needed"
    return tag(
        "tr",
        tag("th", row.words, scope="row"),
        tag("td", tag("span", circles, aria_hidden="true", class_="fl-bubbles")),
        tag("td", wanted),
        class_="fl-either" if row.joined else None,
        data_joined=row.joined or None,
    )


def experience_log(block: ExperienceLog, place: Place) -> Html:
    """Needed circles have a firm ring, spare ones a dotted one; the counts stand beside them."""
    caption = tag("caption", text(block.sentence))
    return tag("table", caption, tag("tbody", [_row(row) for row in block.rows]), class_="fl-log")
