"""A long test in instalments: one roll decides it, and its parts are handed out as the work goes on (HUB-27).

A frozen state, and what may be done in it: each step gives the test after it, or raises `Refused`.

>>> from engine.games.burning_wheel.rules.times import Unit
>>> book = LongTest(Span(6, Unit.MONTHS), 6).away(Span(3, Unit.MONTHS)).work(Span(9, Unit.WEEKS))
>>> book.due, book.hand_out("who built the kiln").waiting
(2, 1)
"""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.times import Span
from engine.refused import Refused


@dataclass(frozen=True, slots=True)
class LongTest:
    """A long test, rolled and passed: the time that it takes in all, in so many `parts`, 1 or more.

    `worked` and `elsewhere` are seconds at work and away from it, `given` what the parts handed out were.
    """

    span: Span
    parts: int
    worked: int = 0
    elsewhere: int = 0
    given: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        """How many parts the work so far has brought, handed out or not."""
        return times.due(self.worked, self.span.seconds, self.parts)

    @property
    def waiting(self) -> int:
        """How many of them wait to be handed out."""
        return self.due - len(self.given)

    @property
    def worked_out(self) -> bool:
        """Whether no work is left."""
        return self.worked >= self.span.seconds

    @property
    def done(self) -> bool:
        """Whether every part is handed out."""
        return len(self.given) == self.parts

    def due_after(self, part: int) -> int:
        """After how many seconds of work a part (from 1) is due."""
        return times.due_after(part, self.span.seconds, self.parts)

    def until(self, part: int) -> int:
        """Seconds of work until it is due, 0 if it is."""
        return max(0, self.due_after(part) - self.worked)

    def work(self, time: Span) -> "LongTest":
        """The test after time at work; what lies beyond its end is no work."""
        return replace(self, worked=min(self.span.seconds, self.worked + time.seconds))

    def away(self, time: Span) -> "LongTest":
        """The test after time elsewhere: the work waits."""
        return replace(self, elsewhere=self.elsewhere + time.seconds)

    def hand_out(self, what: str) -> "LongTest":
        """The test after the next part. Raises `Refused` where none is due."""
        if not self.waiting:
            raise Refused("No part is due: it takes more work first.")
        return replace(self, given=(*self.given, what))
