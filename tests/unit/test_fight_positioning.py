"""Positioning in Fight!: length dice cell by cell, exact chances against every roll, and what stands beside it."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import fight_positioning as rules
from engine.games.burning_wheel.rules.fight_distance import LADDER, LENGTHS, Distance, Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_positioning import (
    Favor,
    House,
    Outcome,
    Owed,
    Trying,
    Used,
    Wields,
    chances,
    length_dice,
    of_length,
    owed,
)

OUT, LUNGING, OPTIMAL, INSIDE = LADDER
START = None
RANKS = ("shortest", "short", "long", "longer", "longest")
FGT_13 = {
    # gap: dice at the start, out, lunging, optimal, for the longer weapon
    0: (0, 0, 0, 0),
    1: (1, 1, 1, 1),
    2: (1, 1, 1, 1),
    3: (2, 1, 2, 2),
    4: (2, 1, 2, 2),
}
INSIDE_DICE = {
    # mine, then against shortest, short, long, longer, longest
    "shortest": (0, 1, 1, 1, 1),
    "short": (0, 0, 1, 1, 1),
    "long": (0, 0, 0, 0, 0),
    "longer": (0, 0, 0, 0, 0),
    "longest": (0, 0, 0, 0, 0),
}


def dice(mine: str, theirs: str, own: Distance | None, house: House = House()) -> int:
    return length_dice(Wields.of(mine), Wields.of(theirs), own, house).amount


@pytest.mark.parametrize(("mine", "theirs"), list(itertools.product(range(5), repeat=2)))
def test_length_dice_fgt_13(mine: int, theirs: int) -> None:
    found = tuple(dice(RANKS[mine], RANKS[theirs], own) for own in (START, OUT, LUNGING, OPTIMAL))
    assert found == (FGT_13[mine - theirs] if mine >= theirs else (0, 0, 0, 0))


@pytest.mark.parametrize("mine", RANKS)
def test_length_dice_inside_fgt_13(mine: str) -> None:
    assert tuple(dice(mine, theirs, INSIDE) for theirs in RANKS) == INSIDE_DICE[mine]


def test_readings_fgt_13() -> None:
    assert dice("longest", "shortest", START, House(start_literal=True)) == 1
    assert dice("longest", "shortest", OPTIMAL, House(start_literal=True)) == 2
    any_shortest = House(shortest_any=True)
    assert [dice("long", theirs, INSIDE, any_shortest) for theirs in RANKS] == [0, 0, 0, 1, 1]
    both = House(both_shortest=True)
    assert [dice("short", theirs, INSIDE, both) for theirs in RANKS] == [0, 1, 1, 1, 1]
    assert dice("long", "long", INSIDE, both) == 0
    assert length_dice(Wields.LONGEST, Wields.SHORT, OPTIMAL, beaten=True).amount == 0


def test_examples_fgt_13() -> None:
    assert dice("long", "short", OPTIMAL) == 1  # sword against hatchet
    assert dice("long", "shortest", OPTIMAL) == 1  # sword against teeth
    assert dice("presence", "shortest", START) == 2  # The Fear against fangs
    assert (dice("shortest", "long", INSIDE), dice("long", "shortest", INSIDE)) == (1, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "outside", "inside"),
    [
        ("thrown", "shortest", 1, 0),
        ("thrown", "longer", 1, 0),
        ("thrown", "longest", 0, 0),
        ("thrown", "loaded", 0, 0),
        ("loaded", "shortest", 2, 0),
        ("loaded", "longest", 2, 0),
        ("loaded", "loaded", 2, 0),
        ("longest", "loaded", 0, 0),
        ("pistol", "longest", 2, 0),
        ("unloaded", "shortest", 1, 0),
        ("unloaded", "long", 0, 1),
        ("bomb", "short", 2, 0),
        ("bomb", "longest", 0, 0),
        ("presence", "short", 2, 0),
        ("presence", "long", 1, 0),
        ("presence", "longest", 0, 0),
        ("presence", "loaded", 0, 0),
        ("presence", "thrown", 0, 0),
        ("prayer", "short", 2, 0),
        ("prayer", "pistol", 0, 0),
        ("thrown", "presence", 1, 0),
        ("sight", "short", 2, 0),
        ("sight", "sight", 0, 0),
        ("sight", "loaded", 0, 0),
        ("natural", "long", 1, 0),
        ("short", "thrown", 0, 1),
    ],
)
def test_missiles_spells_and_prayers_fgt_14(mine: str, theirs: str, outside: int, inside: int) -> None:
    assert {dice(mine, theirs, own) for own in (LUNGING, OPTIMAL)} == {outside}
    assert dice(mine, theirs, INSIDE) == inside


def test_what_each_counts_as_fgt_14() -> None:
    longest = {"thrown", "loaded", "pistol", "bomb", "presence", "prayer", "sight", "natural", "longest"}
    assert {one.value for one in Wields if one.length.value == "longest"} == longest
    assert Wields.UNLOADED.length.value == "short"
    assert {one.value for one in Wields if not one.inside} == {"thrown", "loaded"}
    assert [of_length(length).value for length in LENGTHS] == list(RANKS)


def brute(mine: int, penalty: int, theirs: int, against: int, shade: Shade) -> dict[Outcome, Fraction]:
    """Every roll of both sides, counted; the other side's dice are black."""
    found = dict.fromkeys(Outcome, Fraction(0))
    least = {Shade.BLACK: 4, Shade.GRAY: 3, Shade.WHITE: 2}[shade]
    for faces in itertools.product(range(1, 7), repeat=mine + theirs):
        one = max(0, sum(face >= least for face in faces[:mine]) - penalty)
        two = max(0, sum(face >= 4 for face in faces[mine:]) - against)
        margin = one - two
        name = "tie" if not margin else ("win" if margin > 0 else "lose") + ("-two" if abs(margin) > 1 else "")
        found[Outcome.of(name)] += Fraction(1, 6 ** (mine + theirs))
    return found


