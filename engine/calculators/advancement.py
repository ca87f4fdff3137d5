"""Getting better: the class of a test, what counts for it, who marks it, and tests needed (HUB-35 to HUB-49)."""

import itertools
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Bubbles, Cell, ExperienceLog, Grid, LogTest, Note, Table, Verdict, Working
from engine.burning_wheel import advancement as rules
from engine.burning_wheel import test_class
from engine.burning_wheel.ability import Ability
from engine.burning_wheel.advancement import CAP, Kind, Marks
from engine.burning_wheel.test_class import TestClass
from engine.calculators import calculator, table
from engine.dice import MOST_DICE, MOST_OBSTACLE, DiceCount, Obstacle, Pool, Shade, successes
from engine.forms import Asked, Between, Unusable
from engine.option import Option
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark

LETTERS = {TestClass.ROUTINE: "R", TestClass.DIFFICULT: "D", TestClass.CHALLENGING: "C"}
CHOICE_LETTER = "R/D"
QUICK_TEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
MARKS = Between(0, 20)
EXPONENT = Between(0, CAP)
BONUS = Between(0, 10)
NOT_COUNTED = (
    "Count every die that you rolled: ability, help, FoRKs, advantage, gear. Not counted: dice that artha brings, "
    "dice that it rerolls, and the extra dice of sixes."
)


def has_choice(ask: Rulings, dice: int, obstacle: int) -> bool:
    """Whether one die against Ob 1 leaves a choice of class; asks for the edition in that one case."""
    return ask["edition"] == "revised" if (dice, obstacle) == (1, 1) else True


def classes_of(dice: int, obstacle: int, ask: Rulings) -> tuple[TestClass, ...]:
    """The class of a test under the table's rulings, which matter off the printed table and for 1 die against Ob 1."""
    routine, challenging = TestClass.ROUTINE, TestClass.CHALLENGING
    return test_class.classes(
        dice,
        obstacle,
        choice=has_choice(ask, dice, obstacle),
        of_obstacle_0=routine if obstacle > 0 or ask["advancement.obstacle-0"] == "routine" else None,
        of_no_dice=challenging if dice > 0 or obstacle <= 0 or ask["advancement.no-dice"] == "challenging" else None,
    )


def names(classes: tuple[TestClass, ...]) -> list[str]:
    """Classes for programs."""
    return [one.value for one in classes]


# --- The class of a test --------------------------------------------------------------------------------------------


class Layout(Option):
    """Which way round the grid stands."""

    DICE_DOWN = "dice-down", "dice down"
    OBSTACLE_DOWN = "obstacle-down", "obstacle down"


class Size(Option):
    """How much of the grid is drawn."""

    TEN = "ten", "10 by 10"
    TWENTY = "twenty", "20 by 20"

    @property
    def cells(self) -> int:
        return {Size.TEN: 10, Size.TWENTY: 20}[self]


@calculator("test-class", rules="HUB-35")
def class_of_test(
    dice: Annotated[DiceCount, Asked("Dice", quick=QUICK_TEN)] = DiceCount(4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=QUICK_TEN)] = Obstacle(2),
    layout: Annotated[Layout, Asked("The grid", more=True)] = Layout.DICE_DOWN,
    size: Annotated[Size, Asked("Its size", more=True)] = Size.TEN,
    *,
    ask: Rulings,
) -> Answer:
    """Routine, Difficult or Challenging?"""
    classes = classes_of(dice, obstacle, ask)
    words = test_class.words(classes)
    near = _neighbours(dice, obstacle, classes, ask)
    against = f"{wording.count(dice, 'die', 'dice')} against {wording.obstacle(obstacle)}"
    aloud = f"{against}: {_article(classes)}."
    blocks: list[Block] = [
        Verdict(
            " or ".join(names(classes)) or "No test",
            " · ".join([f"{dice}D", wording.obstacle(obstacle), *(["your choice"] if len(classes) > 1 else [])]),
            f"{aloud} {_sentence(classes, near)}" if near else aloud,
            Mark.RULING if dice == 0 or obstacle == 0 else Mark.DERIVED if dice > test_class.LAST_PRINTED else None,
        ),
        _grid(dice, obstacle, layout, size),
        Note(NOT_COUNTED, rule="HUB-36"),
    ]
    if dice > test_class.LAST_PRINTED:
        blocks.append(Note("The printed table ends at 18 dice; its pattern goes on.", Mark.DERIVED, "HUB-35"))
    if (dice, obstacle) == (3, 2):
        blocks.append(Note(CISTERN, Mark.CORRECTED, "HUB-35"))
    return Answer(
        values={
            "class": test_class.value(classes),
            "classes": names(classes),
            "routine_to": test_class.most_routine(dice),
            "challenging_from": dice + 1,
            "one_die_fewer": test_class.value(near.fewer) if near else test_class.NONE,
            "nearest_obstacle": near.obstacle if near else obstacle,
            "nearest_class": test_class.value(near.changed if near else classes),
        },
        blocks=tuple(blocks),
        effects=(LogTest("", words),) if len(classes) == 1 else (),
    )


CISTERN = (
    "An example in the book calls 3 dice against Ob 2 Difficult. The table makes it Routine, and the table is right: "
    "Difficult starts at Ob 3."
)


