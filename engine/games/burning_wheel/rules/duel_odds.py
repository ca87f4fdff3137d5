"""What one volley can come to before any dice are rolled: outcomes, halves, what is carried on (DOW-09 to DOW-16).

Every outcome is counted exactly, for the dice of one action against those of another. Sides are numbered 0 and 1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.duel import DEFAULT, Action, Carried, Effect, House, Kind, Part, Split


def dice_lost(effect: Effect) -> int:
    """The dice that a volley takes off a side's body of argument."""
    return effect.lost


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How likely each outcome of a volley is: what it does to the first side and to the second. Source: DOW-15."""

    chances: Mapping[tuple[Effect, Effect], Fraction]

    def mean(self, side: int, measure: Callable[[Effect], int] = dice_lost) -> Fraction:
        """What a side can expect of something that the volley does to it."""
        return sum((chance * measure(effects[side]) for effects, chance in self.chances.items()), Fraction(0))

    def chance(self, holds: Callable[[Effect, Effect], bool]) -> Fraction:
        """How likely an outcome is for which something holds."""
        return sum((chance for effects, chance in self.chances.items() if holds(*effects)), Fraction(0))

    def losses(self, side: int) -> tuple[Fraction, ...]:
        """How likely a side loses each number of dice, from 0 to the most that it can lose."""
        found = [Fraction(0)] * (1 + max(effects[side].lost for effects in self.chances))
        for effects, chance in self.chances.items():
            found[effects[side].lost] += chance
        return tuple(found)


def even(pool: Pool) -> Split:
    """A Rebuttal's pool divided evenly, the odd die to the riposte. Source: DOW-14."""
    return Split(pool.dice // 2, pool.dice - pool.dice // 2)


def outcomes(
    pair: tuple[Action, Action],
    pools: tuple[Pool, Pool],
    house: House = DEFAULT,
    splits: tuple[Split | None, Split | None] = (None, None),
    *,
    wills: tuple[int, int] = (4, 4),
    penalty: int = 0,
) -> Outcomes:
    """How likely each outcome of a pair is, with each side's own dice and Will, the first side at this +Ob.

    A Rebuttal without a split is divided evenly. Raises `Refused` where there are no dice to roll, or a split does not
    add up. Source: DOW-15.

    >>> law = outcomes((Action.POINT, Action.REBUTTAL), (Pool.of(3), Pool.of(4)))
    >>> law.mean(1), law.mean(0)
    (Fraction(23, 32), Fraction(1, 1))
    """
    first, second = (
        duel.rolls_of(
            side,
            pair,
            pools[side],
            split=splits[side] or even(duel.pool_for(pair[side], pools[side])),
            house=house,
        )
        for side in (0, 1)
    )
    return Outcomes(duel.effects_law(pair, (first, second), (wills[1], wills[0]), (penalty, 0), house))


@dataclass(frozen=True, slots=True)
class Division:
    """What a Rebuttal divided one way brings: dice `taken` off its own argument and `dealt` to the other, on average.

    `beaten` is the chance that it loses a whole argument. Source: DOW-14.
    """

    taken: Fraction
    dealt: Fraction
    beaten: Fraction


def divided(
    theirs: Action,
    pools: tuple[Pool, Pool],
    splits: tuple[Split, Split | None],
    argument: int,
    house: House = DEFAULT,
    penalty: int = 0,
) -> Division:
    """What a Rebuttal brings against `theirs`, divided by the first of the `splits`, with so much `argument` to lose.

    It rolls at a +Ob of `penalty`; a Rebuttal of theirs without a split is divided evenly. Source: DOW-14, DOW-16.
    """
    pair = (Action.REBUTTAL, theirs)
    rolls = (
        duel.rolls_of(0, pair, pools[0], split=splits[0], house=house),
        duel.rolls_of(1, pair, pools[1], split=splits[1] or even(pools[1]), house=house),
    )

    def law(mine: Part | None, its: Part | None) -> Outcomes:
        """The outcomes without one half of each side."""
        heard = tuple(
            tuple(roll for roll in of_one if roll.part is not part)
            for of_one, part in zip(rolls, (mine, its), strict=True)
        )
        return Outcomes(duel.effects_law(pair, (heard[0], heard[1]), (0, 0), (penalty, 0), house))

    if theirs is Action.OBFUSCATE:
        lost = struck = law(None, None)
    else:
        # Only against Obfuscate do both halves count together; elsewhere each side's loss rests on one half of each.
        lost, struck = law(Part.RIPOSTE, Part.DEFENSE), law(Part.DEFENSE, Part.RIPOSTE)
    falls = lost.chance(lambda effect, _: effect.lost >= argument)
    return Division(lost.mean(0), struck.mean(1), falls)


@dataclass(frozen=True, slots=True)
class Dismissal:
    """How a Dismiss may go: it `wins` at once, one argument at least is used up (`over`), or it `costs` a volley.

    Source: DOW-10.
    """

    wins: Fraction
    over: Fraction
    costs: Fraction


def dismissal(law: Outcomes, own: int, argument: int) -> Dismissal:
    """How a Dismiss of the first side may go, its `own` dice of argument against theirs. Source: DOW-10, DOW-18."""
    return Dismissal(
        law.chance(lambda effect, struck: struck.lost >= argument and effect.lost < own),
        law.chance(lambda effect, struck: struck.lost >= argument or effect.lost >= own),
        law.chance(lambda effect, struck: effect.rebuked and struck.lost < argument and effect.lost < own),
    )


@dataclass(frozen=True, slots=True)
class Burden:
    """What becomes of all that a side carries into a volley.

    `does` is what it does there, `needs` what that rolls, `dice` with how many, and `penalty` the +Ob of it; `after` is
    what it takes into the next volley if nothing new comes. Source: DOW-16.
    """

    does: Action
    needs: Kind
    dice: int
    penalty: int
    after: Carried


def burden(
    action: Action, theirs: Action, own: Pool, carried: Carried, house: House = DEFAULT, *, penalty: int = 0
) -> Burden:
    """What becomes of what a side carries that scripted `action` with its `own` dice, `penalty` the +Ob of wounds.

    Source: DOW-10, DOW-16.
    """
    does = Action.HESITATE if carried.hesitates else action
    needs = duel.kind(does, theirs, house)
    dice = duel.pool_for(action, own, carried).dice if needs.rolls else 0
    after = duel.carried_after(carried, Effect(), needs.rolls, (int(does is Action.DISMISS), 0), house)
    return Burden(does, needs, dice, carried.obstacle + penalty, after)
