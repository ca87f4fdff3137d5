"""Actions and exchanges of a fight as a form asks for them: how many, how they are divided, and what fills them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.forms import Among, Asked, Between, row
from engine.games.burning_wheel.rules import exchange
from engine.games.burning_wheel.rules.action_costs import COSTS
from engine.option import Option

MOST_REFLEXES = 12
REFLEXES = Between(1, MOST_REFLEXES)
ACTIONS = Between(1, 60)


class Early(Option):
    """Which volleys of an exchange get the actions that do not divide evenly."""

    EARLY = "early", "the earliest"
    MIDDLE = "middle", "first and last, or the middle"
    LATE = "late", "the latest"

    def layout(self, actions: int) -> tuple[int, ...]:
        """The actions of the three volleys, of which there are 1 or more. Source: FGT-06."""
        layouts = exchange.layouts(actions)
        return layouts[list(Early).index(self) * (len(layouts) - 1) // (len(Early) - 1)]


class After(Option):
    """The same for all exchanges but the first; by itself as in that."""

    SAME = "same", "as in the first"
    EARLY = Early.EARLY.value, Early.EARLY.words
    MIDDLE = Early.MIDDLE.value, Early.MIDDLE.words
    LATE = Early.LATE.value, Early.LATE.words

    def early(self, first: Early) -> Early:
        """Which volleys they go into, where they went into `first` before."""
        return first if self is After.SAME else Early.of(self.value)


Reflexes = Annotated[int, REFLEXES, Asked("Your actions in an exchange", "Reflexes", quick=(3, 4, 5, 6))]
Begins = Annotated[int, REFLEXES, Asked("You begin with your action number", more=True)]
Volleys = Annotated[Early, Asked("Second and third actions go into", more=True)]
Later = Annotated[After, Asked("In later exchanges into", more=True)]

Broken = Annotated[
    Annotated[int, Between(1, 60)] | None,
    Asked("Something else comes in with action", "Empty: nothing does", more=True, quick=(2, 3)),
]


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do in a fight as a form asks for it: a row of the table of costs, or one of the reader's own."""

    name: Annotated[str, Asked("What")] = ""
    actions: Annotated[int, ACTIONS, Asked("Actions", quick=(1, 2, 3, 4))] = 1

    @classmethod
    def table(cls) -> Mapping[str, "Task"]:
        """All tasks whose actions the table knows, by key."""
        return _tasks()

    @property
    def words(self) -> str:
        """What is done."""
        return self.name or "something else"

    @property
    def group(self) -> str:
        """What it stands under in the list."""
        return next((COSTS[key].kind.words for key, task in _tasks().items() if task == self), "")


@cache
def _tasks() -> Mapping[str, Task]:
    return {key: Task(cost.name, cost.actions) for key, cost in COSTS.items() if cost.actions}


@row("task")
class TaskRow:
    """A task in a plan, as often as it is done or as many actions as go into it."""

    task: Annotated[Among[Task], Asked("Task")] = Task("Draw a weapon, sheathed or slung", 2)
    times: Annotated[int, Between(1, 20), Asked("Times", quick=(1, 2, 3))] = 1

    @property
    def words(self) -> str:
        """What is done, and how often."""
        return self.task.words if self.times == 1 else f"{self.task.words}, {self.times} times"
