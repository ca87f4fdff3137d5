"""What may be done at a fighting distance, and what it costs (FGT-16, FGT-17), and what moving costs (FGT-21)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_attacks import FAR
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning
from engine.games.burning_wheel.rules.missiles import Hampered
from engine.games.burning_wheel.rules.striking import Disadvantage, Inside
from engine.games.burning_wheel.rules.weapons import Length, Weapon
from engine.option import Option
from engine.working import Line, Worked


class Handy(Option):
    """How handy something is on the inside, with the Ob that striking with it adds there. Source: FGT-17."""

    POLE = "pole", Inside.POLE.words, Inside.POLE.amount
    BLADE = "blade", Inside.SWORD.words, Inside.SWORD.amount
    SMALL = "small", Inside.SMALL_SWORD.words, Inside.SMALL_SWORD.amount
    HILT = "hilt", Inside.HILT.words, Inside.HILT.amount
    HAND = "hand", Inside.KNIFE.words, Inside.KNIFE.amount

    @property
    def inside(self) -> Inside:
        """The same as a Strike's obstacle is asked for."""
        return next(one for one in Inside if one.words == self.words)


_BY_KEY: Mapping[str, Handy] = {
    "small-sword": Handy.SMALL,
    "poor-axe": Handy.POLE,
    "footmans-axe": Handy.POLE,
    "sweet-axe": Handy.POLE,
    "hilt": Handy.HILT,
    "spiked-pommel": Handy.HILT,
    "weighted-pommel": Handy.HILT,
    "shield": Handy.HILT,
    "beak": Handy.POLE,
    "bow": Handy.POLE,
}
_BY_LENGTH: Mapping[Length, Handy] = {
    Length.LONGEST: Handy.POLE,
    Length.LONGER: Handy.POLE,
    Length.LONG: Handy.BLADE,
    Length.SHORT: Handy.BLADE,
    Length.SHORTEST: Handy.HAND,
    Length.AS_WEAPON: Handy.POLE,
}


def handy(length: Length, row: Weapon | None = None) -> Handy:
    """The class of a weapon: by its row where the book's list goes by more than length, else by its length.

    Hammers and great maces, which the list leaves out, count as clubs. Source: FGT-17.
    """
    return _BY_KEY.get(row.key if row else "", _BY_LENGTH[length])


@dataclass(frozen=True, slots=True)
class House:
    """The readings of what a distance allows; each field's first value is the default.

    `out_bars_weapon`: out of reach there is no Disarm and no Beat and Bind. `out_riposte`: the riposte of a
    Counterstrike lands even there. `out_charge`: one may Charge or Tackle from there. `inside_defense`: a weapon pays
    its Ob on the inside for Block and Counterstrike too. Source: FGT-16, FGT-17.
    """

    out_bars_weapon: bool = False
    out_riposte: bool = False
    out_charge: bool = False
    inside_defense: bool = False


class Part(Option):
    """What a fighter may do to the other, as far as the distance tells them apart. Source: FGT-16."""

    STRIKE = "strike", "Strike, Great Strike"
    FEINT = "feint", "Feint"
    DISARM = "disarm", "Disarm"
    BEAT = "beat-and-bind", "Beat and Bind"
    PUSH = "push", "Push"
    CHARGE = "charge", "Charge, Tackle"
    LOCK = "lock", "Lock"
    THROW = "throw-opponent", "Throw Opponent"
    AVOID = "avoid", "Avoid"
    BLOCK = "block", "Block"
    COUNTER = "counterstrike", "Counterstrike, the defense"
    RIPOSTE = "riposte", "Counterstrike, the riposte"
    SHIELD = "shield", "Block with a shield"
    SHOT = "shot", "Bow, crossbow, throw"
    PISTOL = "pistol", "Pistol"

    @property
    def defends(self) -> bool:
        """Whether it only defends, which lunging distance does not make harder. Source: FGT-16."""
        return self in (Part.AVOID, Part.BLOCK, Part.COUNTER, Part.SHIELD)

    @property
    def strikes(self) -> bool:
        """Whether the weapon strikes, and so pays for the inside. Source: FGT-17."""
        return self in (Part.STRIKE, Part.FEINT, Part.DISARM, Part.BEAT, Part.RIPOSTE)


PARTS: Mapping[Act, Part] = {
    Act.GREAT_STRIKE: Part.STRIKE,
    Act.TACKLE: Part.CHARGE,
    Act.BLOCK_AND_STRIKE: Part.STRIKE,
    **{Act.of(part.value): part for part in Part if part.value in {act.value for act in Act}},
}
"""Which part of the list an action is; a Counterstrike is its defense, a Block and Strike its Strike."""
_BARRED_OUT = frozenset({Part.STRIKE, Part.CHARGE, Part.FEINT, Part.PUSH, Part.LOCK, Part.THROW})
GRIPS: Mapping[Distance, int] = {Distance.LUNGING: 4, Distance.OPTIMAL: 2, Distance.INSIDE: 0}
"""What a Lock or a Throw costs at a distance, in place of anything else. Source: FGT-16, FGT-44."""
LUNGING = Disadvantage.LUNGING.amount or 0
"""What lunging distance costs any other action against the opponent. Source: FGT-16."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Whether a fighter may do it, the Ob that the distance adds (0 or more), and why."""

    part: Part
    barred: bool
    obstacle: int
    why: str
    rule: str = "FGT-16"


