"""How Range and Cover runs out: a last arrow, riders at a hill, lost nerve, a volley given up (RNC-32 to RNC-37)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.maneuvers import VOLLEYS, Maneuver, Means, Result, script
from engine.games.burning_wheel.rules.margin import MOST_COVER
from engine.games.burning_wheel.rules.range_dice import Category, Kind
from engine.games.burning_wheel.rules.steel import Reaction
from engine.option import Option
from engine.refused import Refused


class LastShot(Option):
    """The last shot before hand weapons, by what it costs. Source: RNC-33."""

    NONE = "none", "no shot"
    BOUGHT = "bought", "a shot for one success"
    FREE = "free", "a shot for nothing"


@dataclass(frozen=True, slots=True)
class Last:
    """What someone with a missile has left when hand weapons can reach. Source: RNC-33.

    `ready`: whether the missile is ready as the melee begins, None while that hangs on the melee positioning test.
    `dictates`: whether a tie or a win in it lets this one set the distance; else the winner does as usual.
    """

    shot: LastShot
    ready: bool | None
    dictates: bool


def last(result: Result, kind: Kind, *, loaded: bool = True, shoots: bool = True, steel: bool = False) -> Last:
    """What is left after the range test that brought the two together, which ended in `result` for the shooter.

    `loaded`: it can be shot. `shoots`: the shot is taken where there is one. `steel`: the other side used Steel, whose
    shot for nothing there is even for the loser. Source: RNC-21, RNC-33.
    """
    if not loaded:
        shot = LastShot.NONE
    elif result is Result.WIN:
        shot = LastShot.FREE if steel else LastShot.BOUGHT
    else:
        shot = LastShot.FREE if result is Result.TIE or steel else LastShot.NONE
    fired = shoots and shot is not LastShot.NONE
    if result is not Result.LOSE:
        return Last(shot, loaded and not fired, dictates=False)
    # No volley is left to load a crossbow or gun again: a melee test won does not make it ready.
    empty = kind.slow and (fired or not loaded)
    return Last(shot, False if empty else None, dictates=True)


def ready(found: Last, melee: Result) -> bool:
    """Whether the missile is ready once the melee positioning test has ended for the shooter. Source: RNC-33."""
    return melee is not Result.LOSE if found.ready is None else found.ready


def dictates(found: Last, melee: Result) -> bool | None:
    """Whether the shooter sets the starting distance; None where a tie leaves it to Fight!'s own rules. RNC-33."""
    if melee is Result.TIE:
        return True if found.dictates else None
    return melee is Result.WIN


class Mount(Option):
    """Whose legs someone closes with. Source: RNC-35."""

    MOUNT = "mount", "the mount’s Speed"
    OWN = "own", "their own Speed, or Steel"


def legs(reached: Category, *, fixed: bool = True) -> Mount:
    """Whose Speed a rider closes with, by the range that the defenders' weapon has now.

    Against a `fixed` position riders dismount at the defenders' optimal range. Raises `Refused` where hand weapons
    reach. Source: RNC-35.
    """
    if reached is Category.TOO_CLOSE:
        raise Refused("Too close to shoot, the volleys are over: go on in Fight!.")
    return Mount.OWN if fixed and reached is Category.OPTIMAL else Mount.MOUNT


@dataclass(frozen=True, slots=True)
class Lost:
    """What a reaction does at range, for programs; in words it is `steel.BEHAVIORS`. Source: RNC-36.

    `loses`: every positioning test, without a roll. `maneuvers`: it may still withdraw, without range and cover dice.
    `target`: it can be shot. `hides`: one success of Stealthy takes it out of sight. `cover`: dice of it at the end.
    """

    loses: bool
    maneuvers: bool
    target: bool
    hides: bool
    cover: int


def reaction(chosen: Reaction) -> Lost:
    """What a reaction does at range. Raises `Refused` while none is chosen. Source: RNC-36."""
    if chosen is Reaction.OPEN:
        raise Refused("Choose a reaction first: Stand and Drool, Fall Prone, Swoon or Run Screaming.")
    return Lost(
        loses=chosen is not Reaction.RUN,
        maneuvers=chosen is Reaction.RUN,
        target=chosen is not Reaction.SWOON,
        hides=chosen is Reaction.SWOON,
        cover=MOST_COVER if chosen is Reaction.PRONE else 0,
    )


RUNS = (Maneuver.SPEED_WITHDRAW, Maneuver.STEEL_WITHDRAW)
"""What someone who runs screaming may still script. Source: RNC-36."""


def spotting(hidden: int, *, perception: bool, doubled: bool = False) -> int:
    """The obstacle of finding a swooner who rolled `hidden` successes (0 or more) of Stealthy.

    With `doubled` plain Perception faces twice as much. Source: RNC-36.
    """
    return 2 * hidden if perception and doubled else hidden


class Moment(Option):
    """When in an exchange someone wants to change the script. Source: RNC-37."""

    BEFORE = "before", "before the first volley"
    BETWEEN = "between", "after the first, before the second"
    REVEALED = "revealed", "once the second is revealed"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A script whose third volley was given up: the three maneuvers, None where one stands and drools. RNC-37."""

    volleys: tuple[Maneuver, Maneuver, None]


def forfeit(moves: Sequence[Maneuver], second: Maneuver, owned: Sequence[Means], when: Moment) -> Forfeit:
    """The script with another second volley, paid for with the third. Raises `Refused` at any other time. RNC-37."""
    script(moves, owned)
    if when is Moment.BEFORE:
        raise Refused("The first volley has not been played: a script is changed between the first and the second.")
    if when is Moment.REVEALED:
        raise Refused("The second volley is on the table; it can be changed no more.")
    if second is moves[1]:
        raise Refused(f"The second volley is {second.words} already; give the third one up for another.")
    script((moves[0], second, moves[2]), owned)
    return Forfeit((moves[0], second, None))


@dataclass(frozen=True, slots=True)
class Handed:
    """What the rules of Fight! go on from: a step, in words of ours, with its rule. Source: RNC-32."""

    words: str
    rule: str


def _handed(row: Mapping[str, Any]) -> Handed:
    return Handed(row["words"], row["rule"])


HANDOFF: tuple[Handed, ...] = tables.rows(__file__, "range_endings.toml", "step", ("words", "rule"), _handed)
"""What is done when hand weapons can reach, in order. Source: RNC-32."""
LEFT = VOLLEYS - 1
"""Volleys that are really played of a script whose third was given up."""
