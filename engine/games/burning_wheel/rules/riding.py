"""Riding: the test, the mount's own maneuver, what comes of a botched one, and fights without training (RID-01 to 10).

>>> maneuver(Task.HIGH_TWO, Pace.GALLOP, {Terrain.BROKEN}).total
8
"""

from collections.abc import Collection, Mapping
from fractions import Fraction

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import throws
from engine.games.burning_wheel.rules.chase import floored
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.linked import Link
from engine.games.burning_wheel.rules.mounts import RIDER_TRAINING, Mount
from engine.games.burning_wheel.rules.test_class import TestClass, classes
from engine.games.burning_wheel.rules.throws import Ground
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

GEAR = 1
"""The die of bit, bridle, saddle and stirrups, all together. Source: RID-04."""
MOST_DIFFICULT = 2
"""The most that a dangerous demand adds. Source: RID-03."""
STAY_ON = 4
"""The obstacle to stay on a mount that rolls. Source: RID-07."""
UNTRAINED = 1
"""What a rider without Mounted Combat adds to every melee maneuver. Source: RID-10."""


class Task(Option):
    """What the mount is asked to do, and the obstacle of that. Source: RID-05."""

    NONE = "none", "nothing but the ground itself", 0
    TURN = "turn", "a sharp turn", 1
    LOW = "low", "clear something low", 1
    HIGH_ONE = "high-one", "leap 1 pace high", 2
    HIGH_TWO = "high-two", "leap 2 paces high", 4
    BROAD = "broad", "leap 3 paces wide, at a sprint", 2


class Pace(Option):
    """How fast it goes, and what that adds. Source: RID-05."""

    SLOW = "slow", "a walk", 0
    QUICK = "quick", "quickly", 1
    GALLOP = "gallop", "a full gallop", 2


class Terrain(Option):
    """What it goes over, and what that adds. Source: RID-05."""

    BROKEN = "broken", "broken ground", 2
    FOREST = "forest", "forest or city streets", 1
    SNOW = "snow", "snow or sand", 2
    DEEP = "deep", "deep snow or mud", 4
    ICE = "ice", "ice", 3


GROUNDS = (Ground.MUD, Ground.GRASS, Ground.ROAD, Ground.ROCKS)
"""What a mount may roll on. Source: RID-07."""


def obstacle(mount: Mount, difficult: int = 0) -> Worked:
    """The obstacle of a Riding test, line by line: the mount's Will, doubled without Rider Training, and what is added.

    `difficult` is 0 to 2. Raises `Refused` for another number. Source: RID-01 to RID-03.
    """
    if not 0 <= difficult <= MOST_DIFFICULT:
        raise Refused(f"A difficult maneuver adds 1 or {MOST_DIFFICULT}; this says {difficult}.")
    will = mount.will.exponent
    return Worked(
        (
            Line(will, f"Will of {_the(mount)}", "RID-01"),
            Line(0 if mount.trained else will, f"No {RIDER_TRAINING}: doubled", "RID-02"),
            Line(difficult, "Difficult maneuver", "RID-03"),
        )
    )


def _the(mount: Mount) -> str:
    return f"the {mount.words.lower()}" if mount.key != "own" else mount.words


def dice(riding: int, *, gear: bool, other: int = 0, lost: int = 0) -> Worked:
    """The dice of a Riding test, line by line, never below none. Source: RID-01, RID-04."""
    lines = (
        Line(riding, "Riding", "RID-01"),
        Line(GEAR if gear else 0, "Bit, bridle, saddle, stirrups", "RID-04"),
    )
    return floored(lines, other, lost, "RID-01")


def maneuver(task: Task, pace: Pace, terrain: Collection[Terrain]) -> Worked:
    """The obstacle of the mount's own Speed test, line by line. Source: RID-05."""
    return Worked(
        (
            Line(task.amount or 0, _capital(task.words), "RID-05"),
            Line(pace.amount or 0, _capital(pace.words), "RID-05"),
            *(Line(one.amount or 0, _capital(one.words), "RID-05") for one in Terrain if one in terrain),
        )
    )


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def chain(riding: Pool, against: int, speed: Pool, needed: int, rolled: int | None = None) -> tuple[Link, Link]:
    """The Riding test and the mount's own as linked tests; `rolled` are the rider's successes. Source: RID-05."""
    return Link(riding, against, rolled=rolled), Link(speed, needed)


class Botched(Option):
    """What becomes of a maneuver. Source: RID-06."""

    DONE = "done", "it does it"
    BALKS = "balks", "it stumbles, weaves or balks"
    FALLS = "falls", "it rolls or collides"


def falls(needed: int, speed: int, *, by_table: bool = False) -> bool:
    """Whether a mount that fails against this obstacle falls: from one less than its Speed on. Source: RID-06.

    `by_table`: where the advancement table calls the test Difficult or Challenging.

    >>> falls(5, 6), falls(4, 6), falls(1, 2), falls(1, 2, by_table=True)
    (True, False, True, False)
    """
    if by_table:
        return TestClass.ROUTINE not in classes(speed, needed)
    return needed >= speed - 1


def botched(successes: int, needed: int, speed: int, *, by_table: bool = False) -> Botched:
    """What becomes of the maneuver with so many successes. Source: RID-06."""
    if successes >= needed:
        return Botched.DONE
    return Botched.FALLS if falls(needed, speed, by_table=by_table) else Botched.BALKS


def short_by(law: Distribution, needed: int) -> Mapping[int, Fraction]:
    """The exact chance to fall short of an obstacle by each margin from 1 on."""
    return {needed - number: law.exactly(number) for number in range(needed) if law.exactly(number)}


def rolls(mount: Mount, ground: Ground) -> Worked:
    """The Power behind a mount that rolls over its rider: its own, and the Strength of the ground. Source: RID-07."""
    return throws.force(mount.power.exponent, ground, f"Power of {_the(mount)}")


def collides(mount: Mount, what: Ground) -> Worked:
    """The Power behind a collision: the mount's Speed, and the Strength of what is struck. Source: RID-08."""
    return throws.force(mount.speed.exponent, what, f"Speed of {_the(mount)}")


def stage(short: int) -> Stage:
    """How hard it hits by so many successes short (0 or more): 1 Incidental, 3 a Mark, 5 a Superb. Source: RID-08.

    >>> [stage(short).words for short in (0, 1, 2, 3, 4, 5)]
    ['Miss', 'Incidental', 'Incidental', 'Mark', 'Mark', 'Superb']
    """
    return throws.landed(short)
