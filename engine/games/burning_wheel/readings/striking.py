"""Striking as the table reads the rules; each reading is asked for only where it changes something."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.burning_wheel.rules.fittings import HELPED, Maneuver
from engine.games.burning_wheel.rules.striking import END_TO_END, MOVED, Aim, Spot, Strips, unpriced
from engine.games.burning_wheel.rules.weapon_speed import Act, Does, Reading
from engine.rulings import Rulings


def doubled(unskilled: bool, ask: Rulings) -> bool:
    """Whether a Strike with Agility doubles its base. Source: WPN-04."""
    return unskilled and ask["striking.unskilled"] == "doubled"


def adjacent(offered: Spot, wanted: Spot, ask: Rulings) -> int:
    """The price of a move that the book leaves out. Source: WPN-06."""
    return END_TO_END if unpriced(offered, wanted) and ask["striking.aim-not-printed"] == "two" else MOVED


def aims_of(
    offered: Spot, wanted: Spot, ask: Rulings, *, defended: bool = False, gives: Strips = Strips.AIM, both: bool = True
) -> tuple[Aim, ...]:
    """How a blow is aimed: one way, or two where the attacker chooses what to give up, first what he `gives`.

    `defended` says whether a defense takes successes off it, and `both` whether aim and damage were paid for, so that
    it matters what goes first. Source: WPN-06, WPN-07.
    """
    aim = Aim(offered, wanted, adjacent(offered, wanted, ask))
    if not (defended and aim.cost):
        return (aim,)
    if ask["striking.aim-when"] == "after":
        return (replace(aim, late=True),)
    reading = ask["striking.defense-takes"] if both else Strips.AIM.value
    if reading != "attacker":
        return (replace(aim, strips=Strips.of(reading)),)
    other = next(one for one in Strips if one is not gives)
    return replace(aim, strips=gives), replace(aim, strips=other)


def speed_of(acts: Sequence[Act], ask: Rulings) -> Reading:
    """How this table reads weapon speed in a script. Source: WPN-10."""
    over = any(act.begins and act.does.strikes for act in acts[1:])
    half = any(act.does is Does.BLOCK_AND_STRIKE for act in acts)
    return Reading(
        across=over and ask["striking.slow"] == "across",
        half=not half or ask["striking.block-and-strike"] == "strike",
    )


def balance_helps(maneuver: Maneuver, ask: Rulings) -> bool:
    """Whether balance dice are rolled for a maneuver. Source: WPN-19."""
    known = HELPED[maneuver]
    if known is not None:
        return known
    return ask["striking.balance-block" if maneuver is Maneuver.BLOCK_AND_STRIKE else "striking.balance-beat"] == "yes"
