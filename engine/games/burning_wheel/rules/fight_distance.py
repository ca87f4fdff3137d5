"""Fighting distance: how far two fighters stand by their own weapons, and where a won positioning takes them.

The tables are FGT-19 and FGT-20, the lengths FGT-12. What may be done at a distance stands in `fight_reach`, who wins
and by how much in `fight_positioning`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.range_track import Mover
from engine.games.burning_wheel.rules.weapons import Length
from engine.option import Option
from engine.refused import Refused


class Distance(Option):
    """How far away the other is for one's own weapon, the farthest first. Source: FGT-16."""

    OUT = "out", "out of reach"
    LUNGING = "lunging", "lunging"
    OPTIMAL = "optimal", "optimal"
    INSIDE = "inside", "inside"


class Positioning(Option):
    """What someone scripts for the positioning of a volley. Source: FGT-10, FGT-22."""

    CLOSE = "close", "Close"
    MAINTAIN = "maintain", "Maintain"
    WITHDRAW = "withdraw", "Withdraw"
    STAND = "stand", "stand still"

    @property
    def moves(self) -> bool:
        """Whether it is quick movement, which costs. Source: FGT-21."""
        return self in (Positioning.CLOSE, Positioning.WITHDRAW)


LENGTHS = (Length.SHORTEST, Length.SHORT, Length.LONG, Length.LONGER, Length.LONGEST)
"""The five lengths, shortest first. Source: FGT-12."""
LADDER = tuple(Distance)
MOST_STEPS = 2
"""However clearly a positioning test is won, it moves no farther. Source: FGT-19."""
Places = tuple[Distance, Distance]


def rank(length: Length) -> int:
    """0 for the shortest to 4 for the longest. Raises `Refused` for what is as long as its weapon. Source: FGT-12."""
    if length not in LENGTHS:
        raise Refused("Say how long the weapon is; “as its weapon” is no length.")
    return LENGTHS.index(length)


def gap(mine: Length, theirs: Length) -> int:
    """How many steps one's own weapon is longer, below 0 where it is shorter: -4 to 4. Source: FGT-13."""
    return rank(mine) - rank(theirs)


_OUT, _LUNGING, _OPTIMAL, _INSIDE = LADDER
TRACKS: Mapping[int, tuple[Places, ...]] = {
    0: ((_OUT, _OUT), (_LUNGING, _LUNGING), (_OPTIMAL, _OPTIMAL), (_INSIDE, _INSIDE)),
    1: ((_OUT, _OUT), (_LUNGING, _OUT), (_OPTIMAL, _LUNGING), (_OPTIMAL, _OPTIMAL), (_INSIDE, _INSIDE)),
    2: (
        (_OUT, _OUT),
        (_LUNGING, _OUT),
        (_OPTIMAL, _OUT),
        (_OPTIMAL, _LUNGING),
        (_OPTIMAL, _OPTIMAL),
        (_INSIDE, _INSIDE),
    ),
}
"""Where a longer and a shorter weapon stand together, far to near, by their gap: none, one step, more. FGT-20."""


@dataclass(frozen=True, slots=True)
class Track:
    """How two weapons compare: `kind` is 0, 1 or 2 as in `TRACKS`, `longer` says that the longer one is mine.

    With weapons alike, each of us counts as having the longer one. Source: FGT-20.
    """

    kind: int
    longer: bool = True

    @property
    def states(self) -> tuple[Places, ...]:
        """All places where we can stand together, mine first, far to near."""
        return tuple((one, other) if self.longer else (other, one) for one, other in TRACKS[self.kind])

    def mover(self, mine: bool) -> Mover:
        """Which of the two weapons I have, or with False the other."""
        return Mover.LONGER if mine == self.longer or not self.kind else Mover.SHORTER

    def place(self, mine: bool, found: Places) -> Distance:
        """The distance of one of us."""
        return found[0] if mine else found[1]

    def stop(self, at: Places, *, mine: bool = True) -> int:
        """The number of the place where we stand.

        Where the GM has set a distance that the two weapons do not give, it is the place with the mover's own distance
        that comes nearest for the other. Source: FGT-20.
        """
        if at in self.states:
            return self.states.index(at)
        own = [stop for stop, found in enumerate(self.states) if self.place(mine, found) is self.place(mine, at)]
        other = LADDER.index(self.place(not mine, at))
        return min(own, key=lambda stop: abs(LADDER.index(self.place(not mine, self.states[stop])) - other))

    def started(self, pick: Distance, *, mine: bool = True) -> Places:
        """Where we stand once the winner of the first positioning test, me or with `mine` False you, has picked.

        It is as far apart as the pick allows. Raises `Refused` for the inside. Source: FGT-18, FGT-20.
        """
        if pick is Distance.INSIDE:
            raise Refused("Nobody starts on the inside; pick out of reach, lunging or optimal.")
        return next(found for found in self.states if self.place(mine, found) is pick)

    def with_theirs(self, mine: Distance) -> Places:
        """Where we stand if only my distance is known: as far apart as it allows, and together on the inside."""
        return next(found for found in self.states if found[0] is mine)


def between(mine: Length, theirs: Length, *, shared: bool = False) -> Track:
    """The track of two weapons; with `shared` every pair has one distance in common. Source: FGT-20.

    >>> between(Length.SHORTEST, Length.LONG)
    Track(kind=2, longer=False)
    """
    steps = 0 if shared else gap(mine, theirs)
    return Track(min(abs(steps), max(TRACKS)), steps >= 0)


def landings(
    track: Track, at: Places, scripted: Positioning, *, mine: bool = True, steps: int = 1, strict: bool = False
) -> tuple[Places, ...]:
    """Where the winner may take us: first as far as the rule goes, then nearer stops that may be chosen instead.

    `mine` says that I won, `steps` is 1, or 2 for a win by two or more; with `strict` only the last place of each step
    may be chosen. Where nothing moves, that is where we stand. Source: FGT-19, FGT-20.
    """
    if not scripted.moves:
        return (at,)
    stops = [track.stop(at, mine=mine)]
    for _ in range(min(steps, MOST_STEPS)):
        stops.append(_step(track, stops[-1], track.mover(mine), scripted))
    start, last = stops[0], stops[-1]
    if start == last:
        return (at,)
    toward = -1 if last > start else 1
    halts = stops[:0:-1] if strict else range(last, start, toward)
    return tuple(track.states[stop] for stop in dict.fromkeys(halts))


def _step(track: Track, stop: int, mover: Mover, scripted: Positioning) -> int:
    """The next stop at which the mover's own distance is a notch nearer or farther."""
    states = TRACKS[track.kind]
    own = [found[0 if mover is Mover.LONGER else 1] for found in states]
    if scripted is Positioning.CLOSE:
        return next((one for one in range(stop, len(states)) if own[one] is not own[stop]), stop)
    if own[stop] is Distance.OUT:
        return max(0, stop - 1)
    if own[stop] is Distance.INSIDE and mover is Mover.LONGER:
        # Off the inside the longer weapon gets away as far as it still reaches best.
        return own.index(Distance.OPTIMAL)
    return next(one for one in range(stop, -1, -1) if own[one] is not own[stop])


def chosen(track: Track, options: Sequence[Places], pick: Distance | None, *, mine: bool = True) -> Places:
    """The landing at which the winner's own distance is `pick`, or the first where none is picked.

    Raises `Refused` where no landing has it. Source: FGT-19.
    """
    for found in options:
        if pick is None or track.place(mine, found) is pick:
            return found
    raise Refused(f"The winner cannot get to {pick.words if pick else 'it'} from there.")
