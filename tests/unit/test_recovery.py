"""Recovery: every row of the table, what comes back when, what is lost, and the odds against a count of all dice."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.recovery import (
    HOURS,
    LONG,
    PRINTED,
    STAGES,
    UNTENDED,
    Care,
    Cared,
    End,
    Half,
    House,
    Loss,
    capped,
    cared,
    chances,
    half,
    lasts,
    mean_seconds,
    natural,
    obstacle,
    outcome,
    returns,
    shortened,
    stages,
)
from engine.games.burning_wheel.rules.times import DAY, Unit
from engine.games.burning_wheel.rules.treatment import TREATED
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

MONTH = 30 * DAY


@pytest.mark.parametrize(
    ("level", "at"),
    list(zip(TREATED, (1, 2, 3, 4, 5, 6), strict=True)),
)
def test_health_is_tested_against_its_obstacle_inj_21(level: Level, at: int) -> None:
    assert obstacle(level) == at


@pytest.mark.parametrize(("level", "hours"), [(Level.SUPERFICIAL, 10), (Level.LIGHT, 24)])
def test_small_wounds_take_hours_less_forte_inj_21(level: Level, hours: int) -> None:
    assert HOURS[level].less_forte == hours
    for forte in range(21):
        assert natural(level, forte).seconds == max(0, hours - forte) * 3600


@pytest.mark.parametrize(
    ("level", "least", "most", "unit", "dice", "sides"),
    [
        (Level.MIDI, 2, 12, Unit.WEEKS, 2, 6),
        (Level.SEVERE, 1, 3, Unit.MONTHS, 1, 3),
        (Level.TRAUMATIC, 2, 6, Unit.MONTHS, 2, 3),
        (Level.MORTAL, 4, 24, Unit.MONTHS, 4, 6),
    ],
)
def test_long_wounds_take_what_the_table_says_inj_21(
    level: Level, least: int, most: int, unit: Unit, dice: int, sides: int
) -> None:
    found = LONG[level]
    assert (found.least, found.most, found.unit, found.dice, found.sides) == (least, most, unit, dice, sides)
    assert (dice, dice * sides) == (least, most), "the roll spans what the book gives"
    rolls = [sum(faces) for faces in itertools.product(range(1, sides + 1), repeat=dice)]
    assert Fraction(sum(rolls), len(rolls)) == found.usual
    assert natural(level, 4).amount == found.usual
    sixes = [found.fell(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    assert Fraction(sum(sixes), len(sixes)) == found.usual
    assert (min(sixes), max(sixes)) == (least, most)
    for amount in (least - 1, most + 1):
        with pytest.raises(Refused, match=found.words):
            natural(level, 4, amount)


@pytest.mark.parametrize(
    ("level", "days", "back"),
    [
        (Level.LIGHT, 1, [1]),
        (Level.MIDI, 28, [0, 28]),
        (Level.SEVERE, 60, [0, 30, 60]),  # seed 000:5182
        (Level.TRAUMATIC, 90, [0, 30, 60, 90]),
    ],
)
def test_dice_come_back_in_equal_parts(level: Level, days: int, back: list[int]) -> None:
    assert [one // DAY for one in returns(level, days * DAY)] == back


def test_each_extra_success_takes_a_tenth_off_and_nine_are_the_most_inj_22() -> None:
    assert [shortened(100, extra) for extra in range(12)] == [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10, 10]


NONE: tuple[int, ...] = ()
MATRIX = [
    (Level.SUPERFICIAL, Care.PASSED, True, End.AT_ONCE, 0, NONE, 0),
    (Level.SUPERFICIAL, Care.PASSED, False, End.FULL_TIME, 100, NONE, 0),
    (Level.SUPERFICIAL, Care.FAILED, True, End.AT_ONCE, 0, NONE, 0),
    (Level.SUPERFICIAL, Care.NONE, True, End.AT_ONCE, 0, NONE, 0),
    (Level.LIGHT, Care.PASSED, True, End.AT_ONCE, 0, (0,), 0),
    (Level.LIGHT, Care.PASSED, False, End.FULL_TIME, 100, (100,), 0),
    (Level.LIGHT, Care.FAILED, True, End.AT_ONCE, 0, (0,), 0),
    (Level.LIGHT, Care.FAILED, False, End.FULL_TIME, 100, (100,), 0),
    (Level.LIGHT, Care.NONE, False, End.FULL_TIME, 100, (100,), 0),
    (Level.MIDI, Care.PASSED, True, End.MENDING, 80, (0, 80), 0),
    (Level.MIDI, Care.PASSED, False, End.HALF, 100, (0,), 1),
    (Level.MIDI, Care.FAILED, True, End.ONE_LOST, 80, (80,), 1),
    (Level.MIDI, Care.FAILED, False, End.ONE_LOST, 100, (100,), 1),
    (Level.MIDI, Care.NONE, True, End.WAITING, 0, NONE, 0),
    (Level.SEVERE, Care.PASSED, True, End.MENDING, 80, (0, 40, 80), 0),
    (Level.SEVERE, Care.PASSED, False, End.HALF, 100, (0,), 2),
    (Level.SEVERE, Care.FAILED, True, End.BLEEDING, 0, NONE, 0),
    (Level.SEVERE, Care.NONE, True, End.WAITING, 0, NONE, 0),
    (Level.TRAUMATIC, Care.PASSED, True, End.MENDING, 80, (0, 27, 54, 80), 0),
    (Level.TRAUMATIC, Care.PASSED, False, End.HALF, 100, (0, 34), 2),
    (Level.TRAUMATIC, Care.FAILED, False, End.BLEEDING, 0, NONE, 0),
    (Level.TRAUMATIC, Care.NONE, False, End.WAITING, 0, NONE, 0),
    (Level.MORTAL, Care.PASSED, True, End.NEXT_STAGE, 80, NONE, 0),
    (Level.MORTAL, Care.PASSED, False, End.DEAD, 0, NONE, 0),
    (Level.MORTAL, Care.FAILED, True, End.DEAD, 0, NONE, 0),
    (Level.MORTAL, Care.NONE, True, End.DEAD, 0, NONE, 0),
]


@pytest.mark.parametrize(("level", "care", "passed", "end", "seconds", "back", "lost"), MATRIX)
def test_each_cell_of_the_outcomes_inj_27(
    level: Level, care: Care, passed: bool, end: End, seconds: int, back: tuple[int, ...], lost: int
) -> None:
    found = outcome(level, care, passed, 100, 2)
    assert (found.end, found.seconds, found.back, found.lost) == (end, seconds, back, lost)


def test_the_other_readings_change_what_they_name() -> None:
    assert outcome(Level.MORTAL, Care.PASSED, False, 100, house=House(soft=True)).end is End.SCARRED
    assert outcome(Level.MORTAL, Care.FAILED, False, 100, house=House(soft=True)).end is End.DEAD
    lost = outcome(Level.MIDI, Care.FAILED, False, 100, house=House(midi_lost=True))
    assert (lost.end, lost.lost, lost.back) == (End.BOTH_LOST, 2, ())
    severe = outcome(Level.SEVERE, Care.PASSED, False, 100, house=House(severe=Half.TWO))
    assert (severe.lost, severe.back) == (1, (0, 50))
    late = outcome(Level.TRAUMATIC, Care.PASSED, False, 100, house=House(first_on_health=True))
    assert late.back == (100, 100)


@given(
    st.sampled_from(TREATED),
    st.sampled_from(Care),
    st.booleans(),
    st.integers(0, 10**8),
    st.integers(0, 12),
    st.builds(House, st.booleans(), st.booleans(), st.sampled_from(Half), st.booleans(), st.booleans()),
)
def test_every_die_comes_back_or_is_lost(
    level: Level, care: Care, passed: bool, seconds: int, extra: int, house: House
) -> None:
    found = outcome(level, care, passed, seconds, extra, house)
    heals = found.end not in (End.WAITING, End.BLEEDING, End.DEAD, End.SCARRED, End.NEXT_STAGE)
    assert len(found.back) + found.lost == (lasts(level) if heals else 0)
    assert list(found.back) == sorted(found.back)
    assert all(0 <= one <= found.seconds for one in found.back)
    assert found.end.whole == (not found.lost and found.end not in (End.WAITING, End.BLEEDING, End.DEAD, End.SCARRED))


@pytest.mark.parametrize(("level", "kept"), [(Level.MIDI, 1), (Level.SEVERE, 1), (Level.TRAUMATIC, 2)])
def test_half_rounded_down_comes_back_inj_29(level: Level, kept: int) -> None:
    assert half(level, PRINTED) == kept


def counted(level: Level, treating: int, at: int, health: int, speed: int) -> dict[End, Fraction]:
    """The ends of all ways in which the dice of treatment and Health can fall, one by one."""
    found: dict[End, Fraction] = {}
    for treated in itertools.product((0, 1), repeat=treating):
        extra = sum(treated) - at
        care = Care.PASSED if extra >= 0 else Care.FAILED
        more = max(0, extra - speed) if extra >= 0 else 0
        for healed in itertools.product((0, 1), repeat=health + more):
            end = outcome(level, care, sum(healed) >= obstacle(level), 0).end
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 2 ** (treating + health + more))
    return found


@pytest.mark.parametrize("level", TREATED)
@pytest.mark.parametrize(("treating", "at", "health"), [(4, 2, 4), (6, 3, 3), (5, 4, 2), (0, 1, 4)])
def test_the_odds_are_those_of_all_dice_counted(level: Level, treating: int, at: int, health: int) -> None:
    ways = cared(successes(Pool.of(treating)), at, max(0, treating - at))
    law = lambda more: successes(Pool.of(health + more))  # noqa: E731
    found = chances(level, ways, law)
    assert sum(found.values()) == 1
    assert dict(found) == {end: chance for end, chance in counted(level, treating, at, health, 0).items() if chance}


def test_nobody_tends_it() -> None:
    law = lambda more: successes(Pool.of(4 + more))  # noqa: E731
    assert dict(chances(Level.MIDI, UNTENDED, law)) == {End.WAITING: 1}
    assert dict(chances(Level.MORTAL, UNTENDED, law)) == {End.DEAD: 1}
    assert dict(chances(Level.LIGHT, UNTENDED, law)) == {End.AT_ONCE: Fraction(11, 16), End.FULL_TIME: Fraction(5, 16)}


@given(st.integers(0, 8), st.integers(1, 6), st.integers(0, 5))
def test_the_ways_of_a_treatment_are_all_of_them(dice: int, at: int, most: int) -> None:
    ways = cared(successes(Pool.of(dice)), at, most)
    assert sum(way.chance for way in ways) == 1
    assert all(way.dice <= most for way in ways)
    assert all(isinstance(way, Cared) for way in ways)


@pytest.mark.parametrize(("dice", "at"), [(4, 3), (6, 4), (14, 2), (1, 3)])
def test_the_mean_time_is_that_of_all_rolls(dice: int, at: int) -> None:
    rolls = [sum(faces) for faces in itertools.product((0, 1), repeat=dice)]
    total = sum(shortened(100, rolled - at) if rolled >= at else 100 for rolled in rolls)
    assert mean_seconds(successes(Pool.of(dice)), at, 100) == Fraction(total, len(rolls))


def test_a_mortal_wound_heals_through_six_stages_inj_23() -> None:
    spans = {
        level: natural(level, 4, amount).seconds
        for level, amount in zip(STAGES, (12, 3, 2, 4, None, None), strict=True)
    }
    found = stages(spans, lambda more: successes(Pool.of(4 + more)), 4, {Level.MORTAL: 3})
    assert [stage.obstacle for stage in found] == [6, 5, 4, 3, 2, 1]  # seed 000:5198
    assert [stage.dice for stage in found] == [7, 4, 4, 4, 4, 4]
    assert sum(stage.seconds for stage in found[:4]) == 17 * MONTH + 28 * DAY, "about a year and a half"
    assert found[0].chance == Fraction(8, 128)
    assert found[1].mean == found[1].seconds, "four dice never pass Ob 5"
    assert all(stage.mean <= stage.seconds for stage in found)


def test_a_stat_loses_dice_and_may_end_in_a_coma() -> None:
    assert str(Loss(Ability.parse("B4"), 2).after) == "B2"
    assert [Loss(Ability(Shade.BLACK, 2), lost).comatose for lost in range(4)] == [False, False, True, True]
    assert [str(capped(Ability.parse(stat))) for stat in ("B4", "B5", "G7")] == ["B4", "B5", "G5"]
