"""The lance: the charge, lance against lance, falls from the saddle, lances among shorter weapons (RID-17 to 20).

>>> unseated(3).words, unseated(1).words, landed(3).words
('unhorsed', 'half out of the saddle', 'Mark')
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import eaten, fight_odds, quickness, saddle, test_class, throws
from engine.games.burning_wheel.rules.damage import Stage, stage
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.saddle import Training
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

KEY = "lance"
LANCE = WEAPONS[KEY]
"""Source: RID-17."""
DISLODGED = 2
"""What being half out of the saddle adds to all tests. Source: RID-19."""


def ready(training: Training, mount: Positioning, *, mounted: bool = True, seated: bool = True) -> None:
    """Raises `Refused` with what a lanced charge lacks. Source: RID-17, RID-13, RID-23."""
    if not mounted:
        raise Refused("A lance is ridden home: it takes a mount; this has a lancer on foot.")
    if not seated:
        raise Refused("A lancer sits in saddle, harness and stirrups; here they are missing.")
    if training is not Training.KNIGHT:
        raise Refused(f"A lanced charge takes Mounted Combat, not as a bowman; this says {training.words}.")
    if mount is not Positioning.CLOSE:
        raise Refused(f"A lanced charge is a Close; here the mount is to {mount.words}.")


def help_of(skill: int) -> Line:
    """The dice with which a rider's skill helps the beast: one, or two from 5 on. Source: RID-18, HUB-31."""
    return Line(test_class.helping_dice(skill), "Your skill, as help", "RID-18")


def quick(mine: tuple[Mount, int, int], theirs: tuple[Mount, int, int]) -> tuple[Worked, Worked]:
    """The dice of Reflexes and stride of two who charge. Source: RID-15, RID-18.

    Of each the mount, the rider's Reflexes, and the dice that wounds take from the mount.

    >>> from engine.games.burning_wheel.rules.mounts import MOUNTS
    >>> [side.total for side in quick((MOUNTS["horse"], 5, 0), (MOUNTS["wolf"], 3, 0))]
    [1, 0]
    """
    (best, stride), (other, against) = saddle.pace(*mine), saddle.pace(*theirs)
    one, two = quickness.dice((best, other), (stride, against), rule="RID-18")
    return one, two


def position(
    mount: Mount, skill: int, forks: int = 0, other: int = 0, quick: Worked = Worked(()), lost: int = 0
) -> Worked:
    """The dice of a charge lance to lance, line by line; `lost` is what wounds take from the mount. Source: RID-18."""
    speed = mount.speed.exponent
    return Worked(
        (
            Line(speed, f"Speed of {mount.words}", "RID-18"),
            help_of(skill),
            *quick.lines,
            Line(forks, "FoRKs", "RID-18"),
            Line(max(other, -speed), "Other dice", "RID-18"),
            Line(-min(lost, max(0, speed + min(0, other))), "Wounds of the mount", "HUB-18"),
        )
    )


class Seat(Option):
    """How a rider sits after a lance struck. Source: RID-19."""

    FIRM = "firm", "in the saddle"
    LOOSE = "loose", "half out of the saddle"
    DOWN = "down", "unhorsed"


PACES_OFF = 2
"""Paces of the Push that unhorse. Source: RID-19."""


def unseated(net: int) -> Seat:
    """How someone sits whom a lance pushed by so many net successes. Source: RID-19."""
    if net >= PACES_OFF:
        return Seat.DOWN
    return Seat.LOOSE if net > 0 else Seat.FIRM


def landed(net: int) -> Stage:
    """How hard an unhorsed rider hits the ground: no blow below two. Source: RID-19, ARM-36."""
    return throws.landed(net) if unseated(net) is Seat.DOWN else Stage.MISS


def fall(mount: Mount, ground: Ground) -> Worked:
    """The Power behind the fall: the Speed of the lancer's horse, and the ground. Source: RID-19."""
    return throws.force(mount.speed.exponent, ground, "Speed of the lancer’s mount")


