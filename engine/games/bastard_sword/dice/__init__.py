"""The dice of Bastard Sword: d4 to d20, successes by face, pools of like and unlike dice."""

from engine.games.bastard_sword.dice.die import SIDES, STANDARD, WEAK, Die
from engine.games.bastard_sword.dice.pool import Pool
from engine.games.bastard_sword.dice.roll import Roll, read, roll
from engine.games.bastard_sword.dice.successes import hits, successes

__all__ = ["SIDES", "STANDARD", "WEAK", "Die", "Pool", "Roll", "hits", "read", "roll", "successes"]
