"""The body with its armor: six buttons around a figure, each location filled the darker the more dice protect it."""

import json

from engine import wording
from engine.games.burning_wheel.views.blocks import Doll, Part
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place

LEFT, RIGHT = ("head", "right-arm", "right-leg"), ("torso", "left-arm", "left-leg")
"""Which buttons stand at which side of the figure, who faces the reader: their right is at our left."""
MOST = 7
"""The dice of the darkest place."""
SHAPES = {
    "head": "M50 4c8 0 13 6 13 14s-5 15-13 15-13-7-13-15S42 4 50 4Z",
    "torso": "M35 37h30l7 10-4 26 3 19H29l3-19-4-26Z",
    "right-arm": "M27 40 18 44 10 76 5 101l6 4 8-24 7-25Z",
    "left-arm": "M73 40l9 4 8 32 5 25-6 4-8-24-7-25Z",
    "right-leg": "M29 94h20l-1 32-2 34-2 10H32l2-10-4-34Z",
    "left-leg": "M71 94H51l1 32 2 34 2 10h12l-2-10 4-34Z",
}
"""The outline of each location in a drawing of 100 by 174."""


def _figure(block: Doll) -> Html:
    drawn = join(
        tag("path", d=SHAPES[part.at], fill_opacity=f"{part.dice / MOST:.2f}", class_="fl-doll__shape")
        for part in block.parts
    )
    return tag("svg", drawn, viewBox="0 0 100 174", aria_hidden="true", focusable="false", class_="fl-doll__figure")


def _button(part: Part) -> Html:
    lost = part.whole - part.dice
    dice = f"{part.dice}D" + (f" of {part.whole}D" if lost else "")
    return tag(
        "button",
        tag("small", text(part.name)),
        " ",
        tag("b", dice if part.whole else wording.NOTHING),
        " ",
        tag("span", text(part.worn)),
        " ",
        tag("span", f"{part.does}.", class_="fl-hidden"),
        type="button",
        class_="fl-doll__part",
        data_sets=json.dumps(dict(part.sets), separators=(",", ":")),
        title=f"{part.does}.",
    )


def doll(block: Doll, place: Place) -> Html:
    """The figure between its buttons; the sentence says the same aloud."""
    parts = {part.at: part for part in block.parts}
    sides = [tag("div", [_button(parts[at]) for at in side], class_="fl-doll__side") for side in (LEFT, RIGHT)]
    whole = tag("div", sides[0], _figure(block), sides[1], class_="fl-doll", role="group", aria_label="Armor")
    return tag("figure", whole, tag("figcaption", text(block.sentence)), class_="fl-picture")