def _article(classes: tuple[TestClass, ...]) -> str:
    if not classes:
        return "no test to mark"
    if len(classes) > 1:
        return f"{test_class.words(classes)}"
    return f"a {classes[0].value} test"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What would change the class: one die fewer, and the nearest obstacle of another class."""

    fewer: tuple[TestClass, ...]
    obstacle: int
    changed: tuple[TestClass, ...]


def _neighbours(dice: int, obstacle: int, classes: tuple[TestClass, ...], ask: Rulings) -> Neighbours | None:
    if dice < 2 or obstacle < 1:
        return None
    lower = (other for other in range(min(obstacle, dice + 1), 0, -1))
    upper = (other for other in range(obstacle, dice + 2))
    reached = [
        next((other for other in way if test_class.classes(dice, other) != classes), None) for way in (lower, upper)
    ]
    nearest = min((other for other in reached if other is not None), key=lambda other: abs(other - obstacle))
    return Neighbours(classes_of(dice - 1, obstacle, ask), nearest, test_class.classes(dice, nearest))


def _sentence(classes: tuple[TestClass, ...], near: Neighbours) -> str:
    still = "still " if near.fewer == classes else ""
    return (
        f"One die fewer: {still}{test_class.words(near.fewer)}; "
        f"{wording.obstacle(near.obstacle)}: {test_class.words(near.changed)}."
    )


def _cell(dice: int, obstacle: int) -> Cell:
    classes = test_class.classes(dice, obstacle)
    letter = LETTERS[classes[0]] if len(classes) == 1 else CHOICE_LETTER
    words = f"{dice}D, {wording.obstacle(obstacle)}: {test_class.words(classes)}"
    return Cell(letter, words, {"dice": dice, "obstacle": obstacle})


def _window(current: int, cells: int, most: int) -> range:
    """The stretch of the grid's side that is drawn: from 1, or as far along as the current number asks for."""
    first = max(1, min(current, most) - cells + 1)
    return range(first, first + cells)


def _grid(dice: int, obstacle: int, layout: Layout, size: Size) -> Grid:
    pools = _window(dice, size.cells, MOST_DICE)
    obstacles = _window(obstacle, size.cells, MOST_OBSTACLE)
    cells = tuple(tuple(_cell(count, ob) for ob in obstacles) for count in pools)
    columns, rows = tuple(str(ob) for ob in obstacles), tuple(f"{count}D" for count in pools)
    current = (dice - pools.start, obstacle - obstacles.start) if dice and obstacle else None
    across, down = "Ob", "Dice"
    if layout is Layout.OBSTACLE_DOWN:
        cells, columns, rows, across, down = tuple(zip(*cells, strict=True)), rows, columns, down, across
        current = (current[1], current[0]) if current else None
    legend = [(LETTERS[one], one.value) for one in TestClass]
    if pools.start == obstacles.start == 1:
        legend.append((CHOICE_LETTER, "Routine or Difficult, your choice; in the later edition Difficult"))
    return Grid("The class of every test", across, down, columns, rows, cells, tuple(legend), current)


@table("test-classes")
def class_table() -> Table:
    """The printed table: which obstacles are Routine, Difficult and Challenging for each number of dice."""
    rows = []
    for dice in range(1, test_class.LAST_PRINTED + 1):
        routine = test_class.most_routine(dice)
        both = dice == 1
        rows.append(
            (
                f"{dice}D",
                "Ob 1, your choice" if both else _span(1, routine),
                "Ob 1, your choice" if both else _span(routine + 1, dice),
                f"Ob {dice + 1} and up",
            )
        )
    return Table("The class of a test by the dice rolled", ("Dice", *(one.value for one in TestClass)), tuple(rows))


def _span(first: int, last: int) -> str:
    return f"Ob {first}" if first == last else f"Ob {first} to {last}"


@dataclass(frozen=True, slots=True)
class OptionalDice:
    """Dice that you may take or leave, as a row of the form."""

    words: Annotated[str, Asked("From")] = ""
    dice: Annotated[int, Between(1, 5), Asked("Dice", quick=(1, 2))] = 1

    singular: ClassVar[str] = "bonus"


MOST_OPTIONAL = 6


