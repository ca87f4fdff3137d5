"""One of several things to choose: a label around its radio button or box."""

from engine import wording
from engine.views.markup import Html, tag


def chip(*words: object, class_: str = "fl-chip", amount: int | None = None, **box: object) -> Html:
    """The label with `words`, and what choosing it costs or gives as an `amount`; the attributes of its input are in
    `box`."""
    price = None if amount is None else [" ", tag("small", wording.signed(amount))]
    return tag("label", tag("input", **box), tag("span", tag("span", *words), price), class_=class_, data_amount=amount)
