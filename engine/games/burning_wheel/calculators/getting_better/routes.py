"""How to get to the next exponent: play, practice and a teacher on one calendar (HUB-50, HUB-51, HUB-57)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, sheet
from engine.games.burning_wheel.calculators.getting_better.advancement import EXPONENT, why_none
from engine.games.burning_wheel.calculators.getting_better.aptitude import MARKED
from engine.games.burning_wheel.calculators.getting_better.instruction import (
    Lesson,
    Teacher,
    each_lesson,
    first_lesson,
    lessons_of,
)
from engine.games.burning_wheel.calculators.getting_better.practice import (
    HOURS,
    MARTIAL,
    WILL,
    Subject,
    cycle_of,
    days_words,
    limit_of,
    sure,
)
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.learning import MARKS, QUICK, ROOT, FurtherRoots
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import new_skill_of, roots_of
from engine.games.burning_wheel.rules import instruction
from engine.games.burning_wheel.rules import routes as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, Marks, as_values
from engine.games.burning_wheel.rules.routes import Means, Plan, Stretch, Way
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.words import count_words, missing_words
from engine.rulings import Rulings
from engine.working import Mark

RATE = Between(0, 30)


@dataclass(frozen=True, slots=True)
class Raise:
    """An ability that is to rise by one."""

    words: ClassVar[str] = "the next exponent"


@dataclass(frozen=True, slots=True)
class Open:
    """A skill that is to be opened."""

    root: Annotated[Ability, Asked("Its root", quick=QUICK)] = ROOT
    others: FurtherRoots = ()
    tests: Annotated[int, MARKED, Asked("Tests marked toward it", quick=(0, 1, 2, 3))] = 0
    training: Annotated[bool, Asked("A training: play does not count")] = False

    words: ClassVar[str] = "to open a new skill"


@dataclass(frozen=True, slots=True)
class Taught(Teacher):
    """Someone teaches."""


@dataclass(frozen=True, slots=True)
class Untaught:
    """Nobody teaches."""

    words: ClassVar[str] = "nobody"


@dataclass(frozen=True, slots=True)
class Play:
    """What play brings, as the table guesses it."""

    routine: Annotated[int, RATE, Asked("Routine", quick=(0, 1, 2, 3))] = 2
    difficult: Annotated[int, RATE, Asked("Difficult", quick=(0, 1, 2, 3))] = 1
    challenging: Annotated[int, RATE, Asked("Challenging", quick=(0, 1, 2, 3))] = 0

    def rate(self, test_class: TestClass) -> int:
        """Tests of a class in 30 days."""
        return Marks(self.routine, self.difficult, self.challenging).of(test_class)


@dataclass(frozen=True, slots=True)
class Aim:
    """What is wanted: the marks missing by each route, from what to what, and how a mark of a class is called."""

    missing: tuple[Marks, ...]
    words: str
    done: str
    opening: bool

    def mark(self, test_class: TestClass) -> str:
        """A mark in words: toward a new skill the class makes no difference."""
        return "a test" if self.opening else test_class.value

    def count(self, marks: Marks) -> str:
        """Marks in words."""
        return wording.count(marks.total, "test") if self.opening else count_words(marks)


@calculator("next-exponent", rules="HUB-50 HUB-51 HUB-57")
def next_exponent(
    exponent: Annotated[int, EXPONENT, Asked("Your exponent", quick=(2, 3, 4, 5)), sheet("exponent")] = 3,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3)), sheet("routine")] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2)), sheet("difficult")] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1)), sheet("challenging")] = 0,
    goal: Annotated[Raise | Open, Asked("You want")] = Raise(),
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL,
    hours: Annotated[int, HOURS, Asked("Hours of practice on a free day", quick=(2, 4, 8, 12))] = 8,
    beside: Annotated[int, Between(0, 20), Asked("Hours of practice on a day of play", quick=(0, 2, 4))] = 2,
    play: Annotated[Play, Asked("Tests that 30 days of play bring")] = Play(),
    teacher: Annotated[Taught | Untaught, Asked("Who teaches you")] = Taught(),
    will: Annotated[int, WILL, Asked("Your Will", more=True), sheet("will")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How do I get to the next exponent, and how soon?"""
    limit = limit_of(will, ask).total
    free, spare = min(hours, limit), min(beside, hours, limit)
    kind = subject.advances
    if isinstance(goal, Raise):
        needed = routes_of(kind, exponent, ask)
        marks = Marks(routine, difficult, challenging)
        if not needed:
            why, mark = why_none(kind, exponent)
            name = f"{kind.words[:1].upper()}{kind.words[1:]} {why}."
            return Answer({"days": "never", "done": False}, (Verdict(f"Exponent {exponent}", "no way on", name, mark),))
        gaps = tuple(dict.fromkeys(marks.short_of(route) for route in needed))
        aim = Aim(gaps, f"from {exponent} to {exponent + 1}", f"{exponent} → {exponent + 1}", False)
    else:
        skill = new_skill_of(goal.root, goal.others, ask)
        aim = Aim(
            (Marks(routine=skill.left(goal.tests)),), f"to a skill at {skill.opens}", f"Open at {skill.opens}", True
        )
    if any(not gap.total for gap in aim.missing):
        now = Verdict(aim.done, "nothing is missing", f"Nothing is missing: it goes {aim.words} at once.")
        return Answer({"days": 0, "done": True}, (now,))
    lessons = _lessons(goal, exponent, subject, teacher, will, ask)
    cycle = cycle_of(subject, ask)
    certain = sure(kind, ask)
    means = {}
    for one in TestClass:
        need = subject.times.hours[one]
        rate = 0 if isinstance(goal, Open) and goal.training else play.rate(one)
        lesson = lessons.get(one)
        means[one] = Means(
            rate,
            need if need <= free and certain else None,
            cycle,
            need <= spare,
            lesson.days.total if lesson and lesson.chance else None,
        )
    found = rules.best(aim.missing, means)
    counting = [one for one in TestClass if any(gap.of(one) for gap in aim.missing)]
    only = [one for one in counting if [way for way in Way if means[one].has(way)] == [Way.PRACTICE]]
    notes = _notes(hours, limit, only, aim, certain, will, kind, counting)
    sources = _sources(aim, counting, means, subject, lessons, free)
    if not found:
        nothing = [one.value for one in counting if not any(means[one].has(way) for way in Way)]
        lacking = "" if aim.opening else f"{wording.listed(nothing, 'or')} "
        none = f"No way brings {lacking}tests: give more hours, find a better teacher, or test harder things in play."
        return Answer({"days": "never", "done": False}, (Verdict("No way yet", aim.words, none), sources, *notes))
    best = min(found.values(), key=lambda one: one.cost)
    chance = _chance(best, lessons, ask)
    days_of = {key_of(ways): plan.days for ways, plan in found.items()}
    used = wording.listed(way.words for way in Way if way in best.ways)
    stretches = rules.timeline(best, means)
    risk = f", if Instruction passes ({wording.percent(chance)})" if Way.INSTRUCTION in best.ways else ""
    blocks: list[Block] = [
        Verdict(
            days_words(best.days),
            f"{used} · {aim.done}",
            f"{aim.words[:1].upper()}{aim.words[1:]} in {days_words(best.days)} at best, by {used}{risk}.",
            Mark.DERIVED,
        ),
        _ways(found, best, aim, lessons, ask),
        _calendar(stretches, best, aim, means),
        sources,
        Note("What play brings is your guess; the rest follows from it.", Mark.DERIVED),
        *notes,
    ]
    return Answer(
        values={
            "days": best.days,
            "done": False,
            "ways": days_of,
            "best": [way.value for way in Way if way in best.ways],
            "split": {way.value: as_values(best.split[way]) for way in Way},
            "hours": best.hours,
            "lessons": best.split[Way.INSTRUCTION].total,
            "chance": chance,
            "missing": [as_values(gap) for gap in aim.missing],
            "only_practice": [one.value for one in only],
            "timeline": [
                {"from": one.first, "to": one.last, "way": one.way.value, "class": one.test_class.value}
                for one in stretches
            ],
        },
        blocks=tuple(blocks),
    )


