"""What it takes to hack a section of wall to pieces, and to strike or shoot someone through it (MAT-01 to MAT-04).

A `Section` is a piece of a material that someone could attack; `Damaged` is how far it has come. Nothing is rolled
against it: the Mark of an attack is held against its three tolerances.

>>> door, mark = SECTIONS[Material.DOOR], Coordinate.parse("B7")
>>> door.bite(mark).words, blows(door, mark), opening(door, mark)
('a scratch', 6, 3)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.shots import Shot, bonuses
from engine.games.burning_wheel.rules.throws import Material
from engine.option import Option

SCRATCHES = 3
"""Scratches that make a breach. Source: MAT-02."""
THROUGH = 2
"""The least that is added to the obstacle of a Strike through something. Source: MAT-03."""


class Bite(Option):
    """What one attack does to a section. Source: MAT-02."""

    NOTHING = "nothing", "nothing"
    SCRATCH = "scratch", "a scratch"
    BREACH = "breach", "a breach"
    WRECK = "wreck", "wrecks it"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a material: the least Mark that scratches, breaches and wrecks it, and the breaches that it bears.

    Source: MAT-01.
    """

    material: Material
    surface: Coordinate
    breach: Coordinate
    destroyed: Coordinate
    integrity: int

    @property
    def strength(self) -> int:
        """How stiff it is, for whoever strikes or shoots through it."""
        return self.material.amount or 0

    def bite(self, mark: Coordinate) -> Bite:
        """What an attack with this Mark does to it; one of a lighter shade lies beyond all. Source: MAT-02, HER-13."""
        if mark >= self.destroyed:
            return Bite.WRECK
        if mark >= self.breach:
            return Bite.BREACH
        return Bite.SCRATCH if mark >= self.surface else Bite.NOTHING


def _section(row: Mapping[str, Any]) -> Section:
    surface, breach, destroyed = (Coordinate.parse(row[name]) for name in ("surface", "breach", "destroyed"))
    return Section(Material.of(row["key"]), surface, breach, destroyed, row["integrity"])


COLUMNS = ("key", "surface", "breach", "destroyed", "integrity")
SECTIONS: Mapping[Material, Section] = {
    section.material: section for section in tables.rows(__file__, "materials.toml", "material", COLUMNS, _section)
}


@dataclass(frozen=True, slots=True)
class Damaged:
    """How far a section has come: its `breaches`, and `scratches` of which there are not enough for one more, 0 to 2.

    Source: MAT-02.
    """

    breaches: int = 0
    scratches: int = 0


WHOLE = Damaged()


def struck(section: Section, before: Damaged, bite: Bite) -> Damaged:
    """The section after one more attack; a wrecked one has all its breaches. Source: MAT-02.

    >>> struck(SECTIONS[Material.DOOR], Damaged(0, 2), Bite.SCRATCH)
    Damaged(breaches=1, scratches=0)
    """
    if bite is Bite.WRECK:
        return Damaged(section.integrity)
    if bite is Bite.BREACH:
        return Damaged(before.breaches + 1, before.scratches)
    scratches = before.scratches + (bite is Bite.SCRATCH)
    return Damaged(before.breaches + scratches // SCRATCHES, scratches % SCRATCHES)


def gone(section: Section, damaged: Damaged) -> bool:
    """Whether nothing of it is in the way any more. Source: MAT-01, MAT-02."""
    return damaged.breaches >= section.integrity


def blows(section: Section, mark: Coordinate, before: Damaged = WHOLE) -> int | None:
    """How many attacks with this Mark until the section is gone; None where none of them does anything. MAT-02."""
    return _until(section, mark, before, section.integrity - before.breaches)


def opening(section: Section, mark: Coordinate, before: Damaged = WHOLE) -> int | None:
    """How many attacks until there is a hole, or one more; None where there never is. Source: MAT-02."""
    return _until(section, mark, before, 1)


def _until(section: Section, mark: Coordinate, before: Damaged, breaches: int) -> int | None:
    left = max(0, breaches)
    match section.bite(mark):
        case Bite.WRECK:
            return min(1, left)
        case Bite.BREACH:
            return left
        case Bite.SCRATCH:
            return max(0, SCRATCHES * left - before.scratches)
    return None


def passes(section: Section, mark: Coordinate) -> bool:
    """Whether an attack goes through it at all and may hit who is behind it. Source: MAT-03, MAT-04."""
    return mark >= section.breach


class Seen(Option):
    """What a shooter sees of the target, with what it adds to the obstacle. Source: MAT-04."""

    COVERED = "covered", "some of them, and aim at what is covered", 2
    KNOWN = "known", "nothing, but know where they are", 3


def slowed(section: Section, va: int, *, helps: bool = False) -> int:
    """What a shot that passes takes off the Die of Fate: the Strength, less the VA of what flies. Source: MAT-04.

    Where VA is the higher, nothing is taken off; with `helps` the rest is added to the die, and the number is below 0.

    >>> slowed(SECTIONS[Material.DOOR], 2), slowed(SECTIONS[Material.GRANITE], 2), slowed(SECTIONS[Material.CLOTH], 1)
    (0, 3, 0)
    """
    left = section.strength - va
    return left if helps else max(0, left)


class Behind(Option):
    """How a shot through something ends. Source: MAT-04."""

    MISS = Stage.MISS.value, Stage.MISS.words
    SPENT = "spent", "Hits, no harm"
    INCIDENTAL = Stage.INCIDENTAL.value, Stage.INCIDENTAL.words
    MARK = Stage.MARK.value, Stage.MARK.words
    SUPERB = Stage.SUPERB.value, Stage.SUPERB.words


def behind(shot: Shot, total: int) -> Behind:
    """How a shot that hits ends at a Die of Fate with everything on it: at 0 or less it does no harm. MAT-04.

    >>> from engine.games.burning_wheel.rules.missiles import MISSILES, Band, shot
    >>> bow = shot(MISSILES["hunting-bow"], Band.OPTIMAL)
    >>> behind(bow, 0).words, behind(bow, 1).words
    ('Hits, no harm', 'Incidental')
    """
    return Behind.SPENT if total <= 0 else Behind.of(shot.bands.stage(total).value)


def dealt(shot: Shot, slowed: int, bonus: int = 0) -> Mapping[Behind, Fraction]:
    """The exact chance of each end once it hits with this `bonus` of successes. Source: MAT-04, WPN-15, WPN-16."""
    found = dict.fromkeys(Behind, Fraction(0))
    for face in range(1, SIDES + 1):
        found[behind(shot, face + shot.fate.total + bonus - slowed)] += Fraction(1, SIDES)
    return found


def chances(
    pool: Pool, obstacle: int, shot: Shot, slowed: int, chain: Chain = Chain.CHAIN
) -> Mapping[Behind, Fraction]:
    """The exact chance of every end of a shot through something, before any die falls; they sum to 1. Source: MAT-04.

    `obstacle` is the final one, 1 or more.
    """
    found = dict.fromkeys(Behind, Fraction(0))
    found[Behind.MISS] = Fraction(1)
    for (gained, _), chance in bonuses(pool, obstacle, 0, chain).items():
        found[Behind.MISS] -= chance
        for end, share in dealt(shot, slowed, gained).items():
            found[end] += chance * share
    return found
