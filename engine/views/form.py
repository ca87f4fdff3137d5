"""Forms: every kind of field as controls whose names are the dotted paths of the inputs."""

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine import forms, wording
from engine.session import Able, Offer, Parts, Throw, Turn, Waiting
from engine.views.chip import chip
from engine.views.dice import keyboard
from engine.views.icon import icon
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place

LINES = 3
"""So many lines a text has room for, at the least."""


def form(whole: forms.Form, inputs: Mapping[str, Any], place: Place) -> str:
    """All fields with `inputs` (canonical) in them; what is rarely set folded under "More"."""
    count = tag("span", _set_words(more_set(whole, inputs, place)), class_="fl-more__count", data_more=True)
    return join(_folded(whole.fields, inputs, "", place, count))


def _folded(
    fields: Sequence[forms.Field], values: Any, at: str, place: Place, count: object = None, *, more: str = "More"
) -> list[Html]:
    """Fields with these values at the paths that begin with `at`; what is rarely set stands folded under `more`."""
    values = values if isinstance(values, Mapping) else {}

    def drawn(*, rare: bool) -> list[Html]:
        wanted = [field for field in fields if _is_rare(field, at, place) == rare]
        return [control(one, values.get(one.name, _default(one)), f"{at}{one.name}", place) for one in wanted]

    rare = drawn(rare=True)
    folded = [tag("details", tag("summary", f"{more} ", count), rare, class_="fl-more")] if rare else []
    return [*drawn(rare=False), *folded]


def _is_rare(field: forms.Field, at: str, place: Place) -> bool:
    """Whether a field stands under "More": as it says itself, or as the page says of the calculator's fields."""
    return field.name not in place.fields if place.fields and not at else field.asked.more


def more_set(whole: forms.Form, inputs: Mapping[str, Any], place: Place) -> int:
    """How many of the folded fields are not at their default."""
    return sum(_is_rare(field, "", place) and inputs[field.name] != field.default for field in whole.fields)


def _set_words(count: int) -> str:
    return f"({count} set)" if count else ""


def move(side: str, turn: Turn, place: Place, words: str, *, aside: bool = False) -> Html:
    """The moves that a side may make now, as a form of its own under `words`; its button says what the chosen does.

    One that stands alone is asked for without a choice. `aside` says that it is not the one that is waited for.
    """
    at = Place(place.id("move", side, *(turn.groups if aside else ())), place.base)
    name = next(iter(turn.groups))
    if len(turn.groups) == 1:
        offer = turn.offers[name]
        heading = tag("p", offer.words or words[:1].upper() + words[1:], class_="fl-move__words", id=at.id("words"))
        says = tag("p", text(offer.says), class_="fl-move__says") if offer.says else None
        shown, folded = _alone(turn.groups[name], offer, name, at)
        inner, first, rolls = [heading, says, *shown], name, name in turn.rolls
    else:
        asked = forms.Field("move", turn, forms.Asked(words[:1].upper() + words[1:]), dataclasses.MISSING)
        inner = [_branches(asked, turn, {forms.CHOICE: turn.first}, "move", at)]
        first, rolls, folded = turn.first, bool(turn.rolls), []
    return tag(
        "form",
        inner,
        _act(turn, first, rolls=rolls, aside=aside),
        folded,
        tag("p", class_="fl-error", id=at.id("error"), hidden=True),
        class_="fl-move fl-move--aside" if aside else "fl-move",
        id=at.instance,
        data_side=side,
        aria_labelledby=at.id("words") if len(turn.groups) == 1 else None,
    )


def _act(turn: Turn, first: str, *, rolls: bool, aside: bool) -> Html:
    """The button that makes a move, named by what it does; beside it, whose dice fall."""
    does = turn.does[first] if first else "Choose what to do"
    parts = turn.offers[first].parts if first else None
    said = _divided(does, parts, _start(turn.groups[first], parts)) if parts else does
    shape = "fl-button" if aside else "fl-button fl-button--act"
    own = [tag("input", type="checkbox", name="own"), tag("span", "with your own dice")]
    return tag(
        "div",
        tag("button", said, type="submit", class_=shape, disabled=not first, data_divides=does if parts else None),
        tag("label", own, class_="fl-own-dice") if rolls else None,
        class_="fl-do",
    )


