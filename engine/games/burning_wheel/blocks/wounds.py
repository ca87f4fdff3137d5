"""Wounds on the grayscale as a block."""

from collections.abc import Sequence

from engine import wording
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, Tolerances
from engine.games.burning_wheel.views.blocks import Blow, Flag, Track


def flags(tolerances: Tolerances) -> tuple[Flag, ...]:
    """The six tolerances as flags."""
    return tuple(
        Flag(place.place, EFFECTS[level].letters, f"{level.words} from {place}")
        for level, place in tolerances.places.items()
    )


def strip(
    tolerances: Tolerances, falls: str, hits: Sequence[Blow] = (), wounds: Sequence[tuple[Coordinate, Level]] = ()
) -> Track:
    """The grayscale with its six flags, a blow, and the wounds so far."""
    discs = tuple(Blow(place.place, "", f"{place}, {level.wound}") for place, level in wounds)
    stands = wording.listed(f"{level.words} from {place}" for level, place in tolerances.places.items())
    return Track(f"{stands}.{' ' if falls else ''}{falls}", flags(tolerances), tuple(hits), discs)
