"""Walls and doors as the table reads the rules (MAT-04)."""

from fractions import Fraction

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import materials
from engine.games.burning_wheel.rules.materials import Section
from engine.rulings import Rulings


def slowed(section: Section, va: int, ask: Rulings) -> int:
    """What comes off the Die of Fate; asked for only where VA is above the Strength. Source: MAT-04."""
    helps = va > section.strength and ask["materials.high-va"] == "adds"
    return materials.slowed(section, va, helps=helps)


def hits(pool: Pool, obstacle: int) -> Fraction:
    """The chance that dice which do not open reach an obstacle."""
    return successes(pool).at_least(obstacle)