def _alone(group: forms.Group, offer: Offer, name: str, place: Place) -> tuple[list[Html], list[Html]]:
    """The fields of a move that is not one of several: what is planned in a grid, what is divided by one slider; and
    those that are rarely set, which stand behind its button."""
    planned = [field for field in group.fields if _plans(field, offer)]
    parts = (offer.parts.first, offer.parts.second) if offer.parts else ()
    others = [field for field in group.fields if field not in planned and field.name not in parts]
    drawn = [field for field in others if field.asked.draws]
    others = [field for field in others if field not in drawn]
    rare = [field for field in others if field.asked.more]
    shown = [
        tag("input", type="hidden", name=f"move.{forms.CHOICE}", value=name),
        *(tag("input", type="hidden", name=f"move.{one.name}", value="", data_draws=one.asked.draws) for one in drawn),
        *([_plan(planned, offer, place)] if planned else []),
        *([_slider(group, offer.parts, place)] if offer.parts else []),
        *_folded([field for field in others if field not in rare], {}, "move.", place),
    ]
    return shown, _folded(rare, {}, "move.", place, more=offer.more)


def _plans(field: forms.Field, offer: Offer) -> bool:
    """Whether a field is chosen from what the offer says more of."""
    of = field.kind.of if isinstance(field.kind, forms.OneOf) else ()
    return bool(offer.able) and isinstance(field.kind, forms.OneOf) and all(one.value in offer.able for one in of)


def _plan(fields: Sequence[forms.Field], offer: Offer, place: Place) -> Html:
    """Several choices from the same values: a row for each of these, said once, and a column for each choice."""
    head = [tag("th", text(field.words), scope="col") for field in fields]
    rows = []
    for value, able in offer.able.items():
        said = [
            icon(able.icon) if able.icon else None,
            tag("span", tag("b", able.words), tag("small", text(able.barred or able.line))),
        ]
        name = tag("th", tag("div", said), scope="row", colspan=len(fields) + 1 if able.barred else None)
        cells = [] if able.barred else [tag("td", _cell(field, value, able, place)) for field in fields]
        rows.append(tag("tr", name, cells, class_="fl-barred" if able.barred else None))
    table = tag("table", tag("thead", tag("tr", tag("td"), head)), tag("tbody", rows), class_="fl-plan")
    return tag("div", table, class_="fl-scroll")


def _cell(field: forms.Field, value: str, able: Able, place: Place) -> Html:
    path = f"move.{field.name}"
    return chip(
        icon(able.icon) if able.icon else "",
        tag("span", re.sub(r"\D+", "", field.words) or "+", class_="fl-slot__at", aria_hidden="true"),
        class_="fl-chip fl-slot",
        type="radio",
        id=place.id(path, value),
        name=path,
        value=value,
        checked=value == field.default and not place.idle,
        data_first=value == field.default and place.idle,
        aria_label=f"{field.words}: {able.words}",
    )


def _start(group: forms.Group, parts: Parts) -> tuple[int, int]:
    """What a division starts from."""
    given = {field.name: field.default for field in group.fields}
    return given[parts.first], given[parts.second]


def _divided(does: str, parts: Parts, halves: tuple[int, int]) -> str:
    return does.format(*halves)


def _slider(group: forms.Group, parts: Parts, place: Place) -> Html:
    """Two numbers that make up one, as a slider with a stepper; both are shown."""
    words = {field.name: field.words for field in group.fields}
    halves = dict(zip((parts.first, parts.second), _start(group, parts), strict=True))
    path = f"move.{parts.first}"

    def half(name: str, order: str) -> Html:
        cells = tag("span", [tag("i") for _ in range(halves[name])], class_="fl-pips", aria_hidden="true")
        return tag(
            "div",
            tag("b", words[name]),
            tag("output", halves[name], for_=place.id(path)),
            cells,
            class_=f"fl-half fl-half--{order}",
            data_half=f"move.{name}",
        )

    steps = tag(
        "div",
        tag("button", wording.MINUS, type="button", data_step="-1", aria_label=f"{words[parts.first]}: one less"),
        tag(
            "input",
            type="range",
            id=place.id(path),
            name=path,
            min=parts.least,
            max=parts.whole - parts.least,
            value=halves[parts.first],
            aria_label=words[parts.first],
            aria_describedby=place.id(path, "error"),
        ),
        tag("button", "+", type="button", data_step="1", aria_label=f"{words[parts.first]}: one more"),
        class_="fl-slider",
        data_least=parts.least,
    )
    return tag(
        "div",
        tag("div", half(parts.first, "first"), half(parts.second, "second"), class_="fl-halves"),
        steps,
        tag("input", type="hidden", name=f"move.{parts.second}", value=halves[parts.second]),
        tag("p", class_="fl-error", id=place.id(path, "error"), hidden=True),
        class_="fl-field fl-parts",
        data_field=path,
        data_whole=parts.whole,
        data_least=parts.least,
        data_rest=f"move.{parts.second}",
        data_adds=" ".join(f"move.{name}" for name in parts.adds),
    )


