"""Let it Ride (HUB-25): one roll an ability and situation, later obstacles without dice, and what frees a result."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.forms import Unusable
from engine.games.burning_wheel.rules.let_it_ride import Ride, freed, recorded, standing
from tests.site.building import modules

app.load(modules())
LEDGER = "let-it-ride-ledger"
NAMES = st.text("aB c", min_size=1, max_size=3).filter(str.strip)
RIDES = st.lists(st.builds(Ride, NAMES, st.integers(0, 9), who=NAMES), max_size=6)


def written(*moves: dict[str, Any], **setup: Any) -> app.Run:
    """A ledger after these moves."""
    done = app.run(LEDGER, setup)
    for move in moves:
        assert done.log is not None
        done = app.step(LEDGER, done.log, {"side": "ledger", "move": move})
    return done


def record(ability: str, successes: int, who: str = "") -> dict[str, Any]:
    return {"is": "record-roll", "ability": ability, "successes": successes, "who": who}


def check(ability: str, obstacle: int, who: str = "") -> dict[str, Any]:
    return {"is": "check-obstacle", "ability": ability, "obstacle": obstacle, "who": who}


def said(done: app.Run) -> str:
    assert done.answer.verdict is not None
    return done.answer.verdict.sentence


def test_tracks_on_snow_and_on_cobbles() -> None:
    snow = written(record("Tracking", 2), check("Tracking", 2))
    assert snow.answer.values["result"] == "passes"
    cobbles = written(record("Tracking", 2), check("tracking ", 3))
    assert cobbles.answer.values["result"] == "fails"
    assert cobbles.answer.values["standing"] == {"Tracking": 2}
    assert (
        said(cobbles).replace("\N{NO-BREAK SPACE}", " ") == "Tracking: 2 successes against Ob 3, no roll: fails by 1."
    )


def test_a_foray_takes_one_roll_of_each_ability() -> None:
    done = written(record("Stealthy", 3), record("Orienteering", 1), record("Perception", 0))
    assert done.answer.values["standing"] == {"Stealthy": 3, "Orienteering": 1, "Perception": 0}
    again = written(record("Stealthy", 3), record("Stealthy", 5))
    assert again.answer.values["result"] == "refused"
    assert again.answer.values["standing"] == {"Stealthy": 3}


def test_a_second_roll_is_refused_with_a_sentence() -> None:
    done = written(record("Perception", 2), record("  perception", 4))
    assert said(done).replace("\N{NO-BREAK SPACE}", " ") == (
        "No second roll: Perception was rolled in this situation, "
        "and 2 successes stand until things drastically change."
    )
    assert done.answer.values["entries"] == 2


def test_others_have_rolls_of_their_own() -> None:
    done = written(record("Perception", 2), record("Perception", 1, "Ilse"))
    assert done.answer.values["standing"] == {"Perception": 2, "Ilse’s Perception": 1}
    assert written(record("Perception", 2), check("Perception", 1, "Ilse")).answer.values["result"] == "roll"


def test_what_has_changed_is_rolled_anew() -> None:
    first = record("Stealthy", 1), record("Perception", 2)
    one = written(*first, {"is": "things-changed", "why": "the fog lifts", "ability": "stealthy"})
    assert one.answer.values["standing"] == {"Perception": 2}
    assert written(*first, {"is": "things-changed", "ability": "Stealthy"}, record("Stealthy", 4)).answer.values[
        "standing"
    ] == {"Perception": 2, "Stealthy": 4}
    assert written(*first, {"is": "things-changed"}).answer.values["standing"] == {}
    new = written(*first, {"is": "next-situation", "situation": "The tavern"})
    assert (new.answer.values["situation"], new.answer.values["standing"]) == ("The tavern", {})


def test_a_name_that_is_close_is_offered() -> None:
    assert said(written(record("Tracking", 2), check("Trackin", 2))).endswith("The nearest is “Tracking”.")


def test_what_does_not_stand_cannot_be_let_go() -> None:
    with pytest.raises(Unusable) as refused:
        written({"is": "things-changed", "ability": "Tracking"})
    assert refused.value.field == "move"


def test_a_roll_without_a_name_is_one_roll() -> None:
    done = written({"is": "record-roll"}, {"is": "record-roll"})
    assert done.answer.values["standing"] == {"The ability": 2}
    assert done.answer.values["result"] == "refused"


@given(RIDES)
def test_no_ability_stands_twice(rides: list[Ride]) -> None:
    held: tuple[Ride, ...] = ()
    for ride in rides:
        if standing(held, ride.who, ride.ability) is None:
            held = recorded(held, ride)
        else:
            with pytest.raises(ValueError, match="stands"):
                recorded(held, ride)
    assert all(standing(held, ride.who, ride.ability) is ride for ride in held)
    for ride in held:
        assert standing(freed(held, ride.who, ride.ability), ride.who, ride.ability) is None
    assert freed(held) == ()


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_who_reaches_more_reaches_less(successes: int, obstacle: int, lower: int) -> None:
    ride = Ride("Tracking", successes)
    assert not ride.passes(obstacle) or ride.passes(min(obstacle, lower))
