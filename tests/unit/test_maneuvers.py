"""The maneuvers of Range and Cover: their cards, all 81 meetings and all outcomes, written out by hand."""

import pytest

from engine.games.burning_wheel.rules.maneuvers import (
    CARDS,
    Maneuver,
    Means,
    Meeting,
    Result,
    Tie,
    able,
    meeting,
    moves,
    script,
)
from engine.games.burning_wheel.rules.range_track import Intent
from engine.refused import Refused

CODES = {
    "SpC": Maneuver.SPEED_CLOSE,
    "StC": Maneuver.STEALTHY_CLOSE,
    "SeC": Maneuver.STEEL_CLOSE,
    "SpW": Maneuver.SPEED_WITHDRAW,
    "StW": Maneuver.STEALTHY_WITHDRAW,
    "SeW": Maneuver.STEEL_WITHDRAW,
    "SpM": Maneuver.SPEED_MAINTAIN,
    "PeM": Maneuver.PERCEPTION_MAINTAIN,
    "ObM": Maneuver.OBSERVATION_MAINTAIN,
}
RNC_27 = """
SpC | vs; in | fixC; in | vs nC gR; in | vs; stay | fixC; stay | vs nC gR; stay | vs; stay | vs; stay | as PeM
StC | fixR; in | vs; in | fixR nC gR; in | fixR; stay | vs; stay | fixR nC gR; stay | fixR; stay | fixR; stay | vs; stay
SeC | vs nR gC; in | fixC nR gC; in | vs nR gC nC gR; in | vs nR gC; stay | fixC nR gC; stay | vs nR gC nC gR; stay | \
vs nR gC; stay | vs nR gC; stay | as PeM
SpW | vs; stay | fixC; stay | vs nC gR; stay | vs; out | fixC; out | vs nC gR; out | vs; stay | vs; stay | as PeM
StW | fixR; stay | vs; stay | fixR nC gR; stay | fixR; out | vs; out | fixR nC gR; out | fixR; stay | fixR; stay | \
vs; stay
SeW | vs nR gC; stay | fixC nR gC; stay | vs nR gC nC gR; stay | vs nR gC; out | fixC nR gC; out | vs nR gC nC gR; out \
| vs nR gC; stay | vs nR gC; stay | as PeM
SpM | vs; stay | fixC; stay | vs nC gR; stay | vs; stay | fixC; stay | vs nC gR; stay | vs; stay | vs; stay | as PeM
PeM | vs; stay | fixC; stay | vs nC gR; stay | vs; stay | fixC; stay | vs nC gR; stay | vs; stay | vs; stay | as PeM
ObM | as PeM | vs; stay | as PeM | as PeM | vs; stay | as PeM | as PeM | as PeM | as PeM
"""
"""`fixR`: the row's exponent succeeds by itself; `nC`: the column must reach its hesitation; `gR`: a free shot of the
row's."""
CELLS = {
    (row.split("|")[0].strip(), column): cell.strip()
    for row in RNC_27.strip().splitlines()
    for column, cell in zip(CODES, row.split("|")[1:], strict=True)
}
RNC_18 = {
    # tests, intent, dice of its own, price, open-ended, keeps cover, behind a shield
    "SpC": ("speed", "close", 0, 1, False, False, True),
    "StC": ("stealthy", "close", 0, 1, False, False, False),
    "SeC": ("steel", "close", 0, 1, True, False, True),
    "SpW": ("speed", "withdraw", 2, 3, False, False, True),
    "StW": ("stealthy", "withdraw", 0, 1, False, False, False),
    "SeW": ("steel", "withdraw", 0, 1, True, False, True),
    "SpM": ("speed", "maintain", 0, 1, False, True, True),
    "PeM": ("perception", "maintain", 0, 1, True, True, False),
    "ObM": ("observation", "maintain", 0, 1, False, True, False),
}


