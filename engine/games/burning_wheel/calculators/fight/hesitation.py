"""Losing time in Fight!: hesitation on a line of volleys, ambush, set conditions, counting out (FGT-61 to 63, 68)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import likeliest
from engine.effects import Effect
from engine.forms import Among, Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Pool, Shade, ob
from engine.games.burning_wheel.forms.exchange import Early, Volleys
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings import steel as nerves
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.readings.fight_hesitation import actions_meanwhile, looker, spell_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import action_costs, ambush, eaten, exchange, missiles, thrown
from engine.games.burning_wheel.rules import fight_hesitation as rules
from engine.games.burning_wheel.rules import steel as nerve_rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.ambush import Sneaks, Waits, Watch
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_hesitation import Position, Spell
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.thrown import Carried
from engine.games.burning_wheel.rules.versus import Side
from engine.games.burning_wheel.views.blocks import Beat, BeatLine, Beats, Clocks
from engine.games.burning_wheel.words import Mean
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Worked

B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
MOST_ACTIONS = 10
LONGEST = 20
QUICK_WILL = ("B3", "B4", "B5", "B6")


Actions = Annotated[int, Between(1, MOST_ACTIONS), Asked("Your actions in an exchange", quick=(3, 4, 5, 6))]
Reacts = Annotated[Reaction, Asked("You")]
Successes = Annotated[
    int | None, Between(0, MOST_OBSTACLE), Asked("Successes", hint="Empty: not rolled yet", quick=(0, 1, 2, 3, 4))
]
ActionsMore = Annotated[
    int, Between(1, MOST_ACTIONS), Asked("Their actions in an exchange", more=True, quick=(3, 4, 5, 6))
]


@dataclass(frozen=True, slots=True)
class Nerve:
    """A Steel test in a fight: what it is rolled against, and the dice."""

    obstacle: Worked
    test: Test

    @classmethod
    def of(cls, will: Ability, steel: Ability, harder: int, lost: int, added: int, ask: Rulings) -> "Nerve":
        """From Will and Steel; `harder` is what the fright adds, `lost` and `added` what wounds do. STE-02, STE-03."""
        base = nerves.hesitation_of(will, 0, None, ask)
        more = (Line(harder, "The situation", "STE-07"), Line(added, "Superficial wounds", "HUB-18"))
        obstacle = Worked((*base.lines, *more))
        dice = max(0, steel.exponent - lost)
        return cls(obstacle, Test.of(steel.shade, dice, max(0, obstacle.total), ask, opens=True, at="harder"))

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance of losing 0, 1, 2 … actions. Source: STE-03."""
        return nerve_rules.spread(self.test.law, self.test.obstacle)


