"""Who marks what: helpers, versus and open tests, series, the checklist, and the log itself (HUB-39, HUB-42 to 48)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, row
from engine.games.burning_wheel.blocks.log import log_block
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.calculators.getting_better.advancement import why_none
from engine.games.burning_wheel.calculators.getting_better.test_class import CISTERN
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.learning import EXPONENT, MARKS
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of, no_log, on_condition
from engine.games.burning_wheel.readings.elements import element_of, helpable
from engine.games.burning_wheel.readings.tests import house_of
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules import building, test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.building import Fork, Helper, Task
from engine.games.burning_wheel.rules.spending import Purse
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import choice, missing_words
from engine.option import Option
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark


class Outcome(Option):
    """How a test ended, as far as the log asks."""

    PASSED = "passed", "passed"
    FAILED = "failed", "failed"
    DEFENDED = "defended-tie", "tied, and won as the defender"


@calculator("does-it-count", rules="HUB-39 HUB-43 FAI-14")
def does_it_count(
    kind: Annotated[Kind, Asked("You tested")] = Kind.SKILL,
    outcome: Annotated[Outcome, Asked("The test")] = Outcome.PASSED,
    fitting: Annotated[bool, Asked("It fitted what was going on in the game", gm=True)] = True,
    rolled: Annotated[bool, Asked("Dice were rolled")] = True,
    mongered: Annotated[bool, Asked("You begged for a test, or for a class of test", gm=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """May I mark this test?"""
    only_passed = kind.success_only
    succeeded = outcome is Outcome.PASSED or (
        outcome is Outcome.DEFENDED and (not only_passed or ask["advancement.tie"] == "yes")
    )
    if no_log(kind):
        result, why, rule = "no", no_log(kind), "HUB-40"
    elif not rolled:
        result, why, rule = "no", "A fine speech is no test. Set an obstacle and roll; then mark it.", "HUB-43"
    elif mongered:
        result, why, rule = "no", "The GM says no: tests come from what happens, not from asking for them.", "HUB-43"
    elif not fitting:
        result, why, rule = "practice", "It was not called for in play, so it counts as practice.", "HUB-43"
    elif only_passed and not succeeded:
        result, why, rule = "no", f"{kind.words} marks only tests that succeed.", "HUB-39"
    else:
        passed = "Only a success counts here, and this was one." if only_passed else "Passed or failed, it counts."
        result, why, rule = "yes", passed, "HUB-39"
    figure = {"yes": "Mark it", "no": "No mark", "practice": "Practice"}[result]
    checks = (
        ("Dice were rolled", "yes" if rolled else "no"),
        ("It fitted the moment", "yes" if fitting else "no"),
        ("Nobody begged for it", "no" if mongered else "yes"),
        ("The outcome counts", "passed only" if only_passed else "passed or failed"),
    )
    return Answer(
        values={"counts": result == "yes", "result": result},
        blocks=(
            Verdict(figure, (), why),
            Table("The checklist", ("Question", "Here"), checks),
            Note("After the session, five minutes over the logs catch what was forgotten.", rule=rule),
        ),
    )


@row("roll")
class RollRow(rules.Rolled):
    """One roll of a series, as a row of the form."""

    dice: Annotated[DiceCount, Asked("Dice that count")] = DiceCount(4)
    obstacle: Annotated[Obstacle, Asked("Obstacle")] = Obstacle(2)
    passed: Annotated[bool, Asked("Passed")] = True


@calculator("series", rules="HUB-44")
def series(
    rolls: Annotated[tuple[RollRow, ...], Asked("The rolls, in order")] = (
        RollRow(),
        RollRow(obstacle=Obstacle(4)),
        RollRow(obstacle=Obstacle(3)),
    ),
    kind: Annotated[Kind, Asked("One ability", more=True)] = Kind.SKILL,
    exponent: Annotated[int, EXPONENT, Asked("Its exponent", more=True)] = 4,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", more=True)] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", more=True)] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Many rolls of one ability in one conflict: which one is marked?"""
    if why := no_log(kind):
        return Answer(
            {"roll": None, "class": test_class.NONE, "advances": False}, (Verdict("No mark", (Fact("no log"),), why),)
        )
    needed = routes_of(kind, exponent, ask)
    marks = Marks(routine, difficult, challenging)
    if rules.filled(needed, marks):
        raise Unusable("routine", f"These marks already lift exponent {exponent}; a log starts empty after that.")
    found = rules.logged(
        rolls,
        marks,
        needed,
        success_only=kind.success_only,
        by_class=len(rolls) > 1 and ask["advancement.series"] == "class",
        class_of=lambda dice, obstacle: classes_of(dice, obstacle, ask),
    )
    rows = tuple(
        (number, one.dice, one.obstacle, "passed" if one.passed else "failed", classes_of(one.dice, one.obstacle, ask))
        for number, one in enumerate(rolls, 1)
    )
    table_ = Table("The series", ("Roll", "Dice", "Obstacle", "Outcome", "Class"), rows, found.roll)
    values = {
        "roll": None if found.roll is None else found.roll + 1,
        "class": found.classes.value,
        "advances": found.advances,
    }
    if found.roll is None:
        failed = kind.success_only and not any(one.passed for one in rolls)
        empty = "Nothing was asked of you, or there were no dice." if rolls else "Nothing was rolled."
        sentence = f"{kind.words} marks only tests that succeed." if rolls and failed else empty
        return Answer(values, (Verdict("No mark", (Fact.count(len(rolls), "roll"),), sentence), table_))
    number = found.roll + 1
    why = (
        f"Roll {number} fills the last gap: mark it as it falls and advance. The rest earns nothing."
        if found.advances
        else f"One conflict, one mark: roll {number}. The others earn nothing."
    )
    facts = (*choice(found.classes), Fact(f"roll {number}"), *((Fact("advances"),) if found.advances else ()))
    verdict = Verdict(found.classes.short, facts, why)
    return Answer(values, (verdict, table_), marks_of("", found.classes, kind, passed=rolls[found.roll].passed))


