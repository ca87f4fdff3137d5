"""Noticing that someone asks around, and asking without being noticed (CIR-10, CIR-11)."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.circles import AfterLinked, Linked, after_linked
from engine.option import Option
from engine.working import Line, Mark, Worked

DETECTION = 10
FAUX_OBSTACLES = (3, 4, 5, 6)
"""What the GM asks for when nobody was asking, so that the number tells nothing."""

SEARCHERS_DIE = 1
"""What a failed Inconspicuous test gives to those who look for the asker."""


def detection(asked: int, quietly: int = 0, inconspicuous: int = 0, *, literal: bool = False) -> Worked:
    """The obstacle of noticing that someone asks around for you; it may come to 0 or less (see `raised`).

    `asked` is the asker's obstacle without what they added to move quietly, `quietly` that addition, `inconspicuous`
    their penalty on searchers. `literal` takes the whole of the asker's obstacle off 10, which cancels the quiet.
    Sources: CIR-10, CIR-11.
    """
    counted = asked + quietly if literal else asked
    return Worked(
        (
            Line(DETECTION, "Start at 10", "CIR-10"),
            Line(-counted, "The asker’s obstacle", "CIR-10"),
            Line(quietly, "They moved quietly", "CIR-11"),
            Line(inconspicuous, "They moved inconspicuously", "CIR-11"),
        )
    )


def raised(found: Worked, least: int) -> Worked:
    """The same obstacle, but never below `least`. Source: CIR-10."""
    short = least - found.total
    line = Line(short, f"Never below {least}", "CIR-10", Mark.RULING)
    return Worked((*found.lines, line)) if short > 0 else found


def faux_obstacle(seed: int) -> int:
    """One of the obstacles asked for when nobody was asking; the same seed draws the same one. Source: CIR-10."""
    return random.Random(seed).choice(FAUX_OBSTACLES)


def noticing_dice(exponent: int, bonus: int = 0, reputation: int = 0, caught: bool = False) -> Worked:
    """The dice of someone who listens for questions about themselves.

    `reputation` are the asker's own reputation dice, if the asker used them; `caught` is that the asker tried to move
    inconspicuously and failed. Sources: CIR-10, CIR-11.
    """
    return Worked(
        (
            Line(exponent, "Circles", "CIR-10"),
            Line(bonus, "Reputations, affiliations and more", "CIR-10"),
            Line(reputation, "The asker’s own reputation", "CIR-10"),
            Line(SEARCHERS_DIE if caught else 0, "The asker failed to be inconspicuous", "CIR-11"),
        )
    )


class Heard(Option):
    """What the listener learns. Source: CIR-10."""

    NOBODY = "nobody", "Nobody has been asking."
    SOMEBODY = "somebody", "Someone has been asking."
    RUMORS = "rumors", "Rumors, false or misleading; the GM makes them up."
    NOTHING = "nothing", "Nothing at all."


def heard(successes: int, obstacle: int, named: bool, *, rumors: bool = True) -> Heard:
    """What a roll brings to light; `rumors` also tells false ones to who misses a real asker. Source: CIR-10."""
    if successes >= obstacle:
        return Heard.SOMEBODY if named else Heard.NOBODY
    return Heard.RUMORS if rumors or not named else Heard.NOTHING


class Disadvantage(Option):
    """What makes you stand out. Source: CIR-11."""

    FOREIGNER = "foreigner", "a foreigner", 1
    GARISH = "garish", "dressed to be seen", 1
    FREAK = "freak", "a freak to look at", 1


def inconspicuous_obstacle(base: int, disadvantages: Sequence[Disadvantage] = ()) -> Worked:
    """The obstacle of going unremarked. Source: CIR-11."""
    lines = [Line(base, "Going unremarked", "CIR-11")]
    lines += [Line(one.amount or 0, f"You are {one.words}", "CIR-11") for one in disadvantages]
    return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class Chances:
    """How an inquiry ends, exactly: you find the person, someone notices you, and you find them unnoticed."""

    find: Fraction
    noticed: Fraction
    unnoticed: Fraction


def by_asking(find: Fraction, noticed: Fraction) -> Chances:
    """Two tests that know nothing of each other: asking openly, or moving quietly. Source: CIR-10, CIR-11."""
    return Chances(find, noticed, find * (1 - noticed))


def by_skill(
    slips: Sequence[tuple[AfterLinked, Distribution]],
    searchers: Distribution,
    caught: Distribution,
    obstacle: Callable[[int], int],
) -> Chances:
    """The chances of an inquiry made inconspicuously.

    `slips` are the ways of the Circles test, each with the successes of the Inconspicuous test behind it; `searchers`
    are the successes of whoever listens, `caught` the same with the die that your failure gives them, and `obstacle`
    gives theirs for your penalty, which is what you roll over your own obstacle. Source: CIR-11.
    """
    find = noticed = both = Fraction(0)
    for branch, law in slips:
        seen = law.below(branch.obstacle) * caught.at_least(obstacle(0))
        for number, chance in law:
            if number >= branch.obstacle:
                seen += chance * searchers.at_least(obstacle(number - branch.obstacle))
        noticed += branch.chance * seen
        if branch.linked is not Linked.FAILED:
            find += branch.chance
            both += branch.chance * seen
    return Chances(find, noticed, find - both)


Listening = Callable[[int, int], int]
"""The obstacle of noticing an inquiry, by what was added to move quietly and by the searchers' penalty."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Someone asks around: the obstacle of their Circles test and its law, their Inconspicuous, and who listens.

    `skill` is Inconspicuous as it is rolled, `going` its obstacle, and `listener` the dice of whoever listens.
    Source: CIR-10, CIR-11.
    """

    obstacle: int
    asks: Distribution
    skill: Ability
    going: int
    listener: Pool

    def by_asking(self, quiet: int, listening: Listening) -> Chances:
        """Asking openly, or with so much added to move quietly."""
        heard = successes(self.listener).at_least(listening(quiet, 0))
        return by_asking(self.asks.at_least(self.obstacle + quiet), heard)

    def by_skill(self, quiet: int, listening: Listening) -> Chances:
        """Asking inconspicuously, and with so much added to move quietly."""
        after = after_linked(self.asks, self.obstacle + quiet, self.skill.exponent, self.going)
        slips = [(branch, successes(Pool.of(branch.dice, self.skill.shade))) for branch in after]
        caught = successes(self.listener.plus(SEARCHERS_DIE))
        return by_skill(slips, successes(self.listener), caught, lambda penalty: listening(quiet, penalty))
