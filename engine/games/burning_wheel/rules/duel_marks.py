"""What a duel of wits leaves in the logs of one side: one test for each ability that it rolled (DOW-25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.games.burning_wheel.rules import advancement, test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.arguments import DuelRoll, Opposed
from engine.games.burning_wheel.rules.test_class import Classes
from engine.refused import Refused

KINDS = {"will": Kind.STAT, "steel": Kind.STEEL}
"""What a duel tests beside skills, by name."""


class MarkReadings(Protocol):
    """How a table reads what a duel marks; each is asked only where it decides something. Source: DOW-25, HUB-46."""

    def own_penalty(self) -> bool:
        """Whether one's own +Ob counts on top of the other's successes."""

    def halves_apart(self) -> bool:
        """Whether each half of a Rebuttal is a test of its own."""

    def penalty_once(self) -> bool:
        """Whether +1 Ob falls on one half of a Rebuttal alone."""

    def unopposed_counts(self) -> bool:
        """Whether a roll that nobody opposed counts at all."""

    def by_class(self) -> bool:
        """Whether of a series the roll of the hardest class counts, not that of the highest obstacle."""

    def routes(self, kind: Kind, exponent: int) -> tuple[Marks, ...]:
        """The routes to the next exponent."""

    def classes(self, dice: int, obstacle: int) -> Classes:
        """The class of a test."""


@dataclass(frozen=True, slots=True)
class PrintedMarks:
    """The default readings of what a duel marks."""

    def own_penalty(self) -> bool:
        return True

    def halves_apart(self) -> bool:
        return False

    def penalty_once(self) -> bool:
        return False

    def unopposed_counts(self) -> bool:
        return True

    def by_class(self) -> bool:
        return False

    def routes(self, kind: Kind, exponent: int) -> tuple[Marks, ...]:
        return advancement.routes(kind, exponent)

    def classes(self, dice: int, obstacle: int) -> Classes:
        return test_class.classes(dice, obstacle)


@dataclass(frozen=True, slots=True)
class SpokenRoll:
    """A roll of a duel as it fell: the ability by name, all dice that count, what it was up against, what it came to.

    `harder` is one's own +Ob that is not in `against` yet. Of a Rebuttal that was divided, `defense` are the dice of
    that half, and `back` the successes of the other's defense, None where they did not rebut. Source: DOW-25.
    """

    name: str
    ability: Ability
    dice: int
    opposed: Opposed
    against: int
    successes: int
    harder: int = 0
    defense: int = 0
    back: int | None = None

    def tests(self, *, own: bool = True, halves: bool = False, once: bool = False) -> tuple[DuelRoll, ...]:
        """The tests for the log: one, or of a Rebuttal each of its `halves`.

        `own` lets one's own +Ob count against another's successes, for both halves or `once`.
        Source: DOW-14, DOW-16, DOW-25, HUB-46.
        """
        harder = self.harder if own or self.opposed is not Opposed.VERSUS else 0
        whole = DuelRoll(self.dice, self.opposed, self.against + harder, self.successes)
        if not self.defense:
            return (whole,)
        opposed, back = Opposed.ALONE, 0
        if self.back is not None:
            opposed, back = Opposed.VERSUS, self.back + (0 if once else harder)
        if not halves:
            return (replace(whole, against=whole.against + back),)
        riposte = replace(whole, dice=whole.dice - self.defense, opposed=opposed, against=back)
        return replace(whole, dice=self.defense), riposte


@dataclass(frozen=True, slots=True)
class Log:
    """The log of an ability before the duel."""

    kind: Kind
    marks: Marks = Marks()


@dataclass(frozen=True, slots=True)
class Marked:
    """What one ability marks for a duel of `tests` tests: the `roll` that counts, made at this `place` of the rolls.

    `classes` holds two where the player chooses, and `roll` is None where nothing counts. `advances` says whether it
    fills the log. Source: DOW-25, HUB-44.
    """

    name: str
    kind: Kind
    tests: int
    place: int = 0
    roll: DuelRoll | None = None
    classes: Classes = Classes()
    advances: bool = False

    @property
    def value(self) -> str:
        """Its class as a value: "routine", or where there is a choice both."""
        return self.classes.value


@dataclass(frozen=True, slots=True)
class DuelMarks:
    """What a side marks, an ability at a time; how many `tests` its rolls were, and whether its `own` +Ob counted."""

    abilities: tuple[Marked, ...] = ()
    tests: int = 0
    own: bool = True


@dataclass(frozen=True, slots=True)
class _Test:
    """A test of a duel: the roll's place, the roll, and what the log takes of it."""

    place: int
    spoken: SpokenRoll
    roll: DuelRoll


def marks(
    rolls: Sequence[SpokenRoll], readings: MarkReadings = PrintedMarks(), logs: Mapping[str, Log] | None = None
) -> DuelMarks:
    """What these rolls of one side mark. `logs` are those of before, by the name casefolded, empty ones by default.

    Raises `Refused` where a log is full already. Source: DOW-25.
    """
    harder = any(one.harder and one.opposed is Opposed.VERSUS for one in rolls)
    own = not harder or readings.own_penalty()
    halves = any(one.defense for one in rolls) and readings.halves_apart()
    twice = own and any(one.harder and one.back is not None for one in rolls)
    once = twice and readings.penalty_once()
    tests = [
        _Test(place, one, roll)
        for place, one in enumerate(rolls)
        for roll in one.tests(own=own, halves=halves, once=once)
    ]
    alone = any(test.roll.opposed is Opposed.ALONE for test in tests)
    left_out = alone and not readings.unopposed_counts()
    abilities: dict[str, list[_Test]] = {}
    for test in tests:
        abilities.setdefault(test.spoken.name.casefold(), []).append(test)
    marked = [
        _marked(of_one, (logs or {}).get(key) or Log(KINDS.get(key, Kind.SKILL)), readings, left_out=left_out)
        for key, of_one in abilities.items()
    ]
    return DuelMarks(tuple(marked), len(tests), own)


def _marked(tests: Sequence[_Test], log: Log, readings: MarkReadings, *, left_out: bool) -> Marked:
    """What one ability marks for all its tests, those without opposition `left_out` or not."""
    first = tests[0].spoken
    needed = readings.routes(log.kind, min(first.ability.exponent, CAP))
    if advancement.filled(needed, log.marks):
        raise Refused(f"The marks of {first.name} fill its log already; a log starts empty after that.")
    counting = [test for test in tests if not (left_out and test.roll.opposed is Opposed.ALONE)]
    found = advancement.logged(
        [test.roll.rolled for test in counting],
        log.marks,
        needed,
        success_only=log.kind.success_only,
        by_class=len(counting) > 1 and readings.by_class(),
        class_of=readings.classes,
    )
    nothing = Marked(first.name, log.kind, len(tests), classes=found.classes)
    if found.roll is None:
        return nothing
    counts = counting[found.roll]
    return replace(nothing, place=counts.place, roll=counts.roll, advances=found.advances)