@branch("another’s roll")
class Versus:
    """Someone rolled against you: their successes are your obstacle."""

    successes: Annotated[int, Between(0, 60), Asked("Their successes", quick=(0, 1, 2, 3, 4, 5))] = 3
    penalty: Annotated[int, BONUS, Asked("Your own +Ob")] = 0


@branch("no obstacle (an open test)")
class Open:
    """An open test: no obstacle, the successes say how well it went."""


@calculator("open-or-versus", rules="HUB-46")
def open_or_versus(
    dice: Annotated[DiceCount, Asked("Dice that count", quick=(1, 2, 3, 4, 5, 6))] = DiceCount(4),
    against: Annotated[Versus | Open, Asked("You rolled against")] = Versus(),
    kind: Annotated[Kind, Asked("You tested", more=True)] = Kind.SKILL,
    *,
    ask: Rulings,
) -> Answer:
    """What do I mark after a versus test or an open test?"""
    if why := no_log(kind):
        values: dict[str, object] = {"class": test_class.NONE, "classes": [], "obstacle": None}
        return Answer(values, (Verdict("No mark", (Fact("no log"),), why),))
    if isinstance(against, Open):
        said = f" {kind.words} marks it only if it passed." if kind.success_only else ""
        return Answer(
            values={"class": TestClass.ROUTINE.value, "classes": test_class.OF_OPEN_TEST.names, "obstacle": 1},
            blocks=(
                Verdict(
                    "Routine",
                    (Fact("always, on one die too"),),
                    f"An open test has no obstacle: the log takes it as Ob 1 and always as Routine.{said}",
                ),
                Note("Open-ended dice are another matter: a test with an obstacle is not open.", rule="HUB-07"),
            ),
            effects=marks_of("", test_class.OF_OPEN_TEST, kind),
        )
    counts = ask["advancement.own-penalty"] == "yes" if against.penalty else True
    obstacle = against.successes + (against.penalty if counts else 0)
    classes = classes_of(dice, obstacle, ask)
    return Answer(
        values={"class": classes.value, "classes": classes.names, "obstacle": obstacle},
        blocks=(
            Verdict(
                " or ".join(classes.names) or "No test",
                (*choice(classes), Fact(DiceCount(dice), "dice"), Fact(Obstacle(obstacle), "obstacle")),
                f"Their {wording.count(against.successes, 'success', 'successes')}"
                f"{' and your own penalty' if against.penalty and counts else ''} make it "
                f"{ob(obstacle)}: {classes.article}{on_condition(kind) if classes else ''}.",
            ),
        ),
        effects=marks_of("", classes, kind),
    )


