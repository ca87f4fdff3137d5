"""Holding someone, and getting out of it (MEL-27, MEL-28)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.burning_wheel.rules.stats import Stat

PHYSICAL = tuple(stat for stat in Stat if stat.physical)


def pressed(dice: int, pressure: int) -> int:
    """What is left of a physical stat, or a martial or sorcerous skill, under so much pressure. Source: MEL-27."""
    return max(0, dice - pressure)


def passes_out(stats: Mapping[Stat, int], pressure: int, wounds: int = 0) -> tuple[Stat, ...]:
    """The physical stats that pressure and the dice lost to `wounds` bring to 0 together; none while awake. MEL-27.

    >>> passes_out({Stat.SPEED: 3, Stat.POWER: 5}, 3)
    (<Stat.SPEED: 'speed'>,)
    """
    if not pressure:
        return ()
    return tuple(stat for stat in PHYSICAL if stat in stats and stats[stat] <= pressure + wounds)


@dataclass(frozen=True, slots=True)
class Struggle:
    """How an attempt to get free ends: the pressure left, whether one is `free`, and successes left over. MEL-28."""

    pressure: int
    free: bool
    over: int


def struggle(pressure: int, successes: int) -> Struggle:
    """An attempt to get out of a Lock. One without pressure takes a success all the same. Source: MEL-28.

    >>> struggle(3, 2), struggle(3, 5)
    (Struggle(pressure=1, free=False, over=0), Struggle(pressure=0, free=True, over=2))
    >>> struggle(0, 0).free
    False
    """
    needed = max(1, pressure)
    free = successes >= needed
    return Struggle(max(0, pressure - successes), free, successes - needed if free else 0)
