"""Dice as stairs: each tread as long as the sums that give no better die."""

from engine.games.bastard_sword.views.behind import table
from engine.games.bastard_sword.views.blocks import DieStairs
from engine.views.markup import Html, tag, text
from engine.views.place import Place

A_POINT, RISE, HEAD, FOOT, PAST = 14, 17, 22, 22, 3


def stairs(block: DieStairs, place: Place) -> Html:
    """The stairs from low to high, the tread of the sum filled and a marker on it."""
    starts = [least for least, _ in block.treads]
    low, high = starts[0], max(starts[-1] + PAST, block.total + 1)
    height = HEAD + RISE * len(starts) + FOOT
    drawn = []
    for number, (least, name) in enumerate(block.treads):
        end = starts[number + 1] if number + 1 < len(starts) else high
        x, wide, top = (least - low) * A_POINT, (end - least) * A_POINT, height - FOOT - RISE * (number + 1)
        here = least <= block.total < end
        drawn.append(
            tag(
                "g",
                tag("rect", x=x, y=top, width=wide, height=height - FOOT - top),
                tag("text", name, x=x + wide / 2, y=top - 5, text_anchor="middle"),
                tag("text", least, x=x + A_POINT / 2, y=height - 6, text_anchor="middle", class_="bs-stairs__sum"),
                class_="bs-stairs__tread",
                data_here=here,
            )
        )
        if here:
            at = x + (block.total - least + 0.5) * A_POINT
            marker = tag("path", d=f"M{at} {height - FOOT - 3}l-5 8h10z", class_="bs-stairs__marker")
    drawing = tag(
        "svg",
        drawn,
        marker,
        viewBox=f"0 0 {(high - low) * A_POINT} {height}",
        role="img",
        aria_label=block.sentence,
        class_="bs-stairs",
    )
    behind = table("The stairs as a table", ("From a sum of", "You roll"), block.treads)
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")
