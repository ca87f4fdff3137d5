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


def figure(minutes: Fraction) -> str:
    """The same in a few signs: "4 h", "2 h 30 min", "4 min", to the minute."""
    hours, rest = divmod(round(minutes), AN_HOUR)
    parts = [f"{hours}{wording.NO_BREAK}h"] if hours else []
    return " ".join([*parts, f"{rest}{wording.NO_BREAK}min"] if rest or not hours else parts)


def cells(words: str, begin: Fraction, end: Fraction, now: Fraction, *, held: bool = False) -> Run:
    """A stretch of time as cells, of which those that have passed `now` are gone."""
    whole = end - begin
    exact = [one for one in MINUTES if whole % one == 0]
    fitting = (one for one in (*exact, *sorted(MINUTES)) if whole / one <= MOST_CELLS)
    each = next(fitting, -(-whole // MOST_CELLS))
    count = -(-whole // each)
    gone = count if now >= end else max(Fraction(0), now - begin) // each
    return Run(words, int(count), int(gone), said(Fraction(each)), held)


def clocks(clock: Clock, names: Sequence[str], now: Fraction | None = None) -> Clocks:
    """The course of each wound of the clock, named in the order of its wounds, as far as time runs on it.

    Cells have run that lie before `now`, as a rule the clock's own minute; an earlier one shows what is planned.
    """
    now = clock.now if now is None else now
    lines: list[ClockLine] = []
    rows: list[tuple[str, ...]] = []
    for name, course in zip(names, clock.courses(), strict=True):
        runs = [
            cells(_words(one), one.begin, one.end, now, held=one.state is State.STAUNCHED)
            for one in course
            if one.end is not None and one.end > one.begin and one.state in (State.BLEEDING, State.STAUNCHED)
        ]
        lines.append(ClockLine(name, tuple(runs), _end(course)))
        rows += [_row(name, one) for one in course]
    held = " Hatched ones are staunched." if any(run.held for line in lines for run in line.runs) else ""
    return Clocks(
        " ".join(f"{line.words}: {_spelled(line)}." for line in lines),
        f"Filled cells have run, open ones are to come.{held}",
        tuple(lines),
        ("Wound", "Is", "From", "Until"),
        tuple(rows),
    )


def together(those: Sequence[Clocks]) -> Clocks:
    """The clocks of several who bleed at once, one under the other; at least one of them."""
    return Clocks(
        " ".join(one.sentence for one in those),
        max((one.legend for one in those), key=len),  # the longer one names the hatched cells too
        tuple(line for one in those for line in one.lines),
        those[0].columns,
        tuple(row for one in those for row in one.rows),
    )


def _spelled(line: ClockLine) -> str:
    """A line aloud: "Severe 4 × 1 hour, Traumatic 2 × 1 hour, in the end Dead"."""
    runs = [f"{run.words} {run.cells} × {run.each}" for run in line.runs]
    return ", ".join([*runs, f"in the end {line.end}" if runs else line.end])


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
