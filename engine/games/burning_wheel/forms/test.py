"""What goes into a test, as fields and rows of a form: dice, help, FoRKs, disadvantages."""

from typing import Annotated

from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Fork, Helper
from engine.games.burning_wheel.rules.obstacles import Increase

EXPONENTS = Between(0, 20)


@row("helper")
class HelperRow(Helper):
    """Someone who helps, as a row of the form."""

    name: Annotated[str, Asked("Who, with what")] = ""
    exponent: Annotated[int, EXPONENTS, Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    stat: Annotated[bool, Asked("It is a stat")] = False


@row("FoRK")
class ForkRow(Fork):
    """A related skill of one's own, as a row of the form."""

    name: Annotated[str, Asked("Skill")] = ""
    exponent: Annotated[int, EXPONENTS, Asked("Exponent", quick=(2, 3, 4, 7))] = 3


@row("disadvantage")
class DisadvantageRow(Increase):
    """Something that makes it harder, as a row of the form."""

    words: Annotated[str, Asked("What it is")] = ""
    amount: Annotated[int, Between(1, 10), Asked("Obstacle", gm=True, quick=(1, 2, 3))] = 1
    cancelled: Annotated[bool, Asked("Gear or a trait cancels it")] = False


BONUS = Between(0, 10)


OWN = "Your own +Ob"
QUICK_POOLS = ("B2", "B3", "B4", "B5", "B6")


QUICK_OBSTACLES = (1, 2, 3, 4, 5, 6)

BaseOb = Annotated[Obstacle, Asked("Base obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))]
YourAbility = Annotated[Ability, Asked("Your ability", quick=("B2", "B3", "B4", "B5", "B6")), sheet("ability")]
Helpers = Annotated[tuple[HelperRow, ...], Asked("Helpers")]
SituationalAdvantage = Annotated[int, Between(0, 2), Asked("Advantage of the situation", gm=True, quick=(0, 1, 2))]
