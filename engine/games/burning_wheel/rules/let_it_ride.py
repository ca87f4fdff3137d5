"""Let it Ride: one roll for each ability and situation, which answers whatever comes later (HUB-25)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.option import Option
from engine.refused import Refused


@dataclass(frozen=True, slots=True)
class Ride:
    """A result that stands: which ability, the successes (0 or more), what for, and who rolled. Source: HUB-25."""

    ability: str
    successes: int = 0
    intent: str = ""
    who: str = ""

    @property
    def named(self) -> str:
        """ "Tracking", or "Ilse’s Tracking" where someone is named."""
        return f"{self.who}’s {self.ability}" if self.who else self.ability

    def passes(self, obstacle: int) -> bool:
        """Whether a later obstacle is reached, without a roll. Source: HUB-25."""
        return self.successes >= obstacle


def _alike(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def standing(rides: Sequence[Ride], who: str, ability: str) -> Ride | None:
    """The result that stands for this ability of this character, if one does; capitals and spaces do not matter."""
    return next((ride for ride in rides if _alike(ride.ability, ability) and _alike(ride.who, who)), None)


def recorded(rides: Sequence[Ride], ride: Ride) -> tuple[Ride, ...]:
    """The results with one more. Raises `Refused` where this ability was rolled already. Source: HUB-25."""
    held = standing(rides, ride.who, ride.ability)
    if held is not None:
        raise Refused(f"{held.named} was rolled in this situation, and its result stands.")
    return (*rides, ride)


def freed(rides: Sequence[Ride], who: str = "", ability: str = "") -> tuple[Ride, ...]:
    """The results that stand after things changed: for one ability, or for all where none is named.

    Raises `Refused` where no result of that ability stands. Source: HUB-25.
    """
    if not ability:
        return tuple(ride for ride in rides if who and not _alike(ride.who, who))
    held = standing(rides, who, ability)
    if held is None:
        raise Refused(f"No result of {ability} stands here.")
    return tuple(ride for ride in rides if ride is not held)


class Came(Option):
    """What came of an entry in the ledger; the words follow what was written."""

    RECORDED = "recorded", "it rides from now on"
    REFUSED = "refused", "no second roll"
    ROLL = "roll", "nothing stands yet"
    PASSES = "passes", "passed by what stands"
    FAILS = "fails", "failed by what stands"
    FREED = "freed", "what stood is let go"
    NEW = "new", "nothing rides on"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands in a situation; each step gives the ledger after it.

    `came` is what came of the last entry, and `held` the result that answered or refused it, where one did.

    >>> ledger = Ledger("A chase").record(Ride("Tracking", 2))
    >>> ledger.record(Ride("tracking", 5)).came.words, ledger.check("Tracking", "", 3).came.words
    ('no second roll', 'failed by what stands')
    """

    situation: str
    rides: tuple[Ride, ...] = ()
    came: Came | None = None
    held: Ride | None = None

    def record(self, ride: Ride) -> "Ledger":
        """With a roll, unless that ability was rolled already: a second one is written down as refused."""
        if (held := standing(self.rides, ride.who, ride.ability)) is not None:
            return replace(self, came=Came.REFUSED, held=held)
        return replace(self, rides=recorded(self.rides, ride), came=Came.RECORDED, held=None)

    def check(self, ability: str, who: str, obstacle: int) -> "Ledger":
        """With a later obstacle, answered by what stands; where nothing does, it is time to roll."""
        held = standing(self.rides, who, ability)
        if held is None:
            return replace(self, came=Came.ROLL, held=None)
        return replace(self, came=Came.PASSES if held.passes(obstacle) else Came.FAILS, held=held)

    def change(self, ability: str = "", who: str = "") -> "Ledger":
        """Without what stood until something drastic happened; see `freed`."""
        return replace(self, rides=freed(self.rides, who, ability), came=Came.FREED, held=None)

    def begin(self, situation: str) -> "Ledger":
        """A new situation, in which nothing from before rides on."""
        return Ledger(situation, came=Came.NEW)
