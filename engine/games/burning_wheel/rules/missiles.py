"""Bows, crossbows and guns: what they do, at which range, with which head, and how long a shot takes.

The tables are WPN-37 to WPN-39; obstacles WPN-12 and WPN-18; actions WPN-23. Guns misfire in `firearms`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.shots import EXTREME, Bands, Shot, shifted
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked


class Band(Option):
    """How far away the target is, with the base obstacle of a shot at it in the open. Source: WPN-12, WPN-18."""

    CLOSE = "close", "in Fight!", 1
    OPTIMAL = "optimal", "optimal", 2
    EXTREME = "extreme", "extreme", 3


class Cover(Option):
    """What the target has around it in Range and Cover, with what that adds. Source: WPN-18."""

    OPEN = "open", "open", 0
    REASONABLE = "reasonable", "reasonable cover", 1
    HEAVY = "heavy", "heavy cover", 2


class Kind(Option):
    """What looses the shot. Source: WPN-15, WPN-37."""

    BOW = "bow", "Bow"
    CROSSBOW = "crossbow", "Crossbow"
    GUN = "gun", "Gun"


@dataclass(frozen=True, slots=True)
class Reach:
    """How far it goes: dice for positioning at optimal and extreme range, and paces at most. Source: WPN-38, WPN-41."""

    optimal: int
    extreme: int
    paces: int

    def dice(self, band: Band) -> int:
        """Dice that it gives to positioning in Range and Cover; none in Fight!."""
        return {Band.CLOSE: 0, Band.OPTIMAL: self.optimal, Band.EXTREME: self.extreme}[band]


@dataclass(frozen=True, slots=True)
class Penetration:
    """Versus Armor at each range; only guns differ. Source: WPN-22, WPN-37."""

    close: int
    optimal: int
    extreme: int

    def at(self, band: Band) -> int:
        """The VA at a range."""
        return {Band.CLOSE: self.close, Band.OPTIMAL: self.optimal, Band.EXTREME: self.extreme}[band]

    def plus(self, more: int) -> "Penetration":
        """The same with a head's VA, never below 0. Source: WPN-39."""
        return Penetration(*(max(0, self.at(band) + more) for band in Band))


@dataclass(frozen=True, slots=True)
class Missile:
    """A row of the table. Its damage is its own: the shooter's Power never counts. Source: WPN-14, WPN-37, WPN-38.

    `prepare` are the actions of nocking or reloading, `ready` those of drawing or acquiring. `mark` and `note` say
    where the row is more than a copy of the book's.
    """

    key: str
    name: str
    kind: Kind
    bands: Bands
    damage: Damage
    va: Penetration
    prepare: int
    ready: int
    reach: Reach
    mark: Mark | None
    note: str

    @property
    def printed(self) -> int:
        """The actions that the table prints: all but the release. Source: WPN-23."""
        return self.prepare + self.ready


@dataclass(frozen=True, slots=True)
class Head:
    """What a head changes: all three stages, VA, the Die of Fate, the obstacle, the farthest paces. Source: WPN-39."""

    key: str
    name: str
    kind: Kind
    damage: int
    va: int
    fate: int
    obstacle: int
    paces: int
    note: str


def _missile(row: Mapping[str, Any]) -> Missile:
    return Missile(
        row["key"],
        row["name"],
        Kind.of(row["kind"]),
        Bands(*row["bands"]),
        Damage(*(Coordinate.parse(place) for place in row["damage"])),
        Penetration(*row["va"]),
        row["prepare"],
        row["ready"],
        Reach(row["dice"][0], row["dice"][1], row["paces"]),
        Mark(row["mark"]) if row["mark"] else None,
        row["note"],
    )


def _head(row: Mapping[str, Any]) -> Head:
    return Head(**{**row, "kind": Kind.of(row["kind"])})


_COLUMNS = ("key", "name", "kind", "bands", "damage", "va", "prepare", "ready", "dice", "paces", "mark", "note")
MISSILES: Mapping[str, Missile] = {
    missile.key: missile for missile in tables.rows(__file__, "missiles.toml", "missile", _COLUMNS, _missile)
}
HEADS: Mapping[str, Head] = {
    head.key: head for head in tables.rows(__file__, "missiles.toml", "head", tuple(Head.__dataclass_fields__), _head)
}
CROSSBOW = "crossbow"
CROSSBOW_SAMPLE = Coordinate.parse("B5")
"""The Incidental of the sample crossbow, where the table has B4. Source: WPN-37."""
PISTOL = "pistol"
PISTOL_ELSEWHERE = 2
"""The pistol's dice at optimal range in the other table of ranges. Source: WPN-38."""
HEAVY_CROSSBOW = "heavy-crossbow"


def fits(head: Head, missile: Missile) -> bool:
    """Whether a head goes on what this weapon shoots: arrows from bows, bolts from crossbows. Source: WPN-39."""
    return head.kind is missile.kind


def headed(missile: Missile, head: Head | None, *, categories: int = 1) -> Missile:
    """The weapon with a head on what it shoots; with None as the table has it.

    Paces that a head takes off count once, or twice (`categories`) where optimal and extreme range both shrink.
    Raises `Refused` where the head does not fit. Source: WPN-39.
    """
    if head is None:
        return missile
    if not fits(head, missile):
        what = {Kind.BOW: "an arrow", Kind.CROSSBOW: "a bolt"}[head.kind]
        raise Refused(f"The {head.name.lower()} is the head of {what}; it does not go with the {missile.name.lower()}.")
    return replace(
        missile,
        damage=shifted(missile.damage, head.damage),
        va=missile.va.plus(head.va),
        reach=replace(missile.reach, paces=missile.reach.paces + head.paces * categories),
    )


