"""What weapons do to one opponent, and what armor makes of one blow: what the lists are sorted by (from WPN-42)."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules.armor import Piece
from engine.games.burning_wheel.rules.blow import Attack, End, Foe, Odds, odds
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option

STEPS: Mapping[Level, int] = {level: step for step, level in enumerate(Level)}
"""How far down the six wounds a level is: no wound 0, Superficial 1, Mortal 6."""


class By(Option):
    """What a list is sorted by."""

    AVERAGE = "average", "the wound on average"
    WOUND = "wound", "any wound"
    MIDI = "midi", "Midi or worse"
    SEVERE = "severe", "Severe or worse"
    MORTAL = "mortal", "a Mortal wound"
    THROUGH = "through", "how often armor fails"
    WEAR = "wear", "wear of the armor"


@dataclass(frozen=True)
class Dealt:
    """What one blow does to one opponent, exactly."""

    odds: Odds

    @functools.cached_property
    def average(self) -> Fraction:
        """The wound on average, 0 to 6: no wound and no hit count 0, Superficial 1, Mortal 6."""
        return sum((STEPS[end.level] * chance for end, chance in self.odds.ends.items()), Fraction(0))

    @property
    def through(self) -> Fraction:
        """The chance that armor, or the want of it, lets a blow through once it hits; 0 where it never hits."""
        hit = self.odds.hit
        return 1 - self.odds.ends[End.STOPPED] / hit if hit else Fraction(0)

    def by(self, by: By) -> Fraction:
        """The figure that a list is sorted by."""
        match by:
            case By.AVERAGE:
                return self.average
            case By.WOUND:
                return self.odds.wounded
            case By.THROUGH:
                return self.through
            case By.WEAR:
                return self.odds.wear
        return self.odds.at_least(Level.of(by.value))


def dealt(attack: Attack, foe: Foe) -> Dealt:
    """What a blow does to someone. Source: WPN-42."""
    return Dealt(odds(attack, foe))


def ranked(found: Mapping[str, Dealt], by: By, *, least: bool = False) -> tuple[str, ...]:
    """The names by that figure, the most first, or the `least`; among equals by the average, then in their order."""
    sign = 1 if least else -1
    return tuple(sorted(found, key=lambda name: (sign * found[name].by(by), sign * found[name].average)))


def struck(attack: Attack, foe: Foe) -> Piece | None:
    """What covers the part that an attack is meant for; None where it is bare, or may not be tested. Source: ARM-06."""
    *_, wanted = attack.spots
    return foe.piece(attack, foe.limbs(attack, wanted)[0])
