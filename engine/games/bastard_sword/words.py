"""How this game's numbers are said."""

from fractions import Fraction

from engine import wording


def successes(number: int) -> str:
    """As in "1 success", "−2 successes"."""
    return f"{wording.number(number)}{wording.NO_BREAK}{'success' if number == 1 else 'successes'}"


def dice(number: int) -> str:
    """As in "1 die", "3 dice"."""
    return wording.count(number, "die", "dice")


def spirit(points: int) -> str:
    """As in "3 spirit"."""
    return f"{points}{wording.NO_BREAK}spirit"


def average(mean: Fraction) -> str:
    """As in "2.5 dice", and "1 die".

    >>> average(Fraction(5, 2)), average(Fraction(1))
    ('2.5 dice', '1 die')
    """
    said = wording.decimal(mean)
    return f"{said} {'die' if said == '1' else 'dice'}"


def upper(words: str) -> str:
    """With a capital at the beginning, the rest as it is: "12 heavy arrows", "Lucerne hammer"."""
    return words[:1].upper() + words[1:]
