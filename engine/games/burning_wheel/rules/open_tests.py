"""Open tests, graduated tests in the later edition: how many successes tell how much (HUB-14, HUB-92)."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_TOLD = 20
"""The most successes that a fact may ask for: twice the ladder."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the GM tells from so many `successes` on, 1 to 20."""

    successes: int = 1
    words: str = ""


def least(*, later: bool, beginner: bool = False, doubled: bool = False) -> int:
    """Successes without which nothing is learned: 1, and with Beginner's Luck 2 in the later edition.

    The revised text has no obstacle that could be doubled; `doubled` doubles its Ob 1 anyway.
    Source: HUB-14, HUB-46, HUB-92, HUB-93.
    """
    return 2 if beginner and (later or doubled) else 1


def told(facts: Sequence[Fact], successes: int, needed: int) -> tuple[Fact, ...]:
    """What the GM tells, the easiest first: nothing below what is `needed`. Source: HUB-14."""
    known = sorted(facts, key=lambda fact: fact.successes)
    return tuple(fact for fact in known if needed <= successes and fact.successes <= successes)


def counted(successes: int, added: int, *, fewer: bool) -> int:
    """The successes that count where wounds have `added` to the obstacle of an open test, 0 or 1.

    `fewer` takes one off; else all count, from one more than the test needs. Source: HUB-14, INJ-06.
    """
    if fewer:
        return max(0, successes - added)
    return successes if successes > added else 0
