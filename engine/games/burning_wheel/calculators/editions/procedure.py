"""Steps of the later edition's test, each by itself: obstacle, tools, bonus dice, wounds (HUB-90, HUB-94 to HUB-97)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.test import (
    BaseOb,
    DisadvantageRow,
    ForkRow,
    Helpers,
    SituationalAdvantage,
    YourAbility,
)
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.readings.elements import helpable, one_advantage
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, everywhere, ledger, no_test
from engine.games.burning_wheel.rules import building, procedure
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Before, Built, House, Task
from engine.games.burning_wheel.rules.procedure import ARISTEIA, CAP, STEPS, Aristeia, At
from engine.games.burning_wheel.rules.spending import Purse
from engine.games.burning_wheel.rules.wounds import Felt, Wounds, felt, together
from engine.games.burning_wheel.sheet.effects import Spend
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark

B4, B5 = Ability(Shade.BLACK, 4), Ability(Shade.BLACK, 5)
SPENT = Between(0, 20)
QUICK_ABILITIES = ("B2", "B3", "B4", "B5", "B6")
LoneSuperficials = Annotated[
    int, Between(0, 2), Asked("Superficial wounds", quick=(0, 1, 2)), sheet("lone-superficials")
]
TraitAdvantage = Annotated[int, Between(0, 2), Asked("Advantage from a trait", gm=True, quick=(0, 1, 2))]


@calculator("step-of-a-test", rules="HUB-90")
def step_of_a_test(
    step: Annotated[int, Between(1, procedure.LAST), Asked("Step", quick=(1, 5, 6, 9, 12, 16))] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Who does what at this step?"""
    found = STEPS[step - 1]
    before_the_roll = At.ABILITY < step <= At.ROLL
    doubles = procedure.may_double(step, any_time=before_the_roll and ask["later.doubling"] == "roll")
    who = found.actor.words[:1].upper() + found.actor.words[1:]
    artha = found.spends or "no artha of its own"
    rows = tuple((str(one.number), one.name, one.actor.words, one.changes, one.spends or "–") for one in STEPS)
    blocks: list[Block] = [
        Verdict(f"{step}. {found.name}", (Fact(found.actor.words),), f"{who}: {found.asks}"),
        Table("The seventeen steps", ("Step", "What", "Who", "Changes", "Artha"), rows, step - 1),
    ]
    if doubles and step > At.ABILITY:
        blocks.append(Note("Deeds may still double the ability, up to the roll.", Mark.RULING, "HUB-90"))
    return Answer(
        {
            "name": found.name,
            "actor": found.actor.value,
            "changes": found.changes,
            "artha": artha,
            "doubles": doubles,
        },
        tuple(blocks),
    )


@dataclass(frozen=True, slots=True)
class SpentRow:
    """Artha that this test has taken already, a group of fields."""

    fate: Annotated[int, SPENT, Asked("Fate", quick=(0, 1))] = 0
    persona: Annotated[int, SPENT, Asked("Persona", quick=(0, 1, 2, 3))] = 0
    deeds: Annotated[int, SPENT, Asked("Deeds", quick=(0, 1, 2))] = 0

    def __post_init__(self) -> None:
        if sentence := procedure.refused(Purse(), self.points):
            raise Refused(sentence)

    @property
    def points(self) -> Purse:
        return Purse(self.fate, self.persona, self.deeds)


TakenAlready = Annotated[SpentRow, Asked("This test has taken already", more=True)]


def pay(spent: Purse, more: Purse, field: str) -> Purse:
    """What a test has taken once it takes `more`. Raises `Unusable` beside `field` where the cap forbids it."""
    if sentence := procedure.refused(spent, more):
        raise Unusable(field, sentence)
    return spent + more


def cap_table(spent: Purse) -> Table:
    """What a test has taken and may still take. Source: HUB-95."""
    left = CAP.less(spent)
    rows = tuple((what.capitalize(), had, left.parts[what], CAP.parts[what]) for what, had in spent.parts.items())
    return Table("Artha in this test, Aristeia apart", ("", "Spent", "Left", "At most"), rows)


