"""Rolling tests, as the table reads them."""

from engine.games.bastard_sword.rules.long_tasks import Kind, Rolling
from engine.rulings import Rulings


def read(kind: Kind, difficulty: int, ask: Rulings, *, malus: bool = True) -> Rolling:
    """A rolling test of this kind; asked only where a malus makes the difference. Source: BSR-14."""
    raw = malus and kind is Kind.FIRST_FAIL and ask["rolling.blank"] == "raw"
    deep = malus and kind is Kind.SETBACK and ask["rolling.floor"] == "none"
    return Rolling(kind, difficulty, raw, deep)
