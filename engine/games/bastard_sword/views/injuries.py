"""Injury rows: small boxes and then large ones, those marked filled, those of this blow outlined."""

from engine.games.bastard_sword.views.behind import table
from engine.games.bastard_sword.views.blocks import InjuryRows
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SMALL, LARGE, GAP, DOWN, EDGE = 18, 26, 6, 36, 2


def rows(block: InjuryRows, place: Place) -> Html:
    """One line of boxes for each row, and the sentence under them."""
    after = block.after or block.marks
    drawn = [_row(block, at, before, now) for at, (before, now) in enumerate(zip(block.marks, after, strict=True))]
    width = block.minor * (SMALL + GAP) + block.major * (LARGE + GAP) + EDGE
    drawing = tag(
        "svg",
        drawn,
        viewBox=f"0 0 {width} {DOWN * len(after)}",
        width=width,
        height=DOWN * len(after),
        role="img",
        aria_label=block.sentence,
        class_="bs-rows",
    )
    whole = block.minor + block.major
    counted = [(at, f"{now} of {whole}") for at, now in enumerate(after, 1)]
    behind = table("The rows as a table", ("Row", "Boxes marked"), counted)
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")


def _row(block: InjuryRows, at: int, before: int, now: int) -> list[Html]:
    boxes, left = [], EDGE
    for number in range(block.minor + block.major):
        side = SMALL if number < block.minor else LARGE
        kind = "bs-box--old" if number < before else "bs-box--new" if number < now else ""
        top = at * DOWN + (DOWN - side) / 2
        boxes.append(tag("rect", x=left, y=top, width=side, height=side, rx=2, class_=f"bs-box {kind}".strip()))
        left += side + GAP
    return boxes
