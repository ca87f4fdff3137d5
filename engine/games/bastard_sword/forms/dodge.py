"""Fields that ask whether the target of a missile dodges."""

from fractions import Fraction
from typing import Annotated

from engine.dice import Distribution
from engine.forms import Asked, Between, branch
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT
from engine.rulings import Rulings

ThreeD8 = Pool.parse("3d8")


@branch("They do not dodge")
class Stands:
    """They are unaware, out of dice, or would rather not."""


@branch("They dodge")
class Dodges:
    """A dodge that is not rolled yet."""

    pool: Annotated[Pool, Asked("Their reflex", POOL_HINT)] = ThreeD8
    malus: Annotated[int, Between(0, 100), Asked("Their malus", quick=(0, 1, 3), more=True)] = 0


@branch("They have dodged")
class Dodged:
    """A dodge that was rolled."""

    result: Annotated[int, Between(-60, 60), Asked("Their result", quick=(0, 1, 2, 3))] = 1


Dodge = Annotated[Stands | Dodges | Dodged, Asked("The target")]


def law_of(dodge: Stands | Dodges | Dodged, ask: Rulings) -> Distribution | None:
    """How likely each result of the dodge is; below 0 it counts as 0, unless the table adds it. Source: BSR-48."""
    if isinstance(dodge, Stands):
        return None
    if isinstance(dodge, Dodged):
        law = Distribution((1,), 1, Fraction(dodge.result), dodge.result)
    else:
        law = successes(dodge.pool).plus(-dodge.malus)
    return law if law.first < 0 and ask["shooting.bad-dodge"] == "adds" else law.floored(0)
