"""Who fights from the saddle, as one record, and how the mount stands under him (RID-10 to RID-24).

The procedures of Fight! and of Range and Cover take any of them alike; no kind of beast is known by its name there.

>>> from engine.games.burning_wheel.rules.mounts import MOUNTS
>>> rider = Rider(MOUNTS["horse"], Training.KNIGHT, stroke=Stroke.SPEAR)
>>> [rider.gains(moves).power for moves in (Positioning.MAINTAIN, Positioning.CLOSE)]
[0, 1]
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from engine.games.burning_wheel.rules import riding, saddle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.saddle import BONUSES, Bonus, Doing, Fright, Order, Stroke, Training
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.wounds import Level, together
from engine.working import Line, Worked

B4 = Ability.parse("B4")


@dataclass(frozen=True, slots=True)
class Rider:
    """Someone on a mount. `seated` says that there are saddle and stirrups, `stroke` how the weapon is used.

    `riding` is the skill that commands the mount and keeps the seat, `ground` what one falls onto.

    A table says whether moving costs what it does on foot as well (`adds`, of a bowman’s shots `adds_shots`), whether
    `anyone` has the dice of a stroke, and whether a `word` to a mount on the move is harder, as all that is done in the
    saddle. `back` is what a blow meant for the mount costs that shall strike the rider. Of a lance it says whether the
    skill with it helps the beast (`by_lance`), whether only successes over the obstacle push (`over`), and whether it
    comes before a Great Strike (`great`). Source: RID-10 to RID-15, RID-17 to RID-23.
    """

    mount: Mount
    training: Training = Training.KNIGHT
    seated: bool = True
    stroke: Stroke = Stroke.PLAIN
    adds: bool = False
    adds_shots: bool = False
    anyone: bool = False
    riding: Ability = B4
    ground: Ground = Ground.ROAD
    word: bool = True
    back: int = saddle.ACROSS
    by_lance: bool = False
    over: bool = False
    great: bool = True

    @property
    def steers(self) -> bool:
        """Whether the rider positions with the mount, which takes training. Source: RID-15."""
        return self.training is not Training.NONE

    @property
    def speed(self) -> Ability | None:
        """The Speed that positions in place of the rider’s; None for the rider’s own. Source: RID-15."""
        return self.mount.speed if self.steers else None

    @property
    def stealth(self) -> Ability | None:
        """The mount’s Stealthy, where the rider may use it; a bowman may not. Source: RID-15, RID-23."""
        return self.mount.stealth if self.training is Training.KNIGHT else None

    def pace(self, reflexes: int, multiplier: Fraction, taken: int = 0) -> tuple[int, Fraction]:
        """Reflexes (0 or more) and stride that count for position, of a rider who has these. Source: RID-15.

        Wounds have `taken` so many dice from the mount.
        """
        return saddle.pace(self.mount, reflexes, taken) if self.steers else (reflexes, multiplier)

    def penalty(self, moves: Positioning, doing: Doing) -> Worked:
        """What the saddle adds to an obstacle while the mount moves so. Source: RID-10 to RID-12, RID-23."""
        shot = doing is Doing.SHOOT and self.training is Training.BOWMAN
        adds = saddle.also_moves(moves, doing, self.training) and (self.adds_shots if shot else self.adds)
        return saddle.penalty(self.training, moves, doing, adds=adds)

    def commands(self, moves: Positioning) -> Worked:
        """The obstacle of a word to the mount, and of holding it to a maneuver, while it moves so. RID-01, 14, 15.

        >>> from engine.games.burning_wheel.rules.mounts import MOUNTS
        >>> Rider(MOUNTS["horse"]).commands(Positioning.CLOSE).total
        4
        """
        moving = self.penalty(moves, Doing.OTHER).lines if self.word else ()
        return Worked((*riding.obstacle(self.mount).lines, *moving))

    def bareback(self, base: int, doing: Doing) -> Line:
        """What the lack of a saddle adds to a base obstacle. Source: RID-13."""
        return saddle.bareback(base, doing, seated=self.seated)

    def gains(self, moves: Positioning) -> Bonus:
        """What a blow gains; what is for a Close alone, nothing else. Source: RID-21."""
        held_back = BONUSES[self.stroke].closing and moves is not Positioning.CLOSE
        return saddle.bonus(Stroke.PLAIN if held_back else self.stroke, self.training, moves, anyone=self.anyone)

    def shoots_down(self, *, mounted: bool) -> int:
        """A bowman’s die against whoever is not mounted. Source: RID-23."""
        return saddle.LOW if self.training is Training.BOWMAN and not mounted else 0


@dataclass(frozen=True, slots=True)
class Beast:
    """How a mount stands in a conflict: its wounds, where they lie, its last order, and the actions a fright takes.

    `fright` is what it does as long as it is frightened, `reins` what the rider, who takes it in hand in this action,
    would have it do instead. It is `down` for good once wounds leave it nothing. Of the rider it says whether he is
    `loose` in the saddle, and whether his lance was ridden home (`couched`) and nobody has withdrawn since. Source:
    RID-14, RID-17, RID-19, RID-24.
    """

    levels: tuple[Level, ...] = ()
    hits: tuple[Coordinate, ...] = ()
    order: Order | None = None
    lost: int = 0
    fright: Fright | None = None
    reins: Fright | None = None
    down: bool = False
    loose: bool = False
    couched: bool = False

    @property
    def taken(self) -> int:
        """The dice that its wounds take. Source: INJ-06."""
        return -together(self.levels).dice.total

    @property
    def hurts(self) -> int:
        """The obstacle that its wounds add. Source: INJ-10."""
        return together(self.levels).obstacle

    @property
    def bolts(self) -> bool:
        """Whether it runs with its rider. Source: RID-24."""
        return bool(self.lost) and self.fright is Fright.BOLT

    @property
    def stands(self) -> bool:
        """Whether fright roots it to the spot. Source: RID-24."""
        return bool(self.lost) and self.fright is not Fright.BOLT

    def frightened(self, actions: int) -> "Beast":
        """The same with so many actions more lost to a fright; at first it shies. Source: RID-24."""
        if actions < 1:
            return self
        return replace(self, lost=self.lost + actions, fright=self.fright or Fright.SHY, order=None)

    def calmer(self) -> "Beast":
        """The same an action later."""
        if not self.lost and self.reins is None:
            return self
        left = max(0, self.lost - 1)
        return replace(self, lost=left, fright=self.fright if left else None, reins=None)
