"""Grappling: who is hampered at what, what hits buy, and the choke (BSR-69, BSR-84 to BSR-86)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import tables
from engine.dice import Distribution
from engine.games.bastard_sword.rules.hit_shop import ATTACKING, DEFENDING
from engine.option import Option

ELSEWHERE, NOT_BRAWLING, HELD = 3, 3, 1
"""Maluses of a grapple: on what is not directed at the other, on what is not brawling, on whoever is held."""


class Role(Option):
    """Who one is in a grapple. Source: BSR-84."""

    FREE = "free", "not in a grapple yet"
    GRAPPLER = "grappler", "the grappler"
    GRAPPLEE = "grapplee", "the one who is held"


class Target(Option):
    """At whom an act is directed. Source: BSR-84, BSR-86."""

    OTHER = "other", "the one you grapple with"
    OUTSIDER = "outsider", "anyone else"


class Hold(Option):
    """What hits buy in a grapple. Source: BSR-69, BSR-85."""

    GRAB = "grab", "Grab"
    REVERSE = "reverse", "Become the grappler"
    RELEASE = "release", "Release"
    SKEWER = "skewer", "Skewer"
    THROW = "throw", "Throw"
    CHOKE = "choke", "Choke"


@dataclass(frozen=True, slots=True)
class Held:
    """One of these: its price in hits, in which role it can be bought, and what it does."""

    key: str
    words: str
    cost: int
    who: Role
    does: str


HOLDS: Mapping[Hold, Held] = {
    Hold.of(row.key): row
    for row in tables.rows(
        __file__,
        "grapple.toml",
        "hold",
        ("key", "words", "cost", "who", "does"),
        lambda row: Held(**{**row, "who": Role.of(row["who"])}),
    )
}


def malus(holding: int, held: int, target: Target, *, brawling: bool, flat: bool = False) -> int:
    """The malus of someone who is the grappler in so many grapples and the one `held` in so many others.

    Of an act at one of them, all grapples but that one count as elsewhere. `flat`: 3 for each grapple in which the act
    is directed elsewhere or is not brawling, and no more. Source: BSR-84, BSR-86.

    >>> malus(0, 2, Target.OTHER, brawling=True), malus(0, 2, Target.OUTSIDER, brawling=False)
    (5, 14)
    >>> malus(0, 2, Target.OTHER, brawling=True, flat=True)
    3
    """
    grapples = holding + held
    elsewhere = grapples - (target is Target.OTHER and grapples > 0)
    if flat:
        return ELSEWHERE * (elsewhere if brawling else grapples)
    return ELSEWHERE * elsewhere + (0 if brawling else NOT_BRAWLING * grapples) + HELD * held


@dataclass(frozen=True, slots=True)
class Grips:
    """The hits of an exchange in a grapple, and who spends them. Source: BSR-85.

    `friend`: a friend of theirs holds the other, so that they may skewer. `attacker_price`: who defended and then
    turned the grapple pays 1 for a die of damage as an attacker does.
    """

    hits: int
    role: Role
    defending: bool = False
    attacker_price: bool = False
    friend: bool = False

    def damage_price(self, bought: Collection[Hold]) -> int:
        """What a die of damage costs."""
        turned = Hold.REVERSE in bought and self.attacker_price
        return DEFENDING if self.defending and not turned else ATTACKING

    def cost(self, bought: Collection[Hold], damage: int) -> int:
        """What all of it costs."""
        return sum(HOLDS[one].cost for one in bought) + damage * self.damage_price(bought)

    def role_after(self, bought: Collection[Hold]) -> Role:
        """Who they are once the grapple is begun or turned."""
        return Role.GRAPPLER if Hold.GRAB in bought or Hold.REVERSE in bought else self.role

    def fault(self, bought: Collection[Hold], damage: int) -> tuple[str, str] | None:
        """What is wrong with a choice: a key of `Hold`, "damage" or "hits", and why; or nothing."""
        after = self.role_after(bought)
        for one in Hold:
            held = HOLDS[one]
            lent = one is Hold.SKEWER and self.friend
            if one in bought and held.who not in (self.role, after) and not lent:
                return one.value, f"{held.words} is for whoever is {held.who.words}; you are {self.role.words}."
        if damage and after is Role.GRAPPLEE:
            return "damage", "Whoever is held buys no damage before they become the grappler; this buys some."
        if Hold.CHOKE in bought and (damage or Hold.THROW in bought or Hold.RELEASE in bought):
            return "choke", "Whoever chokes does nothing else; this buys more."
        whole = self.cost(bought, damage)
        return ("hits", f"This costs {whole} hits; there are {self.hits}.") if whole > self.hits else None


def breath(law: Distribution, rounds: int) -> list[Fraction]:
    """The chance to be awake after each of so many rounds of a choke, the first being that in which it began.

    From the second round on a test against the rounds held, that one not counted. Source: BSR-85.
    """
    awake, found = Fraction(1), [Fraction(1)]
    for held in range(1, rounds):
        awake *= law.at_least(held) if held <= law.last else 0
        found.append(awake)
    return found
