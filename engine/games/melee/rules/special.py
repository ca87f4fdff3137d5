"""Special attacks: seven maneuvers, untrained if need be, each with an effect of its own (MEL-21 to MEL-29)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.armor import STRONG, STRONG_VA
from engine.games.burning_wheel.rules.damage import Damage, Stage, ims, over_needed, power, stage
from engine.games.melee.rules import hitting, prone
from engine.games.melee.rules.order import Way
from engine.option import Option
from engine.working import Line, Worked

MOST_STATURE = 3
"""Dice for a difference in stature, at most. Source: MEL-21."""
BY_THREE = 3
BY_TWO = 2
FREE = 1
"""The die that a Tackle has in any case. Source: MEL-29."""
HORNS = 1
ADD = 2
"""What the next stage of a throw, or of a shield as a weapon, costs. Source: MEL-24, MEL-51."""
VA = 1
"""How well a throw goes through armor. Source: MEL-24."""
STRIKE = 1
"""The obstacle against which margin is read that is spent on a strike. Source: MEL-24, MEL-25."""
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""Where a weapon flies that is struck from a hand, by an eight-sided die. Source: MEL-23."""


class Maneuver(Option):
    """The seven special attacks. Source: MEL-21."""

    BEAT_ASIDE = "beat-aside", "Beat Aside"
    DISARM = "disarm", "Disarm"
    THROW = "throw", "Throw or Trip"
    PUSH = "push", "Push or Shield Bash"
    FLANK = "flank", "Flank"
    LOCK = "lock", "Lock"
    TACKLE = "tackle", "Tackle"


class Guarded(Option):
    """What of a weapon's hilt makes a Disarm harder; the two do not add up. Source: MEL-23."""

    NONE = "none", "nothing", 0
    BOW = "knuckle-bow", "a knuckle bow", 1
    GAUNTLET = "locked-gauntlet", "a locked gauntlet", 2


