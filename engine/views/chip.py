"""One of several things to choose: a label around its radio button or box."""

from engine.views.markup import Html, tag


def chip(*words: object, class_: str = "fl-chip", **box: object) -> Html:
    """The label with `words`; the attributes of its input are in `box`."""
    return tag("label", tag("input", **box), tag("span", *words), class_=class_)
