"""Each action of a duel against each: what both roll, what comes of it, and one volley worked out (DOW-07, DOW-15)."""

import re
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Grid, Note, Story, Table, Told, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.duel_of_wits.fields import BODY, QUICK_BODY
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.readings.duel import house_of
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.duel import (
    CARDS,
    PAIRS,
    Action,
    Carried,
    Counted,
    House,
    Kind,
    Slot,
    Standing,
    State,
    Volley,
)
from engine.games.burning_wheel.rules.steel import hesitation
from engine.rulings import Rulings
from engine.working import Mark

COUNTED = Between(0, 60)
QUICK_COUNTED = (0, 1, 2, 3, 4, 5)
RULE = {
    Action.AVOID: "DOW-09",
    Action.DISMISS: "DOW-10",
    Action.FEINT: "DOW-11",
    Action.INCITE: "DOW-12",
    Action.OBFUSCATE: "DOW-13",
    Action.POINT: "DOW-14",
    Action.REBUTTAL: "DOW-14",
    Action.HESITATE: "DOW-16",
}


def tests_of(action: Action) -> str:
    """What an action is tested with, in a sentence: "Oratory, Rhetoric or Command"."""
    return wording.listed(CARDS[action].tests, "or")


def _with(action: Action) -> str:
    """What is rolled, short enough for a sentence: the card has the list."""
    return "Will" if action is Action.AVOID else f"a skill for {action.words}"


@dataclass(frozen=True, slots=True)
class _Voice:
    """A side as a sentence speaks of it."""

    who: str
    whom: str
    whose: str
    are: str
    have: str

    @property
    def starts(self) -> str:
        return self.who.capitalize()

    @property
    def owning(self) -> str:
        return self.whose.capitalize()


YOU = _Voice("you", "you", "your", "you are", "you have")
THEY = _Voice("they", "them", "their", "they are", "they have")


def _silent(me: _Voice, mine: Action, other: Action) -> str:
    """Why nothing is rolled, where the opponent is not the reason for winning or losing."""
    match mine:
        case Action.AVOID:
            useless = "Avoid is useless against Dismiss" if other is Action.DISMISS else "there is nothing to avoid"
            return f"{me.starts} roll nothing: {useless}."
        case Action.FEINT:
            return f"{me.starts} roll nothing: there is nothing to feint at."
        case Action.OBFUSCATE:
            return f"{me.starts} roll nothing: nobody else speaks."
        case Action.REBUTTAL:
            return f"{me.starts} roll nothing: there is no Point or Dismiss to rebut."
    return f"{me.starts} hesitate: {me.who} say and roll nothing."


def _opposed(me: _Voice, it: _Voice, mine: Action, other: Action, house: House) -> str:
    """An action that the other's roll stands against."""
    its = "silence" if other is Action.HESITATE else other.words
    start = f"{me.starts} roll {_with(mine)}"
    if mine is Action.AVOID and other is not Action.OBFUSCATE:
        return f"{start}: each success takes one off {it.whose} {its}."
    if mine is Action.REBUTTAL:
        counts = "the defense alone counts" if house.obfuscate_defense else "both halves count together"
        return f"{start} against {it.whose} {its}: {counts}."
    dice = ", with two dice more," if mine is Action.DISMISS else ""
    taken = {Action.REBUTTAL: "defense", Action.AVOID: "Will"}.get(other)
    if taken and mine in (Action.POINT, Action.DISMISS):
        return f"{start}{dice or ','} less {it.whose} {taken}: the rest comes off {it.whose} body of argument."
    return f"{start}{dice} against {it.whose} {its}."


