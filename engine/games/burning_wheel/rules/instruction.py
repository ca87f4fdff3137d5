"""Learning from a teacher, in both editions (HUB-57, HUB-103)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import tables
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.working import Line, Worked

OBSTACLE = 2
"""The Instruction test of the revised edition, whatever is taught (HUB-57)."""
WILL_SCALE = 10

BASE: Mapping[TestClass, int] = dict(
    tables.rows(
        __file__,
        "instruction.toml",
        "base",
        ("class", "obstacle"),
        lambda row: (TestClass.of(row["class"]), int(row["obstacle"])),
    )
)
SURCHARGES: Mapping[str, int] = dict(
    tables.rows(
        __file__,
        "instruction.toml",
        "surcharge",
        ("category", "amount"),
        lambda row: (str(row["category"]), int(row["amount"])),
    )
)


def surcharge(category: str) -> int:
    """What a category of the practice table adds to the Instruction test of the later edition. Source: HUB-103."""
    return SURCHARGES.get(category, 0)


def teaching_obstacle(test_class: TestClass, category: str, *, later: bool = False, failures: int = 0) -> Worked:
    """The obstacle of the teacher's Instruction test.

    In the `later` edition it depends on the class taught and the category of the skill, and each of `failures` may
    add 1. Source: HUB-57, HUB-103.
    """
    if not later:
        return Worked((Line(OBSTACLE, "Instruction", "HUB-57"),))
    return Worked(
        (
            Line(BASE[test_class], f"A {test_class.value} test is taught", "HUB-103"),
            Line(surcharge(category), "The skill’s category", "HUB-103"),
            Line(failures, "Lessons that failed before", "HUB-103"),
        )
    )


def lesson_days(teacher_will: int, student_will: int, obstacle: int) -> Worked:
    """The days of one lesson; each Will is 1 to 10, the obstacle that of the test given. Source: HUB-57."""
    return Worked(
        (
            Line(WILL_SCALE - teacher_will, f"10 less the teacher’s Will {teacher_will}", "HUB-57"),
            Line(WILL_SCALE - student_will, f"10 less the student’s Will {student_will}", "HUB-57"),
            Line(obstacle, f"A test of Ob {obstacle}", "HUB-57"),
        )
    )


def cheapest(test_class: TestClass, teacher: int, classed: Callable[[int], Classes]) -> int | None:
    """The lowest obstacle up to the teacher's exponent that `classed` calls a test of this class; None if none is.

    Source: HUB-57.
    """
    return next((obstacle for obstacle in range(1, teacher + 1) if test_class in classed(obstacle)), None)


def may_teach(teacher: int, student: int, *, later: bool = False) -> bool:
    """Whether an exponent is high enough to teach: in the `later` edition at least the student's. Source: HUB-103."""
    return teacher > 0 and (teacher >= student or not later)


def all_passed(chance: Fraction, lessons: int, *, each: bool) -> Fraction:
    """The chance that a whole course goes through: one test opens it, or `each` lesson takes its own."""
    return chance**lessons if each else chance


def days_for_a_mark(chance: Fraction, days: int, lessons: int, failed: int, *, each: bool) -> Fraction | None:
    """The days that one mark takes on average; None where the test cannot pass.

    A course of `lessons` of so many `days` that fails takes `failed` days; where `each` lesson is tested for, one that
    fails takes as long as one that does not. Source: HUB-57.
    """
    if not chance:
        return None
    if each:
        return days / chance
    return days + (1 - chance) * failed / (chance * lessons)


@dataclass(frozen=True, slots=True)
class Teacher:
    """Someone who teaches: exponent in the skill, 0 to 20, Instruction with `bonus` dice, and Will, 1 to 10."""

    exponent: int = 5
    instruction: Ability = Ability(Shade.BLACK, 3)
    bonus: int = 0
    will: int = 4

    @property
    def pool(self) -> Pool:
        """The dice of an Instruction test."""
        return self.instruction.pool(self.bonus)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson of a class: the obstacle of the test given, its days, the teacher's obstacle and chance."""

    test_class: TestClass
    obstacle: int
    days: Worked
    teaching: Worked
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Terms:
    """Who teaches whom: the student's Will, the skill's category, and `failures` held against the teacher.

    Source: HUB-57, HUB-103.
    """

    teacher: Teacher
    will: int
    category: str
    failures: int = 0
    later: bool = False

    def may_teach(self, student: int) -> bool:
        """Whether the teacher's exponent is high enough for a student of this one."""
        return may_teach(self.teacher.exponent, student, later=self.later)

    def lesson(self, test_class: TestClass, obstacle: int) -> Lesson:
        """A lesson that gives a test of this obstacle."""
        days = lesson_days(self.teacher.will, self.will, obstacle)
        teaching = teaching_obstacle(test_class, self.category, later=self.later, failures=self.failures)
        chance = successes(self.teacher.pool).at_least(teaching.total)
        return Lesson(test_class, obstacle, days, teaching, chance)


@dataclass(frozen=True, slots=True)
class Course:
    """So many lessons alike: whether `each` takes a test of its own, and the days that go by if the test fails."""

    lesson: Lesson
    lessons: int
    each: bool
    failed: int

    @property
    def days(self) -> int:
        """The days of all lessons."""
        return self.lesson.days.total * self.lessons

    @property
    def chance(self) -> Fraction:
        """The chance that all of it goes through."""
        return all_passed(self.lesson.chance, self.lessons, each=self.each)

    @property
    def for_a_mark(self) -> Fraction | None:
        """The days that one mark takes on average; None where Instruction cannot pass."""
        days = self.lesson.days.total
        return days_for_a_mark(self.lesson.chance, days, self.lessons, self.failed, each=self.each)
