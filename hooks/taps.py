"""What one tap makes of a section as it is drawn, and the answers to that: for each chip, tick, row of a table, quick
value, and step by one.

The form is read from its HTML, as a browser would hold it, so that an answer that is worked out for a tap is for the
very inputs that the page then sends: those of the branch that is open, and no others. hooks/client/section.js sends
them, and hooks/client/ahead.js finds the answer. No hook itself: `hooks/ahead.py` has processes of its own work here.
"""

import gzip
import importlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

NUMBER = re.compile(r"^(.*?)([-−]?\d+)(\D*)$")
FIRST_NUMBER = re.compile(r"^(\D*?)(\d+)(.*)$")
LETTER = re.compile(r"^[A-Za-z]")
VOID = ("input", "br", "img", "hr")
FORM = "fl-all"
LEVEL = 9


@dataclass(frozen=True, slots=True)
class Control:
    """A control: its `kind` is an input's type, "select" or "textarea", and `options` are what a select offers.

    `branches` is the path of the branches that it opens, and `under` are those that it lies in, as (path, branch). The
    `first` of a branch that is not open is chosen as it opens.
    """

    kind: str
    name: str
    value: str
    checked: bool = False
    many: bool = False
    branches: str = ""
    under: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    first: bool = False


@dataclass(slots=True)
class _Field:
    """What stands under a field's label: where its first box is among the controls, and the buttons beside it."""

    box: int | None = None
    buttons: list[dict[str, str]] = field(default_factory=list)


class Drawn(HTMLParser):
    """A section as it is drawn: what its element says of it, and the controls of its form, in order, with the buttons
    beside them."""

    def __init__(self, html: str) -> None:
        """Read the section."""
        super().__init__()
        self.said: dict[str, str] = {}
        self.controls: list[Control] = []
        self._form = 0
        self._open: list[tuple[str, dict[str, str]]] = []
        self._fields: list[_Field] = []
        self._all: list[_Field] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append((tag, said))
            self._form = self._form or (len(self._open) if said.get("class") == FORM else 0)
        if tag == "section":
            self.said = said
        if not self._form:
            return
        if "fl-field" in said.get("class", "").split():
            self._fields.append(_Field())
            self._all.append(self._fields[-1])
        if tag == "input" and said.get("name"):
            self._add(said.get("type", "text"), said)
        elif tag in ("select", "textarea") and said.get("name"):
            self._add(tag, said)
        elif tag == "option":
            box = self.controls[-1]
            first = said["value"] if not box.options or "selected" in said else box.value
            self.controls[-1] = replace(box, options=(*box.options, said["value"]), value=first)
        elif tag == "button" and self._fields:
            beside = self._open[-2][1]
            self._fields[-1].buttons.append({"data-least": "", "data-most": "", **beside, **said})

    def handle_data(self, data: str) -> None:
        """What stands in a text of several lines, but for the end of line behind its tag."""
        if self._form and self._open[-1][0] == "textarea" and self._open[-1][1].get("name"):
            box = self.controls[-1]
            self.controls[-1] = replace(box, value=f"{box.value}{data}".removeprefix("\n"))

    def handle_endtag(self, tag: str) -> None:
        _, said = self._open.pop()
        self._form = 0 if len(self._open) < self._form else self._form
        if self._form and "fl-field" in said.get("class", "").split():
            self._fields.pop()

    def _add(self, kind: str, said: Mapping[str, str]) -> None:
        if kind in ("text", "select"):
            for one in self._fields:
                one.box = len(self.controls) if one.box is None else one.box
        under = tuple((part["data-of"], part["data-branch"]) for _, part in self._open if "data-of" in part)
        self.controls.append(
            Control(
                *(kind, said["name"], said.get("value", ""), "checked" in said, "data-many" in said),
                *(said.get("data-branches", ""), under),
                first="data-first" in said,
            )
        )

    def taps(self) -> Iterator[dict[str, str]]:
        """The inputs of the form after each tap that changes them, each once."""
        seen = [inputs(self.controls)]
        for tapped in self._tapped():
            now = inputs(tapped)
            if now not in seen:
                seen.append(now)
                yield now

    def _tapped(self) -> Iterator[list[Control]]:
        chosen = _chosen(self.controls)
        for at, box in enumerate(self.controls):
            if not _shown(box, chosen):
                continue
            if box.kind == "radio" and not box.checked:
                yield _opened(_pressed(self.controls, at), (box.branches, box.value))
            elif box.kind == "checkbox":
                yield self._with(at, replace(box, checked=not box.checked))
            elif box.kind == "select":
                for option in box.options:
                    yield _opened(self._with(at, replace(box, value=option)), (box.branches, option))
        for one in self._all:
            if one.box is not None and _shown(self.controls[one.box], chosen):
                for button in one.buttons:
                    box = self.controls[one.box]
                    yield self._with(one.box, replace(box, value=_nudged(box.value, button)))

    def _with(self, at: int, box: Control) -> list[Control]:
        return [*self.controls[:at], box, *self.controls[at + 1 :]]


