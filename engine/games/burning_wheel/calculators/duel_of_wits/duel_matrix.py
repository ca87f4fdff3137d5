"""Each action of a duel against each: what both roll, and what comes of it (DOW-07, DOW-15)."""

import re
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked
from engine.games.burning_wheel.readings.duel import house_of
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.duel import (
    CARDS,
    PAIRS,
    Action,
    House,
    Kind,
    Slot,
)
from engine.rulings import Rulings
from engine.working import Mark


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
        gives = "gives its margin anyway" if house.cancelled_gives else "gives nobody dice"
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
        gain = "" if house.obfuscate_penalty else ", and the side that rolls more has +1D"
        return [(f"The side that rolls fewer is at +1 Ob on its next action{gain}; a tie does nothing.", "DOW-13")]
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


def _beside(figure: str, headline: str) -> tuple[Fact, ...]:
    """The headline, unless the figure is the same."""
    return () if headline == figure else (Fact(headline),)


@calculator("duel-matrix", rules="DOW-15")
def duel_matrix(
    mine: Annotated[Action, Asked("Your action")] = Action.POINT,
    theirs: Annotated[Action, Asked("Their action")] = Action.REBUTTAL,
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
        (who, action, needs, tests_of(action) if needs.rolls else None, SLOTS[slot])
        for who, action, needs, slot in zip(("You", "They"), (mine, theirs), kinds, slots, strict=True)
    )
    blocks: list[Block] = [
        Verdict(
            figure,
            _beside(figure, pair.headline) if printed else (Fact(mine.words, "you"), Fact(theirs.words, "they")),
            f"{own} {its}",
            Mark.DERIVED,
        ),
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
        lost = [_formula(text) or None for text in pair.lost]
        then = ["; ".join(_carry(text) for text in one) or None for one in pair.next]
        rows.append((pair.number, pair.first, pair.second, pair.headline, *lost, *then))
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
