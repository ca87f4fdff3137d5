"""Injuries as rows of boxes, wounds, bleeding, stun, death (BSR-53 to BSR-61)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, Self

from engine.dice import Distribution
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules.damage import DamageType
from engine.games.bastard_sword.rules.half_orders import rung
from engine.refused import Refused
from engine.wording import quoted

BLEEDING_BOXES = 6
UNCONSCIOUS = 3
"""Times constitution: the stun at which someone falls unconscious. Source: BSR-56."""
BLEEDS = {DamageType.PIERCING: 1, DamageType.SLASHING: 2}
"""Boxes of bleeding that a wound checks. Source: BSR-54."""
TRACK = re.compile(r"([1-9])\(([0-9])\+([1-9])\)")


@dataclass(frozen=True, slots=True)
class Track:
    """The rows of an injury track, each of so many minor and then major boxes: "3(3+1)". Source: BSR-53."""

    rows: int = 3
    minor: int = 3
    major: int = 1

    steps: ClassVar[str] = ""
    pattern: ClassVar[str] = r"^[1-9]\([0-9]\+[1-9]\)$"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "3(3+1)". Raises `Refused` for anything else."""
        found = TRACK.fullmatch(text.replace(" ", ""))
        if not found:
            raise Refused(f"An injury track is rows, minor and major boxes, as in “3(3+1)”; this says {quoted(text)}.")
        return cls(int(found[1]), int(found[2]), int(found[3]))

    def __str__(self) -> str:
        return f"{self.rows}({self.minor}+{self.major})"

    @property
    def row(self) -> int:
        """The boxes of a row."""
        return self.minor + self.major

    @property
    def sudden(self) -> int:
        """The hits of one damage roll that kill outright. Source: BSR-60."""
        return 2 * self.row