def key_of(ways: frozenset[Way]) -> str:
    """A set of ways for programs: "play+practice"."""
    return "+".join(way.value for way in Way if way in ways)


def _lessons(
    goal: Raise | Open, exponent: int, subject: Subject, teacher: Taught | Untaught, will: int, ask: Rulings
) -> Mapping[TestClass, Lesson]:
    """What the teacher can give; toward a new skill the one lesson stands as Routine, whatever its class."""
    if isinstance(teacher, Untaught) or subject.advances is not Kind.SKILL:
        return {}
    later = ask["edition"] == "later"
    if isinstance(goal, Raise):
        return lessons_of(exponent, teacher, will, subject.id, 0, later, ask)
    lesson = first_lesson(roots_of(goal.root, goal.others), teacher, will, subject.id, 0, later, ask)
    return {TestClass.ROUTINE: lesson} if lesson else {}


def _chance(plan: Plan, lessons: Mapping[TestClass, Lesson], ask: Rulings) -> Fraction:
    """The chance that all Instruction tests of a plan pass; 1 without a teacher."""
    taught = plan.split[Way.INSTRUCTION]
    if not taught.total:
        return Fraction(1)
    later = ask["edition"] == "later"
    each = each_lesson(taught.total, later, ask)
    chance = Fraction(1)
    for one in TestClass:
        if taught.of(one):
            passed = instruction.all_passed(lessons[one].chance, taught.of(one), each=each)
            chance = chance * passed if each else passed
    return chance


