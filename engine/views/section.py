"""The live section: question, answer and form as one piece of the page, right before Python arrives."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engine import forms
from engine.views.answer import Drawn
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def section(
    place: Place,
    *,
    name: str,
    question: str,
    answer: Drawn,
    pin: str,
    form: str,
    rests: Iterable[str],
    examples: Mapping[str, Mapping[str, Any]],
    log: Mapping[str, Any] | None = None,
    sheet: str | None = None,
    game: str | None = None,
) -> str:
    """The section of a calculator, in the order in which it is seen: what is read at once, the form, where the answer
    comes from, tools. A wide page puts the form at the left of all the answer.

    `answer`, `pin` and `form` are drawn already; `rests` are the rulings that the answer rests on, `sheet` is the
    calculator that draws the sheet of its game, and `game` is the name of this where it has a colour of its own.

    Controls are disabled until the page's script enables them, so that nothing can be touched that would not answer.
    """
    heading = tag("p", text(question), class_="fl-question", id=place.id("question"))
    status = tag("p", class_="fl-status", role="status", aria_live="polite")
    waiting = tag("p", "This is for the default rulings and values; yours in a moment.", class_="fl-wait")
    out = tag("div", Html(answer.top), class_="fl-out", data_rests=" ".join(rests))
    buttons = [
        tag("button", title, type="button", class_="fl-button", data_example=json.dumps(dict(forms.flatten(inputs))))
        for title, inputs in examples.items()
    ]
    tries = _asleep("Examples", tag("div", tag("span", "Try "), buttons, class_="fl-examples")) if buttons else None
    top = tag("div", _asleep("Answer", waiting, out), COURSE if log is not None else None, class_="fl-top")
    controls = tag(
        "form",
        tries,
        _asleep("Inputs", tag("div", Html(form), class_="fl-all")),
        tag("p", Html(pin), class_="fl-pin", aria_hidden="true"),
        class_="fl-form",
        autocomplete="off",
        novalidate=True,
    )
    under = _asleep("Where it comes from", tag("div", Html(answer.rest), class_="fl-from"))
    rest = tag("div", under, class_="fl-rest")
    unscripted = tag("p", "Without JavaScript the answer stands for the values shown.", class_="fl-unscripted")
    return tag(
        "section",
        tag("div", heading, status, class_="fl-head"),
        tag("noscript", unscripted),
        tag("div", top, controls, rest, class_="fl-body"),
        TOOLS,
        tag("p", class_="fl-hidden", aria_live="polite", data_say=True),
        class_="fl",
        aria_labelledby=place.id("question"),
        id=place.instance,
        data_calculator=name,
        data_sheet=sheet,
        data_game=game,
        data_base=place.base,
        data_log=json.dumps(log) if log is not None else None,
        data_search_exclude=True,
    )


def _asleep(words: str, *children: object) -> Html:
    """Controls that only the page's script can answer, disabled until it runs."""
    return tag("fieldset", tag("legend", words, class_="fl-hidden"), children, class_="fl-asleep", disabled=True)


TOOLS = _asleep(
    "Tools",
    tag(
        "div",
        tag("button", "Pin to compare", type="button", class_="fl-button", data_tool="pin"),
        tag("button", "Copy with working", type="button", class_="fl-button", data_tool="text"),
        tag("button", "Copy link", type="button", class_="fl-button", data_tool="link"),
        tag("button", "Back to the example", type="button", class_="fl-button", data_tool="reset", disabled=True),
        class_="fl-tools",
    ),
)


COURSE = _asleep(
    "The steps so far",
    tag(
        "div",
        tag("button", "Undo", type="button", class_="fl-button", data_tool="undo", disabled=True),
        tag("button", "Redo", type="button", class_="fl-button", data_tool="redo", disabled=True),
        tag("button", "From the start", type="button", class_="fl-button", data_tool="start", disabled=True),
        tag("button", "Save to a file", type="button", class_="fl-button", data_tool="save"),
        tag("button", "Read a file", type="button", class_="fl-button", data_tool="read"),
        tag("span", "No step yet", class_="fl-course__at", data_at=True),
        tag("input", type="file", accept=".json,application/json", hidden=True, aria_label="A file of this session"),
        class_="fl-tools fl-course",
    ),
)
