"""Tallies, shifts, and how long artha takes to come."""

from fractions import Fraction

import pytest

from engine import app
from engine.games.burning_wheel.rules import epiphany
from engine.games.burning_wheel.rules.epiphany import AUTHOR, NEEDED, Pace
from engine.games.burning_wheel.rules.spending import Purse
from engine.games.burning_wheel.sheet.effects import SetAbility, Spend
from tests.site.building import modules

app.load(modules())


@pytest.mark.parametrize("what", NEEDED.parts)
def test_every_threshold_is_needed(what: str) -> None:
    one_short = Purse(**{**NEEDED.parts, what: NEEDED.parts[what] - 1})
    assert not epiphany.full(one_short)
    assert epiphany.behind(one_short) == what
    assert epiphany.full(NEEDED)
    assert epiphany.behind(NEEDED) == ""


def test_the_scarcest_of_equals_is_named() -> None:
    assert epiphany.behind(Purse()) == "deeds"
    assert epiphany.behind(Purse(10, 5, 2)) == "persona"


@pytest.mark.parametrize("pace", AUTHOR.values(), ids=list(AUTHOR))
def test_a_wait_is_the_first_session_that_is_enough(pace: Pace) -> None:
    wait = epiphany.wait(pace, NEEDED)
    assert wait.sessions is not None
    assert wait.last == "deeds"
    enough = [all(pace.earned(what, n) >= points for what, points in NEEDED.parts.items()) for n in range(100)]
    assert enough.index(True) == wait.sessions
    assert all(enough[wait.sessions :])


def test_what_never_comes() -> None:
    pace = Pace(Fraction(1), Fraction(1), 10, Fraction(0), Fraction(0))
    assert epiphany.wait(pace, NEEDED) == epiphany.Wait(None, "deeds")
    assert epiphany.wait(pace, Purse()) == epiphany.Wait(0, "")


def test_what_is_spent_now_joins_the_tally() -> None:
    inputs = {"fate": 19, "persona": 10, "deeds": 2, "now": {"deeds": 1}}
    assert app.run("epiphany", inputs).answer.effects == (Spend("deeds", 1, "ability"),)


def test_the_shift_goes_onto_the_sheet_with_the_tally_that_is_left() -> None:
    spent = {"fate": 21, "persona": 10, "deeds": 2, "now": {"deeds": 1}}
    shifted = SetAbility("ability", {"ability": "G4", "fate": "0", "persona": "0", "deeds": "0"})
    assert app.run("epiphany", spent).answer.effects == (Spend("deeds", 1, "ability"), shifted)
    kept = app.run("epiphany", spent, {"artha.epiphany-reset": "kept"}).answer.effects[-1]
    assert kept == SetAbility("ability", {"ability": "G4", "fate": "1", "persona": "0", "deeds": "0"})


def test_an_aristeia_is_paid_in_full_or_not_at_all() -> None:
    paid = app.run("aristeia", {}).answer.effects
    assert paid == (Spend("fate", 5, "ability"), Spend("persona", 3, "ability"), Spend("deeds", 2, "ability"))
    assert app.run("aristeia", {"deeds": 1}).answer.effects == ()
    assert app.run("aristeia", {"ability": "W4"}).answer.effects == ()
