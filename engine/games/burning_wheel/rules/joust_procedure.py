"""A pass, lance against lance, roll by roll: charge, lances, seats, wounds through armor, falls (RID-17 to RID-19).

A `Tilt` is frozen; each method gives it as it is after that, or raises `Refused` with the sentence why not. Dice come
from outside. A blow, its armor and its wound are those of `blow_course`, and so is the fall.

A bot that rides one pass at a knight in plate:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.armor import ArmorType, Suit
>>> from engine.games.burning_wheel.rules.mounts import MOUNTS
>>> from engine.games.burning_wheel.rules.wounds import PRESETS
>>> chance, b4 = Random(3), Ability.parse("B4")
>>> strike = Strike.of(LANCE, 4, Pool.of(4), 2)
>>> foe = Foe(PRESETS["B4"], Suit.whole(ArmorType.FULL_PLATE))
>>> knight = Knight(MOUNTS["horse"], Pool.of(7), strike, b4, b4, foe)
>>> tilt = begin(knight, knight, Ground.ROAD)
>>> while tilt.phase is not Phase.OVER:
...     throw = lambda pool: roll(pool, chance)
...     if tilt.phase is Phase.CHARGE:
...         tilt = tilt.charge(lambda place, pool: roll(pool, chance))
...     elif tilt.phase is Phase.SEAT:
...         tilt = tilt.hold(Hold.RIDING, throw)
...     else:
...         tilt = tilt.aim() if tilt.course.step is Step.AIM else tilt.roll(throw)
>>> tilt.who.words, [(ran.lance.ended.end.words, ran.seat.words) for ran in tilt.ran]
('Both strike at once', [('Armor holds', 'in the saddle'), ('Armor holds', 'unhorsed')])
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Pool, Roll
from engine.games.burning_wheel.rules import eaten, throws
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import Foe, Strike
from engine.games.burning_wheel.rules.blow_course import Course, Played, Step, Throw, known
from engine.games.burning_wheel.rules.blow_course import begin as strike_begins
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.lance import LANCE, Couched, Pass, Seat, fall, unseated
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.wounds import Level, Together, together
from engine.option import Option
from engine.refused import Refused

GROUND = 1
"""The obstacle of the blow that the ground strikes, of which a throw's net are the successes. Source: MAT-05."""
Charges = Callable[[int, Pool], Roll]
"""How the dice of a side fall for the charge."""


class Phase(Option):
    """What a pass waits for. Source: RID-18, RID-19."""

    CHARGE = "charge", "the charge"
    LANCE = "lance", "the lance"
    SEAT = "seat", "Riding or Power, to stay in the saddle"
    BLOW = "blow", "what the lance does"
    FALL = "fall", "what the ground does"
    OVER = "over", "nothing more: the pass is ridden"


class Hold(Option):
    """What someone stays in the saddle with, as they choose. Source: RID-19."""

    RIDING = "riding", "Riding"
    POWER = "power", "Power"


@dataclass(frozen=True, slots=True)
class Knight:
    """One of the two: the mount, the dice of the charge, the lance, what keeps the seat, and whom a lance meets.

    `strike` is the lance before wounds; they take dice from it, and add to its obstacle. Source: RID-17 to RID-19.
    """

    mount: Mount
    charge: Pool
    strike: Strike
    riding: Ability
    power: Ability
    foe: Foe

    @property
    def hurt(self) -> Together:
        """What the wounds do that were there before this pass."""
        return together(self.foe.levels)

    @property
    def rides(self) -> bool:
        """Whether these wounds leave a die for lance and seat. Source: INJ-12."""
        return not self.hurt.dying and bool(self.lance.pool.dice) and all(self.guard(hold).dice for hold in Hold)

    @property
    def lance(self) -> Strike:
        """The lance as these wounds leave it."""
        pool = self.strike.pool
        lost = min(-self.hurt.dice.total, pool.dice)
        return replace(self.strike, pool=pool.plus(-lost), obstacle=self.strike.obstacle + self.hurt.obstacle)

    def guard(self, hold: Hold) -> Pool:
        """The dice that keep the seat."""
        ability = self.riding if hold is Hold.RIDING else self.power
        return ability.pool(max(self.hurt.dice.total, -ability.exponent))


@dataclass(frozen=True, slots=True)
class Ran:
    """What one lance came to: its blow, what was rolled for the seat, the net of the Push, and the fall.

    `held` is None where the lance missed, `fall` where the seat was kept. Source: RID-19.
    """

    striker: int
    lance: Course
    hold: Hold = Hold.RIDING
    held: Roll | None = None
    net: int = 0
    fall: Course | None = None

    @property
    def seat(self) -> Seat:
        """How the one who was struck sits after it."""
        return unseated(self.net)

    @property
    def foe(self) -> Foe:
        """Whom it met, as lance and ground have left them."""
        after = _after(self.lance)
        if self.fall is None:
            return after
        worn, ended, levels = self.fall.worn, self.fall.ended, _after(self.fall).levels
        suit = after.suit.wearing(worn.less(ended.lost)) if worn and ended else after.suit
        return replace(after, levels=levels, suit=suit)


def _after(course: Course) -> Foe:
    """Whom a blow met, with its wound, and with the armor as it wore."""
    foe, ended = course.foe, course.ended
    if ended is None:
        return foe
    if course.level is not Level.NONE:
        foe = replace(foe, levels=(*foe.levels, course.level))
    if ended.lost and course.worn is not None:
        foe = replace(foe, suit=foe.suit.wearing(course.worn.less(ended.lost)))
    return foe


