"""Artha against wounds: pain shrugged off, dice won back, and the way back from a Mortal wound (HUB-74, 76, 78)."""

from collections.abc import Mapping

from engine.games.burning_wheel.rules.recovery import STAGES, obstacle
from engine.games.burning_wheel.rules.spending import Refusal
from engine.games.burning_wheel.rules.wounds import Level

CLEAR_OBSTACLE, GRIT_OBSTACLE = 2, 4
"""The Health tests that bring the same relief without artha. Source: HUB-74, HUB-76."""

RECOVERY: Mapping[Level, int] = {level: obstacle(level) for level in STAGES}
"""The obstacle of the Health test at each stage of the way back. Source: HUB-78."""


def no_shrug(superficial: int, alone: int, fate: int) -> Refusal | None:
    """Why so much Fate does not shrug off the pain of Superficial wounds, of which so many stand `alone`, 0 to 2.

    None where it does. Source: HUB-74.
    """
    if not superficial:
        return Refusal("shrug", "no-wound", "No Superficial wound: nothing to shrug off.")
    if not alone:
        return Refusal("shrug", "merged", "Three Superficial wounds have become a Light one: nothing to shrug off.")
    return None if fate else Refusal("shrug", "no-fate", "You have no Fate left.")


def no_grit(
    wanted: int, dice: int, can: int, persona: int, *, down: bool = False, tried: bool = False
) -> Refusal | None:
    """Why so many `wanted` dice of the `dice` that wounds take do not come back for Persona; None where they do.

    `can` is how many wounds give one back. Who is `down`, incapacitated, gets one attempt, and may have `tried`.
    Source: HUB-76, HUB-97.
    """
    limit = f"Each wound gives back one die, in the later edition one in all: {can} here, not {wanted}."
    faults = [
        ("no-wound", not dice, "No wound takes dice: nothing to grit against."),
        ("once", wanted > can, limit),
        ("tried", down and tried, "Who is incapacitated gets one such attempt, and it was made."),
        ("one-try", down and wanted > 1, "Who is incapacitated gets one such attempt, for one die."),
        ("no-persona", wanted > persona, f"It takes {wanted} Persona, and you have {persona}."),
    ]
    return next((Refusal("grit", code, why) for code, broken, why in faults if broken), None)
