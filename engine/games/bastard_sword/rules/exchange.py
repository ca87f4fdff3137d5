"""A melee exchange: two rolls, and the hits of whoever has more (BSR-41)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution, margin
from engine.games.bastard_sword.dice import Pool, successes


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an exchange: the dice, and the malus on them. Without dice nobody defends: the result is 0."""

    pool: Pool | None
    malus: int = 0

    @property
    def result(self) -> Distribution:
        """How likely each result is. Source: BSR-17, BSR-41."""
        if self.pool is None:
            return Distribution((1,), 1, Fraction(0))
        return successes(self.pool).plus(-self.malus)


def hits(attacker: Side, defender: Side, *, undefended_hits: bool = False) -> Distribution:
    """How far the attacker's result lies above the defender's: above 0 the attacker's hits, below 0 the defender's.

    Who does not defend scores nothing, unless `undefended_hits`: then an attack that fell below 0 is their hits.
    Source: BSR-41.
    """
    apart = margin(attacker.result, defender.result)
    return apart if defender.pool is not None or undefended_hits else apart.floored(0)
