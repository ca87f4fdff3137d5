"""How long it takes to load again, and how often a weapon shoots in a minute (BSC-37)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.games.bastard_sword.rules.long_tasks import Course

A_MINUTE = 10
"""Rounds in a minute."""


def steady(chance: Fraction, rounds: int) -> list[Course]:
    """One test a round until it passes, round by round, the first being the state before any."""
    return [Course(1 - (1 - chance) ** number, Fraction(0)) for number in range(rounds + 1)]


def shots(course: Sequence[Course] | None, rounds: int = A_MINUTE) -> Fraction:
    """How many shots fall on average in so many rounds, beginning loaded; a failed attempt begins anew.

    `course` is how the reloading goes, as long as the rounds at least; without any the weapon shoots every round.
    """
    if course is None:
        return Fraction(rounds)
    loaded, empty = [Fraction(0)], [Fraction(0)]
    for left in range(1, rounds + 1):
        loaded.append(1 + empty[left - 1])
        whole = Fraction(0)
        for number in range(1, left + 1):
            now, before = course[number], course[number - 1]
            whole += (now.done - before.done) * loaded[left - number]
            whole += (now.failed - before.failed) * empty[left - number]
        empty.append(whole)
    return loaded[rounds]


def even(course: Sequence[Course]) -> int | None:
    """The first round in which the weapon is loaded half of the time; None where none of these is."""
    return next((number for number, one in enumerate(course) if 2 * one.done >= 1), None)
