"""Let it Ride: one roll for each ability and situation, which answers whatever comes later (HUB-25)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.refused import Refused


@dataclass(frozen=True, slots=True)
class Ride:
    """A result that stands: who rolled which ability, what for, and the successes (0 or more). Source: HUB-25."""

    who: str
    ability: str
    intent: str
    successes: int

    @property
    def words(self) -> str:
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
        raise Refused(f"{held.words} was rolled in this situation, and its result stands.")
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
