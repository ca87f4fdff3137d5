"""The obstacle ladder, what raises an obstacle, and when dice are rolled at all (HUB-05, HUB-06)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import tables
from engine.option import Option
from engine.working import Line, Mark, Worked


@dataclass(frozen=True, slots=True)
class Rung:
    """One obstacle of the ladder, 1 to 10: its word in the revised edition and in the later one. Source: HUB-06."""

    obstacle: int
    revised: str
    later: str


LADDER = tables.rows(__file__, "obstacles.toml", "rung", ("obstacle", "revised", "later"), lambda row: Rung(**row))
HIGHEST_RUNG = LADDER[-1].obstacle


def label(obstacle: int, *, later: bool = False) -> str:
    """The ladder's word for an obstacle; nothing for 0, and the last one's with "beyond" above 10. Source: HUB-06.

    Not to be taken for the class of a test (HUB-35), which uses some of the same words.
    """
    if obstacle < LADDER[0].obstacle:
        return ""
    rung = LADDER[min(obstacle, HIGHEST_RUNG) - 1]
    words = rung.later if later else rung.revised
    within = f"a {words[2:]}" if words.startswith("A ") else words
    return f"beyond {within}" if obstacle > HIGHEST_RUNG else words


@dataclass(frozen=True, slots=True)
class Increase:
    """A circumstance that raises an obstacle by `amount` (1 or more), unless gear or a trait `cancelled` it."""

    words: str = ""
    amount: int = 1
    cancelled: bool = False


def total(base: int, increases: Sequence[Increase], trait: int = 0, *, below_base: bool = True) -> Worked:
    """An obstacle with everything that raises it. It never falls below `base`, save by a trait that says so.

    `trait` is how much such a trait takes off. `below_base` lets it go under the base, down to 0; without it the
    trait only eats what was added. Source: HUB-06.
    """
    lines = [Line(base, "Base obstacle", "HUB-06")]
    for increase in increases:
        words = increase.words or "Circumstance"
        lines.append(
            Line(0, f"{words}, cancelled", "HUB-06") if increase.cancelled else Line(increase.amount, words, "HUB-06")
        )
    raised = Worked(tuple(lines)).total
    taken = min(trait, raised if below_base else raised - base)
    if trait:
        lines.append(Line(-taken, "A trait lowers it", "HUB-06", Mark.RULING))
    return Worked(tuple(lines))


class Call(Option):
    """What the GM does with something that a player wants to do. Source: HUB-05."""

    YES = "yes", "Say yes"
    TEST = "test", "Roll a test"
    VERSUS = "versus", "Roll a versus test"


def call(at_stake: bool, uncertain: bool, against_another: bool) -> Call:
    """Whether dice are rolled. Acting on another character always takes a test; else only stakes and doubt do.

    Source: HUB-05.
    """
    if against_another:
        return Call.VERSUS
    return Call.TEST if at_stake and uncertain else Call.YES
