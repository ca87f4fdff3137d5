"""Paying a price that was set: the dice that do it, the ways to roll them, and how it is told (RES-13, RES-14)."""

from typing import Annotated, ClassVar

from engine import wording
from engine.forms import Asked, Between, branch
from engine.games.burning_wheel.calculators.money.fields import stakes_of
from engine.games.burning_wheel.dice import Pool, Shade, Throw, ob
from engine.games.burning_wheel.fall import throw
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.tax import Payment
from engine.session import Dice

MOST_ASKED = 20
ASKED = Between(1, MOST_ASKED)
MORE_DICE = Between(0, 20)
OtherDice = Annotated[int, MORE_DICE, Asked("Other dice to pay with", quick=(0, 1, 2, 3))]
B4 = Ability(Shade.BLACK, 4)


@branch("Pay: roll Resources")
class RollResources:
    """The buyer commits, and Resources are rolled here."""

    rolls: ClassVar[bool] = True


@branch("Pay: rolled at the table")
class ResourcesRolled:
    """The buyer committed, and Resources were rolled at the table."""

    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2


def pool_of(resources: Ability, taxed: int, bonus: int) -> Pool:
    """The dice that pay. Raises `Unusable` where more is taxed than there is."""
    stakes_of(resources, taxed)
    return resources.pool(bonus - taxed)


def ways_to_pay(pool: Pool) -> tuple[object, ...]:
    """The ways to roll Resources, if there are any."""
    return (RollResources, ResourcesRolled(min(2, pool.dice))) if pool.dice else ()


def throw_of(move: RollResources | ResourcesRolled, words: str, dice: Dice) -> Throw:
    """The successes of Resources that are rolled here, or that a move brings from the table."""
    return throw(dice, words, move.successes if isinstance(move, ResourcesRolled) else None)


def paid_words(who: str, payment: Payment) -> str:
    """What a payment came to, in a line."""
    counted = wording.count(payment.successes, "success", "successes")
    said = f"{who}: {payment.dice}D against {ob(payment.obstacle)}, {counted}."
    if payment.passed:
        return f"{said} Bought."
    return f"{said} Not bought, and {wording.count(payment.due, 'die', 'dice')} of Tax are due."