@pytest.mark.parametrize(
    ("mine", "penalty", "theirs", "against", "shade"),
    [
        (2, 0, 2, 0, Shade.BLACK),
        (3, 1, 2, 0, Shade.BLACK),
        (2, 0, 3, 2, Shade.GRAY),
        (3, 0, 1, 0, Shade.WHITE),
        (0, 0, 3, 1, Shade.BLACK),
        (3, 1, 3, 1, Shade.GRAY),
    ],
)
def test_the_chances_are_those_of_every_roll_fgt_10(
    mine: int, penalty: int, theirs: int, against: int, shade: Shade
) -> None:
    found = chances(Roll(Pool.of(mine, shade), penalty), Roll(Pool.of(theirs), against))
    assert found == brute(mine, penalty, theirs, against, shade)


rolls = st.builds(lambda dice, penalty: Roll(Pool.of(dice), penalty), st.integers(0, 12), st.integers(0, 4))


@given(rolls, rolls)
def test_chances_add_up_and_turn_around(mine: Roll, theirs: Roll) -> None:
    found, turned = chances(mine, theirs), chances(theirs, mine)
    assert sum(found.values()) == 1
    assert list(found.values()) == list(turned.values())[::-1]
    better = chances(mine.plus(1), theirs)
    assert better[Outcome.WIN_TWO] >= found[Outcome.WIN_TWO]
    assert better[Outcome.LOSE_TWO] <= found[Outcome.LOSE_TWO]


def test_what_a_margin_means_fgt_19() -> None:
    assert [Outcome.by(margin).value for margin in (-5, -2, -1, 0, 1, 2, 5)] == [
        "lose-two",
        "lose-two",
        "lose",
        "tie",
        "win",
        "win-two",
        "win-two",
    ]
    assert [(one.won, one.steps) for one in Outcome] == [(True, 2), (True, 1), (None, 0), (False, 1), (False, 2)]


def test_standing_still_fgt_22() -> None:
    stand, close = Positioning.STAND, Positioning.CLOSE
    assert rules.automatic(stand, close) is Outcome.LOSE
    assert rules.automatic(close, stand) is Outcome.WIN
    assert rules.automatic(stand, stand) is Outcome.TIE
    assert rules.automatic(close, close) is None
    found = rules.let_them_come(Roll(Pool.of(4)))
    assert found == {0: Fraction(1, 16), 1: Fraction(4, 16), 2: Fraction(11, 16)}
    assert rules.let_them_come(Roll(Pool.of(0))) == {0: 1, 1: 0, 2: 0}


@pytest.mark.parametrize(
    ("actions", "strict", "loose"),
    [
        ([(True, True)], Owed.KEPT, Owed.KEPT),
        ([(True, False)], Owed.KEPT, Owed.KEPT),
        ([(False, True)], Owed.ANOTHER, Owed.UNUSED),
        ([(False, False)], Owed.UNUSED, Owed.UNUSED),
        ([], Owed.UNUSED, Owed.UNUSED),
        ([(True, True), (False, False)], Owed.KEPT, Owed.KEPT),
        ([(True, True), (False, True)], Owed.ANOTHER, Owed.KEPT),
    ],
)
def test_use_what_you_positioned_with_fgt_15(actions: list[tuple[bool, bool]], strict: Owed, loose: Owed) -> None:
    used = [Used(*one) for one in actions]
    assert owed(used) is strict
    assert owed(used, strict=False) is loose


@pytest.mark.parametrize(
    ("reason", "trying", "outside", "inside", "granted"),
    [
        ("weight", "lock", 0, 1, 1),
        ("weight", "overpower", 0, 1, 1),
        ("weight", "position", 0, 0, 0),
        ("weight", "strike", 0, 0, 0),
        ("above", "position", 1, 1, 1),
        ("above", "lock", 0, 0, 0),
        ("corridor", "position", 1, 1, 1),
        ("corridor", "strike", 0, 0, 0),
        ("other", "strike", 1, 1, 1),
        ("other", "position", 1, 1, 1),
        ("faster", "position", 0, 0, 0),
        ("faster", "lock", 0, 0, 0),
    ],
)
def test_advantage_fgt_64(reason: str, trying: str, outside: int, inside: int, granted: int) -> None:
    one, test = [Favor.of(reason)], Trying.of(trying)
    assert rules.advantage(one, test, inside=False) == outside
    assert rules.advantage(one, test, inside=True) == inside
    assert rules.advantage(one, test, inside=False, granted=True) == granted


def test_one_die_however_many_reasons_fgt_64() -> None:
    assert rules.advantage(list(Favor), Trying.POSITION, inside=True) == 1
    assert rules.advantage([], Trying.POSITION, inside=True) == 0


def test_against_someone_who_hesitates_fgt_61() -> None:
    found = rules.against_hesitating(Roll(Pool.of(2)))
    assert list(found.values()) == [Fraction(1, 4), Fraction(3, 4), 0, 0, 0]
    assert list(rules.turned(found).values()) == [0, 0, 0, Fraction(3, 4), Fraction(1, 4)]
    assert [rules.over_hesitating(number, 1).value for number in range(5)] == [
        "tie",
        "win",
        "win",
        "win-two",
        "win-two",
    ]
