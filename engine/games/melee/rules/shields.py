"""Shields: cover that attackers wear down, what they weigh, and what they are as weapons (MEL-48 to MEL-51)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.damage import Damage, ims, power
from engine.option import Option
from engine.working import Worked

SIX = 6
MOST_RATING = 4
TRAINED = 1
"""Dice more on Tax tests with Shield Training. Source: MEL-50, MEL-51."""


class Kind(Option):
    """What is on the arm. Source: MEL-48."""

    NONE = "none", "no shield"
    HILT = "hilt", "a basket hilt or gauntlet"
    BUCKLER = "buckler", "a buckler or targe"
    TARGET = "target", "a target shield"
    HEATER = "heater", "a heater or kite shield"
    TOWER = "tower", "a tower shield"

    @property
    def rating(self) -> int:
        """Its dice when whole, 0 to 4."""
        return max(0, list(Kind).index(self) - 1)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of cover: a rating, what has it, what it adds to the obstacle, and what that is like. MEL-48.

    `tax` is the obstacle of carrying it, 0 for none; `reduction` and `floor` are what it takes off positioning dice.
    """

    rating: int
    kinds: str
    cover: int
    like: str
    tax: int
    reduction: int
    floor: int


ROWS: Sequence[Row] = tables.rows(
    __file__, "shields.toml", "rating", tuple(Row.__dataclass_fields__), lambda row: Row(**row)
)


def cover(rating: int, terrain: int = 0) -> int:
    """What a shield of this rating now adds to obstacles; of it and the `terrain` the higher. Source: MEL-48.

    >>> cover(4), cover(3), cover(2, 3), cover(1)
    (3, 2, 3, 0)
    """
    return max(ROWS[rating].cover, terrain)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A shield as a weapon: its Power, VA and length. Source: MEL-51."""

    kind: Kind
    power: int
    va: int
    ws: int
    length: str

    def force(self, own: int, shade: Shade = Shade.BLACK) -> Worked:
        """The Power behind a blow, line by line. Source: MEL-51; the `shade` of Power: WPN-03."""
        return power(own, self.power, weapon_words=f"Power of {self.kind.words}", power_shade=shade)

    def damage(self, own: int, shade: Shade = Shade.BLACK) -> Damage:
        """Incidental, Mark and Superb in the hands of someone of this Power. Source: MEL-51."""
        return ims(self.force(own, shade).total)


def _weapon(row: Mapping[str, Any]) -> Weapon:
    return Weapon(**{**row, "kind": Kind.of(row["kind"])})


WEAPONS: Mapping[Kind, Weapon] = {
    one.kind: one
    for one in tables.rows(__file__, "shields.toml", "weapon", tuple(Weapon.__dataclass_fields__), _weapon)
}


def lost(quality: Quality, faces: Sequence[int], *, again: int = 0, one_six: bool = False) -> int:
    """The rating that a shield loses to the faces of the attacker's VA dice.

    `again` are successes on dice that sixes brought. With `one_six` a run of the mill shield suffers only where exactly
    one die shows a six. Source: MEL-49.

    >>> lost(Quality.POOR, [6, 6, 2]), lost(Quality.RUN, [6, 6]), lost(Quality.SUPERIOR, [6], again=1)
    (2, 1, 1)
    """
    sixes = sum(face == SIX for face in faces)
    if quality is Quality.POOR:
        return sixes
    if quality is Quality.RUN:
        return int(sixes == 1 if one_six else sixes > 0)
    return int(again > 0)


def lost_law(
    quality: Quality, dice: int, shade: Shade = Shade.BLACK, *, opens: bool = False, one_six: bool = False
) -> Distribution:
    """How likely each loss is with so many VA dice of this shade, which open on sixes or not. Source: MEL-49."""
    if quality is Quality.POOR:
        return _sixes(dice, Fraction(1, SIX))
    if quality is Quality.RUN:
        law = _sixes(dice, Fraction(1, SIX))
        return law.mapped(lambda sixes: int(sixes == 1 if one_six else sixes > 0))
    hit = successes(Pool.of(1, shade), chain=Chain.CHAIN).at_least(1) if opens else Fraction(0)
    return _sixes(dice, hit / SIX).mapped(lambda found: int(found > 0))


def _sixes(dice: int, chance: Fraction) -> Distribution:
    found = {0: Fraction(1)}
    for _ in range(dice):
        grown: dict[int, Fraction] = {}
        for number, so_far in found.items():
            grown[number] = grown.get(number, Fraction(0)) + so_far * (1 - chance)
            grown[number + 1] = grown.get(number + 1, Fraction(0)) + so_far * chance
        found = grown
    return Distribution.of({number: so_far for number, so_far in found.items() if so_far})


def positioning(rating: int, dice: int) -> int:
    """What is left of positioning dice in Fight! or Range and Cover behind a shield of this rating. Source: MEL-50.

    >>> positioning(2, 3), positioning(2, 1), positioning(2, 0), positioning(4, 1), positioning(3, 1)
    (2, 1, 0, 0, 0)
    """
    row = ROWS[rating]
    return max(row.floor, dice - row.reduction) if dice > row.floor else dice


def carried(forte: int, obstacle: int, rolled: int) -> int:
    """The Forte that is left after a Tax test with so many successes; never below 1. Source: MEL-50.

    >>> carried(4, 3, 1), carried(2, 3, 0), carried(4, 1, 1)
    (2, 1, 4)
    """
    return max(1, forte - max(0, obstacle - rolled)) if forte > 1 else forte
