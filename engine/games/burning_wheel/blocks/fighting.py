"""What is left of an attack in Fight! once defenses came off it, as bars (FGT-08, FGT-09)."""

from fractions import Fraction

from engine.answer import Odds
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_odds import Roll


def left_over(attack: Roll, defenses: tuple[Roll, ...], obstacle: int, sentence: str, ghost_words: str = "") -> Odds:
    """The chance of each number of successes that is left, none below 0; from the obstacle on the attack tells.

    With `ghost_words` the same without the defenses stands behind it.
    """
    ghost = _left(attack, ()) if ghost_words else ()
    return Odds(_left(attack, defenses), obstacle, sentence, ghost=ghost, ghost_words=ghost_words)


def _left(attack: Roll, defenses: tuple[Roll, ...]) -> tuple[Fraction, ...]:
    found = fight_odds.margin(attack, defenses)
    if found.last < 0:
        return (Fraction(1),)
    return (found.below(1), *(found.exactly(number) for number in range(1, found.last + 1)))