@calculator("later-obstacle", rules="HUB-94 HUB-95")
def later_obstacle(
    base: BaseOb = Obstacle(2),
    disadvantages: Annotated[tuple[DisadvantageRow, ...], Asked("Disadvantages", gm=True)] = (),
    superficial: LoneSuperficials = 0,
    failed: Annotated[bool, Asked("The link before this one failed")] = False,
    shrug: Annotated[bool, Asked("1 Fate ignores the Superficial wounds")] = False,
    beginner: Annotated[bool, Asked("Beginner’s Luck", more=True)] = False,
    tools: Annotated[bool, Asked("Tools are missing", more=True)] = False,
    tested: WhatIsTested = Tested.SKILL,
    paid: Annotated[bool, Asked("Fate went against them earlier in this scene", more=True)] = False,
    spent: TakenAlready = SpentRow(),
    *,
    ask: Rulings,
) -> Answer:
    """What is the obstacle, in the later edition, and what artha is left?"""
    reach = everywhere(tested.element, superficial, ask, beginner=beginner)
    hurts = felt(Wounds(superficial=superficial), 1, tested.element, beginner=beginner, everywhere=reach).added > 0
    covered = paid and hurts and ask["later.wound-artha"] == "scene"
    if shrug and (covered or not hurts):
        raise Unusable("shrug", _nothing_to_ignore(covered))
    counted = not shrug or ask["artha.reaction-cap"] == "printed"
    taken = pay(spent.points, Purse(fate=int(shrug and counted)), "shrug")
    task = Task(
        0,
        tested.element,
        base,
        beginner,
        tools,
        before=Before.FAILED if failed else Before.NONE,
        disadvantages=disadvantages,
        wounds=Wounds(superficial=superficial, shrugged=shrug or covered),
    )
    house = House(
        later=True,
        tools_add=beginner and tools and ask["tests.no-tools"] == "three",
        wounded_obstacle_everywhere=reach,
    )
    worked = building.obstacle(task, house)
    checked(0, worked.total, "base")
    left = CAP.less(taken)
    times = building.multiplier(task, house)
    added = worked.total - base * times
    blocks: list[Block] = [
        _obstacle_verdict(worked.total, base, times, left),
        Working(worked.lines, worked.total, "Obstacle"),
        cap_table(taken),
        *_obstacle_notes(times, shrug=shrug, counted=counted, tools=tools),
    ]
    return Answer(
        {
            "obstacle": worked.total,
            "added": added,
            "multiplier": times,
            "left": dict(left.parts),
            "health_fate": int(shrug),
        },
        tuple(blocks),
        (Spend("fate", 1, "health"),) if shrug else (),
    )


def _obstacle_notes(times: int, *, shrug: bool, counted: bool, tools: bool) -> list[Note]:
    """What was spent on the obstacle, and what of it is multiplied."""
    notes = []
    if shrug:
        luck = " It also rules out Luck after the roll." if counted else ""
        notes.append(Note(f"Note that Fate beside Health.{luck}", rule="HUB-95"))
    if times > 1:
        notes.append(Note("Only the base is multiplied.", rule="HUB-94" if tools else "HUB-93"))
    return notes


def _nothing_to_ignore(covered: bool) -> str:
    why = "the Fate spent earlier still holds" if covered else "no Superficial wound adds to this obstacle"
    return f"There is nothing to ignore here: {why}."


def _obstacle_verdict(total: int, base: int, times: int, left: Purse) -> Verdict:
    """The obstacle, how it comes to that, and what artha is left."""
    more = total - base * times
    doubled = f", {times} times the base of {base}" if times > 1 else f", base {base}"
    may = f"this test may still take {left.words}"
    return Verdict(
        ob(total), (Fact(left.words, "still to spend"),), f"The obstacle is {total}{doubled} and {more} more; {may}."
    )


