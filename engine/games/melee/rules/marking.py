"""What a fight teaches: the tests that are marked once it is over (MEL-53)."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aimed:
    """An attack aimed at someone: its `successes` (0 or more), hit or miss, and whether they were `dodging` it."""

    successes: int
    dodging: bool = True


def dodge(attacks: Sequence[Aimed]) -> int | None:
    """The place of the attack that a dodge is marked against, the most successful; None where none was dodged. MEL-53.

    Of two alike it is the first.

    >>> dodge([Aimed(2), Aimed(5, dodging=False), Aimed(4)])
    2
    >>> dodge([Aimed(5, dodging=False)])
    """
    dodged = [at for at, one in enumerate(attacks) if one.dodging]
    return max(dodged, key=lambda at: (attacks[at].successes, -at), default=None)
