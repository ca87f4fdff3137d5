"""Prayers: their odds counted die by die, without the engine's dice (FAI-03, FAI-07)."""

from fractions import Fraction
from functools import cache

import pytest

from engine import app
from engine.games.burning_wheel.rules.natural_magic import MAGICS
from engine.games.burning_wheel.rules.prayers import PRAYERS
from tests.site.building import modules

app.load(modules())


@cache
def reaches(dice: int, need: int, target: int) -> Fraction:
    """The chance that open-ended dice roll `need` successes or more, one die after the other."""
    if need <= 0:
        return Fraction(1)
    if not dice:
        return Fraction(0)
    missed, plain = Fraction(target - 1, 6), Fraction(6 - target, 6)
    # A six succeeds and puts another die on the table, which has to be solved for where nothing else changes.
    return (
        missed * reaches(dice - 1, need, target)
        + plain * reaches(dice - 1, need - 1, target)
        + (Fraction(1, 6) * reaches(dice, need - 1, target))
    )


@pytest.mark.parametrize(("shade", "target"), [("B", 4), ("G", 3), ("W", 2)])
@pytest.mark.parametrize("exponent", [1, 4, 7])
@pytest.mark.parametrize(("prays", "obstacle"), [("blessing", 3), ("minor-miracle", 5), ("miracle", 10)])
def test_the_odds_of_a_prayer(shade: str, target: int, exponent: int, prays: str, obstacle: int) -> None:
    inputs = {"faith": f"{shade}{exponent}", "prays": prays, "lesser": 1, "wills": 20}
    found = app.run("prayer", inputs).answer.values
    assert found["probability"] == reaches(exponent + 2, obstacle, target)


@pytest.mark.parametrize("exponent", [1, 4, 8])
def test_the_dice_of_an_aid(exponent: int) -> None:
    """As many as there are successes over Ob 4; none where it fails or is only just heard."""
    bonus = app.run("prayer", {"faith": f"B{exponent}", "prays": "aid"}).answer.values["bonus"]
    assert sum(bonus) == 1
    for dice in range(1, len(bonus)):
        assert sum(bonus[dice:]) == reaches(exponent, 4 + dice, 4)


def test_wounds_take_nothing_from_faith() -> None:
    hurt = app.run("prayer", {"faith": "B5", "wounds": {"dice": 3}}).answer.values
    assert hurt["dice"] == 5


def test_three_magics_beside_each_other() -> None:
    """Sorcery has no FoRKs, and help is frowned upon, not barred (NAT-01)."""
    assert [row[3] for row in MAGICS] == ["no FoRKs, help rarely", "help alone", "both"]
    assert [row[5] for row in MAGICS] == ["yes", "no", "no"]


def test_what_a_prayer_says_is_all_of_it() -> None:
    """A Consecration takes a long prayer, and an Intercession saves whoever is devout (FAI-07)."""
    assert "long prayer" in PRAYERS["consecration"].effect
    assert "devotee" in PRAYERS["intercession"].effect