def shot(missile: Missile, band: Band, head: Head | None = None) -> Shot:
    """What hits someone at a range, with what range and head do to VA and the Die of Fate.

    Raises `Refused` where the head does not fit. Source: WPN-16, WPN-22, WPN-37, WPN-39.
    """
    with_head = headed(missile, head)
    lines = []
    if head and head.fate:
        lines.append(Line(head.fate, head.name, "WPN-39"))
    if band is Band.EXTREME:
        lines.append(EXTREME)
    name = f"{missile.name}, {head.name.lower()}" if head else missile.name
    added = head.obstacle if head else 0
    return Shot(name, with_head.damage, missile.bands, with_head.va.at(band), Worked(tuple(lines)), added)


class Hampered(Option):
    """What makes a shot or a throw in Fight! harder. Source: WPN-12, from the list of the Fight! chapter."""

    MAINTAINING = "maintaining", "you Maintain", 1
    MOVING = "moving", "you Close or Withdraw", 2
    MOVING_TARGET = "moving-target", "they Close or Withdraw", 1
    AVOIDING = "avoiding", "they Avoid", 1
    SMALLER = "smaller", "smaller than a man", 1
    LOAF = "loaf", "smaller than a loaf", 2
    MOUSE = "mouse", "as small as a mouse", 3
    CRAMPED = "cramped", "cramped or held", 1
    ONE_HANDED = "one-handed", "crossbow or pistol in one hand", 2
    BEHIND = "behind", "behind cover", 2
    HIDDEN = "hidden", "all hidden: a guess", 3
    DIM = "dim", "dim light", 1
    HAZE = "haze", "smoke or haze", 2
    DARK = "dark", "near darkness, thick smoke", 3


RIVALS = (
    frozenset({Hampered.MAINTAINING, Hampered.MOVING}),
    frozenset({Hampered.SMALLER, Hampered.LOAF, Hampered.MOUSE}),
    frozenset({Hampered.BEHIND, Hampered.HIDDEN}),
    frozenset({Hampered.DIM, Hampered.HAZE, Hampered.DARK}),
)
"""Rows that name one and the same thing, of which only the hardest counts."""
SNAPSHOT = Line(2, "Snapshot: no target acquired", "WPN-12")


def obstacle(
    band: Band,
    *,
    cover: Cover = Cover.OPEN,
    hampered: Collection[Hampered] = (),
    snapshot: bool = False,
    head: int = 0,
    other: int = 0,
) -> Worked:
    """What a shot has to reach, line by line.

    In Fight! range and cover of Range and Cover count for nothing, at a distance movement and snapshots do not: they
    are in its base. `other` are weather, light, wounds and whatever else the table sees. Source: WPN-12, WPN-18.
    """
    rule = "WPN-12" if band is Band.CLOSE else "WPN-18"
    where = "A shot in Fight!" if band is Band.CLOSE else f"{band.words.capitalize()} range"
    lines = [Line(band.amount or 0, where, rule)]
    if band is Band.CLOSE:
        lines += [SNAPSHOT] if snapshot else []
        lines += hampering(hampered)
    elif cover is not Cover.OPEN:
        lines.append(Line(cover.amount or 0, cover.words.capitalize(), rule))
    if head:
        lines.append(Line(head, "Head of the shot", "WPN-39"))
    if other:
        lines.append(Line(other, "Something else", rule))
    return Worked(tuple(lines))


def hampering(hampered: Collection[Hampered]) -> list[Line]:
    """The lines of what makes it harder; of rows that name one thing the hardest alone. Source: WPN-12."""
    return [
        Line(one.amount or 0, f"{one.words[:1].upper()}{one.words[1:]}", "WPN-12")
        for one in Hampered
        if one in hampered
        and not any(
            (other.amount or 0) > (one.amount or 0)
            for rivals in RIVALS
            if one in rivals
            for other in rivals & set(hampered)
        )
    ]


class Readiness(Option):
    """How far a shot is prepared when the count begins. Source: WPN-23."""

    EMPTY = "empty", "nothing is ready"
    LOADED = "loaded", "loaded, or nocked"
    DRAWN = "drawn", "drawn and acquired"


RELEASE = 1
STEPS: Mapping[Kind, tuple[str, str]] = {
    Kind.BOW: ("Nock", "Draw, which acquires"),
    Kind.CROSSBOW: ("Reload", "Acquire the target"),
    Kind.GUN: ("Reload", "Acquire the target"),
}


def actions(missile: Missile, ready: Readiness = Readiness.EMPTY, *, snapshot: bool = False, aiming: int = 0) -> Worked:
    """The actions to and with the release, step by step; a snapshot saves one, each action of aiming costs one.

    Source: WPN-23.

    >>> actions(MISSILES["hunting-bow"]).total, actions(MISSILES["crossbow"], Readiness.LOADED).total
    (6, 2)
    """
    prepare, draw = STEPS[missile.kind]
    lines = []
    if ready is Readiness.EMPTY:
        lines.append(Line(missile.prepare, prepare, "WPN-23"))
    if ready is not Readiness.DRAWN:
        lines.append(Line(missile.ready, draw, "WPN-23"))
        lines += [Line(-1, "Snapshot", "WPN-23")] if snapshot else []
    lines += [Line(aiming, "Aim", "WPN-23")] if aiming else []
    return Worked((*lines, Line(RELEASE, "Release", "WPN-23")))
