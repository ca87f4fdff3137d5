"""How this game's numbers are said."""

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
