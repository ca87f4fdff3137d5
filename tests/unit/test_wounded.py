"""Living with wounds: when someone collapses, and what of the pain can be shaken off."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import wounded, wounds
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Conflict
from engine.games.burning_wheel.rules.wounded import Condition, Pain, Relief, collapse
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

SU, LI, MI, SE = Level.SUPERFICIAL, Level.LIGHT, Level.MIDI, Level.SEVERE
FORTE_3 = dict.fromkeys(Stat, 5) | {Stat.FORTE: 3}


@pytest.mark.parametrize("levels", [(SE,), (LI, LI, LI), (SU,) * 9])
def test_the_books_three_ways_down(levels: tuple[Level, ...]) -> None:
    """INJ-12: one Severe wound, three Light ones or nine Superficial ones, with Forte B3 the lowest stat."""
    assert collapse(FORTE_3, -wounds.together(levels).dice.total).condition is Condition.DOWN
    assert collapse(FORTE_3, -wounds.together(levels[1:]).dice.total).condition is Condition.UP


@pytest.mark.parametrize("stat", Stat)
def test_which_stat_at_none_does_what(stat: Stat) -> None:
    """INJ-12: the body in agony, the mind out; both together are out."""
    stats = dict.fromkeys(Stat, 6) | {stat: 2}
    found = collapse(stats, 2)
    assert found.gone == (stat,)
    mind = stat in (Stat.WILL, Stat.PERCEPTION)
    assert found.condition is (Condition.UNCONSCIOUS if mind else Condition.DOWN)
    assert collapse(dict.fromkeys(Stat, 2), 2).condition is Condition.UNCONSCIOUS


@given(st.fixed_dictionaries({stat: st.integers(1, 8) for stat in Stat}), st.integers(0, 10))
def test_the_dice_left_are_just_those_that_bring_one_down(stats: dict[Stat, int], lost: int) -> None:
    found = collapse(stats, lost)
    if found.condition is Condition.UP:
        assert collapse(stats, lost + found.left).condition is not Condition.UP
        assert all(collapse(stats, lost + more).condition is Condition.UP for more in range(found.left))
    else:
        assert found.left == 0
    order = list(Condition)
    assert order.index(collapse(stats, lost + 1).condition) >= order.index(found.condition)


@given(st.fixed_dictionaries({stat: st.integers(1, 6) for stat in Stat}), st.lists(st.sampled_from([SU, LI, MI])))
def test_the_least_wound_that_brings_one_down(stats: dict[Stat, int], levels: list[Level]) -> None:
    least = wounded.brings_down(stats, levels)
    assert least is not None
    for level in (SU, LI, MI, SE, Level.TRAUMATIC):
        lost = -wounds.together([*levels, level]).dice.total
        falls = collapse(stats, lost).condition is not Condition.UP
        assert falls is (list(Level).index(level) >= list(Level).index(least))


def test_a_mortal_wound_is_dying_whatever_the_stats() -> None:
    assert collapse(FORTE_3, 0, dying=True).condition is Condition.DYING


def test_which_wounds_kill_untended() -> None:
    """INJ-13: Severe and worse; a Midi wound bleeds too, but stops by itself."""
    assert wounded.to_tend(tuple(Level)) == (Level.MORTAL, Level.TRAUMATIC, Level.SEVERE)


@pytest.mark.parametrize(
    ("way", "artha", "fight", "range_", "duel"),
    [
        (Relief.SHRUG, False, 2, None, None),
        (Relief.SHRUG, True, 1, None, None),
        (Relief.GRIT, False, 4, 1, 1),
        (Relief.GRIT, True, 2, None, None),
    ],
)
def test_how_long_it_takes(way: Relief, artha: bool, fight: int, range_: int | None, duel: int | None) -> None:
    """INJ-18, INJ-19 and, with artha, HUB-74 and HUB-76."""
    found = [wounded.takes(way, one, artha=artha) for one in (Conflict.FIGHT, Conflict.RANGE, Conflict.DUEL)]
    assert found == [fight, range_, duel]
    assert wounded.takes(way, Conflict.NONE, artha=artha) is None


def test_shrugging_off_superficial_wounds() -> None:
    """INJ-18: the next one brings the obstacle back, and the third joins all of them."""
    pain = Pain((SU,)).shrug()
    assert (pain.obstacle, pain.lost) == (0, 0)
    with pytest.raises(Refused, match="already"):
        pain.shrug()
    two = pain.hurt(SU)
    assert two.obstacle == 1
    assert two.shrug().obstacle == 0
    three = two.shrug().hurt(SU)
    assert (three.obstacle, three.lost) == (0, 1)
    with pytest.raises(Refused, match="Light one"):
        three.shrug()
    four = three.hurt(SU)
    assert (four.obstacle, four.lost) == (1, 1)
    assert four.shrug().obstacle == 0
    with pytest.raises(Refused, match="once a scene"):
        Pain((SU,), once=True).shrug().hurt(SU).shrug()
    with pytest.raises(Refused, match="No Superficial wound"):
        Pain((LI,)).shrug()


def test_gritting_wins_one_die_back_of_each_wound() -> None:
    """INJ-19: from any wound, joined Superficial ones too, and one die from each."""
    pain = Pain((MI, SU, SU, SU))
    assert pain.grittable == 2
    after = pain.grit().grit()
    assert (pain.lost, after.lost) == (3, 1)
    with pytest.raises(Refused, match="one die"):
        after.grit()
    with pytest.raises(Refused, match="No wound takes dice"):
        Pain((SU,)).grit()
    failed = pain.grit(passed=False)
    assert failed.lost == 3
    assert failed.grit().lost == 2


def test_someone_incapacitated_has_one_attempt_period() -> None:
    """INJ-19, INJ-20: failed or not, and the end of the scene does not bring it back."""
    for passed in (True, False):
        tried = Pain((SE, LI)).grit(down=True, passed=passed)
        with pytest.raises(Refused, match="one such attempt"):
            tried.scene_ends().grit(down=True)


def test_the_scene_ends_and_all_pain_is_back() -> None:
    """INJ-20."""
    pain = Pain((SU, MI))
    assert pain.shrug().grit().scene_ends() == pain


@given(st.lists(st.sampled_from([SU, LI, MI, SE]), max_size=8), st.data())
def test_pain_agrees_with_what_a_test_feels(levels: list[Level], data: st.DataObject) -> None:
    """A test with the wounds of `Pain` loses its dice and gains its obstacle (INJ-09), whatever was shaken off."""
    pain = Pain()
    for level in levels:
        pain = pain.hurt(level)
        for way in data.draw(st.lists(st.sampled_from(Relief), max_size=2)):
            try:
                pain = pain.shrug() if way is Relief.SHRUG else pain.grit()
            except Refused:
                continue
    felt = wounds.felt(pain.wounds, 20)
    assert (felt.lost, felt.added) == (pain.lost, pain.obstacle)
    assert pain.lost <= -wounds.together(levels).dice.total
    assert pain.gritted <= sum(level is not SU for level in levels) + levels.count(SU) // 3


@pytest.mark.parametrize("count", range(13))
def test_superficial_arithmetic(count: int) -> None:
    """INJ-10: a die for every three, an obstacle for what is left over; nine are three dice."""
    pain = Pain(tuple(itertools.repeat(SU, count)))
    assert (pain.lost, pain.obstacle) == (count // 3, int(count % 3 > 0))
