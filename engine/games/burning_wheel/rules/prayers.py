"""Faith: who has it, prayers with their obstacles, helpers, range dice, signs, how it is sensed (FAI-01 to FAI-13)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.range_spells import TOOLS
from engine.games.burning_wheel.rules.test_class import helping_dice
from engine.option import Option
from engine.working import Line, Mark, Worked

WILL_A_DIE = 20
"""Will of believers that makes a die together. Source: FAI-11."""
LISTED_FOES = 3
"""Foes for whom the book gives an obstacle. Source: FAI-07."""
TRANSCENDS = 10
"""The exponent at which someone leaves the world. Source: FAI-12."""
SENSED_FROM = 10
"""What the obstacle of a prayer or spell is taken from, for whoever senses it. Source: FAI-13."""


@dataclass(frozen=True, slots=True)
class Prayer:
    """A prayer of the list: `more` obstacle for each foe after the first, `tool` its row of range dice. FAI-07."""

    id: str
    name: str
    obstacle: int
    more: int
    effect: str
    margin: bool
    tool: str

    def against(self, foes: int = 1) -> Worked:
        """Its obstacle, for so many foes (1 or more) where their number counts. Source: FAI-07.

        >>> PRAYERS["hindrance"].against(3).total, PRAYERS["miracle"].against().total
        (6, 10)
        """
        lines = [Line(self.obstacle, self.name, "FAI-07")]
        if self.more and foes > 1:
            mark = Mark.RULING if foes > LISTED_FOES else None
            lines.append(Line(self.more * (foes - 1), "Foes after the first", "FAI-07", mark))
        return Worked(tuple(lines))

    @property
    def range_dice(self) -> int:
        """The dice that it brings in position at range, 0 for most. Source: FAI-10."""
        return TOOLS[self.tool].dice if self.tool else 0


PRAYERS: Mapping[str, Prayer] = {
    one.id: one
    for one in tables.rows(
        __file__, "prayers.toml", "prayer", tuple(Prayer.__dataclass_fields__), lambda row: Prayer(**row)
    )
}


@dataclass(frozen=True, slots=True)
class Sign:
    """What shows on someone of this Faith exponent. Source: FAI-12."""

    exponent: int
    words: str


SIGNS: Sequence[Sign] = tables.rows(
    __file__, "prayers.toml", "stigma", tuple(Sign.__dataclass_fields__), lambda row: Sign(**row)
)


def sign(exponent: int) -> Sign:
    """The rung of an exponent, 0 or more; below the second rung it is the first. Source: FAI-12."""
    return [one for one in SIGNS if one.exponent <= max(exponent, SIGNS[0].exponent)][-1]


class Stock(Option):
    """A people, and the emotion that is an attribute among them. Source: FAI-01."""

    MEN = "men", "Men"
    ELVES = "elves", "Elves"
    DWARVES = "dwarves", "Dwarves"
    ORCS = "orcs", "Orcs"


def _emotion(row: Mapping[str, Any]) -> tuple[Stock, str]:
    return Stock.of(row["stock"]), row["attribute"]


EMOTIONS: Mapping[Stock, str] = dict(tables.rows(__file__, "prayers.toml", "emotion", ("stock", "attribute"), _emotion))


def sensed(obstacle: int) -> int:
    """The obstacle to sense a prayer or spell of this obstacle; never below 0. Source: FAI-13."""
    return max(0, SENSED_FROM - obstacle)


def helped(faithful: Sequence[int], wills: int) -> Worked:
    """The dice of others in prayer: Faith exponents of those who help, and all Will of believers. Source: FAI-11.

    >>> helped((4, 5), 39).total
    4
    """
    lines = [Line(helping_dice(one), f"Someone of Faith {one}", "FAI-11") for one in faithful]
    return Worked((*lines, Line(wills // WILL_A_DIE, f"Believers, Will {wills} in all", "FAI-11")))


def stands_still(faith: int, *, up: bool = False) -> int:
    """The actions for which Hindrance holds foes: half of Faith, rounded down or `up`, 1 at least. Source: FAI-07."""
    return max(1, -(-faith // 2) if up else faith // 2)
