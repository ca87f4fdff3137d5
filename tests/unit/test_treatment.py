"""Treating a wound: every cell of the table, its times, hands without a skill, and extra successes shared."""

import itertools

import pytest

from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.treatment import (
    SKILLS,
    Column,
    Extra,
    Medic,
    asked,
    hands,
    obstacle,
    seconds,
    shared,
)
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

PRINTED = """
superficial  2  1  1  1
light        4  2  2  2
midi         8  4  4  3
severe       -  -  5  4
traumatic    -  -  6  5
mortal       -  -  10 7
"""
COLUMNS = (
    (None,),
    (Medic.FIELD_DRESSING, Medic.BLOODLETTING, Medic.APOTHECARY),
    (Medic.HERBALISM, Medic.SONG),
    (Medic.SURGERY, Medic.KHIRURGY),
)
CELLS = [
    (Level.of(name), medic, None if cell == "-" else int(cell))
    for name, *cells in (line.split() for line in PRINTED.split("\n") if line)
    for cell, medics in zip(cells, COLUMNS, strict=True)
    for medic in medics
]


@pytest.mark.parametrize(("level", "medic", "printed"), CELLS)
def test_each_obstacle_is_that_of_the_table_inj_24(level: Level, medic: Medic | None, printed: int | None) -> None:
    assert obstacle(level, medic) == printed
    if printed is None:
        with pytest.raises(Refused, match=level.words):
            asked(level, medic)
    else:
        assert asked(level, medic) == printed


def test_without_a_skill_it_is_twice_field_dressing() -> None:
    for level, medic, printed in CELLS:
        if medic is None and printed:
            assert printed == 2 * (obstacle(level, Medic.FIELD_DRESSING) or 0)


def test_there_is_nothing_to_treat_where_there_is_no_wound() -> None:
    with pytest.raises(Refused, match="no wound"):
        asked(Level.NONE, Medic.SURGERY)


@pytest.mark.parametrize(
    ("medic", "minutes", "printed"),
    [
        (Medic.FIELD_DRESSING, 10, True),
        (Medic.HERBALISM, 15, True),
        (Medic.SURGERY, 20, True),
        (Medic.APOTHECARY, 10, False),
        (Medic.BLOODLETTING, 10, False),
        (Medic.SONG, 15, False),
        (Medic.KHIRURGY, 20, False),
        (None, 10, False),
    ],
)
def test_each_skill_takes_its_minutes_inj_26(medic: Medic | None, minutes: int, printed: bool) -> None:
    assert (SKILLS[medic].minutes, SKILLS[medic].printed) == (minutes, printed)
    for level in Level:
        if (at := obstacle(level, medic)) is not None:
            assert seconds(level, medic) == at * minutes * 60


@pytest.mark.parametrize(
    ("level", "medic", "careful", "quick", "minutes"),
    [
        (Level.LIGHT, Medic.FIELD_DRESSING, False, 0, 20),
        (Level.LIGHT, Medic.FIELD_DRESSING, False, 1, 18),
        (Level.MORTAL, Medic.SURGERY, False, 0, 140),
        (Level.MORTAL, Medic.SURGERY, True, 0, 210),
        (Level.MIDI, Medic.HERBALISM, False, 5, 30),
    ],
)
def test_the_time_follows_the_way_of_working(
    level: Level, medic: Medic | None, careful: bool, quick: int, minutes: int
) -> None:
    assert seconds(level, medic, times.working(careful, quick).total) == minutes * 60


def test_extra_successes_are_shared_freely() -> None:
    assert shared(4, 2, speed=1) == Extra(1, 1)  # seed 000:5227
    for successes, at in itertools.product(range(8), range(1, 6)):
        for speed in range(max(0, successes - at) + 1):
            found = shared(successes, at, speed)
            assert found.health + found.speed == max(0, successes - at)
        with pytest.raises(Refused, match="speed"):
            shared(successes, at, max(0, successes - at) + 1)


@pytest.mark.parametrize(
    ("perception", "agility", "average", "better"),
    [("B4", "B4", "B4", "B4"), ("B4", "B5", "B4", "B5"), ("B3", "B6", "B4", "B6"), ("B5", "G5", "B6", "B5")],
)
def test_hands_without_a_skill_are_an_average(perception: str, agility: str, average: str, better: str) -> None:
    two = Ability.parse(perception), Ability.parse(agility)
    assert str(hands(*two)) == average
    assert str(hands(*two, better=True)) == better


def test_every_column_is_used() -> None:
    assert {skill.column for skill in SKILLS.values()} == set(Column)
    assert set(SKILLS) == {None, *Medic}
    assert SKILLS[None].words == "Perception and Agility"
