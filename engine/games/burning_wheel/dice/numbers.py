"""The two whole numbers with limits: how many dice, and how many successes are asked for."""

import operator
from typing import ClassVar, Self, SupportsIndex

from engine.dice import MOST_DICE
from engine.refused import Refused
from engine.wording import NO_BREAK, quoted

MOST_OBSTACLE = 100
"""The highest obstacle, and how far a table of successes reaches unless told otherwise."""

_LONGEST_NUMBER = 9
"""Digits that are read before a number is simply too long: int() refuses very long ones with words of its own."""


class _Bounded(int):
    """A whole number from 0 to `most`; arithmetic gives plain ints again."""

    most: ClassVar[int]
    subject: ClassVar[str]

    def __new__(cls, value: SupportsIndex) -> Self:
        try:
            number = operator.index(value)
        except TypeError:
            raise cls._refused(value) from None
        if not 0 <= number <= cls.most:
            raise cls._refused(value)
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a number from what someone typed; spaces around it do no harm.

        Raises `Refused` with one sentence when the text is anything but a whole number in range.
        """
        digits = text.strip()
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER):
            raise cls._refused(text)
        if int(digits) > cls.most:
            raise cls._refused(text)
        return cls(int(digits))

    @classmethod
    def _refused(cls, said: object) -> Refused:
        return Refused(f"{cls.subject} is a whole number from 0 to {cls.most}; this says {quoted(said)}.")


class DiceCount(_Bounded):
    """A number of dice, 0 to 60. Raises `Refused` outside that range. Source: HUB-01."""

    most = MOST_DICE
    subject = "The number of dice"

    @property
    def words(self) -> str:
        """ "4D"."""
        return f"{self}D"


class Obstacle(_Bounded):
    """A number of successes asked for, 0 to 100. Raises `Refused` outside that range. Source: HUB-06."""

    most = MOST_OBSTACLE
    subject = "An obstacle"

    @property
    def words(self) -> str:
        """ "Ob 4"."""
        return ob(self)


def ob(obstacle: int) -> str:
    """``Ob 4``, never broken over two lines."""
    return f"Ob{NO_BREAK}{obstacle}"
