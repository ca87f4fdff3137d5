"""Spells cast in a melee (MEL-37)."""

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
