"""Spells in a melee: cast in a hurry, held through pain, and thrown at people (MEL-37, MEL-38)."""

from engine.option import Option

HURRIED = ((100, 2), (10, 1))
"""What a casting time above so many actions adds to the obstacle; the higher in place of the lower. Source: MEL-37."""


def hurried(actions: int) -> int:
    """What a casting time of so many actions adds to the obstacle of a spell. Source: MEL-37.

    >>> hurried(10), hurried(11), hurried(100), hurried(101)
    (0, 1, 1, 2)
    """
    return next((more for above, more in HURRIED if actions > above), 0)


def shaken(*, hit: bool, at_zero: bool, wounded: bool) -> bool:
    """Whether a caster has to hold on to their spells: hit, and brought to 0 disposition or wounded by it. MEL-37."""
    return hit and (at_zero or wounded)


class Struck(Option):
    """The worst that blows did to a caster in the round in which they cast. Source: MEL-37."""

    NONE = "none", "nothing hit"
    HIT = "hit", "hit, with disposition left"
    ZERO = "zero", "brought to 0 disposition"
    WOUNDED = "wounded", "wounded"

    @property
    def shakes(self) -> bool:
        """Whether they have to hold on to their spells."""
        return shaken(hit=self is not Struck.NONE, at_zero=self is Struck.ZERO, wounded=self is Struck.WOUNDED)


def shielded(cover: int, *, magical: bool) -> int:
    """What of a shield's cover counts against magic: nothing, unless it is `magical` itself. Source: MEL-38, MEL-48."""
    return cover if magical else 0
