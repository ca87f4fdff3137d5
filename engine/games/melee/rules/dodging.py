"""Dodging in place of attacking (MEL-12)."""

from engine.games.melee.rules.prone import HAMPERED
from engine.working import Line, Worked


def dodged(successes: int, clumsy: int = 0, *, prone: bool = False) -> Worked:
    """What a dodge adds to the obstacle of every attack from now on: so many `successes` of Speed, never below 0.

    `clumsy` is what the weight of armor adds to obstacles, taken off here because a dodge has none; `prone` counts
    likewise. Source: MEL-12, MEL-15.

    >>> dodged(3, 1).total, dodged(1, 2).total
    (2, 0)
    """
    lines = [Line(successes, "Successes of Speed", "MEL-12"), Line(-clumsy, "Clumsy weight", "MEL-12")]
    lines.append(Line(-HAMPERED if prone else 0, "On the ground", "MEL-15"))
    below = -sum(line.amount for line in lines)
    return Worked((*lines, Line(max(0, below), "Never below 0", "MEL-12")))
