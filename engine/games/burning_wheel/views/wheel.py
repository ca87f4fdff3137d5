"""The Wheel of Magic: five rings in one another under a pointer, the most slots outside."""

import itertools
import math

from engine import wording
from engine.games.burning_wheel.views.blocks import Wheel, WheelRing, WheelSlot
from engine.views import marks
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place
from engine.working import Mark

WIDTH = 360
MIDDLE = WIDTH // 2
TOP = 14
"""Room for the pointer."""
EDGES = (174, 139, 109, 81, 52, 20)
"""The radius of every ring's outer edge from the outside, and of the hub."""
LETTER = 4
"""From the middle of a letter to its foot."""
TURN = 360


def _at(radius: float, degrees: float) -> tuple[float, float]:
    """A point of the picture, by its angle clockwise from the top."""
    angle = math.radians(degrees)
    return round(MIDDLE + radius * math.sin(angle), 1), round(TOP + MIDDLE - radius * math.cos(angle), 1)


def _sector(outer: float, inner: float, middle: float, wide: float) -> str:
    """The outline of a slot around an angle."""
    first, last = middle - wide / 2, middle + wide / 2
    (ax, ay), (bx, by) = _at(outer, first), _at(outer, last)
    (cx, cy), (dx, dy) = _at(inner, last), _at(inner, first)
    return f"M{ax} {ay}A{outer} {outer} 0 0 1 {bx} {by}L{cx} {cy}A{inner} {inner} 0 0 0 {dx} {dy}Z"


def _slot(slot: WheelSlot, ring: WheelRing, place: int, edges: tuple[int, int]) -> Html:
    """A slot, its words turned along the ring, upright in the lower half."""
    outer, inner = edges
    wide = TURN / len(ring.slots)
    middle = round((place - ring.at) * wide % TURN, 1)
    x, y = _at((outer + inner) / 2, middle)
    lower = TURN / 4 < middle < TURN * 3 / 4
    is_at = "now" if place == ring.at else "start" if place == ring.start else None
    return tag(
        "g",
        tag("path", d=_sector(outer, inner, middle, wide), class_="fl-wheel__slot"),
        tag(
            "text",
            slot.short,
            x=x,
            y=round(y + LETTER, 1),
            text_anchor="middle",
            transform=f"rotate({middle + TURN / 2 * lower:g} {x:g} {y:g})",
        ),
        data_is=is_at,
        data_heat=round(slot.chance * 12) or None,
    )


def _ring(ring: WheelRing, edges: tuple[int, int]) -> Html:
    """All slots, those that are marked last, so that nothing covers their outline."""
    order = sorted(range(len(ring.slots)), key=lambda place: (place == ring.start, place == ring.at))
    return join([_slot(ring.slots[place], ring, place, edges) for place in order])


def _picture(block: Wheel) -> Html:
    rings = sorted(block.rings, key=lambda ring: -len(ring.slots))
    drawn = [_ring(ring, edges) for ring, edges in zip(rings, itertools.pairwise(EDGES), strict=True)]
    hub = tag("circle", cx=MIDDLE, cy=MIDDLE + TOP, r=EDGES[-1], class_="fl-wheel__hub")
    sign = tag(
        "text",
        marks.SHAPES[Mark.REBUILT][0],
        x=MIDDLE,
        y=MIDDLE + TOP + LETTER,
        text_anchor="middle",
        aria_hidden="true",
    )
    pointer = tag("path", d=f"M{MIDDLE - 9} 0H{MIDDLE + 9}L{MIDDLE} {TOP + 4}Z", class_="fl-wheel__pointer")
    whole = f"0 0 {WIDTH} {WIDTH + TOP}"
    return tag("svg", *drawn, hub, sign, pointer, viewBox=whole, aria_hidden="true", focusable="false")


def _said(slot: WheelSlot) -> str:
    return f"{slot.words} {wording.percent(slot.chance)}" if slot.chance else slot.words


def _behind(block: Wheel) -> Html:
    """Every ring as a row: where it started, where it stands, and its slots clockwise from there."""
    columns = ("Ring", "From", "Under the pointer, then clockwise")
    head = tag("tr", [tag("th", column, scope="col") for column in columns])
    rows = []
    for ring in block.rings:
        first, *others = (*ring.slots[ring.at :], *ring.slots[: ring.at])
        order = [tag("b", f"{_said(first)},"), f" {', '.join(map(_said, others))}"]
        cells: tuple[object, object] = (ring.slots[ring.start].words, order)
        rows.append(tag("tr", tag("th", ring.name, scope="row"), [tag("td", cell) for cell in cells]))
    whole = tag("table", tag("thead", head), tag("tbody", rows), class_="fl-table")
    return tag("details", tag("summary", "The wheel as a table"), whole, class_="fl-fold")


def wheel(block: Wheel, place: Place) -> Html:
    """The wheel as one picture with its sentence, and the table behind it."""
    picture = tag("div", _picture(block), class_="fl-wheel", role="img", aria_label=block.sentence)
    caption = tag("figcaption", text(block.sentence), " ", marks.mark(Mark.REBUILT, place))
    return tag("figure", picture, caption, _behind(block), class_="fl-picture")
