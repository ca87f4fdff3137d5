"""One blow from start to end: does it hit and where, does armor hold, and which wound is left (WPN-42).

The steps are those of the modules that know them; this one puts them in order. `odds` is the exact distribution before
any die falls; `blow_course` plays the same steps with dice from outside. Both end in an `Ended`.

>>> from engine.games.burning_wheel.rules.armor import ArmorType
>>> from engine.games.burning_wheel.rules.wounds import PRESETS
>>> from engine.games.burning_wheel.rules.weapons import WEAPONS
>>> blow = Strike.of(WEAPONS["sword"], 4, Pool.parse("B4"), 1)
>>> found = odds(blow, Foe(PRESETS["B4"], Suit.whole(ArmorType.CHAIN)))
>>> {end.words: str(chance) for end, chance in found.ends.items() if chance}
{'No hit': '1/16', 'Armor holds': '465/512', 'Superficial': '5/256', 'Midi': '5/512'}
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Protocol, Self

from engine.games.burning_wheel.dice import Chain, Pool, Shade, reaches, successes
from engine.games.burning_wheel.rules import armor, armor_wear, damage, shields, shots
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Piece, Quality, Suit
from engine.games.burning_wheel.rules.armor_wear import Held
from engine.games.burning_wheel.rules.bombs import BLAST, Near, Victim, caught
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.firearms import Powder, fired, powder_chances
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.shields import Carried, cover_chances
from engine.games.burning_wheel.rules.shots import Shot
from engine.games.burning_wheel.rules.striking import Aim, Spot, within
from engine.games.burning_wheel.rules.weapons import Weapon
from engine.games.burning_wheel.rules.wounds import Level, NewWound, Together, Tolerances, together
from engine.option import Option


class End(Option):
    """How a blow ends. One that goes through and lies left of Superficial is no wound. Source: WPN-42."""

    MISS = "miss", "No hit"
    STOPPED = "stopped", "Armor holds"
    NONE = Level.NONE.value, Level.NONE.words
    SUPERFICIAL = Level.SUPERFICIAL.value, Level.SUPERFICIAL.words
    LIGHT = Level.LIGHT.value, Level.LIGHT.words
    MIDI = Level.MIDI.value, Level.MIDI.words
    SEVERE = Level.SEVERE.value, Level.SEVERE.words
    TRAUMATIC = Level.TRAUMATIC.value, Level.TRAUMATIC.words
    MORTAL = Level.MORTAL.value, Level.MORTAL.words

    @property
    def level(self) -> Level:
        """The wound that it leaves."""
        return Level.NONE if self in (End.MISS, End.STOPPED) else Level.of(self.value)


WOUNDS = tuple(End)[3:]
"""The ends that leave a wound, least first."""


@dataclass(frozen=True, slots=True)
class Struck:
    """How a blow lands and on what, before armor; a miss has no `spot`. Source: WPN-01, WPN-13."""

    stage: Stage
    spot: Spot | None = None


MISSED = Struck(Stage.MISS)


class _Chances(dict[Struck, Fraction]):
    """Chances that are added up."""

    def more(self, struck: Struck, chance: Fraction) -> None:
        if chance:
            self[struck] = self.get(struck, Fraction(0)) + chance


@dataclass(frozen=True, slots=True)
class Guard:
    """A shield whose dice are rolled against a blow, and how well it is made; its 1s wear it where it `wears`.

    Where it is `needed`, nothing is left of a defense without it, as of a Block of a Great Strike. With `whole` a
    missile’s VA is held against the dice that it has when whole. Source: ARM-24, ARM-28, ARM-31.
    """

    shield: Carried
    quality: Quality = Quality.RUN
    wears: bool = True
    needed: bool = False
    whole: bool = False

    def lost(self, rolled: int) -> Mapping[int, Fraction]:
        """The exact chance of each number of dice that it loses when so many are rolled. Source: ARM-28, ARM-10."""
        return armor_wear.losses(rolled, self.quality) if self.wears else {0: Fraction(1)}

    def less(self, lost: int) -> "Guard":
        """It, with so many dice fewer."""
        return replace(self, shield=replace(self.shield, lost=self.shield.lost + lost))


@dataclass(frozen=True, slots=True)
class Strike:
    """A melee blow before any die falls: Power is in `damage`, and all that adds to VA in `va`.

    `obstacle` is the final one, 0 or more, `add` the weapon's, 1 or more. `aim` is what the target offers and what is
    wanted; where there are too few successes for the whole move, all go into damage. `defense` are the dice of a Block,
    Avoid or Counterstrike with those of a shield, None without one, and `penalty` how many of its successes do nothing.
    `guard` is the shield that helps. `shade` is that of the weapon or fist.
    Source: WPN-01 to WPN-09; the defense: WPN-07, ARM-24.
    """

    pool: Pool
    obstacle: int
    damage: Damage
    add: int
    va: int = 0
    aim: Aim = Aim()
    defense: Pool | None = None
    penalty: int = 0
    shade: Shade = Shade.BLACK
    chain: Chain = Chain.CHAIN
    guard: Guard | None = None

    @classmethod
    def of(
        cls,
        weapon: Weapon,
        power: int,
        pool: Pool,
        obstacle: int,
        aim: Aim = Aim(),
        *,
        add: int = 2,
        more_power: int = 0,
        more_va: int = 0,
    ) -> Self:
        """A blow with a row of the weapons' table, by someone of that `power`.

        A Great Strike is one `more_power` or one `more_va`; `add` is used where the row has none.
        Source: WPN-02, WPN-08, WPN-35, ARM-07 to ARM-09.
        """
        behind = damage.power(power, weapon.power, other=more_power, least=0)
        va = armor.versus_armor(weapon.va + more_va, power=power)
        return cls(pool, obstacle, damage.ims(behind.total), weapon.add or add, va.total, aim)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The parts that it may land on."""
        return self.aim.offered, self.aim.wanted

    @property
    def guarding(self) -> range:
        """The places of the shield’s dice among those of the defense: the last of the plain black ones. ARM-27."""
        if self.guard is None or self.defense is None:
            return range(0)
        end = 0
        for group in self.defense:
            end += group.count
            if (group.shade, group.open_ended) == (Shade.BLACK, False):
                break
        return range(end - shields.rolled(self.guard.shield.dice, self.va), end)

    @property
    def guarded(self) -> Fraction:
        """The chance that a shield is rolled against it: a blow that misses by itself meets no defense."""
        hits = successes(self.pool, chain=self.chain, upto=self.obstacle).at_least(self.obstacle)
        return hits if self.guarding else Fraction(0)

    def worn(self, lost: int) -> "Strike":
        """The same blow once the shield has lost so many dice: VA takes from those that are left. ARM-27, ARM-28."""
        if self.guard is None or self.defense is None:
            return self
        left = self.guard.less(lost)
        if not left.shield.dice and self.guard.needed:
            return replace(self, defense=None, guard=None)
        fewer = len(self.guarding) - shields.rolled(left.shield.dice, self.va)
        groups = (
            replace(group, count=group.count - fewer * ((group.shade, group.open_ended) == (Shade.BLACK, False)))
            for group in self.defense
        )
        return replace(self, defense=Pool(tuple(groups)), guard=left if left.shield.dice else None)

    def landed(self, rolled: int, defense: int = 0) -> Struck:
        """What becomes of so many successes against those of the defense. Source: WPN-07, WPN-09."""
        found = self.aim.land(rolled, self.obstacle, self.add, max(0, defense - self.penalty))
        return Struck(found.stage, found.spot)

    @property
    def _most(self) -> int:
        """Successes over the obstacle from which on nothing changes any more."""
        return self.aim.cost + damage.over_needed(LANDED[-1], self.add)

    @property
    def landings(self) -> Mapping[Struck, Fraction]:
        """The exact chance of each place and stage; they sum to 1. Source: WPN-01, WPN-06, WPN-07, WPN-09."""
        found = _Chances()
        taken = {0: Fraction(1)} if self.defense is None else self._taken
        for defense, chance in taken.items():
            self._against(found, defense, chance)
        if self.defense is not None:
            self._beyond(found, taken, self.defense)
        return found

    def _against(self, found: _Chances, defense: int, chance: Fraction) -> None:
        """The landings against one number of successes that the defense takes off."""
        top = self.obstacle + defense + self._most
        law = successes(self.pool, chain=self.chain, upto=top)
        for rolled in range(top):
            found.more(self.landed(rolled, defense + self.penalty), chance * law.exactly(rolled))
        found.more(self.landed(top, defense + self.penalty), chance * law.at_least(top))

    @property
    def _taken(self) -> Mapping[int, Fraction]:
        """The chance of each number of successes that a defense takes off while aim and damage still differ by it.

        From the price of the aim on they no longer do: what is left depends on the margin alone.
        """
        assert self.defense is not None
        apart = 0 if self.aim.late else self.aim.cost
        law = successes(self.defense, chain=self.chain, upto=self.penalty + apart)
        nothing = 1 - law.at_least(self.penalty + 1)
        return {taken: nothing if not taken else law.exactly(self.penalty + taken) for taken in range(apart)}

    def _beyond(self, found: _Chances, taken: Mapping[int, Fraction], defense: Pool) -> None:
        """The landings against any more than those: sums that dice which open without end do not cut short."""
        apart = len(taken)
        law = successes(self.pool, chain=self.chain, upto=self.obstacle + self._most + apart)

        def left(margin: int) -> Fraction:
            needed = self.obstacle + margin
            whole = reaches(
                self.pool,
                defense,
                lambda rolled: needed + max(0, rolled - self.penalty),
                steady=self.penalty,
                chain=self.chain,
            )
            return whole - sum((part * law.at_least(needed + number) for number, part in taken.items()), Fraction(0))

        reached = [left(margin) for margin in range(self._most + 1)]
        found.more(MISSED, 1 - sum(taken.values(), Fraction(0)) - reached[0])
        for margin, chance in enumerate(reached):
            after = reached[margin + 1] if margin < self._most else Fraction(0)
            rolled = self.obstacle + margin + apart
            found.more(self.landed(rolled, apart + self.penalty), chance - after)


