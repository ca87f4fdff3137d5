"""What a Natural Effect comes to, whom Control throws down with it, and how long spells last (SOR-23 to SOR-25).

>>> rung(5).rating, rung(14).of(Force.FIRE), rung(0)
('strong', 'hellfire', None)
>>> lasts(2)
3
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.option import Option
from engine.refused import Refused

NOT_GIVEN = "not given"


class Force(Option):
    """The four columns of the scale. Source: SOR-23."""

    WIND = "wind", "Wind"
    LIGHT = "light", "Light"
    FIRE = "fire", "Fire"
    WATER = "water", "Water"


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the scale: the successes `over` the obstacle, its rating, and what each force does there, or None.

    Source: SOR-23.
    """

    over: int
    rating: str
    does: Mapping[Force, str | None]

    def of(self, force: Force) -> str | None:
        """What that force does; None where the book has no instance."""
        return self.does[force]


def _rung(row: Mapping[str, Any]) -> Rung:
    does = {force: None if row[force.value] == NOT_GIVEN else str(row[force.value]) for force in Force}
    return Rung(row["over"], row["rating"], does)


RUNGS: tuple[Rung, ...] = tables.rows(
    __file__, "natural_effect.toml", "rung", ("over", "rating", *(force.value for force in Force)), _rung
)
"""The scale, least first: a rung for each success over the obstacle from 1. Source: SOR-23."""
MOST = RUNGS[-1].over


def rung(over: int, *, least: int = 0) -> Rung | None:
    """The rung that so many successes over the obstacle (0 or more) reach; beyond the last there is none.

    Below the first None, unless `least` is the rung that a spell which just comes off stands on. Source: SOR-23.
    """
    reached = min(max(over, least), MOST)
    return RUNGS[reached - 1] if reached else None


def chances(law: Distribution, obstacle: int, own: int | None = None) -> Mapping[int, Fraction]:
    """The exact chance of each number over the obstacle from 0 to the last rung; what is missing to 1 has failed.

    With `own` the successes are those over the spell’s own obstacle. Source: SOR-23.
    """
    base = obstacle if own is None else own
    found = dict.fromkeys(range(MOST + 1), Fraction(0))
    last = max(obstacle, base + MOST)
    for rolled in range(obstacle, last + 1):
        over = min(rolled - base, MOST)
        found[over] += law.at_least(rolled) if rolled == last else law.exactly(rolled)
    return found


def stands(over: int, options: Sequence[Roll]) -> Roll:
    """What someone had better roll of Power and Speed against so many successes over; the first of two as good.

    Source: SOR-24.
    """
    return max(options, key=lambda roll: roll.law.at_least(min(over, roll.law.last + 1)))


def thrown(over: int, options: Sequence[Roll]) -> Mapping[int, Fraction]:
    """The exact chance of each net with which someone is thrown, 0 for one who stands; they sum to 1.

    Natural Defenses, the better of their `options`, are tested at an obstacle of the successes `over` that of the spell
    (0 or more). Source: SOR-24.

    >>> from engine.games.burning_wheel.dice import Pool
    >>> [str(chance) for chance in thrown(2, (Roll(Pool.parse("B2")), Roll(Pool.parse("B1")))).values()]
    ['1/4', '1/2', '1/4']
    """
    law = stands(over, options).law
    stood = law.at_least(min(over, law.last + 1))
    return {0: stood, **{net: law.exactly(over - net) for net in range(1, over + 1)}}


def down(over: int, options: Sequence[Roll]) -> Fraction:
    """The chance that someone is thrown down. Source: SOR-24."""
    return 1 - thrown(over, options)[0]


def cast_down(law: Distribution, obstacle: int, options: Sequence[Roll], own: int | None = None) -> Fraction:
    """The exact chance that someone is thrown down, from the dice of the casting on. Source: SOR-24.

    More successes over than they have dice throw them for certain.
    """
    base = obstacle if own is None else own
    last = max(obstacle, base + max(roll.law.last for roll in options) + 1)
    found = Fraction(0)
    for rolled in range(obstacle, last + 1):
        chance = law.at_least(rolled) if rolled == last else law.exactly(rolled)
        found += chance * down(rolled - base, options)
    return found


class Span(Option):
    """The units of an elapsed time. Source: SOR-25."""

    MOMENTS = "moments", "moments"
    SECONDS = "seconds", "seconds"
    EXCHANGES = "exchanges", "exchanges"
    MINUTES = "minutes", "minutes"
    HOURS = "hours", "hours"
    DAYS = "days", "days"
    MONTHS = "months", "months"
    YEARS = "years", "years"

    @property
    def one(self) -> str:
        """One of it in words: "minute"."""
        return self.words.removesuffix("s")


def lasts(successes: int) -> int:
    """The units that an elapsed time lasts with so many successes put into it (0 or more). Source: SOR-25."""
    return 1 + successes


def needed(units: int) -> int:
    """The successes that so many units take. Raises `Refused` for less than one, which every spell lasts. SOR-25.

    >>> needed(1), needed(3)
    (0, 2)
    """
    if units < 1:
        raise Refused(f"A spell that comes off lasts one of its units at least; this says {units}.")
    return units - 1
