"""The Wheel of Magic: what a garbled spell turns into (SOR-31).

>>> start = ("arcana", "control", "personal", "sustained", "caster")
>>> [slot.words for slot in turned(start, Turn(2, 3).steps)]
['Fire', 'Create', 'Personal', 'Permanent', 'Half Measured Area']
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.spell_area import LENGTHS
from engine.games.burning_wheel.rules.spells import Unit
from engine.refused import Refused

TABLE = "wheel.toml"
FACES = range(1, SIDES + 1)
TWICE = 2


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on a ring: its key, its words, and its words where there is little room."""

    key: str
    words: str
    short: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring of the wheel with its slots, clockwise; the last is followed by the first. Source: SOR-31."""

    key: str
    words: str
    slots: tuple[Slot, ...]

    def at(self, key: str) -> int:
        """The place of a slot, from 0. Raises `Refused` for one that the ring has not."""
        for place, slot in enumerate(self.slots):
            if slot.key == key:
                return place
        raise Refused(f"The ring {self.words} has no slot {key}.")

    def turned(self, key: str, steps: int) -> Slot:
        """The slot so many steps clockwise of one; below 0 counter-clockwise. Source: SOR-31."""
        return self.slots[(self.at(key) + steps) % len(self.slots)]

    def chances(self, key: str) -> tuple[Fraction, ...]:
        """The exact chance to stop at each slot, in their order. Source: SOR-31."""
        found = Counter(self.turned(key, turn.steps).key for turn in TURNS)
        return tuple(Fraction(found[slot.key], len(TURNS)) for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Turn:
    """Two dice for the wheel, 1 to 6 each: the dark one says which way, the light one how far. Source: SOR-31.

    Raises `Refused` for a face that is none.
    """

    dark: int
    light: int

    def __post_init__(self) -> None:
        for face in (self.dark, self.light):
            if face not in FACES:
                raise Refused(f"A die shows 1 to {SIDES}; this says {face}.")

    @property
    def steps(self) -> int:
        """Steps clockwise, below 0 counter-clockwise: even turns clockwise, odd the other way."""
        return -self.light if self.dark % TWICE else self.light

    @property
    def words(self) -> str:
        """ "3 clockwise"."""
        return f"{self.light} {'counter-clockwise' if self.steps < 0 else 'clockwise'}"


TURNS = tuple(Turn(dark, light) for dark in (2, 1) for light in FACES)
"""The twelve turns that are equally likely: each way, one to six steps. Source: SOR-31."""


def _ring(row: Mapping[str, Any]) -> Ring:
    slots = tuple(Slot(key, words, *(short or [words])) for key, words, *short in row["slots"])
    return Ring(row["key"], row["words"], slots)


RINGS: tuple[Ring, ...] = tables.rows(__file__, TABLE, "ring", ("key", "words", "slots"), _ring)
"""The five rings in the order in which a spell is read; orders rebuilt. Source: SOR-31."""


def turned(start: Sequence[str], steps: int) -> tuple[Slot, ...]:
    """The five facets after every ring has turned by the same steps. Source: SOR-31.

    Raises `Refused` where a facet is not on its ring.
    """
    return tuple(ring.turned(key, steps) for ring, key in zip(RINGS, start, strict=True))


@dataclass(frozen=True, slots=True)
class Measure:
    """A measured area: so much of a length. Source: SOR-31."""

    amount: Fraction
    length: str

    @property
    def words(self) -> str:
        """In words.

        >>> [Measure(Fraction(amount), "Miles").words for amount in ("50", "1", "1/2")]
        ['50s of Miles', 'Miles', 'half-Miles']
        """
        if self.amount < 1:
            return f"half-{self.length}"
        return self.length if self.amount == 1 else f"{self.amount}s of {self.length}"


def _unit(face: int) -> Measure:
    """The unit of a face: 3 and 6 stand in the book's example, the others in the order of the units; rebuilt."""
    size, length = LENGTHS[tuple(Unit)[face - 1]]
    return Measure(Fraction(size), length.capitalize())


_TIMES: tuple[tuple[int, str], ...] = tables.rows(
    __file__, TABLE, "time", ("last", "words"), lambda row: (row["last"], row["words"])
)
SCALES = {"double-measured": Fraction(TWICE), "measured": Fraction(1), "half-measured": Fraction(1, TWICE)}
"""What each measured area of the wheel makes of its unit. Source: SOR-31."""
ELAPSED, DESTROY = "elapsed", "destroy"
"""The slots that ask for more: two dice for the unit of time, and damage. Source: SOR-31."""


def measured(area: str, face: int) -> Measure:
    """The area that a die, 1 to 6, gives to a measured area of the wheel. Raises `Refused` for any other.

    >>> measured("half-measured", 6).words, measured("double-measured", 2).words
    ('50s of Miles', '20s of Paces')
    """
    if area not in SCALES or face not in FACES:
        raise Refused(f"A die is thrown for the unit of a measured area, 1 to {SIDES}.")
    unit = _unit(face)
    return Measure(unit.amount * SCALES[area], unit.length)


def elapsed(total: int) -> str:
    """The unit of time that two dice give, by their total from 2 to 12. Raises `Refused` for any other; rebuilt."""
    if not TWICE <= total <= TWICE * SIDES:
        raise Refused(f"Two dice come to {TWICE} to {TWICE * SIDES}; this says {total}.")
    return next(words for last, words in _TIMES if total <= last)


def times() -> Mapping[str, Fraction]:
    """The exact chance of each unit of time."""
    return _shares(elapsed(one + other) for one in FACES for other in FACES)


def measures(area: str) -> Mapping[str, Fraction]:
    """The exact chance of each unit for a measured area of the wheel."""
    return _shares(measured(area, face).words for face in FACES)


def _shares(outcomes: Iterable[str]) -> Mapping[str, Fraction]:
    found = Counter(outcomes)
    return {words: Fraction(count, found.total()) for words, count in found.items()}