@dataclass(frozen=True, slots=True)
class Couched:
    """A lance that strikes a rider: its dice, its obstacle, its Add, and the dice of their Riding or Power.

    `over` reads the successes to hit as those over the obstacle. Source: RID-17, RID-19.
    """

    strike: Pool
    obstacle: int
    add: int
    defense: Roll | None = None
    over: bool = False

    def pushes(self, successes: int, defense: int) -> int:
        """The net of the Push: none if it misses. Source: RID-19."""
        if successes < self.obstacle:
            return 0
        return max(0, successes - (self.obstacle if self.over else 0) - defense)

    def comes(self, successes: int, defense: int) -> "Hit":
        """What so many successes do against so many of the defense. Source: RID-19."""
        net = self.pushes(successes, defense)
        return Hit(stage(successes - self.obstacle, self.add), unseated(net), landed(net))

    @property
    def law(self) -> Mapping["Hit", Fraction]:
        """The exact chance of all that it may do; the chances sum to 1. Source: RID-17, RID-19."""
        found: dict[Hit, Fraction] = {}
        against = self.defense.law if self.defense else None
        for successes, chance in eaten.law(self.strike):
            for held, share in against or ((0, Fraction(1)),):
                hit = self.comes(successes, held)
                if chance * share:
                    found[hit] = found.get(hit, Fraction(0)) + chance * share
        return found


@dataclass(frozen=True, slots=True)
class Hit:
    """What one lance did: the stage of its blow, how the other sits, and the stage of the fall."""

    stage: Stage
    seat: Seat
    fall: Stage

    @property
    def quiet(self) -> bool:
        """Whether nothing came of it."""
        return self.stage is Stage.MISS


NOTHING = Hit(Stage.MISS, Seat.FIRM, Stage.MISS)
"""What the lance does that may not strike."""


class Pass(Option):
    """Who strikes in a pass, as you see it. Source: RID-18."""

    YOU = "you", "You strike"
    BOTH = "both", "Both strike at once"
    THEY = "they", "They strike"

    @classmethod
    def by(cls, margin: int) -> "Pass":
        """What the margin of positioning means, yours less theirs. Source: RID-18."""
        if not margin:
            return cls.BOTH
        return cls.YOU if margin > 0 else cls.THEY


@dataclass(frozen=True, slots=True)
class Joust:
    """A pass, lance against lance: the positioning dice of both, and both lances. Source: RID-18, RID-19."""

    mine: Roll
    theirs: Roll
    lance: Couched
    their_lance: Couched

    @property
    def margin(self) -> Distribution:
        """The margin of positioning, yours less theirs."""
        return fight_odds.margin(self.mine, (self.theirs,))

    @property
    def passes(self) -> Mapping[Pass, Fraction]:
        """Who strikes, with the exact chance; they sum to 1."""
        found = dict.fromkeys(Pass, Fraction(0))
        for margin, chance in self.margin:
            found[Pass.by(margin)] += chance
        return found

    def law(self, who: Pass | None = None) -> Mapping[tuple[Hit, Hit], Fraction]:
        """The exact chance of what happens to them and to you; `who` strikes, where that is known. They sum to 1."""
        quiet = {NOTHING: Fraction(1)}
        each = {who: Fraction(1)} if who else self.passes
        found: dict[tuple[Hit, Hit], Fraction] = {}
        for one, chance in each.items():
            mine = self.lance.law if one is not Pass.THEY else quiet
            theirs = self.their_lance.law if one is not Pass.YOU else quiet
            for (hit, share), (back, other) in product(mine.items(), theirs.items()):
                if chance * share * other:
                    found[hit, back] = found.get((hit, back), Fraction(0)) + chance * share * other
        return found


# Lance against something shorter

FIRST = frozenset({Act.STRIKE, Act.DISARM, Act.CHARGE, Act.FEINT, Act.GREAT_STRIKE})
"""What a lance that won the Close comes before. Source: RID-20."""


class Timing(Option):
    """When the lance strikes, against an action. Source: RID-20."""

    FIRST = "first", "the lance strikes first"
    TOGETHER = "together", "both at once"
    BETWEEN = "between", "defense, lance, then the riposte"
    USUAL = "usual", "as on foot"


def timing(against: Act, *, won: bool, shorter: bool = True, great: bool = True) -> Timing:
    """When the lance strikes against this action; `won` is the Close, `great` has Great Strike on the list. RID-20.

    >>> timing(Act.STRIKE, won=True).value, timing(Act.BLOCK, won=True).value, timing(Act.STRIKE, won=False).value
    ('first', 'together', 'usual')
    """
    if not (won and shorter):
        return Timing.USUAL
    if against in (Act.COUNTERSTRIKE,):
        return Timing.BETWEEN
    if against in (Act.BLOCK, Act.AVOID):
        return Timing.TOGETHER
    listed = FIRST if great else FIRST - {Act.GREAT_STRIKE}
    return Timing.FIRST if against in listed else Timing.USUAL
