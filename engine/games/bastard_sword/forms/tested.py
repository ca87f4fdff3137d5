"""Fields for a test that is still to come, or that was rolled."""

from typing import Annotated

from engine.forms import Asked, Between, branch, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus

Result = Annotated[int, Between(-60, 120)]


@branch("I will test")
class ToTest:
    """It is not rolled yet."""

    pool: Annotated[Pool, Asked("Your dice", POOL_HINT), sheet("skill")] = FourD8
    malus: Malus = 0


@branch("I have tested")
class HasTested:
    """It was rolled and counted."""

    result: Annotated[Result, Asked("Your result", quick=(1, 2, 3, 4, 5))] = 4
