"""A load on a bar of bands, each an increment wide, with the malus in each."""

from engine.games.bastard_sword.views.behind import table
from engine.games.bastard_sword.views.blocks import BurdenBands
from engine.views.markup import Html, tag, text
from engine.views.place import Place

WIDE, HIGH, TOP, FOOT = 320, 26, 14, 18


def bands(block: BurdenBands, place: Place) -> Html:
    """The bands from left to right, each with its malus in it and its end under it, and the load over them."""
    each = WIDE / len(block.steps)
    at = block.at * WIDE / 1000
    drawn = []
    for number, (until, malus) in enumerate(block.steps):
        x = number * each
        drawn.append(
            tag(
                "g",
                tag("rect", x=round(x, 1), y=TOP, width=round(each, 1), height=HIGH),
                tag("text", malus, x=round(x + each / 2, 1), y=TOP + HIGH / 2 + 4, text_anchor="middle"),
                tag(
                    "text", until, x=round(x + each - 2, 1), y=TOP + HIGH + 13, text_anchor="end", class_="bs-band__end"
                ),
                class_="bs-band",
                data_here=x < at <= x + each or (number == 0 and not at),
            )
        )
    marker = tag("path", d=f"M{round(at, 1)} {TOP}l-6 -10h12z", class_="bs-stairs__marker")
    drawing = tag(
        "svg",
        drawn,
        marker,
        viewBox=f"-7 0 {WIDE + 14} {TOP + HIGH + FOOT}",
        role="img",
        aria_label=block.sentence,
        class_="bs-bands",
    )
    behind = table("The bands as a table", ("Up to", "Malus"), block.steps)
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")
