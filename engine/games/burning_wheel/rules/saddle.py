"""Fighting from the saddle: what it adds, what a mount does on a word, where blows land, its nerve (RID-11 to 25).

>>> penalty(Training.NONE, Positioning.CLOSE, Doing.MELEE).total, penalty(Training.KNIGHT, Positioning.CLOSE).total
(4, 1)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules import quickness, riding, striking
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.mounts import Breed, Mount
from engine.games.burning_wheel.rules.steel import OF_MOUNTS, Reaction
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

AVOID = 2
"""What a rider's own Avoid costs. Source: RID-11."""
BAREBACK = 2
"""What multiplies the base of a melee maneuver without saddle and stirrups. Source: RID-13."""
FIGHT_MOVE = 1
"""What quick movement costs in Fight!, where a table adds it in the saddle too. Source: FGT-21, RID-12, RID-23."""
LOW = 1
"""A mounted bowman's die against whoever is on foot or low. Source: RID-23."""
REAR = 2
"""The Riding obstacle to stay on a mount that rears or bucks. Source: RID-24."""


class Training(Option):
    """What a rider has learned. Source: RID-10, RID-12, RID-23."""

    NONE = "none", "none"
    KNIGHT = "knight", "Mounted Combat"
    BOWMAN = "bowman", "Mounted Combat, as a bowman"


class Doing(Option):
    """What a rider does, as far as the saddle tells. Source: RID-12, RID-23."""

    MELEE = "melee", "fights hand to hand"
    SHOOT = "shoot", "shoots"
    AVOID = "avoid", "Avoids"
    OTHER = "other", "does something else"

    @property
    def melee(self) -> bool:
        """Whether it is a melee maneuver. Source: RID-10."""
        return self in (Doing.MELEE, Doing.AVOID)


class Stroke(Option):
    """How a weapon is used from the saddle. Source: RID-21."""

    PLAIN = "plain", "a thrust, or anything else"
    STRAIGHT = "straight", "a straight blade, axe or club, brought down"
    CURVED = "curved", "a curved blade: saber, scimitar, katana"
    SPEAR = "spear", "a spear, thrust as you ride past"


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a stroke gains; `closing` only with a Close, `lost` says that the weapon is gone after it. RID-21."""

    dice: int
    power: int
    va: int
    closing: bool
    lost: bool


class Order(Option):
    """What a mount may be told to do, and the +Ob of a horse that does it. Source: RID-14."""

    BITE = "bite", "Bite, kick or claw", 0
    PUSH = "push", "Push", 0
    CHARGE = "charge", "Charge", 0
    AVOID = "avoid", "Avoid", 0
    LOCK = "lock", "Lock", 2
    COUNTERSTRIKE = "counterstrike", "Counterstrike"
    THROW = "throw", "Throw"


ORDERS: Mapping[Act, Order] = {
    Act.STRIKE: Order.BITE,
    Act.PUSH: Order.PUSH,
    Act.CHARGE: Order.CHARGE,
    Act.AVOID: Order.AVOID,
    Act.LOCK: Order.LOCK,
    Act.COUNTERSTRIKE: Order.COUNTERSTRIKE,
    Act.THROW: Order.THROW,
}
"""The order that an action of Fight! is, done by a mount. Source: RID-14."""
NO_HORSE = frozenset({Order.COUNTERSTRIKE, Order.THROW})
"""What a horse cannot do. Source: RID-14."""


def _moving(row: Mapping[str, Any]) -> tuple[tuple[Training, Positioning], Mapping[Doing, int]]:
    does = {Doing.MELEE: row["melee"], Doing.SHOOT: row["shoot"], Doing.AVOID: row["melee"], Doing.OTHER: row["other"]}
    return (Training.of(row["training"]), Positioning.of(row["mount"])), does


def _bonus(row: Mapping[str, Any]) -> tuple[Stroke, Bonus]:
    return Stroke.of(row["stroke"]), Bonus(row["dice"], row["power"], row["va"], row["closing"], row["lost"])


TOML = "saddle.toml"
MOVING: Mapping[tuple[Training, Positioning], Mapping[Doing, int]] = dict(
    tables.rows(__file__, TOML, "moving", ("training", "mount", "melee", "shoot", "other"), _moving)
)
"""The +Ob of a rider by training and by what the mount does. Source: RID-12, RID-23."""
BONUSES: Mapping[Stroke, Bonus] = dict(
    tables.rows(__file__, TOML, "bonus", ("stroke", "dice", "power", "va", "closing", "lost"), _bonus)
)
"""What each kind of blow gains. Source: RID-21."""


def penalty(training: Training, mount: Positioning, doing: Doing = Doing.MELEE, *, adds: bool = False) -> Worked:
    """What the saddle adds to the obstacle of what a rider does, line by line.

    `adds`: what moving costs in Fight! counts besides. Source: RID-10 to RID-12, RID-23.
    """
    bow = training is Training.BOWMAN
    lines = [
        Line(riding.UNTRAINED if training is Training.NONE and doing.melee else 0, "No Mounted Combat", "RID-10"),
        Line(MOVING[training, mount][doing], f"Your mount: {mount.words}", "RID-23" if bow else "RID-12"),
    ]
    if doing is Doing.AVOID:
        lines.append(Line(AVOID, "You duck in the saddle", "RID-11"))
    if adds:
        lines.append(Line(FIGHT_MOVE, "Moving, as on foot", "FGT-21", Mark.RULING))
    return Worked(tuple(lines))


def also_moves(mount: Positioning, doing: Doing, training: Training) -> bool:
    """Whether the cost of movement on foot might count besides: a Close or Withdraw, or a bowman's shot on the move.

    Source: RID-12, RID-23.
    """
    shot = doing is Doing.SHOOT and training is Training.BOWMAN and mount is Positioning.MAINTAIN
    return mount.moves or shot


def bareback(base: int, doing: Doing, *, seated: bool) -> Line:
    """What the lack of saddle and stirrups adds: the base once more, for what is done hand to hand. Source: RID-13."""
    doubles = doing is Doing.MELEE and not seated
    return Line(base * (BAREBACK - 1) if doubles else 0, "No saddle and stirrups: the base doubles", "RID-13")


def bonus(stroke: Stroke, training: Training, mount: Positioning, *, anyone: bool = False) -> Bonus:
    """What a stroke gains; nothing without training, unless `anyone` has it. Source: RID-21, RID-23.

    Raises `Refused` for a spear that is not ridden home.
    """
    found = BONUSES[stroke]
    if found.closing and mount is not Positioning.CLOSE:
        raise Refused(f"A spear is thrust in passing while your mount Closes; here it is to {mount.words}.")
    return found if training is not Training.NONE or anyone else BONUSES[Stroke.PLAIN]


SPEARS = frozenset({"poor-spear", "spear", "superior-spear"})
SWORDS = frozenset({"poor-sword", "small-sword", "sword", "superior-sword"})
NO_SWING = SPEARS | {"bare-fist", "lance", "polearm-thrust", "superior-polearm-thrust"}
"""Rows of the weapons' table that nobody brings down from above: they thrust, or are no weapon. Source: RID-21."""