def waiting(step: Waiting, place: Place) -> Html:
    """A step that lacks dice: the faces of its rolls so far, and a field for those of the roll that it waits for."""
    at = Place(place.id("waiting"), place.base)
    *fell, roll = step.throws
    faces = tag(
        "input",
        type="text",
        id=at.id("faces"),
        name="faces",
        value=_faces(roll),
        inputmode=keyboard(roll.sample),
        autocomplete="off",
        placeholder=roll.sample,
        aria_describedby=at.id("faces", "error"),
        class_="fl-text",
    )
    return tag(
        "form",
        [tag("p", f"{one.words}: {_faces(one)}", class_="fl-note") for one in fell],
        tag(
            "div",
            tag("label", roll.sentence, for_=at.id("faces")),
            faces,
            tag("p", class_="fl-error", id=at.id("faces", "error"), hidden=True),
            class_="fl-field",
            data_field="faces",
        ),
        tag(
            "div",
            tag("button", "These fell", type="submit", class_="fl-button fl-button--act"),
            tag("button", f"Roll {roll.missing_dice}", type="submit", class_="fl-button", data_throw=True),
            tag("button", "Another move", type="button", class_="fl-button", data_tool="stay"),
            class_="fl-do",
        ),
        tag("p", class_="fl-error", id=at.id("error"), hidden=True),
        class_="fl-move",
        id=at.instance,
        data_side=step.side,
        data_move=json.dumps(dict(step.move), ensure_ascii=False),
        data_given=json.dumps(step.given),
    )


def _faces(roll: Throw) -> str:
    return " ".join(map(str, roll.faces))


def control(field: forms.Field, value: Any, path: str, place: Place) -> Html:
    """One field: label, control, hint, and the place where its error will stand."""
    match field.kind:
        case forms.Truth():
            inner = _switch(field, value, path, place)
        case forms.OneOf(of):
            inner = _chips(field, of, [value], path, place, "radio")
        case forms.ManyOf(of):
            inner = _chips(field, of, value, path, place, "checkbox")
        case forms.Branches():
            inner = _branches(field, field.kind, value, path, place)
        case forms.Rows() if field.asked.lines:
            inner = _lines(field, field.kind, value, path, place)
        case forms.Rows():
            inner = _rows(field, field.kind, value, path, place)
        case forms.FromTable():
            inner = _from_table(field, field.kind, value, path, place)
        case forms.Group(fields=fields):
            legend = tag("legend", _label(field))
            inner = tag("fieldset", legend, _fields(fields, value, path, place), class_="fl-group")
        case _:
            inner = _typed(field, value, path, place)
    hint = tag("p", text(field.asked.hint), class_="fl-hint", id=place.id(path, "hint")) if field.asked.hint else None
    error = tag("p", class_="fl-error", id=place.id(path, "error"), hidden=True)
    classes = "fl-field fl-field--group" if isinstance(field.kind, forms.Group) else "fl-field"
    return tag("div", inner, hint, error, class_=classes, data_field=path, data_sheet=field.sheet or None)


def _label(field: forms.Field) -> list[object]:
    return [text(field.words), tag("span", "GM", class_="fl-gm", title="The GM decides") if field.asked.gm else None]


def _described(field: forms.Field, path: str, place: Place) -> str:
    return " ".join([*([place.id(path, "hint")] if field.asked.hint else []), place.id(path, "error")])


def _fields(fields: Sequence[forms.Field], values: Any, path: str, place: Place) -> list[Html]:
    return _folded(fields, values, f"{path}.", place)


def _default(field: forms.Field) -> Any:
    return "" if field.default is dataclasses.MISSING else field.default


