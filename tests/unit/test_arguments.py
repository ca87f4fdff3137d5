"""What holds for every argument: skills agree with cards, grades leave no gap, results mirror each other."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.rules import arguments as rules
from engine.games.burning_wheel.rules.arguments import (
    Ally,
    BodyHouse,
    DuelingSkill,
    DuelRoll,
    Ending,
    Grade,
    GradeHouse,
    Leaving,
    Mode,
    Opposed,
    Role,
    Speaker,
)
from engine.games.burning_wheel.rules.duel import CARDS, SCRIPTED, Action
from engine.games.burning_wheel.rules.test_class import TestClass, classes
from tests.site.building import modules

app.load(modules())
HOUSES = st.builds(GradeHouse, st.booleans(), st.sampled_from([0, 2, 3]))


def test_every_name_on_a_card_is_a_skill_of_the_list() -> None:
    known = {skill.words for skill in DuelingSkill} | {"Will"}
    assert {name for action in SCRIPTED for name in CARDS[action].tests} <= known


def test_every_action_has_a_skill_and_avoid_has_none() -> None:
    tested = {action for skill in DuelingSkill for action in rules.actions_of(skill)}
    assert set(SCRIPTED) - tested == {Action.AVOID}


def test_every_main_skill_makes_points_and_rebuttals() -> None:
    for skill in DuelingSkill:
        if skill.role.leads:
            assert {Action.POINT, Action.REBUTTAL} <= set(rules.actions_of(skill)), skill


def test_what_only_forks_is_tested_for_nothing() -> None:
    idle = [skill for skill in DuelingSkill if not rules.actions_of(skill)]
    assert idle == [DuelingSkill.ETIQUETTE, DuelingSkill.CONSPICUOUS]
    assert all(skill.role is Role.SIDE and skill.forks() for skill in idle)


def test_a_skill_does_not_fork_into_itself() -> None:
    own = (DuelingSkill.ORATORY, 7)
    assert rules.speaking_dice(Action.POINT, *own, [own]).total == 7
    assert rules.speaking_dice(Action.POINT, *own, [own, (DuelingSkill.COMMAND, 7)]).total == 9


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.integers(0, 5), st.booleans())
def test_bodies(will: int, skill: int, successes: int, traits: int, enemy: bool) -> None:
    speaker = Speaker(will, skill, traits, enemy=enemy)
    plain = rules.body(speaker, Mode.BIG).total
    assert plain == will + skill + 4 * enemy
    assert rules.body(speaker, Mode.BIG, successes).total == plain
    assert rules.body(speaker, Mode.NORMAL, successes).total - rules.body(speaker, Mode.SMALL).total == successes
    after = rules.body(speaker, Mode.BIG, doubled=True, house=BodyHouse(traits=True)).total
    before = rules.body(speaker, Mode.BIG, doubled=True, house=BodyHouse(traits=True, bonus_doubled=True)).total
    assert before - after == traits + 4 * enemy


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_endings_mirror(mine: int, theirs: int) -> None:
    mirrored = {Ending.WIN: Ending.LOSE, Ending.LOSE: Ending.WIN}
    found = rules.ending(mine, theirs)
    assert rules.ending(theirs, mine) is mirrored.get(found, found)
    assert (found is Ending.OPEN) == (min(mine, theirs) > 0)
    assert rules.initiative(mine, theirs) == -rules.initiative(theirs, mine)


@given(st.integers(1, 60), HOUSES)
def test_grades_cover_a_body_and_never_get_cheaper(start: int, house: GradeHouse) -> None:
    order = list(Grade)
    found = [order.index(rules.grade(start, left, house)) for left in range(start, 0, -1)]
    assert found == sorted(found)
    assert found.count(order.index(Grade.NONE)) == 1
    ranges = [bounds for bounds in rules.grades(start, house).values() if bounds]
    assert sum(high - low + 1 for low, high in ranges) == start


@given(st.integers(2, 60).filter(lambda start: start % 2 == 0))
def test_an_even_body_has_one_half(start: int) -> None:
    assert rules.grades(start)[Grade.LEGITIMATE] == (start // 2, start // 2)
    assert rules.grades(start) == rules.grades(start, GradeHouse(exact_half=True))


@pytest.mark.parametrize("left", [0, -3, 8])
def test_only_winners_have_a_grade(left: int) -> None:
    with pytest.raises(ValueError, match="A winner has 1 to 7 dice left of 7"):
        rules.grade(7, left)


def test_only_losers_are_shocked() -> None:
    assert rules.defeat(6, -3).total == 9
    with pytest.raises(ValueError, match="at 0 or below"):
        rules.defeat(6, 1)


def test_leaving() -> None:
    assert rules.breaking_off() is Leaving.CONCEDE
    assert rules.breaking_off(as_walking=True).silenced
    assert [way for way in Leaving if way.loses] == [Leaving.CONCEDE]


def test_allies_say_why_they_bring_nothing() -> None:
    dumb = Ally("Clerk", 5, spoke=False)
    own, theirs, refused = rules.allied([dumb, Ally("Prior", 5), Ally("Spy", 4, against=True), Ally("Boy", 0)])
    assert (own.total, theirs.total) == (2, 1)
    assert [sentence.split()[0].strip(":") for sentence in refused] == ["Clerk", "Boy"]


@pytest.mark.parametrize(
    ("one", "other", "mode", "doubles"),
    [(1, 1, Mode.NORMAL, False), (1, 2, Mode.BIG, False), (3, 3, Mode.BIG, False), (4, 1, Mode.BIG, True)],
)
def test_sizes_of_groups(one: int, other: int, mode: Mode, doubles: bool) -> None:
    assert rules.group_mode(one, other) == rules.group_mode(other, one) == (mode, doubles)


@given(st.integers(0, 20))
def test_giving_way_never_passes_the_other_price(gap: int) -> None:
    steps = [rules.conceded(gap, grade) for grade in Grade]
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] <= gap


@given(st.integers(0, 12), st.sampled_from(list(Opposed)), st.integers(0, 9), st.integers(0, 9))
def test_open_rolls_are_routine_on_any_dice(dice: int, opposed: Opposed, against: int, successes: int) -> None:
    roll = DuelRoll(dice, opposed, against, successes)
    if roll.open:
        assert classes(roll.rolled.dice, roll.rolled.obstacle) == (TestClass.ROUTINE,)
    else:
        assert (roll.rolled.dice, roll.rolled.obstacle) == (dice, against)
    assert roll.rolled.passed == (successes >= roll.obstacle)


@given(st.integers(2, 9), st.integers(0, 9), st.none() | st.integers(0, 6), st.data())
def test_how_a_rebuttal_is_divided_never_makes_its_test_harder(
    dice: int, against: int, back: int | None, data: st.DataObject
) -> None:
    """As one test it is marked like the whole pool; as two, like the rolls of two rows."""
    defense = data.draw(st.integers(1, dice - 1))
    row = {"ability": f"B{dice}", "against": against, "defense": defense, "back": back}

    def marked(reading: str, *rolls: dict[str, Any]) -> Any:
        return app.run("duel-tests", {"rolls": list(rolls)}, {"duel.rebuttal-test": reading}).answer.values["marks"]

    undivided = {"ability": f"B{dice}", "against": against + (back or 0)}
    assert marked("whole", row) == marked("whole", undivided)
    riposte = {"ability": f"B{dice - defense}", "opposed": "alone" if back is None else "versus", "against": back or 0}
    assert marked("halves", row) == marked("halves", {"ability": f"B{defense}", "against": against}, riposte)