def _rolls(me: _Voice, it: _Voice, mine: Action, other: Action, house: House) -> str:
    """What a side rolls and what for, in a sentence."""
    skills, body = _with(mine), f"{it.whose} body of argument"
    match duel.kind(mine, other, house):
        case Kind.NOTHING:
            return _silent(me, mine, other)
        case Kind.WINS:
            return f"{me.owning} Avoid beats {it.whose} {other.words} without a roll."
        case Kind.LOST:
            return f"{me.owning} {mine.words} is void against {other.words}: {me.who} roll nothing."
        case Kind.OPEN:
            dice = ", with two dice more" if mine is Action.DISMISS else ""
            return f"{me.starts} roll {skills}{dice}: every success comes off {body}."
        case Kind.TWICE:
            return f"{me.starts} roll {skills} twice and add both, against {it.whose} Obfuscate."
        case Kind.WILL:
            return f"{me.starts} roll {skills} against an obstacle equal to {it.whose} Will."
        case Kind.OPPOSED_WILL:
            return f"{me.starts} roll {skills} against {it.whose} {other.words}, then hold it against {it.whose} Will."
        case Kind.FREE_POINT:
            return f"{me.owning} Feint beats {it.whose} Rebuttal without a roll; {me.who} roll {skills} as a Point."
        case Kind.HALVES:
            halves = f"the defense takes off {it.whose} {other.words}, the riposte comes off {body}"
            return f"{me.starts} roll {skills} in two halves: {halves}."
        case Kind.BOTH_HALVES:
            return f"{me.starts} roll {skills} in two halves: each defense takes off the other’s riposte."
        case Kind.RIPOSTE:
            return f"{me.starts} roll {skills}: the riposte comes off {body}, the defense has nothing to stop."
    return _opposed(me, it, mine, other, house)


def _then(me: _Voice, it: _Voice, mine: Action, other: Action, house: House) -> list[tuple[str, str]]:
    """What an action of `me` leaves for the volleys after it, as sentences with their rules."""
    if mine is Action.DISMISS:
        unless = "it wins the duel or is talked over" if house.cancelled_free else "it wins the duel"
        return [(f"{me.owning} Dismiss costs {me.whom} the next volley unless {unless}.", "DOW-10")]
    if mine is Action.INCITE:
        reaches = (
            f"With as many successes as {it.whose} Will {it.who} test Steel and, hesitating, lose the next action."
        )
        fails = f"With fewer the margin is dice for {it.whose} next test."
        said = [(f"{reaches} {fails}", "DOW-12")]
        gives = "gives its margin all the same" if house.cancelled_gives else "gives nobody dice"
        if other is Action.AVOID:
            counted = "but not for the margin" if house.incite_gross else "for the margin too"
            said.append((f"What Avoid takes off comes off first, {counted}.", "DOW-09"))
        elif other is Action.OBFUSCATE:
            said.append((f"An Incite lost to Obfuscate {gives}.", "DOW-15"))
        elif other is Action.POINT and house.point_blocks:
            said.append((f"A Point with as many successes stops it; stopped, it {gives}.", "DOW-15"))
        return said
    if mine is not Action.OBFUSCATE:
        return []
    if other is Action.OBFUSCATE:
        gain = "" if house.obfuscate_penalty else ", and whoever rolls more has +1D"
        return [(f"Whoever rolls fewer is at +1 Ob on the next action{gain}; a tie does nothing.", "DOW-13")]
    if other is Action.HESITATE:
        silent = f"One success puts {it.who} at +1 Ob on the next action."
        return [] if house.obfuscate_silence else [(silent, "DOW-13")]
    if other is Action.AVOID:
        gain = "" if house.avoid_reduces else f"; with fewer {it.have} +1D"
        return [(f"With more successes than Avoid {it.are} at +1 Ob on the next action{gain}.", "DOW-13")]
    least = "more successes" if house.obfuscate_tie == "opponent" else "as many successes or more"
    through = "with its margin alone" if house.obfuscate_margin else "in full"
    if other is Action.FEINT and not house.feint_strikes:
        through = "and does no harm"
    return [
        (f"With {least} {it.whose} {other.words} is lost; with more {it.are} at +1 Ob on the next action.", "DOW-13"),
        (f"With fewer it goes through {through}, and {it.have} +1D on the next action.", "DOW-13"),
    ]


