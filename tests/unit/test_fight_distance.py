"""Fighting distance: every cell of the tracks, written out, and what the winner may choose."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules.fight_distance import (
    LADDER,
    LENGTHS,
    TRACKS,
    Distance,
    Positioning,
    Track,
    between,
    chosen,
    gap,
    landings,
    rank,
)
from engine.games.burning_wheel.rules.weapons import Length
from engine.refused import Refused

O, L, P, I = LADDER  # noqa: E741  out, lunging, optimal, inside: as the tables print them
STATES = {
    0: [(O, O), (L, L), (P, P), (I, I)],
    1: [(O, O), (L, O), (P, L), (P, P), (I, I)],
    2: [(O, O), (L, O), (P, O), (P, L), (P, P), (I, I)],
}
STEPS = {
    # (track, from): longer Closes, shorter Closes, longer Withdraws, shorter Withdraws; the literal landing first
    (0, 0): ([1], [1], [0], [0]),
    (0, 1): ([2], [2], [0], [0]),
    (0, 2): ([3], [3], [1], [1]),
    (0, 3): ([3], [3], [2], [2]),
    (1, 0): ([1], [2, 1], [0], [0]),
    (1, 1): ([2], [2], [0], [0]),
    (1, 2): ([4, 3], [3], [1], [1]),
    (1, 3): ([4], [4], [1, 2], [2]),
    (1, 4): ([4], [4], [2, 3], [3]),
    (2, 0): ([1], [3, 2, 1], [0], [0]),
    (2, 1): ([2], [3, 2], [0], [0]),
    (2, 2): ([5, 4, 3], [3], [1], [1]),
    (2, 3): ([5, 4], [4], [1, 2], [2]),
    (2, 4): ([5], [5], [1, 2, 3], [3]),
    (2, 5): ([5], [5], [2, 3, 4], [4]),
}
TWO_STEPS = {
    # the same won by two: where both steps lead
    (0, 0): (2, 2, 0, 0),
    (0, 1): (3, 3, 0, 0),
    (0, 2): (3, 3, 0, 0),
    (0, 3): (3, 3, 1, 1),
    (1, 0): (2, 3, 0, 0),
    (1, 1): (4, 3, 0, 0),
    (1, 2): (4, 4, 0, 0),
    (1, 3): (4, 4, 0, 1),
    (1, 4): (4, 4, 1, 2),
    (2, 0): (2, 4, 0, 0),
    (2, 1): (5, 4, 0, 0),
    (2, 2): (5, 4, 0, 0),
    (2, 3): (5, 5, 0, 1),
    (2, 4): (5, 5, 0, 2),
    (2, 5): (5, 5, 1, 3),
}
MOVES = tuple(itertools.product((Positioning.CLOSE, Positioning.WITHDRAW), (True, False)))
STARTS = {
    # (track, longer?): stops for out, lunging, optimal
    (0, True): (0, 1, 2),
    (0, False): (0, 1, 2),
    (1, True): (0, 1, 2),
    (1, False): (0, 2, 3),
    (2, True): (0, 1, 2),
    (2, False): (0, 3, 4),
}
places = st.sampled_from([(kind, stop) for kind, states in STATES.items() for stop in range(len(states))])


def turned(track: Track, found: tuple[Distance, Distance]) -> int:
    """The stop as the tables number it."""
    return STATES[track.kind].index(found if track.longer else found[::-1])


def test_the_ladder_of_lengths_fgt_12() -> None:
    assert [length.value for length in LENGTHS] == ["shortest", "short", "long", "longer", "longest"]
    assert [rank(length) for length in LENGTHS] == [0, 1, 2, 3, 4]
    assert gap(Length.LONG, Length.SHORT) == 1
    assert gap(Length.SHORTEST, Length.LONGEST) == -4
    with pytest.raises(Refused, match="is no length"):
        rank(Length.AS_WEAPON)


def test_where_two_weapons_stand_together_fgt_20() -> None:
    assert {kind: list(states) for kind, states in TRACKS.items()} == STATES


@pytest.mark.parametrize(
    ("mine", "theirs", "kind", "longer"),
    [
        ("long", "long", 0, True),
        ("long", "short", 1, True),
        ("short", "long", 1, False),
        ("longest", "longer", 1, True),
        ("long", "shortest", 2, True),
        ("shortest", "long", 2, False),
        ("longest", "shortest", 2, True),
    ],
)
def test_the_track_of_two_weapons_fgt_20(mine: str, theirs: str, kind: int, longer: bool) -> None:
    assert between(Length.of(mine), Length.of(theirs)) == Track(kind, longer)
    assert between(Length.of(mine), Length.of(theirs), shared=True).kind == 0


@pytest.mark.parametrize("seat", [True, False], ids=["mine is longer", "mine is shorter"])
@pytest.mark.parametrize(("kind", "stop"), STEPS)
def test_one_step_fgt_20(kind: int, stop: int, seat: bool) -> None:
    track = Track(kind, seat)
    for column, (scripted, long) in enumerate(MOVES):
        mine = long == seat
        expected = STEPS[kind, stop][column]
        found = landings(track, track.states[stop], scripted, mine=mine)
        assert [turned(track, one) for one in found] == expected
        strict = landings(track, track.states[stop], scripted, mine=mine, strict=True)
        assert [turned(track, one) for one in strict] == expected[:1]


@pytest.mark.parametrize("seat", [True, False], ids=["mine is longer", "mine is shorter"])
@pytest.mark.parametrize(("kind", "stop"), TWO_STEPS)
def test_two_steps_fgt_20(kind: int, stop: int, seat: bool) -> None:
    track = Track(kind, seat)
    for column, (scripted, long) in enumerate(MOVES):
        last = TWO_STEPS[kind, stop][column]
        found = landings(track, track.states[stop], scripted, mine=long == seat, steps=2)
        between_them = range(last, stop, -1 if last > stop else 1) if last != stop else [stop]
        assert [turned(track, one) for one in found] == list(between_them)
        strict = landings(track, track.states[stop], scripted, mine=long == seat, steps=2, strict=True)
        assert {turned(track, one) for one in strict} == {last, STEPS[kind, stop][column][0]}


@pytest.mark.parametrize(("kind", "longer"), STARTS)
def test_starting_picks_fgt_18_20(kind: int, longer: bool) -> None:
    track = Track(kind, longer)
    for pick, stop in zip((O, L, P), STARTS[kind, longer], strict=True):
        assert turned(track, track.started(pick)) == stop
        theirs = Track(kind, not longer)
        assert turned(theirs, theirs.started(pick, mine=False)) == stop
    with pytest.raises(Refused, match="Nobody starts on the inside"):
        track.started(I)


@pytest.mark.parametrize("scripted", [Positioning.MAINTAIN, Positioning.STAND])
def test_nobody_moves_without_moving_fgt_19(scripted: Positioning) -> None:
    for kind, states in STATES.items():
        for at in states:
            assert landings(Track(kind), at, scripted, steps=2) == (at,)


def test_three_steps_are_two_fgt_19() -> None:
    track = Track(0)
    assert landings(track, (O, O), Positioning.CLOSE, steps=9) == landings(track, (O, O), Positioning.CLOSE, steps=2)


def test_examples_fgt_19_20() -> None:
    # A satyr with a hatchet against a sword: at optimal for both, it Closes by one and is inside.
    satyr = between(Length.SHORT, Length.LONG)
    assert landings(satyr, (P, P), Positioning.CLOSE) == ((I, I),)
    # Joost's sword against fangs: from inside by two, first to optimal and then to lunging.
    sword = between(Length.LONG, Length.SHORTEST)
    assert landings(sword, (I, I), Positioning.WITHDRAW, steps=2, strict=True) == ((L, O), (P, O))
    # A knife that wins by two from out of reach: optimal, which is optimal for the spear too.
    knife = between(Length.SHORTEST, Length.LONGEST)
    assert landings(knife, (O, O), Positioning.CLOSE, steps=2)[0] == (P, P)


def test_a_distance_that_the_gm_has_set_fgt_20() -> None:
    spider = between(Length.SHORTEST, Length.LONG)
    assert landings(spider, (L, L), Positioning.MAINTAIN) == ((L, L),)
    # The spider moves from her own lunging distance; the sword follows by the table.
    assert landings(spider, (L, L), Positioning.CLOSE, strict=True) == ((P, P),)
    # The sword moves from its own.
    assert landings(spider, (L, L), Positioning.WITHDRAW, mine=False) == ((O, O),)


def test_with_one_distance_in_common_fgt_20() -> None:
    track = between(Length.SHORTEST, Length.LONG, shared=True)
    assert landings(track, (I, I), Positioning.WITHDRAW, mine=False, steps=2) == ((L, L), (P, P))


def test_the_winner_chooses_among_the_landings_fgt_19() -> None:
    track = Track(2)
    options = landings(track, (P, P), Positioning.WITHDRAW)
    assert chosen(track, options, None) == (L, O)
    assert chosen(track, options, P) == (P, O)
    with pytest.raises(Refused, match="cannot get to inside from there"):
        chosen(track, options, I)


@given(places, st.booleans(), st.sampled_from(list(Positioning)), st.booleans(), st.sampled_from([1, 2]))
def test_the_winner_never_moves_the_other_way(
    place: tuple[int, int], longer: bool, scripted: Positioning, mine: bool, steps: int
) -> None:
    track = Track(place[0], longer)
    at = track.states[place[1]]
    for found in landings(track, at, scripted, mine=mine, steps=steps):
        assert found in track.states
        assert (found[0] is I) == (found[1] is I)
        moved = track.states.index(found) - place[1]
        assert moved >= 0 if scripted is Positioning.CLOSE else moved <= 0