def _pressed(controls: list[Control], at: int) -> list[Control]:
    """With this radio button pressed, and no other of its name."""
    name = controls[at].name
    return [
        replace(one, checked=place == at) if (one.kind, one.name) == ("radio", name) else one
        for place, one in enumerate(controls)
    ]


def _opened(controls: list[Control], branch: tuple[str, str]) -> list[Control]:
    """With what a branch starts with chosen, where nothing in it is; all as it was where none opens."""
    for at, box in enumerate(controls):
        if box.first and branch in box.under and _shown(box, _chosen(controls)):
            beside = [one for one in controls if one.name == box.name and branch in one.under]
            controls = controls if any(one.checked for one in beside) else _pressed(controls, at)
    return controls


def _nudged(text: str, button: Mapping[str, str]) -> str:
    """The text beside a button after a tap on it."""
    if step := button.get("data-step"):
        found = (FIRST_NUMBER if button.get("data-steps") == "first" else NUMBER).match(text)
        before, said, after = found.groups() if found else (text.strip(), button["data-least"] or "0", "")
        number = max(int(button["data-least"] or 0), int(said.replace("−", "-")) + int(step))
        return f"{before}{min(int(button['data-most'] or number), number)}{after}"
    if letter := button.get("data-letter"):
        return letter + LETTER.sub("", text.strip())
    return button.get("data-append", button.get("data-pick", text))


def _chosen(controls: list[Control]) -> dict[str, str]:
    """Which branch is open, by the path of the branches."""
    return {box.branches: box.value for box in controls if box.branches and (box.kind != "radio" or box.checked)}


def _shown(box: Control, chosen: Mapping[str, str]) -> bool:
    return all(chosen.get(path) == branch for path, branch in box.under)


def inputs(controls: list[Control]) -> dict[str, str]:
    """What the page sends for a form with these controls."""
    chosen = _chosen(controls)
    said: dict[str, str] = {}
    for box in controls:
        if not _shown(box, chosen):
            continue
        if box.kind == "checkbox" and box.many:
            rest = said.get(box.name, "")
            said[box.name] = ",".join([*([rest] if rest else []), box.value]) if box.checked else rest
        elif box.kind == "checkbox":
            said[box.name] = str(box.checked).lower()
        elif box.kind == "hidden":
            said.setdefault(box.name, "")
        elif box.kind != "radio" or box.checked:
            said[box.name] = box.value
    return said


def key(own: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What a tap has changed, as the page says it: names and texts of what differs, None for what is not there any
    more."""
    names = sorted(name for name in {*own, *now} if own.get(name) != now.get(name))
    return _json([[name, now.get(name)] for name in names])


def answers(section: str) -> dict[str, dict[str, Any]]:
    """For each tap on a section, by its `key`, what `engine.app.call` answers the page then; first for one that takes
    another back, whose key is empty.

    Left out is what fails by a mistake of ours, of which the page's own Python is to tell.
    """
    drawn = Drawn(section)
    own = inputs(drawn.controls)
    asked = {
        "do": "answer",
        "calculator": drawn.said["data-calculator"],
        "rulings": {},
        "instance": drawn.said["id"],
        "base": drawn.said["data-base"],
        "fields": drawn.said.get("data-fields", ""),
        "compare": False,
    }
    app = importlib.import_module("engine.app")
    each = [own, *drawn.taps()]
    found = {key(own, now): json.loads(app.call(_json({**asked, "inputs": now}))) for now in each}
    return {tap: answer for tap, answer in found.items() if "report" not in answer.get("error", {})}


def packed(section: str) -> bytes:
    """The answers to each tap on a section, as the page fetches them: the same bytes each time.

    What stands in many of them stands there once: each part of an answer has its different values, and which of them
    is whose by the place of its tap; -1 where it has no such part.
    """
    found = answers(section)
    parts = dict.fromkeys(part for answer in found.values() for part in answer)
    table = {}
    for part in parts:
        values = [_json(answer[part]) if part in answer else None for answer in found.values()]
        places = {value: at for at, value in enumerate(dict.fromkeys(value for value in values if value is not None))}
        table[part] = [[json.loads(value) for value in places], [-1 if one is None else places[one] for one in values]]
    return gzip.compress(_json({"taps": list(found), "parts": table}).encode(), LEVEL, mtime=0)


def begin(modules: Sequence[str]) -> None:
    """Have the engine at hand, with the calculators of these modules, in a process that is to work."""
    importlib.import_module("engine.app").load(modules)


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