def _switch(field: forms.Field, value: Any, path: str, place: Place) -> Html:
    box = tag("input", type="checkbox", id=place.id(path), name=path, value="true", checked=bool(value))
    return tag("label", box, tag("span", _label(field)), class_="fl-switch", for_=place.id(path))


def _chips(field: forms.Field, of: Any, chosen: Sequence[Any], path: str, place: Place, type_: str) -> Html:
    return tag(
        "fieldset",
        tag("legend", _label(field)),
        tag("div", [_chip(member, member.value in chosen, path, place, type_) for member in of], class_="fl-chips"),
        tag("input", type="hidden", name=path, value="") if type_ == "checkbox" else None,
        class_="fl-choice",
    )


def _chip(member: Any, checked: bool, path: str, place: Place, type_: str) -> Html:
    words = getattr(member, "words", str(member.value))
    later = place.idle and type_ == "radio"
    return chip(
        text(words),
        amount=getattr(member, "amount", None),
        type=type_,
        id=place.id(path, str(member.value)),
        name=path,
        value=member.value,
        checked=checked and not later,
        data_first=checked and later,
        data_many=type_ == "checkbox",
    )


def _typed(field: forms.Field, value: Any, path: str, place: Place) -> Html:
    """A text or number, with a stepper where it counts something and buttons for values that are often wanted."""
    kind: Any = field.kind.kind if isinstance(field.kind, forms.Maybe) else field.kind
    steps = getattr(kind, "steps", "last")
    words = isinstance(kind, forms.Words) or not steps
    bounds = (kind.least, kind.most) if isinstance(kind, forms.Whole) else getattr(kind, "bounds", None)
    box = tag(
        "input",
        type="text",
        id=place.id(path),
        name=path,
        value="" if value is None else value,
        inputmode="numeric" if bounds and bounds[0] >= 0 else None,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        maxlength=kind.longest * 2 if isinstance(kind, forms.Words) else None,
        aria_describedby=_described(field, path, place),
        class_="fl-text" if words else "fl-number",
    )
    if words:
        body: Html = box
    else:
        least, most = bounds or (None, None)
        body = tag(
            "div",
            tag("button", wording.MINUS, type="button", data_step="-1", aria_label=f"{field.words}: one less"),
            box,
            tag("button", "+", type="button", data_step="1", aria_label=f"{field.words}: one more"),
            class_="fl-stepper",
            data_steps=steps if steps != "last" else None,
            data_least=least,
            data_most=most,
        )
    label = tag("label", _label(field), for_=place.id(path))
    letters = getattr(getattr(kind, "cls", None), "letters", {})
    prefixes = [
        tag("button", name, type="button", data_letter=letter, aria_label=f"{field.words}: {name}", class_="fl-pick")
        for letter, name in letters.items()
    ]
    picks = [_pick(field, pick, str(value) == str(pick)) for pick in field.asked.quick]
    picks += _pad(field)
    extra = tag("div", prefixes, picks, class_="fl-picks") if prefixes or picks else None
    return join([label, body, extra])


def _pad(field: forms.Field) -> list[Html]:
    """Buttons that add to the text or draw a secret for it, and one that empties it."""
    pad = [
        tag(
            "button", str(one), type="button", data_append=one, aria_label=f"{field.words}: add {one}", class_="fl-pick"
        )
        for one in field.asked.adds
    ]
    if field.asked.draws:
        pad.append(tag("button", "Draw one", type="button", data_draw=field.asked.draws, class_="fl-pick"))
    return [*pad, _pick(field, "", pressed=False, words="Clear")] if pad else []


def _pick(field: forms.Field, pick: Any, pressed: bool, words: str = "") -> Html:
    said = words or str(pick)
    return tag(
        "button",
        said,
        type="button",
        data_pick=pick,
        aria_pressed="true" if pressed else "false",
        aria_label=f"{field.words}: {said}",
        class_="fl-pick",
    )


