"""Dice for higher Reflexes and a higher Speed multiplier."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import quickness
from engine.games.burning_wheel.rules.quickness import HORSE, SPIDER, USUAL
from engine.refused import Refused

MULTIPLIERS = st.lists(st.integers(1, 20).map(lambda halves: Fraction(halves, 2)), min_size=2, max_size=5)


def test_the_multipliers_of_the_book_rnc_08() -> None:
    assert [str(one) for one in (USUAL, SPIDER, HORSE)] == ["7/2", "4", "8"]


@pytest.mark.parametrize(
    ("reflexes", "found"),
    [
        ((5, 4), (1, 0)),
        ((4, 5), (0, 1)),
        ((4, 4), (0, 0)),
        ((0, 1), (0, 1)),
        ((3, 6, 5), (0, 1, 0)),
        ((6, 6, 5), (1, 1, 0)),
        ((5, 5, 5), (0, 0, 0)),
    ],
)
def test_the_higher_reflexes_have_the_die_rnc_08(reflexes: tuple[int, ...], found: tuple[int, ...]) -> None:
    assert quickness.by_reflexes(reflexes) == found


@pytest.mark.parametrize(
    ("multipliers", "doubled", "found"),
    [
        ((3.5, 3.5), False, (0, 0)),
        ((3.5, 4), False, (0, 1)),
        ((8, 3.5), False, (1, 0)),
        ((8, 3.5), True, (2, 0)),
        ((8, 4), True, (1, 0)),
        ((4, 3.5), True, (1, 0)),
        ((8, 4, 3.5), False, (2, 1, 0)),
        ((3.5, 8, 4, 3), False, (0, 2, 1, 0)),
        ((8, 8, 3.5), False, (1, 1, 0)),
        ((8, 3.5, 3.5), False, (1, 0, 0)),
        ((8, 3.5, 3.5), True, (2, 0, 0)),
        ((8, 4, 3.5), True, (2, 1, 0)),
    ],
)
def test_the_higher_multiplier_has_the_dice_rnc_08(
    multipliers: tuple[float, ...], doubled: bool, found: tuple[int, ...]
) -> None:
    given = tuple(Fraction(str(one)) for one in multipliers)
    assert quickness.by_multiplier(given, doubled=doubled) == found


def test_thor_has_both_rnc_08() -> None:
    roden, dwarf = quickness.dice((6, 5), (USUAL, Fraction(3)))
    assert (roden.total, dwarf.total) == (2, 0)
    assert [line.amount for line in roden.lines] == [1, 1]
    assert {line.rule for line in roden.lines} == {"RNC-08"}


@given(MULTIPLIERS, st.booleans())
def test_nobody_has_more_than_two_dice_and_the_slowest_none(multipliers: list[Fraction], doubled: bool) -> None:
    found = quickness.by_multiplier(multipliers, doubled=doubled)
    assert max(found) <= 2
    assert all(die == 0 for one, die in zip(multipliers, found, strict=True) if one == min(multipliers))
    order = sorted(zip(multipliers, found, strict=True))
    assert [die for _, die in order] == sorted(found)


def test_what_is_no_number_of_the_kind_is_refused() -> None:
    with pytest.raises(Refused, match="Reflexes are 0 or more; this says -1"):
        quickness.dice((-1, 3), (USUAL, USUAL))
    with pytest.raises(Refused, match="A Speed multiplier is above 0; this says 0"):
        quickness.dice((1, 3), (USUAL, Fraction(0)))
