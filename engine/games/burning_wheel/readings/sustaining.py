"""Sustained spells as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.rules import casting
from engine.rulings import Rulings


def will_of(will: int, held: int, ask: Rulings) -> int:
    """The Will that counts where nothing is rolled for it: its exponent, or what sustained spells leave. SOR-26.

    Raises `Refused` where it sustains fewer spells.
    """
    left = casting.will_left(will, held) if held else will
    return left if left != will and ask["sorcery.set-aside"] == "left" else will


def frozen(spells: int, ask: Rulings) -> bool:
    """Whether a spell that drops keeps its die until all tests of the event are made. Source: SOR-28."""
    return spells > 1 and ask["sorcery.dropped-die"] == "frozen"


def raised_too(faints: bool, ask: Rulings) -> bool:
    """Whether the spell being raised is tested as well, whose Tax took the last of Forte. Source: SOR-27."""
    return faints and ask["sorcery.raised-faint"] == "tested"


def whole_forte(taxed: bool, ask: Rulings) -> bool:
    """Whether the hours between two Taxes come from the whole exponent; `taxed` says that less may be left. SOR-29."""
    return taxed and ask["sorcery.flow-forte"] == "whole"
