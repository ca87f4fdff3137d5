"""Which rules a fight is played by, and how a Melee! ends (MEL-01, MEL-47)."""

from engine.option import Option

FEW = 3
"""The most combatants in all for whom Melee! is too much. Source: MEL-01."""
DOZENS = 24
"""From how many on a fight is a pitched battle, where the source says "dozens". Source: MEL-01."""


class System(Option):
    """What a fight is played by. Source: MEL-01."""

    FIGHT = "fight", "Fight! or Bloody Versus"
    RANGE = "range-and-cover", "Range and Cover"
    CHASE = "chase", "Chase, or Range and Cover"
    PITCHED = "pitched-battle", "Pitched Battle"
    MELEE = "melee", "Melee!"


def suited(
    combatants: int, *, far: bool = False, shooting: bool = False, fleeing: bool = False, dozens: int = DOZENS
) -> System:
    """What suits a fight of so many `combatants` (1 or more, of all sides).

    `far` and mostly `shooting` go together; `fleeing` is one side that runs from another. Source: MEL-01.

    >>> suited(3).words, suited(9, far=True, shooting=True).words, suited(12).words
    ('Fight! or Bloody Versus', 'Range and Cover', 'Melee!')
    """
    if combatants <= FEW:
        return System.FIGHT
    if far and shooting:
        return System.RANGE
    if fleeing:
        return System.CHASE
    return System.PITCHED if combatants >= dozens else System.MELEE


class Pursuit(Option):
    """What follows on a retreat, or on a dash that ends the fight. Source: MEL-14, MEL-47."""

    NONE = "none", "nobody gives chase"
    SIDE = "side", "the other side gives chase"
    ALL = "all", "all of them give chase"


def goes_on_as(pursuit: Pursuit) -> System | None:
    """What the fight becomes once a side runs; None where it is over. Source: MEL-14, MEL-47."""
    return None if pursuit is Pursuit.NONE else System.RANGE
