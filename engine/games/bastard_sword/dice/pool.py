"""Pools: dice that are rolled together, of one kind or several (BSR-04, BSR-12)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.dice import MOST_DICE
from engine.games.bastard_sword.dice.die import SIDES, Die
from engine.refused import Refused
from engine.wording import listed, quoted

PART = re.compile(r"([0-9]{1,2})?d([0-9]{1,2})(w?)")


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one kind, 0 to 60 of them."""

    count: int
    die: Die

    def __str__(self) -> str:
        return f"{self.count}{self.die}"


@dataclass(frozen=True, slots=True)
class Pool:
    """Up to 60 dice. Groups of one kind are merged into the first of them; the order is otherwise kept.

    As text: "4d8", "3d8+2d6", and "4d8w" for the weak d8s on which only an 8 counts. Raises `Refused` without a
    group, and above 60 dice. Source: BSR-04, BSR-06.

    >>> str(Pool.parse("2d6 + d12 + d6")), Pool.parse("3d8w").words
    ('3d6+1d12', '3 weak d8')
    """

    groups: tuple[Group, ...]

    steps: ClassVar[str] = "first"
    pattern: ClassVar[str] = r"^[0-9]{0,2}d[0-9]{1,2}w?( ?\+ ?[0-9]{0,2}d[0-9]{1,2}w?)*$"

    def __post_init__(self) -> None:
        counts: Counter[Die] = Counter()
        for group in self.groups:
            counts[group.die] += group.count
        if not counts:
            raise Refused("A pool has at least one kind of die, of which there may be 0; this has none.")
        if counts.total() > MOST_DICE:
            raise Refused(f"A pool has at most {MOST_DICE} dice; this has {counts.total()}.")
        merged = tuple(Group(count, die) for die, count in counts.items())
        object.__setattr__(self, "groups", tuple(group for group in merged if group.count) or merged[:1])

    @classmethod
    def of(cls, count: int, die: Die) -> Self:
        """So many dice of one kind; below 0 there are none."""
        return cls((Group(max(0, count), die),))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "4d8", "d6+2d4" or "3d8w", with or without spaces. Raises `Refused` for anything else."""
        parts = [PART.fullmatch(part.strip().lower()) for part in text.split("+")]
        found = [part for part in parts if part]
        if len(found) < len(parts) or any(part[3] and int(part[2]) != 8 for part in found):
            known = listed((f"d{sides}" for sides in SIDES), "or")
            raise Refused(
                f"A pool is a number of dice and their kind, {known}, as in “4d8” or “3d8+2d6”"
                f" (“4d8w” if only an 8 counts); this says {quoted(text)}."
            )
        return cls(tuple(Group(int(part[1] or 1), Die(int(part[2]), bool(part[3]))) for part in found))

    def __str__(self) -> str:
        return "+".join(str(group) for group in self.groups)

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups)

    def __add__(self, other: "Pool") -> Self:
        """Both together. Raises `Refused` above 60 dice."""
        return replace(self, groups=self.groups + other.groups)

    @property
    def words(self) -> str:
        """What a reader sees: "4d8", "3 weak d8"."""
        return " + ".join(f"{group.count} {group.die.words}" if group.die.weak else str(group) for group in self.groups)

    @property
    def dice(self) -> int:
        """All dice."""
        return sum(group.count for group in self.groups)

    @property
    def die(self) -> Die:
        """The kind of the first dice, which are the ones that others were added to."""
        return self.groups[0].die

    @property
    def most(self) -> int:
        """The most successes that can fall."""
        return sum(group.count * max(group.die) for group in self.groups)

    def plus(self, dice: int) -> Self:
        """That many dice more of the first kind, or fewer, but never fewer than none. Raises `Refused` above 60."""
        first, *rest = self.groups
        return replace(self, groups=(replace(first, count=max(0, first.count + dice)), *rest))

    def with_bonus(self, dice: int) -> Self:
        """With so many bonus dice of the first kind, up to as many as all the pool has. Source: BSR-17.

        >>> str(Pool.parse("2d8+1d6").with_bonus(5))
        '5d8+1d6'
        """
        return self.plus(min(dice, self.dice))

    def at_most(self, dice: int) -> Self:
        """No more dice than that; those of the last kinds stay away first. Source: BSR-18.

        >>> str(Pool.parse("3d8+2d6").at_most(4)), str(Pool.parse("3d8").at_most(0))
        ('3d8+1d6', '0d8')
        """
        kept = []
        for group in self.groups:
            kept.append(replace(group, count=min(group.count, max(0, dice))))
            dice -= group.count
        return replace(self, groups=tuple(kept))
