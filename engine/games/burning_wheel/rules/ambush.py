"""Surprise, and lying in wait: who is caught unawares, and actions that wait for a condition (FGT-62, FGT-63)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain
from engine.games.burning_wheel.rules import steel, versus
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.versus import House, Side
from engine.option import Option
from engine.refused import Refused

SETTING = 1
"""Actions that it takes to set a condition. Source: FGT-63."""


class Sneaks(Option):
    """What the ambusher rolls. Source: FGT-62."""

    STEALTHY = "stealthy", "Stealthy"
    INCONSPICUOUS = "inconspicuous", "Inconspicuous"


class Watch(Option):
    """What the target of an ambush rolls. Source: FGT-62."""

    OBSERVATION = "observation", "Observation"
    PERCEPTION = "perception", "Perception"


def noticed(ambusher: Side, target: Side, house: House = House(), chain: Chain = Chain.CHAIN) -> Fraction:
    """The chance that the target of an ambush notices in time; a tie is theirs. Source: FGT-62."""
    found = versus.chances(ambusher, target, house, chain)
    return found.lose + found.tie


def surprised(sneaked: int, seen: int, *, doubled: bool = False) -> bool:
    """Whether an ambush works, by what +Ob has left of both rolls (0 or more); a tie is the target's.

    With `doubled` the target has to reach twice what the ambusher has. Source: FGT-62.

    >>> surprised(3, 2), surprised(3, 3), surprised(2, 3, doubled=True)
    (True, False, True)
    """
    return sneaked * (2 if doubled else 1) > seen


@dataclass(frozen=True, slots=True)
class Lurk:
    """An ambush that a fight begins with: the side that lies in wait (`by`, 0 or 1), and what both roll.

    `sneak` is the ambusher's Stealthy or Inconspicuous, with so many `more` dice; `look` is what the target has of
    `watch`, which may be open-ended (`opens`), and may have to reach twice the other roll (`doubled`). `harder` is what
    is worse than surprise: obstacle of the Steel test. Source: FGT-62.
    """

    by: int
    sneak: Ability
    look: Ability
    more: int = 0
    watch: Watch = Watch.OBSERVATION
    opens: bool = False
    doubled: bool = False
    harder: int = 0


def head(caught: Fraction, spread: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The chance of losing 0, 1, 2 … actions at the head of the exchange to an ambush.

    `caught` is the chance to be surprised, `spread` what is lost then, as `steel.spread` gives it. Source: FGT-62.
    """
    shares = [caught * chance for chance in spread]
    return (shares[0] + 1 - caught, *shares[1:])


def expected(chances: tuple[Fraction, ...]) -> Fraction:
    """The actions lost on average."""
    return steel.mean(chances)


class Waits(Option):
    """How a wait for a condition ends. Source: FGT-63."""

    SPRUNG = "sprung", "the readied action happens"
    VAIN = "vain", "nothing happens, and the next action is lost"


@dataclass(frozen=True, slots=True)
class Wait:
    """A condition that was set: until which action of the script one stays ready, and how it ends.

    All are numbers of actions in the exchange, from 1 on: `set_on` sets it, `last` is the last one spent waiting,
    `lost` is spent hesitating where the condition never came. Source: FGT-63.
    """

    set_on: int
    last: int
    ends: Waits
    at: int
    lost: int | None = None


def wait(will: int, set_on: int, trigger: int | None) -> Wait:
    """A condition set on action number `set_on` by someone with this Will exponent, met on number `trigger`, or never.

    One waits up to Will actions after the one that sets it. Raises `Refused` for a trigger that comes no later than
    the setting. Source: FGT-63.

    >>> wait(3, 1, 3).ends.value, wait(3, 1, 5).lost
    ('sprung', 5)
    """
    if set_on < 1:
        raise Refused(f"Actions count from 1; this says {set_on}.")
    if trigger is not None and trigger <= set_on:
        raise Refused(f"It takes action {set_on} to set the condition, so it is met on a later one, not on {trigger}.")
    last = set_on + will
    if trigger is not None and trigger <= last:
        return Wait(set_on, last, Waits.SPRUNG, trigger)
    return Wait(set_on, last, Waits.VAIN, last + 1, last + 1)


def what_ifs(volley: int) -> tuple[int, ...]:
    """The volleys of the exchange in which the script of what-ifs is played, after a trigger in `volley` (1 to 3).

    As many of its volleys as the exchange has left, from its first one on. Source: FGT-63.

    >>> what_ifs(2), what_ifs(3)
    ((3,), ())
    """
    if not 1 <= volley <= VOLLEYS:
        raise Refused(f"An exchange has {VOLLEYS} volleys; this says number {volley}.")
    return tuple(range(volley + 1, VOLLEYS + 1))
