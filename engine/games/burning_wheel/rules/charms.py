"""A spell or a prayer in someone's hand in a conflict, as one record (SOR-38 to SOR-46, FAI-09, FAI-10).

What it is worth in position, its dice and what they must reach, its time, its price, and what it does. The procedures
of Fight! and of Range and Cover take any of them alike; none is known by its name there.

>>> charm = Charm("Shards", Pool.parse("B9").opened(), 2, actions=2, power=2, tax=2)
>>> [charm.over(rolled) for rolled in (1, 2, 5)], str(charm.damage(3).mark)
([None, 0, 3], 'B5')
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import counter_spells, damage, failed_casting, orders
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.counter_spells import Shielded
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.range_spells import FASTER, Tool
from engine.games.burning_wheel.rules.sickness import Taxed
from engine.games.burning_wheel.rules.spell_damage import FATE_AT_MOST, Bolt, stage
from engine.option import Option


class Works(Option):
    """What it does to the other side, as far as a conflict can tell. Source: SOR-20, FAI-07, FAI-08."""

    HARM = "harm", "it hurts them"
    STEEL = "steel", "they test Steel"
    STILL = "still", "they stand still"
    BREAK = "break", "it breaks off what they cast"
    COUNTER = "counter", "it counters what they cast"
    SHIELD = "shield", "it shields whoever casts it"
    OTHER = "other", "something else"


def _works(row: Mapping[str, Any]) -> tuple[str, Works]:
    return row["key"], Works.of(row["does"])


BY_KEY: Mapping[str, Works] = dict(tables.rows(__file__, "spells_in_conflict.toml", "works", ("key", "does"), _works))
"""What spells and prayers of the lists do, by their keys; of the others one knows at most their damage."""
B4 = Ability(Shade.BLACK, 4)


@dataclass(frozen=True, slots=True)
class Charm:
    """A spell, or a prayer, which takes no `actions`.

    `pool` are its dice without the wounds of this conflict, and `against` is all that they must reach, with `harder`
    for range dice in it. A prayer is spoken in so many `volleys`. `tax` is the obstacle of its Tax for a body of
    `forte`, 0 where none is due; `free_if_failed` says that a casting that fails is not taxed. `pips` is what Overtax
    deals for each point below 0, and `partial` the Tax of which a part is due where it is broken off, rounded up where
    it is `part_up`; 0 for either is that of the Tax. `power` is that of its
    damage with nothing over, and one more for each `each` over where it is `up`; `fate` of these (0 to 3) go into the
    Die of Fate first. `still` are the actions that it holds them. `presence` is the caster's, in paces. `bare` damage
    meets no armor, and `hard` says that whatever it breaks off has failed. `per_wound` is how many of its dice a die of
    wounds takes, 0 where wounds do nothing to it. `test` names what is tested, for the log. `raised` is what area and
    haste put on its obstacle, where successes count over the spell's own alone; None where they do not. Once its last
    action is done it is held back by `will`, which sustains so many spells (`sustains`), for the first `free` actions
    without a test; `held_fails` says that a spell that is broken off then has failed as well. An Eldritch Shield stops
    one that is `shielded`, success for die, or where it `yields` Power, point for die. One that it puts up has `stands`
    dice, where the table says so, or else one for each success over the obstacle.
    """

    name: str
    pool: Pool
    against: int
    actions: int = 0
    volleys: int = 1
    wields: Wields | None = None
    tools: tuple[Tool, ...] = ()
    harder: int = 0
    tax: int = 0
    forte: Ability = B4
    lost: int = 0
    free_if_failed: bool = False
    works: Works = Works.OTHER
    power: int | None = None
    each: int = 1
    up: bool = True
    fate: int = 0
    shade: Shade = Shade.BLACK
    bare: bool = False
    hard: bool = False
    still: int = 0
    presence: int = 0
    per_wound: int = 1
    test: str = "magic.sorcery"
    pips: int = 0
    partial: int = 0
    part_up: bool = False
    raised: int | None = None
    will: Ability = B4
    sustains: int = 0
    free: int = 4
    held_fails: bool = True
    shielded: bool = False
    yields: bool = False
    stands: int | None = None

    @property
    def prayer(self) -> bool:
        """Whether it is a prayer, which is spoken beside whatever else is done. Source: FAI-09."""
        return not self.actions

    def dice(self, taken: int) -> Pool:
        """Its dice with so many taken by wounds (0 or more); never below none. Source: HUB-18."""
        taken *= self.per_wound
        first, *rest = self.pool.groups
        less = min(taken, first.count)
        left = self.pool.plus(-less)
        return left if less == taken or not rest else Pool.of(max(0, left.dice - (taken - less)), rest[0].shade, True)

    def needs(self, harder: int = 0) -> int:
        """What it must reach; `harder` is what wounds add."""
        return self.against + (harder if self.per_wound else 0)

    def over(self, rolled: int, harder: int = 0) -> int | None:
        """What so many successes have over the obstacle; None where it fails."""
        found = rolled - self.needs(harder)
        return found if found >= 0 else None

    def counted(self, over: int, harder: int = 0) -> int:
        """What of so many over counts for its effect, with all over the spell's own obstacle where that is the reading.

        `harder` is what wounds and a saddle add to the obstacle. Source: SOR-04, SOR-19.
        """
        return over if self.raised is None else over + self.raised + harder

    def damage(self, over: int) -> Damage:
        """What its damage is with so many successes over the obstacle. Source: SOR-20."""
        effect = (over - min(self.fate, over)) // self.each if self.up else 0
        return damage.ims((self.power or 0) + effect, self.shade)

    def shields(self, over: int) -> int:
        """The dice of the Eldritch Shield that it puts up with so many over. Source: SOR-48."""
        return over if self.stands is None else self.stands

    def meets(self, over: int, shield: int, harder: int = 0) -> "tuple[Charm, Shielded]":
        """What is left of it with so many over, and of a shield of so many dice that it meets. Source: SOR-48.

        `harder` is what wounds and a saddle add to its obstacle: a die of shield is spent on each of its successes.

        >>> charm = Charm("Shards", Pool.parse("B9").opened(), 2, actions=2, power=2, shielded=True)
        >>> charm.meets(1, 2)[1], charm.meets(1, 5)[1].shield, charm.meets(1, 5, 1)[1].shield
        (Shielded(shield=0, left=None, gone=True), 2, 1)
        """
        if not (self.shielded and shield):
            return self, Shielded(shield, over, False)
        if not self.yields or self.power is None:
            against = self.against + harder
            return self, counter_spells.shielded(over + against, against, shield)
        power = self.damage(over).mark.number
        found = counter_spells.shielded_power(power, shield)
        left = None if found.left is None else over
        return replace(self, power=self.power + (found.left or 0) - power), replace(found, left=left)

    def bolt(self, over: int, face: int) -> Bolt:
        """What strikes them, by the face of the Die of Fate, 1 to 6. Source: SOR-20, SOR-21."""
        fate = min(self.fate, over, FATE_AT_MOST)
        return Bolt(self.damage(over), fate, self.shade, landed=stage(face, fate))

    def body(self, lost: int, taken: int) -> Pool:
        """The dice of a Tax; `lost` are those of Forte that this conflict’s Taxes took, `taken` wounds. SOR-13."""
        return self.forte.pool(-self.lost - lost - taken)

    def taxed(self, lost: int, against: int, rolled: int) -> Taxed:
        """What a Tax against so much does that rolled so many. Source: SOR-13, SOR-14."""
        return Taxed(self.forte.exponent - self.lost - lost, max(0, against - rolled), self.pips or self.tax)

    def mind(self, taken: int) -> Pool:
        """The dice of Will that hold it back; `taken` are those that wounds take. Source: SOR-38, SOR-26."""
        return self.will.pool(-self.sustains - taken)

    def held_against(self, done: int) -> int:
        """The obstacle of the Will test for holding it in the `done`-th action, 0 where none is due. Source: SOR-38.

        >>> charm = Charm("Shards", Pool.parse("B9").opened(), 2, actions=2, free=5)
        >>> [charm.held_against(done) for done in (2, 6, 7, 11, 12)]
        [0, 0, 1, 0, 2]
        """
        held = done - self.actions + 1
        tests = orders.held_against(held, self.free)
        return tests[-1] if len(tests) > len(orders.held_against(held - 1, self.free)) else 0

    def broken(self, done: int) -> int:
        """The obstacle of the Tax where it is broken off after so many of its actions; 0 where none is due. SOR-33."""
        if not self.tax or not done:
            return 0
        whole = self.partial or self.tax
        return failed_casting.interrupted(whole, min(done, self.actions), self.actions, up=self.part_up)


def shorter(mine: Charm | None, theirs: Charm | None) -> int:
    """The die of the shorter of two spells. Source: SOR-40.

    >>> dice = Pool.parse("B6").opened()
    >>> shorter(Charm("Spark", dice, 2, actions=3), Charm("Storm", dice, 4, actions=9))
    1
    """
    if mine is None or theirs is None or mine.prayer or theirs.prayer:
        return 0
    return FASTER.amount if mine.actions < theirs.actions else 0


def overtaxed(found: Taxed) -> Coordinate | None:
    """Where on the grayscale Overtax hurts; None where it does not. Source: SOR-14."""
    return Coordinate(found.pips) if found.pips else None