def fits(stroke: Stroke, weapon: str | None) -> bool:
    """Whether a weapon of the table, by its key, can be used so; one that is not in it can. Source: RID-21.

    >>> fits(Stroke.CURVED, "sword"), fits(Stroke.CURVED, "mace"), fits(Stroke.STRAIGHT, "spear")
    (True, False, False)
    """
    if weapon not in WEAPONS or stroke is Stroke.PLAIN:
        return True
    if stroke is Stroke.STRAIGHT:
        return weapon not in NO_SWING
    return weapon in (SWORDS if stroke is Stroke.CURVED else SPEARS)


def offers(*, on_foot: bool) -> tuple[Target, ...]:
    """What whom you strike from the saddle may offer. Source: RID-22, WPN-05."""
    return tuple(one for one in Target if striking.may_offer(one, from_horseback=on_foot))


# The mount on your word


def told(order: Order, breed: Breed, mount: Positioning) -> Worked:
    """The +Ob of what a mount does on a word. Raises `Refused` for what it cannot do. Source: RID-11, RID-14."""
    if breed is not Breed.HORSE:
        return Worked((Line(0, order.words, "RID-14"),))
    if order in NO_HORSE:
        raise Refused(f"A horse cannot {order.words}; a Great Wolf or a Great Spider can.")
    if order is Order.AVOID and not mount.moves:
        raise Refused(f"A horse Avoids only with a Close or Withdraw; here it is to {mount.words}.")
    return Worked((Line(order.amount or 0, f"{order.words}, by a horse", "RID-14"),))


class Lane(Option):
    """What a mount has scripted when an order comes. Source: RID-16."""

    WAITS = "waits", "Set, waiting for your word"
    SAME = "same", "what you order anyway"
    OTHER = "other", "something else"


ROLLS: Mapping[Order, str] = {
    Order.BITE: "agility",
    Order.PUSH: "power",
    Order.CHARGE: "power",
    Order.AVOID: "speed",
    Order.LOCK: "power",
    Order.COUNTERSTRIKE: "agility",
    Order.THROW: "agility",
}
"""What of its own a mount rolls; Agility stands in for a skill that it lacks. Source: RID-14, FGT-35 to FGT-48."""
NATURAL = ("power", "speed")
"""What a mount defends with in tandem when it has scripted nothing. Source: RID-14, FGT-34."""
BOUND = 1
"""What a Charge adds to Power. Source: FGT-38."""


