"""A chain of actions drawn over the slots of the coming exchanges, as a grid and as a table of its steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine import wording
from engine.answer import Cell, Entry, Grid, Note, Table
from engine.forms import Unusable
from engine.games.burning_wheel.forms.exchange import After, Early
from engine.games.burning_wheel.rules.exchange import VOLLEYS, Slot
from engine.games.burning_wheel.rules.fight_chain import Layout, Step, Taken, laid

FREE, LAST = "heat-0", "heat-4"
TONES = ("heat-1", "heat-2", "heat-3")
NONE = Cell("–", "no action", {}, FREE)


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps laid over the slots of exchanges: `first` and `later` are the layouts, `begins` the first action, from 1.

    Raises `Refused` where it is empty or begins after the first exchange.
    """

    steps: tuple[Step, ...]
    first: Layout
    later: Layout
    begins: int = 1

    @property
    def taken(self) -> tuple[Taken, ...]:
        """Every action of it."""
        return laid(self.steps, self.first, self.later, begins=self.begins)

    @property
    def total(self) -> int:
        """The actions that it takes."""
        return sum(step.actions for step in self.steps)

    @property
    def end(self) -> Slot:
        """The slot of its last action."""
        return self.taken[-1].slot

    @property
    def values(self) -> dict[str, Any]:
        """When it is done, for programs."""
        end = self.end
        return {"actions": self.total, "exchange": end.exchange, "volley": end.volley, "action": end.action}

    @property
    def divided(self) -> str:
        """How the actions lie over the volleys: "2/1/1", or "2/1/1, later 1/1/2"."""
        first, later = ("/".join(map(str, layout)) for layout in (self.first, self.later))
        return first if first == later else f"{first}, later {later}"

    def tone(self, step: int) -> str:
        """The shade of a step: the last is the darkest."""
        return LAST if step == len(self.steps) - 1 else TONES[step % len(TONES)]

    @property
    def table(self) -> Table:
        """Each step with its actions and the slot in which it is done."""
        rows: list[tuple[Entry, ...]] = []
        taken = self.taken
        for index, step in enumerate(self.steps):
            last = next(one for one in reversed(taken) if one.step == index)
            rows.append((f"{index + 1}. {step.words}", step.actions, last.slot.words))
        return Table("Step by step", ("Step", "Actions", "Done in"), tuple(rows))

    @property
    def grid(self) -> Grid:
        """The slots of all exchanges as rows of cells; a cell begins the chain there.

        Exchanges in a row that are filled by one and the same step share one line.
        """
        columns = tuple(self._columns)
        at = {one.slot: one for one in self.taken}
        end = self.end
        lines = [
            (number, tuple(self._cell(Slot(number, *column), at) for column in columns))
            for number in range(1, end.exchange + 1)
        ]
        alike = [list(group) for _, group in groupby(lines, key=lambda line: _looks(line[1]))]
        last = len(alike) - 1
        return Grid(
            "Which action falls where",
            "Volley and action",
            "Exchange",
            tuple(f"{volley}·{action}" for volley, action in columns),
            tuple(_span(group[0][0], group[-1][0]) for group in alike),
            tuple(group[0][1] for group in alike),
            (
                *((self.tone(index), f"{index + 1}: {step.words}") for index, step in enumerate(self.steps)),
                (FREE, "free"),
            ),
            (last, columns.index((end.volley, end.action))),
        )

    @property
    def _columns(self) -> Iterator[tuple[int, int]]:
        """Every volley and action that either layout has."""
        for volley in range(1, VOLLEYS + 1):
            for action in range(1, max(self.first[volley - 1], self.later[volley - 1]) + 1):
                yield volley, action

    def _cell(self, slot: Slot, at: dict[Slot, Taken]) -> Cell:
        layout = self.first if slot.exchange == 1 else self.later
        if slot.action > layout[slot.volley - 1]:
            return NONE
        sets = {}
        if slot.action <= self.first[slot.volley - 1]:
            sets = {"begins": sum(self.first[: slot.volley - 1]) + slot.action}
        if slot not in at:
            return Cell("·", f"{slot.words}: free", sets, FREE)
        step = at[slot].step
        return Cell(str(step + 1), f"{slot.words}: {self.steps[step].words}", sets, self.tone(step))


def _looks(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(cell.letter for cell in cells)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def chain_of(steps: tuple[Step, ...], reflexes: int, begins: int, volleys: Early, later: After) -> Chain:
    """A chain as a form has asked for it. Raises `Unusable` at "begins" where the exchange has no such action."""
    if begins > reflexes:
        raise Unusable("begins", f"Your exchange has {actions(reflexes)}; this says {begins}.")
    return Chain(steps, volleys.layout(reflexes), later.early(volleys).layout(reflexes), begins)


def divided_note(chain: Chain) -> Note:
    """How the actions lie over the volleys."""
    return Note(f"Your actions lie {chain.divided} over the three volleys.", rule="FGT-06")


def when(slot: Slot) -> str:
    """A slot as a figure: "exchange 2, volley 1"."""
    return f"exchange {slot.exchange}, volley {slot.volley}"


def actions(count: int) -> str:
    """So many actions."""
    return wording.count(count, "action")
