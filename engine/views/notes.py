"""Notes and steps: sentences beside the figures."""

from engine.answer import Note, Steps
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def note(block: Note, place: Place) -> Html:
    """A sentence or two, with its mark and a link to its rule."""
    where = [" ", place.rule(block.rule, "The rule")] if block.rule else []
    return tag("p", text(block.text), where, " ", marks.mark(block.mark, place), class_="fl-note")


def steps(block: Steps, place: Place) -> Html:
    """What to do, numbered."""
    words = tag("p", text(block.words)) if block.words else None
    return tag("div", words, tag("ol", [tag("li", text(step)) for step in block.steps]), class_="fl-steps")
