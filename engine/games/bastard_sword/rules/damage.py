"""Damage: dice, types, armour (BSR-51, BSR-52)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from engine.dice import Distribution
from engine.games.bastard_sword.dice import Die, Pool, successes
from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option
from engine.refused import Refused
from engine.wording import MINUS, quoted

MOST_MODIFIER = 9


class DamageType(Option):
    """Types of damage. Source: BSR-51."""

    BLUDGEONING = "bludgeoning", "bludgeoning"
    PIERCING = "piercing", "piercing"
    SLASHING = "slashing", "slashing"

    @property
    def letter(self) -> str:
        """B, P or S."""
        return str(self.value)[0].upper()


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What a weapon does with each type, as it stands in its row: "0/+1/−1", and "X" where it cannot. Source: BSR-51.

    >>> str(Modifiers.parse("X / +1d / -1"))
    'X/+1/-1'
    """

    each: tuple[int | None, int | None, int | None]

    steps: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read three of "X", "0", "+1" and "-1", in the order B, P, S. Raises `Refused` for anything else."""
        parts = [part.strip().lower().removesuffix("d").replace("−", "-") for part in text.split("/")]
        try:
            found = tuple(None if part == "x" else int(part) for part in parts)
        except ValueError:
            found = ()
        if (
            len(found) != len(DamageType)
            or any(abs(one or 0) > MOST_MODIFIER for one in found)
            or not text.isprintable()
        ):
            raise Refused(
                "This takes three modifiers for B, P and S, each X, 0, +1 to +9 or -1 to -9, as in “0/+1/X”;"
                f" it says {quoted(text)}."
            )
        return cls((found[0], found[1], found[2]))

    def __str__(self) -> str:
        return "/".join("X" if one is None else f"+{one}" if one > 0 else str(one) for one in self.each)

    def of(self, kind: DamageType) -> int | None:
        """The modifier of a type; None where the weapon does none of it."""
        return self.each[list(DamageType).index(kind)]


@dataclass(frozen=True, slots=True)
class Armour:
    """Protection against each type, as it stands in a row of armour: "2/1/2". Source: BSR-52."""

    each: tuple[int, int, int]

    steps: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read three numbers from 0 to 99 in the order B, P, S. Raises `Refused` for anything else."""
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != len(DamageType) or not all(
            part.isascii() and part.isdecimal() and len(part) < 3 for part in parts
        ):
            raise Refused(f"Protection is three numbers for B, P and S, as in “2/1/2”; this says {quoted(text)}.")
        return cls((int(parts[0]), int(parts[1]), int(parts[2])))

    def __str__(self) -> str:
        return "/".join(map(str, self.each))

    def of(self, kind: DamageType) -> int:
        """The protection against a type."""
        return self.each[list(DamageType).index(kind)]

    @classmethod
    def worn(cls, pieces: Iterable[Self], larger: int = 0) -> Self:
        """All pieces together, on someone larger by so many categories, who has more even bare. Source: BSR-52.

        >>> str(Armour.worn([Armour.parse(one) for one in ("2/1/2", "2/1/2", "0/1/3")]))
        '4/3/7'
        """
        worn, more = list(pieces), rung(larger)
        b, p, s = (sum(piece.each[at] for piece in worn) + more for at in range(len(DamageType)))
        return cls((b, p, s))


@dataclass(frozen=True, slots=True)
class Blow:
    """A damage roll: so many dice of a die, with bonus dice up to as many again, and successes taken off.

    `die` is None where the rating is 0 or the table gives weak ratings no damage. `most` are the dice that spirit
    allows, where the table lets it cap damage. Source: BSR-18, BSR-51.
    """

    dice: int
    die: Die | None
    bonus: int = 0
    malus: int = 0
    protection: int = 0
    most: int | None = None

    @property
    def pool(self) -> Pool | None:
        """The dice that are rolled."""
        if self.die is None or not self.dice:
            return None
        whole = Pool.of(self.dice, self.die).with_bonus(self.bonus)
        return whole if self.most is None else whole.at_most(self.most)

    @property
    def words(self) -> str:
        """The dice, and what is taken off them."""
        pool = self.pool.words if self.pool else "no dice"
        return f"{pool} {MINUS} {self.malus}" if self.malus else pool

    @property
    def law(self) -> Distribution:
        """How likely each number of damage hits is, from 0 on."""
        if self.pool is None:
            return Distribution((1,), 1, Fraction(0))
        return successes(self.pool).plus(-self.malus - self.protection).floored(0)


def blows(
    dice: int, die: Die | None, modifiers: Modifiers, armour: Armour, bonus: int = 0, malus: int = 0
) -> Mapping[DamageType, Blow]:
    """The damage roll of each type that the weapon can do. Source: BSR-51."""
    found = {}
    for kind in DamageType:
        modifier = modifiers.of(kind)
        if modifier is not None:
            more, less = max(0, modifier), max(0, -modifier)
            found[kind] = Blow(dice, die, bonus + more, malus + less, armour.of(kind))
    return found
