"""Every action of Fight!: what it is, what it tests, and what stands against it (FGT-04, FGT-70).

`Act` names them for scripts, matrices and sessions; `ACTIONS` has what each of them says. The twelve maneuvers that
the chapter prints on cards are `DECK`. How many actions each of them takes stands with the costs (FGT-23).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option


class Kind(Option):
    """What sort of action it is; the first three are the classes that a stance favors. Source: FGT-04, FGT-50."""

    AGGRESSIVE = "aggressive", "Aggressive"
    DEFENSIVE = "defensive", "Defensive"
    NEUTRAL = "neutral", "Neutral"
    GENERAL = "general", "General"
    SHOOTING = "shooting", "Shooting"
    SPEECH = "speech", "Speech"
    MAGIC = "magic", "Magic"
    HESITATION = "hesitation", "Hesitation"
    NOTHING = "nothing", "No action"


class Act(Option):
    """What someone may do with an action of an exchange, the twelve maneuvers first. Source: FGT-04, FGT-23."""

    AVOID = "avoid", "Avoid"
    BEAT = "beat-and-bind", "Beat and Bind"
    BLOCK = "block", "Block"
    CHARGE = "charge", "Charge"
    TACKLE = "tackle", "Tackle"
    COUNTERSTRIKE = "counterstrike", "Counterstrike"
    DISARM = "disarm", "Disarm"
    FEINT = "feint", "Feint"
    SET = "set", "Set"
    GREAT_STRIKE = "great-strike", "Great Strike"
    LOCK = "lock", "Lock"
    PUSH = "push", "Push"
    STRIKE = "strike", "Strike"
    THROW = "throw-opponent", "Throw Opponent"
    BLOCK_AND_STRIKE = "block-and-strike", "Block and Strike"
    ESCAPE = "escape", "Escape Lock"
    ASSESS = "assess", "Assess"
    DRAW_WEAPON = "draw-weapon", "Draw a weapon"
    RETRIEVE = "retrieve-weapon", "Pick up a weapon"
    DROP_SHIELD = "drop-shield", "Drop a shield"
    GET_UP = "get-up", "Get Up"
    PHYSICAL = "physical-act", "Physical act"
    TO_AGGRESSIVE = "stance-aggressive", "Stance: aggressive"
    TO_NEUTRAL = "stance-neutral", "Stance: neutral"
    TO_DEFENSIVE = "stance-defensive", "Stance: defensive"
    CONDITION = "set-condition", "Set a condition"
    THROW_OBJECT = "throw-object", "Throw Object"
    NOCK = "nock-arrow", "Nock an arrow"
    DRAW_BOW = "draw-bow", "Draw a bow"
    RELOAD = "reload", "Reload"
    ACQUIRE = "acquire-target", "Acquire Target"
    AIM = "aim", "Aim"
    RELEASE = "release", "Release"
    SNAPSHOT = "snapshot", "Snapshot"
    LIGHT_FUSE = "light-fuse", "Light a fuse"
    COMMAND = "command", "Command"
    INTIMIDATE = "intimidate", "Intimidate"
    INCANT = "incant", "Incant"
    DROP_SPELL = "drop-spell", "Drop a spell"
    COMMAND_SPIRIT = "command-spirit", "Command a spirit"
    COUP = "coup-de-magie", "Coup de Magie"
    SHRUG_OFF = "shrug-off", "Shrug off a wound"
    GRIT_TEETH = "grit-teeth", "Grit your teeth"
    DROOL = "stand-and-drool", "Stand and Drool"
    FALL_PRONE = "fall-prone", "Fall Prone"
    SWOON = "swoon", "Swoon"
    RUN = "run-screaming", "Run Screaming"
    NOTHING = "no-action", "No action"

    @property
    def kind(self) -> Kind:
        """What sort of action it is."""
        return ACTIONS[self].kind

    @property
    def martial(self) -> bool:
        """Whether it has one of the three classes that a stance favors. Source: FGT-50."""
        return self.kind in (Kind.AGGRESSIVE, Kind.DEFENSIVE, Kind.NEUTRAL)

    @property
    def hesitates(self) -> bool:
        """Whether it is a way to hesitate, which leaves no defense at all. Source: FGT-61."""
        return self.kind is Kind.HESITATION


@dataclass(frozen=True, slots=True)
class Action:
    """An action as its card has it.

    `tests` are the abilities that it is rolled with, none where nothing is rolled. `natural` is what the other side
    rolls against it without spending an action. `defends` are the actions whose successes it takes away, and for a
    Feint those that it fools; `countered_by` those that take away from it. `does` and `weak` are sentences; `weak` is
    empty where there is nothing to say. `shorter` says where the printed card falls short of the chapter, which counts;
    it is empty where the two say the same. Source: FGT-34 to FGT-48, FGT-70.
    """

    act: Act
    kind: Kind
    rule: str
    tests: tuple[str, ...]
    natural: tuple[str, ...]
    defends: tuple[Act, ...]
    countered_by: tuple[Act, ...]
    does: str
    weak: str
    shorter: str = ""


def _action(row: Mapping[str, Any]) -> Action:
    return Action(
        Act.of(row["key"]),
        Kind.of(row["kind"]),
        row["rule"],
        tuple(row["tests"]),
        tuple(row["natural"]),
        tuple(Act.of(key) for key in row["defends"]),
        tuple(Act.of(key) for key in row["countered_by"]),
        row["does"],
        row["weak"],
        row.get("shorter", ""),
    )


COLUMNS = ("key", "kind", "rule", "tests", "natural", "defends", "countered_by", "does", "weak")
BESIDES = ("shorter",)
ACTIONS: Mapping[Act, Action] = {
    action.act: action for action in tables.rows(__file__, "fight_actions.toml", "action", COLUMNS, _action, BESIDES)
}
"""What each action says. Source: FGT-04, FGT-70."""
DECK = (
    Act.AVOID,
    Act.BEAT,
    Act.BLOCK,
    Act.CHARGE,
    Act.COUNTERSTRIKE,
    Act.DISARM,
    Act.FEINT,
    Act.GREAT_STRIKE,
    Act.LOCK,
    Act.PUSH,
    Act.STRIKE,
    Act.THROW,
)
"""The twelve maneuvers that have cards; a Tackle shares the card of the Charge. Source: FGT-70."""
