"""Notes and steps: sentences beside the figures."""

from engine import rules
from engine.answer import Note, Steps
from engine.views import marks
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def note(block: Note, place: Place) -> Html:
    """A sentence or two, with its mark and a link to its rule; one that ends in a colon leads to it by its title."""
    words = rules.REGISTRY[block.rule].title if block.text.endswith(":") else "The rule"
    where = [" ", place.rule(block.rule, words)] if block.rule else []
    return tag("p", text(block.text), where, " ", marks.mark(block.mark, place), class_="fl-note")


def steps(block: Steps, place: Place) -> Html:
    """What to do, numbered; a step with a rule is a link to it."""
    words = tag("p", text(block.words)) if block.words else None
    led = dict(enumerate(block.rules))
    said = [
        place.rule(led[number], text(step)) if led.get(number) else text(step)
        for number, step in enumerate(block.steps)
    ]
    return tag("div", words, tag("ol", [tag("li", step) for step in said]), class_="fl-steps")
