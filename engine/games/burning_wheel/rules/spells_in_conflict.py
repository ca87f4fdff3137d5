"""Spells in a conflict: when they are out, what they are worth in position, whose Presence is greater (SOR-38 to 45).

Lengths and length dice are those of `fight_positioning`, range dice those of `range_spells`; here a spell's own facets
say which of them it has.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules import bombs, casting, range_spells
from engine.games.burning_wheel.rules.casting import IN_A_VOLLEY
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.range_spells import FASTER, TOOLS, Cancels, Tool
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.spells import Area, Origin, Unit
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

TABLE = "spells_in_conflict.toml"


@dataclass(frozen=True, slots=True)
class Facets:
    """What positioning asks of a spell; None is what is not known, and then brings nothing. Source: SOR-41, SOR-42."""

    origin: Origin | None = None
    area: Area | None = None
    unit: Unit | None = None

    @property
    def wields(self) -> Wields | None:
        """What it counts as in Fight!; None for one that has no length. Source: SOR-41.

        >>> Facets(Origin.PERSONAL, Area.PRESENCE).wields.value, Facets(Origin.PERSONAL, Area.CASTER).wields
        ('presence', None)
        """
        if self.origin is Origin.SIGHT:
            return Wields.SIGHT
        if self.area is Area.NATURAL:
            return Wields.NATURAL
        # An Area of Presence starts at the caster, or at someone in it: either way it is as long.
        presence = self.origin is Origin.PRESENCE or self.area is Area.PRESENCE
        return Wields.PRESENCE if presence else None

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The rows of range dice that it has: of its Origin, and of its Area; the two Presences are one. SOR-42.

        The list ends with tens of miles, and what is larger counts as these. Raises `Refused` for a Measured Area
        without a unit.

        >>> [one.key for one in Facets(Origin.SIGHT, Area.NATURAL).tools], Facets(Origin.PERSONAL, Area.PRESENCE).tools
        (['sight', 'natural'], ())
        """
        if self.origin is Origin.PRESENCE:
            first = ["presence-area" if self.area is Area.PRESENCE else "presence"]
        else:
            first = ["sight"] if self.origin is Origin.SIGHT else []
        return tuple(TOOLS[key] for key in (*first, *self._second))

    @property
    def _second(self) -> tuple[str, ...]:
        if self.area is Area.NATURAL:
            return ("natural",)
        if self.area is not Area.MEASURED:
            return ()
        if self.unit is None:
            raise Refused("A Measured Area has a unit: say whether it is paces, tens of them, or miles.")
        return (Unit.TEN_MILES.value if self.unit is Unit.HUNDRED_MILES else self.unit.value,)


@dataclass(frozen=True, slots=True)
class AtRange:
    """A spell's range dice, line by line, and what it does to the other side's cover. Source: SOR-42, SOR-43."""

    worked: Worked
    cancels: Cancels

    @property
    def total(self) -> int:
        """The dice."""
        return self.worked.total


_ORDER = tuple(Cancels)


def at_range(
    tools: Sequence[Tool],
    *,
    harder: int = 0,
    against: int = 0,
    faster: bool = False,
    best: bool = False,
    as_bomb: bool = False,
) -> AtRange:
    """What the rows of a spell or a prayer come to together; it is always at optimal range.

    `harder` (0 or more) is obstacle added for dice, `against` the range dice of the other side's weapon, `faster` says
    that the other side casts a longer spell. With `best` only the best row counts. Source: SOR-40, SOR-42, SOR-43.

    >>> at_range(Facets(Origin.SIGHT, Area.MEASURED, Unit.TENS).tools, harder=2).total
    7
    """
    rows = [
        (range_spells.dice(one, harder=harder if one.step else 0, against=against, as_bomb=as_bomb), one)
        for one in tools
    ]
    if best and rows:
        rows = [max(rows, key=lambda row: row[0].total)]
    lines = [line for worked, _ in rows for line in worked.lines]
    if faster:
        lines.append(FASTER)
    cancels = max((one.cancels for _, one in rows), key=_ORDER.index, default=Cancels.NOTHING)
    return AtRange(Worked(tuple(lines)), cancels)


