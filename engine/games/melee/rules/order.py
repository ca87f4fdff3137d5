"""The order of a round: initiative, its brackets, and every way to be moved in it (MEL-06 to MEL-09, MEL-46)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Shade
from engine.option import Option
from engine.refused import Refused

DICE = 2
"""Six-sided dice that are added to Reflexes. Source: MEL-06."""


class Way(Option):
    """Where a move leads, within one's bracket. Source: MEL-07."""

    UP = "up", "to the top"
    DOWN = "down", "to the bottom"


class When(Option):
    """When a move takes effect. Source: MEL-07."""

    AT_ONCE = "at-once", "immediately"
    RESOLUTION = "resolution", "as results are applied"
    MORALE = "morale", "after morale"
    JOINING = "joining", "as the round begins"
    SETUP = "setup", "before the first round"


@dataclass(frozen=True, slots=True)
class Cause:
    """A row of the table of moves: what becomes of oneself and of the target, None for nothing. Source: MEL-07."""

    key: str
    words: str
    own: Way | None
    target: Way | None
    when: When
    note: str


def _cause(row: Mapping[str, Any]) -> Cause:
    own, target = (Way.of(row[side]) if row[side] else None for side in ("own", "target"))
    return Cause(row["key"], row["words"], own, target, When.of(row["when"]), row["note"])


CAUSES: Mapping[str, Cause] = {
    one.key: one for one in tables.rows(__file__, "order.toml", "cause", tuple(Cause.__dataclass_fields__), _cause)
}


def bracket(shade: Shade, *, three: bool = False) -> int:
    """The bracket of Reflexes of this shade, 0 the lowest; with `three` gray and white do not share one. MEL-06."""
    if shade is Shade.BLACK:
        return 0
    return 2 if three and shade is Shade.WHITE else 1


@dataclass(frozen=True, slots=True)
class Order:
    """Who acts when: brackets from the lowest to the highest, each from the bottom, which acts first, to the top.

    Members are places, whole numbers from 0. Nobody leaves a bracket. Source: MEL-06.

    >>> order = Order(((0, 1, 2, 3),)).moved(2, Way.DOWN).moved(0, Way.DOWN)
    >>> order.all
    (0, 2, 1, 3)
    """

    brackets: tuple[tuple[int, ...], ...]

    @property
    def all(self) -> tuple[int, ...]:
        """Everyone, first to act first."""
        return tuple(one for members in self.brackets for one in members)

    def bracket_of(self, one: int) -> int:
        """In which bracket someone is. Raises ``ValueError`` where they are in none."""
        return next(at for at, members in enumerate(self.brackets) if one in members)

    def moved(self, one: int, way: Way) -> "Order":
        """The same once someone is moved to an end of their bracket; who is not in it stays out. Source: MEL-07."""
        if one not in self.all:
            return self
        return self._with(one, lambda rest: (*rest, one) if way is Way.UP else (one, *rest))

    def without(self, one: int) -> "Order":
        """The same without someone."""
        return self._with(one, tuple) if one in self.all else self

    def joined(self, newcomers: Iterable[tuple[int, int]]) -> "Order":
        """The same once newcomers, with their brackets, are above all others there, in this order. Source: MEL-46."""
        brackets = [*self.brackets]
        for one, at in newcomers:
            brackets += [()] * (at + 1 - len(brackets))
            brackets[at] = (*brackets[at], one)
        return replace(self, brackets=tuple(brackets))

    def swapped(self, one: int, other: int) -> "Order":
        """The same once two neighbors have traded places. Raises `Refused` where they are none. Source: MEL-08."""
        at = self.bracket_of(one)
        members = self.brackets[at]
        if other not in members or abs(members.index(one) - members.index(other)) != 1:
            raise Refused("Two who trade places stand next to each other in the order, in one bracket.")
        traded = {one: other, other: one}
        return self._put(at, tuple(traded.get(member, member) for member in members))

    def _with(self, one: int, make: Callable[[Sequence[int]], tuple[int, ...]]) -> "Order":
        at = self.bracket_of(one)
        return self._put(at, make([member for member in self.brackets[at] if member != one]))

    def _put(self, at: int, members: tuple[int, ...]) -> "Order":
        return replace(self, brackets=(*self.brackets[:at], members, *self.brackets[at + 1 :]))


@dataclass(frozen=True, slots=True)
class Rolled:
    """Someone's initiative before the order is made.

    `total` is Reflexes and 2d6; of two alike the higher `reflexes` go later, then the higher `speed`. `surprised` ones
    go to the bottom. Source: MEL-06, MEL-09.
    """

    total: int
    reflexes: int = 0
    speed: int = 0
    shade: Shade = Shade.BLACK
    surprised: bool = False


def ordered(rolled: Sequence[Rolled], *, three: bool = False, absolute: bool = False) -> Order:
    """The order that these initiatives make; members are their places in the list.

    With `absolute` the surprised leave even the upper bracket for the bottom of all. Source: MEL-06, MEL-09.

    >>> found = ordered([Rolled(13), Rolled(9), Rolled(5, shade=Shade.GRAY)])
    >>> found.brackets
    ((1, 0), (2,))
    """
    brackets: list[list[int]] = [[], [], []] if three else [[], []]
    for at in sorted(range(len(rolled)), key=lambda at: _key(rolled[at], at)):
        one = rolled[at]
        brackets[0 if absolute and one.surprised else bracket(one.shade, three=three)].append(at)
    return Order(tuple(tuple(members) for members in brackets))


def _key(one: Rolled, at: int) -> tuple[bool, int, int, int, int]:
    return not one.surprised, one.total, one.reflexes, one.speed, at
