"""Learning from a teacher, and training skills (HUB-57, HUB-58, HUB-103)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.calculators.getting_better.advancement import EXPONENT, why_none
from engine.games.burning_wheel.calculators.getting_better.aptitude import MARKED
from engine.games.burning_wheel.calculators.getting_better.practice import WILL, Subject, cycle_of, days_words, no_use
from engine.games.burning_wheel.dice import Shade, ob, successes
from engine.games.burning_wheel.forms.learning import (
    QUICK,
    ROOT,
    Category,
    ChallengingMarked,
    DifficultMarked,
    FurtherRoots,
    RoutineMarked,
)
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import NewSkill, new_skill_of, roots_of
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.rules import instruction as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, Marks, filled, tests_to_rise
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest
from engine.games.burning_wheel.words import count_words
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark, Worked


@dataclass(frozen=True, slots=True)
class Teacher:
    """Someone who teaches, as a group of fields."""

    exponent: Annotated[int, Between(0, 20), Asked("Exponent in the skill", quick=(3, 4, 5, 6))] = 5
    instruction: Annotated[Ability, Asked("Instruction", quick=("B2", "B3", "B4", "B5"))] = Ability(Shade.BLACK, 3)
    bonus: Annotated[int, BONUS, Asked("Other dice for Instruction")] = 0
    will: Annotated[int, WILL, Asked("Will", quick=(3, 4, 5))] = 4

    words: ClassVar[str] = "a teacher"


@dataclass(frozen=True, slots=True)
class Trained:
    """A student who has the skill."""

    words: ClassVar[str] = "you have the skill"


@dataclass(frozen=True, slots=True)
class Untrained:
    """A student who has not opened the skill."""

    root: Annotated[Ability, Asked("Its root", quick=QUICK)] = ROOT
    others: FurtherRoots = ()
    tests: Annotated[int, MARKED, Asked("Tests marked toward it")] = 0

    words: ClassVar[str] = "you do not have it"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson of a class: the obstacle of the test given, its days, the teacher's obstacle and chance."""

    test_class: TestClass
    obstacle: int
    days: Worked
    teaching: Worked
    chance: Fraction


def classed_for(exponent: int, ask: Rulings) -> Callable[[int], Classes]:
    """How a student of this exponent would class a lesson of an obstacle."""
    return lambda obstacle: classes_of(exponent, obstacle, ask)


def judged_by(roots: Sequence[Ability], later: bool, ask: Rulings) -> int:
    """The exponent by which the lessons of someone without the skill are classed.

    The class matters in the later edition alone, where the teacher's obstacle hangs on it.
    """
    average = sum(root.exponent for root in roots) // len(roots)
    return 0 if later and ask["learning.lesson-class"] == "none" else average


def lesson_of(
    wanted: TestClass,
    obstacle: int | None,
    teacher: Teacher,
    student_will: int,
    category: str,
    failures: int,
    later: bool,
) -> Lesson | None:
    """A lesson with the test of this obstacle; None where there is none."""
    if obstacle is None:
        return None
    days = rules.lesson_days(teacher.will, student_will, obstacle)
    teaching = rules.teaching_obstacle(wanted, category, later=later, failures=failures)
    chance = successes(teacher.instruction.pool(teacher.bonus)).at_least(teaching.total)
    return Lesson(wanted, obstacle, days, teaching, chance)


def lessons_of(
    exponent: int, teacher: Teacher, student_will: int, category: str, failures: int, later: bool, ask: Rulings
) -> dict[TestClass, Lesson]:
    """The quickest lesson of each class that this teacher can give to a student of this exponent."""
    if not rules.may_teach(teacher.exponent, exponent, later=later):
        return {}
    classed = classed_for(exponent, ask)
    found = {
        one: lesson_of(
            one, rules.cheapest(one, teacher.exponent, classed), teacher, student_will, category, failures, later
        )
        for one in TestClass
    }
    return {one: lesson for one, lesson in found.items() if lesson}


