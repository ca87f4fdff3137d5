"""Dice in three shades: pools, exact distributions, contests, rerolls and rolls. Knows nothing of any game."""

from engine.dice.distribution import Distribution, likeliest
from engine.dice.numbers import MOST_DICE, MOST_OBSTACLE, DiceCount, Obstacle
from engine.dice.pool import Group, Pool
from engine.dice.reroll import Reroll, rerolled
from engine.dice.roll import Count, Die, Outcome, Roll, dealt, evaluate, outcome, read, roll
from engine.dice.shade import Shade
from engine.dice.successes import Chain, successes
from engine.dice.total import total, total_of
from engine.dice.versus import Versus, margin, reaches, versus

__all__ = [
    "MOST_DICE",
    "MOST_OBSTACLE",
    "Chain",
    "Count",
    "DiceCount",
    "Die",
    "Distribution",
    "Group",
    "Obstacle",
    "Outcome",
    "Pool",
    "Reroll",
    "Roll",
    "Shade",
    "Versus",
    "dealt",
    "evaluate",
    "likeliest",
    "margin",
    "outcome",
    "reaches",
    "read",
    "rerolled",
    "roll",
    "successes",
    "total",
    "total_of",
    "versus",
]
