"""What a table settles before the first session: the concept, the rules, limits, the Resources cycle, Faith (NPC-06).

>>> recoveries(Cycle.MONTH, 1), recoveries(Cycle.SEASON, 365)
(0, 4)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.option import Option
from engine.refused import Refused

DAYS = {"week": 7, "month": 30, "season": 91, "year": 365}


class Cycle(Option):
    """How long taxed Resources take to come back; the week and the season are ours. Source: NPC-06."""

    WEEK = "week", "a week"
    MONTH = "month", "a month"
    SEASON = "season", "a season"
    YEAR = "year", "a year"

    @property
    def days(self) -> int:
        """In days."""
        return DAYS[self.value]


class Rules(Option):
    """The rules that a table may leave out. Source: NPC-06, RIM-01."""

    RESOURCES = "resources", "Resources"
    CIRCLES = "circles", "Circles"
    DUEL = "duel", "Duel of Wits"
    STEEL = "steel", "Steel"
    RANGE = "range", "Range and Cover"
    FIGHT = "fight", "Fight!"
    SORCERY = "sorcery", "Sorcery"
    FAITH = "faith", "Faith"


class Settle(Option):
    """What is to be settled. Source: NPC-06."""

    CONCEPT = "concept", "What it is about"
    RULES = "rules", "The rules in play"
    LIFEPATHS = "lifepaths", "Lifepaths"
    CYCLE = "cycle", "The Resources cycle"
    SCOPE = "scope", "Whom prayers reach"
    STRICTURES = "strictures", "What Faith forbids"


@dataclass(frozen=True, slots=True)
class Setup:
    """What has been settled; empty texts have not. `least` and `most` are lifepaths. Source: NPC-06.

    Raises `Refused` where no number of lifepaths is allowed.
    """

    concept: str
    rules: frozenset[Rules]
    least: int
    most: int
    scope: str
    strictures: str

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise Refused(f"The fewest lifepaths are {self.least}, and the most {self.most}: nobody can have both.")

    @property
    def open(self) -> tuple[Settle, ...]:
        """What is still to be settled, in order."""
        return tuple(self._open())

    def _open(self) -> Iterator[Settle]:
        if not self.concept:
            yield Settle.CONCEPT
        if not self.rules:
            yield Settle.RULES
        if Rules.FAITH in self.rules:
            if not self.scope:
                yield Settle.SCOPE
            if not self.strictures:
                yield Settle.STRICTURES


def recoveries(cycle: Cycle, days: int) -> int:
    """How often taxed Resources can recover while so many days pass in play, 1 or more. Source: NPC-06.

    Raises `Refused` for no days.
    """
    if days < 1:
        raise Refused(f"At least a day passes; this says {days}.")
    return days // cycle.days
