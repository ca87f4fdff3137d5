"""Fields that several calculators of this chapter ask for."""

from typing import Annotated

from engine.forms import Asked, sheet
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.rules.ability import Ability

YourWill = Annotated[Ability, Asked("Your Will", quick=QUICK_POOLS), sheet("will")]
