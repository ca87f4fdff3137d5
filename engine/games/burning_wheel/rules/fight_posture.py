"""Standing, on the knees, on the ground: what each adds to obstacles, and how one gets up (FGT-26)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.burning_wheel.rules.action_costs import COSTS
from engine.games.burning_wheel.rules.striking import Disadvantage
from engine.option import Option
from engine.working import Line, Mark


class Posture(Option):
    """How someone is placed, standing first: each takes an action of getting up more. Source: FGT-26."""

    STANDING = "standing", "on your feet"
    KNEES = "knees", "on your knees"
    GROUND = "ground", "on the ground"

    @property
    def actions(self) -> int:
        """The actions of getting up that are left, 0 to 2."""
        return list(Posture).index(self)


class Doing(Option):
    """What is rolled in a fight, as far as conditions make it harder. Source: FGT-65."""

    ATTACK = "attack", "Attacking"
    DEFEND = "defend", "Defending"
    NATURAL = "natural", "Natural Defenses"
    POSITION = "position", "Positioning"


GET_UP = COSTS["get-up"].actions or 0
"""Actions from the ground to one's feet. Source: FGT-26."""
_DOWN, _KNEELING = 2, 1
_HARDER: Mapping[Posture, Mapping[Doing, int]] = {
    Posture.STANDING: dict.fromkeys(Doing, 0),
    Posture.KNEES: {Doing.ATTACK: 0, Doing.DEFEND: _KNEELING, Doing.NATURAL: _KNEELING, Doing.POSITION: 0},
    Posture.GROUND: {
        Doing.ATTACK: Disadvantage.DOWN.amount or 0,
        Doing.DEFEND: _DOWN,
        Doing.NATURAL: _DOWN,
        Doing.POSITION: _DOWN,
    },
}
_UNSTATED = {(Posture.KNEES, Doing.ATTACK), (Posture.KNEES, Doing.NATURAL), (Posture.KNEES, Doing.POSITION)}
"""What the book leaves out: it says only that defending from the knees is harder."""


@dataclass(frozen=True, slots=True)
class Up:
    """Where someone is after getting up for a while: the posture, and the actions that are still to come."""

    posture: Posture
    left: int


def penalty(posture: Posture, doing: Doing, *, kneeling: int = 0) -> int:
    """What a posture adds to the obstacle, 0 to 4.

    `kneeling` is what the table adds to attacks and to positioning from the knees, where the book says nothing.
    Source: FGT-26.

    >>> penalty(Posture.GROUND, Doing.ATTACK), penalty(Posture.KNEES, Doing.DEFEND)
    (4, 1)
    """
    if posture is Posture.KNEES and doing in (Doing.ATTACK, Doing.POSITION):
        return kneeling
    return _HARDER[posture][doing]


def stated(posture: Posture, doing: Doing) -> bool:
    """Whether the book gives this number. Source: FGT-26."""
    return (posture, doing) not in _UNSTATED


def line(posture: Posture, doing: Doing, *, kneeling: int = 0) -> Line:
    """The same as a line of a ledger."""
    mark = None if stated(posture, doing) else Mark.RULING
    words = f"{posture.words[:1].upper()}{posture.words[1:]}"
    return Line(penalty(posture, doing, kneeling=kneeling), words, "FGT-26", mark)


def after(posture: Posture, actions: int) -> Up:
    """Where so many actions (0 or more) of getting up lead; more than it takes are not needed. Source: FGT-26.

    >>> after(Posture.GROUND, 1).posture.value, after(Posture.GROUND, 2).posture.value
    ('knees', 'standing')
    """
    left = max(0, posture.actions - actions)
    return Up(list(Posture)[left], left)
