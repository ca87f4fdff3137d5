"""Attacking in Fight!: Charge and Tackle, Great Strike, Strike (FGT-38, FGT-43, FGT-47).

Obstacle, damage and where a blow lands are those of `striking`, `damage` and `blow`; what a Fight! adds stands here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.weapons import Speed
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

MOMENTUM = 1
"""The die of any Charge, and the one for a Close in the volley before. Source: FGT-38."""
FAR = 2
"""What a Charge over more than one distance adds. Source: FGT-38."""
STAGGERS, FLOORS = 1, 2
"""Successes over the defense that put someone off balance, and off their feet. Source: FGT-38."""


class Rush(Option):
    """How one runs at someone: on one's feet, or down with them. Source: FGT-38."""

    CHARGE = "charge", "Charge"
    TACKLE = "tackle", "Tackle"


class From(Option):
    """Where a Charge begins, by the distance of one's own weapon; the amount is the way to optimal. Source: FGT-38."""

    OUT = "out", "out of reach", 2
    LUNGING = "lunging", "lunging", 1
    OPTIMAL = "optimal", "optimal", 0
    INSIDE = "inside", "on the inside", 0


class Hits(Option):
    """How a Charge or Tackle ends. Source: FGT-38."""

    FLOORED = "floored", "Knocked down"
    STAGGERED = "staggered", "Off balance"
    STOPPED = "stopped", "Stopped"
    BEATEN = "beaten", "Beaten to it"

    @property
    def works(self) -> bool:
        """Whether it moves them at all."""
        return self in (Hits.FLOORED, Hits.STAGGERED)


@dataclass(frozen=True, slots=True)
class Ends:
    """What an end means for both, and the distance. Source: FGT-38."""

    target: str
    attacker: str
    distance: str


STANDS = "distance unchanged"
LOSES = "your next action is lost"


def ends(rush: Rush, hits: Hits) -> Ends:
    """What an end means: for them, for whoever runs, and for the distance. Source: FGT-38.

    >>> ends(Rush.TACKLE, Hits.FLOORED).attacker
    'you are down too'
    """
    if hits is Hits.BEATEN:
        return Ends("nothing", LOSES, "their positioning counts")
    if hits is Hits.STOPPED:
        return Ends("nothing", LOSES, STANDS)
    floored = hits is Hits.FLOORED
    target = "knocked down" if floored else "+1 Ob on their next action"
    if rush is Rush.CHARGE:
        return Ends(target, "you stand", "optimal")
    return Ends(target, "you are down too" if floored else "you stand", "inside")


def distances(rush: Rush, start: From, *, jump_free: bool = False) -> int:
    """How many distances a Charge or Tackle crosses, 0 to 3; with `jump_free` going inside is none. Source: FGT-38.

    >>> distances(Rush.TACKLE, From.LUNGING), distances(Rush.CHARGE, From.LUNGING)
    (2, 1)
    """
    inward = rush is Rush.TACKLE and start is not From.INSIDE and not jump_free
    return (start.amount or 0) + int(inward)


def rushing(power: int, *, closed: bool = False, bonus: int = 0, weight: int = 0) -> Worked:
    """The dice of a Charge: Power and a die, one for a Close in the volley before, all positioning bonuses. FGT-38."""
    lines = [Line(power, "Power", "FGT-38"), Line(MOMENTUM, "Charge", "FGT-38")]
    if closed:
        lines.append(Line(MOMENTUM, "You Closed in the volley before", "FGT-38"))
    lines += [Line(bonus, "Positioning dice", "FGT-11")] if bonus else []
    lines += [Line(weight, "Advantage", "FGT-64")] if weight else []
    return Worked(tuple(lines))


def far(rush: Rush, start: From, *, from_out: bool = False, jump_free: bool = False) -> Worked:
    """What the way adds to the obstacle: 2 for more than one distance.

    Raises `Refused` for a start out of reach, unless the table allows it (`from_out`). Source: FGT-38.
    """
    if start is From.OUT and not from_out:
        raise Refused(f"Nobody begins a {rush.words} out of reach: Close first, and Charge in the next volley.")
    crossed = distances(rush, start, jump_free=jump_free)
    return Worked((Line(FAR, "More than one distance in the volley", "FGT-38"),) if crossed > 1 else ())


def landed(net: int, over_position: int) -> Hits:
    """How it ends after `net` successes over all defenses, and so many over the positioning roll alone. FGT-38.

    >>> landed(0, 2).value, landed(2, 4).value
    ('stopped', 'floored')
    """
    if net >= FLOORS:
        return Hits.FLOORED
    if net >= STAGGERS:
        return Hits.STAGGERED
    return Hits.BEATEN if over_position < 0 else Hits.STOPPED


def charges(charge: Roll, position: Roll | None, avoid: Roll | None = None) -> Mapping[Hits, Fraction]:
    """The exact chance of each end; they sum to 1. Without a positioning roll only an Avoid defends. Source: FGT-38."""
    stood = (position,) if position else ()
    found = fight_odds.margin(charge, (*stood, *((avoid,) if avoid else ())))
    floored, moved = found.at_least(FLOORS), found.at_least(STAGGERS)
    beaten = fight_odds.margin(charge, stood).below(0)
    return {
        Hits.FLOORED: floored,
        Hits.STAGGERED: moved - floored,
        Hits.STOPPED: 1 - moved - beaten,
        Hits.BEATEN: beaten,
    }


class Clash(Option):
    """How two Charges at each other end. Source: FGT-38."""

    MINE = "mine", "yours goes through"
    TIE = "tie", "both stop"
    THEIRS = "theirs", "theirs goes through"


def clash(mine: Roll, theirs: Roll) -> Mapping[Clash, Fraction]:
    """Charge against Charge: each is the other's defense, and on a tie both lose their next action. Source: FGT-38."""
    found = fight_odds.margin(mine, (theirs,))
    won, not_lost = found.at_least(1), found.at_least(0)
    return {Clash.MINE: won, Clash.TIE: not_lost - won, Clash.THEIRS: 1 - not_lost}


SETS: Mapping[Speed, int] = {Speed.FAST: 1, Speed.SLOW: 1, Speed.UNWIELDY: 2}
"""The Sets right before a Great Strike. Source: FGT-43, WPN-10."""


def great_actions(speed: Speed) -> Worked:
    """The actions of a Great Strike: its Sets, and the blow. Source: FGT-43.

    >>> great_actions(Speed.SLOW).total, great_actions(Speed.UNWIELDY).total
    (2, 3)
    """
    sets = [Line(1, "Set", "FGT-43")]
    if SETS[speed] > 1:
        sets.append(Line(SETS[speed] - 1, "Set for an unwieldy weapon", "FGT-69"))
    return Worked((*sets, Line(1, "Great Strike", "FGT-43")))


def standing(power: int, *, bonus: int = 0, bare: bool = False) -> Worked:
    """The dice of Power in place of positioning against a Charge; `bare` leaves the bonuses out. Source: FGT-34."""
    lines = [Line(power, "Power", "FGT-34")]
    if bonus and not bare:
        lines.append(Line(bonus, "Positioning dice", "FGT-34", Mark.RULING))
    return Worked(tuple(lines))
