"""When artha may be spent after a failure, as the table reads the rules."""

from engine.games.burning_wheel.rules.spending import LIMIT
from engine.rulings import Rulings


def wounds_count(ask: Rulings) -> bool:
    """Whether artha against wounds uses up the limits of a roll: in the later edition, or the other way round."""
    return (ask["edition"] == "later") == (ask["artha.reaction-cap"] == "printed")


def complications_played(ask: Rulings) -> bool:
    """Whether the table plays the optional Complication. Source: HUB-79."""
    return ask["artha.complications"] == "yes"


def after_failing(careful: bool, persona: int, boons: int, complicated: bool, ask: Rulings) -> dict[str, str]:
    """Whether Focus and a Complication are open after a failure: nothing, or a key of `REASONS`. Source: HUB-77, 79."""
    full = boons >= LIMIT.persona and ask["artha.persona-cap"] == "counted"
    common = "" if persona and not full else "persona-limit" if persona else "no-persona"
    complication = common if complications_played(ask) else "optional"
    return {
        "focus": common if careful else "not-careful",
        "complication": "used" if complicated else complication,
    }
