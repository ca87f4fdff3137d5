"""A lucky break: armour or a weapon takes part of the damage (BSR-73)."""

from engine.games.bastard_sword.rules.damage import Armour
from engine.option import Option


class Instead(Option):
    """What takes the damage. Source: BSR-73."""

    ARMOUR = "armour", "a piece of armour"
    WEAPON = "weapon", "the weapon you fought with"


def cancelled(damage: int, luck: int, piece: Armour | None) -> int:
    """The damage hits that a result of luck cancels; a `piece` of armour takes no more than its highest rating.

    Source: BSR-73.

    >>> cancelled(4, 5, Armour.parse("2/2/4")), cancelled(1, 9, None), cancelled(3, 2, None)
    (1, 1, 0)
    """
    least = min(damage, max(0, luck - damage))
    return least if piece is None else min(least, max(piece.each))


def worn_down(piece: Armour, taken: int) -> Armour:
    """A piece of armour after it took so many hits: each rating that much lower; at 0 for all it is destroyed.

    >>> str(worn_down(Armour.parse("2/2/4"), 1))
    '1/1/3'
    """
    b, p, s = (max(0, one - taken) for one in piece.each)
    return Armour((b, p, s))


def left_of(worn: Armour, piece: Armour, taken: int) -> Armour:
    """All that someone wears, after one piece of it took so many hits.

    >>> str(left_of(Armour.parse("4/3/7"), Armour.parse("2/1/2"), 2))
    '2/2/5'
    """
    after = worn_down(piece, taken)
    b, p, s = (all_ - whole + left for all_, whole, left in zip(worn.each, piece.each, after.each, strict=True))
    return Armour((b, p, s))
