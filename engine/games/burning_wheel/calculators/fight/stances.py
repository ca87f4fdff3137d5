"""Stances: what each does to one action, and to a whole script (FGT-50 to FGT-53)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Shade, ob
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.classes import on_condition
from engine.games.burning_wheel.readings.fight_stances import charged, scripted
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import stances as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.stances import Effect, Move, Played, Reply, Stance, Step
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Worked

B4 = Ability(Shade.BLACK, 4)


class Tried(Option):
    """What someone tries in a stance; the words name all that a stance treats alike."""

    STRIKE = "strike", "Strike, Great Strike"
    AVOID = "avoid", "Avoid"
    BLOCK = "block", "Block, Counterstrike"
    NEUTRAL = "push", "a Neutral action"
    BY_SPEED = "defense-by-speed", "natural defense, Speed"
    BY_POWER = "defense-by-power", "natural defense, Power or skill"
    CHARGED = "charged", "positioning against a Charge"
    POSITIONING = "positioning", "any other positioning"

    def effect(self, stance: Stance, set_aside: bool, ask: Rulings) -> Effect:
        """What a stance does to it. Source: FGT-50, FGT-52."""
        if self is Tried.CHARGED:
            base = rules.effect(stance, Reply.POSITIONING, positioned=set_aside)
            return Effect(base.dice, rules.against_charge(stance, charged(stance, ask)).obstacle)
        replies = {reply.value: reply for reply in Reply}
        move: Move = replies[self.value] if self.value in replies else Act.of(self.value)
        return rules.effect(stance, move, positioned=set_aside)


SET_ASIDE = Asked("This volley’s stance dice go to position", more=True)


@calculator("stance-choice", rules="FGT-50")
def stance_choice(
    action: Annotated[Tried, Asked("You try")] = Tried.BLOCK,
    stance: Annotated[Stance, Asked("Your stance")] = Stance.DEFENSIVE,
    ability: Annotated[Ability, Asked("What you roll", quick=("B3", "B4", "B5", "B6")), sheet("ability")] = B4,
    needed: Annotated[int, Between(0, 60), Asked("Obstacle, or successes to stop", quick=(1, 2, 3, 4))] = 2,
    set_aside: Annotated[bool, SET_ASIDE] = False,
    dice: Annotated[int, Between(0, 20), Asked("Other dice", more=True, quick=(0, 1, 2))] = 0,
    obstacle: Annotated[int, Between(0, 20), Asked("Other +Ob", more=True, gm=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    tested: WhatIsTested = Tested.SKILL,
    *,
    ask: Rulings,
) -> Answer:
    """Which stance helps what I am about to do?"""
    hurt = feels(wounds, ability, ask, tested.told)
    if hurt.gone:
        return no_test(hurt.gone)
    own = ability.exponent - hurt.lost + dice
    other = needed + obstacle + hurt.added

    def rolled(found: Effect) -> Test:
        opens = tested.opens(ask)
        return Test.of(ability.shade, own + found.dice, other + found.obstacle, ask, opens=opens, at="needed")

    effects = {one: action.effect(one, set_aside, ask) for one in Stance}
    tests = {one: rolled(found) for one, found in effects.items()}
    rows = tuple(
        (one.words, *_changes(effects[one]), None if effects[one].barred else tests[one].chance) for one in Stance
    )
    compared = Table(
        "The same in each stance", ("Stance", "Dice", "Obstacle", "Chance"), rows, list(Stance).index(stance)
    )
    effect, test = effects[stance], tests[stance]
    values = {
        **test.values,
        "allowed": not effect.barred,
        "stance_dice": effect.dice,
        "stance_obstacle": effect.obstacle,
    }
    if effect.barred:
        said = f"Nobody Avoids in {stance.words} stance. Change it first, for an action, or Block."
        return Answer({"allowed": False}, (Verdict("Not allowed", (Fact(f"{stance.words} stance"),), said), compared))
    by_stance = rules.lines(stance, effect)
    own_lines = (Line(ability.exponent, f"Ability {ability}", "HUB-01"), Line(dice, "Other dice", "HUB-18"))
    lines = Worked((*own_lines, *((hurt.dice,) if hurt.lost else ()), by_stance[0]))
    against = Worked(
        (Line(needed, "Obstacle or successes", "HUB-06"), Line(obstacle, "Other +Ob", "HUB-06"), by_stance[1])
    )
    return Answer(
        values,
        (
            _verdict(test, effect, stance, tested.kind),
            compared,
            test.odds(tests[Stance.NEUTRAL] if stance is not Stance.NEUTRAL else None, "in Neutral stance"),
            Working(lines.lines, test.dice, "Dice", "D"),
            Working((*against.lines, *((hurt.obstacle,) if hurt.added else ())), test.obstacle, "Obstacle"),
        ),
        test.marks("ability", tested.kind),
    )


def _verdict(test: Test, effect: Effect, stance: Stance, kind: Kind) -> Verdict:
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(ob(test.obstacle)), Fact(f"{stance.words} stance"))
    does = wording.listed(part for part in _words(effect) if part)
    brings = f"brings {does}" if does else "changes nothing"
    said = f"{stance.words} stance {brings}: you make it {often(test.chance)}{on_condition(kind)}."
    return Verdict(wording.percent(test.chance), facts, said)


def _words(effect: Effect) -> tuple[str, str]:
    dice = wording.count(effect.dice, "die", "dice") if effect.dice else ""
    return dice, f"{ob(effect.obstacle)} more" if effect.obstacle else ""


def _changes(effect: Effect) -> tuple[Entry, Entry]:
    """The dice and the obstacle of an effect as cells."""
    if effect.barred:
        return "not allowed", None
    return (
        f"{wording.signed(effect.dice)}D" if effect.dice else None,
        f"{wording.signed(effect.obstacle)} Ob" if effect.obstacle else None,
    )


class Scripted(Option):
    """An action of a script, as far as a stance tells it from others; the value is that of the action."""

    STRIKE = "strike", "Strike, Great Strike"
    AVOID = "avoid", "Avoid"
    BLOCK = "block", "Block, Counterstrike"
    NEUTRAL = "push", "a Neutral action"
    FEINT = "feint", "Feint"
    CHARGE = "charge", "Charge, Tackle"
    TO_AGGRESSIVE = "stance-aggressive", "change: Aggressive"
    TO_DEFENSIVE = "stance-defensive", "change: Defensive"
    TO_NEUTRAL = "stance-neutral", "change: Neutral"
    HESITATES = "stand-and-drool", "hesitate"


class Volley(Option):
    """The volleys of an exchange."""

    FIRST = "first", "volley 1"
    SECOND = "second", "volley 2"
    THIRD = "third", "volley 3"


@row("action")
class StepRow:
    """An action of the script, as a row of the form."""

    act: Annotated[Scripted, Asked("Action")] = Scripted.STRIKE
    volley: Annotated[int, Between(1, VOLLEYS), Asked("Volley", quick=(1, 2, 3))] = 1
    feinted: Annotated[bool, Asked("A wasted Feint, or Feinted past")] = False


SCRIPT = (
    StepRow(Scripted.STRIKE, 1),
    StepRow(Scripted.TO_DEFENSIVE, 2),
    StepRow(Scripted.BLOCK, 3),
)


@calculator("stance-script", rules="FGT-51 FGT-52 FGT-53")
def stance_script(
    start: Annotated[Stance, Asked("You begin in")] = Stance.AGGRESSIVE,
    steps: Annotated[tuple[StepRow, ...], Asked("Your script, in order")] = SCRIPT,
    set_aside: Annotated[frozenset[Volley], Asked("Stance dice go to position in")] = frozenset(),
    *,
    ask: Rulings,
) -> Answer:
    """What do stances do to my script?"""
    script = tuple(Step(Act.of(one.act.value), one.volley, one.feinted) for one in sorted(steps, key=_when))
    aside = [number for number, one in enumerate(Volley, 1) if one in set_aside]
    house = scripted(script, bool(aside), ask)
    begun = {one: rules.play(script, one, aside, house) for one in Stance}
    played = begun[start]
    dice, obstacle, barred = _sums(played)
    ends = played[-1].after if played else start
    rows = tuple(
        (
            f"Volley {one.step.volley}",
            _named(one),
            one.stance.words,
            *_changes(one.effect),
            one.after.words if one.after is not one.stance else None,
        )
        for one in played
    )
    columns = ("When", "Action", "In stance", "Dice", "Obstacle", "Then")
    blocks: list[Block] = [_script_verdict(dice, obstacle, barred, ends)]
    if rows:
        blocks.append(Table("Action by action", columns, rows))
    blocks += [_positions(played, start, aside), _begun(begun, start), *_script_notes(played)]
    values = {
        "dice": dice,
        "obstacle": obstacle,
        "barred": barred,
        "ends": ends.value,
        "stances": [one.stance.value for one in played],
        "blocks": [one.blocks for one in played],
    }
    return Answer(values, tuple(blocks))


def _when(step: StepRow) -> int:
    return step.volley


def _named(one: Played) -> str:
    words = Scripted.of(one.step.act.value).words
    words = words[:1].upper() + words[1:]
    return f"{words}, Feinted" if one.step.feinted else words


def _sums(played: Sequence[Played]) -> tuple[int, int, int]:
    """The dice and the obstacle of a script in all, and how many of its actions are not allowed."""
    effects = [one.effect for one in played]
    allowed = [effect for effect in effects if not effect.barred]
    return (
        sum(effect.dice for effect in allowed),
        sum(effect.obstacle for effect in allowed),
        len(effects) - len(allowed),
    )


def _script_verdict(dice: int, obstacle: int, barred: int, ends: Stance) -> Verdict:
    facts = (
        Fact(f"{wording.signed(obstacle) if obstacle else '0'} Ob"),
        *((Fact(barred, "not allowed"),) if barred else ()),
        Fact(ends.words, "at the end"),
    )
    gives = wording.count(dice, "die", "dice") if dice else "no dice"
    takes = f" and {ob(obstacle)} in all" if obstacle else ""
    refused = f"; {wording.count(barred, 'action')} of it cannot be done" if barred else ""
    return Verdict(f"{wording.signed(dice) if dice else '0'}D", facts, f"Stances give {gives}{takes}{refused}.")


def _positions(played: Sequence[Played], start: Stance, aside: Sequence[int]) -> Table:
    """What goes into the positioning test of each volley. Source: FGT-52."""
    stance, rows = start, []
    for volley in range(1, VOLLEYS + 1):
        charges = any(one.step.volley == volley and one.step.act in rules.CHARGES for one in played)
        found = rules.effect(stance, Reply.POSITIONING, positioned=volley in aside and not charges)
        rows.append((f"Volley {volley}", stance.words, f"{wording.signed(found.dice)}D" if found.dice else None))
        stance = next((one.after for one in reversed(played) if one.step.volley == volley), stance)
    return Table("At the top of each volley", ("Volley", "In stance", "Dice to position"), tuple(rows))


def _begun(begun: dict[Stance, tuple[Played, ...]], start: Stance) -> Table:
    """The same script begun in each stance."""
    rows = []
    for one, played in begun.items():
        dice, obstacle, barred = _sums(played)
        rows.append((one.words, f"{wording.signed(dice)}D" if dice else None, obstacle or None, barred or None))
    columns = ("Begun in", "Dice", "Obstacle in all", "Not allowed")
    return Table("The same script begun in each stance", columns, tuple(rows), list(begun).index(start))


def _script_notes(played: Sequence[Played]) -> list[Note]:
    notes = []
    if any(one.blocks for one in played):
        notes.append(
            Note("With the action that changes to Defensive you count as Blocking, without dice.", rule="FGT-51")
        )
    if any(one.after is Stance.NEUTRAL and one.stance is not Stance.NEUTRAL for one in played):
        notes.append(
            Note(
                "A Charge, a Tackle or hesitation drops you back to Neutral, and a Feint that fails is hesitation.",
                rule="FGT-53",
            )
        )
    return notes


SHOWN: tuple[tuple[str, Move], ...] = (
    ("Strike, Great Strike", Act.STRIKE),
    ("Avoid", Act.AVOID),
    ("Block, Counterstrike", Act.BLOCK),
    ("Beat, Disarm, Feint, Lock, Push, Throw", Act.PUSH),
    ("Charge, Tackle: the stance ends", Act.CHARGE),
    ("Natural defense with Speed", Reply.BY_SPEED),
    ("Natural defense with Power or a skill", Reply.BY_POWER),
    ("Positioning, if the dice are set aside", Reply.POSITIONING),
)


@table("stance-effects")
def stance_effects() -> Table:
    """What each stance does to each action (FGT-50)."""

    def cell(stance: Stance, move: Move) -> Entry:
        found = rules.effect(stance, move, positioned=move is Reply.POSITIONING)
        dice, obstacle = _changes(found)
        return dice or obstacle

    rows = tuple(
        (words, *(cell(stance, move) for stance in (Stance.AGGRESSIVE, Stance.DEFENSIVE))) for words, move in SHOWN
    )
    return Table("What a stance gives and takes", ("Action", "Aggressive", "Defensive"), rows)
