"""When a spell goes wrong: the failed casting, what tears through, and a spell broken off (SOR-30, SOR-32, SOR-33)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.die_of_fate import READINGS
from engine.option import Option
from engine.refused import Refused

FACES = range(1, SIDES + 1)
HALF = SIDES // 2


class Failure(Option):
    """What becomes of a spell that failed, by the Die of Fate. Source: SOR-30."""

    SUMMONING = "summoning", "unwanted summoning"
    GARBLED = "garbled", "garbled transmission"
    DISSIPATES = "dissipates", "harmless dissipation"

    @classmethod
    def by(cls, face: int) -> "Failure":
        """By the face of the die. Raises `Refused` for one that is none."""
        return list(cls)[_FAILED.index(READINGS["failed-spell"].of(face))]


_FAILED = [band.says for band in READINGS["failed-spell"].bands]


def failures(fails: Fraction) -> Mapping[Failure, Fraction]:
    """The chance of each outcome where a casting fails with this chance. Source: SOR-30."""
    chances = READINGS["failed-spell"].chances()
    return {one: fails * chances[said] for one, said in zip(Failure, _FAILED, strict=True)}


class Calling(Option):
    """Who answers a call on the Offering Wheel. Source: SOR-32."""

    ANGELIC = "angelic", "angelic"
    DAEMONIC = "daemonic", "daemonic"


class Star(Option):
    """How far in on the Offering Wheel. Source: SOR-32."""

    INNER = "inner", "Inner Star"
    OUTER = "outer", "Outer Circle"


@dataclass(frozen=True, slots=True)
class Sector:
    """A quarter of the Offering Wheel: whose it is, how far in, and its ranks from the lowest. Source: SOR-32."""

    calling: Calling
    star: Star

    @property
    def named(self) -> bool:
        """Whether the book names who stands there; of the others only the order is known."""
        return self in _NAMES

    def rank(self, face: int) -> str:
        """Who comes, by a die from 1 to 6: two faces for each rank from the lowest. Raises `Refused` for any other."""
        _check(face)
        ranks = _NAMES.get(self, tuple(f"{rank} of the {self.words}" for rank in ("lesser", "middle", "greater")))
        return ranks[(face - 1) // 2]

    @property
    def words(self) -> str:
        """ "angelic Inner Star"."""
        return f"{self.calling.words} {self.star.words}"


_NAMES: Mapping[Sector, tuple[str, ...]] = {
    Sector(Calling.DAEMONIC, Star.OUTER): ("Lesser Imp", "Imp", "Greater Imp"),
    Sector(Calling.ANGELIC, Star.INNER): ("Lesser Seraph", "Seraph", "Greater Seraph"),
}


def sector(face: int, second: int | None = None) -> Sector:
    """The sector that a die from 1 to 6 calls to: even angelic, odd daemonic; 1 to 3 far in, 4 to 6 far out.

    With a `second` die that one says how far in. Raises `Refused` for a face that is none. Source: SOR-32.
    """
    _check(face)
    deep = face if second is None else second
    _check(deep)
    return Sector(Calling.DAEMONIC if face % 2 else Calling.ANGELIC, Star.INNER if deep <= HALF else Star.OUTER)


def sectors(*, two_dice: bool = False) -> Mapping[Sector, Fraction]:
    """The exact chance of each sector, by one die for both facts or by a die for each. Source: SOR-32."""
    falls = [(one, other) for one in FACES for other in FACES if two_dice or one == other]
    found: dict[Sector, Fraction] = {}
    for one, other in falls:
        at = sector(one, other)
        found[at] = found.get(at, Fraction(0)) + Fraction(1, len(falls))
    return found


def _check(face: int) -> None:
    if face not in FACES:
        raise Refused(f"A die shows 1 to {SIDES}; this says {face}.")


class Break(Option):
    """What breaks a spell off; the list is open. Source: SOR-33."""

    MOUTH = "mouth", "hit in the mouth"
    HELD = "held", "held fast, by hands or by magic"
    HURT = "hurt", "injured, with a wound that takes dice"
    BLIND = "blind", "blinded"
    SLEEP = "sleep", "falling asleep"
    STEEL = "steel", "failing a Steel test"
    SHIELD = "shield", "your sustained Eldritch Shield loses its last die"


LEAST_TAX = 1


def interrupted(obstacle: int, done: int, actions: int, *, up: bool = False) -> int:
    """The obstacle of the Tax for a spell broken off after `done` of its `actions`: the same part of its own.

    `obstacle` is that of its Tax, 1 or more. It is never below 1; what is left over counts where it is rounded `up`.
    Raises `Refused` where more was done than there was to do. Source: SOR-33.

    >>> interrupted(4, 3, 6), interrupted(3, 3, 6), interrupted(3, 3, 6, up=True)
    (2, 1, 2)
    """
    if not 0 <= done <= actions or actions < 1:
        raise Refused(f"A spell of {actions} actions is broken off after 0 to {actions} of them; this says {done}.")
    whole = obstacle * done
    return max(LEAST_TAX, -(-whole // actions) if up else whole // actions)
