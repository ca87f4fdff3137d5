"""Pools: dice in groups of one shade each, open-ended or not (HUB-01, HUB-02, HUB-07)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from engine.dice import MOST_DICE
from engine.games.burning_wheel.dice.numbers import DiceCount
from engine.games.burning_wheel.dice.shade import Shade
from engine.refused import Refused
from engine.wording import quoted

_LETTERS = {shade.value: shade for shade in Shade}


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one kind. `count` is 0 to 60; on open-ended dice a 6 succeeds and begets one more die.

    Raises `Refused` when `count` is out of range. Source: HUB-02, HUB-07.
    """

    count: int
    shade: Shade
    open_ended: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", DiceCount(self.count))

    def __str__(self) -> str:
        return f"{self.shade.value}{self.count}{'*' if self.open_ended else ''}"


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice rolled together: at least one group, at most 60 dice in all.

    Groups of one kind are merged into the first of them, and groups without dice go where others have some; the
    order is otherwise kept, so that the first group is the one that others were added to.
    As text: shade and count, groups joined with ``+``, a ``*`` behind open-ended dice: ``B4``, ``B4*+G2``.
    Raises `Refused` without a group, and above 60 dice. Source: HUB-01, HUB-02.
    """

    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if not self.groups:
            raise Refused("A pool has at least one group of dice, which may count 0; this has none.")
        counts: dict[tuple[Shade, bool], int] = {}
        for group in self.groups:
            kind = (group.shade, group.open_ended)
            counts[kind] = counts.get(kind, 0) + group.count
        dice = sum(counts.values())
        if dice > MOST_DICE:
            raise Refused(f"A pool has at most {MOST_DICE} dice; this has {dice}.")
        merged = [Group(count, *kind) for kind, count in counts.items()]
        object.__setattr__(self, "groups", tuple(group for group in merged if group.count) or (merged[0],))

    @classmethod
    def of(cls, count: int, shade: Shade = Shade.BLACK, open_ended: bool = False) -> Self:
        """A pool of one group."""
        return cls((Group(count, shade, open_ended),))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``B4`` or ``B4*+G2``, in either case and with spaces around each part.

        Raises `Refused` with one sentence when the text is anything else, or asks for more than 60 dice.
        """
        groups = []
        for part in text.split("+"):
            part = part.strip()
            open_ended = part.endswith("*")
            shade = _LETTERS.get(part[:1].upper())
            try:
                count = DiceCount.parse(part[1:].removesuffix("*"))
            except Refused:
                count = None
            if shade is None or count is None:
                raise Refused(
                    f"A pool is a shade (B, G or W) and 0 to {MOST_DICE} dice, as in “B4” or “B4*+G2”"
                    f" (* for open-ended); this says {quoted(text)}."
                )
            groups.append(Group(count, shade, open_ended))
        return cls(tuple(groups))

    def __str__(self) -> str:
        return "+".join(str(group) for group in self.groups)

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups)

    def __add__(self, other: "Pool | Group") -> Self:
        """Both together; the other's dice keep their own shade. Raises `Refused` above 60 dice."""
        added = (other,) if isinstance(other, Group) else other.groups
        return replace(self, groups=self.groups + added)

    @property
    def dice(self) -> int:
        """All dice, 0 to 60, before any six opens."""
        return sum(group.count for group in self.groups)

    @property
    def open_ended(self) -> bool:
        """Whether any of the dice is open-ended."""
        return any(group.open_ended for group in self.groups)

    def plus(self, dice: int) -> Self:
        """That many dice more in the first group, or fewer. Raises `Refused` outside 0 to 60 dice."""
        first, *rest = self.groups
        return replace(self, groups=(replace(first, count=first.count + dice), *rest))

    def opened(self) -> Self:
        """The same dice, all of them open-ended."""
        return replace(self, groups=tuple(replace(group, open_ended=True) for group in self.groups))

    def closed(self) -> Self:
        """The same dice, none of them open-ended."""
        return replace(self, groups=tuple(replace(group, open_ended=False) for group in self.groups))
