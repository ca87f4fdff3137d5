"""The die of a damage rating, as the table reads it."""

from engine.games.bastard_sword.dice import STANDARD, Die
from engine.games.bastard_sword.readings.dice import die_of
from engine.games.bastard_sword.rules.attributes import WEAKEST
from engine.rulings import Rulings


def damage_die(rating: int, ask: Rulings) -> Die | None:
    """The die of a rating; None for none at all. How ratings below 4 are read is a ruling. Source: BSR-51, BSR-06."""
    if rating <= 0:
        return None
    if rating >= WEAKEST:
        return die_of(rating, ask)
    reading = ask["damage.weak"]
    return die_of(rating, ask) if reading == "weak" else STANDARD[0] if reading == "d4" else None
