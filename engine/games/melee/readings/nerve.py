"""Nerve, as the table reads it."""

from collections.abc import Sequence

from engine.games.burning_wheel.rules.wounds import Wounds
from engine.games.melee.rules.casting import Struck
from engine.rulings import Rulings


def worn_tests(ask: Rulings) -> bool:
    """Whether coming to no disposition tests an individual's Steel by itself. Source: MEL-43."""
    return ask["morale.zero"] == "yes"


def paid(failed_by: Sequence[int], ask: Rulings) -> bool:
    """Whether a Command is paid ally by ally; asked for only where there are several. Source: MEL-36."""
    return len(failed_by) > 1 and ask["command.graduated"] == "paid"


def grits(light: int, wounds: Wounds, ask: Rulings) -> bool:
    """Whether there is a wound to grit against: a `light` one, or any at all. Source: MEL-34."""
    return light > 0 or (wounds.dice > 0 and ask["grit.which"] == "any")


def broken(struck: Struck, ask: Rulings) -> bool:
    """Whether the spell just cast is lost outright; asked for only where blows shake the caster. Source: MEL-37."""
    return struck.shakes and ask["casting.interrupted"] == "outright"
