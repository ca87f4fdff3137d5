"""Learning from a teacher, and training skills (HUB-57, HUB-58, HUB-103)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.getting_better.advancement import why_none
from engine.games.burning_wheel.calculators.getting_better.practice import days_words
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.forms.learning import (
    EXPONENT,
    MARKS,
    QUICK,
    ROOT,
    WILL,
    Category,
    ChallengingMarked,
    DifficultMarked,
    FurtherRoots,
    ItsRoot,
    RoutineMarked,
    Subject,
    YourWill,
)
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import new_skill_of, roots_of
from engine.games.burning_wheel.readings.instruction import course_of, first_lesson, lessons_of, terms_of
from engine.games.burning_wheel.readings.practice import cycle_of, no_use
from engine.games.burning_wheel.rules import instruction as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, Marks, filled, tests_to_rise
from engine.games.burning_wheel.rules.instruction import Course, Lesson, Terms
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest
from engine.games.burning_wheel.words import count_words
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


@dataclass(frozen=True, slots=True)
class Teacher(rules.Teacher):
    """Someone who teaches, as a group of fields."""

    exponent: Annotated[int, Between(0, 20), Asked("Exponent in the skill", quick=(3, 4, 5, 6))] = 5
    instruction: Annotated[Ability, Asked("Instruction", quick=("B2", "B3", "B4", "B5"))] = Ability(Shade.BLACK, 3)
    bonus: Annotated[int, BONUS, Asked("Other dice for Instruction")] = 0
    will: Annotated[int, WILL, Asked("Will", quick=(3, 4, 5))] = 4

    words: ClassVar[str] = "a teacher"


@branch("you have the skill")
class Trained:
    """A student who has the skill."""


@branch("you do not have it")
class Untrained:
    """A student who has not opened the skill."""

    root: ItsRoot = ROOT
    others: FurtherRoots = ()
    tests: Annotated[int, MARKS, Asked("Tests marked toward it")] = 0


@dataclass(frozen=True, slots=True)
class Study:
    """What lessons are to a student: those that the teacher can give, the one wanted, and where they lead.

    `last` is how many of them end the course, None where they never do, and `then` what happens. `way` shows the whole
    way, for programs `routes`. `useless` says why a lesson is worth nothing, if so.
    """

    lessons: Mapping[TestClass, Lesson]
    lesson: Lesson | None
    exponent: int
    opening: bool
    last: int | None
    then: str
    way: Block
    routes: list[dict[str, int | str]]
    useless: str = ""


def _to_open(student: Untrained, terms: Terms, ask: Rulings) -> Study:
    """Lessons toward a skill that the student lacks. Raises `Unusable` where it is open already."""
    skill = new_skill_of(student.root, student.others, ask)
    lesson = first_lesson(terms, roots_of(student.root, student.others), ask)
    left = skill.left(student.tests)
    if not left:
        enough = wording.count(max(0, skill.aptitude.total), "test")
        raise Unusable("student.tests", f"{enough} open the skill; with {student.tests} marked you have it.")
    days = left * lesson.days.total if lesson else None
    caption = f"From lessons alone until it opens at {skill.opens}"
    row = (wording.count(left, "test"), None if days is None else days_words(days))
    return Study(
        lessons={lesson.test_class: lesson} if lesson else {},
        lesson=lesson,
        exponent=0,
        opening=True,
        last=left,
        then=f"opens the skill at {skill.opens}",
        way=Table(caption, ("Missing", "Days"), (row,), mark=Mark.DERIVED),
        routes=[{"lessons": left, "days": "never" if days is None else days}],
    )


def _to_rise(exponent: int, marks: Marks, wanted: TestClass, terms: Terms, ask: Rulings) -> Study:
    """Lessons of a class for a student who has the skill. Raises `Unusable` where its marks lift it already."""
    found = lessons_of(terms, exponent, ask)
    needed = routes_of(Kind.SKILL, exponent, ask)
    if filled(needed, marks):
        raise Unusable("exponent", f"The marks already lift it to {exponent + 1}; a log starts empty after that.")
    routes: list[dict[str, int | str]] = []
    rows = []
    for gap in dict.fromkeys(marks.short_of(route) for route in needed):
        missing = [one for one in TestClass if gap.of(one)]
        possible = all(one in found for one in missing)
        days = sum(gap.of(one) * found[one].days.total for one in missing) if possible else None
        routes.append({"lessons": gap.total, "days": "never" if days is None else days})
        rows.append((count_words(gap), gap.total, None if days is None else days_words(days)))
    caption = f"From lessons alone to exponent {exponent + 1}"
    why, mark = why_none(Kind.SKILL, exponent)
    way = Table(caption, ("Missing", "Lessons", "Days"), tuple(rows), mark=Mark.DERIVED)
    return Study(
        lessons=found,
        lesson=found.get(wanted),
        exponent=exponent,
        opening=False,
        last=tests_to_rise(needed, marks, wanted),
        then=f"lifts the skill to {exponent + 1} and empties its log",
        way=way if needed else Note(f"The skill {why}.", mark, "HUB-37"),
        routes=routes,
        useless=no_use(Kind.SKILL, wanted, exponent, ask),
    )


HeldAgainst = Annotated[
    int, Between(0, 5), Asked("Later edition: failures held against the teacher", gm=True, more=True)
]


@calculator("instruction-course", rules="HUB-57 HUB-103")
def instruction_course(
    wanted: Annotated[TestClass, Asked("Class of test you want")] = TestClass.ROUTINE,
    lessons: Annotated[int, Between(1, 20), Asked("Lessons", quick=(1, 2, 3, 4))] = 1,
    exponent: Annotated[int, EXPONENT, Asked("Your exponent", quick=(2, 3, 4, 5)), sheet("skill")] = 3,
    student: Annotated[Trained | Untrained, Asked("The student")] = Trained(),
    will: Annotated[int, WILL, Asked("Your Will", quick=(3, 4, 5)), sheet("will")] = 4,
    teacher: Annotated[Teacher, Asked("Your teacher")] = Teacher(),
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    category: Annotated[Category, Asked("The skill is, for the later edition", more=True)] = Category.OTHER,
    failures: HeldAgainst = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long does a teacher take, and what can go wrong?"""
    terms = terms_of(teacher, will, category.value, ask, failures)
    if isinstance(student, Untrained):
        study = _to_open(student, terms, ask)
    else:
        study = _to_rise(exponent, Marks(routine, difficult, challenging), wanted, terms, ask)
    classes = [one.value for one in study.lessons]
    if study.lesson is None:
        fact = Fact(teacher.exponent, "teacher’s exponent")
        none = Verdict("No such lesson", (fact,), _no_lesson(study, terms, wanted))
        return Answer({"possible": False, "classes": classes}, (none, study.way))
    taken = lessons if study.last is None else min(lessons, study.last)
    course = course_of(study.lesson, taken, terms, ask)
    marks = LogTest("", APTITUDE) if study.opening else LogTest("exponent", course.lesson.test_class.value)
    instruction = Test(teacher.pool, course.lesson.teaching.total, ask)
    return Answer(
        values={
            "possible": True,
            "class": course.lesson.test_class.value,
            "classes": classes,
            "obstacle": course.lesson.obstacle,
            "days": course.lesson.days.total,
            "lessons": taken,
            "ends": taken == study.last,
            "worth": not study.useless,
            "total_days": course.days,
            "instruction_obstacle": instruction.obstacle,
            "chance": course.chance,
            "days_for_a_mark": "never" if course.for_a_mark is None else course.for_a_mark,
            "failed_days": course.failed,
            "teacher_class": instruction.classes.value,
            "teacher_marks": "passed" if terms.later else "always",
            "routes": study.routes,
        },
        blocks=(
            _taught(course, study.opening),
            *_worth(study, course, lessons),
            _offered(study, course.lesson),
            Working(course.lesson.days.lines, course.lesson.days.total, "Days of a lesson"),
            instruction.odds(),
            *_fine_print(course, instruction, later=terms.later),
            study.way,
        ),
        effects=() if study.useless else (marks,) * taken,
    )


