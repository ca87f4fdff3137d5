"""A fight settled with one roll: attacker against defender, or two who both want blood (FGT-01 to FGT-03).

Who wants blood divides his skill: so many dice attack, the others defend. What is left of an attack after the other's
defense is its net, and it hurts through the rules on weapons, as `Bloody` says to `blow.odds`.

>>> carl = divided(5, 3)
>>> bandit = divided(4, 3)
>>> clash = Clash(carl, bandit)
>>> clash.settled((1, 1), (3, 1))
(0, 2, <Result.LOSE: 'lose'>)
>>> str(clash.chances.win)
'231/512'
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules.blow import MISSED, Strike, Struck
from engine.games.burning_wheel.rules.versus import Chances, Result, Side
from engine.refused import Refused

MOST_ARMOR_DICE = 2
"""Armor adds an advantage die or two to a defense. Source: FGT-03."""


@dataclass(frozen=True, slots=True)
class Divided:
    """One side of a bloody versus test: its attack, and its defense with the dice that armor adds. Source: FGT-03."""

    attack: Side
    defense: Side


def divided(
    dice: int, attack: int, armor: int = 0, *, penalty: int = 0, shade: Shade = Shade.BLACK, least: int = 0
) -> Divided:
    """A skill of so many `dice`, of which `attack` attack; `armor` (0 to 2) is added to the defense.

    `penalty` (0 or more) is one's own +Ob, which both rolls bear, and `least` the fewest dice of each pool, 0 or 1.
    Raises `Refused` where the dice cannot be divided so. Source: FGT-03.
    """
    if not least <= attack <= dice - least:
        most = dice - least
        if least > most:
            raise Refused(f"Each pool takes a die at least, and there are {dice} in all.")
        raise Refused(f"Of {dice} dice, {least} to {most} can attack; this says {attack}.")
    if not 0 <= armor <= MOST_ARMOR_DICE:
        raise Refused(f"Armor adds a die or two to the defense, or none; this says {armor}.")
    defense = Pool.of(dice - attack + armor, shade)
    return Divided(Side(Pool.of(attack, shade), penalty), Side(defense, penalty))


def left(attack: int, defense: int) -> int:
    """What is left of an attack's successes after those of a defense: 0 or more. Source: FGT-03."""
    return max(0, attack - defense)


def net(attack: Side, defense: Side) -> tuple[Fraction, ...]:
    """The exact chance of each net of an attack, from 0 on; each side's own +Ob takes successes off its roll.

    The dice must not be open-ended: those of weapon skills are not. Source: FGT-02, FGT-03; the +Ob: FGT-09.
    """
    return _net(attack, defense)


@lru_cache(maxsize=1024)
def _net(attack: Side, defense: Side) -> tuple[Fraction, ...]:
    found = [Fraction(0)] * (attack.pool.dice + 1)
    for rolled, chance in successes(attack.pool):
        for against, share in successes(defense.pool):
            found[left(left(rolled, attack.penalty), left(against, defense.penalty))] += chance * share
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two who both want blood: two attacks, each against the other's defense, rolled at once. Source: FGT-03."""

    mine: Divided
    theirs: Divided

    @property
    def my_net(self) -> tuple[Fraction, ...]:
        """The chance of each net of mine."""
        return net(self.mine.attack, self.theirs.defense)

    @property
    def their_net(self) -> tuple[Fraction, ...]:
        """The chance of each net of theirs."""
        return net(self.theirs.attack, self.mine.defense)

    def _pairs(self) -> Iterator[tuple[int, int, Fraction]]:
        """The four rolls have no die in common, so that the two nets know nothing of each other."""
        for own, chance in enumerate(self.my_net):
            for other, share in enumerate(self.their_net):
                yield own, other, chance * share

    @property
    def chances(self) -> Chances:
        """Who wins: the larger net; equal ones are a tie. Source: FGT-03."""
        found = dict.fromkeys((1, 0, -1), Fraction(0))
        for own, other, chance in self._pairs():
            found[(own > other) - (own < other)] += chance
        return Chances(found[1], found[0], found[-1])

    @property
    def both(self) -> Fraction:
        """The chance that each gets through to the other."""
        return (1 - self.my_net[0]) * (1 - self.their_net[0])

    @property
    def neither(self) -> Fraction:
        """The chance that nobody gets through."""
        return self.my_net[0] * self.their_net[0]

    def settled(self, mine: tuple[int, int], theirs: tuple[int, int]) -> tuple[int, int, Result]:
        """Both nets and who wins, from the successes of both attacks and defenses. Source: FGT-03."""
        own = _after(mine[0], theirs[1], self.mine.attack, self.theirs.defense)
        other = _after(theirs[0], mine[1], self.theirs.attack, self.mine.defense)
        result = Result.DEADLOCK if own == other else Result.WIN if own > other else Result.LOSE
        return own, other, result


def _after(rolled: int, against: int, attack: Side, defense: Side) -> int:
    return left(left(rolled, attack.penalty), left(against, defense.penalty))


def best(clashes: dict[int, Clash]) -> int:
    """The division that wins most often more than it loses; of two alike, the one that defends more. Source: FGT-03."""
    return max(clashes, key=lambda attack: (_balance(clashes[attack]), -attack))


def _balance(clash: Clash) -> Fraction:
    found = clash.chances
    return found.win - found.lose


@dataclass(frozen=True, slots=True)
class Bloody(Strike):
    """The attack of a bloody versus test as a blow: it hits only with more successes than the defense.

    `obstacle` is what the net is read against, 1 or 0, with the attacker's own +Ob, which `own` says once more.
    Source: FGT-02, FGT-03, WPN-01.
    """

    own: int = 0

    def landed(self, rolled: int, defense: int = 0) -> Struck:
        """What becomes of so many successes against those of the defense. A tie wards it off."""
        if rolled - self.own <= left(defense, self.penalty):
            return MISSED
        return Strike.landed(self, rolled, defense)
