"""Two weapons' ranges together: every state, every move, every start, written out by hand (RNC-30, RNC-31)."""

import pytest

from engine.games.burning_wheel.rules.range_dice import Category
from engine.games.burning_wheel.rules.range_track import (
    Intent,
    Mover,
    Stop,
    Track,
    compare,
    escaped,
    landings,
    starts,
    state_of,
    states,
    together,
)
from engine.refused import Refused

LETTERS = {
    "Out": Category.OUT,
    "Ext": Category.EXTREME,
    "Opt": Category.OPTIMAL,
    "TC": Category.TOO_CLOSE,
}
RNC_30 = {
    "E": "0 Out/Out, 1 Ext/Ext, 3 Opt/Opt, 4 TC/TC",
    "U": "0 Out/Out, 1 Ext/Out, 2 Opt/Ext, 3 Opt/Opt, 4 TC/TC",
    "T": "0 Out/Out, 1 Ext/Out, 1b Opt/Out, 2 Opt/Ext, 3 Opt/Opt, 4 TC/TC",
}
RNC_31 = """
E0 | 1 | 1 | 0 | 0
E1 | 3 | 3 | 0 | 0
E3 | 4 | 4 | 1 | 1
U0 | 1 2 | 1 | 0 | 0
U1 | 2 | 3 2 | 0 | 0
U2 | 3 | 4 3 | 1 | 1
U3 | 4 | 4 | 2 | 1 2
T0 | 1 1b 2 | 1 | 0 | 0
T1 | 2 1b | 3 2 1b | 0 | 0
T1b | 2 | 4 3 2 | 1 | 1
T2 | 3 | 4 3 | 1b 1 | 1 1b
T3 | 4 | 4 | 2 | 1 1b 2
"""
"""From; the longer closes; the shorter closes; the longer withdraws; the shorter withdraws. First the literal stop."""
ROWS = [[cell.strip() for cell in line.split("|")] for line in RNC_31.strip().splitlines()]
BY_COLUMN = [
    (Mover.LONGER, Intent.CLOSE),
    (Mover.SHORTER, Intent.CLOSE),
    (Mover.LONGER, Intent.WITHDRAW),
    (Mover.SHORTER, Intent.WITHDRAW),
]


@pytest.mark.parametrize("letter", RNC_30)
def test_the_states_of_a_track(letter: str) -> None:
    found = [(one.stop.value, one.longer, one.shorter) for one in states(Track.of(letter))]
    wanted = []
    for part in RNC_30[letter].split(", "):
        stop, both = part.split()
        longer, shorter = both.split("/")
        wanted.append((stop, LETTERS[longer], LETTERS[shorter]))
    assert found == wanted


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_move(row: list[str]) -> None:
    start, *cells = row
    track, stop = Track.of(start[0]), Stop.of(start[1:])
    for (mover, intent), cell in zip(BY_COLUMN, cells, strict=True):
        wanted = tuple(Stop.of(name) for name in cell.split())
        assert landings(track, stop, mover, intent) == wanted
        assert landings(track, stop, mover, intent, strict=True) == wanted[:1]
        assert landings(track, stop, mover, Intent.MAINTAIN) == (stop,)
        for landed in wanted:
            state_of(track, landed)  # a landing is always a state of its own track


def test_every_state_but_the_last_has_moves() -> None:
    assert {row[0] for row in ROWS} == {
        f"{track.value}{one.stop.value}" for track in Track for one in states(track) if one.stop is not Stop.TOUCHING
    }


@pytest.mark.parametrize("track", Track)
def test_too_close_nobody_moves(track: Track) -> None:
    with pytest.raises(Refused, match="Fight!"):
        landings(track, Stop.TOUCHING, Mover.LONGER, Intent.CLOSE)


def test_equals_have_no_stop_between() -> None:
    with pytest.raises(Refused, match="equally far"):
        landings(Track.EQUAL, Stop.MIDDLE, Mover.LONGER, Intent.CLOSE)
    with pytest.raises(Refused, match="ten times"):
        state_of(Track.UNEQUAL, Stop.REACHED)


