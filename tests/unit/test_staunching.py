"""Stopping the bleeding: every cell of its two tables, and how often it must succeed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import staunching
from engine.games.burning_wheel.rules.staunching import Flow
from engine.games.burning_wheel.rules.treatment import Medic
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

DRESSING = (Medic.FIELD_DRESSING, Medic.BLOODLETTING, Medic.APOTHECARY)
HERBS = (Medic.HERBALISM, Medic.SONG)
SURGERY = (Medic.SURGERY, Medic.KHIRURGY)


@pytest.mark.parametrize(
    ("level", "untrained", "dressing", "herbs", "surgery"),
    [
        (Level.MIDI, 6, 3, 3, 2),
        (Level.SEVERE, 8, 4, 4, 3),
        (Level.TRAUMATIC, 12, 6, 5, 4),
        (Level.MORTAL, 20, 10, 10, 5),
    ],
)
def test_how_hard_it_is(level: Level, untrained: int, dressing: int, herbs: int, surgery: int) -> None:
    """INJ-33, each cell, seed 000:5281-5290."""
    assert staunching.obstacle(level, None) == untrained == 2 * dressing
    assert {staunching.obstacle(level, medic) for medic in DRESSING} == {dressing}
    assert {staunching.obstacle(level, medic) for medic in HERBS} == {herbs}
    assert {staunching.obstacle(level, medic) for medic in SURGERY} == {surgery}


@pytest.mark.parametrize("level", [Level.NONE, Level.SUPERFICIAL, Level.LIGHT])
@pytest.mark.parametrize("medic", [None, *Medic])
def test_small_wounds_have_a_dash(level: Level, medic: Medic | None) -> None:
    with pytest.raises(Refused, match="does not bleed"):
        staunching.obstacle(level, medic)


@pytest.mark.parametrize(
    ("medic", "minutes"),
    [(None, 10), *((one, 10) for one in (*DRESSING, *HERBS)), *((one, 5) for one in SURGERY)],
)
def test_how_long_it_takes(medic: Medic | None, minutes: int) -> None:
    """INJ-34: for each point of the obstacle; the book names four of the skills."""
    for flow in Flow:
        assert staunching.seconds(flow.level, medic) == 60 * minutes * staunching.obstacle(flow.level, medic)
    named = {Medic.FIELD_DRESSING, Medic.APOTHECARY, Medic.HERBALISM, Medic.SURGERY}
    assert staunching.PACES[medic].printed is (medic in named)


def test_derived_times() -> None:
    """INJ-34: 15, 40 and 100 minutes; one success for speed takes a tenth."""
    assert staunching.seconds(Level.SEVERE, Medic.SURGERY) == 15 * 60
    assert staunching.seconds(Level.SEVERE, Medic.FIELD_DRESSING) == 40 * 60
    assert staunching.seconds(Level.MORTAL, Medic.HERBALISM) == 100 * 60
    assert staunching.seconds(Level.SEVERE, Medic.FIELD_DRESSING, 90) == 36 * 60


@given(st.integers(1, 10), st.integers(0, 6000))
def test_stops_in_a_row_reach_just_so_far(health: int, minutes: int) -> None:
    """INJ-32: each holds Health hours, and there are Health of them."""
    if minutes > health * health * 60:
        with pytest.raises(Refused, match="at most"):
            staunching.stops_for(Fraction(minutes), health)
        return
    stops = staunching.stops_for(Fraction(minutes), health)
    assert stops <= health
    assert (stops - 1) * health * 60 < minutes <= stops * health * 60 or minutes == stops == 0
