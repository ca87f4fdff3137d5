"""Closed vocabularies of the rules, with the words and numbers that belong to each member."""

import enum


class Option(enum.Enum):
    """An enum whose members say what a chip shows: value, words, and the amount that choosing it costs, if any."""

    words: str
    amount: int | None

    def __new__(cls, value: str, words: str, amount: int | None = None) -> "Option":
        member = object.__new__(cls)
        member._value_ = value
        member.words = words
        member.amount = amount
        return member
