"""Spells, prayers and bombs as what one positions with in Range and Cover (RNC-43)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.bombs import COVER_NEGATED, REACH
from engine.option import Option
from engine.working import Line, Worked

FASTER = Line(1, "The faster of two spells", "RNC-43")


class Cancels(Option):
    """What it does to the other side's cover dice. Source: RNC-43."""

    NOTHING = "nothing", "leaves their cover alone"
    ONE = "one", "ignores a die of their cover"
    ALL = "all", "they may take no cover"


@dataclass(frozen=True, slots=True)
class Tool:
    """A row of the list: its range dice, and the dice that `step` more of obstacle buy (`gain`; 0 where none are sold).

    `bomb` counts as one. Source: RNC-43.
    """

    key: str
    name: str
    prayer: bool
    dice: int
    gain: int
    step: int
    cancels: Cancels
    bomb: bool

    def bought(self, obstacle: int) -> int:
        """The dice that so much more of obstacle buys; what is left over buys nothing. Source: RNC-43.

        >>> TOOLS["tens"].bought(5), TOOLS["miles"].bought(2)
        (2, 6)
        """
        return self.gain * (obstacle // self.step) if self.step else 0


def _tool(row: Mapping[str, Any]) -> Tool:
    return Tool(**{**row, "cancels": Cancels.of(row["cancels"])})


TOOLS: Mapping[str, Tool] = {
    one.key: one for one in tables.rows(__file__, "range_spells.toml", "tool", tuple(Tool.__dataclass_fields__), _tool)
}


def dice(tool: Tool, *, harder: int = 0, against: int = 0, faster: bool = False, as_bomb: bool = False) -> Worked:
    """The range dice of a spell or a prayer, line by line; it is always at optimal range.

    `harder` (0 or more) is what the caster adds to the obstacle of the spell for more dice, `against` the range dice of
    the other side's weapon, `faster` says that the other side casts a longer spell. `as_bomb` gives
    what counts as a bomb its second die as well. Source: RNC-43.

    >>> dice(TOOLS["tens"], harder=2).total
    2
    """
    base = tool.dice
    lines = [Line(base, tool.name, "RNC-43")]
    if as_bomb and tool.bomb and against == REACH.optimal:
        lines.append(Line(1, "A bomb against a weapon of 1D", "WPN-32"))
    if harder:
        lines.append(Line(tool.bought(harder), f"+{harder} Ob", "RNC-43"))
    if faster and not tool.prayer:
        lines.append(FASTER)
    return Worked(tuple(lines))


def cover_left(cancels: Cancels, cover: int) -> int:
    """What a spell or a prayer leaves of the other side's cover dice (0 or more). Source: RNC-43."""
    return {Cancels.NOTHING: cover, Cancels.ONE: max(0, cover - COVER_NEGATED), Cancels.ALL: 0}[cancels]
