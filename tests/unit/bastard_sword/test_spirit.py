"""Spirit: nights against every way to fall, and what merrymaking restores."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.bastard_sword.dice import STANDARD, Pool, successes
from engine.games.bastard_sword.rules.long_tasks import Time
from engine.games.bastard_sword.rules.merrymaking import Merry, Poem, restored
from engine.games.bastard_sword.rules.rest import Condition, in_a_row, missing, night, nights


def test_missing_hours() -> None:
    assert len(Condition) == 10
    assert [missing(hours, ()) for hours in (4, 8, 10)] == [4, 0, 0]
    assert missing(8, Condition) == 8
    assert [-night(short, 0, 5000, 4000).spirit for short in range(1, 9)] == [1, 3, 10, 30, 100, 300, 1000, 3000]


@given(st.integers(1, 6), st.integers(0, 40), st.integers(1, 3), st.sampled_from(STANDARD))
def test_nights(short: int, left: int, dice: int, die: object) -> None:
    law = successes(Pool.of(dice, die))  # type: ignore[arg-type]
    found = nights(short, law, 40, left)
    assert sum(found.values()) == 1
    whole = sum((chance for end, chance in found.items() if end.complete), Fraction(0))
    assert whole == law.at_least(short)
    assert all(-left <= end.spirit <= 40 - left for end in found)


@given(st.integers(0, 60))
def test_sleep_alone_never_makes_up_all(left: int) -> None:
    course = in_a_row(12, 60, left)
    assert course == sorted(course)
    assert course[-1] >= 59
    assert left == 60 or course[-1] == 59


def test_merrymaking() -> None:
    assert [one.amount for one in Poem] == [0, 1, 3, 10]
    assert [restored(Merry.MUSIC, 2, one).others for one in (Time.TEN_MINUTES, Time.HOUR)] == [2, 20]
    assert [restored(Merry.DANCE, 3, Time.TEN_MINUTES).others, restored(Merry.DANCE, 3, Time.HOUR).others] == [2, 4]
    assert [restored(Merry.FEAST, result, Time.HOUR, 4).others for result in (3, 4, 5, 6, 7)] == [0, 0, 1, 3, 10]
    assert restored(Merry.POEM, -1, Time.HOUR).others == 0


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 40))
def test_what_is_bought_is_never_worse(dice: int, difficulty: int, left: int) -> None:
    values = app.run("bs-advisor", {"pool": f"{dice}d8", "difficulty": difficulty, "left": left}).answer.values
    assert values["cost"] <= left
    assert values["probability"] >= values["without"]
