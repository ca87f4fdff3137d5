"""The marks of trust, at the numbers that they concern."""

from engine.views.markup import Html, tag
from engine.views.place import Place
from engine.working import Mark

SHAPES = {
    Mark.RULING: ("◆", "Ruling"),
    Mark.CORRECTED: ("✎", "Corrected"),
    Mark.DERIVED: ("∴", "Derived"),
    Mark.REBUILT: ("▦", "Rebuilt"),
    Mark.MISSING: ("○", "Missing"),
}
PAGE = "rulings-and-sources/marks-of-trust/"


def mark(which: Mark | None, place: Place) -> Html | None:
    """A mark as a word with its shape, linked to what it means; nothing where the source itself says so."""
    if which is None:
        return None
    shape, word = SHAPES[which]
    return tag(
        "a",
        tag("span", shape, aria_hidden="true"),
        f" {word}",
        class_=f"fl-mark fl-mark--{which.value}",
        href=f"{place.base}{PAGE}#{which.value}",
    )