def _ways(
    found: Mapping[frozenset[Way], Plan],
    best: Plan,
    aim: Aim,
    lessons: Mapping[TestClass, Lesson],
    ask: Rulings,
) -> Table:
    """Every set of ways side by side; a mix that is no better than a part of it is left out."""
    rows, current = [], None
    for way in Way:
        if frozenset((way,)) not in found:
            rows.append((f"{way.words} alone", "never", "–", "–", "–"))
    for plan in dict.fromkeys(id(one) for one in found.values()):
        one = next(own for own in found.values() if id(own) == plan)
        name = wording.listed(way.words for way in Way if way in one.ways)
        chance = wording.percent(_chance(one, lessons, ask)) if Way.INSTRUCTION in one.ways else "–"
        split = "; ".join(f"{way.words}: {aim.count(one.split[way])}" for way in Way if way in one.ways)
        if one is best:
            current = len(rows)
        rows.append(
            (name if len(one.ways) > 1 else f"{name} alone", days_words(one.days), split, f"{one.hours} h", chance)
        )
    return Table(
        "The ways side by side", ("Way", "Days", "Marks", "Practice", "Instruction"), tuple(rows), current, Mark.DERIVED
    )


def _calendar(stretches: Sequence[Stretch], plan: Plan, aim: Aim, means: Mapping[TestClass, Means]) -> Table:
    """The plan as a calendar: each stretch, and what is missing after it; the totals last."""
    rows = []
    have = Marks()
    for one in stretches:
        have = have.plus(one.test_class)
        time = {
            Way.PLAY: "–",
            Way.PRACTICE: f"{means[one.test_class].hours} h a day",
            Way.INSTRUCTION: "all free time",
        }
        full = any(not have.short_of(gap).total for gap in aim.missing)
        left = aim.done if full else f"still {_left(have, aim)}"
        rows.append((f"{one.first} to {one.last}", one.way.words, time[one.way], aim.mark(one.test_class), left))
    lessons = plan.split[Way.INSTRUCTION].total
    spent = [f"{plan.hours} h of practice"] if plan.hours else []
    spent += [wording.count(lessons, "lesson")] if lessons else []
    used = wording.listed(way.words for way in Way if way in plan.ways)
    total = (f"{days_words(plan.days)} in all", used, wording.listed(spent) or "–", aim.count(have), aim.done)
    return Table("The calendar", ("Days", "By", "Time", "Brings", "Then"), (*rows, total), len(rows), Mark.DERIVED)


def _left(have: Marks, aim: Aim) -> str:
    return aim.count(have.short_of(aim.missing[0])) if aim.opening else missing_words(have, aim.missing)


def _sources(
    aim: Aim,
    counting: Sequence[TestClass],
    means: Mapping[TestClass, Means],
    subject: Subject,
    lessons: Mapping[TestClass, Lesson],
    free: int,
) -> Table:
    """For each class of mark that counts, how each way brings it."""
    rows = []
    for one in counting:
        own = means[one]
        need = subject.times.hours[one]
        practiced = f"{need} h a day, {days_words(own.cycle)}" if need <= free else f"{need} h a day: over your {free}"
        lesson = lessons.get(one)
        taught = "–"
        if lesson:
            never = "" if lesson.chance else ": Instruction cannot pass"
            taught = f"{ob(lesson.obstacle)}, {days_words(lesson.days.total)}{never}"
        played = f"{days_words(own.played(1))} to the first" if own.rate else "–"
        wanted = " or ".join(dict.fromkeys(str(gap.of(one)) for gap in aim.missing))
        rows.append((aim.mark(one) if not aim.opening else "Any class", wanted, played, practiced, taught))
    return Table("Where a mark comes from", ("Mark", "Missing", "Play", "Practice", "Instruction"), tuple(rows))


def _notes(
    hours: int,
    limit: int,
    only: Sequence[TestClass],
    aim: Aim,
    certain: bool,
    will: int,
    kind: Kind,
    counting: Sequence[TestClass],
) -> tuple[Note, ...]:
    notes = []
    if only:
        what = "them" if aim.opening else wording.listed(one.value for one in only)
        notes.append(Note(f"Only practice brings {what}.", rule="HUB-50"))
    if TestClass.ROUTINE not in counting:
        notes.append(Note("Routine tests bring nothing here; practice for a harder class.", rule="HUB-45"))
    if hours > limit:
        notes.append(Note(f"Will {will} bears {limit} hours of practice a day.", rule="HUB-51"))
    if not certain:
        notes.append(Note("At your table practice alone marks nothing for this ability.", Mark.RULING, "HUB-50"))
    if kind is not Kind.SKILL:
        notes.append(Note("A teacher teaches skills; for this there are play and practice.", rule="HUB-57"))
    return tuple(notes)
