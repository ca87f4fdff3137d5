"""Striking someone in melee: the obstacle, where the blow lands, and what a defense takes off it (WPN-01, 04 to 07)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.games.burning_wheel.rules import damage
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.location import Location, Target
from engine.option import Option
from engine.working import Line, Mark, Worked

BASE = 1
UNSKILLED = 2
"""What multiplies the base where Agility stands in for a skill. Source: WPN-04."""
FAVORING = 1
"""What favoring a side may add to the obstacles of the one who does. Source: WPN-05."""


class Disadvantage(Option):
    """What makes a Strike harder; all that hold add up. Source: WPN-04."""

    LUNGING = "lunging", "lunging: a step too far away", 1
    MOVING = "moving", "you are Closing or Withdrawing", 1
    GROUND = "ground", "mud, ice, loose stones, water", 1
    RAIN = "rain", "driving rain or snow", 1
    DIM = "dim", "dim light, a lantern", 1
    NARROW = "narrow", "too little room", 1
    CANDLE = "candle", "candlelight, heavy rain", 2
    DARK = "dark", "nearly dark", 3
    DOWN = "down", "you are on the ground", 4


class Inside(Option):
    """What a weapon costs on the inside, where long ones are in the way. Source: WPN-04, WPN-36."""

    NO = "no", "not on the inside", 0
    KNIFE = "knife", "knife, dagger, fist", 0
    HILT = "hilt", "hilt, butt or shield", 1
    SMALL_SWORD = "small-sword", "small sword", 2
    SWORD = "sword", "sword, axe, club", 3
    POLE = "pole", "pole weapon, two-handed axe", 4


def obstacle(
    disadvantages: Collection[Disadvantage] = (),
    inside: Inside = Inside.NO,
    *,
    unskilled: bool = False,
    doubled: bool = True,
    favoring: bool = False,
    other: int = 0,
) -> Worked:
    """The obstacle to hit in melee: 1, and every disadvantage on top.

    `unskilled` is a Strike with Agility: its base is doubled, the rest is not, unless `doubled` is off. `favoring` is
    a posture that the GM finds harmful to the attacker. `other` may be below 0; the obstacle is not. Source: WPN-04.
    """
    lines = [Line(BASE, "A Strike", "WPN-04")]
    if unskilled and doubled:
        lines.append(
            Line(BASE * (UNSKILLED - 1), "Agility in place of a skill: the base doubles", "WPN-04", Mark.RULING)
        )
    lines += [
        Line(one.amount or 0, one.words[:1].upper() + one.words[1:], "WPN-04")
        for one in Disadvantage
        if one in disadvantages
    ]
    if inside is not Inside.NO:
        lines.append(Line(inside.amount or 0, f"On the inside: {inside.words}", "WPN-04"))
    if favoring:
        lines.append(Line(FAVORING, "You favor a side", "WPN-05"))
    if other:
        lines.append(Line(max(other, -sum(line.amount for line in lines)), "Something else", "WPN-04"))
    return Worked(tuple(lines))


Spot = Target | Location
"""A part of the body: one of four, or one of six where someone favors a side. Source: WPN-05."""


def target_of(spot: Spot) -> Target:
    """Which of the four parts it belongs to."""
    if isinstance(spot, Target):
        return spot
    return next(target for target in Target if spot in target.locations)


def within(spot: Spot) -> tuple[Location, ...]:
    """What armor may cover there: one location, or two limbs where nobody favors a side. Source: WPN-05, ARM-01."""
    return spot.locations if isinstance(spot, Target) else (spot,)


def may_offer(spot: Spot, *, from_horseback: bool = False) -> bool:
    """Whether someone may offer this part to the attacker; on foot nobody offers the legs to a rider. Source: WPN-05.

    >>> may_offer(Target.LEGS), may_offer(Target.LEGS, from_horseback=True)
    (True, False)
    """
    return not (from_horseback and target_of(spot) is Target.LEGS)


OTHER_LIMB = {Target.ARMS: 2, Target.LEGS: 1}
"""Successes from one limb to its fellow, where someone favors a side. Source: WPN-05, WPN-06."""
ENDS = frozenset({Target.HEAD, Target.LEGS})
END_TO_END = 2
"""Successes between head and legs. Source: WPN-06."""
MOVED = 1
"""Successes for any other move from torso or arms. Source: WPN-06."""


def aim_cost(offered: Spot, wanted: Spot, *, adjacent: int = MOVED) -> int:
    """The successes over the obstacle that move a blow from what is `offered` to what is `wanted`, 0 to 2.

    `adjacent` is the price that the book leaves out: from head or legs to torso or arms. Source: WPN-05, WPN-06.

    >>> aim_cost(Target.TORSO, Target.HEAD), aim_cost(Target.LEGS, Target.HEAD)
    (1, 2)
    >>> aim_cost(Location.LEFT_ARM, Location.RIGHT_ARM)
    2
    """
    start, end = target_of(offered), target_of(wanted)
    if start is end:
        same = offered is wanted or isinstance(offered, Target) or isinstance(wanted, Target)
        return 0 if same else OTHER_LIMB[start]
    if start not in ENDS:
        return MOVED
    return END_TO_END if end in ENDS else adjacent


def unpriced(offered: Spot, wanted: Spot) -> bool:
    """Whether the book gives no price for this move. Source: WPN-06."""
    start, end = target_of(offered), target_of(wanted)
    return start in ENDS and end not in ENDS


class Strips(Option):
    """What a defense takes first from a blow that was aimed. Source: WPN-07."""

    AIM = "aim", "the aim"
    DAMAGE = "damage", "the damage"


@dataclass(frozen=True, slots=True)
class Landed:
    """What became of a blow: its stage, where it lands, and how its successes over the obstacle were left.

    `aimed` says whether it lands where the attacker wanted it. `aim` and `harm` are the successes left for either;
    what is left of a move that is no longer paid in full helps nothing. A miss has no `spot`.
    """

    stage: Stage
    spot: Spot | None
    aimed: bool
    aim: int
    harm: int
    margin: int

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.stage is not Stage.MISS


@dataclass(frozen=True, slots=True)
class Aim:
    """How a blow is aimed: what was offered, what is wanted, and what a table says of the price. Source: WPN-06, 07.

    `head` is what a head costs at least: more on a mounted rider (RID-22). `price` is what the move costs where it is
    none between parts of one body.

    `adjacent` as for `aim_cost`; `strips` is what a defense takes first; `late` lets the attacker aim with what a
    defense has left, where the book has him choose before it.
    """

    offered: Spot = Target.TORSO
    wanted: Spot = Target.TORSO
    adjacent: int = MOVED
    strips: Strips = Strips.AIM
    late: bool = False
    head: int = MOVED
    price: int | None = None

    @property
    def cost(self) -> int:
        """Successes over the obstacle that the move takes."""
        if self.price is not None:
            return self.price
        found = aim_cost(self.offered, self.wanted, adjacent=self.adjacent)
        return max(found, self.head) if found and target_of(self.wanted) is Target.HEAD else found

    def paid(self, extra: int) -> int:
        """What of so many successes over the obstacle goes into the aim: its whole cost, or nothing."""
        return self.cost if extra >= self.cost else 0

    def land(self, successes: int, obstacle: int, add: int, defense: int = 0) -> Landed:
        """What becomes of so many successes against an obstacle (both 0 or more) and a defense's successes.

        Who cannot pay for the whole move puts all into damage. Source: WPN-01, WPN-06, WPN-07, WPN-09.

        >>> aim = Aim(Target.TORSO, Target.LEGS)
        >>> aim.land(2, 1, 2, defense=1).spot.words, aim.land(2, 1, 2).spot.words
        ('Torso', 'Legs')
        """
        margin = successes - defense - obstacle
        if margin < 0:
            return Landed(Stage.MISS, None, False, 0, 0, margin)
        spent = self.paid(margin if self.late else successes - obstacle)
        aim, harm = self._left(spent, margin, defense)
        moved = self.cost <= aim
        return Landed(damage.stage(harm, add), self.wanted if moved else self.offered, moved, aim, harm, margin)

    def _left(self, spent: int, margin: int, defense: int) -> tuple[int, int]:
        """The successes left for aim and damage out of those that are over the obstacle still."""
        if self.late:
            return spent, margin - spent
        if self.strips is Strips.AIM:
            aim = max(0, spent - defense)
            return aim, margin - aim
        aim = min(spent, margin)
        return aim, margin - aim


def moves(offered: Spot, *, sided: bool = False, adjacent: int = MOVED) -> Iterator[tuple[Spot, int]]:
    """Every part that a blow can be moved to from what is offered, and the price; its own costs nothing. WPN-06."""
    for wanted in Location if sided else Target:
        yield wanted, aim_cost(offered, wanted, adjacent=adjacent)