@dataclass(frozen=True, slots=True)
class Flight:
    """A shot or a throw before any die falls; VA, head and range are in `shot`, which the Die of Fate reads.

    `obstacle` is the final one, 1 or more, with what the head adds. `start` is where it hits by itself, and `cost` the
    successes that move it to what is `wanted`. `cover` are the dice of a shield held against it, 0 where there is none
    or VA goes through, and `guard` is that shield; with `powder` a gun's die falls first.
    Source: WPN-12 to WPN-17; the shield: ARM-30, ARM-31; the gun: WPN-21.
    """

    pool: Pool
    obstacle: int
    shot: Shot
    start: Target = Target.TORSO
    wanted: Target = Target.TORSO
    cost: int = 0
    cover: int = 0
    powder: bool = False
    shade: Shade = Shade.BLACK
    chain: Chain = Chain.CHAIN
    guard: Guard | None = None

    @property
    def guarding(self) -> range:
        """The places of the shield’s dice in its own roll: all of them."""
        return range(self.cover if self.guard else 0)

    @property
    def guarded(self) -> Fraction:
        """The chance that a shield is rolled against it: always, unless the powder fails. Source: ARM-30, WPN-21."""
        if not self.guarding:
            return Fraction(0)
        return powder_chances()[Powder.FIRES] if self.powder else Fraction(1)

    def worn(self, lost: int) -> "Flight":
        """The same shot once the shield has lost so many dice, which VA may go through now. Source: ARM-28, ARM-31."""
        if self.guard is None:
            return self
        left = self.guard.less(lost)
        dice = left.shield.dice
        stops = shields.stops_missile(left.shield.rating if left.whole and dice else dice, self.va)
        return replace(self, cover=dice if stops else 0, guard=left if stops else None)

    @property
    def damage(self) -> Damage:
        """Where its stages fall."""
        return self.shot.damage

    @property
    def va(self) -> int:
        """Its whole VA."""
        return self.shot.va

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The parts that it may land on."""
        return self.start, self.wanted

    def paid(self, rolled: int, added: int = 0) -> int:
        """What of so many successes goes into the aim: all that it costs, or nothing. Source: WPN-13."""
        return self.cost if rolled - self.obstacle - added >= self.cost else 0

    def modifier(self, rolled: int, added: int = 0) -> int:
        """What is added to the Die of Fate after so many successes, `added` by cover to the obstacle. WPN-16."""
        bonus = shots.bonus(rolled - self.paid(rolled, added), self.obstacle + added)
        return bonus + self.shot.fate.total

    def landed(self, rolled: int, face: int, added: int = 0) -> Struck:
        """What becomes of so many successes and that face of the Die of Fate. Source: WPN-13, WPN-15, WPN-16."""
        if rolled < self.obstacle + added:
            return MISSED
        stage = self.shot.bands.stage(face + self.modifier(rolled, added))
        moved = self.cost == self.paid(rolled, added)
        return Struck(stage, self.wanted if moved else self.start)

    @property
    def landings(self) -> Mapping[Struck, Fraction]:
        """The exact chance of each place and stage; they sum to 1. Source: WPN-13, WPN-15, WPN-16, WPN-21, ARM-30."""
        found = _Chances()
        for added, chance in enumerate(cover_chances(self.cover)):
            ends = shots.landings(self.pool, self.obstacle + added, self.shot, self.cost, self.chain)
            for landing, share in (fired(ends) if self.powder else ends).items():
                if landing is not shots.MISSED:
                    spot = self.wanted if landing.moved else self.start
                    found.more(Struck(landing.stage, spot), chance * share)
        found.more(MISSED, 1 - sum(found.values(), Fraction(0)))
        return found


@dataclass(frozen=True, slots=True)
class Blast:
    """A bomb that goes off near someone, whose `speed` is rolled against it. Source: WPN-25, WPN-30.

    `tie_caught` and `chain` are those with which the victim's chance was found.
    """

    victim: Victim
    spot: Spot = Target.TORSO
    shade: Shade = Shade.BLACK
    speed: Pool = Pool.of(4)
    tie_caught: bool = False
    chain: Chain = Chain.CHAIN

    @classmethod
    def beside(
        cls,
        near: Near,
        speed: Pool,
        bonus: int = 0,
        spot: Spot = Target.TORSO,
        *,
        tie_caught: bool = False,
        chain: Chain = Chain.CHAIN,
    ) -> Self:
        """A bomb that lies so `near`; `bonus`, 0 to 3, is what its throw adds to the Die of Fate. Source: WPN-30."""
        victim = Victim(near, caught(speed, tie_caught=tie_caught, chain=chain), bonus)
        return cls(victim, spot, speed=speed, tie_caught=tie_caught, chain=chain)

    guard: ClassVar[None] = None
    guarding: ClassVar[range] = range(0)
    guarded: ClassVar[Fraction] = Fraction(0)

    def worn(self, lost: int) -> "Blast":
        """The same blast: no shield is rolled against it."""
        return self

    @property
    def pool(self) -> Pool:
        """What the explosion rolls."""
        return BLAST

    def catches(self, explosion: int, speed: int) -> bool:
        """Whether so many successes of the explosion catch someone with so many of Speed. Source: WPN-30."""
        return explosion > speed or (self.tie_caught and explosion == speed)

    @property
    def modifier(self) -> int:
        """What is added to the Die of Fate. Source: WPN-25, WPN-28."""
        return self.victim.bonus + self.victim.shot.fate.total

    def landed(self, face: int) -> Struck:
        """What becomes of whom it has caught, with that face of the Die of Fate. Source: WPN-25."""
        return Struck(self.victim.shot.bands.stage(face + self.modifier), self.spot)

    @property
    def damage(self) -> Damage:
        """Where its stages fall."""
        return self.victim.shot.damage

    @property
    def va(self) -> int:
        """Its VA at that distance."""
        return self.victim.shot.va

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The part that it hits."""
        return (self.spot,)

    @property
    def landings(self) -> Mapping[Struck, Fraction]:
        """The exact chance to get off, and of each stage."""
        found = _Chances()
        for stage, chance in self.victim.chances.items():
            found.more(MISSED if stage is Stage.MISS else Struck(stage, self.spot), chance)
        return found


