"""How often a weapon may Strike: fast, slow and unwieldy ones in the actions of an exchange (WPN-10, WPN-36)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.weapons import Speed
from engine.option import Option

MOST_ACTIONS = 36


class Does(Option):
    """What an action is, as far as the speed of a weapon cares. Source: WPN-10."""

    STRIKE = "strike", "Strike"
    GREAT = "great", "Great Strike"
    BLOCK_AND_STRIKE = "block-and-strike", "Block and Strike"
    SET = "set", "Set"
    OTHER = "other", "anything else"

    @property
    def strikes(self) -> bool:
        """Whether it is a Strike of some kind."""
        return self in (Does.STRIKE, Does.GREAT, Does.BLOCK_AND_STRIKE)


class With(Option):
    """What an action is made with; the mount under a rider acts on his word. Source: WPN-10, WPN-36, RID-14."""

    MAIN = "main", "the weapon"
    OFF = "off", "the other hand’s"
    HILT = "hilt", "the hilt"
    MOUNT = "mount", "the mount"


@dataclass(frozen=True, slots=True)
class Act:
    """One action of a script: what it does, with what, and whether an exchange begins with it."""

    does: Does = Does.STRIKE
    using: With = With.MAIN
    begins: bool = False


class Fault(Option):
    """Why an action cannot be made. Source: WPN-10."""

    SLOW = "slow", "a slow weapon needs another action between two Strikes"
    UNREADY = "unready", "an unwieldy weapon needs a Set right before each Strike"
    NO_SET = "no-set", "a Great Strike needs a Set right before it"
    TWO_SETS = "two-sets", "a Great Strike with an unwieldy weapon needs two Sets right before it"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table reads weapon speed; the default is what the book comes closest to. Source: WPN-10, ARM-25.

    `across`: a slow weapon remembers its Strike past the end of an exchange. `half`: Block and Strike counts as a
    Strike.
    """

    across: bool = False
    half: bool = True

    def strikes(self, act: Act) -> bool:
        """Whether this action is a Strike."""
        return act.does.strikes and (self.half or act.does is not Does.BLOCK_AND_STRIKE)


def faults(acts: Sequence[Act], speeds: dict[With, Speed], reading: Reading = Reading()) -> tuple[Fault | None, ...]:
    """For each action why it cannot be made, or None; every action is judged as if those before it were made.

    `speeds` are those of what is held; a hilt is slow. Source: WPN-10, WPN-35, WPN-36.

    >>> sword = {With.MAIN: Speed.SLOW}
    >>> [fault and fault.value for fault in faults([Act(), Act(), Act(using=With.HILT), Act()], sword)]
    [None, 'slow', None, None]
    """
    speeds = {With.HILT: Speed.SLOW, With.OFF: Speed.SLOW, With.MAIN: Speed.SLOW, With.MOUNT: Speed.FAST, **speeds}
    return tuple(_fault(acts, place, speeds[act.using], reading) for place, act in enumerate(acts))


def _fault(acts: Sequence[Act], place: int, speed: Speed, reading: Reading) -> Fault | None:
    act = acts[place]
    if not reading.strikes(act):
        return None
    sets = _sets_before(acts, place)
    if act.does is Does.GREAT and sets < 1 + (speed is Speed.UNWIELDY):
        return Fault.TWO_SETS if speed is Speed.UNWIELDY else Fault.NO_SET
    if speed is Speed.UNWIELDY and not sets:
        return Fault.UNREADY
    if speed is Speed.SLOW and place and (reading.across or not act.begins):
        before = acts[place - 1]
        if reading.strikes(before) and before.using is act.using:
            return Fault.SLOW
    return None


def _sets_before(acts: Sequence[Act], place: int) -> int:
    """How many actions right before it are Sets with the same weapon."""
    sets = 0
    while (
        place > sets and acts[place - sets - 1].does is Does.SET and acts[place - sets - 1].using is acts[place].using
    ):
        sets += 1
    return sets


def most_strikes(speed: Speed, actions: int) -> int:
    """The most Strikes with a weapon of this speed in so many actions of one exchange, 0 or more. Source: WPN-10.

    >>> [most_strikes(speed, 5) for speed in Speed]
    [5, 3, 2]
    """
    if speed is Speed.FAST:
        return actions
    return (actions + 1) // 2 if speed is Speed.SLOW else actions // 2
