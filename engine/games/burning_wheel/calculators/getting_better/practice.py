"""Practice: a plan against the day's limit, the bank of part cycles, and time spent away (HUB-50 to HUB-52)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.forms.learning import (
    EXPONENT,
    HOURS,
    MARKS,
    MARTIAL,
    WILL,
    MayHaveExponent,
    Subject,
    YourWill,
)
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.practice import cycle_of, limit_of, no_use, sure
from engine.games.burning_wheel.rules import practice as rules
from engine.games.burning_wheel.rules.advancement import Log, Marks, as_values, filled
from engine.games.burning_wheel.rules.practice import Placed, Regimen, Segment
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.games.burning_wheel.words import missing_words
from engine.rulings import Rulings
from engine.working import Mark

LAST_DAY = 100_000


def days_words(days: int) -> str:
    """Days as a reader counts them."""
    return wording.count(days, "day")


@dataclass(frozen=True, slots=True)
class Practiced:
    """What is practiced, for a test of which class: what each row of this chapter begins with."""

    name: Annotated[str, Asked("Ability")] = ""
    subject: Annotated[Among[Subject], Asked("Practiced as")] = MARTIAL
    test_class: Annotated[TestClass, Asked("Class of test")] = TestClass.ROUTINE

    @property
    def words(self) -> str:
        return self.name or self.subject.words or "Practice"

    @property
    def what(self) -> str:
        """The ability and the class."""
        return f"{self.words}, {self.test_class.value}"

    @property
    def ability(self) -> str:
        """The ability, alike however it is spelled."""
        return self.words.casefold()

    @property
    def needs(self) -> int:
        """The hours a day that it takes."""
        return self.subject.hours[self.test_class]


@row("regimen")
class RegimenRow(Practiced):
    """Something to practice, as a row of the form."""

    tests: Annotated[int, Between(1, 10), Asked("Tests", quick=(1, 2, 3))] = 1
    exponent: MayHaveExponent = None


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A regimen on the calendar: its cycle in days, and where it stands, or None where no day holds it.

    Days count from the `first`.
    """

    row: RegimenRow
    cycle: int
    placed: Placed | None
    first: int

    @property
    def days(self) -> int:
        """The days of all its cycles."""
        return self.cycle * self.row.tests

    @property
    def starts(self) -> int:
        """The day on which it begins, 0 for none."""
        return self.first + self.placed.start if self.placed else 0

    @property
    def ends(self) -> int:
        """The day on which it ends, 0 for none."""
        return self.first - 1 + self.placed.end if self.placed else 0


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
    cycles = [cycle_of(one.subject, ask) for one in regimens]
    wanted = [Regimen(one.needs, days * one.tests, one.ability) for one, days in zip(regimens, cycles, strict=True)]
    placed = rules.schedule(wanted, daily)
    plan = [Scheduled(*one, first) for one in zip(regimens, cycles, placed, strict=True)]
    fullest = rules.most_hours([one for one in placed if one])
    uses = [no_use(one.subject.advances, one.test_class, one.exponent, ask) for one in regimens]
    certain = all(sure(one.subject.advances, ask) for one in regimens)
    notes = [Note(f"{one.what}: {use}.", rule="HUB-50") for one, use in zip(regimens, uses, strict=True) if use]
    if hours > limit.total:
        notes.append(Note(f"You give {hours} hours; Will {will} allows {limit.total}.", rule="HUB-51"))
    if fullest > rules.USUAL_HOURS:
        notes.append(Note(f"{fullest} hours on the fullest day: most people bear {rules.USUAL_HOURS}.", rule="HUB-51"))
    if not certain:
        notes.append(Note("At the end of the cycle a test of that class must pass to be marked.", Mark.RULING))
    columns = ("Practice", "Hours a day", "From day", "A test on day", "Hours in all")
    return Answer(
        values={
            "limit": limit.total,
            "hours": daily,
            "hours_each": [one.needs for one in regimens],
            "days_each": cycles,
            "hours_whole": [one.row.needs * one.days for one in plan],
            "from": [one.starts for one in plan],
            "ends": [one.ends for one in plan],
            "possible": [one.placed is not None for one in plan],
            "worth": [not use for use in uses],
            "sure": certain,
            "fullest": fullest,
            "tests": sum(one.row.tests for one in plan if one.placed),
            "finish": max(one.ends for one in plan),
        },
        blocks=(
            _plan_verdict(plan, fullest, daily),
            Table("The calendar", columns, tuple(_calendar_row(one, daily) for one in plan)),
            Working(limit.lines, limit.total, "Hours in a day, at most", "h"),
            *notes,
            Note(
                "Hours of adventure, healing or sleep are no practice. A day missed breaks the cycle: bank what you "
                "have.",
                rule="HUB-51",
            ),
        ),
    )


