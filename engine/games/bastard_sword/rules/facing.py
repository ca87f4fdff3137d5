"""From which side an attack comes (BSR-42)."""

from engine.option import Option

HALF_FRONT, HALF_CLOSED, FLANK = 90, 45, 45
"""Degrees to either side that are the front, with open sight and in a closed helmet, and those of a flank."""


class Arc(Option):
    """Sides of someone, with the bonus dice of whoever attacks from there. Source: BSR-42."""

    FRONT = "front", "front", 0
    FLANK = "flank", "flank", 1
    REAR = "rear", "rear", 3

    @property
    def bonus(self) -> int:
        """Bonus dice for the attacker."""
        return self.amount or 0


def arc(angle: int, *, closed_helmet: bool = False, face_down: bool = False) -> Arc:
    """The side at which an attacker stands, so many degrees (0 to 180) off where the target looks.

    On a border the side holds that is better for the target; whoever lies `face_down` is open to the rear.
    Source: BSR-42, BSR-74.

    >>> [arc(angle).value for angle in (90, 91, 135, 136)], arc(90, closed_helmet=True).value
    (['front', 'flank', 'flank', 'rear'], 'flank')
    """
    if face_down:
        return Arc.REAR
    front = HALF_CLOSED if closed_helmet else HALF_FRONT
    if angle <= front:
        return Arc.FRONT
    return Arc.FLANK if angle <= front + FLANK else Arc.REAR
