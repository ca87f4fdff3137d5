"""Who fights from the saddle, as one record: the mount, the training, the seat and how a weapon is used (RID-10 to 23).

The procedures of Fight! and of Range and Cover take any of them alike; no kind of beast is known by its name there.

>>> from engine.games.burning_wheel.rules.mounts import MOUNTS
>>> rider = Rider(MOUNTS["horse"], Training.KNIGHT, stroke=Stroke.SPEAR)
>>> [rider.gains(moves).power for moves in (Positioning.MAINTAIN, Positioning.CLOSE)]
[0, 1]
"""

from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules import saddle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.saddle import BONUSES, Bonus, Doing, Stroke, Training
from engine.working import Line, Worked


@dataclass(frozen=True, slots=True)
class Rider:
    """Someone on a mount. `seated` says that there are saddle and stirrups, `stroke` how the weapon is used.

    A table says whether moving costs what it does on foot as well (`adds`, of a bowman’s shots `adds_shots`), and
    whether `anyone` has the dice of a stroke. Source: RID-10 to RID-13, RID-15, RID-21, RID-23.
    """

    mount: Mount
    training: Training = Training.KNIGHT
    seated: bool = True
    stroke: Stroke = Stroke.PLAIN
    adds: bool = False
    adds_shots: bool = False
    anyone: bool = False

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

    def pace(self, reflexes: int, multiplier: Fraction) -> tuple[int, Fraction]:
        """Reflexes (0 or more) and stride that count for position, of a rider who has these. Source: RID-15."""
        return saddle.pace(self.mount, reflexes) if self.steers else (reflexes, multiplier)

    def penalty(self, moves: Positioning, doing: Doing) -> Worked:
        """What the saddle adds to an obstacle while the mount moves so. Source: RID-10 to RID-12, RID-23."""
        shot = doing is Doing.SHOOT and self.training is Training.BOWMAN
        adds = saddle.also_moves(moves, doing, self.training) and (self.adds_shots if shot else self.adds)
        return saddle.penalty(self.training, moves, doing, adds=adds)

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
