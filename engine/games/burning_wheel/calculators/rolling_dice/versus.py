"""Versus tests: who wins, how likely, and what is marked (HUB-13)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Cell, Grid, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, sheet
from engine.games.burning_wheel.dice import MOST_DICE, Chain, Pool, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.forms.test import BONUS, OWN, QUICK_POOLS
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import house_of
from engine.games.burning_wheel.rules import versus as rules
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.rules.versus import CallOn, Chances, House, Result, Role, Side
from engine.games.burning_wheel.words import often
from engine.rulings import Rulings
from engine.working import Mark

MAP = 10
"""Pools on each side of the heat map."""
FIFTHS = ("under 20 %", "20 % and more", "40 % and more", "60 % and more", "80 % and more")


@dataclass(frozen=True, slots=True)
class TheirsRolled:
    """They rolled first: what they rolled is what you must beat."""

    theirs: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 2

    words: ClassVar[str] = "They have rolled"


@dataclass(frozen=True, slots=True)
class BothRolled:
    """Both have rolled: successes as they were counted, before any penalty."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 3
    theirs: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 2

    words: ClassVar[str] = "Both have rolled"


@calculator("versus-test", rules="HUB-13")
def versus_test(
    yours: Annotated[Pool, Asked("Your dice", "Mixed shades too: B4+G2", quick=QUICK_POOLS), sheet("ability")] = (
        Pool.of(4)
    ),
    theirs: Annotated[Pool, Asked("Their dice", quick=QUICK_POOLS)] = Pool.of(4),
    role: Annotated[Role, Asked("Who acts", "By what each of you wants, not by the skill.")] = Role.ATTACK,
    roll: Annotated[Ahead | TheirsRolled | BothRolled, Asked("The dice")] = Ahead(),
    yours_penalty: Annotated[int, BONUS, Asked("Your own +Ob", more=True, quick=(0, 1, 2))] = 0,
    theirs_penalty: Annotated[int, BONUS, Asked("Their own +Ob", more=True, quick=(0, 1, 2))] = 0,
    yours_beginner: Annotated[bool, Asked("You have Beginner’s Luck: these are stat dice", more=True)] = False,
    theirs_beginner: Annotated[bool, Asked("They have Beginner’s Luck", more=True)] = False,
    call_on: Annotated[CallOn, Asked("A fitting call-on, not used this session", more=True)] = CallOn.NONE,
    yours_open: Annotated[bool, Asked("Your dice are open-ended", more=True)] = False,
    theirs_open: Annotated[bool, Asked("Theirs are open-ended", more=True)] = False,
    wounds: Wounded = UNHURT,
    tested: WhatIsTested = Tested.SKILL,
    *,
    ask: Rulings,
) -> Answer:
    """Who wins when we roll against each other?"""
    hurt = feels(wounds, yours, ask, tested.told, beginner=yours_beginner)
    if hurt.gone:
        return no_test(hurt.gone)
    left = hurt.leaves(yours)
    opens = yours_open or tested.opens(ask, beginner=yours_beginner)
    mine = Side(left.opened() if opens else left, yours_penalty + hurt.added, yours_beginner)
    other = Side(theirs.opened() if theirs_open else theirs, theirs_penalty, theirs_beginner)
    house = house_of(mine, other, role, call_on, ask)
    tied = rules.tie(mine, other, role, call_on, house)
    if isinstance(roll, BothRolled):
        rolled = _rolled(mine, other, roll, role, call_on, house, tested, ask)
        return replace(rolled, blocks=(*rolled.blocks, *ledger(hurt, yours.dice, yours_penalty, against=OWN)))
    against = wording.count(roll.theirs, "success", "successes") if isinstance(roll, TheirsRolled) else str(other.pool)
    if isinstance(roll, TheirsRolled):
        found = _against(mine, other, roll.theirs, role, house, ask)
    else:
        found = rules.chances(mine, other, house, _chain(mine, other, ask))
    won = found.win + (found.tie if tied is Result.WIN else 0)
    lost = found.lose + (found.tie if tied is Result.LOSE else 0)
    why = _why_tie(mine, other, role, call_on, tied)
    blocks: list[Block] = [
        Verdict(
            wording.percent(won),
            f"{mine.pool} against {against} · tie {wording.percent(found.tie)}: {tied.words}",
            f"{_win_aloud(won)} {_tie_aloud(found.tie, tied, why)}",
            Mark.DERIVED,
        ),
        _endings(found, tied, why),
    ]
    if isinstance(roll, TheirsRolled):
        needs = rules.needed(mine, other, roll.theirs, house)
        blocks.append(Working(needs.lines, needs.total, "What you must beat"))
    else:
        blocks.append(_heat(mine, other, tied, house, _chain(mine, other, ask), hurt.lost))
    blocks += ledger(hurt, yours.dice, yours_penalty, against=OWN)
    blocks += _notes(mine, other)
    return Answer(
        values={
            "win": found.win,
            "tie": found.tie,
            "lose": found.lose,
            "nobody": found.nobody,
            "tie_goes": tied.value,
            "chance": won,
            "percentage": wording.percent(won),
            "theirs": lost,
        },
        blocks=tuple(blocks),
    )


