"""Chases: the dice of both sides, one length of a chase, how it ends, and one that is run in legs (MOV-04 to MOV-06).

All chances are exact. A chase without legs may go on for ever; its closed form says how it ends all the same.

>>> found = course(Length(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), Fraction(1, 2))
>>> found.caught, found.away, found.lengths
(Fraction(1, 2), Fraction(1, 2), Fraction(2, 1))
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.rules import creatures, quickness, versus
from engine.games.burning_wheel.rules.creatures import Doing, Gift
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.versus import CallOn, Result, Role, Side
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

FILE = "chase.toml"
HARDER = 2
"""What is added to the obstacle of the one thing that a pursuer may do who has caught up. Source: MOV-05."""
OUT_OF_REACH = 2
"""Legs in a row that take the pursued out of reach. Source: MOV-06."""
LINKED = 1
"""Dice that a leg won brings to the next one. Source: MOV-06."""
EITHER = "either"


class Who(Option):
    """The two sides of a chase. Source: MOV-04."""

    PURSUER = "pursuer", "you run after them"
    PURSUED = "pursued", "they run after you"

    @property
    def other(self) -> "Who":
        """The other side."""
        return Who.PURSUED if self is Who.PURSUER else Who.PURSUER


class Edge(Option):
    """What one side of a chase on foot has over the other; the Speed multiplier stands apart. Source: MOV-04."""

    REFLEXES = "reflexes", "higher Reflexes"
    FORTE = "forte", "higher Forte"
    HEAD_START = "head-start", "a head start"
    NOWHERE = "nowhere", "nowhere for them to hide"


@dataclass(frozen=True, slots=True)
class Edged:
    """Dice for an edge, and the side that can have it; None where either can."""

    dice: int
    whose: Who | None


def _edged(row: Mapping[str, Any]) -> tuple[Edge, Edged]:
    whose = None if row["whose"] == EITHER else Who.of(row["whose"])
    return Edge.of(row["key"]), Edged(row["dice"], whose)


EDGES: Mapping[Edge, Edged] = dict(tables.rows(__file__, FILE, "foot", ("key", "whose", "dice"), _edged))


@dataclass(frozen=True, slots=True)
class Runner:
    """Someone who runs: Speed (0 or more) and its multiplier, edges, FoRKs and other dice, and dice lost to wounds."""

    speed: int
    multiplier: Fraction = quickness.USUAL
    edges: frozenset[Edge] = frozenset()
    forks: int = 0
    other: int = 0
    lost: int = 0


def on_foot(who: Who, runner: Runner, rival: Runner, *, doubled: bool = False) -> Worked:
    """The dice of a runner, line by line, never below none. Source: MOV-04.

    `doubled` says that the GM grants two dice for a multiplier more than double (MOV-03). Raises `Refused` where both
    have more of one thing, or someone has what only the other side of a chase can have.
    """
    _check(who, runner.edges, rival.edges)
    higher, _ = quickness.by_multiplier((runner.multiplier, rival.multiplier), doubled=doubled)
    lines = [Line(runner.speed, "Speed", "MOV-04")]
    lines += [
        Line(edge.dice if one in runner.edges else 0, _capital(one.words), "MOV-04")
        for one, edge in EDGES.items()
        if edge.whose in (None, who)
    ]
    lines += [Line(higher, quickness.MULTIPLIER, "MOV-03"), Line(runner.forks, "FoRKs", "MOV-04")]
    return floored(lines, runner.other, runner.lost, "MOV-04")


def _check(who: Who, edges: Collection[Edge], rivals: Collection[Edge]) -> None:
    for one, side in ((one, who) for one in edges):
        if one in rivals and EDGES[one].whose is None:
            raise Refused(f"Only one side has {one.words}; this says both.")
        if EDGES[one].whose not in (None, side):
            takes = "whoever is chased" if EDGES[one].whose is Who.PURSUED else "whoever gives chase"
            raise Refused(f"“{_capital(one.words)}” is for {takes}.")


def floored(lines: Sequence[Line], other: int, lost: int, rule: str) -> Worked:
    """Dice line by line with `other` dice (below 0: fewer) and `lost` to wounds, never below none."""
    lines = list(lines)
    lines.append(Line(other, "Other dice", rule))
    lines.append(Line(-min(lost, max(0, sum(line.amount for line in lines))), "Wounds", "HUB-18"))
    below = sum(line.amount for line in lines)
    return Worked((*lines, *((Line(-below, "Never below none", rule),) if below < 0 else ())))


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


# Mounted


class Where(Option):
    """Through what a mounted pursuit goes. Source: RID-09."""

    ANYWHERE = "anywhere", "neither of these"
    CLOSE = "close", "streets or forest"
    OPEN = "open", "fields or a highway"


class Lead(Option):
    """What one rider and mount have over the others; what is not compared either side may have. Source: RID-09."""

    MOUNT_REFLEXES = "mount-reflexes", "Mount with higher Reflexes"
    RIDER_REFLEXES = "rider-reflexes", "Rider with higher Reflexes"
    MOUNT_SPEED = "mount-speed", "Mount with higher Speed"
    MOUNT_HIDES = "mount-hides", "Mount is Stealthy or Inconspicuous"
    RIDER_HIDES = "rider-hides", "Rider is Stealthy or Inconspicuous"
    SMALLER = "smaller", "Smaller mount"
    MOUNT_FORTE = "mount-forte", "Mount with higher Forte"


LEADS: Mapping[Lead, tuple[Where, int]] = dict(
    tables.rows(
        __file__,
        FILE,
        "mounted",
        ("key", "where", "dice"),
        lambda row: (Lead.of(row["key"]), (Where.of(row["where"]), row["dice"])),
    )
)


@dataclass(frozen=True, slots=True)
class Rider:
    """A rider in a pursuit: Riding and Reflexes (0 or more), the mount, and what else brings dice. Source: RID-09.

    `animals` is Affinity for Animals or Low Speech, `hides` Stealthy or Inconspicuous, `smaller` that the mount is
    the smaller one.
    """

    riding: int
    reflexes: int
    mount: Mount
    animals: bool = False
    hides: bool = False
    smaller: bool = False
    forks: int = 0
    other: int = 0
    lost: int = 0


def mounted(rider: Rider, rival: Rider, where: Where, *, doubled: bool = False) -> Worked:
    """The dice of a rider in a pursuit, line by line, never below none. Source: RID-09.

    Raises `Refused` where both mounts are the smaller one.
    """
    if rider.smaller and rival.smaller:
        raise Refused("Only one of two mounts is smaller; this says both.")
    one, other = rider.mount, rival.mount
    has = {
        Lead.MOUNT_REFLEXES: _more(one.reflexes.exponent, other.reflexes.exponent),
        Lead.RIDER_REFLEXES: _more(rider.reflexes, rival.reflexes),
        Lead.MOUNT_SPEED: _more(one.speed.exponent, other.speed.exponent),
        Lead.MOUNT_HIDES: one.stealth is not None,
        Lead.RIDER_HIDES: rider.hides,
        Lead.SMALLER: rider.smaller,
        Lead.MOUNT_FORTE: _more(one.forte.exponent, other.forte.exponent),
    }
    higher, _ = quickness.by_multiplier((one.multiplier.times, other.multiplier.times), doubled=doubled)
    knows = creatures.added({Gift.ANIMALS}, Doing.RIDE) if rider.animals else 0
    lines = [
        Line(rider.riding, "Riding", "RID-09"),
        Line(higher, quickness.MULTIPLIER, "RID-09"),
        Line(knows, Gift.ANIMALS.words, "RID-09"),
        *(
            Line(dice if has[lead] else 0, lead.words, "RID-09")
            for lead, (at, dice) in LEADS.items()
            if at in (Where.ANYWHERE, where)
        ),
        Line(rider.forks, "FoRKs", "RID-09"),
    ]
    return floored(lines, rider.other, rider.lost, "RID-09")


def _more(one: int, other: int) -> bool:
    return bool(quickness.by_reflexes((one, other))[0])


# One length, and how it ends


class Won(Option):
    """Who wins a length of a chase. Source: MOV-05."""

    PURSUER = "pursuer", "the pursuer has caught up"
    TIE = "tie", "a tie"
    PURSUED = "pursued", "the pursued wins"


@dataclass(frozen=True, slots=True)
class Length:
    """The chances of one length, which add up to 1: the pursuer wins, a tie, the pursued wins. Source: MOV-04."""

    catch: Fraction
    tie: Fraction
    away: Fraction

    def of(self, won: Won) -> Fraction:
        """The chance of one of the three."""
        return {Won.PURSUER: self.catch, Won.TIE: self.tie, Won.PURSUED: self.away}[won]


RESULTS = {Result.WIN: Won.PURSUER, Result.LOSE: Won.PURSUED, Result.DEADLOCK: Won.TIE}


@dataclass(frozen=True, slots=True)
class Pair:
    """Both sides of a chase, who has a call-on for a tie, and the readings of a versus test. Source: MOV-04, MOV-05."""

    pursuer: Side
    pursued: Side
    call_on: CallOn = CallOn.NONE
    house: versus.House = versus.House()
    chain: Chain = Chain.CHAIN

    @property
    def length(self) -> Length:
        """The exact chances of a length; a call-on breaks ties. Source: MOV-05."""
        found = versus.chances(self.pursuer, self.pursued, self.house, self.chain)
        tied = RESULTS[versus.tie(self.pursuer, self.pursued, Role.BOTH, self.call_on, self.house)]
        return Length(
            found.win + (found.tie if tied is Won.PURSUER else 0),
            found.tie if tied is Won.TIE else Fraction(0),
            found.lose + (found.tie if tied is Won.PURSUED else 0),
        )

    def won(self, rolled: int, against: int) -> tuple[Won, bool]:
        """Who wins with these successes, the pursuer's first, and whether it took a call-on. Source: MOV-05."""
        sides = (self.pursuer, self.pursued)
        result, tied = versus.decided(*sides, rolled, against, Role.BOTH, self.call_on, self.house)
        return RESULTS[result], tied and result is not Result.DEADLOCK

    def plus(self, pursuer: int, pursued: int) -> "Pair":
        """The same with more dice."""
        return replace(self, pursuer=_plus(self.pursuer, pursuer), pursued=_plus(self.pursued, pursued))


