"""Armor as a form asks for it: a piece at a location, and a suit of such pieces, also as lines that one types."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Self

from engine import wording
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.weapons import POWER
from engine.games.burning_wheel.rules.armor import ArmorType, Artha, Piece, Quality, Suit
from engine.games.burning_wheel.rules.armor_weight import MOST_BOOTS
from engine.games.burning_wheel.rules.location import Location
from engine.option import Option
from engine.refused import Refused

MOST_LOST = 7
"""The dice of the heaviest breastplate."""

CALLED = {
    **{type.words.lower(): type for type in ArmorType},
    **dict.fromkeys(("leather", "quilting", "quilted", "padded", "hides"), ArmorType.LEATHER),
    "reinforced leather": ArmorType.PLATED_LEATHER,
    "chain": ArmorType.CHAIN,
    **dict.fromkeys(("plated chain", "plated chainmail"), ArmorType.PLATED_MAIL),
    **dict.fromkeys(("plate", "full plate mail"), ArmorType.FULL_PLATE),
}
"""How players call the five types."""

PLACED = {**{location.words.lower(): location for location in Location}, "chest": Location.TORSO}
MADE = {quality.words.lower(): quality for quality in Quality}
SHADED = {shade.words: shade for shade in Shade}
LOST = re.compile(r"[−-]?([0-7])\s*d(?: lost)?")


@row("piece")
class ArmorRow(Piece):
    """What covers one location, as a row of the form."""

    location: Annotated[Location, Asked("Where")] = Location.TORSO
    type: Annotated[ArmorType, Asked("Armor there")] = ArmorType.CHAIN
    half: Annotated[bool, Asked("A half piece")] = False
    quality: Annotated[Quality, Asked("How it is made", more=True)] = Quality.RUN
    shade: Annotated[Shade, Asked("Shade of the armor", more=True)] = Shade.BLACK
    lost: Annotated[int, Between(0, MOST_LOST), Asked("Dice lost to blows", quick=(0, 1, 2), more=True)] = 0

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Left arm: half chainmail, superior, −1D"."""
        said = [f"{'half ' if self.half else ''}{self.type.words.lower()}"]
        said += [] if self.quality is Quality.RUN else [self.quality.words.lower()]
        said += [] if self.shade is Shade.BLACK else [self.shade.words]
        said += [f"{wording.signed(-self.lost)}D"] if self.lost else []
        return f"{self.location.words}: {', '.join(said)}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The piece that is typed in a line. Raises `Refused` for a line without a location or a type.

        >>> ArmorRow.of_line("left arm: half chain, superior, -1D").line
        'Left arm: half chainmail, superior, −1D'
        """
        where, colon, rest = line.partition(":")
        location = PLACED.get(" ".join(where.casefold().split()))
        if not colon or location is None:
            places = wording.listed((wording.quoted(one.words) for one in Location), "or")
            raise Refused(
                f"A piece is typed like “Left arm: chainmail”, after {places}; this says {wording.quoted(line)}."
            )
        name, *more = (" ".join(part.casefold().split()) for part in rest.split(","))
        half, name = name.startswith("half "), name.removeprefix("half ")
        if name not in CALLED:
            types = wording.listed((one.words.lower() for one in ArmorType), "or")
            raise Refused(f"Armor is {types}; this says {wording.quoted(name)}.")
        quality, shade, lost = Quality.RUN, Shade.BLACK, 0
        for said in (part.removesuffix(" quality") for part in more):
            dice = LOST.fullmatch(said)
            if said in MADE:
                quality = MADE[said]
            elif said in SHADED:
                shade = SHADED[said]
            elif dice:
                lost = int(dice[1])
            else:
                raise Refused(
                    f"Behind the armor stand its make (poor, superior), its shade (gray, white) and dice lost (−1D); "
                    f"this says {wording.quoted(said)}."
                )
        return cls(location, CALLED[name], half, quality, shade, lost)


def rows_of(suit: Iterable[Piece]) -> tuple[ArmorRow, ...]:
    """The pieces of a suit as rows."""
    return tuple(ArmorRow(one.location, one.type, one.half, one.quality, one.shade, one.lost) for one in suit)


def lines_of(suit: Iterable[Piece]) -> str:
    """A suit as the text that its field holds, a piece on each line."""
    return "\n".join(row.line for row in rows_of(suit))


def suit_of(rows: Sequence[Piece], at: str = "armor") -> Suit:
    """The suit of these rows. Raises `Unusable` at the field `at` where two of them cover one location."""
    try:
        return Suit(tuple(rows))
    except Refused as error:
        raise Unusable(at, str(error)) from None


@row("piece")
class BatteredRow(ArmorRow):
    """A piece that has lost dice, as a row of the form."""

    lost: Annotated[int, Between(0, MOST_LOST), Asked("Dice lost to blows", quick=(1, 2, 3))] = 2


class Spent(Option):
    """The artha that an armor test is given besides dice. Source: ARM-22."""

    NONE = "none", "none"
    LUCK = Artha.LUCK.value, "Luck, 1 Fate: sixes open"
    GRACE = Artha.SAVING_GRACE.value, "Saving Grace, 1 Deeds: failed dice again"


CHAINMAIL = rows_of(Suit.whole(ArmorType.CHAIN))
Armor = Annotated[
    tuple[ArmorRow, ...],
    Asked("What you wear", "A location on each line: “Left arm: half chainmail, superior, −1D”.", lines=True),
    sheet("armor", at_once=True),
]
"""A suit as a text of one piece a line, filled at once with what the sheet's character wears."""

HitPiece = Annotated[ArmorRow, Asked("What covers the place"), sheet("piece")]
"""The one piece that a blow meets; a sheet offers each of its own."""
BatteredPiece = Annotated[BatteredRow, Asked("The piece"), sheet("piece")]
"""The piece that someone repairs."""

TheirMight = Annotated[
    Annotated[int, POWER] | None,
    Asked("Their Power", "For a blow or a throw. Bows, crossbows and guns: leave it empty", quick=(4, 5, 6, 7, 8)),
]
TheirShade = Annotated[Shade, Asked("Shade of the blow", more=True)]
Trained = Annotated[bool, Asked("You have Armor Training"), sheet("armor-training")]
HeavyBoots = Annotated[int, Between(0, MOST_BOOTS), Asked("Heavy boots: obstacle", gm=True, quick=(0, 1), more=True)]
