"""What an action costs: every task, plans over several exchanges, assessing, getting up (FGT-23 to FGT-28)."""

from dataclasses import replace
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Entry, Fact, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.slots import actions, chain_of, divided_note, when
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.exchange import (
    After,
    Begins,
    Broken,
    Early,
    Later,
    Reflexes,
    Task,
    TaskRow,
    Volleys,
)
from engine.games.burning_wheel.forms.test import BONUS, BaseOb
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.fight_conditions import broken_off, costs_of, kneeling
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import action_costs as rules
from engine.games.burning_wheel.rules import fight_posture
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.action_costs import COSTS, Kind
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.fight_chain import Step, slot
from engine.games.burning_wheel.rules.fight_posture import GET_UP, Doing, Posture
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
PERCEPTION = ELEMENTS["perception"]
MOST_TASKS = 60
INCANT = Task.table()["incant"]


@calculator("action-costs", rules="FGT-23 FGT-28")
def costs(
    kind: Annotated[frozenset[Kind], Asked("Only what is", "None: everything")] = frozenset({Kind.GENERAL}),
    most: Annotated[
        Annotated[int, Between(0, 40)] | None, Asked("In at most so many actions", "Empty: any", quick=(1, 2, 3))
    ] = None,
    reflexes: Reflexes = 4,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost?"""
    found = {key: costs_of(key, ask) for key, one in COSTS.items() if not kind or one.kind in kind}
    shown = {key: cost for key, cost in found.items() if most is None or cost <= most}
    within = sum(cost <= reflexes for cost in shown.values())
    tasks = wording.count(len(shown), "task")
    facts = (Fact(within, "within your exchange"), Fact(reflexes, "actions in it"))
    said = f"{tasks}, of which {within} fit into one exchange of {actions(reflexes)}."
    values: dict[str, Any] = {"count": len(shown), "within": within}
    values |= {key.replace("-", "_"): cost for key, cost in shown.items()}
    layout = Early.EARLY.layout(reflexes)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (COSTS[key].name, _spent(key, cost), _done(slot(cost, layout)) if cost else None, COSTS[key].says or None)
        for key, cost in shown.items()
    )
    columns = ("Task", "Actions", "Done in", "Besides")
    return Answer(values, (Verdict(tasks, facts, said), Table("What each task takes", columns, rows)))


def _done(slot: Slot) -> str:
    """Where a task ends that is begun at once: "volley 2", in a later exchange "exchange 2, volley 1"."""
    return when(slot) if slot.exchange > 1 else f"volley {slot.volley}"


def _spent(key: str, cost: int) -> str:
    """The actions of a task in a cell: "1 to 3", "1 or more"."""
    most = COSTS[key].most
    if most is None:
        return f"{cost} or more"
    return f"{cost} to {most}" if most > cost and COSTS[key].actions is not None else str(cost)


@table("every-task")
def every_task() -> Table:
    """Every task of a fight with its actions (FGT-23)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.name, "not given" if one.actions is None else _spent(key, one.actions), one.kind)
        for key, one in COSTS.items()
    )
    return Table("Every task of a fight", ("Task", "Actions", "Kind"), rows, folded=True)


@calculator("action-plan", rules="FGT-25 FGT-27")
def plan(
    tasks: Annotated[tuple[TaskRow, ...], Asked("You do, in this order")] = (
        TaskRow(Task.table()["get-up"]),
        TaskRow(Task.table()["draw-weapon"]),
    ),
    reflexes: Reflexes = 4,
    begins: Begins = 1,
    volleys: Volleys = Early.EARLY,
    later: Later = After.SAME,
    broken: Broken = None,
    *,
    ask: Rulings,
) -> Answer:
    """When is it done?"""
    if not tasks:
        raise Unusable("tasks", "Nothing is planned yet; add a task.")
    planned = tuple(_step(row) for row in tasks)
    total = sum(step.actions for step in planned)
    if total > MOST_TASKS:
        raise Unusable("tasks", f"A plan has at most {MOST_TASKS} actions here; this has {total}.")
    steps = broken_off(planned, _checked(broken, total), ask, spell=_casting(tasks, broken))
    chain = chain_of(steps, reflexes, begins, volleys, later)
    end = chain.end
    said = f"The last of {actions(chain.total)} falls into {end.words}."
    facts = (Fact(f"action {end.action}", "of that volley"), Fact(actions(chain.total)))
    verdict = Verdict(when(end).capitalize(), facts, said)
    return Answer(chain.values, (verdict, chain.grid, chain.table, divided_note(chain)))


