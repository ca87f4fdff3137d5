"""The short form of Range and Cover: one versus test, and the winner may shoot once (RNC-01)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain
from engine.games.burning_wheel.rules.positioning_at_range import Side, chances
from engine.option import Option


class Chase(Option):
    """Who does what in the one volley, from my side: it says what is tested and who holds a tie. Source: RNC-01."""

    CHASE = "chase", "I chase them"
    FLEE = "flee", "They chase me"
    ASSAULT = "assault", "They hold their ground"
    HOLD = "hold", "I hold my ground"

    @property
    def defends(self) -> bool:
        """Whether a tie is mine by the general rule: I hold my ground, or I am the one who is chased."""
        return self in (Chase.HOLD, Chase.FLEE)

    @property
    def mine(self) -> str:
        """The stat that I test, by its id in `ELEMENTS`."""
        return "perception" if self is Chase.HOLD else "speed"

    @property
    def theirs(self) -> str:
        """The stat that they test."""
        return "perception" if self is Chase.ASSAULT else "speed"


class Tie(Option):
    """What a tie in the short form does. Source: RNC-01."""

    DEFENDER = "defender", "the defender wins"
    BOTH = "both", "both shoot"


@dataclass(frozen=True, slots=True)
class Shots:
    """The exact chances of who shoots; they add up to 1. `hit` and `struck` are those of a hit on them and on me."""

    mine: Fraction
    both: Fraction
    theirs: Fraction
    hit: Fraction
    struck: Fraction


def shots(
    mine: Side,
    theirs: Side,
    chase: Chase,
    my_shot: Fraction,
    their_shot: Fraction,
    tie: Tie = Tie.DEFENDER,
    *,
    floor: bool = True,
    chain: Chain = Chain.CHAIN,
) -> Shots:
    """Who gets to shoot, and who is hit; the chance of a shot is 0 for whoever cannot shoot. Source: RNC-01."""
    found = chances(mine, theirs, floor, chain)
    both = found.tie if tie is Tie.BOTH else Fraction(0)
    won = found.win + (found.tie if tie is Tie.DEFENDER and chase.defends else 0)
    lost = 1 - won - both
    return Shots(won, both, lost, (won + both) * my_shot, (lost + both) * their_shot)
