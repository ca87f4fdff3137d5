"""Learning sorcery: the chain against going through every fall of the dice, a simulation, and the procedure."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from engine import app, effects, session
from engine.forms import Unusable
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.dice import Pool, Roll, roll
from engine.games.burning_wheel.dice import read as faces_of
from engine.games.burning_wheel.rules import learning_sorcery as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Style
from engine.games.burning_wheel.rules.casting_procedure import House as CastingHouse
from engine.games.burning_wheel.rules.casting_procedure import Plan, Who
from engine.games.burning_wheel.rules.learning_sorcery import Reader, Reading, WillTest
from engine.games.burning_wheel.rules.spell_study import Course, House, Stage, Study, any_of
from engine.games.burning_wheel.rules.spells import SPELLS
from engine.games.burning_wheel.rules.test_class import Classes, TestClass, classes
from engine.games.burning_wheel.rules.times import DAY
from engine.refused import Refused
from engine.rulings import Rulings
from tests.site.building import modules

app.load(modules())
B4, B5 = Ability.parse("B4"), Ability.parse("B5")
KINDNESS = Plan(SPELLS["arcane-kindness"], 4, practical=True)
MONTH, WEEK = 30, 7
"""In days."""


@cache
def falls(dice: int, target: int = 4) -> dict[int, Fraction]:
    """The chance of each number of successes, by going through every fall of so many dice."""
    found = Counter(sum(face >= target for face in faces) for faces in product(range(1, 7), repeat=dice))
    return {count: Fraction(ways, 6**dice) for count, ways in sorted(found.items())}


def takes_by_hand(months: bool, obstacle: int, over: int, careful: bool) -> int:
    """The seconds of a reading: a tenth less for each success over, nine at most; careful, half as long again."""
    whole = Fraction(obstacle * (MONTH if months else WEEK) * 24 * 3600) * (Fraction(3, 2) if careful else 1)
    return int(whole - whole * Fraction(min(over, 9), 10))


@pytest.mark.parametrize("obstacle", range(1, 9))
@pytest.mark.parametrize("over", range(12))
@pytest.mark.parametrize("careful", [False, True])
def test_every_time_of_a_reading(obstacle: int, over: int, careful: bool) -> None:
    """SOR-51, SOR-53: months and weeks, a tenth less for each success over."""
    for reading in Reading:
        first = reading is Reading.FIRST
        assert rules.takes(reading, obstacle, careful=careful, quick=over) == takes_by_hand(
            first, obstacle, over, careful
        )


@pytest.mark.parametrize(
    ("shade", "counts"), [("B", [9, 8, 7, 6, 5, 4, 3, 2, 1, 1]), ("G", [8, 7, 6, 5, 4, 3, 2, 1, 1, 1])]
)
def test_practicals_by_perception(shade: str, counts: list[int]) -> None:
    """SOR-52: 10 less Perception, one fewer where it is gray, one at least."""
    assert [rules.practicals(Ability.parse(f"{shade}{exponent}")).total for exponent in range(1, 11)] == counts
    assert rules.practicals(Ability.parse("W9"), least=None).total == -1


# The chain, walked tree by tree


def ways(course: Course, deep: int) -> Iterator[tuple[int, Fraction]]:
    """Every way to the spell in at most so many readings that fail, with its seconds and its chance."""
    law = falls(sum(course.law.keys()) and max(course.law))

    def second(at: int, chance: Fraction, left: int) -> Iterator[tuple[int, Fraction]]:
        for good, share in law.items():
            over = good - course.against
            if over >= 0:
                yield at + takes_by_hand(False, course.base, over, course.careful), chance * share
        fails = sum((share for good, share in law.items() if good < course.against), Fraction(0))
        if left and fails:
            again = takes_by_hand(False, course.base, 0, course.careful) + course.needed * course.gap
            yield from second(at + again, chance * fails, left - 1)

    def first(at: int, chance: Fraction, left: int) -> Iterator[tuple[int, Fraction]]:
        for good, share in law.items():
            over = good - course.against
            if over >= 0:
                passed = at + takes_by_hand(True, course.base, over, course.careful) + course.needed * course.gap
                yield from second(passed, chance * share, left)
        fails = sum((share for good, share in law.items() if good < course.against), Fraction(0))
        if left and fails:
            yield from first(at + takes_by_hand(True, course.base, 0, course.careful), chance * fails, left - 1)

    if course.stage is Stage.FIRST:
        return first(0, Fraction(1), deep)
    made = course.made if course.stage is Stage.PRACTICALS else course.needed
    return second((course.needed - made) * course.gap, Fraction(1), deep)


def course_of(dice: int, obstacle: int, needed: int = 2, **more: object) -> Course:
    return Course(obstacle, obstacle, falls(dice), needed, **more)  # type: ignore[arg-type]


COURSES = [
    course_of(3, 1),
    course_of(3, 2, careful=True),
    course_of(4, 2, gap=5 * DAY),
    course_of(4, 3, 3, gap=DAY, stage=Stage.PRACTICALS, made=1),
    course_of(5, 3, careful=True, gap=2 * DAY, stage=Stage.SECOND),
    course_of(2, 2, 0),
]


@pytest.mark.parametrize("course", COURSES)
def test_the_chance_by_a_time_is_every_way_that_is_not_longer(course: Course) -> None:
    """Up to ten failures of each reading; what takes longer than any of these cannot be asked about."""
    deep = 10
    shortest = takes_by_hand(False, course.base, 0, course.careful) + course.needed * course.gap
    horizon = deep * min(shortest, takes_by_hand(True, course.base, 0, course.careful))
    found = list(ways(course, deep))
    for part in range(13):
        at = horizon * part // 12
        assert course.by(at) == sum((chance for took, chance in found if took <= at), Fraction(0))


@pytest.mark.parametrize("course", COURSES)
def test_the_mean_is_that_of_its_own_tail(course: Course) -> None:
    """The mean against adding up all ways until next to nothing is left."""
    deep = 60 if course.stage is not Stage.FIRST else 26
    found = list(ways(course, deep))
    assert course.mean is not None
    rest = 1 - sum((chance for _, chance in found), Fraction(0))
    below = sum((took * chance for took, chance in found), Fraction(0))
    assert 0 <= rest < Fraction(1, 100)
    assert below <= course.mean < below + (deep + 40) * 12 * MONTH * DAY * max(rest, Fraction(1, 10**6))


@pytest.mark.parametrize("course", COURSES)
def test_a_point_is_the_first_time_with_that_chance(course: Course) -> None:
    for share in (Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)):
        at = course.point(share)
        assert at is not None
        assert course.by(at) >= share > course.by(at - 1)
    points = [course.point(Fraction(part, 20)) or 0 for part in range(1, 20)]
    assert points == sorted(points)


def test_what_never_passes_never_ends() -> None:
    course = course_of(2, 3)
    assert (course.chance, course.mean, course.castings, course.point(Fraction(1, 2))) == (0, None, None, None)
    assert any_of(Fraction(1, 2), course) is None
    assert course.by(10**9) == 0
    with pytest.raises(Refused, match="between 0 and 1"):
        course_of(3, 1).point(Fraction(1))


def test_what_always_passes_takes_its_time() -> None:
    """Certain with one success: a month and a week, to the second."""
    course = Course(1, 1, {1: Fraction(1)}, 3, gap=DAY)
    assert course.mean == (MONTH + WEEK + 3) * DAY == course.point(Fraction(1, 2))
    assert course.by((MONTH + WEEK + 3) * DAY - 1) == 0
    assert course.castings == 3


def test_some_practical_goes_wrong() -> None:
    """Set after set: the chance against adding up the numbers of sets."""
    course, bad = course_of(3, 2, 2), Fraction(1, 5)
    spared = sum(
        ((1 - course.chance) ** sets * course.chance * (1 - bad) ** (2 * (sets + 1)) for sets in range(200)),
        Fraction(0),
    )
    found = any_of(bad, course)
    assert found is not None
    assert abs(1 - spared - found) < Fraction(1, 10**20)


# The procedure


def study(needed: int = 2, plan: Plan = KINDNESS, house: House = House(), **more: object) -> Study:
    return Study(Reader(B5), plan, Who(Caster(B5, B5), B5), needed, house, **more)  # type: ignore[arg-type]


def good(successes: int) -> Callable[[Pool], Roll]:
    """So many successes, and all other dice traitors."""
    return lambda pool: faces_of(pool, [4] * successes + [1] * (pool.dice - successes))


def test_a_spell_from_the_page_to_mastery() -> None:
    """SOR-51 to SOR-53: Ob 4, read with two over the second time; two Practicals; the Second Reading fails once."""
    now = study().read(good(3))
    assert (now.stage, now.took, now.firsts) == (Stage.FIRST, 4 * MONTH * DAY, 1)
    now = now.read(good(5))
    assert (now.stage, now.took) == (Stage.PRACTICALS, (120 + 108) * DAY)
    with pytest.raises(Refused, match="No reading is due"):
        now.read(good(5))
    now = now.practice(days=3)
    assert now.casting is not None
    assert (now.casting.against.total, now.casting.tax.total, now.casting.pool.dice) == (8, 4, 10)
    now = now.roll(good(2)).roll(good(4)).roll(good(1))
    assert (now.made, now.casting, now.took) == (1, None, 231 * DAY), "failed, and it counts"
    now = now.count()
    assert (now.stage, now.cast) == (Stage.SECOND, 2)
    now = now.read(good(3))
    assert (now.stage, now.made, now.left) == (Stage.PRACTICALS, 0, 2), "another whole set"
    now = now.count(2).read(good(4), quick=False)
    assert (now.stage, now.seconds, now.cast) == (Stage.MASTERED, 2, 4)
    assert now.took == (231 + 28 + 28) * DAY


def test_what_is_over_saves_time_only_if_it_is_put_there() -> None:
    assert study().read(good(5)).took == 108 * DAY
    assert study().read(good(5), quick=False).took == 120 * DAY
    assert study().read(good(5), careful=True).took == 162 * DAY
    stated = House(of_stated=True)
    assert study(house=stated).read(good(5), careful=True).took == 168 * DAY


def test_practicals_are_counted_no_further_than_the_set() -> None:
    now = study(3).read(good(4))
    with pytest.raises(Refused, match="From 1 to 3"):
        now.count(4)
    with pytest.raises(Refused, match="No Practical is being cast"):
        now.roll(good(1))
    with pytest.raises(Refused, match="still waits for the casting"):
        now.practice().practice()
    with pytest.raises(Refused, match="No Practical is due"):
        study().practice()
    assert study(0).read(good(4)).stage is Stage.SECOND, "an aptitude of 0 asks for none"


def test_styles_are_capped_by_the_base_obstacle() -> None:
    """SOR-52: Ob 4 doubled is 8, and no more than four dice of care."""
    now = study().read(good(4))
    careful = now.practice(Cast(Style.CAREFUL, 4)).casting
    assert careful is not None
    assert (careful.against.total, careful.pool.dice) == (8, 14)
    with pytest.raises(Refused, match="here 4"):
        now.practice(Cast(Style.CAREFUL, 5))
    hasty = now.practice(Cast(Style.HASTY, 2)).casting
    assert hasty is not None
    assert (hasty.against.total, hasty.tax.total) == (10, 5), "what haste adds is not doubled"


def test_a_practical_read_the_other_ways() -> None:
    """SOR-52: cast in a style it is not doubled; its Tax is."""
    house = House(casting=CastingHouse(styled_plain=True, practical_tax=True))
    now = study(house=house).read(good(4))
    plain, careful = now.practice().casting, now.practice(Cast(Style.CAREFUL, 1)).casting
    assert plain is not None
    assert careful is not None
    assert (plain.against.total, plain.tax.total) == (8, 8)
    assert (careful.against.total, careful.tax.total) == (4, 8)


def test_above_sorcery_the_narrow_reading_wants_care_or_artha() -> None:
    """SOR-54."""
    above = Study(Reader(Ability.parse("B3")), KINDNESS, Who(Caster(B5, B5), B5), 1, House(narrow=True))
    with pytest.raises(Refused, match="carefully, or with artha"):
        above.read(good(4), other=3)
    assert above.read(good(4), careful=True).stage is Stage.PRACTICALS
    assert above.read(good(4), other=2, artha=1).stage is Stage.PRACTICALS
    assert replace(above, house=House()).read(good(4), other=3).stage is Stage.PRACTICALS


def test_a_simulation_agrees_with_the_chain() -> None:
    """Four thousand studies with seeded dice: the mean time, and the share within the chain's 50 and 90 % points."""
    chance, dice, runs = Random(20), 6, 4000
    course = Course(4, 4, falls(dice), 2, gap=3 * DAY)
    fall = lambda pool: roll(pool, chance)  # noqa: E731
    times = []
    for _ in range(runs):
        now = replace(study(), reader=Reader(Ability.parse("B6")))
        while now.stage is not Stage.MASTERED:
            now = now.read(fall) if now.stage is not Stage.PRACTICALS else now.count(2, days=6)
        times.append(now.took)
    mean = Fraction(sum(times), runs)
    assert course.mean is not None
    assert abs(mean / course.mean - 1) < Fraction(4, 100)
    for share in (Fraction(1, 2), Fraction(9, 10)):
        at = course.point(share)
        assert at is not None
        assert abs(Fraction(sum(took <= at for took in times), runs) - course.by(at)) < Fraction(3, 100)


