"""A deck of cards, side by side: on paper none is broken between two pages."""

from engine.games.burning_wheel.views.blocks import Deck, ManeuverCard
from engine.views.markup import Html, tag, text
from engine.views.place import Place

WIDE = 4
"""From so many cards on, they take the whole width of a section."""


def _card(card: ManeuverCard) -> Html:
    head = tag("p", tag("b", text(card.title)), " ", tag("small", text(card.kind)))
    lines = [[tag("dt", text(name)), tag("dd", text(said))] for name, said in card.lines]
    return tag(
        "li",
        head,
        tag("dl", lines),
        tag("p", text(card.does)),
        tag("p", text(card.beware), class_="fl-quiet") if card.beware else None,
        data_is=card.kind.lower(),
    )


def deck(block: Deck, place: Place) -> Html:
    """The cards as a list."""
    wide = len(block.cards) >= WIDE
    return tag("ul", [_card(card) for card in block.cards], class_="fl-deck fl-deck--wide" if wide else "fl-deck")
