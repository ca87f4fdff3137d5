"""Spells and prayers in Range and Cover played out: dice for position, the casting, its price, what it does (SOR-39).

Nothing here knows a spell by name: all comes from the `Charm` that someone holds. What a hit does is worked out
elsewhere, as for shots.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.rules import charms, counter_spells, spells_in_conflict
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import IN_A_VOLLEY
from engine.games.burning_wheel.rules.charms import Charm, Works
from engine.games.burning_wheel.rules.counter_spells import Meeting
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.failed_casting import Failure
from engine.games.burning_wheel.rules.fight_state import Made
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.range_spells import Cancels
from engine.games.burning_wheel.rules.sickness import Taxed
from engine.games.burning_wheel.rules.steel import Conflict, lost, lost_there
from engine.working import Line

DIE = Pool.of(1)
Falls = Callable[[int, str, Pool], Fallen]
"""Has dice of a side fall: whose, what they are for, and the pool."""


@dataclass(frozen=True, slots=True)
class House:
    """The readings of range dice: only the `best` row counts, and Presence has the second die of a bomb (`as_bomb`).

    With `capped` no more than two Maintains come before a spell. Source: SOR-39, SOR-42.
    """

    best: bool = False
    as_bomb: bool = False
    capped: bool = True


@dataclass(frozen=True, slots=True)
class Body:
    """Who casts or is struck: Steel and hesitation, dice that wounds take, what they add, Forte lost to Tax.

    `saddle` is what a mount on the move adds to a casting, `shield` the dice of an Eldritch Shield. Source: RID-12,
    SOR-48.
    """

    steel: Ability
    hesitates: int
    lost: int
    harder: int
    drained: int
    saddle: int = 0
    shield: int = 0


@dataclass(frozen=True, slots=True)
class Spelled:
    """A spell or prayer of a volley: what it rolled against what, and what came of it. Source: SOR-10, SOR-45, SOR-46.

    `over` is None where it failed, and `stopped` says that a counter-spell undid it, which has `taken` so many. Of a
    spell that hurts there are its stage and where it hits, of one that frightens the volleys lost. `taxed` is None
    where none was due. `made` are the tests of it, for the log. `shield` is what is left of the Eldritch Shield that it
    met, and that of one that it put up. Source: SOR-48.
    """

    side: int
    charm: Charm
    against: int
    successes: int
    over: int | None
    failure: Failure | None = None
    stopped: bool = False
    taken: int = 0
    stage: Stage | None = None
    hit: Coordinate | None = None
    volleys: int = 0
    taxed: Taxed | None = None
    made: tuple[Made, ...] = ()
    shield: int | None = None

    @property
    def shielded(self) -> bool:
        """Whether a shield left nothing of it. Source: SOR-48."""
        return self.stopped and self.shield is not None

    @property
    def works(self) -> bool:
        """Whether it has its effect."""
        return self.over is not None and not self.stopped


def dice(charm: Charm, foe: Charm | None, against: int, house: House) -> Line:
    """The range dice of a spell or a prayer, against a weapon or spell of so many. Source: SOR-40, SOR-42, SOR-43."""
    found = spells_in_conflict.at_range(
        charm.tools,
        harder=charm.harder,
        against=against,
        faster=bool(charms.shorter(charm, foe)),
        best=house.best,
        as_bomb=house.as_bomb,
    )
    return Line(found.total, charm.name, "SOR-42")


def cancels(charm: Charm) -> Cancels:
    """What it does to the cover of the other side. Source: RNC-43."""
    return spells_in_conflict.at_range(charm.tools).cancels


def paces(charm: Charm) -> int | None:
    """How far it reaches, in paces; None where nothing ends it. Source: SOR-42."""
    return spells_in_conflict.PRESENCE_PACES if any(tool.bomb for tool in charm.tools) else None


def waits(charm: Charm, chanted: int, house: House) -> int:
    """The Maintains that are still to come before it can be cast, with so many done. Source: SOR-39."""
    if charm.prayer:
        return max(0, charm.volleys - 1 - chanted)
    return max(0, spells_in_conflict.maintains(charm.actions, capped=house.capped) - chanted)


def broken(charm: Charm, chanted: int) -> int:
    """The obstacle of the Tax where it is broken off after so many volleys; 0 where none is due. Source: SOR-33."""
    return charm.broken(chanted * IN_A_VOLLEY)


def cast(place: int, charm: Charm, own: Body, foe: Body, ward: int | None, falls: Falls) -> Spelled:
    """A casting, a prayer: its roll, what it does less what a counter-spell has over (`ward`), its Tax. SOR-45."""
    against, pool = charm.needs(own.harder) + own.saddle, charm.dice(own.lost)
    rolled = falls(place, "casting", pool).count.successes
    over = charm.over(rolled - own.saddle, own.harder)
    made = [Made(place, charm.test, pool.dice, against, over is not None)]
    failure, stopped, taken = None, False, 0
    if over is None and not charm.prayer:
        failure = Failure.by(falls(place, "fate", DIE).faces[0])
    if over is not None and ward is not None and not charm.prayer and charm.works is not Works.COUNTER:
        met = counter_spells.met(over, 0, ward, 0)
        stopped, taken = met.meeting is Meeting.STOPPED, ward
        over = over if met.left is None else met.left
    stage, hit, volleys, shield = None, None, 0, None
    works = charm
    if over is not None and not stopped and foe.shield and charm.shielded:
        works, met_shield = charm.meets(over, foe.shield, against - charm.against)
        stopped, shield, over = met_shield.left is None, met_shield.shield, met_shield.left or 0
    if over is not None and not stopped:
        counted = charm.counted(over, own.harder + own.saddle)
        stage, hit, volleys = _does(place, works, counted, foe, falls, made)
        shield = charm.shields(over) if charm.works is Works.SHIELD else shield
    taxed = None
    if charm.tax and not (failure and charm.free_if_failed):
        taxed = tax(place, charm, charm.tax, own, falls, made)
    return Spelled(
        place, charm, against, rolled, over, failure, stopped, taken, stage, hit, volleys, taxed, tuple(made), shield
    )


def _does(
    place: int, charm: Charm, over: int, foe: Body, falls: Falls, made: list[Made]
) -> tuple[Stage | None, Coordinate | None, int]:
    """What it does to the other side: the stage of its damage and where it hits, or volleys that they hesitate."""
    if charm.works is Works.HARM and charm.power is not None:
        bolt = charm.bolt(over, falls(place, "fate", DIE).faces[0])
        assert bolt.landed
        return bolt.landed, bolt.damage.at(bolt.landed), 0
    if charm.works is Works.STEEL:
        pool = foe.steel.pool(-foe.lost, True)
        gone = lost(foe.hesitates, falls(1 - place, "steel", pool).count.successes)
        made.append(Made(1 - place, "steel", pool.dice, foe.hesitates, not gone))
        return None, None, lost_there(Conflict.RANGE, gone)
    return None, None, lost_there(Conflict.RANGE, charm.still) if charm.works is Works.STILL else 0


def tax(place: int, charm: Charm, obstacle: int, own: Body, falls: Falls, made: list[Made]) -> Taxed:
    """Forte against a Tax, whole or in part; the test joins those `made`. Source: SOR-13, SOR-33."""
    pool, against = charm.body(own.drained, own.lost), obstacle + own.harder
    rolled = falls(place, "tax", pool).count.successes
    made.append(Made(place, "forte", pool.dice, against, rolled >= against))
    return charm.taxed(own.drained, against, rolled)
