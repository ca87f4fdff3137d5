"""What makes mistakes, apart from the samples, whose calculators are tried with whatever their forms take.

``python -m engine --load tests.mistaken run sample-mistaken way=value`` ends in a traceback.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine.answer import Answer, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.option import Option
from engine.refused import Refused
from engine.session import Dice, session


class Way(Option):
    """How it goes wrong, if it does."""

    NOT = "not", "not at all"
    REFUSED = "refused", "by a refusal"
    VALUE = "value", "by a value"
    KEY = "key", "by a key"


@calculator("sample-mistaken", rules="")
def mistaken(way: Annotated[Way, Asked("It goes wrong")] = Way.NOT) -> Answer:
    """How does it go wrong?"""
    if way is Way.REFUSED:
        raise Refused("This is refused.")
    if way is Way.VALUE:
        return Answer({"most": max(())})
    words = {Way.NOT: "Nothing is wrong."}[way]
    return Answer({"way": way.value}, (Verdict("none", (), words),))


@table("sample-mistaken")
def mistakes() -> Table:
    return Table("Mistakes", ("How many",), ((str(1 // 0),),))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Two write a number each, unseen."""

    hare: int | None = None
    tortoise: int | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Write a number; 13 is a mistake."""

    number: Annotated[int, Between(1, 40)] = 1
    loudly: bool = False

    secret: ClassVar = ("number",)


def start() -> Numbers:
    """Which number?"""
    return Numbers()


def moves(state: Numbers) -> Mapping[str, tuple[type, ...]]:
    open_to = {"hare": state.hare, "tortoise": state.tortoise}
    return {side: (Write,) for side, number in open_to.items() if number is None}


def step(state: Numbers, side: str, move: Write, dice: Dice) -> Numbers:
    if move.number == 13:
        raise LookupError("no such number")
    return replace(state, **{side: move.number})


def show(state: Numbers) -> Answer:
    return Answer({"left": len(moves(state))}, (Verdict("none", (), "None is seen."),))


session("sample-mistaken-numbers", rules="", start=start, moves=moves, step=step, show=show)