def _plan_verdict(plan: Sequence[Scheduled], fullest: int, daily: int) -> Verdict:
    late = [f"{one.row.words} ({one.row.needs} h)" for one in plan if one.placed is None]
    over = f"{wording.listed(late)} does not fit into {daily} hours a day." if late else ""
    tests = sum(one.row.tests for one in plan if one.placed)
    if not tests:
        return Verdict("Too long a day", (Fact(f"{plan[0].row.needs} h", "wanted"), Fact(f"{daily} h", "given")), over)
    days = days_words(max(one.ends for one in plan) - plan[0].first + 1)
    until = f"Practice earns {wording.count(tests, 'test')} in {days}, with up to {fullest} hours a day."
    facts = [Fact.count(tests, "test"), Fact(f"up to {fullest} of {daily} h", "a day")]
    if late:
        facts.append(Fact("one does not fit"))
    return Verdict(days, tuple(facts), f"{until} {over}".strip(), Mark.DERIVED)


def _calendar_row(one: Scheduled, daily: int) -> tuple[str | int | None, ...]:
    if one.placed is None:
        return (one.row.what, one.row.needs, "never", f"over {daily} h", None)
    marks = [one.starts - 1 + one.cycle * number for number in range(1, one.row.tests + 1)]
    days = ", ".join(str(day) for day in marks)
    return (one.row.what, one.row.needs, one.starts, days, one.row.needs * one.days)


@row("stretch")
class SegmentRow(Practiced):
    """A stretch of practice, as a row of the form."""

    days: Annotated[int, Between(1, 3660), Asked("Days", quick=(7, 14, 30))] = 14
    hours: Annotated[int, HOURS, Asked("Hours a day", quick=(1, 2, 4, 8))] = 2
    exponent: MayHaveExponent = None


@calculator("practice-bank", rules="HUB-52")
def practice_bank(
    stretches: Annotated[tuple[SegmentRow, ...], Asked("Practiced so far"), sheet("skill")] = (SegmentRow(),),
    will: YourWill = 4,
    *,
    ask: Rulings,
) -> Answer:
    """A week here, a fortnight there: has it earned a test?"""
    long = [one for one in stretches if one.hours > rules.daily_limit(will).total]
    limit = limit_of(will, ask).total if long else rules.MOST_HOURS
    by_hours = any(one.hours != one.needs for one in stretches) and ask["learning.bank-days"] == "hours"
    groups: dict[tuple[str, Subject], list[tuple[int, SegmentRow]]] = {}
    for index, one in enumerate(stretches):
        groups.setdefault((one.ability, one.subject), []).append((index, one))
    rows, found, effects, notes = [], [], [], []
    for (_, subject), members in groups.items():
        segments = [Segment(one.test_class, one.days, min(one.hours, limit)) for _, one in members]
        several = len({segment.test_class for segment in segments}) > 1
        downward = several and ask["learning.bank-classes"] == "down"
        days = cycle_of(subject, ask)
        told, exponent = next(((at, one.exponent) for at, one in members if one.exponent is not None), (0, None))
        for bank in rules.banks(segments, subject, days, by_hours=by_hours, downward=downward):
            what = f"{members[0][1].words}, {bank.test_class.value}"
            found.append((what, bank))
            rows.append((what, bank.days, days, bank.earned, days_words(bank.missing)))
            if use := no_use(subject.advances, bank.test_class, exponent, ask):
                notes.append(Note(f"{what}: {use}.", rule="HUB-50"))
            elif bank.earned and exponent is not None and sure(subject.advances, ask):
                effects += [LogTest(f"stretches.{told}.exponent", bank.test_class.value)] * bank.earned
            if bank.lost:
                hours = subject.hours[bank.test_class]
                lost = f"{days_words(bank.lost)} had fewer than {hours} hours and {'does' if bank.lost == 1 else 'do'}"
                notes.append(Note(f"{what}: {lost} not count.", Mark.RULING, "HUB-52"))
    if long:
        notes.append(Note(f"Will {will} allows {limit} hours a day; longer days count as that.", rule="HUB-51"))
    keys = ("days", "lost", "earned", "missing")
    banks = [{"practice": what, **{key: getattr(bank, key) for key in keys}} for what, bank in found]
    return Answer(
        values={"earned": sum(bank.earned for _, bank in found), "banks": banks},
        blocks=(
            _bank_verdict(found),
            Table("The bank", ("Practice", "Days", "Cycle", "Tests", "To the next"), tuple(rows)),
            *notes,
        ),
        effects=tuple(effects),
    )


