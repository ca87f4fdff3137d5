"""Skills and pools: rank, family, bonus dice, maluses and spirit in one roll (BSR-03, BSR-04, BSR-17)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, row
from engine.games.bastard_sword.blocks.test import Test, checked
from engine.games.bastard_sword.dice import Die, Pool
from engine.games.bastard_sword.forms.pool import Difficulty, FamilyRank, Pair, Rank, SpiritNow, total_of
from engine.games.bastard_sword.readings.dice import built, die_of
from engine.games.bastard_sword.rules.pool import Build, granted
from engine.games.bastard_sword.rules.skills import FAMILIES, PAIRS, effective
from engine.games.bastard_sword.rules.spirit import MOST_BOUGHT
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.rulings import Rulings
from engine.working import Line, Mark

AHEAD = 4
"""Dice that the ladder goes on for."""


@row("bonus")
class BonusRow:
    """Bonus dice of one source."""

    words: Annotated[str, Asked("What helps")] = ""
    amount: Annotated[int, Between(1, 20), Asked("Bonus dice", quick=(1, 2, 3))] = 1


@row("malus")
class MalusRow:
    """A malus of one source."""

    words: Annotated[str, Asked("What hinders")] = ""
    amount: Annotated[int, Between(1, 30), Asked("Successes taken", quick=(1, 3, 10))] = 1


@calculator("bs-pool", rules="BSR-03 BSR-04 BSR-10 BSR-17")
def pool(
    rank: Rank = 2,
    family_rank: FamilyRank = 1,
    first: Pair.First = 4,
    second: Pair.Second = 5,
    difficulty: Difficulty = 3,
    bonuses: Annotated[tuple[BonusRow, ...], Asked("Bonus dice")] = (),
    maluses: Annotated[tuple[MalusRow, ...], Asked("Maluses", gm=True)] = (),
    bought: Annotated[int, Between(0, MOST_BOUGHT), Asked("Dice bought with spirit", quick=(0, 1, 2, 3))] = 0,
    spirit: SpiritNow = None,
    kept_back: Annotated[int, Between(0, 40), Asked("Dice kept back for later this round", more=True)] = 0,
    extended: Annotated[bool, Asked("An extended task", more=True)] = False,
    passed: Annotated[int, Between(0, 5), Asked("Times your burden passes your increment", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How many of which dice, and will they do it?"""
    dice = granted(effective(rank, family_rank))
    if kept_back >= dice:
        raise Unusable("kept_back", f"At least one die of {dice} is rolled; this keeps back {kept_back}.")
    die = die_of(total_of(first, second), ask)
    bonus, malus = (sum(row.amount for row in rows) for rows in (bonuses, maluses))
    base = checked(dice - kept_back, "rank")
    build = built(base, ask, bonus=bonus, bought=bought, spirit=spirit, passed=passed, extended=extended)
    if build.left is not None and build.left < 0:
        raise Unusable("bought", f"{_bought(bought)} cost {build.cost} spirit; you have {spirit}.")
    checked(build.base + build.taken, "bonuses")
    test = Test(Pool.of(build.dice, die), difficulty, malus)
    blocks: list[Block] = [
        Verdict(test.pool.words, _facts(test, build), _sentence(test, build)),
        Working(_lines(rank, family_rank, kept_back, bonuses, build), build.dice, "Dice"),
        test.odds(),
        _ladder(test, build, ask),
    ]
    if malus:
        blocks.insert(2, Working(tuple(_line(row, "BSR-17") for row in maluses), malus, "Malus"))
    blocks += _notes(build, die)
    return Answer(
        {
            **test.values,
            "dice": build.dice,
            "base_dice": build.base_rolled,
            "wasted": build.wasted,
            "tired": build.tired,
            "cost": build.cost,
            "malus": malus,
        },
        tuple(blocks),
        effects=(SpendSpirit(build.cost),) if build.cost else (),
    )


def _bought(dice: int) -> str:
    return f"{dice} dice" if dice != 1 else "This die"


def _facts(test: Test, build: Build) -> tuple[Fact, ...]:
    facts = [test.chance_fact, Fact(test.needed, "needed")]
    if build.cost:
        facts.append(Fact(build.cost, "spirit"))
    if build.wasted:
        facts.append(Fact(build.wasted, "wasted"))
    return tuple(facts)


def _sentence(test: Test, build: Build) -> str:
    paid = f" It costs {build.cost} spirit." if build.cost else ""
    return f"You roll {test.pool.words}: {wording.percent(test.chance)} to pass.{paid}"


def _line(one: BonusRow | MalusRow, rule: str) -> Line:
    return Line(one.amount, one.words or "without a name", rule)


def _lines(rank: int, family: int, kept: int, bonuses: Sequence[BonusRow], build: Build) -> tuple[Line, ...]:
    """The dice one after the other, with those that caps take away."""
    return (
        Line(1, "everyone has a die", "BSR-04"),
        Line(rank, "rank of the skill", "BSR-03"),
        Line(family, "rank of its family", "BSR-03"),
        Line(-kept, "kept back", "BSR-33"),
        *(_line(one, "BSR-17") for one in bonuses),
        Line(build.bought, "bought with spirit", "BSR-19"),
        Line(-build.wasted, "more bonus than base dice", "BSR-17"),
        Line(-build.tired, "more dice than spirit", "BSR-18"),
    )


def _ladder(test: Test, build: Build, ask: Rulings) -> Table:
    """What each bonus die more would do, up to the cap."""
    rows: list[tuple[Entry, ...]] = []
    for more in range(AHEAD + 1):
        other = built(
            build.base,
            ask,
            bonus=build.bonus + more,
            bought=build.bought,
            spirit=build.spirit,
            passed=build.weighed.passed,
            extended=build.extended,
        )
        now = Test(Pool.of(other.dice, test.pool.die), test.difficulty, test.malus)
        if more and other.dice == build.dice:
            break
        rows.append((f"+{more}" if more else "as it is", now.pool.words, now.chance, f"{float(now.hits):.2f}"))
        build = other if not more else build
    columns = ("Bonus dice", "You roll", "Chance", "Hits on average")
    return Table("One more bonus die", columns, tuple(rows), 0, Mark.DERIVED)


def _notes(build: Build, die: Die) -> list[Block]:
    notes: list[Block] = []
    if build.wasted:
        base = wording.count(build.base, "base die", "base dice")
        said = f"Bonus dice count up to your {base}; {build.wasted} are lost."
        notes.append(Note(said, rule="BSR-17"))
    if build.tired:
        said = f"Your spirit allows {wording.count(build.cap or 0, 'die', 'dice')} in one roll."
        notes.append(Note(said, rule="BSR-18"))
    if die.weak:
        notes.append(Note("A weak pair: only an 8 is a success, and no more than one.", rule="BSR-06"))
    return notes


@table("bs-families")
def families() -> Table:
    """The families, with what the source names of each."""
    rows = tuple(
        (
            one.family.words.capitalize(),
            ", ".join(f"{name} ({_pair(name)})" if name in PAIRS else name for name in one.skills) or None,
        )
        for one in FAMILIES
    )
    return Table("Families and the skills we know of", ("Family", "Skills"), rows, mark=Mark.MISSING)


def _pair(skill: str) -> str:
    return "".join(attribute.letter for attribute in PAIRS[skill])
