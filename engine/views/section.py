"""The live section: question, answer and form as one piece of the page, right before Python arrives."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engine import forms
from engine.views.answer import Drawn
from engine.views.icon import icon
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
    setup: str = "",
    sheet: str | None = None,
    game: str | None = None,
) -> str:
    """The section of a calculator, in the order in which it is seen: what is read at once, the form, where the answer
    comes from, tools. A wide page puts the form at the left of all the answer.

    Of a session, which has a `log`, the form is its set-up: it stands first, folded to the line that `setup` says.

    `answer`, `pin` and `form` are drawn already; `rests` are the rulings that the answer rests on, `sheet` is the
    calculator that draws the sheet of its game, and `game` is the name of this where it has a colour of its own.

    Controls are disabled until the page's script enables them, so that nothing can be touched that would not answer.
    """
    heading = tag("h3", text(question), class_="fl-question", id=place.id("question"))
    status = tag("p", class_="fl-status", role="status", aria_live="polite")
    waiting = tag("p", "This is for the default rulings and values; yours in a moment.", class_="fl-wait")
    out = tag("div", Html(answer.top), class_="fl-out")
    buttons = [
        tag("button", title, type="button", class_="fl-button", data_example=json.dumps(dict(forms.flatten(inputs))))
        for title, inputs in examples.items()
    ]
    tries = _asleep("Examples", tag("div", tag("span", "Try "), buttons, class_="fl-examples")) if buttons else None
    plays = log is not None
    layout = "" if plays else _layout(form, answer.rest)
    top = tag("div", _asleep("Answer", waiting, out), class_="fl-top")
    sides = " fl-all--sides" if plays and GROUP in form else ""
    fields = _asleep("Inputs", tag("div", Html(form), class_=f"fl-all{sides}"))
    controls = tag(
        "form",
        [tries, _setup(fields, setup) if plays else fields],
        tag("div", tag("p", Html(pin), class_="fl-pin__said", aria_hidden="true"), class_="fl-pin"),
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
        tag("div", (controls, top, rest) if plays else (top, controls, rest), class_=f"fl-body{layout}"),
        COURSE if plays else None,
        TOOLS,
        tag("p", class_="fl-hidden", aria_live="polite", data_say=True),
        class_="fl fl--session" if plays else "fl",
        aria_labelledby=place.id("question"),
        id=place.instance,
        data_calculator=name,
        data_sheet=sheet,
        data_game=game,
        data_base=place.base,
        data_fields=" ".join(place.fields) or None,
        data_log=json.dumps(log) if log is not None else None,
        data_rests=" ".join(rests),
        data_rolls=ROLLS in answer.top,
        data_search_exclude=True,
    )


MANY_FIELDS, MANY_ROWS = 15, 17
GROUP = 'class="fl-group"'
"""In a form that sets two sides up beside each other."""
ROLLS = 'class="fl-roll"'
"""In an answer that can be rolled."""
WIDE = '--wide"'
"""How the class of a block ends that takes the whole width."""


def _layout(form: str, rest: str) -> str:
    """Where one column of a wide page would end long before the other: what the answer comes from stands below both."""
    fields, rows = form.count('class="fl-field"'), rest.count("<tr") + rest.count("<li")
    long_form = fields >= MANY_FIELDS and fields > rows
    long_answer = rows >= MANY_ROWS and rows > 2 * fields
    return " fl-body--below" if long_form or long_answer or WIDE in rest else ""


def _setup(fields: Html, line: str) -> Html:
    """How a session is set up, folded to a line."""
    summary = tag("summary", "Set up", " ", tag("small", line, data_setup=True))
    begin = tag("button", "Begin", type="button", class_="fl-button fl-button--act", data_tool="begin")
    return tag("details", summary, fields, _asleep("Begin", begin), class_="fl-setup")


def _asleep(words: str, *children: object) -> Html:
    """Controls that only the page's script can answer, disabled until it runs."""
    return tag("fieldset", tag("legend", words, class_="fl-hidden"), children, class_="fl-asleep", disabled=True)


def _tool(drawing: str, words: str, tool: str, *, disabled: bool = False, hidden: bool = False) -> Html:
    """A button that is quiet and has an icon; the page's script may change the words."""
    children = icon(drawing), tag("span", words)
    return tag("button", children, type="button", class_="fl-button", data_tool=tool, disabled=disabled, hidden=hidden)


TOOLS = _asleep(
    "Tools",
    tag(
        "div",
        _tool("pin", "Pin to compare", "pin"),
        _tool("screen", "Onto the GM screen", "screen"),
        _tool("copy", "Copy with working", "text"),
        _tool("link", "Copy link", "link"),
        _tool("start", "Back to the example", "reset", disabled=True),
        _tool("copy", "Something wrong?", "wrong"),
        class_="fl-tools",
    ),
)


COURSE = _asleep(
    "The steps so far",
    tag(
        "div",
        _tool("undo", "Undo", "undo", disabled=True),
        _tool("redo", "Redo", "redo", disabled=True),
        tag("span", "No step yet", class_="fl-course__at", data_at=True),
        _tool("share", "Send this step", "step", hidden=True),
        tag(
            "details",
            tag("summary", "Leave, save, start anew"),
            _tool("start", "From the start", "start", disabled=True),
            _tool("save", "Save to a file", "save"),
            _tool("read", "Read a file", "read"),
            class_="fl-leave",
        ),
        tag("input", type="file", accept=".json,application/json", hidden=True, aria_label="A file of this session"),
        class_="fl-tools fl-course",
    ),
)
