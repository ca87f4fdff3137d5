"""The order of a round: its phases, initiative, brackets, and every move (MEL-03, MEL-06 to MEL-09, MEL-46)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Shade
from engine.games.melee.rules.morale import TWO_DICE
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

    `total` is Reflexes and 2d6; of two alike the higher rolls `again` go later, then the higher `reflexes`, then the
    higher `speed`. `surprised` ones go to the bottom. Source: MEL-06, MEL-09.
    """

    total: int
    reflexes: int = 0
    speed: int = 0
    shade: Shade = Shade.BLACK
    surprised: bool = False
    again: tuple[int, ...] = ()


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


def _key(one: Rolled, at: int) -> tuple[bool, int, tuple[int, ...], int, int, int]:
    return not one.surprised, one.total, one.again, one.reflexes, one.speed, at


# --- The round ---


class Phase(Option):
    """Where a fight stands: before it, or in one of the five phases of a round. Source: MEL-03."""

    SETUP = "setup", "Before the fight"
    CHECK = "check", "Phase 1: the order"
    TURNS = "turns", "Phase 2: turns"
    RESULTS = "results", "Phase 3: results"
    MORALE = "morale", "Phase 4: morale"
    END = "end", "Phase 5: the end"
    OVER = "over", "The fight is over"


ROUND = (Phase.CHECK, Phase.TURNS, Phase.RESULTS, Phase.MORALE, Phase.END)
"""The phases that every round goes through. Source: MEL-03."""


# --- Ties, and chances ---


def total_law(reflexes: int, two_dice: int | None = None) -> Distribution:
    """How likely each initiative is of someone with these Reflexes, 0 to 20, whose dice may lie already. MEL-06."""
    return Distribution.of({reflexes + two_dice: Fraction(1)}) if two_dice else TWO_DICE.plus(reflexes)


def compared(one: Distribution, other: Distribution) -> tuple[Fraction, Fraction]:
    """The chance that one total is lower than another, and that both are alike."""
    lower = sum((chance * (1 - other.below(total + 1)) for total, chance in one if total < other.last), Fraction())
    alike = sum((chance * other.exactly(total) for total, chance in one if total <= other.last), Fraction())
    return lower, alike


def first_of_tied(one: Rolled, other: Rolled) -> Fraction:
    """The chance that one acts before another whose total is the same: Reflexes, Speed, and a coin. Source: MEL-06."""
    own, theirs = (one.reflexes, one.speed), (other.reflexes, other.speed)
    return Fraction(1, 2) if own == theirs else Fraction(own < theirs)


def before(
    one: Rolled,
    other: Rolled,
    dice: tuple[int | None, int | None] = (None, None),
    *,
    three: bool = False,
    reroll: bool = False,
) -> Fraction:
    """The chance that one acts before another; `dice` are their 2d6, None where they have not rolled.

    Their totals are worked out here. With `reroll` those who are tied roll until they are not. Source: MEL-06.

    >>> before(Rolled(0, 4), Rolled(0, 4), (9, 3))
    Fraction(0, 1)
    """
    own, theirs = bracket(one.shade, three=three), bracket(other.shade, three=three)
    if own != theirs:
        return Fraction(own < theirs)
    lower, alike = compared(total_law(one.reflexes, dice[0]), total_law(other.reflexes, dice[1]))
    if not alike:
        return lower
    if not reroll:
        return lower + alike * first_of_tied(one, other)
    again, still = compared(total_law(one.reflexes), total_law(other.reflexes))
    return lower + alike * again / (1 - still)


def tied(rolled: Sequence[Rolled], *, three: bool = False, wholly: bool = False) -> list[tuple[int, ...]]:
    """Those who share a bracket and a total, lowest total first; members are their places.

    Nobody who is surprised ties with anyone who is not.

    With `wholly` they share Reflexes and Speed too, so that a coin has to say. Source: MEL-06.
    """
    alike: dict[tuple[Any, ...], list[int]] = {}
    for at, one in enumerate(rolled):
        key = (
            bracket(one.shade, three=three),
            not one.surprised,
            one.total,
            one.again,
            *((one.reflexes, one.speed) if wholly else ()),
        )
        alike.setdefault(key, []).append(at)
    return [tuple(alike[key]) for key in sorted(alike) if len(alike[key]) > 1]


# --- Moves ---

SEQUENCE = (When.SETUP, When.JOINING, When.AT_ONCE, When.RESOLUTION, When.MORALE)
"""The times at which moves take effect, in the sequence of a round. Source: MEL-03, MEL-07."""


@dataclass(frozen=True, slots=True)
class Move:
    """Someone, by their place, who is moved to an end of their bracket, and why. Source: MEL-07."""

    one: int
    way: Way
    cause: Cause

    @property
    def when(self) -> When:
        """When it takes effect."""
        return self.cause.when


def caused(cause: Cause, own: int | None, target: int | None) -> tuple[Move, ...]:
    """The moves of a cause, in the order in which they are made: oneself, then the target. Source: MEL-07."""
    pairs = ((own, cause.own), (target, cause.target))
    return tuple(Move(one, way, cause) for one, way in pairs if one is not None and way is not None)


def in_time(moves: Iterable[Move]) -> list[Move]:
    """Moves in the sequence in which they take effect; those of one time stay as they were. Source: MEL-07."""
    return sorted(moves, key=lambda move: SEQUENCE.index(move.when))


def rivals(moves: Sequence[Move]) -> frozenset[int]:
    """Who is moved both up and down as results are applied. Source: MEL-07."""
    ways: dict[int, set[Way]] = {}
    for move in moves:
        if move.when is When.RESOLUTION:
            ways.setdefault(move.one, set()).add(move.way)
    return frozenset(one for one, found in ways.items() if len(found) > 1)


# --- Trading places ---


def bars(order: Order, one: int, other: int, *, allies: bool = True) -> str:
    """Why two may not trade places in the order, or nothing where they may. Source: MEL-08.

    `allies`: both are player characters who work together.

    >>> bars(Order(((0, 1, 2), (3,))), 0, 2)
    'Someone stands between them in the order.'
    """
    if not allies:
        return "Only player characters who work together trade places."
    at = order.bracket_of(one)
    if at != order.bracket_of(other):
        return "They are in different brackets, which nobody leaves."
    members = order.brackets[at]
    if abs(members.index(one) - members.index(other)) != 1:
        return "Someone stands between them in the order."
    return ""
