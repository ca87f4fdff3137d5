"""Exact chances of one roll against several in Fight!: what is left of an attack, and divided dice (FGT-72).

An attack is a `Roll`, and so is each defense: dice, and the +Ob that eats their successes (FGT-09). Everything is
found by adding up all that the dice can show, in whole numbers.

>>> from engine.games.burning_wheel.dice import Pool
>>> strike, avoid = Roll(Pool.parse("B4")), Roll(Pool.parse("B3"), penalty=1)
>>> found = margin(strike, (avoid,), obstacle=1)
>>> str(found.at_least(0))
'49/64'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

from engine.dice import Distribution
from engine.dice.law import multiply
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import eaten
from engine.games.burning_wheel.rules.damage import LANDED, Stage, over_needed


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that do not open, and the +Ob (0 or more) that eats of their successes. Source: FGT-09."""

    pool: Pool
    penalty: int = 0

    @property
    def law(self) -> Distribution:
        """The distribution of the successes that are left."""
        return eaten.law(self.pool, self.penalty)

    def plus(self, dice: int = 0, penalty: int = 0) -> Self:
        """The same with more dice, or with more +Ob."""
        return replace(self, pool=self.pool.plus(dice), penalty=self.penalty + penalty)


@lru_cache(maxsize=512)
def together(rolls: tuple[Roll, ...]) -> Distribution:
    """What several rolls come to, each with its own +Ob eaten: an Avoid and Natural Defenses, say. 0 without any."""
    weights, denominator, mean = [1], 1, Fraction(0)
    for roll in rolls:
        law = roll.law
        weights = multiply(weights, law.weights)
        denominator *= law.denominator
        mean += law.mean
    return Distribution(tuple(weights), denominator, mean)


@lru_cache(maxsize=512)
def margin(attack: Roll, defenses: tuple[Roll, ...] = (), obstacle: int = 0) -> Distribution:
    """What an attack comes to beyond its obstacle and all defenses together, from as low as it can be.

    0 or more is a hit where there is an `obstacle` (Strike, Disarm); without one 1 or more is the effect of a versus
    maneuver, whose +Ob stands in the attack's own `penalty`. Source: FGT-09, FGT-72.
    """
    ours, theirs = attack.law, together(defenses)
    weights = multiply(ours.weights, theirs.weights[::-1])
    mean = ours.mean - theirs.mean - obstacle
    return Distribution(tuple(weights), ours.denominator * theirs.denominator, mean, first=-theirs.last - obstacle)


def hits(attack: Roll, defenses: Sequence[Roll], obstacle: int) -> Fraction:
    """The chance that an attack still reaches its obstacle once the defenses came off it. Source: FGT-08, FGT-47."""
    return margin(attack, tuple(defenses), obstacle).at_least(0)


def foiled(attack: Roll, defenses: Sequence[Roll]) -> Fraction:
    """The chance that nothing is left of a versus maneuver: the defense has as many successes, or more. FGT-34."""
    return margin(attack, tuple(defenses)).below(1)


def stages(attack: Roll, obstacle: int, add: int, defenses: Sequence[Roll] = ()) -> Mapping[Stage, Fraction]:
    """The exact chance of a miss and of each stage of a Strike; `add` is the weapon's, 1 or more.

    Source: FGT-47, WPN-09.
    """
    found = margin(attack, tuple(defenses), obstacle)
    reached = [found.at_least(over_needed(stage, add)) for stage in LANDED]
    beyond = [*reached[1:], Fraction(0)]
    landed = {stage: here - more for stage, here, more in zip(LANDED, reached, beyond, strict=True)}
    return {Stage.MISS: 1 - reached[0], **landed}


@dataclass(frozen=True, slots=True)
class Split:
    """A pool in two halves, and what each half is worth: to be spared, and to hit back. Source: FGT-39, FGT-72 (3)."""

    defending: int
    riposte: int
    struck: Fraction
    hits: Fraction

    @property
    def good(self) -> Fraction:
        """The chance to hit without being hit; the dice of both halves fall apart from each other."""
        return self.hits * (1 - self.struck)


def shares(dice: int) -> tuple[tuple[int, int], ...]:
    """Every way to divide so many dice (1 or more) with one at least in each half, most defense first.

    A single die is all of one half or all of the other. Source: FGT-39.

    >>> shares(3), shares(1)
    (((2, 1), (1, 2)), ((1, 0), (0, 1)))
    """
    if dice == 1:
        return (1, 0), (0, 1)
    return tuple((dice - riposte, riposte) for riposte in range(1, dice))
