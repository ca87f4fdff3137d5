"""A test: dice against a difficulty, with all that a reader asks of it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from engine import wording
from engine.answer import CHANCE, Fact, Odds, Verdict
from engine.dice import MOST_DICE, Distribution
from engine.forms import Unusable
from engine.games.bastard_sword.blocks.odds import odds_of, said
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules import difficulty as difficulties


@dataclass(frozen=True, slots=True)
class Test:
    """A pool against a difficulty, 0 or more, with a malus that takes successes off whatever falls.

    Source: BSR-07, BSR-08, BSR-17.

    >>> test = Test(Pool.parse("4d8"), 3, malus=1)
    >>> test.needed, test.result.first, test.verdict().at_a_glance
    (4, -1, '4d8 · 4 needed')
    """

    pool: Pool
    difficulty: int
    malus: int = 0

    __test__: ClassVar[bool] = False  # pytest would take the name for a test

    @property
    def needed(self) -> int:
        """The successes that have to fall: the difficulty and the malus. Source: BSR-17."""
        return difficulties.needed(self.difficulty, self.malus)

    @property
    def result(self) -> Distribution:
        """How likely each result is, which may be below 0. Source: BSR-05, BSR-17."""
        return successes(self.pool).plus(-self.malus)

    @property
    def chance(self) -> Fraction:
        """The chance to pass. Source: BSR-07."""
        return successes(self.pool).at_least(self.needed)

    @property
    def hits(self) -> Fraction:
        """The hits that it brings on average, where what fails brings none. Source: BSR-08."""
        return sum((chance * max(0, number - self.needed) for number, chance in successes(self.pool)), Fraction(0))

    def with_dice(self, more: int) -> "Test":
        """The same with that many dice more of the first kind, or fewer."""
        return replace(self, pool=self.pool.plus(more))

    @property
    def values(self) -> dict[str, Any]:
        """The test for programs."""
        return {
            "pool": str(self.pool),
            "difficulty": self.difficulty,
            "needed": self.needed,
            "probability": self.chance,
            "mean": self.result.mean,
            "mean_hits": self.hits,
        }

    def verdict(self, *more: Fact) -> Verdict:
        """The chance as the figure, beside it the dice, what is needed, and what there is `more` to see."""
        facts = (Fact(self.pool.words), Fact(self.needed, "needed"), *more)
        return Verdict(wording.percent(self.chance), facts, said(self.pool, self.needed))

    @property
    def chance_fact(self) -> Fact:
        """The chance, beside another figure."""
        return Fact(self.chance, CHANCE)

    def odds(self, ghost: "Test | None" = None, ghost_words: str = "") -> Odds:
        """Bars, with those of the `ghost` behind them."""
        return odds_of(self.pool, self.needed, ghost.pool if ghost else None, ghost_words)


def checked(dice: int, at: str) -> int:
    """A number of dice. Raises `Unusable` at the field `at` for more than a pool can hold."""
    if dice > MOST_DICE:
        raise Unusable(at, f"A pool has at most {MOST_DICE} dice; this comes to {dice}.")
    return dice
