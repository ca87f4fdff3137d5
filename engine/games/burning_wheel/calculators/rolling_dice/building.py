"""Building a test: from an ability to dice, obstacle, odds and class (HUB-10, 12, 16 to 18, 30 to 33, 36)."""

from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle, Pool, Shade, ob, successes
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.test import BONUS, BaseOb, DisadvantageRow, ForkRow, Helpers, YourAbility
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import marks_of, on_condition
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.readings.hurt import Rallied, no_test
from engine.games.burning_wheel.readings.tests import after, artha_spent, house_of, pool_of, who_marks
from engine.games.burning_wheel.rules import building, test_class
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Marks
from engine.games.burning_wheel.rules.building import Before, Built, House, Logged, Manual, Task
from engine.games.burning_wheel.rules.elements import RARELY
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.words import brings, logged
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

RULES = "HUB-10 HUB-12 HUB-16 HUB-17 HUB-18 HUB-30 HUB-31 HUB-32 HUB-33 HUB-56 HUB-93 HUB-94"
RUNGS_UP = 4
"""How many dice more than now the ladder shows."""

RelatedSkills = Annotated[tuple[ForkRow, ...], Asked("FoRKs"), sheet("skill")]
AdvantageDice = Annotated[
    int, Between(0, 10), Asked("Advantage dice", "One for you; the GM may add more.", quick=(0, 1, 2))
]
Disadvantages = Annotated[tuple[DisadvantageRow, ...], Asked("Disadvantages")]
Boon = Annotated[int, Between(0, building.MOST_PERSONA), Asked("Persona for dice", quick=(0, 1, 2, 3))]
RootStat = Annotated[bool, Asked("Beginner’s Luck: this is the root stat", more=True)]
LinkBefore = Annotated[Before, Asked("The linked test before this one", more=True)]


