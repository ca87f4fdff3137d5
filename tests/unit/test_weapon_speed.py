"""The rhythm of fast, slow and unwieldy weapons."""

from itertools import product

from engine.games.burning_wheel.rules.weapon_speed import Act, Does, Fault, Reading, With, faults, most_strikes
from engine.games.burning_wheel.rules.weapons import Speed

STRIKE, GREAT, SET, OTHER, HALF = (
    Act(),
    Act(Does.GREAT),
    Act(Does.SET),
    Act(Does.OTHER),
    Act(Does.BLOCK_AND_STRIKE),
)
HILT, OFF = Act(using=With.HILT), Act(using=With.OFF)


def faulty(speed: Speed, *acts: Act, reading: Reading = Reading(), off: Speed = Speed.FAST) -> list[Fault | None]:
    return list(faults(acts, {With.MAIN: speed, With.OFF: off}, reading))


def test_a_fast_weapon_strikes_on_every_action() -> None:
    assert faulty(Speed.FAST, STRIKE, STRIKE, STRIKE) == [None] * 3


def test_a_slow_weapon_needs_one_other_action_of_any_kind() -> None:
    assert faulty(Speed.SLOW, STRIKE, STRIKE, OTHER, STRIKE) == [None, Fault.SLOW, None, None]
    for between in (OTHER, SET, HILT, OFF):
        assert faulty(Speed.SLOW, STRIKE, between, STRIKE) == [None] * 3
    assert faulty(Speed.SLOW, STRIKE, HILT, HILT) == [None, None, Fault.SLOW]
    assert faulty(Speed.FAST, HILT, HILT) == [None, Fault.SLOW]


def test_two_weapons_each_keep_their_own_time() -> None:
    assert faulty(Speed.SLOW, STRIKE, OFF, STRIKE, OFF) == [None] * 4
    assert faulty(Speed.SLOW, OFF, OFF) == [None, None]
    assert faulty(Speed.SLOW, OFF, OFF, off=Speed.SLOW) == [None, Fault.SLOW]


def test_an_unwieldy_weapon_is_set_before_each_strike() -> None:
    assert faulty(Speed.UNWIELDY, SET, STRIKE, STRIKE) == [None, None, Fault.UNREADY]
    assert faulty(Speed.UNWIELDY, SET, STRIKE, SET, STRIKE) == [None] * 4
    assert faulty(Speed.UNWIELDY, SET, OTHER, STRIKE)[-1] is Fault.UNREADY


def test_a_great_strike_is_set_once_and_with_an_unwieldy_weapon_twice() -> None:
    assert faulty(Speed.SLOW, GREAT) == [Fault.NO_SET]
    assert faulty(Speed.SLOW, SET, GREAT) == [None, None]
    assert faulty(Speed.FAST, SET, GREAT, SET, GREAT) == [None] * 4
    assert faulty(Speed.UNWIELDY, SET, GREAT)[-1] is Fault.TWO_SETS
    assert faulty(Speed.UNWIELDY, SET, SET, GREAT) == [None] * 3


def test_readings_of_the_exchange_and_of_block_and_strike() -> None:
    next_exchange = Act(begins=True)
    assert faulty(Speed.SLOW, STRIKE, next_exchange) == [None, None]
    assert faulty(Speed.SLOW, STRIKE, next_exchange, reading=Reading(across=True)) == [None, Fault.SLOW]
    assert faulty(Speed.SLOW, STRIKE, HALF) == [None, Fault.SLOW]
    assert faulty(Speed.SLOW, STRIKE, HALF, STRIKE, reading=Reading(half=False)) == [None] * 3


def test_the_most_strikes_by_trying_every_script() -> None:
    for speed, length in product(Speed, range(7)):
        most = max(
            sum(act.does.strikes for act in acts)
            for acts in product((STRIKE, SET), repeat=length)
            if not any(faulty(speed, *acts))
        )
        assert most_strikes(speed, length) == most
