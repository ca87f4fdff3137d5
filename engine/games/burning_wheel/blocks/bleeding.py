"""The bleeding of wounds as clocks: a line of cells for each wound."""

from collections.abc import Sequence
from fractions import Fraction

from engine import wording
from engine.games.burning_wheel.rules.bleeding import AN_HOUR, Clock, State, Stretch
from engine.games.burning_wheel.rules.times import Unit, in_words
from engine.games.burning_wheel.views.blocks import ClockLine, Clocks, Run

MOST_CELLS = 12
MINUTES = (60, 30, 120, 180, 240, 15, 10, 5, 1, 360, 720, 1440)
"""How long a cell may be, the most welcome first."""


def said(minutes: Fraction) -> str:
    """A time as a reader says it: "4 hours", "2 hours 30 minutes", "about 33 minutes"."""
    return in_words(round(minutes * 60), Unit.DAYS if minutes >= 48 * AN_HOUR else Unit.HOURS)


def cells(words: str, begin: Fraction, end: Fraction, now: Fraction, *, held: bool = False) -> Run:
    """A stretch of time as cells, of which those that have passed `now` are gone."""
    whole = end - begin
    fitting = [one for one in MINUTES if whole % one == 0 and whole / one <= MOST_CELLS]
    each = fitting[0] if fitting else next(one for one in sorted(MINUTES) if whole / one <= MOST_CELLS)
    gone = whole if now >= end else max(Fraction(0), now - begin)
    return Run(
        words, -(-whole // each), int(-(-whole // each) if gone == whole else gone // each), said(Fraction(each)), held
    )


def clocks(clock: Clock, names: Sequence[str], sentence: str) -> Clocks:
    """The course of each wound of the clock, named in the order of its wounds, as far as time runs on it."""
    lines, rows = [], []
    for name, course in zip(names, clock.courses(), strict=True):
        runs = [
            cells(_words(one), one.begin, one.end, clock.now, held=one.state is State.STAUNCHED)
            for one in course
            if one.end is not None and one.state in (State.BLEEDING, State.STAUNCHED)
        ]
        lines.append(ClockLine(name, tuple(runs), _end(course)))
        rows += [_row(name, one) for one in course]
    return Clocks(sentence, tuple(lines), ("Wound", "Is", "From", "Until"), tuple(rows))


def _words(one: Stretch) -> str:
    return "Staunched" if one.state is State.STAUNCHED else one.level.words


def _end(course: Sequence[Stretch]) -> str:
    """What comes of a wound in the end."""
    last = course[-1]
    if last.end is not None:
        return "Dead"
    return "Treated" if last.state is State.TREATED else f"{last.level.words}, {State.DRY.words}"


def _row(name: str, one: Stretch) -> tuple[str, ...]:
    end = wording.NOTHING if one.end is None else said(one.end)
    begin = said(one.begin) if one.begin else "the start"
    return name, f"{one.level.words}, {one.state.words}", begin, end
