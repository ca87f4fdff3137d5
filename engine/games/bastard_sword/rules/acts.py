"""What can be done in a round, in and out of turn (BSR-32)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine import tables
from engine.option import Option


class Kind(Option):
    """Classes of acts. Source: BSR-32."""

    ACTION = "action", "action"
    MOVEMENT = "movement", "movement"
    FREE_ACTION = "free-action", "free action"
    REACTION = "reaction", "reaction"
    FREE_REACTION = "free-reaction", "free reaction"

    @property
    def in_turn(self) -> bool:
        """Whether it takes one's own turn."""
        return self in (Kind.ACTION, Kind.MOVEMENT, Kind.FREE_ACTION)

    @property
    def counts(self) -> bool:
        """Whether its base dice count toward the dice of the round. Source: BSR-33."""
        return self in (Kind.ACTION, Kind.REACTION)


class State(Option):
    """What someone may be, where it opens or closes an act."""

    PRONE = "prone", "prone"
    MOUNTED = "mounted", "mounted"
    GRAPPLED = "grappled", "in a grapple"
    ENTANGLED = "entangled", "entangled"
    STUNNED = "stunned", "stunned"
    INTIMIDATED = "intimidated", "intimidated"
    TAUNTED = "taunted", "taunted"
    STANDING = "standing", "standing"


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to do: its class, the skill that is tested, what it is tested against, and what it risks."""

    words: str
    kind: Kind
    skill: str
    against: str
    provokes: str
    rule: str
    needs: State | None = None


ACTS = tables.rows(
    __file__,
    "acts.toml",
    "act",
    ("words", "kind", "skill", "against", "provokes", "rule"),
    lambda row: Act(
        **{**row, "kind": Kind.of(row["kind"]), "needs": State.of(row["needs"]) if "needs" in row else None}
    ),
    ("needs",),
)
KICK_UP = "Kick up"


def open_to(states: Collection[State], *, own_turn: bool) -> Iterator[Act]:
    """What is open to someone in these states, in their own turn or out of it. Source: BSR-32."""
    held = {*states, *(() if State.PRONE in states else (State.STANDING,))}
    for act in ACTS:
        if act.kind.in_turn == own_turn and (act.needs is None or act.needs in held):
            yield act
