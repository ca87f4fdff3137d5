"""Spells that are sustained: the Will dice set aside, concentration, and the power that still flows (SOR-26 to SOR-29).

What holds is worked out exactly: every way in which spells drop or stay, one event after the other.

>>> from engine.games.burning_wheel.rules.ability import Ability
>>> mind = Mind(Ability.parse("B5"))
>>> mind.chance(1, 4), mind.chance(3, 4)
(Fraction(1, 16), Fraction(0, 1))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from engine.games.burning_wheel.dice import Pool, ob, successes
from engine.games.burning_wheel.rules import sickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.option import Option

LEAST_LEFT = 1
"""Will dice that are never set aside. Source: SOR-26."""


class MayNot(Option):
    """What a caster who sustains a spell may not let happen. Source: SOR-27."""

    STEEL = "steel", "you fail a Steel test"
    HURT = "hurt", "you are hurt"
    FALL = "fall", "you fall hard"
    TAX = "tax", "you fail a Tax test"
    SHIELD = "shield", "your Eldritch Shield is gone"
    SLEEP = "sleep", "you sleep or faint"


MAY = (
    "fight, maneuver and jump",
    "talk, argue and play",
    "read, study and think",
    "cast another spell",
)
"""What a caster may do meanwhile. Source: SOR-27."""


def most(will: int) -> int:
    """How many spells a Will exponent sustains at once. Source: SOR-26.

    >>> most(5), most(0)
    (4, 0)
    """
    return max(0, will - LEAST_LEFT)


@dataclass(frozen=True, slots=True)
class Mind:
    """The Will of whoever sustains: its dice, those that wounds take (`lost`) and others (`other`, may be below 0).

    `added` is what wounds add to each obstacle. `frozen` says that a spell that drops frees its die only after the last
    of the tests of an event. Source: SOR-26, SOR-28.
    """

    will: Ability
    lost: int = 0
    added: int = 0
    other: int = 0
    frozen: bool = False

    def pool(self, held: int) -> Pool:
        """The dice beside so many sustained spells; never below none. Source: SOR-28."""
        return self.will.pool(self.other - self.lost - held)

    def chance(self, held: int, obstacle: int) -> Fraction:
        """The chance to keep a spell of this base obstacle with so many set aside, its own among them. SOR-28."""
        return _reaches(self.pool(held), obstacle + self.added)


@cache
def _reaches(pool: Pool, obstacle: int) -> Fraction:
    return successes(pool).at_least(obstacle)


Kept = tuple[bool, ...]
"""Of each spell, in the order in which they were cast, whether it still stands."""


def event(mind: Mind, obstacles: Sequence[int], kept: Kept) -> Mapping[Kept, Fraction]:
    """The exact chance of everything that may be left after one event: a test for each spell that stands, in order.

    Source: SOR-28.
    """
    found = {kept: Fraction(1)}
    for place, obstacle in enumerate(obstacles):
        step: dict[Kept, Fraction] = {}
        for state, chance in found.items():
            if not state[place]:
                step[state] = step.get(state, Fraction(0)) + chance
                continue
            stays = mind.chance(sum(kept if mind.frozen else state), obstacle)
            dropped = (*state[:place], False, *state[place + 1 :])
            for after, share in ((state, stays), (dropped, 1 - stays)):
                if share:
                    step[after] = step.get(after, Fraction(0)) + chance * share
        found = step
    return found


def after(mind: Mind, obstacles: Sequence[int], events: int) -> tuple[Mapping[Kept, Fraction], ...]:
    """The chance of everything that may be left before the first event, after it, and so on. Source: SOR-28.

    >>> from engine.games.burning_wheel.rules.ability import Ability
    >>> [str(law.get((True,), 0)) for law in after(Mind(Ability.parse("B5")), (2,), 2)]
    ['1', '11/16', '121/256']
    """
    laws: list[Mapping[Kept, Fraction]] = [{(True,) * len(obstacles): Fraction(1)}]
    for _ in range(events):
        found: dict[Kept, Fraction] = {}
        for kept, chance in laws[-1].items():
            for state, share in event(mind, obstacles, kept).items():
                found[state] = found.get(state, Fraction(0)) + chance * share
        laws.append(found)
    return tuple(laws)


def stands(law: Mapping[Kept, Fraction], place: int) -> Fraction:
    """The chance that one spell still stands, by its place from 0."""
    return sum((chance for kept, chance in law.items() if kept[place]), Fraction(0))


def interval(forte: int, obstacle: int) -> int:
    """The hours from one Tax of a sustained spell to the next; at 0 or below it cannot be sustained. Source: SOR-29.

    >>> interval(6, 4), interval(4, 4)
    (2, 0)
    """
    return forte - obstacle


def too_heavy(forte: int, obstacle: int) -> str:
    """Why a spell of this base obstacle cannot be sustained with so much Forte; empty where it can. Source: SOR-29.

    >>> bool(too_heavy(4, 4)), too_heavy(5, 4)
    (True, '')
    """
    if interval(forte, obstacle) > 0:
        return ""
    return f"Forte {forte} against {ob(obstacle)} leaves no hours: this spell cannot be sustained."


@dataclass(frozen=True, slots=True)
class Flow:
    """A spell sustained for hours: Forte with the dice it has `left`, and what keeps the spell where a Tax fails.

    `keeps` is the chance of the Will test then. `whole` counts the hours between from the whole exponent, whatever is
    left of it. `lost` and `added` are what wounds take of each Tax and add to it. Source: SOR-29.
    """

    forte: Ability
    left: int
    obstacle: int
    keeps: Fraction
    whole: bool = False
    lost: int = 0
    added: int = 0

    def gap(self, left: int) -> int:
        """The hours until the next Tax with so many dice left."""
        return interval(self.forte.exponent if self.whole else left, self.obstacle)

    def taxes(self, left: int) -> Mapping[int, Fraction]:
        """The chance of each number of dice that a Tax takes from so many."""
        law = successes(Pool.of(max(0, left - self.lost), self.forte.shade))
        return sickness.lost_chances(dict(law), self.obstacle + self.added)


@dataclass(frozen=True, slots=True)
class Hour:
    """How it stands after so many hours: the chance of each number of Forte dice, with the spell up and with it down.

    A Forte of 0 has fainted, and the spell is down.
    """

    hours: int
    up: Mapping[int, Fraction]
    down: Mapping[int, Fraction]

    @property
    def stands(self) -> Fraction:
        """The chance that the spell still stands."""
        return sum(self.up.values(), Fraction(0))

    @property
    def fainted(self) -> Fraction:
        """The chance that the caster has dropped."""
        return self.down.get(0, Fraction(0))

    @property
    def mean(self) -> Fraction:
        """The Forte dice to expect."""
        return sum((left * chance for law in (self.up, self.down) for left, chance in law.items()), Fraction(0))


def outlook(flow: Flow, hours: int) -> tuple[Hour, ...]:
    """The hours from 0 to `hours`, one by one, for a spell that is up and that nobody drops. Source: SOR-29.

    Dice that come back meanwhile are not counted. A spell that Forte no longer carries is down at once.
    """
    up: dict[tuple[int, int], Fraction] = {}
    down: dict[int, Fraction] = {}

    def put(hour: int, left: int, chance: Fraction) -> None:
        gap = flow.gap(left)
        if left and gap > 0:
            up[hour + gap, left] = up.get((hour + gap, left), Fraction(0)) + chance
        else:
            down[left] = down.get(left, Fraction(0)) + chance

    put(0, flow.left, Fraction(1))
    found = [_hour(0, up, down)]
    for hour in range(1, hours + 1):
        for due in [key for key in up if key[0] == hour]:
            chance, left = up.pop(due), due[1]
            for lost, share in flow.taxes(left).items():
                now, here = max(0, left - lost), chance * share
                if not lost:
                    put(hour, left, here)
                    continue
                put(hour, now, here * flow.keeps)
                down[now] = down.get(now, Fraction(0)) + here * (1 - flow.keeps)
        found.append(_hour(hour, up, down))
    return tuple(found)


def _hour(hour: int, up: Mapping[tuple[int, int], Fraction], down: Mapping[int, Fraction]) -> Hour:
    standing: dict[int, Fraction] = {}
    for (_, left), chance in up.items():
        standing[left] = standing.get(left, Fraction(0)) + chance
    return Hour(hour, {left: chance for left, chance in standing.items() if chance}, dict(down))
