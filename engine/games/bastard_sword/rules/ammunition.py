"""Arrows, bolts, bullets, and the heads that arrows and bolts may have (BSC-38)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.damage import Modifiers
from engine.games.bastard_sword.rules.money import Price
from engine.option import Option


class Head(Option):
    """What an arrow or a bolt ends in. Source: BSC-38."""

    PLAIN = "plain", "plain"
    BODKIN = "bodkin", "bodkin"
    BROADHEAD = "broadhead", "broadhead"

    def codes(self, codes: Modifiers) -> Modifiers:
        """What a weapon's B/P/S becomes with it. Source: BSC-38.

        >>> [str(head.codes(Modifiers.parse("X/0/X"))) for head in Head]
        ['X/0/X', 'X/+1/X', 'X/X/0']
        """
        bludgeoning, piercing, slashing = codes.each
        if self is Head.PLAIN or piercing is None:
            return codes
        if self is Head.BODKIN:
            return Modifiers((bludgeoning, 1, slashing))
        return Modifiers((bludgeoning, None, piercing))


@dataclass(frozen=True, slots=True)
class Ammunition:
    """A row of the table. `loads` are the weapons that take it, `each` is how many weigh 1, `holder` its container.

    `malus` is taken off damage rolls with it; `head` says whether it may have one. Source: BSC-38.
    """

    key: str
    name: str
    loads: tuple[str, ...]
    price: Price
    each: int
    holder: str
    malus: int
    head: bool

    def lots(self, count: int) -> int:
        """How many lots of `each` so many come from; the last may be broken."""
        return -(-count // self.each)

    def burden(self, count: int) -> int:
        """What so many weigh; a broken lot weighs nothing. Source: BSC-23, BSC-38."""
        return count // self.each


AMMUNITION: Mapping[str, Ammunition] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "ammunition.toml",
        "ammunition",
        ("key", "name", "loads", "low", "high", "each", "holder", "malus", "head"),
        lambda row: Ammunition(
            row["key"],
            row["name"],
            tuple(row["loads"]),
            Price(row["low"], row["high"]),
            row["each"],
            row["holder"],
            row["malus"],
            row["head"],
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Tip:
    """What a head costs, in pawns, and does."""

    key: str
    name: str
    price: int
    does: str


TIPS: Mapping[Head, Tip] = {
    Head.of(one.key): one
    for one in tables.rows(
        __file__, "ammunition.toml", "head", ("key", "name", "price", "does"), lambda row: Tip(**row)
    )
}


def price(one: Ammunition, count: int, head: Head = Head.PLAIN, *, by_piece: bool = False) -> Price:
    """What so many cost, heads among it, where a price is that of a lot or, `by_piece`, of each. Source: BSC-38."""
    times, tip = count if by_piece else one.lots(count), TIPS[head].price if head in TIPS else 0
    return Price(times * (one.price.low + tip), times * (one.price.high + tip))
