"""Building a test: from an ability to dice, obstacle, odds and class (HUB-10, 12, 16 to 18, 30 to 33, 36)."""

from collections.abc import Mapping
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Obstacle, Pool, Shade, ob, successes
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.test import BONUS, BaseOb, DisadvantageRow, ForkRow, Helpers, YourAbility
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of, on_condition
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.readings.hurt import Rallied, no_test
from engine.games.burning_wheel.readings.tests import after, artha_spent, house_of, pool_of, who_marks
from engine.games.burning_wheel.rules import building, test_class
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Marks
from engine.games.burning_wheel.rules.building import Before, Manual, Task
from engine.games.burning_wheel.rules.elements import RARELY
from engine.games.burning_wheel.words import brings, often
from engine.rulings import Rulings
from engine.working import Mark

RULES = "HUB-10 HUB-12 HUB-16 HUB-17 HUB-18 HUB-30 HUB-31 HUB-32 HUB-33 HUB-56 HUB-93 HUB-94"
RUNGS_UP = 4
"""How many dice more than now the ladder shows."""


@calculator("test-builder", rules=RULES)
def build_a_test(
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: BaseOb = Obstacle(2),
    helpers: Helpers = (),
    forks: Annotated[tuple[ForkRow, ...], Asked("FoRKs"), sheet("skill")] = (),
    advantage: Annotated[
        int, Between(0, 10), Asked("Advantage dice", "One for you; the GM may add more.", quick=(0, 1, 2))
    ] = 0,
    disadvantages: Annotated[tuple[DisadvantageRow, ...], Asked("Disadvantages")] = (),
    careful: Annotated[bool, Asked("You work carefully")] = False,
    boon: Annotated[int, Between(0, building.MOST_PERSONA), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0,
    tested: WhatIsTested = Tested.SKILL,
    beginner: Annotated[bool, Asked("Beginner’s Luck: this is the root stat", more=True)] = False,
    before: Annotated[Before, Asked("The linked test before this one", more=True)] = Before.NONE,
    manual: Annotated[Manual, Asked("Written instructions", more=True)] = Manual.NONE,
    gear: Annotated[int, BONUS, Asked("Gear dice", more=True)] = 0,
    gear_shade: Annotated[Shade, Asked("Their shade", more=True)] = Shade.BLACK,
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
        ability.exponent,
        helpable(tested.element, ask) if helpers else tested.element,
        obstacle,
        beginner,
        tools,
        advantage,
        gear,
        trait,
        careful,
        before,
        manual,
        helpers,
        forks,
        disadvantages,
        wounds.wounds,
        boon,
        doubled,
    )
    house = house_of(task, ask)
    built = building.build(task, house)
    total = built.obstacle.total
    if built.rolled > MOST_DICE:
        raise Unusable("", f"A pool has at most {MOST_DICE} dice; this comes to {built.rolled}.")
    if total > MOST_OBSTACLE:
        raise Unusable("obstacle", f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {total}.")
    if built.impossible:
        return no_test(built.impossible, dice=0, obstacle=total, **{"class": test_class.NONE})
    opens = tested.opens(ask, beginner=beginner)
    pool = pool_of(ability.shade, built.rolled, min(gear, built.rolled), gear_shade, opens)
    chance = law_of(pool, ask).at_least(total)
    dice, against = building.counting(task, built, house)
    classes = classes_of(dice, against, ask)
    logged = building.logged_for(beginner, classes, all_to_skill=house.beginner_all)
    where = (f", marked {logged.words}" if beginner else "") + on_condition(tested.kind, logged)
    # Help and FoRKs are yours to refuse, so the ladder begins without them.
    refusable = sum(line.amount for line in built.dice.lines if line.rule in ("HUB-31", "HUB-32"))
    fewer = min(refusable, built.logged, pool.groups[0].count)
    steps = range(-fewer, min(RUNGS_UP, MOST_DICE - built.rolled) + 1)
    counted = built.dice.total
    rungs = {more: dice if house.beginner_bare else max(0, counted + more) for more in steps}
    needed = routes_of(tested.kind, min(ability.exponent, CAP), ask)
    # Under Beginner’s Luck it is no log of this ability that a Routine test goes into.
    marked = Marks() if beginner else Marks(routine, difficult, challenging)
    blocks: list[Block] = [
        Verdict(
            f"{built.rolled}D",
            f"{ob(total)} · {wording.percent(chance)} · {classes.words}",
            f"You roll {wording.count(built.rolled, 'die', 'dice')} against {ob(total)}: "
            f"{wording.percent(chance)}. It is {classes.article}{where}.",
            Mark.DERIVED,
        ),
        pool_ladder(pool, total, rungs, against, needed, marked, ask, min(0, counted + built.artha_dice.total)),
        odds_of(
            pool,
            total,
            ask,
            None if opens else pool.opened(),
            "" if opens else "with Luck",
            after(built.used, careful=careful, perception=tested is Tested.PERCEPTION),
        ),
        Working(built.dice.lines, built.logged, "Dice that count for the log", "D"),
        Working(built.obstacle.lines, total, "Obstacle"),
    ]
    if built.artha_dice.total:
        blocks.append(Working(built.artha_dice.lines, built.artha_dice.total, "Dice of artha: rolled, not logged", "D"))
    blocks += [Note(sentence, rule="HUB-18") for sentence in built.refused]
    if helpers and task.element.helped == RARELY:
        blocks.append(Note(f"{task.element.name} is very rarely helped: the GM has to allow it.", rule="STE-03"))
    if helpers:
        blocks.append(who_marks(task, building.for_helpers(task, built, house), ask))
    if careful:
        blocks.append(
            Note(
                "Half as long again. If it fails, the GM may bring in trouble about time; Focus wards it off.",
                rule="HUB-19",
            )
        )
    return Answer(
        values={
            "possible": True,
            "dice": built.rolled,
            "logged": dice,
            "obstacle": total,
            "obstacle_logged": against,
            "probability": chance,
            "class": classes.value,
            "classes": classes.names,
            "marked": logged.value,
            "forks_into": FORKED[house.fork_stats],
            "label": ladder.label(total, later=house.later),
            "refused": len(built.refused),
        },
        blocks=tuple(blocks),
        effects=(
            *marks_of("ability", classes, tested.kind, beginner=beginner, all_to_skill=house.beginner_all),
            *artha_spent(built.used),
        ),
    )


FORKED = {"some": "skills, Speed and Perception", "always": "skills and stats", "never": "skills"}


def pool_ladder(
    pool: Pool,
    total: int,
    logged: Mapping[int, int],
    against: int,
    needed: tuple[Marks, ...],
    marks: Marks,
    ask: Rulings,
    short: int = 0,
) -> Table:
    """A row for each die fewer, for now, and for each die more: its chance, its class and what the log then lacks.

    `logged` has the dice that count, by how many more are added than now; `short`, 0 or below, what wounds would still
    take from those. Source: HUB-18, HUB-35.
    """
    columns = ("Dice", "Adding", "Chance", "Class", *(("The log",) if marks.total else ()))
    rows = []
    for more, dice in logged.items():
        rolled = pool.plus(max(0, more + short) if short else more)
        classes = classes_of(dice, against, ask)
        row = (
            f"{rolled.dice}D",
            f"{more} more" if more > 0 else f"{-more} fewer" if more else "as it is",
            wording.percent(law_of(rolled, ask).at_least(total)),
            classes.words,
        )
        rows.append((*row, brings(classes, marks, needed)) if marks.total else row)
    return Table("Win or learn", columns, tuple(rows), list(logged).index(0), Mark.DERIVED)


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
    worth = "yes" if together > alone else "no" if together < alone else "same"
    # Reading pays from the chance at which what is won outweighs what is lost.
    even = (alone - badly) / (well - badly) if well > badly else None
    kind = building.complexity(complexity)
    figure = {"yes": "Read it", "no": "Leave it", "same": "No difference"}[worth]
    rows = (
        (
            "understood: +1D",
            wording.percent(reads),
            f"{dice + 1}D · {ob(obstacle)}",
            wording.percent(well),
        ),
        (
            "misread: +1 Ob",
            wording.percent(1 - reads),
            f"{dice}D · {ob(obstacle + 1)}",
            wording.percent(badly),
        ),
        ("not read", "–", f"{dice}D · {ob(obstacle)}", wording.percent(alone)),
    )
    pays = (
        f"Reading pays once you understand it more than {wording.percent(even)} of the time."
        if even is not None
        else ""
    )
    return Answer(
        values={"reads": reads, "with": together, "without": alone, "worth": worth, "kind": kind.value},
        blocks=(
            Verdict(
                figure,
                f"{wording.percent(together)} with it · {wording.percent(alone)} without",
                f"With the text you succeed {often(together)}, without it {often(alone)}.",
                Mark.DERIVED,
            ),
            Table("How it can go", ("The text", "Chance", "The test", "You succeed"), rows, mark=Mark.DERIVED),
            Note(f"Ob {complexity} is {kind.words}. {pays}".strip(), rule="HUB-34"),
        ),
    )