def _chain(mine: Side, other: Side, ask: Rulings) -> Chain:
    return chain(ask) if mine.pool.open_ended or other.pool.open_ended else Chain.CHAIN


def _against(mine: Side, other: Side, theirs: int, role: Role, house: House, ask: Rulings) -> Chances:
    """The chances once they have rolled. More successes never make it worse, so what lies beyond the list is alike."""
    law = law_of(mine.pool, ask)
    found = dict.fromkeys((*Result, None), Fraction(0))
    for number, chance in (*law, (law.last + 1, law.at_least(law.last + 1))):
        result, tied = rules.decided(mine, other, number, theirs, role, CallOn.NONE, house)
        found[None if tied else result] += chance
    return Chances(found[Result.WIN], found[None], found[Result.LOSE], found[Result.NOBODY])


def _why_tie(mine: Side, other: Side, role: Role, call_on: CallOn, tied: Result) -> str:
    """Why a tie goes where it goes."""
    if tied is Result.DEADLOCK:
        return "both act and neither gains an edge"
    defender = {Role.ATTACK: Result.LOSE, Role.DEFEND: Result.WIN, Role.BOTH: None}[role]
    if defender is tied:
        return "you defend" if tied is Result.WIN else "they defend"
    if call_on is CallOn.NONE or (mine.beginner != other.beginner and tied is not defender and role is not Role.BOTH):
        return "twice the successes meet the obstacle"
    return "your call-on takes it" if tied is Result.WIN else "their call-on takes it"


def _win_aloud(chance: Fraction) -> str:
    if 0 < chance < 1:
        return f"You win {often(chance)}."
    return "You win whatever falls." if chance else "You cannot win."


def _tie_aloud(chance: Fraction, tied: Result, why: str) -> str:
    if not chance:
        return "A tie is impossible."
    return f"A tie, {often(chance)}, means: {tied.words}, because {why}."


def _endings(found: Chances, tied: Result, why: str) -> Table:
    rows = [
        ("you have more", wording.percent(found.win), Result.WIN.words),
        ("a tie", wording.percent(found.tie), f"{tied.words}: {why}"),
        ("they have more", wording.percent(found.lose), Result.LOSE.words),
    ]
    if found.nobody:
        rows.append(("neither reaches double", wording.percent(found.nobody), Result.NOBODY.words))
    return Table("How it can end", ("Successes", "Chance", "Then"), tuple(rows), mark=Mark.DERIVED)


def _sizes(pool: Pool) -> range:
    """Up to ten counts of dice, the pool's own among them; dice of other shades stay as they are."""
    least = max(1, pool.dice - pool.groups[0].count)
    first = max(least, pool.dice - MAP + 1)
    return range(first, min(first + MAP, MOST_DICE + 1))


def _heat(mine: Side, other: Side, tied: Result, house: House, reading: Chain, lost: int) -> Grid:
    """The chance to win for ten pools against ten; a cell asks for as many more of yours as wounds have `lost`."""
    rows, columns = _sizes(mine.pool), _sizes(other.pool)
    ours = [mine.pool.plus(count - mine.pool.dice) for count in rows]
    theirs = [other.pool.plus(count - other.pool.dice) for count in columns]
    cells = tuple(tuple(_cell(mine, other, one, two, tied, house, reading, lost) for two in theirs) for one in ours)
    inside = mine.pool.dice in rows and other.pool.dice in columns
    return Grid(
        "Your chance to win, in percent",
        "Their dice",
        "Yours",
        tuple(str(count) for count in columns),
        tuple(f"{count}D" for count in rows),
        cells,
        tuple((f"heat-{number}", words) for number, words in enumerate(FIFTHS)),
        (mine.pool.dice - rows.start, other.pool.dice - columns.start) if inside else None,
        Mark.DERIVED,
    )