SLOTS = {
    Slot.FIRST: "first",
    Slot.SECOND: "second",
    Slot.INTERRUPTS: "interrupting",
    Slot.OPENS: "first, then interrupting",
    Slot.ANSWERS: "in answer",
    Slot.EITHER: "by traits, or the elder first",
    Slot.SILENT: "not at all",
}


def relation(mine: Action, other: Action, house: House) -> str:
    """How two actions stand to each other, in a word or two."""
    kinds = duel.kind(mine, other, house), duel.kind(other, mine, house)
    if not any(one.rolls for one in kinds):
        return "Nothing happens"
    if Kind.FREE_POINT in kinds:
        return "The Feint strikes"
    if not all(one.rolls for one in kinds):
        return f"Only {(mine if kinds[0].rolls else other).words}"
    apart = (Kind.OPEN, Kind.WILL, Kind.RIPOSTE)
    return "Each for itself" if all(one in apart for one in kinds) else "Against each other"


@calculator("duel-matrix", rules="DOW-15")
def duel_matrix(
    mine: Annotated[Action, Asked("You")] = Action.POINT,
    theirs: Annotated[Action, Asked("They")] = Action.REBUTTAL,
    *,
    ask: Rulings,
) -> Answer:
    """What happens when these two actions meet?"""
    house = house_of(ask, (mine, theirs))
    pair, side = duel.looked_up(mine, theirs)
    kinds = duel.kind(mine, theirs, house), duel.kind(theirs, mine, house)
    figure = relation(mine, theirs, house)
    own = _rolls(YOU, THEY, mine, theirs, house)
    its = "They do the same." if mine is theirs else _rolls(THEY, YOU, theirs, mine, house)
    printed = kinds == (pair.rolls[side], pair.rolls[1 - side])
    slots = duel.slots(mine, theirs)
    rows = tuple(
        (who, action.words, needs.words, tests_of(action) if needs.rolls else "–", SLOTS[slot])
        for who, action, needs, slot in zip(("You", "They"), (mine, theirs), kinds, slots, strict=True)
    )
    blocks: list[Block] = [
        Verdict(figure, pair.headline if printed else f"{mine.words} · {theirs.words}", f"{own} {its}", Mark.DERIVED),
        Table("Who rolls what", ("", "Action", "Its roll", "Tested with", "Speaks"), rows),
    ]
    follows = _then(YOU, THEY, mine, theirs, house)
    if mine is not theirs or mine in (Action.DISMISS, Action.INCITE):
        follows += _then(THEY, YOU, theirs, mine, house)
    blocks += [Note(sentence, rule=rule) for sentence, rule in follows]
    blocks.append(_grid(mine, theirs, house_of(ask, *CHANGED)))
    return Answer(
        {
            "pair": pair.number,
            "mine": kinds[0].value,
            "theirs": kinds[1].value,
            "relation": figure,
            "headline": pair.headline,
            "speaks": slots[0].value,
            "follows": [sentence for sentence, _ in follows],
        },
        tuple(blocks),
    )


CHANGED = (
    (Action.POINT, Action.INCITE),
    (Action.REBUTTAL, Action.HESITATE),
    (Action.REBUTTAL, Action.REBUTTAL),
    (Action.OBFUSCATE, Action.HESITATE),
)
"""Pairs in which a reading changes what is rolled at all."""


def _grid(mine: Action, theirs: Action, house: House) -> Grid:
    """What each action rolls against each, with the pair that was asked for ringed."""
    actions = tuple(Action)
    cells = tuple(
        tuple(
            Cell(
                duel.kind(row, column, house).value,
                f"{row.words} against {column.words}: {duel.kind(row, column, house).words}",
                {"mine": row.value, "theirs": column.value},
            )
            for column in actions
        )
        for row in actions
    )
    words = tuple(action.words for action in actions)
    legend = tuple((needs.value, needs.words) for needs in Kind)
    current = (actions.index(mine), actions.index(theirs))
    return Grid("What each action rolls", "They", "You", words, words, cells, legend, current, Mark.DERIVED)


