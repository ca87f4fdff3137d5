"""The ladder, what raises an obstacle, and when dice are rolled."""

from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import exponents, obstacles
from engine.games.burning_wheel.rules.obstacles import Call, Increase

INCREASES = st.lists(st.builds(Increase, st.just("rain"), st.integers(1, 5), st.booleans()), max_size=5)


@given(st.integers(0, 10), INCREASES)
def test_circumstances_never_lower_an_obstacle(base: int, increases: list[Increase]) -> None:
    found = obstacles.total(base, increases)
    assert found.total == base + sum(one.amount for one in increases if not one.cancelled)
    assert len(found.lines) == 1 + len(increases)


@given(st.integers(0, 10), INCREASES, st.integers(0, 12))
def test_a_trait_stops_at_0_or_at_the_base(base: int, increases: list[Increase], trait: int) -> None:
    raised = obstacles.total(base, increases).total
    assert obstacles.total(base, increases, trait).total == max(0, raised - trait)
    assert obstacles.total(base, increases, trait, below_base=False).total == max(base, raised - trait)


def test_beyond_the_scales() -> None:
    assert obstacles.label(0) == ""
    assert obstacles.label(11) == "beyond Miraculous"
    assert exponents.meaning(0) == ""
    assert exponents.meaning(14) == exponents.meaning(10)


def test_both_scales_run_from_1_to_10() -> None:
    assert [rung.obstacle for rung in obstacles.LADDER] == list(range(1, 11))
    assert [row.exponent for row in exponents.SCALE] == list(range(1, 11))


def test_another_character_always_takes_a_test() -> None:
    assert all(obstacles.call(stake, doubt, True) is Call.VERSUS for stake in (True, False) for doubt in (True, False))
    assert obstacles.call(True, False, False) is Call.YES
