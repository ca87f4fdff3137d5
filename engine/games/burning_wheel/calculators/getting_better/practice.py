"""Practice: a plan against the day's limit, the bank of part cycles, and time spent away (HUB-50 to HUB-52)."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.getting_better.advancement import EXPONENT
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.rules import practice as rules
from engine.games.burning_wheel.rules.advancement import CAP, ROWS, Kind, Log, Marks, as_values, filled
from engine.games.burning_wheel.rules.practice import Placed, Regimen, Segment, Times
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.games.burning_wheel.words import missing_words
from engine.rulings import Rulings
from engine.working import Mark, Worked

WILL = Between(1, 10)
HOURS = Between(1, rules.MOST_HOURS)
LAST_DAY = 100_000


@dataclass(frozen=True, slots=True)
class Subject:
    """What is practiced: a row of the table, or one that the table lacks, with the GM's numbers."""

    name: Annotated[str, Asked("Name")] = ""
    months: Annotated[int, Between(1, 60), Asked("Months of a cycle", gm=True, quick=(1, 3, 6, 12))] = 1
    routine: Annotated[int, HOURS, Asked("Routine: hours a day", gm=True)] = 2
    difficult: Annotated[int, HOURS, Asked("Difficult: hours a day", gm=True)] = 4
    challenging: Annotated[int, HOURS, Asked("Challenging: hours a day", gm=True)] = 8
    advances: Annotated[Kind, Asked("Advances like")] = Kind.SKILL

    @classmethod
    def of(cls, times: Times) -> "Subject":
        """A row of the rules' table."""
        return cls(times.name, times.months, times.routine, times.difficult, times.challenging, times.advances)

    @classmethod
    def table(cls) -> Mapping[str, "Subject"]:
        """All rows by id, in the order of the book."""
        return _subjects()

    @property
    def words(self) -> str:
        """The name of the category, stat or attribute."""
        return self.name

    @property
    def group(self) -> str:
        """The half of the table in which it stands."""
        return "Skills" if self.advances is Kind.SKILL else "Stats and attributes"

    @property
    def id(self) -> str:
        """The id of its row; empty for one of the reader's own."""
        return next((key for key, row in _subjects().items() if row == self), "")

    @property
    def times(self) -> Times:
        """The row as the rules take it."""
        return Times(self.id, self.name, self.months, self.routine, self.difficult, self.challenging, self.advances)


@functools.cache
def _subjects() -> Mapping[str, Subject]:
    return {key: Subject.of(times) for key, times in rules.TIMES.items()}


MARTIAL = _subjects()["martial"]


def cycle_of(subject: Subject, ask: Rulings) -> int:
    """The days of a cycle, under the table's month."""
    return rules.cycle(subject.months, by_year=ask["learning.month"] == "year")


def limit_of(will: int, ask: Rulings, imposed: bool = False) -> Worked:
    """The most hours of practice in a day; whether Will binds the willing is asked for where it would."""
    binds = rules.daily_limit(will).total < rules.MOST_HOURS
    return rules.daily_limit(will, bound=imposed or not binds or ask["learning.daily-limit"] == "all")


def no_use(kind: Kind, test_class: TestClass, exponent: int | None, ask: Rulings) -> str:
    """Why a mark of this class would be worth nothing, as the end of a sentence; empty where it is worth something."""
    if exponent is not None:
        needed = routes_of(kind, exponent, ask)
        if needed and not any(route.of(test_class) for route in needed):
            return f"no {test_class.value} test counts at exponent {exponent}"
        return f"no test leads on from exponent {CAP}" if exponent >= CAP else ""
    by_table = kind.table()
    if by_table and test_class is TestClass.ROUTINE and not any(row.routine for row in ROWS[by_table]):
        return "no Routine test ever advances a stat"
    return ""


def sure(kind: Kind, ask: Rulings) -> bool:
    """Whether practice earns the mark without a roll."""
    return not kind.success_only or ask["learning.practice-success"] == "yes"


def days_words(days: int) -> str:
    """Days as a reader counts them."""
    return wording.count(days, "day")


