"""Versus tests, as the table reads the rules."""

from engine.games.burning_wheel.rules.versus import CallOn, House, Role, Side
from engine.rulings import Rulings


def house_of(mine: Side, other: Side, role: Role, call_on: CallOn, ask: Rulings) -> House:
    """The readings that this contest rests on; each is asked for only where it changes something."""
    penalties = bool(mine.penalty or other.penalty)
    both, one = mine.beginner and other.beginner, mine.beginner != other.beginner
    against_defender = call_on is not CallOn.NONE and role is not Role.BOTH
    any_tie = against_defender and ask["edition"] == "revised" and ask["versus.call-on"] == "any"
    return House(
        any_tie=any_tie,
        first_call=call_on is CallOn.BOTH and (role is Role.BOTH or any_tie) and ask["versus.two-call-ons"] == "first",
        beginner_meets=one and ask["versus.beginner-meets"] == "meets",
        both_double=both and ask["versus.both-beginners"] == "twice",
        floor=penalties and ask["versus.penalty"] == "off" and ask["versus.below-zero"] == "zero",
    )
