"""What can still be done about dice that lie on the table: Luck, call-ons, Saving Grace (HUB-62, 73, 81, 98).

Chances are exact. Every die has a law, a power series in z whose coefficient of z^k is the chance of k successes from
it and from all extra dice that still come of it. Sixes that open without end make it a geometric series, and so do
the ones of astrology. Only coefficients below the obstacle are asked for: the series is cut there, and nothing is lost.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from math import lcm

from engine.dice.law import multiply
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.dice import Chain, Die, Pool, Roll, Shade
from engine.games.burning_wheel.dice.shade import SIDES
from engine.option import Option
from engine.refused import Refused

MOST_STEPS = 3
"""How many spends one after the other are weighed."""


class Rolled(Option):
    """What was rolled, as far as it decides which faces open. Source: HUB-07, HUB-98."""

    PLAIN = "plain", "an ordinary ability"
    OPEN = "open", "Steel, Faith or magic"
    PERCEPTION = "perception", "Perception"
    ASTROLOGY = "astrology", "astrology"

    def open_ended(self, *, later: bool = False) -> bool:
        """Whether the roll is open-ended by nature: Perception in the revised edition, astrology in the later one."""
        return self is Rolled.OPEN or self is (Rolled.ASTROLOGY if later else Rolled.PERCEPTION)


class Against(Option):
    """What a roll must beat. Source: HUB-12, HUB-13."""

    OBSTACLE = "obstacle", "an obstacle"
    DEFEND = "defend", "versus: you defend"
    ACT = "act", "versus: they defend"
    BOTH = "both", "versus: nobody defends"

    @property
    def versus(self) -> bool:
        return self is not Against.OBSTACLE

    @property
    def to_win(self) -> int:
        """How many successes more than the number given are needed: a tie goes to the defender. Source: HUB-13."""
        return int(self in (Against.ACT, Against.BOTH))


class Used(Option):
    """What was already spent on a roll. Source: HUB-72."""

    LUCK = "luck", "Luck"
    SHRUG = "shrug", "Shrug it Off"
    INSPIRATION = "inspiration", "Divine Inspiration"
    GRACE = "grace", "Saving Grace"
    COMPLICATION = "complication", "Complication"


@dataclass(frozen=True, slots=True)
class Held:
    """What there is to spend on a roll: points and call-ons that fit, and what of it was spent already.

    `boons` is the Persona that bought dice for it.
    """

    fate: int
    deeds: int
    persona: int
    call_ons: int
    used: frozenset[Used] = frozenset()
    boons: int = 0


class Step(Option):
    """Something done to dice that lie there. Source: HUB-62, HUB-73, HUB-81."""

    LUCK = "luck", "Luck"
    CALL_ON = "call-on", "call-on"
    GRACE = "saving-grace", "Saving Grace"


@dataclass(frozen=True, slots=True)
class Manner:
    """How these dice behave.

    `natural`: the roll was open-ended by nature, so that Luck rerolls one traitor; `luck_closed`: that die does not
    open. `chain` is the reading of extra dice, `rerolls_open` whether a six on a rerolled die opens where sixes do,
    `extras` whether failed extra dice may be rerolled too. With `ones` a 1 brings an extra die as a 6 does; with
    `ones_cost` that die adds nothing, opens nothing, and takes a success away where it fails.
    Source: HUB-07, HUB-73, HUB-81, HUB-98.
    """

    natural: bool = False
    chain: Chain = Chain.CHAIN
    rerolls_open: bool = True
    extras: bool = True
    luck_closed: bool = True
    ones: bool = False
    ones_cost: bool = False


def read(pool: Pool, faces: Sequence[int], manner: Manner) -> Roll:
    """The roll that these faces make, extra dice last. Raises `Refused` where they are too few or too many."""
    if not manner.ones:
        return dice.read(pool, faces, manner.chain)
    waiting: deque[tuple[Shade, bool, int | None]] = deque(
        (group.shade, group.open_ended, None) for group in pool for _ in range(group.count)
    )
    fell: list[Die] = []
    for face in faces:
        if not waiting:
            raise Refused(f"{pool} has {len(fell)} dice here, extra dice included; this has {len(faces)} faces.")
        fell.append(Die(face, *waiting.popleft()))
        if fell[-1].open_ended and face in (1, SIDES):
            opens = manner.chain is Chain.CHAIN and not (manner.ones_cost and face == 1)
            waiting.append((fell[-1].shade, opens, len(fell) - 1))
    if waiting:
        asked = len(fell) + len(waiting)
        raise Refused(f"{pool} needs {asked} faces or more, one for each die; this has {len(fell)}.")
    return Roll(pool, tuple(fell))


def lying(faces: Sequence[int], shade: Shade, opens: bool, manner: Manner) -> Roll:
    """The roll of one shade that these faces make, extra dice among them, last.

    Raises `Refused` where a die that a face brought is missing.
    """
    if not opens or not faces:
        return read(Pool.of(len(faces), shade, opens), faces, manner)
    for own in range(len(faces), 0, -1):
        try:
            return read(Pool.of(own, shade, True), faces, manner)
        except Refused:
            continue
    brings = "1 and every 6" if manner.ones else "6"
    raise Refused(f"Every {brings} brings another die here, whose face stands at the end; at least one is missing.")


def joined(rolls: Sequence[Roll]) -> Roll:
    """Several rolls as one."""
    dice_: list[Die] = []
    for roll in rolls:
        first = len(dice_)
        dice_ += [die if die.begot_by is None else replace(die, begot_by=die.begot_by + first) for die in roll.dice]
    return Roll(sum((roll.pool for roll in rolls[1:]), rolls[0].pool), tuple(dice_))


@dataclass(frozen=True, slots=True)
class _Kind:
    """What decides the future of a die; `against` takes successes away, and `settled` is never rolled again."""

    shade: Shade
    opens: bool
    settled: bool = False
    against: bool = False


def _kinds(roll: Roll, manner: Manner) -> Iterator[tuple[_Kind, int]]:
    for die in roll.dice:
        extra = die.begot_by is not None
        against = manner.ones_cost and die.begot_by is not None and roll.dice[die.begot_by].face == 1
        yield _Kind(die.shade, die.open_ended, extra and not manner.extras, against), die.face


def count(roll: Roll, manner: Manner) -> int:
    """The successes that lie there, below 0 where failed dice of ones cost more than there are. Source: HUB-03."""
    lying = list(_kinds(roll, manner))
    good = sum(not kind.against and face >= kind.shade.target for kind, face in lying)
    return good - sum(kind.against and face < kind.shade.target for kind, face in lying)


def chance(roll: Roll, need: int, steps: Sequence[Step], manner: Manner) -> Fraction:
    """The chance that these dice come to `need` successes once all `steps` are made, in their order.

    Where the roll is open-ended by nature, Luck takes the traitor of the lightest shade. Source: HUB-62, 73, 81.
    """
    lying = sorted(_kinds(roll, manner), key=lambda one: (one[0].shade.target, one[0].opens))
    future = _Future(manner, _upto(need, len(lying), len(steps), manner))
    return _reaching([future.lying(kind, face, tuple(steps)) for kind, face in lying], need)


@lru_cache(maxsize=256)  # hundreds of plans of artha come to the same few rolls
def chance_before(pool: Pool, need: int, steps: tuple[Step, ...], manner: Manner) -> Fraction:
    """The same for dice that are still to be rolled, with all `steps` made whatever falls. Source: HUB-72."""
    future = _Future(manner, _upto(need, pool.dice, len(steps), manner))
    groups = sorted(pool, key=lambda group: group.shade.target)
    laws = [future.fresh(_Kind(group.shade, group.open_ended), steps) for group in groups]
    return _reaching([law for law, group in zip(laws, groups, strict=True) for _ in range(group.count)], need)


def _upto(need: int, count: int, steps: int, manner: Manner) -> int:
    """The highest power that matters: a die of ones may take a success away, at each throw of it."""
    return need - 1 + (count * (steps + 1) if manner.ones_cost else 0)


_Terms = Mapping[int, Fraction]
_SURE: _Terms = {0: Fraction(1)}


def _plus(one: _Terms, other: _Terms) -> dict[int, Fraction]:
    return {k: one.get(k, Fraction(0)) + other.get(k, Fraction(0)) for k in {**one, **other}}


@dataclass(frozen=True, slots=True)
class _Law:
    """What may become of a die and its extra dice, in two ways: Luck's reroll of one traitor goes elsewhere, or here.

    `whole` is the law where it goes elsewhere, `none` the part of it in which nothing here had failed at that moment,
    and `used` the law where one of these dice was rolled again. Without such a Luck `none` is `whole`.
    """

    none: _Terms
    whole: _Terms
    used: _Terms


def _plain(terms: _Terms) -> _Law:
    return _Law(terms, terms, {})


class _Future:
    """The laws of dice under one manner, cut above z^`upto`."""

    def __init__(self, manner: Manner, upto: int) -> None:
        self.manner, self.upto = manner, upto
        self._known: dict[tuple[_Kind, tuple[Step, ...]], _Law] = {}

    def lying(self, kind: _Kind, face: int, steps: tuple[Step, ...]) -> _Law:
        """A die that shows `face`, its extra dice apart, when `steps` are still to come."""
        if face < kind.shade.target:
            return self._failed(kind, steps)
        good = _plain(_SURE if kind.against else {1: Fraction(1)})
        if face == SIDES and not self.manner.natural and Step.LUCK in steps:
            after = steps[steps.index(Step.LUCK) + 1 :]
            return self._both(good, self.fresh(self._extra(kind), after))
        return good

    def fresh(self, kind: _Kind, steps: tuple[Step, ...]) -> _Law:
        """A die that is about to be rolled, when `steps` come after that."""
        if (kind, steps) not in self._known:
            self._known[kind, steps] = self._fallen(kind, steps)
        return self._known[kind, steps]

    def _fallen(self, kind: _Kind, steps: tuple[Step, ...]) -> _Law:
        nothing: dict[int, Fraction] = {}
        ended, again = _Law(nothing, nothing, nothing), _Law(nothing, nothing, nothing)
        for face in range(1, SIDES + 1):
            here = self.lying(kind, face, steps)
            brings = kind.opens and (face == SIDES or (self.manner.ones and face == 1))
            if brings and face == 1 and self.manner.ones_cost:
                other = replace(self._extra(kind), opens=False, against=True)
                ended = self._either(ended, self._both(here, self.fresh(other, steps)))
            elif not brings:
                ended = self._either(ended, here)
            elif (extra := self._extra(kind)) == kind:
                again = self._either(again, here)
            else:
                ended = self._either(ended, self._both(here, self.fresh(extra, steps)))
        # The die is F = ended + again * F, where `again` brings a die that is like this one.
        none = self._endless(ended.none, again.none)
        whole = self._endless(ended.whole, again.whole)
        used = self._endless(_plus(ended.used, self._times(again.used, whole)), again.none)
        return _Law(none, whole, used)

    def _failed(self, kind: _Kind, steps: tuple[Step, ...]) -> _Law:
        if not steps or kind.settled:
            return _plain({-1: Fraction(1)} if kind.against else _SURE)
        step, rest = steps[0], steps[1:]
        if step is not Step.LUCK:
            return self.fresh(replace(kind, opens=kind.opens and self.manner.rerolls_open), rest)
        if not self.manner.natural:
            return self._failed(replace(kind, opens=True), rest)
        again = self.fresh(replace(kind, opens=kind.opens and not self.manner.luck_closed), rest)
        return _Law({}, self._failed(kind, rest).whole, again.whole)

    def _extra(self, kind: _Kind) -> _Kind:
        return replace(kind, opens=self.manner.chain is Chain.CHAIN, settled=not self.manner.extras)

    def _either(self, law: _Law, sixth: _Law) -> _Law:
        """One more of the six faces."""
        parts = ((law.none, sixth.none), (law.whole, sixth.whole), (law.used, sixth.used))
        return _Law(*(_plus(terms, {k: weight / SIDES for k, weight in more.items()}) for terms, more in parts))

    def _both(self, one: _Law, other: _Law) -> _Law:
        used = _plus(self._times(one.used, other.whole), self._times(one.none, other.used))
        return _Law(self._times(one.none, other.none), self._times(one.whole, other.whole), used)

    def _times(self, one: _Terms, other: _Terms) -> _Terms:
        product: dict[int, Fraction] = {}
        for a, weight in one.items():
            for b, share in other.items():
                if a + b <= self.upto:
                    product[a + b] = product.get(a + b, Fraction(0)) + weight * share
        return product

    def _endless(self, ended: _Terms, again: _Terms) -> _Terms:
        """The series F with F = ended + again * F; `again` has no negative powers."""
        if not again or not ended:
            return ended
        series: dict[int, Fraction] = {}
        for k in range(min(ended), self.upto + 1):
            known = sum((weight * series.get(k - j, 0) for j, weight in again.items() if j), Fraction(0))
            series[k] = (ended.get(k, 0) + known) / (1 - again.get(0, Fraction(0)))
        return series


def _reaching(laws: Iterable[_Law], need: int) -> Fraction:
    """The chance of `need` successes or more from dice of these laws together, in whole numbers until the end."""
    none, used, denominator, lowest = [1], [0], 1, 0
    for law in laws:
        parts = (law.none, law.whole, law.used)
        least = min((k for terms in parts for k in terms), default=0)
        scale = lcm(*(weight.denominator for terms in parts for weight in terms.values()))
        zero, whole, again = (_dense(terms, least, scale) for terms in parts)
        lowest, denominator = lowest + least, denominator * scale
        most = max(0, need - 1 - lowest)
        grown = [multiply(used, whole, most), multiply(none, again, most)]
        used = [sum(pair) for pair in zip_longest(*grown, fillvalue=0)]
        none = multiply(none, zero, most)
    short = sum(none[: max(0, need - lowest)]) + sum(used[: max(0, need - lowest)])
    return 1 - Fraction(short, denominator)


def _dense(terms: _Terms, least: int, scale: int) -> list[int]:
    return [int(terms.get(k, 0) * scale) for k in range(least, max(terms, default=least) + 1)]


@dataclass(frozen=True, slots=True)
class Lying:
    """Dice on the table and what they must come to; `rolls` are your dice, and those of gear in another shade.

    `asked` is the obstacle, or what the other side rolled, and `over` the successes wanted beyond winning. `opens`
    says whether a six brought a die.
    """

    rolls: tuple[Roll, ...]
    manner: Manner
    opens: bool
    against: Against
    asked: int
    over: int = 0

    @property
    def good(self) -> int:
        """The successes that lie there."""
        return sum(count(roll, self.manner) for roll in self.rolls)

    @property
    def need(self) -> int:
        return self.asked + self.against.to_win + self.over

    @property
    def passed(self) -> bool:
        """Whether it wins, whatever is wanted beyond that."""
        return self.good >= self.asked + self.against.to_win

    @property
    def tied(self) -> bool:
        return self.against.versus and self.good == self.asked

    @property
    def short(self) -> int:
        return max(0, self.need - self.good)

    @property
    def failed(self) -> int:
        """The dice that are no success."""
        return sum(not die.success for roll in self.rolls for die in roll.dice)

    @property
    def failed_extras(self) -> int:
        """Those of them that a six brought."""
        return sum(not die.success and die.begot_by is not None for roll in self.rolls for die in roll.dice)

    @property
    def sixes(self) -> int:
        return sum(roll.count.sixes for roll in self.rolls)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: the `steps` in order, and after them, with `tie`, a call-on that wins the tie.

    `chance` is that of success in the end, `whole` how often every step of it is needed: you stop once you are there.
    """

    steps: tuple[Step, ...]
    chance: Fraction
    whole: Fraction
    tie: bool = False

    def times(self, step: Step) -> int:
        """How often this spend is made; winning a tie takes a call-on too."""
        return self.steps.count(step) + (self.tie and step is Step.CALL_ON)

    @property
    def price(self) -> tuple[int, int, int]:
        """What it takes, the scarcest first: Deeds, call-ons, Fate. Smaller is cheaper."""
        return self.times(Step.GRACE), self.times(Step.CALL_ON), self.times(Step.LUCK)


