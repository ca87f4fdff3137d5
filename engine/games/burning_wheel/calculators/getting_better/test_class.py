"""The class of a test, and which dice and obstacle count for it (HUB-35, HUB-36, HUB-48)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Cell, Grid, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.classes import ONLY_PASSED, classes_of, marks_of, no_log
from engine.games.burning_wheel.readings.elements import element_of, helpable
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import earned, logged_for
from engine.games.burning_wheel.rules.elements import NOBODY
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import LETTERS
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

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
            " · ".join([f"{dice}D", ob(obstacle), *(["your choice"] if len(classes) > 1 else [])]),
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


@dataclass(frozen=True, slots=True)
class HelpedWith:
    """An ability that someone helped with, as a row of the form."""

    name: Annotated[str, Asked("Who, with what")] = ""
    exponent: Annotated[int, Between(0, 20), Asked("Exponent", quick=(2, 3, 4, 5))] = 3

    singular: ClassVar[str] = "helper"


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
    logged = logged_for(beginner, classes)
    if no_log(kind):
        why = no_log(kind)
    elif not classes:
        why = "Nothing was asked of you, or there were no dice."
    elif not earned(classes, logged, passed=passed, success_only=kind.success_only):
        why = f"{kind.words} marks only tests that succeed."
    elif earlier and (1 if graduated else obstacle) <= earlier and not lifts:
        why = f"{ob(earlier)} is marked for this conflict already, and one mark is all it gives."
    else:
        why = ""
    doubled = bool(helpers) and beginner and ask["advancement.helper-beginner"] == "doubled"
    # Which is always 1 in a graduated test (HUB-92).
    against_helpers = 1 if graduated else obstacle * (2 if doubled else 1)
    alone = bool(helpers) and not beginner and helpable(element_of(kind), ask).helped == NOBODY
    given = [
        classes_of(row.exponent, against_helpers, ask, later=True) if row.exponent and not alone else Classes()
        for row in helpers
    ]
    values = {
        "class": test_class.NONE if why else classes.value,
        "marked": "nothing" if why else logged.value,
        "helpers": [found.value for found in given],
    }
    against = "graduated" if graduated else f"{dice}D · {ob(obstacle)}"
    if why:
        verdict = Verdict("No mark", against, why)
    else:
        what = "Every graduated test is Routine" if graduated else f"{against.replace(' · ', ' against ')}"
        verdict = Verdict(
            classes.words, f"{against} · {logged.words}", f"{what}: mark {classes.article} {logged.words}."
        )
    rows = tuple(
        (words, *(one.value for one in row))
        for words, row in zip(test_class.BELOW, test_class.by_distance(), strict=True)
    )
    current = None if graduated or not (dice and obstacle) else test_class.below(dice, obstacle)
    blocks: list[Block] = [verdict, Table("The obstacle is", ("", *test_class.BANDS), rows, current)]
    if helpers:
        by = (
            (row.name or "Helper", f"{row.exponent}D", found.words if found else "nothing")
            for row, found in zip(helpers, given, strict=True)
        )
        blocks.append(Table("What helpers mark", ("Helper", "Judged by", "Marks"), tuple(by)))
    effects = () if why else marks_of("", classes, kind, passed=passed, beginner=beginner)
    return Answer(values, tuple(blocks), effects)


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
    dice = max(0, counted.total)
    classes = classes_of(dice, against.total, ask)
    rolled = max(0, counted.total + left_out.total)
    words = classes.words
    return Answer(
        values={
            "rolled": rolled,
            "counted": dice,
            "obstacle": against.total,
            "class": classes.value,
            "classes": classes.names,
        },
        blocks=(
            Verdict(
                f"{dice}D count",
                f"{rolled}D rolled · {ob(against.total)} · {words}",
                f"You roll {wording.count(rolled, 'die', 'dice')} and log {dice} of them against "
                f"{ob(against.total)}: {classes.article}.",
            ),
            Working(counted.lines, dice, "Dice that count", "D"),
            Working(left_out.lines, left_out.total, "Dice that do not", "D"),
            Working(against.lines, against.total, "Obstacle that counts"),
            Note("Beginner’s Luck has a rule of its own: there the obstacle before doubling decides.", rule="HUB-56"),
        ),
    )
