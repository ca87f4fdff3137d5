"""Mixed strategies as a reader sees them: shares, gains in hundredths, dice that choose, and the map of all pairs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from engine import wording
from engine.answer import Cell, Grid, Note, Table
from engine.games.burning_wheel.rules.mixed import drawn
from engine.working import Mark

TONES = 5


def share(often: Fraction) -> str:
    """How often a choice is played."""
    return "always" if often == 1 else wording.percent(often)


def gain(value: Fraction) -> str:
    """A payoff with its sign, in whole hundredths: of a die, or of a chance."""
    whole = int(abs(value) * 100 + Fraction(1, 2))
    return wording.signed(whole if value > 0 else -whole) if whole else "0"


def dice(value: Fraction) -> str:
    """Dice (0 or more) to a hundredth."""
    hundredths = int(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02} dice"


def shares(mix: Mapping[str, Fraction], caption: str, what: str) -> Table:
    """A mix, the likeliest choice first."""
    return Table(caption, (what, "How often"), tuple((name, share(often)) for name, often in mix.items()))


def by_dice(mix: Mapping[str, Fraction]) -> Note:
    """Which numbers of two ten-sided dice stand for which choice."""
    low, faces = 1, []
    for (name, _), often in zip(mix.items(), drawn(list(mix.values())), strict=True):
        if often:
            faces.append(f"{low} to {low + often - 1} {name}")
            low += often
    return Note(f"Let two ten-sided dice choose: {wording.listed(faces)} (00 is 100).")


class Named(Protocol):
    """A choice of a form."""

    @property
    def value(self) -> str:
        """What the form keeps."""

    @property
    def words(self) -> str:
        """What the reader sees."""


Row = TypeVar("Row", bound=Named)


def heat(
    caption: str, margins: Mapping[tuple[Row, Row], Fraction], sides: tuple[Sequence[Row], Sequence[Row]], asked: int
) -> Grid:
    """All pairs of "mine" and "theirs" as a heat map of hundredths; `asked` is the number of the pair to be ringed."""
    rows, columns = sides
    most = max(abs(value) for value in margins.values()) or Fraction(1)

    def cell(row: Row, column: Row) -> Cell:
        value = margins[row, column]
        tone = min(TONES - 1, int((value + most) / (2 * most) * TONES))
        words = f"{row.words} against {column.words}: {gain(value)}"
        return Cell(gain(value), words, {"mine": row.value, "theirs": column.value}, f"heat-{tone}")

    edges = [gain(-most + 2 * most * tone / TONES) for tone in range(TONES + 1)]
    return Grid(
        caption,
        "They",
        "You",
        tuple(one.words for one in columns),
        tuple(one.words for one in rows),
        tuple(tuple(cell(row, column) for column in columns) for row in rows),
        tuple((f"heat-{tone}", f"{edges[tone]} to {edges[tone + 1]}") for tone in range(TONES)),
        divmod(asked, len(columns)),
        Mark.DERIVED,
    )
