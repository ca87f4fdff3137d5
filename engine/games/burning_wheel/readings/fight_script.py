"""Scripts, changes of plan and bids as the table reads them (FGT-05, FGT-07, FGT-54 to FGT-58)."""

from engine.games.burning_wheel.readings.striking import speed_of
from engine.games.burning_wheel.rules import plan_changes
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_script import House, Script, State, check
from engine.games.burning_wheel.rules.weapon_speed import Act as Timed
from engine.games.burning_wheel.rules.weapon_speed import Does
from engine.rulings import Rulings


def wound_takes_at_once(ask: Rulings) -> bool:
    """Whether a wound takes actions of this exchange already. Source: FGT-05."""
    return ask["fight.wound-reflexes"] == "at-once"


def house_of(script: Script, state: State, ask: Rulings) -> House:
    """The readings that a script rests on; each is asked for only where it changes something. Source: FGT-07."""
    acts = [place.deed.act for place in script.placed]
    timed = [Timed(Does.STRIKE)] if state.struck else []
    if acts:
        does = {Act.STRIKE: Does.STRIKE, Act.BLOCK_AND_STRIKE: Does.BLOCK_AND_STRIKE, Act.GREAT_STRIKE: Does.GREAT}
        timed += [Timed(does.get(act, Does.OTHER), begins=not index) for index, act in enumerate(acts)]
    speed = speed_of(timed, ask)
    carries = not state.sets or not acts or ask["fight.set-carries-over"] == "yes"
    apart = state.length and any(place.deed.with_other for place in script.placed)
    loose = apart and ask["fight.position-weapon"] == "loose"
    plain = House(speed, carries, loose=loose)
    resumed = House(speed, carries, resume=True, loose=loose)
    broken = check(script, state, plain).faults != check(script, state, resumed).faults
    return resumed if broken and ask["fight.broken-task"] == "resume" else plain


def changes_of(ask: Rulings, *, paid: bool = False, emergency: bool = False, first: bool = False) -> plan_changes.House:
    """How a table changes plans: with an action `paid` for it, by the `emergency` rule, in the `first` volley."""
    plays = emergency and ask["fight.emergency"] == "on"
    return plan_changes.House(
        keeps_position=paid and ask["fight.paid-positioning"] == "kept",
        natural=paid and ask["fight.forfeited-defenses"] == "natural",
        emergency=plays,
        in_first=not (plays and first) or ask["fight.emergency-first"] == "yes",
    )


def every_slot_hesitates(ask: Rulings) -> bool:
    """Whether each action that was bid counts as hesitation. Source: FGT-58."""
    return ask["fight.bid-slots"] == "every"
