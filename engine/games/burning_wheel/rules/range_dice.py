"""Range and Cover: how far away someone is, the dice a weapon gives for it, and reloading (RNC-02, 05, 06, 39, 40).

Nobody counts paces: each side has a `Category` of its own, with its own weapon. The weapons are those of the chapter of
weapons; nothing about them is written down here a second time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.games.burning_wheel.rules import bombs, missiles, thrown
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, Penetration, Reach
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.option import Option
from engine.working import Line, Mark


class Category(Option):
    """How far away the enemy is for someone's own weapon, the farthest first. Source: RNC-02."""

    OUT = "out", "out of range"
    EXTREME = "extreme", "extreme range"
    OPTIMAL = "optimal", "optimal range"
    TOO_CLOSE = "too-close", "too close to shoot"

    @property
    def band(self) -> Band | None:
        """The band of a shot from here, or None where Range and Cover allows none."""
        return {Category.EXTREME: Band.EXTREME, Category.OPTIMAL: Band.OPTIMAL}.get(self)

    @property
    def shoots(self) -> bool:
        """Whether a shot can be loosed from here in Range and Cover."""
        return self.band is not None


class Kind(Option):
    """What a weapon is, as far as positioning tells it apart. Source: RNC-05, RNC-06."""

    BOW = "bow", "Bow"
    CROSSBOW = "crossbow", "Crossbow"
    GUN = "gun", "Gun"
    THROWN = "thrown", "Thrown"
    BOMB = "bomb", "Bomb"

    @property
    def slow(self) -> bool:
        """Whether it has to be reloaded for a volley once it has been shot. Source: RNC-06."""
        return self in (Kind.CROSSBOW, Kind.GUN)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon in Range and Cover: its dice and farthest paces, and its VA, which is 0 to 8. Source: RNC-05."""

    key: str
    name: str
    kind: Kind
    reach: Reach
    va: Penetration


BOMB_VA = Penetration(*(bombs.shot(near).va for near in (bombs.Near.OPTIMAL, bombs.Near.OPTIMAL, bombs.Near.EXTREME)))
WEAPONS: Mapping[str, Weapon] = {
    **{key: Weapon(key, row.name, Kind.of(row.kind.value), row.reach, row.va) for key, row in MISSILES.items()},
    **{
        key: Weapon(key, row.name, Kind.THROWN, row.reach, Penetration(row.va, row.va, row.va))
        for key, row in THROWN.items()
    },
    "bomb": Weapon("bomb", bombs.NAME, Kind.BOMB, bombs.REACH, BOMB_VA),
}
"""Every weapon of the chapter of weapons that is shot or thrown, as the tables print it. Source: RNC-05, WPN-38, 41."""
KNIFE = thrown.KNIFE
PISTOL = missiles.PISTOL


class Out(Enum):
    """Which dice a weapon gives to someone who is out of its range; the default first. Source: RNC-05."""

    BOTH = "both"
    ALWAYS = "always"
    NONE = "none"


def dice(
    reach: Reach,
    own: Category,
    their: Category | None = None,
    *,
    loaded: bool = True,
    foe: int = 0,
    bomb: bool = False,
    out: Out = Out.BOTH,
) -> Line:
    """The range dice of a positioning test, none in a melee and none from what is not loaded.

    `their` is the enemy's own category, None for an enemy who has nothing to shoot with. Out of range a weapon gives
    its extreme dice where the enemy is out as well (`out` says what else a table may play). `bomb` counts against an
    enemy whose weapon gives `foe` dice. Source: RNC-05, RNC-06, WPN-32.

    >>> dice(WEAPONS["crossbow"].reach, Category.EXTREME).amount
    3
    """
    if not loaded:
        return Line(0, "Not loaded: no range dice", "RNC-06")
    if own is Category.TOO_CLOSE:
        return Line(0, "Too close to shoot: no range dice", "RNC-02")
    if own is Category.OUT:
        given = out is Out.ALWAYS or (out is Out.BOTH and their in (Category.OUT, None))
        amount = reach.extreme if given else 0
        return Line(amount, "Range dice, out of range", "RNC-05", Mark.RULING)
    if bomb:
        return Line(bombs.range_dice(foe), "Bomb", "WPN-32")
    amount = reach.optimal if own is Category.OPTIMAL else reach.extreme
    return Line(amount, f"Range dice, {own.words}", "RNC-05")


def start_dice(reach: Reach, *, optimal: bool = False, foe: int = 0, bomb: bool = False) -> Line:
    """The dice of the test for the starting range: those of extreme range, or of `optimal` range.

    `bomb` counts against an enemy whose weapon gives `foe` dice. Source: RNC-07, WPN-32.
    """
    if bomb:
        return Line(bombs.range_dice(foe), "Bomb", "WPN-32")
    which = Category.OPTIMAL if optimal else Category.EXTREME
    return Line(reach.optimal if optimal else reach.extreme, f"Full range dice: {which.words}", "RNC-07", Mark.RULING)


@dataclass(frozen=True, slots=True)
class Volley:
    """What someone does in a volley, as far as reloading goes."""

    shot: bool = False
    melee: bool = False
    hesitates: bool = False


def loaded_after(kind: Kind, loaded: bool, volley: Volley, *, while_hesitating: bool = False) -> bool:
    """Whether the weapon is loaded when this volley is over.

    A crossbow or gun that was shot takes a whole volley without a shot and out of melee, won or lost; a hesitating
    character reloads only with `while_hesitating`. Bows and what is thrown are always ready. Source: RNC-06.
    """
    if not kind.slow:
        return True
    if loaded:
        return not volley.shot
    return not volley.melee and (while_hesitating or not volley.hesitates)


def readiness(kind: Kind, volleys: Sequence[Volley], *, while_hesitating: bool = False) -> tuple[bool, ...]:
    """For each volley, and for the one after them, whether the weapon begins it loaded; at first it is.

    Raises `ValueError` for a shot from what is not loaded. Source: RNC-06.

    >>> readiness(Kind.CROSSBOW, [Volley(shot=True), Volley(), Volley()])
    (True, False, True, True)
    """
    found = [True]
    for number, volley in enumerate(volleys, 1):
        if volley.shot and not found[-1]:
            raise ValueError(f"In volley {number} the weapon is not loaded and cannot be shot.")
        found.append(loaded_after(kind, found[-1], volley, while_hesitating=while_hesitating))
    return tuple(found)


SHORTEST_VOLLEY = 10
LONGEST_VOLLEY = 60
"""Seconds that a volley takes at least and at most. Source: RNC-39."""


def seconds(volleys: int) -> tuple[int, int]:
    """How long so many volleys (0 or more) take, at least and at most. Source: RNC-39."""
    return volleys * SHORTEST_VOLLEY, volleys * LONGEST_VOLLEY


class Ending(Option):
    """How a conflict in Range and Cover ends. Source: RNC-40."""

    ESCAPED = "escaped", "someone got away"
    MELEE = "melee", "on to Fight!"
    FLED = "fled", "the screaming one is out of range"
    LOST = "lost", "the one who swooned is not found"
    BEATEN = "beaten", "one side is down or gives up"


def ending(
    one: Category,
    other: Category,
    *,
    withdrew: bool = False,
    fleeing: bool = False,
    unspotted: bool = False,
    beaten: bool = False,
) -> Ending | None:
    """How it ends with these categories, or None where it goes on; `one` has just moved or tried to.

    `withdrew`: the volley's move was a Withdraw. `fleeing`: it was that of someone who runs screaming, whom `other`'s
    weapon no longer reaches. `unspotted`: a swooner was not found from up close. Source: RNC-40.
    """
    if beaten:
        return Ending.BEATEN
    if Category.TOO_CLOSE in (one, other):
        return Ending.LOST if unspotted else Ending.MELEE
    if fleeing and other is Category.OUT:
        return Ending.FLED
    if withdrew and one is other is Category.OUT:
        return Ending.ESCAPED
    return None
