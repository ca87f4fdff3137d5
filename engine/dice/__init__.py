"""Exact chances of dice: distributions, the laws they are multiplied from, totals and contests. Knows no game."""

from engine.dice.distribution import Distribution, likeliest
from engine.dice.total import MOST_DICE, total, total_of
from engine.dice.versus import Versus, margin, together, versus

__all__ = [
    "MOST_DICE",
    "Distribution",
    "Versus",
    "likeliest",
    "margin",
    "together",
    "total",
    "total_of",
    "versus",
]