@calculator("test-tuner", rules="HUB-35")
def tuner(
    ability: Annotated[Ability, Asked("Your ability", quick=("B2", "B3", "B4", "B5", "B6"))] = Ability(Shade.BLACK, 4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=(1, 2, 3, 4, 5, 6))] = Obstacle(3),
    optional: Annotated[tuple[OptionalDice, ...], Asked("Dice that you could still take")] = (
        OptionalDice("Help"),
        OptionalDice("FoRK"),
    ),
    kind: Annotated[Kind, Asked("It is", more=True)] = Kind.SKILL,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", more=True)] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", more=True)] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Shall I take the help? Win or learn?"""
    if len(optional) > MOST_OPTIONAL:
        raise Unusable("optional", f"This weighs at most {MOST_OPTIONAL} bonuses; there are {len(optional)}.")
    needed = routes_of(kind, ability.exponent, ask)
    marks = Marks(routine, difficult, challenging)
    totals: dict[int, list[str]] = {}
    for count in range(len(optional) + 1):
        for taken in itertools.combinations(optional, count):
            words = " + ".join(one.words or "bonus" for one in taken) or "nothing"
            totals.setdefault(ability.exponent + sum(one.dice for one in taken), []).append(words)
    rows, rungs = [], []
    for dice, ways in sorted(totals.items()):
        chance = successes(Pool.of(dice, ability.shade)).at_least(obstacle)
        classes = classes_of(dice, obstacle, ask)
        way = ways[0] if len(ways) == 1 else " *or* ".join(dict.fromkeys(ways))
        rows.append(
            (f"{dice}D", way, wording.percent(chance), test_class.words(classes), _brings(classes, marks, needed))
        )
        rungs.append({"dice": dice, "probability": chance, "class": test_class.value(classes)})
    first, last = rows[0], rows[-1]
    line = f"{first[0]} {first[2]} {first[3]}"
    if len(rows) > 1:
        line += f" → {last[0]} {last[2]} {last[3]}"
    return Answer(
        values={"rungs": rungs},
        blocks=(
            Verdict(
                wording.obstacle(obstacle),
                line,
                f"With {first[0]}: {first[2]}, {first[3]}. With {last[0]}: {last[2]}, {last[3]}."
                if len(rows) > 1
                else f"With {first[0]}: {first[2]}, {first[3]}.",
                Mark.DERIVED,
            ),
            Table(
                "Win or learn", ("Dice", "Taking", "Chance", "Class", "The log then"), tuple(rows), mark=Mark.DERIVED
            ),
        ),
    )


def _brings(classes: tuple[TestClass, ...], marks: Marks, needed: tuple[Marks, ...]) -> str:
    """What a mark of this class would leave to be done."""
    if not classes or not needed:
        return "–"
    if rules.filled(needed, marks):
        return "already full"
    best = min(classes, key=lambda one: min(marks.plus(one).short_of(route).total for route in needed))
    after = marks.plus(best)
    if rules.filled(needed, after):
        return "advances"
    useful = any(after.short_of(route) != marks.short_of(route) for route in needed)
    return f"still {_missing_words(after, needed)}" if useful else f"no use; still {_missing_words(after, needed)}"


# --- What counts -----------------------------------------------------------------------------------------------------


@calculator("counted-dice", rules="HUB-36 HUB-48")
def counted_dice(
    ability: Annotated[Ability, Asked("Your ability", quick=("B2", "B3", "B4", "B5", "B6"))] = Ability(Shade.BLACK, 4),
    advantage: Annotated[int, BONUS, Asked("Advantage")] = 0,
    help: Annotated[int, BONUS, Asked("Help")] = 0,
    forks: Annotated[int, BONUS, Asked("FoRKs")] = 0,
    gear: Annotated[int, BONUS, Asked("Gear and traits")] = 0,
    artha: Annotated[int, Between(0, 3), Asked("Bought with artha", quick=(0, 1, 2, 3))] = 0,
    base: Annotated[Obstacle, Asked("Obstacle", quick=(1, 2, 3, 4, 5, 6))] = Obstacle(3),
    penalties: Annotated[int, BONUS, Asked("Disadvantages: obstacle")] = 0,
    lost: Annotated[int, BONUS, Asked("Lost to wounds, Tax or sustaining", more=True)] = 0,
    careful: Annotated[bool, Asked("Working carefully", more=True)] = False,
    linked: Annotated[bool, Asked("A linked test went well", more=True)] = False,
    instructions: Annotated[bool, Asked("Written instructions", more=True)] = False,
    standing: Annotated[int, BONUS, Asked("Reputation, affiliation, name", more=True)] = 0,
    restored: Annotated[int, Between(0, 5), Asked("Given back by artha", more=True)] = 0,
    doubled: Annotated[int, Between(0, 20), Asked("Doubled by Divine Inspiration", more=True)] = 0,
    opened: Annotated[int, Between(0, 20), Asked("Opened by sixes", more=True)] = 0,
    opponent: Annotated[int, Between(0, 60), Asked("Versus test: their successes", more=True)] = 0,
    shrugged: Annotated[int, Between(0, 5), Asked("Obstacle shrugged off with artha", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Which dice count for the log?"""
    if restored > min(lost, ability.exponent):
        taken = min(lost, ability.exponent)
        raise Unusable("restored", f"Artha gives back dice that were lost, here {taken}; this says {restored}.")
    if shrugged > penalties:
        raise Unusable("shrugged", f"This shrugs off disadvantages, here {penalties}; this says {shrugged}.")
    sources = test_class.Sources(
        ability.exponent,
        lost,
        advantage,
        int(careful),
        int(linked),
        int(instructions),
        help,
        forks,
        gear,
        standing,
        restored,
        artha,
        doubled,
        opened,
    )
    keep_restored = ask["advancement.restored"] == "yes" if restored else True
    keep_opened = ask["advancement.sixes"] == "yes" if opened else False
    gone = ask["advancement.shrugged"] == "no" if shrugged else True
    counted = test_class.counted(sources, restored=keep_restored, opened=keep_opened)
    left_out = test_class.uncounted(sources, restored=keep_restored, opened=keep_opened)
    against = test_class.counted_obstacle(base, penalties, opponent, shrugged if gone else 0)
    classes = classes_of(counted.total, against.total, ask)
    rolled = counted.total + left_out.total
    words = test_class.words(classes)
    return Answer(
        values={
            "rolled": rolled,
            "counted": counted.total,
            "obstacle": against.total,
            "class": test_class.value(classes),
            "classes": names(classes),
        },
        blocks=(
            Verdict(
                f"{counted.total}D count",
                f"{rolled}D rolled · {wording.obstacle(against.total)} · {words}",
                f"You roll {wording.count(rolled, 'die', 'dice')} and log {counted.total} of them against "
                f"{wording.obstacle(against.total)}: {_article(classes)}.",
            ),
            Working(counted.lines, counted.total, "Dice that count", "D"),
            Working(left_out.lines, left_out.total, "Dice that do not", "D"),
            Working(against.lines, against.total, "Obstacle that counts"),
            Note("Beginner’s Luck has a rule of its own: there the obstacle before doubling decides.", rule="HUB-56"),
        ),
    )


# --- Tests needed ----------------------------------------------------------------------------------------------------


def routes_of(kind: Kind, exponent: int, ask: Rulings) -> tuple[Marks, ...]:
    """The routes to the next exponent under the table's rulings, each asked for only where it decides something."""
    later = ask["edition"] == "later" if kind.emotional else False
    by_table = kind.table(later=later)
    row = rules.row_of(by_table, exponent) if by_table else None
    disputed = by_table is rules.Table.SKILL and row is not None and row.worded != row.challenging
    return rules.routes(
        kind,
        exponent,
        worded=disputed and ask["advancement.challenging"] == "sentence",
        later=later,
        lift_from_0=by_table is not None
        and exponent == 0
        and kind is not Kind.RESOURCES
        and ask["advancement.from-0"] == "one",
    )


def _count_words(marks: Marks) -> str:
    parts = [f"{marks.of(one)} {one.value}" for one in TestClass if marks.of(one)]
    return wording.listed(parts) if parts else "nothing"


def _gaps(marks: Marks, needed: tuple[Marks, ...]) -> tuple[Marks, ...]:
    """What is missing by each route, without routes that ask for all that another asks for, and more."""
    gaps = list(dict.fromkeys(marks.short_of(route) for route in needed))
    return tuple(gap for gap in gaps if not any(other != gap and _within(other, gap) for other in gaps))


def _within(less: Marks, more: Marks) -> bool:
    return all(less.of(one) <= more.of(one) for one in TestClass)