@pytest.mark.parametrize(
    ("first", "second", "track", "longer"),
    [
        (50, 300, "U", 1),  # arquebus, heavy crossbow
        (100, 300, "U", 1),  # hunting bow, great bow
        (10, 100, "T", 1),  # knife, hunting bow
        (10, 125, "T", 1),  # knife, crossbow
        (300, 300, "E", 0),  # great bow, heavy crossbow
        (12, 100, "U", 1),  # a knife of twelve paces
        (300, 50, "U", 0),
        (None, 100, "E", 0),
        (100, None, "E", 0),
    ],
)
def test_two_weapons(first: int | None, second: int | None, track: str, longer: int) -> None:
    found = compare(first, second)
    assert (found.track.value, found.longer) == (track, longer)
    assert found.mover(found.longer) is Mover.LONGER
    assert found.mover(1 - found.longer) is Mover.SHORTER


def test_the_text_s_own_pairs() -> None:
    arquebus = compare(50, 300)
    assert arquebus.categories(Stop.FAR) == (Category.OUT, Category.EXTREME)
    hunting = compare(100, 300)
    assert hunting.categories(Stop.MIDDLE) == (Category.EXTREME, Category.OPTIMAL)
    knife = compare(10, 125)
    assert knife.categories(Stop.NEAR) == (Category.OPTIMAL, Category.OPTIMAL)
    assert knife.categories(Stop.REACHED) == (Category.OUT, Category.OPTIMAL)


STARTS = {
    ("E", Mover.LONGER): ("0", "1", "3"),
    ("E", Mover.SHORTER): ("0", "1", "3"),
    ("U", Mover.LONGER): ("0", "1", "3"),
    ("U", Mover.SHORTER): ("0 1", "2", "3"),
    ("T", Mover.LONGER): ("0", "1", "3 1b"),
    ("T", Mover.SHORTER): ("0 1", "2", "3"),
}


@pytest.mark.parametrize(("track", "mover"), STARTS)
def test_where_a_winner_starts(track: str, mover: Mover) -> None:
    picks = (Category.OUT, Category.EXTREME, Category.OPTIMAL)
    for own, cell in zip(picks, STARTS[track, mover], strict=True):
        found = starts(Track.of(track), mover, own)
        assert [stop.value for stop in found] == cell.split()
        assert all(state_of(Track.of(track), stop).of(mover) is own for stop in found)
    with pytest.raises(Refused, match="too close"):
        starts(Track.of(track), mover, Category.TOO_CLOSE)


@pytest.mark.parametrize(
    ("state", "intent", "both", "one"),
    [
        ("E0", Intent.CLOSE, "3", "1"),
        ("E1", Intent.CLOSE, "4", "3"),
        ("E3", Intent.CLOSE, "4", "4"),
        ("E3", Intent.WITHDRAW, "0", "1"),
        ("E1", Intent.WITHDRAW, "0", "0"),
        ("U0", Intent.CLOSE, "3", "1"),
        ("U1", Intent.CLOSE, "4", "2"),
        ("U2", Intent.WITHDRAW, "0", "1"),
        ("U3", Intent.WITHDRAW, "1", "2"),
        ("T2", Intent.WITHDRAW, "1", "1b"),
        ("T3", Intent.MAINTAIN, "3", "3"),
    ],
)
def test_a_tie_of_two_alike_takes_two_steps(state: str, intent: Intent, both: str, one: str) -> None:
    track, stop = Track.of(state[0]), Stop.of(state[1:])
    assert together(track, stop, intent).value == both
    assert together(track, stop, intent, steps=1).value == one


def test_only_a_withdraw_escapes() -> None:
    assert escaped(Stop.APART, Intent.WITHDRAW)
    assert not escaped(Stop.APART, Intent.MAINTAIN)
    assert not escaped(Stop.FAR, Intent.WITHDRAW)


def test_who_shoots_where() -> None:
    assert [one for one in Category if one.shoots] == [Category.EXTREME, Category.OPTIMAL]
    assert Mover.LONGER.other is Mover.SHORTER
    assert Mover.SHORTER.other is Mover.LONGER