def said(found: Meeting) -> str:
    """A meeting as the table has it, with its flags in the table's order."""
    row, column = found.sides
    kind = "fixR" if row.fixed else "fixC" if column.fixed else "vs"
    flags = [
        flag
        for flag, holds in (("nR", row.nerve), ("gC", column.shot), ("nC", column.nerve), ("gR", row.shot))
        if holds
    ]
    return f"{' '.join([kind, *flags])}; {found.tie.value}"


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_every_meeting(row: str, column: str) -> None:
    cell = CELLS[row, column]
    if cell == "as PeM":
        as_perception = [Maneuver.PERCEPTION_MAINTAIN if code == "ObM" else CODES[code] for code in (row, column)]
        assert meeting(CODES[row], CODES[column]) == meeting(*as_perception)
        watcher = 0 if row == "ObM" else 1
        assert meeting(CODES[row], CODES[column]).sides[watcher].tests is Means.PERCEPTION
    else:
        assert said(meeting(CODES[row], CODES[column])) == cell


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_the_other_side_sees_the_same_turned_round(row: str, column: str) -> None:
    one, other = meeting(CODES[row], CODES[column]), meeting(CODES[column], CODES[row])
    assert one.sides == other.sides[::-1]
    assert one.tie is other.tie


def test_a_steel_withdraw_may_be_covered() -> None:
    run, hold = Maneuver.STEEL_WITHDRAW, Maneuver.PERCEPTION_MAINTAIN
    assert meeting(hold, run).sides[0].shot
    assert not meeting(hold, run, covered=True).sides[0].shot
    assert meeting(hold, Maneuver.STEEL_CLOSE, covered=True).sides[0].shot


def test_observation_rolls_only_against_stealth() -> None:
    way = meeting(Maneuver.OBSERVATION_MAINTAIN, Maneuver.STEALTHY_CLOSE).sides[0]
    assert way.tests is Means.OBSERVATION
    assert not way.open_ended
    assert meeting(Maneuver.OBSERVATION_MAINTAIN, Maneuver.SPEED_CLOSE).sides[0].open_ended


@pytest.mark.parametrize("code", RNC_18)
def test_every_card(code: str) -> None:
    card = CARDS[CODES[code]]
    found = (card.tests.value, card.intent.value, card.dice, card.price, card.tests.open_ended)
    assert (*found, card.keeps_cover, card.behind_shield) == RNC_18[code]
    assert card.special.endswith(".")


def test_there_are_nine() -> None:
    assert list(CARDS) == list(Maneuver)
    assert len(Maneuver) == len(CODES) == 9


RNC_28 = {
    # mine, theirs: whose steps on a win, a loss, a tie
    ("close", "close"): ("mine", "theirs", "both"),
    ("close", "withdraw"): ("mine", "theirs", ""),
    ("close", "maintain"): ("mine", "", ""),
    ("withdraw", "close"): ("mine", "theirs", ""),
    ("withdraw", "withdraw"): ("mine", "theirs", "both"),
    ("withdraw", "maintain"): ("mine", "", ""),
    ("maintain", "close"): ("", "theirs", ""),
    ("maintain", "withdraw"): ("", "theirs", ""),
    ("maintain", "maintain"): ("", "", ""),
}


@pytest.mark.parametrize(("mine", "theirs"), RNC_28)
def test_every_outcome(mine: str, theirs: str) -> None:
    intents = Intent.of(mine), Intent.of(theirs)
    for result, wanted in zip((Result.WIN, Result.LOSE, Result.TIE), RNC_28[mine, theirs], strict=True):
        found = moves(*intents, result)
        sides = {"": [], "mine": [0], "theirs": [1], "both": [0, 1]}[wanted]
        assert [move.side for move in found] == sides
        assert all(move.intent is intents[move.side] for move in found)


def test_a_script_has_three_maneuvers_one_owns() -> None:
    hold = Maneuver.SPEED_MAINTAIN
    assert script((hold,) * 3, ()) == (hold,) * 3
    with pytest.raises(Refused, match="3 volleys; this has 2"):
        script((hold,) * 2, ())
    with pytest.raises(Refused, match="volley 2 takes the skill Stealthy"):
        script((hold, Maneuver.STEALTHY_CLOSE, hold), ())
    with pytest.raises(Refused, match="volley 3 takes the skill Observation"):
        script((hold, hold, Maneuver.OBSERVATION_MAINTAIN), (Means.STEALTHY,))
    assert len(script((hold, Maneuver.STEALTHY_CLOSE, hold), (Means.STEALTHY,))) == 3


def test_who_is_able_to_what() -> None:
    assert len(able(())) == 6
    assert len(able((Means.STEALTHY,))) == 8
    assert able((Means.STEALTHY, Means.OBSERVATION)) == tuple(Maneuver)


def test_ties_by_intent() -> None:
    assert {meeting(one, other).tie for one in Maneuver for other in Maneuver} == set(Tie)