def _missing_parts(marks: Marks, needed: tuple[Marks, ...]) -> tuple[str, str]:
    """What every route still asks for, and after that the choice between routes; either may be empty."""
    gaps = _gaps(marks, needed)
    common = Marks(*(min((gap.of(one) for gap in gaps), default=0) for one in TestClass))
    rests = [_count_words(common.short_of(gap)) for gap in gaps]
    if len(gaps) == 1:
        return _count_words(gaps[0]), ""
    return _count_words(common) if common.total else "", " or ".join(rests)


def _missing_words(marks: Marks, needed: tuple[Marks, ...]) -> str:
    return ", and ".join(part for part in _missing_parts(marks, needed) if part)


NO_ROUTE = {
    "markers": "has no log: it follows the average of {parents}",
    "elsewhere": "advances by rules that stand in the Character Burner",
    "cap": "is at the top: the tables end at 9, and 10 is the cap",
    "zero": "has no row: the tables start at exponent 1",
}


def _why_none(kind: Kind, exponent: int) -> tuple[str, Mark | None]:
    if kind.parents:
        return NO_ROUTE["markers"].format(parents=wording.listed(kind.parents)), None
    if exponent >= CAP:
        return NO_ROUTE["cap"], Mark.DERIVED
    if kind.emotional:
        return NO_ROUTE["elsewhere"], Mark.MISSING
    return NO_ROUTE["zero"], Mark.RULING


def log_block(kind: Kind, exponent: int, marks: Marks, needed: tuple[Marks, ...], full: str = "") -> ExperienceLog:
    """The experience log as on paper: what is needed by either route, and what is marked."""
    rows = []
    either = exponent > 0 and len(needed) > 1
    for one in TestClass:
        need = max((route.of(one) for route in needed), default=0)
        joined = "or" if one in (TestClass.DIFFICULT, TestClass.CHALLENGING) and either else ""
        rows.append(Bubbles(one.value, LETTERS[one], marks.of(one), need, joined))
    return ExperienceLog(tuple(rows), f"Marked: {_count_words(marks)}.", either, kind.success_only, full)


