"""Shields as the table reads them: dice and actions that the book leaves out, and who may do what with one."""

from engine import wording
from engine.forms import Unusable
from engine.games.burning_wheel.readings.ranges import sheltered
from engine.games.burning_wheel.rules import shields as rules
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.range_shot import Basis, Sheltered
from engine.games.burning_wheel.rules.shields import SHIELDS, Attack, Barred, Carried, Kind, Maneuver, barred, helps
from engine.rulings import Rulings
from engine.working import Worked

IMPROVISED = {"one": 1, "two": 2}
HEATER_DROP = {"two": 2, "three": 3}
SMALL_DROP = {"none": 0, "one": 1}


def dice_of(kind: Kind, ask: Rulings) -> int:
    """The dice of a whole shield; asked for only where the book gives none. Source: ARM-23."""
    dice = SHIELDS[kind].dice
    return IMPROVISED[ask["shields.improvised"]] if dice is None else dice


def drop_of(kind: Kind, ask: Rulings) -> int:
    """The actions that it takes to be rid of it; asked for only where the book gives none. Source: ARM-29."""
    drop = SHIELDS[kind].drop
    if drop is not None:
        return drop
    return HEATER_DROP[ask["shields.heater-drop"]] if kind is Kind.HEATER else SMALL_DROP[ask["shields.small-drop"]]


def carried(kind: Kind, lost: int, ask: Rulings, at: str = "lost") -> Carried:
    """A shield with the dice it has lost. Raises `Unusable` at the field `at` where it never had so many."""
    rating = dice_of(kind, ask)
    if lost > rating:
        dice = wording.count(rating, "die", "dice")
        raise Unusable(at, f"{kind.words} has {dice} when it is whole; this says {lost} are lost.")
    return Carried(kind.words, rating, lost, SHIELDS[kind].real, SHIELDS[kind].hides)


def blocks_untrained(maneuver: Maneuver, trained: bool, ask: Rulings) -> bool:
    """Whether the shield helps to Block without training; asked for only where that is in question."""
    return trained or maneuver is not Maneuver.BLOCK or ask["shields.untrained-block"] == "yes"


def barred_by(held: Carried, maneuver: Maneuver, attack: Attack, trained: bool, ask: Rulings) -> Barred | None:
    """Why the shield adds nothing, as the table reads it. Source: ARM-24, ARM-26."""
    allowed = blocks_untrained(maneuver, trained, ask)
    return barred(held, maneuver, attack, trained=trained, untrained_blocks=allowed)


def added(held: Carried, maneuver: Maneuver, attack: Attack, trained: bool, ask: Rulings) -> Worked:
    """What the shield adds, as the table reads it. Source: ARM-24, ARM-26, ARM-27."""
    return helps(held, maneuver, attack, trained=trained, untrained_blocks=blocks_untrained(maneuver, trained, ask))


def may_block(held: Carried, attack: Attack, trained: bool, ask: Rulings) -> bool:
    """Whether such an attack may be Blocked, as the table reads it; asked for only without training. ARM-24."""
    allowed = rules.may_block(held, attack, trained=trained)
    if not allowed or trained or not attack.great_strike:
        return allowed
    return ask["shields.great-strike-training"] == "no"


def against_va(held: Carried, ask: Rulings) -> int:
    """The dice that a missile's VA is held against; asked for only where wear has taken some. Source: ARM-31."""
    return held.rating if held.lost and not held.destroyed and ask["shields.missile-dice"] == "whole" else held.dice


def raised(
    cover: Cover, held: Carried, va: int, by_speed_or_steel: bool, shooting_back: bool, ask: Rulings
) -> Sheltered:
    """The cover with this shield, as the table reads it. Source: ARM-32, RNC-04."""
    basis = Basis.SPEED if by_speed_or_steel else Basis.OTHER
    return sheltered(cover, against_va(held, ask), va, basis, shooting_back, ask)
