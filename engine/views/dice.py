"""Dice that lie on the table: success raised and full, failure hollow, an opened die tied to the one that begot it."""

from collections.abc import Sequence
from dataclasses import replace

from engine.answer import Dice, Face
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SIDE, GAP = 40, 12
_LOW, _MID, _HIGH = 11, 20, 29
PIPS = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}
A_LINE = 8


def _die(index: int, die: Face, a_line: int = A_LINE) -> Html:
    left, top = index % a_line * (SIDE + GAP), index // a_line * (SIDE + GAP)
    pips = [tag("circle", cx=x, cy=y, r=3.5) for x, y in PIPS[die.face]] if die.sides == len(PIPS) else _number(die)
    body = tag("rect", x=1, y=1, width=SIDE - 2, height=SIDE - 2, rx=7)
    tie = tag("path", d=f"M-{GAP} {SIDE // 2}h{GAP}", class_="fl-die__tie") if die.opened_by is not None else None
    kind = "fl-die--success" if die.success else "fl-die--traitor"
    return tag("g", tie, body, pips, class_=f"fl-die {kind} fl-die--{die.tone}", transform=f"translate({left} {top})")


def _number(die: Face) -> Html:
    """What a die of another shape shows."""
    return tag("text", die.face, x=_MID, y=_MID, text_anchor="middle", dominant_baseline="central")


def keyboard(sample: str) -> str | None:
    """A phone's keyboard for faces typed like these: digits alone, unless a face of two needs a space beside it."""
    return "numeric" if all(len(face) == 1 for face in sample.split()) else None


def dice(block: Dice, place: Place) -> Html:
    """The dice as one drawing, the sentence under it, and the faces as text."""
    if not block.faces:
        return tag("p", text(block.sentence), class_="fl-sentence")
    across = min(len(block.faces), A_LINE) * (SIDE + GAP) - GAP
    down = -(-len(block.faces) // A_LINE) * (SIDE + GAP) - GAP
    title = tag("title", "The dice: " + ", ".join(str(die.face) for die in block.faces), id=place.id("dice"))
    drawing = tag(
        "svg",
        title,
        [_die(index, die) for index, die in enumerate(block.faces)],
        viewBox=f"0 0 {across} {down}",
        width=across,
        height=down,
        role="img",
        aria_labelledby=place.id("dice"),
        class_="fl-dice",
    )
    return tag("figure", drawing, tag("figcaption", text(block.sentence)), class_="fl-picture")


def small(faces: Sequence[Face]) -> Html:
    """Dice in a row, small: what fell where something else is the figure."""
    said = ", ".join(str(die.face) for die in faces)
    across = len(faces) * (SIDE + GAP) - GAP
    return tag(
        "svg",
        tag("title", f"The dice: {said}"),
        [_die(index, replace(die, opened_by=None), len(faces)) for index, die in enumerate(faces)],
        viewBox=f"0 0 {across} {SIDE}",
        role="img",
        class_="fl-dice fl-dice--small",
    )
