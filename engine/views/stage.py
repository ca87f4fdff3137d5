"""A conflict as a stage: the turn as its headline, bars of cells that meet, and columns of cards."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import wording
from engine.answer import Bar, Card, Column, Shown, Stage, Terms
from engine.session import Handed
from engine.views.dice import small
from engine.views.icon import icon
from engine.views.markup import Html, tag, text
from engine.views.place import Place

MOST_CELLS = 24
"""A bar of more than this is drawn by its share."""
PAIR = 2
CROWD = 3
"""So many bars, and more, stand beside each other."""


def stage(block: Stage, place: Place) -> Html:
    """The headline, how each side stands, and the cards."""
    line = tag("span", text(block.at_a_glance), class_="fl-line")
    return tag(
        "div",
        tag("p", tag("strong", block.figure, class_="fl-figure"), " ", line, class_="fl-verdict fl-turn"),
        tag("p", text(block.sentence), class_="fl-hidden"),
        _bars(block.bars) if block.bars else None,
        _columns(block, place) if block.columns else None,
        class_="fl-stage",
    )


def _bars(bars: Sequence[Bar]) -> Html:
    """Two bars meet at their count; more stand under each other."""
    drawn = [_bar(bar, _ink(bars, number)) for number, bar in enumerate(bars)]
    if len(bars) != PAIR:
        crowd = " fl-bars--crowd" if len(bars) >= CROWD else ""
        return tag("div", drawn, class_=f"fl-bars fl-bars--many{crowd}")
    count = " : ".join(wording.number(bar.left) for bar in bars)
    return tag("div", drawn[0], tag("p", count, class_="fl-post", aria_hidden="true"), drawn[1], class_="fl-bars")


def _ink(bars: Sequence[Bar], side: int) -> int:
    """In whose ink a bar or a card is drawn."""
    team = bars[side].team if side < len(bars) else None
    return side if team is None else team


def _bar(bar: Bar, side: int) -> Html:
    whole = min(bar.whole, MOST_CELLS)
    left = max(0, -(-bar.left * whole // bar.whole)) if bar.whole else 0
    half = -(-whole // 2)
    cells = [
        tag("i", class_=" ".join(filter(None, ["gone" if at >= left else "", "half" if at == half else ""])) or None)
        for at in range(whole)
    ]
    return tag(
        "div",
        tag("b", bar.name),
        tag("small", text(bar.words)),
        tag("small", text(bar.carries), class_="fl-carries") if bar.carries else None,
        tag("div", cells, class_="fl-cells", aria_hidden="true"),
        class_=f"fl-side-{side} fl-bar-of",
    )


def _columns(block: Stage, place: Place) -> Html:
    """The columns; where each has one card they are a rail, which a phone shows in few lines."""
    last = max((at for at, one in enumerate(block.columns) if any(card.figure for card in one.cards)), default=-1)
    drawn = [
        _column(column, block, new=at == last or (column.now and not at)) for at, column in enumerate(block.columns)
    ]
    rail = all(len(one.cards) == 1 for one in block.columns)
    return tag("ol", drawn, class_="fl-columns fl-columns--rail" if rail else "fl-columns")


def _column(column: Column, block: Stage, *, new: bool) -> Html:
    first, *others = [_card(card, block) for card in column.cards]
    relation = tag("p", text(column.relation), class_="fl-relation") if column.relation else None
    shape = "fl-column" + (" fl-column--now" if column.now else "") + (" fl-column--new" if new else "")
    # The heading of a column is no heading of the page: a list says enough of where one is.
    head = tag("p", tag("b", column.title), tag("span", column.when), class_="fl-column__head")
    return tag("li", head, first, relation, others, class_=shape)


def _card(card: Card, block: Stage) -> Html:
    whose = block.bars[card.side].name if card.side < len(block.bars) else ""
    hidden = None
    if card.shown in (Shown.FACE, Shown.LOST):  # of two, the ink says whose it is
        hidden = tag("span", f"{whose}: ", class_="fl-hidden" if len(block.bars) < CROWD else None)
    return tag(
        "div",
        icon(card.icon) if card.icon else None,
        tag("span", hidden, tag("b", card.title), tag("small", text(card.line)) if card.line else None),
        tag("em", card.figure) if card.figure else None,
        small(card.faces) if card.faces else None,
        class_=f"fl-card fl-card--{card.shown.value} fl-side-{_ink(block.bars, card.side)}",
    )


def terms(parts: Sequence[Terms], block: Stage) -> Html:
    """What it is about: what each side wants, and what it gets."""
    said = [
        tag(
            "div",
            tag("dt", f"{block.bars[one.side].name}: ", text(one.case or "no case named")),
            tag("dd", "If this side wins: ", text(one.stakes)) if one.stakes else None,
            class_=f"fl-side-{one.side}",
        )
        for one in parts
    ]
    return tag("div", tag("p", "What it is about", class_="fl-story__title"), tag("dl", said, class_="fl-terms"))


class Own(NamedTuple):
    """Whose move is sealed, and the moves that make a side's move on another device, as far as they may go there."""

    sealed: Sequence[str]
    handed: Mapping[str, Handed]


NOTHING = Own((), {})
SENDS = ("Send {}’s seal", "Send what opens {}’s {}")


def peeks(own: Own, block: Stage, place: Place) -> list[Html]:
    """For each side whose move is sealed a button that shows it as long as it is held, and one that keeps it shown; the
    words come when they are asked for. Another sends to another device what makes it there."""
    names = {bar.side: bar.name for bar in block.bars}
    sides = [side for side in names if side in own.sealed or side in own.handed]
    return [
        tag(
            "div",
            _peek(side, names[side], place) if side in own.sealed else None,
            _send(side, names[side], own.handed[side]) if side in own.handed else None,
            class_="fl-peeks",
        )
        for side in sides
    ]


def _peek(side: str, name: str, place: Place) -> list[Html]:
    return [
        tag("button", f"Hold to see {name}’s own", type="button", class_="fl-button", data_hold=side),
        tag("button", "Show and hide", type="button", class_="fl-button", data_peek=side, aria_pressed="false"),
        tag("div", class_="fl-peek", id=place.id("peek", side), data_peeked=side, hidden=True, role="status"),
    ]


def _send(side: str, name: str, handed: Handed) -> Html:
    last = min(len(handed.moves), len(SENDS)) - 1
    words = SENDS[last].format(name, handed.thing)
    return tag("button", words, type="button", class_="fl-button", data_hands=len(handed.moves) - 1, data_side=side)
