"""What tasks cost and what makes them harder in a fight, as the table reads it (FGT-23 to FGT-31, FGT-65)."""

from engine.games.burning_wheel.readings import shields
from engine.games.burning_wheel.rules.action_costs import COSTS
from engine.games.burning_wheel.rules.conditions import Weather
from engine.games.burning_wheel.rules.fight_chain import Step, broken, running
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture, stated
from engine.games.burning_wheel.rules.shields import Kind
from engine.rulings import Rulings

KNEELING = {"none": 0, "one": 1, "two": 2}


def ordered(ask: Rulings) -> int:
    """The actions of a Command in a volley: one, or none where it counts as speech. Source: FGT-23, FGT-31."""
    return 0 if ask["fight.command"] == "speech" else COSTS["command"].actions or 0


def costs_of(key: str, ask: Rulings) -> int:
    """The actions of a task of the table, as the table of the players reads it. Source: FGT-23."""
    if key == "command":
        return ordered(ask)
    actions = COSTS[key].actions
    return shields.drop_of(Kind.HEATER, ask) if actions is None else actions


def kneeling(posture: Posture, doing: Doing, ask: Rulings) -> int:
    """What the knees add where the book says nothing; asked for only there. Source: FGT-26."""
    silent = posture is Posture.KNEES and not stated(posture, doing) and doing is not Doing.NATURAL
    return KNEELING[ask["fight.knees"]] if silent else 0


def both_rains(weather: Weather, ask: Rulings) -> bool:
    """Whether heavy rain counts as rain and as poor sight; asked for only in heavy rain. Source: FGT-65."""
    return weather is Weather.HEAVY and ask["fight.heavy-rain"] == "both"


def lunging_hampers(lunging: bool, ask: Rulings) -> bool:
    """Whether an opponent at lunging distance is harder to shoot; asked for only with one. Source: FGT-30."""
    return lunging and ask["fight.lunging-shot"] == "yes"


def broken_off(steps: tuple[Step, ...], at: int | None, ask: Rulings, *, spell: bool = False) -> tuple[Step, ...]:
    """A chain with something else in between, if `at` says where; asked for only where that costs something. FGT-07.

    A `spell` that is broken is lost whatever the table rules.
    """
    if at is None:
        return steps
    lost = running(steps, at)
    return broken(steps, at, resume=not lost or (not spell and ask["fight.broken-task"] == "resume"))
