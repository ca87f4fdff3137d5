"""Rolled dice, counted and read (HUB-03, HUB-07)."""

from random import Random

import pytest

from engine.games.burning_wheel.dice import Chain, Count, Outcome, Pool, Shade, evaluate, outcome, read, roll


def test_hub_03_example() -> None:
    assert evaluate([1, 2, 2, 4, 5], Shade.BLACK) == Count(successes=2, traitors=3, sixes=0)
    assert evaluate([1, 2, 3, 6], Shade.GRAY) == Count(successes=2, traitors=2, sixes=1)
    assert evaluate([1, 2, 3, 6], Shade.WHITE) == Count(successes=3, traitors=1, sixes=1)
    assert evaluate([], Shade.BLACK) == Count(0, 0, 0)


@pytest.mark.parametrize(
    ("good", "obstacle", "found", "passes"),
    [(2, 3, Outcome.FAIL, False), (3, 3, Outcome.MEET, True), (4, 3, Outcome.EXCEED, True), (0, 0, Outcome.MEET, True)],
)
def test_outcomes(good: int, obstacle: int, found: Outcome, passes: bool) -> None:
    count = Count(good, 0, 0)
    assert outcome(good, obstacle) is count.outcome(obstacle) is found
    assert found.passes is passes
    assert count.margin(obstacle) == good - obstacle


def test_the_same_faces_from_the_same_seed() -> None:
    """Written down, because a link or a log may hold the seed: these faces must never change."""
    assert roll(Pool.parse("B6"), 7).faces == FACES_OF_SEED_7
    assert roll(Pool.parse("B6"), Random(7)) == roll(Pool.parse("B6"), 7)
    random = Random(7)
    assert roll(Pool.parse("B3"), random).faces + roll(Pool.parse("B3"), random).faces == FACES_OF_SEED_7


FACES_OF_SEED_7 = (3, 2, 4, 6, 1, 1)


def test_extra_dice_are_tied_to_their_sixes() -> None:
    chained = read(Pool.parse("B2*+G2"), [6, 1, 6, 3, 6, 4])
    assert [die.begot_by for die in chained.dice] == [None, None, None, None, 0, 4]
    assert [die.shade.value for die in chained.dice] == ["B", "B", "G", "G", "B", "B"]
    assert [die.opens for die in chained.dice] == [True, False, False, False, True, False]
    assert chained.count == Count(successes=5, traitors=1, sixes=3)
    once = read(Pool.parse("B2*+G2"), [6, 1, 6, 3, 6], Chain.ONCE)
    assert [die.begot_by for die in once.dice] == [None, None, None, None, 0]
    assert not once.dice[4].opens


def test_hub_07_example() -> None:
    assert read(Pool.parse("B3"), [6, 6, 6]).count.successes == 3
    opened = read(Pool.parse("B3").opened(), [6, 6, 6, 4, 5, 2])
    assert opened.count.successes == 5
    assert opened.count.outcome(4) is Outcome.EXCEED
    assert [die.begot_by for die in opened.dice[3:]] == [0, 1, 2]


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([1, 2], "B3\\* needs 3 faces or more, one for each die; this has 2."),
        ([1, 2, 6], "B3\\* needs 4 faces or more, one for each die; this has 3."),
        ([1, 2, 3, 4], "B3\\* has 3 dice here, extra dice included; this has 4 faces."),
        ([1, 2, 7], "A die shows 1 to 6; this says “7”."),
        ([1, 2, 0], "A die shows 1 to 6; this says “0”."),
        ([1, 2, "x"], "A die shows 1 to 6; this says “x”."),
    ],
)
def test_faces_that_do_not_fit(faces: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        read(Pool.parse("B3*"), faces)


def test_every_face_falls_as_often() -> None:
    faces = [face for seed in range(200) for face in roll(Pool.parse("B30"), seed).faces]
    # 6000 dice: a face is expected 1000 times with a standard deviation of 29; five of them either way.
    assert all(855 < faces.count(face) < 1145 for face in range(1, 7))


def test_rolled_successes_follow_the_odds() -> None:
    random = Random(1)
    tries = 4000
    mean = sum(roll(Pool.parse("B5*"), random).count.successes for _ in range(tries)) / tries
    assert abs(mean - 3.0) < 0.12
