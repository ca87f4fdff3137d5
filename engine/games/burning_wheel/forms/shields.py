"""A shield as fields of a form, and as a sheet keeps it."""

from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.shields import Kind
from engine.option import Option

MOST_LOST = Between(0, 5)
VA = Between(0, 9)
QUICK_VA = (0, 1, 2, 3, 4)

YourShield = Annotated[Kind, Asked("Your shield"), sheet("shield")]
ShieldLost = Annotated[
    int, MOST_LOST, Asked("Dice the shield has lost", quick=(0, 1, 2), more=True), sheet("shield_lost")
]
ShieldQuality = Annotated[Quality, Asked("How well it is made"), sheet("shield_quality")]
TheirVa = Annotated[int, VA, Asked("VA of their weapon", quick=QUICK_VA), sheet("weapon-va", at_once=False)]
Articulated = Annotated[bool, Asked("They swing a flail or a three-section staff", more=True)]
OnTheInside = Annotated[bool, Asked("You fight on the inside", more=True)]


class KeptShield(Option):
    """The shield that a character carries, if any: one of the `Kind`s."""

    NONE = "none", "none"
    PARRYING_BLADE = Kind.PARRYING_BLADE.value, Kind.PARRYING_BLADE.words
    BUCKLER = Kind.BUCKLER.value, Kind.BUCKLER.words
    TARGET = Kind.TARGET.value, Kind.TARGET.words
    HEATER = Kind.HEATER.value, Kind.HEATER.words
    GREAT = Kind.GREAT.value, Kind.GREAT.words
    IMPROVISED = Kind.IMPROVISED.value, Kind.IMPROVISED.words
