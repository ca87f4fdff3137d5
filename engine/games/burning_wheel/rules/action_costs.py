"""What each task costs in a fight, in actions, and what assessing gives (FGT-23 to FGT-25, FGT-28, FGT-31, FGT-32).

Numbers that stand in another table (missiles, thrown weapons, bombs, shields) are taken from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules import bombs, missiles, thrown
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.shields import SHIELDS
from engine.games.burning_wheel.rules.shields import Kind as Shield
from engine.games.burning_wheel.rules.thrown import Carried
from engine.option import Option
from engine.refused import Refused

ELSEWHERE = "elsewhere"
NO_LIMIT = "no limit"


class Kind(Option):
    """What sort of task it is. Source: FGT-23."""

    GENERAL = "general", "general"
    SHOOTING = "shooting", "shooting and throwing"
    MARTIAL = "martial", "martial"
    TALK = "talk", "talk"
    MAGIC = "magic", "magic"
    RELIEF = "relief", "bearing pain"
    SHIELDS = "shields", "dropping a shield"


@dataclass(frozen=True, slots=True)
class Cost:
    """A task: the `actions` that it takes, and the `most` that may go into it, None where nothing here limits them.

    `actions` is None for the one shield whose number the book leaves out. `rule` says which rule the task is of.
    Source: FGT-23.
    """

    key: str
    name: str
    kind: Kind
    actions: int | None
    most: int | None
    says: str
    rule: str


_ELSEWHERE: Mapping[str, int | None] = {
    "draw-weapon": Carried.SHEATHED.amount,
    "draw-ready": Carried.READY.amount,
    "draw-concealed": Carried.CONCEALED.amount,
    "throw-object": thrown.THROW,
    "acquire-target": thrown.ACQUIRE,
    "nock-arrow": MISSILES["hunting-bow"].prepare,
    "draw-hunting-bow": MISSILES["hunting-bow"].ready,
    "draw-great-bow": MISSILES["great-bow"].ready,
    "release": missiles.RELEASE,
    "reload-crossbow": MISSILES[missiles.CROSSBOW].prepare,
    "reload-heavy-crossbow": MISSILES[missiles.HEAVY_CROSSBOW].prepare,
    "reload-gun": MISSILES[missiles.PISTOL].prepare,
    "light-fuse": bombs.LIGHTING,
    "bomb": bombs.ACTIONS,
    **{
        f"drop-{kind.value}": SHIELDS[kind].drop
        for kind in (Shield.BUCKLER, Shield.TARGET, Shield.HEATER, Shield.GREAT)
    },
}


def _cost(row: Mapping[str, Any]) -> Cost:
    actions = row["actions"]
    if actions == ELSEWHERE:
        if row["key"] not in _ELSEWHERE:
            raise ValueError(f"{row['key']!r} stands in no other table; say its actions here.")
        actions = _ELSEWHERE[row["key"]]
    most = None if row["most"] == NO_LIMIT else max(row["most"], actions or 0)
    return Cost(row["key"], row["name"], Kind.of(row["kind"]), actions, most, row["says"], row["rule"])


COSTS: Mapping[str, Cost] = {
    cost.key: cost
    for cost in tables.rows(__file__, "action_costs.toml", "cost", tuple(Cost.__dataclass_fields__), _cost)
}


def cost(key: str) -> int:
    """The actions that a task takes, by its key in the table. Raises `Refused` for an unknown one. Source: FGT-23.

    >>> cost("great-strike"), cost("reload-crossbow")
    (2, 16)
    """
    found = COSTS.get(key)
    if found is None or found.actions is None:
        raise Refused(f"No task of the table is called {key!r}.")
    return found.actions


def assess_dice(actions: int) -> int:
    """The dice that an Assess of 1 to 3 actions adds to Perception. Raises `Refused` for others. Source: FGT-24.

    >>> [assess_dice(actions) for actions in (1, 2, 3)]
    [0, 1, 2]
    """
    found = COSTS["assess"]
    if not (found.actions or 0) <= actions <= (found.most or 0):
        raise Refused(f"An Assess takes {found.actions} to {found.most} actions; this says {actions}.")
    return actions - (found.actions or 0)


def most_aiming(perception: int) -> int:
    """The most actions that go into aiming: half of Perception (0 or more), rounded up. Source: FGT-29.

    >>> [most_aiming(perception) for perception in (3, 4, 5)]
    [2, 2, 3]
    """
    return (perception + 1) // 2
