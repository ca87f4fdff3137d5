"""How to get to the next exponent: play, practice and a teacher on one calendar (HUB-50, HUB-51, HUB-57)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, branch, sheet
from engine.games.burning_wheel.calculators.getting_better.advancement import why_none
from engine.games.burning_wheel.calculators.getting_better.instruction import Teacher
from engine.games.burning_wheel.calculators.getting_better.practice import days_words
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.learning import (
    EXPONENT,
    HOURS,
    MARKS,
    MARTIAL,
    ROOT,
    FurtherRoots,
    ItsRoot,
    Subject,
    YourWill,
)
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.aptitude import new_skill_of, roots_of
from engine.games.burning_wheel.readings.instruction import chance_of, first_lesson, lessons_of, terms_of
from engine.games.burning_wheel.readings.practice import cycle_of, limit_of, sure
from engine.games.burning_wheel.rules import routes as rules
from engine.games.burning_wheel.rules.advancement import Kind, Marks, as_values
from engine.games.burning_wheel.rules.instruction import Lesson
from engine.games.burning_wheel.rules.routes import Means, Plan, Way
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.words import count_words, missing_words
from engine.rulings import Rulings
from engine.working import Mark

RATE = Between(0, 30)


@branch("the next exponent")
class Raise:
    """An ability that is to rise by one."""


@branch("to open a new skill")
class Open:
    """A skill that is to be opened."""

    root: ItsRoot = ROOT
    others: FurtherRoots = ()
    tests: Annotated[int, MARKS, Asked("Tests marked toward it", quick=(0, 1, 2, 3))] = 0
    training: Annotated[bool, Asked("A training: play does not count")] = False


@dataclass(frozen=True, slots=True)
class Taught(Teacher):
    """Someone teaches."""


@branch("nobody")
class Untaught:
    """Nobody teaches."""


@dataclass(frozen=True, slots=True)
class Play(Marks):
    """What play brings in 30 days, as the table guesses it."""

    routine: Annotated[int, RATE, Asked("Routine", quick=(0, 1, 2, 3))] = 2
    difficult: Annotated[int, RATE, Asked("Difficult", quick=(0, 1, 2, 3))] = 1
    challenging: Annotated[int, RATE, Asked("Challenging", quick=(0, 1, 2, 3))] = 0


@dataclass(frozen=True, slots=True)
class Aim:
    """What is wanted: the marks missing by each route, from what to what, and how a mark of a class is called."""

    missing: tuple[Marks, ...]
    words: str
    done: str
    opening: bool

    @property
    def counting(self) -> list[TestClass]:
        """The classes that any route asks for."""
        return [one for one in TestClass if any(gap.of(one) for gap in self.missing)]

    def mark(self, test_class: TestClass) -> str:
        """A mark in words: toward a new skill the class makes no difference."""
        return "a test" if self.opening else test_class.value

    def count(self, marks: Marks) -> str:
        """Marks in words."""
        return wording.count(marks.total, "test") if self.opening else count_words(marks)

    def after(self, have: Marks) -> str:
        """Where these marks lead: what is done then, or what is missing still."""
        if any(not have.short_of(gap).total for gap in self.missing):
            return self.done
        left = self.count(have.short_of(self.missing[0])) if self.opening else missing_words(have, self.missing)
        return f"still {left}"


@dataclass(frozen=True, slots=True)
class Sought:
    """What is wanted, and by which means: lessons by class, the `means` of each, and the hours that a day bears."""

    aim: Aim
    subject: Subject
    lessons: Mapping[TestClass, Lesson]
    means: Mapping[TestClass, Means]
    hours: int
    limit: int
    certain: bool

    @property
    def free(self) -> int:
        """Hours of practice on a free day."""
        return min(self.hours, self.limit)

    @property
    def only_practice(self) -> list[TestClass]:
        """The classes that nothing but practice brings."""
        alone = [Way.PRACTICE]
        return [one for one in self.aim.counting if [way for way in Way if self.means[one].has(way)] == alone]


@calculator("next-exponent", rules="HUB-50 HUB-51 HUB-57")
def next_exponent(
    exponent: Annotated[int, EXPONENT, Asked("Your exponent", quick=(2, 3, 4, 5)), sheet("exponent")] = 3,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3)), sheet("routine")] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2)), sheet("difficult")] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1)), sheet("challenging")] = 0,
    goal: Annotated[Raise | Open, Asked("What you want")] = Raise(),
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL,
    hours: Annotated[int, HOURS, Asked("Hours of practice on a free day", quick=(2, 4, 8, 12))] = 8,
    beside: Annotated[int, Between(0, 20), Asked("Hours of practice on a day of play", quick=(0, 2, 4))] = 2,
    play: Annotated[Play, Asked("Tests that 30 days of play bring")] = Play(),
    teacher: Annotated[Taught | Untaught, Asked("Who teaches you")] = Taught(),
    will: YourWill = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How do I get to the next exponent, and how soon?"""
    limit = limit_of(will, ask).total
    kind = subject.advances
    aim = _aim(goal, kind, exponent, Marks(routine, difficult, challenging), ask)
    if not aim.missing:
        why, mark = why_none(kind, exponent)
        name = f"{kind.words[:1].upper()}{kind.words[1:]} {why}."
        return Answer(
            {"days": "never", "done": False}, (Verdict(f"Exponent {exponent}", (Fact("no way on"),), name, mark),)
        )
    if any(not gap.total for gap in aim.missing):
        now = Verdict(aim.done, (), f"Nothing is missing: it goes {aim.words} at once.")
        return Answer({"days": 0, "done": True}, (now,))
    lessons = _lessons(goal, exponent, subject, teacher, will, ask)
    cycle, certain = cycle_of(subject, ask), sure(kind, ask)
    rates = Marks() if isinstance(goal, Open) and goal.training else play
    means = {
        one: Means(
            rates.of(one),
            need if need <= min(hours, limit) and certain else None,
            cycle,
            need <= min(beside, hours, limit),
            lessons[one].days.total if one in lessons and lessons[one].chance else None,
        )
        for one, need in subject.hours.items()
    }
    sought = Sought(aim, subject, lessons, means, hours, limit, certain)
    found = rules.best(aim.missing, means)
    sources, notes = _sources(sought), _notes(sought, will)
    if not found:
        return Answer({"days": "never", "done": False}, (_no_way(sought), sources, *notes))
    best = min(found.values(), key=lambda one: one.cost)
    chances = {ways: chance_of(plan.split[Way.INSTRUCTION], lessons, ask) for ways, plan in found.items()}
    guess = Note("What play brings is your guess; the rest follows from it.", Mark.DERIVED)
    ways, calendar = _ways(found, chances, best, aim), _calendar(best, sought)
    return Answer(
        values=_values(sought, found, best, chances[best.ways]),
        blocks=(_best(best, chances[best.ways], aim), ways, calendar, sources, guess, *notes),
    )


