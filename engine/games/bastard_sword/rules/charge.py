"""A charge, and a weapon braced against it (BSR-66, BSR-94)."""

from fractions import Fraction
from itertools import accumulate

from engine.dice import Distribution
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.movement import run


def needed(steps: int, speed: int, *, each: bool = False, most: int = 60) -> int | None:
    """The fewest successes of the run, 1 or more, that cover so many steps; None where `most` do not. Source: BSR-66.

    A charger who has no success falls, so that even one step takes one. `each` is that of `movement.run`.

    >>> needed(20, 12), needed(5, 12), needed(20, 0)
    (2, 1, None)
    """
    return next((one for one in range(1, most + 1) if speed + run(speed, one, each=each) >= steps), None)


def damage_dice(bought: int, successes: int, *, ladder: bool = False) -> int:
    """The dice of a damage roll of which so many are bought, with the bonus dice of a run. Source: BSR-66, BSR-94.

    A bonus die for each success of the run, or with `ladder` a half-order of them; no more than dice are bought.

    >>> damage_dice(2, 3), damage_dice(4, 2), damage_dice(4, 2, ladder=True), damage_dice(0, 3)
    (4, 6, 7, 0)
    """
    more = max(0, successes)
    return bought + min(bought, rung(more) if ladder else more)


def mean_damage_dice(run_law: Distribution, hits: Distribution, need: int, *, ladder: bool = False) -> Fraction:
    """The dice of damage that a charge brings on average where every hit buys damage; both laws are of one attempt.

    A run of fewer successes than it takes brings none. Source: BSR-66.
    """
    reached = list(accumulate((chance for number, chance in reversed(list(hits)) if number > 0)))[::-1]
    most = len(reached)
    up_to = [*accumulate(reached, initial=Fraction(0))]  # of the hits, on average, no more than so many
    return sum(
        (
            arrives * (up_to[most] + up_to[min(most, rung(successes) if ladder else successes)])
            for successes, arrives in run_law
            if successes >= need
        ),
        Fraction(0),
    )
