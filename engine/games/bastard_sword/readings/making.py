"""What a new character gets, as the table reads the source."""

from engine.games.bastard_sword.rules.packages import Package
from engine.rulings import Rulings


def package(said: Package, ask: Rulings) -> Package:
    """A package as printed or put right; asked where it was put right."""
    return said.corrected if said.corrected and ask["making.misprints"] == "corrected" else said