def _bank_verdict(found: Sequence[tuple[str, rules.Bank]]) -> Verdict:
    total = sum(bank.earned for _, bank in found)
    earned = [f"{bank.earned} × {what}" for what, bank in found if bank.earned]
    figure = wording.count(total, "test") if total else "No test yet"
    said = f"Take {wording.listed(earned)}." if earned else "No cycle is full yet."
    if not found:
        return Verdict(figure, (Fact("nothing practiced"),), said, Mark.DERIVED)
    what, nearest = min(found, key=lambda one: one[1].missing)
    left = days_words(nearest.missing)
    return Verdict(figure, (Fact(left, f"more for {what}"),), f"{said} Nearest: {what}: {left} to go.", Mark.DERIVED)


@row("pursuit")
class AwayRow(Practiced):
    """What someone did while away, as a row of the form."""

    test_class: Annotated[TestClass, Asked("Class of test")] = TestClass.ROUTINE
    months: Annotated[int, Between(0, 120), Asked("Months given to it", "0: all the time.")] = 0
    exponent: Annotated[int, EXPONENT, Asked("Exponent"), sheet("exponent")] = 3
    routine: Annotated[int, MARKS, Asked("Routine tests marked"), sheet("routine")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked"), sheet("difficult")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked"), sheet("challenging")] = 0

    @property
    def log(self) -> Log:
        """The ability as it was before."""
        return Log(self.exponent, Marks(self.routine, self.difficult, self.challenging))


@dataclass(frozen=True, slots=True)
class Pursued:
    """What became of a pursuit: its place among them, where it stands on the calendar, and the days of its cycle."""

    index: int
    row: AwayRow
    placed: Placed | None
    cycle: int

    @property
    def tests(self) -> int:
        """The tests that it earned."""
        return self.placed.regimen.days // self.cycle if self.placed else 0

    @property
    def earned(self) -> list[tuple[int, int]]:
        """The day of each test, and its class by its place among all."""
        order, start = list(TestClass), self.placed.start if self.placed else 0
        return [(start + self.cycle * number, order.index(self.row.test_class)) for number in range(1, self.tests + 1)]

    def cells(self, daily: int) -> tuple[str | int, ...]:
        """As a row of a table."""
        if self.placed:
            return (self.row.what, self.row.needs, f"{self.placed.start + 1} to {self.placed.end}", self.tests)
        why = f"over {daily} h" if self.row.needs > daily else f"a cycle is {self.cycle} days"
        return (self.row.what, self.row.needs, why, 0)


