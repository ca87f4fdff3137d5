"""Fields that several calculators of the chapter ask for."""

from dataclasses import dataclass
from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Obstacle, Pool
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES, QUICK_POOLS
from engine.games.burning_wheel.rules.times import Span, Unit

YourDice = Annotated[Pool, Asked("Your dice", quick=QUICK_POOLS)]
YourPool = Annotated[Pool, Asked("Your dice", "Mixed shades too: B4+G2", quick=QUICK_POOLS), sheet("ability")]
B4 = Pool.of(4)

AnyOb = Annotated[Obstacle, Asked("Obstacle", quick=QUICK_OBSTACLES)]
GivenOb = Annotated[Obstacle, Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)]
LaterOb = Annotated[Obstacle, Asked("Obstacle now", gm=True, quick=QUICK_OBSTACLES)]

Counted = Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)]
YourCounted = Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)]
TheirCounted = Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)]

SomeAmount = Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3))]
Amount = Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3, 10))]
InUnits = Annotated[Unit, Asked("Unit")]


@dataclass(frozen=True, slots=True)
class Stated(Span):
    """A time that someone says, a group of fields."""

    amount: Amount = 10
    unit: InUnits = Unit.DAYS
