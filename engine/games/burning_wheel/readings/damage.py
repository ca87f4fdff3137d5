"""The three places of a Power as the table reads the rules."""

from collections.abc import Callable

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.damage import Damage, ims
from engine.rulings import Rulings
from engine.working import Worked


def behind(worked: Callable[[int | None], Worked], ask: Rulings) -> Worked:
    """The Power behind a blow, `worked` out with the least that it may be; asked for only below 1. Source: WPN-02."""
    found = worked(None)
    return found if found.total >= 1 else worked(0 if ask["damage.least"] == "zero" else 1)


def staged(power: int, shade: Shade, ask: Rulings) -> Damage:
    """Incidental, Mark and Superb of a Power; asked for only where one goes into the next shade. Source: WPN-03."""
    found, capped = ims(power, shade), ims(power, shade, rolls_over=False)
    return capped if found != capped and ask["damage.next-shade"] == "stay" else found
