"""What a sparring partner says once a choice was played: what it gave away."""

from fractions import Fraction

from engine.answer import Told
from engine.games.burning_wheel.blocks.mixes import dice
from engine.games.burning_wheel.rules.sparring import Afterword, T

SMALL = Fraction(1, 200)


def afterword(found: Afterword[T], did: str, best: str, whose: str, rule: str, of: str = "") -> Told:
    """What someone gave away with what they `did`, against the safest mix; `of` says of what, such as " of argument".

    Less than half a hundredth of a die is nothing.
    """
    if found.gave_up < SMALL:
        return Told(0, f"gave nothing away with {did}.", rule, whose)
    said = f"gave away {dice(found.gave_up)}{of} with {did}: against the safest mix {best} is best."
    return Told(0, said, rule, whose)