Attack = Strike | Flight | Blast


class Landing(Protocol):
    """What any blow says of itself once it is under way: where it may land and how hard, a spell among them."""

    @property
    def damage(self) -> Damage:
        """Where its stages fall."""

    @property
    def va(self) -> int:
        """Its whole VA."""

    @property
    def shade(self) -> Shade:
        """The shade of what strikes."""

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The parts that it may land on."""

    @property
    def guard(self) -> Guard | None:
        """The shield that helps."""

    @property
    def guarding(self) -> range:
        """The places of the shield’s dice."""

    @property
    def guarded(self) -> Fraction:
        """The chance that a shield is rolled against it."""

    @property
    def landings(self) -> Mapping[Struck, Fraction]:
        """The exact chance of each place and stage; they sum to 1."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one blow ended: where it hit and how well, and the dice that the armor there has lost.

    `hit` is its place on the grayscale, before the scale for a miss. Source: WPN-42.
    """

    end: End
    stage: Stage = Stage.MISS
    location: Location | None = None
    hit: Coordinate = Coordinate(0)
    lost: int = 0


NO_HIT = Ended(End.MISS)


@dataclass(frozen=True, slots=True)
class Nerve:
    """What pain is tested with: Steel without wounds, and the hesitation that is its obstacle. Source: STE-01, 02."""

    steel: Ability
    hesitation: int

    def pool(self, hurt: Together) -> Pool:
        """The dice that these wounds, the new one among them, leave of Steel; they are open-ended. Source: INJ-14."""
        return Pool.of(max(0, self.steel.exponent + hurt.dice.total), self.steel.shade, open_ended=True)

    def obstacle(self, hurt: Together) -> int:
        """What the test has to reach with these wounds. Source: STE-02, INJ-10."""
        return self.hesitation + hurt.obstacle


@dataclass(frozen=True, slots=True)
class Foe:
    """Whom a blow meets: tolerances, what is worn, the wounds so far, and how the table reads what is left open.

    Where a blow hits a pair of limbs and nobody favors a side, the target takes it on the one that is covered better,
    or a die says which (`by_die`). Without `gate` armor is tested against lighter shades too; with `counts` the 1 that
    superior armor rolls again may be a success. Source: WPN-05, ARM-06, ARM-10, INJ-02.
    """

    tolerances: Tolerances
    suit: Suit = Suit()
    levels: tuple[Level, ...] = ()
    nerve: Nerve | None = None
    by_die: bool = False
    gate: bool = True
    counts: bool = False

    def piece(self, attack: Landing, location: Location) -> Piece | None:
        """The armor that is tested there; None where there is none, or none that may be. Source: ARM-05, ARM-06."""
        worn = self.suit.at(location)
        if worn is None or not worn.dice or not armor.may_test(worn.shade, attack.shade, gate=self.gate):
            return None
        return worn

    def holds(self, attack: Landing, location: Location) -> Mapping[Held, Fraction]:
        """The exact chance of all that can become of the armor there. Source: ARM-05, ARM-10, ARM-11."""
        worn = self.piece(attack, location)
        if worn is None:
            return {Held(False, 0): Fraction(1)}
        wears = armor_wear.can_wear(worn.shade, attack.shade)
        counts = self.counts and worn.quality is armor.Quality.SUPERIOR
        return armor_wear.outcomes(worn.pool, armor_obstacle(attack), worn.quality, wears=wears, counts=counts)

    def limbs(self, attack: Landing, spot: Spot) -> tuple[Location, ...]:
        """Where a blow at this part may land, each as likely: one place, or both limbs where a die decides. WPN-05."""
        places = within(spot)
        if len(places) == 1 or (self.by_die and len({covering(self.suit, place) for place in places}) > 1):
            return places
        return (max(places, key=lambda place: self._stops(attack, place)),)

    def _stops(self, attack: Landing, location: Location) -> Fraction:
        held = self.holds(attack, location)
        return sum((chance for one, chance in held.items() if one.stopped), Fraction(0))

    def ended(self, attack: Landing, stage: Stage, location: Location, held: Held) -> Ended:
        """How a blow ends that hits there at this stage, once armor was tested. Source: ARM-05, INJ-04."""
        hit = attack.damage.at(stage)
        end = End.STOPPED if held.stopped else End.of(self.tolerances.level(hit).value)
        return Ended(end, stage, location, hit, held.lost)

    def wound(self, level: Level) -> NewWound:
        """A new wound of this level on top of those so far. Source: INJ-06, INJ-10."""
        return NewWound(level, [*self.levels, level].count(Level.SUPERFICIAL))

    def hurt(self, level: Level) -> Together:
        """What all wounds do, a new one of this level among them. Source: INJ-05, INJ-10."""
        return together([*self.levels, level])


def covering(suit: Suit, location: Location) -> tuple[object, ...]:
    """What covers a place, whichever side it is on; nothing where it is bare."""
    worn = suit.at(location)
    return () if worn is None else (worn.type, worn.half, worn.quality, worn.shade, worn.lost)


def armor_obstacle(attack: Landing) -> int:
    """What armor has to reach against it. Source: ARM-05, ARM-07."""
    return armor.obstacle(armor.versus_armor(attack.va)).total


@dataclass(frozen=True)
class Odds:
    """Everything that may become of one blow, each with its exact chance; they sum to 1. Source: WPN-42.

    `shield` is the chance of each number of dice that the target’s shield loses to it, 0 among them (ARM-28).
    """

    ended: Mapping[Ended, Fraction]
    shield: Mapping[int, Fraction]

    @functools.cached_property
    def ends(self) -> Mapping[End, Fraction]:
        """The chance of no hit, that armor holds, of no wound, and of each wound, in this order."""
        found = dict.fromkeys(End, Fraction(0))
        for one, chance in self.ended.items():
            found[one.end] += chance
        return found

    @property
    def stages(self) -> Mapping[Stage, Fraction]:
        """The chance of a miss and of each stage, before armor."""
        found = dict.fromkeys(Stage, Fraction(0))
        for one, chance in self.ended.items():
            found[one.stage] += chance
        return found

    @property
    def hit(self) -> Fraction:
        """The chance that it hits at all."""
        return 1 - self.ends[End.MISS]

    @property
    def wounded(self) -> Fraction:
        """The chance of a wound of any kind."""
        return self.at_least(Level.SUPERFICIAL)

    def at_least(self, level: Level) -> Fraction:
        """The chance of this wound or a worse one; of NONE, that no armor stops it."""
        ends, found = tuple(End), self.ends
        return sum((found[end] for end in ends[ends.index(End.of(level.value)) :]), Fraction(0))

    def steel(self, foe: Foe) -> Fraction:
        """The chance that the wound asks for a Steel test. Source: INJ-14."""
        tests = [end for end in WOUNDS if foe.wound(end.level).steel_test]
        return sum((self.ends[end] for end in tests), Fraction(0))

    @property
    def lost(self) -> Mapping[int, Fraction]:
        """The chance of each number of dice that armor loses to it, 0 among them."""
        found: dict[int, Fraction] = {0: Fraction(0)}
        for one, chance in self.ended.items():
            found[one.lost] = found.get(one.lost, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @property
    def wear(self) -> Fraction:
        """The dice that armor loses to it on average."""
        return sum((dice * chance for dice, chance in self.lost.items()), Fraction(0))


def odds(attack: Landing, foe: Foe) -> Odds:
    """The exact distribution of one blow before any die falls. Source: WPN-42."""
    found: dict[Ended, Fraction] = {}
    for struck, chance in attack.landings.items():
        if struck.spot is None:
            found[NO_HIT] = found.get(NO_HIT, Fraction(0)) + chance
            continue
        places = foe.limbs(attack, struck.spot)
        for location in places:
            for held, share in foe.holds(attack, location).items():
                one = foe.ended(attack, struck.stage, location, held)
                found[one] = found.get(one, Fraction(0)) + chance * share / len(places)
    return Odds(found, _shield(attack))


def _shield(attack: Landing) -> Mapping[int, Fraction]:
    """The exact chance of each number of dice that the shield loses, whatever becomes of the blow. Source: ARM-28."""
    rolls, dice = attack.guarded, len(attack.guarding)
    law = attack.guard.lost(dice) if attack.guard and dice else {0: Fraction(1)}
    return {lost: chance * rolls + (0 if lost else 1 - rolls) for lost, chance in law.items()}
