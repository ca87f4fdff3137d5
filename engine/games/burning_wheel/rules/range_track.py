"""Where two shooters stand by the reach of both weapons, and where a won maneuver takes them (RNC-30, RNC-31)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.range_dice import Category
from engine.option import Option
from engine.refused import Refused

TENFOLD = 10
"""From so many times the other's paces on, the longer weapon may be at optimal while the other is out. RNC-30."""
PAIR = 2


class Intent(Option):
    """What a maneuver is for. Source: RNC-18."""

    CLOSE = "close", "Close"
    WITHDRAW = "withdraw", "Withdraw"
    MAINTAIN = "maintain", "Maintain"


class Track(Option):
    """How the reach of two weapons compares. Source: RNC-30."""

    EQUAL = "E", "both reach as far"
    UNEQUAL = "U", "one reaches farther"
    TENFOLD = "T", "one reaches ten times as far"


class Mover(Option):
    """Which of two weapons someone holds. On the track of equals both names mean the same. Source: RNC-30."""

    LONGER = "longer", "the longer weapon"
    SHORTER = "shorter", "the shorter weapon"

    @property
    def other(self) -> "Mover":
        """The other of the two."""
        return Mover.SHORTER if self is Mover.LONGER else Mover.LONGER


class Stop(Option):
    """Where a pair stands together, from the farthest to the nearest; not every track has all. Source: RNC-30."""

    APART = "0", "both out of range"
    FAR = "1", "the longer weapon at extreme range"
    REACHED = "1b", "the longer at optimal range, the shorter out"
    MIDDLE = "2", "the longer at optimal range, the shorter at extreme"
    NEAR = "3", "both at optimal range"
    TOUCHING = "4", "too close to shoot"


@dataclass(frozen=True, slots=True)
class State:
    """A stop of a track: the range of each of the two weapons there. Source: RNC-30."""

    track: Track
    stop: Stop
    longer: Category
    shorter: Category

    def of(self, mover: Mover) -> Category:
        """The range of the weapon that someone holds."""
        return self.longer if mover is Mover.LONGER else self.shorter


@dataclass(frozen=True, slots=True)
class Reaches:
    """Two weapons compared: the track, and which side, 0 or 1, holds the longer (0 where they are alike). RNC-30."""

    track: Track
    longer: int

    def mover(self, side: int) -> Mover:
        """What a side, 0 or 1, holds."""
        return Mover.LONGER if side == self.longer else Mover.SHORTER

    def categories(self, stop: Stop) -> tuple[Category, Category]:
        """The range of each side at a stop, the first side's first. Raises `Refused` for one off this track."""
        state = state_of(self.track, stop)
        return state.of(self.mover(0)), state.of(self.mover(1))


def compare(first: int | None, second: int | None) -> Reaches:
    """Two weapons by their farthest paces. Someone without one (None) shares the other's ranges. Source: RNC-30.

    >>> compare(10, 125)
    Reaches(track=<Track.TENFOLD: 'T'>, longer=1)
    """
    if first is None or second is None or first == second:
        return Reaches(Track.EQUAL, 0)
    short, long = sorted((first, second))
    return Reaches(Track.TENFOLD if long >= TENFOLD * short else Track.UNEQUAL, int(second > first))


def states(track: Track) -> tuple[State, ...]:
    """All stops of a track, the farthest first. Source: RNC-30."""
    return tuple(state for state in STATES.values() if state.track is track)


def state_of(track: Track, stop: Stop) -> State:
    """What a stop means on a track. Raises `Refused` for a stop that it has not. Source: RNC-30."""
    if (track, stop) not in STATES:
        both = "the two weapons reach equally far" if track is Track.EQUAL else "neither reaches ten times as far"
        raise Refused(f"Nobody stands like that where {both}; choose another range.")
    return STATES[track, stop]


def landings(track: Track, stop: Stop, mover: Mover, intent: Intent, *, strict: bool = False) -> tuple[Stop, ...]:
    """Where a won maneuver may take the pair: the literal stop, then those at which the winner may halt instead.

    With `strict` the literal one alone. Raises `Refused` where the volleys are over. Source: RNC-31.
    """
    state_of(track, stop)
    if stop is Stop.TOUCHING:
        raise Refused("Too close to shoot, nobody maneuvers at range any more: go on in Fight!.")
    if intent is Intent.MAINTAIN:
        return (stop,)
    found = MOVES[track, stop][mover, intent]
    return found[:1] if strict else found


def together(track: Track, stop: Stop, intent: Intent, *, steps: int = PAIR) -> Stop:
    """Where a tie of two like maneuvers takes the pair: a step of the longer weapon, then one of the shorter.

    With one of the `steps` the longer's alone. Either step may end it. Source: RNC-28, RNC-31.
    """
    for mover in (Mover.LONGER, Mover.SHORTER)[:steps]:
        if stop is Stop.TOUCHING:
            break
        stop = landings(track, stop, mover, intent)[0]
        if escaped(stop, intent):
            break
    return stop


def escaped(stop: Stop, intent: Intent) -> bool:
    """Whether a Withdraw that lands there has got away. Source: RNC-02, RNC-31."""
    return stop is Stop.APART and intent is Intent.WITHDRAW


def starts(track: Track, mover: Mover, own: Category) -> tuple[Stop, ...]:
    """What the winner of the starting test may mean by a range of the own weapon, the plain reading first.

    Raises `Refused` for a start too close to shoot. Source: RNC-07, RNC-31.
    """
    if own is Category.TOO_CLOSE:
        raise Refused("Nobody starts too close to shoot; choose out of range, extreme or optimal.")
    return STARTS[track, mover][own]


def _stops(names: Sequence[str]) -> tuple[Stop, ...]:
    return tuple(Stop.of(name) for name in names)


def _state(row: Mapping[str, Any]) -> State:
    return State(Track.of(row["track"]), Stop.of(row["stop"]), Category.of(row["longer"]), Category.of(row["shorter"]))


Moves = Mapping[tuple[Mover, Intent], tuple[Stop, ...]]


def _move(row: Mapping[str, Any]) -> tuple[tuple[Track, Stop], Moves]:
    moves = {
        (mover, intent): _stops(row[f"{mover.value}_{intent.value}"])
        for mover in Mover
        for intent in (Intent.CLOSE, Intent.WITHDRAW)
    }
    return (Track.of(row["track"]), Stop.of(row["stop"])), moves


Starts = Mapping[Category, tuple[Stop, ...]]


def _start(row: Mapping[str, Any]) -> tuple[tuple[Track, Mover], Starts]:
    picks = (Category.OUT, Category.EXTREME, Category.OPTIMAL)
    return (Track.of(row["track"]), Mover.of(row["mover"])), {one: _stops(row[one.value]) for one in picks}


FILE = "range_track.toml"
STATES: Mapping[tuple[Track, Stop], State] = {
    (state.track, state.stop): state
    for state in tables.rows(__file__, FILE, "state", ("track", "stop", "longer", "shorter"), _state)
}
_STEPS = ("longer_close", "shorter_close", "longer_withdraw", "shorter_withdraw")
MOVES: Mapping[tuple[Track, Stop], Moves] = dict(tables.rows(__file__, FILE, "move", ("track", "stop", *_STEPS), _move))
STARTS: Mapping[tuple[Track, Mover], Starts] = dict(
    tables.rows(__file__, FILE, "start", ("track", "mover", "out", "extreme", "optimal"), _start)
)
