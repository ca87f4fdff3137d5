"""The ledger: reason left, signed amount right, the total last."""

from engine import wording
from engine.answer import Working
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place
from engine.working import Line


def _row(line: Line, place: Place) -> Html:
    reason = place.rule(line.rule, text(line.reason)) if line.rule else text(line.reason)
    return tag(
        "tr",
        tag("th", tag("span", reason, " ", marks.mark(line.mark, place), class_="fl-ledger__reason"), scope="row"),
        tag("td", wording.signed(line.amount)),
    )


def working(block: Working, place: Place) -> Html:
    """Lines that cost or give something in full view; lines of 0 folded behind their number."""
    shown = [line for line in block.lines if line.amount]
    free = [line for line in block.lines if not line.amount]
    total = tag("tr", tag("th", block.words, scope="row"), tag("td", f"{wording.number(block.total)}{block.unit}"))
    ledger = tag(
        "table",
        tag("caption", block.words),
        tag("tbody", [_row(line, place) for line in shown]),
        tag("tfoot", total),
        class_="fl-ledger",
    )
    if not free:
        return ledger
    summary = tag("summary", f"{wording.count(len(free), 'line')} of +0")
    rows = tag("table", tag("tbody", [_row(line, place) for line in free]), class_="fl-ledger")
    return tag("div", ledger, tag("details", summary, rows, class_="fl-fold"))
