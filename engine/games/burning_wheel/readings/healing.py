"""Treatment and recovery, as the table reads the rules."""

from engine.games.burning_wheel.readings.aptitude import mixed_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.recovery import Care, Half, House, lasts
from engine.games.burning_wheel.rules.treatment import hands
from engine.games.burning_wheel.rules.wounds import Level
from engine.rulings import Rulings


def hands_of(perception: Ability, agility: Ability, ask: Rulings) -> Ability:
    """What someone without a medical skill rolls; asked for only where the readings differ. Source: INJ-24."""
    mixed = mixed_of((perception, agility), ask)
    average, better = hands(perception, agility, mixed=mixed), hands(perception, agility, better=True)
    return better if average != better and ask["healing.hands"] == "better" else average


def house_of(level: Level, care: Care, ask: Rulings) -> House:
    """The readings that a failed Health test rests on; each is asked for only where it decides. Source: INJ-27."""
    treated = care is Care.PASSED
    dice = treated and lasts(level) > 1
    return House(
        first_on_health=dice and ask["healing.first-die"] == "health",
        midi_lost=level is Level.MIDI and care is Care.FAILED and ask["healing.failed-midi"] == "lost",
        severe=Half.of(ask["healing.severe-half"]) if dice and level is Level.SEVERE else Half.ONE,
        soft=level is Level.MORTAL and treated and ask["healing.mortal"] == "soft",
    )


def tracked(ask: Rulings) -> House:
    """All readings of recovery, for wounds of which nobody knows yet where they will lead. Source: INJ-35."""
    return House(
        first_on_health=ask["healing.first-die"] == "health",
        midi_lost=ask["healing.failed-midi"] == "lost",
        severe=Half.of(ask["healing.severe-half"]),
        soft=ask["healing.mortal"] == "soft",
        each_stage=ask["healing.each-stage"] == "each",
    )
