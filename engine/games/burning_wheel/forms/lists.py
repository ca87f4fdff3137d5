"""How much of a long list a form shows."""

from collections.abc import Sequence
from typing import Annotated

from engine.answer import Note
from engine.forms import Asked
from engine.option import Option


class Most(Option):
    """How much of a list is shown."""

    TEN = "ten", "the first ten"
    ALL = "all", "all of it"

    def first(self, names: Sequence[str]) -> Sequence[str]:
        """The names that are shown."""
        return names if self is Most.ALL else names[:10]


Shown = Annotated[Most, Asked("Show")]


def left_out(more: int) -> tuple[Note, ...]:
    """How many a list does not show."""
    return (Note(f"{more} more come after these; choose “{Most.ALL.words}” to see them."),) if more else ()
