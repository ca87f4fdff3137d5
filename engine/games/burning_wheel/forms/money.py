"""Money as rows of a form."""

from typing import Annotated

from engine.forms import Asked, Between, Longest, row


@row("debt")
class DebtRow:
    """What is owed to one lender, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("To whom")] = ""
    size: Annotated[int, Between(1, 30), Asked("Still owed", quick=(1, 2, 4, 6))] = 2
