"""How numbers and lists are said, everywhere alike: true minus, no-break spaces, honest percentages."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
NOTHING = "–"
UNSEEN = "\N{REPLACEMENT CHARACTER}"
LONGEST_QUOTE = 40


def percent(chance: Fraction) -> str:
    """A chance as a reader sees it, rounded half up to a tenth of a percent.

    The exact ends are *impossible* and *certain*; something possible is never rounded to 0 % or 100 %.
    """
    if chance <= 0:
        return "impossible"
    if chance >= 1:
        return "certain"
    tenths = int(chance * 1000 + Fraction(1, 2))
    if tenths == 0:
        return f"under 0.1{NO_BREAK}%"
    if tenths == 1000:
        return f"over 99.9{NO_BREAK}%"
    return f"{decimal(chance * 100)}{NO_BREAK}%"


def often(chance: Fraction) -> str:
    """How often something happens: "always", "never", or a share of the time."""
    if 0 < chance < 1:
        return f"{percent(chance)} of the time"
    return "always" if chance else "never"


def signed(amount: int) -> str:
    """An amount with its sign, as in a ledger: ``+1``, ``−2``, ``+0``."""
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"


def number(amount: int) -> str:
    """A whole number with a true minus where it is negative."""
    return f"{MINUS}{-amount}" if amount < 0 else str(amount)


def decimal(amount: Fraction) -> str:
    """A number that is not negative to a tenth, rounded half up: ``2``, ``2.5``."""
    whole, tenth = divmod(int(amount * 10 + Fraction(1, 2)), 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def count(amount: int, singular: str, plural: str = "") -> str:
    """``1 test``, ``3 tests``; `plural` where it is not the singular with an s."""
    return f"{amount}{NO_BREAK}{singular if amount == 1 else plural or singular + 's'}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *head, tail = list(items) or [""]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def quoted(said: object) -> str:
    """What a reader typed, in quotation marks, shortened so that a pasted book stays one sentence; or "nothing".

    What cannot be seen, or turns the direction of what follows, shows as "�". What no reader types is only named.
    """
    if isinstance(said, (Mapping, list)):
        return "a group of fields" if isinstance(said, Mapping) else "a list"
    if isinstance(said, bool):
        said = "true" if said else "false"
    text = "" if said is None else " ".join(str(said).split())
    if not text:
        return "nothing"
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    seen = "".join(character if character.isprintable() else UNSEEN for character in text)
    return f"“{seen}”"


class Worded(Protocol):
    """A value that says itself: an obstacle, a number of dice, the member of a closed vocabulary."""

    @property
    def words(self) -> str:
        """What a reader sees."""


def shown(value: object) -> str:
    """A value out of an answer as a reader sees it: yes and no, a chance as a percentage, lists in a line.

    Nothing is a dash; what has ``words`` says itself; other text stays as it is.

    >>> shown(Fraction(1, 2)), shown(-2), shown(None)
    ('50\xa0%', '−2', '–')
    """
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return percent(value)
    if (words := getattr(value, "words", None)) is not None:
        return str(words)
    if isinstance(value, list):
        return listed(shown(item) for item in value) if value else "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(item)}" for key, item in value.items())
    return number(value) if isinstance(value, int) else str(value)