def _branches(field: forms.Field, kind: forms.Branches, value: Any, path: str, place: Place) -> Html:
    chosen = value[forms.CHOICE]
    chips = [
        chip(
            text(_named(group, name)),
            type="radio",
            id=place.id(path, forms.CHOICE, name),
            name=f"{path}.{forms.CHOICE}",
            value=name,
            checked=name == chosen and not place.idle,
            data_first=name == chosen and place.idle,
            data_branches=path,
            data_does=kind.does[name] if isinstance(kind, Turn) else None,
        )
        for name, group in kind.groups.items()
    ]
    parts = [
        _branch(
            path,
            name,
            _named(group, name),
            name == chosen,
            _fields(group.fields, value if name == chosen else {}, path, at),
        )
        for name, group in kind.groups.items()
        for at in [Place(place.id(name), place.base, idle=place.idle or name != chosen)]
        if group.fields
    ]
    legend = tag("legend", _label(field))
    return tag("fieldset", legend, tag("div", chips, class_="fl-chips"), parts, class_="fl-choice")


def _named(group: forms.Group, name: str) -> str:
    """What a branch is called: by its class, or else by its name in inputs."""
    return getattr(group.cls, "words", "") or name.replace("-", " ")


def _branch(path: str, name: str, words: str, chosen: bool, fields: list[Html]) -> Html:
    return tag(
        "fieldset",
        tag("legend", words, class_="fl-hidden"),
        fields,
        class_="fl-branch",
        data_branch=name,
        data_of=path,
        hidden=not chosen,
        disabled=not chosen,
    )


def _lines(field: forms.Field, kind: forms.Rows, value: Any, path: str, place: Place) -> Html:
    """A list as one text, a row on each line."""
    lines = kind.lines(value)
    text_of = tag(
        "textarea",
        # What follows the tag's own end of line is the text's.
        "\n" + "\n".join(lines),
        id=place.id(path),
        name=path,
        rows=max(LINES, len(lines) + 1),
        autocomplete="off",
        aria_describedby=_described(field, path, place),
        class_="fl-lines",
    )
    return join([tag("label", _label(field), for_=place.id(path)), text_of])


def _several(field: forms.Field, path: str, place: Place) -> Html | None:
    """Where several rows can be typed at once."""
    if not field.asked.several:
        return None
    box = tag(
        "textarea",
        id=place.id(path, "several"),
        rows=2,
        autocomplete="off",
        placeholder=field.asked.several,
        class_="fl-lines",
    )
    button = tag("button", "Add these", type="button", class_="fl-button", data_add=path, data_several=True)
    return tag("div", tag("label", "Several at once", for_=place.id(path, "several")), box, button, class_="fl-several")


def _rows(field: forms.Field, kind: forms.Rows, value: Sequence[Any], path: str, place: Place) -> Html:
    singular = getattr(kind.row.cls, "singular", kind.row.cls.__name__.lower())
    rows = [
        tag(
            "div",
            _fields(kind.row.fields, row, f"{path}.{index}", place),
            tag(
                "button",
                "Remove",
                type="button",
                class_="fl-button",
                data_drop=f"{path}.{index}",
                aria_label=f"Remove {singular} {index + 1}",
            ),
            class_="fl-row",
            role="group",
            aria_label=f"{singular} {index + 1}",
        )
        for index, row in enumerate(value)
    ]
    return tag(
        "fieldset",
        tag("legend", _label(field)),
        tag("input", type="hidden", name=path, value=""),
        _several(field, path, place),
        rows,
        tag("button", f"Add {singular}", type="button", class_="fl-button", data_add=path),
        class_="fl-rows",
    )


def _from_table(field: forms.Field, kind: forms.FromTable, value: Any, path: str, place: Place) -> Html:
    own = isinstance(value, Mapping)
    groups: dict[str, list[Html]] = {}
    for key, row in kind.cls.table().items():
        option = tag("option", row.words, value=key, selected=key == value)
        groups.setdefault(getattr(row, "group", ""), []).append(option)
    options = [tag("optgroup", items, label=name) if name else join(items) for name, items in groups.items()]
    select = tag(
        "select",
        options,
        tag("option", "one of your own …", value=forms.OWN, selected=own),
        id=place.id(path),
        name=f"{path}.{forms.CHOICE}",
        data_branches=path,
        aria_describedby=_described(field, path, place),
    )
    rows = kind.cls.table()
    picks = [_pick(field, key, key == value, rows[key].words) for key in field.asked.quick]
    label = tag("label", _label(field), for_=place.id(path))
    at = Place(place.id(forms.OWN), place.base, idle=place.idle or not own)
    fields = _fields(kind.own.fields, value if own else {}, path, at)
    extra = tag("div", picks, class_="fl-picks") if picks else None
    return join([label, select, extra, _branch(path, forms.OWN, "one of your own", own, fields)])