def first_lesson(
    roots: Sequence[Ability],
    teacher: Teacher,
    student_will: int,
    category: str,
    failures: int,
    later: bool,
    ask: Rulings,
) -> Lesson | None:
    """The quickest lesson toward a skill that the student lacks: of Ob 1, since any class counts."""
    if not rules.may_teach(teacher.exponent, 0, later=later):
        return None
    wanted = classes_of(judged_by(roots, later, ask), 1, ask)
    return lesson_of(wanted[0] if wanted else TestClass.ROUTINE, 1, teacher, student_will, category, failures, later)


def each_lesson(lessons: int, later: bool, ask: Rulings) -> bool:
    """Whether each lesson takes an Instruction test of its own; asked for where there are several."""
    return later or (lessons > 1 and ask["learning.instruction-course"] == "lesson")


@calculator("instruction-course", rules="HUB-57 HUB-103")
def instruction_course(
    wanted: Annotated[TestClass, Asked("A test that is")] = TestClass.ROUTINE,
    lessons: Annotated[int, Between(1, 20), Asked("Lessons", quick=(1, 2, 3, 4))] = 1,
    exponent: Annotated[int, EXPONENT, Asked("Your exponent", quick=(2, 3, 4, 5)), sheet("skill")] = 3,
    student: Annotated[Trained | Untrained, Asked("As it is")] = Trained(),
    will: Annotated[int, WILL, Asked("Your Will", quick=(3, 4, 5)), sheet("will")] = 4,
    teacher: Annotated[Teacher, Asked("Your teacher")] = Teacher(),
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    category: Annotated[Category, Asked("The skill is, for the later edition", more=True)] = Category.OTHER,
    failures: Annotated[
        int, Between(0, 5), Asked("Later edition: failures held against the teacher", gm=True, more=True)
    ] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long does a teacher take, and what can go wrong?"""
    later = ask["edition"] == "later"
    asked = lessons
    useless = ""
    if isinstance(student, Untrained):
        skill = new_skill_of(student.root, student.others, ask)
        roots = roots_of(student.root, student.others)
        lesson = first_lesson(roots, teacher, will, category.value, failures, later, ask)
        found = {lesson.test_class: lesson} if lesson else {}
        routes, course = _to_open(skill, student.tests, lesson)
        last: int | None = skill.left(student.tests)
        then = f"opens the skill at {skill.opens}"
        if not last:
            enough = wording.count(max(0, skill.aptitude.total), "test")
            raise Unusable("student.tests", f"{enough} open the skill; with {student.tests} marked you have it.")
    else:
        found = lessons_of(exponent, teacher, will, category.value, failures, later, ask)
        lesson = found.get(wanted)
        marks = Marks(routine, difficult, challenging)
        needed = routes_of(Kind.SKILL, exponent, ask)
        if filled(needed, marks):
            raise Unusable("exponent", f"The marks already lift it to {exponent + 1}; a log starts empty after that.")
        routes, course = _to_rise(exponent, marks, found, ask)
        last = tests_to_rise(needed, marks, wanted)
        then = f"lifts the skill to {exponent + 1} and empties its log"
        useless = no_use(Kind.SKILL, wanted, exponent, ask)
    ends = last is not None and last <= lessons
    lessons = last if last is not None and ends else lessons
    if lesson is None:
        why = _no_lesson(0 if isinstance(student, Untrained) else exponent, teacher, wanted, later)
        values = {"possible": False, "classes": [one.value for one in found]}
        return Answer(values, (Verdict("No such lesson", f"teacher’s exponent {teacher.exponent}", why), course))
    each = each_lesson(lessons, later, ask)
    days = lesson.days.total
    failed = days
    if not each and lessons > 1 and ask["learning.failed-course"] == "course":
        failed = days * lessons
    chance = rules.all_passed(lesson.chance, lessons, each=each)
    average = rules.days_for_a_mark(lesson.chance, days, lessons, failed, each=each)
    own = classes_of(teacher.instruction.exponent + teacher.bonus, lesson.teaching.total, ask)
    marked = (
        wording.count(lessons, "test") if isinstance(student, Untrained) else f"{lessons} {lesson.test_class.value}"
    )
    total = days * lessons
    failing = "" if lesson.chance == 1 else _failing(failed, later)
    rows = tuple(
        (
            one.value,
            ob(own_lesson.obstacle),
            days_words(own_lesson.days.total),
            f"{ob(own_lesson.teaching.total)}, {wording.percent(own_lesson.chance)}",
        )
        for one, own_lesson in found.items()
    )
    blocks: list[Block] = [
        Verdict(
            days_words(total),
            f"{marked} · a test of {ob(lesson.obstacle)} · Instruction {wording.percent(chance)}",
            f"{wording.count(lessons, 'lesson')} of {days_words(days)} each, {total} in all, "
            f"if Instruction passes against {ob(lesson.teaching.total)}: {wording.percent(chance)}.",
            Mark.DERIVED,
        ),
        Table(
            "What this teacher can give",
            ("Test", "Lowest obstacle", "Days", "Instruction"),
            rows,
            list(found).index(lesson.test_class),
        ),
        Working(lesson.days.lines, days, "Days of a lesson"),
        odds_of(teacher.instruction.pool(teacher.bonus), lesson.teaching.total, ask),
    ]
    if later:
        blocks.append(Working(lesson.teaching.lines, lesson.teaching.total, "The teacher’s obstacle"))
    if useless:
        blocks.insert(1, Note(f"Nothing is gained: {useless}.", rule="HUB-57"))
    elif ends:
        which = f"Lesson {lessons}" if asked > 1 else "This lesson"
        rest = " and ends the course" if lessons < asked else ""
        blocks.insert(1, Note(f"{which} {then}{rest}.", rule="HUB-45" if isinstance(student, Trained) else "HUB-55"))
    if average is not None:
        blocks.append(Note(f"With what fails, one mark takes {_rounded(average)} days on average.", Mark.DERIVED))
    if failing:
        blocks.append(Note(failing, rule="HUB-103" if later else "HUB-57"))
    free = "all free time of both" if later else "all your free time"
    if own:
        when = "If it passes, the teacher marks" if later else "Passed or failed, the teacher marks"
        blocks.append(Note(f"{when} {own.article} of Instruction.", rule="HUB-103" if later else "HUB-47"))
    blocks.append(Note(f"Lessons take {free}: no practice besides.", rule="HUB-57"))
    return Answer(
        values={
            "possible": True,
            "class": lesson.test_class.value,
            "classes": [one.value for one in found],
            "obstacle": lesson.obstacle,
            "days": days,
            "lessons": lessons,
            "ends": ends,
            "worth": not useless,
            "total_days": total,
            "instruction_obstacle": lesson.teaching.total,
            "chance": chance,
            "days_for_a_mark": "never" if average is None else average,
            "failed_days": failed,
            "teacher_class": own.value,
            "teacher_marks": "passed" if later else "always",
            "routes": routes,
        },
        blocks=(*blocks, course),
        effects=(
            LogTest("exponent", lesson.test_class.value) if isinstance(student, Trained) else LogTest("", APTITUDE),
        )
        * (0 if useless else lessons),
    )


def _rounded(days: Fraction) -> str:
    tenths = int(days * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _failing(failed: int, later: bool) -> str:
    practice_ = f"If it fails, {days_words(failed)} count as practice and nothing is marked."
    if not later:
        return practice_
    return f"{practice_} The GM adds 1 Ob, to your next test of the skill or to the teacher’s next with you."


def _no_lesson(exponent: int, teacher: Teacher, wanted: TestClass, later: bool) -> str:
    if not teacher.exponent:
        return "Exponent 0 teaches nothing: a lesson has an obstacle of 1 up to the teacher’s exponent."
    if not rules.may_teach(teacher.exponent, exponent, later=later):
        return f"In the later edition the teacher’s exponent, {teacher.exponent}, must reach yours, {exponent}."
    return f"For exponent {exponent} no test up to Ob {teacher.exponent}, the teacher’s exponent, is {wanted.value}."


Course = list[dict[str, int | str]]


def _to_open(skill: NewSkill, tests: int, lesson: Lesson | None) -> tuple[Course, Block]:
    """The way to the open skill from lessons alone: for programs, and as a table."""
    left = skill.left(tests)
    days = left * lesson.days.total if lesson else None
    row = (wording.count(left, "test"), "–" if days is None else days_words(days))
    caption = f"From lessons alone until it opens at {skill.opens}"
    shown = Table(caption, ("Missing", "Days"), (row,), mark=Mark.DERIVED)
    return [{"lessons": left, "days": "never" if days is None else days}], shown


def _to_rise(exponent: int, marks: Marks, found: Mapping[TestClass, Lesson], ask: Rulings) -> tuple[Course, Block]:
    """The way to the next exponent from lessons alone, by every route."""
    needed = routes_of(Kind.SKILL, exponent, ask)
    if not needed:
        why, mark = why_none(Kind.SKILL, exponent)
        return [], Note(f"The skill {why}.", mark, "HUB-37")
    routes: Course = []
    rows = []
    for gap in dict.fromkeys(marks.short_of(route) for route in needed):
        wanted = [one for one in TestClass if gap.of(one)]
        possible = all(one in found for one in wanted)
        days = sum(gap.of(one) * found[one].days.total for one in wanted) if possible else None
        routes.append({"lessons": gap.total, "days": "never" if days is None else days})
        rows.append((count_words(gap), str(gap.total), "–" if days is None else days_words(days)))
    caption = f"From lessons alone to exponent {exponent + 1}"
    return routes, Table(caption, ("Missing", "Lessons", "Days"), tuple(rows), mark=Mark.DERIVED)


class Training(Option):
    """What is trained, as far as its practice asks. Source: HUB-58."""

    ARMS = "arms", "armor, shields or another training"
    FORMATION = "formation", "Formation Fighting or Skirmish Training"


@calculator("training-skill", rules="HUB-58")
def training_skill(
    root: Annotated[Ability, Asked("Its root", quick=QUICK), sheet("root")] = ROOT,
    others: FurtherRoots = (),
    earned: Annotated[int, MARKED, Asked("Tests from practice or lessons", quick=(0, 1, 2, 3, 4, 5))] = 0,
    played: Annotated[int, MARKED, Asked("Tests in play", quick=(0, 1, 2, 3))] = 0,
    training: Annotated[Training, Asked("The training", more=True)] = Training.ARMS,
    teacher: Annotated[Teacher, Asked("A teacher", more=True)] = Teacher(),
    will: Annotated[int, WILL, Asked("Your Will", more=True), sheet("will")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How do I learn armor, or to fight in formation?"""
    skill = new_skill_of(root, others, ask)
    left = skill.left(earned)
    military = training is Training.FORMATION or ask["learning.training-category"] == "military"
    subject = Subject.table()["military" if military else "martial"]
    practiced = cycle_of(subject, ask) * left
    can = rules.may_teach(teacher.exponent, 0)
    taught = rules.lesson_days(teacher.will, will, 1).total * left if can else None
    taught_words = "–" if taught is None else days_words(taught)
    opens = f"aptitude {skill.aptitude.total} · practice {days_words(practiced)} · lessons {taught_words}"
    rows = (
        (
            "Practice",
            f"{subject.routine} hours a day, as {subject.words}",
            days_words(practiced),
        ),
        ("Lessons", "tests of Ob 1, if Instruction passes", taught_words),
        ("Tests in play", "count for nothing", "–"),
    )
    figure = f"{wording.count(left, 'test')} to go" if left else "Yours"
    sentence = (
        f"{wording.count(left, 'test')} missing: {days_words(practiced)} of practice, or {taught_words} of lessons."
        if left
        else "The training is yours: it has no exponent, so to open it is to own it."
    )
    blocks: list[Block] = [
        Verdict(figure, opens if left else f"aptitude {skill.aptitude.total}", sentence, Mark.DERIVED),
        Table("Ways to a test", ("From", "How", "For what is missing"), rows),
        Working(skill.aptitude.lines, skill.aptitude.total, "Aptitude"),
    ]
    if played:
        blocks.append(
            Note(
                f"{wording.count(played, 'test')} in play: none counts, not under Beginner’s Luck either.",
                rule="HUB-58",
            )
        )
    return Answer(
        values={
            "aptitude": skill.aptitude.total,
            "counted": earned,
            "left": left,
            "open": not left,
            "hours": subject.routine,
            "practice_days": practiced,
            "lesson_days": "never" if taught is None else taught,
        },
        blocks=tuple(blocks),
    )
