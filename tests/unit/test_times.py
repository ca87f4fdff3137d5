"""Time: words for it, what the ways of working make of it, and the long test as a session."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Note, Steps, Table
from engine.games.burning_wheel.calculators.rolling_dice.times import Category
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.times import DAY, HOUR, LENGTHS, Miss, Span, Unit
from engine.games.burning_wheel.sheet.effects import LogTest, Spend
from engine.wording import NO_BREAK

SPANS = st.builds(Span, st.integers(1, 999), st.sampled_from(Unit))


@pytest.mark.parametrize(
    ("seconds", "largest", "words"),
    [
        (0, Unit.DAYS, "no time at all"),
        (54, Unit.MINUTES, "54 seconds"),
        (10 * DAY + 12 * HOUR, Unit.DAYS, "10 days 12 hours"),
        (10 * DAY + 12 * HOUR, Unit.MONTHS, "about 1 week 4 days"),
        (81 * DAY, Unit.MONTHS, "2 months 21 days"),
        (540 * DAY, Unit.MONTHS, "18 months"),
        (540 * DAY, Unit.YEARS, "1 year 6 months"),
        (DAY + 29 * 60, Unit.DAYS, "about 1 day"),
    ],
)
def test_time_in_words(seconds: int, largest: Unit, words: str) -> None:
    assert times.in_words(seconds, largest).replace(NO_BREAK, " ") == words


@given(SPANS)
def test_a_stated_time_is_said_as_it_was_unless_it_fits_no_unit(span: Span) -> None:
    assert str(span) == times._count(span.amount, span.unit.value)


@given(SPANS, st.booleans(), st.integers(0, 20), st.booleans(), st.booleans())
def test_every_way_of_working_is_whole_seconds(
    span: Span, careful: bool, quick: int, floor: bool, of_stated: bool
) -> None:
    percent = times.working(careful, quick, floor=floor, of_stated=of_stated).total
    assert span.seconds * percent % 100 == 0
    assert 0 <= percent <= 150
    assert percent > 0 or not floor


@given(st.booleans(), st.integers(0, 12), st.booleans())
def test_speed_never_takes_longer(careful: bool, quick: int, of_stated: bool) -> None:
    now, faster = (times.working(careful, one, of_stated=of_stated).total for one in (quick, quick + 1))
    assert (faster < now) == (quick < times.MOST_STEPS)
    assert of_stated or not careful or 2 * now == 3 * times.working(False, quick).total


def test_only_one_kind_of_miss_shows() -> None:
    for near in (True, False):
        assert [miss for miss in Miss if times.may_stop(miss, near=near)] == [Miss.NEAR if near else Miss.FAR]


def test_every_kind_of_ability_has_its_length() -> None:
    assert [category.value for category in Category] == list(LENGTHS)
    assert all(like in LENGTHS for length in LENGTHS.values() for like in length.like)


@given(st.integers(1, 24), SPANS, st.integers(0, 10**9))
def test_parts_fall_due_one_after_the_other(parts: int, span: Span, elapsed: int) -> None:
    due = times.due(elapsed, span.seconds, parts)
    assert 0 <= due <= parts
    assert times.due(span.seconds, span.seconds, parts) == parts
    for part in range(1, parts + 1):
        after = times.due_after(part, span.seconds, parts)
        assert times.due(after, span.seconds, parts) == part
        assert times.due(after - 1, span.seconds, parts) == part - 1
        assert (part <= due) == (after <= elapsed)


@pytest.mark.parametrize(("left", "hours"), [(0, 0), (3 * HOUR, 3), (DAY, 8), (DAY + HOUR // 2, 8), (2 * DAY - 1, 16)])
def test_hours_for_practice(left: int, hours: int) -> None:
    assert times.practice_hours(left, 8) == hours


def answered(name: str, **inputs: Any) -> Any:
    return app.run(name, inputs).answer


def test_a_rolled_test_is_marked() -> None:
    assert answered("working-methods").effects == ()
    assert answered("working-methods", successes=2).effects == (LogTest("ability", "Routine"),)


def test_focus_is_paid_on_the_ability() -> None:
    effects = answered("working-methods", careful=True, successes=1, focus=True).effects
    assert effects == (LogTest("ability", "Routine"), Spend("persona", 1, "ability"))


def test_too_much_speed_is_said_to_be_wasted() -> None:
    notes = [note.text for note in answered("working-methods", obstacle=1, quick=12).blocks if isinstance(note, Note)]
    assert any(note.replace(NO_BREAK, " ").startswith("3 successes win no more time") for note in notes)


def test_care_warns_before_the_roll_and_after_a_failure() -> None:
    for inputs, warned in [({}, True), ({"successes": 0}, True), ({"successes": 4}, False)]:
        blocks = answered("working-methods", careful=True, **inputs).blocks
        assert any(isinstance(block, Steps) for block in blocks) == warned


def test_rulings_are_asked_for_only_where_they_matter() -> None:
    assert app.run("working-methods", {}).rulings == {}
    assert app.run("working-methods", {"careful": True, "successes": 3}).rulings == {}
    assert app.run("working-methods", {"successes": 11, "quick": 9}).rulings == {}


def moved(log: Any, **move: Any) -> app.Run:
    return app.step("instalments", log, {"move": move})


def test_a_long_test_hands_out_what_is_due_and_waits_while_somebody_is_away() -> None:
    done = app.run("instalments", {"what": "the glazier’s book", "time.amount": 6, "time.unit": "months", "parts": 6})
    done = moved(done.log, **{"is": "elsewhere", "amount": 3, "unit": "months"})
    assert done.answer.values["due"] == 0
    done = moved(done.log, **{"is": "work", "amount": 9, "unit": "weeks"})
    assert (done.answer.values["due"], done.answer.values["waiting"]) == (2, 2)
    done = moved(done.log, **{"is": "hand-out", "part": "who built the kiln"})
    assert (done.answer.values["given"], done.answer.values["waiting"]) == (1, 1)
    table = next(block for block in done.answer.blocks if isinstance(block, Table))
    assert table.rows[0][2] == "who built the kiln"
    assert table.rows[1][2] == "due now"


def test_a_long_test_ends() -> None:
    done = app.run("instalments", {"time.amount": 1, "time.unit": "days", "parts": 2})
    done = moved(done.log, **{"is": "work", "amount": 5, "unit": "days"})
    assert done.answer.values["worked"] == DAY
    for _ in range(2):
        done = moved(done.log, **{"is": "hand-out"})
    assert done.answer.values["done"]
    assert done.answer.verdict.at_a_glance == "all done"
    with pytest.raises(forms.Unusable, match="nobody may move"):
        moved(done.log, **{"is": "hand-out"})
