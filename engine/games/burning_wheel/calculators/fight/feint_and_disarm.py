"""Knocking a weapon out of a hand, getting it back, and fooling a defender (FGT-40 to FGT-42)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.grips import (
    B4,
    B5,
    B6,
    QUICK_DICE,
    Opposed,
    OpposedRoll,
    OtherDice,
    OtherOb,
    TheirDefense,
    TheirOb,
)
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.weapons import ADD
from engine.games.burning_wheel.readings import fight_grips as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import fight_disarm as rules
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.eaten import left
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_matrix import Has, Meets, Met, against, has
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.stances import lines as stance_lines
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

SKILL, SPEED = ELEMENTS["skill"], ELEMENTS["speed"]
YourSkill = Annotated[Ability, Asked("Your weapon skill", quick=QUICK_DICE), sheet("skill")]


@branch("a weapon skill")
class Skilled:
    """They know their weapon."""

    skill: Annotated[Ability, Asked("Their weapon skill", quick=QUICK_DICE)] = B5


@branch("no weapon skill")
class Unskilled:
    """They hold a weapon that they never learned."""

    agility: Annotated[Ability, Asked("Their Agility", quick=QUICK_DICE)] = B4


@calculator("disarm", rules="FGT-40")
def disarm(
    skill: YourSkill = B6,
    theirs: Annotated[Skilled | Unskilled, Asked("They have")] = Skilled(),
    defense: TheirDefense = None,
    rolled: OpposedRoll = Ahead(),
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    their_penalty: TheirOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I knock the weapon out of their hand?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = theirs.skill.exponent if isinstance(theirs, Skilled) else None
    agility = theirs.agility.exponent if isinstance(theirs, Unskilled) else 0
    base = read.disarming(own, agility, other, ask)
    against_it = Worked((*base.lines, hurt.obstacle))
    dice = Worked((Line(skill.exponent, "Your skill", "FGT-40"), Line(bonus, "Other dice", "FGT-40"), hurt.dice))
    test = Test.of(skill.shade, dice.total, against_it.total, ask, at="other")
    defenses = () if defense is None else (Roll(defense, their_penalty),)
    ledgers = [
        Working(against_it.lines, against_it.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    if isinstance(rolled, Opposed):
        net = rolled.own - left(rolled.other, their_penalty)
        passed = net >= test.obstacle
        blocks: list[Block] = [_disarmed(net, test.obstacle, ask), *ledgers]
        values = {**test.values, "net": net, "disarmed": passed, "distance": _far(net - test.obstacle)}
        return Answer(values, tuple(blocks), test.marks("skill", passed=passed))
    found = rules.chances(Roll(test.pool), defenses, test.obstacle)
    chance = sum(found.values(), Fraction(0))
    facts = (
        Fact(Obstacle(test.obstacle), "obstacle"),
        Fact(DiceCount(test.dice), "dice"),
        Fact(sum((share for far, share in found.items() if far), Fraction(0)), "it flies a distance or more"),
    )
    verdict = Verdict(wording.percent(chance), facts, f"You disarm them {often(chance)}.", Mark.DERIVED)
    rows = _landings(found, ask)
    blocks = [verdict, *([] if rows is None else [rows]), *([] if defense else [test.odds()]), *ledgers]
    return Answer(
        {**test.values, "disarms": chance, "flies": facts[2].value, "class": test.classes.value},
        tuple(blocks),
        test.marks("skill"),
    )


def _far(over: int) -> int | None:
    return rules.flies(over) if over >= 0 else None


def _where(far: int) -> str:
    return f"{wording.count(far, 'distance')} away" if far else "within reach"


def _back(far: int, ask: Rulings) -> str:
    """What it takes to have the weapon back."""
    found = read.retrieval(far, ask)
    tests = {0: "", 1: "win a positioning test, "}.get(found.tests, f"win {found.tests} positioning tests, ")
    return f"{tests}{wording.count(found.actions, 'action')}"


def _landings(found: Mapping[int, Fraction], ask: Rulings) -> Table | None:
    rows = tuple((_where(far).capitalize(), chance, _back(far, ask)) for far, chance in found.items() if chance)
    columns = ("It lands", "Chance", "To have it back")
    return Table("Where the weapon lands", columns, rows, mark=Mark.DERIVED) if rows else None


def _disarmed(net: int, obstacle: int, ask: Rulings) -> Verdict:
    """What the dice on the table did."""
    over = net - obstacle
    if over < 0:
        short = wording.count(-over, "success", "successes")
        return Verdict("They hold on", (Fact(net, "left"), Fact(ob(obstacle))), f"They hold on: {short} too few.")
    far = rules.flies(over)
    sentence = f"The weapon lands {_where(far)}. To have it back: {_back(far, ask)}."
    return Verdict("Disarmed", (Fact(over, "over"), Fact(_where(far))), sentence)


@calculator("retrieve-weapon", rules="FGT-41")
def retrieve_weapon(
    distance: Annotated[int, Between(0, 4), Asked("Fighting distances to the weapon", quick=(0, 1, 2))] = 1,
    speed: Annotated[Ability, Asked("Your Speed", quick=QUICK_DICE), sheet("speed")] = B4,
    their_speed: Annotated[Ability, Asked("Their Speed", quick=QUICK_DICE)] = B4,
    bonus: Annotated[int, Between(-10, 10), Asked("Your positioning dice", more=True, quick=(0, 1, 2))] = 0,
    their_bonus: Annotated[int, Between(-10, 10), Asked("Their positioning dice", more=True, quick=(0, 1, 2))] = 0,
    other: OtherOb = 0,
    their_penalty: TheirOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do I get my weapon back?"""
    needs = read.retrieval(distance, ask)
    hurt = feels(wounds, speed, ask, SPEED)
    if hurt.gone:
        return no_test(hurt.gone)
    mine = Roll(hurt.leaves(speed.pool(bonus)), other + hurt.added)
    won = fight_odds.margin(mine, (Roll(their_speed.pool(their_bonus), their_penalty),)).at_least(1)
    within = {volleys: _won(needs.tests, won, volleys) for volleys in (1, 2, 3, 6)}
    values = {
        "tests": needs.tests,
        "actions": needs.actions,
        "wins": won,
        **{f"within_{volleys}": chance for volleys, chance in within.items()},
    }
    actions = wording.count(needs.actions, "action")
    if not needs.tests:
        sentence = f"It lies within reach: spend {actions}."
        return Answer(values, (Verdict(actions, (Fact("no test"),), sentence), _meanwhile()))
    dice = Worked((Line(speed.exponent, "Your Speed", "FGT-41"), Line(bonus, "Positioning dice", "FGT-11"), hurt.dice))
    eats = Worked((Line(other, "Your own +Ob", "FGT-09"), hurt.obstacle))
    tests = wording.count(needs.tests, "test")
    facts = (Fact(tests, "to win first"), Fact(won, "each volley"), Fact(within[3], "within an exchange"))
    then = "the test" if needs.tests == 1 else f"all {needs.tests}"
    sentence = (
        f"Win {tests} of positioning, then spend {actions}. You win {then} within three volleys {often(within[3])}."
    )
    rows = tuple((volleys, chance) for volleys, chance in within.items())
    blocks: tuple[Block, ...] = (
        Verdict(actions, facts, sentence, Mark.DERIVED),
        Table("Won by then", ("Volleys", "Chance"), rows, mark=Mark.DERIVED),
        Working(dice.lines, dice.total, "Positioning dice", "D"),
        *([Working(eats.lines, eats.total, "+Ob: successes eaten")] if eats.total else []),
        _meanwhile(),
    )
    return Answer(values, blocks)


