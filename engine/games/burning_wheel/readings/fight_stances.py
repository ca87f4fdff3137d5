"""Stances as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.rules.stances import CHARGES, House, Stance, Step
from engine.rulings import Rulings


def charged(stance: Stance, ask: Rulings) -> House:
    """The house of someone who stands off a Charge in this stance. Source: FGT-50."""
    return House(charge_defense=stance is Stance.AGGRESSIVE and ask["fight.charged-in-aggressive"] == "yes")


def scripted(steps: tuple[Step, ...], set_aside: bool, ask: Rulings) -> House:
    """The house of a script. Source: FGT-52, FGT-53."""
    charges = set_aside and any(step.act in CHARGES for step in steps)
    feinted = any(step.feinted for step in steps)
    return House(
        charge_dice=charges and ask["fight.charge-with-stance-dice"] == "yes",
        feint_drops=not feinted or ask["fight.feint-ends-stance"] == "yes",
    )
