"""How long work takes, as the table reads the rules."""

from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.times import Miss
from engine.rulings import Rulings
from engine.working import Worked


def time_floor(steps: int, ask: Rulings) -> bool:
    """Whether a tenth of the time is left however many steps faster; asked for only beyond nine. Source: HUB-21."""
    return steps <= times.MOST_STEPS or ask["times.quick-floor"] == "tenth"


def most_for_speed(quick: int, ask: Rulings) -> int:
    """How many extra successes can make work faster; asked for only where more are put into it. Source: HUB-21."""
    return times.MOST_STEPS if time_floor(quick, ask) else times.MOST_STEPS + 1


def working(careful: bool, quick: int, ask: Rulings, *, focus: bool = False) -> Worked:
    """The time in percent of what was stated; `focus` says that a careful test failed and Focus wards it off.

    Source: HUB-19, HUB-21, HUB-77.
    """
    floor = time_floor(quick, ask)
    of_stated = careful and quick > 0 and ask["times.careful-quick"] == "stated"
    saved = careful and focus and ask["artha.focus-time"] == "saved"
    return times.working(careful and not saved, quick, floor=floor, of_stated=of_stated)


def may_stop(miss: Miss, ask: Rulings) -> bool:
    """Whether a miss is noticed at once; asked for only where the GM says by how much it missed. Source: HUB-28."""
    return miss is not Miss.UNSAID and times.may_stop(miss, near=ask["times.fail-quit-early"] == "near")