# What is marked


def test_the_hardest_of_several_tests_is_marked() -> None:
    """SOR-50: by class, then by obstacle, then the first."""
    tests = [WillTest(dice, obstacle, classes(dice, obstacle)) for dice, obstacle in ((4, 4), (2, 3), (2, 4), (2, 4))]
    assert [test.classes.value for test in tests] == ["Difficult", "Challenging", "Challenging", "Challenging"]
    assert rules.hardest(tests) == 2
    assert rules.hardest([WillTest(5, 0, Classes()), WillTest(6, 1, Classes((TestClass.ROUTINE,)))]) == 1


@pytest.mark.parametrize("sorcery", range(1, 8))
@pytest.mark.parametrize("obstacle", range(1, 8))
def test_what_a_reading_is_marked_as(sorcery: int, obstacle: int) -> None:
    """SOR-54: by the dice, careful ones too; read otherwise, Challenging above the exponent."""
    inputs = {"sorcery": f"B{sorcery}", "careful": True, "spell": "chameleon", "stat": obstacle}
    table = app.run("spell-reading", inputs).answer.values["class"]
    assert table == classes(sorcery + 1, obstacle).value
    always = app.run("spell-reading", inputs, {"sorcery.reading-class": "challenging"}).answer.values["class"]
    assert always == ("Challenging" if obstacle > sorcery else table)