def _won(tests: int, chance: Fraction, volleys: int) -> Fraction:
    """The chance to win so many tests within so many volleys, one a volley."""
    if not tests:
        return Fraction(1)
    if volleys < tests:
        return Fraction(0)
    return chance * _won(tests - 1, chance, volleys - 1) + (1 - chance) * _won(tests, chance, volleys - 1)


def _meanwhile() -> Note:
    return Note("Until then you fight with bare hands, or with what you draw.", rule="FGT-41")


@calculator("fight-feint", rules="FGT-42")
def fight_feint(
    theirs: Annotated[Met, Asked("They do")] = Met.BLOCK,
    skill: YourSkill = B6,
    obstacle: Annotated[Obstacle, Asked("Obstacle to hit them", quick=(1, 2, 3, 4))] = Obstacle(1),
    add: Annotated[int, ADD, Asked("Add of your weapon", quick=(1, 2)), sheet("weapon-add", at_once=True)] = 2,
    stance: Annotated[Stance, Asked("Your stance", more=True)] = Stance.NEUTRAL,
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does my Feint work?"""
    if Meets.FREE not in against(Met.FEINT, theirs):
        return _wasted(theirs, stance, ask)
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone, works=True)
    more, harder = stance_lines(stance, read.free_strike(stance, ask))
    dice = Worked((Line(skill.exponent, "Your skill", "FGT-42"), Line(bonus, "Other dice", "FGT-42"), more, hurt.dice))
    base = Line(obstacle, "Obstacle to hit them", "FGT-47")
    harder_by = Worked((base, Line(other, "Your own +Ob", "FGT-47"), harder, hurt.obstacle))
    test = Test.of(skill.shade, dice.total, harder_by.total, ask, at="other")
    stages = fight_odds.stages(Roll(test.pool), test.obstacle, add)
    facts = (Fact(Obstacle(test.obstacle), "obstacle"), Fact(DiceCount(test.dice), "dice"), Fact("nothing against it"))
    sentence = f"They fall for it. Your free Strike hits {often(test.chance)}, wherever you want it."
    rows = tuple((stage, stages[stage]) for stage in Stage)
    blocks: list[Block] = [
        Verdict(wording.percent(test.chance), facts, sentence),
        Table("Your free Strike", ("It is", "Chance"), rows, mark=Mark.DERIVED),
        Working(harder_by.lines, harder_by.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
        Note(f"They count as hesitating: they roll nothing, and {_falls(ask)}.", rule="FGT-42"),
        Note("Choose where it lands; that costs no success.", rule="FGT-42"),
    ]
    values = {
        **test.values,
        "works": True,
        "drops": read.feint_drops(ask),
        **{f"chance_{stage.value}": stages[stage] for stage in LANDED},
    }
    return Answer(values, tuple(blocks), test.marks("skill"))


KEPT = {
    Has.NATURAL: "You still have your natural defenses against it.",
    Has.POSITIONING: "Your positioning roll still stands against it.",
    Has.DEFENSELESS: "Nothing of yours stands against it.",
    Has.WASTES: "Both Feints are wasted.",
    Has.NOTHING: "They do nothing to you in this action.",
}


def _falls(ask: Rulings) -> str:
    """What becomes of the stance of whoever was Feinted past."""
    return "their stance falls back to Neutral" if read.feint_drops(ask) else "they keep their stance"


def _wasted(theirs: Met, stance: Stance, ask: Rulings) -> Answer:
    """A Feint at what is no Block and no Counterstrike."""
    (kept,) = has(Met.FEINT, theirs)
    drops = stance is not Stance.NEUTRAL and read.feint_drops(ask)
    sentence = f"Your Feint is wasted: {theirs.words} does not fall for it. You hesitate for this action."
    blocks = (
        Verdict("Wasted", (Fact("you hesitate"), Fact(theirs.words, "is theirs")), sentence),
        Note(KEPT[kept], rule="FGT-42" if kept is not Has.NATURAL else "FGT-34"),
        *((Note("Your stance falls back to Neutral.", rule="FGT-53"),) if drops else ()),
    )
    then = Stance.NEUTRAL if drops else stance
    return Answer({"works": False, "kept": kept.value, "stance": then.value}, blocks)
