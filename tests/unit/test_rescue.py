"""What may still be done about dice that lie there, against a slow twin that writes out every face."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from engine.games.burning_wheel import dice
from engine.games.burning_wheel.dice import Chain, Pool, Reroll, Roll, Shade
from engine.games.burning_wheel.rules import rescue
from engine.games.burning_wheel.rules.rescue import Manner, Rolled, Step

LUCK, CALL_ON, GRACE = Step.LUCK, Step.CALL_ON, Step.GRACE
SIXTH = Fraction(1, 6)
ORDERS = [
    (),
    (LUCK,),
    (CALL_ON,),
    (LUCK, GRACE),
    (GRACE, LUCK),
    (CALL_ON, GRACE),
    (CALL_ON, LUCK, GRACE),
    (LUCK, CALL_ON, GRACE),
]


@dataclass(frozen=True)
class Thrown:
    """A die of the twin: what it shows, whether its kind opens, whether it is an extra one."""

    face: int
    opens: bool
    extra: bool = False


def in_order(lying: Iterable[Thrown]) -> tuple[Thrown, ...]:
    """The engine rerolls dice that do not open first when Luck takes one of them; the rest of the order is nothing."""
    return tuple(sorted(lying, key=lambda die: (die.opens, die.extra, die.face)))


class Twin:
    """Plays the steps face by face. Every six is a success, so no chain is followed beyond the obstacle."""

    def __init__(self, shade: Shade, need: int, manner: Manner) -> None:
        self.shade, self.need, self.manner = shade, need, manner
        self.known: dict[tuple[tuple[Thrown, ...], tuple[Step, ...]], Fraction] = {}

    def good(self, lying: Sequence[Thrown]) -> int:
        return sum(die.face >= self.shade.target for die in lying)

    def failed(self, lying: Sequence[Thrown]) -> list[int]:
        return [
            place
            for place, die in enumerate(lying)
            if die.face < self.shade.target and (self.manner.extras or not die.extra)
        ]

    def thrown(self, opens: bool, extra: bool, budget: int) -> Iterator[tuple[Fraction, tuple[Thrown, ...]]]:
        """All ways that one die and its extra dice fall, as deep as `budget` sixes."""
        for face in range(1, 7):
            die = Thrown(face, opens, extra)
            brings = opens and (face == 6 or (self.manner.ones and face == 1))
            if brings and budget:
                for chance, more in self.thrown(self.manner.chain is Chain.CHAIN, True, budget - 1):
                    yield SIXTH * chance, (die, *more)
            else:
                yield SIXTH, (die,)

    def all_thrown(self, kinds: Sequence[tuple[bool, bool]]) -> Iterator[tuple[Fraction, tuple[Thrown, ...]]]:
        ways: dict[tuple[Thrown, ...], Fraction] = {(): Fraction(1)}
        for opens, extra in kinds:
            grown: dict[tuple[Thrown, ...], Fraction] = {}
            for fell, odds in ways.items():
                for one, more in self.thrown(opens, extra, self.need):
                    key = in_order((*fell, *more))
                    grown[key] = grown.get(key, Fraction(0)) + odds * one
            ways = grown
        yield from ((chance, fell) for fell, chance in ways.items())

    def chance(self, lying: tuple[Thrown, ...], steps: tuple[Step, ...]) -> Fraction:
        key = in_order(lying), steps
        if key not in self.known:
            self.known[key] = self.played(*key)
        return self.known[key]

    def played(self, lying: tuple[Thrown, ...], steps: tuple[Step, ...]) -> Fraction:
        if self.good(lying) >= self.need:
            return Fraction(1)
        if not steps:
            return Fraction(0)
        step, rest = steps[0], steps[1:]
        if step is LUCK and not self.manner.natural:
            opened = tuple(replace(die, opens=True) if not die.extra else die for die in lying)
            sixes = [(self.manner.chain is Chain.CHAIN, True) for die in lying if die.face == 6]
            return sum((odds * self.chance(opened + more, rest) for odds, more in self.all_thrown(sixes)), Fraction(0))
        again = self.failed(lying)
        if step is LUCK:
            again = again[:1]
        stay = tuple(die for place, die in enumerate(lying) if place not in again)
        closed = step is LUCK and self.manner.luck_closed
        kinds = [
            (lying[place].opens and not closed and (step is LUCK or self.manner.rerolls_open), lying[place].extra)
            for place in again
        ]
        return sum((odds * self.chance(stay + more, rest) for odds, more in self.all_thrown(kinds)), Fraction(0))


def as_twin(roll: Roll) -> tuple[Thrown, ...]:
    return tuple(Thrown(die.face, die.open_ended, die.begot_by is not None) for die in roll.dice)


MANNERS = [
    Manner(chain=chain, rerolls_open=opening, extras=extras)
    for chain in Chain
    for opening in (True, False)
    for extras in (True, False)
]


@pytest.mark.parametrize("steps", ORDERS, ids=lambda steps: "-".join(step.value for step in steps) or "nothing")
@pytest.mark.parametrize("faces", [[6, 1], [6, 6], [5, 2], [6, 3]], ids=str)
def test_faces_of_closed_dice(faces: list[int], steps: tuple[Step, ...]) -> None:
    for manner, over in itertools.product(MANNERS, (1, 2)):
        roll = rescue.lying(faces, Shade.BLACK, False, manner)
        need = rescue.count(roll, manner) + over
        twin = Twin(Shade.BLACK, need, manner).chance(as_twin(roll), steps)
        assert rescue.chance(roll, need, steps, manner) == twin, (manner, over)


@pytest.mark.parametrize(
    "steps", ORDERS[:5] + ORDERS[6:7], ids=lambda steps: "-".join(step.value for step in steps) or "-"
)
@pytest.mark.parametrize("faces", [[6, 1], [2, 1], [6, 6, 2, 1]], ids=str)
def test_faces_of_open_dice(faces: list[int], steps: tuple[Step, ...]) -> None:
    for manner, over in itertools.product(MANNERS, (1, 2)):
        natural = replace(manner, natural=True)
        if len(faces) == 4 and manner.chain is Chain.ONCE:
            continue
        roll = rescue.lying(faces, Shade.GRAY, True, natural)
        need = rescue.count(roll, natural) + over
        twin = Twin(Shade.GRAY, need, natural).chance(as_twin(roll), steps)
        assert rescue.chance(roll, need, steps, natural) == twin, (natural, over)


def test_ones_that_open_once() -> None:
    manner = Manner(natural=True, chain=Chain.ONCE, ones=True)
    roll = rescue.lying([5, 2, 1, 2], Shade.BLACK, True, manner)
    assert [die.begot_by for die in roll.dice] == [None, None, None, 2]
    for steps in (CALL_ON,), (LUCK,), (CALL_ON, GRACE):
        for over in (1, 2):
            need = rescue.count(roll, manner) + over
            twin = Twin(Shade.BLACK, need, manner).chance(as_twin(roll), steps)
            assert rescue.chance(roll, need, steps, manner) == twin


def test_ones_that_open_without_end() -> None:
    # One failed die rolled again: F = 2/6 + z 2/6 + F/6 + z F/6, so F(0) = 2/5 and 1 - F(0) = 3/5.
    manner = Manner(natural=True, ones=True)
    roll = rescue.lying([2], Shade.BLACK, True, manner)
    assert rescue.chance(roll, 1, (CALL_ON,), manner) == Fraction(3, 5)


@pytest.mark.parametrize(("need", "chance"), [(1, "3/5"), (2, "3/25"), (3, "3/125")])
def test_a_die_of_astrology_still_to_be_rolled(need: int, chance: str) -> None:
    # F = 2/6 + z 2/6 + F/6 + z F/6 = (2 + 2z) / (5 - z): 2/5, 12/25, 12/125 …
    manner = Manner(natural=True, ones=True)
    assert rescue.chance_before(Pool.parse("B1*"), need, (), manner) == Fraction(chance)


def test_a_one_may_cost_a_success() -> None:
    manner = Manner(natural=True, ones=True, ones_cost=True)
    roll = rescue.lying([5, 1, 2], Shade.BLACK, True, manner)
    assert rescue.count(roll, manner) == 0
    # Two dice have failed. The 1 rolled again: 1/12 takes one away (a 1 and a failure), 5/12 and 1/12 … nothing.
    better = rescue.chance(roll, 1, (GRACE,), manner)
    worse = rescue.chance(roll, 2, (GRACE,), manner)
    assert 0 < worse < better < 1
    assert [way.steps for way in rescue.ways(roll, 1, {LUCK: 1, CALL_ON: 1, GRACE: 1}, manner)] == [
        (LUCK,),
        (CALL_ON,),
        (GRACE,),
    ]


@pytest.mark.parametrize("text", ["B4", "G3", "B2+G2"])
@pytest.mark.parametrize("chain", Chain)
def test_dice_still_to_be_rolled(text: str, chain: Chain) -> None:
    pool = Pool.parse(text)
    for need, opening in itertools.product(range(7), (True, False)):
        manner = Manner(chain=chain, rerolls_open=opening)
        order = Reroll.OPEN_THEN_REROLL if opening else Reroll.OPEN_THEN_REROLL_CLOSED
        both = dice.rerolled(pool.opened(), order, chain=chain).at_least(need)
        assert rescue.chance_before(pool, need, (LUCK, GRACE), manner) == both
        assert rescue.chance_before(pool.opened(), need, (GRACE,), replace(manner, natural=True)) == both
        lucky = dice.successes(pool.opened(), chain=chain).at_least(need)
        assert rescue.chance_before(pool, need, (LUCK,), manner) == lucky
        last = dice.rerolled(pool.opened(), Reroll.REROLL_THEN_OPEN, chain=chain).at_least(need)
        assert rescue.chance_before(pool, need, (GRACE, LUCK), manner) == last


@pytest.mark.parametrize("need", range(6))
def test_luck_on_an_open_roll_still_to_come(need: int) -> None:
    pool = Pool.parse("B4*")
    one = dice.rerolled(pool, Reroll.OPEN_THEN_REROLL_CLOSED, most=1).at_least(need)
    assert rescue.chance_before(pool, need, (LUCK,), Manner(natural=True)) == one


def test_the_lightest_traitor_is_rolled_again() -> None:
    manner = Manner(natural=True)
    rolls = [rescue.lying([2], Shade.BLACK, True, manner), rescue.lying([1], Shade.WHITE, True, manner)]
    assert rescue.chance(rescue.joined(rolls), 1, (LUCK,), manner) == Fraction(5, 6)


def test_ways_that_add_a_spend_in_vain_are_left_out() -> None:
    manner = Manner()
    roll = rescue.lying([5, 5, 2], Shade.BLACK, False, manner)
    found = rescue.ways(roll, 3, {LUCK: 1, CALL_ON: 1, GRACE: 1}, manner, deadlock=True)
    assert [(way.steps, way.tie, way.chance) for way in found] == [
        ((LUCK,), False, 0),
        ((), True, 1),
        ((CALL_ON,), False, Fraction(1, 2)),
        ((GRACE,), False, Fraction(1, 2)),
    ]


def test_spends_stop_once_they_have_done_it() -> None:
    manner = Manner()
    roll = rescue.lying([6, 5, 2, 1], Shade.BLACK, False, manner)
    found = {way.steps: way for way in rescue.ways(roll, 3, {LUCK: 1, CALL_ON: 1, GRACE: 0}, manner)}
    assert found[LUCK, CALL_ON].whole == 1 - found[(LUCK,)].chance == Fraction(1, 2)
    assert found[CALL_ON, LUCK].whole == 1 - found[(CALL_ON,)].chance == Fraction(1, 4)


def test_extra_dice_are_told_from_the_others() -> None:
    roll = rescue.lying([6, 5, 2, 3, 1], Shade.BLACK, True, Manner())
    assert roll.pool == Pool.parse("B4*")
    with pytest.raises(ValueError, match="at least one is missing"):
        rescue.lying([5, 6], Shade.BLACK, True, Manner())
    with pytest.raises(ValueError, match="Every 1 and every 6"):
        rescue.lying([5, 1], Shade.BLACK, True, Manner(ones=True))


def test_what_opens_by_nature() -> None:
    revised = [one for one in Rolled if one.open_ended()]
    later = [one for one in Rolled if one.open_ended(later=True)]
    assert revised == [Rolled.OPEN, Rolled.PERCEPTION]
    assert later == [Rolled.OPEN, Rolled.ASTROLOGY]
