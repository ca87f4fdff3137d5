"""A virtue's line: ten boxes in three stretches, with a slash at either end of what is excluded."""

from engine.games.bastard_sword.views.behind import table
from engine.games.bastard_sword.views.blocks import VirtueLine
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SIDE, GAP, HIGH, BOXES = 22, 5, 40, 10


def virtue(block: VirtueLine, place: Place) -> Html:
    """The boxes from lack to excess; checked ones filled, excluded ones hatched by a stroke through them."""
    boxes = []
    for number in range(BOXES):
        kind = "bs-box--out" if block.lack <= number < BOXES - block.excess else ""
        if number < block.lack_checked or number >= BOXES - block.excess_checked:
            kind = "bs-box--old"
        x = number * (SIDE + GAP) + 2
        boxes.append(tag("rect", x=x, y=9, width=SIDE, height=SIDE, rx=2, class_=f"bs-box {kind}".strip()))
    slashes = [
        tag("path", d=f"M{at * (SIDE + GAP) - GAP / 2 + 6} 2l-8 36", class_="bs-slash")
        for at in (block.lack, BOXES - block.excess)
    ]
    drawing = tag(
        "svg",
        boxes,
        slashes,
        viewBox=f"0 0 {BOXES * (SIDE + GAP)} {HIGH}",
        role="img",
        aria_label=block.sentence,
        class_="bs-virtue",
    )
    rows = (
        (block.names[0], f"{block.lack_checked} of {block.lack}"),
        ("excluded", str(BOXES - block.lack - block.excess)),
        (block.names[1], f"{block.excess_checked} of {block.excess}"),
    )
    behind = table("The line as a table", ("Stretch", "Boxes"), rows)
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")