@dataclass(frozen=True, slots=True)
class Marks:
    """The boxes marked on each row, the first row first: "3 1 0". Source: BSR-53."""

    rows: tuple[int, ...] = ()

    steps: ClassVar[str] = ""
    pattern: ClassVar[str] = r"^([0-9]{1,2}( [0-9]{1,2})*)?$"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "3 1 0", or nothing for nobody hurt. Raises `Refused` for anything else."""
        parts = text.replace(",", " ").split()
        if len(parts) > 9 or not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise Refused(f"Marks are the boxes of each row, as in “3 1 0”; this says {quoted(text)}.")
        return cls(tuple(map(int, parts)))

    def __str__(self) -> str:
        return " ".join(map(str, self.rows))

    def on(self, track: Track) -> tuple[int, ...]:
        """A number for each row of a track. Raises `Refused` where they do not fit on it."""
        if len(self.rows) > track.rows or any(one > track.row for one in self.rows):
            raise Refused(f"A track of {track} has {track.rows} rows of {track.row} boxes; this says {quoted(self)}.")
        return (*self.rows, *[0] * (track.rows - len(self.rows)))


@dataclass(frozen=True, slots=True)
class Hurt:
    """What a damage roll does on one row: the marks after it, the row, and what comes of it.

    `major` says that this roll makes the row major, which is a wound. Source: BSR-53, BSR-60.
    """

    marks: tuple[int, ...]
    row: int
    major: bool
    down: bool
    dead: bool


def on_row(track: Track, marks: Sequence[int], row: int, hits: int, *, down: bool = False, again: bool = False) -> Hurt:
    """Mark hits, 1 or more, on a row that has room for them. With `again` each hit on a major row is a wound anew."""
    after = marks[row] + hits
    major = after > track.minor and (again or marks[row] <= track.minor)
    held = tuple(after if at == row else one for at, one in enumerate(marks))
    return Hurt(held, row, major, down, down or hits >= track.sudden)


def shrugged(boxes: int, result: int) -> int:
    """The boxes of a minor injury that are left after a test of resist pain, against their half-order. Source: BSR-78.

    >>> shrugged(2, 4), shrugged(1, 5), shrugged(3, 2)
    (1, 0, 3)
    """
    return max(0, boxes - max(0, result - rung(boxes)))


def choices(
    track: Track, marks: Sequence[int], hits: int, *, down: bool = False, again: bool = False
) -> Iterator[Hurt]:
    """What so many hits may do, a choice for each row that has room; where none has, each of the emptiest is filled.

    `down` is someone incapacitated already, whom any hit kills. Source: BSR-53, BSR-57, BSR-60.
    """
    free = [track.row - one for one in marks]
    if hits <= max(free):
        for row, room in enumerate(free):
            if hits <= room:
                yield on_row(track, marks, row, hits, down=down, again=again)
        return
    for row, room in enumerate(free):
        if room == max(free):
            filled = on_row(track, marks, row, room, down=True, again=again and room > 0)
            yield Hurt(filled.marks, row, filled.major, down=True, dead=down or hits >= track.sudden)


def best(found: Sequence[Hurt]) -> Hurt:
    """The choice that a player would make: alive, up, without a wound, and the emptiest rows left."""
    return min(found, key=lambda one: (one.dead, one.down, one.major, sorted(one.marks), one.row))


@dataclass(frozen=True, slots=True)
class Wound:
    """What a major injury brings: boxes of bleeding, or stun. Source: BSR-54."""

    bleeding: int = 0
    stun: int = 0


def wound(kind: DamageType, hits: int) -> Wound:
    """The wound of a damage roll that makes a row major. Source: BSR-54."""
    return Wound(BLEEDS.get(kind, 0), hits if kind is DamageType.BLUDGEONING else 0)


def bleeding_malus(boxes: int) -> int:
    """What bleeding takes off every roll. Source: BSR-55.

    >>> [bleeding_malus(boxes) for boxes in range(7)]
    [0, 1, 1, 3, 3, 10, 10]
    """
    return rung((boxes + 1) // 2)


def falls_unconscious(stun: int, constitution: int) -> bool:
    """Whether so much stun is too much. Source: BSR-56.

    >>> falls_unconscious(8, 3), falls_unconscious(9, 3), falls_unconscious(0, 0)
    (False, True, False)
    """
    return stun > 0 and stun >= UNCONSCIOUS * constitution


def shaken(pool: Pool, stun: int) -> Distribution:
    """How likely each stun is after a test of resist shock, on which the stun weighs as well. Source: BSR-56."""
    return successes(pool).mapped(lambda rolled: stun - min(stun, max(0, rolled - stun)))


# --- Clocks ---


@dataclass(frozen=True, slots=True)
class Bleeder:
    """How someone who bleeds to death stands after a number of rounds: the chance of each number of boxes, and dead."""

    boxes: tuple[Fraction, ...]
    doomed: Fraction
    dead: Fraction

    @property
    def stopped(self) -> Fraction:
        """The chance that the bleeding has stopped."""
        return self.boxes[0]


def bleed(pool: Pool, boxes: int, rounds: int, *, at_once: bool = False) -> list[Bleeder]:
    """The rounds of someone bleeding to death, the first being the state before any test.

    Natural healing against the boxes checked: a hit takes one box off, success without one changes nothing, failure
    checks one more; where none is left, death comes in the next round, or `at_once`. Source: BSR-58.
    """
    law = successes(pool)
    now = [Fraction(int(at == boxes)) for at in range(BLEEDING_BOXES + 1)]
    doomed = dead = Fraction(0)
    course = [Bleeder(tuple(now), doomed, dead)]
    for _ in range(rounds):
        dead, doomed = dead + doomed, Fraction(0)
        after = [Fraction(0)] * (BLEEDING_BOXES + 1)
        after[0] = now[0]
        for at in range(1, BLEEDING_BOXES + 1):
            better, same = law.at_least(at + 1), law.exactly(at) if at <= law.last else Fraction(0)
            after[at - 1] += now[at] * better
            after[at] += now[at] * same
            worse = now[at] * (1 - better - same)
            if at < BLEEDING_BOXES:
                after[at + 1] += worse
            elif at_once:
                dead += worse
            else:
                doomed += worse
        now = after
        course.append(Bleeder(tuple(now), doomed, dead))
    return course


def wakes(pool: Pool, stun: int, rounds: int, *, twice: bool = False, limit: int | None = None) -> list[Fraction]:
    """The chance to be awake after each round, the stun falling by 1 a round; the first test is at the full stun.

    One success has to be left once the stun is taken off, or with `twice` as many as the stun. With a `limit` nobody
    wakes while the stun is as high as that. Source: BSR-59.
    """
    law, asleep, found = successes(pool), Fraction(1), []
    for number in range(rounds):
        now = max(0, stun - number)
        needed = max(1, 2 * now) if twice else now + 1
        if limit is None or not now or now < limit:
            asleep *= 1 - law.at_least(needed)
        found.append(1 - asleep)
    return found


def minutes_left(pool: Pool, boxes: int) -> Distribution:
    """Outside of rounds: the minutes that someone bleeding to death has left, one for each hit. Source: BSR-58."""
    return successes(pool).plus(-boxes).floored(0)


def minutes_out(pool: Pool, stun: int, *, twice: bool = False) -> Mapping[int, Fraction]:
    """Outside of rounds: the minutes unconscious, 1 at least, one for each success that is missing to the stun.

    With `twice` the stun is a malus as well. Source: BSR-59.
    """
    found: dict[int, Fraction] = {}
    for rolled, chance in successes(pool):
        minutes = max(1, stun * (2 if twice else 1) - rolled)
        found[minutes] = found.get(minutes, Fraction(0)) + chance
    return dict(sorted(found.items()))


def resuscitation(hits: int, rounds: int) -> int:
    """The difficulty of bringing someone back: the hits of the blow and the rounds since. Source: BSR-61."""
    return hits + rounds


def by_medicine(
    pool: Pool, difficulty: int, malus: int = 0, *, rising: bool = True, raw: bool = False, most: int = 40
) -> Fraction:
    """The chance to bring someone back by rolling medicine, a roll a round with its malus, until the difficulty is met.

    A roll without a success ends it, or with `raw` one on whose dice none fell; with `rising` each round that passes
    adds 1 to the difficulty. Source: BSR-14, BSR-61.
    """
    least = 0 if raw else malus
    law = [(max(0, number - malus), chance) for number, chance in successes(pool) if number > least and chance]

    @cache
    def reached(tally: int, done: int) -> Fraction:
        goal = difficulty + (done if rising else 0)
        if done == most:
            return Fraction(0)
        return sum(
            (
                chance if tally + number >= goal else chance * reached(tally + number, done + 1)
                for number, chance in law
            ),
            Fraction(0),
        )

    return reached(0, 0)
