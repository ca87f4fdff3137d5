"""Who may strike when someone near does something else (BSR-62)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import tables
from engine.option import Option


class Provoker(Option):
    """What someone engaged may do. Source: BSR-62."""

    MOVE = "move", "move"
    SHOOT = "shoot", "shoot from their range"
    CAST = "cast", "cast a spell"
    TREAT = "treat", "treat a wound, yours or a friend’s"
    RELOAD = "reload", "reload"
    PICK_UP = "pick-up", "pick up a weapon"
    DODGE = "dodge", "dodge a missile"
    PIVOT = "pivot", "pivot toward a flanker"
    PUSHED = "pushed", "be pushed or driven into their range"
    CHARGE = "charge", "charge"
    ROLL = "roll", "dodge roll"
    INSPIRE = "inspire", "inspire"
    INTIMIDATE = "intimidate", "intimidate"
    KICK_UP = "kick-up", "kick up"
    REASSESS = "reassess", "reassess"
    SHRUG = "shrug", "shrug off wounds"
    PLAN = "plan", "plan tactics"
    TAUNT = "taunt", "taunt"
    UNSTRAP = "unstrap", "unstrap a weapon"
    SHIFT = "shift", "shift with hits"
    TURN = "turn", "turn on your own turn"
    FACE = "face", "turn to spend hits as a flanked defender"


class How(Option):
    """When a retaliation comes. Source: BSR-62."""

    BEFORE = "before", "before the act"
    AFTER = "after", "after it"
    UNDEFENDED = "undefended", "before it, with no defence"
    SAFE = "safe", "never"


HOW: Mapping[Provoker, How] = {
    Provoker.of(row["key"]): How.of(row["how"])
    for row in tables.rows(__file__, "retaliation.toml", "act", ("key", "words", "how"), dict)
}


@dataclass(frozen=True, slots=True)
class Enemy:
    """Someone engaged: their initiative, whether the one who acts is before them and in range, and has not moved yet.

    `dice` are what they have left this round. Source: BSR-62.
    """

    name: str = ""
    initiative: int = 1
    in_front: bool = True
    in_range: bool = True
    dice: int = 2
    struck: bool = False

    def bar(self, act: Provoker) -> str:
        """Why they may not retaliate; nothing where they may."""
        if HOW[act] is How.SAFE:
            return "this draws none"
        if not self.in_front:
            return "not before them"
        if not self.in_range:
            return "out of their range"
        if not self.dice:
            return "no dice left"
        return "once for all this movement" if self.struck and act is Provoker.MOVE else ""


def who(act: Provoker, enemies: Sequence[Enemy]) -> list[int]:
    """The places of those who may retaliate, by initiative. Source: BSR-62."""
    may = [at for at, one in enumerate(enemies) if not one.bar(act)]
    return sorted(may, key=lambda at: -enemies[at].initiative)
