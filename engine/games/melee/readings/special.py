"""Special attacks, Locks and strikes bought with margin, as the table reads them."""

from engine.rulings import Rulings


def plain(steady: bool, ask: Rulings) -> bool:
    """Whether the obstacle of any attack replaces that of the maneuver; asked only of whoever hesitates or is Locked.

    Source: MEL-21.
    """
    return steady and ask["special.hesitating"] == "base"


def sheltered(cover: int, va: int, ask: Rulings) -> tuple[int, int]:
    """What of cover and VA counts for a maneuver; asked only where there is any. Source: MEL-21."""
    counts = (cover or va) and ask["special.shields"] == "yes"
    return (cover, va) if counts else (0, 0)


def staggers_now(acted: bool, ask: Rulings) -> bool:
    """Whether a stagger tells in this very round; asked only where the target has an action to come. Source: MEL-22."""
    return not acted and ask["stagger.when"] == "at-once"


def direct(ask: Rulings) -> bool:
    """Whether margin spent on a strike is read off directly, or as a strike at Ob 1. Source: MEL-24, MEL-25."""
    return ask["spent.stage"] == "direct"


def resists(power: int, pressure: int, ask: Rulings) -> int:
    """The Power against a further Lock; asked only under pressure. Source: MEL-27."""
    return max(0, power - pressure) if pressure and ask["lock.obstacle"] == "reduced" else power


def one_six(dice: int, ask: Rulings) -> bool:
    """Whether more than one six leaves a run of the mill shield whole; asked only with two dice or more. MEL-49."""
    return dice > 1 and ask["shields.one-six"] == "one"
