"""One blow played die by die: which roll is asked for next, and what came of it (WPN-42).

A `Course` is frozen: `pool` is what the next `step` rolls, and `roll` gives the course after it. Dice come from
outside, by a `Throw`. Before a blow lands the attacker may aim elsewhere than planned (`aim`). `odds` in `blow` is the
exact distribution of the same steps.

A bot that swings a mace at someone in chainmail, who Blocks:

>>> from dataclasses import replace
>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.armor import ArmorType, Suit
>>> from engine.games.burning_wheel.rules.weapons import WEAPONS
>>> from engine.games.burning_wheel.rules.wounds import PRESETS
>>> chance = Random(4)
>>> mace = replace(Strike.of(WEAPONS["mace"], 5, Pool.parse("B6"), 1), defense=Pool.parse("B3"))
>>> course = begin(mace, Foe(PRESETS["B4"], Suit.whole(ArmorType.CHAIN)))
>>> while course.step is not Step.DONE:
...     course = course.aim() if course.step is Step.AIM else course.roll(lambda pool: roll(pool, chance))
>>> [(fell.step.value, fell.successes) for fell in course.log], course.ended.end.words, course.ended.lost
([('hit', 3), ('defense', 0), ('armor', 2)], 'Midi', 1)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import wording
from engine.games.burning_wheel.dice import Pool, Roll
from engine.games.burning_wheel.rules import armor_wear, shields, steel
from engine.games.burning_wheel.rules.armor import Piece
from engine.games.burning_wheel.rules.armor_wear import Held
from engine.games.burning_wheel.rules.blow import (
    MISSED,
    NO_HIT,
    Blast,
    Ended,
    Flight,
    Foe,
    Strike,
    Struck,
    armor_obstacle,
)
from engine.games.burning_wheel.rules.firearms import Powder, powder
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.shields import cover_added
from engine.games.burning_wheel.rules.wounds import Level, NewWound
from engine.option import Option
from engine.refused import Refused

Throw = Callable[[Pool], Roll]
"""A pool as it falls, from dice that are thrown or were."""
Played = Strike | Flight | Blast
"""What can be played die by die."""
ONE = Pool.of(1)
FIRST_TO = 3
"""The highest face of the die that chooses between two limbs for the first of them."""


class Step(Option):
    """What is next. Source: WPN-42."""

    POWDER = "powder", "the gunpowder die"
    MISFIRE = "misfire", "the gunpowder die once more"
    COVER = "cover", "the shield’s dice"
    BLAST = "blast", "the explosion"
    SPEED = "speed", "Speed, to get away"
    HIT = "hit", "the roll to hit"
    AIM = "aim", "where the successes go"
    DEFENSE = "defense", "the defense"
    SHIELD = "shield", "the 1 on the superior shield once more"
    FATE = "fate", "the Die of Fate"
    LIMB = "limb", "a die for the limb"
    ARMOR = "armor", "the armor"
    AGAIN = "again", "the 1 on superior armor once more"
    STEEL = "steel", "Steel"
    DONE = "done", "nothing: the blow is over"


@dataclass(frozen=True, slots=True)
class Fell:
    """A roll of the blow: which it was, and how it fell."""

    step: Step
    rolled: Roll

    @property
    def successes(self) -> int:
        """Its successes."""
        return self.rolled.count.successes

    @property
    def face(self) -> int:
        """What its first die shows."""
        return self.rolled.faces[0]


@dataclass(frozen=True, slots=True)
class Course:
    """A blow between two rolls. `log` has those that fell; the other fields are what has come of them so far.

    `raised` is what a shield has added to the obstacle and `worn_off` the dice that it lost, `defended` what the
    defense rolled, `struck` how it lands, `location` on what, `held` what armor made of it, and `heartbeats` what a
    failed Steel test costs; None before.
    Source: WPN-42.
    """

    attack: Played
    foe: Foe
    step: Step
    log: tuple[Fell, ...] = ()
    powder: Powder | None = None
    raised: int = 0
    worn_off: int = 0
    successes: int = 0
    defended: int | None = None
    struck: Struck | None = None
    location: Location | None = None
    held: Held | None = None
    heartbeats: int | None = None

    @property
    def pool(self) -> Pool:
        """The dice of the next roll. Raises `Refused` where none falls."""
        match self.step:
            case Step.POWDER | Step.MISFIRE | Step.FATE | Step.LIMB | Step.AGAIN | Step.SHIELD:
                return ONE
            case Step.COVER:
                assert isinstance(self.attack, Flight)
                return Pool.of(self.attack.cover)
            case Step.HIT | Step.BLAST:
                return self.attack.pool
            case Step.SPEED:
                assert isinstance(self.attack, Blast)
                return self.attack.speed
            case Step.DEFENSE:
                assert isinstance(self.attack, Strike)
                assert self.attack.defense is not None
                return self.attack.defense
            case Step.ARMOR:
                return self._worn.pool
            case Step.STEEL:
                assert self.foe.nerve is not None
                return self.foe.nerve.pool(self.foe.hurt(self.level))
        raise Refused(f"No dice fall now; what is next is {self.step.words}.")

    @property
    def obstacle(self) -> int | None:
        """What the next roll is held against; None where nothing is."""
        match self.step:
            case Step.HIT:
                return self.to_hit
            case Step.ARMOR:
                return armor_obstacle(self.attack)
            case Step.STEEL:
                assert self.foe.nerve is not None
                return self.foe.nerve.obstacle(self.foe.hurt(self.level))
        return None

    @property
    def to_hit(self) -> int:
        """The obstacle to hit, with what a shield has added; a bomb has none."""
        return 0 if isinstance(self.attack, Blast) else self.attack.obstacle + self.raised

    @property
    def over(self) -> int:
        """Successes over it, below 0 for a miss, less those of a defense that has been rolled."""
        taken = 0 if self.defended is None else max(0, self.defended - self._penalty)
        return self.successes - self.to_hit - taken

    @property
    def _penalty(self) -> int:
        return self.attack.penalty if isinstance(self.attack, Strike) else 0

    @property
    def modifier(self) -> int:
        """What is added to the Die of Fate. Source: WPN-16, WPN-25."""
        if isinstance(self.attack, Blast):
            return self.attack.modifier
        return self.attack.modifier(self.successes, self.raised) if isinstance(self.attack, Flight) else 0

    @property
    def _worn(self) -> Piece:
        """The armor that is tested."""
        assert self.location is not None
        worn = self.foe.piece(self.attack, self.location)
        assert worn is not None
        return worn

    @property
    def worn(self) -> Piece | None:
        """The armor that was hit, as it was; None where it was bare, or not tested."""
        return None if self.location is None else self.foe.piece(self.attack, self.location)

    @property
    def ended(self) -> Ended | None:
        """How the blow ended; None before it is known. Steel and blood come after it."""
        if self.struck == MISSED:
            return NO_HIT
        if self.struck is None or self.location is None or self.held is None:
            return None
        return self.foe.ended(self.attack, self.struck.stage, self.location, self.held)

    @property
    def level(self) -> Level:
        """The wound that it left, NONE before it is known."""
        return self.ended.end.level if self.ended else Level.NONE

    @property
    def wound(self) -> NewWound:
        """The same with those that were there before. Source: INJ-06."""
        return self.foe.wound(self.level)

    def roll(self, throw: Throw) -> "Course":
        """The blow after its next roll. Raises `Refused` where no dice fall now."""
        fell = Fell(self.step, throw(self.pool))
        after = replace(self, log=(*self.log, fell))
        match self.step:
            case Step.POWDER | Step.MISFIRE:
                return after._fires()
            case Step.COVER:
                return replace(after, raised=cover_added(fell.successes))._guards()
            case Step.HIT:
                return after._hits(fell.successes)
            case Step.BLAST:
                return replace(after, successes=fell.successes, step=Step.SPEED)
            case Step.SPEED:
                assert isinstance(self.attack, Blast)
                after = replace(after, defended=fell.successes)
                caught = self.attack.catches(self.successes, fell.successes)
                return replace(after, step=Step.FATE) if caught else after._lands(MISSED)
            case Step.DEFENSE:
                return replace(after, defended=fell.successes)._guards()
            case Step.SHIELD:
                return after._guards(fell.face)
            case Step.FATE if isinstance(self.attack, Blast):
                return after._lands(self.attack.landed(fell.face))
            case Step.FATE:
                assert isinstance(self.attack, Flight)
                return after._lands(self.attack.landed(self.successes, fell.face, self.raised))
            case Step.LIMB:
                assert self.struck is not None
                assert self.struck.spot is not None
                return after._at(self.foe.limbs(self.attack, self.struck.spot)[fell.face > FIRST_TO])
            case Step.ARMOR:
                return after._tested()
            case Step.AGAIN:
                return after._tested(fell)
        assert self.foe.nerve is not None
        lost = steel.lost(self.foe.nerve.obstacle(self.foe.hurt(self.level)), fell.successes)
        return replace(after, heartbeats=lost, step=Step.DONE)

    def aim(self, attack: Played | None = None) -> "Course":
        """The successes over the obstacle are spent: as planned, or with the aim of this other `attack`.

        A plan that they do not pay for leaves all of them to damage. Raises `Refused` where it is not the time, and
        where another aim takes more than there are. Source: WPN-06, WPN-13.
        """
        if self.step is not Step.AIM:
            raise Refused(f"A blow is aimed once it was rolled; what is next is {self.step.words}.")
        if attack is None:
            return self._aimed()
        assert not isinstance(attack, Blast)
        cost = attack.aim.cost if isinstance(attack, Strike) else attack.cost
        if cost > self.over:
            has = wording.count(self.over, "success", "successes")
            raise Refused(f"That takes {cost} over the obstacle; there {'is' if self.over == 1 else 'are'} {has}.")
        return replace(self, attack=attack)._aimed()

    def _aimed(self) -> "Course":
        if isinstance(self.attack, Flight):
            return replace(self, step=Step.FATE)
        assert isinstance(self.attack, Strike)
        if self.attack.defense is not None and self.defended is None:
            return replace(self, step=Step.DEFENSE)
        return self._lands(self.attack.landed(self.successes, self.defended or 0))

    def _fires(self) -> "Course":
        """The gunpowder die, and the second one of a misfire. Source: WPN-21."""
        came = powder(*(fell.face for fell in self.log))
        if came is None:
            return replace(self, step=Step.MISFIRE)
        if came is not Powder.FIRES:
            return replace(self, powder=came)._lands(MISSED)
        return replace(self, powder=came, step=_first(self.attack, fired=True))

    def _hits(self, successes: int) -> "Course":
        after = replace(self, successes=successes)
        if after.over < 0:
            return after._lands(MISSED)
        if isinstance(self.attack, Strike) and self.attack.aim.late and self.attack.defense is not None:
            return replace(after, step=Step.DEFENSE)
        return replace(after, step=Step.AIM) if after.over else after._aimed()

    def _guards(self, again: int | None = None) -> "Course":
        """A shield that was rolled loses dice to its 1s, once a superior one has rolled one again. Source: ARM-28."""
        guard, after = self.attack.guard, self
        if guard is not None and guard.wears:
            rolled = next(fell.rolled for fell in reversed(self.log) if fell.step in (Step.COVER, Step.DEFENSE))
            faces = [rolled.faces[place] for place in self.attack.guarding]
            if again is None and armor_wear.asks_again(faces, guard.quality):
                return replace(self, step=Step.SHIELD)
            worn = shields.worn(guard.shield, faces, guard.quality, again)
            after = replace(self, worn_off=worn.lost - guard.shield.lost)
        return after._defended() if isinstance(self.attack, Strike) else replace(after, step=Step.HIT)

    def _defended(self) -> "Course":
        assert isinstance(self.attack, Strike)
        if self.attack.aim.late and self.over > 0:
            return replace(self, step=Step.AIM)
        return self._lands(self.attack.landed(self.successes, self.defended or 0))

    def _lands(self, struck: Struck) -> "Course":
        after = replace(self, struck=struck, step=Step.DONE)
        if struck.spot is None:
            return after
        places = self.foe.limbs(self.attack, struck.spot)
        return after._at(places[0]) if len(places) == 1 else replace(after, step=Step.LIMB)

    def _at(self, location: Location) -> "Course":
        after = replace(self, location=location)
        return after._held(Held(False, 0)) if after.worn is None else replace(after, step=Step.ARMOR)

    def _tested(self, again: Fell | None = None) -> "Course":
        """The armor test, once superior armor has rolled its 1 again where it does. Source: ARM-05, ARM-10."""
        rolled = next(fell.rolled for fell in reversed(self.log) if fell.step is Step.ARMOR)
        piece, shade = self._worn, self.attack.shade
        if (
            again is None
            and armor_wear.can_wear(piece.shade, shade)
            and armor_wear.asks_again(rolled.faces, piece.quality)
        ):
            return replace(self, step=Step.AGAIN)
        face = again.face if again else None
        found = armor_wear.settle(rolled, armor_obstacle(self.attack), piece, shade, face, counts=self.foe.counts)
        return self._held(found)

    def _held(self, held: Held) -> "Course":
        after = replace(self, held=held)
        tests = self.foe.nerve is not None and after.wound.steel_test
        return replace(after, step=Step.STEEL if tests else Step.DONE)


def _first(attack: Played, *, fired: bool = False) -> Step:
    """The first roll of a blow. Source: WPN-21, WPN-30, ARM-30."""
    if isinstance(attack, Strike):
        return Step.HIT
    if isinstance(attack, Blast):
        return Step.BLAST
    if attack.powder and not fired:
        return Step.POWDER
    return Step.COVER if attack.cover else Step.HIT


def begin(attack: Played, foe: Foe) -> Course:
    """A blow of which no die has fallen yet. Source: WPN-42."""
    return Course(attack, foe, _first(attack))


def known(strike: Strike, foe: Foe, successes: int) -> Course:
    """A blow whose successes are known without a roll, as those of a fall; it lands as planned. Source: MAT-05."""
    after = begin(strike, foe)._hits(successes)
    return after.aim() if after.step is Step.AIM else after
