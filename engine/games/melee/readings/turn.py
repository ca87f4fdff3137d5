"""What is done on and before one's turn, as the table reads it."""

from engine.rulings import Rulings


def shoots_early(ask: Rulings) -> bool:
    """Whether a readied missile may answer a move; asked only of whoever holds one. Source: MEL-11."""
    return ask["early.missiles"] == "view"


def dodges_first(ask: Rulings) -> bool:
    """Whether a dodge is rolled before the attack. Source: MEL-12."""
    return ask["dodge.when"] == "before"


def ground_counts(prone: bool, ask: Rulings) -> bool:
    """Whether lying there takes successes off a dodge; asked only of whoever does. Source: MEL-15."""
    return prone and ask["dodge.prone"] == "counts"


def tie_escapes(ask: Rulings) -> bool:
    """Whether a tied dash gets away. Source: MEL-14."""
    return ask["dash.tie"] == "escapes"