def _plus(side: Side, dice: int) -> Side:
    return replace(side, pool=side.pool.plus(dice))


def pool(dice: Worked, like: Pool) -> Pool:
    """The dice of a ledger in the shade of the ability that they begin with."""
    return like.plus(dice.total - like.dice)


@dataclass(frozen=True, slots=True)
class Course:
    """How a chase ends that goes on until it does: the chances, and the lengths to expect.

    Where it can never end, both chances are 0 and `lengths` is None. Source: MOV-05.
    """

    caught: Fraction
    away: Fraction
    lengths: Fraction | None


def course(length: Length, stops: Fraction) -> Course:
    """The end of a chase in which each catch lets the pursuer stop the pursued with this chance. Source: MOV-05."""
    ends = length.catch * stops + length.away
    if not ends:
        return Course(Fraction(0), Fraction(0), None)
    return Course(length.catch * stops / ends, length.away / ends, 1 / ends)


@dataclass(frozen=True, slots=True)
class After:
    """How a chase stands after so many lengths: the chances that it has ended so, and that it goes on."""

    lengths: int
    caught: Fraction
    away: Fraction
    runs: Fraction


def after(length: Length, stops: Fraction, lengths: int) -> tuple[After, ...]:
    """How it stands after each of so many lengths, exactly. Source: MOV-05."""
    found, caught, away, runs = [], Fraction(0), Fraction(0), Fraction(1)
    for number in range(1, lengths + 1):
        caught, away = caught + runs * length.catch * stops, away + runs * length.away
        runs = 1 - caught - away
        found.append(After(number, caught, away, runs))
    return tuple(found)


