"""The dice of Burning Wheel: pools in three shades, successes, open-ended dice, rerolls, rolls and contests."""

from engine.dice import MOST_DICE
from engine.games.burning_wheel.dice.numbers import MOST_OBSTACLE, DiceCount, Obstacle, ob
from engine.games.burning_wheel.dice.pool import Group, Pool
from engine.games.burning_wheel.dice.reroll import Reroll, rerolled
from engine.games.burning_wheel.dice.roll import Count, Die, Outcome, Roll, Throw, dealt, evaluate, outcome, read, roll
from engine.games.burning_wheel.dice.shade import Shade
from engine.games.burning_wheel.dice.successes import Chain, successes
from engine.games.burning_wheel.dice.versus import margin, reaches, versus

__all__ = [
    "MOST_DICE",
    "MOST_OBSTACLE",
    "Chain",
    "Count",
    "DiceCount",
    "Die",
    "Group",
    "Obstacle",
    "Outcome",
    "Pool",
    "Reroll",
    "Roll",
    "Shade",
    "Throw",
    "dealt",
    "evaluate",
    "margin",
    "ob",
    "outcome",
    "reaches",
    "read",
    "rerolled",
    "roll",
    "successes",
    "versus",
]
