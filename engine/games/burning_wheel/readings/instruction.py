"""The lessons that a teacher can give, as the table reads the rules."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.rules import instruction as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.instruction import Course, Lesson, Teacher, Terms
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.rulings import Rulings


def terms_of(teacher: Teacher, will: int, category: str, ask: Rulings, failures: int = 0) -> Terms:
    """Who teaches whom, in the edition that the table plays."""
    return Terms(teacher, will, category, failures, later=ask["edition"] == "later")


def lessons_of(terms: Terms, exponent: int, ask: Rulings) -> dict[TestClass, Lesson]:
    """The quickest lesson of each class that can be given to a student of this exponent. Source: HUB-57."""
    if not terms.may_teach(exponent):
        return {}
    found = {
        one: rules.cheapest(one, terms.teacher.exponent, lambda obstacle: classes_of(exponent, obstacle, ask))
        for one in TestClass
    }
    return {one: terms.lesson(one, obstacle) for one, obstacle in found.items() if obstacle}


def first_lesson(terms: Terms, roots: Sequence[Ability], ask: Rulings) -> Lesson | None:
    """The quickest lesson toward a skill that the student lacks: of Ob 1, since any class counts.

    The class matters in the later edition alone, where the teacher's obstacle hangs on it; it is judged by the average
    of the roots, or as by no dice. None where nobody can teach it.
    """
    if not terms.may_teach(0):
        return None
    by = 0
    if not (terms.later and ask["learning.lesson-class"] == "none"):
        by = sum(root.exponent for root in roots) // len(roots)
    wanted = classes_of(by, 1, ask)
    return terms.lesson(wanted[0] if wanted else TestClass.ROUTINE, 1)


def course_of(lesson: Lesson, lessons: int, terms: Terms, ask: Rulings) -> Course:
    """So many lessons of a kind; what matters for several only is asked for where there are several."""
    each = _each(lessons, terms.later, ask)
    whole = not each and lessons > 1 and ask["learning.failed-course"] == "course"
    return Course(lesson, lessons, each, lesson.days.total * (lessons if whole else 1))


def _each(lessons: int, later: bool, ask: Rulings) -> bool:
    """Whether each lesson takes an Instruction test of its own."""
    return later or (lessons > 1 and ask["learning.instruction-course"] == "lesson")


def chance_of(taught: Marks, lessons: Mapping[TestClass, Lesson], ask: Rulings) -> Fraction:
    """The chance that all Instruction tests for these marks pass; 1 where no lesson is among them."""
    if not taught.total:
        return Fraction(1)
    each = _each(taught.total, ask["edition"] == "later", ask)
    chance = Fraction(1)
    for one in TestClass:
        if taught.of(one):
            passed = rules.all_passed(lessons[one].chance, taught.of(one), each=each)
            chance = chance * passed if each else passed
    return chance
