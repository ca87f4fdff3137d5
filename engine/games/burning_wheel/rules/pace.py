"""Paces, sprint rates, and how far someone comes in a time (MOV-01, MOV-02).

>>> paces(6, Multiplier.USUAL.times), exchanges(100, 6, Multiplier.USUAL.times)
(Fraction(21, 1), Fraction(100, 21))
"""

from fractions import Fraction

from engine.option import Option
from engine.refused import Refused

FEET = 3
"""Feet of a pace. Source: MOV-01."""
PACES_A_MILE = 1760
"""Source: MOV-01."""
METERS = Fraction(9144, 10000)
"""Meters of a pace, as of a yard. Source: MOV-01."""
SECONDS = 3
"""Seconds of an exchange of Fight!, for which the rate holds. Source: MOV-02."""


class Multiplier(Option):
    """What Speed is multiplied by for the paces of an exchange: its name in links, and its words. Source: MOV-02."""

    DWARF = "3", "3"
    USUAL = "3.5", "3½"
    SPIDER = "4", "4"
    WOLF = "7", "7"
    HORSE = "8", "8"

    @property
    def times(self) -> Fraction:
        """The multiplier as a number, as `quickness` takes it."""
        return Fraction(self.value)


class Stock(Option):
    """Who runs. Source: MOV-02."""

    MAN = "man", "Man, Elf, Orc, Troll, Roden"
    DWARF = "dwarf", "Dwarf"
    LIZARD = "lizard", "Lizard"
    SPIDER = "spider", "Great Spider"
    WOLF = "wolf", "Great Wolf"
    HORSE = "horse", "Horse"

    @property
    def multiplier(self) -> Multiplier:
        """What its Speed is multiplied by."""
        return MULTIPLIERS[self]


MULTIPLIERS = {
    Stock.MAN: Multiplier.USUAL,
    Stock.DWARF: Multiplier.DWARF,
    Stock.LIZARD: Multiplier.USUAL,
    Stock.SPIDER: Multiplier.SPIDER,
    Stock.WOLF: Multiplier.WOLF,
    Stock.HORSE: Multiplier.HORSE,
}
"""Source: MOV-02."""


def paces(speed: int, times: Fraction) -> Fraction:
    """Paces that this Speed exponent covers in an exchange at a dead sprint. Source: MOV-02."""
    if speed < 0 or times <= 0:
        raise Refused(f"Speed is 0 or more and a multiplier above 0; this says {speed} and {times}.")
    return speed * times


def exchanges(distance: Fraction | int, speed: int, times: Fraction) -> Fraction:
    """Exchanges that it takes to cover so many paces; raises `Refused` for whoever does not run. Source: MOV-02."""
    rate = paces(speed, times)
    if not rate:
        raise Refused("Speed 0 covers no ground.")
    return Fraction(distance) / rate
