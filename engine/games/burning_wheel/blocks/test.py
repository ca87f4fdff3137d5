"""A test: dice against an obstacle, with all that a reader asks of it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from engine import wording
from engine.answer import CHANCE, Fact, Odds, Verdict
from engine.dice import MOST_DICE, Distribution
from engine.forms import Unusable
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Pool, Shade
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Test:
    """A pool against an obstacle, under the table's rulings.

    `obstacle` is 0 to 100. `logged` is how many dice count for the class, where not all of the pool do: dice of artha
    lie on the table and count for nothing in the log (HUB-36). A ruling is asked for only by what rests on it: the
    class where it decides one, the chance where dice open.

    >>> test = Test.of(Shade.BLACK, 4, 2, Rulings("burning-wheel", {}))
    >>> test.chance, test.verdict().at_a_glance
    (Fraction(11, 16), '4D · 68.8\xa0% · Routine')
    """

    pool: Pool
    obstacle: int
    ask: Rulings
    logged: int | None = None

    __test__: ClassVar[bool] = False  # pytest would take the name for a test

    @classmethod
    def of(
        cls,
        shade: Shade,
        dice: int,
        obstacle: int,
        ask: Rulings,
        *,
        artha: int = 0,
        opens: bool = False,
        at: str = "obstacle",
    ) -> "Test":
        """A test of `dice` that count for the log, none if below 0, and dice of `artha` that do not.

        Raises `Unusable` at the field `at` above 60 dice or Ob 100.
        """
        dice = max(0, dice)
        checked(dice + artha, obstacle, at)
        return cls(Pool.of(dice + artha, shade, opens), obstacle, ask, dice)

    def against(self, obstacle: int) -> "Test":
        """The same dice against another obstacle."""
        return replace(self, obstacle=obstacle)

    def with_dice(self, more: int) -> "Test":
        """That many dice more, or fewer, all of which count for the log; never fewer than none."""
        more = max(more, -self.pool.groups[0].count)
        return replace(self, pool=self.pool.plus(more), logged=self.counted + more)

    @property
    def opened(self) -> "Test":
        """The same dice, all of them open-ended, as Luck makes them. Source: HUB-73."""
        return replace(self, pool=self.pool.opened())

    @property
    def closed(self) -> "Test":
        """The same dice, none of them open-ended."""
        return replace(self, pool=self.pool.closed())

    @property
    def dice(self) -> int:
        """The dice on the table."""
        return self.pool.dice

    @property
    def counted(self) -> int:
        """The dice that count for the log."""
        return self.pool.dice if self.logged is None else self.logged

    @property
    def law(self) -> Distribution:
        """The chances of each number of successes, listed as far as the obstacle."""
        return law_of(self.pool, self.ask, self.obstacle)

    @property
    def chance(self) -> Fraction:
        """The chance to reach the obstacle."""
        return self.law.at_least(self.obstacle)

    @property
    def classes(self) -> Classes:
        """What it is for the log. Source: HUB-35."""
        return classes_of(self.counted, self.obstacle, self.ask)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What stands beside the figure: the dice, the chance, the class."""
        return Fact(DiceCount(self.dice), "dice"), Fact(self.chance, CHANCE), logged(self.classes)

    @property
    def sentence(self) -> str:
        """The same aloud: "You need 2 successes on 4 dice."."""
        need = wording.count(self.obstacle, "success", "successes")
        return f"You need {need} on {wording.count(self.dice, 'die', 'dice')}."

    @property
    def values(self) -> dict[str, Any]:
        """The test for programs."""
        return {
            "obstacle": self.obstacle,
            "dice": self.dice,
            "probability": self.chance,
            "class": self.classes.value,
        }

    def verdict(self, *more: Fact) -> Verdict:
        """The obstacle as the figure, beside it its facts and what there is `more` to see, and the sentence."""
        return Verdict(Obstacle(self.obstacle).words, (*self.facts, *more), self.sentence)

    def odds(self, ghost: "Test | None" = None, ghost_words: str = "", **after: Any) -> Odds:
        """Bars, with those of the `ghost` behind them, and what “post-roll” has to know of it (see `odds_of`)."""
        other = None if ghost is None else ghost.pool
        return odds_of(self.pool, self.obstacle, self.ask, other, ghost_words, after)

    def marks(self, on: str, kind: Kind | None = None, *, passed: bool | None = None) -> tuple[LogTest, ...]:
        """What it leaves in the log of what the input `on` holds; see `marks_of`."""
        return marks_of(on, self.classes, kind, passed=passed)


def checked(dice: int, obstacle: int, at: str = "obstacle") -> None:
    """Raises `Unusable` at the field `at` for a test above 60 dice or Ob 100, which is more than this works out."""
    if dice > MOST_DICE:
        raise Unusable(at, f"A pool has at most {MOST_DICE} dice; this comes to {dice}.")
    if obstacle > MOST_OBSTACLE:
        raise Unusable(at, f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {obstacle}.")
