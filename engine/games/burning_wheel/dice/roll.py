"""Rolled dice: from a seed, or as they lie on the reader's table (HUB-01, HUB-03, HUB-07)."""

import enum
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.games.burning_wheel.dice.pool import Pool
from engine.games.burning_wheel.dice.shade import SIDES, Shade
from engine.games.burning_wheel.dice.successes import Chain
from engine.refused import Refused
from engine.wording import quoted


class Outcome(enum.Enum):
    """What successes mean against an obstacle; `MEET` and `EXCEED` both pass. Source: HUB-03."""

    FAIL = "fail"
    MEET = "meet"
    EXCEED = "exceed"

    @property
    def passes(self) -> bool:
        """Whether the test is passed."""
        return self is not Outcome.FAIL


def outcome(successes: int, obstacle: int) -> Outcome:
    """How a number of successes stands to an obstacle. Source: HUB-03."""
    if successes < obstacle:
        return Outcome.FAIL
    return Outcome.MEET if successes == obstacle else Outcome.EXCEED


@dataclass(frozen=True, slots=True)
class Count:
    """Rolled dice counted: every die is a success or a traitor, and sixes are successes as well. Source: HUB-03."""

    successes: int
    traitors: int
    sixes: int

    def margin(self, obstacle: int) -> int:
        """Successes less the obstacle: below 0 fails by so much, above 0 is what exceeds it."""
        return self.successes - obstacle

    def outcome(self, obstacle: int) -> Outcome:
        """How the successes stand to an obstacle."""
        return outcome(self.successes, obstacle)


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell, `face` 1 to 6. `begot_by` is the place in the roll of the six that an extra die came from."""

    face: int
    shade: Shade
    open_ended: bool = False
    begot_by: int | None = None

    @property
    def success(self) -> bool:
        """Whether the face reaches the shade's target; a die that does not is a traitor."""
        return self.face >= self.shade.target

    @property
    def opens(self) -> bool:
        """Whether the die begets another one."""
        return self.open_ended and self.face == SIDES


@dataclass(frozen=True, slots=True)
class Roll:
    """A pool as it fell: its own dice in the pool's order, then the extra dice in the order of their sixes."""

    pool: Pool
    dice: tuple[Die, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show, in order; `read` makes the same roll of it again."""
        return tuple(die.face for die in self.dice)

    @property
    def count(self) -> Count:
        """Successes, traitors and sixes, extra dice included."""
        good = sum(die.success for die in self.dice)
        return Count(good, len(self.dice) - good, self.faces.count(SIDES))


Throw = Callable[[Pool], int]
"""The successes of a pool, from dice that are thrown or were."""


def roll(pool: Pool, seed: int | Random, chain: Chain = Chain.CHAIN) -> Roll:
    """Roll a pool. The same seed gives the same faces; a `Random` is drawn on, so that rolls can follow each other."""
    random = seed if isinstance(seed, Random) else Random(seed)
    return dealt(pool, chain, iter(lambda: random.randint(1, SIDES), 0))


def read(pool: Pool, faces: Sequence[int], chain: Chain = Chain.CHAIN) -> Roll:
    """A roll from faces that someone else rolled, in the order of `Roll`.

    Raises `Refused` when a face is not 1 to 6, and when there are fewer or more faces than the pool and its sixes
    ask for.
    """
    _check(faces)
    done = dealt(pool, chain, iter(faces))
    if len(done.dice) < len(faces):
        raise Refused(f"{pool} has {len(done.dice)} dice here, extra dice included; this has {len(faces)} faces.")
    return done


def evaluate(faces: Sequence[int], shade: Shade) -> Count:
    """Count dice of one shade. Raises `Refused` when a face is not 1 to 6. Source: HUB-03."""
    _check(faces)
    good = sum(face >= shade.target for face in faces)
    return Count(good, len(faces) - good, sum(face == SIDES for face in faces))


def _check(faces: Sequence[int]) -> None:
    for face in faces:
        if face not in range(1, SIDES + 1):
            raise Refused(f"A die shows 1 to {SIDES}; this says {quoted(face)}.")


def dealt(pool: Pool, chain: Chain, faces: Iterator[int]) -> Roll:
    """A roll of faces as they come, one for each die and each extra one, leaving those after it.

    Raises `Refused` where the faces end before the dice do.
    """
    waiting: deque[tuple[Shade, bool, int | None]] = deque(
        (group.shade, group.open_ended, None) for group in pool for _ in range(group.count)
    )
    dice: list[Die] = []
    while waiting:
        face = next(faces, None)
        if face is None:
            asked = len(dice) + len(waiting)
            raise Refused(f"{pool} needs {asked} faces or more, one for each die; this has {len(dice)}.")
        shade, open_ended, begot_by = waiting.popleft()
        dice.append(Die(face, shade, open_ended, begot_by))
        if dice[-1].opens:
            waiting.append((shade, chain is Chain.CHAIN, len(dice) - 1))
    return Roll(pool, tuple(dice))
