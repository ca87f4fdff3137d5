"""Versus tests: who wins, how likely, and what is marked (HUB-13)."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, branch
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import B4, TheirCounted, YourCounted, YourPool
from engine.games.burning_wheel.dice import MOST_DICE, Chain, DiceCount, Pool, ob
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.test import BONUS, OWN, QUICK_POOLS
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import counts_as_passed, house_of, logged_against, totals
from engine.games.burning_wheel.rules import versus as rules
from engine.games.burning_wheel.rules.versus import CallOn, Chances, Contest, Result, Role, Side
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

MAP = 10
"""Pools on each side of the heat map."""
FIFTHS = ("under 20 %", "20 % and more", "40 % and more", "60 % and more", "80 % and more")


@branch("They have rolled")
class TheirsRolled:
    """They rolled first: what they rolled is what you must beat."""

    theirs: TheirCounted = 2


@branch("Both have rolled")
class BothRolled:
    """Both have rolled: successes as they were counted, before any penalty."""

    yours: YourCounted = 3
    theirs: TheirCounted = 2


@calculator("versus-test", rules="HUB-13")
def versus_test(
    yours: YourPool = B4,
    theirs: Annotated[Pool, Asked("Their dice", quick=QUICK_POOLS)] = B4,
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
    contest = Contest(mine, other, role, call_on, house_of(mine, other, role, call_on, ask))
    borne = ledger(hurt, yours.dice, yours_penalty, against=OWN)
    if isinstance(roll, BothRolled):
        rolled = _rolled(contest, roll, tested, ask)
        return replace(rolled, blocks=(*rolled.blocks, *borne))
    beaten: Block
    if isinstance(roll, TheirsRolled):
        found = contest.against(law_of(mine.pool, ask), roll.theirs)
        beaten = _must_beat(contest, roll.theirs)
        against = wording.count(roll.theirs, "success", "successes")
    else:
        against = str(other.pool)
        reading = chain(ask) if contest.open_ended else Chain.CHAIN
        found = contest.chances(reading)
        beaten = _heat(contest, reading, hurt.lost)
    return Answer(
        values={
            "win": found.win,
            "tie": found.tie,
            "lose": found.lose,
            "nobody": found.nobody,
            "tie_goes": contest.tie.value,
            "chance": contest.won(found),
            "percentage": wording.percent(contest.won(found)),
            "theirs": contest.lost(found),
        },
        blocks=(_verdict(contest, found, against), _endings(contest, found), beaten, *borne, *_notes(mine, other)),
    )


def _verdict(contest: Contest, found: Chances, against: str) -> Verdict:
    won, tied = contest.won(found), contest.tie
    aloud = (
        f"You win {often(won)}." if 0 < won < 1 else "You win no matter what you roll." if won else "You cannot win."
    )
    tie = "A tie is impossible."
    if found.tie:
        tie = f"A tie, {often(found.tie)}, means: {tied.words}, because {_why_tie(contest, tied)}."
    return Verdict(
        wording.percent(won),
        (
            Fact(str(contest.mine.pool), "you"),
            Fact(against, "they"),
            Fact(found.tie, "a tie"),
            Fact(tied.words, "on a tie"),
        ),
        f"{aloud} {tie}",
        Mark.DERIVED,
    )


def _must_beat(contest: Contest, against: int) -> Working:
    needs = rules.needed(contest.mine, contest.theirs, against, contest.house)
    return Working(needs.lines, needs.total, "What you must beat")


def _why_tie(contest: Contest, tied: Result) -> str:
    """Why a tie goes where it goes."""
    if tied is Result.DEADLOCK:
        return "both act and neither gains an edge"
    defender = {Role.ATTACK: Result.LOSE, Role.DEFEND: Result.WIN, Role.BOTH: None}[contest.role]
    if defender is tied:
        return "you defend" if tied is Result.WIN else "they defend"
    one_beginner = contest.mine.beginner != contest.theirs.beginner
    if contest.call_on is CallOn.NONE or (one_beginner and contest.role is not Role.BOTH):
        return "twice the successes meet the obstacle"
    return "your call-on takes it" if tied is Result.WIN else "their call-on takes it"


def _endings(contest: Contest, found: Chances) -> Table:
    tied = contest.tie
    rows = [
        ("you have more", found.win, Result.WIN.words),
        ("a tie", found.tie, f"{tied.words}: {_why_tie(contest, tied)}"),
        ("they have more", found.lose, Result.LOSE.words),
    ]
    if found.nobody:
        rows.append(("neither reaches double", found.nobody, Result.NOBODY.words))
    return Table("How it can end", ("Successes", "Chance", "Then"), tuple(rows), mark=Mark.DERIVED)


def _sizes(pool: Pool) -> range:
    """Up to ten counts of dice, the pool's own among them; dice of other shades stay as they are."""
    least = max(1, pool.dice - pool.groups[0].count)
    first = max(least, pool.dice - MAP + 1)
    return range(first, min(first + MAP, MOST_DICE + 1))


