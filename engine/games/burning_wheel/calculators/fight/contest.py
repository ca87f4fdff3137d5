"""One maneuver of Fight! against another roll: the dice of both sides, the odds, and what is left (FGT-34)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.answer import Block, Working
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.grips import Opposed
from engine.games.burning_wheel.readings.versus import logged_against
from engine.games.burning_wheel.rules import fight_push
from engine.games.burning_wheel.rules.eaten import answered, left
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.versus import Side
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.rulings import Rulings
from engine.working import Worked


def together(rolls: tuple[Roll, ...]) -> Pool:
    """All the dice of several rolls as one pool."""
    first, *rest = (roll.pool for roll in rolls)
    for pool in rest:
        first += pool
    return first


@dataclass(frozen=True, slots=True)
class Contest:
    """A maneuver against what is rolled against it: the dice of both sides, and the +Ob that eats successes."""

    dice: Worked
    penalty: Worked
    mine: Pool
    theirs: tuple[Roll, ...]

    @property
    def attack(self) -> Roll:
        return Roll(self.mine, self.penalty.total)

    @property
    def chances(self) -> Mapping[int, Fraction]:
        """The exact chance of each net; 0 is foiled."""
        return fight_push.chances(self.attack, self.theirs)

    def net(self, rolled: Opposed) -> int:
        """What the dice on the table leave; their +Ob eats of each of their rolls. Source: FGT-09."""
        if not answered(rolled.own, self.penalty.total):
            return 0
        return max(0, left(rolled.own, self.penalty.total) - left(self._against(rolled), self._eats))

    def _against(self, rolled: Opposed) -> int:
        """What they rolled: nothing where they have no dice."""
        return rolled.other if any(roll.pool.dice for roll in self.theirs) else 0

    @property
    def _eats(self) -> int:
        """What +Ob takes from all that they roll."""
        return sum(roll.penalty for roll in self.theirs)

    def marks(self, on: str, rolled: Opposed, ask: Rulings) -> tuple[LogTest, ...]:
        """What the roll leaves in the log of what the input `on` holds. Source: HUB-46."""
        against = Side(together(self.theirs), self._eats)
        test = Test(
            self.mine, logged_against(Side(self.mine, self.penalty.total), against, self._against(rolled), ask), ask
        )
        return test.marks(on, passed=self.net(rolled) > 0)

    @property
    def ledgers(self) -> list[Block]:
        """The dice, and the +Ob where there is any."""
        found: list[Block] = [Working(self.dice.lines, self.dice.total, "Dice", "D")]
        if self.penalty.total:
            found.append(Working(self.penalty.lines, self.penalty.total, "+Ob: successes eaten"))
        return found


def at_least(chances: Mapping[int, Fraction], net: int) -> Fraction:
    """The chance of this net or more."""
    return sum((chance for one, chance in chances.items() if one >= net), Fraction(0))
