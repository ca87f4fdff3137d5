"""Stances, ambushes and actions that wait for a condition."""

from engine.games.burning_wheel.questions.parts import ANSWERED, ability, about, choice, labelled, obstacle
from engine.questions import Question

STANCE = choice(
    "stance",
    {"neutral": ("neutral",), "aggressive": ("aggressive",), "defensive": ("defensive",)},
    missing="the stance",
)
ACTION = choice(
    "action",
    {
        "strike": ("strike", "great strike"),
        "avoid": ("avoid", "dodge"),
        "block": ("block", "counterstrike", "parry"),
        "push": ("push", "lock", "feint", "disarm"),
    },
    missing="the action",
)

QUESTIONS = (
    Question(
        "stance-choice",
        "FGT-50",
        (about("stance"), STANCE, ACTION, ability()),
        (obstacle("needed", missing=""),),
        idle=f"in {ANSWERED}",
    ),
    Question(
        "ambush",
        "FGT-62",
        (
            labelled("sneak", "stealthy", "inconspicuous", missing="the ambusher’s dice"),
            labelled("look", "observation", missing="the target’s dice"),
        ),
        (),
        idle=f"ambush ambushed surprise surprised {ANSWERED}",
    ),
    Question(
        "set-condition",
        "FGT-63",
        (
            about("set condition", "set a condition", "ready an action", "readied action", "lie in wait"),
            labelled("will", "will", missing="your Will"),
        ),
        (),
        idle="how long wait waiting ready",
    ),
)
