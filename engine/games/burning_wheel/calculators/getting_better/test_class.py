"""The class of a test, and which dice and obstacle count for it (HUB-35, HUB-36, HUB-48)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.classes import ONLY_PASSED, classes_of, counted_of, marks_of, no_log
from engine.games.burning_wheel.readings.elements import element_of, helpable
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Logged, earned, logged_for
from engine.games.burning_wheel.rules.elements import NOBODY
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import LETTERS, choice, logged
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark, Worked

CHOICE_LETTER = "R/D"
CHOICE_WORDS = "Routine or Difficult, your choice; in the later edition Difficult"
QUICK_TEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


NOT_COUNTED = (
    "Count every die that you rolled: ability, help, FoRKs, advantage, gear. Not counted: dice that artha brings, "
    "dice that it rerolls, and the extra dice of sixes."
)


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
    size: Annotated[Size, Asked("Size of the grid", more=True)] = Size.TEN,
    *,
    ask: Rulings,
) -> Answer:
    """Routine, Difficult or Challenging?"""
    classes = classes_of(dice, obstacle, ask)
    near = _neighbours(dice, obstacle, classes, ask)
    against = f"{wording.count(dice, 'die', 'dice')} against {ob(obstacle)}"
    aloud = f"{against}: {classes.article}."
    blocks: list[Block] = [
        Verdict(
            " or ".join(classes.names) or "No test",
            (*choice(classes), Fact(DiceCount(dice), "dice"), Fact(Obstacle(obstacle), "obstacle")),
            f"{aloud} {_sentence(classes, near)}" if near else aloud,
            Mark.RULING if dice == 0 or obstacle == 0 else Mark.DERIVED if dice > test_class.LAST_PRINTED else None,
        ),
        _grid(dice, obstacle, layout, size, classes),
        Note(NOT_COUNTED, rule="HUB-36"),
        Note(ONLY_PASSED, rule="HUB-39"),
    ]
    if dice > test_class.LAST_PRINTED:
        blocks.append(Note("The printed table ends at 18 dice; its pattern goes on.", Mark.DERIVED, "HUB-35"))
    if (dice, obstacle) == (3, 2):
        blocks.append(Note(CISTERN, Mark.CORRECTED, "HUB-35"))
    return Answer(
        values={
            "class": classes.value,
            "classes": classes.names,
            "routine_to": test_class.most_routine(dice),
            "challenging_from": dice + 1,
            "one_die_fewer": near.fewer.value if near else test_class.NONE,
            "nearest_obstacle": near.obstacle if near else obstacle,
            "nearest_class": (near.changed if near else classes).value,
        },
        blocks=tuple(blocks),
        effects=marks_of("", classes),
    )


CISTERN = (
    "An example in the book calls 3 dice against Ob 2 Difficult. The table makes it Routine, and the table is right: "
    "Difficult starts at Ob 3."
)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What would change the class: one die fewer, and the nearest obstacle of another class."""

    fewer: Classes
    obstacle: int
    changed: Classes


def _neighbours(dice: int, obstacle: int, classes: Classes, ask: Rulings) -> Neighbours | None:
    if dice < 2 or obstacle < 1:
        return None
    lower = (other for other in range(min(obstacle, dice + 1), 0, -1))
    upper = (other for other in range(obstacle, dice + 2))
    reached = [
        next((other for other in way if test_class.classes(dice, other) != classes), None) for way in (lower, upper)
    ]
    nearest = min((other for other in reached if other is not None), key=lambda other: abs(other - obstacle))
    return Neighbours(classes_of(dice - 1, obstacle, ask), nearest, test_class.classes(dice, nearest))


def _sentence(classes: Classes, near: Neighbours) -> str:
    still = "still " if near.fewer == classes else ""
    return f"One die fewer: {still}{near.fewer.words}; {ob(near.obstacle)}: {near.changed.words}."


def _cell(dice: int, obstacle: int, classes: Classes) -> Cell:
    letter = LETTERS[classes[0]] if len(classes) == 1 else CHOICE_LETTER
    said = classes.words if len(classes) == 1 else CHOICE_WORDS
    words = f"{dice}D, {ob(obstacle)}: {said}"
    return Cell(letter, words, {"dice": dice, "obstacle": obstacle})


def _window(current: int, cells: int, most: int) -> range:
    """The stretch of the grid's side that is drawn: from 1, or as far along as the current number asks for."""
    first = max(1, min(current, most) - cells + 1)
    return range(first, first + cells)


def _grid(dice: int, obstacle: int, layout: Layout, size: Size, classes: Classes) -> Grid:
    """The grid around a test of these `classes`; what stands elsewhere holds in both editions."""
    pools = _window(dice, size.cells, MOST_DICE)
    obstacles = _window(obstacle, size.cells, MOST_OBSTACLE)
    cells = tuple(
        tuple(
            _cell(count, need, classes if (count, need) == (dice, obstacle) else test_class.classes(count, need))
            for need in obstacles
        )
        for count in pools
    )
    columns, rows = tuple(map(str, obstacles)), tuple(f"{count}D" for count in pools)
    current = (dice - pools.start, obstacle - obstacles.start) if dice and obstacle else None
    across, down = "Ob", "Dice"
    if layout is Layout.OBSTACLE_DOWN:
        cells, columns, rows, across, down = tuple(zip(*cells, strict=True)), rows, columns, down, across
        current = (current[1], current[0]) if current else None
    legend = [(LETTERS[one], one.value) for one in TestClass]
    if any(cell.letter == CHOICE_LETTER for row in cells for cell in row):
        legend.append((CHOICE_LETTER, CHOICE_WORDS))
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