def _heat(contest: Contest, reading: Chain, lost: int) -> Grid:
    """The chance to win for ten pools against ten; a cell asks for as many more of yours as wounds have `lost`."""
    yours, theirs = contest.mine.pool, contest.theirs.pool
    rows, columns = _sizes(yours), _sizes(theirs)
    cells = tuple(
        tuple(
            _cell(contest.between(yours.plus(one - yours.dice), theirs.plus(two - theirs.dice)), reading, lost)
            for two in columns
        )
        for one in rows
    )
    inside = yours.dice in rows and theirs.dice in columns
    return Grid(
        "Your chance to win, in percent",
        "Their dice",
        "Yours",
        tuple(str(count) for count in columns),
        tuple(f"{count}D" for count in rows),
        cells,
        tuple((f"heat-{number}", words) for number, words in enumerate(FIFTHS)),
        (yours.dice - rows.start, theirs.dice - columns.start) if inside else None,
        Mark.DERIVED,
    )


def _cell(contest: Contest, reading: Chain, lost: int) -> Cell:
    one, two = contest.mine.pool, contest.theirs.pool
    won = contest.won(contest.chances(reading))
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


def _rolled(contest: Contest, roll: BothRolled, tested: Tested, ask: Rulings) -> Answer:
    """The winner of a contest whose dice lie on the table."""
    mine, other = contest.mine, contest.theirs
    result, tied = contest.decided(roll.yours, roll.theirs)
    one, two = totals(contest, roll.yours, roll.theirs, ask)
    compared = f"{wording.number(one)} to {wording.number(two)}"
    why = f"a tie: {_why_tie(contest, result)}" if tied else f"by {abs(one - two)}"
    facts = (Fact(compared, "successes"), Fact(why) if tied else Fact(abs(one - two), "more"))
    if result is Result.NOBODY:
        why = "neither total is twice the other"
        facts = (facts[0], Fact(why))
    after = ""
    if result is Result.DEADLOCK:
        after = "shift" if ask["edition"] == "later" else "accept"
    sentence = f"{FIGURES[result]}, {compared}: {why}. {AFTER.get(after, '')}".strip()
    beaten = _must_beat(contest, roll.theirs)
    if contest.doubles_mine:
        needs = rules.needed(other, mine, roll.yours, contest.house)
        beaten = Working(needs.lines, needs.total, "What they must beat")
    ours = Test(mine.pool, logged_against(mine, other, roll.theirs, ask), ask)
    theirs = Test(other.pool, logged_against(other, mine, roll.yours, ask), ask)
    marks, marked = _marked(contest, ours, theirs, tested, counts_as_passed(contest, tested.kind, result, tied, ask))
    return Answer(
        values={
            "winner": result.value,
            "tied": tied,
            "compared": compared,
            "yours": one,
            "theirs": two,
            "margin": one - two,
            "after": after,
            "class": ours.classes.value,
            "their_class": theirs.classes.value,
        },
        blocks=(Verdict(FIGURES[result], facts, sentence), beaten, *marked),
        effects=marks,
    )


def _marked(
    contest: Contest, ours: Test, theirs: Test, tested: Tested, passed: bool
) -> tuple[tuple[Effect, ...], tuple[Block, ...]]:
    """What your test leaves in the log, and what each side marks. Source: HUB-46, HUB-56."""
    beginner = contest.mine.beginner
    to_skill = beginner and ours.ask["tests.beginner-log"] == "all"
    classes = ours.classes
    marks = marks_of("yours", classes, tested.kind, passed=passed, beginner=beginner, all_to_skill=to_skill)
    lost = bool(classes) and not marks
    rows = (
        ("You", DiceCount(ours.dice), ob(ours.obstacle), "nothing: it must succeed" if lost else classes.article),
        ("They", DiceCount(theirs.dice), ob(theirs.obstacle), theirs.classes.article),
    )
    blocks: list[Block] = [Table("What each side marks", ("Who", "Dice", "Against", "Marks"), rows)]
    if beginner or contest.theirs.beginner:
        blocks.append(Note("Under Beginner’s Luck a Routine test goes toward the new skill.", rule="HUB-56"))
    return marks, tuple(blocks)
