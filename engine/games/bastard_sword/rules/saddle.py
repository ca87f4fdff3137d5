"""A mount in a fight, and how its rider sits, between two steps (BSR-103 to BSR-109)."""

from dataclasses import dataclass, replace

from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.rules.damage import Armour
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.mounted import into_reach, obeyed
from engine.games.bastard_sword.rules.size import Size

TO_ACT = 1
"""The riding points for which a mount runs, for a charge too, or does anything else. Source: BSR-105."""
WHOLE = 2
"""The halves of its movement that a trained mount goes."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A mount: its rider's `riding`, its own `ranks` in it, its movement, ego, armour, injury track and size."""

    riding: Pool
    ranks: int
    speed: int
    ego: Pool
    armour: Armour
    track: Track
    size: Size = Size.LARGE

    @property
    def trained(self) -> bool:
        """Whether it moves without a test, and acts for riding points. Source: BSR-104, BSR-105."""
        return self.ranks > 0


@dataclass(frozen=True, slots=True)
class Seat:
    """How someone sits on a mount: `on` it or beside it; `gone` is a mount that has left the fight, or fallen.

    `points` is the riding pool, `coming` what the next round adds to it, `halves` how far the mount goes in this round,
    in halves of its movement; `marks` are its injuries, and one that `bolts` obeys nobody.
    """

    mount: Mount
    marks: tuple[int, ...]
    on: bool = True
    points: int = 0
    coming: int = 0
    halves: int = 0
    bolts: bool = False
    gone: bool = False

    @property
    def tested(self) -> bool:
        """Whether riding is tested against the mount's ego. Source: BSR-104, BSR-107."""
        return self.bolts or not self.mount.trained

    @property
    def speed(self) -> int:
        """How far it goes in this round. Source: BSR-104, BSR-107."""
        return 0 if self.bolts else self.mount.speed * self.halves // WHOLE

    @property
    def acts(self) -> bool:
        """Whether it can be made to run, or to dodge. Source: BSR-105."""
        return self.mount.trained and not self.bolts and self.points >= TO_ACT

    def charges(self, rider: Size, foe: Size) -> bool:
        """Whether it can be made to charge a foe of that size. Source: BSR-105, BSR-106."""
        return self.acts and self.points >= TO_ACT + sum(into_reach(rider, [foe]))

    def begins_round(self) -> "Seat":
        """At the start of a round: what was coming is in the pool; an untrained mount stands still. Source: BSR-104."""
        halves = WHOLE if self.mount.trained else 0
        return replace(self, points=self.points + self.coming, coming=0, halves=halves)

    def ridden(self, hits: int) -> "Seat":
        """After a riding test, or one against the mount's ego. Source: BSR-103, BSR-104, BSR-107.

        >>> calm = Seat(Mount(Pool.parse("4d6"), 0, 20, Pool.parse("3d6"), Armour.parse("0/0/0"), Track()), (0,))
        >>> calm.ridden(2).halves, calm.ridden(2).coming, calm.ridden(4).halves
        (1, 1, 2)
        """
        if self.bolts:
            return replace(self, bolts=False, points=hits) if hits > 0 else self
        if self.mount.trained:
            return replace(self, points=max(0, hits))
        found = obeyed(max(0, hits))
        return replace(self, halves=found.halves, coming=found.pool)

    def pays(self, points: int) -> "Seat":
        """After so many riding points were spent."""
        return replace(self, points=self.points - points)

    def bolted(self) -> "Seat":
        """The mount flees, and the riding pool is lost. Source: BSR-107."""
        return replace(self, bolts=True, points=0, coming=0)

    def left(self, *, gone: bool = False) -> "Seat":
        """Without its rider, and the pool empty; `gone` if the mount leaves the fight too. Source: BSR-103, BSR-108."""
        return replace(self, on=False, points=0, coming=0, gone=self.gone or gone)