def over(at: Places) -> bool:
    """Whether the fight is over for now: both are out of reach of each other. Source: FGT-16."""
    return at == (Distance.OUT, Distance.OUT)


def allowed(part: Part, own: Distance, weapon: Handy, house: House = House(), *, theirs: Distance) -> Allowed:
    """What a fighter with this weapon may do at his own distance, while the other stands at `theirs`.

    Source: FGT-16, FGT-17.

    >>> allowed(Part.STRIKE, Distance.LUNGING, Handy.BLADE, theirs=Distance.OPTIMAL).obstacle
    1
    """
    if over((own, theirs)):
        return Allowed(part, True, 0, "both are out of reach: the fight is over for now")
    if part in (Part.SHOT, Part.PISTOL):
        # What a shot costs is its own; only the inside bars it.
        barred = own is Distance.INSIDE and part is Part.SHOT
        return Allowed(part, barred, 0, "of no use on the inside" if barred else "", "FGT-14")
    if own is Distance.OUT:
        return _out(part, house)
    if part in (Part.LOCK, Part.THROW):
        why = {Distance.LUNGING: "at arm’s length", Distance.OPTIMAL: "a step away"}.get(own, "")
        return Allowed(part, False, GRIPS[own], why, "FGT-16")
    if own is Distance.INSIDE:
        return _inside(part, weapon, house)
    if own is Distance.LUNGING and not part.defends:
        return Allowed(part, False, LUNGING, "lunging distance")
    return Allowed(part, False, 0, "")


def _out(part: Part, house: House) -> Allowed:
    if part in _BARRED_OUT and not (part is Part.CHARGE and house.out_charge):
        return Allowed(part, True, 0, "out of reach")
    if part is Part.CHARGE:
        return Allowed(part, False, FAR, "more than one distance", "FGT-38")
    if part is Part.RIPOSTE and not house.out_riposte:
        return Allowed(part, True, 0, "nothing to hit: out of reach")
    if part in (Part.DISARM, Part.BEAT):
        return Allowed(part, house.out_bars_weapon, 0, "out of reach" if house.out_bars_weapon else "")
    return Allowed(part, False, 0, "")


def _inside(part: Part, weapon: Handy, house: House) -> Allowed:
    if part is Part.SHIELD:
        return Allowed(part, True, 0, "a shield is of no use on the inside", "ARM-35")
    pays = part.strikes or (part in (Part.BLOCK, Part.COUNTER) and house.inside_defense)
    obstacle = (weapon.amount or 0) if pays else 0
    return Allowed(part, False, obstacle, f"{weapon.words} on the inside" if obstacle else "", "FGT-17")


class Doing(Option):
    """What someone does after positioning, as far as movement makes it harder. Source: FGT-21."""

    MELEE = "melee", "a melee action"
    AVOID = "avoid", "an Avoid"
    SHOT = "shot", "a shot or a throw"
    CHARGE = "charge", "the Charge or Tackle itself"
    NATURAL = "natural", "Natural Defenses"


MOVED = Line(Disadvantage.MOVING.amount or 0, "You Close or Withdraw", "FGT-21")
SHOOTS = Line(Hampered.MAINTAINING.amount or 0, "Move and shoot", "FGT-21")
MOVING_TARGET = Line(Hampered.MOVING_TARGET.amount or 0, "They Close or Withdraw", "FGT-21")
AVOIDS = Line(Hampered.AVOIDING.amount or 0, "They Avoid", "FGT-21")
CHARGED = Line(Disadvantage.MOVING.amount or 0, "You Charge, which is a Close", "FGT-21")


def moving(
    mine: Positioning,
    theirs: Positioning,
    doing: Doing,
    *,
    avoids: bool = False,
    charged: bool = False,
    charge_free: bool = False,
) -> Worked:
    """What movement adds to an obstacle, line by line; a test without one loses as many successes (FGT-09).

    `avoids` says that the target of a shot Avoids in this volley. `charged`: the positioning of the volley was a Charge
    or Tackle; with `charge_free` it makes the other actions no harder. Won or lost, what was scripted counts, and who
    stands still pays nothing. Source: FGT-21, FGT-22.

    >>> moving(Positioning.WITHDRAW, Positioning.CLOSE, Doing.SHOT).total
    3
    """
    lines = []
    if doing not in (Doing.CHARGE, Doing.NATURAL):
        if charged and not charge_free:
            lines.append(CHARGED)
        elif mine.moves and not charged:
            lines.append(MOVED)
    if doing is Doing.SHOT:
        lines += [SHOOTS] if mine is not Positioning.STAND else []
        lines += [MOVING_TARGET] if theirs.moves else []
        lines += [AVOIDS] if avoids else []
    return Worked(tuple(lines))
