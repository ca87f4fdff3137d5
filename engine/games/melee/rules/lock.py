"""Holding someone, and getting out of it (MEL-27, MEL-28)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

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


Gains = Callable[[int], Mapping[int, Fraction]]
"""How likely each gain of a further Lock is, 0 for a failure too, under so much pressure. Its chances sum to 1."""


def squeezed(gains: Gains, pressure: int, needed: int, rounds: int) -> tuple[Fraction, ...]:
    """The chance that pressure has come to `needed` after 0, 1, 2 … Locks, if nobody struggles. Source: MEL-27.

    >>> [str(chance) for chance in squeezed(lambda _: {0: Fraction(1, 2), 1: Fraction(1, 2)}, 0, 1, 2)]
    ['0', '1/2', '3/4']
    """
    state = {min(pressure, needed): Fraction(1)}
    found = [state.get(needed, Fraction(0))]
    for _ in range(rounds):
        then: dict[int, Fraction] = {}
        for at, chance in state.items():
            for gain, share in gains(at).items() if at < needed else [(0, Fraction(1))]:
                reached = min(needed, at + gain)
                then[reached] = then.get(reached, Fraction(0)) + chance * share
        state = then
        found.append(state.get(needed, Fraction(0)))
    return tuple(found)


def locks_needed(gains: Gains, pressure: int, needed: int) -> Fraction | None:
    """How many Locks it takes on average until pressure has come to `needed`, if nobody struggles; None for never.

    Source: MEL-27.

    >>> locks_needed(lambda _: {0: Fraction(1, 2), 1: Fraction(1, 2)}, 0, 2)
    Fraction(4, 1)
    """
    means: dict[int, Fraction | None] = {}
    for at in range(needed, min(pressure, needed) - 1, -1):
        if at == needed:
            means[at] = Fraction(0)
            continue
        chances = gains(at)
        moves = 1 - chances.get(0, Fraction(0))
        rest = [(means[min(needed, at + gain)], share) for gain, share in chances.items() if gain and share]
        known = [(mean, share) for mean, share in rest if mean is not None]
        stuck = not moves or len(known) < len(rest)
        means[at] = None if stuck else (1 + sum((mean * share for mean, share in known), Fraction(0))) / moves
    return means[min(pressure, needed)]


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