class Surface(Option):
    """What someone is thrown onto, with what it adds to Power. Source: MEL-24."""

    WATER = "water", "water", -3
    MATTING = "matting", "matting", -2
    GRASS = "grass", "grass or dirt", -1
    WOOD = "wood", "wood panels", 0
    METAL = "metal", "sheet metal", 1
    STONE = "stone", "stone", 2
    ROCK = "rock", "jagged rock", 3
    SPIKES = "spikes", "spikes", 4


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: what is tested, and the stat of the target whose half is in the obstacle. Source: MEL-21.

    Without a stat the obstacle is another one; `smaller` is that a lesser stature helps.
    """

    maneuver: Maneuver
    tests: str
    stat: str
    against: str
    bonuses: str
    needs: str
    smaller: bool


def _row(row: Mapping[str, Any]) -> Row:
    return Row(**{**row, "maneuver": Maneuver.of(row["maneuver"])})


ROWS: Mapping[Maneuver, Row] = {
    one.maneuver: one
    for one in tables.rows(__file__, "special.toml", "maneuver", tuple(Row.__dataclass_fields__), _row)
}


def half(stat: int) -> int:
    """Half of a stat, rounded down, as every obstacle here takes it. Source: MEL-21."""
    return stat // 2


def against(
    maneuver: Maneuver,
    stat: int,
    *,
    guarded: Guarded = Guarded.NONE,
    shield: int = 0,
    dodge: int = 0,
    cover: int = 0,
    other: int = 0,
    plain: bool = False,
) -> Worked:
    """The obstacle of a maneuver, line by line.

    `stat` is the target's: Agility, Speed, Perception, Power or Forte by the maneuver, its weapon skill for a Disarm,
    its highest physical stat for a throw. `shield` is the cover of one's own shield, kept in a Lock; `dodge` are the
    target's successes, and `cover` is what it blocks or ducks with, where that counts. With `plain` the obstacle is
    that of any attack on whoever hesitates or is in a Lock, in place of all that is the target's. MEL-21 to MEL-29.

    >>> against(Maneuver.BEAT_ASIDE, 5).total, against(Maneuver.PUSH, 3).total
    (3, 2)
    >>> against(Maneuver.DISARM, 4, guarded=Guarded.GAUNTLET, dodge=2).total
    8
    >>> against(Maneuver.DISARM, 4, guarded=Guarded.GAUNTLET, dodge=2, plain=True).total
    1
    """
    row = ROWS[maneuver]
    lines = [Line(hitting.BASE, "As to hit anyone who cannot ward it off", "MEL-16")] if plain else _own(row, stat)
    if not plain:
        lines.append(Line((guarded.amount or 0) if maneuver is Maneuver.DISARM else 0, _hilt(guarded), "MEL-23"))
        lines += [Line(dodge, "Successes of the dodge", "MEL-12"), Line(cover, "Shield or cover", "MEL-48")]
    lines.append(Line(shield if maneuver is Maneuver.LOCK else 0, "Your own shield", "MEL-50"))
    lines.append(Line(other, "Something else", "MEL-16"))
    return Worked(tuple(line for at, line in enumerate(lines) if line.amount or not at))


def _own(row: Row, stat: int) -> list[Line]:
    """What of the target itself stands against a maneuver."""
    if row.stat:
        return [
            Line(hitting.BASE, "Base", row.against),
            Line(half(stat), f"Half of their {row.stat}, rounded down", row.against),
        ]
    words = "Their weapon skill" if row.maneuver is Maneuver.DISARM else "Their highest physical stat"
    return [Line(stat, words, row.against)]


def _hilt(guarded: Guarded) -> str:
    return f"Their weapon has {guarded.words}"


def unskilled(agility: int) -> int:
    """The obstacle of a Disarm where the target lacks the skill of its weapon: half its Agility, at least 1. MEL-23."""
    return max(1, half(agility))


def stature(own: int, theirs: int, maneuver: Maneuver) -> int:
    """Dice for a difference in stature; in a Flank the lesser helps. Source: MEL-21.

    >>> stature(6, 4, Maneuver.PUSH), stature(2, 7, Maneuver.FLANK), stature(4, 6, Maneuver.LOCK)
    (2, 3, 0)
    """
    ahead = theirs - own if ROWS[maneuver].smaller else own - theirs
    return max(0, min(MOST_STATURE, ahead))


@dataclass(frozen=True, slots=True)
class Edge:
    """What gives a maneuver more dice, each counted only where the maneuver knows it. Source: MEL-21.

    `stature` is by how much one is bigger, below 0 smaller. `shield` is the rating of one's own that pushes. `charge`
    says that one moved first, which lets `stride` tell against `their_stride` in a Tackle. `va` is that of the weapon,
    where shields count against maneuvers.
    """

    stature: int = 0
    two_handed: bool = False
    shield: int = 0
    horns: bool = False
    charge: bool = False
    stride: int = 7
    their_stride: int = 7
    va: int = 0
    help: int = 0
    prone: bool = False
    flanked: bool = False
    beaten: bool = False
    other: int = 0


def dice(maneuver: Maneuver, exponent: int, edge: Edge, wounds: int = 0, *, beyond: int = 0) -> Worked:
    """The dice of a maneuver that tests an ability of this exponent, line by line. Source: MEL-21 to MEL-29.

    `beyond` is by how much Strides have to differ for the first die, as in an attack.

    >>> dice(Maneuver.TACKLE, 4, Edge(horns=True)).total
    6
    >>> dice(Maneuver.PUSH, 4, Edge(shield=3, two_handed=True)).total
    7
    """
    tackle = maneuver is Maneuver.TACKLE
    strides = hitting.ahead(edge.stride - edge.their_stride, beyond) if tackle and edge.charge else 0
    words = "Lesser stature" if ROWS[maneuver].smaller else "Greater stature"
    lines = [
        Line(exponent, "What you test", ROWS[maneuver].against),
        Line(-min(wounds, exponent), "Wounds", "HUB-18"),
        Line(FREE if tackle else 0, "For free", "MEL-29"),
        Line(stature(edge.stature, 0, maneuver), words, "MEL-21"),
        Line(int(edge.two_handed and maneuver is Maneuver.BEAT_ASIDE), "Both hands on the weapon", "MEL-22"),
        Line(edge.shield if maneuver is Maneuver.PUSH else 0, "Dice of your shield", "MEL-25"),
        Line(HORNS if tackle and edge.horns else 0, "Horns", "MEL-29"),
        Line(strides, "Longer Stride", "MEL-29"),
        Line(edge.va, "VA of the weapon", "MEL-49"),
        Line(edge.help, "Help", "MEL-17"),
        Line(prone.EXPOSED if edge.prone else 0, "They are on the ground", "MEL-15"),
        Line(hitting.FLANKED if edge.flanked else 0, "They are flanked", "MEL-26"),
        Line(int(edge.beaten), "After a Beat Aside by 3", "MEL-22"),
        Line(edge.other, "Something else", "MEL-21"),
    ]
    return Worked(tuple(line for at, line in enumerate(lines) if line.amount or not at))


@dataclass(frozen=True, slots=True)
class Effect:
    """What a maneuver does beside the 1 that every success takes off disposition.

    `own` and `target` are moved in the order, immediately where `at_once`. `staggered`: +1 Ob to the target's next
    action. `next_die`: a die for one's own next action. `prone` and `own_prone`: on the ground. `spare` is margin that
    may be spent. Source: MEL-21 to MEL-29.
    """

    success: bool
    own: Way | None = None
    target: Way | None = None
    at_once: bool = False
    staggered: bool = False
    next_die: bool = False
    prone: bool = False
    own_prone: bool = False
    disarmed: bool = False
    flanked: bool = False
    pressure: int = 0
    grapples: bool = False
    spare: int = 0

    @property
    def damage(self) -> int:
        """Disposition that it takes off."""
        return int(self.success)


def effect(maneuver: Maneuver, margin: int) -> Effect:
    """What a maneuver with this margin does, below 0 a failure. Source: MEL-22 to MEL-29.

    >>> effect(Maneuver.BEAT_ASIDE, 2).staggered, effect(Maneuver.TACKLE, 3).own_prone
    (True, False)
    """
    won, two, three = margin >= 0, margin >= BY_TWO, margin >= BY_THREE
    match maneuver:
        case Maneuver.BEAT_ASIDE if won:
            return Effect(won, Way.UP, Way.DOWN, staggered=two, next_die=three)
        case Maneuver.DISARM if won:
            return Effect(won, Way.UP, Way.DOWN, disarmed=True)
        case Maneuver.THROW if won:
            return Effect(won, target=Way.DOWN, prone=True, spare=margin)
        case Maneuver.PUSH if won:
            return Effect(won, target=Way.DOWN if three else None, staggered=True, prone=three, spare=margin)
        case Maneuver.FLANK:
            return Effect(won, Way.DOWN, at_once=True, flanked=won)
        case Maneuver.LOCK:
            if not won:
                return Effect(won, Way.DOWN, at_once=True)
            return Effect(won, target=Way.DOWN, grapples=True, pressure=margin, spare=margin)
        case Maneuver.TACKLE:
            if not won:
                return Effect(won, Way.DOWN, at_once=True)
            return Effect(won, None if three else Way.DOWN, Way.DOWN, prone=True, own_prone=not three)
    return Effect(won)


def force(own: int, surface: Surface, shade: Shade = Shade.BLACK) -> Worked:
    """The Power behind a throw, line by line, never below 0. Source: MEL-24; the `shade` of Power: WPN-03.

    >>> force(3, Surface.WATER).total, force(4, Surface.STONE, Shade.GRAY).total
    (0, 8)
    """
    words = f"Thrown onto {surface.words}"
    return power(own, surface.amount or 0, weapon_words=words, power_shade=shade, least=0)


def thrown(own: int, surface: Surface, shade: Shade = Shade.BLACK) -> Damage:
    """Incidental, Mark and Superb of a throw by someone of this Power. Source: MEL-24.

    >>> found = thrown(4, Surface.STONE)
    >>> [str(place) for place in (found.incidental, found.mark, found.superb)]
    ['B3', 'B6', 'B9']
    """
    return ims(force(own, surface, shade).total)


def bitten(own: int, teeth: int, shade: Shade = Shade.BLACK) -> Damage:
    """Incidental, Mark and Superb of a bite with teeth of this Power, as margin of a Lock buys it. Source: MEL-27."""
    return ims(power(own, teeth, power_shade=shade, least=0).total)


def va(own: int, weapon: int = VA) -> int:
    """The VA of a throw or of a weapon in the hands of someone of this Power exponent. Source: MEL-24, ARM-08."""
    return weapon + (STRONG_VA if own >= STRONG else 0)


def struck(margin: int, *, direct: bool = False) -> Stage:
    """The stage that margin spent on damage reaches: as a Strike at Ob 1, or read off directly. Source: MEL-24, 25.

    >>> [struck(margin).words for margin in (0, 1, 3, 5)]
    ['Miss', 'Incidental', 'Mark', 'Superb']
    >>> [struck(margin, direct=True).words for margin in (0, 2, 4)]
    ['Incidental', 'Mark', 'Superb']
    """
    return stage(margin if direct else margin - STRIKE, ADD)


def margin_for(reached: Stage, *, direct: bool = False) -> int:
    """The margin that such a stage of a strike takes; `reached` is no miss. Source: MEL-24, MEL-25.

    >>> margin_for(Stage.MARK), margin_for(Stage.MARK, direct=True)
    (3, 2)
    """
    return over_needed(reached, ADD) + (0 if direct else STRIKE)
