"""Money as rows of a form."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest


@dataclass(frozen=True, slots=True)
class DebtRow:
    """What is owed to one lender, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("To whom")] = ""
    size: Annotated[int, Between(1, 30), Asked("Still owed", quick=(1, 2, 4, 6))] = 2

    singular: ClassVar[str] = "debt"