def test_dice_of_artha_count_for_no_class() -> None:
    found = app.run("spell-reading", {"sorcery": "B4", "artha": 3}).answer.values
    assert (found["dice"], found["class"]) == (7, "Difficult")


@pytest.mark.parametrize("dice", [4, 6])
def test_the_planner_and_the_reading_say_the_same(dice: int) -> None:
    planned = app.run("spell-study", {"sorcery": f"B{dice}"}).answer.values
    reading = app.run("spell-reading", {"sorcery": f"B{dice}"}).answer.values
    practical = app.run("practicals", {"sorcery": f"B{dice}"}).answer.values
    assert (planned["chance"], planned["class"]) == (reading["probability"], reading["class"])
    assert (planned["practical"], planned["needed"]) == (practical["probability"], practical["needed"])


# The session


def played(moves: list[dict[str, object]], faces: list[list[int]], **setup: object) -> app.Run:
    done = app.run("learning-a-spell", setup)
    tape = done.tape
    assert tape is not None
    for at, (move, fell) in enumerate(zip(moves, faces, strict=True)):
        tape.play({"side": "you", "move": move, "faces": fell}, at)
    answer = tape.entry.show(tape.states[-1])
    return app.Run("learning-a-spell", tape.setup, answer, tape.ask.used, tape, len(tape.steps))


