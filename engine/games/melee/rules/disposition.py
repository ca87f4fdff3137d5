"""Disposition: what stands between a combatant and a wound, and how much of it there is (MEL-04, MEL-05)."""

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.option import Option
from engine.working import Line, Worked

FACTORS = {Shade.BLACK: 1, Shade.GRAY: 2, Shade.WHITE: 3}
"""What the Health exponent is multiplied by, by its shade. Source: MEL-04."""


class Grade(Option):
    """How much an opponent matters, which says what Steel adds to its disposition. Source: MEL-05."""

    SMALL_FRY = "small-fry", "small fry"
    TOUGH = "tough", "a tough one"
    BIG_BADDIE = "big-baddie", "a big baddie"

    @property
    def rolls(self) -> bool:
        """Whether it rolls Steel, as player characters do."""
        return self is Grade.TOUGH


def base(health: Ability, *, rule: str = "MEL-04") -> tuple[Line, ...]:
    """What Health gives, line by line. Source: MEL-04, MEL-05."""
    lines = [Line(health.exponent, "Health", rule)]
    more = health.exponent * (FACTORS[health.shade] - 1)
    if more:
        times = "twice" if health.shade is Shade.GRAY else "three times"
        lines.append(Line(more, f"{health.shade.words.capitalize()} Health counts {times}", rule))
    return tuple(lines)


def starting(health: Ability, successes: int) -> Worked:
    """Disposition with so many `successes` (0 or more) of the Steel roll. Source: MEL-04.

    >>> starting(Ability.parse("G4"), 2).total
    10
    """
    return Worked((*base(health), Line(successes, "Successes of Steel", "MEL-04")))


def of_grade(grade: Grade, health: Ability, steel: int, successes: int = 0) -> Worked:
    """Disposition of an opponent with `steel` dice left after wounds; a tough one has `successes`. Source: MEL-05.

    >>> health = Ability.parse("B4")
    >>> [of_grade(grade, health, 6, 3).total for grade in Grade]
    [4, 7, 10]
    """
    added = {Grade.SMALL_FRY: 0, Grade.TOUGH: successes, Grade.BIG_BADDIE: steel}[grade]
    words = {Grade.TOUGH: "Successes of Steel", Grade.BIG_BADDIE: "Steel, after wounds"}.get(grade, "")
    lines = base(health, rule="MEL-05")
    return Worked((*lines, Line(added, words, "MEL-05")) if words else lines)


def law(health: Ability, steel: Distribution) -> Distribution:
    """How likely each disposition is before Steel, with this law of successes, is rolled. Source: MEL-04."""
    return steel.plus(sum(line.amount for line in base(health)))