@calculator("test-builder", rules=RULES)
def build_a_test(
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: BaseOb = Obstacle(2),
    helpers: Helpers = (),
    forks: RelatedSkills = (),
    advantage: AdvantageDice = 0,
    disadvantages: Disadvantages = (),
    careful: Annotated[bool, Asked("You work carefully")] = False,
    boon: Boon = 0,
    tested: WhatIsTested = Tested.SKILL,
    beginner: RootStat = False,
    before: LinkBefore = Before.NONE,
    manual: Annotated[Manual, Asked("Written instructions", more=True)] = Manual.NONE,
    gear: Annotated[int, BONUS, Asked("Gear dice", more=True)] = 0,
    gear_shade: Annotated[Shade, Asked("Shade of the gear dice", more=True)] = Shade.BLACK,
    trait: Annotated[int, BONUS, Asked("Dice from traits", more=True)] = 0,
    tools: Annotated[bool, Asked("Tools are missing: later edition", more=True)] = False,
    wounds: Annotated[Rallied, Asked("Wounds", more=True)] = Rallied(),
    doubled: Annotated[bool, Asked("Deeds double the ability", more=True)] = False,
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What do I roll, against what, and what will I mark?"""
    task = Task(
        exponent=ability.exponent,
        element=helpable(tested.element, ask) if helpers else tested.element,
        base=obstacle,
        beginner=beginner,
        lacks_tools=tools,
        advantage=advantage,
        gear=gear,
        trait=trait,
        careful=careful,
        before=before,
        manual=manual,
        helpers=helpers,
        forks=forks,
        disadvantages=disadvantages,
        wounds=wounds.wounds,
        boon=boon,
        doubled=doubled,
    )
    house = house_of(task, ask)
    built = building.build(task, house)
    total = built.obstacle.total
    checked(built.rolled, 0, at="")
    checked(0, total)
    if built.impossible:
        return no_test(built.impossible, dice=0, obstacle=total, **{"class": test_class.NONE})
    opens = tested.opens(ask, beginner=beginner)
    pool = pool_of(ability.shade, built.rolled, min(gear, built.rolled), gear_shade, opens)
    dice, against = building.counting(task, built, house)
    found = WorkedTest(task, house, built, tested, Test(pool, total, ask, dice), against)
    # Under Beginner’s Luck it is no log of this ability that a Routine test goes into.
    marks = Marks() if beginner else Marks(routine, difficult, challenging)
    return Answer(_values(found), _blocks(found, marks), found.effects)


@dataclass(frozen=True, slots=True)
class WorkedTest:
    """A test as it was built, and `against` what the log counts it: without what Beginner’s Luck doubles (HUB-56)."""

    task: Task
    house: House
    built: Built
    tested: Tested
    test: Test
    against: int

    @property
    def classes(self) -> Classes:
        return self.test.against(self.against).classes

    @property
    def logged(self) -> Logged:
        return building.logged_for(self.task.beginner, self.classes, all_to_skill=self.house.beginner_all)

    @property
    def effects(self) -> tuple[Effect, ...]:
        beginner, to_skill = self.task.beginner, self.house.beginner_all
        marks = marks_of("ability", self.classes, self.tested.kind, beginner=beginner, all_to_skill=to_skill)
        return (*marks, *artha_spent(self.built.used))


def _values(found: WorkedTest) -> dict[str, Any]:
    return {
        "possible": True,
        **found.test.values,
        "logged": found.test.counted,
        "obstacle_logged": found.against,
        "class": found.classes.value,
        "classes": found.classes.names,
        "marked": found.logged.value,
        "forks_into": FORKED[found.house.fork_stats],
        "label": ladder.label(found.test.obstacle, later=found.house.later),
        "refused": len(found.built.refused),
    }


FORKED = {"some": "skills, Speed and Perception", "always": "skills and stats", "never": "skills"}


def _blocks(found: WorkedTest, marks: Marks) -> tuple[Block, ...]:
    task, built, test = found.task, found.built, found.test
    perception = found.tested is Tested.PERCEPTION
    ghost, words = (None, "") if test.pool.open_ended else (test.opened, "with Luck")
    blocks: list[Block] = [
        _verdict(found),
        _ladder(found, marks),
        test.odds(ghost, words, **after(built.used, careful=task.careful, perception=perception)),
        Working(built.dice.lines, built.logged, "Dice that count for the log", "D"),
        Working(built.obstacle.lines, test.obstacle, "Obstacle"),
    ]
    if built.artha_dice.total:
        blocks.append(Working(built.artha_dice.lines, built.artha_dice.total, "Dice of artha: rolled, not logged", "D"))
    blocks += [Note(sentence, rule="HUB-18") for sentence in built.refused]
    if task.helpers and task.element.helped == RARELY:
        blocks.append(Note(f"{task.element.name} is very rarely helped: the GM has to allow it.", rule="STE-03"))
    if task.helpers:
        blocks.append(who_marks(task, building.for_helpers(task, built, found.house), test.ask))
    if task.careful:
        text = "Half as long again. If it fails, the GM may bring in trouble about time; Focus wards it off."
        blocks.append(Note(text, rule="HUB-19"))
    return tuple(blocks)


def _verdict(found: WorkedTest) -> Verdict:
    test, classes = found.test, found.classes
    where = (f", marked {found.logged.words}" if found.task.beginner else "") + on_condition(
        found.tested.kind, found.logged
    )
    chance = wording.percent(test.chance)
    return Verdict(
        DiceCount(test.dice).words,
        (Fact(Obstacle(test.obstacle), "obstacle"), Fact(test.chance, CHANCE), logged(classes)),
        f"You roll {wording.count(test.dice, 'die', 'dice')} against {ob(test.obstacle)}: {chance}. "
        f"It is {classes.article}{where}.",
        Mark.DERIVED,
    )


def _ladder(found: WorkedTest, marks: Marks) -> Table:
    """A row for each die fewer, for now, and for each die more: its chance, its class and what the log then lacks.

    Help and FoRKs are yours to refuse, so it begins without them. Source: HUB-18, HUB-31, HUB-32, HUB-35.
    """
    built, test = found.built, found.test
    refusable = sum(line.amount for line in built.dice.lines if line.rule in ("HUB-31", "HUB-32"))
    fewer = min(refusable, built.logged, test.pool.groups[0].count)
    # What wounds would still take from dice that are added.
    short = min(0, built.dice.total + built.artha_dice.total)
    needed = routes_of(found.tested.kind, min(found.task.exponent, CAP), test.ask)
    rows = []
    for more in range(-fewer, min(RUNGS_UP, MOST_DICE - built.rolled) + 1):
        pool = test.pool.plus(max(0, more + short) if short else more)
        counted = test.counted if found.house.beginner_bare else max(0, built.dice.total + more)
        rung = Test(pool, test.obstacle, test.ask, counted)
        classes = rung.against(found.against).classes
        adding = f"{more} more" if more > 0 else f"{-more} fewer" if more else "as it is"
        log = (brings(classes, marks, needed),) if marks.total else ()
        rows.append((DiceCount(rung.dice), adding, rung.chance, classes, *log))
    columns = ("Dice", "Adding", "Chance", "Class", *(("The log",) if marks.total else ()))
    return Table("Win or learn", columns, tuple(rows), fewer, Mark.DERIVED)


@calculator("instructions", rules="HUB-34")
def instructions(
    reading: Annotated[Ability, Asked("Your Reading or Research", quick=("B2", "B3", "B4"))] = Ability(Shade.BLACK, 3),
    complexity: Annotated[Obstacle, Asked("How complex the text is", gm=True, quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    skill: Annotated[Ability, Asked("The skill it is about", quick=("B2", "B3", "B4"))] = Ability(Shade.BLACK, 3),
    bonus: Annotated[int, BONUS, Asked("Other dice for that test")] = 0,
    obstacle: Annotated[Obstacle, Asked("Obstacle of that test", gm=True, quick=(1, 2, 3, 4, 5))] = Obstacle(2),
) -> Answer:
    """Is it worth reading the manual first?"""
    dice = skill.exponent + bonus
    reads = successes(reading.pool()).at_least(complexity)
    alone, well, badly = (
        successes(Pool.of(dice + more, skill.shade)).at_least(obstacle + harder)
        for more, harder in ((0, 0), (1, 0), (0, 1))
    )
    together = reads * well + (1 - reads) * badly
    worth, figure = WORTH[(together > alone) - (together < alone)]
    kind = building.complexity(complexity)
    pays = ""
    if well > badly:
        # Reading pays from the chance at which what is won outweighs what is lost.
        even = wording.percent((alone - badly) / (well - badly))
        pays = f" Reading pays once you understand it more than {even} of the time."
    rows = (
        ("understood: +1D", reads, f"{dice + 1}D · {ob(obstacle)}", well),
        ("misread: +1 Ob", 1 - reads, f"{dice}D · {ob(obstacle + 1)}", badly),
        ("not read", None, f"{dice}D · {ob(obstacle)}", alone),
    )
    return Answer(
        values={"reads": reads, "with": together, "without": alone, "worth": worth, "kind": kind.value},
        blocks=(
            Verdict(
                figure,
                (Fact(together, "with it"), Fact(alone, "without")),
                f"With the text you succeed {often(together)}, without it {often(alone)}.",
                Mark.DERIVED,
            ),
            Table("How it can go", ("The text", "Chance", "The test", "You succeed"), rows, mark=Mark.DERIVED),
            Note(f"Ob {complexity} is {kind.words}.{pays}", rule="HUB-34"),
        ),
    )


WORTH = {1: ("yes", "Read it"), 0: ("same", "No difference"), -1: ("no", "Leave it")}
"""Whether the chance rises, stays or falls."""
