"""Someone's sides from above: sectors of a circle, with a marker where an attacker stands."""

from math import cos, radians, sin

from engine.games.bastard_sword.views.behind import table
from engine.games.bastard_sword.views.blocks import Arcs
from engine.views.markup import Html, tag, text
from engine.views.place import Place

MIDDLE, RADIUS, WORDS = 80, 62, 42


def arcs(block: Arcs, place: Place) -> Html:
    """The front upwards, a flank on either side, the rear behind, and the marker."""
    ends = block.front, block.front + block.flank
    sectors = (
        ("front", -ends[0], ends[0]),
        ("flank", ends[0], ends[1]),
        ("flank", -ends[1], -ends[0]),
        ("rear", ends[1], 360 - ends[1]),
    )
    drawn = [
        tag(
            "g",
            tag("path", d=_sector(start, end)),
            tag("text", name, **_at((start + end) / 2, WORDS), text_anchor="middle", dominant_baseline="central"),
            class_=f"bs-arc bs-arc--{name}",
        )
        for name, start, end in sectors
    ]
    x, y = _point(block.angle, RADIUS + 9)
    drawing = tag(
        "svg",
        drawn,
        tag("circle", cx=x, cy=y, r=6, class_="bs-arc__marker"),
        viewBox=f"0 0 {2 * MIDDLE} {2 * MIDDLE}",
        role="img",
        aria_label=block.sentence,
        class_="bs-arcs",
    )
    rows = (
        ("Front", f"{2 * block.front} degrees"),
        ("Flank", f"{block.flank} degrees to each side"),
        ("Rear", f"{360 - 2 * (block.front + block.flank)} degrees"),
    )
    behind = table("The sides as a table", ("Side", "Wide"), rows)
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")


def _point(angle: float, radius: float) -> tuple[float, float]:
    """A place so many degrees to the right of upwards."""
    return round(MIDDLE + radius * sin(radians(angle)), 1), round(MIDDLE - radius * cos(radians(angle)), 1)


def _at(angle: float, radius: float) -> dict[str, float]:
    x, y = _point(angle, radius)
    return {"x": x, "y": y}


def _sector(start: int, end: int) -> str:
    (x, y), (to_x, to_y) = _point(start, RADIUS), _point(end, RADIUS)
    wide = int(end - start > 180)
    return f"M{MIDDLE} {MIDDLE}L{x} {y}A{RADIUS} {RADIUS} 0 {wide} 1 {to_x} {to_y}z"
