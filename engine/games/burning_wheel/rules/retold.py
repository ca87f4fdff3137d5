"""What tales have in common that are played again from the dice they were told with (FGT-71, NPC-08).

A tale is a course of steps. Rolls lie as they are told; one that is changed is worked in, and all that comes after it
is worked out anew. Where other dice are rolled than the tale has, chance decides by a seed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import Any, Protocol, TypeVar

from engine import tables
from engine.games.burning_wheel.dice import Pool, roll
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Places
from engine.games.burning_wheel.rules.fight_procedure import Event, Part
from engine.games.burning_wheel.rules.test_class import Classes, classes
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.refused import Refused
from engine.working import Line


class Besides(Option):
    """Rolls that are no part of a Fight! procedure."""

    SNEAK = "sneak", "Stealthy"
    NOTICE = "notice", "Perception"
    RUN = "run", "the run"
    SPELL = "spell", "the spell"
    TAX = "tax", "bearing the spell"
    STEEL = "steel", "Steel"
    RANGE = "range", "the chase"
    THROW = "throw", "the throw"
    FATE = "fate", "the Die of Fate"
    SHELL = "shell", "armor"
    SIGN = "sign", "the sign"


@dataclass(frozen=True, slots=True)
class Told:
    """A step as it is told: its title, what happens in it while nothing is changed, and the rule behind it.

    `differs` says where the book's example and its rules part, "" where they do not.
    """

    title: str
    tale: str
    rule: str
    differs: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """A roll of the tale: how many dice and where from, what they came to, why, and the rule ("" for none here)."""

    step: str
    side: int
    part: str
    dice: int
    fell: int
    made_of: str
    why: str
    rule: str


Step = TypeVar("Step", bound=Option)
ROLLS = ("step", "side", "part", "dice", "fell", "from", "why", "rule")


def tale(module_file: str, name: str, steps: type[Step]) -> Mapping[Step, Told]:
    """The steps of a tale, from the table `name` beside a module (pass its ``__file__``)."""
    columns = ("key", "title", "rule", "tale")

    def told(row: Mapping[str, Any]) -> tuple[Step, Told]:
        return steps.of(row["key"]), Told(row["title"], row["tale"], row["rule"], row.get("differs", ""))

    return dict(tables.rows(module_file, name, "step", columns, told, ("differs",)))


def printed(module_file: str, name: str) -> tuple[Printed, ...]:
    """Its rolls, in order."""
    return tables.rows(module_file, name, "roll", ROLLS, lambda row: Printed(*(row[column] for column in ROLLS)))


def departures(module_file: str, name: str) -> Mapping[tuple[str, int], int]:
    """The dice that the example has more or fewer than the rules give, by step and side."""
    columns = ("step", "side", "dice")
    return dict(
        tables.rows(module_file, name, "departure", columns, lambda row: ((row["step"], row["side"]), int(row["dice"])))
    )


class Source(Enum):
    """Where the successes of a roll come from: the tale, the reader, or chance."""

    TALE = "tale"
    READER = "reader"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of the replay: its `number`, from 1, whose and for what, its dice and successes, and where from.

    `printed` is the roll of the tale that it is, if its dice are the same. `eaten` are the lines of +Ob on it: they eat
    successes, or raise the obstacle of a Strike. `against` is what it had to reach, None where that is nothing or not
    known; `marked` says whether it counts as a test of that ability.
    """

    number: int
    side: int
    part: Part | Besides
    act: Act | None
    dice: int
    fell: int
    source: Source
    printed: Printed | None
    eaten: tuple[Line, ...] = ()
    against: int | None = None
    marked: bool = True

    @property
    def penalty(self) -> int:
        """All its +Ob."""
        return sum(line.amount for line in self.eaten)

    @property
    def classes(self) -> Classes:
        """What it counts as in the log, if it does. Source: HUB-35."""
        return classes(self.dice, self.against) if self.marked and self.against is not None else Classes()


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of the replay: its rolls, what came of it, and how both stand after it.

    `told` while everything has fallen as in the tale; `words` say how it ended where it is no distance. `forte` are
    the dice that spells have cost so far.
    """

    step: Option
    tale: Told
    told: bool
    rolls: tuple[Rolled, ...]
    came: tuple[Event, ...]
    places: Places
    levels: tuple[tuple[Level, ...], tuple[Level, ...]]
    lost: tuple[int, int]
    locks: tuple[int, int]
    forte: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """The moments up to where it ends; `stopped` says why it ends before the tale does, if it does."""

    moments: tuple[Moment, ...]
    stopped: str = ""

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """All rolls, in order."""
        return tuple(one for moment in self.moments for one in moment.rolls)


class Over(Exception):
    """It ended before the tale does."""


@dataclass(slots=True)
class Dice:
    """What lies on the table, roll after roll: the rolls of a tale, those that are changed, and from where on anew."""

    tale: Sequence[Printed]
    changes: Mapping[int, int]
    anew: int
    seed: int
    step: str = ""
    rolls: list[Rolled] = field(default_factory=list)
    done: int = 0
    told: bool = True

    def fall(
        self, side: int, part: Part | Besides, pool: Pool, act: Act | None = None, against: int | None = None
    ) -> int:
        """Successes of a roll, or the face of a Die of Fate. Raises `Refused` for a face that a die has not."""
        self.done += 1
        same = [
            one
            for one in self.tale
            if (one.step, one.side, one.part, one.dice) == (self.step, side, part.value, pool.dice)
        ]
        found = same[0] if same else None
        fell, source = self._fell(part, pool, found)
        if part is Besides.FATE and not 1 <= fell <= 6:
            raise Refused(f"Row {self.done} is a Die of Fate: a face from 1 to 6, and this says {fell}.")
        if not found or fell != found.fell:
            self.told = False
        self.rolls.append(Rolled(self.done, side, part, act, pool.dice, fell, source, found, against=against))
        return fell

    def says(self, number: int, **said: Any) -> None:
        """What is known of a roll of this step only later."""
        for place, one in enumerate(self.rolls):
            if one.number == number:
                self.rolls[place] = replace(one, **said)

    def _fell(self, part: Part | Besides, pool: Pool, found: Printed | None) -> tuple[int, Source]:
        if self.done in self.changes:
            return self.changes[self.done], Source.READER
        if found and not (self.anew and self.done >= self.anew):
            return found.fell, Source.TALE
        # Each row has chance of its own, so that a change above it leaves it lying where its dice are the same.
        chance = Random(f"{self.seed}/{self.done}")
        return (chance.randint(1, 6) if part is Besides.FATE else roll(pool, chance).count.successes), Source.CHANCE


class Course(Protocol[Step]):
    """A tale on its way."""

    def begin(self, step: Step) -> None:
        """A step begins: nothing of it has fallen yet."""

    def moment(self, step: Step) -> Moment:
        """What this step has brought."""

    def after(self, step: Step) -> Step | None:
        """The step that still comes where the tale broke off in this one, None if none does."""


On = TypeVar("On", bound=Course[Any])


def play(course: On, plays: Mapping[Step, Callable[[On], None]], until: Step) -> Replay:
    """The tale up to and with a step. Raises `Refused` for a Die of Fate that has no such face. Source: FGT-71."""
    moments: list[Moment] = []
    last = list(plays)[-1]
    stopped, waits = "", None
    for step, go in plays.items():
        if waits not in (None, step):
            if step is until:
                break
            continue
        waits = None
        course.begin(step)
        try:
            go(course)
        except Over:
            waits = course.after(step)
            stopped = "" if step is last or waits else "It is over here; what the tale has after it does not come."
        except Refused as error:
            if "Die of Fate" in str(error):
                raise
            return Replay(tuple(moments), str(error))
        moments.append(course.moment(step))
        if stopped or step is until:
            return Replay(tuple(moments), stopped)
    return Replay(tuple(moments))
