"""Locks: how hard one is to put on, what it leaves of each stat, and getting out of it (FGT-44, FGT-45)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import eaten, fight_odds
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_reach import GRIPS
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked


def grappling(distance: Distance, other: int = 0, *, rule: str = "FGT-44") -> Worked:
    """What makes a Lock or a Throw harder: the distance, in place of the usual +1 for lunging, and the rest.

    Raises `Refused` out of reach. Source: FGT-44, FGT-48.
    """
    far = GRIPS.get(distance)
    if far is None:
        raise Refused("Out of reach you can neither Lock nor Throw anyone; Close first.")
    lines = [Line(far, f"At {distance.words} distance" if far else "On the inside", rule)]
    if other:
        lines.append(Line(other, "What makes it harder", "FGT-09"))
    return Worked(tuple(lines))


class Held(Option):
    """How someone in a Lock is doing. Source: FGT-44."""

    FREE = "free", "free"
    LOCKED = "locked", "Locked"
    IMMOBILE = "immobilized", "immobilized"


@dataclass(frozen=True, slots=True)
class Body:
    """The physical stats of whoever is held, in dice, wounds already taken off. Each is 0 or more. Source: FGT-44."""

    agility: int
    speed: int
    power: int
    forte: int

    @property
    def named(self) -> Mapping[str, int]:
        """The stats by their names."""
        return {"Agility": self.agility, "Speed": self.speed, "Power": self.power, "Forte": self.forte}

    @property
    def threshold(self) -> int:
        """The Lock that immobilizes: the lowest of the four. Source: FGT-44.

        >>> Body(4, 3, 5, 4).threshold
        3
        """
        return min(self.named.values())

    def held(self, lock: int) -> Held:
        """How someone with this body is doing in such a Lock, 0 or more."""
        if not lock:
            return Held.FREE
        return Held.IMMOBILE if lock >= self.threshold else Held.LOCKED


def left(dice: int, lock: int) -> int:
    """What a Lock leaves of a stat or a skill, never below 0. Attributes lose nothing. Source: FGT-44."""
    return max(0, dice - lock)


def after(lock: int, net: int) -> int:
    """The Lock after another that is won by so much: they add up, and a lost one changes nothing. Source: FGT-44.

    >>> after(1, 2), after(1, -3)
    (3, 1)
    """
    return lock + max(0, net)


def chances(lock: int, attack: Roll, defenses: tuple[Roll, ...]) -> Mapping[int, Fraction]:
    """The exact chance of each Lock after an attempt on someone who is in one of `lock` dice already.

    What resists is always whole Power, and an Avoid comes on top. The chances sum to 1. Source: FGT-44, FGT-34.
    """
    law = fight_odds.margin(attack, defenses)
    return {lock: law.below(1), **{lock + net: law.exactly(net) for net in range(1, law.last + 1)}}


class Way(Option):
    """How someone gets out of a Lock. Source: FGT-45."""

    ESCAPE = "escape", "Escape Lock, Power"
    AVOID = "avoid", "Avoid, Speed"


def escaping(way: Way, power: Pool, speed: Pool, lock: int) -> Pool:
    """The dice to get out of such a Lock: Power always whole, Speed less the Lock. Source: FGT-45."""
    return power if way is Way.ESCAPE else speed.plus(-min(lock, speed.dice))


def better(power: Pool, speed: Pool, lock: int, penalties: tuple[int, int] = (0, 0)) -> Way:
    """Which of the two takes more off the Lock on average, Escape where both do alike; +Ob of each in their order."""
    found = [
        eaten.law(escaping(way, power, speed, lock), penalty).mean for way, penalty in zip(Way, penalties, strict=True)
    ]
    return Way.AVOID if found[1] > found[0] else Way.ESCAPE


@dataclass(frozen=True, slots=True)
class Captive:
    """Whoever is held, with what gets them out.

    `body` says what immobilizes; `power` and `speed` are the dice to escape, the Lock not yet taken off Speed, and
    `penalty` is the +Ob that eats their successes. Source: FGT-44, FGT-45.
    """

    body: Body
    power: Pool
    speed: Pool
    penalty: int = 0

    def loosened(self, lock: int, way: Way) -> Mapping[int, Fraction]:
        """The exact chance of each Lock after one action: every success takes one off, whether or not it is broken.

        Someone immobilized cannot struggle. Source: FGT-45.
        """
        if self.body.held(lock) is not Held.LOCKED:
            return {lock: Fraction(1)}
        law = eaten.law(escaping(way, self.power, self.speed, lock), self.penalty)
        found: dict[int, Fraction] = {}
        for successes, chance in law:
            rest = max(0, lock - successes)
            found[rest] = found.get(rest, Fraction(0)) + chance
        return found


def struggle(captive: Captive, lock: int, ways: Sequence[Way | None]) -> tuple[Mapping[int, Fraction], ...]:
    """The exact chance of each Lock before and after each of several actions; None takes the better way each time.

    The Speed that wriggles grows again as the Lock gets looser, so each action starts from every Lock that the one
    before may have left. Source: FGT-45.
    """
    states: list[Mapping[int, Fraction]] = [{lock: Fraction(1)}]
    for way in ways:
        then: dict[int, Fraction] = {}
        for at, chance in states[-1].items():
            penalties = (captive.penalty, captive.penalty)
            used = way or better(captive.power, captive.speed, at, penalties)
            for rest, share in captive.loosened(at, used).items():
                then[rest] = then.get(rest, Fraction(0)) + chance * share
        states.append(dict(sorted(then.items())))
    return tuple(states)