@calculator("tools-wear", rules="HUB-94")
def tools_wear(
    use: Annotated[int, Between(1, 20), Asked("Which use of these tools it is", quick=(1, 2, 3, 4))] = 2,
    face: Annotated[int | None, Between(1, 6), Asked("The Die of Fate shows", "Empty: not rolled yet.")] = None,
    base: Annotated[Obstacle, Asked("Base obstacle", gm=True, quick=(1, 2, 3, 4))] = Obstacle(2),
    *,
    ask: Rulings,
) -> Answer:
    """Do the tools last?"""
    if use == 1:
        first = Verdict("No roll", (Fact("the first use"),), "Tools are never used up by their first use.")
        return Answer(
            {"rolls": False, "used_up": False, "obstacle": base, "lasts": procedure.still_there(1, on_one=True)},
            (first,),
        )
    on_one = ask["later.tools-wear"] == "one"
    lasts = procedure.still_there(use, on_one=on_one)
    this_use = procedure.still_there(2, on_one=on_one)
    if face is None:
        said = f"Roll the Die of Fate: {wording.percent(this_use)} to last this use."
        verdict = Verdict("Roll 1 die", (Fact(this_use, "to last"),), said, Mark.RULING)
        return Answer(
            {"rolls": True, "used_up": None, "obstacle": base, "lasts": lasts}, (verdict, _wear_note(use, on_one))
        )
    used_up = procedure.wears_out(face, on_one=on_one)
    lacking = used_up and ask["later.tools-when"] == "before"
    if base * 2 > MOST_OBSTACLE:
        raise Unusable("base", f"Doubled, an obstacle is at most {MOST_OBSTACLE} here; this is {base}.")
    against = base * 2 if lacking else int(base)
    end = f"base {ob(against)}"
    said = "They are used up" if used_up else "They last"
    then = ", and this test is made without them" if lacking else ", after this test" if used_up else ""
    verdict = Verdict(
        "Used up" if used_up else "They last", (Fact(ob(against), "base"),), f"{said}{then}: {end}.", Mark.RULING
    )
    values = {"rolls": True, "used_up": used_up, "obstacle": against, "lasts": lasts}
    return Answer(values, (verdict, _wear_note(use, on_one)))


def _wear_note(use: int, on_one: bool) -> Note:
    chance = wording.percent(procedure.still_there(use, on_one=on_one))
    return Note(f"The chance that they are left for use {use}: {chance}.", Mark.DERIVED, "HUB-94")


BONUS_SOURCES = (
    ("An advantage, of the situation or of a trait", "+1D or +2D", ("HUB-16", "HUB-63")),
    ("Working carefully", "+1D", ("HUB-19",)),
    ("Each helper", "+1D, +2D from exponent 5", ("HUB-31",)),
    ("Each FoRK", "+1D, +2D from exponent 7", ("HUB-32",)),
    ("The link before succeeded", "+1D", ("HUB-15",)),
    ("Each Persona, up to 3", "+1D", ("HUB-75",)),
)


