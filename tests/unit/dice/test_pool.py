"""Shades, limits and the text of pools (HUB-01, HUB-02, HUB-06)."""

from fractions import Fraction

import pytest

from engine.games.burning_wheel.dice import DiceCount, Group, Obstacle, Pool, Shade


@pytest.mark.parametrize(
    ("letter", "words", "target", "chance"),
    [("B", "black", 4, Fraction(1, 2)), ("G", "gray", 3, Fraction(2, 3)), ("W", "white", 2, Fraction(5, 6))],
)
def test_shades(letter: str, words: str, target: int, chance: Fraction) -> None:
    shade = Shade(letter)
    assert (shade.words, shade.target, shade.chance) == (words, target, chance)


@pytest.mark.parametrize(("kind", "most"), [(Obstacle, 100), (DiceCount, 60)])
def test_numbers_keep_their_limits(kind: type[Obstacle] | type[DiceCount], most: int) -> None:
    assert kind(0) == 0
    assert kind(most) == most
    assert kind.parse(f" {most} ") == most
    assert type(kind(3)) is kind
    for wrong in (-1, most + 1, 10**9, 2.0, "3", None):
        with pytest.raises(ValueError, match=f"is a whole number from 0 to {most}; this says (“|nothing)"):
            kind(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", " ", "x", "-1", "+3", "3.0", "1e1", "101", "1000000000", "9" * 5000, "³", "٣", "3 4"]
)
def test_an_obstacle_that_is_none_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        Obstacle.parse(text)
    message = str(refused.value)
    assert message.startswith("An obstacle is a whole number from 0 to 100; this says ")
    assert message.endswith("”." if text.strip() else " nothing.")
    assert len(message) < 120


def test_the_sentence_names_what_came() -> None:
    with pytest.raises(ValueError, match=r"^An obstacle is a whole number from 0 to 100; this says “x”.$"):
        Obstacle.parse("x")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B4", "B4"),
        ("b4 ", "B4"),
        ("  g10", "G10"),
        ("B4+G2", "B4+G2"),
        ("B4* ", "B4*"),
        (" b4* + g2 ", "B4*+G2"),
        ("G2+B4", "G2+B4"),
        ("B2+G1+B2", "B4+G1"),
        ("B2+B2*", "B2+B2*"),
        ("B0", "B0"),
        ("B0+G0", "B0"),
        ("B0+G2", "G2"),
        ("W60", "W60"),
    ],
)
def test_pools_are_read_and_written(text: str, canonical: str) -> None:
    pool = Pool.parse(text)
    assert str(pool) == canonical
    assert Pool.parse(canonical) == pool


@pytest.mark.parametrize(
    "text", ["B", "4B", "G-1", "", " ", "B61", "X3", "B4+", "+B4", "B4**", "B4.5", "4", "*", "B4,G2"]
)
def test_what_is_no_pool_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        Pool.parse(text)
    message = str(refused.value)
    assert message.startswith("A pool is a shade (B, G or W) and 0 to 60 dice, as in “B4” or “B4*+G2”")
    assert message.endswith(f"this says “{text}”." if text.strip() else "this says nothing.")


def test_a_pool_holds_at_most_sixty_dice_in_all() -> None:
    assert Pool.parse("B30+G30").dice == 60
    with pytest.raises(ValueError, match=r"^A pool has at most 60 dice; this has 61.$"):
        Pool.parse("B30+G31")
    with pytest.raises(ValueError, match="at least one group"):
        Pool(())
    with pytest.raises(ValueError, match="0 to 60; this says “61”"):
        Group(61, Shade.BLACK)


def test_dice_are_added_and_opened() -> None:
    pool = Pool.parse("B4")
    assert str(pool + Pool.parse("G1+B1")) == "B5+G1"
    assert str(pool + Group(2, Shade.WHITE)) == "B4+W2"
    assert str(pool.plus(3)) == "B7"
    assert str(pool.plus(-4)) == "B0"
    with pytest.raises(ValueError, match="0 to 60"):
        pool.plus(-5)
    assert str(Pool.parse("B4*+B2").opened()) == "B6*"
    assert str(Pool.parse("B4*+G2").closed()) == "B4+G2"
    assert Pool.of(3, Shade.GRAY, open_ended=True) == Pool.parse("G3*")
    assert Pool.parse("B4*+G2").open_ended
    assert not pool.open_ended
