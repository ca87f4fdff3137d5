"""Words that break or mend nerve: Intimidate and Command (MEL-35, MEL-36)."""

from collections.abc import Sequence
from itertools import accumulate

from engine.games.burning_wheel.rules import steel
from engine.games.burning_wheel.rules.ability import Ability
from engine.working import Line, Worked


def intimidated(will: Ability, margin: int, traits: int = 0) -> Worked:
    """The obstacle of the Steel test that a success by `margin` forces: hesitation, and the margin. Source: MEL-35.

    >>> intimidated(Ability.parse("B4"), 2).total
    8
    """
    return Worked((*steel.hesitation(will, traits).lines, Line(margin, "Margin of the threat", "MEL-35")))


def recovers(failed_by: Sequence[int], successes: int, *, paid: bool = False) -> tuple[int, ...]:
    """The places of those who pull themselves together, of allies with these margins of failure.

    Each is held against the successes alone; `paid`, they are paid off one after the other, the least first. One who
    was surprised failed by nothing, and takes a success. Source: MEL-36, MEL-09.

    >>> recovers([3, 6], 4), recovers([3, 1], 3, paid=True), recovers([0], 0)
    ((0,), (1,), ())
    """
    order = sorted(range(len(failed_by)), key=lambda at: failed_by[at])
    found, left = [], successes
    for at in order:
        needed = max(1, failed_by[at])
        if needed <= left:
            found.append(at)
            left -= needed if paid else 0
    return tuple(sorted(found))


def command_obstacle(failed_by: Sequence[int]) -> int:
    """What frees all of them: the highest margin of failure, at least 1. Source: MEL-36."""
    return max((max(1, one) for one in failed_by), default=0)


def needed(failed_by: Sequence[int], *, paid: bool = False) -> tuple[int, ...]:
    """The successes with which each of them recovers, by their places. Source: MEL-36.

    >>> needed([6, 3]), needed([6, 3], paid=True), needed([0])
    ((6, 3), (9, 3), (1,))
    """
    each = [max(1, one) for one in failed_by]
    if not paid:
        return tuple(each)
    order = sorted(range(len(each)), key=lambda at: failed_by[at])
    so_far = accumulate(each[at] for at in order)
    found = dict(zip(order, so_far, strict=True))
    return tuple(found[at] for at in range(len(each)))