def _pursued(pursuits: Sequence[AwayRow], span: int, daily: int, by_year: bool) -> list[Pursued]:
    """All pursuits on the calendar, the first of them placed first."""
    found: list[Pursued] = []
    for index, one in enumerate(pursuits):
        cycle = rules.cycle(one.subject.months, by_year=by_year)
        given = min(span, rules.cycle(one.months, by_year=by_year)) if one.months else span
        beside = [other.placed for other in found if other.placed]
        regimen = Regimen(one.needs, cycle, one.ability)
        found.append(Pursued(index, one, rules.fit(regimen, given // cycle, beside, span, daily), cycle))
    return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """An ability after the time away: the first pursuit of it, all tests of it, its log then, and what is missing."""

    first: Pursued
    tests: int
    after: rules.Returned
    still: str

    @property
    def unused(self) -> int:
        """Tests that came after the rise."""
        return self.tests - len(self.after.marked)

    @property
    def rises(self) -> bool:
        return self.after.exponent > self.first.row.exponent

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs."""
        return {"practice": self.first.row.words, "exponent": self.after.exponent, **as_values(self.after.marks)}

    @property
    def effects(self) -> list[LogTest]:
        """The marks that it leaves on the sheet."""
        return [LogTest(f"pursuits.{self.first.index}.exponent", mark.value) for mark in self.after.marked]

    @property
    def cells(self) -> tuple[str | int, ...]:
        """As a row of a table."""
        row, now = self.first.row, self.after.exponent
        return (row.words, self.tests, self.unused, f"{row.exponent} → {now}" if self.rises else now, self.still)


@calculator("time-away", rules="HUB-52")
def time_away(
    months: Annotated[int, Between(1, 120), Asked("Months away", gm=True, quick=(1, 3, 6, 12))] = 12,
    pursuits: Annotated[tuple[AwayRow, ...], Asked("You practiced, the most important first"), sheet("skill")] = (
        AwayRow(months=3),
        AwayRow(test_class=TestClass.DIFFICULT, months=2),
    ),
    hours: Annotated[int, HOURS, Asked("Hours a day", quick=(4, 8, 12))] = rules.USUAL_HOURS,
    will: YourWill = 4,
    *,
    ask: Rulings,
) -> Answer:
    """I was away for a year of game time: what did my character learn?"""
    if not pursuits:
        raise Unusable("pursuits", "Spread the time over at least one ability; there is none here.")
    by_year = ask["learning.month"] == "year"
    span = rules.cycle(months, by_year=by_year)
    daily = min(hours, limit_of(will, ask).total)
    plan = _pursued(pursuits, span, daily, by_year)
    done = [one for one in plan if one.placed]
    outcomes = [
        _outcome([one for one in done if one.row.ability == ability], ask)
        for ability in dict.fromkeys(one.row.ability for one in done)
    ]
    total, unused = sum(one.tests for one in plan), sum(one.unused for one in outcomes)
    calendar, became = tuple(one.cells(daily) for one in plan), tuple(one.cells for one in outcomes)
    notes = ["Nothing rises by more than one exponent this way."]
    if unused:
        notes.append(f"{wording.count(unused, 'test')} came after the rise and cannot be marked.")
    if short := [one.row.words for one in plan if not one.placed]:
        notes.append(f"{wording.listed(short)}: bank the days that you have.")
    return Answer(
        values={
            "span": span,
            "tests": total,
            "tests_each": [one.tests for one in done],
            "unused": unused,
            "risen": sum(one.rises for one in outcomes),
            "after": [one.values for one in outcomes],
        },
        blocks=(
            _learned(outcomes, total, days_words(span)),
            Table("The time away", ("Practice", "Hours a day", "Days", "Tests"), calendar),
            Table("What came of it", ("Ability", "Tests", "Unused", "Exponent", "Now"), became),
            *(Note(note, rule="HUB-52") for note in notes),
        ),
        effects=tuple(effect for one in outcomes for effect in one.effects),
    )


def _learned(outcomes: Sequence[Outcome], total: int, days: str) -> Verdict:
    risen = [one.first.row.words for one in outcomes if one.rises]
    line = f"{wording.listed(risen)} {'rises' if len(risen) == 1 else 'rise'}" if risen else "nothing rises"
    said = f"In {days} practice earns {wording.count(total, 'test')}; {line}{' by one' if risen else ''}."
    return Verdict(
        wording.count(total, "test") if total else "No test",
        (Fact(line), Fact(days, "of practice")),
        said,
        Mark.DERIVED,
    )


def _outcome(plan: Sequence[Pursued], ask: Rulings) -> Outcome:
    """One ability after all that was practiced of it, in the order of the days."""
    lead = plan[0].row
    kind, log, order = lead.subject.advances, lead.log, list(TestClass)
    needed = routes_of(kind, log.exponent, ask)
    above = routes_of(kind, log.exponent + 1, ask) if needed else ()
    if filled(needed, log.marks):
        named = wording.quoted(lead.words)
        raise Unusable("pursuits", f"The marks of {named} already lift it; a log starts empty after that.")
    tests = [order[place] for _, place in sorted(day for one in plan for day in one.earned)]
    kept = rules.after_absence(log, tests, needed, above)
    lost = rules.after_absence(log, tests, needed, above, keep=False)
    after = lost if kept != lost and ask["learning.after-rise"] == "lost" else kept
    then = routes_of(kind, after.exponent, ask)
    still = f"still {missing_words(after.marks, then)}" if then else "no tests lead on"
    return Outcome(plan[0], len(tests), after, still)


@table("practice-times")
def practice_times() -> Table:
    """Hours of practice a day for one test, for every category, stat and attribute."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (times.name, _cycle_words(times.months), *times.hours.values()) for times in rules.TIMES.values()
    )
    return Table(
        "Practice: hours a day for one test", ("Practiced as", "Cycle", *(one.value for one in TestClass)), rows
    )


def _cycle_words(months: int) -> str:
    return "1 year" if months == rules.MONTHS_A_YEAR else wording.count(months, "month")


@table("practice-limits")
def practice_limits() -> Table:
    """The most hours of practice in a day, by Will."""
    rows = tuple((will, rules.daily_limit(will).total) for will in range(1, 6))
    return Table("Hours a day, at most", ("Will", "Hours"), rows, mark=Mark.DERIVED)