def ways(roll: Roll, need: int, left: Mapping[Step, int], manner: Manner, *, deadlock: bool = False) -> list[Way]:
    """Every lawful way to go on, single spends first, the cheapest first.

    `left` says how often each spend may still be made; ways that add a spend in vain are left out. Call-ons come
    before Saving Grace, which rerolls the same dice for more; Luck stands anywhere. With `deadlock` a tie lies one
    below `need`, and a call-on may win it. Where dice of ones can cost successes, only single spends are listed.
    Source: HUB-62, HUB-73, HUB-81.
    """
    found: dict[tuple[tuple[Step, ...], bool], Fraction] = {}

    def reached(steps: tuple[Step, ...], tie: bool) -> Fraction:
        if (steps, tie) not in found:
            found[steps, tie] = chance(roll, need - tie, steps, manner)
        return found[steps, tie]

    listed = []
    for steps in _orders(left):
        for tie in (False, True) if deadlock and steps.count(Step.CALL_ON) < left[Step.CALL_ON] else (False,):
            spends = len(steps) + tie
            if not spends or (spends > 1 and manner.ones_cost):
                continue
            before = reached(steps, False) if tie else reached(steps[:-1], False)
            listed.append(Way(steps, reached(steps, tie), 1 - before, tie))
    useful = [way for way in listed if sum(way.price) == 1 or not any(_outdoes(other, way) for other in listed)]
    return sorted(useful, key=lambda way: (sum(way.price) > 1, way.price, -way.chance))


def _outdoes(other: Way, way: Way) -> bool:
    """Whether the other one takes less, nothing more, and is as likely to do: then the rest is thrown away."""
    less = other.price != way.price and all(a <= b for a, b in zip(other.price, way.price, strict=True))
    return less and other.chance >= way.chance


def _orders(left: Mapping[Step, int]) -> Iterator[tuple[Step, ...]]:
    for calls in range(left[Step.CALL_ON] + 1):
        for graces in range(left[Step.GRACE] + 1):
            rerolls = (Step.CALL_ON,) * calls + (Step.GRACE,) * graces
            if len(rerolls) > MOST_STEPS:
                continue
            yield rerolls
            if left[Step.LUCK] and len(rerolls) < MOST_STEPS:
                yield from ((*rerolls[:at], Step.LUCK, *rerolls[at:]) for at in range(len(rerolls) + 1))