def _no_lesson(study: Study, terms: Terms, wanted: TestClass) -> str:
    best = terms.teacher.exponent
    if not best:
        return "Exponent 0 teaches nothing: a lesson has an obstacle of 1 up to the teacher’s exponent."
    if not terms.may_teach(study.exponent):
        return f"In the later edition the teacher’s exponent, {best}, must reach yours, {study.exponent}."
    return f"For exponent {study.exponent} no test up to Ob {best}, the teacher’s exponent, is {wanted.value}."


def _taught(course: Course, opening: bool) -> Verdict:
    lesson, passed = course.lesson, wording.percent(course.chance)
    marked = wording.count(course.lessons, "test") if opening else f"{course.lessons} {lesson.test_class.value}"
    each = f"{wording.count(course.lessons, 'lesson')} of {days_words(lesson.days.total)} each, {course.days} in all"
    return Verdict(
        days_words(course.days),
        (Fact(marked, "to mark"), Fact(ob(lesson.obstacle), "counts as"), Fact(course.chance, "Instruction passes")),
        f"{each}, if Instruction passes against {ob(lesson.teaching.total)}: {passed}.",
        Mark.DERIVED,
    )


def _worth(study: Study, course: Course, asked: int) -> tuple[Note, ...]:
    """What the last lesson brings about, or that none is of any use."""
    if study.useless:
        return (Note(f"Nothing is gained: {study.useless}.", rule="HUB-57"),)
    if course.lessons != study.last:
        return ()
    which = f"Lesson {course.lessons}" if asked > 1 else "This lesson"
    rest = " and ends the course" if course.lessons < asked else ""
    return (Note(f"{which} {study.then}{rest}.", rule="HUB-55" if study.opening else "HUB-45"),)


