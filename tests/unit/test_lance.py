"""Lances: the charge, a pass by exact odds against a count of every fall of the dice, the seat, and who is first."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Chain, Pool, dealt
from engine.games.burning_wheel.dice import Roll as Rolled
from engine.games.burning_wheel.rules import joust_procedure, lance
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.blow import Foe, Strike
from engine.games.burning_wheel.rules.blow_course import Step
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.joust_procedure import Hold, Knight, Phase, Tilt
from engine.games.burning_wheel.rules.lance import Couched, Joust, Pass, Seat, Timing
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.saddle import Training
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.weapons import Length, Speed
from engine.games.burning_wheel.rules.wounds import PRESETS, Level
from engine.refused import Refused

DICE = st.integers(0, 4)


def test_the_row_of_the_lance() -> None:
    """Seed 000:6389."""
    row = lance.LANCE
    assert (row.power, row.va, row.length, row.speed, row.add) == (4, 2, Length.LONGEST, Speed.UNWIELDY, None)


def test_who_is_ready_to_charge() -> None:
    lance.ready(Training.KNIGHT, Positioning.CLOSE)


@pytest.mark.parametrize(
    ("training", "moves", "mounted", "seated", "said"),
    [
        (Training.KNIGHT, Positioning.CLOSE, False, True, "takes a mount"),
        (Training.KNIGHT, Positioning.CLOSE, True, False, "stirrups"),
        (Training.NONE, Positioning.CLOSE, True, True, "none"),
        (Training.BOWMAN, Positioning.CLOSE, True, True, "bowman"),
        (Training.KNIGHT, Positioning.MAINTAIN, True, True, "Maintain"),
        (Training.KNIGHT, Positioning.WITHDRAW, True, True, "Withdraw"),
        (Training.KNIGHT, Positioning.STAND, True, True, "stand still"),
    ],
)
def test_who_is_not(training: Training, moves: Positioning, mounted: bool, seated: bool, said: str) -> None:
    with pytest.raises(Refused, match=said):
        lance.ready(training, moves, mounted=mounted, seated=seated)


@pytest.mark.parametrize(("skill", "dice"), [(0, 0), (1, 1), (4, 1), (5, 2), (7, 2)])
def test_the_skill_helps_the_beast(skill: int, dice: int) -> None:
    assert lance.help_of(skill).amount == dice
    assert lance.position(MOUNTS["horse"], skill, 1, 2).total == 6 + dice + 1 + 2
    assert lance.position(MOUNTS["horse"], 0, 0, -10).total == 0


SEATS = ((Seat.FIRM, Stage.MISS), (Seat.LOOSE, Stage.MISS), (Seat.DOWN, Stage.INCIDENTAL), (Seat.DOWN, Stage.MARK))


@pytest.mark.parametrize(("net", "ends"), [*enumerate(SEATS), (4, SEATS[3]), (5, (Seat.DOWN, Stage.SUPERB))])
def test_every_net_of_the_push(net: int, ends: tuple[Seat, Stage]) -> None:
    """Seed 000:6401-6403."""
    assert (lance.unseated(net), lance.landed(net)) == ends


@pytest.mark.parametrize(
    ("ground", "power"), [(Ground.MUD, 3), (Ground.GRASS, 5), (Ground.ROAD, 6), (Ground.ROCKS, 10)]
)
def test_the_ground_behind_a_fall(ground: Ground, power: int) -> None:
    assert lance.fall(MOUNTS["horse"], ground).total == power


def seat_of(strike: int, guard: int, obstacle: int, over: bool) -> tuple[bool, int]:
    """Whether a lance hits, and the net of its push, told apart from the engine."""
    hits = strike >= obstacle
    return hits, max(0, strike - (obstacle if over else 0) - guard) if hits else 0


def faces(dice: int) -> list[int]:
    """The successes of every fall of so many black dice, each as likely as another."""
    return [fall.bit_count() for fall in range(2**dice)]


def twin(dice: tuple[int, int, int, int, int, int], obstacle: int, over: bool) -> dict[str, Fraction]:
    """A pass counted over every fall of all dice: two charges, two lances, two guards."""
    laws = [Counter(faces(count)) for count in dice]
    found: Counter[str] = Counter()
    for mine, theirs, lance_a, lance_b, guard_a, guard_b in product(*laws):
        weight = 1
        for law, rolled in zip(laws, (mine, theirs, lance_a, lance_b, guard_a, guard_b), strict=True):
            weight *= law[rolled]
        hit, net = seat_of(lance_a, guard_b, obstacle, over) if mine >= theirs else (False, 0)
        back, off = seat_of(lance_b, guard_a, obstacle, over) if theirs >= mine else (False, 0)
        found["they_down"] += weight * (net >= 2)
        found["you_down"] += weight * (off >= 2)
        found["they_loose"] += weight * (net == 1)
        found["quiet"] += weight * (not hit and not back)
    return {name: Fraction(found[name], 2 ** sum(dice)) for name in ("they_down", "you_down", "they_loose", "quiet")}


@given(st.tuples(DICE, DICE, DICE, DICE, DICE, DICE), st.integers(1, 3), st.booleans())
def test_a_pass_against_every_fall_of_the_dice(
    dice: tuple[int, int, int, int, int, int], obstacle: int, over: bool
) -> None:
    charge, their_charge, strike, their_strike, guard, their_guard = (Pool.of(count) for count in dice)
    joust = Joust(
        Roll(charge),
        Roll(their_charge),
        Couched(strike, obstacle, 2, Roll(their_guard), over),
        Couched(their_strike, obstacle, 2, Roll(guard), over),
    )
    law = joust.law()
    assert sum(law.values()) == 1
    assert sum(joust.passes.values()) == 1
    found = {
        "they_down": sum(chance for (hit, _), chance in law.items() if hit.seat is Seat.DOWN),
        "you_down": sum(chance for (_, hit), chance in law.items() if hit.seat is Seat.DOWN),
        "they_loose": sum(chance for (hit, _), chance in law.items() if hit.seat is Seat.LOOSE),
        "quiet": sum(chance for (hit, back), chance in law.items() if hit.quiet and back.quiet),
    }
    assert found == twin(dice, obstacle, over)


@given(st.integers(0, 5), st.integers(0, 5))
def test_more_dice_for_the_lance_unhorse_more(strike: int, guard: int) -> None:
    def down(dice: int) -> Fraction:
        law = Couched(Pool.of(dice), 2, 2, Roll(Pool.of(guard))).law
        return sum((chance for hit, chance in law.items() if hit.seat is Seat.DOWN), Fraction(0))

    assert down(strike + 1) >= down(strike)


@pytest.mark.parametrize(("margin", "who"), [(3, Pass.YOU), (1, Pass.YOU), (0, Pass.BOTH), (-1, Pass.THEY)])
def test_the_margin_says_who_strikes(margin: int, who: Pass) -> None:
    assert Pass.by(margin) is who


FIRST = {Act.STRIKE, Act.DISARM, Act.CHARGE, Act.FEINT, Act.GREAT_STRIKE}
BESIDES = {Act.BLOCK: Timing.TOGETHER, Act.AVOID: Timing.TOGETHER, Act.COUNTERSTRIKE: Timing.BETWEEN}


@pytest.mark.parametrize("act", Act)
def test_when_the_lance_strikes(act: Act) -> None:
    """Seed 000:6405-6413."""
    expected = Timing.FIRST if act in FIRST else BESIDES.get(act, Timing.USUAL)
    assert lance.timing(act, won=True) is expected
    assert lance.timing(act, won=False) is Timing.USUAL
    assert lance.timing(act, won=True, shorter=False) is Timing.USUAL
    printed = lance.timing(act, won=True, great=False)
    assert printed is (Timing.USUAL if act is Act.GREAT_STRIKE else expected)


def _fell(pool: Pool, good: int) -> Rolled:
    """A pool of which so many dice show a success and none opens."""
    faces = iter([4] * good + [2] * (pool.dice - good) + [2] * 60)
    return dealt(pool, Chain.CHAIN, faces)


def _tilt(over: bool = False) -> Tilt:
    strike = Strike(Pool.of(6), 2, ims(8), 2, 2)
    foe = Foe(PRESETS["B4"])
    b6 = Ability.parse("B6")
    one = Knight(MOUNTS["horse"], Pool.of(7), strike, b6, b6, foe)
    return joust_procedure.begin(one, one, Ground.ROAD, over=over)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(("lance_rolls", "held"), list(product(range(7), range(7))))
def test_a_pass_rolled_ends_as_the_odds_have_it(lance_rolls: int, held: int, over: bool) -> None:
    """RID-19: seat, net and both stages are those of `Couched`, whatever falls."""
    couched = Couched(Pool.of(6), 2, 2, None, over)
    tilt = _tilt(over).charge(lambda place, pool: _fell(pool, 3 - place)).roll(lambda pool: _fell(pool, lance_rolls))
    if tilt.phase is Phase.SEAT:
        tilt = tilt.hold(Hold.POWER, lambda pool: _fell(pool, held))
        if tilt.phase is Phase.BLOW and tilt.course.step is Step.AIM:
            tilt = tilt.aim()
    (ran,) = tilt.ran
    expected = couched.comes(lance_rolls, held)
    assert ran.lance.struck is not None
    assert (ran.lance.struck.stage, ran.seat) == (expected.stage, expected.seat)
    fallen = ran.fall.struck.stage if ran.fall and ran.fall.struck else Stage.MISS
    assert fallen is expected.fall
    assert tilt.phase is Phase.OVER


@pytest.mark.parametrize(("mine", "theirs", "strikers"), [(3, 2, [0]), (2, 3, [1]), (2, 2, [0, 1])])
def test_who_won_the_distance_strikes(mine: int, theirs: int, strikers: list[int]) -> None:
    """RID-18: the winner, or both."""
    tilt = _tilt().charge(lambda place, pool: _fell(pool, (mine, theirs)[place]))
    while tilt.phase is not Phase.OVER:
        tilt = tilt.roll(lambda pool: _fell(pool, 0))
    assert [ran.striker for ran in tilt.ran] == strikers
    assert tilt.again().phase is Phase.CHARGE


def test_the_second_lance_of_a_tie_is_not_slowed_by_the_first() -> None:
    """RID-18: at the same time. For the next pass the wound counts."""
    tilt = _tilt().charge(lambda place, pool: _fell(pool, 2)).roll(lambda pool: _fell(pool, 2))
    tilt = tilt.hold(Hold.RIDING, lambda pool: _fell(pool, 2))
    assert tilt.ran[0].lance.level is not Level.NONE
    assert tilt.course.pool.dice == 6
    tilt = tilt.roll(lambda pool: _fell(pool, 0))
    assert tilt.again().knights[1].hurt.obstacle == 1
    assert tilt.again().knights[1].lance.obstacle == 3


def test_an_unhorsed_rider_rides_no_second_pass() -> None:
    tilt = _tilt().charge(lambda place, pool: _fell(pool, 3 - place)).roll(lambda pool: _fell(pool, 2))
    with pytest.raises(Refused, match="Riding or Power"):
        tilt.roll(lambda pool: _fell(pool, 1))
    tilt = tilt.hold(Hold.RIDING, lambda pool: _fell(pool, 0))
    assert tilt.ran[0].seat is Seat.DOWN
    with pytest.raises(Refused, match="mount again"):
        tilt.again()