def act(order: Order, mount: Mount, lost: int = 0) -> Worked:
    """The dice of what a mount does on a word, line by line; `lost` is what its wounds take. Source: RID-14.

    >>> from engine.games.burning_wheel.rules.mounts import MOUNTS
    >>> act(Order.CHARGE, MOUNTS["horse"], 2).total
    5
    """
    own: int = getattr(mount, ROLLS[order]).exponent
    lines = [Line(own, f"Its {ROLLS[order].capitalize()}", "RID-14")]
    lines.append(Line(BOUND if order is Order.CHARGE else 0, "A Charge", "FGT-38"))
    return Worked((*lines, Line(-min(lost, own), "Wounds of the mount", "HUB-18")))


def forfeits(lane: Lane) -> bool:
    """Whether a mount loses the action that it had scripted, as anyone who changes a script. Source: RID-16."""
    return lane is Lane.OTHER


def own_script(breed: Breed) -> bool:
    """Whether it scripts for itself. Source: RID-16."""
    return breed in (Breed.WOLF, Breed.SPIDER)


# Distance


def pace(mount: Mount, reflexes: int, taken: int = 0) -> tuple[int, Fraction]:
    """What a trained rider of so much Reflexes positions with: the better Reflexes and the mount's stride. RID-15.

    Wounds have `taken` so many dice from the mount, and so from its Reflexes. Source: INJ-09.
    """
    return max(reflexes, mount.reflexes.exponent - taken), mount.multiplier.times


def quick(
    mount: Mount, reflexes: int, their_reflexes: int, theirs: Fraction, *, doubled: bool = False, taken: int = 0
) -> tuple[Worked, Worked]:
    """The dice of Reflexes and stride, yours and theirs: the mount's stride, the better Reflexes of the two. RID-15.

    Wounds have `taken` so many dice from the mount.
    """
    best, stride = pace(mount, reflexes, taken)
    mine, others = quickness.dice((best, their_reflexes), (stride, theirs), doubled=doubled, rule="RID-15")
    return mine, others


# Where it lands


class Spot(Option):
    """A place on rider and beast, which are one target. Source: RID-22."""

    RIDER = "rider", "the rider"
    HEAD = "head", "the rider’s head"
    FRONT = "front", "the beast’s head"
    BODY = "body", "the beast’s body"
    BACK = "back", "the beast’s haunches"

    @property
    def beast(self) -> bool:
        """Whether it is the beast's."""
        return self in (Spot.FRONT, Spot.BODY, Spot.BACK)


ACROSS = 1
"""From rider to mount. Source: RID-22."""
FAR = 2
"""To the rider's head, or along the length of the beast. Source: RID-22."""


def moves(offered: Spot, wanted: Spot, *, back: int = ACROSS) -> int:
    """The successes that move a blow on rider and beast; `back` is the price from mount to rider. Source: RID-22.

    >>> moves(Spot.RIDER, Spot.BODY), moves(Spot.RIDER, Spot.HEAD), moves(Spot.FRONT, Spot.BACK)
    (1, 2, 2)
    """
    if offered is wanted:
        return 0
    if wanted is Spot.HEAD:
        return FAR
    if not wanted.beast:
        return back if offered.beast else striking.MOVED
    if not offered.beast:
        return ACROSS
    return FAR if Spot.BODY not in (offered, wanted) else striking.MOVED


def unpriced(offered: Spot, wanted: Spot) -> bool:
    """Whether the book leaves the price out: from the mount to its rider. Source: RID-22."""
    return offered.beast and wanted is Spot.RIDER


# Nerve


class Fright(Option):
    """What a frightened mount does, and the reaction that it is. Source: RID-24, STE-05."""

    BOLT = "bolt", "it bolts"
    SHY = "shy", "it shies"
    REAR = "rear", "it rears or bucks"
    ROLL = "roll", "it rolls"

    @property
    def reaction(self) -> Reaction:
        """The reaction of a failed Steel test."""
        return REACTIONS[self]


REACTIONS: Mapping[Fright, Reaction] = {
    Fright.BOLT: Reaction.RUN,
    Fright.SHY: Reaction.DROOL,
    Fright.REAR: Reaction.DROOL,
    Fright.ROLL: Reaction.PRONE,
}
"""Source: RID-24."""
assert set(REACTIONS.values()) == set(OF_MOUNTS)


def throws(fright: Fright) -> Worked | None:
    """The Riding obstacle to stay on, or None where nothing is tested. Source: RID-24, RID-07."""
    if fright is Fright.REAR:
        return Worked((Line(REAR, "It rears or bucks", "RID-24"),))
    return Worked((Line(riding.STAY_ON, "It rolls", "RID-07"),)) if fright is Fright.ROLL else None
