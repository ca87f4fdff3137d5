"""Bleeding: its clock against a twin that counts every tick, and what stops it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import BLEEDING, Blood, Clock, Event, State, What
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

FO4 = Blood(Ability(Shade.BLACK, 4), 4)
TICKS = 128
"""In a minute: with two wounds every event but the seventh falls on one of them exactly, and none has seven."""

HOURS = {Level.MIDI: (2, 1), Level.SEVERE: (1, 1), Level.TRAUMATIC: (1, 2)}
NEXT = {Level.MIDI: Level.SEVERE, Level.SEVERE: Level.TRAUMATIC, Level.TRAUMATIC: Level.MORTAL}


class Drops:
    """One wound of the twin: how many ticks of blood it has left, and how it stands."""

    def __init__(self, level: Level) -> None:
        self.level, self.bleeds, self.left, self.hold, self.used = level, True, 0, 0, 0


def twin(blood: Blood, taken: Sequence[tuple[int, Level]], staunched: dict[int, int], end: int) -> list[Event]:
    """Every tick of `end` minutes by itself: wounds are taken at minutes, and at others one of them is staunched."""

    def fill(wound: Drops) -> None:
        if wound.level is Level.MORTAL:
            wound.left = blood.health * TICKS
            return
        up, down = HOURS[wound.level]
        half_hours = blood.forte.exponent * up * 2 // down
        if blood.whole_hours:
            half_hours -= half_hours % 2
        wound.left = half_hours * 30 * {"B": 1, "G": 2, "W": 3}[blood.forte.shade.value] * TICKS

    wounds: list[Drops] = []
    told: list[Event] = []
    tick = 0

    def tell(wound: Drops, what: What) -> None:
        told.append(Event(Fraction(tick, TICKS), wounds.index(wound), what, wound.level))

    def ends() -> bool:
        """What is due at this tick, the first wound first; whether somebody died of it."""
        while due := [one for one in wounds if (one.bleeds and not one.left) or (one.hold and tick == one.hold)]:
            wound = due[0]
            if not wound.bleeds:
                wound.bleeds, wound.hold = True, 0
                if not blood.goes_on:
                    fill(wound)
                tell(wound, What.RESUMES)
            elif wound.level is Level.MORTAL:
                tell(wound, What.DIES)
                return True
            else:
                wound.bleeds = wound.level is not Level.MIDI
                wound.level = NEXT[wound.level]
                fill(wound)
                tell(wound, What.WORSENS if wound.bleeds else What.DRIES)
        return False

    while tick <= end * TICKS:
        if ends():
            return told
        if tick % TICKS == 0:
            for minute, level in taken:
                if minute * TICKS == tick:
                    wounds.append(Drops(level))
                    fill(wounds[-1])
                    tell(wounds[-1], What.TAKEN)
            number = staunched.get(tick // TICKS)
            if number is not None and number < len(wounds) and wounds[number].bleeds:
                wound = wounds[number]
                if wound.used < blood.health:
                    wound.bleeds, wound.hold, wound.used = False, tick + blood.health * 60 * TICKS, wound.used + 1
                    tell(wound, What.STAUNCHED)
            if ends():
                return told
        flowing = [one for one in wounds if one.bleeds]
        for one in flowing:
            speed = len(flowing) if blood.all_together else sum(other.level is one.level for other in flowing)
            one.left = max(0, one.left - speed)
        tick += 1
    return told


def played(blood: Blood, taken: Sequence[tuple[int, Level]], staunched: dict[int, int], end: int) -> list[Event]:
    """The same with the clock of the rules."""
    clock = Clock(blood)
    for minute in sorted({*(minute for minute, _ in taken), *staunched}):
        clock = clock.later(minute - clock.now)
        for at, level in taken:
            if at == minute and not clock.dead:
                clock = clock.hurt(level)
        number = staunched.get(minute)
        if number is not None and number < len(clock.wounds) and not clock.dead:
            wound = clock.wounds[number]
            if wound.state is State.BLEEDING and clock.stops_left(number):
                clock = clock.later(Fraction(0)).staunched(number) if clock.left(number) else clock
        clock = clock.later(Fraction(0))
    return list(clock.later(end - clock.now).events)


@settings(max_examples=25, deadline=None)
@given(
    st.builds(
        Blood,
        st.builds(Ability, st.just(Shade.BLACK), st.integers(1, 3)),
        st.integers(1, 5),
        whole_hours=st.booleans(),
        all_together=st.booleans(),
        goes_on=st.booleans(),
    ),
    st.lists(st.tuples(st.integers(0, 90), st.sampled_from(BLEEDING)), min_size=1, max_size=2).map(
        lambda taken: sorted(taken, key=lambda one: one[0])
    ),
    st.dictionaries(st.integers(1, 240), st.integers(0, 1), max_size=2),
)
def test_the_clock_agrees_with_one_that_counts_every_tick(
    blood: Blood, taken: list[tuple[int, Level]], staunched: dict[int, int]
) -> None:
    found = played(blood, taken, staunched, 1200)
    assert found == twin(blood, taken, staunched, 1200)
    assert found


@pytest.mark.parametrize(
    ("shade", "hours"),
    [(Shade.BLACK, (8, 4, 2)), (Shade.GRAY, (16, 8, 4)), (Shade.WHITE, (24, 12, 6))],
)
def test_each_wound_bleeds_its_time(shade: Shade, hours: tuple[int, ...]) -> None:
    """INJ-16, each row of its table and each shade at Forte 4; the minutes of a Mortal wound are those of Health."""
    blood = Blood(Ability(shade, 4), 5)
    assert [blood.span(level) for level in BLEEDING] == [*(60 * hour for hour in hours), 5]
    lasts = {Shade.BLACK: 1, Shade.GRAY: 2, Shade.WHITE: 3}[shade]
    assert replace(blood, dying_too=True).span(Level.MORTAL) == 5 * lasts


@pytest.mark.parametrize("level", [Level.NONE, Level.SUPERFICIAL, Level.LIGHT])
def test_small_wounds_have_no_clock(level: Level) -> None:
    clock = Clock(FO4).hurt(level)
    assert clock.next is None
    assert clock.left(0) is None
    with pytest.raises(Refused, match="does not bleed"):
        FO4.span(level)
    with pytest.raises(Refused, match="no blood"):
        clock.staunched(0)


def test_half_of_an_odd_forte() -> None:
    """INJ-16: two and a half hours, or two."""
    odd = Blood(Ability(Shade.BLACK, 5), 4)
    assert odd.span(Level.TRAUMATIC) == 150
    assert replace(odd, whole_hours=True).span(Level.TRAUMATIC) == 120
    assert replace(odd, whole_hours=True).span(Level.SEVERE) == 300


def test_a_midi_wound_bleeds_to_severe_and_stops() -> None:
    clock = Clock(FO4).hurt(Level.MIDI).later(Fraction(10_000))
    assert [(event.at, event.what, event.level) for event in clock.events[1:]] == [(480, What.DRIES, Level.SEVERE)]
    assert clock.wounds[0].state is State.DRY
    assert not clock.dead


def test_two_severe_wounds_bleed_twice_as_fast() -> None:
    """INJ-16: both Traumatic at two hours, Mortal an hour after that, dead two minutes later."""
    clock = Clock(FO4).hurt(Level.SEVERE).hurt(Level.SEVERE)
    told = [(event.at, event.level, event.what) for event in clock.untended()]
    assert told == [
        (120, Level.TRAUMATIC, What.WORSENS),
        (120, Level.TRAUMATIC, What.WORSENS),
        (180, Level.MORTAL, What.WORSENS),
        (180, Level.MORTAL, What.WORSENS),
        (182, Level.MORTAL, What.DIES),
    ]


def test_wounds_of_unlike_levels_do_not_hurry_each_other_unless_the_table_says_so() -> None:
    apart = Clock(FO4).hurt(Level.SEVERE).hurt(Level.MIDI)
    assert [apart.left(0), apart.left(1)] == [240, 480]
    together = Clock(replace(FO4, all_together=True)).hurt(Level.SEVERE).hurt(Level.MIDI)
    assert [together.left(0), together.left(1)] == [120, 240]


def test_the_longest_hold_is_health_times_health_hours() -> None:
    """INJ-32: Health 4 holds 16 hours in four stops, and a fifth is refused."""
    clock = Clock(FO4).hurt(Level.TRAUMATIC)
    for _ in range(4):
        clock = clock.staunched(0).later(FO4.hold)
    assert clock.now == 16 * 60
    assert clock.wounds[0].state is State.BLEEDING
    assert clock.left(0) == 120
    with pytest.raises(Refused, match="no more attempts"):
        clock.staunched(0)


def test_what_counts_toward_the_limit() -> None:
    """INJ-32: successes of each wound; or attempts too, or those of all wounds."""
    two = Clock(FO4).hurt(Level.SEVERE).hurt(Level.SEVERE).staunched(0).staunched(1, passed=False)
    assert [two.stops_left(0), two.stops_left(1)] == [3, 4]
    attempts = Clock(replace(FO4, attempts=True)).hurt(Level.SEVERE).staunched(0, passed=False)
    assert attempts.stops_left(0) == 3
    shared = Clock(replace(FO4, in_all=True)).hurt(Level.SEVERE).hurt(Level.SEVERE).staunched(0)
    assert shared.stops_left(1) == 3


def test_blood_that_comes_again_begins_anew_or_goes_on() -> None:
    """INJ-32: an hour had run of four."""
    for goes_on, left in ((False, 240), (True, 180)):
        clock = Clock(replace(FO4, goes_on=goes_on)).hurt(Level.SEVERE).later(Fraction(60)).staunched(0)
        assert clock.left(0) is None
        assert clock.later(FO4.hold).left(0) == left


def test_one_staunched_wound_no_longer_hurries_the_other() -> None:
    clock = Clock(FO4).hurt(Level.SEVERE).hurt(Level.SEVERE).later(Fraction(60)).staunched(0)
    assert clock.left(1) == 120


def test_a_treated_wound_bleeds_no_more_even_a_mortal_one_in_its_last_minute() -> None:
    dying = Clock(FO4).hurt(Level.MORTAL).later(Fraction(3))
    assert dying.dying
    saved = dying.treated(0)
    assert saved.next is None
    with pytest.raises(Refused, match="treated already"):
        saved.staunched(0)
    dead = dying.later(Fraction(1))
    assert dead.dead
    assert not dead.dying
    with pytest.raises(Refused, match="dead"):
        dead.treated(0)


def test_without_the_will_to_live_nothing_helps() -> None:
    """INJ-17."""
    gone = Clock(FO4).hurt(Level.MORTAL).staunched(0).given_up()
    assert gone.wounds[0].state is State.BLEEDING
    for step in (gone.treated, gone.staunched):
        with pytest.raises(Refused, match="will to live"):
            step(0)
    with pytest.raises(Refused, match="none here"):
        Clock(FO4).hurt(Level.SEVERE).given_up()


def test_time_never_runs_backwards() -> None:
    with pytest.raises(Refused, match="forward"):
        Clock(FO4).later(Fraction(-1))


def test_the_course_of_a_wound_is_what_was_and_what_will_be() -> None:
    clock = Clock(FO4).hurt(Level.SEVERE).later(Fraction(60)).staunched(0).later(Fraction(30))
    assert [(one.level, one.state, one.begin, one.end) for one in clock.courses()[0]] == [
        (Level.SEVERE, State.BLEEDING, 0, 60),
        (Level.SEVERE, State.STAUNCHED, 60, 300),
        (Level.SEVERE, State.BLEEDING, 300, 540),
        (Level.TRAUMATIC, State.BLEEDING, 540, 660),
        (Level.MORTAL, State.BLEEDING, 660, 664),
    ]
    dry = clock.treated(0).hurt(Level.MIDI)
    assert [(one.state, one.end) for one in dry.courses()[0]][-1] == (State.TREATED, None)
    assert [(one.level, one.state, one.end) for one in dry.courses()[1]] == [
        (Level.MIDI, State.BLEEDING, 90 + 480),
        (Level.SEVERE, State.DRY, None),
    ]


def test_death_ends_the_course_of_every_wound() -> None:
    clock = Clock(FO4).hurt(Level.LIGHT).hurt(Level.MORTAL)
    assert [one.end for course in clock.courses() for one in course] == [4, 4]


def test_a_wound_that_kills_at_once_still_has_an_end() -> None:
    (course,) = Clock(Blood(Ability(Shade.BLACK, 4), 0)).hurt(Level.MORTAL).courses()
    assert [(one.level, one.begin, one.end) for one in course] == [(Level.MORTAL, 0, 0)]
