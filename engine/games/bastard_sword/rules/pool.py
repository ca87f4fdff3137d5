"""How a pool comes about: rank, bonus dice and their cap, spirit and its cap (BSR-04, BSR-17, BSR-18)."""

from dataclasses import dataclass

from engine.games.bastard_sword.rules.spirit import UNBURDENED, Weighed


def granted(rank: int) -> int:
    """The dice that an effective rank gives. Source: BSR-04."""
    return 1 + rank


@dataclass(frozen=True, slots=True)
class Build:
    """The parts of a pool, in dice. `base` are those of the skill that are really rolled, `granted` or fewer.

    `bonus` are the bonus dice from circumstances, `bought` those paid for with spirit; `spirit` is what the character
    has before paying, None where that is not looked at. `weighed` is what burden adds to the price of dice.
    `extended`: one roll for a long task. `after_payment`: the cap is what is left once the dice are paid for.
    `bonus_first`: where spirit caps the pool, bonus dice stay away before base dice do.
    Source: BSR-04, BSR-17 to BSR-19.
    """

    base: int
    bonus: int = 0
    bought: int = 0
    spirit: int | None = None
    weighed: Weighed = UNBURDENED
    extended: bool = False
    after_payment: bool = True
    bonus_first: bool = True

    @property
    def cost(self) -> int:
        """The spirit that the bought dice take. Source: BSR-19."""
        return self.weighed.price(self.bought, extended=self.extended)

    @property
    def left(self) -> int | None:
        """The spirit left once they are paid for; None where spirit is not looked at, below 0 where it cannot pay."""
        return None if self.spirit is None else self.spirit - self.cost

    @property
    def taken(self) -> int:
        """The bonus dice that count: no more than base dice are rolled. Source: BSR-17."""
        return min(self.bonus + self.bought, self.base)

    @property
    def wasted(self) -> int:
        """The bonus dice above that cap. Source: BSR-17."""
        return self.bonus + self.bought - self.taken

    @property
    def cap(self) -> int | None:
        """The most dice that spirit allows. Source: BSR-18."""
        if self.spirit is None:
            return None
        return max(0, self.spirit - self.cost if self.after_payment else self.spirit)

    @property
    def dice(self) -> int:
        """The dice that are rolled. Source: BSR-04."""
        whole = self.base + self.taken
        return whole if self.cap is None else min(whole, self.cap)

    @property
    def tired(self) -> int:
        """The dice that a lack of spirit keeps away. Source: BSR-18."""
        return self.base + self.taken - self.dice

    @property
    def base_rolled(self) -> int:
        """The base dice among those rolled, which are the ones that a round's limit counts. Source: BSR-18, BSR-33."""
        return min(self.base, self.dice) if self.bonus_first else max(0, self.base - self.tired)