def test_the_finished_spell_joins_the_sheet() -> None:
    moves: list[dict[str, object]] = [{"is": "read-it"}, {"is": "count-cast", "castings": 6}, {"is": "read-it"}]
    done = played(moves, [[4, 4, 4, 4, 1], [], [4, 4, 4, 4, 4]])
    assert done.answer.values["stage"] == "mastered"
    added = next(one for one in done.answer.effects if isinstance(one, effects.AddRow))
    assert GAME.sheet
    before = GAME.sheet.canonical({"name": "Odile", "spells": "Mage Light, not mastered"})
    after, said = added.apply(GAME.sheet, before, "", Rulings("burning-wheel"))
    held = GAME.sheet.form.read(after)["spells"]
    assert [row.line for row in held] == ["Mage Light, not mastered", "Arcane Kindness: Arcane Kindness"]
    assert "Arcane Kindness" in said


def test_a_spell_of_ones_own_joins_it_with_its_facets() -> None:
    own = {"is": "own", "name": "Hush", "obstacle": 2, "actions": 6, "element": "air", "caret": True}
    moves: list[dict[str, object]] = [{"is": "read-it"}]
    done = played(moves, [[4, 4, 1, 1, 1]], spell=own, standing="second")
    added = next(one for one in done.answer.effects if isinstance(one, effects.AddRow))
    assert GAME.sheet
    after, _ = added.apply(GAME.sheet, GAME.sheet.canonical({"name": "Odile"}), "", Rulings("burning-wheel"))
    assert [row.line for row in GAME.sheet.form.read(after)["spells"]] == [
        "Hush: own spell, Ob 2^, 6 actions, element air"
    ]


def test_each_reading_is_marked_once() -> None:
    done = played([{"is": "read-it", "careful": True}], [[4, 4, 4, 4, 1, 1]])
    assert [(one.ability, one.test_class) for one in done.answer.effects] == [("sorcery", "Routine")]  # type: ignore[attr-defined]
    assert done.tape is not None
    assert session.move_forms(done.tape.entry, done.tape.states[-1])["you"].groups.keys() == {
        "cast-practical",
        "count-cast",
    }


def test_a_full_set_is_refused_in_words() -> None:
    with pytest.raises(Unusable, match="with 6 cast you stand before the Second Reading"):
        app.run("spell-study", {"standing": "practicals", "made": 6})
