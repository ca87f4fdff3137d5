"""Routine, Difficult or Challenging: the class of a test for advancement (HUB-35)."""

from engine.option import Option

LAST_PRINTED = 18
"""The book's table ends at 18 dice; the pattern goes on."""


class TestClass(Option):
    """How hard a test was for the dice that were rolled. Not the same as the words on the obstacle ladder (HUB-06)."""

    __test__ = False  # pytest would take the name for a test

    ROUTINE = "Routine", "Routine"
    DIFFICULT = "Difficult", "Difficult"
    CHALLENGING = "Challenging", "Challenging"


def classes(dice: int, obstacle: int) -> tuple[TestClass, ...]:
    """The class of a test of `dice` against `obstacle`; two of them where the player chooses (1 die against Ob 1).

    Obstacle 0 counts as Routine and 0 dice as Challenging: both are off the printed table. Source: HUB-35.
    """
    if obstacle <= 0:
        return (TestClass.ROUTINE,)
    if obstacle > dice:
        return (TestClass.CHALLENGING,)
    if dice == 1:
        return (TestClass.ROUTINE, TestClass.DIFFICULT)
    return (TestClass.ROUTINE,) if obstacle <= most_routine(dice) else (TestClass.DIFFICULT,)


def most_routine(dice: int) -> int:
    """The highest obstacle that is still Routine: one below the dice up to 3, two up to 6, three from 7 on."""
    step = 1 if dice <= 3 else 2 if dice <= 6 else 3
    return max(0, dice - step)


def words(found: tuple[TestClass, ...]) -> str:
    """ "Difficult", or "Routine or Difficult, your choice"."""
    return found[0].value if len(found) == 1 else " or ".join(one.value for one in found) + ", your choice"


def value(found: tuple[TestClass, ...]) -> str:
    """The class for programs: its name, or "choice" where the player has one."""
    return found[0].value if len(found) == 1 else "choice"