def _step(row: TaskRow) -> Step:
    """A task of the plan; a spell is one go, however many actions it has."""
    return Step(row.words, row.task.actions * row.times, None if row.task == INCANT else row.task.actions)


def _checked(broken: int | None, total: int) -> int | None:
    if broken is not None and broken > total:
        raise Unusable("broken", f"What is planned takes {actions(total)}; this breaks in with number {broken}.")
    return broken


def _casting(tasks: tuple[TaskRow, ...], broken: int | None) -> bool:
    """Whether it is an incantation that is broken, which nothing may be. Source: FGT-32."""
    done = 0
    for row in tasks:
        done += row.task.actions * row.times
        if broken is not None and broken <= done:
            return row.task == INCANT
    return False


@calculator("assess", rules="FGT-24")
def assess(
    spent: Annotated[int, Between(1, 3), Asked("Actions you spend", quick=(1, 2, 3))] = 2,
    perception: Annotated[Ability, Asked("Perception", quick=("B3", "B4", "B5")), sheet("perception")] = B4,
    obstacle: BaseOb = Obstacle(2),
    advantage: Annotated[int, BONUS, Asked("Other dice", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What do you notice?"""
    hurt = feels(wounds, perception, ask, PERCEPTION)
    if hurt.gone:
        return no_test(hurt.gone)
    more = rules.assess_dice(spent)
    lines = (
        Line(perception.exponent, f"Perception {perception}", "FGT-24"),
        Line(more, actions(spent), "FGT-24"),
        Line(advantage, "Other dice", "HUB-16"),
        *((Line(-hurt.lost, hurt.dice.reason, hurt.dice.rule),) if hurt.lost else ()),
    )
    dice = Worked(lines)
    against = Worked((Line(obstacle, "What is there to notice", "FGT-24"), *((hurt.obstacle,) if hurt.added else ())))
    test = Test.of(perception.shade, dice.total, against.total, ask, opens=open_ended(PERCEPTION, ask))
    blocks: list[Block] = [
        replace(test.verdict(), figure=DiceCount(test.dice).words, facts=(Fact(test.chance, CHANCE), *test.facts[2:])),
        _by_actions(test, spent),
        test.odds(),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    if hurt.added:
        blocks.append(Working(against.lines, against.total, "Obstacle"))
    return Answer({**test.values, "added": more}, tuple(blocks), test.marks("perception", kind_of(PERCEPTION)))


def _by_actions(test: Test, spent: int) -> Table:
    """The same test with one, two and three actions."""
    rows: list[tuple[Entry, ...]] = []
    for number in range(1, (COSTS["assess"].most or 1) + 1):
        one = test.with_dice(rules.assess_dice(number) - rules.assess_dice(spent))
        rows.append((actions(number), DiceCount(one.dice), one.chance))
    return Table(f"Against {ob(test.obstacle)}", ("You spend", "Dice", "Chance"), tuple(rows), spent - 1, Mark.DERIVED)


@calculator("get-up", rules="FGT-26")
def get_up(
    posture: Annotated[Posture, Asked("You are")] = Posture.GROUND,
    spent: Annotated[int, Between(0, GET_UP), Asked("Actions spent on getting up", quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """You are down. What does it cost you?"""
    now = fight_posture.after(posture, spent)
    added = {doing: _added(now.posture, doing, ask) for doing in Doing}
    facts = (
        *(Fact(wording.signed(amount), f"Ob, {doing.words.lower()}") for doing, amount in added.items() if amount),
        Fact(actions(now.left), "to stand up") if now.left else Fact("nothing", "in the way"),
    )
    figure = now.posture.words[:1].upper() + now.posture.words[1:]
    harder = wording.listed(
        f"{doing.words.lower()} {wording.signed(amount)}" for doing, amount in added.items() if amount
    )
    said = f"You are {now.posture.words}: {harder} Ob." if harder else f"You are {now.posture.words}."
    columns = ("Obstacle", *(one.words[:1].upper() + one.words[1:] for one in Posture))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (doing.words, *(wording.signed(_added(one, doing, ask)) for one in Posture)) for doing in Doing
    )
    values = {"posture": now.posture.value, "left": now.left, **{one.value: amount for one, amount in added.items()}}
    return Answer(values, (Verdict(figure, facts[:4], said), Table("What each posture adds", columns, rows)))


def _added(posture: Posture, doing: Doing, ask: Rulings) -> int:
    return fight_posture.penalty(posture, doing, kneeling=kneeling(posture, doing, ask))