@row("helper")
class HelperRow:
    """Someone who helps, as a row of the form."""

    name: Annotated[str, Asked("Who, with what")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL

    @property
    def helper(self) -> Helper:
        """The same for the rules."""
        return Helper(self.name, self.exponent, self.kind is Kind.STAT)


@row("FoRK")
class ForkRow(Fork):
    """An ability FoRKed in, as a row of the form."""

    name: Annotated[str, Asked("FoRK")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 7))] = 3


@calculator("who-marks", rules="HUB-47 HUB-48")
def who_marks(
    exponent: Annotated[int, EXPONENT, Asked("Your exponent", quick=(2, 3, 4, 5, 6))] = 3,
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    helpers: Annotated[tuple[HelperRow, ...], Asked("Helpers")] = (HelperRow(exponent=2),),
    forks: Annotated[tuple[ForkRow, ...], Asked("FoRKs")] = (),
    gear: Annotated[int, BONUS, Asked("Advantage and gear dice")] = 0,
    kind: Annotated[Kind, Asked("You test", more=True)] = Kind.SKILL,
    passed: Annotated[bool, Asked("The test passed", more=True)] = True,
    beginner: Annotated[bool, Asked("You test with Beginner’s Luck", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Who marks what after this test?"""
    if obstacle * 2 > MOST_OBSTACLE and beginner:
        raise Unusable("obstacle", f"Doubled, an obstacle is at most {MOST_OBSTACLE} here; this is {obstacle}.")
    element = helpable(element_of(kind), ask) if helpers else element_of(kind)
    given = tuple(one.helper for one in helpers)
    task = Task(exponent, element, obstacle, beginner, gear=gear, helpers=given, forks=forks)
    house = house_of(task, ask)
    built = building.build(task, house)
    checked(built.rolled, 0, "helpers")
    dice, against = building.counting(task, built, house)
    classes = classes_of(dice, against, ask)
    logged = building.logged_for(beginner, classes, all_to_skill=house.beginner_all)
    own = building.earned(classes, logged, passed=passed, success_only=kind.success_only)
    for_helpers = building.for_helpers(task, built, house)
    judged = [_judged(one, building.no_help(task, one.helper), for_helpers, passed=passed, ask=ask) for one in helpers]
    joins = any(line.rule == "HUB-32" for line in built.dice.lines)
    alone = classes_of(exponent, obstacle, ask)
    mine = own if own or not classes else None
    rows = (
        ("You", f"{dice}D", Obstacle(against), mine),
        *(one.cells for one in judged),
        *(_forked(fork, test_class.fork_dice(fork.exponent) if joins else 0) for fork in forks),
    )
    earned = "nothing" if mine is None else own.article + (f", {logged.words}" if beginner and own else "")
    facts = (Fact(DiceCount(dice), "dice"), Fact(Obstacle(against), "obstacle"), Fact(alone.short, "alone"))
    said = f"You mark {earned}. {_helpers_sentence(judged)}FoRKed abilities mark nothing."
    cistern = (Note(CISTERN, Mark.CORRECTED, "HUB-35"),) if (exponent, obstacle) == (3, 2) else ()
    return Answer(
        values={
            "dice": built.rolled,
            "class": own.value,
            "marked": logged.value if own else "nothing",
            "alone": alone.value,
            "helpers": [one.classes.value for one in judged],
            "forks": [test_class.NONE for _ in forks],
        },
        blocks=(
            Verdict("No mark", facts, said) if mine is None else Verdict(mine.short, (*choice(mine), *facts), said),
            Table("Who marks what", ("Who", "Judged by", "Against", "Marks"), rows),
            *cistern,
        ),
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """What a helper marks: its `classes`, or nothing and why; and the obstacle that it is judged against."""

    helper: Helper
    against: int
    classes: Classes
    why: str = ""
    helps: bool = True

    @property
    def cells(self) -> tuple[Entry, ...]:
        """As a row of a table."""
        dice = f" (+{test_class.helping_dice(self.helper.exponent)}D)" if self.helps else ""
        marks = f"nothing: {self.why}" if self.why else self.classes
        return (f"{self.helper.words}{dice}", DiceCount(self.helper.exponent), Obstacle(self.against), marks)


def _judged(asked: HelperRow, refused: str, against: int, *, passed: bool, ask: Rulings) -> Judged:
    if refused:
        return Judged(asked.helper, against, Classes(), refused, helps=False)
    found = classes_of(asked.exponent, against, ask)
    if asked.kind.success_only and not passed:
        return Judged(asked.helper, against, Classes(), "it must succeed")
    return Judged(asked.helper, against, found)


def _forked(fork: Fork, share: int) -> tuple[str | None, ...]:
    if share:
        return (f"{fork.words} (+{share}D)", None, None, "nothing")
    return (fork.words, None, None, "adds nothing here")


def _helpers_sentence(judged: Sequence[Judged]) -> str:
    if not judged:
        return ""
    marked = wording.listed(one.classes.value if one.classes else "nothing" for one in judged)
    return f"The helper marks {marked}. " if len(judged) == 1 else f"The helpers mark {marked}. "


@branch("Mark a test")
class MarkTest:
    """Mark a test whose class is known."""

    test_class: Annotated[TestClass, Asked("Class")] = TestClass.ROUTINE
    passed: Annotated[bool, Asked("Passed")] = True


@branch("Mark by dice and obstacle")
class Tested:
    """Mark a test by its dice and obstacle."""

    dice: Annotated[DiceCount, Asked("Dice that count")] = DiceCount(4)
    obstacle: Annotated[Obstacle, Asked("Obstacle")] = Obstacle(2)
    passed: Annotated[bool, Asked("Passed")] = True


@branch("Note artha spent")
class Artha(Purse):
    """Note artha spent on the ability."""

    fate: Annotated[int, Between(0, 5), Asked("Fate")] = 1
    persona: Annotated[int, Between(0, 5), Asked("Persona")] = 0
    deeds: Annotated[int, Between(0, 5), Asked("Deeds")] = 0


@branch("New session")
class NextSession:
    """Draw a line: a new session begins."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The log of one ability as it stands, what came of the last entry, and how many there are."""

    ability: Ability
    kind: Kind
    readings: tuple[tuple[str, str], ...]
    marks: Marks
    artha: Purse = Purse()
    sitting: int = 1
    result: str = ""
    entries: int = 0
    told: tuple[Told, ...] = ()

    def after(self, what: str, result: str, **changed: Any) -> "Noted":
        """The log after one more entry."""
        told = (Told(0, f"Session {self.sitting}, {what}: {result}." if result else f"{what}.", "HUB-42"),)
        return replace(self, result=result, entries=self.entries + 1, told=told, **changed)

    @property
    def needed(self) -> tuple[Marks, ...]:
        return routes_of(self.kind, self.ability.exponent, self.rulings)

    @property
    def rulings(self) -> Rulings:
        return Rulings(NAME, dict(self.readings))


LOG_RULINGS = (
    "edition",
    "advancement.challenging",
    "advancement.from-0",
    "advancement.obstacle-0",
    "advancement.no-dice",
    "later.tables",
)


def start(
    ability: Annotated[Ability, Asked("Ability", quick=("B2", "B3", "B4", "B5", "B6"))] = Ability(Shade.BLACK, 3),
    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL,
    routine: Annotated[int, MARKS, Asked("Routine tests so far")] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests so far")] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests so far")] = 0,
    *,
    ask: Rulings,
) -> Noted:
    """What stands in the experience log?"""
    if ability.exponent > CAP:
        raise Unusable("ability", f"An exponent advances up to {CAP}; this is {ability}.")
    state = Noted(
        ability,
        kind,
        tuple((name, ask[name]) for name in LOG_RULINGS),
        Marks(routine, difficult, challenging),
    )
    if rules.filled(state.needed, state.marks):
        raise Unusable("routine", f"These marks already lift {ability}; a log starts empty after that.")
    return state


def moves(state: Noted) -> dict[str, tuple[type, ...]]:
    """What may be noted now."""
    return {} if state.kind.parents else {"log": (MarkTest, Tested, Artha, NextSession)}


def step(state: Noted, side: str, move: object, dice: Dice) -> Noted:
    """The log after one entry."""
    match move:
        case MarkTest(found, passed):
            return _marked(state, Classes((found,)), passed, found.value)
        case Tested(count, obstacle, passed):
            classes = classes_of(count, obstacle, state.rulings)
            words = f"{count}D against {ob(obstacle)}: {classes.words}"
            return _marked(state, classes, passed, words)
        case Artha():
            return state.after(_every(move), "noted", artha=state.artha + move)
    return state.after(f"Session {state.sitting + 1} begins", "", sitting=state.sitting + 1)


def _every(spent: Purse) -> str:
    """All three kinds, those of which there is none too."""
    return ", ".join(f"{points} {what.capitalize()}" for what, points in spent.parts.items())


def _marked(state: Noted, classes: Classes, passed: bool, words: str) -> Noted:
    what = f"{words}, {'passed' if passed else 'failed'}"
    needed = state.needed
    if state.kind.success_only and not passed:
        result = f"refused: {state.kind.words} marks only tests that succeed"
    elif not classes:
        result = "nothing to mark"
    else:
        best = rules.best(classes, state.marks, needed)
        log = rules.Log(state.ability.exponent, state.marks).after(best, needed)
        rises = log.exponent > state.ability.exponent
        ability = Ability(state.ability.shade, log.exponent)
        result = f"{state.ability} → {ability}: you learned something" if rises else f"marked {best.value}"
        return state.after(what, result, ability=ability, marks=log.marks)
    return state.after(what, result)


def show(state: Noted) -> Answer:
    """The log as on paper."""
    needed = state.needed
    rises = "→" in state.result
    missing = f"still {missing_words(state.marks, needed)}" if needed else "no tests lead on"
    if rises:
        verdict = Verdict(
            str(state.ability), (Fact("I learned something"),), f"It is {state.ability} now. The slate is clean."
        )
    else:
        verdict = Verdict(str(state.ability), (Fact(missing),), f"{state.ability}: {missing}.")
    blocks: list[Block] = [verdict]
    if needed:
        full = state.result.split(":")[0] if rises else ""
        blocks.append(log_block(state.kind, state.ability.exponent, state.marks, needed, full))
    else:
        why, mark = why_none(state.kind, state.ability.exponent)
        blocks.append(Note(f"{state.kind.words[:1].upper() + state.kind.words[1:]} {why}.", mark, "HUB-40"))
    if state.artha.points:
        blocks.append(Note(f"Artha spent on it: {_every(state.artha)}.", rule="HUB-42"))
    blocks.append(
        Note("The printed form is damaged in our source; this one follows the tables.", Mark.REBUILT, "HUB-42")
    )
    return Answer(
        values={
            "ability": str(state.ability),
            "marks": rules.as_values(state.marks),
            "missing": [rules.as_values(state.marks.short_of(route)) for route in needed],
            "artha": state.artha.parts,
            "entries": state.entries,
            "last": state.result,
        },
        blocks=tuple(blocks),
    )


session("experience-log", rules="HUB-42 HUB-45", start=start, moves=moves, step=step, show=show)
