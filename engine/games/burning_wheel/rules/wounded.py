"""Living with wounds: when someone collapses, and pain that is shaken off until the scene ends (INJ-12 to INJ-20).

What wounds take from a test is in `wounds` (`together`, `felt`); the blood they lose is in `bleeding`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules import relief
from engine.games.burning_wheel.rules.bleeding import WORSE
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Conflict
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, Together, Wounds, together
from engine.option import Option
from engine.refused import Refused


class Condition(Option):
    """What wounds leave of someone, from the best to the worst. Source: INJ-08, INJ-12."""

    UP = "up", "On your feet"
    DOWN = "down", "Incapacitated"
    UNCONSCIOUS = "unconscious", "Unconscious"
    DYING = "dying", "Dying"


@dataclass(frozen=True, slots=True)
class Collapse:
    """How someone with these wounds stands: the condition, the stats at 0, and the dice they may still lose.

    `left` is how many dice more bring them down, 0 where they are down. Source: INJ-12.
    """

    condition: Condition
    gone: tuple[Stat, ...]
    left: int


def collapse(stats: Mapping[Stat, int], lost: int, *, dying: bool = False) -> Collapse:
    """What so many `lost` dice (0 or more) do to someone with these stats; `dying` with a Mortal wound.

    Where a stat of the body and one of the mind are at 0, they are unconscious. Source: INJ-08, INJ-12.

    >>> stats = {stat: 4 for stat in Stat} | {Stat.FORTE: 3}
    >>> collapse(stats, 2).left, collapse(stats, 3).condition.words
    (1, 'Incapacitated')
    """
    gone = tuple(stat for stat in Stat if stat in stats and lost and stats[stat] <= lost)
    mind = any(not stat.physical for stat in gone)
    condition = Condition.UNCONSCIOUS if mind else Condition.DOWN if gone else Condition.UP
    left = 0 if gone or dying else min(stats.values()) - lost
    return Collapse(Condition.DYING if dying else condition, gone, left)


def brings_down(stats: Mapping[Stat, int], levels: Sequence[Level], gritted: int = 0) -> Level | None:
    """The least wound that would bring them down on top of those they have. Source: INJ-10, INJ-12."""
    for level in EFFECTS:
        found = together([*levels, level])
        lost = max(0, -found.dice.total - gritted)
        if level is not Level.NONE and collapse(stats, lost, dying=found.dying).condition is not Condition.UP:
            return level
    return None


def to_tend(levels: Sequence[Level]) -> tuple[Level, ...]:
    """Of these wounds those that kill in the end if nobody tends them, the worst first. Source: INJ-13, INJ-16."""
    deadly = [level for level in levels if level is Level.MORTAL or WORSE.get(level) in (Level.TRAUMATIC, Level.MORTAL)]
    return tuple(sorted(deadly, key=list(Level).index, reverse=True))


class Relief(Option):
    """The two ways to shake off pain. Source: INJ-18, INJ-19."""

    SHRUG = "shrug", "clear the cobwebs: +1 Ob"
    GRIT = "grit", "grit your teeth: −1D"

    @property
    def obstacle(self) -> int:
        """That of the Health test."""
        return relief.CLEAR_OBSTACLE if self is Relief.SHRUG else relief.GRIT_OBSTACLE


_ACTIONS = {
    (Relief.SHRUG, False): 2,
    (Relief.SHRUG, True): 1,
    (Relief.GRIT, False): 4,
    (Relief.GRIT, True): 2,
}


def takes(way: Relief, conflict: Conflict, *, artha: bool = False) -> int | None:
    """How long it takes, in the unit of the conflict; None where the book gives no time.

    In Fight! it is actions, fewer for `artha` in place of the Health test; gritting by Health is one volley at range
    and in a Duel of Wits. Source: INJ-18, INJ-19; with artha: HUB-74, HUB-76.
    """
    if conflict is Conflict.FIGHT:
        return _ACTIONS[way, artha]
    volleys = conflict in (Conflict.RANGE, Conflict.DUEL)
    return 1 if volleys and way is Relief.GRIT and not artha else None


@dataclass(frozen=True, slots=True)
class Pain:
    """The wounds of someone in one scene, and what of their pain is shaken off until it ends.

    `shrugged` is how many Superficial wounds that stand alone were shrugged off, `gritted` how many dice were won back.
    `tried` says that someone incapacitated made the one attempt they have. With `once` the obstacle of a Superficial
    wound is shrugged off once a scene. Source: INJ-10, INJ-18 to INJ-20.

    >>> pain = Pain((Level.SUPERFICIAL,)).shrug()
    >>> pain.obstacle, pain.hurt(Level.SUPERFICIAL).obstacle, pain.hurt(Level.SUPERFICIAL).shrug().obstacle
    (0, 1, 0)
    """

    levels: tuple[Level, ...] = ()
    shrugged: int = 0
    gritted: int = 0
    tried: bool = False
    once: bool = False

    @property
    def together(self) -> Together:
        """What the wounds do, with nothing shaken off."""
        return together(self.levels)

    @property
    def obstacle(self) -> int:
        """What they add to obstacles now, 0 or 1."""
        return int(self.together.alone > self.shrugged)

    @property
    def lost(self) -> int:
        """The dice that they take now, 0 or more."""
        return max(0, -self.together.dice.total - self.gritted)

    @property
    def wounds(self) -> Wounds:
        """The same as any test feels it."""
        found = self.together
        return Wounds(-found.dice.total, found.alone, self.gritted, bool(found.alone) and not self.obstacle)

    @property
    def grittable(self) -> int:
        """How many wounds could still give a die back: one each, three Superficial ones count as one. INJ-19."""
        return max(0, len(self.together.dice.lines) - self.gritted)

    def hurt(self, level: Level) -> "Pain":
        """The same with a new wound; a third Superficial one makes a Light one of all, shrugged off or not. INJ-18."""
        after = replace(self, levels=(*self.levels, level))
        joined = level is Level.SUPERFICIAL and not after.together.alone
        return replace(after, shrugged=0) if joined else after

    def mended(self) -> "Pain":
        """The same where wounds have healed: what was shaken off of them eases no new one. Source: INJ-18, INJ-19."""
        found = self.together
        return replace(self, shrugged=min(self.shrugged, found.alone), gritted=min(self.gritted, len(found.dice.lines)))

    def shrug(self) -> "Pain":
        """The obstacle of the Superficial wounds is shrugged off for the scene.

        Raises `Refused` where there is none to shrug off. Source: INJ-18.
        """
        found = self.together
        if fault := relief.no_shrug(found.superficials, found.alone, 1):
            raise Refused(fault.why)
        if not self.obstacle:
            raise Refused("The +1 Ob is shrugged off already.")
        if self.once and self.shrugged:
            raise Refused("At your table it is shrugged off once a scene.")
        return replace(self, shrugged=found.alone)

    def grit(self, *, down: bool = False, passed: bool = True) -> "Pain":
        """One die of one wound is won back for the scene, or the attempt fails.

        Someone who is `down`, incapacitated, has one attempt. Raises `Refused` where there is no die to win back.
        Source: INJ-19.
        """
        if fault := relief.no_grit(1, -self.together.dice.total, self.grittable, 1, down=down, tried=self.tried):
            raise Refused(fault.why)
        return replace(self, gritted=self.gritted + passed, tried=self.tried or down)

    def scene_ends(self) -> "Pain":
        """All pain is back; the one attempt of someone incapacitated stays spent. Source: INJ-20."""
        return replace(self, shrugged=0, gritted=0)