def _values(sought: Sought, found: Mapping[frozenset[Way], Plan], best: Plan, chance: Fraction) -> dict[str, object]:
    return {
        "days": best.days,
        "done": False,
        "ways": {key_of(ways): plan.days for ways, plan in found.items()},
        "best": [way.value for way in Way if way in best.ways],
        "split": {way.value: as_values(best.split[way]) for way in Way},
        "hours": best.hours,
        "lessons": best.split[Way.INSTRUCTION].total,
        "chance": chance,
        "missing": [as_values(gap) for gap in sought.aim.missing],
        "only_practice": [one.value for one in sought.only_practice],
        "timeline": [
            {"from": one.first, "to": one.last, "way": one.way.value, "class": one.test_class.value}
            for one in rules.timeline(best, sought.means)
        ],
    }


def _best(best: Plan, chance: Fraction, aim: Aim) -> Verdict:
    used = listed(best.ways)
    risk = f", if Instruction passes ({wording.percent(chance)})" if Way.INSTRUCTION in best.ways else ""
    said = f"{aim.words[:1].upper()}{aim.words[1:]} in {days_words(best.days)} at best, by {used}{risk}."
    facts = [Fact(aim.done, "exponent"), Fact(used)]
    if Way.INSTRUCTION in best.ways:
        facts.append(Fact(chance, "Instruction passes"))
    return Verdict(days_words(best.days), tuple(facts), said, Mark.DERIVED)


def _no_way(sought: Sought) -> Verdict:
    lacking = ""
    if not sought.aim.opening:
        nothing = [one.value for one in sought.aim.counting if not any(sought.means[one].has(way) for way in Way)]
        lacking = f"{wording.listed(nothing, 'or')} "
    none = f"No way brings {lacking}tests: give more hours, find a better teacher, or test harder things in play."
    return Verdict("No way yet", (Fact(sought.aim.words),), none)


def key_of(ways: frozenset[Way]) -> str:
    """A set of ways for programs: "play+practice"."""
    return "+".join(way.value for way in Way if way in ways)


def listed(ways: frozenset[Way]) -> str:
    """The same for people: "play and practice"."""
    return wording.listed(way.words for way in Way if way in ways)


def _aim(goal: Raise | Open, kind: Kind, exponent: int, marks: Marks, ask: Rulings) -> Aim:
    """What is wanted; nothing is missing by any route where no tests lead on."""
    if isinstance(goal, Open):
        skill = new_skill_of(goal.root, goal.others, ask)
        missing = (Marks(routine=skill.left(goal.tests)),)
        return Aim(missing, f"to a skill at {skill.opens}", f"Open at {skill.opens}", True)
    gaps = tuple(dict.fromkeys(marks.short_of(route) for route in routes_of(kind, exponent, ask)))
    return Aim(gaps, f"from {exponent} to {exponent + 1}", f"{exponent} → {exponent + 1}", False)


