"""What the hits of a melee exchange buy (BSR-43, BSR-44)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.option import Option
from engine.wording import count

ATTACKING, DEFENDING = 1, 3
"""The hits that a die of damage costs. Source: BSR-44."""
CIRCLE = 360


class Effect(Option):
    """Control effects. Source: BSR-43."""

    SHIFT = "shift", "Shift"
    PUSH = "push", "Push"
    STAGGER = "stagger", "Stagger"
    DRIVE = "drive", "Drive"
    DISARM = "disarm", "Disarm"
    FLING = "fling", "Fling it"
    AIM = "aim", "Aim it"


@dataclass(frozen=True, slots=True)
class Ware:
    """A control effect: what it costs, and what it does."""

    key: str
    words: str
    cost: int
    does: str


WARES: Mapping[Effect, Ware] = {
    Effect.of(row.key): row
    for row in tables.rows(
        __file__, "hit_shop.toml", "effect", ("key", "words", "cost", "does"), lambda row: Ware(**row)
    )
}


@dataclass(frozen=True, slots=True)
class Shop:
    """The prices for the winner of an exchange.

    `defending`: a die of damage costs 3. Where the weapon is not `in_range`, no damage is to be had. `strapped` is
    what the loser's straps add to a Disarm, `shield` what one's own shield adds to the first die of damage, where its
    dice were used. Source: BSR-43, BSR-44, BSR-101, BSR-102.
    """

    hits: int
    defending: bool = False
    in_range: bool = True
    strapped: int = 0
    shield: int = 0

    def price(self, effect: Effect) -> int:
        """What one of an effect costs."""
        return WARES[effect].cost + (self.strapped if effect is Effect.DISARM else 0)

    @property
    def damage_price(self) -> int:
        """What a die of damage costs; the first costs the shield as well."""
        return DEFENDING if self.defending else ATTACKING

    def damage_cost(self, dice: int) -> int:
        """What so many dice of damage cost. Source: BSR-44, BSR-101."""
        return dice * self.damage_price + self.shield if dice else 0

    def most_damage(self, spent: int = 0) -> int:
        """The most dice of damage that are left to buy once so many hits are spent."""
        left = self.hits - spent - self.shield
        return max(0, left // self.damage_price) if self.in_range else 0

    def cost(self, bought: Mapping[Effect, int], damage: int) -> int:
        """What a choice of effects and dice of damage costs."""
        return sum(self.price(effect) * number for effect, number in bought.items()) + self.damage_cost(damage)

    def fault(self, bought: Mapping[Effect, int], damage: int) -> tuple[str, str] | None:
        """What is wrong with a choice: the key of an effect, "damage" or "hits", and why in a sentence; or nothing."""
        if bought.get(Effect.FLING) and not bought.get(Effect.DISARM):
            return Effect.FLING.value, "Only a weapon that drops can be flung; this takes a Disarm, and has none."
        if bought.get(Effect.AIM) and not bought.get(Effect.FLING):
            return Effect.AIM.value, "Only a flung weapon has a direction; this takes a metre or more, and flings it 0."
        if damage and not self.in_range:
            return (
                "damage",
                f"Damage takes a weapon at its range; this is out of it, and buys {count(damage, 'die', 'dice')}.",
            )
        whole = self.cost(bought, damage)
        return ("hits", f"This costs {count(whole, 'hit')}; there are {self.hits}.") if whole > self.hits else None


def sector(aims: int) -> float:
    """The degrees among which a flung weapon lands. Source: BSR-43.

    >>> [sector(aims) for aims in range(4)]
    [360.0, 180.0, 90.0, 45.0]
    """
    return float(CIRCLE / 2**aims)
