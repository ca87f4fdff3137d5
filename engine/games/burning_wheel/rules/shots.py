"""What flies at someone: where it hits, and the Die of Fate that says how hard (WPN-13, WPN-15, WPN-16)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Chain, Pool, successes
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Target
from engine.refused import Refused
from engine.working import Line, Worked

MOST_BONUS = 3
"""Successes help the Die of Fate by no more than this. Source: WPN-16."""
EXTREME = Line(-1, "Extreme range", "WPN-16")


@dataclass(frozen=True, slots=True)
class Bands:
    """How a weapon reads the Die of Fate: Incidental up to one face, a Mark up to another, Superb above.

    Faces are 1 to 5 and the second is no lower than the first; raises `Refused` for others. Source: WPN-15.

    >>> Bands(2, 4).words
    '1–2 / 3–4 / 5–6'
    """

    incidental: int
    mark: int

    def __post_init__(self) -> None:
        if not 1 <= self.incidental <= self.mark < SIDES:
            raise Refused(
                f"Incidental ends at a face from 1 to 5, a Mark no lower; this says {self.incidental} and {self.mark}."
            )

    def stage(self, total: int) -> Stage:
        """The stage of a die with its modifiers: below 1 counts as 1, above 6 as 6. Source: WPN-15."""
        if total <= self.incidental:
            return Stage.INCIDENTAL
        return Stage.MARK if total <= self.mark else Stage.SUPERB

    def chances(self, modifier: int = 0) -> Mapping[Stage, Fraction]:
        """The chance of each stage once it hits, in sixths. Source: WPN-15.

        >>> [str(chance) for chance in Bands(2, 4).chances(1).values()]
        ['1/6', '1/3', '1/2']
        """
        faces = [self.stage(face + modifier) for face in range(1, SIDES + 1)]
        return {stage: Fraction(faces.count(stage), SIDES) for stage in LANDED}

    @property
    def words(self) -> str:
        """The three bands: "1–2 / 3–4 / 5–6"."""
        spans = ((1, self.incidental), (self.incidental + 1, self.mark), (self.mark + 1, SIDES))
        return " / ".join(_span(first, last) for first, last in spans)


def _span(first: int, last: int) -> str:
    if last < first:
        return "never"
    return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class Shot:
    """What hits someone, with its head and range taken in.

    `fate` modifies the Die of Fate apart from successes, `obstacle` is what the head adds to hitting, `va` 0 or more.
    Source: WPN-14 to WPN-17.
    """

    name: str
    damage: Damage
    bands: Bands
    va: int
    fate: Worked = Worked(())
    obstacle: int = 0

    def chances(self, bonus: int = 0) -> Mapping[Stage, Fraction]:
        """The chance of each stage once it hits with a `bonus` of successes."""
        return self.bands.chances(self.fate.total + bonus)


def shifted(damage: Damage, by: int) -> Damage:
    """Each of the three stages moved on the grayscale, never before its beginning. Source: WPN-39."""
    return Damage(*(Coordinate(max(0, damage.at(stage).place + by)) for stage in LANDED))


def bonus(left: int, obstacle: int) -> int:
    """What `left` successes (after aiming) add to the Die of Fate at an `obstacle` of 1 or more: 0 to 3.

    One for more than the obstacle, two for twice, three for three times as many; they do not add up. Source: WPN-16.

    >>> bonus(4, 2), bonus(2, 2), bonus(5, 4)
    (2, 0, 1)
    """
    if left <= obstacle:
        return 0
    return min(left // obstacle, MOST_BONUS)


def needed(bonus: int, obstacle: int) -> int:
    """The fewest successes after aiming for a bonus of 0 to 3, or more. Source: WPN-16."""
    return obstacle * bonus if bonus > 1 else obstacle + bonus


AIM: Mapping[Target, int] = {Target.TORSO: 0, Target.ARMS: 1, Target.LEGS: 1, Target.HEAD: 2}
"""Successes that move a shot away from the torso. Source: WPN-13."""
SIZE = (Target.TORSO, Target.LEGS, Target.ARMS, Target.HEAD)
"""Largest part first; the book compares only some of them. Source: WPN-13."""


def default_target(hidden: Collection[Target] = ()) -> Target:
    """Where a shot hits by itself: the torso, or else the largest part that shows. Source: WPN-13.

    Raises `Refused` where nothing shows.
    """
    showing = [target for target in SIZE if target not in hidden]
    if not showing:
        raise Refused("No part of the target shows; leave one in sight, or shoot through what hides it.")
    return showing[0]


def aim_cost(
    wanted: Target, start: Target = Target.TORSO, elsewhere: Callable[[Target, Target], int] | None = None
) -> int | None:
    """Successes that move a shot from where it hits by itself to where it is wanted.

    The book prices only the way from the torso; `elsewhere` prices those from other parts. None: it cannot be moved.
    Source: WPN-13.
    """
    if wanted is start:
        return 0
    if start is Target.TORSO:
        return AIM[wanted]
    return elsewhere(start, wanted) if elsewhere else None


@dataclass(frozen=True, slots=True)
class Landing:
    """How a shot may end: a stage, and whether it was `moved` from where it hits by itself."""

    stage: Stage
    moved: bool = False


MISSED = Landing(Stage.MISS)


def bonuses(
    pool: Pool, obstacle: int, cost: int = 0, chain: Chain = Chain.CHAIN
) -> Mapping[tuple[int, bool], Fraction]:
    """The exact chance to hit with each bonus, and with the shot moved or not; what is left to 1 are the misses.

    `cost` successes over the obstacle are spent on aiming (0 or more). Where there are too few of them, the shot stays
    where it hits by itself, and all go into the die. Source: WPN-13, WPN-16.
    """
    law = successes(pool, chain=chain, upto=max(MOST_OBSTACLE, needed(MOST_BONUS, obstacle) + cost))
    found: dict[tuple[int, bool], Fraction] = {}
    for rolled in range(obstacle, obstacle + cost):
        key = bonus(rolled, obstacle), False
        found[key] = found.get(key, Fraction(0)) + law.exactly(rolled)
    for gained in range(MOST_BONUS + 1):
        reached = _at_least(law, gained, obstacle, cost) - _at_least(law, gained + 1, obstacle, cost)
        found[gained, bool(cost)] = reached
    return {key: chance for key, chance in found.items() if chance}


def _at_least(law: Distribution, gained: int, obstacle: int, cost: int) -> Fraction:
    return law.at_least(needed(gained, obstacle) + cost) if gained <= MOST_BONUS else Fraction(0)


def landings(
    pool: Pool, obstacle: int, shot: Shot, cost: int = 0, chain: Chain = Chain.CHAIN
) -> Mapping[Landing, Fraction]:
    """The exact distribution of a shot before any die falls: a miss, or each stage where it hits or where it is aimed.

    `obstacle` is the final one, 1 or more, with what the shot's head adds. The chances sum to 1. Source: WPN-15, 16.
    """
    found = {MISSED: Fraction(1)}
    for (gained, moved), chance in bonuses(pool, obstacle, cost, chain).items():
        found[MISSED] -= chance
        for stage, share in shot.chances(gained).items():
            landing = Landing(stage, moved)
            found[landing] = found.get(landing, Fraction(0)) + chance * share
    return {landing: chance for landing, chance in found.items() if chance}


def chances(
    pool: Pool, obstacle: int, shot: Shot, cost: int = 0, chain: Chain = Chain.CHAIN
) -> Mapping[Stage, Fraction]:
    """The exact chance of a miss and of each stage, wherever it lands; see `landings`. Source: WPN-15, WPN-16."""
    found = dict.fromkeys(Stage, Fraction(0))
    for landing, chance in landings(pool, obstacle, shot, cost, chain).items():
        found[landing.stage] += chance
    return found
