"""Roots, aptitude and opening (HUB-53, HUB-54, HUB-55)."""

import math
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.calculators import TABLES
from engine.effects import AddRow
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import aptitude
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.aptitude import Mixed

abilities = st.builds(Ability, st.sampled_from(list(Shade)), st.integers(0, 12))
roots = st.lists(abilities, min_size=1, max_size=4)


def run(**inputs: Any) -> Any:
    return app.run("new-skill", inputs)


@given(roots, st.sampled_from(list(Mixed)))
def test_half_the_average_rounded_down_in_the_darkest_shade(stats: list[Ability], mixed: Mixed) -> None:
    found = aptitude.opening(stats, mixed)
    whole = sum(stat.exponent for stat in stats) + aptitude.mixed_bonus(stats, mixed)
    assert found.exponent == math.floor(Fraction(whole, len(stats)) / 2)
    assert all(list(Shade).index(found.shade) <= list(Shade).index(stat.shade) for stat in stats)
    assert found == aptitude.opening(stats[::-1], mixed)


@given(roots)
def test_like_shades_add_nothing_and_readings_only_grow(stats: list[Ability]) -> None:
    once, steps, each = (aptitude.mixed_bonus(stats, mixed) for mixed in Mixed)
    assert (once == 0) is (len({stat.shade for stat in stats}) == 1)
    assert once <= steps <= each


@given(roots)
def test_rounding_the_result_never_asks_for_more(stats: list[Ability]) -> None:
    raw = aptitude.aptitude(stats, least=None).total
    assert aptitude.aptitude(stats, round_result=True, least=None).total in (raw, raw - 1)
    assert aptitude.aptitude(stats).total == max(1, raw)


def test_the_table_of_the_page_marks_what_lies_under_one() -> None:
    rows = {row[0]: row[1:] for row in TABLES["aptitudes"]().rows}
    assert rows["4"] == ("6", "5", "4", "2")
    assert rows["10"] == ("1 (0)", "1 (−1)", "1 (−2)", "5")


def test_a_skill_that_opens_joins_the_sheet() -> None:
    done = run(root="B4", tests=6, name="Sword")
    assert done.answer.effects == (AddRow("abilities", {"name": "Sword", "ability": "B2"}),)
    assert run().answer.effects == ()


def test_rulings_are_asked_only_where_they_matter() -> None:
    assert run().rulings == {}
    assert run(root="G5", others=[{"stat": "B5"}]).rulings.keys() == {
        "burning-wheel.learning.aptitude-bonus",
        "burning-wheel.learning.aptitude-shade",
    }