LETTERS = {
    Action.AVOID: "w",
    Action.DISMISS: "d",
    Action.FEINT: "f",
    Action.INCITE: "i",
    Action.OBFUSCATE: "o",
    Action.POINT: "p",
}


def _formula(text: str) -> str:
    """A formula of the table as a reader reads it: "Point − defense", where nothing goes below 0."""
    names = {"rd": "defense", "rr": "riposte", "will": "Will"}
    names |= {letter: action.words.partition(" ")[0] for action, letter in LETTERS.items()}
    signs = {"-": wording.MINUS, ">=": "≥", "if": "where"}
    words = []
    for word in re.sub(r"max\(0, ([^)]*)\)", r"\1", text).removesuffix(" else 0").split():
        letter = word.rstrip("12")
        if letter not in names:
            words.append(signs.get(word, word))
        elif letter == "f":
            words.append({"f1": "first Feint", "f2": "second Feint"}.get(word, "Feint"))
        else:
            whose = {"1": "the first’s ", "2": "the second’s "}.get(word[len(letter) :], "")
            words.append(f"{whose}{names[letter]}")
    return " ".join(words)


CARRIES = {
    "rebuked": "hesitates unless the duel is won",
    "silenced": "loses the action",
    "obstacle": "+1 Ob next",
    "dice": "+1D next",
    "steel": "tests Steel",
    "gift": "has the margin in dice for the next test",
}


def _carry(text: str) -> str:
    what, _, condition = text.partition(" if ")
    said = CARRIES[what.partition(" ")[0]]
    return f"{said} where {_formula(condition)}" if condition else said


@table("duel-matrix")
def matrix_table() -> Table:
    """The 36 pairs, each once: what comes off each body of argument, and what is carried over."""
    rows = []
    for pair in PAIRS:
        lost = [_formula(text) or "–" for text in pair.lost]
        then = ["; ".join(_carry(text) for text in one) or "–" for one in pair.next]
        rows.append((str(pair.number), pair.first.words, pair.second.words, pair.headline, *lost, *then))
    columns = (
        "",
        "First",
        "Second",
        "In short",
        "Off the first",
        "Off the second",
        "The first then",
        "The second then",
    )
    return Table("Each action against each", columns, tuple(rows), mark=Mark.DERIVED)


@table("duel-rolls")
def rolls_table() -> Table:
    """What the action of a row rolls against the action of a column."""
    rows = tuple((one.words, *(duel.kind(one, other).value for other in Action)) for one in Action)
    columns = ("Against", *(action.words for action in Action))
    return Table("What the row’s action rolls against the column’s", columns, rows, mark=Mark.DERIVED)


def counted_words(action: Action, kind: Kind, counted: Counted) -> str:
    """What dice came to: "3 successes", "2 for defense, 3 for the riposte"."""
    if action is Action.REBUTTAL:
        return f"{counted.defense} for defense, {counted.successes} for the riposte"
    if kind is Kind.TWICE:
        return f"{counted.successes} and {wording.count(counted.second, 'success', 'successes')}"
    return wording.count(counted.successes, "success", "successes")