def _cell(mine: Side, other: Side, one: Pool, two: Pool, tied: Result, house: House, reading: Chain, lost: int) -> Cell:
    here, there = Side(one, mine.penalty, mine.beginner), Side(two, other.penalty, other.beginner)
    found = rules.chances(here, there, house, reading)
    won = found.win + (found.tie if tied is Result.WIN else 0)
    # Whole percents; what is possible and not certain never shows as 0 or 100.
    shown = int(won * 100 + Fraction(1, 2)) if won in (0, 1) else min(99, max(1, int(won * 100 + Fraction(1, 2))))
    sets = {"yours": str(one.plus(lost)), "theirs": str(two)}
    return Cell(str(shown), f"{one} against {two}: {wording.percent(won)}", sets, f"heat-{min(4, int(won * 5))}")


def _notes(mine: Side, other: Side) -> list[Note]:
    if mine.beginner == other.beginner:
        return []
    they, you, own = ("their", "you", "your") if mine.beginner else ("your", "them", "their")
    doubled = f"With Beginner’s Luck {they} successes count double against {you}"
    return [Note(f"{doubled}; {own} own +Ob comes on top, not doubled.", rule="HUB-33")]


FIGURES = {
    Result.WIN: "You win",
    Result.LOSE: "They win",
    Result.DEADLOCK: "Deadlock",
    Result.NOBODY: "Nobody wins",
}
AFTER = {
    "accept": "Accept it as the result; no second roll.",
    "shift": "It stays a tie until the conflict moves to another ability.",
}


def _rolled(
    mine: Side,
    other: Side,
    roll: BothRolled,
    role: Role,
    call_on: CallOn,
    house: House,
    tested: Tested,
    ask: Rulings,
) -> Answer:
    """The winner of a contest whose dice lie on the table."""
    result, tied = rules.decided(mine, other, roll.yours, roll.theirs, role, call_on, house)
    one, two = rules.totals(mine, other, roll.yours, roll.theirs, house)
    doubles_mine = other.beginner and not mine.beginner
    if mine.penalty and not doubles_mine and ask["versus.penalty"] == "on":
        one, two = one + mine.penalty, two + mine.penalty
    compared = f"{wording.number(one)} to {wording.number(two)}"
    if result is Result.NOBODY:
        why = "neither total is twice the other"
    else:
        why = f"a tie: {_why_tie(mine, other, role, call_on, result)}" if tied else f"by {abs(one - two)}"
    after = ""
    if result is Result.DEADLOCK:
        after = "shift" if ask["edition"] == "later" else "accept"
    sentence = f"{FIGURES[result]}, {compared}: {why}. {AFTER.get(after, '')}".strip()
    if doubles_mine:
        needs = rules.needed(other, mine, roll.yours, house)
        beaten = Working(needs.lines, needs.total, "What they must beat")
    else:
        needs = rules.needed(mine, other, roll.theirs, house)
        beaten = Working(needs.lines, needs.total, "What you must beat")
    ours, theirs = _marked(mine, other, roll.theirs, ask), _marked(other, mine, roll.yours, ask)
    classes, kind = ours[1], tested.kind
    passed = result is Result.WIN
    if kind.success_only and passed and tied and role is Role.DEFEND:
        passed = ask["advancement.tie"] == "yes"
    to_skill = mine.beginner and ask["tests.beginner-log"] == "all"
    leaves = marks_of("yours", classes, kind, passed=passed, beginner=mine.beginner, all_to_skill=to_skill)
    lost = bool(classes) and not leaves
    rows = [
        (who, f"{side.pool.dice}D", ob(against), "nothing: it must succeed" if none else found.article)
        for who, side, (against, found), none in (("You", mine, ours, lost), ("They", other, theirs, False))
    ]
    blocks: list[Block] = [
        Verdict(FIGURES[result], f"{compared} · {why}", sentence),
        beaten,
        Table("What each side marks", ("Who", "Dice", "Against", "Marks"), tuple(rows)),
    ]
    if mine.beginner or other.beginner:
        blocks.append(Note("Under Beginner’s Luck a Routine test goes toward the new skill.", rule="HUB-56"))
    return Answer(
        values={
            "winner": result.value,
            "tied": tied,
            "compared": compared,
            "yours": one,
            "theirs": two,
            "margin": one - two,
            "after": after,
            "class": classes.value,
            "their_class": theirs[1].value,
        },
        blocks=tuple(blocks),
        effects=leaves,
    )


def _marked(side: Side, other: Side, against: int, ask: Rulings) -> tuple[int, Classes]:
    """The obstacle that a side was up against, as the log counts it, and the class of its test. Source: HUB-46."""
    counts = bool(side.penalty) and ask["advancement.own-penalty"] == "yes"
    if counts and side.beginner:
        counts = ask["tests.beginner-obstacle"] == "whole"
    own = side.penalty if counts else 0
    obstacle = max(0, against - other.penalty) + own
    return obstacle, classes_of(side.pool.dice, obstacle, ask)
