"""What a hit takes off disposition, and when it wounds instead (MEL-18 to MEL-20)."""

from collections.abc import Mapping
from fractions import Fraction

from engine.dice import Distribution
from engine.option import Option

SHAKEN = 1
"""What an event takes off everyone it shakes, unless the GM says otherwise. Source: MEL-20."""
SPECIAL = 1
"""What every special attack that succeeds takes off. Source: MEL-18, MEL-21."""


class Means(Option):
    """What one attacks with, as far as damage goes. Source: MEL-18."""

    PROPER = "proper", "a proper weapon, or trained fists"
    HEAVY = "heavy", "a heavy crossbow or long gun"
    IMPROVISED = "improvised", "something improvised, or bare fists"
    SPECIAL = "special", "a special attack"

    @property
    def dice(self) -> int:
        """The six-sided dice that fall, of which the highest counts."""
        return {Means.PROPER: 1, Means.HEAVY: 2}.get(self, 0)

    @property
    def adds_margin(self) -> bool:
        """Whether what lies above the obstacle counts too; what a special attack may do with it is its own affair."""
        return self is not Means.SPECIAL


DIE: Mapping[Means, Mapping[int, Fraction]] = {
    Means.PROPER: {face: Fraction(1, 6) for face in range(1, 7)},
    Means.HEAVY: {face: Fraction(2 * face - 1, 36) for face in range(1, 7)},
    Means.IMPROVISED: {1: Fraction(1)},
    Means.SPECIAL: {SPECIAL: Fraction(1)},
}
"""How likely each number is that is added to the margin. Source: MEL-18."""


def dealt(means: Means, margin: int, faces: tuple[int, ...] = (), *, alone: bool = False) -> int:
    """Disposition that a hit takes off; `margin` is 0 or more, and `faces` are its dice.

    With `alone` the best of two dice counts without the margin. Source: MEL-18.

    >>> dealt(Means.PROPER, 2, (5,)), dealt(Means.IMPROVISED, 2), dealt(Means.HEAVY, 1, (3, 5))
    (7, 3, 6)
    """
    base = max(faces) if faces else SPECIAL
    counts = means.adds_margin and not (alone and means is Means.HEAVY)
    return base + (margin if counts else 0)


def law(means: Means, successes: Distribution, obstacle: int, *, alone: bool = False) -> Distribution:
    """How likely each loss is, 0 for a miss, before the dice fall. Source: MEL-18, MEL-56.

    `successes` has to be complete, or listed as far as anybody cares: what lies above counts as its end.
    """
    found: dict[int, Fraction] = {0: successes.below(obstacle)}
    for number, chance in successes:
        if number >= obstacle:
            _spread(found, means, number - obstacle, chance, alone=alone)
    if successes.tail:
        rest = Fraction(successes.tail, successes.denominator)
        _spread(found, means, max(0, successes.last + 1 - obstacle), rest, alone=alone)
    return Distribution.of({number: chance for number, chance in found.items() if chance})


def mean(means: Means, successes: Distribution, obstacle: int, *, alone: bool = False) -> Fraction:
    """What an attack takes off on average, exactly, misses counted in and however many sixes open. Source: MEL-56.

    >>> from engine.games.burning_wheel.dice import Pool, successes
    >>> mean(Means.PROPER, successes(Pool.parse("B4")), 1)
    Fraction(139, 32)
    """
    hit = successes.at_least(obstacle)
    below = sum(((obstacle - number) * chance for number, chance in successes if number < obstacle), Fraction(0))
    over = successes.mean - obstacle + below
    counts = means.adds_margin and not (alone and means is Means.HEAVY)
    die = sum((face * chance for face, chance in DIE[means].items()), Fraction(0))
    return hit * die + (over if counts else 0)


def _spread(found: dict[int, Fraction], means: Means, margin: int, chance: Fraction, *, alone: bool) -> None:
    for face, likely in DIE[means].items():
        loss = dealt(means, margin, (face,) if means.dice else (), alone=alone)
        found[loss] = found.get(loss, Fraction(0)) + chance * likely


class Route(Option):
    """Where a hit goes. Source: MEL-19."""

    DISPOSITION = "disposition", "off disposition"
    WOUND = "wound", "a wound"
    NOTHING = "nothing", "nothing"


def route(at_start: int, *, bypass: bool = False, weapon: bool = True) -> Route:
    """Where a hit goes on someone who began the round with so much disposition.

    `bypass` is what goes straight to the body; the flat 1 of what has no `weapon` behind it wounds nobody. MEL-19.

    >>> route(6).words, route(0).words, route(6, bypass=True).words, route(0, weapon=False).words
    ('off disposition', 'a wound', 'a wound', 'nothing')
    """
    if bypass:
        return Route.WOUND
    if at_start > 0:
        return Route.DISPOSITION
    return Route.WOUND if weapon else Route.NOTHING
