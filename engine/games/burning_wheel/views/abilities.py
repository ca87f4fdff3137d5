"""The abilities of a character with their logs: a tap on a name tests it, one on its circles marks a test."""

import json

from engine import rules
from engine.games.burning_wheel.views.blocks import AbilityTable, Circles, Tried
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _circles(block: Circles, name: str) -> Html:
    if block.effect is None:
        return tag("span", block.drawn, class_="fl-marks")
    counted = f"{block.have} of {block.need}"
    return tag(
        "button",
        block.drawn,
        type="button",
        class_="fl-marks",
        data_mark=block.effect,
        aria_label=f"{block.letter}: mark {block.words} for {name} ({counted})".removeprefix(": "),
    )


def _name(name: str, tried: Tried | None, place: Place) -> Html:
    known = rules.REGISTRY.get(tried.rule) if tried else None
    if tried is None or known is None:
        return text(name)
    link = f"{known.link(place.base)}{f'?{tried.said}' if tried.said else ''}"
    return tag("a", text(name), href=link, title=f"Test {name}")


def ability_table(block: AbilityTable, place: Place) -> Html:
    """The table, with what its circles do to the sheet beside it."""
    rows = [
        tag(
            "tr",
            tag("th", _name(str(row[0]), tried, place), scope="row"),
            [tag("td", text(str(cell))) for cell in row[1:-1]],
            tag("td", [_circles(one, str(row[0])) for one in logs], class_="fl-logs"),
            data_row=row[0],
        )
        for row, (tried, logs) in zip(block.rows, block.lines, strict=True)
    ]
    head = tag("thead", tag("tr", [tag("th", text(column), scope="col") for column in block.columns]))
    caption = tag("caption", text(block.caption))
    effects = json.dumps([dict(effect) for effect in block.effects], ensure_ascii=False)
    whole = tag("table", caption, head, tag("tbody", rows), class_="fl-table fl-abilities", data_effects=effects)
    return tag("div", whole, class_="fl-scroll", tabindex="0", role="region", aria_label=block.caption)
