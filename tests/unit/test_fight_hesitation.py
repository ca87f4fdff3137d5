"""Hesitation, surprise and set conditions in Fight!: which actions are lost, counted by hand and by walking along."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, views
from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import ambush, exchange, fight_hesitation, steel
from engine.games.burning_wheel.rules.ambush import Waits
from engine.games.burning_wheel.rules.fight_hesitation import Position
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.versus import Side
from engine.games.burning_wheel.views.blocks import Beats, Clocks
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())

LAYOUTS = st.integers(1, 10).flatmap(lambda actions: st.sampled_from(exchange.layouts(actions)))


def lost(*spell: object) -> list[tuple[int, int, int]]:
    found = fight_hesitation.spell(*spell)  # type: ignore[arg-type]
    return [(slot.exchange, slot.volley, slot.action) for slot in found.lost]


def places(*spell: object) -> list[str]:
    return [volley.position.value for volley in fight_hesitation.spell(*spell).volleys]  # type: ignore[arg-type]


def test_hesitation_of_four_with_no_success_costs_four_actions_and_a_success_saves_one() -> None:
    # seed 000:4225-4227
    assert [steel.lost(4, rolled) for rolled in range(6)] == [4, 3, 2, 1, 0, 0]
    assert lost(4, (2, 1, 1)) == [(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 3, 1)]


def test_five_actions_and_a_failure_on_the_second_lose_the_rest_of_the_exchange() -> None:
    # seed 000:4227
    for layout, gone in {
        (2, 2, 1): [(1, 2, 1), (1, 2, 2), (1, 3, 1)],
        (2, 1, 2): [(1, 2, 1), (1, 3, 1), (1, 3, 2)],
        (1, 2, 2): [(1, 2, 2), (1, 3, 1), (1, 3, 2)],
    }.items():
        assert lost(3, layout, 2) == gone


def test_the_spider_loses_her_three_locks() -> None:
    # seed 000:7087-7112: the failed Charge takes volley 1, action 2, where her nerve fails by three.
    assert lost(1, (2, 1, 2), 1) == [(1, 1, 2)]
    found = fight_hesitation.spell(3, (2, 1, 2), 2)
    assert [(slot.volley, slot.action) for slot in found.lost] == [(2, 1), (3, 1), (3, 2)]
    assert (found.back.exchange, found.back.volley, found.back.action) == (2, 1, 1)
    assert [volley.position for volley in found.volleys] == [Position.FREE, Position.ZERO, Position.ZERO]


def test_it_runs_over_the_border_of_exchanges() -> None:
    assert lost(3, (1, 1, 1), 2) == [(1, 3, 1), (2, 1, 1), (2, 2, 1)]


def test_surprise_takes_the_head_of_the_exchange() -> None:
    # seed 000:4245
    assert lost(2, (1, 2, 1)) == [(1, 1, 1), (1, 2, 1)]
    assert lost(2, (2, 1, 1)) == [(1, 1, 1), (1, 1, 2)]


def test_nothing_lost_takes_nothing() -> None:
    found = fight_hesitation.spell(0, (2, 1, 1), 3)
    assert found.lost == ()
    assert found.back.words == "exchange 1, volley 3, action 1"
    assert [volley.position for volley in found.volleys] == [Position.FREE]
    assert fight_hesitation.spell(0, (2, 1, 1)).back.words == "exchange 1, volley 1, action 1"


@pytest.mark.parametrize(("whole", "expected"), [(False, ["free", "zero"]), (True, ["free", "free"])])
def test_a_volley_that_is_partly_lost(whole: bool, expected: list[str]) -> None:
    found = fight_hesitation.spell(2, (2, 2, 2), 1, whole=whole)
    assert [volley.position.value for volley in found.volleys] == expected
    surprised = fight_hesitation.spell(1, (2, 1, 1), 0, Reaction.SWOON, whole=whole)
    assert [volley.position.value for volley in surprised.volleys] == expected[1:]


def test_who_runs_screaming_runs_from_the_next_positioning_test_on() -> None:
    assert places(3, (2, 2, 2), 1, Reaction.RUN) == ["free", "flees"]
    assert places(2, (2, 2, 2), 0, Reaction.RUN) == ["flees"]


def test_someone_slow_hesitates_through_a_volley_without_an_action() -> None:
    assert places(2, (1, 0, 1), 0) == ["zero", "zero", "zero"]
    assert places(1, (1, 1, 0), 1) == ["free", "zero"]


def test_a_failure_on_an_action_that_there_is_not() -> None:
    with pytest.raises(Refused):
        fight_hesitation.spell(2, (1, 1, 1), 4)
    with pytest.raises(Refused):
        fight_hesitation.spell(2, (0, 0, 0))


@given(LAYOUTS, st.integers(0, 30), st.integers(0, 10))
def test_lost_actions_are_those_that_a_walk_along_the_slots_meets(
    layout: tuple[int, ...], gone: int, failed: int
) -> None:
    failed = min(failed, sum(layout))
    walk = [
        (number, volley, action)
        for number in range(1, 40)
        for volley, count in enumerate(layout, 1)
        for action in range(1, count + 1)
    ]
    found = fight_hesitation.spell(gone, layout, failed)
    assert [(slot.exchange, slot.volley, slot.action) for slot in found.lost] == walk[failed : failed + gone]
    assert (found.back.exchange, found.back.volley, found.back.action) == walk[failed + gone]
    shown = [action for volley in found.volleys for action in volley.actions]
    assert [action.number for action in shown if action.lost] == list(range(failed + 1, failed + gone + 1))


def test_position_against_no_dice() -> None:
    table = {
        # successes, penalties: won by
        (0, 0): 0,
        (1, 0): 1,
        (2, 0): 2,
        (0, 1): None,
        (1, 1): 0,
        (3, 1): 2,
        (1, 2): None,
    }
    assert {key: fight_hesitation.outpositions(*key) for key in table} == table


def test_one_bowshot_in_seven_actions() -> None:
    # seed 000:4331
    assert fight_hesitation.finished(7, (6, 6)) == 1
    assert [fight_hesitation.finished(gone, (6,)) for gone in (5, 6, 7)] == [0, 1, 1]
    assert fight_hesitation.finished(12, (6, 6)) == 2
    assert fight_hesitation.finished(7, ()) == 0


def test_counted_by_volleys_the_quicker_one_has_more_actions() -> None:
    assert [fight_hesitation.meanwhile(7, 4, yours) for yours in (2, 4, 6, 8)] == [3, 7, 10, 14]
    with pytest.raises(Refused):
        fight_hesitation.meanwhile(7, 0, 3)


POOLS = [Pool.of(dice) for dice in range(5)]


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize(("one", "other"), list(itertools.product(POOLS, POOLS)))
def test_who_notices_counted_roll_by_roll(one: Pool, other: Pool, doubled: bool) -> None:
    ways = 0
    for sneaks in itertools.product((0, 1), repeat=one.dice):
        for looks in itertools.product((0, 1), repeat=other.dice):
            ways += sum(looks) >= sum(sneaks) * (2 if doubled else 1)
    expected = Fraction(ways, 2 ** (one.dice + other.dice))
    assert ambush.noticed(Side(one), Side(other, beginner=doubled)) == expected


def test_what_an_ambush_takes_off_the_head_of_the_exchange() -> None:
    # Steel 2D without open sixes against hesitation 2, caught one time in three
    spread = steel.spread(successes(Pool.of(2)), 2)
    assert spread == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    found = ambush.head(Fraction(1, 3), spread)
    assert found == (Fraction(3, 4), Fraction(1, 6), Fraction(1, 12))
    assert ambush.expected(found) == Fraction(1, 3)
    assert ambush.head(Fraction(0), spread) == (1, 0, 0)


@pytest.mark.parametrize("will", range(1, 7))
def test_one_waits_as_many_actions_as_the_will_and_then_loses_one(will: int) -> None:
    for met in range(2, will + 2):
        sprung = ambush.wait(will, 1, met)
        assert (sprung.ends, sprung.at, sprung.lost) == (Waits.SPRUNG, met, None)
    for late in (None, will + 2, will + 5):
        vain = ambush.wait(will, 1, late)
        assert (vain.ends, vain.last, vain.lost) == (Waits.VAIN, will + 1, will + 2)


def test_a_condition_is_met_after_it_was_set() -> None:
    with pytest.raises(Refused):
        ambush.wait(4, 2, 2)
    with pytest.raises(Refused):
        ambush.wait(4, 0, None)


def test_what_ifs_are_played_as_far_as_the_exchange_goes() -> None:
    # seed 000:4263: met at the end of volley 2, only the first volley of them is played, as volley 3
    assert [ambush.what_ifs(volley) for volley in (1, 2, 3)] == [(2, 3), (3,), ()]
    with pytest.raises(Refused):
        ambush.what_ifs(4)


def test_lost_actions_are_painted_on_the_line_of_volleys() -> None:
    done = app.run("fight-hesitation", {"successes": 3, "failed": 2, "actions": 5})
    clocks = next(block for block in done.answer.blocks if isinstance(block, Clocks))
    painted = [
        [beat.value for beat in run.beats] for line in clocks.lines for run in line.runs if isinstance(run, Beats)
    ]
    assert painted == [["free", "here"], ["gone", "gone"], ["gone"], ["free", "free"], ["free", "free"], ["free"]]
    assert clocks.rows[1] == ("Exchange 1, volley 2", "2", "1 and 2", "Maintain with no dice")
    drawn = str(app.rendered(done, views.Place("fight-hesitation", "../"), {}).top)
    assert drawn.count('data-is="gone"') == 3
    assert drawn.count('data-is="here"') == 1
    assert "Maintain, 0D" in drawn
