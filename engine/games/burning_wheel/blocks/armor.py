"""Armor as blocks: the dice and the obstacle of its test, what becomes of it, and the figure that wears it."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from engine import wording
from engine.answer import Table, Working
from engine.games.burning_wheel.forms.armor import lines_of
from engine.games.burning_wheel.rules.armor import Piece, Suit
from engine.games.burning_wheel.rules.armor_wear import Held
from engine.games.burning_wheel.rules.armor_weight import Burden
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.views.blocks import Body, Part
from engine.working import Mark, Worked


def dice_of(worked: Worked, words: str = "Dice") -> Working:
    """The dice of an armor test as a ledger."""
    return Working(worked.lines, worked.total, words, "D")


def obstacle_of(worked: Worked) -> Working:
    """The obstacle of an armor test as a ledger."""
    return Working(worked.lines, worked.total, "Obstacle")


def becomes(found: Mapping[Held, Fraction]) -> Table:
    """What can become of an armor test, with the chance of each."""
    most = max((held.lost for held in found), default=0)
    rows = []
    for lost in range(most + 1):
        chances = [found.get(Held(stopped, lost)) for stopped in (True, False)]
        rows.append((f"loses {lost}D" if lost else "loses nothing", *chances))
    return Table(
        "What becomes of it", ("The armor", "Blow stopped", "Blow goes through"), tuple(rows), None, Mark.DERIVED
    )


def worn(piece: Piece | None) -> str:
    """What covers a location, in two or three words."""
    if piece is None:
        return "bare"
    return f"half {piece.type.words.lower()}" if piece.half else piece.type.words.lower()


def body(suit: Suit, tap: Callable[[Location], Suit], does: Callable[[Location], str], field: str) -> Body:
    """The figure in its suit. A `tap` on a location gives the suit that the text `field` holds then."""
    parts = []
    for location in Location:
        piece = suit.at(location)
        dice, whole = (piece.dice, piece.full) if piece else (0, 0)
        sets = {field: lines_of(tap(location))}
        parts.append(Part(location.value, location.words, worn(piece), dice, whole, does(location), sets))
    said = [f"{part.name.lower()} {f'{part.dice}D' if part.whole else 'bare'}" for part in parts]
    listed = wording.listed(said)
    return Body(f"{listed[:1].upper()}{listed[1:]}.", tuple(parts))


def hampers(found: Sequence[Burden]) -> Table:
    """The one ledger of a suit's weight: each piece, what it weighs on, and by how much."""
    rows = tuple(
        (
            burden.reason,
            burden.on,
            f"+{burden.obstacle}{wording.NO_BREAK}Ob" if burden.obstacle else f"{wording.signed(burden.dice)}D",
        )
        for burden in found
    )
    return Table("What weighs, and on what", ("Piece", "Weighs on", "By"), rows or (("Nothing", None, None),))
