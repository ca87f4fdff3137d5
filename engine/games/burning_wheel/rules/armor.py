"""Armor: what covers each of six locations, its dice, and the test that stops a blow (ARM-01 to ARM-09, 20, 21)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from engine import tables, wording
from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes
from engine.games.burning_wheel.rules.location import Location
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

CHEST_DIE = 1
"""What every type has more on the torso. Source: ARM-03."""

OBSTACLE = 1
"""What an armor test starts from. Source: ARM-05."""

STRONG = 7
"""The Power exponent from which blows go through armor better, and by how much. Source: ARM-08."""
STRONG_VA = 1
GREAT_STRIKE_VA = 1

LIMBS = (Location.RIGHT_ARM, Location.LEFT_ARM, Location.RIGHT_LEG, Location.LEFT_LEG)
ARMS, LEGS = LIMBS[:2], LIMBS[2:]
SHADES = tuple(Shade)


class ArmorType(Option):
    """The five types of armor, lightest first. Source: ARM-02."""

    LEATHER = "leather", "Leather or quilting"
    PLATED_LEATHER = "plated-leather", "Plated leather"
    CHAIN = "chain", "Chainmail"
    PLATED_MAIL = "plated-mail", "Plated mail"
    FULL_PLATE = "full-plate", "Full plate"

    @property
    def made(self) -> "Made":
        """Its row of the table."""
        return TYPES[self]

    @property
    def weight(self) -> int:
        """Its place among the types, 0 the lightest."""
        return list(ArmorType).index(self)


class Quality(Option):
    """How well armor or a shield is made, which decides how it wears. Source: ARM-10."""

    POOR = "poor", "Poor"
    RUN = "run", "Run of the mill"
    SUPERIOR = "superior", "Superior"


@dataclass(frozen=True, slots=True)
class Made:
    """A row of the table of types: the dice of a location, what is worn on the head, and whether metal covers it.

    `price` is the lowest obstacle in the list of prices, for what `priced` says. Source: ARM-02, ARM-04, RES-03.
    """

    type: ArmorType
    dice: int
    headgear: str
    metal: bool
    price: int
    priced: str


def _made(row: Mapping[str, Any]) -> Made:
    return Made(ArmorType.of(row["key"]), *(row[column] for column in COLUMNS[1:]))


COLUMNS = ("key", "dice", "headgear", "metal", "price", "priced")
TYPES: Mapping[ArmorType, Made] = {
    made.type: made for made in tables.rows(__file__, "armor.toml", "type", COLUMNS, _made)
}


@dataclass(frozen=True, slots=True)
class Piece:
    """What covers one location: its type, half or whole, its make, and the dice that blows have taken from it.

    Raises `Refused` for half a helmet or breastplate, and where `lost` is more dice than it has.
    Source: ARM-01, ARM-02, ARM-21.
    """

    location: Location = Location.TORSO
    type: ArmorType = ArmorType.CHAIN
    half: bool = False
    quality: Quality = Quality.RUN
    shade: Shade = Shade.BLACK
    lost: int = 0

    def __post_init__(self) -> None:
        if self.half and self.location not in LIMBS:
            raise Refused(f"Half pieces are worn on arms and legs; this is the {self.location.words.lower()}.")
        if not 0 <= self.lost <= self.full:
            raise Refused(f"{self.words} has {self.full}D; this says {self.lost} of them are lost.")

    @property
    def worked(self) -> Worked:
        """Its dice, line by line: the type, half of it, the chest die, and what is lost. Source: ARM-02, 03, 10, 21."""
        whole = self.type.made.dice
        lines = [Line(whole, self.type.words, "ARM-02")]
        if self.half:
            lines.append(Line(half(whole) - whole, "Half piece, rounded up", "ARM-21"))
        if self.location is Location.TORSO:
            lines.append(Line(CHEST_DIE, "Chest", "ARM-03"))
        if self.lost:
            lines.append(Line(-self.lost, "Lost to earlier blows", "ARM-10"))
        return Worked(tuple(lines))

    @property
    def full(self) -> int:
        """Its dice when nothing has been lost, 1 to 7."""
        whole = half(self.type.made.dice) if self.half else self.type.made.dice
        return whole + (CHEST_DIE if self.location is Location.TORSO else 0)

    @property
    def dice(self) -> int:
        """Its dice now, 0 to 7; at 0 it protects nothing until it is repaired."""
        return self.full - self.lost

    @property
    def pool(self) -> Pool:
        """Its dice now, in its shade."""
        return Pool.of(self.dice, self.shade)

    def less(self, dice: int) -> Self:
        """The same piece after a test has taken so many dice, none below 0. Source: ARM-10."""
        return replace(self, lost=min(self.full, self.lost + dice))

    @property
    def words(self) -> str:
        """ "Chainmail on the left arm", "Half chainmail on the left arm"."""
        name = f"Half {self.type.words.lower()}" if self.half else self.type.words
        return f"{name} on the {self.location.words.lower()}"


def half(dice: int) -> int:
    """What a half piece keeps of the dice of its type: half, rounded up. Source: ARM-21."""
    return -(-dice // 2)


@dataclass(frozen=True, slots=True)
class Suit:
    """What someone wears, at most one piece a location, in the order of the locations.

    Raises `Refused` where two pieces cover one location. Source: ARM-01, ARM-20.
    """

    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        order = {location: place for place, location in enumerate(Location)}
        for place, piece in enumerate(self.pieces):
            if piece.location in [other.location for other in self.pieces[:place]]:
                where = piece.location.words.lower()
                raise Refused(f"One piece covers each location; here two lie on the {where}.")
        object.__setattr__(self, "pieces", tuple(sorted(self.pieces, key=lambda piece: order[piece.location])))

    @classmethod
    def whole(
        cls,
        type: ArmorType,
        quality: Quality = Quality.RUN,
        shade: Shade = Shade.BLACK,
        *,
        half_arms: bool = False,
        half_legs: bool = False,
    ) -> Self:
        """A suit of one type on all six locations."""
        halves = {**dict.fromkeys(ARMS, half_arms), **dict.fromkeys(LEGS, half_legs)}
        return cls(tuple(Piece(location, type, halves.get(location, False), quality, shade) for location in Location))

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def at(self, location: Location) -> Piece | None:
        """What covers a location; None where it is bare. Source: ARM-01."""
        return next((piece for piece in self.pieces if piece.location is location), None)

    def wearing(self, piece: Piece) -> Self:
        """The same suit with this piece in place of what covered its location. Source: ARM-20."""
        return replace(self, pieces=(*self.without(piece.location).pieces, piece))

    def without(self, location: Location) -> Self:
        """The same suit with that location bare."""
        return replace(self, pieces=tuple(piece for piece in self.pieces if piece.location is not location))

    @property
    def words(self) -> str:
        """What it is made of: "Chainmail", "Plated leather and chainmail", "Nothing"."""
        types = [type.words for type in ArmorType if any(piece.type is type for piece in self.pieces)]
        return wording.listed([types[0], *(name.lower() for name in types[1:])]) if types else "Nothing"


def versus_armor(
    weapon: int,
    *,
    power: int | None = None,
    great_strike: bool = False,
    weapon_words: str = "Weapon",
) -> Worked:
    """The VA of one blow, line by line.

    `weapon` is the VA that its table prints, 0 for a dash. `power` is the attacker's exponent without wounds, None for
    bows, crossbows and guns, whose force is not the shooter's own. `great_strike` says that a Great Strike was
    declared for VA. Source: ARM-07, ARM-08, ARM-09; missiles: WPN-14.
    """
    lines = [Line(weapon, weapon_words, "ARM-07")]
    if power is not None and power >= STRONG:
        lines.append(Line(STRONG_VA, f"Power {STRONG} or more", "ARM-08"))
    if great_strike:
        lines.append(Line(GREAT_STRIKE_VA, "Great Strike for VA", "ARM-09"))
    return Worked(tuple(lines))


def obstacle(va: Worked) -> Worked:
    """The obstacle of an armor test against a blow of that VA, line by line. Source: ARM-05, ARM-07."""
    return Worked((Line(OBSTACLE, "Every armor test", "ARM-05"), *va.lines))


def may_test(armor: Shade, attack: Shade, *, gate: bool = True) -> bool:
    """Whether armor of a shade is tested at all against an attack of a shade: its own shade or a darker one.

    Without `gate` it always is. Source: ARM-06, from the chapter on gray and white.
    """
    return not gate or SHADES.index(armor) >= SHADES.index(attack)


def stops(pool: Pool, obstacle: int, chain: Chain = Chain.CHAIN) -> Fraction:
    """The chance that armor dice meet the obstacle and stop the whole blow. Source: ARM-05."""
    return successes(pool, chain=chain, upto=max(obstacle, pool.dice)).at_least(obstacle)


class Artha(Option):
    """What artha may do to an armor test, and whether it may. Source: ARM-22."""

    LUCK = "luck", "Luck: sixes open"
    BOON = "boon", "Boon: +1D for each Persona point"
    SAVING_GRACE = "saving-grace", "Saving Grace: roll failed dice again"
    INSPIRATION = "inspiration", "Divine Inspiration: dice doubled"

    def allowed(self, *, boon: bool = True) -> bool:
        """Whether an armor test may have it; armor dice are never doubled, and `boon` is the table's reading."""
        return boon if self is Artha.BOON else self is not Artha.INSPIRATION


NOT_DOUBLED = "A Deeds point never doubles armor dice."
