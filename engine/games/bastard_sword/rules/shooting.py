"""A shot from size to cover: what takes successes off it, and where it fails (BSR-45 to BSR-50)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules.half_orders import rung, rungs
from engine.option import Option


class Grade(Option):
    """How much of a body is hidden. Source: BSR-49."""

    NONE = "none", "in the open"
    LIMITED = "limited", "limited: about a third hidden"
    ADEQUATE = "adequate", "adequate: about two thirds"
    NEAR = "near-complete", "near complete: little shows"

    @property
    def grade(self) -> int:
        """0 in the open, to 3."""
        return list(Grade).index(self)


class Stage(Option):
    """The steps of a shot, in their order, each with what a shot that fails there does. Source: BSR-50."""

    DICE = "dice", "wild: no success is left of the roll"
    DISTANCE = "distance", "short: 1 die of damage to whoever stands there"
    DODGE = "dodge", "past them: 1 die of damage to whatever stands behind"
    COVER = "cover", "into the cover: 1 die of damage to it"


def cover_malus(grade: Grade, *, concealment: bool = False) -> int:
    """What cover takes off; what only hides the target is a rung lighter. Source: BSR-49.

    >>> [cover_malus(one) for one in Grade], [cover_malus(one, concealment=True) for one in Grade]
    ([0, 1, 3, 10], [0, 0, 1, 3])
    """
    return rung(grade.grade - concealment)


def increments(distance: int, increment: int, *, edge_free: bool = False) -> int:
    """The range increments that a shot passes, both in metres; with `edge_free` a whole one is not passed yet.

    Source: BSR-47.
    """
    return max(0, distance - 1) // increment if edge_free else distance // increment


def distance_malus(distance: int, increment: int, *, edge_free: bool = False) -> int:
    """What distance takes off. Source: BSR-47.

    >>> [distance_malus(metres, 4) for metres in (3, 4, 7, 8, 11, 12)], distance_malus(4, 4, edge_free=True)
    ([0, 1, 1, 3, 3, 10], 0)
    """
    return rung(increments(distance, increment, edge_free=edge_free))


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot with all that weighs on it.

    `larger` is by how many categories the target is larger than the shooter, below 0 smaller; `prone` makes it one
    smaller. `malus` is what else weighs on the shooter, `bonus` what else helps. `dodge` is how likely each result of a
    dodge is, and `rolled_away` the malus of a dodge roll, which is taken off with it. `fell` are the successes of a
    shot that was rolled. Source: BSR-45 to BSR-49, BSR-68.
    """

    pool: Pool
    larger: int = 0
    prone: bool = False
    malus: int = 0
    distance: int = 0
    dodge: Distribution | None = None
    cover: int = 0
    bonus: int = 0
    rolled_away: int = 0
    fell: int | None = None

    @property
    def size(self) -> int:
        """The size that counts."""
        return self.larger - self.prone

    @property
    def rolled(self) -> Pool:
        """The dice, with a bonus die for each category that the target is larger, up to the cap. Source: BSR-46."""
        return self.pool.with_bonus(max(0, self.size) + self.bonus)

    @property
    def at_dice(self) -> int:
        """What is taken off the roll itself. Source: BSR-46."""
        return self.malus + max(0, -self.size)

    def left(self, rolled: int, dodged: int) -> tuple[int, Stage | None]:
        """What is left of so many successes, and where they gave out, if they did. Source: BSR-45, BSR-50."""
        for stage, taken in zip(
            Stage, (self.at_dice, self.distance, dodged + self.rolled_away, self.cover), strict=True
        ):
            rolled -= taken
            if rolled <= 0:
                return 0, stage
        return rolled, None

    @property
    def outcomes(self) -> Mapping[int | Stage, Fraction]:
        """How likely each number of hits is, and each stage at which it fails."""
        found: dict[int | Stage, Fraction] = {}
        dodges = [(0, Fraction(1))] if self.dodge is None else list(self.dodge)
        shots = list(successes(self.rolled)) if self.fell is None else [(self.fell, Fraction(1))]
        for rolled, chance in shots:
            for dodged, other in dodges:
                hits, stage = self.left(rolled, dodged)
                key = stage or hits
                found[key] = found.get(key, Fraction(0)) + chance * other
        return found


def falls_at(rolled: int, increment: int) -> int:
    """The metres at which a shot falls that distance ends: the limit of the last increment it clears. Source: BSR-50.

    `rolled` are its successes before distance, 1 or more: it clears each increment whose malus leaves it some.

    >>> [falls_at(rolled, 20) for rolled in (1, 2, 3, 4)]
    [20, 40, 40, 60]
    """
    return increment * rungs(rolled - 1) + increment


def sniped(declared: int, triggered: int, *, ready: bool = False) -> int:
    """The malus of a shot that waited from one count to another; none with Ready to Shoot. Source: BSR-79, BSR-99.

    >>> sniped(3, 1), sniped(3, -2), sniped(3, 1, ready=True)
    (2, 5, 0)
    """
    return 0 if ready else abs(declared - triggered)
