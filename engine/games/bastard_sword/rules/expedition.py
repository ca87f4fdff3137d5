"""What a camp needs: light, fuel, beds and tents (BSC-39)."""

from collections.abc import Mapping

from engine.games.bastard_sword.rules.goods import GOODS, Good
from engine.option import Option

TORCH_HOURS, OIL_HOURS, TENT_SLEEPS = 1, 8, 2
"""Hours that a torch and a filling of oil give light, and people in a tent. Source: BSC-39."""


class Light(Option):
    """What gives light."""

    NONE = "none", "the moon"
    TORCH = "torch", "torches"
    LANTERN = "lantern", "lanterns"


class Bed(Option):
    """What everyone sleeps on."""

    BARE = "bare", "bare ground"
    BLANKET = "blanket", "blankets"
    BEDROLL = "bedroll", "bedrolls"
    HAMMOCK = "hammock", "hammocks"


def needs(
    people: int, nights: int, hours: int, light: Light, lights: int, bed: Bed, *, tents: bool, fire: bool
) -> Mapping[Good, int]:
    """What so many people take along for so many nights, each with so many hours of light from so many lights.

    A `fire` takes a tinderbox each night, a pot, and flint and steel once. Source: BSC-39.
    """
    burning = hours * nights
    wanted = {
        "tent": -(-people // TENT_SLEEPS) if tents else 0,
        bed.value: people if bed is not Bed.BARE else 0,
        "torch": -(-burning // TORCH_HOURS) * lights if light is Light.TORCH else 0,
        "lantern": lights if light is Light.LANTERN and burning else 0,
        "oil": -(-burning // OIL_HOURS) * lights if light is Light.LANTERN else 0,
        "tinderbox": nights if fire else 0,
        "flint-and-steel": int(nights > 0 and (fire or (light is not Light.NONE and burning > 0 and lights > 0))),
        "cooking-pot": int(fire),
    }
    return {GOODS[key]: number for key, number in wanted.items() if number}
