"""Disarming, and getting the weapon back (FGT-40, FGT-41)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.action_costs import cost
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.working import Line, Mark, Worked

PER_DISTANCE = 2
"""Successes over the obstacle that knock the weapon one fighting distance farther. Source: FGT-40."""
PICK_UP = cost("retrieve-weapon")
"""Actions that it takes to pick up a weapon within reach. Source: FGT-41, FGT-23."""
LEAST = 1


def obstacle(skill: int | None, agility: int = 0, *, round_down: bool = False, other: int = 0) -> Worked:
    """The obstacle to disarm someone: the exponent of their weapon skill, or half their Agility without one (None).

    Halves go up, or with `round_down` down, but never below Ob 1. `other` is what else makes it harder, 0 or more.
    Source: FGT-40.

    >>> obstacle(5).total, obstacle(None, 5).total, obstacle(None, 5, round_down=True).total
    (5, 3, 2)
    """
    if skill is None:
        half = max(LEAST, agility // 2 if round_down else (agility + 1) // 2)
        line = Line(half, f"Half of Agility {agility}", "FGT-40", Mark.RULING if agility % 2 else None)
    else:
        line = Line(max(LEAST, skill), "Their weapon skill", "FGT-40")
    return Worked((line, *((Line(other, "What makes it harder", "FGT-40"),) if other else ())))


def flies(over: int) -> int:
    """How many fighting distances away the weapon lands with so many successes over, 0 or more. Source: FGT-40.

    >>> flies(0), flies(1), flies(2), flies(5)
    (0, 0, 1, 2)
    """
    return over // PER_DISTANCE


def chances(attack: Roll, defenses: tuple[Roll, ...], obstacle: int) -> Mapping[int, Fraction]:
    """The exact chance that the weapon lands so many distances away; what is left to 1 is no disarm. Source: FGT-40."""
    law = fight_odds.margin(attack, defenses, obstacle)
    found: dict[int, Fraction] = {}
    for over in range(max(0, law.last) + 1 if law.last >= 0 else 0):
        found[flies(over)] = found.get(flies(over), Fraction(0)) + law.exactly(over)
    return found


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What it takes to have the weapon back: positioning tests to win first, then actions. Source: FGT-41."""

    tests: int
    actions: int = PICK_UP


def retrieval(distance: int, *, always: bool = False, each: bool = False) -> Retrieval:
    """What it takes to have a weapon back that lies so many distances away, 0 or more.

    Within reach two actions do. From one distance on a positioning test is won first; with `always` even within reach,
    with `each` one for every distance. Source: FGT-41.

    >>> retrieval(0), retrieval(2)
    (Retrieval(tests=0, actions=2), Retrieval(tests=1, actions=2))
    """
    tests = distance if each else min(distance, 1)
    return Retrieval(max(tests, 1) if always else tests)
