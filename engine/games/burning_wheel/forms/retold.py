"""What is changed in a tale that is played again: rolls that fall otherwise."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from engine import wording
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.forms.rolled import MOST_SEED, QUICK_SUCCESSES
from engine.games.burning_wheel.rules.retold import Replay
from engine.refused import Refused

MOST_ROLLS, MOST_SUCCESSES = 60, 20


@row("roll")
class ChangedRow:
    """A roll that falls otherwise."""

    number: Annotated[int, Between(1, MOST_ROLLS), Asked("Roll number", "As in the table", quick=(3, 8, 11, 13))] = 13
    successes: Annotated[
        int, Between(0, MOST_SUCCESSES), Asked("It comes to", "Of a Die of Fate, the face", quick=QUICK_SUCCESSES)
    ] = 1


ChangedRows = Annotated[tuple[ChangedRow, ...], Asked("Rolls that fall otherwise")]
Anew = Annotated[
    int, Between(0, MOST_ROLLS), Asked("Roll anew from roll", "0: nothing", more=True, quick=(0, 1, 9, 17))
]
Chance = Annotated[
    int, Between(0, MOST_SEED), Asked("Chance", "One more, and it falls otherwise", more=True, quick=(1, 2, 3))
]


def played(
    changed: Sequence[ChangedRow],
    replay: Callable[[Mapping[int, int]], Replay],
    whole: Callable[[Mapping[int, int]], Replay],
    what: str,
) -> Replay:
    """The replay as far as it is wanted; `whole` is all of it, which says how many rolls `what` has.

    Raises `Unusable` for a roll that it does not have, that is changed twice, or whose die has no such face.
    """
    changes: dict[int, int] = {}
    for place, one in enumerate(changed):
        if one.number in changes:
            raise Unusable(f"changed.{place}.number", f"Roll {one.number} is changed twice; leave one of the two.")
        changes[one.number] = one.successes
    try:
        found = replay(changes)
        there = len((found if found.stopped else whole(changes)).rolls)
    except Refused as error:
        raise Unusable("changed", str(error)) from None
    for place, one in enumerate(changed):
        if one.number > there:
            has = wording.count(there, "roll")
            raise Unusable(f"changed.{place}.number", f"The {what} has {has} now; this says {one.number}.")
    return found
