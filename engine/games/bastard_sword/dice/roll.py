"""Dice that fell: from a seed, or as they lie on the reader's table (BSR-05)."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.games.bastard_sword.dice.die import Die
from engine.games.bastard_sword.dice.pool import Pool
from engine.refused import Refused
from engine.wording import count, quoted


@dataclass(frozen=True, slots=True)
class Roll:
    """A pool as it fell: a face for each of its dice, in the order of its groups."""

    pool: Pool
    faces: tuple[int, ...]

    @property
    def dice(self) -> tuple[tuple[Die, int], ...]:
        """Each die with the face that it shows."""
        dice = (group.die for group in self.pool for _ in range(group.count))
        return tuple(zip(dice, self.faces, strict=True))

    @property
    def successes(self) -> int:
        """What the faces are worth together. Source: BSR-05."""
        return sum(die.worth(face) for die, face in self.dice)


def roll(pool: Pool, seed: int | Random) -> Roll:
    """Roll a pool. The same seed gives the same faces; a `Random` is drawn on, so that rolls can follow each other."""
    random = seed if isinstance(seed, Random) else Random(seed)
    return Roll(pool, tuple(random.randint(1, group.die.sides) for group in pool for _ in range(group.count)))


def read(pool: Pool, faces: Sequence[int]) -> Roll:
    """A roll from faces that fell elsewhere, in the order of the pool. Raises `Refused` for too many, few or high."""
    if len(faces) != pool.dice:
        raise Refused(f"{pool} takes {count(pool.dice, 'face')}, one for each die; this has {len(faces)}.")
    done = Roll(pool, tuple(faces))
    for die, face in done.dice:
        if not 1 <= face <= die.sides:
            raise Refused(f"A d{die.sides} shows 1 to {die.sides}; this says {quoted(face)}.")
    return done
