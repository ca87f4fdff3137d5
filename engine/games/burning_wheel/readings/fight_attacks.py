"""Attacking in Fight! as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.rules import fight_attacks as rules
from engine.games.burning_wheel.rules.fight_attacks import From, Rush
from engine.rulings import Rulings
from engine.working import Worked


def far(rush: Rush, start: From, ask: Rulings) -> Worked:
    """What the way adds to a Charge. Raises `Refused` for a start out of reach. Source: FGT-38."""
    from_out = start is From.OUT and ask["fight.charge-from-out"] == "yes"
    if start is From.OUT and not from_out:
        return rules.far(rush, start)
    paid, free = (rules.far(rush, start, from_out=from_out, jump_free=jump) for jump in (False, True))
    return free if paid != free and ask["fight.tackle-inside"] == "free" else paid


def bites_at_once(ask: Rulings) -> bool:
    """Whether a Charge tells on the target's first action of the same volley already. Source: FGT-38."""
    return ask["fight.charge-bites"] == "at-once"


def runner_rolls(ask: Rulings) -> bool:
    """Whether someone who Runs Screaming rolls his Withdraw against a Charge. Source: FGT-38."""
    return ask["fight.charge-runner"] == "roll"


def carries_over(ask: Rulings) -> bool:
    """Whether a Set at the end of an exchange serves a Great Strike at the start of the next. Source: FGT-43."""
    return ask["fight.set-carries-over"] == "yes"
