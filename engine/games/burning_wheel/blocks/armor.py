"""Armor as blocks: the dice and the obstacle of its test, what becomes of it, and the figure that wears it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import wording
from engine.answer import Entry, Table, Working
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.armor import lines_of
from engine.games.burning_wheel.rules.armor import Piece, Quality, Suit
from engine.games.burning_wheel.rules.armor_wear import Held
from engine.games.burning_wheel.rules.armor_weight import Burden, Hampered, Tried, Weighing, Weight, weight
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.views.blocks import Doll, Part
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


def described(piece: Piece | None) -> str:
    """What covers a location with its dice: "4D chainmail", "1D of 2D half chainmail, superior", "bare"."""
    if piece is None:
        return worn(piece)
    dice = f"{piece.dice}D of {piece.full}D" if piece.lost else f"{piece.dice}D"
    more = [] if piece.quality is Quality.RUN else [piece.quality.words.lower()]
    more += [] if piece.shade is Shade.BLACK else [piece.shade.words]
    return ", ".join((f"{dice} {worn(piece)}", *more))


def body(suit: Suit, tap: Callable[[Location], Suit], does: Callable[[Location], str], field: str) -> Doll:
    """The figure in its suit. A `tap` on a location gives the suit that the text `field` holds then."""
    parts = []
    for location in Location:
        piece = suit.at(location)
        dice, whole = (piece.dice, piece.full) if piece else (0, 0)
        sets = {field: lines_of(tap(location))}
        parts.append(Part(location.value, location.words, worn(piece), dice, whole, does(location), sets))
    said = [f"{part.name.lower()} {f'{part.dice}D' if part.whole else 'bare'}" for part in parts]
    listed = wording.listed(said)
    return Doll(f"{listed[:1].upper()}{listed[1:]}.", tuple(parts))


@dataclass(frozen=True, slots=True)
class Laden:
    """Someone in armor: the suit, what it hampers, and how the table reads that."""

    suit: Suit
    burdens: tuple[Burden, ...]
    weighing: Weighing

    def felt(self, tried: Tried) -> Weight:
        """What armor does to a test."""
        return weight(self.burdens, tried, self.weighing)

    @property
    def untrained(self) -> int:
        """What lacking training adds to every test."""
        return sum(burden.obstacle for burden in self.burdens if burden.on is Hampered.ALL)

    @property
    def hampered(self) -> int:
        """How many kinds of tests feel it."""
        return sum(not self.felt(tried).nothing for tried in Tried)

    @property
    def values(self) -> dict[str, Any]:
        """Obstacle and dice of every kind of test, for programs."""
        found: dict[str, Any] = {"untrained": self.untrained}
        for tried in Tried:
            name, one = tried.value.replace("-", "_"), self.felt(tried)
            found |= {name: one.obstacle.total, f"{name}_dice": one.dice.total}
        return found


def felt(laden: Laden, tried: Tried | None = None) -> Table:
    """What armor does to every kind of test, `tried` standing out; without it only to those that feel something."""
    rows: list[tuple[Entry, ...]] = []
    for kind in Tried:
        one = laden.felt(kind)
        obstacle = wording.signed(one.obstacle.total) if one.obstacle.total else None
        if tried is not None or not one.nothing:
            rows.append((kind, obstacle, f"{wording.signed(one.dice.total)}D" if one.dice.total else None))
    if len(rows) < len(Tried):
        rows.append(("All other tests" if rows else "All tests", None, None))
    current = None if tried is None else list(Tried).index(tried)
    return Table("What each test feels", ("You test", "Obstacle", "Dice"), tuple(rows), current)


SHORT = {Hampered.ALL: "every test", Hampered.AGILITY: "Agility", Hampered.SPEED: "Speed"}


def _by(burden: Burden) -> str:
    return f"+{burden.obstacle}{wording.NO_BREAK}Ob" if burden.obstacle else f"{wording.signed(burden.dice)}D"


def amounts(found: Sequence[Burden]) -> str | None:
    """What some pieces weigh: "+2 Ob Stealthy and Swimming; −1D Speed"; None for nothing."""
    on: dict[str, list[str]] = {}
    for burden in found:
        on.setdefault(_by(burden), []).append(SHORT.get(burden.on, burden.on.words))
    return "; ".join(f"{by} {wording.listed(names)}" for by, names in on.items()) or None


def hampers(found: Sequence[Burden]) -> Table:
    """The one ledger of a suit's weight: each piece, what it weighs on, and by how much."""
    rows = tuple((burden.reason, burden.on, _by(burden)) for burden in found)
    return Table("What weighs, and on what", ("Piece", "Weighs on", "By"), rows or (("Nothing", None, None),))
