"""The revised edition and the later one side by side: one test under both, and all differences (HUB-89 to HUB-104).

What a test comes to is worked by `engine.burning_wheel.building`, once under either `House`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.building import House, Task, linked_dice, multiplier, takes_boons
from engine.option import Option


class Topic(Option):
    """The headings of the list of differences."""

    OBSTACLE = "obstacle", "the obstacle"
    DICE = "dice", "dice and wounds"
    ARTHA = "artha", "artha"
    ROLL = "roll", "the roll"
    RESULT = "result", "the result"
    MARKS = "marks", "test marks"
    ADVANCE = "advance", "advancing"
    TEACHING = "teaching", "teaching"
    SESSION = "session", "the end of a session"
    PRINCIPLES = "principles", "principles"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that both editions speak of, what each says, and whether that `differs`."""

    topic: Topic
    name: str
    revised: str
    later: str
    differs: bool
    rule: str

    def speaks_of(self, words: str) -> bool:
        """Whether these words stand anywhere in it, in either case."""
        return words.casefold() in " ".join((self.name, self.revised, self.later)).casefold()


def _difference(row: Mapping[str, Any]) -> Difference:
    return Difference(**{**row, "topic": Topic.of(row["topic"])})


DIFFERENCES: Sequence[Difference] = tables.rows(
    __file__, "editions.toml", "difference", ("topic", "name", "revised", "later", "differs", "rule"), _difference
)


@dataclass(frozen=True, slots=True)
class Share:
    """What parts of a test bring under one edition, in dice; `times` is what the base obstacle is multiplied by."""

    advantage: int
    linked: int
    persona: int
    times: int
    open_ended: bool


def share(task: Task, house: House, *, implied: bool = True) -> Share:
    """The parts of a test in which the editions differ; `implied` opens the dice of Grief, Greed and Hatred.

    Source: HUB-09, HUB-15, HUB-16, HUB-75, HUB-94, HUB-96, HUB-98.
    """
    later = house.later
    both = (task.advantage, task.trait)
    bought = later or house.boon_anywhere or takes_boons(task.element) or task.beginner
    return Share(
        max(both) if later else sum(both),
        linked_dice(task.before, later=later, taken=house.one_advantage and task.advantage > 0),
        task.boon if bought else 0,
        multiplier(task, house),
        task.element.open_ended(later=later, implied=implied) and not task.beginner,
    )