@calculator("later-bonus-dice", rules="HUB-96")
def later_bonus_dice(
    ability: YourAbility = B4,
    situation: SituationalAdvantage = 0,
    trait: TraitAdvantage = 0,
    helpers: Helpers = (),
    forks: Annotated[tuple[ForkRow, ...], Asked("FoRKs"), sheet("skill")] = (),
    careful: Annotated[bool, Asked("You work carefully")] = False,
    linked: Annotated[bool, Asked("The link before this one succeeded")] = False,
    persona: Annotated[int, Between(0, 20), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0,
    tested: WhatIsTested = Tested.SKILL,
    beginner: Annotated[bool, Asked("Beginner’s Luck: this is the root stat", more=True)] = False,
    spent: TakenAlready = SpentRow(),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice do I add, in the later edition?"""
    taken = pay(spent.points, Purse(persona=persona), "persona")
    task = Task(
        ability.exponent,
        helpable(tested.element, ask) if helpers else tested.element,
        1,
        beginner,
        advantage=situation,
        trait=trait,
        careful=careful,
        before=Before.MET if linked else Before.NONE,
        helpers=helpers,
        forks=forks,
        wounds=wounds.wounds,
        boon=persona,
    )
    house = _bonus_house(task, tested, ask)
    built = building.build(task, house)
    if built.impossible:
        return no_test(built.impossible, bonus=0, dice=0, logged=0)
    checked(built.rolled, 0, "ability")
    hurt = building.feels(task, house)
    bonus = procedure.bonus_lines((*built.dice.lines, *built.artha_dice.lines))
    found = [sum(line.amount for line in bonus.lines if line.rule in rules) for _, _, rules in BONUS_SOURCES]
    blocks: list[Block] = [
        _bonus_verdict(bonus.total, built),
        Working(bonus.lines, bonus.total, "Bonus dice", "D"),
        _by_source(found),
        *ledger(hurt, built.dice.total + hurt.lost, 0, words="Dice that count for the log", against="On the obstacle"),
        cap_table(taken),
        *(Note(sentence, rule="HUB-96") for sentence in built.refused),
        *((CAREFUL,) if careful else ()),
    ]
    return Answer(
        {
            "bonus": bonus.total,
            "dice": built.rolled,
            "logged": built.logged,
            "sources": found,
            "refused": len(built.refused),
        },
        tuple(blocks),
        (Spend("persona", persona, "ability"),) if persona else (),
    )


CAREFUL = Note("If it fails, the GM adds trouble about time; 1 Persona wards that off.", rule="HUB-99")


def _bonus_house(task: Task, tested: Tested, ask: Rulings) -> House:
    """The readings that bonus dice rest on; each is asked for only where it changes something."""
    into_stat = bool(task.forks) and (task.beginner or tested in (Tested.STAT, Tested.PERCEPTION, Tested.SPEED))
    return House(
        later=True,
        fork_stats=ask["tests.forks-into-stats"] if into_stat else "some",
        one_advantage=one_advantage(task.before, task.advantage, ask, later=True),
    )


def _bonus_verdict(bonus: int, built: Built) -> Verdict:
    """The dice that are added, all that are rolled, and those that count."""
    counted = f"{built.logged} count for the log"
    said = f"You add {wording.count(bonus, 'die', 'dice')} and roll {built.rolled}, of which {counted}."
    return Verdict(f"+{bonus}D", (Fact(f"{built.rolled}D", "rolled"), Fact(f"{built.logged}D", "for the log")), said)


def _by_source(found: Sequence[int]) -> Table:
    """Where bonus dice can come from, and how many do here. Source: HUB-96."""
    sources = zip(BONUS_SOURCES, found, strict=True)
    rows = tuple((words, worth, DiceCount(dice) if dice else None) for (words, worth, _), dice in sources)
    return Table("Where bonus dice come from", ("Source", "Worth", "Here"), rows)


@calculator("later-wound-dice", rules="HUB-97")
def later_wound_dice(
    ability: YourAbility = B5,
    wounds: Annotated[Borne, Asked("Your wounds")] = Borne(light=1),
    tested: Annotated[Tested, Asked("You test"), sheet("tested")] = Tested.SKILL,
    persona: Annotated[int, Between(0, 20), Asked("Persona against wounds", quick=(0, 1))] = 0,
    aristeia: Annotated[Aristeia, Asked("Aristeia: 5 Fate, 3 Persona, 1 Deeds")] = Aristeia.NONE,
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice", more=True)] = 0,
    paid: Annotated[int, Between(0, 3), Asked("Persona against wounds earlier in this scene", more=True)] = 0,
    spent: TakenAlready = SpentRow(),
    *,
    ask: Rulings,
) -> Answer:
    """What do wounds leave me, in the later edition?"""
    effect = together(wounds.levels)
    lost = -effect.dice.total if tested.element.wounds else 0
    ignored = aristeia is Aristeia.PENALTIES
    counted = 0 if ignored else lost
    # What Persona wins back, now and earlier in the scene.
    most = _most_won_back(wounds, ask) if lost else 0
    held = min(paid, most) if paid and lost and ask["later.wound-artha"] == "scene" else 0
    if persona + held > most or (persona and ignored):
        why = "Aristeia ignores every die already" if ignored else _not_won_back(most, held, lost)
        raise Unusable("persona", f"This spends {persona} Persona against wounds; {why}.")
    back = min(counted, persona + held)
    # What it takes, and where that is marked.
    counts = persona == 0 or ask["artha.reaction-cap"] == "printed"
    taken = pay(spent.points, Purse(persona=persona if counts else 0), "persona")
    shade = _shade(ability, aristeia)
    if gone := felt(Wounds(counted, gritted=back), ability.exponent, tested.element).gone:
        return no_test(gone, dice=0, lost=counted, won_back=back, most_won_back=most)
    summoned = ARISTEIA if aristeia is not Aristeia.NONE else Purse()
    both = persona > 0 and ask["later.health-credit"] == "both"
    against = Purse(persona=persona)
    own, health = procedure.marked(spent.points + against, against, summoned, both=both)
    # What is left.
    left = max(0, ability.exponent + bonus - counted + back)
    unhurt = Line(0, _unhurt(tested, ignored, bool(effect.dice.lines)), "HUB-97")
    lines = _dice_lines(ability, bonus, effect.dice.lines if counted else (unhurt,), back, left)
    blocks: list[Block] = [
        _left_verdict(ability, bonus, shade, left, counted - back),
        Working(lines, left, "Dice after wounds", "D"),
        WOUNDS_TAKE,
        cap_table(taken),
        *((_marks_table(own, health),) if persona or summoned.points else ()),
    ]
    if effect.obstacle and tested.element.wounds:
        blocks += ledger(Felt(added=effect.obstacle), 0, 0, against="On the obstacle")
    return Answer(
        {
            "dice": left,
            "lost": counted,
            "won_back": back,
            "most_won_back": most,
            "shade": shade.value,
            "ability_marks": dict(own.parts),
            "health_marks": dict(health.parts),
        },
        tuple(blocks),
        _spent(persona, summoned),
    )


def _spent(persona: int, summoned: Purse) -> tuple[Spend, ...]:
    """What goes against wounds, and what Aristeia takes."""
    on_ability = tuple(Spend(what, amount, "ability") for what, amount in summoned.parts.items() if amount)
    return (*((Spend("persona", persona, "health"),) if persona else ()), *on_ability)


WOUNDS_TAKE = Table(
    "What wounds take",
    ("Wound", "Each"),
    tuple((words, f"{wording.number(-dice)}D") for words, dice in procedure.WOUND_TABLE),
)


def _most_won_back(wounds: Borne, ask: Rulings) -> int:
    """The most dice that Persona wins back here; the reading is asked for only where several wounds take dice."""
    several = len(together(wounds.levels).dice.lines) > 1
    return procedure.won_back(wounds.levels, each=several and ask["later.one-die"] == "each")


def _not_won_back(most: int, held: int, lost: int) -> str:
    """Why so much Persona is too much, of `most` dice and those `held` since earlier in the scene."""
    if not lost:
        return "wounds take no die here"
    already = f", and {held} {'is' if held == 1 else 'are'} won back already" if held else ""
    return f"Persona wins back {wording.count(most, 'die', 'dice')} here{already}"


def _shade(ability: Ability, aristeia: Aristeia) -> Shade:
    """The shade of the dice. Raises `Unusable` where Aristeia cannot make it lighter."""
    try:
        return procedure.lightened(ability) if aristeia is Aristeia.SHADE else ability.shade
    except Refused as error:
        raise Unusable("aristeia", str(error)) from None


def _dice_lines(ability: Ability, bonus: int, wounds: Sequence[Line], back: int, left: int) -> tuple[Line, ...]:
    """How the dice come to what is `left`."""
    lines = (
        Line(ability.exponent, "The ability", "HUB-01"),
        Line(bonus, "Bonus dice", "HUB-96"),
        *wounds,
        Line(back, "Won back with Persona", "HUB-97"),
    )
    short = left - sum(line.amount for line in lines)
    return (*lines, Line(short, "Never fewer than no dice", "HUB-97"))


def _left_verdict(ability: Ability, bonus: int, shade: Shade, left: int, net: int) -> Verdict:
    """The dice that are left, in which shade, and what wounds take of them in the end."""
    end = f"{wording.number(-net)}D from wounds" if net else "no die lost"
    shown = f" in {shade.words}" if shade is not ability.shade else ""
    plus = f" and {wording.count(bonus, 'bonus die', 'bonus dice')}" if bonus else ""
    lost = Fact(f"{wording.number(-net)}D", "from wounds") if net else Fact("no die lost")
    return Verdict(f"{left}D{shown}", (lost,), f"{ability}{plus}: {wording.count(left, 'die', 'dice')}{shown}, {end}.")


def _marks_table(own: Purse, health: Purse) -> Table:
    """Where the artha is marked. Source: HUB-100."""
    beside = {"The ability": own, "Health": health}
    rows: tuple[tuple[Entry, ...], ...] = tuple((name, *points.parts.values()) for name, points in beside.items())
    return Table("Where the artha is marked", ("", *(what.capitalize() for what in own.parts)), rows)


def _unhurt(tested: Tested, ignored: bool, hurt: bool) -> str:
    if ignored:
        return "Wounds: Aristeia ignores them"
    if hurt:
        return f"Wounds take nothing from {tested.words}"
    return "Wounds"
