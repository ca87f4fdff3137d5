"""Tasks of several actions, laid over the slots of the coming exchanges (FGT-29, FGT-32).

A chain is a number of steps, one after the other, each of which takes so many actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules import exchange
from engine.games.burning_wheel.rules.exchange import Slot
from engine.refused import Refused
from engine.working import Worked

Layout = tuple[int, ...]
"""The actions of the three volleys. Source: FGT-06."""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a chain: what is done, and how many actions (0 or more) it takes.

    `once` is how many of them one go takes where the same is done several times; by itself it is done once.
    """

    words: str
    actions: int
    once: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """One action of a chain: its number in the fight (from 1), where it falls, and the index of its step."""

    number: int
    slot: Slot
    step: int


def steps_of(worked: Worked) -> tuple[Step, ...]:
    """A ledger of actions as steps; what a line saves comes off the step before it, if it can. Source: FGT-29.

    >>> from engine.games.burning_wheel.rules.missiles import MISSILES, actions
    >>> [step.actions for step in steps_of(actions(MISSILES["hunting-bow"], snapshot=True))]
    [3, 1, 1]
    """
    found: list[Step] = []
    for line in worked.lines:
        if line.amount < 0 and found:
            last = found.pop()
            found.append(Step(last.words, max(0, last.actions + line.amount)))
        else:
            found.append(Step(line.reason, line.amount))
    return tuple(step for step in found if step.actions)


def running(steps: Sequence[Step], at: int) -> int:
    """How many actions were done of the go that action `at` (from 1) belongs to, 0 or more. Source: FGT-07."""
    for step in steps:
        if at <= step.actions:
            return (at - 1) % (step.once or step.actions)
        at -= step.actions
    return 0


def broken(steps: Sequence[Step], at: int, *, resume: bool) -> tuple[Step, ...]:
    """The chain when something else is done with its action `at` (from 1) and takes one action.

    What was done of the go that it breaks is lost, or with `resume` kept. Raises `Refused` where the chain is over by
    then. Source: FGT-07.

    >>> [step.actions for step in broken((Step("Nock", 3), Step("Draw", 2)), 3, resume=False)]
    [2, 1, 3, 2]
    >>> [step.actions for step in broken((Step("Nock", 3), Step("Draw", 2)), 3, resume=True)]
    [2, 1, 1, 2]
    """
    total = sum(step.actions for step in steps)
    if not 1 <= at <= total:
        raise Refused(f"What is planned takes {total} actions; this breaks in with number {at}.")
    lost = 0 if resume else running(steps, at)
    found: list[Step] = []
    before = at - 1
    for step in steps:
        if 0 <= before < step.actions:
            kept = step.actions - before + lost
            found += [Step(f"{step.words}, broken off", before)] if before else []
            found += [Step(ELSE, 1), Step(step.words, kept)]
        else:
            found.append(step)
        before -= step.actions
    return tuple(found)


ELSE = "Something else"


def slot(number: int, first: Layout, later: Layout | None = None) -> Slot:
    """Where action `number` (from 1) falls, with one layout in the first exchange and perhaps another in later ones.

    Raises `Refused` where there are no actions. Source: FGT-06, FGT-29.

    >>> slot(5, (2, 1, 1), (1, 1, 2)).words
    'exchange 2, volley 1, action 1'
    """
    if later is None or number <= sum(first):
        return exchange.slot(number, first)
    found = exchange.slot(number - sum(first), later)
    return Slot(found.exchange + 1, found.volley, found.action)


def laid(steps: Sequence[Step], first: Layout, later: Layout | None = None, *, begins: int = 1) -> tuple[Taken, ...]:
    """Every action of a chain in its slot, when its first one is action `begins` of the first exchange.

    Raises `Refused` where the chain is empty or begins after the first exchange. Source: FGT-29, FGT-32.
    """
    if not 1 <= begins <= max(1, sum(first)):
        raise Refused(f"The exchange has {sum(first)} actions; this begins with number {begins}.")
    order = [index for index, step in enumerate(steps) for _ in range(step.actions)]
    if not order:
        raise Refused("A task takes at least one action.")
    return tuple(Taken(begins + at, slot(begins + at, first, later), index) for at, index in enumerate(order))