# In legs


class Ends(Option):
    """How a chase in legs stands. Source: MOV-06."""

    RUNS = "runs", "still running"
    CAUGHT = "caught", "caught"
    AWAY = "away", "out of reach"


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a chase in legs. Source: MOV-06.

    `kept`: the dice of legs won add up until the end. `either`: two legs in a row catch as well. `slips`: where the
    legs run out with neither, the pursued is away; otherwise whoever won the last leg that was won has it.
    """

    kept: bool = False
    either: bool = False
    slips: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A chase in legs between two of them: who won the last ones, how many in a row, and the dice that brings.

    `last` is the winner of the last leg that had one, None where none had. `row` are the legs that were won in a row
    up to now, by `last`; 0 after a tie. Source: MOV-06.
    """

    last: Who | None = None
    row: int = 0
    pursuer: int = 0
    pursued: int = 0

    def then(self, won: Won, house: House) -> "Tally":
        """After one more leg."""
        before = (self.pursuer, self.pursued) if house.kept else (0, 0)
        if won is Won.TIE:
            return Tally(self.last, 0, *before)
        who = Who.of(won.value)
        row = self.row + 1 if who is self.last else 1
        ahead = (before[0] + LINKED, before[1]) if who is Who.PURSUER else (before[0], before[1] + LINKED)
        return Tally(who, row, *ahead)

    def ends(self, house: House, *, over: bool) -> Ends:
        """How it stands; `over` says that the legs have run out."""
        if self.row >= OUT_OF_REACH and (self.last is Who.PURSUED or house.either):
            return Ends.AWAY if self.last is Who.PURSUED else Ends.CAUGHT
        if not over:
            return Ends.RUNS
        if house.slips:
            return Ends.AWAY
        return {Who.PURSUER: Ends.CAUGHT, Who.PURSUED: Ends.AWAY, None: Ends.RUNS}[self.last]


@dataclass(frozen=True, slots=True)
class Leg:
    """How a chase stands after a leg: the chances that it has ended, and that it goes on. They add up to 1."""

    number: int
    caught: Fraction
    away: Fraction
    runs: Fraction


def legs(pair: Pair, count: int, house: House = House(), start: Tally = Tally()) -> tuple[Leg, ...]:
    """How a chase in so many legs stands after each of them, exactly. Source: MOV-06."""
    now: dict[Tally, Fraction] = {start: Fraction(1)}
    ended = {Ends.CAUGHT: Fraction(0), Ends.AWAY: Fraction(0)}
    found = []
    lengths: dict[tuple[int, int], Length] = {}
    for number in range(1, count + 1):
        onward: dict[Tally, Fraction] = {}
        for tally, chance in now.items():
            dice = (tally.pursuer, tally.pursued)
            length = lengths.setdefault(dice, pair.plus(*dice).length) if dice not in lengths else lengths[dice]
            for won in Won:
                if not (share := chance * length.of(won)):
                    continue
                later = tally.then(won, house)
                end = later.ends(house, over=number == count)
                if end is Ends.RUNS:
                    onward[later] = onward.get(later, Fraction(0)) + share
                else:
                    ended[end] += share
        now = onward
        runs = sum(now.values(), Fraction(0))
        found.append(Leg(number, ended[Ends.CAUGHT], ended[Ends.AWAY], runs))
    return tuple(found)
