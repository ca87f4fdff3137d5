"""What the Die of Fate is thrown for, as a form asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.forms import Asked, Between, Longest
from engine.games.burning_wheel.rules.die_of_fate import (
    FACES,
    MOST_MODIFIER,
    MOST_THROWS,
    READINGS,
    YES,
    Band,
    Reading,
)

SAYING = Longest(80)


@dataclass(frozen=True, slots=True)
class Use:
    """A use of the die as the form asks for it: one of the registry, or one of the reader's own."""

    name: Annotated[str, Asked("What it decides")] = "Whether it is so"
    yes: Annotated[str, SAYING, Asked("On a 1")] = "it is so"
    no: Annotated[str, SAYING, Asked("On anything else")] = "it is not so"

    @classmethod
    def of(cls, reading: Reading) -> "Use":
        """A row of the registry."""
        return cls(reading.words, reading.bands[0].says, reading.bands[-1].says)

    @classmethod
    def table(cls) -> Mapping[str, "Use"]:
        """All of them by key, in the order of the registry."""
        return _uses()

    @property
    def words(self) -> str:
        """What it decides."""
        return self.name

    @property
    def reading(self) -> Reading:
        """How it is read: as the registry says, or a 1 for yes."""
        key = next((key for key, use in _uses().items() if use == self), "")
        own = Band(YES, self.yes), Band(FACES[-1], self.no)
        return READINGS[key] if key else Reading("own", self.name, own, "DOF-01")


@cache
def _uses() -> Mapping[str, Use]:
    return {key: Use.of(reading) for key, reading in READINGS.items()}


DETAIL = Use.of(READINGS["detail"])
Added = Annotated[int, Between(-MOST_MODIFIER, MOST_MODIFIER), Asked("Added to the die", "For damage alone", more=True)]
Throws = Annotated[
    int, Between(1, MOST_THROWS), Asked("Dice", "One for each of several people, say", quick=(1, 2, 3, 4), more=True)
]
