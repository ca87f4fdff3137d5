"""What a turn may hold, and what may be done before it comes (MEL-10, MEL-11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option

EARLY = 1
"""What an opportunity attack adds to its obstacle. Source: MEL-11."""


class Part(Option):
    """How much of a Move a choice holds. Source: MEL-10."""

    NONE = "none", "no"
    MOVE = "move", "yes"
    DOUBLE = "double", "twice as far"
    BY_FORM = "by-form", "by the form"


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the table of turns: its move part, in which order, and the dice that it takes. Source: MEL-10."""

    key: str
    words: str
    moves: Part
    order: str
    dice: str
    complicated: bool


def _choice(row: Mapping[str, Any]) -> Choice:
    return Choice(**{**row, "moves": Part.of(row["moves"])})


CHOICES: Mapping[str, Choice] = {
    one.key: one for one in tables.rows(__file__, "turn.toml", "choice", tuple(Choice.__dataclass_fields__), _choice)
}


@dataclass(frozen=True, slots=True)
class Early:
    """A row of the table of what is done before one's turn, which costs the turn. Source: MEL-11."""

    key: str
    words: str
    trigger: str
    modifier: str


EARLY_ACTS: Mapping[str, Early] = {
    one.key: one
    for one in tables.rows(__file__, "turn.toml", "early", tuple(Early.__dataclass_fields__), lambda row: Early(**row))
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How someone stands whose turn has come. Source: MEL-10, MEL-11, MEL-28, MEL-44.

    `early`: they acted before their turn. `grappled`: someone holds them. `holding`: they hold someone. `hesitating`:
    their nerve failed. `down`: incapacitated. `swooned`: lying as if dead since an earlier round, as long as they
    like. `rider`: mounted or flying.
    """

    early: bool = False
    grappled: bool = False
    holding: bool = False
    hesitating: bool = False
    down: bool = False
    swooned: bool = False
    prone: bool = False
    rider: bool = False


ATTACK, CHARGE, HESITATE, ESCAPE = "attack", "charge", "hesitate", "escape"
GET_UP = "get-up-and-move"


def barred(choice: str, standing: Standing) -> str:
    """Why someone may not choose that this turn, as a sentence; empty where they may. Source: MEL-10.

    >>> barred("move", Standing(grappled=True))
    'Whoever is grappled attacks or tries to get free, and nothing else.'
    >>> barred("attack", Standing())
    ''
    """
    row = CHOICES[choice]
    if standing.down:
        return "Whoever is incapacitated does nothing."
    if standing.early:
        return "They acted before their turn, and that was it for this round."
    if standing.hesitating:
        return "" if choice == HESITATE else "Whoever hesitates takes one of the four forms."
    if choice == HESITATE:
        return "" if standing.swooned else "Their nerve holds."
    if standing.grappled:
        free = choice in (ATTACK, ESCAPE)
        return "" if free else "Whoever is grappled attacks or tries to get free, and nothing else."
    if choice == ESCAPE:
        return "Nobody holds them."
    if standing.holding and row.moves is not Part.NONE:
        return "Neither side of a Lock may move."
    return "They are on their feet." if choice == GET_UP and not (standing.prone or standing.swooned) else ""
