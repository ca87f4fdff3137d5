"""The place of the reader's characters: buttons that the page's script wakes, and room for what it draws."""

import json
from collections.abc import Sequence

from engine.sheet import Sheet
from engine.views.markup import Html, tag

TOOLS = {
    "group": "Five like this",
    "copy": "Copy of this",
    "remove": "Remove this",
    "save": "Save to a file",
    "read": "Read a file",
    "print": "Print",
}


def characters(kinds: Sequence[Sheet]) -> Html:
    """Whose sheets are kept, what can be done with them, and what was done. Disabled until the script runs.

    `kinds` are the sheets that stand on the page, of which new ones can be added.
    """
    buttons = [button for kind in kinds for button in _new(kind)]
    buttons += [tag("button", words, type="button", class_="fl-button", data_do=do) for do, words in TOOLS.items()]
    tools = tag("div", buttons, class_="fl-tools")
    return tag(
        "div",
        tag("noscript", tag("p", "Without JavaScript no character can be kept.", class_="fl-unscripted")),
        tag(
            "fieldset",
            tag("legend", "Characters", class_="fl-hidden"),
            tag("div", class_="fl-scroll fl-characters__list", role="group", aria_label="Whose sheet"),
            tag("details", tag("summary", "Add, copy, save, print"), tools, class_="fl-fold"),
            tag("input", type="file", accept=".json,application/json", hidden=True, aria_label="A file of characters"),
            class_="fl-asleep",
            disabled=True,
        ),
        tag("p", class_="fl-status", role="status"),
        tag("details", tag("summary", "What was done"), class_="fl-fold fl-characters__done", hidden=True),
        class_="fl fl-characters",
    )


def _new(kind: Sheet) -> list[Html]:
    """What adds a sheet of a kind: an empty one, and those that its game knows a beginning for."""
    made = []
    for words, inputs in {f"New {kind.kind}": {}, **kind.starts}.items():
        begins = json.dumps(dict(inputs)) if inputs else None
        sheet = {"data_calculator": kind.calculator, "data_inputs": begins}
        made.append(tag("button", words, type="button", class_="fl-button", data_do="new", **sheet))
    return made
