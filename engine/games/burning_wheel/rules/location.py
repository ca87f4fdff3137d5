"""Where a blow lands: the four parts that a fighter aims at and the six that armor covers (WPN-05, ARM-01)."""

from collections.abc import Mapping

from engine.option import Option


class Location(Option):
    """A part of the body that armor covers by itself. Source: ARM-01."""

    HEAD = "head", "Head"
    TORSO = "torso", "Torso"
    RIGHT_ARM = "right-arm", "Right arm"
    LEFT_ARM = "left-arm", "Left arm"
    RIGHT_LEG = "right-leg", "Right leg"
    LEFT_LEG = "left-leg", "Left leg"


class Target(Option):
    """A part that one offers or aims at; only where someone favors a side do the limbs stand apart. Source: WPN-05."""

    HEAD = "head", "Head"
    TORSO = "torso", "Torso"
    ARMS = "arms", "Arms"
    LEGS = "legs", "Legs"

    @property
    def locations(self) -> tuple[Location, ...]:
        """What armor covers there: one location, or two limbs."""
        return _LOCATIONS[self]


_LOCATIONS: Mapping[Target, tuple[Location, ...]] = {
    Target.HEAD: (Location.HEAD,),
    Target.TORSO: (Location.TORSO,),
    Target.ARMS: (Location.RIGHT_ARM, Location.LEFT_ARM),
    Target.LEGS: (Location.RIGHT_LEG, Location.LEFT_LEG),
}