@calculator("fight-hesitation", rules="FGT-61")
def fight_hesitation(
    failed: Annotated[
        int,
        Between(0, MOST_ACTIONS),
        Asked("It strikes on your action", "0: a surprise, before the first", quick=(0, 1, 2, 3)),
    ] = 2,
    successes: Successes = None,
    will: Annotated[Ability, Asked("Will", quick=QUICK_WILL), sheet("will")] = B4,
    steel: Annotated[Ability, Asked("Steel", quick=("B3", "B4", "B5", "B6")), sheet("steel")] = B5,
    actions: Actions = 5,
    reaction: Reacts = Reaction.DROOL,
    volleys: Volleys = Early.EARLY,
    harder: Annotated[int, Between(0, 20), Asked("It is worse than that: obstacle", more=True, gm=True)] = 0,
    opponent: Annotated[Pool, Asked("Who positions against you rolls", more=True, quick=QUICK_POOLS)] = Pool.of(4),
    penalty: Annotated[int, Between(0, 10), Asked("Their own +Ob", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """My nerve fails: which actions are gone?"""
    hurt = feels(wounds, steel, ask, ELEMENTS["steel"])
    if failed > actions:
        raise Unusable("failed", f"Your exchange has {wording.count(actions, 'action')}; this says number {failed}.")
    nerve = Nerve.of(will, steel, harder, hurt.lost, hurt.added, ask)
    layout = volleys.layout(actions)
    chances = nerve.chances
    lost = (
        likeliest(dict(enumerate(chances)))[-1]
        if successes is None
        else nerve_rules.lost(nerve.test.obstacle, successes)
    )
    spell = spell_of(lost, layout, failed, reaction, ask)
    zero = [volley for volley in spell.volleys if volley.position is not Position.FREE]
    values = {
        **nerve.test.values,
        "lost": lost,
        "slots": [f"{slot.exchange}.{slot.volley}.{slot.action}" for slot in spell.lost],
        "back": f"{spell.back.exchange}.{spell.back.volley}.{spell.back.action}",
        "zero_dice": len(zero),
        "distribution": list(chances),
    }
    blocks: list[Block] = [_hesitates(nerve, spell, lost, rolled=successes is not None)]
    timeline = _timeline(spell, failed, layout)
    if successes is None:
        blocks += [_spread(nerve, layout, failed, reaction, lost, ask), nerve.test.odds(), timeline]
    else:
        blocks.append(timeline)
    if zero and reaction is not Reaction.RUN:
        blocks.append(_outpositioned(opponent, penalty, ask))
    blocks += [Working(nerve.obstacle.lines, nerve.obstacle.total, "Obstacle of Steel"), *_told(reaction, lost)]
    return Answer(values, (*blocks, *ledger(hurt, steel.exponent)), nerve.test.marks("steel", Kind.STEEL))


def _hesitates(nerve: Nerve, spell: Spell, lost: int, *, rolled: bool) -> Verdict:
    figure = wording.count(lost, "action") if lost else "You stand"
    back = Fact(spell.back.words, "you act again") if lost else Fact(ob(nerve.test.obstacle))
    aloud = (
        f"You lose {wording.count(lost, 'action')} and act again in {spell.back.words}." if lost else "Nothing is lost."
    )
    if not rolled:
        stands = f"You stand {often(nerve.test.chance)}. "
        return Verdict(
            figure, (Fact("likeliest"), back, Fact(nerve.test.chance, "you stand")), f"{stands}Likeliest: {aloud}"
        )
    return Verdict(figure, (back,), aloud)


BELOW = {Position.FREE: "", Position.ZERO: "Maintain, 0D", Position.FLEES: "Withdraw"}


def _timeline(spell: Spell, failed: int, layout: Sequence[int]) -> Clocks:
    """The exchanges from the failure on, action by action. Source: FGT-61."""
    positions = {(volley.exchange, volley.number): volley.position for volley in spell.volleys}
    gone = set(spell.lost)
    at = exchange.slot(failed, tuple(layout)) if failed else None
    lines, rows = [], []
    for number in range(1, max(spell.back.exchange, 1) + 1):
        runs = []
        for volley, count in enumerate(layout, 1):
            slots = [exchange.Slot(number, volley, action) for action in range(1, count + 1)]
            kinds = [Beat.LOST if slot in gone else Beat.HERE if slot == at else Beat.FREE for slot in slots]
            position = positions.get((number, volley), Position.FREE)
            runs.append(Beats(f"Volley {volley}", tuple(kinds), BELOW[position]))
            lost = wording.listed(str(slot.action) for slot in slots if slot in gone) or "none"
            rows.append((f"Exchange {number}, volley {volley}", str(count), lost, position.words))
        lines.append(BeatLine(f"Exchange {number}", tuple(runs)))
    said = wording.listed(slot.words for slot in spell.lost) or "none"
    legend = (
        "Filled: lost. Thick border: here your nerve failed. Open: yours." if failed else "Filled: lost. Open: yours."
    )
    columns = ("When", "Actions", "Lost", "You position")
    return Clocks(f"Lost: {said}.", legend, tuple(lines), columns, tuple(rows), "The same as a table")


def _spread(
    nerve: Nerve, layout: tuple[int, ...], failed: int, reaction: Reaction, current: int, ask: Rulings
) -> Table:
    """How likely each number of lost actions is, and when one is back."""
    rows = []
    for lost, chance in enumerate(nerve.chances):
        spell = spell_of(lost, layout, failed, reaction, ask)
        rows.append((lost, chance, spell.back.words))
    return Table("What the roll may cost", ("Actions lost", "Chance", "You act again"), tuple(rows), current)


def _outpositioned(pool: Pool, penalty: int, ask: Rulings) -> Table:
    """What an opponent's positioning roll does against no dice. Source: FGT-61."""
    law = law_of(pool, ask, penalty + 2)
    rows = (
        ("They win position", law.at_least(penalty)),
        ("They win by two", law.at_least(penalty + 2)),
    )
    return Table(f"{pool} against your no dice", ("What", "Chance"), rows)


def _told(reaction: Reaction, lost: int) -> list[Note]:
    """What the reaction means, and what all of them share. Source: FGT-61."""
    if not lost:
        return []
    notes = [
        Note("You have no natural defense, you cannot speak or defend yourself, and your stance ends.", rule="FGT-61")
    ]
    chosen = nerve_rules.BEHAVIORS.get((nerve_rules.Conflict.FIGHT, reaction))
    if chosen:
        notes.append(Note(f"*{reaction.words}:* {chosen.does}", rule="STE-05"))
    return notes


@branch("Both have rolled")
class Sprung:
    """Both have rolled: successes as they were counted."""

    yours: Annotated[int, Between(0, MOST_OBSTACLE), Asked("The ambusher’s successes", quick=(0, 1, 2, 3, 4))] = 3
    theirs: Annotated[int, Between(0, MOST_OBSTACLE), Asked("The target’s successes", quick=(0, 1, 2, 3, 4))] = 2


@calculator("ambush", rules="FGT-62")
def spring_an_ambush(
    sneak: Annotated[Ability, Asked("The ambusher", quick=("B3", "B4", "B5", "B6")), sheet("ability")] = B4,
    look: Annotated[Pool, Asked("The target", quick=QUICK_POOLS)] = Pool.of(4),
    roll: Annotated[Ahead | Sprung, Asked("The dice")] = Ahead(),
    how: Annotated[Sneaks, Asked("The ambusher is")] = Sneaks.STEALTHY,
    watch: Annotated[Watch, Asked("The target rolls")] = Watch.OBSERVATION,
    will: Annotated[Ability, Asked("The target’s Will", more=True, quick=QUICK_WILL)] = B4,
    steel: Annotated[Ability, Asked("The target’s Steel", more=True, quick=QUICK_WILL)] = B4,
    harder: Annotated[int, Between(0, 20), Asked("Worse than surprise: obstacle", more=True, gm=True)] = 0,
    dice: Annotated[int, Between(0, 20), Asked("The ambusher’s other dice", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the ambush work, and what does it cost them?"""
    hurt = feels(wounds, sneak, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    mine = Side(sneak.pool(dice - hurt.lost), hurt.added)
    theirs = looker(look, watch, how is Sneaks.STEALTHY, ask)
    opens = mine.pool.open_ended or look.open_ended
    noticed = ambush.noticed(mine, theirs, chain=chain(ask)) if opens else ambush.noticed(mine, theirs)
    nerve = Nerve.of(will, steel, harder, 0, 0, ask)
    marks: tuple[Effect, ...] = ()
    if isinstance(roll, Sprung):
        sneaked = eaten.left(roll.yours, mine.penalty)
        noticed = Fraction(not ambush.surprised(sneaked, roll.theirs, doubled=theirs.beginner))
        marks = marks_of("sneak", classes_of(mine.pool.dice, roll.theirs, ask), Kind.SKILL, passed=not noticed)
    chances = ambush.head(1 - noticed, nerve.chances)
    mean = ambush.expected(chances)
    rows = tuple((lost, chance) for lost, chance in enumerate(chances))
    columns = ("First actions lost", "Chance")
    blocks: list[Block] = [
        _ambushed(noticed, chances, Mean(mean)),
        Table("What it takes off their exchange", columns, rows, likeliest(dict(enumerate(chances)))[-1]),
        Working(nerve.obstacle.lines, nerve.obstacle.total, "Obstacle of their Steel"),
        Note("A tie goes to the target, who notices in time.", rule="FGT-62"),
    ]
    if theirs.beginner:
        blocks.append(Note("Perception has to reach twice what the ambusher rolled.", rule="FGT-62"))
    values = {"noticed": noticed, "caught": 1 - noticed, "distribution": list(chances), "mean": mean}
    values |= {"hesitation": nerve.test.obstacle, "stands": nerve.test.chance}
    return Answer(values, (*blocks, *ledger(hurt, sneak.exponent + dice, 0)), marks)


def _ambushed(noticed: Fraction, chances: Sequence[Fraction], mean: Mean) -> Verdict:
    hit = 1 - chances[0]
    facts = (
        Fact(1 - noticed, "they are surprised"),
        Fact(hit, "they lose actions"),
        Fact(mean.words, "actions on average"),
    )
    if noticed in (0, 1):
        figure = "Noticed" if noticed else "Surprised"
        said = "They notice in time." if noticed else f"They are surprised, and lose actions {often(hit)}."
        return Verdict(figure, facts[1:] if not noticed else (Fact("nothing is lost"),), said)
    return Verdict(wording.percent(1 - noticed), facts[1:], f"The ambush works {often(1 - noticed)}.")


@calculator("set-condition", rules="FGT-63")
def set_condition(
    will: Annotated[Ability, Asked("Will", quick=QUICK_WILL), sheet("will")] = B4,
    set_on: Annotated[int, Between(1, MOST_ACTIONS), Asked("You set it with your action", quick=(1, 2, 3))] = 1,
    met: Annotated[
        int | None, Between(2, 40), Asked("It is met on action", hint="Empty: it never is", quick=(2, 3, 4, 5))
    ] = 3,
    actions: Actions = 4,
    volleys: Volleys = Early.EARLY,
    *,
    ask: Rulings,
) -> Answer:
    """I wait for something: how long, and then what?"""
    if set_on > actions:
        raise Unusable("set_on", f"Your exchange has {wording.count(actions, 'action')}; this says number {set_on}.")
    layout = volleys.layout(actions)
    found = ambush.wait(will.exponent, set_on, met)
    sprung = found.ends is Waits.SPRUNG
    at = exchange.slot(found.at, layout)
    order = ask["fight.trigger"] if sprung else ""
    left = ambush.what_ifs(at.volley) if sprung else ()
    values = {
        "waits": found.last - set_on,
        "happens": sprung,
        "at": f"{at.exchange}.{at.volley}.{at.action}",
        "what_ifs": len(left),
        "order": ORDER.get(order, ""),
    }
    last = exchange.slot(found.last, layout)
    if sprung:
        figure, aloud = "It happens", f"Your readied action happens in {at.words}, {ORDER[order]}."
        facts = (Fact(at.words), Fact.count(len(left), "what-if volley"))
    else:
        figure = "In vain"
        aloud = f"You stay ready through {last.words}, and lose your next action, {at.words}, to blinking."
        facts = (Fact(f"ready through {last.words}"), Fact(f"lost: {at.words}"))
    blocks: list[Block] = [Verdict(figure, facts, aloud), _waiting(found, layout)]
    if sprung:
        played = wording.listed(f"your {_nth(number)} as volley {volley}" for number, volley in enumerate(left, 1))
        said = (
            f"Of your what-ifs you play {played}; then all script anew."
            if left
            else "No volley is left for your what-ifs: all script anew."
        )
        blocks.append(Note(said, rule="FGT-63"))
    blocks.append(Note("While you wait you position and speak, and do nothing else.", rule="FGT-63"))
    return Answer(values, tuple(blocks))


ORDER = {"before": "before what met it is resolved", "together": "at the same time as what met it"}


def _nth(number: int) -> str:
    return {1: "first", 2: "second"}[number]


def _waiting(found: ambush.Wait, layout: tuple[int, ...]) -> Clocks:
    """The wait on a line of time: the setting, the waiting, and what ends it. Source: FGT-63."""
    end = exchange.slot(found.at, layout)
    lines, rows = [], []
    number = 0
    for one in range(1, end.exchange + 1):
        runs = []
        for volley, count in enumerate(layout, 1):
            kinds = []
            for action in range(1, count + 1):
                number += 1
                kinds.append(_kind(number, found))
                rows.append((f"Exchange {one}, volley {volley}, action {action}", _does(number, found)))
            runs.append(Beats(f"Volley {volley}", tuple(kinds)))
        lines.append(BeatLine(f"Exchange {one}", tuple(runs)))
    ends = "Filled: lost." if found.lost else "The second thick border: it happens."
    legend = f"Thick border: you set it. Hatched: you wait. {ends}"
    said = f"You set it on action {found.set_on}; it ends on action {found.at}: {found.ends.words}."
    return Clocks(said, legend, tuple(lines), ("Action", "You"), tuple(rows), "The same as a table")


def _kind(number: int, found: ambush.Wait) -> Beat:
    if number == found.lost:
        return Beat.LOST
    if number in (found.set_on, found.at):
        return Beat.HERE
    return Beat.WAITS if found.set_on < number < found.at else Beat.FREE


def _does(number: int, found: ambush.Wait) -> str:
    if number == found.lost:
        return "hesitate"
    if number == found.set_on:
        return "set the condition"
    if number == found.at:
        return "do what you readied"
    return "wait" if found.set_on < number < found.at else "as you like"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to get done while someone hesitates, as the form asks it: a row of the table, or one of your own."""

    name: Annotated[str, Asked("Task")] = ""
    cost: Annotated[int, Between(1, 60), Asked("Actions", quick=(1, 2, 3, 4))] = 1

    @classmethod
    def table(cls) -> Mapping[str, "Task"]:
        """Tasks by their keys. Source: FGT-23."""
        return _tasks()

    @property
    def words(self) -> str:
        return f"{self.name or 'your own'} ({self.cost})"


@cache
def _tasks() -> Mapping[str, Task]:
    weapons = missiles.MISSILES
    shots = {
        key: Task(f"Shoot a {weapons[key].name.lower()}", missiles.actions(weapons[key]).total) for key in SHOT_WITH
    }
    plain = {key: Task(action_costs.COSTS[key].name, action_costs.cost(key)) for key in DONE}
    return {**shots, "throw": Task("Draw and throw a knife", thrown.actions(Carried.SHEATHED).total), **plain}


SHOT_WITH = ("hunting-bow", "great-bow", missiles.CROSSBOW)
DONE = ("strike", "great-strike", "draw-weapon", "get-up", "retrieve-weapon", "physical-act", "lock", "bomb")


@row("task")
class TaskRow:
    """A task, as a row of the form."""

    task: Annotated[Among[Task], Asked("Task")] = Task("Shoot a hunting bow", 6)


SHOT = TaskRow()


@calculator("counting-out", rules="FGT-68")
def counting_out(
    hesitation: Annotated[int, Between(0, LONGEST), Asked("Actions they still lose", quick=(3, 5, 7, 9))] = 7,
    tasks: Annotated[tuple[TaskRow, ...], Asked("You want to, in this order")] = (SHOT, SHOT),
    theirs: ActionsMore = 4,
    yours: Annotated[
        int, Between(1, MOST_ACTIONS), Asked("Your actions in an exchange", more=True, quick=(3, 4, 5, 6))
    ] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """What can I finish before they come round?"""
    have = actions_meanwhile(hesitation, theirs, yours, ask)
    costs = [one.task.cost for one in tasks]
    done = rules.finished(have, costs)
    spent = sum(costs[:done])
    rows, ends = [], 0
    for number, one in enumerate(tasks):
        ends += one.task.cost
        rows.append(
            (one.task.name or "your own", one.task.cost, ends, "yes" if number < done else f"{ends - have} too late")
        )
    of = wording.count(len(costs), "task")
    facts = (Fact.count(have, "action"), Fact(have - spent, "to spare"))
    said = f"You finish {done} of {of} in {wording.count(have, 'action')}, with {have - spent} to spare."
    blocks: list[Block] = [Verdict(f"{done} of {len(costs)}", facts, said)]
    if tasks:
        blocks.append(Table("One after the other", ("Task", "Actions", "Done with action", "In time"), tuple(rows)))
    blocks.append(Note("How long they are out only their player and the GM know.", rule="FGT-68"))
    return Answer({"done": done, "actions": have, "spent": spent, "left": have - spent}, tuple(blocks))
