"""A chase played length by length: a frozen state, and what may be done in it (MOV-05, MOV-06, RID-09).

Each method of a `Chase` gives it as it is after that, or raises `Refused` with the sentence why not. Dice come from
outside, by a function that has a pool fall for a side.

A bot that runs until it ends; caught, the pursued is stopped by four dice against Ob 1 + 2:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.versus import Side
>>> chance = Random(12)
>>> chase = begin(Pair(Side(Pool.of(5)), Side(Pool.of(5))))
>>> while chase.phase is not Phase.OVER:
...     if chase.phase is Phase.CAUGHT_UP:
...         chase = chase.act(Pool.of(4), 1, lambda who, pool: roll(pool, chance))
...     else:
...         chase = chase.run(lambda who, pool: roll(pool, chance))
>>> chase.ending.words, len(chase.log)
('stopped', 2)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Pool, Roll
from engine.games.burning_wheel.rules.chase import (
    HARDER,
    Ends,
    House,
    Leg,
    Length,
    Pair,
    Tally,
    Who,
    Won,
    legs,
)
from engine.games.burning_wheel.rules.versus import CallOn
from engine.option import Option
from engine.refused import Refused

Fall = Callable[[Who, Pool], Roll]


class Phase(Option):
    """What a chase waits for. Source: MOV-05."""

    RUN = "run", "the next length"
    TIED = "tied", "a call-on, or another length"
    CAUGHT_UP = "caught-up", "the one thing that the pursuer does"
    OVER = "over", "nothing more"


class Ending(Option):
    """How a chase has ended. Source: MOV-05, MOV-06."""

    STOPPED = "stopped", "stopped"
    CAUGHT = "caught", "caught"
    AWAY = "away", "away"
    OPEN = "open", "undecided when the legs ran out"
    LEFT = "left", "given up"


@dataclass(frozen=True, slots=True)
class Ran:
    """A length that was run: how both sides fell, and who won it, by a `called` trait or without."""

    pursuer: Roll
    pursued: Roll
    won: Won
    called: Who | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The one thing that a pursuer did who had caught up: how it fell, and against what."""

    rolled: Roll
    obstacle: int

    @property
    def stops(self) -> bool:
        """Whether that stopped the pursued."""
        return self.rolled.count.successes >= self.obstacle


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase between two steps. `count` are its legs, None where it goes on until it ends. Source: MOV-05, MOV-06."""

    pair: Pair
    count: int | None = None
    house: House = House()
    phase: Phase = Phase.RUN
    tally: Tally = Tally()
    log: tuple[Ran | Act, ...] = ()
    ending: Ending | None = None

    @property
    def run_so_far(self) -> int:
        """The lengths that were run."""
        return sum(isinstance(one, Ran) for one in self.log)

    @property
    def dice(self) -> Pair:
        """Both sides as they roll the next length, with the die of a leg that was won."""
        return self.pair.plus(self.tally.pursuer, self.tally.pursued) if self.count else self.pair

    @property
    def length(self) -> Length:
        """The chances of the next length."""
        return self.dice.length

    @property
    def to_come(self) -> tuple[Leg, ...]:
        """How the legs that are left may go; none where it has no legs."""
        left = (self.count or 0) - self.run_so_far
        return legs(self.pair, left, self.house, self.tally) if left > 0 else ()

    def run(self, fall: Fall, pursuer: int = 0, pursued: int = 0) -> "Chase":
        """The next length, with so many more dice for this one alone (below 0: fewer). Source: MOV-04.

        Raises `Refused` where none is due.
        """
        if self.phase not in (Phase.RUN, Phase.TIED):
            raise Refused(f"No length is run now: the chase waits for {self.phase.words}.")
        before = self._settled() if self.phase is Phase.TIED else self
        if before.phase is Phase.OVER:
            raise Refused("The legs have run out with the tie.")
        pair = before.dice.plus(pursuer, pursued)
        one, other = fall(Who.PURSUER, pair.pursuer.pool), fall(Who.PURSUED, pair.pursued.pool)
        won, called = pair.won(one.count.successes, other.count.successes)
        by = Who.of(won.value) if called else None
        after = replace(before, log=(*before.log, Ran(one, other, won, by)))
        return replace(after, phase=Phase.TIED) if won is Won.TIE else after._won(won)

    def call_on(self, who: Who) -> "Chase":
        """A call-on trait of that side breaks the tie. Raises `Refused` where nothing is tied. Source: MOV-05."""
        if self.phase is not Phase.TIED:
            raise Refused("A call-on breaks ties alone, and nothing is tied.")
        last = self.log[-1]
        assert isinstance(last, Ran)
        won = Won.of(who.value)
        return replace(self, log=(*self.log[:-1], replace(last, won=won, called=who)))._won(won)

    def let_stand(self) -> "Chase":
        """The tie stands, and the chase goes on or has run its legs. Raises `Refused` where nothing is tied."""
        if self.phase is not Phase.TIED:
            raise Refused("Nothing is tied.")
        return self._settled()

    def act(self, pool: Pool, obstacle: int, fall: Fall) -> "Chase":
        """The pursuer tries to stop them: a test of its own, at two more than its obstacle. Source: MOV-05.

        Raises `Refused` before they have caught up.
        """
        if self.phase is not Phase.CAUGHT_UP:
            raise Refused("Only a pursuer who has caught up does something.")
        done = Act(fall(Who.PURSUER, pool), obstacle + HARDER)
        after = replace(self, log=(*self.log, done))
        return after._over(Ending.STOPPED) if done.stops else replace(after, phase=Phase.RUN)

    def give_up(self) -> "Chase":
        """The pursuer lets them go. Raises `Refused` once it is over."""
        if self.phase is Phase.OVER:
            raise Refused("The chase is over.")
        return self._over(Ending.LEFT)

    def _settled(self) -> "Chase":
        """The tie stands: another length, unless the legs have run out."""
        return self._leg(Won.TIE) if self.count else replace(self, phase=Phase.RUN)

    def _won(self, won: Won) -> "Chase":
        if self.count:
            return self._leg(won)
        if won is Won.PURSUED:
            return self._over(Ending.AWAY)
        return replace(self, phase=Phase.CAUGHT_UP)

    def _leg(self, won: Won) -> "Chase":
        """After a leg: out of reach, the end of the legs, or the next one. Source: MOV-06."""
        tally, over = self.tally.then(won, self.house), self.run_so_far == self.count
        after = replace(self, tally=tally, phase=Phase.RUN)
        end = tally.ends(self.house, over=over)
        if end is Ends.RUNS:
            return after._over(Ending.OPEN) if over else after
        return after._over(Ending.AWAY if end is Ends.AWAY else Ending.CAUGHT)

    def _over(self, ending: Ending) -> "Chase":
        return replace(self, phase=Phase.OVER, ending=ending)


def begin(pair: Pair, count: int | None = None, house: House = House()) -> Chase:
    """A chase that is about to begin, in `count` legs, or until it ends. Raises `Refused` below one leg.

    Its ties wait for a call-on of either side, whatever the pair says. Source: MOV-05, MOV-06.
    """
    if count is not None and count < 1:
        raise Refused(f"A chase has one leg or more; this says {count}.")
    return Chase(replace(pair, call_on=CallOn.NONE), count, house)
