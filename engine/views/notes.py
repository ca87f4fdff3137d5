"""Notes, steps, and sheets to keep: sentences beside the figures."""

import json

from engine import links, rules
from engine.answer import Keep, Lead, Note, Steps, plain
from engine.views import marks
from engine.views.markup import Html, join, tag, text
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


def lead(block: Lead, place: Place) -> Html:
    """A sentence, and the link that leads on with all filled in."""
    rule = rules.REGISTRY[block.rule]
    address = links.address(rule.page, block.place or rule.id.lower(), block.calculator, block.pairs)
    return tag("p", text(block.sentence), " ", tag("a", block.words, href=place.base + address), class_="fl-note")


def keep(block: Keep, place: Place) -> Html:
    """Who is ready to be kept, and a button for each number of them; hooks/client/filling.js does what they say."""
    buttons = [
        tag("button", _kept(copies), type="button", class_="fl-button", data_copies=str(copies))
        for copies in block.copies
    ]
    inputs = json.dumps(plain(block.inputs), ensure_ascii=False)
    return tag("p", text(block.sentence), [join([" ", one]) for one in buttons], class_="fl-note", data_keep=inputs)


def _kept(copies: int) -> str:
    return "Keep as a sheet" if copies == 1 else f"Keep {copies} like this"