@dataclass(frozen=True, slots=True)
class Tilt:
    """A pass between two rolls. `now` is the lance that is being resolved, `ran` are those that have been.

    `over` reads the successes that push as those over the obstacle. Both lances of a tie strike at once: what one does
    takes nothing from the other. Source: RID-18, RID-19.
    """

    knights: tuple[Knight, Knight]
    ground: Ground
    over: bool = False
    phase: Phase = Phase.CHARGE
    rolled: tuple[Roll, ...] = ()
    who: Pass | None = None
    now: Ran | None = None
    ran: tuple[Ran, ...] = ()

    @property
    def course(self) -> Course:
        """The blow that is being resolved: the lance, or the ground. Raises `Refused` before and after."""
        if self.now is None:
            raise Refused(f"No lance is on its way; what is next is {self.phase.words}.")
        return self.now.fall or self.now.lance

    @property
    def target(self) -> Knight:
        """Who is being struck."""
        assert self.now is not None
        return self.knights[1 - self.now.striker]

    def charge(self, fall: Charges) -> "Tilt":
        """Both position: who strikes. Source: RID-18."""
        self._need(Phase.CHARGE)
        rolled = tuple(fall(place, knight.charge) for place, knight in enumerate(self.knights))
        who = Pass.by(rolled[0].count.successes - rolled[1].count.successes)
        return replace(self, rolled=rolled, who=who)._lowers(int(who is Pass.THEY))

    def roll(self, throw: Throw) -> "Tilt":
        """The next roll of the lance, or of the ground. Raises `Refused` where the seat or an aim is next."""
        self._need(Phase.LANCE, Phase.BLOW, Phase.FALL)
        after = self.course.roll(throw)
        if self.phase is Phase.LANCE and after.over >= 0:
            return self._with(after, Phase.SEAT)
        return self._with(after, Phase.BLOW if self.phase is Phase.LANCE else self.phase)._goes_on()

    def hold(self, hold: Hold, throw: Throw) -> "Tilt":
        """Who was hit tries to keep the seat with that. Source: RID-19."""
        self._need(Phase.SEAT)
        assert self.now is not None
        course, held = self.now.lance, throw(self.target.guard(hold))
        couched = Couched(course.attack.pool, course.to_hit, LANCE.add or 2, None, self.over)
        defense = eaten.left(held.count.successes, self.target.hurt.obstacle)
        net = couched.pushes(course.successes, defense)
        return replace(self, now=replace(self.now, hold=hold, held=held, net=net), phase=Phase.BLOW)._goes_on()

    def aim(self, attack: Played | None = None) -> "Tilt":
        """The successes of the lance are spent: as planned, or with the aim of this other `attack`. Source: RID-22."""
        self._need(Phase.BLOW)
        return self._with(self.course.aim(attack), Phase.BLOW)._goes_on()

    def again(self) -> "Tilt":
        """Another pass, with wounds and armor as they are; who was half out has reseated. Source: RID-17, RID-19.

        Raises `Refused` before this one is over, and where someone is off the horse or cannot go on.
        """
        self._need(Phase.OVER)
        knights = list(self.knights)
        for ran in self.ran:
            if ran.seat is Seat.DOWN:
                raise Refused("An unhorsed rider has to mount again before another pass.")
            knights[1 - ran.striker] = replace(
                knights[1 - ran.striker], foe=replace(ran.foe, nerve=ran.lance.foe.nerve)
            )
        if not all(one.rides for one in knights):
            raise Refused("Wounds let one of the two ride no more.")
        return begin(knights[0], knights[1], self.ground, over=self.over)

    def _need(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refused(f"That does not come now; what is next is {self.phase.words}.")

    def _with(self, course: Course, phase: Phase) -> "Tilt":
        assert self.now is not None
        changed = replace(self.now, fall=course) if self.now.fall else replace(self.now, lance=course)
        return replace(self, now=changed, phase=phase)

    def _lowers(self, striker: int) -> "Tilt":
        """The next lance, of that side, on its way."""
        lance = strike_begins(self.knights[striker].lance, self.knights[1 - striker].foe)
        return replace(self, now=Ran(striker, lance), phase=Phase.LANCE)

    def _goes_on(self) -> "Tilt":
        """After a roll: more of the same blow, the fall, the other lance, or the end."""
        assert self.now is not None
        if self.course.step is not Step.DONE:
            return self
        if self.now.seat is Seat.DOWN and self.now.fall is None:
            return replace(self, now=replace(self.now, fall=self._fall), phase=Phase.FALL)._goes_on()
        after = replace(self, ran=(*self.ran, self.now), now=None, phase=Phase.OVER)
        return after._lowers(1) if self.who is Pass.BOTH and self.now.striker == 0 else after

    @property
    def _fall(self) -> Course:
        """The ground strikes whoever was unhorsed, with the Speed of the lancer's mount. Source: RID-19, MAT-05."""
        assert self.now is not None
        mount, foe = self.knights[self.now.striker].mount, _after(self.now.lance)
        power = fall(mount, self.ground).total
        ground = Strike(Pool.of(0), GROUND, ims(power), throws.ADD, throws.va(mount.speed.exponent))
        hard = Suit(tuple(piece for piece in foe.suit if throws.wards_off(piece)))
        return known(ground, replace(foe, suit=hard), self.now.net)


def begin(one: Knight, other: Knight, ground: Ground, *, over: bool = False) -> Tilt:
    """A pass that is about to begin. Source: RID-18."""
    return Tilt((one, other), ground, over)