def told(
    before: State,
    volley: Volley,
    counted: tuple[Counted, Counted],
    names: tuple[str, str],
    house: House,
    order: tuple[int, int] = (0, 1),
) -> list[Told]:
    """What happened in a volley, a line a rule, each with its side."""
    lines: list[Told] = []

    def say(side: int, text: str, rule: str) -> None:
        lines.append(Told(1, text, rule, names[side]))

    for side in order:
        mine, other = volley.actions[side], volley.actions[1 - side]
        kind = duel.kind(mine, other, house)
        if mine is Action.HESITATE:
            say(side, "hesitates and says nothing.", "DOW-16")
        elif not kind.rolls:
            say(side, f"{mine.words}, {kind.words}.", RULE[mine])
        else:
            penalty = before.sides[side].harder
            harder = f", at +{penalty} Ob" if penalty else ""
            say(side, f"{mine.words}{harder}: {counted_words(mine, kind, counted[side])}.", RULE[mine])
    for side in (0, 1):
        effect, stands = volley.effects[side], volley.state.sides[side]
        other = volley.actions[1 - side]
        if effect.silenced:
            say(side, f"loses the {volley.actions[side].words}: Obfuscate talks over it.", "DOW-13")
        if effect.lost:
            left = f"{wording.number(stands.argument)} left"
            say(side, f"loses {wording.count(effect.lost, 'die', 'dice')} of the argument, {left}.", RULE[other])
        if effect.incited:
            steel = wording.count(counted[side].steel, "success", "successes")
            shaken = counted[side].steel < stands.hesitation
            outcome = "hesitates" if shaken else "stands firm"
            say(side, f"tests Steel against {ob(stands.hesitation)}: {steel}, {outcome}.", "DOW-12")
    if not volley.state.over:
        for side in (0, 1):
            lines += [Told(1, text, rule, names[side]) for text, rule in _left_over(volley, side)]
    return lines


def _left_over(volley: Volley, side: int) -> list[tuple[str, str]]:
    effect = volley.effects[side]
    said = []
    if effect.rebuked:
        said.append(("hesitates in the next volley: the Dismiss has not won.", "DOW-10"))
    elif volley.hesitates[side]:
        said.append(("misses the next action.", "DOW-12"))
    if effect.obstacle:
        said.append((f"is at +{effect.obstacle} Ob on the next action.", "DOW-13"))
    if effect.dice:
        said.append((f"has +{effect.dice}D on the next action.", "DOW-13"))
    if effect.test_dice:
        said.append((f"has +{effect.test_dice}D on the next test, for a failed Incite.", "DOW-12"))
    return said


@dataclass(frozen=True, slots=True)
class SideNow:
    """One side of a volley, a group of fields: its action, its dice as they fell, and what it brought along."""

    action: Annotated[Action, Asked("Action")] = Action.POINT
    successes: Annotated[int, COUNTED, Asked("Successes", "Of a Rebuttal, the riposte’s.", quick=QUICK_COUNTED)] = 2
    defense: Annotated[int, COUNTED, Asked("A Rebuttal’s defense", more=True, quick=QUICK_COUNTED)] = 0
    second: Annotated[int, COUNTED, Asked("A Feint’s second roll", more=True, quick=QUICK_COUNTED)] = 0
    steel: Annotated[int, COUNTED, Asked("Steel test, if incited", more=True, quick=QUICK_COUNTED)] = 0
    argument: Annotated[int, BODY, Asked("Body of argument", more=True, quick=QUICK_BODY)] = 7
    will: Annotated[Ability, Asked("Will", more=True)] = Ability(Shade.BLACK, 4)
    hesitates: Annotated[int, Between(0, 2), Asked("Volleys lost already", more=True)] = 0
    obstacle: Annotated[int, Between(0, 10), Asked("+Ob carried", more=True)] = 0
    riposte_bears: Annotated[bool, Asked("The riposte bears it", more=True)] = False
    waiting: Annotated[int, Between(0, 20), Asked("Dice for the next test, not yet used", more=True)] = 0

    @property
    def standing(self) -> Standing:
        carried = Carried(self.hesitates, 0, self.obstacle, self.waiting)
        return Standing(self.argument, self.will.exponent, hesitation(self.will).total, carried)

    @property
    def counted(self) -> Counted:
        return Counted(self.successes, self.second, self.defense, self.steel, self.riposte_bears)