def maintains(actions: int, *, capped: bool = True) -> int:
    """The volleys of Maintain before a spell of so many actions (1 or more) is out; at most two where it is `capped`.

    Source: SOR-39.

    >>> maintains(90), maintains(90, capped=False)
    (2, 4)
    """
    return casting.maintains(actions) if capped else casting.volleys_of(actions) - 1


def scripted(actions: int, *, capped: bool = True) -> tuple[tuple[Intent, ...], ...]:
    """What may be scripted in each volley of a casting at range, the last being that of the spell. Source: SOR-39."""
    return ((Intent.MAINTAIN,),) * maintains(actions, capped=capped) + (tuple(Intent),)


class Aura(Option):
    """A skill or trait that makes one's Presence larger or smaller by a pace. Source: SOR-44."""

    DETERMINATION = "determination", "Aura of Determination", 1
    FEAR = "fear", "Aura of Fear", 1
    HOLINESS = "holiness", "Aura of Holiness", 1
    MALEVOLENCE = "malevolence", "Aura of Malevolence", 1
    COMMAND = "command", "Command", 1
    COMMANDING = "commanding", "Commanding Aura", 1
    CONSPICUOUS = "conspicuous", "Conspicuous", 1
    BABEL = "babel", "Gift of Babel", 1
    MEDITATION = "meditation", "Meditation", 1
    PITCH = "pitch", "Perfect Pitch", 1
    SONOROUS = "sonorous", "Sonorous Voice", 1
    UNCTUOUS = "unctuous", "Unctuous", 1
    CIPHER = "cipher", "Cipher", -1
    ENTROPIC = "entropic", "Entropic", -1
    INCONSPICUOUS = "inconspicuous", "Inconspicuous", -1
    MISPLACED = "misplaced", "Misplaced Aura", -1
    OBSCURE = "obscure", "Obscure Aura", -1
    STEALTHY = "stealthy", "Stealthy", -1


def presence(will: int, auras: Collection[Aura] = ()) -> Worked:
    """How far someone's Presence reaches against another's, in paces, line by line; `will` is 0 or more. SOR-44.

    >>> presence(5, {Aura.COMMAND, Aura.STEALTHY, Aura.BABEL}).total
    6
    """
    return Worked(
        (
            Line(will, "Will", "SOR-44"),
            *(Line(one.amount or 0, one.words, "SOR-44") for one in Aura if one in auras),
        )
    )


def presence_dice(mine: int, theirs: int, *, twice: bool = False) -> Line:
    """The length dice of the greater Presence of two that are both positioned with; `twice` gives it two. SOR-44."""
    if mine <= theirs:
        return Line(0, "As great a Presence" if mine == theirs else "The smaller Presence", "SOR-44")
    return Line(2 if twice else 1, "The greater Presence", "SOR-44")


class Ended(Option):
    """How the positioning test of a volley ended for the caster. Source: SOR-45."""

    WON = "won", "you win"
    TIED = "tied", "a tie"
    LOST = "lost", "they win"


PRESENCE_PACES = bombs.REACH.paces
"""How far a spell of Presence Origin reaches at range. Source: SOR-42."""
CASTING_COSTS = 1
"""Successes of the margin that a casting takes at range. Source: SOR-45."""


def casts_at_range(ended: Ended, margin: int) -> int | None:
    """The successes that are left beside a casting in this volley at range; None where nothing is cast. SOR-45.

    `margin` counts where the test was won (1 or more). In a tie both may act, and pay nothing.
    """
    if ended is Ended.TIED:
        return 0
    return margin - CASTING_COSTS if ended is Ended.WON and margin >= CASTING_COSTS else None


@dataclass(frozen=True, slots=True)
class Counted:
    """A row of what counts as which length in Fight!, with its exception. Source: SOR-41."""

    facet: str
    counts: Wields
    exception: str


def _counted(row: Mapping[str, Any]) -> Counted:
    return Counted(row["facet"], Wields.of(row["counts"]), row["except"])


COUNTED: Sequence[Counted] = tables.rows(__file__, TABLE, "length", ("facet", "counts", "except"), _counted)
BANDS = ((1, IN_A_VOLLEY), (IN_A_VOLLEY + 1, 2 * IN_A_VOLLEY), (2 * IN_A_VOLLEY + 1, None))
"""The rows of actions for casting at range. Source: SOR-39."""
