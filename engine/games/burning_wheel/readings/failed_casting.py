"""Spells gone wrong as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.readings.sorcery import hastened
from engine.games.burning_wheel.rules import casting, failed_casting
from engine.games.burning_wheel.rules.casting import Cast, Style
from engine.rulings import Rulings


def short_of(short: int, raised: int, ask: Rulings) -> int:
    """The successes that a garbled spell fell short: of all it was cast against, or of its own obstacle alone.

    `raised` is how much of what was cast against is area and haste. Source: SOR-31.
    """
    if not short or not raised:
        return short
    return max(0, short - raised) if ask["sorcery.garbled-short"] == "own" else short


def two_dice(ask: Rulings) -> bool:
    """Whether the Offering Wheel takes a die for who answers and another for how far in. Source: SOR-32."""
    return ask["sorcery.offering-dice"] == "two"


def interrupted(spell: int, saved: int, done: int, actions: int, ask: Rulings) -> int:
    """The obstacle of the Tax for a spell broken off; `saved` are the actions that haste took. Source: SOR-33."""
    hurried = hastened(Cast(Style.HASTY, saved), ask) if saved else Cast()
    whole = partial(spell, casting.tax_obstacle(spell, cast=hurried).total, ask)
    down, up = (failed_casting.interrupted(whole, done, actions, up=way) for way in (False, True))
    return up if down != up and ask["sorcery.broken-rounding"] == "up" else down


def partial(spell: int, tax: int, ask: Rulings) -> int:
    """The Tax of which a part is due for a spell broken off; asked for only where haste raised it. Source: SOR-33."""
    return spell if tax != spell and ask["sorcery.broken-haste"] == "without" else tax


def part_up(whole: int, actions: int, ask: Rulings) -> bool:
    """Whether such a part is rounded up; asked for only where it may be no whole number. Source: SOR-33."""
    return whole > 1 and whole % actions > 0 and ask["sorcery.broken-rounding"] == "up"
