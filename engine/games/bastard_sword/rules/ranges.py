"""Close, medium, long: how far a weapon reaches, and what it costs to use it elsewhere (BSR-39, BSR-40)."""

from collections.abc import Collection

from engine.games.bastard_sword.rules.half_orders import rung
from engine.option import Option


class Band(Option):
    """Bands of melee, by the steps between arm's length and the other. Source: BSR-39."""

    CLOSE = "close", "close", 0
    MEDIUM = "medium", "medium", 1
    LONG = "long", "long", 2

    @property
    def steps(self) -> int:
        """The wielder's own steps beyond arm's length."""
        return list(Band).index(self)


def band_at(steps: int) -> Band | None:
    """The band of someone so many of one's own steps beyond arm's length; None where that is out of melee."""
    return next((one for one in Band if one.steps == steps), None)


def engaged(steps: int, bands: Collection[Band]) -> bool:
    """Whether a weapon engages someone so far away: at its band, or at any shorter one. Source: BSR-39."""
    return any(steps <= one.steps for one in bands)


def away(band: Band, bands: Collection[Band]) -> int:
    """How many bands a weapon is away from the nearest that it is made for. Source: BSR-40."""
    return min(abs(band.steps - one.steps) for one in bands)


def malus(band: Band, bands: Collection[Band]) -> int:
    """The malus of a weapon used at this band; damage can be bought only where it is 0. Source: BSR-40.

    >>> malus(Band.CLOSE, [Band.LONG]), malus(Band.MEDIUM, [Band.CLOSE, Band.LONG])
    (3, 1)
    """
    return rung(away(band, bands))
