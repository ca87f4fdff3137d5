"""Mixed strategies as a reader sees them: shares, gains in hundredths, dice that choose, and the map of all pairs."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from engine import wording
from engine.answer import Cell, Fact, Grid, Note, Table, Verdict
from engine.games.burning_wheel.rules.mixed import drawn
from engine.working import Mark

TONES = 5
MOST_FACTS = 3


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


def together(mix: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """A mix by its words, the likeliest choice first."""
    return dict(sorted(mix, key=lambda one: -one[1]))


def balance(value: Fraction, amount: str) -> str:
    """What the value of a game means to whoever plays the rows; `amount` says how much it is, without its sign."""
    if not value:
        return "at least even"
    return f"at least {amount} ahead" if value > 0 else f"at most {amount} behind"


def leading(mix: Mapping[str, Fraction], even: str) -> Verdict:
    """A mix as the figure: its likeliest choice, and what it brings on average (`even`, as `balance` says it)."""
    leads, often = next(iter(mix.items()))
    said = wording.listed(f"{name} {share(one)}" for name, one in mix.items())
    aloud = f"Your safest mix is {said}." if len(mix) > 1 else f"{leads} is safest."
    others = [Fact(share(one), name) for name, one in mix.items() if name != leads]
    facts = (Fact(even), *others[:MOST_FACTS])
    return Verdict(
        f"{leads} {share(often)}", facts, f"{aloud} Whatever they do, on average you are {even}.", Mark.DERIVED
    )


def each(brings: Iterable[tuple[str, Fraction]], what: str) -> Table:
    """What each choice brings against their mix, the best first; `what` names a choice, and what it is counted in."""
    rows = sorted(brings, key=lambda one: -one[1])
    caption = f"What each {what}"
    return Table(caption, ("You", "On average"), tuple((name, gain(one)) for name, one in rows), mark=Mark.DERIVED)


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