@calculator("advancement", rules="HUB-37 HUB-38 HUB-39 HUB-40 HUB-41 HUB-45")
def advancement(
    kind: Annotated[Kind, Asked("It is")] = Kind.SKILL,
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5, 6))] = 3,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3, 4))] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2, 3, 4))] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1, 2, 3))] = 0,
    taxed: Annotated[int, Between(0, CAP), Asked("Resources only: dice lost to Tax", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does it advance, and what is still missing?"""
    if taxed and kind is not Kind.RESOURCES:
        raise Unusable("taxed", f"Only Resources are taxed; this is {kind.words}.")
    if taxed > exponent:
        raise Unusable("taxed", f"Tax takes at most the exponent, here {exponent}; this says {taxed}.")
    at = exponent - taxed if taxed and ask["advancement.taxed"] == "taxed" else exponent
    marks = Marks(routine, difficult, challenging)
    needed = routes_of(kind, at, ask)
    advances = rules.filled(needed, marks)
    after = exponent + 1 if advances else exponent
    values = {
        "advances": advances,
        "exponent": after,
        "needed": [rules.as_values(route) for route in needed],
        "missing": [rules.as_values(marks.short_of(route)) for route in needed],
        "erased": marks.total if advances else 0,
    }
    if not needed:
        why, mark = _why_none(kind, at)
        name = kind.words[:1].upper() + kind.words[1:]
        shown = f"Exponent {exponent}" if not kind.parents else name
        no_log = Verdict(shown, "no tests lead on" if not kind.parents else "no log", f"{name} {why}.", mark)
        return Answer(values, (no_log, *_notes(kind, ask)))
    table_ = _table(kind, at, ask)
    if advances:
        spare = f" All {wording.count(marks.total, 'mark')} are erased, the spare ones too."
        spare = spare if marks.total > 1 else " The mark is erased."
        verdict = Verdict(
            f"{exponent} → {after}",
            "advances at once",
            f"Exponent {exponent} becomes {after}, at once and in the middle of a fight if need be.{spare}",
        )
    else:
        sure, choice = _missing_parts(marks, needed)
        line = f"{kind.words}, exponent {exponent}"
        verdict = Verdict(
            f"Still {sure or choice}",
            f"and {choice} · {line}" if sure and choice else line,
            f"Still missing: {_missing_words(marks, needed)}.",
        )
    full = f"{exponent} → {after}" if advances else ""
    log = log_block(kind, at, marks, needed, full)
    return Answer(values, (verdict, log, *_notes(kind, ask), *_wasted(marks, needed), *table_))


def _wasted(marks: Marks, needed: tuple[Marks, ...]) -> tuple[Note, ...]:
    """Marks that no route asks for: they are never converted into what is missing."""
    useless = [one.value for one in TestClass if marks.of(one) and not any(route.of(one) for route in needed)]
    if not useless:
        return ()
    return (
        Note(f"{wording.listed(useless)} tests do not count here, and nothing turns them into others.", rule="HUB-45"),
    )


ABOUT = {
    Kind.PERCEPTION: "A stat. Mark only tests that you passed.",
    Kind.RESOURCES: "Advances like a skill. Mark only tests that you passed; at exponent 0 one of them is enough.",
    Kind.CIRCLES: "Advances like a skill. Reputation, affiliation and name dice count for the class of the test.",
    Kind.HEALTH: "Advances like a skill by its own tests, whatever Will and Forte do.",
    Kind.STEEL: "Advances like a skill by its own tests; the GM may also award tests for what you live through.",
    Kind.REFLEXES: "Its average moves when Perception, Agility or Speed does.",
    Kind.MORTAL_WOUND: "Its average moves when Power or Forte does.",
    Kind.FAITH: "Mark only tests that you passed. The later edition advances it like a skill.",
    Kind.EMOTION: "The later edition advances it like a skill.",
}
RULE_OF = {
    Kind.PERCEPTION: "HUB-39",
    Kind.RESOURCES: "HUB-41",
    Kind.CIRCLES: "HUB-41",
}


def _notes(kind: Kind, ask: Rulings) -> tuple[Note, ...]:
    if kind not in ABOUT or (kind.emotional and ask["edition"] == "later"):
        return (Note("Mark only tests that you passed.", rule="HUB-39"),) if kind is Kind.FAITH else ()
    return (Note(ABOUT[kind], rule=RULE_OF.get(kind, "HUB-40")),)


def _table(kind: Kind, exponent: int, ask: Rulings) -> tuple[Table, ...]:
    by = kind.table(later=kind.emotional and ask["edition"] == "later")
    if by is None:
        return ()
    found = tests_table(by)
    return (replace(found, current=exponent - 1 if 1 <= exponent < CAP else None),)


def tests_table(by: rules.Table) -> Table:
    """The whole table of tests needed, as printed."""
    rows = tuple(
        (
            str(row.exponent),
            str(row.routine) if row.routine else "–",
            f"{row.difficult}",
            f"or {row.challenging}" if row.either else f"and {row.challenging}",
        )
        for row in rules.ROWS[by]
    )
    return Table(f"Tests needed: {by.words}", ("Exponent", *(one.value for one in TestClass)), rows)


@table("skill-tests")
def skill_tests() -> Table:
    """Tests needed to advance a skill."""
    return tests_table(rules.Table.SKILL)


@table("stat-tests")
def stat_tests() -> Table:
    """Tests needed to advance a stat."""
    return tests_table(rules.Table.STAT)


@table("what-advances-how")
def what_advances_how() -> Table:
    """Every kind of ability: by which table it advances, and whether failures are marked."""
    rows = []
    for kind in Kind:
        by = kind.table()
        how = by.words if by else f"follows {wording.listed(kind.parents)}" if kind.parents else "the Character Burner"
        tests = "–" if kind.parents else "passed tests only" if kind.success_only else "passed and failed tests"
        rows.append((kind.words[:1].upper() + kind.words[1:], how, tests))
    return Table("What advances how", ("Ability", "By", "Marks"), tuple(rows))


@calculator("markers", rules="HUB-40")
def markers(
    perception: Annotated[int, EXPONENT, Asked("Perception")] = 4,
    agility: Annotated[int, EXPONENT, Asked("Agility")] = 4,
    speed: Annotated[int, EXPONENT, Asked("Speed")] = 4,
    power: Annotated[int, EXPONENT, Asked("Power")] = 4,
    forte: Annotated[int, EXPONENT, Asked("Forte")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """Where do Reflexes and Mortal Wound stand, and which stat moves them next?"""
    groups = {
        Kind.REFLEXES: (("Perception", perception), ("Agility", agility), ("Speed", speed)),
        Kind.MORTAL_WOUND: (("Power", power), ("Forte", forte)),
    }
    uneven = any(sum(value for _, value in stats) % len(stats) for stats in groups.values())
    up = uneven and ask["advancement.average"] == "up"
    found, rows = {}, []
    for kind, stats in groups.items():
        values = [value for _, value in stats]
        found[kind] = rules.average(values, up=up)
        to_go = next(
            more for more in itertools.count(1) if rules.average([*values[1:], values[0] + more], up=up) > found[kind]
        )
        rows.append((kind.words, str(found[kind]), wording.listed(name for name, _ in stats), f"{to_go} more in all"))
    reflexes, mortal = found[Kind.REFLEXES], found[Kind.MORTAL_WOUND]
    return Answer(
        values={"reflexes": reflexes, "mortal_wound_average": mortal},
        blocks=(
            Verdict(
                f"Reflexes {reflexes}",
                f"average behind Mortal Wound {mortal}",
                f"Reflexes average {reflexes}; Power and Forte average {mortal}. Neither has a log of its own.",
                Mark.MISSING,
            ),
            Table("What moves them", ("Marker", "Average now", "Of", "Next step at"), tuple(rows), mark=Mark.DERIVED),
            Note(
                "The Character Burner says how the average becomes a Mortal Wound; when it rises, so does the wound.",
                Mark.MISSING,
                "HUB-40",
            ),
        ),
    )


# --- Who marks what --------------------------------------------------------------------------------------------------


class Outcome(Option):
    """How a test ended, as far as the log asks."""

    PASSED = "passed", "passed"
    FAILED = "failed", "failed"
    DEFENDED = "defended-tie", "tied, and won as the defender"


@calculator("does-it-count", rules="HUB-39 HUB-43")
def does_it_count(
    kind: Annotated[Kind, Asked("You tested")] = Kind.SKILL,
    outcome: Annotated[Outcome, Asked("It")] = Outcome.PASSED,
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
    if kind.parents:
        result, why, rule = "no", f"{kind.words} is never tested; it follows {wording.listed(kind.parents)}.", "HUB-40"
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
            Verdict(figure, kind.words, why),
            Table("The checklist", ("Question", "Here"), checks),
            Note("After the session, five minutes over the logs catch what was forgotten.", rule=rule),
        ),
    )


@dataclass(frozen=True, slots=True)
class RollRow:
    """One roll of a series, as a row of the form."""

    dice: Annotated[DiceCount, Asked("Dice that count")] = DiceCount(4)
    obstacle: Annotated[Obstacle, Asked("Obstacle")] = Obstacle(2)
    passed: Annotated[bool, Asked("Passed")] = True

    singular: ClassVar[str] = "roll"


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
    needed = routes_of(kind, exponent, ask)
    marks = Marks(routine, difficult, challenging)
    if rules.filled(needed, marks):
        raise Unusable("routine", f"These marks already lift exponent {exponent}; a log starts empty after that.")
    lone = any((row.dice, row.obstacle) == (1, 1) for row in rolls)
    found = rules.logged(
        [rules.Rolled(row.dice, row.obstacle, row.passed) for row in rolls],
        marks,
        needed,
        success_only=kind.success_only,
        by_class=len(rolls) > 1 and ask["advancement.series"] == "class",
        choice=has_choice(ask, 1, 1) if lone else True,
    )
    rows = tuple(
        (
            str(number),
            f"{row.dice}D",
            wording.obstacle(row.obstacle),
            "passed" if row.passed else "failed",
            test_class.words(classes_of(row.dice, row.obstacle, ask)),
        )
        for number, row in enumerate(rolls, 1)
    )
    table_ = Table("The series", ("Roll", "Dice", "Obstacle", "Outcome", "Class"), rows, found.roll)
    values = {
        "roll": None if found.roll is None else found.roll + 1,
        "class": test_class.value(found.classes),
        "advances": found.advances,
    }
    if found.roll is None:
        sentence = f"{kind.words} marks only tests that succeed." if rolls else "Nothing was rolled."
        return Answer(values, (Verdict("No mark", f"{len(rolls)} rolls", sentence), table_))
    number = found.roll + 1
    why = (
        f"Roll {number} fills the last gap: mark it as it falls and advance. The rest earns nothing."
        if found.advances
        else f"One conflict, one mark: roll {number}. The others earn nothing."
    )
    figure = " or ".join(names(found.classes))
    verdict = Verdict(figure, f"roll {number}{' · advances' if found.advances else ''}", why)
    effects = (LogTest("", found.classes[0].value),) if len(found.classes) == 1 else ()
    return Answer(values, (verdict, table_), effects)


@dataclass(frozen=True, slots=True)
class Versus:
    """Somebody rolled against you: their successes are your obstacle."""

    successes: Annotated[int, Between(0, 60), Asked("Their successes", quick=(0, 1, 2, 3, 4, 5))] = 3
    penalty: Annotated[int, BONUS, Asked("Your own +Ob")] = 0

    words: ClassVar[str] = "another’s roll"


@dataclass(frozen=True, slots=True)
class Open:
    """An open test: no obstacle, the successes say how well it went."""

    words: ClassVar[str] = "no obstacle (an open test)"


@calculator("open-or-versus", rules="HUB-46")
def open_or_versus(
    dice: Annotated[DiceCount, Asked("Dice that count", quick=(1, 2, 3, 4, 5, 6))] = DiceCount(4),
    against: Annotated[Versus | Open, Asked("You rolled against")] = Versus(),
    *,
    ask: Rulings,
) -> Answer:
    """What do I mark after a versus test or an open test?"""
    if isinstance(against, Open):
        return Answer(
            values={"class": TestClass.ROUTINE.value, "classes": names(test_class.OF_OPEN_TEST), "obstacle": 1},
            blocks=(
                Verdict(
                    "Routine",
                    "always, on one die too",
                    "An open test has no obstacle: the log takes it as Ob 1 and always as Routine.",
                ),
                Note("Open-ended dice are another matter: a test with an obstacle is not open.", rule="HUB-07"),
            ),
            effects=(LogTest("", TestClass.ROUTINE.value),),
        )
    counts = ask["advancement.own-penalty"] == "yes" if against.penalty else True
    obstacle = against.successes + (against.penalty if counts else 0)
    classes = classes_of(dice, obstacle, ask)
    return Answer(
        values={"class": test_class.value(classes), "classes": names(classes), "obstacle": obstacle},
        blocks=(
            Verdict(
                " or ".join(names(classes)) or "No test",
                f"{dice}D · {wording.obstacle(obstacle)}",
                f"Their {wording.count(against.successes, 'success', 'successes')}"
                f"{' and your own penalty' if against.penalty and counts else ''} make it "
                f"{wording.obstacle(obstacle)}: {_article(classes)}.",
            ),
        ),
        effects=(LogTest("", classes[0].value),) if len(classes) == 1 else (),
    )


@dataclass(frozen=True, slots=True)
class HelperRow:
    """Somebody who helps, as a row of the form."""

    name: Annotated[str, Asked("Who, with what")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    kind: Annotated[Kind, Asked("It is")] = Kind.SKILL

    singular: ClassVar[str] = "helper"


@dataclass(frozen=True, slots=True)
class ForkRow:
    """An ability FoRKed in, as a row of the form."""

    name: Annotated[str, Asked("FoRK")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 7))] = 3

    singular: ClassVar[str] = "FoRK"


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
    given = [test_class.helping_dice(row.exponent) for row in helpers]
    forked = [test_class.fork_dice(row.exponent) for row in forks]
    dice = exponent + sum(given) + sum(forked) + gear
    if dice > MOST_DICE:
        raise Unusable("helpers", f"A pool has at most {MOST_DICE} dice; this comes to {dice}.")
    for_helpers = obstacle * 2 if beginner and helpers and ask["advancement.helper-beginner"] == "doubled" else obstacle
    own = classes_of(dice, obstacle, ask)
    mine = "–" if kind.success_only and not passed else test_class.words(own)
    rows = [("You", f"{dice}D", wording.obstacle(obstacle), mine)]
    marked = []
    for row, share in zip(helpers, given, strict=True):
        name = row.name or "Helper"
        if not share:
            rows.append((name, "0D", wording.obstacle(for_helpers), "no help from exponent 0"))
            marked.append(test_class.NONE)
            continue
        classes = classes_of(row.exponent, for_helpers, ask)
        refused = row.kind.success_only and not passed
        words = "nothing: it must succeed" if refused else test_class.words(classes)
        rows.append((f"{name} (+{share}D)", f"{row.exponent}D", wording.obstacle(for_helpers), words))
        marked.append(test_class.NONE if refused else test_class.value(classes))
    for fork, share in zip(forks, forked, strict=True):
        rows.append((f"{fork.name or 'FoRK'} (+{share}D)", "–", "–", "nothing"))
    alone = classes_of(exponent, obstacle, ask)
    figure = mine if mine != "–" else "No mark"
    with_words = f"{dice}D · {wording.obstacle(obstacle)} · alone: {test_class.words(alone)}"
    blocks: list[Block] = [
        Verdict(
            figure,
            with_words,
            f"You mark {_article(own) if mine != '–' else 'nothing'}. "
            f"{_helpers_sentence(marked)}FoRKed abilities mark nothing.",
        ),
        Table("Who marks what", ("Who", "Judged by", "Against", "Marks"), tuple(rows)),
    ]
    if beginner:
        blocks.append(Note("Your own mark under Beginner’s Luck goes by a rule of its own.", rule="HUB-56"))
    if (exponent, obstacle) == (3, 2):
        blocks.append(Note(CISTERN, Mark.CORRECTED, "HUB-35"))
    return Answer(
        values={
            "dice": dice,
            "class": test_class.NONE if mine == "–" else test_class.value(own),
            "alone": test_class.value(alone),
            "helpers": marked,
            "forks": [test_class.NONE for _ in forks],
        },
        blocks=tuple(blocks),
    )


def _helpers_sentence(marked: list[str]) -> str:
    if not marked:
        return ""
    if len(marked) == 1:
        return f"The helper marks {marked[0] if marked[0] != 'none' else 'nothing'}. "
    return f"The helpers mark {wording.listed(one if one != 'none' else 'nothing' for one in marked)}. "


# --- The log ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MarkTest:
    """Mark a test whose class is known."""

    test_class: Annotated[TestClass, Asked("Class")] = TestClass.ROUTINE
    passed: Annotated[bool, Asked("Passed")] = True

    words: ClassVar[str] = "Mark a test"


@dataclass(frozen=True, slots=True)
class Tested:
    """Mark a test by its dice and obstacle."""

    dice: Annotated[DiceCount, Asked("Dice that count")] = DiceCount(4)
    obstacle: Annotated[Obstacle, Asked("Obstacle")] = Obstacle(2)
    passed: Annotated[bool, Asked("Passed")] = True

    words: ClassVar[str] = "Mark by dice and obstacle"


@dataclass(frozen=True, slots=True)
class Artha:
    """Note artha spent on the ability."""

    fate: Annotated[int, Between(0, 5), Asked("Fate")] = 1
    persona: Annotated[int, Between(0, 5), Asked("Persona")] = 0
    deeds: Annotated[int, Between(0, 5), Asked("Deeds")] = 0

    words: ClassVar[str] = "Note artha spent"


@dataclass(frozen=True, slots=True)
class NextSession:
    """Draw a line: a new session begins."""

    words: ClassVar[str] = "New session"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last entry."""

    words: ClassVar[str] = "Take back the last entry"


@dataclass(frozen=True, slots=True)
class Noted:
    """The log of one ability as it stands, what happened last, and the state before that."""

    ability: Ability
    kind: Kind
    readings: tuple[tuple[str, str], ...]
    marks: Marks
    artha: tuple[int, int, int] = (0, 0, 0)
    sitting: int = 1
    said: tuple[str, str, str] = ("", "", "")
    before: "Noted | None" = None

    @property
    def needed(self) -> tuple[Marks, ...]:
        return routes_of(self.kind, self.ability.exponent, self.rulings)

    @property
    def rulings(self) -> Rulings:
        return Rulings(dict(self.readings))


LOG_RULINGS = (
    "edition",
    "advancement.challenging",
    "advancement.from-0",
    "advancement.obstacle-0",
    "advancement.no-dice",
)


def start(
    ability: Annotated[Ability, Asked("Ability", quick=("B2", "B3", "B4", "B5", "B6"))] = Ability(Shade.BLACK, 3),
    kind: Annotated[Kind, Asked("It is")] = Kind.SKILL,
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
    undo = (TakeBack,) if state.before else ()
    if state.kind.parents:
        return {"log": undo}
    return {"log": (MarkTest, Tested, Artha, NextSession, *undo)}


def step(state: Noted, side: str, move: object, dice: Dice) -> Noted:
    """The log after one entry."""
    match move:
        case TakeBack():
            return state.before or state
        case MarkTest(found, passed):
            return _marked(state, (found,), passed, found.value)
        case Tested(count, obstacle, passed):
            classes = classes_of(count, obstacle, state.rulings)
            words = f"{count}D against {wording.obstacle(obstacle)}: {test_class.words(classes)}"
            return _marked(state, classes, passed, words)
        case Artha(fate, persona, deeds):
            spent = (state.artha[0] + fate, state.artha[1] + persona, state.artha[2] + deeds)
            said = (str(state.sitting), f"{fate} Fate, {persona} Persona, {deeds} Deeds", "noted")
            return replace(state, artha=spent, said=said, before=state)
    said = (str(state.sitting + 1), "New session", "")
    return replace(state, sitting=state.sitting + 1, said=said, before=state)


def _marked(state: Noted, classes: tuple[TestClass, ...], passed: bool, words: str) -> Noted:
    what = f"{words}, {'passed' if passed else 'failed'}"
    needed = state.needed
    if state.kind.success_only and not passed:
        result = f"refused: {state.kind.words} marks only tests that succeed"
    elif not classes:
        result = "nothing to mark"
    else:
        best = min(
            classes, key=lambda one: min((state.marks.plus(one).short_of(way).total for way in needed), default=0)
        )
        log = rules.Log(state.ability.exponent, state.marks).after(best, needed)
        rises = log.exponent > state.ability.exponent
        ability = Ability(state.ability.shade, log.exponent)
        result = f"{state.ability} → {ability}: you learned something" if rises else f"marked {best.value}"
        said = (str(state.sitting), what, result)
        return replace(state, ability=ability, marks=log.marks, said=said, before=state)
    return replace(state, said=(str(state.sitting), what, result), before=state)


def show(state: Noted) -> Answer:
    """The log as on paper, with everything that happened."""
    needed = state.needed
    history: list[tuple[str, str, str]] = []
    past: Noted | None = state
    while past is not None and past.before is not None:
        history.append(past.said)
        past = past.before
    rises = "→" in state.said[2]
    missing = f"still {_missing_words(state.marks, needed)}" if needed else "no tests lead on"
    if rises:
        verdict = Verdict(
            str(state.ability), "I learned something", f"{state.said[2].capitalize()}. The slate is clean."
        )
    else:
        last = f" Last entry: {state.said[1]}, {state.said[2]}." if state.said[2] else ""
        verdict = Verdict(str(state.ability), missing, f"{state.ability}: {missing}.{last}")
    blocks: list[Block] = [verdict]
    if needed:
        full = state.said[2].split(":")[0] if rises else ""
        blocks.append(log_block(state.kind, state.ability.exponent, state.marks, needed, full))
    else:
        why, mark = _why_none(state.kind, state.ability.exponent)
        blocks.append(Note(f"{state.kind.words[:1].upper() + state.kind.words[1:]} {why}.", mark, "HUB-40"))
    if any(state.artha):
        fate, persona, deeds = state.artha
        blocks.append(Note(f"Artha spent on it: {fate} Fate, {persona} Persona, {deeds} Deeds.", rule="HUB-42"))
    if history:
        blocks.append(Table("Entries, newest first", ("Session", "Entry", "Result"), tuple(history)))
    blocks.append(
        Note("The printed form is damaged in our source; this one follows the tables.", Mark.REBUILT, "HUB-42")
    )
    return Answer(
        values={
            "ability": str(state.ability),
            "marks": rules.as_values(state.marks),
            "missing": [rules.as_values(state.marks.short_of(route)) for route in needed],
            "artha": {"fate": state.artha[0], "persona": state.artha[1], "deeds": state.artha[2]},
            "entries": len(history),
            "last": state.said[2],
        },
        blocks=tuple(blocks),
    )


session("experience-log", rules="HUB-42 HUB-45", start=start, moves=moves, step=step, show=show)


# --- Pacing ----------------------------------------------------------------------------------------------------------

SHARE = Between(0, 100)


@dataclass(frozen=True, slots=True)
class Mix:
    """How often each obstacle comes up, as shares of any size."""

    ob1: Annotated[int, SHARE, Asked("Ob 1")] = 20
    ob2: Annotated[int, SHARE, Asked("Ob 2")] = 35
    ob3: Annotated[int, SHARE, Asked("Ob 3")] = 25
    ob4: Annotated[int, SHARE, Asked("Ob 4")] = 8
    ob5: Annotated[int, SHARE, Asked("Ob 5")] = 8
    ob6: Annotated[int, SHARE, Asked("Ob 6")] = 4
    ob7: Annotated[int, SHARE, Asked("Ob 7")] = 0
    ob8: Annotated[int, SHARE, Asked("Ob 8")] = 0
    ob9: Annotated[int, SHARE, Asked("Ob 9")] = 0
    ob10: Annotated[int, SHARE, Asked("Ob 10")] = 0

    @property
    def shares(self) -> tuple[int, ...]:
        return (
            *(self.ob1, self.ob2, self.ob3, self.ob4, self.ob5),
            *(self.ob6, self.ob7, self.ob8, self.ob9, self.ob10),
        )


@calculator("obstacle-mix", rules="HUB-49")
def obstacle_mix(
    tests: Annotated[int, Between(1, 40), Asked("Tests of one ability a session", gm=True, quick=(1, 2, 3, 4))] = 2,
    exponent: Annotated[int, Between(1, 9), Asked("Exponent", quick=(2, 3, 4, 5, 6))] = 4,
    table: Annotated[rules.Table, Asked("It advances by")] = rules.Table.SKILL,
    mix: Annotated[Mix, Asked("How often each obstacle comes up", gm=True)] = Mix(),
    bonus: Annotated[int, BONUS, Asked("Bonus dice as a rule", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Will these obstacles let anybody advance?"""
    if not sum(mix.shares):
        raise Unusable("mix", "At least one obstacle comes up; here all shares are 0.")
    kind = Kind.SKILL if table is rules.Table.SKILL else Kind.STAT
    rows, forecast = [], {}
    for row in rules.ROWS[table]:
        at = row.exponent
        choice = has_choice(ask, 1, 1) if at + bonus == 1 and mix.ob1 else True
        rates = rules.expected(mix.shares, tests, at + bonus, choice=choice)
        length = rules.sessions(routes_of(kind, at, ask), rates)
        forecast[at] = (rates, length)
        rows.append((str(at), *(_decimal(rate) for rate in rates), _sessions(length)))
    rates, length = forecast[exponent]
    expected = wording.listed(f"{_decimal(rate)} {one.value}" for one, rate in zip(TestClass, rates, strict=True))
    figure = _sessions(length)
    histogram = tuple(
        (wording.obstacle(ob), wording.percent(Fraction(share, sum(mix.shares))), _words_of(ob, exponent + bonus))
        for ob, share in enumerate(mix.shares, 1)
        if share
    )
    never = "These obstacles never fill a row of the log at this exponent."
    blocks: list[Block] = [
        Verdict(
            figure if length is None else f"About {figure}",
            f"exponent {exponent} · {expected} a session",
            never
            if length is None
            else f"From {exponent} to {exponent + 1} in about {figure}, as a forecast from averages.",
            Mark.DERIVED,
        ),
        Table(
            "Expected in a session",
            ("Exponent", *(one.value for one in TestClass), "To advance"),
            tuple(rows),
            exponent - 1,
            Mark.DERIVED,
        ),
        Table("The mix", ("Obstacle", "Share", f"With {exponent + bonus}D"), histogram, folded=True),
    ]
    easy = sum(mix.shares[:3]) * 2 < sum(mix.shares)
    spice = sum(mix.shares[4:]) == 0
    if easy:
        blocks.append(Note("More than half lies above Ob 3; the book wants most tests at 1 to 3.", rule="HUB-49"))
    elif spice:
        blocks.append(Note("Nothing above Ob 4; now and then the book wants a 5 or a 6.", rule="HUB-49"))
    return Answer(
        values={
            "routine": rates[0],
            "difficult": rates[1],
            "challenging": rates[2],
            "sessions": "never" if length is None else length,
        },
        blocks=tuple(blocks),
    )


def _decimal(number: Fraction) -> str:
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _sessions(length: Fraction | None) -> str:
    if length is None:
        return "Never"
    whole = -(-length.numerator // length.denominator)
    return wording.count(whole, "session")


def _words_of(obstacle: int, dice: int) -> str:
    return test_class.words(test_class.classes(dice, obstacle))