@dataclass(frozen=True, slots=True)
class RegimenRow:
    """Something to practice, as a row of the form."""

    name: Annotated[str, Asked("Ability")] = ""
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL
    test_class: Annotated[TestClass, Asked("For a test that is")] = TestClass.ROUTINE
    tests: Annotated[int, Between(1, 10), Asked("Tests", quick=(1, 2, 3))] = 1
    exponent: Annotated[int | None, EXPONENT, Asked("Its exponent", "Empty: not told."), sheet("exponent")] = None

    singular: ClassVar[str] = "regimen"

    @property
    def words(self) -> str:
        return self.name or self.subject.words or "Practice"

    @property
    def hours(self) -> int:
        return self.subject.times.hours[self.test_class]


@calculator("practice-plan", rules="HUB-50 HUB-51")
def practice_plan(
    regimens: Annotated[tuple[RegimenRow, ...], Asked("You practice, the most important first"), sheet("skill")] = (
        RegimenRow(),
    ),
    hours: Annotated[int, HOURS, Asked("Hours a day that you give", quick=(2, 4, 8, 12, 16))] = rules.USUAL_HOURS,
    will: Annotated[int, WILL, Asked("Your Will", quick=(2, 3, 4, 5)), sheet("will")] = 4,
    first: Annotated[int, Between(1, LAST_DAY), Asked("The first day", more=True)] = 1,
    imposed: Annotated[bool, Asked("Someone forces you to practice", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """When will practice have earned these tests, and how much does a day bear?"""
    if not regimens:
        raise Unusable("regimens", "A plan takes at least one regimen; there is none here.")
    limit = limit_of(will, ask, imposed)
    daily = min(hours, limit.total)
    cycles = [cycle_of(row.subject, ask) for row in regimens]
    wanted = [
        Regimen(row.hours, days * row.tests, row.words.casefold()) for row, days in zip(regimens, cycles, strict=True)
    ]
    placed = rules.schedule(wanted, daily)
    held = [one for one in placed if one]
    fullest = rules.most_hours(held)
    finish = max((first - 1 + one.end for one in held), default=0)
    uses = [no_use(row.subject.advances, row.test_class, row.exponent, ask) for row in regimens]
    certain = [sure(row.subject.advances, ask) for row in regimens]
    rows = tuple(
        _calendar_row(row, one, days, first, daily) for row, one, days in zip(regimens, placed, cycles, strict=True)
    )
    notes = [
        Note(f"{row.words}, {row.test_class.value}: {use}.", rule="HUB-50")
        for row, use in zip(regimens, uses, strict=True)
        if use
    ]
    if hours > limit.total:
        notes.append(Note(f"You give {hours} hours; Will {will} bears {limit.total}.", rule="HUB-51"))
    if fullest > rules.USUAL_HOURS:
        notes.append(Note(f"{fullest} hours on the fullest day: most people bear {rules.USUAL_HOURS}.", rule="HUB-51"))
    if not all(certain):
        notes.append(Note("At the end of the cycle a test of that class must pass to be marked.", Mark.RULING))
    notes.append(
        Note(
            "Hours of adventure, healing or sleep are no practice. A day missed breaks the cycle: bank what you have.",
            rule="HUB-51",
        )
    )
    tests = sum(row.tests for row, one in zip(regimens, placed, strict=True) if one)
    return Answer(
        values={
            "limit": limit.total,
            "hours": daily,
            "hours_each": [row.hours for row in regimens],
            "days_each": cycles,
            "hours_whole": [row.hours * one.days for row, one in zip(regimens, wanted, strict=True)],
            "from": [first + one.start if one else 0 for one in placed],
            "ends": [first - 1 + one.end if one else 0 for one in placed],
            "possible": [one is not None for one in placed],
            "worth": [not use for use in uses],
            "sure": all(certain),
            "fullest": fullest,
            "tests": tests,
            "finish": finish,
        },
        blocks=(
            _plan_verdict(regimens, placed, tests, first, finish, fullest, daily),
            Table("The calendar", ("Practice", "Hours a day", "From day", "A test on day", "Hours in all"), rows),
            Working(limit.lines, limit.total, "Hours in a day, at most", "h"),
            *notes,
        ),
    )


def _plan_verdict(
    regimens: Sequence[RegimenRow],
    placed: Sequence[Placed | None],
    tests: int,
    first: int,
    finish: int,
    fullest: int,
    daily: int,
) -> Verdict:
    late = [f"{row.words} ({row.hours} h)" for row, one in zip(regimens, placed, strict=True) if one is None]
    over = f"{wording.listed(late)} does not fit into {daily} hours a day." if late else ""
    if not tests:
        return Verdict("Too long a day", f"{regimens[0].hours} h wanted · {daily} h given", over)
    days = finish - first + 1
    until = f"Practice earns {wording.count(tests, 'test')} in {days_words(days)}, with up to {fullest} hours a day."
    line = f"{wording.count(tests, 'test')} · up to {fullest} of {daily} h a day{' · one does not fit' if late else ''}"
    return Verdict(days_words(days), line, f"{until} {over}".strip(), Mark.DERIVED)


def _calendar_row(row: RegimenRow, one: Placed | None, cycle: int, first: int, daily: int) -> tuple[str, ...]:
    what = f"{row.words}, {row.test_class.value}"
    if one is None:
        return (what, str(row.hours), "never", f"over {daily} h", "–")
    marks = [first - 1 + one.start + cycle * number for number in range(1, row.tests + 1)]
    return (
        what,
        str(row.hours),
        str(first + one.start),
        ", ".join(str(day) for day in marks),
        str(row.hours * one.regimen.days),
    )


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A stretch of practice, as a row of the form."""

    name: Annotated[str, Asked("Ability")] = ""
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL
    test_class: Annotated[TestClass, Asked("For a test that is")] = TestClass.ROUTINE
    days: Annotated[int, Between(1, 3660), Asked("Days", quick=(7, 14, 30))] = 14
    hours: Annotated[int, HOURS, Asked("Hours a day", quick=(1, 2, 4, 8))] = 2
    exponent: Annotated[int | None, EXPONENT, Asked("Its exponent", "Empty: not told."), sheet("exponent")] = None

    singular: ClassVar[str] = "stretch"

    @property
    def words(self) -> str:
        return self.name or self.subject.words or "Practice"


@calculator("practice-bank", rules="HUB-52")
def practice_bank(
    stretches: Annotated[tuple[SegmentRow, ...], Asked("Practiced so far"), sheet("skill")] = (SegmentRow(),),
    will: Annotated[int, WILL, Asked("Your Will", more=True), sheet("will")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """A week here, a fortnight there: has it earned a test?"""
    long = [row for row in stretches if row.hours > rules.daily_limit(will).total]
    limit = limit_of(will, ask).total if long else rules.MOST_HOURS
    too_few = any(row.hours != row.subject.times.hours[row.test_class] for row in stretches)
    by_hours = too_few and ask["learning.bank-days"] == "hours"
    groups: dict[tuple[str, Subject], list[tuple[int, SegmentRow]]] = {}
    for index, row in enumerate(stretches):
        groups.setdefault((row.words.casefold(), row.subject), []).append((index, row))
    rows, found, effects, notes = [], [], [], []
    for (_, subject), members in groups.items():
        segments = [Segment(row.test_class, row.days, min(row.hours, limit)) for _, row in members]
        several = len({segment.test_class for segment in segments}) > 1
        downward = several and ask["learning.bank-classes"] == "down"
        days = cycle_of(subject, ask)
        name = members[0][1].words
        told = next((index for index, row in members if row.exponent is not None), None)
        for bank in rules.banks(segments, subject.times, days, by_hours=by_hours, downward=downward):
            what = f"{name}, {bank.test_class.value}"
            found.append(
                {"practice": what, **{key: getattr(bank, key) for key in ("days", "lost", "earned", "missing")}}
            )
            rows.append((what, str(bank.days), str(days), str(bank.earned), days_words(bank.missing)))
            exponent = None if told is None else stretches[told].exponent
            use = no_use(subject.advances, bank.test_class, exponent, ask)
            if use:
                notes.append(Note(f"{what}: {use}.", rule="HUB-50"))
            elif bank.earned and told is not None and sure(subject.advances, ask):
                effects += [LogTest(f"stretches.{told}.exponent", bank.test_class.value)] * bank.earned
            if bank.lost:
                need = subject.times.hours[bank.test_class]
                lost = f"{days_words(bank.lost)} had fewer than {need} hours and {'does' if bank.lost == 1 else 'do'}"
                notes.append(Note(f"{what}: {lost} not count.", Mark.RULING, "HUB-52"))
    if long:
        notes.append(Note(f"Will {will} bears {limit} hours a day; longer days count as that.", rule="HUB-51"))
    earned = [f"{one['earned']} × {one['practice']}" for one in found if one["earned"]]
    total = sum(int(one["earned"]) for one in found)
    nearest = min(found, key=lambda one: int(one["missing"]), default=None)
    line = f"{nearest['practice']}: {days_words(int(nearest['missing']))} to go" if nearest else "nothing practiced"
    figure = wording.count(total, "test") if total else "No test yet"
    said = f"Take {wording.listed(earned)}. " if earned else "No cycle is full yet. "
    return Answer(
        values={"earned": total, "banks": found},
        blocks=(
            Verdict(figure, line, f"{said}Nearest: {line}." if nearest else f"{said}".strip(), Mark.DERIVED),
            Table("The bank", ("Practice", "Days", "Cycle", "Tests", "To the next"), tuple(rows)),
            *notes,
        ),
        effects=tuple(effects),
    )


@dataclass(frozen=True, slots=True)
class AwayRow:
    """What someone did while away, as a row of the form."""

    name: Annotated[str, Asked("Ability")] = ""
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL
    test_class: Annotated[TestClass, Asked("For tests that are")] = TestClass.ROUTINE
    months: Annotated[int, Between(0, 120), Asked("Months given to it", "0: all the time.")] = 0
    exponent: Annotated[int, EXPONENT, Asked("Exponent"), sheet("exponent")] = 3
    routine: Annotated[int, MARKS, Asked("Routine tests marked"), sheet("routine")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked"), sheet("difficult")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked"), sheet("challenging")] = 0

    singular: ClassVar[str] = "pursuit"

    @property
    def words(self) -> str:
        return self.name or self.subject.words or "Practice"


@calculator("time-away", rules="HUB-52")
def time_away(
    months: Annotated[int, Between(1, 120), Asked("Months away", gm=True, quick=(1, 3, 6, 12))] = 12,
    pursuits: Annotated[tuple[AwayRow, ...], Asked("You practiced, the most important first"), sheet("skill")] = (
        AwayRow(months=3),
        AwayRow(test_class=TestClass.DIFFICULT, months=2),
    ),
    hours: Annotated[int, HOURS, Asked("Hours a day", quick=(4, 8, 12))] = rules.USUAL_HOURS,
    will: Annotated[int, WILL, Asked("Your Will", more=True), sheet("will")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """I was away for a year of game time: what did my character learn?"""
    if not pursuits:
        raise Unusable("pursuits", "Spread the time over at least one ability; there is none here.")
    by_year = ask["learning.month"] == "year"
    span = rules.cycle(months, by_year=by_year)
    daily = min(hours, limit_of(will, ask).total)
    plan: list[tuple[AwayRow, Placed, int]] = []
    rows, short = [], []
    for row in pursuits:
        what = f"{row.words}, {row.test_class.value}"
        days = cycle_of(row.subject, ask)
        given = min(span, rules.cycle(row.months, by_year=by_year)) if row.months else span
        need = row.subject.times.hours[row.test_class]
        cycle = Regimen(need, days, row.words.casefold())
        found = rules.fit(cycle, given // days, [one for _, one, _ in plan], span, daily)
        if found:
            tests = found.regimen.days // days
            plan.append((row, found, tests))
            rows.append((what, str(need), f"{found.start + 1} to {found.end}", str(tests)))
        else:
            short.append(row.words)
            rows.append((what, str(need), f"over {daily} h" if need > daily else f"a cycle is {days} days", "0"))
    outcomes, learned, effects = [], [], []
    unused = 0
    leads: dict[str, AwayRow] = {}
    for row, _, _ in plan:
        leads.setdefault(row.words.casefold(), row)
    for row in leads.values():
        own = [entry for entry in plan if entry[0].words.casefold() == row.words.casefold()]
        after = _after(row, own, ask)
        tests = sum(count for _, _, count in own)
        unused += tests - len(after.marked)
        start = next(index for index, one in enumerate(pursuits) if one is row)
        effects += [LogTest(f"pursuits.{start}.exponent", one.value) for one in after.marked]
        rises = after.exponent > row.exponent
        outcomes.append({"practice": row.words, "exponent": after.exponent, **as_values(after.marks)})
        needed = routes_of(row.subject.advances, after.exponent, ask)
        still = f"still {missing_words(after.marks, needed)}" if needed else "no tests lead on"
        change = f"{row.exponent} → {after.exponent}" if rises else str(row.exponent)
        learned.append((row.words, str(tests), str(tests - len(after.marked)), change, still))
    total = sum(tests for _, _, tests in plan)
    risen = [one[0] for one in learned if "→" in one[3]]
    figure = wording.count(total, "test") if total else "No test"
    line = f"{wording.listed(risen)} {'rises' if len(risen) == 1 else 'rise'}" if risen else "nothing rises"
    notes = [Note("Nothing rises by more than one exponent this way.", rule="HUB-52")]
    if unused:
        notes.append(Note(f"{wording.count(unused, 'test')} came after the rise and cannot be marked.", rule="HUB-52"))
    if short:
        notes.append(Note(f"{wording.listed(short)}: bank the days that you have.", rule="HUB-52"))
    return Answer(
        values={
            "span": span,
            "tests": total,
            "tests_each": [tests for _, _, tests in plan],
            "unused": unused,
            "risen": len(risen),
            "after": outcomes,
        },
        blocks=(
            Verdict(
                figure,
                f"{line} · {days_words(span)}",
                f"In {days_words(span)} practice earns {wording.count(total, 'test')}; "
                f"{line}{' by one' if risen else ''}.",
                Mark.DERIVED,
            ),
            Table("The time away", ("Practice", "Hours a day", "Days", "Tests"), tuple(rows)),
            Table("What came of it", ("Ability", "Tests", "Unused", "Exponent", "Now"), tuple(learned)),
            *notes,
        ),
        effects=tuple(effects),
    )


def _after(row: AwayRow, plan: Sequence[tuple[AwayRow, Placed, int]], ask: Rulings) -> rules.Returned:
    """The log of an ability after all that was practiced of it, in the order of the days."""
    kind = row.subject.advances
    order = list(TestClass)
    earned = sorted(
        (one.start + one.regimen.days // tests * number, order.index(own.test_class))
        for own, one, tests in plan
        for number in range(1, tests + 1)
    )
    needed = routes_of(kind, row.exponent, ask)
    above = routes_of(kind, row.exponent + 1, ask) if needed else ()
    log = Log(row.exponent, Marks(row.routine, row.difficult, row.challenging))
    if filled(needed, log.marks):
        raise Unusable(
            "pursuits", f"The marks of {wording.quoted(row.words)} already lift it; a log starts empty after that."
        )
    tests = [order[place] for _, place in earned]
    kept = rules.after_absence(log, tests, needed, above)
    lost = rules.after_absence(log, tests, needed, above, keep=False)
    return lost if kept != lost and ask["learning.after-rise"] == "lost" else kept


@table("practice-times")
def practice_times() -> Table:
    """Hours of practice a day for one test, for every category, stat and attribute."""
    rows = tuple(
        (times.name, _cycle_words(times.months), *(str(hours) for hours in times.hours.values()))
        for times in rules.TIMES.values()
    )
    return Table(
        "Practice: hours a day for one test", ("Practiced as", "Cycle", *(one.value for one in TestClass)), rows
    )


def _cycle_words(months: int) -> str:
    return "1 year" if months == rules.MONTHS_A_YEAR else wording.count(months, "month")


@table("practice-limits")
def practice_limits() -> Table:
    """The most hours of practice in a day, by Will."""
    rows = tuple((str(will), str(rules.daily_limit(will).total)) for will in range(1, 6))
    return Table("Hours a day, at most", ("Will", "Hours"), rows, mark=Mark.DERIVED)
