"""The three places of a Power as the table reads the rules."""

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.damage import Damage, ims
from engine.rulings import Rulings


def staged(power: int, shade: Shade, ask: Rulings) -> Damage:
    """Incidental, Mark and Superb of a Power; asked for only where one goes into the next shade. Source: WPN-03."""
    found, capped = ims(power, shade), ims(power, shade, rolls_over=False)
    return capped if found != capped and ask["damage.next-shade"] == "stay" else found
