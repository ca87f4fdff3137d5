"""Closed vocabularies of the rules, with the words and numbers that belong to each member."""

import enum
from typing import Self


class Option(enum.Enum):
    """An enum whose members say what a chip shows: value, words, and the amount that choosing it costs, if any."""

    words: str
    amount: int | None

    __hash__ = object.__hash__  # A member is one of a kind; Enum would hash its name, by a function in Python.

    def __new__(cls, value: str, words: str, amount: int | None = None) -> "Option":
        member = object.__new__(cls)
        member._value_ = value
        member.words = words
        member.amount = amount
        return member

    @classmethod
    def of(cls, value: str) -> Self:
        """The member with this value, as a table of data spells it. Raises `ValueError` naming all values."""
        for member in cls:
            if member.value == value:
                return member
        known = ", ".join(member.value for member in cls)
        raise ValueError(f"This is one of {known}; it says {value!r}.")
