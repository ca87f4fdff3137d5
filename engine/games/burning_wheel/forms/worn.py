"""Armor in a word: a suit of one type from head to foot."""

from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.option import Option


class Worn(Option):
    """A suit of one type from head to foot, or none."""

    NONE = "none", "none"
    LEATHER = ArmorType.LEATHER.value, ArmorType.LEATHER.words
    PLATED_LEATHER = ArmorType.PLATED_LEATHER.value, ArmorType.PLATED_LEATHER.words
    CHAIN = ArmorType.CHAIN.value, ArmorType.CHAIN.words
    PLATED_MAIL = ArmorType.PLATED_MAIL.value, ArmorType.PLATED_MAIL.words
    FULL_PLATE = ArmorType.FULL_PLATE.value, ArmorType.FULL_PLATE.words

    @property
    def suit(self) -> Suit:
        """What covers the body."""
        return Suit() if self is Worn.NONE else Suit.whole(ArmorType.of(self.value))
