"""Sums of dice with any faces."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.dice import total, total_of


@pytest.mark.parametrize("sides", [[6], [6, 6], [4, 6, 8], [20, 12], [4, 4, 10], [1, 1], [4, 20, 4]])
def test_totals_against_every_face(sides: list[int]) -> None:
    found = total(sides)
    slow = Counter(sum(faces) for faces in product(*(range(1, count + 1) for count in sides)))
    whole = sum(slow.values())
    assert dict(found) == {number: Fraction(count, whole) for number, count in slow.items()}
    assert (found.first, found.last, found.tail) == (len(sides), sum(sides), 0)
    assert found.mean == sum(Fraction(count + 1, 2) for count in sides)


FOURTHS = {8: [0] * 3 + [1] * 4 + [2], 20: [face // 4 for face in range(1, 21)]}


def test_faces_that_carry_other_numbers() -> None:
    found = total_of([FOURTHS[8]] * 4)
    assert (found.first, found.last, found.mean) == (0, 8, 3)
    assert round(float(found.at_least(3)), 4) == 0.6375
    assert round(float(total_of([FOURTHS[20]] * 4).at_least(10)), 4) == 0.4340
    mixed = total_of([[-1, 0, 0, 3], [2, 2, 5]])
    slow = Counter(a + b for a, b in product([-1, 0, 0, 3], [2, 2, 5]))
    assert {number: chance for number, chance in mixed if chance} == {k: Fraction(n, 12) for k, n in slow.items()}


def test_no_dice_total_nothing() -> None:
    assert dict(total([])) == {0: 1}


def test_sixty_large_dice() -> None:
    found = total([20] * 60)
    assert found.exactly(60) == found.exactly(1200) == Fraction(1, 20**60)
    assert found.at_least(631) == found.below(630)
    assert found.mean == 630


@pytest.mark.parametrize("sides", [[0], [101], [-6], [6] * 61])
def test_impossible_dice(sides: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^A (die has 1 to 100 sides|total has at most 60 dice); this "):
        total(sides)


@pytest.mark.parametrize("faces", [[], [0] * 101, [101], [-101, 3]])
def test_impossible_faces(faces: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^A (die has 1 to 100 sides|face shows -100 to 100); this "):
        total_of([faces])