@calculator("duel-volley", rules="DOW-15")
def duel_volley(
    mine: Annotated[SideNow, Asked("You")] = SideNow(),
    theirs: Annotated[SideNow, Asked("They")] = SideNow(Action.REBUTTAL, 1, 1),
    *,
    ask: Rulings,
) -> Answer:
    """The dice have fallen: what does this volley do?"""
    before = State((mine.standing, theirs.standing))
    spoken = duel.effective(before, (mine.action, theirs.action))
    house = house_of(ask, spoken, carried=_carries(before, spoken))
    counted = (mine.counted, theirs.counted)
    volley = duel.resolve_volley(before, mine.action, theirs.action, *counted, house)
    names = ("Your side", "Their side")
    lost = [effect.lost for effect in volley.effects]
    after = volley.state.sides
    ends = "the duel is over" if volley.state.over else "the duel goes on"
    said = " and ".join(
        f"{who} lose {wording.count(amount, 'die', 'dice')}" for who, amount in zip(("you", "they"), lost, strict=True)
    )
    left = " · ".join(
        f"{who} {wording.number(side.argument)}" for who, side in zip(("you", "they"), after, strict=True)
    )
    rows = tuple(
        (
            who,
            action.words,
            f"{wording.number(-effect.lost)}" if effect.lost else "–",
            wording.number(side.argument),
            carried_words(side.carried),
        )
        for who, action, effect, side in zip(names, volley.actions, volley.effects, after, strict=True)
    )
    return Answer(
        {
            "lost": lost,
            "left": [side.argument for side in after],
            "silenced": [effect.silenced for effect in volley.effects],
            "incited": [effect.incited for effect in volley.effects],
            "hesitates": [side.carried.hesitates for side in after],
            "dice": [side.carried.dice for side in after],
            "obstacle": [side.carried.obstacle for side in after],
            "test_dice": [side.carried.test_dice for side in after],
            "talked_over": _winner(volley, counted, house),
            "over": volley.state.over,
        },
        (
            Verdict(
                " / ".join(wording.number(-amount) if amount else "0" for amount in lost),
                f"left: {left}",
                f"{said[:1].upper()}{said[1:]}; {ends}.",
                Mark.DERIVED,
            ),
            Table("After the volley", ("", "Did", "Argument", "Left", "Takes along"), rows),
            Story(tuple(told(before, volley, counted, names, house, duel.order(volley.actions)))),
        ),
    )


def _carries(before: State, spoken: tuple[Action, Action]) -> bool:
    """Whether a reading about what runs on can matter: something is carried, or two losses can meet."""
    carried = any(side.carried != Carried() for side in before.sides)
    return carried or spoken in ((Action.DISMISS, Action.INCITE), (Action.INCITE, Action.DISMISS))


def _winner(volley: Volley, counted: tuple[Counted, Counted], house: House) -> str:
    """Who won the versus test with an Obfuscate: "obfuscator", "nobody", "opponent", or nothing without one."""
    if volley.actions.count(Action.OBFUSCATE) != 1 or Action.HESITATE in volley.actions:
        return ""
    side = 1 - volley.actions.index(Action.OBFUSCATE)
    effect = volley.effects[side]
    if effect.obstacle:
        return "obfuscator"
    if effect.dice:
        return "opponent"
    return house.obfuscate_tie


def carried_words(carried: Carried) -> str:
    """What a side takes into the next volley: "hesitates, +1 Ob"."""
    parts = []
    if carried.hesitates:
        parts.append("hesitates" if carried.hesitates == 1 else f"hesitates {carried.hesitates} volleys")
    if carried.obstacle:
        parts.append(f"+{carried.obstacle} Ob")
    if carried.dice + carried.test_dice:
        parts.append(f"+{carried.dice + carried.test_dice}D")
    return ", ".join(parts) or "nothing"
