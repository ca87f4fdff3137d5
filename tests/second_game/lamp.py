"""This game's own block: the lamp and the oil that is left in it."""

from dataclasses import dataclass

from engine.answer import Block
from engine.views.markup import Html, tag, text
from engine.views.place import Place

FULL = 6
"""What a lamp holds."""


@dataclass(frozen=True, slots=True)
class Lamp(Block):
    """How much `oil` of `FULL` is left."""

    oil: int
    sentence: str


def lamp(block: Lamp, place: Place) -> Html:
    """A row of drops, full and empty, with the sentence under them."""
    drops = [tag("span", class_="ln-drop", data_full=number < block.oil) for number in range(FULL)]
    picture = tag("div", drops, class_="ln-lamp", role="img", aria_label=block.sentence)
    return tag("figure", picture, tag("figcaption", text(block.sentence)), class_="fl-picture")
