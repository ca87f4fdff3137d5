"""Three fighters or more: each pair as two alone would have it, and the one roll that may have its way."""

from itertools import product

import pytest

from engine import app
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_many import Stander, decided, highest
from engine.games.burning_wheel.rules.fight_positioning import Outcome

WANTS = tuple(Positioning)


def test_each_pair_is_decided_as_two_alone_would_be_fgt_10() -> None:
    """A third changes nothing, whatever is rolled."""
    for mine, theirs, one, other, third in product(WANTS, WANTS, range(4), range(4), range(4)):
        a, b, c = Stander("A", mine, one), Stander("B", theirs, other), Stander("C", Positioning.CLOSE, third)
        found = decided(a, b, (a, b, c))
        assert found is decided(a, b, (a, b))
        if Positioning.STAND not in (mine, theirs):
            assert (found.won, found.steps) == ((None if one == other else one > other), min(2, abs(one - other)))
        elif mine is theirs:
            assert found is Outcome.TIE
        else:
            assert (found.won, found.steps) == (theirs is Positioning.STAND, 1)


def test_with_one_winner_nobody_else_moves_fgt_67() -> None:
    for rolls in product(range(4), repeat=3):
        everyone = tuple(Stander(name, Positioning.CLOSE, roll) for name, roll in zip("ABC", rolls, strict=True))
        best = [one for one in everyone if all(one.successes > foe.successes for foe in everyone if foe is not one)]
        assert highest(everyone) == (best[0] if best else None)
        for one, other in ((0, 1), (0, 2), (1, 2)):
            pair = everyone[one], everyone[other]
            found = decided(*pair, everyone, single=True)
            assert found is (decided(*pair, everyone) if set(best) & set(pair) else Outcome.TIE)


def test_who_stands_still_is_not_the_one_winner_fgt_22() -> None:
    still, moves = Stander("A", Positioning.STAND, 5), Stander("B", Positioning.CLOSE, 1)
    assert highest((still, moves)) == moves


@pytest.mark.parametrize("successes", range(6))
@pytest.mark.parametrize("weapon", ["shortest", "short", "long", "longer", "longest"])
@pytest.mark.parametrize("scripted", ["close", "maintain", "withdraw", "stand"])
def test_a_pair_lands_where_two_alone_would_fgt_20(weapon: str, scripted: str, successes: int) -> None:
    """Held against the calculator for two, from the same distance."""
    asked = {
        "fighters": [
            {"name": "Ines", "side": "one", "weapon": "longest", "scripted": scripted, "successes": successes},
            {"name": "Orm", "side": "two", "weapon": weapon, "scripted": "maintain", "successes": 2},
            {"name": "Grim", "side": "two", "weapon": "long", "scripted": "close", "successes": 9},
        ]
    }
    places = app.run("who-stands-where", asked).answer.values["at"][0]
    two = {"mine": "longest", "theirs": weapon, "mine_at": "lunging", "scripted": scripted, "their_script": "maintain"}
    alone = app.run("fight-move", two).answer.values
    margin = successes - 2
    key = (
        "lose" if scripted == "stand" else {-2: "lose_two", -1: "lose", 0: "tie", 1: "one"}.get(max(-2, margin), "two")
    )
    assert _words(places) == alone[key]


def _words(places: str) -> str:
    named = {"out": "out of reach"}
    mine, theirs = (named.get(one, one) for one in places.split("/"))
    return f"both {mine}" if mine == theirs else f"you {mine}, they {theirs}"


@pytest.mark.parametrize("many", [2, 7])
def test_three_to_six_fight(many: int) -> None:
    rows = [{"name": f"Fighter {number}", "side": "alone"} for number in range(many)]
    with pytest.raises(Exception, match=f"here are {many}"):
        app.run("who-stands-where", {"fighters": rows})
