"""Helmets, body armour, and what may be worn over what (BSC-32 to BSC-34)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules.damage import Armour
from engine.games.bastard_sword.rules.money import NOTHING, Price
from engine.option import Option
from engine.wording import listed


class Helmet(Option):
    """What is worn on the head; a visored helmet in both of its states. Source: BSC-32."""

    NONE = "none", "bare head"
    CLOSE = "close", "close face helmet"
    HEAVY = "heavy", "heavy helmet"
    CERVELLIERE = "cervelliere", "cervelliere"
    COIFFE = "coiffe", "maille coiffe"
    OPEN = "open", "open face helmet"
    VISORED = "visored", "visored helmet, closed"
    VISORED_OPEN = "visored-open", "visored helmet, opened"


class Light(Option):
    """What is worn under a helmet. Source: BSC-32."""

    NONE = "none", "nothing"
    CERVELLIERE = "cervelliere", "a cervelliere"
    COIFFE = "coiffe", "a maille coiffe"


class Body(Option):
    """Body armour, from the skin outwards. Source: BSC-33."""

    GAMBESON = "gambeson", "gambeson"
    MAILLE = "maille", "maille hauberk"
    BREASTPLATE = "breastplate", "breastplate"
    BRIGANDINE = "brigandine", "brigandine"
    CUIR_BOUILLI = "cuir-bouilli", "cuir bouilli"
    HIDE = "hide", "hide armour"
    PLATE = "plate", "plate harness"


NO_LAYERS = (Body.BRIGANDINE, Body.CUIR_BOUILLI, Body.HIDE)
"""Armour of which the source does not say what goes under it. Source: BSC-33."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A row of either table: price, burden in a pack and on the body, protection, and what may lie right beneath.

    `closed`: it leaves a narrow field of vision. Source: BSC-32, BSC-33.
    """

    key: str
    name: str
    price: Price
    carried: int
    worn: int
    protection: Armour
    under: tuple[str, ...]
    closed: bool = False
    such: str = ""


def _piece(row: Mapping[str, Any]) -> Piece:
    return Piece(
        row["key"],
        row["name"],
        Price(row["low"], row["high"]),
        row["carried"],
        row["worn"],
        Armour.parse(row["protection"]),
        tuple(row["under"]),
        row.get("closed", False),
        row.get("such", ""),
    )


COLUMNS = ("key", "name", "low", "high", "carried", "worn", "protection", "under")
HELMETS: Mapping[Helmet, Piece] = {
    Helmet.of(one.key): one
    for one in tables.rows(__file__, "armour.toml", "helmet", (*COLUMNS, "closed", "such"), _piece)
}
BODIES: Mapping[Body, Piece] = {
    Body.of(one.key): one for one in tables.rows(__file__, "armour.toml", "body", COLUMNS, _piece)
}


@dataclass(frozen=True, slots=True)
class Worn:
    """All that someone wears, in the order of the tables. Source: BSC-34."""

    pieces: tuple[Piece, ...] = ()

    @property
    def protection(self) -> Armour:
        """All ratings together."""
        return Armour.worn(one.protection for one in self.pieces)

    @property
    def burden(self) -> int:
        """What it weighs on the body. Source: BSC-32, BSC-33."""
        return sum(one.worn for one in self.pieces)

    @property
    def price(self) -> Price:
        """What it costs."""
        return sum((one.price for one in self.pieces), NOTHING)

    @property
    def closed(self) -> bool:
        """Whether it narrows what the wearer sees. Source: BSC-32."""
        return any(one.closed for one in self.pieces)

    @property
    def words(self) -> str:
        """The names in a line."""
        return listed(one.name.lower() for one in self.pieces) if self.pieces else "nothing"


def head_fault(helmet: Helmet, under: Light) -> str:
    """Why one helmet cannot go over another, in a sentence; nothing where it can. Source: BSC-32."""
    if under is Light.NONE or (helmet in HELMETS and under.value in HELMETS[helmet].under):
        return ""
    return f"Only a heavy helmet goes over a light one; this has {under.words} under: {helmet.words}."


def body_fault(worn: Collection[Body], *, three: bool = True, padded: bool = False) -> str:
    """Why pieces cannot be worn together, in a sentence; nothing where they can.

    `three` layers at once may be worn; what the source says nothing about may be `padded` with a gambeson.
    Source: BSC-33, BSC-34.
    """
    layers = [one for one in Body if one in worn]
    for under, over in combinations(layers, 2):
        padding = padded and under is Body.GAMBESON and over in NO_LAYERS
        if under.value not in BODIES[over].under and not padding:
            return f"Each layer fits over the one beneath it; {over.words} over {under.words} does not."
    if len(layers) > 2 and not three:
        return f"Your table wears two layers at most; this has {len(layers)}: {listed(one.words for one in layers)}."
    return ""


def dressed(worn: Collection[Body], helmet: Helmet = Helmet.NONE, under: Light = Light.NONE) -> Worn:
    """These pieces together, the inner ones first."""
    head = [HELMETS[Helmet.of(one.value)] for one in (under, helmet) if one.value != Helmet.NONE.value]
    return Worn((*(BODIES[one] for one in Body if one in worn), *head))


def bodies(*, three: bool = True, padded: bool = False) -> Iterator[tuple[Body, ...]]:
    """Each set of body armour that can be worn, none among them, as `body_fault`. Source: BSC-34."""
    for count in range(4):
        for worn in combinations(Body, count):
            if not body_fault(worn, three=three, padded=padded):
                yield worn


def heads() -> Iterator[tuple[Helmet, Light]]:
    """Each helmet that can be worn, with what is under it. Source: BSC-34."""
    for helmet in Helmet:
        for under in Light:
            if not head_fault(helmet, under):
                yield helmet, under