def _lessons(
    goal: Raise | Open, exponent: int, subject: Subject, teacher: Taught | Untaught, will: int, ask: Rulings
) -> Mapping[TestClass, Lesson]:
    """What the teacher can give; toward a new skill the one lesson stands as Routine, whatever its class."""
    if isinstance(teacher, Untaught) or subject.advances is not Kind.SKILL:
        return {}
    terms = terms_of(teacher, will, subject.id, ask)
    if isinstance(goal, Raise):
        return lessons_of(terms, exponent, ask)
    lesson = first_lesson(terms, roots_of(goal.root, goal.others), ask)
    return {TestClass.ROUTINE: lesson} if lesson else {}


def _ways(
    found: Mapping[frozenset[Way], Plan], chances: Mapping[frozenset[Way], Fraction], best: Plan, aim: Aim
) -> Table:
    """Every set of ways side by side; a mix that is no better than a part of it is left out."""
    rows: list[tuple[str | Fraction | None, ...]] = [
        (f"{way.words} alone", "never", None, None, None) for way in Way if frozenset((way,)) not in found
    ]
    shown = list({id(plan): plan for plan in found.values()}.values())
    current = len(rows) + [plan is best for plan in shown].index(True)
    for plan in shown:
        name = listed(plan.ways) if len(plan.ways) > 1 else f"{listed(plan.ways)} alone"
        split = "; ".join(f"{way.words}: {aim.count(plan.split[way])}" for way in Way if way in plan.ways)
        chance = chances[plan.ways] if Way.INSTRUCTION in plan.ways else None
        rows.append((name, days_words(plan.days), split, f"{plan.hours} h", chance))
    columns = ("Way", "Days", "Marks", "Practice", "Instruction")
    return Table("The ways side by side", columns, tuple(rows), current, Mark.DERIVED)


def _calendar(plan: Plan, sought: Sought) -> Table:
    """The plan as a calendar: each stretch, and what is missing after it; the totals last."""
    aim, rows, have = sought.aim, [], Marks()
    for one in rules.timeline(plan, sought.means):
        have = have.plus(one.test_class)
        practiced = f"{sought.means[one.test_class].hours} h a day"
        time = {Way.PLAY: None, Way.PRACTICE: practiced, Way.INSTRUCTION: "all free time"}[one.way]
        rows.append((f"{one.first} to {one.last}", one.way.words, time, aim.mark(one.test_class), aim.after(have)))
    lessons = plan.split[Way.INSTRUCTION].total
    spent = [f"{plan.hours} h of practice"] if plan.hours else []
    spent += [wording.count(lessons, "lesson")] if lessons else []
    time = wording.listed(spent) or None
    total = (f"{days_words(plan.days)} in all", listed(plan.ways), time, aim.count(have), aim.done)
    return Table("The calendar", ("Days", "By", "Time", "Brings", "Then"), (*rows, total), len(rows), Mark.DERIVED)


def _sources(sought: Sought) -> Table:
    """For each class of mark that counts, how each way brings it."""
    aim, rows = sought.aim, []
    for one in aim.counting:
        means, need = sought.means[one], sought.subject.hours[one]
        fits = days_words(means.cycle) if need <= sought.free else ""
        practiced = f"{need} h a day, {fits}" if fits else f"{need} h a day: over your {sought.free}"
        taught = None
        if lesson := sought.lessons.get(one):
            never = "" if lesson.chance else ": Instruction cannot pass"
            taught = f"{ob(lesson.obstacle)}, {days_words(lesson.days.total)}{never}"
        played = f"{days_words(means.played(1))} to the first" if means.rate else None
        wanted = " or ".join(dict.fromkeys(str(gap.of(one)) for gap in aim.missing))
        rows.append(("Any class" if aim.opening else one.value, wanted, played, practiced, taught))
    return Table("Where a mark comes from", ("Mark", "Missing", "Play", "Practice", "Instruction"), tuple(rows))


def _notes(sought: Sought, will: int) -> Sequence[Note]:
    aim, only = sought.aim, sought.only_practice
    notes = []
    if only:
        what = "them" if aim.opening else wording.listed(one.value for one in only)
        notes.append(Note(f"Only practice brings {what}.", rule="HUB-50"))
    if TestClass.ROUTINE not in aim.counting:
        notes.append(Note("Routine tests bring nothing here; practice for a harder class.", rule="HUB-45"))
    if sought.hours > sought.limit:
        notes.append(Note(f"Will {will} allows {sought.limit} hours of practice a day.", rule="HUB-51"))
    if not sought.certain:
        notes.append(Note("At your table practice alone marks nothing for this ability.", Mark.RULING, "HUB-50"))
    if sought.subject.advances is not Kind.SKILL:
        notes.append(Note("A teacher teaches skills; for this there are play and practice.", rule="HUB-57"))
    return notes
