"""Tolerances, the level of a hit, wounds together, and the strip that draws them."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import LAST, Coordinate
from engine.games.burning_wheel.rules.wounds import TOLERATED, Level, Tolerances
from engine.views import Place

rising = st.lists(st.integers(1, LAST), min_size=6, max_size=6, unique=True).map(sorted)


@given(rising, st.integers(0, LAST))
def test_a_hit_is_the_furthest_tolerance_it_reaches(places: list[int], hit: int) -> None:
    placed = Tolerances(*map(Coordinate, places))
    assert list(Level).index(placed.level(Coordinate(hit))) == sum(place <= hit for place in places)


@given(rising, st.integers(1, 5))
def test_tolerances_that_do_not_rise_name_the_pair(places: list[int], fault: int) -> None:
    places[fault] = places[fault - 1]
    with pytest.raises(wounds.OutOfOrder) as caught:
        Tolerances(*map(Coordinate, places))
    assert caught.value.level is TOLERATED[fault]
    assert TOLERATED[fault].words in str(caught.value)
    assert TOLERATED[fault - 1].words in str(caught.value)


@given(st.lists(st.sampled_from(Level), max_size=12))
def test_the_order_of_wounds_changes_nothing(levels: list[Level]) -> None:
    one, other = wounds.together(levels), wounds.together(levels[::-1])
    assert (one.dice.total, one.obstacle, one.dying) == (other.dice.total, other.obstacle, other.dying)
    assert one.dice.total <= 0


def test_superficial_wounds_turn_light_by_threes() -> None:
    seen = []
    for count in range(10):
        found = wounds.together([Level.SUPERFICIAL] * count)
        seen.append((found.dice.total, found.obstacle))
    assert seen == [(0, 0), (0, 1), (0, 1), (-1, 0), (-1, 1), (-1, 1), (-2, 0), (-2, 1), (-2, 1), (-3, 0)]


def test_only_a_third_superficial_wound_asks_for_steel() -> None:
    asked = [wounds.steel_test(Level.SUPERFICIAL, count) for count in range(1, 7)]
    assert asked == [False, False, True, False, False, True]
    assert not wounds.steel_test(Level.NONE, 3)


@given(st.integers(0, 20), st.integers(0, 20), st.booleans(), st.sampled_from(Shade), st.sampled_from(Shade))
def test_every_guess_is_a_row_of_tolerances(power: int, forte: int, tough: bool, first: Shade, second: Shade) -> None:
    found = wounds.suggestion(Ability(first, power), Ability(second, forte), tough)
    assert Shade.BLACK in (first, second) or found.superficial.shade is not Shade.BLACK


PRINTED = (  # Power, Forte, Tough, Mortal
    (5, 5, False, 11),
    (4, 5, True, 11),
    (4, 4, True, 10),
    (6, 6, False, 12),
    (5, 4, False, 10),
    (3, 5, False, 10),
    (4, 5, False, 10),
    (6, 7, False, 12),
    (8, 7, True, 14),
    (5, 6, False, 11),
)


@pytest.mark.parametrize(("power", "forte", "tough", "mortal"), PRINTED)
def test_the_guess_fits_the_printed_mortal_wounds(power: int, forte: int, tough: bool, mortal: int) -> None:
    found = wounds.suggestion(Ability(Shade.BLACK, power), Ability(Shade.BLACK, forte), tough)
    assert found.mortal == Coordinate(mortal)


def test_a_fault_in_tolerances_names_its_field() -> None:
    with pytest.raises(forms.Unusable, match=r"Severe \(B6\) does not lie beyond Midi \(B7\)\.$") as caught:
        app.run("blow", {"tolerances": {"is": "own", "severe": "B6"}})
    assert caught.value.field == "tolerances.severe"


def _drawn(name: str, inputs: dict[str, object]) -> str:
    return "".join(app.rendered(app.run(name, inputs), Place("t", "../"), {}))


def test_the_strip_fills_the_caret_that_landed() -> None:
    html = _drawn("blow", {"weapon": "sword", "over": 2})
    carets = re.findall(r'class="fl-caret"( data-landed)?>(.)<b>(.)</b>', html)
    assert carets == [("", "△", "I"), (" data-landed", "▲", "M"), ("", "△", "S")]
    assert re.findall(r'class="fl-flag">(\w+)<', html) == ["Su", "Li", "Mi", "Se", "Tr", "Mo"]
    assert html.count("fl-shade--empty") == 2


def test_the_strip_numbers_wounds_and_opens_the_shades_in_use() -> None:
    html = _drawn("grayscale", {"hit": "G2", "wounds": [{"hit": "B3"}, {"hit": "B3"}, {"hit": "W1"}]})
    assert re.findall(r'class="fl-disc">(\d)<', html) == ["1", "2", "3"]
    assert "fl-shade--empty" not in html
    levels = [int(level) for level in re.findall(r'data-level="(\d)"', html)]
    assert len(levels) == LAST
    assert all(left <= right for left, right in itertools.pairwise(levels))


def test_everything_on_the_strip_stands_in_the_table_behind_it() -> None:
    html = _drawn("grayscale", {"hit": "B7", "wounds": [{"hit": "B5"}]})
    table = html[html.index("The strip as a table") :]
    for words in ("Midi from B7", "Wound 1", "B5, Light wound", "B7, Midi wound"):
        assert words in table


def test_the_guess_has_the_mortal_wound_of_every_printed_character() -> None:
    assert sum(row.times for row in wounds.PRINTED) == 23
    for row in wounds.PRINTED:
        two = Ability(Shade.BLACK, row.power), Ability(Shade.BLACK, row.forte)
        assert wounds.suggestion(*two, row.tough).mortal == row.places.mortal
    kept = [row.times for row in wounds.PRINTED if row.forte // 2 + 1 == row.places.superficial.number]
    assert sum(kept) == 21


SPANS = """
9  B2-B3 B4-B5 B6    B7  B8
10 B3    B5    B7    B8  B9
11 B3-B4 B5-B7 B7-B8 B9  B10
12 B4-B5 B7-B8 B8-B9 B10 B11
14 B5    B8    B11   B12 B13
"""


@pytest.mark.parametrize("line", [line for line in SPANS.split("\n") if line])
def test_the_range_is_that_of_the_printed_rows_inj_03(line: str) -> None:
    mortal, *spans = line.split()
    found = [span for level, span in wounds.printed(Coordinate(int(mortal))).items() if level is not Level.MORTAL]
    assert [span.words.replace(" to ", "-") for span in found] == spans


def test_no_row_no_range() -> None:
    assert [place for place in range(8, 18) if not wounds.printed(Coordinate(place))] == [8, 13, 15, 16, 17]


@given(rising)
def test_a_tolerance_moves_as_far_as_its_neighbors_let_it(places: list[int]) -> None:
    placed = Tolerances(*map(Coordinate, places))
    for number, span in enumerate(wounds.room(placed).values()):
        for place in (span.least.place, span.most.place):
            Tolerances(*map(Coordinate, [*places[:number], place, *places[number + 1 :]]))
        for place in (span.least.place - 1, span.most.place + 1):
            if 0 < place <= LAST:
                with pytest.raises(wounds.OutOfOrder):
                    Tolerances(*map(Coordinate, [*places[:number], place, *places[number + 1 :]]))


@given(st.integers(0, 20), st.integers(0, 20))
def test_a_black_mortal_wound_stays_black(power: int, forte: int) -> None:
    for one, other in itertools.product((Shade.BLACK, Shade.GRAY), repeat=2):
        mortal = wounds.suggestion(Ability(one, power), Ability(other, forte)).mortal
        assert mortal.shade is (Shade.GRAY if one is other is Shade.GRAY else Shade.BLACK)
