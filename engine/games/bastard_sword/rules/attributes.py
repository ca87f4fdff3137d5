"""The six attributes, what their scores say, and the die that two of them roll (BSR-01, BSR-02, BSR-06)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.dice import SIDES, WEAK, Die
from engine.games.bastard_sword.dice.die import MOST_SIDES
from engine.option import Option

MOST_SCORE = 60
"""The highest score that this works with."""
WEAKEST = 4
"""Two attributes that come to less are a weak pair."""


class Attribute(Option):
    """The attributes, each by the letter that skills name it with. Source: BSR-01."""

    AGILITY = "agility", "agility"
    CONSTITUTION = "constitution", "constitution"
    STRENGTH = "strength", "strength"
    ERUDITION = "erudition", "erudition"
    PERSONA = "persona", "persona"
    WISDOM = "wisdom", "wisdom"

    @property
    def letter(self) -> str:
        """As in "(CS)": constitution and strength."""
        return str(self.value)[0].upper()


@dataclass(frozen=True, slots=True)
class Covers:
    """What an attribute is good for, and whether it is one of the body."""

    key: str
    covers: str
    physical: bool


@dataclass(frozen=True, slots=True)
class Band:
    """What a score from `least` on says of whoever has it."""

    least: int
    words: str


COVERS: Mapping[Attribute, Covers] = {
    Attribute.of(row.key): row
    for row in tables.rows(
        __file__, "attributes.toml", "attribute", ("key", "covers", "physical"), lambda row: Covers(**row)
    )
}
BANDS = tables.rows(__file__, "attributes.toml", "band", ("least", "words"), lambda row: Band(**row))
UNNAMED = BANDS[-2]
"""Scores that the book has no word for. Source: BSR-01."""


def band(score: int) -> Band:
    """What a score, 0 or more, says. Source: BSR-01."""
    return next(one for one in reversed(BANDS) if one.least <= score)


def die_of(total: int, *, exact: bool = False, beyond: bool = False) -> Die:
    """The die of a sum of two attributes, neither of them 0, or of a damage rating, 1 or more.

    It is the largest of the six that has no more sides than that. With `exact` it has just as many sides as the sum,
    and with `beyond` those sums that leave the d20 behind have. Below 4 it is the weak d8. Source: BSR-02, BSR-06.

    >>> [str(die_of(total)) for total in (3, 5, 9, 19, 23)], str(die_of(9, exact=True)), str(die_of(23, beyond=True))
    (['d8w', 'd4', 'd8', 'd12', 'd20'], 'd9', 'd23')
    """
    if total < WEAKEST:
        return WEAK
    largest = max(sides for sides in SIDES if sides <= total)
    own = total > SIDES[-1] if largest == SIDES[-1] and beyond else exact and total <= SIDES[-1]
    return Die(min(total, MOST_SIDES) if own else largest)


def next_die(total: int, *, exact: bool = False, beyond: bool = False) -> tuple[int, Die] | None:
    """How many points more bring a better die, and which; None where no sum within reach does. Source: BSR-02."""
    now = die_of(total, exact=exact, beyond=beyond)
    for more in range(1, MOST_SIDES - total + 1):
        better = die_of(total + more, exact=exact, beyond=beyond)
        if better != now:
            return more, better
    return None