class Marked(Option):
    """What kind of test it was, as far as the later edition marks it differently."""

    PLAIN = "plain", "standard, linked or versus"
    GRADUATED = "graduated", "graduated"
    BEGINNER = "beginner", "with Beginner’s Luck"


@row("helper")
class HelpedWith:
    """An ability that someone helped with, as a row of the form."""

    name: Annotated[str, Asked("Who, with what")] = ""
    exponent: Annotated[int, Between(0, 20), Asked("Exponent", quick=(2, 3, 4, 5))] = 3


@calculator("later-mark", rules="HUB-101")
def later_mark(
    dice: Annotated[DiceCount, Asked("Dice that count", "Without the dice of artha.", quick=QUICK_TEN)] = DiceCount(4),
    obstacle: Annotated[
        Obstacle, Asked("Total obstacle", "With Beginner’s Luck: before it is doubled.", quick=QUICK_TEN)
    ] = Obstacle(3),
    test: Annotated[Marked, Asked("The test was")] = Marked.PLAIN,
    kind: Annotated[Kind, Asked("You tested")] = Kind.SKILL,
    passed: Annotated[bool, Asked("It passed")] = True,
    helpers: Annotated[tuple[HelpedWith, ...], Asked("Helpers")] = (),
    earlier: Annotated[
        Obstacle, Asked("Highest obstacle marked for it in this conflict", "0 if none.", more=True)
    ] = Obstacle(0),
    lifts: Annotated[bool, Asked("The mark would lift the ability", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What do I mark, in the later edition?"""
    beginner, graduated = test is Marked.BEGINNER, test is Marked.GRADUATED
    classes = test_class.OF_OPEN_TEST if graduated else classes_of(dice, obstacle, ask, later=True)
    marks = logged_for(beginner, classes)
    # A graduated test is logged as one against Ob 1 (HUB-92).
    at = 1 if graduated else obstacle
    if not (why := _unmarked(kind, classes, marks, passed)) and earlier and at <= earlier and not lifts:
        why = f"{ob(earlier)} is marked for this conflict already, and one mark is all it gives."
    rolled = (Fact(DiceCount(dice), "dice"), Fact(Obstacle(obstacle), "obstacle"))
    against = (Fact("graduated"),) if graduated else rolled
    said = "Every graduated test is Routine" if graduated else f"{dice}D against {ob(obstacle)}"
    marked = Verdict(
        classes.short, (*choice(classes), *against, Fact(marks.words)), f"{said}: mark {classes.article} {marks.words}."
    )
    doubled = bool(helpers) and beginner and ask["advancement.helper-beginner"] == "doubled"
    alone = bool(helpers) and not beginner and helpable(element_of(kind), ask).helped == NOBODY
    given = [
        classes_of(one.exponent, at * 2 if doubled and not graduated else at, ask, later=True)
        if one.exponent and not alone
        else Classes()
        for one in helpers
    ]
    current = None if graduated or not (dice and obstacle) else test_class.below(dice, obstacle)
    return Answer(
        values={
            "class": test_class.NONE if why else classes.value,
            "marked": "nothing" if why else marks.value,
            "helpers": [found.value for found in given],
        },
        blocks=(Verdict("No mark", against, why) if why else marked, _by_distance(current), *_helped(helpers, given)),
        effects=() if why else marks_of("", classes, kind, passed=passed, beginner=beginner),
    )


def _unmarked(kind: Kind, classes: Classes, logged: Logged, passed: bool) -> str:
    """Why a test earns nothing, whatever was marked before it; empty where it earns something."""
    if found := no_log(kind):
        return found
    if not classes:
        return "Nothing was asked of you, or there were no dice."
    if not earned(classes, logged, passed=passed, success_only=kind.success_only):
        return f"{kind.words} marks only tests that succeed."
    return ""


def _by_distance(current: int | None) -> Table:
    by = zip(test_class.BELOW, test_class.by_distance(), strict=True)
    return Table("The obstacle is", ("", *test_class.BANDS), tuple((words, *classes) for words, classes in by), current)


def _helped(helpers: Sequence[HelpedWith], given: Sequence[Classes]) -> tuple[Table, ...]:
    rows = tuple(
        (one.name or "Helper", DiceCount(one.exponent), found or "nothing")
        for one, found in zip(helpers, given, strict=True)
    )
    return (Table("What helpers mark", ("Helper", "Judged by", "Marks"), rows),) if rows else ()


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
    counted, left_out = counted_of(sources, ask)
    gone = ask["advancement.shrugged"] == "no" if shrugged else True
    against = test_class.counted_obstacle(base, penalties, opponent, shrugged if gone else 0)
    return _counted(counted, left_out, against, ask)


def _counted(counted: Worked, left_out: Worked, against: Worked, ask: Rulings) -> Answer:
    """The answer from three ledgers: dice that count, dice that do not, and the obstacle."""
    dice, rolled = max(0, counted.total), max(0, counted.total + left_out.total)
    classes = classes_of(dice, against.total, ask)
    logs = f"You roll {wording.count(rolled, 'die', 'dice')} and log {dice} of them against {ob(against.total)}"
    facts = (Fact(f"{rolled}D", "rolled"), Fact(Obstacle(against.total), "obstacle"), logged(classes))
    return Answer(
        values={
            "rolled": rolled,
            "counted": dice,
            "obstacle": against.total,
            "class": classes.value,
            "classes": classes.names,
        },
        blocks=(
            Verdict(f"{dice}D count", facts, f"{logs}: {classes.article}."),
            Working(counted.lines, dice, "Dice that count", "D"),
            Working(left_out.lines, left_out.total, "Dice that do not", "D"),
            Working(against.lines, against.total, "Obstacle that counts"),
            Note("Beginner’s Luck has its own rule: there the obstacle before doubling decides.", rule="HUB-56"),
        ),
    )