def _offered(study: Study, lesson: Lesson) -> Table:
    rows = tuple(
        (
            one.test_class,
            ob(one.obstacle),
            days_words(one.days.total),
            f"{ob(one.teaching.total)}, {wording.percent(one.chance)}",
        )
        for one in study.lessons.values()
    )
    columns = ("Test", "Lowest obstacle", "Days", "Instruction")
    return Table("What this teacher can give", columns, rows, list(study.lessons).index(lesson.test_class))


def _fine_print(course: Course, instruction: Test, *, later: bool) -> list[Block]:
    """What failing brings, what the teacher marks, and what the time costs."""
    teaching, average, own = course.lesson.teaching, course.for_a_mark, instruction.classes
    blocks: list[Block] = [Working(teaching.lines, teaching.total, "The teacher’s obstacle")] if later else []
    if average is not None:
        days = wording.decimal(average)
        blocks.append(Note(f"With what fails, one mark takes {days} days on average.", Mark.DERIVED))
    if course.lesson.chance < 1:
        failing = f"If it fails, {days_words(course.failed)} count as practice and nothing is marked."
        if later:
            failing += " The GM adds 1 Ob, to your next test of the skill or to the teacher’s next with you."
        blocks.append(Note(failing, rule="HUB-103" if later else "HUB-57"))
    if own:
        when = "If it passes, the teacher marks" if later else "Passed or failed, the teacher marks"
        blocks.append(Note(f"{when} {own.article} of Instruction.", rule="HUB-103" if later else "HUB-47"))
    free = "all free time of both" if later else "all your free time"
    return [*blocks, Note(f"Lessons take {free}: no practice besides.", rule="HUB-57")]


class Training(Option):
    """What is trained, as far as its practice asks. Source: HUB-58."""

    ARMS = "arms", "armor, shields or another training"
    FORMATION = "formation", "Formation Fighting or Skirmish Training"


@calculator("training-skill", rules="HUB-58")
def training_skill(
    root: Annotated[Ability, Asked("Its root", quick=QUICK), sheet("root")] = ROOT,
    others: FurtherRoots = (),
    earned: Annotated[int, MARKS, Asked("Tests from practice or lessons", quick=(0, 1, 2, 3, 4, 5))] = 0,
    played: Annotated[int, MARKS, Asked("Tests in play", quick=(0, 1, 2, 3))] = 0,
    training: Annotated[Training, Asked("The training", more=True)] = Training.ARMS,
    teacher: Annotated[Teacher, Asked("A teacher", more=True)] = Teacher(),
    will: YourWill = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How do I learn armor, or to fight in formation?"""
    skill = new_skill_of(root, others, ask)
    left = skill.left(earned)
    military = training is Training.FORMATION or ask["learning.training-category"] == "military"
    subject = Subject.table()["military" if military else "martial"]
    practiced = cycle_of(subject, ask) * left
    taught: int | None = None
    if rules.may_teach(teacher.exponent, 0):
        taught = rules.lesson_days(teacher.will, will, 1).total * left
    practice, lessons = days_words(practiced), wording.NOTHING if taught is None else days_words(taught)
    aptitude = Fact(skill.aptitude.total, "aptitude")
    if left:
        missing = wording.count(left, "test")
        said = f"{missing} missing: {practice} of practice, or {lessons} of lessons."
        facts = (aptitude, Fact(practice, "of practice"), Fact(lessons, "of lessons"))
        verdict = Verdict(f"{missing} to go", facts, said, Mark.DERIVED)
    else:
        said = "The training is yours: it has no exponent, so to open it is to own it."
        verdict = Verdict("Yours", (aptitude,), said, Mark.DERIVED)
    rows = (
        ("Practice", f"{subject.routine} hours a day, as {subject.words}", practice),
        ("Lessons", "tests of Ob 1, if Instruction passes", lessons),
        ("Tests in play", "count for nothing", None),
    )
    in_play = f"{wording.count(played, 'test')} in play: none counts, not under Beginner’s Luck either."
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
        blocks=(
            verdict,
            Table("Ways to a test", ("From", "How", "For what is missing"), rows),
            Working(skill.aptitude.lines, skill.aptitude.total, "Aptitude"),
            *((Note(in_play, rule="HUB-58"),) if played else ()),
        ),
    )
