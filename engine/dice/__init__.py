"""Exact chances of dice: distributions, the laws they are multiplied from, and totals. Knows no game."""

from engine.dice.distribution import Distribution, likeliest
from engine.dice.total import MOST_DICE, total, total_of

__all__ = [
    "MOST_DICE",
    "Distribution",
    "likeliest",
    "total",
    "total_of",
]
